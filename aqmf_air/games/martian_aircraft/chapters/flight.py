"""The path that is ordered for an aircraft: judged, in words, worth offering; and the bombs on it. AIR-MOVE, AIR-BOMB."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import acos, atan2, cos, degrees, floor, hypot, radians, sin
from typing import Literal

from aqmf_air import api
from aqmf_air.api.geometry import TOLERANCE, Base, FlownTrack, Path, Pose, Rectangle, within
from aqmf_air.games.martian_aircraft.chapters import bombing
from aqmf_air.games.martian_aircraft.chapters.movement import Move, allowance, gauge_of, inches, judge_move
from aqmf_air.games.martian_aircraft.chapters.scenes import FlightPath, PathPiece, track_of
from aqmf_air.games.martian_aircraft.state import LOW, altitude_of, bombs_aboard, is_aircraft
from aqmf_air.games.martian_aircraft.tables import AircraftRulings, aircraft_rulings
from aqmf_air.games.martian_front import api as front


class Flight(api.Frozen):
    """What one aircraft flies, and where it drops its bombs."""

    path: FlightPath
    drops: tuple[bombing.Drop, ...] = ()


BOMBING = front.FrontTiming(  # "Bombs fall during the first movement phase, and at no other time"
    (front.PhasePart.FIRST_MOVEMENT,), rule="AIR-BOMB-1", reason="bombs are dropped in the first movement phase only"
)


def moved(game: front.Game, unit: front.Unit, element: front.Element, path: FlightPath) -> Move:
    """A path of an element, judged. AIR-MOVE-1 to AIR-MOVE-4."""
    return _judged(element, path, game.type_of(unit), game.rulings, game.table)


def may_fly(game: front.Game, unit: front.Unit) -> bool:
    """Whether a unit of aircraft has still to fly in this phase: any but heavy bombers, which older games still have."""
    flies = is_aircraft(game, unit) and not game.type_of(unit).has("Heavy Bomber")
    return flies and game.part in front.MOVEMENT and not has_flown(game, unit)


def has_flown(game: front.Game, unit: front.Unit) -> bool:
    """Whether a unit has flown in this phase."""
    return front.Act(front.ActKind.FLY, unit.id) in game.acted


@api.cached_by_identity(1024)  # what is offered is judged when it is thought of, and again as the order that it is
def _judged(
    element: front.Element, path: FlightPath, kind: front.UnitType, rulings: api.Rulings, table: front.Tabletop
) -> Move:
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


class Landed(api.Frozen):
    """How a flight ended: where the aircraft is, the bombs that it dropped, and whether it left the table, and for good."""

    element: str
    x: float
    y: float
    facing: float
    dropped: tuple[front.StateMark, ...] = ()
    """Bombs by name, and how many of each."""
    left: Literal["", "lost", "return"] = ""


class Flown(front.UnitEvent, type="aircraft.flown"):
    """Aircraft of a unit flew: all of them, or those up to the next that drops bombs (ruling ``bombs_resolve``)."""

    flights: tuple[Landed, ...]

    def apply(self, game: front.Game) -> front.Game:
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
        flown_off = api.replace(unit, elements=elements, lost=unit.lost + gone)
        game = front.with_unit(game, flown_off, done=front.Act(front.ActKind.FLY, self.unit))
        return game if elements else front.without_unit(game, self.unit, "left")

    def tell(self, game: front.Game) -> str:
        unit = game.unit(self.unit)
        there = {element.id: element for element in unit.elements}
        ways: dict[str, list[str]] = {}
        for flight in self.flights:
            ways.setdefault(_way(there[flight.element], flight), []).append(flight.element)
        landed = tuple(_after(there[flight.element], flight) for flight in self.flights)
        gone = all(flight.left for flight in self.flights)
        where = "" if gone else front.ended(game, unit, api.replace(unit, elements=landed))
        told = (
            f"{front.elements_in_words(game, who)} {_of_several(way) if 1 < len(who) < len(unit.elements) else way}"
            for way, who in ways.items()
        )
        words = "; ".join(told) + where
        return words.removeprefix("the ")  # as a line begins with the name of a unit everywhere

    def exactly(self, game: front.Game) -> str:
        return front.standing_at((flight.x, flight.y, flight.facing) for flight in self.flights if not flight.left)


class BombMark(api.Frozen):
    """A template on the ground, in inches, and the aircraft whose bombs made it."""

    x: float
    y: float
    diameter: float
    aircraft: str


class BombsBurst(front.TemplatesFell, type="aircraft.bombs_burst"):
    """Bombs of a unit burst: one template, or all that are resolved at once (ruling ``bombs_resolve``)."""

    marks: tuple[BombMark, ...]

    def apply(self, game: front.Game) -> front.Game:
        return game

    def tell(self, game: front.Game) -> str:
        bombers = list(dict.fromkeys(mark.aircraft for mark in self.marks))
        return f"{game.called(bombers[0] if len(bombers) == 1 else self.unit)} bombs {self.toll(game)}"

    def exactly(self, game: front.Game) -> str:
        return front.standing_at((mark.x, mark.y, None) for mark in self.marks)


def _way(before: front.Element, flight: Landed) -> str:
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
    return f"flies {front.inches(far)} straight ahead" if ahead else f"flies on and bears {front.compass(dx, dy)}"


def _of_several(way: str) -> str:
    """The same of several: ``2 aircraft of Red fly on and bear north``."""
    verbs = {"flies": "fly", "turns": "turn", "leaves": "leave", "bears": "bear"}
    return re.sub(r"\b(?:flies|turns|leaves|bears)\b", lambda verb: verbs[verb[0]], way)


def _after(element: front.Element, flight: Landed) -> front.Element:
    marks = front.marked(element.marks, front.OFF_TABLE) if flight.left else front.unmarked(element.marks, front.OFF_TABLE)
    used = used_after(element, flight.dropped)
    return api.replace(element, x=flight.x, y=flight.y, facing=flight.facing, marks=marks, used=used)


def used_after(element: front.Element, dropped: Iterable[front.StateMark]) -> tuple[front.StateMark, ...]:
    """What an aircraft has used when it has dropped bombs: marks name them, and say how many of each. AIR-BOMB-5."""
    used = element.used
    for bomb in dropped:
        before = next((int(mark.value) for mark in used if mark.name == bomb.name), 0)
        used = front.marked(used, bomb.name, str(before + int(bomb.value)))
    return used


# -- bombs in a game ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Templates:
    """The templates of a unit's bombs that are resolved at once, on their marks."""

    bomber: front.Unit
    """The unit before it flew: by now it may be gone."""
    impacts: tuple[bombing.Impact, ...]

    def uncovers(self, game: front.Game) -> tuple[front.FrontEvent, ...]:
        """Hidden units under a template are revealed, and attacked (ruling ``bombs_on_hidden``). AIR-BOMB-8."""
        rulings = aircraft_rulings(game.rulings)
        if rulings.bombs_on_hidden != "attacked":
            return ()
        return front.uncovered(game, [impact.template for impact in self.impacts], rulings.under_template)

    def under(self, game: front.Game, rules: front.FrontRules) -> tuple[front.Attacked, ...]:
        """Everything on the ground under a template, with the attacks on it as things stand. AIR-BOMB-3."""
        templates = [(impact.template, impact.blast.weapon) for impact in self.impacts]
        return front.under_templates(game, rules, self.bomber, templates, aircraft_rulings(game.rulings).under_template)

    def marking_events(self, attacked: tuple[front.Attacked, ...], damaged: tuple[str, ...]) -> tuple[front.FrontEvent, ...]:
        marks = tuple(
            BombMark(x=impact.mark.x, y=impact.mark.y, diameter=impact.blast.diameter, aircraft=impact.aircraft)
            for impact in self.impacts
        )
        return (BombsBurst(unit=self.bomber.id, marks=marks).over(attacked, damaged),)

    def means(self, game: front.Game) -> str:
        return bombing.bombs_of_aircraft([(impact.aircraft, impact.blast) for impact in self.impacts], game.called)


