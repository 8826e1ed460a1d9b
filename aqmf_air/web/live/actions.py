"""What is shown, asked and done at a table: its page, picture and sheet, orders, undo, and the stream of news."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from time import monotonic
from typing import Any

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from aqmf_air.core.odds.documents import question_document
from aqmf_air.core.play.chronicle import Chronicled
from aqmf_air.core.play.reading import MOST_TEXT
from aqmf_air.core.play.ruleset import BestFirst, Offer
from aqmf_air.core.play.typed_orders import MOST_NEAR, Meant, Near, NotUnderstood, order_typed
from aqmf_air.core.play.words import InWords, Saying
from aqmf_air.errors import UnknownNameError
from aqmf_air.web.board.board import About, Board, Seat, editors_of
from aqmf_air.web.live import advice, games, past, pictures, requests, result, scenarios, seats
from aqmf_air.web.live.live_tables import OpenTable
from aqmf_air.web.live.subscribers import MOST_LISTENERS, event
from aqmf_air.web.live.table import TableProposal, ask_for_rematch, offer_draw, propose, settle
from aqmf_air.web.pages import page, whole
from aqmf_air.web.seat_settings import OPENER

MOST_BEST = 3
"""Orders that are told as the best of a piece."""
MOST_WEIGHED = 16
"""Orders whose odds are told side by side."""
WEIGHING_SECONDS = 1.5
"""After so long no further odds are begun: the rest has them when it is asked about alone."""


class PieceBody(requests.Body):
    """Which piece is asked about."""

    piece: str | None = None


class QuestionBody(requests.Body):
    """What a script of the board asks of it."""

    body: dict[str, Any] | None = None


class AskBody(requests.Body):
    """An order that may be given."""

    command: dict[str, Any]


class Weigh(requests.Body):
    """Orders that may be given, to be compared by their odds."""

    commands: tuple[dict[str, Any], ...] = Field((), max_length=MOST_WEIGHED)


class Words(requests.Body):
    """An order as a player says it."""

    text: str = Field("", max_length=MOST_TEXT)


class StepBody(requests.Body):
    """A change of the table at so many entries of its log."""

    entries: int = Field(ge=0, le=requests.MOST_ENTRIES)


class OrderBody(StepBody):
    """An order, with the dice that were typed for it so far; the same ``key`` twice is one order."""

    command: dict[str, Any] | None = None
    dice: tuple[tuple[int | str, ...], ...] | None = None
    key: str | None = Field(None, max_length=80)


class Reply(requests.Body):
    """An answer to a proposal."""

    id: str = ""
    answer: str = ""


async def show(request: Request) -> Response:
    """``GET /game/{game}``: the table. What changes is fetched by its scripts."""
    if (opening := await seats.opened(request)) is not None:
        return opening
    seated, _ = await requests.seated_at(request, play=False)
    table = seated.table
    session, board = table.session, table.board
    shown = page(
        request,
        "board.html",
        game=table.name,
        title=table.title,
        played=session.ruleset.id,
        briefing=await run_in_threadpool(scenarios.briefing, table),
        rules=" ".join(rule.id for rule in session.ruleset.register),
        editors=json.dumps(editors_of(board)),
        drawn=isinstance(board, Board),
        about=isinstance(board, Board) and type(board).picture_about is not Board.picture_about,
        shapes=isinstance(board, Board) and type(board).features is not Board.features,
        advised=table.advisor is not None,
        chronicled=isinstance(session.ruleset, Chronicled) and session.ruleset.chronicled(session.header.setup),
    )
    seats.keep_tokens(shown, request, table.name, requests.tokens_of(request))  # for as long again
    return shown


@requests.in_plain_words
async def sheet(request: Request) -> Response:
    """``GET /game/{id}/sheet.json?as=SIDE&since=N&offers=0``: everything that a seat is given to see.

    Offers take the longest to find; without them they are null. ``steps`` are the positions between, by their entry,
    ``begun`` the picture as the last chapter began, if that is since,
    ``left`` what who opened the table may order for sides that play by themselves and leave it to people.
    """
    since = whole(request.query_params, "since", 0, requests.MOST_ENTRIES, 0)
    offers = request.query_params.get("offers") != "0"
    seated, held = await requests.seated_at(request, play=False)
    side = requests.side_of(seated, held, request.query_params.get("as", ""))
    async with seated.lock:
        quick, position = requests.sheet_of(seated, held, side, since), seated.table.position
        steps = seated.table.steps_since(since) if since else []  # who comes to the table is shown how it is
        begun = seated.table.begun_since(since) if since else None
        left = seated.left_over if OPENER in held else ()
    live_tables = requests.live_tables_of(request)

    def slow() -> dict[str, Any]:
        between = {step.entries - 1: step.in_short(side) for step in steps}
        leads_on = (offer for one in left for offer in position.offers(one) if offers and offer.ends_stage)
        drawn = begun.board.picture(begun.view(side)).document(False) if begun and isinstance(begun.board, Board) else None
        shown = {**position.document(side, offers), "steps": between, "begun": drawn}
        return {**shown, "left": next(leads_on, None), "left_to": left[:1]}

    quick |= await (live_tables.think if offers else live_tables.work)(slow)
    return requests.answered({**quick, "clock": seated.clock.document()})  # as it is when the answer is sent


@requests.in_plain_words
async def about(request: Request) -> Response:
    """``POST /game/{game}/about`` {"as", "piece"}: what a piece is, and what it may do."""
    sent, seated, _, side = await requests.asked_at(request, PieceBody)
    return await _answered(seated, side, run_in_threadpool, _about, sent.piece or "")


@requests.in_plain_words
async def question(request: Request) -> Response:
    """``POST /game/{game}/board/{question}`` {"as", "body"}: what a script of the board asks of it."""
    sent, seated, _, side = await requests.asked_at(request, QuestionBody)
    answer = seated.table.board.answer
    return await _answered(seated, side, run_in_threadpool, answer, request.path_params["question"], sent.body or {})


async def _answered(seated: OpenTable, side: str, thread: Callable[..., Awaitable[Any]], work: Any, *args: Any) -> Response:
    """What ``work`` says of the seat of a side, done by a ``thread``."""
    async with seated.lock:
        seat = Seat(seated.table.position, side)
    return requests.answered(await thread(work, seat, *args))


def _about(seat: Seat, piece: str) -> About:
    board = seat.position.board
    if all(shown.id != piece for shown in board.pieces(seat.view)):
        raise UnknownNameError(f"no piece {piece[:60]!r} is to be seen here", what="piece", name=piece, near=())
    return board.about(seat, piece)


@requests.in_plain_words
async def ask(request: Request) -> Response:
    """``POST /game/{id}/ask``: whether an order may be given, what it touches, its drawing, its rolls. Nothing changes."""
    sent, seated, _, side = await requests.asked_at(request, AskBody, player=True)
    return await _answered(seated, side, requests.live_tables_of(request).think, _judged, sent.command)


def _judged(seat: Seat, document: Mapping[str, Any]) -> dict[str, Any]:
    position, ruleset = seat.position, seat.position.ruleset
    command = position.command(document, seat.side)
    seen, objections = position.board.preview(seat, command), seat.objections(command)
    questions = () if objections else ruleset.questions(seat.state, command)
    return {
        **seen.facts,
        "entries": position.entries,
        "objections": objections,
        "under": seen.touched,
        "warnings": seen.warnings,
        "svg": seen.svg,
        "shapes": bool(seen.features),
        "questions": [question_document(question, ruleset.spell) for question in questions],
    }


@requests.in_plain_words
async def weigh(request: Request) -> Response:
    """``POST /game/{id}/weigh`` {"as", "commands"}: what each of these orders rolls for, with its odds, if time allows."""
    sent, seated, _, side = await requests.asked_at(request, Weigh, player=True)
    return await _answered(seated, side, requests.live_tables_of(request).think, _weighed, sent.commands)


def _weighed(seat: Seat, documents: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    position, ruleset, late = seat.position, seat.position.ruleset, monotonic() + WEIGHING_SECONDS
    weighed: list[Any] = []
    for document in documents:
        command = position.command(document, seat.side)
        weighs = monotonic() < late and seat.allows(command)
        questions = ruleset.questions(seat.state, command) if weighs else ()
        weighed.append([question_document(question, ruleset.spell) for question in questions])
    return {"weighed": weighed}


@requests.in_plain_words
async def best(request: Request) -> Response:
    """``POST /game/{id}/best`` {"as", "piece"}: the best orders on offer for a piece, where the game compares them."""
    sent, seated, _, side = await requests.asked_at(request, PieceBody, player=True)
    return await _answered(seated, side, requests.live_tables_of(request).think, _best, sent.piece or "")


def _best(seat: Seat, piece: str) -> dict[str, Any]:
    ruleset, offers = seat.position.ruleset, seat.position.offers(seat.side)
    if not isinstance(ruleset, BestFirst):
        return {"best": []}
    ranked = [offer for offer in ruleset.best_first(seat.state, seat.side, offers) if offer.subject == piece]
    return {
        "best": [{**_offered(offer), "brings": ruleset.brings(seat.state, offer.command)} for offer in ranked[:MOST_BEST]]
    }


@requests.in_plain_words
async def words(request: Request) -> Response:
    """``POST /game/{id}/words`` {"as", "text"}: the order that a text means; without a text, how orders are said now.

    Nothing changes: the order is asked about, and given, as one that was tapped.
    """
    sent, seated, _, side = await requests.asked_at(request, Words, player=True)
    return await _answered(seated, side, requests.live_tables_of(request).think, _in_words, sent.text.strip())


def _in_words(seat: Seat, text: str) -> dict[str, Any]:
    ruleset, offers = seat.position.ruleset, seat.position.offers(seat.side)
    if not text:
        spoken = ruleset.sayings(seat.state, seat.side, offers) if isinstance(ruleset, InWords) else ()
        return {"sayings": spoken or [Saying((offer.title,), (), offer.title) for offer in offers[:MOST_NEAR]]}
    typed = order_typed(ruleset, seat.state, seat.side, text, offers)
    if isinstance(typed, Meant):
        return _offered(typed.offer)
    misread = typed if isinstance(typed, NotUnderstood) else typed.misread
    near = typed.offers if isinstance(typed, Near) else ()
    answer: dict[str, Any] = {"near": [_offered(offer) for offer in near[:MOST_NEAR]], "more": max(0, len(near) - MOST_NEAR)}
    return answer | ({"misread": misread.message, "at": misread.at, "word": misread.word} if misread else {})


def _offered(offer: Offer) -> dict[str, Any]:
    return {"command": offer.command.model_dump(mode="json"), "title": offer.title, "subject": offer.subject}


@requests.in_plain_words
async def order(request: Request) -> Response:
    """``POST /game/{id}/order``: an order, with the dice that were typed for it so far."""
    sent, seated, _, side = await requests.asked_at(request, OrderBody, player=True)
    async with seated.lock:
        args = side, sent.entries, sent.command, sent.dice or (), sent.key or ""
        return requests.answered(await requests.live_tables_of(request).change(seated, seated.table.order, *args))


@requests.in_plain_words
async def step(request: Request) -> Response:
    """``POST /game/{id}/undo`` and ``/redo``: one's own last order is taken back, or brought back; the log shows it.

    Where other players have to agree (:mod:`aqmf_air.core.play.undoing`) they are asked: the answer has status 202.
    """
    sent, seated, held, side = await requests.asked_at(request, StepBody, player=True)
    kind = request.url.path.rpartition("/")[2]
    async with seated.lock:
        table = seated.table
        table.require_at(sent.entries)
        undo_step = table.step_of(requests.sides_of(held), kind)
        if undo_step.agree:
            propose(seated, TableProposal(kind, side, sent.entries, undo_step.agree, step=undo_step))
            return requests.answered({"done": False, "asked": True, "entries": sent.entries}, 202)
        await requests.live_tables_of(request).change(seated, table.take, side, kind, undo_step)
    return requests.answered({"done": True, "entries": table.entries})


@requests.in_plain_words
async def end(request: Request) -> Response:
    """``POST /game/{id}/resign`` and ``/claim`` {"as"}: a side gives up, or takes the game of one whose time is over."""
    _, seated, _, side = await requests.asked_at(request, requests.Body, player=True)
    async with seated.lock:
        claims = request.url.path.endswith("/claim")
        await requests.live_tables_of(request).end(seated, side, "claimed" if claims else "resigned")
    return requests.answered({"done": True, "entries": seated.table.entries})


@requests.in_plain_words
async def draw(request: Request) -> Response:
    """``POST /game/{id}/draw`` {"as", "entries"}: a side offers a draw, or takes the one that the other side offers.

    While the other side has to agree, the answer has status 202. The next order of either takes the offer back.
    """
    sent, seated, held, side = await requests.asked_at(request, StepBody, player=True)
    async with seated.lock:
        table = seated.table
        if not table.over:
            table.require_at(sent.entries)
        await offer_draw(requests.live_tables_of(request), seated, held, side)
    asked = not table.over
    return requests.answered({"done": not asked, "asked": asked, "entries": table.entries}, 202 if asked else 200)


@requests.in_plain_words
async def ask_again(request: Request) -> Response:
    """``POST /game/{id}/ask-rematch`` {"as"}: a player asks who opened the table to play again; the status is 202."""
    _, seated, held, side = await requests.asked_at(request, requests.Body, player=True)
    async with seated.lock:
        ask_for_rematch(seated, held, side)
    return requests.answered({"done": False, "asked": True, "entries": seated.table.entries}, 202)


@requests.in_plain_words
async def reply(request: Request) -> Response:
    """``POST /game/{id}/answer`` {"id", "answer"}: a player agrees to what another asks for, declines or withdraws it."""
    seated, held = await requests.seated_at(request)
    sent = await requests.body_of(request, Reply)
    async with seated.lock:
        await settle(requests.live_tables_of(request), seated, held, sent.id, sent.answer)
    return requests.answered({"done": True, "entries": seated.table.entries})


@requests.in_plain_words
async def stream(request: Request) -> Response:
    """``GET /game/{id}/stream``: news as server-sent events. A browser that comes back is told at once what it missed.

    Automatic sides go on when somebody listens, who has seen the position from which they do.
    """
    seated, held = await requests.seated_at(request)
    return streamed(request, seated, requests.sides_of(held))


def streamed(request: Request, seated: OpenTable, sides: tuple[str, ...]) -> Response:
    """News of a table, for a request of the player of these sides there (HTTPException: 503: too many listen to it)."""
    if len(seated.listeners) >= MOST_LISTENERS:
        raise HTTPException(503, "Too many are listening at this table.")
    last = request.headers.get("last-event-id", request.query_params.get("since", ""))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_news(seated, sides, last), media_type="text/event-stream", headers=headers)


async def _news(seated: OpenTable, sides: tuple[str, ...], last: str) -> AsyncIterator[str]:
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


ROUTES = (
    Route("/join/{game}/{token}", seats.join),
    Route("/join/{game}/{token}/table.svg", seats.join_picture),
    *(
        Route(f"/game/{{game}}{below}", endpoint, methods=[method])
        for method, below, endpoint in (
            ("GET", "", show),
            ("GET", "/board.svg", pictures.picture),
            ("GET", "/board.geojson", pictures.shapes),
            ("GET", "/then.json", pictures.then),
            ("GET", "/sheet.json", sheet),
            ("GET", "/earlier.json", past.earlier),
            ("GET", "/card", games.card),
            ("GET", "/card.svg", games.card_picture),
            ("GET", "/result", result.show),
            ("POST", "/again", result.again),
            ("POST", "/rematch", result.rematch),
            ("GET", "/film", past.film),
            ("GET", "/chronicle", past.chronicle),
            ("GET", "/chronicle.pdf", past.chronicle_on_paper),
            ("GET", "/chronicle/{chapter:int}", past.chapter),
            ("GET", "/chronicle/{chapter:int}.svg", past.chapter_drawn),
            ("GET", "/stream", stream),
            ("GET", "/log.jsonl", past.log),
            ("POST", "/about", about),
            ("POST", "/board/{question}", question),
            ("POST", "/ask", ask),
            ("POST", "/weigh", weigh),
            ("POST", "/best", best),
            ("POST", "/advice", advice.advice),
            ("POST", "/why", advice.reasons),
            ("POST", "/words", words),
            ("POST", "/order", order),
            ("POST", "/undo", step),
            ("POST", "/redo", step),
            ("POST", "/resign", end),
            ("POST", "/claim", end),
            ("POST", "/draw", draw),
            ("POST", "/ask-rematch", ask_again),
            ("POST", "/answer", reply),
            ("POST", "/join", seats.sit_down),
            ("POST", "/here", seats.move_here),
            ("GET", "/seats", seats.show),
            ("POST", "/seats", seats.change),
        )
    ),
    *games.DISCARDING,
)
