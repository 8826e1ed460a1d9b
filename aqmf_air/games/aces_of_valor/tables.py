"""What is looked up: the rows of tables, the tables in force, and what people call what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from pydantic import Field, model_validator

from aqmf_air import api

if TYPE_CHECKING:
    from aqmf_air.games.aces_of_valor.sequence import ValorRulings as ValorRulings
else:  # the classes of rulings stand in the chapters, which stand above this module
    ValorRulings = api.Rulings

# -- rows: what each holds; the code of a table in the book is its id: c8 ----------------------------------------------


Nation = Literal["german", "french", "british", "american"]
Side = Literal["front", "back"]
"""Of a counter: undamaged, damaged."""
Airfield = Literal["A", "B", "C", "D"]
Half = Literal["entente", "german"]
Weather = Literal["clear", "light-clouds", "heavy-clouds"]
PlaceKind = Literal["friendly-rear", "friendly-trench", "enemy-trench", "enemy-rear", "enemy-airfield"]
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
ListedAction = Literal[
    "attack-air", "strafe-if-no-eligible-air", "ordnance-if-no-eligible-air", "wait-if-no-eligible-air", "wait", "attempt",
    "bomb-in-its-round", "break-off",
]  # fmt: skip
Effect = Literal["none", "damaged", "destroyed"]
EventKind = Literal["none", "engine", "ground", "raid", "two-seaters", "fighters-d3", "fighters-d6", "ambush"]
Option = Literal["OR-1", "OR-2", "OR-3", "OR-4", "OR-5", "OR-6", "OR-7", "OR-8"]
Detection = Literal[
    "enemy-surprise", "enemy-engages", "fight-if-enemy-equal-or-more", "fight-if-enemy-more", "player-chooses",
    "player-surprise",
]  # fmt: skip


class DiceOf(api.Sourced):
    """The dice of a table."""

    table: str
    dice: Literal["1D6", "2D6"]

    @property
    def n(self) -> int:
        """How many."""
        return int(self.dice[0])


class Number(api.Sourced):
    """A number by its name."""

    name: str
    value: int
    what: str


class RolledRow(api.Sourced):
    """A row for one net roll in a column, where the table has columns."""

    roll: int
    column: str = ""


class WeatherRow(RolledRow):
    """M1."""

    weather: Weather


class WeatherChange(api.Sourced):
    """What weather adds to the roll on a table. AA-5, PHO-4."""

    weather: Weather
    table: Literal["f5", "c15"]
    change: int


class Capacity(api.Sourced):
    """M2: ordnance of a type or a kind, undamaged and damaged. ORD-4."""

    kind: str
    ordnance: Ordnance
    most: tuple[int, int]


class TierRow(RolledRow):
    """S1, C2."""

    tier: int = Field(ge=1, le=3)


class FighterType(api.Sourced):
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


class LeastRoll(api.Sourced):
    """The least roll that succeeds at a place: F3, F6, C9."""

    place: PlaceKind
    need: int


class LandingRow(RolledRow):
    """F4."""

    result: Literal["safe", "wrecked", "crash"]


class GunfireRow(RolledRow):
    """F5, C14: dice of anti-aircraft guns. C7: dice of the guns of an aircraft."""

    dice: int = Field(ge=0)


class EventRow(RolledRow):
    """F7."""

    result: EventKind


class Brought(api.Sourced):
    """What an event brings. EVT-2, EVT-3, EVT-5."""

    result: EventKind
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


class Actions(api.Sourced):
    """C5: what a kind of aircraft may do."""

    side: Literal["friend", "enemy"]
    kind: Kind
    actions: tuple[ListedAction, ...]


class DamagedRow(RolledRow):
    """C5: what a damaged enemy does. ACT-7."""

    act: Literal["as-undamaged", "break-off"]


class PriorityKey(api.Sourced):
    """C6: what decides the order in a space. IN-6."""

    rank: int
    key: Literal["kind", "air-skill", "performance"]


class EffectRow(RolledRow):
    """C8, by the net roll less the structure."""

    effect: Effect


class CombatEventRow(RolledRow):
    """C10."""

    result: Literal["none", "all-enemy-leave", "arrive-D3", "arrive-D6"]


class PlaceChange(api.Sourced):
    """C10: what a place adds."""

    place: Literal["friendly-rear", "trench", "enemy-rear", "enemy-airfield"]
    change: int


class PointsRow(RolledRow):
    """C11, C13: damage points. C15: mission points."""

    points: int = Field(ge=0)


class Load(api.Sourced):
    """C12: dice of a load, and the least net roll of each that hits."""

    ordnance: Ordnance
    load: int
    dice: int
    need: int


class Award(api.Sourced):
    """P1."""

    cause: str
    points: int


class PriceRow(api.Sourced):
    """P2."""

    item: str
    price: int = Field(ge=0)


class Level(api.Sourced):
    """V1."""

    missions: int
    level: str
    at_least: int


class Values(api.SourcedByField):
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


class PilotRow(api.SourcedByField):
    """A pilot with his printed skills."""

    nation: Nation
    name: str
    air: int
    ground: int


class CupRow(api.Sourced):
    """Counters that are alike in a cup of lent or enemy aircraft."""

    kind: Literal["two-seater", "bomber", "heavy-bomber"]
    side: Half
    air: int
    ground: int
    counters: int = Field(ge=0)
    type: str = ""
    """Of heavy bombers. AC-13."""


class GroundTargetRow(api.SourcedByField):
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


class MissionCard(api.SourcedByField):
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


class EventCard(api.Sourced):
    """A post-mission event. OPT-4."""

    card: str
    title: str
    effect: str
    condition: str = ""


class OptionCard(api.Sourced):
    """A card of an optional rule. OPT-2."""

    card: Option
    title: str
    rule: str


class Column(api.Sourced):
    """A column of sectors, from west to east."""

    x: int
    zone: Literal["rear", "balloon", "trench"]
    side: Half


class SectorRow(api.Sourced):
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


# -- which tables there are, the set in force, nations -----------------------------------------------------------------


PACKAGE = "aqmf_air.games.aces_of_valor"
RULESET = "valor"

R = TypeVar("R", bound=RolledRow)
S = TypeVar("S", bound=api.Sourced)


def _whole(rolled: Sequence[RolledRow]) -> str | None:
    """What is missing between the lowest and the highest roll of a column."""
    columns: dict[str, set[int]] = {}
    for row in rolled:
        columns.setdefault(row.column, set()).add(row.roll)
    for column, there in columns.items():
        if missing := sorted(set(range(min(there), max(there))) - there):
            return f"no row for a roll of {missing[0]}{f' in column {column}' if column else ''}"
    return None


def _apart(sector_rows: Sequence[SectorRow]) -> str | None:
    """A sector has one feature at most."""
    taken: dict[tuple[int, int], SectorRow] = {}
    for row in sector_rows:
        other = taken.setdefault((row.x, row.y), row)
        if other is not row:
            here, there = (f"{sector_row.feature} {sector_row.letter}" for sector_row in (other, row))
            return f"sector {row.x}, {row.y} has {here} and {there}"
    return None


def _table(
    id_: str, title: str, row: type[api.Sourced], *key: str, grows: bool = False, check: Any = lambda rows: None
) -> api.TableSource:
    return api.TableSource(id_, title, api.package_file(PACKAGE, f"data/tables/{id_}.toml"), row, key, grows, check)


def _rolled(id_: str, title: str, row: type[RolledRow]) -> api.TableSource:
    """A table by roll: a player's own may go on below and above."""
    return _table(id_, title, row, "column", "roll", grows=True, check=_whole)


