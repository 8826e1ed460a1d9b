"""The pages of one ledger: a claim being made, what is written down, and luck."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from aqmf_air.core.play.events import Entry
from aqmf_air.core.play.rulings import describe
from aqmf_air.errors import DataError, DiscardedError
from aqmf_air.games.martian_front.ledger.setup import LedgerSetup
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.ui.pages.ledger import forms, sheet
from aqmf_air.games.martian_front.ui.pages.ledger.claiming import MOST_FIELD, address, claimed, required, rule_of
from aqmf_air.games.martian_front.ui.pages.ledger.ledger_store import carry_out, kept_ledger, log_lines, opened, rules, take
from aqmf_air.web.address_dice import played, rolled_on
from aqmf_air.web.live.actions import streamed
from aqmf_air.web.live.requests import hall_of
from aqmf_air.web.live.table import MovedOnError, Table
from aqmf_air.web.pages import Fields, form_of, fragment, page, text, whole

T = TypeVar("T")

NEWEST = 8
"""Entries of the log that are shown at once."""


# -- one of them ----------------------------------------------------------------------------------------------------------


async def show(request: Request) -> Response:
    """``/ledger/{name}``: both forces, the claim that is being made, its odds and dice, and the log."""
    return await run_in_threadpool(_show, request, (await opened(request)).table)


def _show(request: Request, ledger: Table) -> Response:
    query, session, game = request.query_params, ledger.session, ledger.session.state
    unit = next((one for one in (*game.units, *game.fallen) if one.id == text(query, "unit")), None)
    shown = claimed(game, query)
    kinds, later = forms.offered(game, unit) if unit and not game.winner else ([], [])
    shown |= {"path": f"/ledger/{ledger.name}", "game": game, "entries": ledger.entries}
    if fragment(request):
        answer = page(request, "ledger_answer.html", **shown)
        answer.headers["hx-replace-url"] = f"/ledger/{ledger.name}?{address(query, [])}"
        return answer
    rulings = describe(game.rulings)
    log = sheet.log(ledger)
    done = whole(query, "done", 0, 10**6, 0)
    return page(
        request,
        "ledger.html",
        **shown,
        title=_title(ledger),
        unit=unit,
        kinds=kinds,
        otherwise=later,
        form=forms.shown(game, unit, shown["do"]) if unit else {},
        fields={name: value[:MOST_FIELD] for name, value in query.items()},
        forces=sheet.forces(session),
        due=sheet.due(session),
        log=log,
        unusual=[one for one in rulings if one.value != one.default],
        usual=[one for one in rulings if one.value == one.default],
        newest=NEWEST,
        done=next((line for line in log if line.number == done), None),
        to_undo=next((line for line in log if line.undo_next), None),
        to_redo=next((line for line in log if line.redo_next), None),
        moved=bool(text(query, "moved")),
        phase=forms.phase_title(game, game.now.id),
        later=forms.later_phases(game),
    )


# -- changes --------------------------------------------------------------------------------------------------------------


async def roll(request: Request) -> Response:
    """``POST /ledger/{name}/roll``: the app rolls what is asked for next, or all to the end; the address then has it."""
    form, name = await form_of(request), request.path_params["name"]
    given = [str(one) for one in form.getlist("roll")]
    with suppress(DiscardedError):  # the page that it is sent to says so
        game = (await opened(request)).table.session.state
        given = await run_in_threadpool(_rolled, game, form, given)
    return RedirectResponse(f"/ledger/{name}?{address(form, given)}#dice", 303)


def _rolled(game: Game, form: Fields, given: list[str]) -> list[str]:
    asked = required(game, form)
    if rules().objections(game, asked.command, asked.by):  # the page says what the rules object
        return given
    return rolled_on(rule_of(game, asked), given, bool(text(form, "all")))


async def write(request: Request) -> Response:
    """``POST /ledger/{name}/write``: a claim with its dice goes into the log, once, however often it is sent."""
    form, name = await form_of(request), request.path_params["name"]
    address_of = f"/ledger/{name}?{address(form, [str(one) for one in form.getlist('roll')])}"
    try:
        entry = await _changed(request, _write, form)
    except MovedOnError:
        return RedirectResponse(f"{address_of}&moved=yes#shown", 303)
    except DiscardedError:
        return RedirectResponse(address_of, 303)
    return RedirectResponse(f"/ledger/{name}?done={entry.position + 1}#done" if entry else f"{address_of}#dice", 303)


def _write(table: Table, form: Fields) -> Entry | None:
    """The entry of a claim; None while dice are missing or the rules object."""
    at = whole(form, "entries", 0, 10**6, -1)
    state = _state_at(table, at)
    asked = required(state, form)
    if rules().objections(state, asked.command, asked.by):
        return None
    dice = played(rule_of(state, asked), [str(one) for one in form.getlist("roll")])
    return carry_out(table, at, asked.command, asked.by, dice.rolls) if dice.need is None else None


def _state_at(table: Table, at: int) -> Game:
    """The state that a page showed when the log had ``at`` entries: what it said is understood as the player meant it."""
    session = table.session
    if at == table.entries:
        return cast("Game", session.state)
    if not 0 <= at < table.entries:
        raise DataError(f"entries: the log has {table.entries}, not {at}", key="entries")
    return cast("Game", type(session)(session.ruleset, session.header, session.entries[:at]).state)


async def step(request: Request) -> Response:
    """``POST /ledger/{name}/undo`` and ``/redo``: the last claim is taken back, or brought back; the log shows it.

    The request says which entry it means (``entry``): it is refused when another one is the last by now.
    """
    form, name = await form_of(request), request.path_params["name"]
    try:
        entry = await _changed(request, _step, form, request.url.path.rpartition("/")[2])
    except MovedOnError:
        return RedirectResponse(f"/ledger/{name}?moved=yes#log", 303)
    except DiscardedError:
        return RedirectResponse(f"/ledger/{name}", 303)
    return RedirectResponse(f"/ledger/{name}?done={entry.position + 1}#done", 303)


def _step(table: Table, form: Fields, kind: str) -> Entry:
    at, meant = (whole(form, field, 0, 10**6, -1) for field in ("entries", "entry"))
    if meant < 1:
        raise DataError("entry: expected the number of the entry that is meant", key="entry")
    return take(table, at, kind, "players", meant - 1)


async def _changed(request: Request, change: Callable[..., T], *args: Any) -> T:
    """What ``change`` makes of the ledger, which it has for itself; all who have it open are told."""
    seated, hall = await opened(request), hall_of(request)
    async with seated.lock:
        before = seated.table.entries
        try:
            return await hall.work(change, seated.table, *args)
        finally:
            if seated.table.entries != before:
                hall.moved(seated)


async def stream(request: Request) -> Response:
    """``/ledger/{name}/stream``: news as server-sent events. A page that comes back is told at once what it missed."""
    try:
        return streamed(request, await opened(request), ())
    except DiscardedError:
        return Response(status_code=204)  # a browser stops listening; the page says why when it is used


# -- the rest -------------------------------------------------------------------------------------------------------------


async def luck(request: Request) -> Response:
    """``/ledger/{name}/luck``: what each side rolled against what it could expect."""
    return await run_in_threadpool(_luck, request, (await opened(request)).table)


def _luck(request: Request, ledger: Table) -> Response:
    return page(
        request, "ledger_luck.html", path=f"/ledger/{ledger.name}", title=_title(ledger), lucks=sheet.luck(ledger.session),
        forces=sheet.forces(ledger.session), winner=ledger.session.state.winner,
    )  # fmt: skip


def _title(ledger: Table) -> str:
    return str(cast("LedgerSetup", ledger.session.header.setup).title)


async def log_file(request: Request) -> Response:
    """``/ledger/{name}/log.jsonl``: the log as a file, of a ledger that was discarded, too."""
    lines = "".join(f"{line}\n" for line in await run_in_threadpool(log_lines, (await kept_ledger(request)).name))
    headers = {"content-disposition": 'attachment; filename="ledger.jsonl"', "cache-control": "no-store"}
    return PlainTextResponse(lines, headers=headers)
