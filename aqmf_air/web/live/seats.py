"""Seats: who sits at a table, the links by which others sit down, and how a side is handed over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.names import by_name
from aqmf_air.errors import DataError, DiscardedError, UnknownNameError
from aqmf_air.web import seat_settings as settings
from aqmf_air.web.access.admission import reachable
from aqmf_air.web.access.guard import SEAT, SITS_AT, admit
from aqmf_air.web.board.board import Board
from aqmf_air.web.live import scenarios
from aqmf_air.web.live.fair_play import MOST_SHARE, clock_in_words, share_of
from aqmf_air.web.live.live_tables import LiveTables, OpenTable
from aqmf_air.web.live.requests import (
    live_tables_of,
    open_here,
    reachable_by_others,
    seated_at,
    seats_held,
    sides_of,
    tables_of,
    tokens_of,
    unowned,
)
from aqmf_air.web.live.table import (
    ANSWERS,
    DRAW,
    REMATCH,
    LiveTable,
    TableProposal,
    ask_for_rematch,
    offer_draw,
    propose,
    settle,
)
from aqmf_air.web.pages import field_text, form_of, page, picture
from aqmf_air.web.seat_settings import AUTOMATIC, FRIEND, HERE, MOST_TOKENS, OPENER, WATCHER, SeatSetting, Setting

COOKIE_SECONDS = 60 * 60 * 24 * 90
AWAY_SECONDS = 10 * 60.0
"""How long a player has to be away before who opened the table may take the seat unasked."""
MOST_NAME = 24
MOST_TABLES = 30
"""Tables that a browser remembers as its own; a cookie holds 4 KB."""
CLOCK = "*clock"
TOKEN = re.compile(r"[\w-]{24}", re.ASCII)


async def show(request: Request) -> Response:
    """``GET /game/{id}/seats``: who sits where."""
    if (opening := await opened(request)) is not None:
        return opening
    seated, seats = await seated_at(request)
    return _shown(request, seated, seats)


async def opened(request: Request) -> Response | None:
    """Give the table of a game that nobody has opened yet to the browser that comes to its page first; None: it is owned.

    A game of the terminal, or of a time when solo tables were everybody's on this machine, has no opener. The browser is
    sent to the same page with its cookie; another site's page opens nothing.
    """
    seated = None
    with suppress(DiscardedError):  # its page says so
        seated = await live_tables_of(request).seated(request.path_params["game"], play=False)
    if seated is None or request.method != "GET" or request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return None
    async with seated.lock:
        setting = seated.table.setting
        if not unowned(request, setting):
            return None
        return await _opener_here(request, seated, setting, str(request.url.replace(scheme="", netloc="")))


async def move_here(request: Request) -> Response:
    """``POST /game/{game}/here``: the browser becomes the opener's, where it is another one of the same machine.

    HTTPException: 403: other machines are served, or a friend plays there.
    """
    seated = await live_tables_of(request).seated(request.path_params["game"], play=False)
    way = f"/game/{quote(seated.table.name)}"
    async with seated.lock:
        setting = seated.table.setting
        if not open_here(request, setting):
            seats_held(request, setting)
            return RedirectResponse(way, 303)
        setting = settings.noted(setting, "Who opened the table moved to another browser.") if setting.opener else setting
        answer = await _opener_here(request, seated, setting, way)
        seated.listeners.close()  # the browser before learns that it is there no more
        return answer


async def _opener_here(request: Request, seated: OpenTable, setting: Setting, way: str) -> Response:
    """Give the opener's seat to the browser, which goes on at the address ``way``."""
    token = settings.new_token()
    await live_tables_of(request).reset(seated, replace(setting, opener=settings.hashed(token)))
    answer = RedirectResponse(way, 303)
    keep_tokens(answer, request, seated.table.name, [*tokens_of(request), token])
    return answer