@dataclass(frozen=True)
class Wave:
    """Aircraft of a unit that complete their moves before anything is rolled for, and what they drop. AIR-BOMB-2."""

    bomber: front.Unit
    """The state before anybody flew."""
    flights: tuple[Landed, ...]
    impacts: tuple[bombing.Impact, ...]

    def salvos(self, game: front.Game) -> tuple[Templates, ...]:
        """The templates of those that are still there to fly, as they are resolved (ruling ``bombs_resolve``)."""
        there = {aircraft.element for aircraft in self.flying(game)}
        falling = [impact for impact in self.impacts if impact.aircraft in there]
        return tuple(Templates(self.bomber, salvo) for salvo in bombing.salvos_of(falling, aircraft_rulings(game.rulings)))

    def flying(self, game: front.Game) -> tuple[Landed, ...]:
        """The flights of those that nothing has destroyed before their move."""
        unit = game.unit(self.bomber.id) if game.in_play(self.bomber.id) else None
        there = {element.id for element in unit.elements} if unit else set()
        return tuple(flight for flight in self.flights if flight.element in there)


def waves_of(
    game: front.Game, bomber: front.Unit, flights: Sequence[Landed], impacts: Sequence[bombing.Impact]
) -> tuple[Wave, ...]:
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
        if own := tuple(impact for impact in impacts if impact.aircraft == flight.element):
            waves.append(Wave(bomber, tuple(waiting), own))
            waiting = []
    return (*waves, Wave(bomber, tuple(waiting), ())) if waiting else tuple(waves)


