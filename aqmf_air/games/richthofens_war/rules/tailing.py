"""Tailing: who is in position for a try, which row of the table it has, and the try. TAIL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import check, numbered
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.richthofens_war.rules import schedules
from aqmf_air.games.richthofens_war.rules.skill import Status
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import STEP, TOTALS, AircraftType, Schedule, Tables
from aqmf_air.geometry.hexes.grid import Hex, distance, in_cone, in_row

D6 = numbered(6)


@dataclass(frozen=True)
class HexPlace:
    """Where an aircraft is: its hex, its facing, its height in metres."""

    at: Hex
    facing: int
    height: int


def behind(tailer: HexPlace, target: HexPlace, rulings: RichthofenRulings) -> bool:
    """Whether a place is in the row of hexes behind another one, with the same facing. TAIL-1."""
    if tailer.facing != target.facing:
        return False
    if tailer.at == target.at:
        return rulings.tail_same_hex == "yes-if-50m" and tailer.height != target.height
    lies = in_row if rulings.tail_row == "straight-row" else in_cone
    return lies(target.at, target.facing + 3, tailer.at)


def good_position(hexes: int, apart: int, tables: Tables) -> bool:
    """Whether a height difference in metres is good at so many hexes on the map. TAIL-3, TAIL-4."""
    steps = -(-apart // STEP)
    if hexes <= 1 and steps <= tables.number("tailing-limits", "steps-behind"):
        return True
    return tables.number("tailing-limits", "hexes-a-step") * steps <= hexes


def in_reach(hexes: int, apart: int, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether a target is near enough, height counted. TAIL-1."""
    steps = -(-apart // STEP)
    far = {"sum": hexes + steps, "larger-of-both": max(hexes, steps), "map-only": hexes}[rulings.tail_range]
    return far <= tables.number("tailing-limits", "furthest")


def in_position(tailer: HexPlace, target: HexPlace, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether one may try to tail the other from where it is. TAIL-1, TAIL-3, TAIL-4."""
    hexes, apart = distance(tailer.at, target.at), abs(tailer.height - target.height)
    near = behind(tailer, target, rulings) and in_reach(hexes, apart, tables, rulings)
    return near and good_position(hexes, apart, tables)


@dataclass(frozen=True)
class Party:
    """What counts of an aircraft in a try."""

    type: AircraftType
    schedule: Schedule
    """The one that counts (``tail_schedule_used``)."""
    status: Status = ""
    loaded: bool = False


def silhouette_in_tailing(type_: AircraftType, tables: Tables, *, loaded: bool = False) -> int:
    """The silhouette that counts in tailing: one more for open machines, never less than 0 with bombs. TAIL-12, BOMB-4."""
    size = type_.silhouette + type_.has("tails-larger")
    return max(size, tables.number("load", "least-silhouette")) if loaded else size


def row_of(
    tailer: Party, target: Party, tables: Tables, rulings: RichthofenRulings, others: Iterable[Schedule] = ()
) -> tuple[int, tuple[Modifier, ...]]:
    """The row of the table for a try, and what shifts it.

    Args:
        tailer: who tries.
        target: at whom.
        tables: in force.
        rulings: in force.
        others: the schedules of others who try to tail the same target.

    TAIL-6, TAIL-7, TAIL-9 to TAIL-12.
    """
    group = {tailer.schedule, target.schedule}
    if rulings.tail_same_schedule == "whole-group":
        group |= set(others)
    shifts = [
        *_of_status(tailer, 1, "tailer", tables),
        *(_of_size(tailer, 1, "tailer", tables, rulings) if len(group) == 1 else ()),
    ]
    if rulings.tail_whose_status == "both":
        shifts += _of_status(target, -1, "target", tables)
        shifts += _of_size(target, -1, "target", tables, rulings) if len(group) == 1 else ()
    apart = schedules.number(tailer.schedule, tables) - schedules.number(target.schedule, tables)
    return shifted(apart, tuple(shifts), tables, rulings), tuple(shifts)


def shifted(row: int, shifts: Iterable[Modifier], tables: Tables, rulings: RichthofenRulings) -> int:
    """A row with what shifts it, held within the table. TAIL-7."""
    for shift in shifts:
        row += shift.value
        row = _held(row, tables) if rulings.tail_shift_sum == "clamp-each" else row
    return _held(row, tables)


def _of_status(one: Party, sign: int, who: str, tables: Tables) -> Sequence[Modifier]:
    if not one.status:
        return ()
    rows = sign * tables.standings.at(one.status).tail
    if one.status == "novice":
        return (modifier(-rows, f"the {who} is a novice", "RW-TAIL-10", of="row"),)
    return (modifier(rows, f"the {who} is an ace", "RW-TAIL-9", of="row"),)


def _of_size(one: Party, sign: int, who: str, tables: Tables, rulings: RichthofenRulings) -> Sequence[Modifier]:
    size = _rows_of(silhouette_in_tailing(one.type, tables, loaded=one.loaded), rulings)
    return (modifier(-sign * size, f"silhouette of the {who}", "RW-TAIL-11", of="row"),) if size else ()


def _rows_of(size: int, rulings: RichthofenRulings) -> int:
    if abs(size) < 2:
        return size
    return {"one-row": 1, "two-rows": 2, "none": 0}[rulings.tail_plus_two]


def _held(row: int, tables: Tables) -> int:
    """The row of the table that is nearest. TAIL-7."""
    rows: list[int] = [one.row for one in tables.tailing]
    return max(min(rows), min(max(rows), row))


def spans(tables: Tables, row: int) -> str:
    """The totals on which a row of the tailing table succeeds, as it is printed: ``2-8, 12``."""
    found: list[list[int]] = []
    for total in TOTALS:
        if total not in tables.tailing.at(row).success:
            continue
        if found and found[-1][-1] == total - 1:
            found[-1].append(total)
        else:
            found.append([total])
    return ", ".join(f"{one[0]}-{one[-1]}" if len(one) > 1 else f"{one[0]}" for one in found)


@dataclass(frozen=True)
class Among:
    """A total passes when it is one of these."""

    totals: frozenset[int]

    def __call__(self, total: int) -> bool:
        return total in self.totals


def tail_try(dice: Dice, row: int, tables: Tables, by: str = "", about: object = None) -> bool:
    """Whether a try succeeds. TAIL-8."""
    success = frozenset(tables.tailing.at(row).success)
    return dice.draw(check("tailing", D6, Among(success), 2, by=by, about=about))


def shifted_try(
    dice: Dice, apart: int, shifts: tuple[Modifier, ...], tables: Tables, rulings: RichthofenRulings, by: str = ""
) -> bool:
    """Whether a try succeeds, from the difference of schedules and what shifts the row. TAIL-7, TAIL-8."""
    return tail_try(dice, shifted(apart, shifts, tables, rulings), tables, by)
