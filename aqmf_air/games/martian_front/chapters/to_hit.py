"""To hit and to damage: the numbers of an attack, its dice, and cover in plain figures. HOST-HIT, HOST-COVER-1.

Odds in plain numbers need no more of the game than this: it reads no model and no profile.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from aqmf_air.api import AtLeast, Automatic, Dice, Impossible, Modifier, TargetNumber, check, modifier, numbered

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.tables import Cover, UnitType, Weapon


@dataclass(frozen=True, slots=True)
class Attack:
    """The facts of one attack by one weapon on one kind of target; modifiers are asked for with it.

    Kinds and names are those of the profiles; ``distance`` is in inches, None where it does not matter. ``marks`` are those
    of the target unit.
    """

    weapon: str
    weapon_kind: str
    power: int
    target: str
    target_kind: str
    defense: int
    armor: int
    attacker: str = ""
    attacker_kind: str = ""
    cover: str = "none"
    distance: float | None = None
    marks: tuple[str, ...] = ()
    weapon_traits: tuple[str, ...] = ()
    target_traits: tuple[str, ...] = ()


class Volley(NamedTuple):
    """What came of a number of shots; volleys add up."""

    hits: int
    damaging: int


MISS = Volley(0, 0)
NOTHING = Volley(0, 0)

Modifiers = Callable[[str, Attack], tuple[Modifier, ...]]
"""Asks everything plugged in for its modifiers of a check of an attack."""


def no_modifiers(check: str, attack: Attack) -> tuple[Modifier, ...]:
    """Nothing is plugged in."""
    return ()


def attack_between(
    attacker: UnitType,
    weapon: Weapon,
    target: UnitType,
    cover: str = "none",
    *,
    armor: int | None = None,
    distance: float | None = None,
    marks: tuple[str, ...] = (),
) -> Attack:
    """The facts of an attack by one kind of unit on another, both as they are bought.

    In a game the target has lost some of its ``armor``, is at a ``distance`` and has ``marks``.
    """
    return Attack(
        weapon=weapon.name,
        weapon_kind=weapon.kind,
        weapon_traits=weapon.traits,
        power=weapon.power,
        attacker=attacker.name,
        attacker_kind=attacker.kind,
        target=target.name,
        target_kind=target.kind,
        target_traits=target.traits,
        defense=target.defense,
        armor=target.armor if armor is None else armor,
        cover=cover,
        distance=distance,
        marks=marks,
    )


def to_hit(attack: Attack, cover: Cover | Shelter | None, more: Modifiers = no_modifiers) -> TargetNumber:
    """The number to hit: the target's Defense, raised by cover (None: in the open). HOST-HIT-1, HOST-COVER-1."""
    own = (modifier(cover.defense, f"{cover.name} cover", "HOST-COVER-1"),) if cover and cover.defense else ()
    base = TargetNumber(TO_HIT, attack.defense, f"Defense of {attack.target}", "HOST-HIT-1", words=HIT_WORDS)
    return base.with_modifiers((*own, *more("hit", attack)))


def to_damage(attack: Attack, cover: Cover | Shelter | None, more: Modifiers = no_modifiers) -> TargetNumber:
    """The number to damage: the target's Armor less the weapon's Power, raised by hard cover. HOST-HIT-2, HOST-COVER-1."""
    own = [modifier(-attack.power, f"Power of {attack.weapon}", "HOST-HIT-2")]
    if cover and cover.armor:
        own.append(modifier(cover.armor, f"{cover.name} cover", "HOST-COVER-1"))
    base = TargetNumber(TO_DAMAGE, attack.armor, f"Armor of {attack.target}", "HOST-HIT-2", words=DAMAGE_WORDS)
    return base.with_modifiers((*own, *more("damage", attack)))


def numbers_of(
    attack: Attack, cover: Cover | Shelter | None, more: Modifiers = no_modifiers
) -> tuple[TargetNumber, TargetNumber]:
    """The numbers to hit and to damage."""
    return to_hit(attack, cover, more), to_damage(attack, cover, more)


def shot(dice: Dice, hit: TargetNumber, damage: TargetNumber, by: str = "") -> Volley:
    """One shot: roll to hit, then for a hit to damage. HOST-HIT-1, HOST-HIT-2."""
    if not succeeds(dice, hit, by):
        return MISS
    return Volley(1, int(succeeds(dice, damage, by)))


def volley(dice: Dice, shots: int, hit: TargetNumber, damage: TargetNumber, by: str = "") -> Volley:
    """``shots`` shots, rolled together: all to hit, then the hits to damage. HOST-HIT-6."""
    return dice.each(shots, NOTHING, shot, hit, damage, by)


def hits_scored(dice: Dice, shots: int, hit: TargetNumber, by: str = "") -> int:
    """How many of ``shots`` shots hit; whether they damage is another question. HOST-HIT-1."""
    return dice.each(shots, 0, _one_to_hit, hit, by)


