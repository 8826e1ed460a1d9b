"""Message and supply drops (6.6.3): containers fall as bombs do in level flight, and count near a place of the mission."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import dist
from typing import ClassVar, Literal, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import CloudsGame, CloudsSteps, Craft, Events, due, then
from aqmf_air.games.clouds_of_glory_expanded.chapter import ChapterName, OwnRulings, by_side, is_on, with_one
from aqmf_air.games.clouds_of_glory_expanded.chapters import bombs as runs
from aqmf_air.games.clouds_of_glory_expanded.chapters.attention import busy_with
from aqmf_air.games.clouds_of_glory_expanded.chapters.bomb_orders import LevelDrop, aimed
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombing import BombMark, near_enough
from aqmf_air.games.clouds_of_glory_expanded.ground import Named, naming_faults, unknown_faults
from aqmf_air.games.clouds_of_glory_expanded.tables import expanded_tables

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
    """MU within which a container counts."""
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
        """Of each side, for places that were reached."""
        return by_side((place.side, place.points) for place in self.places if place.reached)

    def due(self, game: CloudsGame, craft: Craft, station: str) -> bool:
        """Whether a man may drop a container now."""
        return bool(self.aboard) and is_on(game, "observers") and any(True for _ in places_for(game, craft, station))

    def load(self, game: CloudsGame, craft: Craft) -> Iterator[str]:
        """Containers."""
        yield from (f"a container of {own.cargo}" for own in self.aboard if own.craft == craft.id)


DROPS = api.Slice("drops", Drops)


def nearness(game: CloudsGame, place: DropPlace) -> float:
    """MU within which a container counts. ICOGX-6.6.3.2, ``drop_near``."""
    return place.near or expanded_tables(game.setup.tables).number(runs.NUMBERS, "drop-near")


def is_ruined(game: CloudsGame, craft: Craft, cargo: str) -> bool:
    """Whether a fall from where an aircraft is ruins what it drops. ICOGX-6.6.3.2, ICOGX-6.6.3.a."""
    highest = expanded_tables(game.setup.tables).number(runs.NUMBERS, "supply-ceiling")
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
            yield clouds.SkyBody(
                place.id, place.name, at, near, flat=True, side=place.side, what="place", state=f"{place.cargo} to drop"
            )


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


class DropContainer(LevelDrop, type="clouds.drop_container"):
    """A container is dropped in level flight, where the track passes who waits for it. ICOGX-6.6.3.2."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} drops|drop [a] container for {place}",)
    chapter: ClassVar[ChapterName] = "observers"
    chapter_rule: ClassVar[str] = "ICOGX-6.6.3.2"
    place: str

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        places = {place.name: place.id for place in DROPS.of(game).places if place.side == player}
        return {"craft": clouds.own_aircraft(game, player), "place": api.Names("who waits for it", places)}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if is_on(game, "observers") and (shooter := game.shooter_of(player)):
            craft = game.of(shooter.craft)
            for place, _ in places_for(game, craft, shooter.station):
                order = cls(craft=craft.id, station=shooter.station, place=place.id)
                what = f"{place.cargo} for {place.name} (arrives {api.percent(order.promise(game, rules))})"
                yield api.Offer(order, f"{api.capitalised(craft.marking)}: {what}", craft.id)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        if earlier := tuple(super().against(game, player, rules)):
            yield from earlier
        elif self.place not in [place.id for place, _ in places_for(game, game.of(self.craft), self.station)]:
            # "Message and supply drops use horizontal bombing"
            yield api.Objection("ICOGX-6.6.3.2", f"it has not flown over {self.place[:40]!r} with what is waited for there")

    def mark(self, game: CloudsGame) -> tuple[DropPlace, BombMark]:
        """Who waits for it, and where it would fall without deviation."""
        craft = game.of(self.craft)
        places = places_for(game, craft, self.station)
        place, along = next((place, along) for place, along in places if place.id == self.place)
        return place, runs.marks_along(game, craft, clouds.flight_path(game, craft), 1, along)[0]

    def arrives(self, game: CloudsGame, rules: CloudsSteps) -> api.Question:
        """Whether it comes down near enough, and whole, before any re-roll."""
        craft, (place, mark) = game.of(self.craft), self.mark(game)
        check = runs.run_check(game, rules, craft, self.station)
        near = -1.0 if is_ruined(game, craft, place.cargo) else nearness(game, place)
        asked = (check.alone, runs.run_facts(game, rules, craft, self.station), mark, place.at, near)
        title, later = f"{place.cargo} for {place.name}", bool(check.rerolls)
        return api.Question(title, near_enough, asked, (check.need,), of=has_arrived, later=later)

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        return aimed(game, rules, self.craft, self.station), self.arrives(game, rules)

    def promise(self, game: CloudsGame, rules: CloudsSteps) -> Fraction:
        """How likely it arrives, before any re-roll."""
        return self.arrives(game, rules).odds().of(True)

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """The points that it is expected to bring."""
        return float(self.promise(game, rules)) * self.mark(game)[0].points

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        place, mark = self.mark(game)
        yield runs.BombsMarked(
            craft=self.craft,
            station=self.station,
            target=place.id,
            what=f"a container at {place.name}",
            marks=(mark,),
            action=runs.costs_action(game, self.station),
        )
        yield then(due("bombing run", self.craft, self.station, "container down"))


def has_arrived(events: Iterable[api.PlainEvent]) -> bool:
    """Whether a container came down near enough."""
    return any(event.outcome for event in events if isinstance(event, ContainerDown))
