"""The tables of the game: which there are, what their rows together must cover, and the set that is in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from aqmf_air.core.data.rule_tables import GameTables, TablesInForce, TableSource
from aqmf_air.core.data.tables import Sourced, package_file
from aqmf_air.games.aces_of_valor import table_rows as rows
from aqmf_air.games.aces_of_valor.table_rows import RolledRow

PACKAGE = "aqmf_air.games.aces_of_valor"
RULESET = "valor"

R = TypeVar("R", bound=RolledRow)
S = TypeVar("S", bound=Sourced)


def _whole(rolled: Sequence[RolledRow]) -> str | None:
    """What is missing between the lowest and the highest roll of a column."""
    columns: dict[str, set[int]] = {}
    for row in rolled:
        columns.setdefault(row.column, set()).add(row.roll)
    for column, there in columns.items():
        if missing := sorted(set(range(min(there), max(there))) - there):
            return f"no row for a roll of {missing[0]}{f' in column {column}' if column else ''}"
    return None


def _apart(found: Sequence[rows.SectorRow]) -> str | None:
    """A sector has one feature at most."""
    taken: dict[tuple[int, int], rows.SectorRow] = {}
    for row in found:
        other = taken.setdefault((row.x, row.y), row)
        if other is not row:
            here, there = (f"{one.feature} {one.letter}" for one in (other, row))
            return f"sector {row.x}, {row.y} has {here} and {there}"
    return None


def _table(
    id_: str, title: str, row: type[Sourced], *key: str, grows: bool = False, check: Any = lambda found: None
) -> TableSource:
    return TableSource(id_, title, package_file(PACKAGE, f"data/tables/{id_}.toml"), row, key, grows, check)


def _rolled(id_: str, title: str, row: type[RolledRow]) -> TableSource:
    """A table by roll: a player's own may go on below and above."""
    return _table(id_, title, row, "column", "roll", grows=True, check=_whole)