async def change(request: Request) -> Response:
    """``POST /game/{id}/seats``: a new link for a seat, another player for a side, or the answer to such a wish.

    The opener may change every seat, and the holder of a side may make a link that moves it. While somebody sits on a side
    by link, the opener has to ask them, unless they have been away for :data:`AWAY_SECONDS`.
    """
    form = await form_of(request)
    seat, act = field_text(form, "seat"), field_text(form, "act")
    seated, seats = await seated_at(request)
    live_tables = live_tables_of(request)
    token = ""
    async with seated.lock:
        setting = seated.table.setting
        if act in ("resign", "claim", DRAW, REMATCH) and seat not in sides_of(seats):
            raise HTTPException(403, "You do not hold this side at this table.")
        over = seated.table.over
        if act in ("resign", "claim"):
            await live_tables.end(seated, seat, "claimed" if act == "claim" else "resigned")
        elif act == DRAW:
            await offer_draw(live_tables, seated, seats, seat)
        elif act == REMATCH:
            ask_for_rematch(seated, seats, seat)
        elif act in ANSWERS:
            await settle(live_tables, seated, seats, field_text(form, "id"), act)
        else:
            if act == "link" and not reachable_by_others(request):
                raise HTTPException(403, "No link leads here: what runs in a browser answers that browser alone.")
            _refuse(seated, seats, seat, act)
            policies, policy = seated.table.policies, field_text(form, "policy")
            policy = by_name(policies, policy, "automatic player").name if policy and act == AUTOMATIC else ""
            if act in (HERE, AUTOMATIC) and _asks(seated, seats, seat):
                propose(seated, TableProposal(act, OPENER, seated.table.entries, (seat,), side=seat, policy=policy))
            else:
                token = await _changed(live_tables, seated, seat, act, _taken(seated, seats, setting, seat, act), policy)
    live_tables.play_on(seated)
    if not token:
        page_after = "result" if seated.table.over and (not over or act in (REMATCH, *ANSWERS)) else "seats"
        return RedirectResponse(f"/game/{quote(seated.table.name)}/{page_after}", 303)
    live_tables.links[seated.table.name, seat] = token
    return _shown(request, seated, seats, seat)


async def _changed(live_tables: LiveTables, seated: OpenTable, seat: str, act: str, setting: Setting, policy: str) -> str:
    """Change the seats; the token of the link, if one was made."""
    token = ""
    if act == "stop":
        seated.clock.goes_for(())
    elif act == "link":
        setting, token = settings.with_link(setting, seat)
    elif act == "nobody":
        setting = replace(setting, watcher="")
    else:
        setting = settings.taken_over(setting, seat, act, policy)
    await live_tables.reset(seated, setting)
    return token


