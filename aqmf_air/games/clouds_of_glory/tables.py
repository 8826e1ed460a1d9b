"""What is looked up: the rows of tables, and the tables in force. What the source leaves open is ruled in the chapters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Any, Literal, TypeVar

from pydantic import Field, model_validator

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.effects import DiceText, Effect, Letter

PACKAGE = "aqmf_air.games.clouds_of_glory"
RULESET = "clouds"

D6, D20 = api.numbered(6), api.numbered(20)
LETTERS = "ABCDEFGHIJKLMNOP"
"""Turn templates, the tightest first. 2.3-a."""
SpeedBand = Literal["STALL", "SLOW", "MEDIUM", "HIGH", "DIVE"]
BANDS: tuple[SpeedBand, ...] = ("STALL", "SLOW", "MEDIUM", "HIGH", "DIVE")
Template = Literal["eight", "seven"]
Engines = Literal["single", "multi"]
Against = Literal["aircraft", "balloon", "ground"]
Surface = Literal["land", "water"]
FireTable = Literal[
    "rear", "side", "frontal", "gunner-parallel", "gunner-attacking", "gunner-attacking-behind", "gunner-other"
]  # fmt: skip
BurstLength = Literal["long", "short", "sustained"]
Feed = Literal["belt", "drum"]
ArcName = Literal["aft", "over-wing", "over-wing-aft", "nose", "belly"]
BlindShape = Literal["", "wedge", "cone"]
ManoeuvreName = Literal[
    "straight", "roll", "vertical-dive", "turn", "side-slip", "stall", "immelmann", "spin", "bank", "landing", "take-off",
    "restart", "task",
]  # fmt: skip


# -- numbers -----------------------------------------------------------------------------------------------------------


class Number(api.NamedNumber):
    """A whole number."""

    value: int


Measure = api.NamedNumber
"""A number that need not be whole."""


class RolledScore(api.Sourced):
    """The dice of a score. ICOG-1.2.1."""

    name: Literal["skill", "attribute"]
    dice: DiceText = Field(min_length=1)
    what: str


class RerollRow(api.Sourced):
    """Re-rolls from so much Luck on. ICOG-1.2.3."""

    luck: int
    rerolls: int = Field(ge=0)


# -- flight ------------------------------------------------------------------------------------------------------------


class ManoeuvreRow(api.SourcedByField):
    """What a manoeuvre or a task takes. ICOG-5.5.1.1, ICOG-5.7.2-a."""

    name: ManoeuvreName
    title: str
    actions: int = Field(ge=0)
    energy: int = Field(ge=0)
    """Energy units lost."""
    by: Literal["", "panel", "slip", "own"] = ""
    """What else decides on them: the panel, where it is a tighter turn; the move units slipped; the manoeuvre itself."""
    more: bool = False
    """Whether it may take more actions than these."""


class TighterRow(api.Sourced):
    """What a tighter turn adds to its test. ICOG-5.5.6.1."""

    tighter: int = Field(ge=1, le=3)
    modifier: int


class RestartRow(api.Sourced):
    """The highest face that starts an engine. ICOG-5.7.5.3."""

    attempt: int = Field(ge=1)
    target: int


class RadiusRow(api.Sourced):
    """The radius of a turn template in move units. ICOG-2.3-a."""

    letter: Letter
    radius: float = Field(gt=0)


class DiscRow(api.Sourced):
    """An energy disc: km/h from the needle to its marks. ICOG-2.1.1-g."""

    disc: str
    left: tuple[float, ...] = Field(min_length=1)
    """To each mark of a loss, in order."""
    left_each: float = Field(gt=0)
    """Between further marks."""
    right_each: float = Field(gt=0)
    """Between marks of a gain."""

    @model_validator(mode="after")
    def _rising(self) -> DiscRow:
        if list(self.left) != sorted({*self.left}) or self.left[0] <= 0:
            raise ValueError("left: expected marks one behind the other")
        return self

    def moved(self, energy: int) -> float:
        """How far the needle goes for so many energy units, in km/h."""
        if energy >= 0:
            return energy * self.right_each
        return -(self.left[min(-energy, len(self.left)) - 1] + max(-energy - len(self.left), 0) * self.left_each)


class SpeedBandRow(api.Sourced):
    """The highest speed of a band. ICOG-2.1.1-h."""

    bands: str
    band: Literal["SLOW", "MEDIUM", "HIGH"]
    to: int


# -- shooting ----------------------------------------------------------------------------------------------------------


class GunneryBand(api.SourcedByField):
    """A band of the gunnery template, from a distance up to the next. ICOG-2.3-d."""

    template: Template
    near: float = Field(ge=0)
    far: float
    modifier: int


class FireRow(api.Sourced):
    """What the angle adds to a shot, for each speed band of the shooter. ICOG-6.3.4.1, ICOG-6.3.5.1."""

    table: FireTable
    target: SpeedBand
    modifiers: tuple[int, int, int, int, int]


class BurstRow(api.Sourced):
    """A burst. ICOG-6.3.6.1, ICOG-6.3.7.1, ICOG-6.3.7.2."""

    burst: BurstLength
    modifier: int
    boxes: float
    jams: int = Field(ge=0)
    """How often the faces count that jam."""


class GunsRow(api.Sourced):
    """Guns that shoot together. ICOG-6.3.8.1, ICOG-6.3.9.1."""

    guns: int = Field(ge=1)
    successes: int = 0
    die: DiceText = ""
    """What else is added to the successes of a hit."""
    jams: int = Field(ge=0)
    """Faces of the D20, down from 20, that jam them."""


class MalfunctionRow(api.Band):
    """What a jam is. ICOG-6.3.9.2."""

    text: str
    repair: Literal["never", "magazine", "actions", "none"]
    actions: int = 0
    turns: int = 0
    """That a repair takes at least."""
    next_gun: bool = False
    """Whether the die is rolled again for the next gun, if there is one."""


class AmmunitionRow(api.Sourced):
    """Boxes of a belt or a drum. ICOG-2.1.2-d."""

    feed: Feed
    boxes: int = Field(ge=1)


class ArcRow(api.SourcedByField):
    """Where a gunner's station can aim. ICOG-6.2.2.1."""

    arc: ArcName
    along: Literal["front", "rear"]
    over: bool = False
    blind: float = 0
    shape: BlindShape = ""
    sides: float = 0
    down: float = 0

    def covers(self, ahead: float, aside: float, over: float, shape: BlindShape = "") -> bool:
        """Whether it reaches a point of the aircraft's frame, from the gunner; ``shape``: in place of its blind zone's."""
        if (ahead < 0 if self.along == "front" else ahead > 0) or (self.over and over < 0):
            return False
        if self.sides and (ahead == 0 or degrees(atan2(abs(aside), -ahead)) > self.sides):
            return False
        if self.down and not 0 <= degrees(atan2(-over, -ahead)) <= self.down:
            return False
        if over >= 0:
            return True
        if (shape or self.shape) == "cone":
            return degrees(atan2(hypot(ahead, aside), -over)) >= self.blind
        return not self.blind or degrees(atan2(abs(aside), -over)) > self.blind


