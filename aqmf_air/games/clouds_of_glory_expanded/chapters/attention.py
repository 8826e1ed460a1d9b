"""What takes all of a man's attention in a turn (6.6): a look, a camera, the radio. The slice ``observing``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal, NamedTuple, cast

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import vectors
from aqmf_air.games.clouds_of_glory.api import PILOT, CloudsGame, Craft, CraftEvent, HoldFire, Setup, ShootingOrder, Side
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, is_on
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_fire import EDGE, GroundFireRulings
from aqmf_air.games.clouds_of_glory_expanded.ground import GROUND, GroundUnit, units_of
from aqmf_air.games.clouds_of_glory_expanded.tables import expanded_tables

TABLE = "observers"
GUN = "aa-37mm"
"""The unit whose range is an observer's. ICOGX-6.6.1.1."""


# -- what a mission asks for, and what was done ------------------------------------------------------------------------


class PhotoArea(api.Frozen):
    """What is to be photographed: a circle on the ground. ICOGX-6.6.2.1, ICOGX-6.6.2.a."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]{0,30}$")
    side: Side
    """Whose observers are to photograph it."""
    name: str = Field(min_length=1, max_length=60)
    at: tuple[float, float]
    radius: float = Field(default=3.0, gt=0, le=60)
    lowest: float = Field(default=0.0, ge=0, le=200)
    """MU of height, at least."""
    highest: float = Field(default=200.0, ge=0, le=200)
    points: int = Field(default=2, ge=0, le=20)
    taken: bool = False


class Sighting(NamedTuple):
    """A ground unit that a side has identified."""

    unit: str
    side: Side


Task = Literal["looks", "camera", "radio"]


class Busy(NamedTuple):
    """A man who does nothing else in a turn."""

    craft: str
    station: str
    turn: int
    task: Task
    units: int = 0
    """That he has looked for."""


class Observing(api.Frozen):
    """What observers are asked for, and what they have done."""

    areas: tuple[PhotoArea, ...] = Field(default=(), max_length=12)
    wanted: tuple[str, ...] = Field(default=(), max_length=24)
    """Ground units that are to be identified, of either side; none: those of the enemy."""
    per_unit: int = Field(default=1, ge=0, le=20)
    """Points for each; 0: none is to be identified."""
    firing: int = Field(default=0, ge=-10, le=10)
    """What the mission adds to the test for a unit that has fired in the turn. ICOGX-6.6.1.b."""
    radios: tuple[str, ...] = Field(default=(), max_length=16)
    """Aircraft with a set aboard. ICOGX-6.6.3.c."""
    identified: tuple[Sighting, ...] = ()
    busy: tuple[Busy, ...] = ()
    """Those of the last turn in which there were any."""

    @property
    def points(self) -> Mapping[str, int]:
        """Of each side, for photographs and for units that it has identified."""
        points: dict[str, int] = {}
        counted = [(area.side, area.points) for area in self.areas if area.taken]
        for side, count in (*counted, *((sighting.side, self.per_unit) for sighting in self.identified)):
            points[side] = points.get(side, 0) + count
        return points

    def due(self, game: CloudsGame, craft: Craft, station: str) -> bool:
        """Whether a man has a message to send, or a ground unit to look for."""
        if station == PILOT or not is_on(game, "observers") or not able(craft, station):
            return False
        busy = busy_with(game, craft.id, station)
        return bool(busy and busy.task == "radio") or (
            not (busy and busy.task == "camera") and any(True for _ in in_sight(game, craft))
        )


OBSERVING = api.Slice("observing", Observing)


def able(craft: Craft, station: str) -> bool:
    """Whether a man aboard can see to a task: he lives, is not shaken, and his aircraft is under control."""
    man = next((man for man in craft.crew if man.station == station), None)
    if man is None or man.dead or man.shaken:
        return False
    return craft.flying and not (craft.silent or craft.spinning or craft.fire or craft.grounded or craft.rolls_out)


def observer_of(craft: Craft) -> str:
    """The station of the first man beside the pilot who can see to a task; empty: there is none."""
    return next((man.station for man in craft.crew[1:] if able(craft, man.station)), "")


def busy_with(game: CloudsGame, craft_id: str, station: str) -> Busy | None:
    """What a man does in this turn, and nothing else; None: he is free."""
    for busy in OBSERVING.of(game).busy:
        if (busy.craft, busy.station, busy.turn) == (craft_id, station, game.turn):
            return busy
    return None


class TaskBegun(CraftEvent, type="clouds.task_begun"):
    """A man begins what takes all his attention in this turn. ICOGX-6.6.1.2, ICOGX-6.6.2.2, ICOGX-6.6.3.1, ICOGX-6.6.4.k."""

    wording: ClassVar[str] = "{subject}, {station}: {about}"
    station: str
    task: Task
    units: int = 0
    about: str = "a message is announced"

    def apply(self, game: CloudsGame) -> CloudsGame:
        others = (
            each for each in OBSERVING.of(game).busy if each.turn == game.turn and each[:2] != (self.craft, self.station)
        )
        busy = Busy(self.craft, self.station, game.turn, self.task, self.units)
        return OBSERVING.changed(game, busy=(*others, busy))


# -- what can be made out ----------------------------------------------------------------------------------------------


def distance_to(craft: Craft, unit: GroundUnit) -> float:
    """MU in a straight line."""
    return vectors.size(vectors.add(craft.pose.place, unit.place, -1))


def sight_of(game: CloudsGame, distance: float) -> int | None:
    """What range takes off the test for a unit; None: beyond the reach of a 37 mm gun. ICOGX-6.6.1.1, ``range_edge``."""
    tables, edge = expanded_tables(game.setup.tables), cast("GroundFireRulings", game.rulings).range_edge
    measured = distance + (EDGE if edge == "outside" else -EDGE)
    return tables.range_modifier(measured) if measured <= tables.ground_unit(GUN).range else None


def to_find(game: CloudsGame, craft: Craft) -> Iterator[GroundUnit]:
    """The units that the side of an aircraft is still to identify."""
    observing = OBSERVING.of(game)
    for unit in units_of(game) if observing.per_unit else ():
        asked_for = unit.id in observing.wanted if observing.wanted else unit.side != craft.side
        if asked_for and Sighting(unit.id, craft.side) not in observing.identified:
            yield unit


def in_sight(game: CloudsGame, craft: Craft) -> Iterator[GroundUnit]:
    """Those of them that an observer may look for now. ICOGX-6.6.1.1."""
    return (unit for unit in to_find(game, craft) if sight_of(game, distance_to(craft, unit)) is not None)


# -- what is against it ------------------------------------------------------------------------------------------------


def objections(game: CloudsGame, command: api.Command) -> Iterable[api.Objection]:
    """Who has begun to look, or works the radio, does nothing else; he may jump."""
    if not isinstance(command, ShootingOrder) or isinstance(command, HoldFire):
        return
    own = getattr(command, "chapter", "") in ("observers", "parachutes")
    if not own and (busy := busy_with(game, command.craft, command.station)):
        if busy.task == "radio":
            # "all the observer's attention"
            yield api.Objection("ICOGX-6.6.3.1", "he works the radio in this turn, and does nothing else")
        else:
            # "the observer does nothing else that turn"
            yield api.Objection("ICOGX-6.6.1.2", "he looks for ground units in this turn, and does nothing else")


def faults(setup: Setup) -> Iterator[str]:
    """What is wrong with what a mission asks of observers, a line each."""
    observing, units = OBSERVING.of(setup), [unit.id for unit in GROUND.of(setup).units]
    crews = {placing.id: placing.crew for placing in setup.aircraft}
    taken = {*units, *crews}
    for area in observing.areas:
        if area.id in taken:
            yield f"observing: two things are called {area.id!r}: expected a name of its own"
        taken.add(area.id)
        if area.lowest > area.highest:
            yield f"observing {area.id}: lowest: expected {area.highest:g} at most, got {area.lowest:g}"
        if not all(0 <= place <= most for place, most in zip(area.at, setup.board, strict=True)):
            yield f"observing {area.id}: at: expected a place on the board, got {area.at}"
    first = int(expanded_tables(setup.tables).number(TABLE, "radio-from"))
    if observing.radios and 0 < EXPANDED.of(setup).day < first:
        yield f"observing: radios: expected none before the middle of 1916, got {EXPANDED.of(setup).date} (ICOGX-6.6.3.c)"
    manned = [name for name, crew in crews.items() if len(crew) > 1]
    for what, names, every in (("wanted", observing.wanted, units), ("radios", observing.radios, manned)):
        if strange := next((name for name in names if name not in every), ""):
            needed = "ground units" if what == "wanted" else "aircraft with an observer"
            there = f" ({', '.join(every)})" if every else ", and there are none"
            yield f"observing: {what}: expected {needed}{there}, got {strange[:40]!r}"
