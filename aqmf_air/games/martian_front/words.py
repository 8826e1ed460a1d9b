"""What orders name in a player's words: units, weapons, targets, places on the table, directions.

A side names what it sees and nothing else. Inches from the table's left and near edge; directions in degrees clockwise from
up, or as ``up right``, ``towards scout``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import Any

from aqmf_air.core.play.reading import MOST_PLACES, Reading
from aqmf_air.core.play.words import Names, Readings, Said, Slot, figure, several
from aqmf_air.games.martian_front.profiles import Mount
from aqmf_air.games.martian_front.state import HIDDEN, Element, Game, Unit

COMPASS = ("up", "up right", "right", "down right", "down", "down left", "left", "up left")
"""Eight directions, from 0 degrees on in steps of 45."""
_BEARINGS = {name: 45.0 * at for at, name in enumerate(COMPASS)}
_WINDS = ("north", "north east", "east", "south east", "south", "south west", "west", "north west")
_BEARINGS |= {name: 45.0 * at for at, name in enumerate(_WINDS)}
INCHES = ("inches", "inch", "in", '"', "”", "″")
DEGREES = ("degrees", "degree", "deg", "°")
_FIGURE = rf"([-+]?(?:\d{{1,6}}(?:\.\d{{0,{MOST_PLACES}}})?|\.\d{{1,{MOST_PLACES}}}))"
AT = re.compile(rf"\(?\s*{_FIGURE}\s*,\s*{_FIGURE}\s*\)?(?![\d.])")


@dataclass(frozen=True)
class Aim:
    """A unit that an order is aimed at, and the element of it; ``""``: none in particular."""

    unit: str
    element: str = ""


def seen_by(game: Game, player: str) -> Iterator[Unit]:
    """The units that a side sees: its own, and what stands in the open."""
    return (unit for unit in game.units if unit.side == player or not unit.has(HIDDEN))


def names_of(game: Game, units: Iterable[Unit]) -> dict[str, str]:
    """Ids of units by what players call them, and by the ids themselves."""
    ids = [unit.id for unit in units]
    return {game.called(one): one for one in ids} | {one: one for one in ids}


def own_units(game: Game, player: str) -> Names:
    """One of the side's units."""
    return Names("one of your units", names_of(game, (unit for unit in game.units if unit.side == player)))


def own_elements(game: Game, player: str) -> Names:
    """One of the side's units, or an element of one, as an :class:`Aim`."""
    return _Aims(game, "one of your units", (unit for unit in game.units if unit.side == player), elements=True)


def targets(game: Game, player: str, elements: bool, more: Iterable[str] = ()) -> Names:
    """An enemy in sight as an :class:`Aim`, with ``elements`` or one of its elements; ``more`` names are aims as well."""
    foes = (one for one in game.units if one.side != player and not one.has(HIDDEN))
    return _Aims(game, "an enemy", foes, elements, more)


class _Aims(Names):
    """Units, with ``elements`` also these, as :class:`Aim`; a unit of one element is that element."""

    def __init__(self, game: Game, what: str, units: Iterable[Unit], elements: bool, more: Iterable[str] = ()) -> None:
        self._game = game
        aims = {name: Aim(name) for name in more}
        there = list(units)
        for call in (game.called, str):
            for unit in there:
                aims[call(unit.id)] = Aim(unit.id)
                aims |= {call(one.id): Aim(unit.id, one.id) for one in unit.elements if elements}
        super().__init__(what, aims, f"{what}, or an element of one" if elements else what)

    def tell(self, value: Aim, said: Said) -> str:
        if value not in self.named(said).values() and Aim(value.unit) not in self.named(said).values():
            return super().tell(Aim(value.unit, value.unit), said)
        return self._game.called(value.element or value.unit)