SOURCES = (
    _table("dice", "Dice of the tables", rows.DiceOf, "table"),
    _table("numbers", "Numbers of the rules", rows.Number, "name"),
    _rolled("m1", "M1 Weather", rows.WeatherRow),
    _table("weather", "M1 What weather adds", rows.WeatherChange, "weather", "table"),
    _table("m2", "M2 Ordnance capacity", rows.Capacity, "kind", "ordnance", grows=True),
    _rolled("s1", "S1 Starting tier", rows.TierRow),
    _table("types", "S1 Fighter types", rows.FighterType, "nation", "tier"),
    _rolled("s2", "S2 Home airfield", rows.FieldRow),
    _rolled("f1", "F1 Damaged aircraft check", rows.CheckRow),
    _rolled("f2", "F2 Damaged aircraft result", rows.TroubleRow),
    _table("f3", "F3 Forced landing", rows.LeastRoll, "place"),
    _rolled("f4", "F4 Difficult landing", rows.LandingRow),
    _rolled("f5", "F5 Anti-aircraft fire", rows.GunfireRow),
    _table("f6", "F6 Event check", rows.LeastRoll, "place"),
    _rolled("f7", "F7 Event outcome", rows.EventRow),
    _table("f7-results", "F7 What an event brings", rows.Brought, "result"),
    _rolled("f8", "F8 Random ground target", rows.TargetRow),
    _rolled("c1", "C1 Entente nationality", rows.NationRow),
    _rolled("c2", "C2 Enemy tier", rows.TierRow),
    _rolled("c3", "C3 Detection", rows.DetectionRow),
    _table("c5", "C5 Actions", rows.Actions, "side", "kind"),
    _rolled("c5-damaged", "C5 Damaged enemies", rows.DamagedRow),
    _table("c6", "C6 Priority", rows.PriorityKey, "rank"),
    _rolled("c7", "C7 Gun dice", rows.GunfireRow),
    _rolled("c8", "C8 Damage", rows.EffectRow),
    _table("c9", "C9 Pilot of a destroyed fighter", rows.LeastRoll, "place"),
    _rolled("c10", "C10 Combat event check", rows.CombatEventRow),
    _table("c10-places", "C10 What a place adds", rows.PlaceChange, "place"),
    _rolled("c11", "C11 Strafing", rows.PointsRow),
    _table("c12", "C12 Bombs and rockets", rows.Load, "ordnance", "load"),
    _rolled("c13", "C13 Damage on the ground", rows.PointsRow),
    _rolled("c14", "C14 Fire at photo recon and spotting", rows.GunfireRow),
    _rolled("c15", "C15 Photo recon and spotting", rows.PointsRow),
    _table("p1", "P1 Mission points", rows.Award, "cause"),
    _table("p2", "P2 Prices", rows.PriceRow, "item"),
    _table("v1", "V1 Victory", rows.Level, "missions", "level"),
    _table("aircraft", "Aircraft counters", rows.Values, "kind", "side"),
    _table("pilots", "Pilots", rows.Pilot, "nation", "name", grows=True),
    _table("cups", "Cups of 2-seaters and bombers", rows.CupRow, "kind", "side", "air", "ground", grows=True),
    _table("ground-targets", "Ground target counters", rows.GroundTarget, "kind", "side"),
    _rolled("letter", "Letters of sectors", rows.LetterRow),
    _table("missions", "Mission cards", rows.MissionCard, "card", grows=True),
    _table("events", "Post-mission events", rows.EventCard, "card", grows=True),
    _table("options", "Optional rule cards", rows.OptionCard, "card"),
    _table("map-columns", "Zones of the map", rows.Column, "x"),
    _table("map-sectors", "Sectors of the map", rows.SectorRow, "side", "feature", "letter", grows=True, check=_apart),
)


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables in force. A set of them is itself alone, so that rules can be asked about it."""

    of: TablesInForce

    def number(self, name: str) -> int:
        """A number of the rules."""
        return self.of.of("numbers", rows.Number).at(name).value

    def dice(self, table: str) -> int:
        """How many six-sided dice a table asks for."""
        return self.of.of("dice", rows.DiceOf).at(table).n

    def need(self, table: str, place: rows.Place) -> int:
        """The least roll that succeeds at a place, of F3, F6 or C9."""
        return self.of.of(table, rows.LeastRoll).at(place).need

    def row(self, table: str, kind: type[R], roll: int, column: str = "") -> R:
        """The row of a net roll; the lowest of a column stands for all below, the highest for all above.
        Raises DataError: no such column.
        """
        low, high = self._ends.get((table, column), (roll, roll))
        return self.of.of(table, kind).at(column, min(max(roll, low), high))

    @cached_property
    def _ends(self) -> Mapping[tuple[str, str], tuple[int, int]]:
        ends: dict[tuple[str, str], tuple[int, int]] = {}
        for id_, table in self.of.tables.items():
            for row in table:
                if isinstance(row, RolledRow):
                    low, high = ends.get((id_, row.column), (row.roll, row.roll))
                    ends[id_, row.column] = min(low, row.roll), max(high, row.roll)
        return ends

    def weather(self, weather: rows.Weather, table: str) -> int:
        """What weather adds on F5 or C15."""
        return self.of.of("weather", rows.WeatherChange).at(weather, table).change

    def aircraft(self, kind: rows.Sheet, side: rows.Side = "front") -> rows.Values:
        """A side of an aircraft counter."""
        return self.of.of("aircraft", rows.Values).at(kind, side)

    def ground_target(self, kind: rows.GroundKind, side: rows.Side = "front") -> rows.GroundTarget:
        """A side of a ground target counter."""
        return self.of.of("ground-targets", rows.GroundTarget).at(kind, side)

    def points(self, cause: str) -> int:
        """Mission points of P1."""
        return self.of.of("p1", rows.Award).at(cause).points

    def price(self, item: str) -> int:
        """A price of P2."""
        return self.of.of("p2", rows.PriceRow).at(item).price

    def every(self, table: str, kind: type[S]) -> tuple[S, ...]:
        """All rows of a table, in the order in which they ship."""
        return tuple(self.of.of(table, kind))


tables = GameTables(RULESET, SOURCES, Tables)
"""The tables with the supplied rows of a digest."""
tables_in_force = tables.today
"""Those with the rows that a player supplies today, for what is asked outside of a campaign."""
tables_today = tables.keep
"""The digest of those that a new campaign begins with; what is supplied is kept for it."""
