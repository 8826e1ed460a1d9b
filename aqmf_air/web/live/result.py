"""The result of a game that is over: what decided it, the luck of its rolls, and the same game again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.text import in_a_row, plural
from aqmf_air.core.odds.luck import RolledFor, luck_by_kind, rolled_for, surprises
from aqmf_air.core.play.chapters import Entries
from aqmf_air.core.play.chronicle import ChapterTold, Chronicled, Told, counted
from aqmf_air.errors import DiscardedError
from aqmf_air.plugins.rules_in_force import RulesInForce
from aqmf_air.web.board.board import Board
from aqmf_air.web.live.jobs import Job, ReportProgress
from aqmf_air.web.live.live_tables import OpenTable
from aqmf_air.web.live.past import chapters_drawn
from aqmf_air.web.live.requests import live_tables_of, seated_at, sides_of, tokens_of
from aqmf_air.web.live.seats import keep_tokens
from aqmf_air.web.live.table import REMATCH, LiveTable
from aqmf_air.web.live.what_mattered import MOST_PICTURED, WhatMattered, happened, in_words, what_mattered
from aqmf_air.web.pages import field_text, form_of, page
from aqmf_air.web.seat_settings import AUTOMATIC, FRIEND, OPENER, Setting, come, hashed, new_token
from aqmf_air.web.shared_registry import rules

MOST_RARE = 3
"""Rare rolls that are told of."""
MOST_TALLIES = 5
"""Kinds of rolls of a side that are shown at once: those whose luck was farthest from what was expected."""
KEPT_IN_A_REMATCH = ("watcher", "typed", "policy", "minutes", "increment", "zero", "pause", "reasons")
"""What of a table's setting holds at the table of its rematch, too."""


async def show(request: Request) -> Response:
    """``GET /game/{game}/result``: who won and why, losses, the luck of each roll, and the ways on."""
    seated, held = await seated_at(request)
    async with seated.lock:
        table = seated.table
        if not table.over:
            return RedirectResponse(f"/game/{table.name}", 303)
        entries = table.session.entries.so_far()
    key = (
        "result",
        table.name,
        table.session.header.seed,
        len(entries),
    )  # worked out once for this end of the log
    live_tables = live_tables_of(request)
    shown = await live_tables.jobs.result(key, lambda done: _shown(table, entries, done))
    if (
        not isinstance(shown, Job)
        and (shown["decisive"] or shown["last"])
        and isinstance(
            drawn := await chapters_drawn(live_tables, table.name, table.board, table.session.header, entries), Job
        )
    ):
        shown = drawn  # its page has pictures
    if isinstance(shown, Job):
        return page(request, "making.html", title="Counting the luck", game=table.name, progress=shown.progress)
    wish = table.open_proposal
    return page(
        request,
        "result.html",
        game=table.name,
        may=OPENER in held,
        seat=next(iter(sides_of(held)), ""),
        rematch=bool(table.setting.rematch),
        wish=wish.document(table, held, "") if wish and wish.what == REMATCH else None,
        people=sum(seat.who != AUTOMATIC for seat in table.setting.seats),
        score=_score(seated, held),
        **shown,
    )


@dataclass(frozen=True)
class ScoreRow:
    """A side of a game that is over, as the head of its result has it."""

    name: str
    colour: str
    player: str
    """Who plays it; ``""``: that says nothing."""
    presence: str
    """Whether another player is there; ``""``: nobody else plays it."""
    stood: str
    """Where its players have ended the game: its orders that count, and the time that it had left."""


