"""The path that is ordered for an aircraft, judged, and the bombs that are dropped on it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Literal

from aqmf_air.core.data.memo import cached_by_identity
from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_aircraft.rules.bombing import Drop, Impact, bombs_of_aircraft, salvos_of
from aqmf_air.games.martian_aircraft.rules.movement import Move, judge_move
from aqmf_air.games.martian_aircraft.rules.scenes import FlightPath, track_of
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings, aircraft_rulings
from aqmf_air.games.martian_aircraft.units import is_aircraft
from aqmf_air.games.martian_front.base_order import FrontEvent, FrontRules, FrontTiming, UnitEvent
from aqmf_air.games.martian_front.in_words import compass, elements_in_words, ended, inches, standing_at
from aqmf_air.games.martian_front.orders.artillery import under_templates
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.rules.foreseeing import Piece
from aqmf_air.games.martian_front.rules.hiding import uncovered
from aqmf_air.games.martian_front.rules.templates import Attacked, OnTable, TemplatesFell, fall, foreseen_salvo
from aqmf_air.games.martian_front.state import (
    MOVEMENT,
    OFF_TABLE,
    Act,
    ActKind,
    Element,
    Game,
    PhasePart,
    StateMark,
    Unit,
    marked,
    unmarked,
    with_unit,
    without_unit,
)
from aqmf_air.games.martian_front.table import Tabletop
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle


class Flight(Frozen):
    """What one aircraft flies, and where it drops its bombs."""

    path: FlightPath
    drops: tuple[Drop, ...] = ()


BOMBING = FrontTiming(
    (PhasePart.FIRST_MOVEMENT,), rule="AIR-BOMB-1", reason="bombs are dropped in the first movement phase only"
)


def moved(game: Game, unit: Unit, element: Element, path: FlightPath) -> Move:
    """A path of an element, judged. AIR-MOVE-1 to AIR-MOVE-4."""
    return _judged(element, path, game.type_of(unit), game.rulings, game.table)


def may_fly(game: Game, unit: Unit) -> bool:
    """Whether a unit of aircraft has still to fly in this phase: any but heavy bombers, which older games still have."""
    flies = is_aircraft(game, unit) and not game.type_of(unit).has("Heavy Bomber")
    return flies and game.part in MOVEMENT and not has_flown(game, unit)


def has_flown(game: Game, unit: Unit) -> bool:
    """Whether a unit has flown in this phase."""
    return Act(ActKind.FLY, unit.id) in game.acted


@cached_by_identity(1024)  # what is offered is judged when it is thought of, and again as the order that it is
def _judged(element: Element, path: FlightPath, kind: UnitType, rulings: Rulings, table: Tabletop) -> Move:
    start = element.x, element.y, element.facing
    return _laid(start, path, kind.speed, kind.base_diameter, aircraft_rulings(rulings), table.width, table.depth)


@lru_cache(maxsize=1024)  # games of one set-up begin alike
def _laid(
    start: tuple[float, float, float],
    path: FlightPath,
    speed: float,
    base_diameter: float,
    rulings: AircraftRulings,
    width: float,
    depth: float,
) -> Move:
    return judge_move(Pose(*start), track_of(path), speed, base_diameter, rulings, Rectangle.sized(width, depth))


# -- what happens in a flight -------------------------------------------------------------------------------------------


class Landed(Frozen):
    """How a flight ended: where the aircraft is, the bombs that it dropped, and whether it left the table, and for good."""

    element: str
    x: float
    y: float
    facing: float
    dropped: tuple[StateMark, ...] = ()
    """Bombs by name, and how many of each."""
    left: Literal["", "lost", "return"] = ""


class Flown(UnitEvent, type="aircraft.flown"):
    """Aircraft of a unit flew: all of them, or those up to the next that drops bombs (ruling ``bombs_resolve``)."""

    flights: tuple[Landed, ...]

    def apply(self, game: Game) -> Game:
        """Its elements are where they went; who left the table for good is out of the game (ruling ``table_edge``).

        Whether that is a loss to test morale for is a ruling (``edge_losses``). AIR-MOVE-7, AIR-MORALE-3.
        """
        unit = game.unit(self.unit)
        flown = {flight.element: flight for flight in self.flights}
        elements = tuple(
            _after(element, flown[element.id]) if element.id in flown else element
            for element in unit.elements
            if element.id not in flown or flown[element.id].left != "lost"
        )
        tested = aircraft_rulings(game.rulings).edge_losses == "test"
        gone = len(unit.elements) - len(elements) if tested else 0
        flown_off = replace(unit, elements=elements, lost=unit.lost + gone)
        game = with_unit(game, flown_off, done=Act(ActKind.FLY, self.unit))
        return game if elements else without_unit(game, self.unit, "left")

    def tell(self, game: Game) -> str:
        unit = game.unit(self.unit)
        there = {one.id: one for one in unit.elements}
        ways: dict[str, list[str]] = {}
        for one in self.flights:
            ways.setdefault(_way(there[one.element], one), []).append(one.element)
        landed = tuple(_after(there[one.element], one) for one in self.flights)
        where = ended(game, unit, replace(unit, elements=landed)) if any(not one.left for one in self.flights) else ""
        told = "; ".join(f"{elements_in_words(game, who)} {way}" for way, who in ways.items()) + where
        return told.removeprefix("the ")  # as a line begins with the name of a unit everywhere

    def exactly(self, game: Game) -> str:
        return standing_at((one.x, one.y, one.facing) for one in self.flights if not one.left)


class BombMark(Frozen):
    """A template on the ground, in inches, and the aircraft whose bombs made it."""

    x: float
    y: float
    diameter: float
    aircraft: str


class BombsBurst(TemplatesFell, type="aircraft.bombs_burst"):
    """Bombs of a unit burst: one template, or all that are resolved at once (ruling ``bombs_resolve``)."""

    marks: tuple[BombMark, ...]

    def apply(self, game: Game) -> Game:
        return game

    def tell(self, game: Game) -> str:
        bombers = list(dict.fromkeys(one.aircraft for one in self.marks))
        return f"{game.called(bombers[0] if len(bombers) == 1 else self.unit)} bombs {self.toll(game)}"

    def exactly(self, game: Game) -> str:
        return standing_at((one.x, one.y, None) for one in self.marks)


def _way(before: Element, flight: Landed) -> str:
    """What an aircraft did, as far as its start and its end say it."""
    if flight.left:
        return "leaves the table" if flight.left == "lost" else "leaves the table, to return"
    dx, dy = flight.x - before.x, flight.y - before.y
    far = hypot(dx, dy)
    turned = round((flight.facing - before.facing + 180) % 360 - 180)
    if turned == -180:
        return "turns about"
    if turned:
        return f"turns {'right' if turned > 0 else 'left'} {abs(turned)}"
    if far < 1:
        return "flies a full circle"
    ahead = hypot(dx - far * sin(radians(before.facing)), dy - far * cos(radians(before.facing))) < 0.1
    return f"flies {inches(far)} straight ahead" if ahead else f"flies on and bears {compass(dx, dy)}"


def _after(element: Element, flight: Landed) -> Element:
    marks = marked(element.marks, OFF_TABLE) if flight.left else unmarked(element.marks, OFF_TABLE)
    used = used_after(element, flight.dropped)
    return replace(element, x=flight.x, y=flight.y, facing=flight.facing, marks=marks, used=used)


def used_after(element: Element, dropped: Iterable[StateMark]) -> tuple[StateMark, ...]:
    """What an aircraft has used when it has dropped bombs: marks name them, and say how many of each. AIR-BOMB-5."""
    used = element.used
    for bomb in dropped:
        before = next((int(mark.value) for mark in used if mark.name == bomb.name), 0)
        used = marked(used, bomb.name, str(before + int(bomb.value)))
    return used


# -- bombs in a game ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Templates:
    """The templates of a unit's bombs that are resolved at once, on their marks."""

    bomber: Unit
    """The unit before it flew: by now it may be gone."""
    impacts: tuple[Impact, ...]

    def uncovers(self, game: Game) -> tuple[FrontEvent, ...]:
        """Hidden units under a template are revealed, and attacked (ruling ``bombs_on_hidden``). AIR-BOMB-8."""
        rulings = aircraft_rulings(game.rulings)
        if rulings.bombs_on_hidden != "attacked":
            return ()
        return uncovered(game, [one.template for one in self.impacts], rulings.under_template)

    def under(self, game: Game, rules: FrontRules) -> tuple[Attacked, ...]:
        """Everything on the ground under a template, with the attacks on it as things stand. AIR-BOMB-3."""
        templates = [(one.template, one.blast.weapon) for one in self.impacts]
        return under_templates(game, rules, self.bomber, templates, aircraft_rulings(game.rulings).under_template)

    def told(self, attacked: tuple[Attacked, ...], damaged: tuple[str, ...]) -> tuple[FrontEvent, ...]:
        marks = tuple(
            BombMark(x=one.mark.x, y=one.mark.y, diameter=one.blast.diameter, aircraft=one.aircraft) for one in self.impacts
        )
        return (BombsBurst(unit=self.bomber.id, marks=marks).over(attacked, damaged),)

    def means(self, game: Game) -> str:
        return bombs_of_aircraft([(one.aircraft, one.blast) for one in self.impacts], game.called)


