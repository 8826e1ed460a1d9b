"""A flight on the board, before it is ordered: its moves, its bombs and whom they fall on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aqmf_air.drawing.map import Map
from aqmf_air.drawing.tracks import flight_path, gauges, leaving
from aqmf_air.games.martian_aircraft.orders.fly_order import Fly
from aqmf_air.games.martian_aircraft.rules.flight import rulings_of
from aqmf_air.games.martian_aircraft.rules.movement import DIGITS, Move
from aqmf_air.games.martian_aircraft.ui.drawing.pieces import aircraft, drop_mark
from aqmf_air.games.martian_aircraft.units import (
    figures,
    is_aircraft,
)
from aqmf_air.games.martian_front.state import Element, Game, Unit
from aqmf_air.games.martian_front.ui.board.extension import GameSeat
from aqmf_air.games.martian_front.ui.board.previews import lay
from aqmf_air.games.martian_front.ui.drawing.position import board_map
from aqmf_air.web.board.board import Preview, listed

_MOST_GAUGES = 6
"""Pieces of a path up to which its gauges are drawn."""


def flight_preview(seat: GameSeat, order: Fly) -> Preview:
    """A flight drawn, with its bombs, whom they fall on, and its moves in figures."""
    game, unit = seat.game, seat.game.unit(order.unit)
    if not is_aircraft(game, unit) or len(order.flights) not in (1, len(unit.elements)):
        return Preview()
    board = board_map(game.table)
    moves, impacts = order.moves(game), order.impacts(game)
    judged = rulings_of(game).under_template
    struck = [lay(seat, impact.template, unit, board, judged) for impact in impacts]
    _draw_moves(board, game, unit, moves)
    for number, impact in enumerate(impacts, 1):
        drop_mark(board, impact.mark.x, impact.mark.y, str(number))
    facts = {
        "flights": [_flown(one, move) for one, move in zip(unit.elements, moves, strict=True)],
        "impacts": [
            {"aircraft": impact.aircraft, "at": impact.spent, "diameter": impact.blast.diameter, "under": under_it}
            for impact, under_it in zip(impacts, struck, strict=True)
        ],
    }
    return Preview(str(board.body), tuple(dict.fromkeys(name for under_it in struck for name in under_it)), facts)


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
