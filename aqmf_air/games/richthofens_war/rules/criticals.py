"""A critical hit: which it is, and what it does to whom. CRIT-1 to CRIT-4, CAS-1 to CAS-3, D-11."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import pick
from aqmf_air.games.richthofens_war.rules import harm
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import Tables


@dataclass(frozen=True)
class Critical:
    """What a critical hit comes to."""

    total: int
    """Of the two dice for it."""
    amount: int = 0
    """What it costs: movement points, metres, steps of the schedule, points of damage."""
    health: Literal["", "fit", "wounded", "dead"] = ""
    """What becomes of the man whom it hits; ``fit``: nothing."""
    gun: str = ""
    """The gun that it puts out."""


def critical_hit(
    dice: Dice,
    guns: Sequence[str],
    tables: Tables,
    rulings: RichthofenRulings,
    by: str = "",
    *,
    observer: bool = False,
    ground: bool = False,
) -> Critical:
    """Two dice for a critical hit, and what else it asks for.

    Args:
        dice: as of any rule.
        guns: those of the target that are in order.
        tables: in force.
        rulings: in force.
        by: who rolls.
        observer: whether somebody is behind the target's pilot.
        ground: whether it comes from the ground. CAS-1.
    """
    total = harm.critical_total(dice, by)
    row = tables.critical_hits.at(total)
    while row.effect == "observer" and not observer and rulings.critical_six_single == "reroll":
        total = harm.critical_total(dice, by)
        row = tables.critical_hits.at(total)
    if ground and not harm.hurt_from_ground(dice, total, tables, by):
        return Critical(total, health="fit")
    match row.effect:
        case "pilot":
            if ground and rulings.casualty_pilot_hit == "seriously-wounded":
                return Critical(total, health="wounded")
            return Critical(total, health=harm.man_hit(dice, tables, by))
        case "observer" if observer:
            if rulings.observer_wounds == "off":
                return Critical(total, health="dead")
            return Critical(total, health=harm.man_hit(dice, tables, by, observer=True))
        case "engine":
            return Critical(total, harm.engine_hit(dice, total, tables, by))
        case "gun" if guns:
            return Critical(total, gun=guns[0] if len(guns) == 1 else dice.draw(pick("gun", tuple(guns), by=by)))
        case "observer" | "gun":
            return Critical(total, health="fit")
        case _:
            return Critical(total, row.amount)
