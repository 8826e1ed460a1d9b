"""The tables of the game: what a row of each holds, what all rows of one must cover, and the set that is in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import Field, model_validator

from aqmf_air import api

if TYPE_CHECKING:
    from aqmf_air.games.richthofens_war.sequence import RichthofenRulings as RichthofenRulings
else:  # the classes of rulings stand in the chapters, which stand above this module
    RichthofenRulings = api.Rulings

R = TypeVar("R", bound=api.Sourced)
D6 = api.numbered(6)
PACKAGE = "aqmf_air.games.richthofens_war"
RULESET = "richthofen"
TOTALS = range(2, 13)
"""Of two dice."""
FURTHEST = 7
"""Hexes that fire reaches at most."""
STEP = 50
"""Metres of a step of height."""

SideId = Literal["german", "allied"]
SIDES: tuple[SideId, ...] = ("german", "allied")
SIDE_NAMES: Mapping[str, str] = {"german": "Germans", "allied": "Allies"}
Column = Literal["A", "B", "C", "D"]
Special = Literal[
    "as-fighter", "as-fighter-until-1916-11", "tails-larger", "rear-gun-option", "biplane-tail", "separate-guns",
    "british-lewis", "twin-mount", "locks-controls", "hangs-on-propeller", "dual-controls", "rear-all-round",
    "gunbus", "observers-front-gun", "perhaps-twin-mount",
]  # fmt: skip
"""What is special about a type: INIT-7, INIT-8, TAIL-12, SPEC-1, -2, -5, -10, -11, -16, -17, -23 and -25; the rulings
``gunbus_crew``, ``observer_front_guns`` and ``fokker_d``."""


class Number(api.NamedNumber):
    """A whole number."""

    value: int


class Dated(api.Sourced):
    """A month from which on something holds."""

    name: str
    month: str = Field(pattern=r"^\d{4}-\d{2}$")
    what: str


Schedule = Literal["A", "B", "C", "D", "E", "F", "G"]


class ScheduleNumber(api.Sourced):
    """What a maneuver schedule counts in tailing. TAIL-6, TAIL-7."""

    schedule: Schedule
    tailing: int


class StrafingAttacks(api.Sourced):
    """Attacks that a strafing aircraft takes, from so many hexes strafed on. STRAFE-1."""

    hexes: int = Field(ge=1)
    attacks: int


class Damage(api.Sourced):
    """Damage by the total of two dice, 2 to 12, and the totals that are critical hits."""

    damage: tuple[int, ...] = Field(min_length=11, max_length=11)
    critical: tuple[int, ...] = ()

    def at(self, total: int) -> int:
        """Points of damage of a total."""
        return self.damage[total - TOTALS.start]


class FireRow(Damage):
    """Fire of an aircraft's guns at a range."""

    fire: Column
    near: int = Field(ge=0)
    far: int = Field(le=FURTHEST)


class GroundFire(Damage):
    """Fire from the ground."""

    fire: Literal["MG", "AA"]
    reach: int = Field(ge=0)
    ceiling: int = Field(ge=0)


class GunType(api.Frozen):
    """A gun of a type of aircraft."""

    name: str
    mount: Literal["front", "rear"]
    by: Literal["pilot", "observer"]
    column: Column
    rounds: int = 0
    drums: tuple[int, ...] = ()

    @property
    def ammunition(self) -> tuple[int, ...]:
        """Points of ammunition, drum by drum; a belt is one drum."""
        return self.drums or (self.rounds,)


class AircraftType(api.SourcedByField):
    """An aircraft sheet: speeds in movement points, heights in metres, damage in points to destruction."""

    name: str
    nation: str
    crew: int = Field(ge=1, le=4)
    schedule: Schedule
    max_speed: int
    min_speed: int
    dive_speed: int
    overdive_speed: int
    max_dive: int
    max_climb: int
    ceiling: int
    damage: int = Field(ge=1)
    front: Column | None = None
    """The column of the front guns together; None: it has none."""
    guns: tuple[GunType, ...] = ()
    silhouette: int = Field(ge=-1, le=2)
    special: tuple[Special, ...] = ()
    in_service: str = Field(pattern=r"^\d{4}-\d{2}$")
    mph: int
    auxiliary: bool = False
    inferred: tuple[str, ...] = ()
    """Those that are worked out from them."""
    sourced: tuple[str, ...] = ()
    """Those that another source gives, which the row names."""

    @property
    def two_seater(self) -> bool:
        """Whether it carries more than a pilot."""
        return self.crew > 1

    @property
    def bomber(self) -> bool:
        """Whether it is a large bomber with several engines. BASE-3."""
        return self.schedule == "G"

    def has(self, special: Special) -> bool:
        """Whether that is special about it."""
        return special in self.special

    @model_validator(mode="after")
    def _in_order(self) -> AircraftType:
        if not self.min_speed <= self.max_speed:
            raise ValueError(f"min_speed ({self.min_speed}) is above max_speed ({self.max_speed})")
        return self


