"""What has been played at a table: its film, its earlier chapters as they were told, and the log of a game that is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from aqmf_air.core.play.chapters import ChapterStart, Entries
from aqmf_air.core.play.chronicle import Chronicled, Told, counted, nobody_flew
from aqmf_air.core.play.events import Entry, Header, PlainEvent
from aqmf_air.core.store.log_reader import log_text
from aqmf_air.drawing.portrait import portrait
from aqmf_air.printing.chronicle import sheets_of
from aqmf_air.printing.paper import PrintedFile, write_pdf
from aqmf_air.web.board.board import Board, PlainBoard
from aqmf_air.web.board.moments import anything_to_see, pictures
from aqmf_air.web.film import OPEN, film_of, film_page, policy
from aqmf_air.web.live import seats
from aqmf_air.web.live.jobs import Job, ReportProgress
from aqmf_air.web.live.live_tables import LiveTables
from aqmf_air.web.live.requests import answered, in_plain_words, live_tables_of, looking_at, seated_at, side_of
from aqmf_air.web.live.table import LiveTable
from aqmf_air.web.pages import page, picture, plain_name, whole


@in_plain_words
async def earlier(request: Request) -> Response:
    """``GET /game/{game}/earlier.json?as=SIDE&before=N``: the chapter that ends before entry N, as the seat reads it.

    While it is worked out the answer has status 202, and says how many of its entries are ``done``, and ``of`` how many.
    """
    seated, held = await seated_at(request)
    side = side_of(seated, held, request.query_params.get("as", ""))
    live_tables, table = live_tables_of(request), seated.table
    chapter = await live_tables.chapter_before(
        table, whole(request.query_params, "before", 0, table.entries, table.chronicle.since)
    )
    key = ("earlier", table.name, table.session.header.seed, len(chapter))
    account = await live_tables.jobs.result(key, lambda done: table.told_before(chapter, done))
    if isinstance(account, Job):
        return answered({"done": account.progress.done, "of": len(chapter.later)}, 202)
    return answered({"log": account.of(side)})


async def film(request: Request) -> Response:
    """``GET /game/{game}/film?as=SIDE&whole=1``: what a seat has seen so far, or, once the game is over, everything.

    Of a game with chapters it shows the one that was played last, unless another ``chapter`` or the ``whole`` is asked for.
    """
    if (opening := await seats.opened(request)) is not None:
        return opening
    seated, seat = await looking_at(request)
    async with seated.lock:
        table = seated.table
        audience = OPEN if table.over else seat.side
        header, entries, begin = table.session.header, table.session.entries.so_far(), table.session.past.chapter
        early_end = table.session.early_end
    live_tables, back = live_tables_of(request), (("Table", f"/game/{table.name}"), ("Games", "/games"))
    if "chapter" in request.query_params:
        number = whole(request.query_params, "chapter", 0, table.session.ruleset.chapter(table.session.state), 0)
        while begin is not None and table.session.ruleset.chapter(begin.state) > number:
            entries = await live_tables.chapter_before(table, begin.entries)
            begin = entries.start
    elif begin is not None and request.query_params.get("whole") == "1":
        begin = None
    else:  # the last of which anything was played, and not merely that it ends the game
        while begin is not None and (begin.entries == len(entries) or (table.over and begin.entries == len(entries) - 1)):
            begin = (await live_tables.chapter_before(table, begin.entries)).start
        if table.over and begin is not None:
            entries, begin = await _last_to_see(live_tables, table, entries, begin)
    first, part = begin.entries if begin else 0, len(entries) < table.entries
    rest, others = _other_films(table, seat.side) if first or part else ("", [])

    def made(done: ReportProgress) -> str:
        film = film_of(table.board, header, entries, audience, lambda at: done(at, len(entries) - first), begin, early_end)
        return film_page(film, back, rest, others)

    shown = await live_tables.jobs.result(("film", table.name, header.seed, audience, first, len(entries)), made)
    if isinstance(shown, Job):
        return page(request, "making.html", title="Making the film", game=table.name, progress=shown.progress)
    return HTMLResponse(shown, headers={"content-security-policy": policy(of_app=True), "cache-control": "no-store"})


def _other_films(table: LiveTable, side: str) -> tuple[str, list[tuple[int, str]]]:
    """The address of the film of the whole game, and of that of each chapter with its number."""

    def address(**asked: int) -> str:
        return f"/game/{table.name}/film?{urlencode({'as': side, **asked})}"

    last = table.session.ruleset.chapter(table.session.state)
    return address(whole=1), [(number, address(chapter=number)) for number in range(1, last + 1)]


async def _last_to_see(
    live_tables: LiveTables, table: LiveTable, entries: Entries, begin: ChapterStart
) -> tuple[Entries, ChapterStart | None]:
    """The log up to the last chapter of a game that is over in which pieces moved, fired or fell, and where that begins;
    where none of them did in any, up to the last.
    """
    board, to = table.board, entries
    start: ChapterStart | None = begin
    while start is not None:
        played = counted(to[start.entries :])
        if await live_tables.think(partial(anything_to_see, board, start.state, played)):
            return to, start
        to = await live_tables.chapter_before(table, start.entries)
        start = to.start
    if await live_tables.think(
        partial(anything_to_see, board, board.ruleset.initial(table.session.header.setup), counted(to))
    ):
        return to, None
    return entries, begin


async def chronicle(request: Request) -> Response:
    """``GET /game/{game}/chronicle``: each chapter as it was played, and careers, of a game that has a chronicle."""
    if (opening := await seats.opened(request)) is not None:
        return opening
    table, account, _ = await _chronicle_of(request)
    base, drawn = f"/game/{quote(table.name)}", isinstance(table.board, Board)
    title = table.title if table.title != account.title else table.session.ruleset.title
    back = "Back to the table" if table.over else "To the table"
    return chronicle_page(request, account, title, base, back, drawn=drawn, goes_on=not table.over)


async def chapter(request: Request) -> Response:
    """``GET /game/{game}/chronicle/{chapter}``: one chapter as it was played."""
    if (opening := await seats.opened(request)) is not None:
        return opening
    table, account, _ = await _chronicle_of(request)
    base = f"/game/{quote(table.name)}"
    return chapter_page(request, account, base, f"{base}/film", drawn=isinstance(table.board, Board))


async def chapter_drawn(request: Request) -> Response:
    """``GET /game/{game}/chronicle/{chapter}.svg``: the table at the moment that mattered most in a chapter."""
    seated, _ = await seated_at(request)
    async with seated.lock:
        table, entries = seated.table, seated.table.session.entries.so_far()
    return await chapter_picture(request, table.name, table.board, table.session.header, entries)


async def chapters_drawn(
    live_tables: LiveTables, name: str, board: PlainBoard, header: Header, entries: Sequence[Entry]
) -> Mapping[int, str] | Job:
    """The pictures of all chapters so far, by their numbers, drawn once for this end of the log; or the job that does it."""
    key = ("chapters", name, header.seed, len(entries))
    return await live_tables.jobs.result(key, lambda done: pictures(board, header.setup, counted(entries)))


def chronicle_page(
    request: Request, account: Told, title: str, base: str, back: str, *, drawn: bool, goes_on: bool = False
) -> Response:
    """A chronicle, whose paper is below the address ``base``, as a page that leads ``back`` there.

    A game that is over is told from its beginning, one that goes on from its latest chapter back.
    ``drawn``: whether there are pictures of its chapters; ``goes_on``: whether the way back is to what is played next.
    """
    portraits = {ace.name: portrait(ace.name) for ace in account.on_show}
    about: dict[str, Any] = {"told": account, "portraits": portraits, "drawn": drawn, "goes_on": goes_on}
    about |= {"runs": account.runs if account.over else account.runs[::-1], "nobody_flew": nobody_flew}
    return page(request, "chronicle.html", title=title, base=base, back=back, **about)


async def chronicle_on_paper(request: Request) -> Response:
    """``GET /game/{game}/chronicle.pdf``: the same as PDF."""
    table, account, events = await _chronicle_of(request)
    return await chronicle_paper(request, account, table.name, table.board, table.session.header.setup, events)


def chapter_page(request: Request, account: Told, base: str, film: str, *, drawn: bool) -> Response:
    """The chapter of a chronicle that is asked for, whose own addresses are below ``base``, and the ``film`` of its game.

    ``drawn``: whether there is a picture of it.
    """
    number = request.path_params["chapter"]
    at = next((place for place, told in enumerate(account.chapters) if told.number == number), None)
    if at is None:
        raise HTTPException(404, f"There is no chapter {number}.")
    before, after = account.chapters[:at][-1:], account.chapters[at + 1 :][:1]
    about: dict[str, Any] = {"told": account, "chapter": account.chapters[at], "before": before, "after": after}
    return page(request, "chapter.html", base=base, film=film, drawn=drawn, **about)


async def chapter_picture(
    request: Request, name: str, board: PlainBoard, header: Header, entries: Sequence[Entry]
) -> Response:
    """The table of a game at the moment that mattered most in the chapter that is asked for, as a picture.

    All chapters are drawn by whoever asks first: a page asks for all of them at once, and each would replay the game.
    """
    while isinstance(drawn := await chapters_drawn(live_tables_of(request), name, board, header, entries), Job):
        pass  # it waits for a while each time
    if not (svg := drawn.get(number := request.path_params["chapter"])):
        raise HTTPException(404, f"There is no picture of chapter {number}.")
    return picture(svg)


async def chronicle_paper(
    request: Request,
    account: Told,
    name: str,
    board: PlainBoard | None = None,
    setup: Any = None,
    events: Iterable[PlainEvent] = (),
) -> Response:
    """A chronicle as PDF, with a picture of each of its chapters where there is a board."""

    def made_of() -> PrintedFile:
        return write_pdf(sheets_of(account, pictures(board, setup, events) if board else {}))

    made = await live_tables_of(request).think(made_of)
    plain = plain_name(name, "campaign")
    headers = {"content-disposition": f'inline; filename="{plain}-chronicle.pdf"', "cache-control": "private, max-age=10"}
    return Response(made.content, media_type="application/pdf", headers=headers)


async def _chronicle_of(request: Request) -> tuple[LiveTable, Told, list[PlainEvent]]:
    """A table, its game as a chronicle, and the events that count."""
    seated, _ = await seated_at(request)
    async with seated.lock:
        table, ruleset = seated.table, seated.table.session.ruleset
        header, entries = table.session.header, table.session.entries.so_far()
    if not (isinstance(ruleset, Chronicled) and ruleset.chronicled(header.setup)):
        raise HTTPException(404, "This game has no chronicle.")
    events = await live_tables_of(request).think(lambda: list(counted(entries)))
    return table, await live_tables_of(request).think(lambda: ruleset.chronicle(header.setup, events)), events


@in_plain_words
async def log(request: Request) -> Response:
    """``GET /game/{id}/log.jsonl``: the whole log, seed and all, once the game is over; the salt is in the sheet."""
    seated, _ = await seated_at(request)
    if not seated.table.over:
        raise HTTPException(403, "The log holds what is hidden, and the seed: it is given out when the game is over.")
    session = seated.table.session
    lines = await live_tables_of(request).think(lambda: log_text(session.lines()))
    plain = plain_name(seated.table.name, "game")
    named = {"content-disposition": f'attachment; filename="{plain}.jsonl"', "cache-control": "no-store"}
    return Response(lines, media_type="application/jsonl", headers=named)