def _score(seated: OpenTable, held: tuple[str, ...]) -> list[ScoreRow]:
    """The sides with their players and how they stood, where there is something to say of them."""
    table, figures = seated.table, seated.clock.figures
    ruleset, seats, yours = table.session.ruleset, table.setting.seats, sides_of(held)
    ended = table.session.early_end is not None
    given = Counter(entry.by for entry in table.session.history)
    told = len(seats) > 1 and (any(seat.who == AUTOMATIC or seat.name for seat in seats) or 0 < len(yours) < len(seats))
    colours = {side.id: side.colour for side in ruleset.sides()}
    rows = []
    for seat in seats:
        side, mine = seat.side, seat.side in yours
        player = "the app" if seat.who == AUTOMATIC else f"{seat.name}, you".removeprefix(", ") if mine else seat.name
        far = bool(yours) and not mine and seat.who != AUTOMATIC and not table.setting.rematch
        presence = ("here" if side in seated.listeners.seats else "away") if far else ""
        left = f"{figures[side]} left" if figures else ""
        stood = "; ".join(filter(None, (plural(given[side], "order"), left))) if ended else ""
        rows.append(ScoreRow(ruleset.name_of(side), colours[side], (player or "a player") if told else "", presence, stood))
    return rows if told or ended else []


def _shown(table: LiveTable, entries: Entries, done: ReportProgress) -> dict[str, Any]:
    session = table.session
    ruleset, state = session.ruleset, session.state
    rolled = rolled_for(ruleset, session.header, entries, lambda at: done(at, len(entries)))
    lines_by_entry = {entry["entry"]: entry["lines"] for entry in table.chronicle.of("")}
    rare = each_once(surprises(rolled, table.sides), lines_by_entry)
    colours = {side.id: side.colour for side in ruleset.sides()}
    lines = [line for entry in lines_by_entry.values() for line in entry]
    end = table.verdict
    assert end is not None  # its game is over
    told = None
    if isinstance(ruleset, Chronicled) and ruleset.chronicled(session.header.setup):
        told = ruleset.chronicle(session.header.setup, counted(entries))
    scored = end.scored or (
        () if session.early_end else [("", line) for line in ruleset.summary(ruleset.observe(state, ""))]
    )
    mattered = what_mattered(table, rare)
    return {
        "title": table.title,
        "headline": end.headline,
        "why": end.why or (lines[-1] if lines else ""),
        "when": ruleset.stage(state).when,
        "scored": [(what, _beside_losses(stands, mattered)) for what, stands in scored],
        "mattered": mattered,
        "rare": [
            (roll, ruleset.name_of(roll.side), in_words(roll, lines_by_entry.get(roll.entry, ())))
            for roll in rare[:MOST_RARE]
        ],
        "luck": [
            (ruleset.name_of(side), colours.get(side, ""), sorted(tallies, key=lambda tally: -abs(2 * tally.rank - 1)))
            for side, tallies in groupby(luck_by_kind(rolled, table.sides), lambda tally: tally.side)
        ],
        "chronicled": told is not None,
        "part": table.board.part(state) if told else "",
        "decisive": told.decisive if told else (),
        "last": _last_beside(told) if told else None,
        "beside": _beside_headline,
        "pages": _pages(told, end.scored) if told else {},
        "chapters": [chapter for chapter in told.chapters if chapter.number] if told else [],
        "most_pictured": MOST_PICTURED,
        "most_tallies": MOST_TALLIES,
        "names": {side.id: side.name for side in ruleset.sides()},
        "sides": [(side.id, side.name) for side in ruleset.sides() if side.id in table.sides],
        "several": len(table.sides) > 1,
        "drawn": _shows_pieces(table),
    }


def _last_beside(told: Told) -> ChapterTold | None:
    """The last chapter that was flown, where it is none of those that a game turned on, which are pictured anyway."""
    last = next(
        (chapter for chapter in reversed(told.chapters) if chapter.number and chapter.story and not chapter.idle), None
    )
    return last if last and last.number not in {chapter.number for chapter in told.decisive} else None


def _beside_losses(stands: str, mattered: WhatMattered) -> str:
    """A row of the score without the names of lost pieces in front of it, which stand beside it with their pictures."""
    lost = {piece.name.casefold() for pieces in mattered.lost.values() for piece in pieces}
    names, _, rest = stands.partition(": ")
    return rest if rest and {*names.casefold().replace(" and ", ", ").split(", ")} <= lost else stands


def _beside_headline(chapter: ChapterTold) -> Iterator[str]:
    """Who was claimed and lost in a chapter whom its headline does not name."""
    for table in chapter.tables:
        names = [row[0] for row in table.rows]
        others = [name for name in names if name.partition(" (")[0].casefold() not in chapter.headline.casefold()]
        title = table.title if len(others) == len(names) else f"Also {table.title.lower()}"
        yield f"{title}: {in_a_row(others)}." if others else ""


