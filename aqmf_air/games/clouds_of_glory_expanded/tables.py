"""What is looked up: the rows of the expanded game's tables, and those in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import RULESET, SpeedBand

PACKAGE = "aqmf_air.games.clouds_of_glory_expanded"


class ExpandedNumber(api.Sourced):
    """A number by its name, of the chapter whose table it is in."""

    name: str
    value: float
    what: str


class GroundUnitRow(api.Sourced):
    """What stands on the ground. T8, M6: ICOGX-6.4.1.a."""

    id: str
    title: str
    combat_strength: int = Field(ge=1, le=40)
    range: float = Field(default=0, ge=0, le=200)
    """MU of its direct fire; 0: it has none."""
    damage: str = ""
    """Dice of a hit of its fire."""
    armour: int = Field(default=0, ge=0, le=6)
    radius: float = Field(gt=0, le=5)
    """MU of its base."""


class CoverRow(api.Sourced):
    """What is taken off each die of damage. T11: ICOGX-6.5.5.a."""

    id: str
    title: str
    reduction: int = Field(ge=0, le=6)


class RangeBandRow(api.Sourced):
    """What range takes off fire from the ground, and off what an observer makes out. M2: ICOGX-6.4.1.1, ICOGX-6.6.1.1."""

    up_to: float = Field(gt=0, le=200)
    """MU."""
    modifier: int = Field(le=0)


class GroundFireSpeed(api.Sourced):
    """What the speed of an aircraft does to fire from the ground. T8: ICOGX-6.4.1.3."""

    band: SpeedBand
    modifier: int


def _table(
    id_: str, title: str, row: type[api.Sourced], *key: str, grows: bool = False, check: Any = lambda rows: None
) -> Any:
    path = api.package_file(PACKAGE, f"data/tables/{id_}.toml")
    return api.TableSource(id_, title, path, row, key, grows, check)


SOURCES = (
    _table("ground-units", "Ground units", GroundUnitRow, "id", grows=True),
    _table("cover", "Cover", CoverRow, "id", grows=True),
    _table("ground-fire", "Ground fire, range", RangeBandRow, "up_to", grows=True),
    _table("ground-fire-speeds", "Ground fire, speed of the target", GroundFireSpeed, "band"),
)


@dataclass(frozen=True, eq=False)
class ExpandedTables:
    """The tables in force. A set of them is itself alone, so that rules can be asked about it."""

    of: api.TablesInForce

    def number(self, table: str, name: str) -> float:
        """A number of a table of numbers."""
        return self.of.of(table, ExpandedNumber).at(name).value

    @cached_property
    def ground_units(self) -> tuple[GroundUnitRow, ...]:
        """Kinds of ground units."""
        return tuple(self.of.of("ground-units", GroundUnitRow))

    def ground_unit(self, kind: str) -> GroundUnitRow:
        """A kind of ground unit."""
        return self.of.of("ground-units", GroundUnitRow).at(kind)

    @cached_property
    def covers(self) -> Mapping[str, CoverRow]:
        """Kinds of cover, by their ids."""
        return {row.id: row for row in self.of.of("cover", CoverRow)}

    def range_modifier(self, distance: float) -> int | None:
        """What range takes off fire from the ground; None: beyond any reach. M2: ICOGX-6.4.1.1."""
        rows = sorted(self.of.of("ground-fire", RangeBandRow), key=lambda row: row.up_to)
        return next((row.modifier for row in rows if distance <= row.up_to), None)

    def ground_fire_speed(self, band: SpeedBand) -> int:
        """What an aircraft's speed does to fire from the ground. ICOGX-6.4.1.3."""
        return self.of.of("ground-fire-speeds", GroundFireSpeed).at(band).modifier


expanded_tables = api.GameTables(RULESET, SOURCES, ExpandedTables)
