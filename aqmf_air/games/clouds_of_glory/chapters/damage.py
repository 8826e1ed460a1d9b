"""Sections 6.3.8 to 6.3.12 of the rules: damage."""

from __future__ import annotations

from typing import Literal

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.tables import D20, DamageRow, Engines, Tables

LAST_ROW = 30


class DamageRulings(api.Rulings):
    """What the source leaves open of damage."""

    damage_range: Literal["clamp", "none-below-1"] = api.ruling(
        "ICOG-6.3.10-a",
        "What does a total below 1 do?",
        "What row 1 says.",
        "Nothing.",
    )


def roll_damage(dice: api.Dice, successes: int, guns: int, tables: Tables, by: str = "") -> int:
    """The total of a hit: a D20, the successes, and what the guns add. ICOG-6.3.8.1, ICOG-6.3.10-a."""
    row = tables.guns(guns)
    more = dice.draw(api.expression("three guns or more", row.die, by=by)) if row.die else 0
    return dice.draw(api.total("damage", 1, D20, by=by)) + successes + row.successes + more


def roll_stray(dice: api.Dice, again: str, by: str = "") -> int:
    """The total of a stray shot, without successes. ICOG-6.3.10-a."""
    return dice.draw(api.expression("stray shot", again, by=by))


def damage_row(total: int, engines: Engines, tables: Tables, rulings: DamageRulings) -> DamageRow | None:
    """The row of a total, above 30 the last one; None: it does nothing. ICOG-6.3.10-a, ICOG-6.3.11-a."""
    if total < 1 and rulings.damage_range == "none-below-1":
        return None
    return tables.damage_row(min(max(total, 1), LAST_ROW), engines)
