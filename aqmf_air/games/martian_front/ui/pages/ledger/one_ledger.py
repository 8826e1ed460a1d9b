"""The pages of one ledger: a claim being made, what is written down, and luck."""

from __future__ import annotations

from contextlib import suppress

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse

from aqmf_air.core.play.rulings import describe
from aqmf_air.errors import AqmfError, DataError, DiscardedError
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.ui.pages.ledger import forms, sheet
from aqmf_air.games.martian_front.ui.pages.ledger.claiming import MOST_FIELD, address, claimed, required, rule_of
from aqmf_air.games.martian_front.ui.pages.ledger.keeping import MovedOnError, OpenLedger, log_lines, opened, rules
from aqmf_air.web.dicing import played, rolled_on
from aqmf_air.web.pages import Fields, form_of, fragment, page, text, whole

NEWEST = 8
"""Entries of the log that are shown at once."""


# -- one of them ----------------------------------------------------------------------------------------------------------


def show(request: Request) -> Response:
    """``/ledger/{name}``: both forces, the claim that is being made, its odds and dice, and the log."""
    query, ledger = request.query_params, opened(request.path_params["name"])
    session, game = ledger.session, ledger.session.state
    unit = next((one for one in (*game.units, *game.fallen) if one.id == text(query, "unit")), None)
    shown = claimed(game, query)
    kinds, later = forms.offered(game, unit) if unit and not game.winner else ([], [])
    shown |= {"path": f"/ledger/{ledger.name}", "game": game, "entries": ledger.entries, "writes": True}
    if fragment(request):
        answer = page(request, "ledger_answer.html", **shown)
        answer.headers["hx-replace-url"] = f"/ledger/{ledger.name}?{address(query, [])}"
        return answer
    rulings = describe(game.rulings)
    log = sheet.log(session, ledger.chronicle)
    done = whole(query, "done", 0, 10**6, 0)
    return page(
        request,
        "ledger.html",
        **shown,
        title=session.header.setup.title,  # type: ignore[attr-defined]
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
    form = await form_of(request)
    return await run_in_threadpool(_roll, request.path_params["name"], form)


def _roll(name: str, form: Fields) -> Response:
    given = [str(one) for one in form.getlist("roll")]
    try:
        game = opened(name).session.state
    except DiscardedError:
        return RedirectResponse(f"/ledger/{name}?{address(form, given)}", 303)
    asked = required(game, form)
    if not rules().objections(game, asked.command, asked.by):  # the page says what the rules object
        given = rolled_on(rule_of(game, asked), given, bool(text(form, "all"))).written
    return RedirectResponse(f"/ledger/{name}?{address(form, given)}#dice", 303)


async def write(request: Request) -> Response:
    """``POST /ledger/{name}/write``: a claim with its dice goes into the log, once, however often it is sent."""
    form, name = await form_of(request), request.path_params["name"]
    answer = await run_in_threadpool(_write, name, form)
    await _spread(request, name)
    return answer


def _write(name: str, form: Fields) -> Response:
    at = whole(form, "entries", 0, 10**6, -1)
    given = [str(one) for one in form.getlist("roll")]
    try:
        ledger = opened(name)
        state = _state_at(ledger, at)
        asked = required(state, form)
        objections = rules().objections(state, asked.command, asked.by)
        dice = None if objections else played(rule_of(state, asked), given)
        if dice is None or dice.need is not None:
            return RedirectResponse(f"/ledger/{name}?{address(form, given)}#dice", 303)
        entry = ledger.carry_out(at, asked.command, asked.by, dice.rolls)
    except MovedOnError:
        return RedirectResponse(f"/ledger/{name}?{address(form, given)}&moved=yes#shown", 303)
    except DiscardedError:
        return RedirectResponse(f"/ledger/{name}?{address(form, given)}", 303)
    return RedirectResponse(f"/ledger/{name}?done={entry.position + 1}#done", 303)


def _state_at(ledger: OpenLedger, at: int) -> Game:
    """The state that a page showed when the log had ``at`` entries: what it said is understood as it was meant."""
    session = ledger.session
    if at == ledger.entries:
        return session.state
    if not 0 <= at < ledger.entries:
        raise DataError(f"entries: the log has {ledger.entries}, not {at}", key="entries")
    return type(session)(session.ruleset, session.header, session.entries[:at]).state


async def step(request: Request) -> Response:
    """``POST /ledger/{name}/undo`` and ``/redo``: the last claim is taken back, or brought back; the log shows it.

    The request says which entry it means (``entry``): it is refused when another one is the last by now.
    """
    form, name = await form_of(request), request.path_params["name"]
    answer = await run_in_threadpool(_step, name, request.url.path.rpartition("/")[2], form)
    await _spread(request, name)
    return answer


def _step(name: str, kind: str, form: Fields) -> Response:
    try:
        ledger = opened(name)
        at, meant = (whole(form, name, 0, 10**6, -1) for name in ("entries", "entry"))
        if meant < 1:
            raise DataError("entry: expected the number of the entry that is meant", key="entry")
        entry = ledger.step(at, kind, "players", meant - 1)
    except MovedOnError:
        return RedirectResponse(f"/ledger/{name}?moved=yes#log", 303)
    except DiscardedError:
        return RedirectResponse(f"/ledger/{name}", 303)
    return RedirectResponse(f"/ledger/{name}?done={entry.position + 1}#done", 303)


# -- news -----------------------------------------------------------------------------------------------------------------


async def stream(request: Request) -> Response:
    """``/ledger/{name}/stream``: news as server-sent events. A page that comes back is told at once what it missed."""
    name, news = request.path_params["name"], request.app.state.news
    ledger = await run_in_threadpool(opened, name)
    if news.full(name):
        raise HTTPException(503, "Too many are listening to this ledger.")
    since = request.headers.get("last-event-id", request.query_params.get("since", ""))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(news.heard(name, since, ledger.entries), media_type="text/event-stream", headers=headers)


async def _spread(request: Request, name: str) -> None:
    """Let all who have the ledger open know how long its log is by now."""
    with suppress(AqmfError):
        ledger = await run_in_threadpool(opened, name)
        request.app.state.news.tell(name, ledger.entries)


# -- the rest -------------------------------------------------------------------------------------------------------------


def luck(request: Request) -> Response:
    """``/ledger/{name}/luck``: what each side rolled against what it could expect."""
    ledger = opened(request.path_params["name"])
    title = ledger.session.header.setup.title  # type: ignore[attr-defined]
    return page(
        request, "ledger_luck.html", path=f"/ledger/{ledger.name}", title=title, lucks=sheet.luck(ledger.session),
        forces=sheet.forces(ledger.session), winner=ledger.session.state.winner,
    )  # fmt: skip


def log_file(request: Request) -> Response:
    """``/ledger/{name}/log.jsonl``: the log as a file."""
    lines = "".join(f"{line}\n" for line in log_lines(request.path_params["name"]))
    headers = {"content-disposition": 'attachment; filename="ledger.jsonl"', "cache-control": "no-store"}
    return PlainTextResponse(lines, headers=headers)
