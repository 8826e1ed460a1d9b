"""What a unit does besides using its weapons, as its kind's procedure of the step ``besides fire`` offers it.

The procedure gets the unit type and the rulings in force, and gives :class:`SheetRoll` and :class:`Blow`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.die_offs import DieOff
from aqmf_air.games.martian_front.orders.damaged_legs import rolled_off, undecided
from aqmf_air.games.martian_front.profiles import UnitType, Weapon
from aqmf_air.games.martian_front.rulings import host_rulings
from aqmf_air.games.martian_front.state import opponent

AGAIN = "equal: both roll again"


@dataclass(frozen=True)
class SheetRoll:
    """A roll that is no attack: ``rule`` and its ``facts``, with what each outcome means to a player."""

    title: str
    rule: Callable[..., Any]
    facts: tuple[Any, ...]
    says: Callable[[Any], str]
    """An outcome in a player's words."""
    targets: tuple[TargetNumber, ...] = ()
    at: str = ""
    """``enemy``: it is about an enemy unit, which the player names."""
    marks: str = ""
    """What that unit is from then on, if the outcome is true: ``spotted``."""
    roughly: Callable[[Any], str] | None = None
    """A coarser view of the outcomes, for their odds; None: as they are said."""
    most: int = 1
    """How many may be rolled for at once; for more than one the outcome is yes or no."""


@dataclass(frozen=True)
class Blow:
    """An attack with something that is none of the unit's weapons, on targets of some kinds."""

    title: str
    weapon: Weapon
    kinds: tuple[str, ...]
    rule: str
    """The rule that says so."""
    spent: bool = False
    """Whether the element that strikes is gone, whatever comes of it."""


def how_many(dice: Dice, n: int, rule: Callable[..., Any], facts: tuple[Any, ...]) -> int:
    """For how many of ``n`` the rule says yes."""
    return dice.each(n, 0, _yes, rule, facts)


def _yes(dice: Dice, rule: Callable[..., Any], facts: tuple[Any, ...]) -> int:
    return int(dice.call(rule, *facts))


def no_actions(kind: UnitType, rulings: Rulings) -> Sequence[SheetRoll | Blow]:
    """Most units only fire."""
    return ()


def actions_of_a_tripod(kind: UnitType, rulings: Rulings) -> Sequence[SheetRoll | Blow]:
    """Both sides roll for legs and for weapons that were hit. HOST-TRIPOD-2."""
    other = opponent(kind.side)
    ties = host_rulings(rulings).die_off_ties
    sides = kind.side, other
    weapon = SheetRoll("Roll for a weapon that was hit", rolled_off, (*sides, "weapon", ties), _aims)
    legs = SheetRoll("Roll for its legs", rolled_off, (*sides, "legs", ties), _moves, roughly=_who_moves)
    return (legs, weapon) if kind.weapons else (legs,)


def _moves(result: DieOff) -> str:
    return AGAIN if undecided(result) else f'{_who_moves(result)}, up to {result.inches}"'


def _who_moves(result: DieOff) -> str:
    return AGAIN if undecided(result) else f"the {result.winner} side moves it"


def _aims(result: DieOff) -> str:
    return AGAIN if undecided(result) else f"the {result.winner} side aims it"
