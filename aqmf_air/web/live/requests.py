"""Who asks, and what a seat is given: requests of browsers about one table, read and answered as JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from logging import getLogger
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar, cast
from urllib.parse import quote, unquote

from pydantic import Field
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.data.documents import parse_json
from aqmf_air.core.data.model import Frozen, read
from aqmf_air.core.play.undoing import UndoStep
from aqmf_air.core.play.why import called
from aqmf_air.errors import (
    AqmfError,
    DataError,
    DiceError,
    DiscardedError,
    IllegalCommandError,
    StoreError,
    UnknownNameError,
)
from aqmf_air.plugins.faults import fault_of_plugin
from aqmf_air.web.access.guard import SEAT, SITS_AT
from aqmf_air.web.board.board import Seat
from aqmf_air.web.live.live_tables import LiveTables, OpenTable
from aqmf_air.web.live.table import LiveTable, MovedOnError
from aqmf_air.web.pages import HeadedError, whole
from aqmf_air.web.seat_settings import AUTOMATIC, MOST_TOKENS, OPENER, Setting

NO_SEAT = "You have no seat at this table"
ASK_FOR_A_LINK = (
    "Ask the player who opened it for a link. If you sat here before, your seat has moved to another browser or was taken "
    "over."
)
OTHER_BROWSER = "This table is open in another browser"
MOVES_HERE = "It moves to this one if you open it here, and the other browser has no seat there any more."

ONLOOKER = "You look on at this table; the orders are the players'."
MOST_ENTRIES = 10**6


def live_tables_of(request: Request) -> LiveTables:
    """The live tables of the app that is asked; the first who asks opens them."""
    state = request.app.state
    state.live_tables = live_tables = state.live_tables or LiveTables()
    return cast("LiveTables", live_tables)


def tokens_of(request: Request) -> list[str]:
    """The tokens that a browser holds for the table that it asks about."""
    return [token for token in request.cookies.get(SEAT, "").split(".") if token][-MOST_TOKENS:]


def tables_of(request: Request) -> list[str]:
    """The names of the tables at which a browser says that it holds something, the one where it was last at the end."""
    return [unquote(name) for name in request.cookies.get(SITS_AT, "").split("|") if name]


def sides_of(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the seats that are sides."""
    return tuple(seat for seat in seats if not seat.startswith("*"))


async def seated_at(request: Request, *, play: bool = True) -> tuple[OpenTable, tuple[str, ...]]:
    """The table that a request is about, and what the browser holds there; without ``play`` nothing goes on at it.

    HTTPException: 403: the browser holds no seat there; 429: it asks too often. A DiscardedError says whether it ``may`` be
    brought back by the browser.
    """
    try:
        seated = await live_tables_of(request).seated(request.path_params["game"], play=play)
    except DiscardedError as bad:
        setting = bad.setting or Setting()
        bad.facts["may"] = unowned(request, setting) or OPENER in seats_held(request, setting)
        raise
    seats = seats_held(request, seated.table.setting)
    if request.app.state.network and not seated.pace.take(" ".join(seats)):
        raise HTTPException(429, "That was too much at once for one table. Wait a few seconds.", {"retry-after": "5"})
    seated.seen |= dict.fromkeys(sides_of(seats), monotonic())
    return seated, seats


def reachable_by_others(request: Request) -> bool:
    """Whether a link to a seat could ever lead another browser here."""
    return request.app.state.network is not None


def unowned(request: Request, setting: Setting) -> bool:
    """Whether nobody has opened the table of a game yet, and the browser may: only this machine is served."""
    return reachable_by_others(request) and not (setting.opener or request.app.state.network)


def open_here(request: Request, setting: Setting) -> bool:
    """Whether a table moves to any browser of this machine: no other is served, and no friend has sat there."""
    return reachable_by_others(request) and not request.app.state.network and setting.solo


