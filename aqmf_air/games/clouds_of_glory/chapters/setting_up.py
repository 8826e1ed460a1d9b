"""Setting up (3): the aircraft that a fight begins with, and where each side places its own. ICOG-3-d."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from math import cos, hypot, radians, sin
from typing import Any, ClassVar, Literal

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.games.clouds_of_glory.chapters import missions
from aqmf_air.games.clouds_of_glory.chapters.initiative import break_ties
from aqmf_air.games.clouds_of_glory.chapters.moving import own_aircraft
from aqmf_air.games.clouds_of_glory.chapters.panels import cockpit
from aqmf_air.games.clouds_of_glory.chapters.people import rerolls
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events

from aqmf_air.games.clouds_of_glory.state import (  # isort: skip
    PILOT, SIDES, CloudsGame, Craft, CraftEvent, CrewMember, GunRow, Placing, Setup,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.tables import Tables, tables

EDGE = 0.0005
"""MU: half of the last place that a position is kept with."""
CEILING = 300
"""MU: the greatest height at which a fight begins."""


class SettingUpRulings(api.Rulings):
    """What the source leaves open of setting up."""

    set_up_order: Literal["dice", "listed"] = api.ruling(
        "ICOG-3-d",
        "Which side places its aircraft first?",
        "That of the lower D10.",
        "That whose aircraft the scenario lists first.",
    )


# -- what a fight begins with ------------------------------------------------------------------------------------------


def strange_traits(setup: Setup, traits: Collection[str]) -> Iterator[str]:
    """Those that men of a set-up have and nobody knows, a line each."""
    for placing in setup.aircraft:
        for trait in (trait for man in placing.crew for trait in man.traits if trait not in traits):
            near = get_close_matches(trait, traits, 3) or sorted(traits)
            known = f"expected {' or '.join(near)}" if traits else "nothing that is plugged in knows any"
            yield f"aircraft {placing.id}: no trait {trait[:40]!r}; {known}"


def faults(setup: Setup) -> Iterator[str]:
    """What is wrong with a set-up, a line each."""
    things: tuple[Any, ...] = (*setup.aircraft, *setup.balloons, *setup.runways)
    ids = [thing.id for thing in things]
    names = [(thing.marking if isinstance(thing, Placing) else thing.name).casefold() for thing in things]
    for what, words in (("have the id", ids), ("are called", names)):
        yield from (f"two things {what} {word!r}" for word in dict.fromkeys(words) if words.count(word) > 1)
    if len({area.side for area in setup.areas}) < len(setup.areas):
        yield "areas: expected one for each side at most"
    for name, places in (("area", setup.areas), ("balloon", setup.balloons), ("runway", setup.runways)):
        for thing in places:
            if not on_board(setup, *thing.at[:2]):
                place = ", ".join(f"{value:g}" for value in thing.at)
                yield f"{name} {getattr(thing, 'id', thing.side)}: at: expected a place on the board, got {place}"
    for placing in setup.aircraft:
        yield from (f"aircraft {placing.id}: {fault}" for fault in _faults_of(setup, placing, tables(setup.tables)))
    yield from missions.faults(setup)


def on_board(setup: Setup, x: float, y: float) -> bool:
    """Whether a place is on the board."""
    return 0 <= x <= setup.board[0] and 0 <= y <= setup.board[1]


def _faults_of(setup: Setup, placing: Placing, in_force: Tables) -> Iterator[str]:
    panels = {panel.name: panel for panel in in_force.panels}
    if placing.type not in panels:
        near = get_close_matches(placing.type, panels, 3) or sorted(panels)
        yield f"type: there is no {placing.type[:40]!r}; expected {', '.join(near)}"
        return
    panel = panels[placing.type]
    stations = {place.name for place in panel.stations}
    if strange := next((man.station for man in placing.crew[1:] if man.station not in stations), ""):
        known = f"expected {' or '.join(sorted(stations))}" if stations else "it carries nobody but its pilot"
        yield f"no station {strange[:40]!r} on {panel.name}; {known}"
    x, y, z = placing.at
    area = setup.area_of(placing.side)
    if not (on_board(setup, x, y) and 0 <= z <= CEILING):
        yield f"at: expected a place over the board, got {x:g}, {y:g}, height {z:g}"
    elif area and hypot(x - area.at[0], y - area.at[1]) > area.radius + EDGE:
        yield f"at: expected a place in the circle of its side, got {x:g}, {y:g}"
    step = cockpit(panel.name, in_force, setup.rulings, bombs=placing.bombs > 0).step_at(placing.speed)
    if placing.speed > panel.maximum:
        yield f"speed: expected at most {panel.maximum} km/h, got {placing.speed}"
    elif step != placing.speed:
        yield f"speed: expected a step of its panel, such as {step}, got {placing.speed}"
    if placing.bombs > panel.bombs:
        yield f"bombs: {panel.name} carries {panel.bombs}, got {placing.bombs}"


def manned(setup: Setup) -> Setup:
    """The same with the re-rolls of every man written down: a log keeps fields that nobody gave, too. ICOG-1.2.3."""
    in_force = tables(setup.tables)

    def able(man: CrewMember) -> CrewMember:
        given = "rerolls" in man.model_fields_set
        return man if given else api.replace(man, rerolls=rerolls(man.luck, in_force, setup.rulings))

    return api.replace(setup, aircraft=tuple(api.replace(each, crew=tuple(map(able, each.crew))) for each in setup.aircraft))


AS_PLACED = ("id", "side", "type", "marking", "crew", "speed", "bombs", "trouble", "fire")


def craft_of(placing: Placing, in_force: Tables) -> Craft:
    """An aircraft as a fight begins with it: full belts, whole, its men with the re-rolls of their Luck. ICOG-1.2.3."""
    panel = in_force.panel(placing.type)
    stations, spares = {man.station for man in placing.crew}, panel.spare_drums or (0,) * len(panel.guns)
    rows = list[GunRow]()
    for gun, spare in zip(panel.guns, spares, strict=True):
        full, station = 2 * in_force.boxes(gun.feed), gun.station or PILOT
        drum = full if gun.feed == "drum" else 0
        row = GunRow(name=gun.name, station=station, guns=gun.number, halves=full, spares=spare, magazine=drum)
        rows += [row] * (station in stations)
    pose = space.rolled(SpacePose.level(*placing.at, placing.heading, placing.nose), placing.bank)
    engines = (placing.engine,) * len(panel.engine_out)
    kept = {name: getattr(placing, name) for name in AS_PLACED}
    return Craft(**kept, pose=pose, strength=panel.strength, rows=tuple(rows), engines=engines)


def opened(setup: Setup) -> CloudsGame:
    """The state before the first order."""
    in_force = tables(setup.tables)
    aircraft = tuple(craft_of(placing, in_force) for placing in manned(setup).aircraft)
    return CloudsGame(setup=setup, slices=setup.slices, craft=aircraft)


# -- placing -----------------------------------------------------------------------------------------------------------


class Placed(CraftEvent, type="clouds.placed"):
    """ICOG-3-d."""

    pose: SpacePose
    speed: int

    def apply(self, game: CloudsGame) -> CloudsGame:
        return game.without(self.craft).changed(self.craft, pose=self.pose, speed=self.speed)

    def tell(self, game: CloudsGame) -> str:
        x, y, z = self.pose.place
        where = f"{x:g}, {y:g}, height {z:g}, heading {self.pose.heading:.0f}"
        return f"{self.subject(game)} is placed at {where}; {self.speed} km/h"


class PlacingBegan(api.Event[CloudsGame], type="clouds.placing_began"):
    """Which side places first. ICOG-3-d, ``set_up_order``."""

    faces: tuple[tuple[str, int], ...] = ()
    waiting: tuple[str, ...]

    def apply(self, game: CloudsGame) -> CloudsGame:
        return api.replace(game, waiting=self.waiting)

    def tell(self, game: CloudsGame) -> str:
        return f"first to place its aircraft: {missions.SIDE_NAMES[game.of(self.waiting[0]).side]}"


def placing_order(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """D10s, the lower side places first. ICOG-3-d, ``set_up_order``."""
    placed, faces = to_place(game), tuple[tuple[str, int], ...]()
    if game.rulings.set_up_order == "dice":
        faces = break_ties(dice, dict(zip(SIDES, SIDES, strict=True)), label="setting up", about="the lower places first")
    first = min(faces, key=lambda named: named[1])[0] if faces else placed[0].side
    placed.sort(key=lambda craft: craft.side != first)
    yield PlacingBegan(faces=faces, waiting=tuple(craft.id for craft in placed))


class NumberSlot(api.Slot):
    """A number in an order."""

    def __init__(self, what: str) -> None:
        self.about = what

    def read(self, reading: api.Reading, at: int, values: api.Said) -> api.Readings:
        if number := reading.number(at, self.about):
            yield number

    def tell(self, value: float, values: api.Said) -> str:
        return f"{value:g}"


class Place(api.SteppedOrder[CloudsGame, CloudsSteps], type="clouds.place"):
    """A side places an aircraft in its circle, with any heading and speed up to Top. ICOG-3-d."""

    where: ClassVar[str] = "{craft} at {x} [,] {y} heading {heading} speed {speed}"
    phrases: ClassVar[tuple[str, ...]] = (f"place|places {where}", where)
    craft: str
    x: float = Field(ge=0, le=1000)
    y: float = Field(ge=0, le=1000)
    heading: float = Field(ge=0, le=360)
    speed: int = Field(ge=0, le=300)

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        numbers = map(NumberSlot, ("MU from the west edge", "MU from the south edge", "degrees from north", "km/h"))
        return {"craft": own_aircraft(game, player), **dict(zip(("x", "y", "heading", "speed"), numbers, strict=True))}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        craft = game.next
        area = game.setup.area_of(craft.side) if craft else None
        if game.phase != "placing" or craft is None or area is None or craft.side != player or game.open:
            return
        heading, name = craft.pose.heading, api.capitalised(craft.marking)
        steps = {"as the scenario has it": (0.0, heading), "farther left": (-2.5, heading), "farther right": (2.5, heading)}
        steps |= {"facing left": (0.0, (heading - 45) % 360), "facing right": (0.0, (heading + 45) % 360)}
        for words, (aside, facing) in steps.items():
            x = round(craft.pose.place[0] + aside * cos(radians(heading)), 1)
            y = round(craft.pose.place[1] - aside * sin(radians(heading)), 1)
            place = cls(craft=craft.id, x=x, y=y, heading=round(facing, 1), speed=craft.speed)
            yield api.Offer(place, f"{name}, {words}", craft.id, kind="placings")

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = game.next
        area = game.setup.area_of(craft.side) if craft else None
        if game.phase != "placing" or craft is None or area is None or craft.id != self.craft or craft.side != player:
            # "sides begin within circles of radius 5"
            yield api.Objection("ICOG-3-d", "no such aircraft of yours is to be placed now")
        elif hypot(self.x - area.at[0], self.y - area.at[1]) > area.radius + EDGE:
            # "sides begin within circles of radius 5"
            yield api.Objection("ICOG-3-d", f"it is placed within {area.radius:g} MU of {area.at[0]:g}, {area.at[1]:g}")
        elif self.speed not in game.cockpit(craft).panel.steps or self.speed < game.cockpit(craft).stall:
            steps = [str(step) for step in game.cockpit(craft).panel.steps if step >= game.cockpit(craft).stall]
            # "no speed over Top"
            yield api.Objection("ICOG-3-d", f"expected a speed of its panel ({', '.join(steps)}), got {self.speed}")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        height = game.of(self.craft).pose.place[2]
        yield Placed(craft=self.craft, pose=SpacePose.level(self.x, self.y, height, self.heading), speed=self.speed)


def to_place(game: CloudsGame) -> list[Craft]:
    """The aircraft that are placed before the first turn."""
    return [craft for craft in game.craft if game.setup.area_of(craft.side)]


STEPS = {"placing order": placing_order}
