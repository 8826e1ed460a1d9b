"""The pages of ledgers: the list of them, one of them with a claim being made, what is written down, and luck."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams, UploadFile
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from aqmf_air.core.chance import Odds
from aqmf_air.core.dice import Dice
from aqmf_air.core.question import Question
from aqmf_air.core.summary import Summary, in_order
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.host.army.muster import Muster
from aqmf_air.host.army.shelf import kept_list
from aqmf_air.host.army.store import kept_lists, read_list
from aqmf_air.host.damage import tripod_of
from aqmf_air.host.dice import spelled
from aqmf_air.host.fates import Fate
from aqmf_air.host.ledger.attacks import Fire
from aqmf_air.host.profiles import SIDES
from aqmf_air.host.state import Game, Unit
from aqmf_air.host.volleys import volley_at_tripod
from aqmf_air.web.army_depot import depot, read_given
from aqmf_air.web.dicing import Rule, played, rolled_on
from aqmf_air.web.ledger import forms, sheet
from aqmf_air.web.ledger.forms import Asked
from aqmf_air.web.ledger.keeping import MovedOnError, OpenLedger, begin, ledgers, log_lines, opened, rules
from aqmf_air.web.pages import Fields, form_of, fragment, page, text, whole

HIDDEN_FIELDS = ("roll", "entries", "armed", "all", "moved", "done")
"""Fields of an address that are no part of a claim."""
MOST_FIELD = 200
NEWEST = 8
"""Entries of the log that are shown at once."""


# -- the list of them -----------------------------------------------------------------------------------------------------


def listed(request: Request) -> Response:
    """``/ledger``: the ledgers that are kept, and the form for a new one."""
    return _list_page(request, {}, "")


async def new(request: Request) -> Response:
    """``POST /ledger/new``: begins a ledger for two lists: kept, pasted, or in files."""
    given: dict[str, Any] = {}
    async with request.form(max_files=2, max_fields=20) as form:
        for name, value in form.items():
            if isinstance(value, UploadFile):
                given[name.replace("-file", "-bytes")] = await value.read()
            else:
                given[name] = value
    try:
        return RedirectResponse(f"/ledger/{await run_in_threadpool(_begun, given)}", 303)
    except AqmfError as fault:
        return await run_in_threadpool(_list_page, request, given, str(fault), 400)


def _begun(given: dict[str, Any]) -> str:
    musters = [_muster(given, side) for side in SIDES]
    first = given.get("first", "human")
    if first not in SIDES:
        raise DataError(f"first: expected one of {', '.join(SIDES)}, got {first[:40]!r}", key="first")
    title = " ".join(given.get("title", "").split())[:80]
    return begin(title if title.isprintable() else "", musters, first)


def _muster(given: dict[str, Any], side: str) -> Muster:
    """The list of a side: the file that was sent, else the text that was pasted, else the kept one that was chosen."""
    where = f"the {side} list"
    if raw := given.get(f"{side}-bytes") or given.get(f"{side}-text", "").strip():
        muster = read_given(raw, where)[0]
    elif key := given.get(f"{side}-list", ""):
        muster = depot().muster(depot().tidy(read_list(kept_list(key))))
    else:
        raise DataError(f"{where}: choose one, paste one, or send a file", key=side)
    if muster.army.side != side:
        raise DataError(f"{where}: {muster.army.name!r} is a {muster.army.side} list", key=side)
    return muster


def _list_page(request: Request, given: dict[str, Any], fault: str, status: int = 200) -> Response:
    kept: dict[str, list[tuple[str, str]]] = {side: [] for side in SIDES}
    for path in kept_lists():
        try:
            army = read_list(path)
        except AqmfError:  # the page on lists says what is wrong with it
            continue
        kept[army.side].append((path.stem, army.name))
    begun = [
        (one.name, (one.header.get("setup") or {}).get("title", one.name), one.entries, one.played[:10]) for one in ledgers()
    ]
    return page(request, "ledgers.html", status, begun=begun, kept=kept, sides=SIDES, given=given, fault=fault)


# -- one of them ----------------------------------------------------------------------------------------------------------


def show(request: Request) -> Response:
    """``/ledger/{name}``: both forces, the claim that is being made, its odds and dice, and the log."""
    ledger = opened(request.path_params["name"])
    query = request.query_params
    session, game = ledger.session, ledger.session.state
    unit = next((one for one in (*game.units, *game.fallen) if one.id == text(query, "unit")), None)
    shown = _claim(ledger, unit, query) | {"ledger": ledger, "path": f"/ledger/{ledger.name}", "game": game}
    if fragment(request):
        answer = page(request, "ledger_answer.html", **shown)
        answer.headers["hx-replace-url"] = f"/ledger/{ledger.name}?{_address(query, [])}"
        return answer
    log = sheet.log(session)
    done = whole(query, "done", 0, 10**6, 0)
    return page(
        request,
        "ledger.html",
        **shown,
        title=session.header.setup.title,  # type: ignore[attr-defined]
        unit=unit,
        kinds=forms.offered(game, unit) if unit and not game.winner else [],
        form=forms.shown(game, unit, shown["do"]) if unit else {},
        fields={name: value[:MOST_FIELD] for name, value in query.items()},
        forces=sheet.forces(session),
        due=sheet.due(session),
        log=log,
        newest=NEWEST,
        done=next((line for line in log if line.number == done), None),
        moved=bool(text(query, "moved")),
        can_redo=any(line.undone for line in log),
        phase=forms.phase_title(game, game.now.id),
        later=forms.later_phases(game),
    )


def _claim(ledger: OpenLedger, unit: Unit | None, query: QueryParams) -> dict[str, Any]:
    """The claim that an address makes: what it takes, the dice, and what they come to."""
    shown: dict[str, Any] = {
        "asked": None, "fault": "", "objections": (), "takes": None, "dice": None, "came": (),
        "do": text(query, "do"), "entries": ledger.entries, "kept": _kept(query),
        "again": _address(query, []), "back": "", "unit_shown": unit,
    }  # fmt: skip
    try:
        game = ledger.session.state
        asked = forms.claim_of(game, query)
        if asked is None:
            return shown
        objections = rules().objections(game, asked.command, asked.by)
        shown |= {"asked": asked, "objections": objections}
        if not objections:
            dice = played(_rule(game, asked), query.getlist("roll"))
            back = _address(query, dice.written[:-1]) if dice.rolls else ""
            shown |= {"takes": _takes(game, asked), "dice": dice, "back": back}
            if dice.need is None:
                shown["came"] = _told(game, dice.outcome)
    except AqmfError as fault:
        shown |= {"fault": str(fault), "asked": None}
    return shown


def _rule(game: Game, asked: Asked) -> Rule:
    def rule(dice: Dice) -> Any:
        return rules().decide(game, asked.command, dice)

    return rule


def _told(game: Game, events: Any) -> list[str]:
    lines = []
    for event in events:
        lines.append(rules().tell(event, game))
        game = rules().evolve(game, event)
    return [line for line in lines if line]


def _takes(game: Game, asked: Asked) -> dict[str, Any] | None:
    """Numbers with their reasons, and the exact odds: of numbers, how many; of outcomes with names, each."""
    questions = rules().questions(game, asked.command)
    if not questions:
        return None
    question = questions[0]
    odds: Odds[Any] = question.odds()
    counted = all(isinstance(outcome, int) for outcome in odds)
    summary = Summary(odds) if counted else None
    return {
        "title": question.title,
        "needs": [(target, spelled(target)) for target in question.targets],
        "rows": [] if summary is None else _rows(summary),
        "any": None if summary is None else summary.at_least(1),
        "mean": None if summary is None else summary.mean,
        "ends": _ends(game, asked) if counted else [(str(one), odds.of(one)) for one in in_order(odds) if odds.weights[one]],
    }


def _rows(summary: Summary) -> list[tuple[int, Any, Any]]:
    """A number, the chance of just it, and of it or more; the highest, which hardly ever come, are left out."""
    rows = [(value, summary.exactly(value), summary.at_least(value)) for value in summary.values]
    return [row for row in rows if row[0] <= 1 or row[2] >= 0.001]


def _ends(game: Game, asked: Asked) -> list[tuple[str, Any]]:
    """What may become of a tripod that is fired at."""
    command = asked.command
    if not isinstance(command, Fire) or game.type_of(target := game.unit(command.target)).kind != "tripod":
        return []
    machine = tripod_of(game, target)
    volley = rules().questions(game, command)[0]
    fate = Question("", volley_at_tripod, (machine, *volley.facts), view=Fate(machine.armor)).odds()
    return sorted(
        ((str(end), fate[end]) for end, weight in fate.weights.items() if weight), key=lambda end: (-end[1], end[0])
    )


# -- changes --------------------------------------------------------------------------------------------------------------


async def roll(request: Request) -> Response:
    """``POST /ledger/{name}/roll``: the app rolls what is asked for next, or all to the end; the address then has it."""
    form = await form_of(request)
    return await run_in_threadpool(_roll, request.path_params["name"], form)


def _roll(name: str, form: Fields) -> Response:
    game = opened(name).session.state
    asked = _required(game, form)
    given = [str(one) for one in form.getlist("roll")]
    if not rules().objections(game, asked.command, asked.by):  # the page says what the rules object
        given = rolled_on(_rule(game, asked), given, bool(text(form, "all"))).written
    return RedirectResponse(f"/ledger/{name}?{_address(form, given)}#dice", 303)


async def write(request: Request) -> Response:
    """``POST /ledger/{name}/write``: a claim with its dice goes into the log, once, however often it is sent."""
    form = await form_of(request)
    return await run_in_threadpool(_write, request.path_params["name"], form)


def _write(name: str, form: Fields) -> Response:
    ledger = opened(name)
    at = whole(form, "entries", 0, 10**6, -1)
    given = [str(one) for one in form.getlist("roll")]
    try:
        state = _state_at(ledger, at)
        asked = _required(state, form)
        objections = rules().objections(state, asked.command, asked.by)
        dice = None if objections else played(_rule(state, asked), given)
        if dice is None or dice.need is not None:
            return RedirectResponse(f"/ledger/{name}?{_address(form, given)}#dice", 303)
        entry = ledger.carry_out(at, asked.command, asked.by, dice.rolls)
    except MovedOnError:
        return RedirectResponse(f"/ledger/{name}?{_address(form, given)}&moved=yes#answer", 303)
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
    """``POST /ledger/{name}/undo`` and ``/redo``: the last claim is taken back, or brought back; the log shows it."""
    form = await form_of(request)
    return await run_in_threadpool(_step, request.path_params["name"], request.url.path.rpartition("/")[2], form)


def _step(name: str, kind: str, form: Fields) -> Response:
    ledger = opened(name)
    try:
        entry = ledger.step(whole(form, "entries", 0, 10**6, -1), kind, "players")
    except MovedOnError:
        return RedirectResponse(f"/ledger/{name}?moved=yes#log", 303)
    return RedirectResponse(f"/ledger/{name}?done={entry.position + 1}#done", 303)


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
    ledger = opened(request.path_params["name"])
    lines = "".join(f"{line}\n" for line in log_lines(ledger.name))
    headers = {"content-disposition": 'attachment; filename="ledger.jsonl"', "cache-control": "no-store"}
    return PlainTextResponse(lines, headers=headers)


def _required(game: Game, form: Fields) -> Asked:
    asked = forms.claim_of(game, form)
    if asked is None:
        raise DataError("expected a unit, and what it does", key="unit")
    return asked


def _kept(fields: Any) -> list[tuple[str, str]]:
    """The fields of a claim, for the forms that carry it on."""
    return [(name, str(value)[:MOST_FIELD]) for name, value in fields.multi_items() if value and name not in HIDDEN_FIELDS]


def _address(fields: Any, rolls: list[str]) -> str:
    """The query of a page about this claim with these rolls."""
    return urlencode([*_kept(fields), *(("roll", one) for one in rolls)])