@dataclass(frozen=True)
class Wave:
    """Aircraft of a unit that complete their moves before anything is rolled for, and what they drop. AIR-BOMB-2."""

    bomber: Unit
    """The state before anybody flew."""
    flights: tuple[Landed, ...]
    impacts: tuple[Impact, ...]

    def salvos(self, game: Game) -> tuple[Templates, ...]:
        """The templates of those that are still there to fly, as they are resolved (ruling ``bombs_resolve``)."""
        there = {one.element for one in self.flying(game)}
        falling = [one for one in self.impacts if one.aircraft in there]
        return tuple(Templates(self.bomber, salvo) for salvo in salvos_of(falling, aircraft_rulings(game.rulings)))

    def flying(self, game: Game) -> tuple[Landed, ...]:
        """The flights of those that nothing has destroyed before their move."""
        unit = game.unit(self.bomber.id) if game.in_play(self.bomber.id) else None
        there = {one.id for one in unit.elements} if unit else set()
        return tuple(one for one in self.flights if one.element in there)


def waves_of(game: Game, bomber: Unit, flights: Sequence[Landed], impacts: Sequence[Impact]) -> tuple[Wave, ...]:
    """The flights of a unit in the order in which they are flown, each with the templates that are resolved after it.

    In turn, an aircraft's bombs come after its own move and before the next aircraft's; together, after the last one's
    (ruling ``bombs_resolve``). AIR-BOMB-2, AIR-BOMB-3.
    """
    if aircraft_rulings(game.rulings).bombs_resolve == "together" or not impacts:
        return (Wave(bomber, tuple(flights), tuple(impacts)),)
    waves: list[Wave] = []
    waiting: list[Landed] = []
    for flight in flights:
        waiting.append(flight)
        if own := tuple(one for one in impacts if one.aircraft == flight.element):
            waves.append(Wave(bomber, tuple(waiting), own))
            waiting = []
    return (*waves, Wave(bomber, tuple(waiting), ())) if waiting else tuple(waves)


