"""Moves and templates before they are ordered: what the engine makes of them, and the drawing of just that.

Nothing here changes a game or tells more than the seat may see. Lengths are inches; ``svg`` is a fragment for the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, cast

from aqmf_air.core.play.events import Command
from aqmf_air.drawing import style
from aqmf_air.drawing.map import Map
from aqmf_air.drawing.tracks import area, flight_path, gauges, leaving
from aqmf_air.games.martian_aircraft.orders.bombers import Bombard
from aqmf_air.games.martian_aircraft.orders.fly_order import Fly
from aqmf_air.games.martian_aircraft.rules.bombing import Bombs, blasts_of
from aqmf_air.games.martian_aircraft.rules.dropping import Templates, rulings_of
from aqmf_air.games.martian_aircraft.rules.movement import DIGITS, Move, allowance, gauge_of
from aqmf_air.games.martian_aircraft.rules.scenes import FlightPath, track_of
from aqmf_air.games.martian_aircraft.ui.drawing.flight import rings_of
from aqmf_air.games.martian_aircraft.ui.drawing.pieces import aircraft, drop_mark, fire_arcs
from aqmf_air.games.martian_aircraft.units import (
    LIGHT_BOMB,
    LOW,
    MEDIUM_BOMB,
    altitude_of,
    bombs_aboard,
    figures,
    is_aircraft,
)
from aqmf_air.games.martian_front.orders.artillery import Barrage, Bombardment
from aqmf_air.games.martian_front.orders.deployment import Deploy
from aqmf_air.games.martian_front.orders.firing import Shoot
from aqmf_air.games.martian_front.orders.moving import Move as GroundMove
from aqmf_air.games.martian_front.orders.moving import reach_of
from aqmf_air.games.martian_front.orders.rays import SweepRay
from aqmf_air.games.martian_front.rules.measuring import under
from aqmf_air.games.martian_front.rules.sweep import sweep_strip, swept
from aqmf_air.games.martian_front.state import Element, Game, Part, Unit
from aqmf_air.games.martian_front.ui.board.seat import Seat, listed
from aqmf_air.games.martian_front.ui.drawing.pieces import colour_of, template
from aqmf_air.games.martian_front.ui.drawing.position import board_map
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import TOLERANCE, Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.template import Disc
from aqmf_air.geometry.plane.track import fly

TURNS = 2
"""Turns that the envelope of an aircraft counts with."""


# -- where a unit can go --------------------------------------------------------------------------------------------------


def reach_document(seat: Seat, unit: Unit, element_id: str, path: FlightPath) -> dict[str, Any]:
    """Where a unit can go: an aircraft's gauge and allowance; on the ground, how far.

    The envelope after ``path`` is of the aircraft that is named: it takes the longest, and a page asks for it last.
    """
    game, kind = seat.game, seat.game.type_of(unit)
    board = board_map(game.table)
    if not is_aircraft(game, unit):
        inches = reach_of(game, unit)
        for one in unit.elements:
            board.disc(one.x, one.y, 2 * inches, fill=style.BRASS, fill_opacity=0.06, stroke=style.DEEP_BRASS,
                       stroke_width=1.4, stroke_dasharray="6 4")  # fmt: skip
        return {"flies": False, "inches": inches, "svg": str(board.body)}
    gauge = gauge_of(kind.base_diameter, rulings_of(game))
    least, most = allowance(kind.speed)
    table = Rectangle.sized(game.table.width, game.table.depth)
    for chosen in (one for one in unit.elements if one.id == element_id):
        start = fly(_pose(chosen), track_of(path), gauge)
        left = most - start.spent
        if left > TOLERANCE and table.holds(start.end.x, start.end.y):
            area(board, _envelope(start.end, gauge, max(0.0, least - start.spent), left, table))
    return {
        "flies": True,
        "gauge": {"radius": gauge.radius, "inches_per_degree": gauge.inches_per_degree},
        "least": round(least, DIGITS),
        "most": round(most, DIGITS),
        "may_bomb": game.part is Part.FIRST_MOVEMENT and altitude_of(game, unit) == LOW,
        "bombs": {one.id: _by_kind(bombs_aboard(game, unit, one.id)) for one in unit.elements},
        "templates": _templates(game, unit),
        "svg": str(board.body),
    }


@lru_cache(maxsize=128)
def _envelope(start: Pose, gauge: Gauge, least: float, most: float, table: Rectangle) -> list[list[tuple[float, ...]]]:
    """The outlines of where a move can end. Every seat that looks at an aircraft asks for the same one."""
    from aqmf_air.geometry.reach.reach import reach

    return rings_of(reach(start, gauge, least, most, TURNS, table))


def _by_kind(aboard: dict[str, int]) -> dict[str, int]:
    return {"light": aboard.get(LIGHT_BOMB, 0), "medium": aboard.get(MEDIUM_BOMB, 0)}


def _templates(game: Game, unit: Unit) -> list[dict[str, Any]]:
    """How large the templates are of every load that an aircraft of the unit could drop at one point."""
    aboard = [_by_kind(bombs_aboard(game, unit, one.id)) for one in unit.elements]
    most = {kind: max((load[kind] for load in aboard), default=0) for kind in ("light", "medium")}
    return [
        {"light": light, "medium": medium, "diameters": [blast.diameter for blast in _blasts(game, light, medium)]}
        for light in range(most["light"] + 1)
        for medium in range(most["medium"] + 1)
        if light or medium
    ]


def _blasts(game: Game, light: int, medium: int) -> Sequence[Any]:
    return blasts_of(Bombs(light=light, medium=medium).bombs, rulings_of(game))


# -- an order before it is given ------------------------------------------------------------------------------------------


def order_document(seat: Seat, command: Command) -> dict[str, Any]:
    """What the rules object to in an order, whom it touches, and its drawing."""
    objections = seat.objections(command)
    board = board_map(seat.game.table)
    document: dict[str, Any] = {"objections": listed(objections)}
    if _drawable(seat, command):
        match command:
            case Fly():
                document |= _flight(seat, command, board)
            case GroundMove() | Deploy():
                _march(seat.game, command, board)
            case SweepRay():
                document["under"] = _sweep(seat, command, board)
            case Barrage() | Bombardment() | Bombard() if not objections:
                document["under"] = _barrage(seat, command, board)
            case Shoot():
                _shot(seat.game, command, board)
    return {**document, "svg": str(board.body)}


def _drawable(seat: Seat, command: Command) -> bool:
    """Whether the seat sees the unit that an order is for."""
    name = getattr(command, "unit", "")
    return seat.game.in_play(name) and seat.sees(seat.game.unit(name))


def _flight(seat: Seat, command: Fly, board: Map) -> dict[str, Any]:
    game, unit = seat.game, seat.game.unit(command.unit)
    if not is_aircraft(game, unit) or len(command.flights) not in (1, len(unit.elements)):
        return {}
    moves, impacts = command.moves(game), command.impacts(game)
    struck = [[one.element for one in Templates(unit, (impact,)).under(game, seat.book)] for impact in impacts]
    for impact in impacts:
        template(board, impact.template)
    _draw_moves(board, game, unit, moves)
    for number, impact in enumerate(impacts, 1):
        drop_mark(board, impact.mark.x, impact.mark.y, str(number))
    return {
        "flights": [_flown(one, move) for one, move in zip(unit.elements, moves, strict=True)],
        "impacts": [
            {"aircraft": impact.aircraft, "at": impact.spent, "diameter": impact.blast.diameter, "under": under_it}
            for impact, under_it in zip(impacts, struck, strict=True)
        ],
        "under": list(dict.fromkeys(name for under_it in struck for name in under_it)),
    }


def _draw_moves(board: Map, game: Game, unit: Unit, moves: Sequence[Move]) -> None:
    size = game.type_of(unit).base_diameter
    for move in moves:
        if len(move.path.track) <= _MOST_GAUGES:
            gauges(board, move.path, figures()["turning gauge"])
        flight_path(board, move.path, labels=False)
    for move in moves:
        if move.departure is None:
            aircraft(board, move.end, size)
        else:
            leaving(board, move.departure.at)
            if move.departure.then == "return":
                aircraft(board, move.departure.returns, size, returned=True)


_MOST_GAUGES = 6
"""Pieces of a path up to which its gauges are drawn."""


def _flown(one: Element, move: Move) -> dict[str, Any]:
    """A judged move in figures."""
    departure = move.departure
    return {
        "element": one.id,
        "legal": move.legal,
        "spent": round(move.path.spent, DIGITS),
        "length": round(move.path.length, DIGITS),
        "end": {"x": move.end.x, "y": move.end.y, "facing": move.end.facing},
        "joints": [{"x": joint.x, "y": joint.y, "facing": joint.facing, "spent": joint.spent} for joint in move.path.joints],
        "leaves": None if departure is None else {"spent": round(departure.spent, DIGITS), "then": departure.then},
        "problems": listed(move.problems),
    }


def _march(game: Game, command: GroundMove | Deploy, board: Map) -> None:
    unit = game.unit(command.unit)
    size = game.type_of(unit).base_diameter
    for one, place in zip(unit.elements, command.to, strict=False):
        board.line([(one.x, one.y), (place.x, place.y)], stroke=style.INK, stroke_width=1.8, stroke_dasharray="5 4")
        board.disc(place.x, place.y, size, fill=style.CARD, fill_opacity=0.7, stroke=style.INK, stroke_width=2)
        ahead = Pose(place.x, place.y, place.facing).ahead(size / 2 + 0.35)
        board.line([(place.x, place.y), (ahead.x, ahead.y)], stroke=style.INK, stroke_width=2)


def _sweep(seat: Seat, command: SweepRay, board: Map) -> list[str]:
    game, unit = seat.game, seat.game.unit(command.unit)
    strip = sweep_strip(command.x, command.y, command.direction)
    board.line(strip.corners(), closed=True, fill="url(#embers)", stroke=style.FIRE_EDGE, stroke_width=1.8)
    firer = next((one for one in unit.elements if command.element in ("", one.id)), None)
    if firer is None:
        return []
    board.line(
        [(firer.x, firer.y), (command.x, command.y)], stroke=style.FIRE_EDGE, stroke_width=1.2, stroke_dasharray="4 4"
    )
    touched = swept(game, seat.book, strip, unit, firer)
    return [one.id for other, elements in touched if seat.sees(other) for one in elements]


def _barrage(seat: Seat, command: Barrage | Bombardment | Bombard, board: Map) -> list[str]:
    disc = command.template(seat.game, seat.book)
    template(board, disc)
    return _under(seat, disc, seat.game.unit(command.unit))


def _under(seat: Seat, disc: Disc, unit: Unit) -> list[str]:
    touched = under(seat.game, seat.book, disc, "under barrage", unit)
    return [one.id for other, elements in touched if seat.sees(other) for one in elements]


def _shot(game: Game, command: Shoot, board: Map) -> None:
    if not game.in_play(command.target):
        return
    for one in game.unit(command.unit).present:
        for at in game.unit(command.target).present[:1]:
            board.line([(one.x, one.y), (at.x, at.y)], stroke=style.FIRE_EDGE, stroke_width=1.6, stroke_dasharray="7 4")


# -- what a unit bears on -------------------------------------------------------------------------------------------------


def draw_ranges(board: Map, game: Game, unit: Unit) -> None:
    """Range and arcs of each weapon of a unit, from every element that is on the table."""
    for mount in game.type_of(unit).weapons:
        reach = mount.weapon.range
        if reach is None:
            continue
        for one in unit.present:
            if mount.arcs:
                fire_arcs(board, _pose(one), cast("Iterable[Any]", mount.arcs), reach)
            else:
                board.disc(one.x, one.y, 2 * reach + game.type_of(unit).base_diameter, f'{mount.weapon.name}, {reach:g}"',
                           fill="none", stroke=colour_of(unit.side), stroke_width=1.2,
                           stroke_dasharray="7 3 1.5 3")  # fmt: skip


def _pose(one: Element) -> Pose:
    return Pose(one.x, one.y, one.facing)