# -- what happens to an aircraft ---------------------------------------------------------------------------------------


class DamageRow(api.Sourced):
    """A row of the damage tables. ICOG-6.3.10-a, ICOG-6.3.11-a."""

    engines: Engines
    roll: int
    text: str
    effect: Effect


class FailureRow(api.Band):
    """What gives way. ICOG-5.5.6.3, ICOG-6.3.12-c."""

    text: str
    effect: Effect


class CollisionSpeed(api.Sourced):
    """What a speed band adds to the roll. ICOG-5.5.16.1."""

    band: SpeedBand
    modifier: int


class CollisionRow(api.Band):
    """What comes of a collision. ICOG-5.5.16.1, ICOG-5.5.16.3."""

    against: Against
    text: str
    effect: Effect
    """Of the aircraft that hits something, of the aggressor."""
    victim: Effect = Effect()
    near: int = 0
    """Aircraft within so many move units take a D20 without successes."""
    balloon: DiceText = ""
    """What the balloon takes on its own table."""
    balloon_destroyed: bool = False
    cable: Literal["", "cut", "jammed"] = ""
    """What becomes of a cable that was hit."""
    otherwise: int = 0
    """The roll whose row counts for an aircraft that cannot fly out of it."""


class LandingPlace(api.Sourced):
    """Where an aircraft comes down. ICOG-5.5.17-b."""

    place: str
    modifier: int
    by_luck: bool = True
    successes: int = 0
    """Of the Luck test, at least."""


