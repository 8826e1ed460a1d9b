"""Orders before they are given: what the rules make of them, and the drawing of just that. Lengths are inches.

Nothing here changes a game or tells more than the seat may see; ``svg`` is drawn over the picture of the position.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from aqmf_air.core.play.events import Command
from aqmf_air.drawing import style
from aqmf_air.drawing.map import Map
from aqmf_air.drawing.tracks import fire_arcs
from aqmf_air.games.martian_front.orders.artillery import Barrage
from aqmf_air.games.martian_front.orders.deployment import Bombardment, Deploy
from aqmf_air.games.martian_front.orders.firing import Shoot
from aqmf_air.games.martian_front.orders.moving import Move, reach_of
from aqmf_air.games.martian_front.orders.rays import SweepRay, sweep_strip, swept
from aqmf_air.games.martian_front.rules.measuring import under
from aqmf_air.games.martian_front.state import Game, Unit
from aqmf_air.games.martian_front.ui.board.extension import GameSeat
from aqmf_air.games.martian_front.ui.drawing.pieces import colour_of, template
from aqmf_air.games.martian_front.ui.drawing.position import board_map
from aqmf_air.geometry.plane.geojson import Feature, feature
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.template import Base, Disc, Under
from aqmf_air.web.board.board import Preview


def reach_on_the_ground(game: Game, unit: Unit) -> dict[str, Any]:
    """How far a unit can go in any direction."""
    inches, board = reach_of(game, unit), board_map(game.table)
    for one in unit.elements:
        board.disc(
            one.x,
            one.y,
            2 * inches,
            fill=style.BRASS,
            fill_opacity=0.06,
            stroke=style.DEEP_BRASS,
            stroke_width=1.4,
            stroke_dasharray="6 4",
        )
    return {"inches": inches, "svg": str(board.body)}


def preview(seat: GameSeat, order: Command) -> Preview:
    """An order of the game drawn, and whom it touches. The seat sees the unit that it is for."""
    board = board_map(seat.game.table)
    touched: tuple[str, ...] = ()
    features: tuple[Feature, ...] = ()
    match order:
        case Move() | Deploy():
            features = _march(seat.game, order, board)
        case SweepRay():
            touched = _sweep(seat, order, board)
            strip = sweep_strip(order.x, order.y, order.direction)
            features = (feature(strip, "sweep", unit=order.unit, under=touched),)
        case Barrage() | Bombardment() if seat.allows(order):
            disc = order.template(seat.game, seat.rules)
            touched = lay(seat, disc, seat.game.unit(order.unit), board)
            features = (feature(disc, "template", unit=order.unit, diameter=disc.diameter, under=touched),)
        case Shoot():
            _shot(seat.game, order, board)
    return Preview(str(board.body), touched, features=features)


def lay(seat: GameSeat, disc: Disc, unit: Unit, board: Map, judged: Under = "touched") -> tuple[str, ...]:
    """Draw a template of a unit; the elements under it that the seat sees."""
    template(board, disc)
    touched = under(seat.game, seat.rules, disc, "under barrage", unit, judged=judged)
    return tuple(one.id for other, elements in touched if seat.sees(other) for one in elements)


def _march(game: Game, order: Move | Deploy, board: Map) -> tuple[Feature, ...]:
    unit = game.unit(order.unit)
    size = game.type_of(unit).base_diameter
    for one, place in zip(unit.elements, order.to, strict=False):
        board.line([(one.x, one.y), (place.x, place.y)], stroke=style.INK, stroke_width=1.8, stroke_dasharray="5 4")
        board.disc(place.x, place.y, size, fill=style.CARD, fill_opacity=0.7, stroke=style.INK, stroke_width=2)
        ahead = Pose(place.x, place.y, place.facing).ahead(size / 2 + 0.35)
        board.line([(place.x, place.y), (ahead.x, ahead.y)], stroke=style.INK, stroke_width=2)
    places = zip(unit.elements, order.to, strict=False)
    return tuple(
        feature(Base(place.x, place.y, size), "end", id=element.id, facing=place.facing) for element, place in places
    )


def _sweep(seat: GameSeat, order: SweepRay, board: Map) -> tuple[str, ...]:
    game, unit = seat.game, seat.game.unit(order.unit)
    strip = sweep_strip(order.x, order.y, order.direction)
    board.outline(strip, fill="url(#embers)", stroke=style.FIRE_EDGE, stroke_width=1.8)
    firer = next((one for one in unit.elements if order.element in ("", one.id)), None)
    if firer is None:
        return ()
    board.line([(firer.x, firer.y), (order.x, order.y)], stroke=style.FIRE_EDGE, stroke_width=1.2, stroke_dasharray="4 4")
    touched = swept(game, seat.rules, strip, unit, firer)
    return tuple(one.id for other, elements in touched if seat.sees(other) for one in elements)


def _shot(game: Game, order: Shoot, board: Map) -> None:
    if not game.in_play(order.target):
        return
    for one in game.unit(order.unit).present:
        for at in game.unit(order.target).present[:1]:
            board.line([(one.x, one.y), (at.x, at.y)], stroke=style.FIRE_EDGE, stroke_width=1.6, stroke_dasharray="7 4")


def ranges(game: Game, unit: Unit) -> str:
    """Range and arcs of each weapon of a unit, from every element that is on the table."""
    board = board_map(game.table)
    colour = colour_of(unit.side)
    for mount in game.type_of(unit).weapons:
        reach = mount.weapon.range
        if reach is None:
            continue
        for one in unit.present:
            if mount.arcs:
                fire_arcs(board, Pose(one.x, one.y, one.facing), cast("Iterable[Any]", mount.arcs), reach)
            else:
                board.disc(
                    one.x,
                    one.y,
                    2 * reach + game.type_of(unit).base_diameter,
                    f'{mount.weapon.name}, {reach:g}"',
                    fill="none",
                    stroke=colour,
                    stroke_width=1.2,
                    stroke_dasharray="7 3 1.5 3",
                )
    return str(board.body)
