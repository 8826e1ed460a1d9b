"""What befalls a flight on its way: events, ground targets, engines. EVT."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import pick
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.aces_of_valor.rules.six_sided import amount, of_table
from aqmf_air.games.aces_of_valor.sectors import Line
from aqmf_air.games.aces_of_valor.table_rows import Amount, Brought, Event, EventRow, GroundKind, Place, TargetRow, Weather
from aqmf_air.games.aces_of_valor.tables import Tables


def event_modifiers(
    place: Place, weather: Weather, tables: Tables, *, clouds_count: bool, offensive: bool
) -> tuple[Modifier, ...]:
    """What is added on F6: heavy clouds by an option, an offensive by an event card. OPT-10, EV-10."""
    clouds = clouds_count and weather == "heavy-clouds"
    found = (
        modifier(tables.number("clouds-on-events") * clouds, "heavy clouds", "AOV-OPT-10"),
        modifier(tables.number("offensive-on-events") * (offensive and place.endswith("trench")), "offensive", "AOV-OPT-4"),
    )
    return tuple(one for one in found if one.value)


def event_outcome(dice: Dice, column: Line, tables: Tables) -> Event:
    """What an event is, by F7. EVT-1."""
    return tables.row("f7", EventRow, of_table(dice, "f7", "event", tables, column=column), column).result


@dataclass(frozen=True, order=True)
class EventArrivals:
    """How many of each kind an event brings."""

    two_seaters: int = 0
    fighters: int = 0
    targets: int = 0


def numbers_met(dice: Dice, event: Event, tables: Tables) -> EventArrivals:
    """How many aircraft or ground targets an event brings. EVT-2, EVT-3, EVT-5."""
    brought = tables.of.of("f7-results", Brought).at(event)
    return EventArrivals(
        amount(dice, "2-seaters", brought.two_seaters),
        amount(dice, "fighters", brought.fighters),
        amount(dice, "ground targets", brought.targets),
    )


def targets_of_card(dice: Dice, of: Amount) -> int:
    """How many ground targets turn up at the objective. MIS-4."""
    return amount(dice, "ground targets", of)


@dataclass(frozen=True)
class InUse:
    """Whether all counters of a kind of ground target are on the map."""

    kinds: frozenset[GroundKind]

    def __call__(self, kind: GroundKind) -> bool:
        return kind in self.kinds


def kinds_on(column: str, tables: Tables) -> frozenset[GroundKind]:
    """The kinds of ground targets in a column of F8."""
    return frozenset(row.result for row in tables.every("f8", TargetRow) if row.column == column)


def ground_target(dice: Dice, column: str, in_use: frozenset[GroundKind], tables: Tables) -> GroundKind:
    """The kind of a ground target by F8; one whose counters are all in use is rolled again. EVT-5, EVT-6."""
    return dice.until(_ground_target, InUse(in_use), column, tables)


def _ground_target(dice: Dice, column: str, tables: Tables) -> GroundKind:
    return tables.row("f8", TargetRow, of_table(dice, "f8", "ground target", tables, column=column), column).result


def one_of(dice: Dice, label: str, names: Iterable[str]) -> str:
    """One name drawn at random. EVT-1."""
    return dice.draw(pick(label, tuple(names)))
