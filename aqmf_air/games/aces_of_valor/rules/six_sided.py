"""The dice of the game: all have six sides, also where a D2 or a D3 is read. DICE-1 to DICE-4."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aqmf_air.core.dice.dice import Dice, Draw
from aqmf_air.core.dice.draws import banded, numbered, total
from aqmf_air.core.dice.modifiers import Modifier
from aqmf_air.games.aces_of_valor.table_rows import Amount
from aqmf_air.games.aces_of_valor.tables import Tables

D6 = numbered(6)


def half(face: int) -> int:
    """A face read as a D2: 1 to 3 is 1. DICE-3."""
    return (face + 2) // 3


def third(face: int) -> int:
    """A face read as a D3: a 5 is a 3. DICE-4."""
    return (face + 1) // 2


def one(label: str, *, by: str = "") -> Draw[int]:
    """A die, as it falls."""
    return banded(label, D6, int, by=by)


def amount(dice: Dice, label: str, of: Amount, *, by: str = "") -> int:
    """A number that is fixed or rolled: ``3``, ``D2``, ``D3+1``; nothing is 0. DICE-3, DICE-4, EVT-3."""
    die, _, more = of.partition("+")
    if not die.startswith("D"):
        return int(die or 0)
    read: Callable[[int], int] = {"D2": half, "D3": third}.get(die, int)
    return dice.draw(banded(label, D6, read, by=by, about=of)) + int(more or 0)


@dataclass(frozen=True)
class OnTable:
    """What a roll on a table is about: which table, which column of it, and what is added to the dice."""

    tables: Tables
    table: str
    column: str = ""
    changes: tuple[Modifier, ...] = ()


def of_table(
    dice: Dice,
    table: str,
    label: str,
    tables: Tables,
    *changes: Modifier,
    column: str = "",
    by: str = "",
    repeats: bool = False,
) -> int:
    """The net roll on a table: the dice that it asks for, and what is added, each with its reason. DICE-1, DICE-2.

    ``repeats``: it is rolled turn after turn, so that the dice of several may be typed at once.
    """
    about = OnTable(tables, table, column, tuple(one for one in changes if one.value))
    roll = total(label, tables.dice(table), D6, by=by, about=about, repeats=repeats)
    return dice.draw(roll) + sum(one.value for one in changes)