def seats_held(request: Request, setting: Setting) -> tuple[str, ...]:
    """What a browser holds at a table, which must be something (HTTPException: 403: the browser holds no seat there).

    Where there is one browser, it holds all that anybody could: a table may come from another machine's backup.
    """
    if not reachable_by_others(request):
        return (*(seat.side for seat in setting.seats if seat.who != AUTOMATIC), OPENER)
    seats = setting.seats_of(tokens_of(request))
    if not seats and not setting.opener:
        raise HTTPException(
            403,
            "Nobody has opened the table of this game yet."
            if unowned(request, setting)
            else "This game belongs to one machine: start the app there without --host, and make links to its seats.",
        )
    if not seats:
        game = request.path_params["game"]
        if open_here(request, setting):
            raise HeadedError(403, OTHER_BROWSER, MOVES_HERE, way=(f"/game/{quote(game)}/here", "Open it here"))
        again = f"If this app is yours, 'aqmf serve --table {game}' prints a link for who opened the table."
        raise HeadedError(403, NO_SEAT, ASK_FOR_A_LINK, "" if request.app.state.network else again)
    return seats


def side_of(seated: OpenTable, seats: tuple[str, ...], wanted: str) -> str:
    """The side as which a request is made: the one named, or of those held the first that acts; "" for a spectator."""
    sides = sides_of(seats)
    if wanted and wanted not in sides:
        raise HTTPException(403, f"You do not hold the {wanted[:60]} side at this table.")
    return wanted or next((side for side in (*seated.table.active, *sides) if side in sides), "")


def answered(document: Any, status: int = 200) -> Response:
    """Data for a page: plain, or dataclasses and models as what they hold. It is never kept by a browser."""
    headers = {"cache-control": "no-store"}
    return Response(to_json(document), status, headers, media_type="application/json")


class Body(Frozen):
    """What is sent about a table, and as which side; what is left out may also be null."""

    side: str | None = Field(None, alias="as")


B = TypeVar("B", bound=Body)


