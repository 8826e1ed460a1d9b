"""The state of a game: frozen, whole, and the same for everybody who holds it; its table, and what players call units."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from math import inf
from typing import TYPE_CHECKING, Annotated, ClassVar, NamedTuple, Self

from pydantic import Field, PlainSerializer

from aqmf_air import api
from aqmf_air.games.martian_front.tables import PACKAGE, Side, UnitType

if TYPE_CHECKING:
    from shapely import Polygon


# -- the table and what lies on it; rectangles for a quick look --------------------------------------------------------


Bounds = tuple[float, float, float, float]
"""A rectangle along the table's edges: left, near, right, far, in inches."""


def bounds_of(points: Sequence[tuple[float, float]]) -> Bounds:
    """The smallest rectangle that holds some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs, default=inf), min(ys, default=inf), max(xs, default=-inf), max(ys, default=-inf)


def apart(bounds: Bounds, other: Bounds, margin: float) -> bool:
    """Whether two rectangles are farther than ``margin`` from each other on an axis: a quick look before the exact one."""
    return (
        bounds[0] - margin > other[2]
        or other[0] > bounds[2] + margin
        or bounds[1] - margin > other[3]
        or other[1] > bounds[3] + margin
    )


class Tabletop(api.Frozen):
    """The table: width along x, depth along y, in inches."""

    width: float = Field(gt=0, le=1200)
    depth: float = Field(gt=0, le=1200)


class Terrain(api.Frozen):
    """A piece of terrain: its corners in order, in inches. What its kind does is data (``data/terrain.toml``)."""

    name: str = Field(min_length=1)
    kind: str
    corners: tuple[tuple[float, float], ...] = Field(min_length=3)

    @cached_property
    def bounds(self) -> Bounds:
        """The smallest rectangle that holds it."""
        return bounds_of(self.corners)

    @cached_property
    def area(self) -> Polygon:
        """The ground that it covers, ready for many questions."""
        return area_of(self.corners)


@lru_cache(maxsize=512)
def area_of(corners: tuple[tuple[float, float], ...]) -> Polygon:
    """The polygon with these corners, ready for many questions."""
    import shapely

    from aqmf_air.api.geometry import polygon

    area = polygon(corners)
    shapely.prepare(area)
    return area


class Zone(api.Frozen):
    """Where a side deploys: a rectangle along the table's edges, in inches."""

    side: Side
    left: float
    near: float
    right: float
    far: float


class Objective(api.Frozen):
    """A place worth points to the side that holds it at the end: its centre, and how near counts, in inches."""

    name: str = Field(min_length=1)
    x: float
    y: float
    radius: float = Field(default=3, gt=0)
    worth: int = Field(default=100, gt=0)


class ActKind(StrEnum):
    """What can be done once in a phase."""

    MOVE = "move"
    FLY = "fly"
    RALLY = "rally"
    FIRE = "fire"
    SWEEP = "sweep"
    AIM_WILD = "aim a weapon that was hit"
    FIRE_WILD = "fire a weapon that was hit"
    RESERVES = "reserves"
    DONE = "done"
    INITIATIVE = "initiative"


@dataclass(frozen=True, slots=True)
class Act:
    """What a unit or a side has done, with a weapon or not; ``who`` is the element that swept, or the side that aims."""

    kind: ActKind
    by: str
    weapon: str = ""
    who: str = ""

    def __str__(self) -> str:
        """As states are written down, on which their digests depend."""
        match self.kind:
            case ActKind.FIRE:
                return f"{self.by}:{self.weapon}"
            case ActKind.SWEEP:
                return f"{self.by}:{self.weapon}~{self.who}"
            case ActKind.AIM_WILD:
                return f"{self.by}!{self.weapon}!{self.who}"
            case ActKind.FIRE_WILD:
                return f"{self.by}!{self.weapon}!fired"
            case ActKind.INITIATIVE:
                return f"initiative:{self.by}"
        return f"{self.by}:{self.kind}"


Acts = tuple[Annotated[Act, PlainSerializer(str)], ...]


