"""The table as a file: the picture of the position as a seat sees it, or its shapes; an order may be drawn over it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.data.documents import parse_json
from aqmf_air.core.play.events import Command
from aqmf_air.errors import DataError
from aqmf_air.geometry.plane.geojson import feature_collection
from aqmf_air.web.board.board import Board, Seat
from aqmf_air.web.live.requests import ONLOOKER, answered, in_plain_words, live_tables_of, looking_at


@in_plain_words
async def picture(request: Request) -> Response:
    """``GET /game/{game}/board.svg?as=SIDE&entries=N&names=later&chosen=PIECE&order=JSON``: the position as a seat sees it,
    after so many entries of the log, while a piece is chosen, with an order drawn over it; a page that
    finds places for the names itself asks for them ``later``.
    """
    _, seat = await looking_at(request)
    board, order = _drawn_board(seat), _order_over(request, seat)
    placed, chosen = request.query_params.get("names") != "later", request.query_params.get("chosen", "")

    def drawn() -> str:
        position = board.picture_about(seat.view, chosen) if chosen else board.picture(seat.view)
        over = () if order is None else (board.preview(seat, order).svg,)
        return replace(position, parts=(*position.parts, *over)).document(placed)

    headers = {"cache-control": "no-store", "x-entries": str(seat.position.entries)}
    made = await (run_in_threadpool(drawn) if order is None else live_tables_of(request).think(drawn))
    return Response(made, media_type="image/svg+xml", headers=headers)


@in_plain_words
async def then(request: Request) -> Response:
    """``GET /game/{game}/then.json?as=SIDE&entries=N``: the picture as a seat saw it after so many entries of the log,
    without names, and what is written beside it in short.
    """
    _, seat = await looking_at(request)
    board = _drawn_board(seat)

    def drawn() -> dict[str, Any]:
        position = seat.position
        picture = board.picture(seat.view).document(False)
        return {"entries": position.entries, "picture": picture, **position.in_short(seat.side)}

    return answered(await run_in_threadpool(drawn))


@in_plain_words
async def shapes(request: Request) -> Response:
    """``GET /game/{game}/board.geojson?as=SIDE&order=JSON``: the shapes of the same (HTTPException: 404: it has none)."""
    _, seat = await looking_at(request)
    board, order = _drawn_board(seat), _order_over(request, seat)

    def written() -> str:
        features = [*board.features(seat.view), *(() if order is None else board.preview(seat, order).features)]
        if not features:
            raise HTTPException(404, "This board measures no inches: its shapes are none of a plane.")
        return json.dumps(feature_collection(features), ensure_ascii=False)

    headers = {"cache-control": "no-store"}
    return Response(await live_tables_of(request).think(written), media_type="application/geo+json", headers=headers)


def _drawn_board(seat: Seat) -> Board:
    board = seat.position.board
    if not isinstance(board, Board):
        raise HTTPException(404, "This game is shown in words alone.")
    return board


def _order_over(request: Request, seat: Seat) -> Command | None:
    """The order that is to be drawn over the position, if there is one (HTTPException: 403: somebody looks on)."""
    if (text := request.query_params.get("order")) is None:
        return None
    if not seat.side:
        raise HTTPException(403, ONLOOKER)
    if not isinstance(document := parse_json(text.encode(), "order"), dict):
        raise DataError("order: expected a JSON object", key="order")
    return seat.position.command(document, seat.side)
