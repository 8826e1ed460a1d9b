"""What a player sees of a roll on a table: the row that it led to, all rows of the column, what was added. DICE-1."""

from __future__ import annotations

from aqmf_air.core.dice.dice import Roll
from aqmf_air.core.play.table_lookup import LookUp
from aqmf_air.games.aces_of_valor.on_table import OnTable


def looked_up(roll: Roll) -> LookUp | None:
    """The look-up that a roll led to; None: it was no roll on a table with rows."""
    about = roll.ask.about
    if not isinstance(about, OnTable) or not about.rows:
        return None
    rolled = int(roll.values[0])
    lines = tuple(row.line for row in about.rows)
    return LookUp(about.title, rolled, about.added_to(rolled), lines, about.row_of(rolled))