# -- what players call units and elements: for states, views and set-ups -----------------------------------------------


class NamedElement(NamedTuple):
    """What an element is named by."""

    id: str


class NamedUnit(NamedTuple):
    """What a unit is named by, and no more, so that few other than it are asked about: see :class:`.state.Unit`."""

    id: str
    type: str
    name: str
    number: int
    elements: tuple[NamedElement, ...]


class NamedKind(NamedTuple):
    """What the profile of a unit says of its name."""

    name: str
    kind: str


_MODEL = {"infantry": "base", "artillery": "gun"}
"""What one element of a kind is called where that is not the kind's own name."""
_UNCOUNTED = ("aircraft",)
"""What several of them are called, too."""


def names_of(
    shared: Iterable[Unit | NamedUnit],
    hidden: Iterable[Unit | NamedUnit] = (),
    coming: Iterable[Unit | NamedUnit] = (),
    types: Iterable[UnitType | NamedKind] = (),
) -> Mapping[str, str]:
    """Names for people by id, of units and of their elements.

    Args:
        shared: the units that both sides know, the fallen included: their names depend on them alone.
        hidden: units that only their own side knows of; further numbers are theirs.
        coming: units that are still to come; the last numbers are theirs.
        types: their profiles, which say what elements are called.
    """
    kinds = {type_.name: type_.kind for type_ in types}
    alike: dict[str, list[tuple[int, Unit | NamedUnit]]] = defaultdict(list)
    for standing, units in enumerate((shared, hidden, coming)):
        for unit in units:
            alike[given_name(unit).casefold()].append((standing, unit))
    names: dict[str, str] = {}
    for group in alike.values():
        open_to_all = sum(not standing for standing, _ in group)
        for place, (standing, unit) in enumerate(sorted(group, key=_order), 1):
            several = (len(group) if standing else open_to_all) > 1
            name = given_name(unit)
            names[unit.id] = f"{name} {place}" if several else name
            noun = model_of(kinds.get(unit.type, ""))
            of_a_player = name != unit.type and not names[unit.id][-1].isdigit()
            for element in unit.elements:
                if element.id != unit.id:  # a unit of one goes by one name
                    number = number_of(unit, element.id)
                    names[element.id] = f"{names[unit.id]} {number}" if of_a_player else f"{names[unit.id]}, {noun} {number}"
    return names


def given_name(unit: Unit | NamedUnit) -> str:
    """The name that a player gave a unit, or else its type.

    In older games, and in ledgers, a player's name for a unit is its id: it has capitals or spaces, which no made one has.
    """
    return unit.name or (unit.type if _is_made(unit.id) else unit.id)


@lru_cache(maxsize=1024)
def _is_made(name: str) -> bool:
    return name == re.sub(r"[^\w]+", "-", name.casefold()) and name.upper() != name


def model_of(kind: str) -> str:
    """What one element of a kind is called: ``aircraft``, ``gun``; of an unknown kind, ``element``."""
    return _MODEL.get(kind, kind) or "element"


def models(kind: str, number: int) -> str:
    """So many elements of a kind: ``1 base``, ``3 aircraft``."""
    noun = model_of(kind)
    return api.plural(number, noun, noun if noun in _UNCOUNTED else "")


def number_of(unit: Unit | NamedUnit, element: str) -> int:
    """The number of an element in its unit: by its id, so that it stays when others are lost, else by its place."""
    number = _numbered(unit.id, element)
    return 1 + [model.id for model in unit.elements].index(element) if number is None else number


@lru_cache(maxsize=4096)
def _numbered(unit: str, element: str) -> int | None:
    """The number at the end of an element's id, after its unit's; None if there is none."""
    match = re.fullmatch(rf"{re.escape(unit)}[- ](\d+)", element)
    return int(match[1]) if match else None


def _order(entry: tuple[int, Unit | NamedUnit]) -> tuple[object, ...]:
    standing, unit = entry
    return standing, unit.number, _parts(unit.id)


