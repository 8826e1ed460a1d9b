"""The page of a live table and its questions to the board: ``/game/{game}`` and what lies under it."""

from __future__ import annotations

import json
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.errors import UnknownNameError
from aqmf_air.web.board.board import Board, Seat, listed
from aqmf_air.web.live.requests import answered, body_of, in_plain_words, seated_at, side_of, tokens_of
from aqmf_air.web.live.seats import keep_tokens, opened
from aqmf_air.web.pages import page


async def show(request: Request) -> Response:
    """``GET /game/{game}``: the table. What changes is fetched by its scripts."""
    if (opening := await opened(request)) is not None:
        return opening
    seated, _ = await seated_at(request)
    table = seated.table
    header, board = table.session.header, table.board
    told = await run_in_threadpool(lambda: tuple(board.briefing(header.setup)))
    title = header.named[1] or table.session.ruleset.title
    shown = page(
        request, "board.html", game=table.name, title=title, briefing=told, editors=json.dumps(dict(board.editors)),
        drawn=isinstance(board, Board),
    )  # fmt: skip
    keep_tokens(shown, request, table.name, tokens_of(request))  # for as long again
    return shown


@in_plain_words
async def picture(request: Request) -> Response:
    """``GET /game/{game}/board.svg?as=SIDE``: the position as the seat sees it."""
    seat = await _seat(request, request.query_params.get("as", ""))
    board = seat.position.board
    if not isinstance(board, Board):
        raise HTTPException(404, "This game is shown in words alone.")
    drawn = await run_in_threadpool(lambda: board.picture(seat.view))
    headers = {"cache-control": "no-store", "x-entries": str(seat.position.entries)}
    return Response(str(drawn), media_type="image/svg+xml", headers=headers)


@in_plain_words
async def about(request: Request) -> Response:
    """``POST /game/{game}/about`` {"as", "piece"}: what a piece is, and what it may do."""
    body = await body_of(request, **{"as": str, "piece": str})
    seat = await _seat(request, body["as"] or "")
    return answered(await run_in_threadpool(_about, seat, body["piece"] or ""))


def _about(seat: Seat, piece: str) -> dict[str, Any]:
    board = seat.position.board
    if all(one.id != piece for one in board.pieces(seat.view)):
        raise UnknownNameError(f"no piece {piece[:60]!r} is to be seen here", what="piece", name=piece, near=())
    return board.about(seat, piece).document()


@in_plain_words
async def path(request: Request) -> Response:
    """``POST /game/{game}/path`` {"as", "command"}: what the rules say of an order, what it touches, and its drawing."""
    body = await body_of(request, **{"as": str, "command": dict})
    seat = await _seat(request, body["as"] or "")
    command = seat.position.command(body["command"] or {}, seat.side)
    seen = await run_in_threadpool(seat.position.board.preview, seat, command)
    against = await run_in_threadpool(seat.objections, command)
    return answered({**seen.facts, "objections": listed(against), "under": seen.touched, "svg": seen.svg})


@in_plain_words
async def ask(request: Request) -> Response:
    """``POST /game/{game}/board/{question}`` {"as", "body"}: what a script of the board asks of it."""
    sent = await body_of(request, **{"as": str, "body": dict})
    seat = await _seat(request, sent["as"] or "")
    question = request.path_params["question"]
    return answered(await run_in_threadpool(seat.position.board.answer, seat, question, sent["body"] or {}))


async def _seat(request: Request, side: str) -> Seat:
    """The seat that a request is made from.

    Raises:
        AqmfError: there is no such game.
        HTTPException: 403: the browser holds no seat there, or not this one.
    """
    seated, seats = await seated_at(request)
    wanted = side_of(seated, seats, side)
    async with seated.lock:
        return Seat(seated.table.position, wanted)