def _fire_is_whole(rows: Sequence[FireRow]) -> str | None:
    for column in ("A", "B", "C", "D"):
        for far in range(FURTHEST + 1):
            count = sum(row.fire == column and row.near <= far <= row.far for row in rows)
            if count != 1:
                return f"column {column} has {count or 'no'} row{'s' * (count > 1)} for {far} hexes"
    return None


def _every_total(rows: Sequence[CriticalHit]) -> str | None:
    missing = sorted(set(TOTALS) - {row.total for row in rows})
    return f"no row for a total of {missing[0]}" if missing else None


def _table(
    id_: str, title: str, row: type[api.Sourced], *key: str, grows: bool = False, check: Any = lambda rows: None
) -> api.TableSource:
    return api.TableSource(id_, title, api.package_file(PACKAGE, f"data/tables/{id_}.toml"), row, key, grows, check)


def _numbers(id_: str, title: str) -> api.TableSource:
    return _table(id_, title, Number, "name")


class BombHit(api.Sourced):
    """The least total of two dice that hits from a height. D-16."""

    above: int
    to: int
    need: int


Effect = Literal["pilot", "observer", "engine", "fuel", "controls", "gun", "damage", "dive", "climb"]


class CriticalHit(api.Sourced):
    """What a critical hit does. D-11."""

    total: int = Field(ge=2, le=12)
    effect: Effect
    amount: int = 0
    loss: tuple[int, ...] = ()
    ground_from: int = Field(default=1, ge=1, le=6)
    """The least face of one die with which such a hit from the ground counts. CAS-1."""


class DamageEffect(api.Sourced):
    """Speed and climb lost from so many points of damage on. D-23."""

    points: int
    speed: int
    climb: int


class Deflection(api.Sourced):
    """What the angle between two facings adds to fire. D-10."""

    chart: Literal["normal", "bottom"]
    change: tuple[int, int, int, int]


class FieldOfFire(api.Sourced):
    """How far guns of a mount fire, in hexes on the map and metres. D-9."""

    mount: Literal["front", "rear"]
    near: int
    far: int
    height: int
    blind_row: bool = False


class Maneuver(api.Sourced):
    """A complex maneuver: ``turn`` hexsides, ``height`` metres won or lost, ``slip`` hexes to a side of ahead."""

    name: str
    title: str
    what: str
    costs: Mapping[str, int]
    turn: int
    height: int
    slip: int


class Replacement(api.Sourced):
    """The totals of two dice on which an airman who joins is a novice. BA-1."""

    nation: str
    role: Literal["pilot", "observer"]
    novice: tuple[int, ...]


class Standing(api.Sourced):
    """What victories, or the want of them, make of a pilot."""

    status: Literal["novice", "ace", "double-ace"]
    victories: int
    initiative: int
    fire: int
    tail: int


class TailingRow(api.Sourced):
    """The totals of two dice on which a try to tail succeeds."""

    row: int
    success: tuple[int, ...]


class TurnCosts(api.Sourced):
    """Movement points for the hexsides turned in one hex. D-4."""

    schedule: Schedule
    sides: tuple[int, ...] = Field(max_length=3)