async def body_of(request: Request, kind: type[B]) -> B:
    """The JSON object that was sent (DataError: it is none, or not of this kind)."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise DataError("expected JSON (content-type: application/json)", key="content-type")
    try:
        document = parse_json(await request.body(), "the request")
    except DataError:
        raise DataError("expected JSON", key="") from None
    if not isinstance(document, dict):
        raise DataError(f"expected a JSON object, got {type(document).__name__}", key="")
    return read(kind, document, "the request", DataError)


async def asked_at(request: Request, kind: type[B], player: bool = False) -> tuple[B, OpenTable, tuple[str, ...], str]:
    """What is sent about a table, the table, the seats that the browser holds there, and the side as which it asks.

    HTTPException: 403: the seat is not the browser's, or a ``player`` was expected.
    """
    seated, seats = await seated_at(request)
    body = await body_of(request, kind)
    if player and OPENER in seats and body.side in seated.left_over:
        return body, seated, seats, str(body.side)
    side = side_of(seated, seats, body.side or "")
    if player and not side:
        raise HTTPException(403, ONLOOKER)
    return body, seated, seats, side


async def looking_at(request: Request) -> tuple[OpenTable, Seat]:
    """The table that is looked at with ``?as=SIDE&entries=N``, and from which seat: after so many entries of the log."""
    seated, held = await seated_at(request, play=False)
    side = side_of(seated, held, request.query_params.get("as", ""))
    entries = whole(request.query_params, "entries", 0, MOST_ENTRIES, seated.table.entries)
    async with seated.lock:
        table = seated.table
        past = entries < table.entries
        position = await live_tables_of(request).work(table.position_at, entries) if past else table.position
        return seated, Seat(position, side)


def in_plain_words(act: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """``act``, with everything that goes wrong answered as JSON: ``{"fault": ...}``, or ``{"objections": [...]}``."""

    async def acting(request: Request) -> Response:
        try:
            return await act(request)
        except MovedOnError as bad:
            return answered({"fault": str(bad), "entries": bad.entries}, 409)
        except HTTPException as bad:
            return answered({"fault": bad.detail}, bad.status_code)
        except IllegalCommandError as bad:
            return answered({"objections": bad.objections}, 422)
        except DiscardedError as bad:
            return answered({"fault": f"{bad} The player who opened its table can bring it back."}, 410)
        except AqmfError as bad:  # where files are is not for players to know who are not at this machine
            message, path = str(bad), bad.facts.get("path")
            fault = message.replace(path, Path(path).name) if isinstance(path, str) and path else message
            status = 404 if isinstance(bad, UnknownNameError) else 503 if isinstance(bad, StoreError) else 400
            return answered({"fault": fault, **({"dice": True} if isinstance(bad, DiceError) else {})}, status)
        except Exception as bad:
            if (whose := fault_of_plugin(bad)) is None:
                raise
            getLogger(__name__).exception("a plugin failed at %s", request.url.path)
            return answered({"fault": str(whose)}, 500)

    return acting


def sheet_of(seated: OpenTable, seats: tuple[str, ...], side: str, since: int) -> dict[str, Any]:
    """The table as it stands, for a seat, without what its position takes longer to tell; its log from ``since`` on."""
    table = seated.table
    session, sides = table.session, sides_of(seats)
    stage = session.ruleset.stage(session.state)
    everything = bool(table.over) or set(sides) == set(table.sides)
    table_proposal, there = table.open_proposal, seated.listeners.seats
    undo = table.step_of(sides or ("",), "undo")
    sheet = {
        "game": table.name,
        "ruleset": session.ruleset.id,
        "title": table.title,
        "part": table.board.part(table.session.state),
        "scenario": session.header.named[0],
        "entries": table.entries,
        "state": session.digest if everything else None,
        "you": sides,
        "opener": OPENER in seats,
        "as": side,
        "sides": session.ruleset.sides(session.state),
        "active": table.active,
        "turn": stage.turn,
        "when": stage.when,
        "phase": stage.id,
        "phase_title": stage.title,
        "over": table.over,
        "verdict": end.document() if (end := table.verdict) else None,
        "typed": table.setting.typed,
        "since": since,
        "log_from": table.chronicle.since,
        "log": table.log_for(side, since),
        "undone": table.chronicle.undone,
        "undo": _step_document(undo),
        "no_undo": undo.why if sides and session.past.chapter else "",
        "redo": _step_document(table.step_of(sides, "redo")) if sides else None,
        "asked": table_proposal.document(table, seats, side) if table_proposal else None,
        "waiting": table.waiting_document(seated.waiting) if seated.waiting and sides else None,
        "fault": seated.fault,
        "seats": [
            {
                "side": seat.side,
                "who": seat.who,
                "name": seat.name,
                "waits": seat.waits,
                **_played(table, seat.side),
                "here": seat.who == AUTOMATIC or seat.side in there,
                "away": 0 if seat.who == AUTOMATIC else round(seated.away(seat.side)),
            }
            for seat in table.setting.seats
        ],
        "claims": table.setting.zero == "claim",
        "may_end": bool(side) and not table.against_early_end,
        "may_draw": bool(side) and not table.against_draw(side),
        "to_its_end": table.against_early_end if len(table.sides) > 1 and not table.over else "",
        "rematch": table.setting.rematch,
        "commitment": table.promise,
        "shares": table.setting.shares,
    }
    if table.over and table.promise:
        sheet |= {"seed": str(session.header.seed), "salt": table.setting.salt, "promised": str(table.promised)}
    return sheet


def _played(table: LiveTable, side: str) -> dict[str, Any]:
    """What the automatic player of a side is called, and whether it can say why it gives an order; nothing of a person's."""
    name = table.setting.policy_of(side)
    policy = table.policies.get(name)
    return (
        {"player": called(table.policies, name), "reasoned": policy is not None and policy.explain is not None}
        if name
        else {}
    )


def _step_document(step: UndoStep) -> dict[str, Any] | None:
    """Whose orders an undo or a redo is about, and who has to agree; None: there is none."""
    if step.order is None:
        return None
    return {"by": step.order.by, "whose": [order.by for order in step.orders], "agree": list(step.agree)}
