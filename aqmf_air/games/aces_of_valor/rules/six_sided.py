"""The dice of the game: all have six sides, also where a D2 or a D3 is read. DICE-1 to DICE-4."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from aqmf_air.core.dice.dice import Dice, Draw
from aqmf_air.core.dice.draws import banded, numbered, total
from aqmf_air.core.dice.modifiers import Modifier
from aqmf_air.games.aces_of_valor.on_table import OnTable, rolls_of
from aqmf_air.games.aces_of_valor.table_rows import Amount
from aqmf_air.games.aces_of_valor.tables import Tables

D6 = numbered(6)


def half(face: int) -> int:
    """A face read as a D2: 1 to 3 is 1. DICE-3."""
    return (face + 2) // 3


def third(face: int) -> int:
    """A face read as a D3: a 5 is a 3. DICE-4."""
    return (face + 1) // 2


def die(label: str, about: str = "") -> Draw[int]:
    """A die, as it falls; ``about``: what its faces mean."""
    return banded(label, D6, int, about=about)


def faces_that(read: Callable[[int], object]) -> str:
    """What the faces of a die mean, those side by side that mean the same together: ``1-3 Marcel, 4-6 Pierre``."""
    found = [(what, [*same]) for what, same in groupby(range(1, len(D6.faces) + 1), read)]
    return ", ".join(f"{rolls_of(faces[0], faces[-1])} {what}" for what, faces in found)


def amount(dice: Dice, label: str, of: Amount) -> int:
    """A number that is fixed or rolled: ``3``, ``D2``, ``D3+1``; nothing is 0. DICE-3, DICE-4, EVT-3."""
    kind, _, more = of.partition("+")
    if not kind.startswith("D"):
        return int(kind or 0)
    read: Callable[[int], int] = {"D2": half, "D3": third}.get(kind, int)
    about = of if read is int else f"{of}: {faces_that(lambda face: f'is {read(face) + int(more or 0)}')}"
    return dice.draw(banded(label, D6, read, about=about)) + int(more or 0)


def of_table(
    dice: Dice,
    table: str,
    label: str,
    tables: Tables,
    *changes: Modifier,
    column: str = "",
    misses: int = 0,
    use: str = "",
    repeats: bool = False,
) -> int:
    """The net roll on a table: the dice that it asks for, and what is added, each with its reason. DICE-1, DICE-2.

    ``misses``: a natural roll that comes to the lowest row, whatever is added. ``use``: what the table is read for, if not
    what its title says. ``repeats``: it is rolled turn after turn, so that the dice of several may be typed at once.
    """
    about = OnTable(tables, table, column, tuple(one for one in changes if one.value), misses, use)
    roll = total(label, tables.dice(table), D6, about=about, repeats=repeats)
    return dice.draw(roll) + sum(one.value for one in changes)