def bombs_fall(dice: Dice, ground: OnTable, waves: tuple[Wave, ...]) -> OnTable:
    """The unit flies and its bombs burst. AIR-BOMB-2, AIR-BOMB-3."""
    return dice.fold(len(waves), (0, ground), _next_wave, waves)[1]


def _next_wave(dice: Dice, so_far: tuple[int, OnTable], waves: tuple[Wave, ...]) -> tuple[int, OnTable]:
    at, ground = so_far
    wave = waves[at]
    if not wave.flying(ground.game):
        return at + 1, ground
    return at + 1, fall(dice, _flown(ground, wave), wave.salvos(ground.game))


def _flown(ground: OnTable, wave: Wave) -> OnTable:
    """The ground when those of a wave that are still there have flown."""
    flown = Flown(unit=wave.bomber.id, flights=wave.flying(ground.game))
    return dataclasses.replace(ground, game=flown.apply(ground.game), happened=(*ground.happened, flown))


def number_bombed(dice: Dice, ground: OnTable, waves: tuple[Wave, ...]) -> int:
    """How many elements the bombs of a unit damage: foreseen, step by step, so that all ways meet at each of them."""
    steps: list[Wave | Templates] = []
    for wave in waves:
        steps += (wave, *wave.salvos(ground.game))
    return len(dice.fold(len(steps), (0, ground), _next_step, tuple(steps))[1].damaged)


def _next_step(dice: Dice, so_far: tuple[int, OnTable], steps: tuple[Wave | Templates, ...]) -> tuple[int, OnTable]:
    """A wave flies, or a salvo falls, if who dropped it was there."""
    at, ground = so_far
    step, ahead = steps[at], ground.ahead
    assert ahead is not None  # as of all that are foreseen
    if isinstance(step, Templates):
        falls = ahead.coming[0].dropper is None
        return at + 1, foreseen_salvo(dice, ground, step) if falls else dataclasses.replace(ground, ahead=ahead.after_one())
    if not (flying := {(step.bomber.id, one.element) for one in step.flying(ground.game)}):
        return at + 1, ground
    return at + 1, dataclasses.replace(_flown(ground, step), ahead=ahead.flown(flying), happened=())


def salvos_under(ground: OnTable, waves: tuple[Wave, ...]) -> tuple[tuple[Attacked, ...], ...]:
    """Who is under each salvo of a unit's bombs as things stand before the first."""
    return tuple(salvo.under(ground.game, ground.rules) for wave in waves for salvo in wave.salvos(ground.game))


def droppers(game: Game, waves: tuple[Wave, ...]) -> tuple[Piece | None, ...]:
    """Who has to be there to drop each of these salvos; of those that are resolved together nobody (``bombs_resolve``)."""
    alone = aircraft_rulings(game.rulings).bombs_resolve == "in-turn"
    return tuple(
        (wave.bomber.id, salvo.impacts[0].aircraft) if alone else None for wave in waves for salvo in wave.salvos(game)
    )
