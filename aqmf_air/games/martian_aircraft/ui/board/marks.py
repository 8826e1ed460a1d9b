"""What is drawn of what aircraft do while it happens: the paths that they fly, bombs, ramming, searches. In inches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, dist

from aqmf_air.api.geometry import Disc, Path, Segment
from aqmf_air.api.ui import Burst, Mark, Moment, Shot, Way, Word
from aqmf_air.games.martian_aircraft.chapters.bombing import Bombard, Bombarded
from aqmf_air.games.martian_aircraft.chapters.flight import BombsBurst, Flown
from aqmf_air.games.martian_aircraft.chapters.fly_order import Fly
from aqmf_air.games.martian_aircraft.chapters.scouting import AreaSearched, SpottingTried
from aqmf_air.games.martian_aircraft.chapters.suicide_run import RUN, Rammed, path_now, way_to
from aqmf_air.games.martian_front import api as front

LONGEST = 90.0
"""Degrees of a turn from one point of a way to the next: a view that holds the points holds nearly all of the way."""


def marks(moment: Moment, rules: front.FrontRules) -> Iterable[Mark]:
    """What is drawn of an event of aircraft; nothing of one of the game's own."""
    game: front.Game = moment.state
    match event := moment.event:
        case Flown():
            return _flown(moment, event)
        case BombsBurst():
            return tuple(front.area_mark(event, Disc(mark.x, mark.y, mark.diameter), event.unit) for mark in event.marks)
        case Bombarded() if isinstance(order := moment.command, Bombard):
            return front.fallen_marks(event, order.template(moment.start, rules), moment.state.unit(event.unit))
        case Rammed():
            unit, target = game.unit(event.unit).elements[0], game.unit(event.target)
            middle = ((unit.x + target.elements[0].x) / 2, (unit.y + target.elements[0].y) / 2)
            result = "misses" if not event.hit else "tears into it" if event.damaging else "no damage"
            burst = Burst(middle, game.type_of(target).base_diameter / 2, by=event.unit)
            return (burst, Word(event.target, f"rammed: {result}", good=not event.damaging))
        case SpottingTried():
            start = game.unit(event.unit).centre
            end = min(game.unit(event.target).present, key=lambda element: dist(start, (element.x, element.y)))
            shot = Shot(start, (end.x, end.y), front.shot_outcome(event.seen, 0), "sight", by=event.unit, at=event.target)
            return (shot, Word(event.target, "spotted" if event.seen else "not spotted", good=not event.seen))
        case AreaSearched():
            count = len(event.found)
            return (Word(event.unit, f"finds {count}" if count else "finds nothing", good=bool(count)),)
    return ()


def _flown(moment: Moment, event: Flown) -> Iterator[Way]:
    """The path of each aircraft as it was ordered; of one that left the table, up to its edge."""
    game: front.Game = moment.state
    order, laid = moment.command, dict[str, tuple[Path, float]]()
    unit = game.unit(event.unit)
    if isinstance(order, Fly):
        flown = zip(moment.start.unit(event.unit).elements, order.moves(moment.start), strict=True)
        laid = {element.id: (move.path, move.flown) for element, move in flown}
    elif (target := unit.mark(RUN)) and game.in_play(target):
        path = path_now(game, unit, way_to(game, unit, target))
        laid = {unit.elements[0].id: (path, path.spent)}
    for element in unit.elements:
        flight = next((flight for flight in event.flights if flight.element == element.id), None)
        if flight is None:
            continue
        points: tuple[tuple[float, ...], ...]
        if element.id in laid:
            points = tuple(_points(*laid[element.id]))
        else:
            points = ((element.x, element.y, element.facing), (flight.x, flight.y, flight.facing))
        yield Way(unit.id, points, part=element.id)


def _points(path: Path, spent: float) -> Iterator[tuple[float, ...]]:
    """The way along a path, up to so many inches of movement."""
    facing = path.start.facing
    (line,) = path.part(0.0, spent).outline.contours
    yield (*line.start, facing)
    for start, edge in line.from_end_to_end():
        if isinstance(edge, Segment):
            yield (*edge.end, facing)
        else:
            for bend in edge.cut(start, ceil(abs(edge.degrees) / LONGEST)):
                facing = (facing + bend.degrees) % 360
                yield (*bend.end, facing, bend.degrees)
