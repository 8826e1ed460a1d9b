"""Message and supply drops (6.6.3): containers fall as bombs do in level flight, and count near a place of the mission."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import dist
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import CloudsGame, CloudsSteps, Craft, Events
from aqmf_air.games.clouds_of_glory_expanded.automatic.goals import best_chance
from aqmf_air.games.clouds_of_glory_expanded.chapter import OwnRulings, by_side, with_one
from aqmf_air.games.clouds_of_glory_expanded.chapters import bombs as runs
from aqmf_air.games.clouds_of_glory_expanded.chapters.attention import busy_with
from aqmf_air.games.clouds_of_glory_expanded.chapters.bomb_orders import LevelDrop, Run
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombing import BombMark, near_enough
from aqmf_air.games.clouds_of_glory_expanded.ground import Named, naming_faults, unknown_faults
from aqmf_air.games.clouds_of_glory_expanded.tables import tables_of

Cargo = Literal["message", "supplies"]


class DropRulings(OwnRulings):
    """What the source leaves open of drops."""

    drop_near: Literal["mission-else-5", "mission-only"] = api.ruling(
        "ICOGX-6.6.3.2",
        "How near does a drop have to fall?",
        "As the mission says, or else within 5 MU.",
        "As the mission says: it has to.",
        standing="stated",
    )


# -- what a mission asks for, and what was done ------------------------------------------------------------------------


class DropPlace(Named):
    """Who waits for a container."""

    at: tuple[float, float]
    cargo: Cargo = "message"
    near: float | None = Field(default=None, gt=0, le=60)
    points: int = Field(default=1, ge=0, le=20)
    reached: bool = False


class Container(NamedTuple):
    """What an aircraft carries."""

    craft: str
    cargo: Cargo = "message"


class Drops(api.Frozen):
    """Places, and containers aboard."""

    places: tuple[DropPlace, ...] = Field(default=(), max_length=12)
    aboard: tuple[Container, ...] = Field(default=(), max_length=24)

    @property
    def points(self) -> Mapping[str, int]:
        return by_side((place.side, place.points) for place in self.places if place.reached)

    def load(self, game: CloudsGame, craft: Craft) -> Iterator[str]:
        yield from (f"a container of {own.cargo}" for own in self.aboard if own.craft == craft.id)


DROPS = api.Slice("drops", Drops)


def nearness(game: CloudsGame, place: DropPlace) -> float:
    """MU within which a container counts. ICOGX-6.6.3.2, ``drop_near``."""
    return place.near or tables_of(game).number(runs.NUMBERS, "drop-near")


def is_ruined(game: CloudsGame, craft: Craft, cargo: str) -> bool:
    """Whether a fall from where an aircraft is ruins what it drops. ICOGX-6.6.3.2, ICOGX-6.6.3.a."""
    highest = tables_of(game).number(runs.NUMBERS, "supply-ceiling")
    return cargo == "supplies" and craft.pose.place[2] > highest


def waiting(game: CloudsGame, craft: Craft) -> Iterator[DropPlace]:
    """The places that wait for what an aircraft carries."""
    cargos = {own.cargo for own in DROPS.of(game).aboard if own.craft == craft.id}
    for place in DROPS.of(game).places:
        if place.side == craft.side and place.cargo in cargos and not place.reached:
            yield place


def places_for(game: CloudsGame, craft: Craft, station: str) -> Iterator[tuple[DropPlace, float]]:
    """The places that a man may now drop for, each with the MU along the track that passes it. ICOGX-6.6.3.2."""
    if any(waiting(game, craft)) and runs.may_drop(game, craft, station) and not busy_with(game, craft.id, station):
        for place in waiting(game, craft):
            along = runs.passed(game, craft, place.at, nearness(game, place))
            if along is not None:
                yield place, along


def faults(setup: clouds.Setup) -> Iterator[str]:
    """What is wrong with the drops of a mission, a line each."""
    yield from unknown_faults(setup, "drops", "aircraft", aboard=(own.craft for own in DROPS.of(setup).aboard))
    yield from naming_faults(setup, "drops", DROPS.of(setup).places, "at")
    for place in DROPS.of(setup).places:
        if place.near is None and DropRulings.of(setup).drop_near == "mission-only":
            yield f"drops {place.id}: near: expected MU within which a drop counts (ICOGX-6.6.3.2)"


def bodies(game: CloudsGame) -> Iterator[clouds.SkyBody]:
    """The circles in which containers count."""
    for place in DROPS.of(game).places:
        if not place.reached:
            at, near = (*place.at, 0.0), nearness(game, place)
            state = f"{place.cargo} to drop"
            yield clouds.SkyBody(place.id, place.name, at, near, flat=True, side=place.side, what="place", state=state)


def goals(game: CloudsGame, craft: Craft) -> Iterator[clouds.Goal]:
    """Who waits for what an aircraft carries. ICOGX-6.6.3.2."""
    for place in waiting(game, craft):
        chance, radius = best_chance(craft.id, place.id), nearness(game, place)
        yield clouds.Goal(place.id, place.name, (*place.at, 0.0), radius, "over", float(place.points), chance)


# -- events and steps --------------------------------------------------------------------------------------------------


class ContainerDown(clouds.CraftEvent, type="clouds.container_down"):
    """A container is on the ground: near enough, or not, or ruined. ICOGX-6.6.3.2, ICOGX-6.6.3.a."""

    place: str
    cargo: Cargo
    outcome: bool
    ruined: bool = False

    def apply(self, game: CloudsGame) -> CloudsGame:
        aboard = list(DROPS.of(game).aboard)
        aboard.remove(Container(self.craft, self.cargo))
        game = DROPS.changed(game, aboard=tuple(aboard))
        return with_one(game, DROPS, "places", self.place, reached=True) if self.outcome else game

    def tell(self, game: CloudsGame) -> str:
        name = next((place.name for place in DROPS.of(game).places if place.id == self.place), self.place)
        result = "is ruined by its fall" if self.ruined else "is near enough" if self.outcome else "is too far off"
        return f"the {self.cargo} for {name}: the container {result}"


def container_down(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What a container that has fallen comes to. ICOGX-6.6.3.2, ICOGX-6.6.3.a."""
    craft, run = game.of(step.of), runs.BOMBING.of(game).run
    yield runs.RunOver(craft=craft.id)
    for place in DROPS.of(game).places:
        if run and run.fallen and place.id == run.target:
            ruined = is_ruined(game, craft, place.cargo)
            near = not ruined and dist(run.fallen[0], place.at) <= nearness(game, place)
            yield ContainerDown(craft=craft.id, place=place.id, cargo=place.cargo, outcome=near, ruined=ruined)