def bombs_fall(dice: api.Dice, ground: front.OnTable, waves: tuple[Wave, ...]) -> front.OnTable:
    """The unit flies and its bombs burst. AIR-BOMB-2, AIR-BOMB-3."""
    return dice.fold(len(waves), (0, ground), _next_wave, waves)[1]


def _next_wave(dice: api.Dice, so_far: tuple[int, front.OnTable], waves: tuple[Wave, ...]) -> tuple[int, front.OnTable]:
    at, ground = so_far
    wave = waves[at]
    if not wave.flying(ground.game):
        return at + 1, ground
    return at + 1, front.fall(dice, _flown(ground, wave), wave.salvos(ground.game))


def _flown(ground: front.OnTable, wave: Wave) -> front.OnTable:
    """The ground when those of a wave that are still there have flown."""
    flown = Flown(unit=wave.bomber.id, flights=wave.flying(ground.game))
    return dataclasses.replace(ground, game=flown.apply(ground.game), happened=(*ground.happened, flown))


def number_bombed(dice: api.Dice, ground: front.OnTable, waves: tuple[Wave, ...]) -> int:
    """How many elements the bombs of a unit damage: foreseen, step by step, so that all ways meet at each of them."""
    steps: list[Wave | Templates] = []
    for wave in waves:
        steps += (wave, *wave.salvos(ground.game))
    return len(dice.fold(len(steps), (0, ground), _next_step, tuple(steps))[1].damaged)


def _next_step(
    dice: api.Dice, so_far: tuple[int, front.OnTable], steps: tuple[Wave | Templates, ...]
) -> tuple[int, front.OnTable]:
    """A wave flies, or a salvo falls, if who dropped it was there."""
    at, ground = so_far
    step, ahead = steps[at], ground.ahead
    assert ahead is not None  # as of all that are foreseen
    if isinstance(step, Templates):
        falls = ahead.coming[0].dropper is None
        return at + 1, front.foreseen_salvo(dice, ground, step) if falls else dataclasses.replace(
            ground, ahead=ahead.after_one()
        )
    if not (flying := {(step.bomber.id, aircraft.element) for aircraft in step.flying(ground.game)}):
        return at + 1, ground
    return at + 1, dataclasses.replace(_flown(ground, step), ahead=ahead.flown(flying), happened=())


def salvos_under(ground: front.OnTable, waves: tuple[Wave, ...]) -> tuple[tuple[front.Attacked, ...], ...]:
    """Who is under each salvo of a unit's bombs as things stand before the first."""
    return tuple(salvo.under(ground.game, ground.rules) for wave in waves for salvo in wave.salvos(ground.game))


def droppers(game: front.Game, waves: tuple[Wave, ...]) -> tuple[front.Piece | None, ...]:
    """Who has to be there to drop each of these salvos; of those that are resolved together nobody (``bombs_resolve``)."""
    alone = aircraft_rulings(game.rulings).bombs_resolve == "in-turn"
    return tuple(
        (wave.bomber.id, salvo.impacts[0].aircraft) if alone else None for wave in waves for salvo in wave.salvos(game)
    )


# -- in a player's words: ``4, right 60, 5, bomb at 7`` ----------------------------------------------------------------


KINDS = ("light", "medium")
STRAIGHT, TURN, BOMB = ("straight", "ahead", "fly", "forward"), ("turn",), ("bomb", "bombs", "drop", "drops")
COMMA, THEN = (",", "then", "and"), ("then", "and")
COLON = re.compile(r"\s*:")


@dataclass(frozen=True)
class _Bombing:
    """Bombs of a path: after how many inches of movement, and how many; None: all that are aboard."""

    at: float
    bombs: bombing.Bombs | None


_Part = PathPiece | _Bombing


