"""Rows of the tables: what each holds. The code of a table in the book is its id: ``c8``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from aqmf_air.core.data.tables import Sourced, SourcedByField

Nation = Literal["german", "french", "british", "american"]
Side = Literal["front", "back"]
"""Of a counter: undamaged, damaged."""
Airfield = Literal["A", "B", "C", "D"]
Half = Literal["entente", "german"]
Weather = Literal["clear", "light-clouds", "heavy-clouds"]
Place = Literal["friendly-rear", "friendly-trench", "enemy-trench", "enemy-rear", "enemy-airfield"]
Kind = Literal["fighter", "two-seater", "bomber", "heavy-bomber"]
Sheet = Literal["tier1", "tier2", "tier3", "two-seater", "bomber", "heavy-bomber"]
Feature = Literal["airfield", "town", "rail-yard", "depot", "hq", "woods", "trench", "balloon"]
GroundKind = Literal[
    "trench", "infantry", "artillery", "convoy", "aa-battery", "train", "balloon",
    "airfield", "depot", "town-ace", "town-bdf", "rail-yard", "hq",
]  # fmt: skip
Armour = Literal["balloon", "soft", "hard"]
Ordnance = Literal["bombs", "rockets"]
Amount = Literal["", "1", "3", "4", "D2", "D3", "D3+1", "D3+2", "D6"]
"""A number, or the die that gives it. DICE-3, DICE-4."""
Action = Literal[
    "attack-air", "strafe-if-no-eligible-air", "ordnance-if-no-eligible-air", "wait-if-no-eligible-air", "wait", "attempt",
    "bomb-in-its-round", "break-off",
]  # fmt: skip
Effect = Literal["none", "damaged", "destroyed"]
Event = Literal["none", "engine", "ground", "raid", "two-seaters", "fighters-d3", "fighters-d6", "ambush"]
Option = Literal["OR-1", "OR-2", "OR-3", "OR-4", "OR-5", "OR-6", "OR-7", "OR-8"]
Detection = Literal[
    "enemy-surprise", "enemy-engages", "fight-if-enemy-equal-or-more", "fight-if-enemy-more", "player-chooses",
    "player-surprise",
]  # fmt: skip


class DiceOf(Sourced):
    """The dice of a table."""

    table: str
    dice: Literal["1D6", "2D6"]

    @property
    def n(self) -> int:
        """How many."""
        return int(self.dice[0])


class Number(Sourced):
    """A number by its name."""

    name: str
    value: int
    what: str


class RolledRow(Sourced):
    """A row for one net roll in a column, where the table has columns."""

    roll: int
    column: str = ""


class WeatherRow(RolledRow):
    """M1."""

    weather: Weather


class WeatherChange(Sourced):
    """What weather adds to the roll on a table. AA-5, PHO-4."""

    weather: Weather
    table: Literal["f5", "c15"]
    change: int


class Capacity(Sourced):
    """M2: ordnance of a type or a kind, undamaged and damaged. ORD-4."""

    kind: str
    ordnance: Ordnance
    most: tuple[int, int]


class TierRow(RolledRow):
    """S1, C2."""

    tier: int = Field(ge=1, le=3)


class FighterType(Sourced):
    """S1: what a nation flies in a tier."""

    nation: Nation
    tier: int = Field(ge=1, le=3)
    type: str


class FieldRow(RolledRow):
    """S2."""

    field: Airfield


class CheckRow(RolledRow):
    """F1: whether a damaged aircraft has trouble, to be rolled on F2."""

    result: Literal["none", "F2"]


class TroubleRow(RolledRow):
    """F2."""

    result: Literal["crash", "F3", "F4"]


class LeastRoll(Sourced):
    """The least roll that succeeds at a place: F3, F6, C9."""

    place: Place
    need: int


class LandingRow(RolledRow):
    """F4."""

    result: Literal["safe", "wrecked", "crash"]


class GunfireRow(RolledRow):
    """F5, C14: dice of anti-aircraft guns. C7: dice of the guns of an aircraft."""

    dice: int = Field(ge=0)


class EventRow(RolledRow):
    """F7."""

    result: Event


class Brought(Sourced):
    """What an event brings. EVT-2, EVT-3, EVT-5."""

    result: Event
    two_seaters: Amount = ""
    fighters: Amount = ""
    targets: Amount = ""
    forced: bool = False
    """Whether it is fought without detection."""
    effect: str = ""


class TargetRow(RolledRow):
    """F8."""

    result: GroundKind


class NationRow(RolledRow):
    """C1."""

    nation: Nation


class DetectionRow(RolledRow):
    """C3."""

    result: Detection


class Actions(Sourced):
    """C5: what a kind of aircraft may do."""

    side: Literal["friend", "enemy"]
    kind: Kind
    actions: tuple[Action, ...]


class DamagedRow(RolledRow):
    """C5: what a damaged enemy does. ACT-7."""

    act: Literal["as-undamaged", "break-off"]


class PriorityKey(Sourced):
    """C6: what decides the order in a space. IN-6."""

    rank: int
    key: Literal["kind", "air-skill", "performance"]


class EffectRow(RolledRow):
    """C8, by the net roll less the structure."""

    effect: Effect


class CombatEventRow(RolledRow):
    """C10."""

    result: Literal["none", "all-enemy-leave", "arrive-D3", "arrive-D6"]


class PlaceChange(Sourced):
    """C10: what a place adds."""

    place: Literal["friendly-rear", "trench", "enemy-rear", "enemy-airfield"]
    change: int


class PointsRow(RolledRow):
    """C11, C13: damage points. C15: mission points."""

    points: int = Field(ge=0)


class Load(Sourced):
    """C12: dice of a load, and the least net roll of each that hits."""

    ordnance: Ordnance
    load: int
    dice: int
    need: int


class Award(Sourced):
    """P1."""

    cause: str
    points: int


class PriceRow(Sourced):
    """P2."""

    item: str
    price: int = Field(ge=0)


class Level(Sourced):
    """V1."""

    missions: int
    level: str
    at_least: int


class Values(SourcedByField):
    """A side of an aircraft counter. AC-3 to AC-10."""

    kind: Sheet
    side: Side
    hit: int
    """The least net roll of a gun that hits."""
    double: int | None = None
    """The least that hits twice; None: never. AC-5."""
    performance: int
    structure: int
    forward: bool
    defensive: int = Field(ge=0, le=2)
    """Defensive guns."""


class Pilot(SourcedByField):
    """A pilot with his printed skills."""

    nation: Nation
    name: str
    air: int
    ground: int


class CupRow(Sourced):
    """Counters that are alike in a cup of lent or enemy aircraft."""

    kind: Literal["two-seater", "bomber", "heavy-bomber"]
    side: Half
    air: int
    ground: int
    counters: int = Field(ge=0)
    type: str = ""
    """Of heavy bombers. AC-13."""


class GroundTarget(SourcedByField):
    """A side of a ground target counter. GT-1."""

    kind: GroundKind
    side: Side
    aa: int = Field(ge=0)
    initiative: int
    destruction: int = Field(ge=1)
    points: int
    armour: Armour
    counters: int


class LetterRow(RolledRow):
    """The letter of a sector."""

    letter: Literal["A", "B", "C", "D", "E", "F"]


class MissionCard(SourcedByField):
    """A card of the mission deck. PRE-2."""

    card: str
    mission: Literal[
        "scramble", "offensive-patrol", "defensive-patrol", "trench-strafing", "ground-support", "balloon-busting",
        "artillery-spotting", "photo-recon", "bombing",
    ]  # fmt: skip
    cards: int = Field(ge=0)
    fighters: Amount
    two_seaters: int = Field(ge=0)
    bombers: int = Field(ge=0)
    objective: Literal["home-airfield", "airfield", "loop", "trench", "balloon", "town", "rail-yard", "depot", "hq"]
    sector_by: Literal["", "letter", "s2", "D2", "D3"]
    """What is rolled for the sector's letter."""
    targets: Amount
    target: Literal["", "f8-trench", "balloon", "airfield", "depot", "town", "rail-yard", "hq"]
    award: Literal["as-scramble", "patrol", "counters", "attempts", "attempts-if-back"]


class EventCard(Sourced):
    """A post-mission event. OPT-4."""

    card: str
    title: str
    effect: str
    condition: str = ""


class OptionCard(Sourced):
    """A card of an optional rule. OPT-2."""

    card: Option
    title: str
    rule: str


class Column(Sourced):
    """A column of sectors, from west to east."""

    x: int
    zone: Literal["rear", "balloon", "trench"]
    side: Half


class SectorRow(Sourced):
    """A sector with a feature. GEN-3."""

    side: Half
    feature: Feature
    letter: str
    x: int = Field(ge=0, le=9)
    y: int = Field(ge=0, le=7)
    """0 is north."""
    name: str = ""

    @model_validator(mode="after")
    def _on_its_own_half(self) -> SectorRow:
        if (self.x < 5) is not (self.side == "entente"):
            raise ValueError(f"x ({self.x}) is not on the {self.side} half")
        return self
