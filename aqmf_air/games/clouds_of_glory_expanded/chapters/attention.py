"""What takes all of a man's attention in a turn (6.6): a look, a camera, the radio. The slice ``observing``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import dist
from typing import ClassVar, Literal, NamedTuple

from pydantic import Field

from aqmf_air import api

from aqmf_air.games.clouds_of_glory.api import (  # isort: skip
    PILOT, CloudsGame, Craft, CraftEvent, HoldFire, Setup, ShootingOrder, Side, SkyBody, seat_of,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, OwnRulings, by_side, is_on
from aqmf_air.games.clouds_of_glory_expanded.chapters import ground_fire

from aqmf_air.games.clouds_of_glory_expanded.ground import (  # isort: skip
    GroundUnit, Named, naming_faults, unit_of, units_of, unknown_faults,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.tables import tables_of

TABLE = "observers"


class ObserverRulings(OwnRulings):
    """What the source leaves open of observers: of looks and photographs, of artillery, and of messages by radio."""

    observe_multi: Literal["all-tests", "stepwise"] = api.ruling(
        "ICOGX-6.6.1.a", "How do further units count?", "On every test.", "From test to test.", standing="inferred"
    )
    observe_declare: Literal["yes", "no"] = api.ruling(
        "ICOGX-6.6.1.2", "Are the units of a turn said beforehand?", "Yes.", "Not if they count from test to test."
    )
    observe_speed: Literal["range-only", "speed-too"] = api.ruling(
        "ICOGX-6.6.1.1", "What makes a look harder?", "Range.", "The aircraft's speed, too.", standing="stated"
    )
    photo_level: Literal["exact", "within-1-mu"] = api.ruling(
        "ICOGX-6.6.2.1", "How level is a photo run?", "It keeps its height.", "Within 1 MU.", standing="stated"
    )
    artillery_time: Literal["first", "third-before-messages"] = api.ruling(
        "ICOGX-6.6.4.d", "When does artillery fire?", "Before shots.", "After them, before messages.", standing="stated"
    )
    artillery_direction: Literal["d360", "1d12"] = api.ruling(
        "ICOGX-6.6.4.c", "How is a direction rolled?", "In whole degrees.", "By a die as on a clock."
    )
    aim_point_move: Literal["no", "once-a-game"] = api.ruling(
        "ICOGX-6.6.4.b", "May an aim point be moved after the start?", "No.", "Once.", standing="inferred"
    )
    radio_attacked: Literal["shot-at-by-airplane", "any-fire", "hit-only"] = api.ruling(
        "ICOGX-6.6.3.1",
        "What of this turn, before it is sent, loses a message?",
        "A shot of an enemy aircraft.",
        "Fire from the ground, too.",
        "A hit of an enemy aircraft.",
        standing="inferred",
    )
    radio_lost: Literal["off", "1-2-on-1d6"] = api.ruling(
        "ICOGX-6.6.3.b", "Do sets fail?", "No.", "On 1 or 2 of a D6, for each message.", standing="stated"
    )
    spot_distance: Literal["started-tens", "nearest-ten", "full-tens"] = api.ruling(
        "ICOGX-6.6.4.i", "Which tens of MU count?", "All begun.", "To the nearest.", "Whole ones.", standing="inferred"
    )
    spot_maneuver: Literal["action-costing", "any-not-straight"] = api.ruling(
        "ICOGX-6.6.4.i", "Which flight makes spotting harder?", "One that takes an action.", "Any that is not straight."
    )
    spot_under_fire: Literal["nothing-sent", "fire-for-effect-gets-through"] = api.ruling(
        "ICOGX-6.6.4.i", "What is lost under attack?", "All messages.", "Not fire for effect.", standing="inferred"
    )
    spot_natural: Literal["nothing", "1-always-one-die"] = api.ruling(
        "ICOGX-6.6.4.j", "Does a natural 1 count for more?", "No.", "It takes one die at least off the pool."
    )
    pool_limits: Literal["0-to-any", "1-to-6"] = api.ruling(
        "ICOGX-6.6.4.a", "How few and how many dice may the pool have?", "None, and any number.", "One to six."
    )
    spot_sight: Literal["not-needed", "30-mu-and-clear"] = api.ruling(
        "ICOGX-6.6.4.1", "Has the aim point to be seen to correct it?", "No.", "Within 30 MU, past any balloon."
    )


# -- what a mission asks for, and what was done ------------------------------------------------------------------------


HIGHEST = 200.0
"""MU that nobody flies above."""


class PhotoArea(Named):
    """What the observers of a side are to photograph: a circle on the ground. ICOGX-6.6.2.1, ICOGX-6.6.2.a."""

    at: tuple[float, float]
    radius: float = Field(default=3.0, gt=0, le=60)
    lowest: float = Field(default=0.0, ge=0, le=200)
    """MU of height, at least."""
    highest: float = Field(default=HIGHEST, ge=0, le=HIGHEST)
    points: int = Field(default=2, ge=0, le=20)
    taken: bool = False

    @property
    def heights(self) -> str:
        """From where it is to be photographed, in words."""
        return f"from {self.lowest:g}{f' to {self.highest:g}' if self.highest < HIGHEST else ''} MU up"


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

    points_for: ClassVar[str] = "what observers were to do"
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
        found = ((sighting.side, self.per_unit) for sighting in self.identified)
        return by_side([*((area.side, area.points) for area in self.areas if area.taken), *found])

    def due(self, game: CloudsGame, craft: Craft, station: str) -> bool:
        """Whether a man has a message to send, or a ground unit to look for."""
        if station == PILOT or not is_on(game, "observers") or not able(craft, station):
            return False
        busy = busy_with(game, craft.id, station)
        task = busy.task if busy else "looks"
        return task == "radio" or (task == "looks" and any(in_sight(game, craft)))

    def load(self, game: CloudsGame, craft: Craft) -> Iterator[str]:
        """What observers work with."""
        yield from ["a camera"] * bool(camera_of(game, craft) and any(area.side == craft.side for area in self.areas))
        yield from ["a wireless set"] * (craft.id in self.radios)


OBSERVING = api.Slice("observing", Observing)


def able(craft: Craft, station: str) -> bool:
    """Whether a man aboard can see to a task: he lives, is not shaken, and his aircraft is under control."""
    well = any(man.station == station and not (man.dead or man.shaken) for man in craft.crew)
    return well and craft.flying and not (craft.silent or craft.spinning or craft.fire or craft.grounded or craft.rolls_out)


def observer_of(craft: Craft) -> str:
    """The station of the first man beside the pilot who can see to a task; empty: there is none."""
    return next((man.station for man in craft.crew[1:] if able(craft, man.station)), "")


def camera_of(game: CloudsGame, craft: Craft) -> str:
    """Where the man sits who works the camera; empty: there is none. ICOGX-6.6.2.2, ICOGX-6.6.2.a."""
    cameras = tables_of(game).cameras
    own = next((row.station for row in cameras if craft.type.startswith(row.type)), "")
    return own if able(craft, own) else observer_of(craft) if not own else ""


def busy_with(game: CloudsGame, craft_id: str, station: str) -> Busy | None:
    """What a man does in this turn, and nothing else; None: he is free."""
    key = (craft_id, station, game.turn)
    return next((busy for busy in OBSERVING.of(game).busy if busy[:3] == key), None)


class TaskBegun(CraftEvent, type="clouds.task_begun"):
    """A man begins what takes all his attention in this turn. ICOGX-6.6.1.2, ICOGX-6.6.2.2, ICOGX-6.6.3.1, ICOGX-6.6.4.k."""

    wording: ClassVar[str] = "{subject}, {station}: {about}"
    station: str
    task: Task
    units: int = 0
    about: str = "a message is announced"

    def apply(self, game: CloudsGame) -> CloudsGame:
        busy = Busy(self.craft, self.station, game.turn, self.task, self.units)
        others = (each for each in OBSERVING.of(game).busy if each.turn == game.turn and each[:3] != busy[:3])
        return OBSERVING.changed(game, busy=(*others, busy))


# -- what can be made out ----------------------------------------------------------------------------------------------


def sight_of(game: CloudsGame, distance: float) -> int | None:
    """What range takes off the test for a unit; None: beyond the reach of a 37 mm gun. ICOGX-6.6.1.1, ``range_edge``."""
    tables, edge = tables_of(game), ground_fire.GroundFireRulings.of(game).range_edge
    return ground_fire.by_range(distance, tables.ground_unit("aa-37mm").range, tables, edge)


def to_find(game: CloudsGame, craft: Craft) -> Iterator[GroundUnit]:
    """The units that the side of an aircraft is still to identify."""
    observing = OBSERVING.of(game)
    for unit in units_of(game) if observing.per_unit else ():
        asked_for = unit.id in observing.wanted if observing.wanted else unit.side != craft.side
        if asked_for and Sighting(unit.id, craft.side) not in observing.identified:
            yield unit


def in_sight(game: CloudsGame, craft: Craft) -> Iterator[GroundUnit]:
    """Those of them that an observer may look for now. ICOGX-6.6.1.1."""
    return (unit for unit in to_find(game, craft) if sight_of(game, dist(craft.pose.place, unit.place)) is not None)


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
    observing = OBSERVING.of(setup)
    yield from naming_faults(setup, "observing", observing.areas, "at")
    for area in observing.areas:
        if area.lowest > area.highest:
            yield f"observing {area.id}: lowest: expected {area.highest:g} at most, got {area.lowest:g}"
    first = tables_of(setup).whole(TABLE, "radio-from")
    if observing.radios and 0 < EXPANDED.of(setup).day < first:
        yield f"observing: radios: expected none before the middle of 1916, got {EXPANDED.of(setup).date} (ICOGX-6.6.3.c)"
    manned = [placing.id for placing in setup.aircraft if len(placing.crew) > 1]
    yield from unknown_faults(setup, "observing", "aircraft with an observer", manned, radios=observing.radios)
    identified = (sighting.unit for sighting in observing.identified)
    yield from unknown_faults(setup, "observing", "ground unit", wanted=observing.wanted, identified=identified)
    busy = (seat_of(each.craft, each.station) for each in observing.busy)
    yield from unknown_faults(setup, "observing", "man", busy=busy)


def bodies(game: CloudsGame) -> Iterable[SkyBody]:
    """What is to be photographed, what is identified. ICOGX-6.6.1.c."""
    for area in OBSERVING.of(game).areas:
        state = "photographed" if area.taken else f"to photograph {area.heights}"
        at = (*area.at, 0.0)
        yield SkyBody(area.id, area.name, at, area.radius, flat=True, side=area.side, what="area", state=state)
    for sighting in OBSERVING.of(game).identified:
        if unit := unit_of(game, sighting.unit):
            what, side = "identified", sighting.side
            yield SkyBody(f"{unit.id}-{side}", f"{unit.name}, {what}", unit.place, flat=True, side=side, what=what)
