"""What a unit does besides using its weapons, and its morale test, on the sheet and on cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from aqmf_air.api import Dice, Question, Rulings, TargetNumber, after, replace
from aqmf_air.games.martian_front.chapters.morale import COMMAND, must_test
from aqmf_air.games.martian_front.chapters.moving import rolled_off, undecided
from aqmf_air.games.martian_front.chapters.orders import DieOff, FrontEvent, FrontRules
from aqmf_air.games.martian_front.chapters.possible_orders import UnitKind, meeting
from aqmf_air.games.martian_front.state import Game, opponent
from aqmf_air.games.martian_front.tables import UnitType, Weapon, host_rulings

# -- besides fire ------------------------------------------------------------------------------------------------------


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


# -- morale ------------------------------------------------------------------------------------------------------------


SUBJECT = "the unit"
"""What the unit is called in what is told of it."""


@dataclass(frozen=True)
class Test:
    """A test after ``lost`` elements were lost in a phase and ``left`` are left, near a command squad or not."""

    lost: int
    left: int
    near: bool
    question: Question
    game: Game
    rules: FrontRules

    @property
    def need(self) -> TargetNumber:
        """What it takes to pass."""
        return self.question.targets[0]

    def rule(self, dice: Dice) -> tuple[FrontEvent, ...]:
        """The test, as the unit's kind takes it."""
        unit = self.game.unit(SUBJECT)
        test = self.rules.procedure("morale", self.game.type_of(unit).kind)
        return tuple(test(self.game, self.rules, dice, unit))

    def end(self, events: tuple[FrontEvent, ...]) -> list[Any]:
        """What a player is told, whether the unit is gone, and the marks that it has gained."""
        lines = [event.tell(after(self.game, events[:at])) for at, event in enumerate(events)]
        then = after(self.game, events)
        gone = not then.in_play(SUBJECT)
        before = {mark.name for mark in self.game.unit(SUBJECT).marks}
        gained = [] if gone else sorted({mark.name for mark in then.unit(SUBJECT).marks} - before)
        return ["; ".join(filter(None, lines)), int(gone), gained]


def tests_of(kind: UnitKind, rulings: Rulings, rules: FrontRules) -> Iterator[Test]:
    """Every test that a unit of a kind may have to take. HOST-MORALE-1, HOST-MORALE-3."""
    for lost in range(1, kind.strength):
        for left in range(1, kind.strength - lost + 1):
            for near in (False, True):
                if (test := test_of(kind, rulings, rules, lost, left, near)) is not None:
                    yield test


def test_of(kind: UnitKind, rulings: Rulings, rules: FrontRules, lost: int, left: int, near: bool) -> Test | None:
    """The test after ``lost`` elements were lost and ``left`` are left; None if units of the kind take none."""
    squad = UnitKind(replace(kind.type, name="Command near", kind="command", traits=(COMMAND,)))
    game, _, steady = meeting(kind, squad, rulings, SUBJECT, "command")
    unit = replace(kind.unit(SUBJECT, 0.0, left), lost=lost)
    game = replace(game, units=(unit, steady) if near else (unit,))
    if unit not in must_test(game):
        return None
    (question,) = rules.procedure("morale question", kind.type.kind)(game, rules, unit)
    return Test(lost, left, near, question, game, rules)
