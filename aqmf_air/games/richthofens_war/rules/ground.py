"""Fire from the ground and at it: machine guns, Archie, balloon guns, bombs, strafing, spotting. STRAFE, AA, BALL."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtLeast, AtMost, check, hits, numbered
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.richthofens_war.rules import harm
from aqmf_air.games.richthofens_war.rules.fire import Result, shot
from aqmf_air.games.richthofens_war.rules.skill import NAMES, Status, in_fire
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import Damage, Tables

D6 = numbered(6)
NUMBERS = "ground-attacks"
Source = Literal["strafed", "archie", "balloon"]


def attacks_on_strafer(hexes: int, tables: Tables) -> int:
    """Attacks that so many hexes strafed bring. STRAFE-1."""
    return max((row.attacks for row in tables.strafing_attacks if row.hexes <= hexes), default=0)


@dataclass(frozen=True)
class FlakTarget:
    """What counts of an aircraft under fire from the ground."""

    status: Status = ""
    """As far as he uses it."""
    strafing: bool = False
    height: int = 1000


def ground_modifiers(source: Source, target: FlakTarget, tables: Tables, rulings: RichthofenRulings) -> tuple[Modifier, ...]:
    """What is added to fire from the ground. STRAFE-2, AA-2, AA-3, BALL-5, BALL-6."""
    novice, exposed = target.status == "novice", tables.number(NUMBERS, "novice-strafes")
    if source == "strafed" or target.strafing:
        found = [
            modifier(
                tables.number(NUMBERS, "at-strafer"),
                "at a strafing aircraft",
                "RW-STRAFE-2" if source == "strafed" else "RW-AA-3",
            )
        ]
        return (*found, modifier(exposed, "novice", "RW-STRAFE-2")) if novice else tuple(found)
    if source == "balloon" and target.height <= tables.number("strafing", "height"):
        return (modifier(exposed, "novice", "RW-BALL-6"),) if novice else ()
    value = -in_fire(target.status, tables, rulings)
    rule = "RW-BALL-5" if source == "balloon" else "RW-AA-2"
    return (modifier(value, f"at a {NAMES[target.status]}", rule),) if value else ()


def skill_counts(source: Source, target: FlakTarget, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether it is a pilot's skill as an ace that takes something off fire from the ground. ACE-2, AA-2, BALL-5."""
    without = ground_modifiers(source, replace(target, status=""), tables, rulings)
    return target.status != "novice" and ground_modifiers(source, target, tables, rulings) != without


@dataclass(frozen=True)
class GroundResult:
    """What a shot from the ground comes to."""

    result: Result
    critical: bool
    """With the extra die of GCRIT-1."""


def rules_out_criticals(row: Damage, change: int) -> bool:
    """Whether a change leaves no total that is a critical hit. GCRIT-1."""
    return not any(low + change in row.critical for low in range(2, 13))


def ground_shot(
    dice: Dice, row: Damage, change: int, tables: Tables, rulings: RichthofenRulings, by: str = "", about: object = None
) -> GroundResult:
    """A shot from the ground, with the extra die for a critical hit that modifiers rule out. GCRIT-1."""
    result = shot(dice, row, change, rulings, by, about)
    lost = result.natural in row.critical and not result.critical
    saved = rulings.ground_critical_scope == "all" or rules_out_criticals(row, change)
    return GroundResult(result, result.critical or (lost and saved and harm.extra_critical(dice, tables, by)))


def attacked(
    dice: Dice, attacks: int, row: Damage, change: int, tables: Tables, rulings: RichthofenRulings
) -> tuple[int, int]:
    """Points of damage and critical hits of several attacks from the ground on one aircraft. STRAFE-1, GCRIT-1."""
    return dice.each(attacks, (0, 0), _one_attack, row, change, tables, rulings)


def _one_attack(dice: Dice, row: Damage, change: int, tables: Tables, rulings: RichthofenRulings) -> tuple[int, int]:
    found = ground_shot(dice, row, change, tables, rulings)
    return found.result.damage, int(found.critical)


def archie_fires(dice: Dice, tables: Tables, *, own: bool = False, by: str = "") -> bool:
    """Whether Archie fires at an aircraft in its reach; ``own``: at one of its own side. AA-1, OWNAA-1."""
    need = tables.number(NUMBERS, "own-archie-fires-to" if own else "archie-fires-to")
    return dice.draw(check("archie", D6, AtMost(need), by=by, about=f"fires on {need} or less"))


def archie(
    dice: Dice, row: Damage, change: int, tables: Tables, rulings: RichthofenRulings, *, own: bool = False
) -> GroundResult | None:
    """The fire of Archie at an aircraft in its reach; None: it does not fire. AA-1 to AA-3, GCRIT-1."""
    return ground_shot(dice, row, change, tables, rulings) if archie_fires(dice, tables, own=own) else None


def in_archie(hexes_from_trench: int, height: int, tables: Tables) -> bool:
    """Whether an aircraft over a side's airspace is in reach of its Archie; the trench hex is 0. AA-1."""
    near = 0 <= hexes_from_trench <= tables.number(NUMBERS, "archie-from-lines")
    return near and height <= tables.number(NUMBERS, "archie-ceiling")


def spares(friends: Iterable[tuple[int, int]], tables: Tables) -> bool:
    """Whether a friend of the gunners is too near to the target; friends as hexes and metres of height apart. AA-4."""
    near, level = tables.number(NUMBERS, "friend-hexes"), tables.number(NUMBERS, "friend-height")
    return any(hexes <= near and apart <= level for hexes, apart in friends)


def mistaken(enemies: Iterable[int], tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether Archie may take its own side for the enemy, by the hexes to enemy aircraft. OWNAA-1."""
    far = sorted(enemies)
    counted = far[:1] if rulings.own_archie_distance == "nearest" else far
    nearest, furthest = tables.number(NUMBERS, "enemy-nearest"), tables.number(NUMBERS, "enemy-furthest")
    return any(nearest <= one <= furthest for one in counted)


def strafed(dice: Dice, hexes: int, tables: Tables, by: str = "") -> int:
    """Hits on so many hexes of trench. D-17."""
    need = tables.number("strafing", "hit-from")
    return dice.draw(hits("strafing", hexes, D6, range(need, 7), by=by, about=f"{need}+"))


def bomb_need(height: int, tables: Tables) -> int:
    """The least total of two dice that hits from this height in metres. D-16."""
    return next(row.need for row in tables.bombing if row.above < height <= row.to or (not row.above and not height))


def bombed(dice: Dice, height: int, tables: Tables, by: str = "") -> bool:
    """Whether a load hits its target. D-16."""
    need = bomb_need(height, tables)
    return dice.draw(check("bombs", D6, AtLeast(need), 2, by=by, about=f"{need}+"))


def spotted(dice: Dice, tables: Tables, by: str = "") -> bool:
    """Whether a turn of spotting brings the guns onto the target. D-18."""
    need = tables.number("missions", "spotting-need")
    return dice.draw(check("spotting", D6, AtLeast(need), 2, by=by, about=f"{need}+"))


def discovered(dice: Dice, tables: Tables, by: str = "") -> bool:
    """Whether a hidden gun is seen. BALL-4, D-15."""
    need = tables.number("balloons", "discovered-from")
    return dice.draw(check("discovery", D6, AtLeast(need), by=by, about=f"{need}+"))