def _pages(told: Told, scored: Sequence[tuple[str, str]]) -> dict[str, int]:
    """The chapters that rows of the score name, by the row: ``mission 2, From above`` is ``Mission 2: From above``."""
    called = {chapter.title.replace(": ", ", ", 1).casefold(): chapter.number for chapter in told.chapters}
    return {what: number for what, _ in scored for name, number in called.items() if what.casefold().endswith(name)}


def each_once(rare: Sequence[RolledFor], lines: Mapping[int, Sequence[str]]) -> list[RolledFor]:
    """Rare rolls, the rarest first, each with the figure that is: one that counts for several things is told of once.

    ``lines``: what each order led to, by its place in the log.
    """
    first = dict[tuple[int, str, str], RolledFor]()
    for roll in rare:
        first.setdefault((roll.entry, roll.side, happened(roll, lines.get(roll.entry, ()))), roll)
    return list(first.values())


def _shows_pieces(table: LiveTable) -> bool:
    """Whether a picture of the end has something to show: where all have left, it is a bare table."""
    board, ruleset, state = table.board, table.session.ruleset, table.session.state
    if not isinstance(board, Board) or len(table.sides) < 2:
        return isinstance(board, Board)
    if any('class="wreck"' in part for part in board.picture(ruleset.observe(state, "")).parts):
        return True
    return any(piece.own for side in table.sides for piece in board.pieces(ruleset.observe(state, side)))


async def again(request: Request) -> Response:
    """``POST /game/{game}/again`` {"sides"}: the same set-up with other dice; ``swapped``: its players change sides.

    Who sits at this table sits at the new one, too, and is told of it here.

    HTTPException: 403: who asks has not opened the table.
    """
    seated, held = await seated_at(request)
    if OPENER not in held:
        raise HTTPException(403, "Only who opened the table may begin its game again.")
    swapped = field_text(await form_of(request), "sides") == "swapped"
    live_tables, table = live_tables_of(request), seated.table
    header, old = table.session.header, table.setting
    game: RulesInForce = await live_tables.think(rules, header.ruleset)
    players = reversed(old.seats) if swapped else old.seats
    token = new_token()
    setting = Setting(
        seats=tuple(
            replace(player, side=seat.side, link="", to_come=player.who == FRIEND and bool(player.token))
            for seat, player in zip(old.seats, players, strict=True)
        ),
        opener=hashed(token),
        **{name: getattr(old, name) for name in KEPT_IN_A_REMATCH},
    )
    tokens = [*tokens_of(request), token]
    setting = come(setting, tokens)
    name = await live_tables.begin(game, header.setup, header.named[0] or table.name, setting, header.named[1])
    async with seated.lock:
        await live_tables.reset(seated, replace(table.setting, rematch=name))
    unsent = any(seat.waits and not seat.to_come for seat in setting.seats)  # somebody has to be sent a link
    answer = RedirectResponse(f"/game/{name}/seats" if unsent else f"/game/{name}", 303)
    keep_tokens(answer, request, name, tokens)
    return answer


async def rematch(request: Request) -> Response:
    """``POST /game/{game}/rematch``: who sits at a table whose game is over sits down at the one where it is played again.

    HTTPException: 404: it is not played again.
    """
    seated, held = await seated_at(request, play=False)
    name = seated.table.setting.rematch
    if not name:
        raise HTTPException(404, "This game is not played again yet.")
    live_tables, tokens = live_tables_of(request), tokens_of(request)
    with suppress(DiscardedError):  # its page says so
        there = await live_tables.seated(name, play=False)
        async with there.lock:
            if (here := come(there.table.setting, tokens)) != there.table.setting:
                await live_tables.reset(there, here)  # the clocks have waited for them
    answer = RedirectResponse(f"/game/{name}", 303)
    if OPENER not in held:  # who opened it holds the new one already
        keep_tokens(answer, request, name, tokens)
    return answer