STEPS = {"container down": container_down}


# -- the order ---------------------------------------------------------------------------------------------------------


class DropContainer(LevelDrop, type="clouds.drop_container", chapter="observers", rule="ICOGX-6.6.3.2"):
    """A container is dropped in level flight, where the track passes who waits for it. ICOGX-6.6.3.2."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} drops|drop [a] container for {place}",)
    field: ClassVar[str] = "place"
    what: ClassVar[str] = "who waits for it"
    landed: ClassVar[str] = "container down"
    wanted: ClassVar[bool] = True
    does: ClassVar[str] = "reaches"
    place: str

    @classmethod
    def things(cls, game: CloudsGame, side: str) -> Iterable[DropPlace]:
        return (place for place in DROPS.of(game).places if place.side == side)

    @classmethod
    def ways(cls, game: CloudsGame, craft: Craft, station: str) -> Iterable[Mapping[str, Any]]:
        return ({"place": place.id} for place, _ in places_for(game, craft, station))

    def title(self, game: CloudsGame, rules: CloudsSteps) -> str:
        place, _ = self.over(game)
        return f"drop the {place.cargo} for {place.name} (arrives {api.percent(self.promise(game, rules))})"

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        if earlier := tuple(super().against(game, player, rules)):
            yield from earlier
        elif self.place not in [place.id for place, _ in places_for(game, game.of(self.craft), self.station)]:
            # "Message and supply drops use horizontal bombing"
            yield api.Objection("ICOGX-6.6.3.2", f"it has not flown over {self.place[:40]!r} with what is waited for there")

    def over(self, game: CloudsGame) -> tuple[DropPlace, float]:
        places = places_for(game, game.of(self.craft), self.station)
        return next((place, along) for place, along in places if place.id == self.place)

    def falling(self, game: CloudsGame) -> str:
        return f"a container at {self.over(game)[0].name}"

    def marks(self, game: CloudsGame) -> tuple[BombMark, ...]:
        craft = game.of(self.craft)
        return runs.marks_along(game, craft, clouds.flight_path(game, craft), 1, self.over(game)[1])[:1]

    def outcomes(self, game: CloudsGame, run: Run) -> Iterator[tuple[str, float, api.Question]]:
        """Whether it comes down near enough, and whole."""
        (place, _), (mark,) = self.over(game), self.marks(game)
        near = -1.0 if is_ruined(game, game.of(self.craft), place.cargo) else nearness(game, place)
        given, title = (run.check, run.facts, mark, place.at, near), f"{place.cargo} for {place.name}"
        arrives = api.Question(title, near_enough, given, (run.check.need,), of=has_arrived, later=run.later)
        yield place.id, place.points, arrives


def has_arrived(events: Iterable[api.PlainEvent]) -> bool:
    """Whether a container came down near enough."""
    return any(event.outcome for event in events if isinstance(event, ContainerDown))
