"""Rolls: what a weapon needs against the usual targets, asked of the rules themselves.

A weapon and a target are put on an otherwise empty table; target numbers, objections and odds are then those of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from pydantic import Field, model_validator

from aqmf_air.core.data.tables import Sourced, load_rows, package_file
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.modifiers import Automatic, Impossible, TargetNumber
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.orders.firing import Shoot, attack_on
from aqmf_air.games.martian_front.possible_orders import Kind, meeting
from aqmf_air.games.martian_front.profiles import Mount, Side, UnitType, covers
from aqmf_air.games.martian_front.rules.barrage import struck
from aqmf_air.games.martian_front.rules.morale import PASS
from aqmf_air.games.martian_front.rules.shooting import HIGHEST, LOWEST, Volley, to_damage, to_hit, volley
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.sheet.morale_tests import test_of


class Usual(Sourced):
    """The usual targets of a side, each with a name short enough for the head of a column."""

    side: Side
    targets: tuple[str, ...] = Field(min_length=1, max_length=4)
    short: tuple[str, ...]

    @model_validator(mode="after")
    def _paired(self) -> Usual:
        if len(self.targets) != len(self.short):
            raise ValueError("expected a short name for each target")
        return self


@cache
def _usual() -> dict[str, Usual]:
    rows = load_rows(package_file(__package__, "data/targets.toml"), Usual, "shooter", lambda row: row.side)
    return {row.side: row for row in rows}


def usual_targets(ruleset: AllQuiet, side: Side) -> tuple[tuple[str, UnitType], ...]:
    """The usual targets of a side that the catalogue has, with their short names."""
    row = _usual()[side]
    known = ((short, ruleset.catalogue.get(name)) for name, short in zip(row.targets, row.short, strict=True))
    return tuple((short, target) for short, target in known if target is not None)


@dataclass(frozen=True, slots=True)
class Roll:
    """What one element's weapon needs against a target in the open, and its chance of at least one damaging hit.

    ``barred`` is the rule that forbids the attack, and then there are no numbers.
    """

    hit: str = ""
    damage: str = ""
    chance: Fraction = Fraction(0)
    barred: str = ""


def roll_against(ruleset: AllQuiet, attacker: UnitType, mount: Mount, target: UnitType, rulings: Rulings) -> Roll:
    """The numbers and the odds of ``mount``, all that one element has of it (of bombs: one), against ``target``."""
    game, unit, other = meeting(Kind(attacker), Kind(target), rulings)
    weapon = mount.weapon
    if weapon.barrage is None or weapon.range is not None:
        order = Shoot(unit=unit.id, weapon=weapon.name, target=other.id)
        if objections := ruleset.rules.objections(game, order):
            return Roll(barred=objections[0].rule)
    attack, open_ground = attack_on(game, ruleset.rules, unit, weapon, other, 0.0), covers()["none"]
    hit = to_hit(attack, open_ground, ruleset.rules.modifiers)
    damage = to_damage(attack, open_ground, ruleset.rules.modifiers)
    if weapon.barrage is not None:
        chance = chances(struck, ((hit, damage),)).of(1)
    else:
        chance = chances(volley, weapon.shots * mount.count, hit, damage).where(_damages)
    return Roll(numeral(hit), numeral(damage), chance)


def _damages(result: Volley) -> bool:
    return result.damaging > 0


@dataclass(frozen=True, slots=True)
class MoraleRoll:
    """A morale test after ``lost`` elements in one phase: what it needs, and the chance to pass."""

    lost: int
    need: str
    passes: Fraction


def morale_tests(ruleset: AllQuiet, type_: UnitType, rulings: Rulings) -> tuple[MoraleRoll, ...]:
    """The tests that a unit may come to make in the open, away from any command squad: one for each number of losses."""
    kind, whole = Kind(type_, strength=type_.elements), type_.elements
    tests = (test_of(kind, rulings, ruleset.rules, lost, whole - lost, near=False) for lost in range(1, whole))
    return tuple(MoraleRoll(one.lost, f"{one.need.total}+", one.question.odds().of(PASS)) for one in tests if one)


def numeral(target: TargetNumber) -> str:
    """A target number as briefly as a card has it: ``6+``; ``10·10`` where a 10 must be followed by another."""
    verdict = target.verdict
    if isinstance(verdict, Automatic):
        return "auto"
    if isinstance(verdict, Impossible):
        return "never"
    return f"{HIGHEST}·{HIGHEST}" if verdict.number > HIGHEST else f"{max(verdict.number, LOWEST + 1)}+"