def weapons_of(game: Game, fit: Callable[[Mount], bool], what: str = "a weapon of the unit") -> Names:
    """A weapon of the unit that was named before, of those that are ``fit`` for the order."""

    def named(said: Said) -> Mapping[str, str]:
        aim = said.get("unit", said.get("element"))
        name = aim.unit if isinstance(aim, Aim) else str(aim)
        if not game.in_play(name):
            return {}
        return {one.weapon.name: one.weapon.name for one in game.type_of(game.unit(name)).weapons if fit(one)}

    return Names(what, named)


# -- places and directions --------------------------------------------------------------------------------------------------


class Spot(Slot):
    """A point of the table: ``12,30``, an objective, or what stands there; as x and y in inches."""

    about = "a point: 12,30, an objective, or a unit that you see"

    def __init__(self, game: Game, player: str) -> None:
        places = {one.name: (one.x, one.y) for one in game.objectives}
        for unit in seen_by(game, player):
            for call in (game.called, str):
                places |= {call(unit.id): (one.x, one.y) for one in unit.elements[:1]}
                places |= {call(one.id): (one.x, one.y) for one in unit.elements}
        marked = {f"marker {mark}": unit for unit in game.units if unit.side != player and (mark := unit.mark(HIDDEN))}
        places |= {name: (unit.elements[0].x, unit.elements[0].y) for name, unit in marked.items()}
        self._named = places
        self._places = Names("a point as 12,30, an objective or a unit", places)

    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        if (found := reading.match(at, AT)) is not None:
            yield (float(found[1]), float(found[2])), found.end()
            return
        yield from self._places.read(reading, at, said)

    def tell(self, value: tuple[float, float], said: Said) -> str:
        """By the name of what is there; else in inches."""
        return next((name for name, at in self._named.items() if at == value), ",".join(map(figure, value)))


class Direction(Slot):
    """``at 30`` (degrees clockwise from up, ``bare``: without the ``at``), ``up right``, ``towards`` a point.

    The unit or element that goes there was named before.
    """

    about = "degrees clockwise from up, a direction (up, up right, right), or towards a unit or 12,30"

    def __init__(self, game: Game, player: str, bare: bool = True) -> None:
        self._game, self._spot, self._bare = game, Spot(game, player), bare

    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        reading.miss(at, "a direction (up, up right, right ...)", _BEARINGS)
        for name, bearing in _BEARINGS.items():
            if (end := reading.word(at, (name,), "")) is not None:
                yield bearing, end
        for words, turned in ((("towards", "toward"), 0), (("away from",), 180)):
            if (end := reading.word(at, words)) is not None:
                for (x, y), behind in self._spot.read(reading, end, said):
                    yield (self._bearing(said, x, y) + turned) % 360, behind
        if self._bare:
            for (x, y), behind in self._spot.read(reading, at, said):
                yield self._bearing(said, x, y), behind
        start = reading.word(at, ("at",), "" if self._bare else None)
        if start is not None or self._bare:
            read = reading.number(at if start is None else start, "degrees", DEGREES)
            if read is not None and abs(read[0]) <= 360:
                yield read

    def _bearing(self, said: Said, x: float, y: float) -> float:
        found = said.get("unit", said.get("element"))
        unit = self._game.unit(found.unit if isinstance(found, Aim) else str(found))
        return bearing_to(unit.elements[0], x, y)

    def tell(self, value: float, said: Said) -> str:
        return figure(value)


def bearing_to(element: Element, x: float, y: float) -> float:
    """The direction from an element to a point, in tenths of a degree clockwise from up; its facing, if it is there."""
    if hypot(x - element.x, y - element.y) < 1e-6:
        return element.facing
    return round(degrees(atan2(x - element.x, y - element.y)), 1) % 360


Places = tuple[tuple[float, float, float], ...]
"""x, y in inches and the facing of each element."""