class Flights(api.Slot):
    """The flights of ``said["unit"]``, or of the lone unit: straights, turns and drops with commas, for all or each."""

    about = (
        "straights in inches, turns in degrees and drops, with commas: 4, right 60, 5, bomb at 7. 'bomb' alone drops all "
        "bombs there, 'bomb 2 light at 7' some after 7 inches of movement; '1: 4, left 60; 2: 9; 3: 8' flies each aircraft "
        "its own way"
    )

    def __init__(self, game: front.Game, lone: str = "") -> None:
        self._game = game
        self._lone = lone
        """The unit that is meant where none was named before; empty: it has to be."""

    def read(self, reading: api.Reading, at: int, words: api.Said) -> api.Readings:
        if not (name := words.get("unit", self._lone)):
            reading.miss(at, "one of your aircraft by name, and how it flies")
            return
        unit = self._game.unit(name)
        flown = api.several(
            reading, at, lambda at, done: self._next(reading, at, unit, done), lambda end: reading.word(end, (";",), "")
        )
        for each, end in flown:
            paths: dict[str, tuple[_Part, ...]] = dict(each)
            missing = [element.id for element in unit.elements if element.id not in paths]
            if "" in paths:
                yield tuple(self._flight(unit, element, paths[""]) for element in unit.elements), end
            elif missing:
                reading.miss(end, f"';' and the flight of {self._game.called(missing[0])}")
            else:
                yield tuple(self._flight(unit, element, paths[element.id]) for element in unit.elements), end

    def _next(
        self, reading: api.Reading, at: int, unit: front.Unit, done: tuple[tuple[str, tuple[_Part, ...]], ...]
    ) -> Iterator[tuple[tuple[str, tuple[_Part, ...]], int]]:
        """A path for all (``""``), or that of an aircraft which is named and has none yet."""
        starts: list[tuple[str, int]] = [] if done else [("", at)]
        named = {name for name, _ in done}
        there = [element.id for element in unit.elements if element.id not in named and "" not in named]
        left = {self._game.called(element): element for element in there} | {element: element for element in there}
        left |= {str(at): element.id for at, element in enumerate(unit.elements, 1) if element.id in there}
        for name, end in api.Names("an aircraft of the unit", left, pieces=True).read(reading, at, {}):
            if (colon := reading.match(end, COLON)) is not None:
                starts.append((name, colon.end()))

        def comma(end: int) -> int | None:
            further = reading.word(end, COMMA, "','")
            return further and (reading.word(further, THEN, "") or further)

        for name, start in starts:
            for path, end in api.several(reading, start, lambda at, path: self._piece(reading, at, unit, path), comma):
                yield (name, path), end

    def _piece(  # noqa: C901 - a branch for each kind of piece
        self, reading: api.Reading, at: int, unit: front.Unit, path: tuple[_Part, ...]
    ) -> Iterator[tuple[_Part, int]]:
        if (end := reading.word(at, BOMB, "'bomb'")) is not None:
            for bombs, load in self._load(reading, end, unit):
                where = reading.word(load, ("at", "after"), "'at' and inches")
                if where is None:
                    yield _Bombing(self._spent(unit, path), bombs), load
                elif (spent := reading.number(where, "inches of movement", front.INCHES)) is not None and spent[0] >= 0:
                    yield _Bombing(spent[0], bombs), spent[1]
            return
        turn = reading.word(at, TURN, "") or at
        for side in ("left", "right"):
            if (end := reading.word(turn, (side,), "'left' or 'right' and degrees")) is not None:
                if (read := reading.number(end, "degrees from 1 to 360", front.DEGREES)) is not None:
                    yield from self._turned(reading, end, read, side)
                return
        if turn != at:
            return
        start = reading.word(at, STRAIGHT, "") or at
        if (read := reading.number(start, "inches", front.INCHES)) is not None:
            if read[0] < 0:
                reading.miss(start, "inches, 0 or more")
                return
            yield PathPiece(straight=read[0]), read[1]

    @staticmethod
    def _turned(reading: api.Reading, at: int, read: tuple[float, int], side: str) -> Iterator[tuple[_Part, int]]:
        if 0 < read[0] <= 360:
            yield PathPiece.model_validate({"turn": read[0], "side": side}), read[1]
        else:
            reading.miss(at, "degrees, above 0 and up to 360")

    def _load(self, reading: api.Reading, at: int, unit: front.Unit) -> Iterator[tuple[bombing.Bombs | None, int]]:
        """How many of which bombs: all, a number of the only kind that the unit carries, or ``2 light and 1 medium``."""
        aboard = [bombing.bombs_by_kind(self._aboard(unit, element)) for element in unit.elements]
        carried = [kind for kind in KINDS if any(load[kind] for load in aboard)]
        if (end := reading.word(at, ("all", "everything"), "")) is not None:
            yield None, end
            return
        if (count := reading.number(at, "how many")) is None:
            yield None, at
            return
        if count[0] != int(count[0]) or count[0] < 0:
            reading.miss(at, "a whole number of bombs")
            return
        if (kind := reading.word(count[1], KINDS, "light or medium")) is None:
            if len(carried) == 1:
                end = reading.word(count[1], ("bombs", "bomb"), "") or count[1]
                yield bombing.Bombs.model_validate({carried[0]: int(count[0])}), end
            return
        name = next(kind for kind in KINDS if reading.word(count[1], (kind,), "") is not None)
        end = reading.word(kind, ("bombs", "bomb"), "") or kind
        own = {name: int(count[0])}
        yield bombing.Bombs.model_validate(own), end
        if (more := reading.word(end, ("and",), "")) is not None and name == KINDS[0]:
            other = reading.number(more, "how many medium bombs")
            if other is not None and other[0] == int(other[0]) and (last := reading.word(other[1], KINDS[1:])) is not None:
                both = bombing.Bombs.model_validate({**own, KINDS[1]: int(other[0])})
                yield both, reading.word(last, ("bombs", "bomb"), "") or last

    def _spent(self, unit: front.Unit, path: tuple[_Part, ...]) -> float:
        gauge = gauge_of(self._game.type_of(unit).base_diameter, aircraft_rulings(self._game.rulings))
        return round(sum(gauge.cost(part.piece) for part in path if isinstance(part, PathPiece)), 6)

    def _aboard(self, unit: front.Unit, element: front.Element) -> dict[str, int]:
        return bombs_aboard(self._game, unit, element.id)

    def _flight(self, unit: front.Unit, element: front.Element, path: tuple[_Part, ...]) -> Flight:
        """The path of one aircraft: it drops what it is told to, or what it has."""
        aboard = bombing.Bombs.model_validate(bombing.bombs_by_kind(self._aboard(unit, element)))
        loads = [(part.at, part.bombs or aboard) for part in path if isinstance(part, _Bombing)]
        drops = tuple(
            bombing.Drop(at=at, light=load.light, medium=load.medium) for at, load in loads if load.light or load.medium
        )
        return Flight(path=tuple(part for part in path if isinstance(part, PathPiece)), drops=drops)

    def tell(self, value: tuple[Flight, ...], words: api.Said) -> str:
        unit = self._game.unit(words["unit"])
        if len(value) not in (1, len(unit.elements)):
            raise LookupError(unit.id)
        flights = value * len(unit.elements) if len(value) == 1 else value
        if any(
            len(flight.path) + len(flight.drops) > api.MOST_LISTED or not all(drop.bombs for drop in flight.drops)
            for flight in flights
        ):
            raise LookupError(unit.id)  # no words for it
        descriptions = [
            self._in_words(unit, element, flight) for element, flight in zip(unit.elements, flights, strict=True)
        ]
        if len(set(descriptions)) == 1:
            return descriptions[0]
        return "; ".join(f"{at}: {flight}" for at, flight in enumerate(descriptions, 1))

    def _in_words(self, unit: front.Unit, element: front.Element, flight: Flight) -> str:
        aboard = bombing.Bombs.model_validate(bombing.bombs_by_kind(self._aboard(unit, element)))
        words = [
            api.figure(piece.straight or 0.0) if piece.turn is None else f"{piece.side} {api.figure(piece.turn)}"
            for piece in flight.path
        ]
        for drop in flight.drops:
            load = " and ".join(f"{count} {kind}" for kind in KINDS if (count := getattr(drop, kind)))
            everything = (drop.light, drop.medium) == (aboard.light, aboard.medium)
            words.append(f"bomb {'' if everything else f'{load} '}at {api.figure(drop.at)}")
        return ", ".join(words)


