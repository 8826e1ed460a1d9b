"""Seats: who sits at a table, the links by which others sit down, and how a side is handed over."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.model import replace
from aqmf_air.errors import DataError, DiscardedError, UnknownNameError
from aqmf_air.web.gate.addresses import reachable
from aqmf_air.web.gate.entrance import admit
from aqmf_air.web.gate.guard import SEAT
from aqmf_air.web.live.desk import hall_of, seated_at, sides_of, tokens_of
from aqmf_air.web.live.hall import Seated
from aqmf_air.web.live.promise import MOST_SHARE, share_of
from aqmf_air.web.live.setting import (
    AUTOMATIC,
    FRIEND,
    HERE,
    MOST_TOKENS,
    OPENER,
    WATCHER,
    handed_over,
    hashed,
    new_token,
    taken_over,
)
from aqmf_air.web.pages import form_of, page, text

COOKIE_SECONDS = 60 * 60 * 24 * 90
ACTS = ("link", HERE, AUTOMATIC, "nobody", "stop")
CLOCK = "*clock"


async def show(request: Request) -> Response:
    """``GET /game/{id}/seats``: who sits where."""
    seated, seats = await seated_at(request)
    return _shown(request, seated, seats)


async def change(request: Request) -> Response:
    """``POST /game/{id}/seats``: a new link for a side or for spectators, or another player; what was before is void.

    The opener may change every seat, whoever holds a side may hand that one over.
    """
    form = await form_of(request)
    seat, act = text(form, "seat"), text(form, "act")
    seated, seats = await seated_at(request)
    hall = hall_of(request)
    async with seated.lock:
        setting = seated.table.setting
        _refuse(seated, seats, seat, act)
        tokens, link = tokens_of(request), ""
        if act == "link" and not setting.opener and OPENER in seats:  # from now on it matters who opened the table
            token = new_token()
            setting, tokens = replace(setting, opener=hashed(token)), [*tokens, token]
        if act == "link":
            setting, token = handed_over(setting, seat)
            link = link_to(request, seated.table.name, token)
        elif act == "nobody":
            setting = replace(setting, watcher="")
        elif act == "stop":
            seated.clock.goes_for(())
        else:
            setting = taken_over(setting, seat, act)
        await hall.reset(seated, setting)
    hall.play_on(seated)
    held = setting.seats_of(tokens)
    if not link:
        answer: Response = RedirectResponse(f"/game/{seated.table.name}/seats", 303)
    else:
        answer = _shown(request, seated, held, seat, link)
    if tokens != tokens_of(request):
        keep_tokens(answer, request, seated.table.name, tokens)
    return answer


async def join(request: Request) -> Response:
    """``GET /join/{game}/{token}``: a page with one button. Programs that look at links before people do change nothing."""
    seated, seats = await _behind(request, request.path_params["token"])
    side = next(iter(sides_of(seats)), "")
    return page(request, "join.html", table=seated.table, side=side, token=request.path_params["token"], most=MOST_SHARE)


async def sit_down(request: Request) -> Response:
    """``POST /game/{id}/join``: from now on the browser holds the seat of a link, besides those that it has.

    Whoever sits down to play may add a share to the dice.
    """
    form = await form_of(request)
    token = text(form, "token")
    seated, seats = await _behind(request, token)
    if sides_of(seats):
        async with seated.lock:
            await hall_of(request).add_share(seated, share_of(text(form, "share")))
    answer = RedirectResponse(f"/game/{quote(seated.table.name)}", 303)
    keep_tokens(answer, request, seated.table.name, [*(one for one in tokens_of(request) if one != token), token])
    return answer


async def _behind(request: Request, token: str) -> tuple[Seated, tuple[str, ...]]:
    """The table and the seats that a link opens. A game that is not there is answered as one that the link is not for."""
    try:
        seated = await hall_of(request).seated(request.path_params["game"])
        seats = seated.table.setting.seats_of([token])
    except UnknownNameError:
        seats = ()
    except DiscardedError as bad:
        if bad.setting is not None and bad.setting.seats_of([token]):
            bad.facts["may"] = False
            raise
        seats = ()
    if not seats:
        raise HTTPException(403, "This link opens nothing: it was mistyped, or the seat has been handed over since.")
    return seated, seats


def keep_tokens(answer: Response, request: Request, game: str, tokens: list[str]) -> None:
    """Have a browser keep these tokens for a table, and send them nowhere else."""
    answer.set_cookie(
        SEAT,
        ".".join(tokens[-MOST_TOKENS:]),
        max_age=COOKIE_SECONDS,
        path=f"/game/{quote(game)}",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    admit(answer, request)


def link_to(request: Request, game: str, token: str) -> str:
    """The link by which somebody sits down; where other machines are served, it names this one as they know it."""
    base = request.app.state.network or str(request.base_url)
    return f"{base.rstrip('/')}/join/{quote(game)}/{token}"


def _refuse(seated: Seated, seats: tuple[str, ...], seat: str, act: str) -> None:
    allowed = {WATCHER: ("link", "nobody"), CLOCK: ("stop",)} | dict.fromkeys(seated.table.sides, ("link", HERE, AUTOMATIC))
    if act not in allowed.get(seat, ()):
        raise DataError(f"seats: expected a seat and one of {', '.join(ACTS)}", key="act")
    own = seat in seats and act == "link" and seat in seated.table.sides
    if OPENER not in seats and not own:
        raise HTTPException(403, "Only who opened the table may change this seat; you may hand over your own.")


def _shown(request: Request, seated: Seated, seats: tuple[str, ...], seat: str = "", link: str = "") -> Response:
    table, setting = seated.table, seated.table.setting
    shown: dict[str, Any] = {
        "table": table,
        "held": sides_of(seats),
        "opener": OPENER in seats,
        "there": seated.listeners.seats,
        "watched": bool(setting.watcher),
        "watcher": WATCHER,
        "seat": seat,
        "link": link,
        "code": _code(link) if reachable(link) else "",
        "policy": table.policies.get(setting.policy),
        "friend": FRIEND,
        "clock": seated.clock,
    }
    answer = page(request, "seats.html", **shown)
    answer.headers["cache-control"] = "no-store"
    return answer


def _code(link: str) -> str:
    """The link as a QR code that is as large as its place: SVG, to stand in a page as it is."""
    import segno

    return str(segno.make_qr(link, error="m").svg_inline(omitsize=True, border=4))