class Destination(Slot):
    """Where the elements of ``said["unit"]`` go: a place for its first, the others keep their formation, or one for each.

    Without a facing they face the way that they go; with ``turned`` False as they did.
    """

    about = (
        "12,30 for the first element, the others keep formation; or a place for each: 12,30; 14,30; 16,30. "
        "'facing 90' behind it says how they face"
    )

    def __init__(self, game: Game, player: str, turned: bool = True) -> None:
        self._game, self._turned = game, turned
        self._facing, self._spot = Direction(game, player), Spot(game, player)

    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        unit = self._game.unit(said["unit"])
        listed = several(
            reading, at, lambda at, _: self._place(reading, at, said), lambda end: reading.word(end, (";", "and"))
        )
        for places, end in listed:
            if len(places) == 1:
                (x, y), facing = places[0]
                yield self._formed(unit, x, y, facing), end
            else:
                each = zip(places, (*unit.elements, *(unit.elements[-1],) * len(places)), strict=False)
                yield tuple((x, y, self._faced(one, x, y) if to is None else to) for ((x, y), to), one in each), end

    def _place(self, reading: Reading, at: int, said: Said) -> Readings:
        for place, end in self._spot.read(reading, at, said):
            for facing, behind in self._facings(reading, end, said):
                yield (place, facing), behind

    def _facings(self, reading: Reading, at: int, said: Said) -> Iterator[tuple[float | None, int]]:
        if (end := reading.word(at, ("facing", "faces", "and face"))) is not None:
            yield from self._facing.read(reading, end, said)
        else:
            yield None, at

    def _faced(self, element: Element, x: float, y: float) -> float:
        return bearing_to(element, x, y) if self._turned else element.facing

    def _formed(self, unit: Unit, x: float, y: float, facing: float | None) -> Places:
        first = unit.elements[0]
        dx, dy = x - first.x, y - first.y
        if facing is None and self._turned and hypot(dx, dy) >= 1e-6:
            facing = bearing_to(first, x, y)
        places = ((x, y), *((round(one.x + dx, 6) + 0.0, round(one.y + dy, 6) + 0.0) for one in unit.elements[1:]))
        faces = (one.facing if facing is None else facing for one in unit.elements)
        return tuple((*at, faced) for at, faced in zip(places, faces, strict=True))

    def tell(self, value: Places, said: Said) -> str:
        unit = self._game.unit(said["unit"])
        x, y, facing = value[0]
        for turn in (None, facing):
            if self._formed(unit, x, y, turn) == value:
                return self._told(x, y, turn)
        return "; ".join(self._told(*one) for one in value)

    @staticmethod
    def _told(x: float, y: float, facing: float | None) -> str:
        said = f"{figure(x)},{figure(y)}"
        return said if facing is None else f"{said} facing {figure(facing)}"


class WaySlot(Slot):
    """A distance and a direction, for a unit that keeps its formation: ``5 up right``, ``full towards scout``, ``right``.

    As (inches, degrees); without inches as far as ``reach`` says.
    """

    about = "inches and a direction: 5 up right, 5 at 30 degrees, 5 towards scout; without inches as far as it may"

    def __init__(self, game: Game, player: str, reach: Callable[[Game, Unit], float]) -> None:
        self._game, self._direction, self._reach = game, Direction(game, player, bare=False), reach

    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        full = self._reach(self._game, self._game.unit(said["unit"]))
        if (read := reading.number(at, "inches", INCHES)) is not None:
            for bearing, end in self._direction.read(reading, read[1], said):
                yield (read[0], bearing), end
            return
        start = reading.word(at, ("full", "all the way", "as far as it may")) or at
        for bearing, end in self._direction.read(reading, start, said):
            if (inches := reading.number(end, "inches", INCHES)) is not None:
                yield (inches[0], bearing), inches[1]
            yield (full, bearing), end

    def tell(self, value: tuple[float, float], said: Said) -> str:
        inches, bearing = value
        return f"{figure(inches)} {COMPASS[round(bearing / 45)]}"


def forms_up(value: Any) -> bool:
    """Whether a way leads in one of the eight directions, so that it can be told."""
    return bool(value is not None and value[1] % 45 == 0 and 0 <= value[1] < 360)