# -- flights worth offering --------------------------------------------------------------------------------------------


ANGLES = (30, 60, 90, 135, 180, 360)
"""Degrees of the turns that are tried."""
STRIDE = 0.5
"""Inches of movement between the points of a path that are tried for a drop."""
FIRST = (0, 3)
"""Inches straight ahead before the turn of an aimed run."""
STEP = 5
"""Degrees of which the turn of an aimed run is a multiple, as gauges are marked."""
OF_A_TARGET = 3
"""Aimed runs that are offered at one enemy unit."""

FULL_CIRCLE = 360

BOMBING_RUNS, GUNS, AWAY, OTHERS = "bombing runs", "guns on the enemy", "out of reach of enemies in sight", "other flights"


@dataclass(frozen=True)
class WorthFlying:
    """A flight of a whole unit, what it is in words, and what it is for."""

    flights: tuple[Flight, ...]
    title: str
    kind: str


def flights_worth_flying(game: front.Game, rules: front.FrontRules, unit: front.Unit) -> tuple[WorthFlying, ...]:
    """Flights by what they are for, the best bombing runs first; those that leave the table, if no other may be flown."""
    bombs = _Bombs(game, rules, unit)
    runs = list(_aimed_runs(game, bombs, unit))
    options, leaving = [], []
    ended = set[tuple[tuple[float, float, float], ...]]()
    for path, title in simple_paths(game, unit):
        flight = Flight(path=path)
        judged = [moved(game, unit, element, flight.path) for element in unit.elements]
        if any(move.problems for move in judged):
            continue
        flights = (flight,) * len(unit.elements)
        if any(move.departure for move in judged):
            leaving.append(WorthFlying(flights, f"{title}, off the table", OTHERS))
            continue
        there = tuple(
            (round(move.end.x, 3), round(move.end.y, 3), round(move.end.facing, 3) % FULL_CIRCLE) for move in judged
        )
        if there not in ended:  # a circle to the left ends as one to the right
            kind, ends = _end_of(game, rules, unit, judged)
            options.append(WorthFlying(flights, f"{title}{ends}", kind))
            ended.add(there)
        if run := _with_bombs(game, bombs, unit, flights, judged, title):
            runs.append(run)
    runs.sort(key=lambda run: -run.count)
    kinds = (GUNS, AWAY, OTHERS)
    options.sort(key=lambda offer: kinds.index(offer.kind))
    bombing = {run.flights: WorthFlying(run.flights, run.title, BOMBING_RUNS) for run in reversed(runs)}
    return (*reversed(bombing.values()), *options) if runs or options else tuple(leaving)