SOURCES = (
    _table("dice", "Dice of the tables", DiceOf, "table"),
    _table("numbers", "Numbers of the rules", Number, "name"),
    _rolled("m1", "M1 Weather", WeatherRow),
    _table("weather", "M1 What weather adds", WeatherChange, "weather", "table"),
    _table("m2", "M2 Ordnance capacity", Capacity, "kind", "ordnance", grows=True),
    _rolled("s1", "S1 Starting tier", TierRow),
    _table("types", "S1 Fighter types", FighterType, "nation", "tier"),
    _rolled("s2", "S2 Home airfield", FieldRow),
    _rolled("f1", "F1 Damaged aircraft check", CheckRow),
    _rolled("f2", "F2 Damaged aircraft result", TroubleRow),
    _table("f3", "F3 Forced landing", LeastRoll, "place"),
    _rolled("f4", "F4 Difficult landing", LandingRow),
    _rolled("f5", "F5 Anti-aircraft fire", GunfireRow),
    _table("f6", "F6 Event check", LeastRoll, "place"),
    _rolled("f7", "F7 Event outcome", EventRow),
    _table("f7-results", "F7 What an event brings", Brought, "result"),
    _rolled("f8", "F8 Random ground target", TargetRow),
    _rolled("c1", "C1 Entente nationality", NationRow),
    _rolled("c2", "C2 Enemy tier", TierRow),
    _rolled("c3", "C3 Detection", DetectionRow),
    _table("c5", "C5 Actions", Actions, "side", "kind"),
    _rolled("c5-damaged", "C5 Damaged enemies", DamagedRow),
    _table("c6", "C6 Priority", PriorityKey, "rank"),
    _rolled("c7", "C7 Gun dice", GunfireRow),
    _rolled("c8", "C8 Damage", EffectRow),
    _table("c9", "C9 Pilot of a destroyed fighter", LeastRoll, "place"),
    _rolled("c10", "C10 Combat event check", CombatEventRow),
    _table("c10-places", "C10 What a place adds", PlaceChange, "place"),
    _rolled("c11", "C11 Strafing", PointsRow),
    _table("c12", "C12 Bombs and rockets", Load, "ordnance", "load"),
    _rolled("c13", "C13 Damage on the ground", PointsRow),
    _rolled("c14", "C14 Fire at photo recon and spotting", GunfireRow),
    _rolled("c15", "C15 Photo recon and spotting", PointsRow),
    _table("p1", "P1 Mission points", Award, "cause"),
    _table("p2", "P2 Prices", PriceRow, "item"),
    _table("v1", "V1 Victory", Level, "missions", "level"),
    _table("aircraft", "Aircraft counters", Values, "kind", "side"),
    _table("pilots", "Pilots", PilotRow, "nation", "name", grows=True),
    _table("cups", "Cups of 2-seaters and bombers", CupRow, "kind", "side", "air", "ground", grows=True),
    _table("ground-targets", "Ground target counters", GroundTargetRow, "kind", "side"),
    _rolled("letter", "Letters of sectors", LetterRow),
    _table("missions", "Mission cards", MissionCard, "card", grows=True),
    _table("events", "Post-mission events", EventCard, "card", grows=True),
    _table("options", "Optional rule cards", OptionCard, "card"),
    _table("map-columns", "Zones of the map", Column, "x"),
    _table("map-sectors", "Sectors of the map", SectorRow, "side", "feature", "letter", grows=True, check=_apart),
)


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables in force. A set of them is itself alone, so that rules can be asked about it."""

    of: api.TablesInForce

    def number(self, name: str) -> int:
        """A number of the rules."""
        return self.of.of("numbers", Number).at(name).value

    def dice(self, table: str) -> int:
        """How many six-sided dice a table asks for."""
        return self.of.of("dice", DiceOf).at(table).n

    def need(self, table: str, place: PlaceKind) -> int:
        """The least roll that succeeds at a place, of F3, F6 or C9."""
        return self.of.of(table, LeastRoll).at(place).need

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

    def weather(self, weather: Weather, table: str) -> int:
        """What weather adds on F5 or C15."""
        return self.of.of("weather", WeatherChange).at(weather, table).change

    def aircraft(self, kind: Sheet, side: Side = "front") -> Values:
        """A side of an aircraft counter."""
        return self.of.of("aircraft", Values).at(kind, side)

    def ground_target(self, kind: GroundKind, side: Side = "front") -> GroundTargetRow:
        """A side of a ground target counter."""
        return self.of.of("ground-targets", GroundTargetRow).at(kind, side)

    def points(self, cause: str) -> int:
        """Mission points of P1."""
        return self.of.of("p1", Award).at(cause).points

    def price(self, item: str) -> int:
        """A price of P2."""
        return self.of.of("p2", PriceRow).at(item).price

    def every(self, table: str, kind: type[S]) -> tuple[S, ...]:
        """All rows of a table, in the order in which they ship."""
        return tuple(self.of.of(table, kind))


tables = api.GameTables(RULESET, SOURCES, Tables)
"""The tables with the supplied rows of a digest."""
tables_in_force = tables.today
"""Those with the rows that a player supplies today, for what is asked outside of a campaign."""


class Nationality(api.Frozen):
    """Who flies for a nation; what people call its sides and machines."""

    id: Nation
    name: str
    adjective: str


NATIONS = {
    "french": Nationality(id="french", name="France", adjective="French"),
    "british": Nationality(id="british", name="Britain", adjective="British"),
    "american": Nationality(id="american", name="the United States", adjective="American"),
    "german": Nationality(id="german", name="Germany", adjective="German"),
}


# -- results by name, rolls as spans, standings ------------------------------------------------------------------------


DASH = "\N{EN DASH}"
MODIFIED = ("c3", "c7", "c8", "c10", "c11", "c13", "c15", "f4", "f5", "f8")
"""Tables whose ends stand for all that is lower and higher."""
STANDINGS: Mapping[str, str] = {
    "stated": "stated in the rules",
    "inferred": "worked out from the rules",
    "house": "our own",
    "supplied": "from your own copy",
}
RESULTS: Mapping[str, str] = {
    "none": "nothing",
    "enemy-surprise": "the enemy surprises you, you must fight",
    "enemy-engages": "the enemy engages, you must fight",
    "fight-if-enemy-equal-or-more": "you must fight if the enemy has as many or more",
    "fight-if-enemy-more": "you must fight if the enemy has more",
    "player-chooses": "you choose",
    "player-surprise": "you choose, with surprise",
    "all-enemy-leave": "all enemies leave",
    "arrive-D3": "D3 enemies arrive",
    "arrive-D6": "D6 enemies arrive",
    "as-undamaged": "acts as before",
    "break-off": "breaks off",
    "F2": "roll on F2",
    "F3": "forced landing, F3",
    "F4": "difficult landing, F4",
    "safe": "lands safely",
    "wrecked": "wrecked, pilot rolls on C9",
    "crash": "crash, machine and pilot lost",
    "light-clouds": "light clouds",
    "heavy-clouds": "heavy clouds",
    "engine": "engine trouble",
    "ground": "ground targets",
    "raid": "raid",
    "two-seaters": "2-seaters",
    "fighters-d3": "D3 fighters",
    "fighters-d6": "D6 fighters",
    "ambush": "ambush",
    "aa-battery": "AA battery",
    "hq": "headquarters",
    "rail-yard": "rail yard",
    "town-ace": "town A, C, E",
    "town-bdf": "town B, D, F",
    "friendly-rear": "friendly rear",
    "friendly-trench": "friendly trenches",
    "enemy-trench": "enemy trenches",
    "enemy-rear": "enemy rear",
    "enemy-airfield": "enemy airfield",
    "trench": "trenches",
    "two-seater": "2-seater",
    "heavy-bomber": "heavy bomber",
    "air-skill": "higher air skill",
    "performance": "higher performance",
    "kind": "kind of aircraft",
    "tier1": "flight of tier 1",
    "tier2": "flight of tier 2",
    "tier3": "flight of tier 3",
    "round1": "round 1",
    "round2": "round 2",
    "round3": "round 3",
    "forward": "forward gun",
    "defensive": "defensive gun",
}
"""What data call it, and what players do, where that is not the same."""
RESULT = ("weather", "tier", "field", "result", "dice", "nation", "act", "effect", "points", "letter")
"""Fields of a row by roll that hold its result."""


WITH_TARGETS = {"photo": "photo recon", "bombing": "bombing"}
"""Missions whose cards name the target."""


def card_name(card: str) -> str:
    """What people call a mission card."""
    mission, _, where = card.partition("-")
    if mission in WITH_TARGETS:
        return f"{WITH_TARGETS[mission]}: {where.replace('hq', 'headquarters').replace('-', ' ')}"
    return card.replace("-", " ")


@dataclass(frozen=True)
class CardTitles:
    """What stands on the cards of a deck of events or of optional rules."""

    tables: Tables
    deck: str
    """The id of its table."""

    def __call__(self, card: str) -> str:
        return next((row.title for row in self.tables.of.tables[self.deck] if getattr(row, "card", "") == card), card)


def spelled(value: object) -> str:
    """A result as players call it."""
    return RESULTS.get(str(value), str(value))


def result_of(row: RolledRow) -> Any:
    """What a roll comes to."""
    return next(getattr(row, name) for name in RESULT if name in type(row).model_fields)


def words_of(row: RolledRow) -> str:
    """What a roll comes to, as players call it: ``2 dice``, ``1 point``, ``tier 3``, ``damaged``."""
    match row:
        case GunfireRow():
            return api.plural(row.dice, "die", "dice")
        case PointsRow():
            return api.plural(row.points, "point")
        case TierRow():
            return f"tier {row.tier}"
        case NationRow():
            return NATIONS[row.nation].adjective
    return spelled(result_of(row))


class Span(NamedTuple):
    """Rolls that come to the same, from the lowest to the highest."""

    low: int
    high: int
    label: str
    """Which they are, for players: ``5-7``, ``8 or more``."""
    words: str
    standings: frozenset[api.Standing]


def spans(
    tables: Tables,
    id_: str,
    column: str = "",
    words: Callable[[RolledRow], str] = words_of,
    *,
    by_standing: bool = False,
) -> Iterator[Span]:
    """The rolls of a table, those side by side that come to the same together; ``by_standing``: and stand alike."""
    rows = [row for row in tables.of.tables[id_] if isinstance(row, RolledRow) and row.column == column]
    rows.sort(key=lambda row: row.roll)
    for (text, _), rolled_rows in groupby(rows, key=lambda row: (words(row), by_standing and row.standing)):
        same = [*rolled_rows]
        low, high = same[0].roll, same[-1].roll
        label = _label(low, high, rows, id_ in MODIFIED)
        yield Span(low, high, label, text, frozenset(row.standing for row in same))


def _label(low: int, high: int, rows: list[RolledRow], open_ends: bool) -> str:
    if open_ends and low == rows[0].roll:
        return f"{high} or less"
    if open_ends and high == rows[-1].roll:
        return f"{low} or more"
    return str(low) if low == high else f"{low}{DASH}{high}"


def standing_words(standings: Iterable[str]) -> str:
    """Where rows come from, in brackets: ``(our own)``, ``(partly our own)``; nothing for what the rules state."""
    kinds = set(standings)
    if kinds <= {"stated"}:
        return ""
    listed = [words for name, words in STANDINGS.items() if name in kinds and name != "stated"]
    return f" ({'partly ' if 'stated' in kinds else ''}{' and '.join(listed)})"


def table_note(
    tables: Tables,
    id_: str,
    column: str = "",
    words: Callable[[RolledRow], str] = words_of,
    *,
    by: str = "",
) -> str:
    """A table in a line: ``C8 Damage, a die. 0 or less: nothing; 1 or more: damaged (our own).``; ``by``: what is rolled."""
    rows = [*spans(tables, id_, column, words)]
    about = ", ".join(filter(None, (tables.of.tables[id_].title, by or (spelled(column) if column else ""))))
    listed = "; ".join(f"{span.label}: {span.words}" for span in rows)
    return f"{about}. {listed}{standing_words(name for span in rows for name in span.standings)}."


def place_note(tables: Tables, id_: str, place: str) -> str:
    """What a place asks for in a table of places: ``F6 Event check, enemy rear: 9 or more (our own).``"""
    row = next(row for row in tables.of.tables[id_] if getattr(row, "place", "") == place)
    need: int = getattr(row, "need")  # noqa: B009 - the rows of these tables have it
    note = standing_words((row.standing,))
    return f"{tables.of.tables[id_].title}, {spelled(place)}: {need} or more{note}."


LandingTable = Literal["F2", "F3", "F4", "C9"]
"""What an aircraft in trouble rolls on."""


# -- the steps of the sequence, for people -----------------------------------------------------------------------------


STEP_TITLES = {
    # before the first mission
    "nation": "Nation",
    "length": "Length of the campaign",
    "options": "Optional rules",
    "choose-tier": "Tier of the first fighters",
    "starting-tier": "Starting fighters",
    "first-fighters": "The squadron is drawn",
    "home": "Home airfield",
    # before a mission
    "next-mission": "Next mission",
    "mission-card": "Mission card",
    "objective": "Objective",
    "weather": "Weather",
    "fighters-asked": "Number of fighters",
    "muster": "Fighters are mustered",
    "fighters": "Fighters for the mission",
    "ordnance": "Ordnance of the fighters",
    "lent": "2-seaters and bombers are drawn",
    "take-off": "Take-off",
    "skipped-card": "Card of the skipped mission",
    # the flight
    "turn": "The next turn",
    "weather-changes": "Changing weather",
    "damaged": "Damaged aircraft",
    "damaged-check": "A damaged aircraft",
    "move": "The move",
    "anti-aircraft": "Anti-aircraft guns",
    "anti-aircraft-fire": "Anti-aircraft fire",
    "aircraft-under-fire": "An aircraft under fire",
    "event-check": "Event check",
    "event-roll": "Event check",
    "event-outcome": "The event",
    "engine-trouble": "Engine trouble",
    "event-numbers": "How many there are",
    "arrival": "Over the objective",
    "card-targets": "Ground targets at the objective",
    "targets": "Ground targets",
    "ground-target": "A ground target",
    "encounter": "The enemy is met",
    "objective-sector": "The task of the mission",
    "task": "Targets and tasks here",
    "after-combat": "After the combat",
    "enough": "Whether the task is tried",
    "after-objective": "Damaged aircraft may leave",
    "leaving": "Damaged aircraft may go home",
    "over-airfield": "Over an airfield",
    "landing": "Landing",
    "due": "Aircraft in trouble",
    "trouble": "Trouble",
    "forced-landing": "Forced landing",
    "before-landing": "Ordnance before landing",
    "difficult-landing": "Difficult landing",
    "wreck": "The pilot of a wreck",
    "turn-end": "The end of the turn",
    "mission-over": "The end of the mission",
    "awards": "What the mission brought",
    # combat
    "nationality": "Nationality of the enemy",
    "nationality-roll": "Nationality of the enemy",
    "enemy-tier": "Tier of the enemy",
    "enemy-drawn": "Enemies are drawn",
    "detection": "Detection",
    "engage": "Engage or evade",
    "round": "The next round of combat",
    "bomb-rounds": "Rounds in which bombers bomb",
    "jettison": "Ordnance",
    "initiative": "Initiative",
    "track": "Who acts next",
    "tie": "A tie in a space",
    "enemy-order": "Order of enemies in a space",
    "act": "Action",
    "enemy-acts": "An enemy acts",
    "enemy-check": "A damaged enemy",
    "enemy-target": "Target of the enemy",
    "enemy-attack": "The enemy attacks",
    "enemy-jam": "The enemy clears a jam",
    "enemy-bombs": "The enemy bombs the airfield",
    "enemy-strafes": "The enemy strafes the airfield",
    "round-end": "The end of the round",
    "combat-event": "Combat event check",
    "arrivals": "How many arrive",
    "next-round": "Another round, or the end",
    "combat-over": "The end of the combat",
    # a scramble
    "scramble": "Scramble: how many may go up",
    "launch": "Fighters that go up",
    "raiders": "The enemy's escort",
    "scramble-more": "How many more may go up",
    "scramble-over": "The end of the scramble",
    # after a mission
    "points": "Mission points",
    "spend": "Spending mission points",
    "new-home": "New home airfield",
    "skipped": "A mission is skipped",
    "event-card": "Post-mission event",
    "card-effect": "What the event brings",
    "event-replacement": "A replacement is drawn",
    "night-shift": "An aircraft is repaired by night",
    "mention": "A pilot is mentioned in dispatches",
    "giant": "A giant over the lines",
    "event-over": "The giant has gone",
}
"""By the id of the step, in the order of a campaign."""


STEP_HINTS: Mapping[str, str] = {
    "nation": "All nations play alike; Germany meets the three Entente nations.",
    "length": "After the last mission your victory points decide: 14 are a victory in 8 missions.",
    "options": "Begin with the basic game, or use optional rules first: rockets, bombs, jams and more.",
    "choose-tier": "Higher tiers are faster and hit harder, and so is what they meet.",
    "fighters": "Skills are air/ground. Who flies may be hurt; who stays is fresh for the next mission.",
    "ordnance": "Ordnance slows a fighter by 2, and the flight has 22 turns of fuel in place of 24.",
    "move": "One sector a turn. Enemy sectors with AA fire at you; an event may come in any sector.",
    "leaving": "A damaged aircraft may go home by itself; with the flight it has to be checked each turn.",
    "nationality": "For colour: their aircraft are alike.",
    "engage": "Evade, or fight up to three rounds. Each enemy destroyed is worth MP; a pilot lost is lost for good.",
    "launch": "Choose who goes up; more may follow before the next round.",
    "jettison": "Without its ordnance an aircraft is faster, and stands higher on the track.",
    "act": "The highest on the track act first. Attack an enemy in the next lower space, or break off.",
    "task": "Begin the task, attack what is here, or leave it for now.",
    "landing": "Undamaged aircraft land safely. Damaged ones roll for a difficult landing.",
    "before-landing": "Without its ordnance an aircraft lands more safely.",
    "spend": "Repair who is hurt, replace who is lost, buy victory points; what is not spent is lost.",
    "night-shift": "One aircraft is repaired for nothing.",
    "mention": "One pilot rolls for his skill once more, at +1.",
    "giant": "Up to four fighters may attack a heavy bomber: three rounds, two guns that fire back.",
}
"""What a choice is about, by its step."""
