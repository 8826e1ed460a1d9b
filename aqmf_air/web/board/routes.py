"""The board's page and its questions to the engine: ``/game/{game}`` and what lies under it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.data.model import Frozen, read
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.rules.scenes import FlightPath
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.ui.board.about import about_document
from aqmf_air.games.martian_front.ui.board.briefing import briefing
from aqmf_air.games.martian_front.ui.board.previews import order_document, reach_document
from aqmf_air.games.martian_front.ui.board.seat import Seat
from aqmf_air.games.martian_front.ui.drawing.position import position_svg
from aqmf_air.games.martian_front.ui.looks import looks_of
from aqmf_air.web.live.requests import answered, body_of, in_plain_words, seated_at, side_of, tokens_of
from aqmf_air.web.live.seats import keep_tokens, opened
from aqmf_air.web.pages import page


async def show(request: Request) -> Response:
    """``GET /game/{game}``: the board. What changes is fetched by its scripts."""
    if (opening := await opened(request)) is not None:
        return opening
    seated, _ = await seated_at(request)
    table = seated.table
    ruleset, setup = table.session.ruleset, cast("Any", table.session.header.setup)
    if not isinstance(ruleset, AllQuiet):
        raise HTTPException(404, "This game has no board.")
    told = await run_in_threadpool(lambda: tuple(briefing(ruleset, setup)))
    shown = page(request, "board.html", game=table.name, title=setup.title, briefing=told)
    keep_tokens(shown, request, table.name, tokens_of(request))  # for as long again
    return shown


@in_plain_words
async def picture(request: Request) -> Response:
    """``GET /game/{game}/board.svg?as=SIDE``: the position as the seat sees it."""
    seat = await _seat(request, request.query_params.get("as", ""))
    looks = looks_of(seat.ruleset.registry)
    drawn = await run_in_threadpool(lambda: position_svg(seat.ruleset.observe(seat.game, seat.side), looks))
    headers = {"cache-control": "no-store", "x-entries": str(seat.position.entries)}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


class Way(Frozen):
    """How far an aircraft of a unit has been led, before it goes on."""

    element: str = ""
    path: FlightPath = ()


@in_plain_words
async def about(request: Request) -> Response:
    """``POST /game/{game}/about`` {"as", "unit"}: what a unit is like, and what it may do."""
    return await _of_unit(request, about_document)


@in_plain_words
async def plan(request: Request) -> Response:
    """``POST /game/{game}/plan`` {"as", "unit"}: the best bombing run that the planner finds."""
    from aqmf_air.games.martian_front.ui.board.plan import plan_document

    return await _of_unit(request, plan_document)


@in_plain_words
async def reach(request: Request) -> Response:
    """``POST /game/{game}/reach`` {"as", "unit", "element", "path"}: where a unit can go, from the end of a path."""
    body = await body_of(request, **{"as": str, "unit": str, "element": str, "path": list})
    seat = await _seat(request, body["as"] or "")
    way = read(Way, {"element": body["element"] or "", "path": body["path"] or []}, "this path", DataError)
    unit = seat.unit(body["unit"] or "")
    return answered(await run_in_threadpool(reach_document, seat, unit, way.element, way.path))


@in_plain_words
async def path(request: Request) -> Response:
    """``POST /game/{game}/path`` {"as", "command"}: what the rules say of an order, whom it touches, and its drawing."""
    body = await body_of(request, **{"as": str, "command": dict})
    seat = await _seat(request, body["as"] or "")
    command = seat.position.command(body["command"] or {}, seat.side)
    return answered(await run_in_threadpool(order_document, seat, command))


async def _of_unit(request: Request, ask: Callable[[Seat, Any], dict[str, Any]]) -> Response:
    body = await body_of(request, **{"as": str, "unit": str})
    seat = await _seat(request, body["as"] or "")
    unit = seat.unit(body["unit"] or "")
    return answered(await run_in_threadpool(ask, seat, unit))


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