@dataclass(frozen=True)
class _Run:
    """A flight with bombs: the enemy unit that they fall on, and the bombs of how many aircraft."""

    flights: tuple[Flight, ...]
    title: str
    target: str
    count: int


def _aimed_runs(game: front.Game, bombs: _Bombs, unit: front.Unit) -> Iterator[_Run]:
    """Runs over each enemy unit in reach, in formation and each aircraft its own way: of each the few that bomb it most."""
    for x, y in bombs.aims():
        runs: list[tuple[tuple[int, int], _Run]] = []
        own = [list(_paths_over(game, unit, element, (x, y))) for element in unit.elements]
        for angle, flight, title in dict.fromkeys(way for ways in own for way in ways):
            judged = [moved(game, unit, element, flight.path) for element in unit.elements]
            if any(move.problems or move.departure for move in judged):
                continue
            if run := _with_bombs(game, bombs, unit, [flight] * len(judged), judged, title):
                runs.append(((-run.count, angle), run))
        if len(own) > 1 and all(own):  # where a formation covers the target with some of its aircraft only
            flights = [min(ways, key=lambda way: way[0])[1] for ways in own]
            judged = [moved(game, unit, each, flight.path) for each, flight in zip(unit.elements, flights, strict=True)]
            if not any(move.problems or move.departure for move in judged) and (
                run := _with_bombs(game, bombs, unit, flights, judged, "flies each aircraft its own way")
            ):
                runs.append(((-run.count, FULL_CIRCLE), run))
        yield from (run for _, run in sorted(runs, key=lambda rated: rated[0])[:OF_A_TARGET])


def _paths_over(
    game: front.Game, unit: front.Unit, element: front.Element, at: tuple[float, float]
) -> Iterator[tuple[int, Flight, str]]:
    """Flights of all its Speed that lead an aircraft over a point, each with the degrees of its turn and what it is."""
    kind = game.type_of(unit)
    most, gauge = allowance(kind.speed).maximum, gauge_of(kind.base_diameter, aircraft_rulings(game.rulings))
    for first in FIRST:
        for side in ("left", "right"):
            angle = _turn_towards((element.x, element.y, element.facing), at, first, gauge.radius, side)
            rest = most - first - angle * gauge.inches_per_degree
            if not 0 < angle < FULL_CIRCLE or rest <= 0:
                continue
            pieces = (PathPiece.model_validate({"turn": angle, "side": side}), PathPiece(straight=rest))
            flight = Flight(path=(PathPiece(straight=first), *pieces) if first else pieces)
            if moved(game, unit, element, flight.path).problems:
                continue
            turning = f"turns {angle} degrees {side}"
            yield angle, flight, f'flies {first}" ahead, {turning}' if first else turning


def _turn_towards(start: tuple[float, float, float], at: tuple[float, float], first: float, radius: float, side: str) -> int:
    """Degrees to turn after ``first`` inches so that straight on leads over a point, to the nearest step; 0: it does not."""
    x, y, facing = start
    dx, dy, ahead = at[0] - x, at[1] - y, radians(facing)
    across = dx * cos(ahead) - dy * sin(ahead)
    a = (across if side == "right" else -across) - radius  # as seen from the middle of the turn
    b = dx * sin(ahead) + dy * cos(ahead) - first
    if (away := hypot(a, b)) <= radius:
        return 0
    for sign in (1, -1):
        turn = sign * acos(-radius / away) - atan2(b, a)
        if (a + radius * cos(turn)) * sin(turn) + (b - radius * sin(turn)) * cos(turn) > 0:
            return round(degrees(turn) % 360 / STEP) * STEP
    return 0


