"""Overdives: whether one damages an aircraft, and by how much. D-7."""

from __future__ import annotations

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtMost, check, numbered, total
from aqmf_air.games.richthofens_war.tables import Tables

D6 = numbered(6)


def overdive(dice: Dice, beyond: int, tables: Tables, by: str = "") -> int:
    """Points of damage of an overdive by so many movement points beyond the dive speed. D-7."""
    if not dice.draw(check("overdive", D6, AtMost(beyond), by=by, about=f"{beyond} or less damages")):
        return 0
    return dice.draw(total("damage", tables.number("overdive", "dice"), D6, by=by, about="points of damage"))


def collides(dice: Dice, tables: Tables, by: str = "") -> bool:
    """Whether an aircraft that ends where another one is is lost (``stacking``)."""
    need = tables.number("overdive", "collision-to")
    return dice.draw(check("collision", D6, AtMost(need), by=by, about=f"lost on {need} or less"))