class LandingRow(api.Sourced):
    """What comes of an emergency landing. ICOG-5.5.17-c."""

    surface: Surface
    successes: int
    """At least."""
    name: Literal["perfect", "rough", "ground-loop", "obstacle", "somersault"]
    text: str
    effect: Effect
    escape: int | None = None
    """What is added to the Luck test to get out before it sinks; None: it floats, or it is on land."""


# -- cockpit panels ----------------------------------------------------------------------------------------------------


class RecipeRow(api.Sourced):
    """How a panel is made that no source gives."""

    recipe: str
    stall: int
    roll: int
    throttle: int
    engine_out: tuple[int, ...]
    flying: int
    reduction: int
    tightest: Letter
    over_top: tuple[int, int]
    """Km/h from Top to M: with weak wings, with strong ones."""
    steps: tuple[int, ...]
    """From S."""
    letter_below: int
    letter_above: int
    """Km/h from the speed of the tightest turn that make a turn one letter wider."""
    strength_test: int
    """Letters from the tightest turn to the marker from which on strength is tested."""
    drag: tuple[int, ...]
    """Km/h over Top up to which the wind drag is -1, -2 and so on."""
    gunnery: int
    tighter: tuple[int, int, int]


class PanelGun(api.Frozen):
    """Guns that share a row of boxes. ICOG-2.1.2-d."""

    name: str
    number: int = Field(default=1, ge=1)
    feed: Feed
    station: str = ""
    """The gunner's station that it belongs to; empty: it is fixed, and the pilot's."""


class Station(api.Frozen):
    """A gunner's station. ICOG-6.2.2.1."""

    name: str
    arcs: tuple[ArcName, ...] = Field(min_length=1)


def _rises(values: Iterable[int]) -> bool:
    listed = [*values]
    return listed == sorted({*listed})


