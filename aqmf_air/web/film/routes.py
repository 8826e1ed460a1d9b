"""The film of a live table: what a seat has seen so far, or, once the game is over, everything."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from aqmf_air.web.film.frames import OPEN, film_of
from aqmf_air.web.film.page import film_page, policy
from aqmf_air.web.live.requests import hall_of, seated_at, side_of
from aqmf_air.web.live.seats import opened


async def show(request: Request) -> Response:
    """``GET /game/{game}/film?as=SIDE[&keep=yes]``: the film as a page, or as a file to keep."""
    if (opening := await opened(request)) is not None:
        return opening
    seated, seats = await seated_at(request)
    wanted = request.query_params.get("as", "")
    async with seated.lock:
        table = seated.table
        audience = OPEN if table.over else side_of(seated, seats, wanted)
        header, entries = table.session.header, tuple(table.session.entries)
    shown = await hall_of(request).think(lambda: film_page(film_of(table.board, header, entries, audience)))
    headers = {"content-security-policy": policy(), "cache-control": "no-store"}
    if request.query_params.get("keep"):
        headers["content-disposition"] = f'attachment; filename="{table.name}.html"'
    return HTMLResponse(shown, headers=headers)
