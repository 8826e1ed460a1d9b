"""What is asked and done at a table: the sheet, previews, orders, taking back, and the stream of news."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from aqmf_air.core.play.events import to_lines
from aqmf_air.core.store.log_reader import log_text
from aqmf_air.errors import DataError, StoreError
from aqmf_air.web.board.board import listed
from aqmf_air.web.live.agreement import Proposal, carry_out, propose, settle
from aqmf_air.web.live.position import Position
from aqmf_air.web.live.requests import (
    answered,
    body_of,
    hall_of,
    in_plain_words,
    seated_at,
    side_of,
    sides_of,
)
from aqmf_air.web.live.sheet import questions_document, snapshot
from aqmf_air.web.live.subscribers import event
from aqmf_air.web.live.tables import Seated

MOST_KEY = 80
"""Letters in the key of an order."""
MOST_ENTRIES = 10**6


@in_plain_words
async def sheet(request: Request) -> Response:
    """``GET /game/{id}/sheet.json?as=SIDE&since=N&offers=0``: what a seat is given to see."""
    return answered(await sheet_of(request))


async def sheet_of(request: Request) -> dict[str, Any]:
    """The sheet that a request may see, for a page to have in it.

    Raises:
        AqmfError: there is no such game, or it cannot be opened.
        HTTPException: 403: the browser holds no seat, or not this one.
    """
    seated, seats = await seated_at(request)
    side = side_of(seated, seats, request.query_params.get("as", ""))
    since = _number(request.query_params.get("since", "0"), "since")
    async with seated.lock:
        taken = snapshot(seated, seats, side, since)
    hall = hall_of(request)
    return await (
        hall.work(taken.document, False) if request.query_params.get("offers") == "0" else hall.think(taken.document)
    )


@in_plain_words
async def ask(request: Request) -> Response:
    """``POST /game/{id}/ask``: whether an order may be given, and what would be rolled for. Nothing changes."""
    body = await body_of(request, **{"as": str, "command": dict})
    seated, seats = await seated_at(request)
    side = _player(seated, seats, body["as"])
    if body["command"] is None:
        raise DataError("expected a command", key="command")
    async with seated.lock:
        position = seated.table.position
    return answered(await hall_of(request).think(_asked, position, body["command"], side))


def _asked(position: Position, document: Any, side: str) -> dict[str, Any]:
    command = position.command(document, side)
    objections = position.objections(command, side)
    questions = () if objections else position.ruleset.questions(position.state, command)
    return {
        "entries": position.entries,
        "objections": listed(objections),
        "questions": questions_document(position.ruleset, questions),
    }


@in_plain_words
async def order(request: Request) -> Response:
    """``POST /game/{id}/order``: an order, with the dice that were typed for it so far."""
    kinds = {"as": str, "entries": int, "command": dict, "dice": list, "key": str}
    body = await body_of(request, **kinds)
    entries = _entries(body)
    dice = _dice(body["dice"] or [])
    key = body["key"] or ""
    if len(key) > MOST_KEY:
        raise DataError(f"key: expected at most {MOST_KEY} letters", key="key")
    seated, seats = await seated_at(request)
    side = _player(seated, seats, body["as"])
    hall = hall_of(request)
    async with seated.lock:
        before = seated.table.entries
        try:
            done = await hall.work(seated.table.order, side, entries, body["command"], dice, key)
        except StoreError:
            hall.forget(seated)
            raise
        finally:
            if seated.table.entries != before:
                hall.moved(seated)
    return answered(done)


@in_plain_words
async def step(request: Request) -> Response:
    """``POST /game/{id}/undo`` and ``/redo``: one's own last order is taken back, or brought back; the log shows it.

    Where other players have to agree (:mod:`aqmf_air.core.play.undoing`) they are asked: the answer has status 202.
    """
    body = await body_of(request, **{"as": str, "entries": int})
    entries = _entries(body)
    seated, seats = await seated_at(request)
    side = _player(seated, seats, body["as"])
    kind = request.url.path.rpartition("/")[2]
    async with seated.lock:
        table = seated.table
        table.require_at(entries)
        found = table.step_of(sides_of(seats), kind)
        if found.agree:
            propose(seated, Proposal(kind, side, entries, found.agree, step=found))
            return answered({"done": False, "asked": True, "entries": entries}, 202)
        await carry_out(hall_of(request), seated, side, kind, found)
    return answered({"done": True, "entries": table.entries})


@in_plain_words
async def reply(request: Request) -> Response:
    """``POST /game/{id}/answer`` {"id", "answer"}: a player agrees to what another asks for, declines or withdraws it."""
    body = await body_of(request, id=str, answer=str)
    seated, seats = await seated_at(request)
    async with seated.lock:
        await settle(hall_of(request), seated, seats, body["id"] or "", body["answer"] or "")
    return answered({"done": True, "entries": seated.table.entries})


@in_plain_words
async def stream(request: Request) -> Response:
    """``GET /game/{id}/stream``: news as server-sent events. A browser that comes back is told at once what it missed."""
    seated, seats = await seated_at(request)
    return streamed(request, seated, sides_of(seats))


def streamed(request: Request, seated: Seated, sides: tuple[str, ...]) -> Response:
    """News of a table, for a request of the player of these sides there.

    Raises:
        HTTPException: 503: too many listen to it.
    """
    if seated.listeners.full:
        raise HTTPException(503, "Too many are listening at this table.")
    last = request.headers.get("last-event-id", request.query_params.get("since", ""))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_news(seated, sides, last), media_type="text/event-stream", headers=headers)


async def _news(seated: Seated, sides: tuple[str, ...], last: str) -> AsyncIterator[str]:
    listener = seated.listeners.add(sides)
    seated.listeners.tell("seats", {})
    try:
        yield "retry: 1000\n\n"
        if last != str(seated.table.entries):
            yield event("moved", {"entries": seated.table.entries})
        if (clock := seated.clock.document()) is not None:
            yield event("clock", clock)
        async for news in listener.heard():
            yield news
    finally:
        seated.listeners.remove(listener)
        seated.listeners.tell("seats", {})


@in_plain_words
async def log(request: Request) -> Response:
    """``GET /game/{id}/log.jsonl``: the whole log, seed and all, once the game is over; the salt is in the sheet."""
    seated, _ = await seated_at(request)
    if not seated.table.over:
        raise HTTPException(403, "The log holds what is hidden, and the seed: it is given out when the game is over.")
    session = seated.table.session
    lines = await hall_of(request).think(lambda: log_text(to_lines(session.header, session.entries)))
    name = {"content-disposition": f'attachment; filename="{seated.table.name}.jsonl"', "cache-control": "no-store"}
    return Response(lines, media_type="application/jsonl", headers=name)


# -- what a request holds -------------------------------------------------------------------------------------------------


def _player(seated: Seated, seats: tuple[str, ...], wanted: str | None) -> str:
    side = side_of(seated, seats, wanted or "")
    if not side:
        raise HTTPException(403, "You look on at this table; the orders are the players'.")
    return side


def _entries(body: dict[str, Any]) -> int:
    entries = body["entries"]
    if entries is None or not 0 <= entries <= MOST_ENTRIES:
        raise DataError("entries: expected the number of entries that you know of", key="entries")
    return int(entries)


def _number(text: str, key: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise DataError(f"{key}: expected a whole number, got {text[:20]!r}", key=key)
    return int(text)


def _dice(lists: list[Any]) -> list[list[int | str]]:
    for faces in lists:
        if not isinstance(faces, list) or not all(type(face) in (int, str) for face in faces):
            raise DataError("dice: expected lists of faces", key="dice")
    return lists