class PanelRow(api.SourcedByField):
    """The cockpit panel of a type: speeds in km/h, roll and outline in move units. ICOG-2.1.1-a to ICOG-2.1.2-d."""

    name: str
    recipe: str = ""
    """What the rest of the row is made by."""
    strong: bool = False
    """Whether its wings are strong, for the recipe."""
    strength: int = Field(ge=1)
    roll: float = Field(gt=0)
    throttle: int = Field(ge=0)
    engine_out: tuple[int, ...] = Field(min_length=1, max_length=2)
    """Energy units lost each turn with one engine out, with both."""
    flying: int
    gunnery: int
    stall: int
    top: int
    stall_with_bombs: int = 0
    top_with_bombs: int = 0
    """The red marks; 0: there are none."""
    maximum: int
    manoeuvring_speed: int
    steps: tuple[int, ...]
    markers: tuple[tuple[int, Letter], ...] = Field(min_length=1)
    """The turn that is safe, up to a speed."""
    wind_drag: tuple[tuple[int, int], ...] = Field(min_length=1)
    """Energy units, up to a speed."""
    tighter: tuple[int, int, int]
    """Energy units lost in a turn one, two or three templates tighter."""
    reduction: int = Field(ge=0)
    """What is taken off damage to the structure."""
    guns: tuple[PanelGun, ...]
    spare_drums: tuple[int, ...] = ()
    """Of each gun, in their order; empty: none has any."""
    stations: tuple[Station, ...] = ()
    station_gunnery: tuple[int, ...] = ()
    """What each station adds to Gunnery."""
    bombs: int = 0
    span: float = Field(gt=0)
    length: float = Field(gt=0)
    disc: str = "all types"
    bands: str = "all types"
    k: int = 2200
    """By how much the square of the speed falls for an energy unit, where the ruling ``energy_scale`` is ``physical``."""
    inferred: tuple[str, ...] = ()
    """The fields that follow from what the source states."""

    def standing_of(self, field: str) -> api.Standing:
        own = self.standing == "supplied"
        return "inferred" if field in self.inferred and not own else super().standing_of(field)

    @property
    def engines(self) -> Engines:
        """Which damage table it takes. ICOG-6.3.11-a."""
        return "multi" if len(self.engine_out) > 1 else "single"

    def gunnery_of(self, station: str) -> int:
        """What a station adds to Gunnery, or the aircraft to the pilot's (``""``). ICOG-2.1.2-c."""
        names = [place.name for place in self.stations]
        return self.station_gunnery[names.index(station)] if station else self.gunnery

    def arcs_of(self, station: str) -> tuple[ArcName, ...]:
        """Where a station can aim; nowhere, if there is no such station. ICOG-6.2.2.1."""
        return next((place.arcs for place in self.stations if place.name == station), ())

    def engine_loss(self, out: int) -> int:
        """Energy units lost each turn with so many engines out. ICOG-2.1.2-a, ICOG-5.7.5.2."""
        return self.engine_out[min(out, len(self.engine_out)) - 1] if out else 0

    @model_validator(mode="before")
    @classmethod
    def _filled_up(cls, document: Any) -> Any:
        if not isinstance(document, dict) or not (recipe := document.get("recipe")):
            return document
        if recipe not in recipes():
            raise ValueError(f"recipe: expected one of {', '.join(recipes())}, got {str(recipe)[:40]!r}")
        if not isinstance(top := document.get("top"), int):
            raise ValueError("top: expected a number, by which the recipe makes the rest")
        return house_panel(str(recipe), top, strong=document.get("strong") is True) | document

    @model_validator(mode="after")
    def _makes_sense(self) -> PanelRow:
        if fault := next((f"{field}: {fault}" for field, fault in self._faults() if fault), ""):
            raise ValueError(fault)
        return self

    def _faults(self) -> Iterable[tuple[str, str]]:
        yield "steps", "" if _rises(self.steps) and self.steps[:1] == (0,) else "expected 0 first, and rising speeds"
        yield "steps", "" if self.steps[2:3] == (self.stall,) else f"expected one between 0 and the stall speed {self.stall}"
        yield "steps", "" if self.steps[-1] == self.top else f"expected Top ({self.top}) last"
        for field in ("stall_with_bombs", "top_with_bombs"):
            speed = getattr(self, field)
            yield field, "" if not speed or speed in self.steps else f"{speed} is no step"
        yield "maximum", "" if self.maximum > self.top else f"expected more than Top ({self.top})"
        yield "markers", "" if _rises(speed for speed, _ in self.markers) else "expected rising speeds"
        yield "markers", "" if self.markers[0][0] >= self.stall else f"expected none under the stall speed {self.stall}"
        yield "wind_drag", "" if _rises(speed for speed, _ in self.wind_drag) else "expected rising speeds"
        yield "wind_drag", "" if self.wind_drag[-1][0] >= self.maximum else f"expected figures up to M ({self.maximum})"
        yield "spare_drums", "" if len(self.spare_drums) in (0, len(self.guns)) else "expected a number for each gun"
        yield "station_gunnery", "" if len(self.station_gunnery) == len(self.stations) else "expected one for each station"
        names = {place.name for place in self.stations} | {""}
        yield "guns", next((f"no station {gun.station!r}" for gun in self.guns if gun.station not in names), "")
        yield "inferred", next((f"no field {name!r}" for name in self.inferred if name not in type(self).model_fields), "")


@cache
def recipes() -> Mapping[str, RecipeRow]:
    """How panels are made, by the name of the recipe."""
    rows = api.load_rows(api.package_file(PACKAGE, "data/recipes.toml"), RecipeRow, "row")
    return {row.recipe: row for row in rows}


