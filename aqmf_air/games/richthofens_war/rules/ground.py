"""Fire from the ground and at it: machine guns, Archie, balloon guns, bombs, strafing, spotting. STRAFE, AA, BALL."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
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
MG_ATTACKS = ((2, 1), (5, 2))
"""Hexes strafed at most, and attacks for them; beyond the last, ``MOST_ATTACKS``. STRAFE-1."""
MOST_ATTACKS = 3
AT_STRAFER, NOVICE_STRAFES = -1, 1
"""STRAFE-2."""
ARCHIE_FROM_LINES, ARCHIE_CEILING = 5, 2000
"""Hexes and metres at most. AA-1."""
ARCHIE_FIRES, OWN_ARCHIE_FIRES = 2, 1
"""The highest face on which it does. AA-1, OWNAA-1."""
FRIEND_NEAR, FRIEND_LEVEL = 3, 150
"""Hexes and metres within which Archie spares its own. AA-4."""
ENEMY_NEAREST, ENEMY_FURTHEST = 3, 10
"""OWNAA-1."""
LOW = 350
"""Metres at or below which trench machine guns reach. BALL-6."""
Source = Literal["strafed", "archie", "balloon"]


def attacks_on_strafer(hexes: int) -> int:
    """Attacks that so many hexes strafed bring. STRAFE-1."""
    if not hexes:
        return 0
    return next((attacks for most, attacks in MG_ATTACKS if hexes <= most), MOST_ATTACKS)


@dataclass(frozen=True)
class Target:
    """What counts of an aircraft under fire from the ground."""

    status: Status = ""
    """As far as he uses it."""
    strafing: bool = False
    height: int = 1000


def ground_modifiers(source: Source, target: Target, tables: Tables, rulings: RichthofenRulings) -> tuple[Modifier, ...]:
    """What is added to fire from the ground. STRAFE-2, AA-2, AA-3, BALL-5, BALL-6."""
    novice = target.status == "novice"
    if source == "strafed" or target.strafing:
        found = [modifier(AT_STRAFER, "at a strafing aircraft", "RW-STRAFE-2" if source == "strafed" else "RW-AA-3")]
        return (*found, modifier(NOVICE_STRAFES, "novice", "RW-STRAFE-2")) if novice else tuple(found)
    if source == "balloon" and target.height <= LOW:
        return (modifier(NOVICE_STRAFES, "novice", "RW-BALL-6"),) if novice else ()
    value = -in_fire(target.status, tables, rulings)
    rule = "RW-BALL-5" if source == "balloon" else "RW-AA-2"
    return (modifier(value, f"at a {NAMES[target.status]}", rule),) if value else ()


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
    dice: Dice, row: Damage, change: int, rulings: RichthofenRulings, by: str = "", about: object = None
) -> GroundResult:
    """A shot from the ground, with the extra die for a critical hit that modifiers rule out. GCRIT-1."""
    result = shot(dice, row, change, rulings, by, about)
    lost = result.natural in row.critical and not result.critical
    saved = rulings.ground_critical_scope == "all" or rules_out_criticals(row, change)
    return GroundResult(result, result.critical or (lost and saved and harm.extra_critical(dice, by)))


def archie_fires(dice: Dice, *, own: bool = False, by: str = "") -> bool:
    """Whether Archie fires at an aircraft in its reach; ``own``: at one of its own side. AA-1, OWNAA-1."""
    need = OWN_ARCHIE_FIRES if own else ARCHIE_FIRES
    return dice.draw(check("archie", D6, AtMost(need), by=by, about=f"{need} or less"))


def archie(dice: Dice, row: Damage, change: int, rulings: RichthofenRulings, *, own: bool = False) -> GroundResult | None:
    """The fire of Archie at an aircraft in its reach; None: it does not fire. AA-1 to AA-3, GCRIT-1."""
    return ground_shot(dice, row, change, rulings) if archie_fires(dice, own=own) else None


def in_archie(hexes_from_trench: int, height: int) -> bool:
    """Whether an aircraft over a side's airspace is in reach of its Archie; the trench hex is 0. AA-1."""
    return 0 <= hexes_from_trench <= ARCHIE_FROM_LINES and height <= ARCHIE_CEILING


def spares(friends: Iterable[tuple[int, int]]) -> bool:
    """Whether a friend of the gunners is too near to the target; friends as hexes and metres of height apart. AA-4."""
    return any(hexes <= FRIEND_NEAR and apart <= FRIEND_LEVEL for hexes, apart in friends)


def mistaken(enemies: Iterable[int], rulings: RichthofenRulings) -> bool:
    """Whether Archie may take its own side for the enemy, by the hexes to enemy aircraft. OWNAA-1."""
    far = list(enemies)
    if rulings.own_archie_distance == "nearest":
        return bool(far) and ENEMY_NEAREST <= min(far) <= ENEMY_FURTHEST
    return any(ENEMY_NEAREST <= one <= ENEMY_FURTHEST for one in far)


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