@lru_cache(maxsize=1024)
def _parts(name: str) -> tuple[int | str, ...]:
    """An id as it is sorted: its numbers as numbers."""
    return tuple(int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name.casefold()))


# -- the state ---------------------------------------------------------------------------------------------------------


class StateMark(api.Frozen):
    """Something that holds for a unit or an element: ``routed``, ``stunned``; a plugin's carries its name and a dot."""

    name: str
    value: str = ""


class Marked(api.Frozen):
    """Carries marks, one for each name."""

    marks: tuple[StateMark, ...] = ()

    def has(self, name: str) -> bool:
        """Whether a mark of this name is there."""
        return self.mark(name) is not None

    def mark(self, name: str) -> str | None:
        """The value of a mark, None where there is none."""
        for mark in self.marks:
            if mark.name == name:
                return mark.value
        return None

    def marked(self, name: str, value: str = "") -> Self:
        """The same with a mark of this name and value."""
        return api.replace(self, marks=marked(self.marks, name, value))

    def unmarked(self, name: str) -> Self:
        """The same without the mark of this name."""
        return api.replace(self, marks=unmarked(self.marks, name))


def marked(marks: tuple[StateMark, ...], name: str, value: str = "") -> tuple[StateMark, ...]:
    """``marks`` with one of this name and value, sorted by name."""
    return tuple(sorted((*unmarked(marks, name), StateMark(name=name, value=value)), key=lambda mark: mark.name))


def unmarked(marks: tuple[StateMark, ...], name: str) -> tuple[StateMark, ...]:
    """``marks`` without the one of this name."""
    return tuple(mark for mark in marks if mark.name != name)


HIDDEN = "hidden"
"""The mark of a unit that the other side sees as a marker only; its value is the marker's name."""
OFF_TABLE = "off table"
"""The mark of an element that is not on the table for now, and comes back: it neither attacks nor is attacked."""


class Element(Marked):
    """One model on its base. Position and facing of the base's centre: inches, degrees clockwise from +y."""

    id: str
    x: float
    y: float
    facing: float = 0
    armor_lost: int = Field(default=0, ge=0)
    weapons_out: tuple[str, ...] = ()
    used: tuple[StateMark, ...] = ()
    """Weapons that are used up as they are used (bombs): name and how many are gone."""

    def __hash__(self) -> int:
        """Of what differs most often: states are hashed for each way of the dice."""
        return hash((self.id, self.x, self.y, self.armor_lost))


class Unit(Marked):
    """A unit: its elements that are still in the game."""

    id: str
    type: str
    side: Side
    elements: tuple[Element, ...]
    lost: int = 0
    """Elements lost in this phase."""
    name: str = Field(default="", exclude_if=lambda name: not name)
    """What a player calls it; see :mod:`aqmf_air.games.martian_front.state`."""
    number: int = Field(default=0, exclude_if=lambda number: not number)
    """Its place among those of one name, as they come on; 0: its id says it."""

    def __hash__(self) -> int:
        """As of an element."""
        return hash((self.id, self.elements, len(self.marks)))

    @cached_property
    def hidden(self) -> bool:
        """Whether the other side sees a marker only."""
        return self.has(HIDDEN)

    @cached_property
    def named(self) -> NamedUnit:
        """What it is named by."""
        elements = tuple([NamedElement(element.id) for element in self.elements])
        return NamedUnit(self.id, self.type, self.name, self.number, elements)

    @cached_property
    def present(self) -> tuple[Element, ...]:
        """Its elements that are on the table."""
        return tuple(element for element in self.elements if not element.has(OFF_TABLE))

    @cached_property
    def centre(self) -> tuple[float, float]:
        """The middle of the centres of its elements."""
        n = len(self.elements)
        return sum(element.x for element in self.elements) / n, sum(element.y for element in self.elements) / n

    @cached_property
    def bounds(self) -> Bounds:
        """The smallest rectangle that holds the centres of its elements; of none, nothing is in it."""
        return bounds_of([(element.x, element.y) for element in self.elements])


