"""Flights in a player's words: ``4, right 60, 5, bomb at 7``; one for all aircraft of a unit, or ``1: 4; 2: 5``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aqmf_air.core.play.reading import Reading
from aqmf_air.core.play.words import MOST_LISTED, Names, Readings, Said, Slot, figure, several
from aqmf_air.games.martian_aircraft.rules.bombing import Bombs, Drop, bombs_by_kind
from aqmf_air.games.martian_aircraft.rules.flight import Flight
from aqmf_air.games.martian_aircraft.rules.movement import gauge_of
from aqmf_air.games.martian_aircraft.rules.scenes import PathPiece
from aqmf_air.games.martian_aircraft.rulings import aircraft_rulings
from aqmf_air.games.martian_aircraft.units import bombs_aboard
from aqmf_air.games.martian_front.state import Element, Game, Unit
from aqmf_air.games.martian_front.words import DEGREES, INCHES
from aqmf_air.geometry.plane.gauge import Gauge

KINDS = ("light", "medium")
STRAIGHT, TURN, BOMB = ("straight", "ahead", "fly", "forward"), ("turn",), ("bomb", "bombs", "drop", "drops")
COMMA, THEN = (",", "then", "and"), ("then", "and")
COLON = re.compile(r"\s*:")


@dataclass(frozen=True)
class _Bombing:
    """Bombs of a path: after how many inches of movement, and how many; None: all that are aboard."""

    at: float
    bombs: Bombs | None


_Part = PathPiece | _Bombing


class Flights(Slot):
    """The flights of ``said["unit"]``, or of the lone unit: straights, turns and drops with commas, for all or each."""

    about = (
        "straights in inches, turns in degrees and drops, with commas: 4, right 60, 5, bomb at 7. 'bomb' alone drops all "
        "bombs there, 'bomb 2 light at 7' some after 7 inches of movement; '1: 4, left 60; 2: 9; 3: 8' flies each aircraft "
        "its own way"
    )

    def __init__(self, game: Game, lone: str = "") -> None:
        self._game = game
        self._lone = lone
        """The unit that is meant where none was named before; empty: it has to be."""

    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        if not (name := said.get("unit", self._lone)):
            reading.miss(at, "one of your aircraft, and ':'")
            return
        unit = self._game.unit(name)
        flown = several(
            reading, at, lambda at, done: self._next(reading, at, unit, done), lambda end: reading.word(end, (";",), "")
        )
        for each, end in flown:
            paths: dict[str, tuple[_Part, ...]] = dict(each)
            missing = [one.id for one in unit.elements if one.id not in paths]
            if "" in paths:
                yield tuple(self._flight(unit, one, paths[""]) for one in unit.elements), end
            elif missing:
                reading.miss(end, f"';' and the flight of {self._game.called(missing[0])}")
            else:
                yield tuple(self._flight(unit, one, paths[one.id]) for one in unit.elements), end

    def _next(
        self, reading: Reading, at: int, unit: Unit, done: tuple[tuple[str, tuple[_Part, ...]], ...]
    ) -> Iterator[tuple[tuple[str, tuple[_Part, ...]], int]]:
        """A path for all (``""``), or that of an aircraft which is named and has none yet."""
        starts: list[tuple[str, int]] = [] if done else [("", at)]
        named = {name for name, _ in done}
        there = [one.id for one in unit.elements if one.id not in named and "" not in named]
        left = {self._game.called(one): one for one in there} | {one: one for one in there}
        left |= {str(at): one.id for at, one in enumerate(unit.elements, 1) if one.id in there}
        for name, end in Names("an aircraft of the unit", left).read(reading, at, {}):
            if (colon := reading.match(end, COLON)) is not None:
                starts.append((name, colon.end()))

        def comma(end: int) -> int | None:
            further = reading.word(end, COMMA, "','")
            return further and (reading.word(further, THEN, "") or further)

        for name, start in starts:
            for path, end in several(reading, start, lambda at, path: self._piece(reading, at, unit, path), comma):
                yield (name, path), end

    def _piece(  # noqa: C901 - a branch for each kind of piece
        self, reading: Reading, at: int, unit: Unit, path: tuple[_Part, ...]
    ) -> Iterator[tuple[_Part, int]]:
        if (end := reading.word(at, BOMB, "'bomb'")) is not None:
            for bombs, load in self._load(reading, end, unit):
                where = reading.word(load, ("at", "after"), "'at' and inches")
                if where is None:
                    yield _Bombing(self._spent(unit, path), bombs), load
                elif (spent := reading.number(where, "inches of movement", INCHES)) is not None and spent[0] >= 0:
                    yield _Bombing(spent[0], bombs), spent[1]
            return
        turn = reading.word(at, TURN, "") or at
        for side in ("left", "right"):
            if (end := reading.word(turn, (side,), "'left' or 'right' and degrees")) is not None:
                if (read := reading.number(end, "degrees from 1 to 360", DEGREES)) is not None:
                    yield from self._turned(reading, end, read, side)
                return
        if turn != at:
            return
        start = reading.word(at, STRAIGHT, "") or at
        if (read := reading.number(start, "inches", INCHES)) is not None:
            if read[0] < 0:
                reading.miss(start, "inches, 0 or more")
                return
            yield PathPiece(straight=read[0]), read[1]

    @staticmethod
    def _turned(reading: Reading, at: int, read: tuple[float, int], side: str) -> Iterator[tuple[_Part, int]]:
        if 0 < read[0] <= 360:
            yield PathPiece.model_validate({"turn": read[0], "side": side}), read[1]
        else:
            reading.miss(at, "degrees, above 0 and up to 360")

    def _load(self, reading: Reading, at: int, unit: Unit) -> Iterator[tuple[Bombs | None, int]]:
        """How many of which bombs: all, a number of the only kind that the unit carries, or ``2 light and 1 medium``."""
        carried = [kind for kind in KINDS if any(bombs_by_kind(self._aboard(unit, one))[kind] for one in unit.elements)]
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
                yield (
                    Bombs.model_validate({carried[0]: int(count[0])}),
                    reading.word(count[1], ("bombs", "bomb"), "") or count[1],
                )
            return
        name = next(one for one in KINDS if reading.word(count[1], (one,), "") is not None)
        end = reading.word(kind, ("bombs", "bomb"), "") or kind
        own = {name: int(count[0])}
        yield Bombs.model_validate(own), end
        if (more := reading.word(end, ("and",), "")) is not None and name == KINDS[0]:
            other = reading.number(more, "how many medium bombs")
            if other is not None and other[0] == int(other[0]) and (last := reading.word(other[1], KINDS[1:])) is not None:
                both = Bombs.model_validate({**own, KINDS[1]: int(other[0])})
                yield both, reading.word(last, ("bombs", "bomb"), "") or last

    def _gauge(self, unit: Unit) -> Gauge:
        return gauge_of(self._game.type_of(unit).base_diameter, aircraft_rulings(self._game.rulings))

    def _spent(self, unit: Unit, path: tuple[_Part, ...]) -> float:
        gauge = self._gauge(unit)
        return round(sum(gauge.cost(part.piece) for part in path if isinstance(part, PathPiece)), 6)

    def _aboard(self, unit: Unit, element: Element) -> dict[str, int]:
        return bombs_aboard(self._game, unit, element.id)

    def _flight(self, unit: Unit, element: Element, path: tuple[_Part, ...]) -> Flight:
        """The path of one aircraft: it drops what it is told to, or what it has."""
        aboard = Bombs.model_validate(bombs_by_kind(self._aboard(unit, element)))
        loads = [(part.at, part.bombs or aboard) for part in path if isinstance(part, _Bombing)]
        drops = tuple(Drop(at=at, light=load.light, medium=load.medium) for at, load in loads if load.light or load.medium)
        return Flight(path=tuple(part for part in path if isinstance(part, PathPiece)), drops=drops)

    def tell(self, value: tuple[Flight, ...], said: Said) -> str:
        unit = self._game.unit(said["unit"])
        if len(value) not in (1, len(unit.elements)):
            raise LookupError(unit.id)
        flights = value * len(unit.elements) if len(value) == 1 else value
        if any(len(one.path) + len(one.drops) > MOST_LISTED or not all(drop.bombs for drop in one.drops) for one in flights):
            raise LookupError(unit.id)  # no words for it
        told = [self._told(unit, one, flight) for one, flight in zip(unit.elements, flights, strict=True)]
        if len(set(told)) == 1:
            return told[0]
        return "; ".join(f"{at}: {flight}" for at, flight in enumerate(told, 1))

    def _told(self, unit: Unit, element: Element, flight: Flight) -> str:
        aboard = Bombs.model_validate(bombs_by_kind(self._aboard(unit, element)))
        words = [
            figure(one.straight or 0.0) if one.turn is None else f"{one.side} {figure(one.turn)}" for one in flight.path
        ]
        for drop in flight.drops:
            load = " and ".join(f"{count} {kind}" for kind in KINDS if (count := getattr(drop, kind)))
            everything = (drop.light, drop.medium) == (aboard.light, aboard.medium)
            words.append(f"bomb {'' if everything else f'{load} '}at {figure(drop.at)}")
        return ", ".join(words)