def house_panel(recipe: str, top: int, *, strong: bool = False) -> dict[str, Any]:
    """Fields of a type's panel by its kind and its top speed at low level. Raises KeyError: no such recipe."""
    row = recipes()[recipe]
    below, above, maximum = row.letter_below, row.letter_above, top + row.over_top[strong]
    tight_at, tightest = row.stall + row.steps[-1], LETTERS.index(row.tightest)
    markers = [(tight_at - below * n, LETTERS[tightest + n]) for n in range((tight_at - row.stall) // below, 0, -1)]
    beyond = range((maximum - tight_at) // above + 1)
    markers += [(tight_at + above * n, LETTERS[min(tightest + n, len(LETTERS) - 1)]) for n in beyond]
    drag = [(top + over, -n) for n, over in enumerate(row.drag, 1) if top + over < maximum]
    same = ("stall", "roll", "throttle", "engine_out", "flying", "gunnery", "reduction", "tighter")
    return {
        **{name: getattr(row, name) for name in same},
        "maximum": maximum,
        "manoeuvring_speed": tight_at + above * row.strength_test,
        "steps": (0, *(row.stall + more for more in row.steps), *range(tight_at + above, top, above), top),
        "markers": tuple(markers),
        "wind_drag": (*drag, (maximum, -len(drag) - 1)),
    }


# -- which tables there are, and the set in force ----------------------------------------------------------------------


def _every_roll(rows: Sequence[DamageRow]) -> str | None:
    """Single-engined aircraft have all rows from 1 on, others from 13 on."""
    for engines, first in (("single", 1), ("multi", 13)):
        if missing := sorted(set(range(first, 31)) - {row.roll for row in rows if row.engines == engines}):
            return f"no row for a roll of {missing[0]}, {engines}"
    return None


def _side_by_side(rows: Sequence[GunneryBand]) -> str | None:
    """Bands of a template follow each other from 0 on."""
    for template in ("eight", "seven"):
        bands = sorted((row.near, row.far) for row in rows if row.template == template)
        for near, far, before in ((near, far, bands[n - 1][1] if n else 0) for n, (near, far) in enumerate(bands)):
            if near != before or far <= near:
                return f"{template}: the band from {near:g} to {far:g} does not follow {before:g}"
    return None


def _wider_in_order(rows: Sequence[RadiusRow]) -> str | None:
    """A later letter is wider."""
    by_letter = sorted((row.letter, row.radius) for row in rows)
    for (letter, radius), (wider, more) in pairwise(by_letter):
        if more <= radius:
            return f"letter {wider} ({more:g}) is no wider than {letter} ({radius:g})"
    return None


def _bands_in_order(rows: Sequence[SpeedBandRow]) -> str | None:
    """Each set has the three bands that end at a speed, in order."""
    for name in dict.fromkeys(row.bands for row in rows):
        ends = {row.band: row.to for row in rows if row.bands == name}
        listed = [ends.get(band) for band in ("SLOW", "MEDIUM", "HIGH")]
        if None in listed or listed != sorted({*listed}, key=lambda speed: speed or 0):
            return f"{name}: expected SLOW, MEDIUM and HIGH, one above the other"
    return None


def _table(
    id_: str, title: str, row: type[api.Sourced], *key: str, grows: bool = False, check: Any = lambda rows: None
) -> api.TableSource:
    return api.TableSource(id_, title, api.package_file(PACKAGE, f"data/tables/{id_}.toml"), row, key, grows, check)


SOURCES = (
    _table("panels", "Cockpit panels", PanelRow, "name", grows=True),
    _table("discs", "Energy discs", DiscRow, "disc", grows=True),
    _table("speed-bands", "Speed bands", SpeedBandRow, "bands", "band", grows=True, check=_bands_in_order),
    _table("turn-radii", "Turn templates", RadiusRow, "letter", check=_wider_in_order),
    _table("gunnery-bands", "Gunnery template", GunneryBand, "template", "modifier", check=_side_by_side),
    _table("ammunition", "Ammunition", AmmunitionRow, "feed"),
    _table("measures", "Measures", Measure, "name"),
    _table("scores", "Scores of a man", RolledScore, "name"),
    _table("people", "Men", Number, "name"),
    _table("rerolls", "Re-rolls by Luck", RerollRow, "luck", grows=True),
    _table("initiative", "Initiative", Number, "name"),
    _table("flight", "Numbers of flight", Number, "name"),
    _table("manoeuvres", "Manoeuvres", ManoeuvreRow, "name"),
    _table("tighter", "Tighter turns", TighterRow, "tighter"),
    _table("restart", "Restart of an engine", RestartRow, "attempt"),
    _table("collision-speeds", "Collision, speeds", CollisionSpeed, "band"),
    _table("collision", "Collision", CollisionRow, "against", "low", check=api.every_face(20, "against")),
    _table("landing-places", "Emergency landing, places", LandingPlace, "place"),
    _table("landing-modifiers", "Emergency landing, what else counts", Number, "name"),
    _table("landing", "Emergency landing", LandingRow, "surface", "successes"),
    _table("structural-failure", "Structural failure", FailureRow, "low", check=api.every_face(6)),
    _table("fire", "Firing angles", FireRow, "table", "target"),
    _table("shots", "Shots, what else counts", Number, "name"),
    _table("bursts", "Bursts", BurstRow, "burst"),
    _table("guns", "Guns that shoot together", GunsRow, "guns"),
    _table("malfunction", "Malfunction", MalfunctionRow, "low", check=api.every_face(6)),
    _table("gunner-arcs", "Arcs of gunners", ArcRow, "arc"),
    _table("damage", "Damage", DamageRow, "engines", "roll", check=_every_roll),
    _table("burning", "Fire", Number, "name"),
    _table("victory", "Victory", Number, "name"),
)


R = TypeVar("R", bound=api.Sourced)


def _reached(rows: Iterable[R], field: str, value: int) -> R:
    """The row with the highest figure that a value reaches; the lowest one stands for all below."""
    listed = sorted(rows, key=lambda row: int(getattr(row, field)))
    return next((row for row in reversed(listed) if getattr(row, field) <= value), listed[0])


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables in force. A set of them is itself alone, so that rules can be asked about it."""

    of: api.TablesInForce

    def __post_init__(self) -> None:
        """Raises DataError: a panel names a disc or speed bands that are not there."""
        discs = {row.disc for row in self.of.of("discs", DiscRow)}
        bands = {row.bands for row in self.of.of("speed-bands", SpeedBandRow)}
        for panel in self.panels:
            for field, names in (("disc", discs), ("bands", bands)):
                if (name := getattr(panel, field)) not in names:
                    raise api.DataError(f"table panels, {panel.name}: {field}: there is no {name[:40]!r}", path="panels")

    def number(self, table: str, name: str) -> int:
        """A number of a table of numbers."""
        return self.of.of(table, Number).at(name).value

    def measure(self, name: str) -> float:
        """A measure by its name."""
        return self.of.of("measures", Measure).at(name).value

    def dice(self, name: str) -> str:
        """The dice of a score. ICOG-1.2.1."""
        return self.of.of("scores", RolledScore).at(name).dice

    def rerolls(self, luck: int) -> int:
        """How many dice a man with so much Luck may roll again. ICOG-1.2.3."""
        return _reached(self.of.of("rerolls", RerollRow), "luck", luck).rerolls

    @property
    def panels(self) -> api.RuleTable[PanelRow]:
        """The cockpit panels."""
        return self.of.of("panels", PanelRow)

    def panel(self, name: str) -> PanelRow:
        """The cockpit panel of a type. Raises DataError: there is none."""
        return self.panels.at(name)

    def disc(self, panel: PanelRow) -> DiscRow:
        """The energy disc of a panel."""
        return self.of.of("discs", DiscRow).at(panel.disc)

    def speed_band(self, panel: PanelRow, speed: int, stall: int) -> SpeedBand:
        """The band of a speed. ICOG-2.1.1-h."""
        if speed <= stall:
            return "STALL"
        rows = self.of.of("speed-bands", SpeedBandRow)
        return next((band for band in ("SLOW", "MEDIUM", "HIGH") if speed <= rows.at(panel.bands, band).to), "DIVE")

    def boxes(self, feed: Feed) -> int:
        """Boxes of a belt or a drum. ICOG-2.1.2-d."""
        return self.of.of("ammunition", AmmunitionRow).at(feed).boxes

    def radius(self, letter: str) -> float:
        """The radius of a turn in move units. ICOG-2.3-a. Raises DataError: no such letter."""
        return self.of.of("turn-radii", RadiusRow).at(letter).radius

    def wider(self, letter: str, templates: int) -> str:
        """The letter so many templates wider, at most P. Raises DataError: no such letter."""
        if letter not in LETTERS or len(letter) != 1:
            raise api.DataError(f"expected a letter from A to {LETTERS[-1]}, got {letter[:20]!r}", value=letter)
        return LETTERS[min(LETTERS.index(letter) + templates, len(LETTERS) - 1)]

    @property
    def half_angle(self) -> float:
        """Degrees from the middle of the gunnery template to its edge. ICOG-2.3-d."""
        return self.measure("cone")

    @cached_property
    def _gunnery(self) -> Mapping[Template, tuple[GunneryBand, ...]]:
        rows = sorted(self.of.of("gunnery-bands", GunneryBand), key=lambda row: row.near)
        return {name: tuple(row for row in rows if row.template == name) for name in ("eight", "seven")}

    def reach(self, template: Template = "eight") -> float:
        """The length of the gunnery template in move units. ICOG-2.3-d."""
        return self._gunnery[template][-1].far

    def band_modifier(self, distance: float, template: Template = "eight") -> int | None:
        """What a distance adds to a shot; None: it is out of reach. The far end belongs to the template. ICOG-6.3.3.1."""
        bands = self._gunnery[template]
        if not 0 <= distance <= bands[-1].far:
            return None
        return next((row.modifier for row in bands if distance < row.far), bands[-1].modifier)

    def fire_modifier(self, table: FireTable, shooter: SpeedBand, target: SpeedBand) -> int:
        """What the angle adds to a shot. ICOG-6.3.4.1, ICOG-6.3.5.1."""
        return self.of.of("fire", FireRow).at(table, target).modifiers[BANDS.index(shooter)]

    def burst(self, burst: BurstLength) -> BurstRow:
        """A burst. ICOG-6.3.7.1, ICOG-6.3.7.2."""
        return self.of.of("bursts", BurstRow).at(burst)

    def guns(self, number: int) -> GunsRow:
        """What so many guns together do. ICOG-6.3.8.1."""
        return _reached(self.of.of("guns", GunsRow), "guns", number)

    def lowest_jam(self, guns: int, burst: BurstLength) -> int:
        """The lowest face of the D20 that jams so many guns; 21: none does. ICOG-6.3.9.1."""
        return 21 - self.guns(guns).jams * self.burst(burst).jams

    def malfunction_row(self, face: int) -> MalfunctionRow:
        """What a jam is. ICOG-6.3.9.2."""
        return api.covering(self.of.of("malfunction", MalfunctionRow), face)

    def arc(self, name: ArcName) -> ArcRow:
        """An arc of a gunner. ICOG-6.2.2.1."""
        return self.of.of("gunner-arcs", ArcRow).at(name)

    def damage_row(self, roll: int, engines: Engines = "single") -> DamageRow:
        """A row of the damage table; what the table of several engines leaves out stands in the other. ICOG-6.3.11-a."""
        rows = self.of.of("damage", DamageRow)
        return rows.rows.get((engines, roll)) or rows.at("single", roll)

    def failure_row(self, face: int) -> FailureRow:
        """What gives way. ICOG-5.5.6.3."""
        return api.covering(self.of.of("structural-failure", FailureRow), face)

    def collision_row(self, roll: int, against: Against = "aircraft") -> CollisionRow:
        """What comes of a collision; a roll below 1 counts as 1, above 20 as 20. ICOG-5.5.16.1."""
        rows = (row for row in self.of.of("collision", CollisionRow) if row.against == against)
        return api.covering(rows, min(max(roll, 1), 20))

    def collision_modifier(self, band: SpeedBand) -> int:
        """What the speed adds to the roll for a collision. ICOG-5.5.16.1."""
        return self.of.of("collision-speeds", CollisionSpeed).at(band).modifier

    def landing_place(self, successes: int) -> LandingPlace:
        """Where an aircraft comes down, by the successes of a Luck test. ICOG-5.5.17-b."""
        rows = (row for row in self.of.of("landing-places", LandingPlace) if row.by_luck)
        return _reached(rows, "successes", successes)

    def landing_row(self, successes: int, surface: Surface = "land") -> LandingRow:
        """What comes of an emergency landing. ICOG-5.5.17-c."""
        rows = (row for row in self.of.of("landing", LandingRow) if row.surface == surface)
        return _reached(rows, "successes", successes)

    def manoeuvre(self, name: ManoeuvreName) -> ManoeuvreRow:
        """What a manoeuvre takes. ICOG-5.7.2-a."""
        return self.of.of("manoeuvres", ManoeuvreRow).at(name)

    @cached_property
    def most_tighter(self) -> int:
        """Templates by which a turn may be tighter than the safe one. ICOG-5.5.6.1."""
        return max(int(row.tighter) for row in self.of.of("tighter", TighterRow))

    def tighter_modifier(self, tighter: int) -> int:
        """What so many templates tighter add to the test. ICOG-5.5.6.1."""
        return self.of.of("tighter", TighterRow).at(tighter).modifier

    def restart_target(self, attempt: int) -> int | None:
        """The highest face that starts an engine; None: it is dead. ICOG-5.7.5.3."""
        row = self.of.of("restart", RestartRow).rows.get((attempt,))
        return row.target if row else None


tables = api.GameTables(RULESET, SOURCES, Tables)
"""The tables with the supplied rows of a digest."""
tables_in_force = tables.today
"""Those with the rows that a player supplies today, for what is asked outside of a game."""