def damaging_shots(dice: Dice, shots: int, hit: TargetNumber, damage: TargetNumber, by: str = "") -> int:
    """How many of ``shots`` shots hit and damage: a volley, asked for nothing else. HOST-HIT-6."""
    return dice.each(shots, 0, _one_to_damage, hit, damage, by)


def casualties(dice: Dice, shots: int, hit: TargetNumber, damage: TargetNumber, elements: int, by: str = "") -> int:
    """How many of ``elements`` small targets a volley removes. HOST-HIT-5."""
    return min(elements, dice.call(damaging_shots, shots, hit, damage, by))


@lru_cache(maxsize=1024)  # asked for each way of the dice
def against(damage: TargetNumber, armor: int) -> TargetNumber:
    """The number to damage the same target when ``armor`` is left of it. HOST-TRIPOD-1."""
    return damage if damage.base == armor else replace(damage, base=armor)


def _one_to_hit(dice: Dice, hit: TargetNumber, by: str) -> int:
    return int(succeeds(dice, hit, by))


def _one_to_damage(dice: Dice, hit: TargetNumber, damage: TargetNumber, by: str) -> int:
    return shot(dice, hit, damage, by).damaging


# -- the die ------------------------------------------------------------------------------------------------------------

D10 = numbered(10)

TO_HIT, TO_DAMAGE = "to hit", "to damage"
HIT_WORDS, DAMAGE_WORDS = ("hit", "miss"), ("damage", "no damage")
"""What the rolls of an attack are for."""

LOWEST, HIGHEST = 1, 10
"""The die's own faces: a 1 always fails (HOST-HIT-3), a 10 may be a lucky strike (HOST-HIT-4).

They are the figures ``automatic miss`` and ``lucky face``, written again so that odds in plain numbers read no file.
"""


def succeeds(dice: Dice, target: TargetNumber, by: str = "") -> bool:
    """Roll against ``target``: does an attack's roll, to hit or to damage, succeed?

    A 1 always fails. Where no face would do, a 10 earns a second roll, and a 10 there succeeds. HOST-HIT-1 to HOST-HIT-4.
    """
    verdict = target.verdict
    if isinstance(verdict, Impossible):
        return False
    if isinstance(verdict, Automatic):
        return True
    if verdict.number <= HIGHEST:
        need = max(verdict.number, LOWEST + 1)
        return dice.draw(check(target.what, D10, AtLeast(need), by=by, about=target))
    lucky = AtLeast(HIGHEST)
    return dice.draw(check(target.what, D10, lucky, by=by, about=target)) and dice.draw(
        check(f"{target.what}, lucky strike", D10, lucky, by=by, about=target)
    )


def rolled(dice: Dice, target: TargetNumber, by: str = "") -> bool:
    """Roll one die against ``target``, face by face as it is: what is no attack has neither misses nor lucky strikes.

    HOST-MORALE-4, AIR-SCOUT-2, AIR-SPOT-2.
    """
    return dice.draw(check(target.what, D10, AtLeast(target.total), by=by, about=target))


def spelled(target: TargetNumber) -> str:
    """What a target number asks of the dice, in a player's words: ``3+``, ``10 and another 10``."""
    verdict = target.verdict
    if isinstance(verdict, Automatic | Impossible):
        return verdict.reason
    attack = target.what in (TO_HIT, TO_DAMAGE)
    if verdict.number > HIGHEST:
        return f"{HIGHEST} and another {HIGHEST}" if attack else f"more than a {D10} has"
    return f"{max(verdict.number, LOWEST + attack)}+"


def numeral(target: TargetNumber) -> str:
    """A target number as briefly as a card has it: ``6+``; ``10·10`` where a 10 must be followed by another."""
    verdict = target.verdict
    if isinstance(verdict, Automatic):
        return "auto"
    if isinstance(verdict, Impossible):
        return "never"
    return f"{HIGHEST}·{HIGHEST}" if verdict.number > HIGHEST else f"{max(verdict.number, LOWEST + 1)}+"


IN_THE_OPEN = "none"
"""What is said for no cover."""


@dataclass(frozen=True, slots=True)
class Shelter:
    """What a kind of cover adds to Defense and Armor. HOST-COVER-1."""

    name: str
    defense: int
    armor: int


@cache
def shelters() -> dict[str, Shelter]:
    """Kinds of cover, by name."""
    document = tomllib.loads((Path(__file__).parents[1] / "data" / "cover.toml").read_text(encoding="utf-8"))
    return {row["name"]: Shelter(row["name"], row["defense"], row["armor"]) for row in document["cover"]}


def shelter_of(name: str) -> Shelter | None:
    """The cover of this name; None in the open.

    Raises UnknownNameError: there is none; with near names.
    """
    if name == IN_THE_OPEN:
        return None
    shelter = shelters().get(name)
    if shelter is not None:
        return shelter
    from aqmf_air.api import by_name

    return by_name(shelters(), name, "cover")