def _taken(seated: OpenTable, seats: tuple[str, ...], setting: Setting, seat: str, act: str) -> Setting:
    """The setting with a note, where the opener takes the seat of a player who is away."""
    if act not in (HERE, AUTOMATIC, "link") or not _sat(setting, seat) or seat in seats:
        return setting
    minutes = int(seated.away(seat) // 60)
    name = seated.table.session.ruleset.name_of(seat)
    note = f"Who opened the table took the seat of {name}: its player had been away for {minutes} minutes."
    return settings.noted(settings.taken_over(setting, seat, FRIEND), note)


async def join(request: Request) -> Response:
    """``GET /join/{game}/{token}``: a page with one button. Programs that look at links before people do change nothing."""
    token = request.path_params["token"]
    seated, seat = await _behind(request, token)
    table = seated.table
    held, ruleset, setting = table.setting.held(seat), table.session.ruleset, table.setting
    return page(
        request,
        "join.html",
        table=table,
        about=ruleset.title,
        briefing=(await run_in_threadpool(scenarios.briefing, table))[:1],
        drawn=isinstance(table.board, Board),
        clock=clock_in_words(setting.minutes, setting.increment, setting.zero),
        when=ruleset.stage(table.session.state).when if table.entries else "",
        others=[(ruleset.name_of(other.side), _player(other)) for other in setting.seats if other is not held],
        opener=seat == OPENER,
        moves=_sat(seated.table.setting, seat),
        token=token,
        side=seated.table.session.ruleset.name_of(held.side) if held else "",
        name=held.name if held else "",
        own=settings.new_token(),  # the seat's from then on: a form that is sent twice finds the same seat
        most=MOST_SHARE,
        most_name=MOST_NAME,
    )


async def join_picture(request: Request) -> Response:
    """``GET /join/{game}/{token}/table.svg``: the pieces as who looks on sees them, without names, as on a card."""
    seated, _ = await _behind(request, request.path_params["token"])
    async with seated.lock:
        board, position = seated.table.board, seated.table.position
    if not isinstance(board, Board):
        raise HTTPException(404, "This game is shown in words alone.")
    return picture(str(await live_tables_of(request).work(lambda: board.picture(position.view("")).around_pieces())))


def _player(seat: SeatSetting) -> str:
    """Who plays a side, as one is told who is asked to play another."""
    if seat.who == AUTOMATIC:
        return "the app"
    return seat.name or (
        "whoever gets its link" if seat.who == FRIEND and not seat.token else "your host, who opened the table"
    )


async def sit_down(request: Request) -> Response:
    """``POST /game/{id}/join``: from now on the browser holds the seat of a link, besides those that it has.

    The link of a side is used up by this, whatever else happens at the same time; a form that is sent a second time finds
    its seat. A player who sits down may add a share to the dice.
    """
    form = await form_of(request)
    link, own = field_text(form, "token"), field_text(form, "own")
    own = own if TOKEN.fullmatch(own) else settings.new_token()
    held = [own, *tokens_of(request)]
    seated, _ = await _behind(request, link, held)
    live_tables = live_tables_of(request)
    async with seated.lock:
        _, seat = await _behind(request, link, held)  # two browsers may have come this far with one link
        if seat == WATCHER:
            own = link
        elif seat:
            name = " ".join("".join(char for char in field_text(form, "name") if char.isprintable()).split())[:MOST_NAME]
            side = seated.table.session.ruleset.name_of(seat)
            if not await live_tables.use_link(seated, link, settings.sat_down(seated.table.setting, seat, own, name, side)):
                raise _used_up(await live_tables.used_link(link))
            seated.listeners.close()  # who sat there before learns that they do not any more
            if not seat.startswith("*"):
                await live_tables.add_share(seated, share_of(field_text(form, "share")))
    live_tables.play_on(seated)
    answer = RedirectResponse(f"/game/{quote(seated.table.name)}", 303)
    kept = [token for token in tokens_of(request) if token != own]
    keep_tokens(answer, request, seated.table.name, [*kept, own] if seated.table.setting.seats_of([own]) else kept)
    return answer


async def _behind(request: Request, link: str, tokens: Sequence[str] = ()) -> tuple[OpenTable, str]:
    """The table of a link, and the seat that it opens; "" where it was used by who has one of these tokens.

    A game that is not there is answered as one that the link is not for.

    Raises:
        DiscardedError: the game of the link was discarded.
        HTTPException: 403: the link opens nothing; 410: it was used.
    """
    live_tables = live_tables_of(request)
    try:
        seated = await live_tables.seated(request.path_params["game"])
    except UnknownNameError:
        raise HTTPException(403, NOTHING) from None
    except DiscardedError as bad:
        if bad.setting is not None and bad.setting.behind(link):
            bad.facts["may"] = False
            raise
        raise HTTPException(403, NOTHING) from None
    setting = seated.table.setting
    used, seat = await live_tables.used_link(link), setting.behind(link)
    if used is not None and not setting.seats_of(tokens):
        raise _used_up(used)
    if used is None and not seat:
        raise HTTPException(403, NOTHING)
    return seated, seat if used is None else ""


NOTHING = "This link opens nothing: it was mistyped, or a newer link was made in its place."


def _used_up(at: float | None) -> HTTPException:
    return HTTPException(410, f"This link was used {moment(at or 0)} and works only once: ask for a new one.")


def moment(at: float) -> str:
    """A time, as the clock of this machine shows it."""
    return f"{datetime.fromtimestamp(at):%d %b %H:%M}".removeprefix("0")


def keep_below(answer: Response, request: Request, path: str, tokens: Sequence[str]) -> None:
    """Have a browser send these tokens with what it asks for below a path."""
    answer.set_cookie(
        SEAT,
        ".".join(tokens[-MOST_TOKENS:]),
        max_age=COOKIE_SECONDS,
        path=path,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def keep_tokens(answer: Response, request: Request, game: str, tokens: Sequence[str]) -> None:
    """Have a browser keep these tokens for a table, and send them nowhere else."""
    keep_below(answer, request, f"/game/{quote(game)}", tokens)
    there = [other for other in tables_of(request) if other != game]
    there = [*there, game][-MOST_TABLES:] if tokens else there
    answer.set_cookie(
        SITS_AT,
        "|".join(quote(name, safe="") for name in there),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    admit(answer, request)


def link_to(request: Request, game: str, token: str) -> str:
    """The link by which somebody sits down; where other machines are served, it names this one as they know it."""
    base = request.app.state.network or str(request.base_url)
    return f"{base.rstrip('/')}/join/{quote(game)}/{token}"


def _refuse(seated: OpenTable, seats: tuple[str, ...], seat: str, act: str) -> None:
    side = ("link", HERE, AUTOMATIC)
    allowed = {WATCHER: ("link", "nobody"), OPENER: ("link",), CLOCK: ("stop",)} | dict.fromkeys(seated.table.sides, side)
    if act not in allowed.get(seat, ()):
        raise DataError("seats: expected a seat and link, here, automatic, nobody or stop", key="act")
    own = seat in seats and act == "link" and seat in seated.table.sides
    if OPENER not in seats and not own:
        raise HTTPException(403, "Only who opened the table may change this seat; you may hand over your own.")
    if act == "link" and not own and _asks(seated, seats, seat):
        name = seated.table.session.ruleset.name_of(seat)
        raise HTTPException(403, f"Somebody sits there: only they can make a link to the seat of {name}.")


def _asks(seated: OpenTable, seats: tuple[str, ...], seat: str) -> bool:
    """Whether somebody else sits there by link who has to be asked: they have not been away for long."""
    return _sat(seated.table.setting, seat) and seat not in seats and seated.away(seat) < AWAY_SECONDS


def _sat(setting: Setting, seat: str) -> bool:
    """Whether somebody sits on a side by link."""
    held = setting.held(seat)
    return held is not None and held.who == FRIEND and bool(held.token)


def _links(request: Request, table: LiveTable, seats: tuple[str, ...], seat: str) -> dict[str, tuple[str, str]]:
    """The links to seats that are still open, each with its code: those that were made since the app was started, for the
    opener; the one that was made just now, to a ``seat``, for who made it.
    """
    tokens = {at: token for (game, at), token in live_tables_of(request).links.items() if game == table.name}
    shown = {
        at: token for at, token in tokens.items() if (OPENER in seats or at == seat) and table.setting.behind(token) == at
    }
    links = {at: link_to(request, table.name, token) for at, token in shown.items()}
    return {at: (link, _code(link) if reachable(link) else "") for at, link in links.items()}


def _shown(request: Request, seated: OpenTable, seats: tuple[str, ...], seat: str = "") -> Response:
    table, ruleset = seated.table, seated.table.session.ruleset
    table_proposal = table.open_proposal
    draw = table_proposal is not None and table_proposal.what == DRAW
    return page(
        request,
        "seats.html",
        table=table,
        seated=seated,
        setting=table.setting,
        held=sides_of(seats),
        opener=OPENER in seats,
        linked=reachable_by_others(request),
        asks=lambda side: _asks(seated, seats, side),
        name_of=ruleset.name_of,
        colours={side.id: side.colour for side in ruleset.sides()},
        watcher=WATCHER,
        opening=OPENER,
        friend=FRIEND,
        asked=table_proposal.document(table, seats, "") if table_proposal and (table_proposal.side or draw) else None,
        moment=moment,
        clock=clock_in_words(table.setting.minutes, table.setting.increment, table.setting.zero),
        claimants=[side for side in sides_of(seats) if not seated.against_claim(side)],
        links=_links(request, table, seats, seat),
        patience=int(AWAY_SECONDS // 60),
        policies=table.policies,
        plays={side: table.policies.get(table.setting.policy_of(side)) for side in table.sides},
        missing={side: name for side in table.sides if (name := table.setting.policy_of(side)) not in (*table.policies, "")},
    )


def _code(link: str) -> str:
    """The link as a QR code that is as large as its place: SVG, to stand in a page as it is."""
    import segno

    return str(segno.make_qr(link, error="m").svg_inline(omitsize=True, border=4))
