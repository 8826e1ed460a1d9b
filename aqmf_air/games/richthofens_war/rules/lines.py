"""The map and its lines: whose ground a hex is, how far the trenches are, which edge is home; and the wind. D-14, D-19."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import pick
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import Tables
from aqmf_air.geometry.hexes.grid import Hex, stepped, to_map

SideId = Literal["german", "allied"]
TOWARDS_ALLIES = (0, 1, 5)
"""Facings in which columns rise, from the German edge to the Allied one."""
DIRECTIONS = tuple(range(6))


def on_map(at: Hex, tables: Tables) -> bool:
    """Whether a hex is on the map."""
    column, row = to_map(at)
    return 0 <= column < tables.number("map", "columns") and 0 <= row < tables.number("map", "rows")


def trench(side: SideId, tables: Tables) -> int:
    """The column of a side's front trench."""
    return tables.number("map", f"{side}-trench")


def ground_of(at: Hex, tables: Tables) -> SideId | Literal[""]:
    """Whose ground a hex is, the front trench included; ``""``: it is no-man's-land."""
    column = to_map(at)[0]
    if column <= trench("german", tables):
        return "german"
    return "allied" if column >= trench("allied", tables) else ""


def behind_lines(at: Hex, side: SideId, tables: Tables) -> int:
    """Hexes from a side's front trench backwards; the trench is 0, what lies before it is negative. AA-1."""
    column = to_map(at)[0]
    return trench("german", tables) - column if side == "german" else column - trench("allied", tables)


def from_any_trench(at: Hex, tables: Tables) -> int:
    """Hexes to the nearest trench of either side."""
    return min(abs(behind_lines(at, side, tables)) for side in ("german", "allied"))


def archie_range(at: Hex, gunners: SideId, tables: Tables, rulings: RichthofenRulings) -> int:
    """Hexes from the trench line as a side's Archie counts them; negative: out of its airspace. AA-1."""
    if rulings.archie_lines == "any-trench":
        enemy: SideId = "allied" if gunners == "german" else "german"
        return -1 if ground_of(at, tables) == enemy else from_any_trench(at, tables)
    return behind_lines(at, gunners, tables)


def left_for_home(at: Hex, side: SideId, tables: Tables) -> bool:
    """Whether a hex off the map lies beyond a side's own edge."""
    column = to_map(at)[0]
    return column < 0 if side == "german" else column >= tables.number("map", "columns")


def prevailing_wind(dice: Dice) -> int:
    """The facing in which the wind blows. D-19."""
    return dice.draw(pick("wind", DIRECTIONS))


def drift(turn: int, tables: Tables) -> int:
    """Hexes that the wind carries everything in the air at the end of a turn. D-19."""
    return 0 if turn % tables.number("wind", "every") else tables.number("wind", "hexes")


def drifted(at: Hex, wind: int, turn: int, tables: Tables) -> Hex:
    """Where something in the air is after the wind of a turn. D-19."""
    return stepped(at, wind, drift(turn, tables))