def _with_bombs(
    game: front.Game, bombs: _Bombs, unit: front.Unit, without: Sequence[Flight], judged: Sequence[Move], title: str
) -> _Run | None:
    """Flights with the bombs that would fall on an enemy; None where none would."""
    drops = [bombs.drops(element.id, move.path) for element, move in zip(unit.elements, judged, strict=True)]
    if not any(drops):
        return None
    flights = tuple(api.replace(flight, drops=own) for flight, own in zip(without, drops, strict=True))
    target, count = bombs.bombed(flights, judged)
    if not count:
        return None
    many = len(unit.elements)
    some = f" with {count} of {many} aircraft" if count < many else ""
    return _Run(flights, f"{title} and bombs {game.the(target)}{some}", target, count)


def _end_of(game: front.Game, rules: front.FrontRules, unit: front.Unit, judged: Sequence[Move]) -> tuple[str, str]:
    """What a flight without bombs is for, and what its title says of its end."""
    ends = tuple(
        api.replace(element, x=move.end.x, y=move.end.y, facing=move.end.facing)
        for element, move in zip(unit.elements, judged, strict=True)
    )
    there = api.replace(unit, elements=ends)
    foes = front.enemies(game, unit.side)
    if game.part == front.PhasePart.FIRST_MOVEMENT and altitude_of(game, unit) == LOW:
        after = front.with_unit(game, there)
        for foe in foes:
            if any(
                front.bearing(after, rules, there, mount, foe) for mount in game.type_of(unit).weapons if mount.weapon.range
            ):
                return GUNS, f", guns on {game.the(foe.id)}"
    if foes and not any(_may_reach(game, foe, there) for foe in foes):
        return AWAY, ", out of reach"
    return OTHERS, ""


def _may_reach(game: front.Game, foe: front.Unit, unit: front.Unit) -> bool:
    """Whether an enemy has a weapon with the range to a unit from where it stands, wherever it faces."""
    reach = max((mount.weapon.range or 0.0 for mount in game.type_of(foe).weapons), default=0.0)
    reach += (game.type_of(foe).base_diameter + game.type_of(unit).base_diameter) / 2
    return any(within(hypot(at.x - element.x, at.y - element.y), reach) for at in foe.present for element in unit.elements)


def simple_paths(game: front.Game, unit: front.Unit) -> Iterator[tuple[FlightPath, str]]:
    """Paths that a unit can afford, each with what it is."""
    kind = game.type_of(unit)
    allowed = allowance(kind.speed)
    gauge = gauge_of(kind.base_diameter, aircraft_rulings(game.rulings))
    for length in (allowed.maximum, allowed.minimum):
        yield (PathPiece(straight=length),), f'flies {length:g}" straight ahead'
    for angle in ANGLES:
        left = allowed.maximum - angle * gauge.inches_per_degree
        if left < 0:
            continue
        for side in ("left", "right"):
            turn = PathPiece(turn=angle, side=side)
            turning = f"turns {angle} degrees {side}"
            if angle == FULL_CIRCLE:
                turning = f"flies a full circle {side}" + (f", {inches(left)} on" if left > TOLERANCE else "")
            yield (turn, PathPiece(straight=left)), turning
            if 0 < angle < 180 and left > 0:
                yield (PathPiece(straight=left), turn), f"flies ahead and turns {angle} degrees {side}"


def round_flights(game: front.Game, unit: front.Unit) -> Iterator[FlightPath]:
    """Paths of whole inches and easy angles that a unit can afford."""
    kind = game.type_of(unit)
    allowed, gauge = allowance(kind.speed), gauge_of(kind.base_diameter, aircraft_rulings(game.rulings))
    for angle in (60, 30, 90, 180):
        for side in ("right", "left"):
            for first in (4, 2, 1):
                left = floor(allowed.maximum - first - angle * gauge.inches_per_degree)
                if left > 0:
                    turn = PathPiece.model_validate({"turn": angle, "side": side})
                    yield PathPiece(straight=first), turn, PathPiece(straight=left)


