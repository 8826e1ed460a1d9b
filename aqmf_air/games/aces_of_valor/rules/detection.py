"""Who sees whom first, and whether there is a fight at all. DET, CBT."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.aces_of_valor.rules.six_sided import amount, of_table
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.table_rows import (
    Amount,
    CombatEventRow,
    Detection,
    DetectionRow,
    Kind,
    PlaceChange,
    TierRow,
)
from aqmf_air.games.aces_of_valor.tables import Tables


@dataclass(frozen=True)
class Airborne:
    """What counts of an aircraft before a combat; the air skill is the one that ``downed_skill`` names."""

    kind: Kind
    air_skill: int


def flight_tier(tiers: Iterable[int]) -> int:
    """The tier of a flight by those of its fighters: the majority, the higher on a tie. CBT-4, CBT-5."""
    count = Counter(tiers)
    return max(count, key=lambda tier: (count[tier], tier), default=1)


def enemy_tier(dice: Dice, flight: int, tables: Tables) -> int:
    """The tier of the enemy's fighters. CBT-3."""
    return tables.row(
        "c2", TierRow, of_table(dice, "c2", "enemy tier", tables, column=f"tier{flight}"), f"tier{flight}"
    ).tier


def detection_modifiers(
    own: tuple[Airborne, ...], enemy: tuple[Airborne, ...], tables: Tables, rulings: ValorRulings
) -> tuple[Modifier, ...]:
    """What is added on C3. DET-2, DET-3."""
    found = [
        modifier(max((one.air_skill for one in own), default=0), "best air skill of the flight", "AOV-DET-2"),
        modifier(-max((one.air_skill for one in enemy), default=0), "best air skill of the enemy", "AOV-DET-2"),
        modifier(_slow(own, rulings) * tables.number("own-two-seater"), "2-seater in the flight", "AOV-DET-3"),
        modifier(_slow(enemy, rulings) * tables.number("enemy-two-seater"), "2-seater of the enemy", "AOV-DET-3"),
    ]
    return tuple(one for one in found if one.value)


def _slow(side: tuple[Airborne, ...], rulings: ValorRulings) -> int:
    count = sum(one.kind == "two-seater" or (one.kind != "fighter" and rulings.c3_bomber == "same") for one in side)
    return min(count, 1) if rulings.c3_two_seater == "once" else count


def detection(dice: Dice, changes: tuple[Modifier, ...], tables: Tables) -> Detection:
    """The result of C3. DET-1."""
    return tables.row("c3", DetectionRow, of_table(dice, "c3", "detection", tables, *changes)).result


def enemy_forces(result: Detection, own: int, enemy: int) -> bool:
    """Whether the enemy makes the player fight, by the aircraft of each side. DET-1, DET-4."""
    if result == "fight-if-enemy-equal-or-more":
        return enemy >= own
    return enemy > own if result == "fight-if-enemy-more" else result in ("enemy-surprise", "enemy-engages")


def forced(dice: Dice, changes: tuple[Modifier, ...], own: int, enemy: int, tables: Tables) -> bool:
    """Whether a meeting becomes a fight that the player cannot evade. DET-1, DET-4."""
    return enemy_forces(detection(dice, changes, tables), own, enemy)


def combat_event(dice: Dice, place: str, tables: Tables, *changes: Modifier) -> CombatEventRow:
    """The row of C10 after a round at a place: ``trench``, ``enemy-airfield``; ``changes``: of optional rules. RND-7."""
    here = modifier(tables.of.of("c10-places", PlaceChange).at(place).change, place.replace("-", " "), "AOV-RND-7")
    return tables.row("c10", CombatEventRow, of_table(dice, "c10", "combat event", tables, here, *changes))


def reinforced(dice: Dice, place: str, checks: int, tables: Tables) -> bool:
    """Whether enemies arrive in one of several combat event checks. RND-7."""
    return any(combat_event(dice, place, tables).result.startswith("arrive") for _ in range(checks))


def arriving(dice: Dice, die: Amount, own: int, enemy: int, limited: bool, tables: Tables, rulings: ValorRulings) -> int:
    """How many enemies join, of those that C10 brings; ``limited``: by the optional rule. RND-7, OPT-7."""
    more = amount(dice, "enemies who arrive", die)
    return arrivals(own, enemy, more, tables, rulings) if limited else more


def arrivals(own: int, enemy: int, more: int, tables: Tables, rulings: ValorRulings) -> int:
    """How many of a group of enemies join, under the optional limit. OPT-7; the ruling ``arrival_cap``."""
    free = min(own * tables.number("arrival-times"), tables.number("arrival-most")) - enemy
    if rulings.arrival_cap == "up-to":
        return max(0, min(more, free))
    return more if more <= free else 0