SOURCES = (
    _table("fire", "Target damage, guns", FireRow, "fire", "near", "far", check=_fire_is_whole),
    _table("ground-fire", "Target damage, fire from the ground", GroundFire, "fire"),
    _table("aircraft", "Aircraft sheets", AircraftType, "name", grows=True),
    _table("turn-costs", "Turn costs", TurnCosts, "schedule"),
    _table("schedules", "Maneuver schedules", ScheduleNumber, "schedule"),
    _numbers("movement", "Movement"),
    _numbers("overdive", "Overdiving, collisions"),
    _table("fields-of-fire", "Fields of fire", FieldOfFire, "mount"),
    _table("deflection", "Deflection", Deflection, "chart"),
    _table("critical-hits", "Critical hits", CriticalHit, "total", check=_every_total),
    _table("maneuvers", "Maneuvers", Maneuver, "name", grows=True),
    _numbers("map", "Map"),
    _numbers("balloons", "Balloons and their guns"),
    _table("bombing", "Bombing", BombHit, "above", "to"),
    _numbers("load", "Bombs aboard"),
    _numbers("strafing", "Strafing"),
    _table("strafing-attacks", "Attacks on strafing aircraft", StrafingAttacks, "hexes"),
    _numbers("ground-attacks", "Fire from the ground"),
    _numbers("missions", "Photographs and spotting"),
    _numbers("wind", "Wind"),
    _numbers("initiative", "Order of moves"),
    _table("tailing", "Tailing", TailingRow, "row"),
    _numbers("tailing-limits", "Tailing, limits"),
    _numbers("fire-changes", "Fire, changes and limits"),
    _numbers("jams", "Jams"),
    _numbers("fuel", "Fuel"),
    _numbers("crews", "Wounds, parachutes, novices"),
    _table("dates", "Dates", Dated, "name"),
    _table("aces", "Aces and novices", Standing, "status"),
    _table("replacements", "Replacements", Replacement, "nation", "role", grows=True),
    _table("damage-effects", "What damage does", DamageEffect, "points", grows=True),
    _numbers("points", "Victory points"),
    _numbers("campaign", "Campaigns"),
)


def _table_of(id_: str, row: type[R]) -> cached_property[api.RuleTable[R]]:
    """A table of a set by its id, looked up once."""
    return cached_property(lambda tables: tables.of.of(id_, row))


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables in force, each by its name. A set of them is itself alone, so that rules can be asked about it."""

    of: api.TablesInForce
    schedules = _table_of("schedules", ScheduleNumber)
    aircraft = _table_of("aircraft", AircraftType)
    turn_costs = _table_of("turn-costs", TurnCosts)
    maneuvers = _table_of("maneuvers", Maneuver)
    deflection = _table_of("deflection", Deflection)
    fields = _table_of("fields-of-fire", FieldOfFire)
    critical_hits = _table_of("critical-hits", CriticalHit)
    ground_fire = _table_of("ground-fire", GroundFire)
    tailing = _table_of("tailing", TailingRow)
    standings = _table_of("aces", Standing)
    replacements = _table_of("replacements", Replacement)

    def number(self, table: str, name: str) -> int:
        """A number of a table of numbers."""
        return self.of.of(table, Number).at(name).value

    def month(self, name: str) -> str:
        """A month of the table of dates: year and month."""
        return self.of.of("dates", Dated).at(name).month

    @cached_property
    def strafing_attacks(self) -> tuple[StrafingAttacks, ...]:
        """The fewest hexes first."""
        return tuple(sorted(self.of.of("strafing-attacks", StrafingAttacks), key=lambda row: row.hexes))

    @cached_property
    def bombing(self) -> tuple[BombHit, ...]:
        return tuple(self.of.of("bombing", BombHit))

    @cached_property
    def damage_effects(self) -> tuple[DamageEffect, ...]:
        return tuple(self.of.of("damage-effects", DamageEffect))

    @cached_property
    def _fire(self) -> Mapping[tuple[str, int], FireRow]:
        rows = self.of.of("fire", FireRow)
        return {(row.fire, far): row for row in rows for far in range(row.near, row.far + 1)}

    def fire(self, column: str, hexes: int) -> FireRow:
        """The row of the target damage table for a column and a range in hexes, 0 to 7."""
        return self._fire[column, hexes]


tables = api.GameTables(RULESET, SOURCES, Tables)
"""The tables with the supplied rows of a digest."""
tables_in_force = tables.today
"""Those with the rows that a player supplies today, for what is asked outside of a game."""
tables_today = tables.keep
"""The digest of those that a new game begins with; what is supplied is kept for it."""


@cache
def kept_rulings() -> tuple[api.KeptRuling, ...]:
    """What games and campaigns keep that were begun under older rules."""
    return api.read_kept_rulings(api.package_file(PACKAGE, "data/kept_rulings.toml"))