class _Bombs:
    """Whom the bombs of a unit may fall on, looked up once for all its paths."""

    def __init__(self, game: front.Game, rules: front.FrontRules, unit: front.Unit) -> None:
        self.game, self.unit = game, unit
        self.bombs = BOMBING.fits(game) and altitude_of(game, unit) == LOW
        self.rules = rules
        self._in_reach = front.in_reach(game, rules, "under barrage", unit) if self.bombs else ()
        self.others = [
            (other.side == unit.side, Base(at.x, at.y, game.type_of(other).base_diameter))
            for other in self._in_reach
            for at in other.present
        ]
        self._strides: dict[tuple[float, FlownTrack], list[tuple[float, float, float]]] = {}
        self._loads: dict[tuple[tuple[str, int], ...], list[tuple[bool, float, float, float]]] = {}
        self._extents: dict[tuple[float, FlownTrack], tuple[float, float, float, float]] = {}

    def aims(self) -> Iterator[tuple[float, float]]:
        """Where bombs may be aimed in this move: the element of each enemy unit that is nearest to the aircraft."""
        x, y = self.unit.centre
        far = allowance(self.game.type_of(self.unit).speed).maximum
        for foe in self._in_reach:
            if foe.side != self.unit.side and foe.present:
                at = min(foe.present, key=lambda element: hypot(element.x - x, element.y - y))
                if hypot(at.x - x, at.y - y) <= far + self.game.type_of(foe).base_diameter:
                    yield at.x, at.y

    def bombed(self, flights: Sequence[Flight], moves: Sequence[Move]) -> tuple[str, int]:
        """The id of the enemy unit under the bombs of most of the aircraft, and of how many."""
        rulings = aircraft_rulings(self.game.rulings)
        count: Counter[str] = Counter()
        for flight, move in zip(flights, moves, strict=True):
            hit = {
                unit.id
                for impact in bombing.impacts_of("", move, flight.drops, rulings)
                for unit, _ in front.under(
                    self.game, self.rules, impact.template, "under barrage", self.unit, judged=rulings.under_template
                )
                if unit.side != self.unit.side
            }
            count.update(sorted(hit))
        return count.most_common(1)[0] if count else ("", 0)

    def drops(self, element: str, path: Path) -> tuple[bombing.Drop, ...]:
        """All bombs of an aircraft where its path is nearest to an enemy, if no friend is there: one by one, as each is an
        attack by itself, or at one point where there are too few.
        """
        if not self.bombs:
            return ()
        aboard = bombs_aboard(self.game, self.unit, element)
        loads = [((name, 1),) for name, count in aboard.items() for _ in range(count)]
        points = {load: self._points(path, load) for load in set(loads)}
        used: dict[float, bombing.Load] = {}
        for load in loads:
            free = next((at for at in points[load] if at not in used), None)
            if free is None:
                break
            used[free] = dict(load)
        if len(used) < len(loads):
            used = dict.fromkeys(self._points(path, tuple(aboard.items()))[:1], aboard)
        return tuple(bombing.Drop(at=at, **bombing.bombs_by_kind(load)) for at, load in sorted(used.items()))

    def _points(self, path: Path, load: tuple[tuple[str, int], ...]) -> list[float]:
        """The points of a path, by the movement spent, at which bombs that are dropped together fall on an enemy and on no
        friend: the nearest to an enemy first.
        """
        left, near, right, far = self._bounds(path)
        others = [
            (friend, x, y, reach)
            for friend, x, y, reach in self._reached(load)
            if left - reach <= x <= right + reach and near - reach <= y <= far + reach
        ]
        if all(friend for friend, *_ in others):
            return []
        points: list[tuple[float, float]] = []
        for at, dx, dy in self._along(path):
            here, there = path.start.x + dx, path.start.y + dy
            under = [(friend, gap) for friend, x, y, reach in others if within(gap := hypot(x - here, y - there), reach)]
            if under and not any(friend for friend, _ in under):
                points.append((min(gap for _, gap in under), at))
        return [at for _, at in sorted(points)]

    def _reached(self, load: tuple[tuple[str, int], ...]) -> list[tuple[bool, float, float, float]]:
        """Each base that bombs reach which are dropped together: a friend's or not, where, and how near to it.

        Worked out once for all paths; of no bombs, nobody is reached.
        """
        if load not in self._loads:
            rulings = aircraft_rulings(self.game.rulings)
            blasts = bombing.blasts_of(load, rulings)
            self._loads[load] = [
                (friend, base.x, base.y, max(blast.reach(base.diameter, rulings) for blast in blasts))
                for friend, base in (self.others if blasts else ())
            ]
        return self._loads[load]

    def _bounds(self, path: Path) -> tuple[float, float, float, float]:
        """What holds a path; worked out once for all that face alike, as in :meth:`_along`."""
        key, x, y = (path.start.facing, path.track), path.start.x, path.start.y
        if key not in self._extents:
            left, near, right, far = path.bounds()
            self._extents[key] = left - x, near - y, right - x, far - y
        left, near, right, far = self._extents[key]
        return left + x, near + y, right + x, far + y

    def _along(self, path: Path) -> list[tuple[float, float, float]]:
        """Points of a path that are tried: the movement spent, and how far from its start, along x and y.

        Aircraft in formation fly the same way side by side, so it is laid once for all that face alike.
        """
        key = path.start.facing, path.track
        if key not in self._strides:
            steps = [number * STRIDE for number in range(int(path.spent / STRIDE) + 1)]
            poses = [path.at_spent(at) for at in steps]
            x, y = path.start.x, path.start.y
            self._strides[key] = [(at, pose.x - x, pose.y - y) for at, pose in zip(steps, poses, strict=True)]
        return self._strides[key]