class PhasePart(StrEnum):
    """What a phase is for: the last part of its id."""

    DEPLOYMENT = "deployment"
    BOMBARDMENT = "bombardment"
    INITIATIVE = "initiative"
    FIRST_MOVEMENT = "first-movement"
    COMBAT = "combat"
    SECOND_MOVEMENT = "second-movement"
    END = "end"


MOVEMENT = (PhasePart.FIRST_MOVEMENT, PhasePart.SECOND_MOVEMENT)
OWN_PART = (*MOVEMENT, PhasePart.COMBAT)
"""A side's own part of the turn."""


class Phase(api.Sourced):
    """A phase of the turn; ``whose`` side acts in it."""

    id: str
    title: str
    whose: str
    once: bool = False

    @cached_property
    def part(self) -> PhasePart:
        """What it is for."""
        return PhasePart(self.id.rpartition(".")[2])


@cache
def phases() -> tuple[Phase, ...]:
    """The phases of a turn, in order."""
    return api.load_rows(api.package_file(PACKAGE, "data/turn.toml"), Phase, "phase", lambda row: row.id)


class Reserve(api.Frozen):
    """A unit that is still to come: from ``turn`` on, at the positions that its elements have."""

    unit: Unit
    turn: int = Field(ge=1)
    sure: bool = False
    """Scheduled: it arrives in that turn without a roll."""
    where: str = ""
    """Where it comes on, in a player's words."""


class Game(api.GameState):
    """Everything that is so at one moment of a game."""

    naming: ClassVar[tuple[str, ...]] = ("unit", "target", "element", "assault")
    table: Tabletop
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    objectives: tuple[Objective, ...] = ()
    turns: int | None = None
    """How many turns the game lasts; None: until one side is beaten."""
    breaking: bool = True
    """An army breaks when half of it is lost (HOST-WIN-1)."""
    fixed_order: bool = True
    """The same side goes first in every turn: nobody rolls for initiative."""
    turn: int = 0
    phase: int = 0
    order: tuple[Side, Side] = ("human", "martian")
    units: tuple[Unit, ...]
    reserves: tuple[Reserve, ...] = ()
    fallen: tuple[Unit, ...] = ()
    """Units that are out of the game, as they were when they went; a mark says how, its value in which turn."""
    types: tuple[UnitType, ...]
    """The profiles that this game is played with: they travel with it."""
    rulings: api.Rulings
    special: tuple[str, ...] = ()
    """Special rules of the scenario, by name."""
    acted: Acts = ()
    """What has been done in this phase and can be done once."""

    def __hash__(self) -> int:
        """As of an element."""
        return hash((self.turn, self.phase, self.units, len(self.acted)))

    def unit(self, name: str) -> Unit:
        """The unit of this id, in the game or fallen.

        Raises UnknownNameError: there is none.
        """
        unit = self._in_play.get(name) or next((unit for unit in self.fallen if unit.id == name), None)
        if unit is None:
            raise api.UnknownNameError(f"no unit {name!r} in this game", what="unit", name=name, near=())
        return unit

    def in_play(self, name: str) -> bool:
        """Whether a unit of this id is still in the game."""
        return name in self._in_play

    def type_of(self, unit: Unit) -> UnitType:
        """A unit's profile."""
        return self._profiles[unit.type]

    @cached_property
    def in_the_open(self) -> tuple[Unit, ...]:
        """The units in the game that are not hidden."""
        return tuple([unit for unit in self.units if not unit.hidden])

    @cached_property
    def _in_play(self) -> dict[str, Unit]:
        return {unit.id: unit for unit in self.units}

    @cached_property
    def _profiles(self) -> dict[str, UnitType]:
        return _by_name(self.types)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What players call units and elements, by id; of hidden units and reserves, what their own side calls them."""
        whole: Game | None = self.__dict__.get(WHOLE)
        if whole is not None:
            return whole.names
        units = (*self.units, *self.fallen)
        named_units, hidden = (tuple([unit.named for unit in units if unit.hidden is wanted]) for wanted in (False, True))
        return _names_of(
            named_units, hidden, tuple([reserve.unit.named for reserve in self.reserves]), _kinds_of(self.types)
        )

    def the(self, id_: str) -> str:
        """What goes by its type alone has an article, ``the Scout Tripod``."""
        called = self.called(id_)
        return f"the {called}" if called in self._profiles else called

    @property
    def now(self) -> Phase:
        """The phase that is being played."""
        return phases()[self.phase]

    @property
    def part(self) -> PhasePart:
        """What the phase that is being played is for."""
        return self.now.part

    @property
    def stage(self) -> api.Stage:
        """The phase as the frame knows it."""
        return api.Stage(self.turn, self.now.id, self.now.title, self.active, self.turns)

    @property
    def active(self) -> tuple[Side, ...]:
        """The sides that may act now."""
        match self.now.whose:
            case "first":
                return (self.order[0],)
            case "second":
                return (self.order[1],)
            case _:
                return tuple(side for side in self.order if Act(ActKind.DONE, side) not in self.acted)


@lru_cache(maxsize=64)
def _names_of(
    named_units: tuple[NamedUnit, ...],
    hidden: tuple[NamedUnit, ...],
    coming: tuple[NamedUnit, ...],
    kinds: tuple[NamedKind, ...],
) -> Mapping[str, str]:
    return names_of(named_units, hidden, coming, kinds)


@api.cached_by_identity(16)
def _kinds_of(types: tuple[UnitType, ...]) -> tuple[NamedKind, ...]:
    return tuple(NamedKind(type_.name, type_.kind) for type_ in types)


@api.cached_by_identity(16)
def _by_name(types: tuple[UnitType, ...]) -> dict[str, UnitType]:
    return {type_.name: type_ for type_ in types}


def opponent(side: Side) -> Side:
    """The other side."""
    return "human" if side == "martian" else "martian"


WHOLE = "whole"
"""Where a game with some of the units of another one keeps that."""


def with_only(game: Game, units: tuple[Unit, ...]) -> Game:
    """The game with some of its units alone, called as they are among all of them."""
    fewer = api.replace(game, units=units)
    fewer.__dict__[WHOLE] = game  # beside what cached properties keep: no part of its value
    return fewer


def having_done(game: Game, what: Act) -> Game:
    """The game after something was done that can be done once in a phase."""
    return api.replace(game, acted=(*game.acted, what))


def with_unit(game: Game, unit: Unit, done: Act | None = None) -> Game:
    """The game with ``unit`` as it is now in the place of the one of the same id, after it has ``done`` something."""
    units = tuple([unit if other.id == unit.id else other for other in game.units])
    return api.replace(game, units=units, acted=(*game.acted, done) if done else game.acted)


def with_mark(game: Game, name: str, mark: str, value: str = "") -> Game:
    """The game with a mark on the unit of this id."""
    return with_unit(game, game.unit(name).marked(mark, value))


def without_unit(game: Game, name: str, how: str) -> Game:
    """The game after the unit of this id went: ``how`` becomes a mark of it."""
    gone = game.unit(name)
    left = tuple(unit for unit in game.units if unit.id != name)
    return api.replace(game, units=left, fallen=(*game.fallen, gone.marked(how, str(game.turn))))


def with_element(unit: Unit, element: Element) -> Unit:
    """The unit with ``element`` as it is now in the place of the one of the same id."""
    return api.replace(unit, elements=tuple(element if other.id == element.id else other for other in unit.elements))


STUNNED = "stunned"
"""The mark of a unit that may not fire in its next combat; its value is the phase in which it was stunned."""


def phase_of(game: Game) -> str:
    """The turn and the phase, as a mark remembers them."""
    return f"{game.turn} {game.now.id}"


def sits_out(game: Game, unit: Unit) -> bool:
    """Whether this is a combat that a stunned unit may not fire in: one of its own, after the one it was stunned in."""
    return unit.side in game.active and unit.mark(STUNNED) not in (None, phase_of(game))
