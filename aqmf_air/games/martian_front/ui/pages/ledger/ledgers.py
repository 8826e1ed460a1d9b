"""The pages of ledgers, each a game of the store held at a live table without seats: a new one, claims, the log, luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from secrets import randbits
from typing import Any
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.events import Entry
from aqmf_air.core.play.rulings import describe
from aqmf_air.core.play.seat_settings import Setting
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.play.undoing import Step
from aqmf_air.core.store.game_list import Kept
from aqmf_air.core.store.log_reader import log_text
from aqmf_air.core.store.store import Store
from aqmf_air.errors import AqmfError, DataError, DiscardedError, StoreError, UnknownNameError
from aqmf_air.game_rules import require_something
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.army.store import LISTS, read_list, readable
from aqmf_air.games.martian_front.ledger.claims import LEDGER
from aqmf_air.games.martian_front.ledger.ruleset import setup_from
from aqmf_air.games.martian_front.ledger.upkeep import phase_title
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.ui.pages.army.lists import context, read_given
from aqmf_air.games.martian_front.ui.pages.ledger import sheet
from aqmf_air.games.martian_front.ui.pages.ledger.sheet import Asked, address, claim_of, kept
from aqmf_air.web.address_dice import played, rolled_on
from aqmf_air.web.discard_pages import discarding
from aqmf_air.web.live.actions import streamed
from aqmf_air.web.live.games import listed_games
from aqmf_air.web.live.requests import hall_of
from aqmf_air.web.live.table import MovedOnError, Table
from aqmf_air.web.live.tables import Seated
from aqmf_air.web.pages import Fields, form_of, fragment, page, text, whole
from aqmf_air.web.shared_registry import rules, rules_of_kept

NEWEST = 8
"""Entries of the log that are shown at once."""
MOST_ENTRIES = 5000
RULING = "ruling."
"""Before the name of a ruling, in the form of a new ledger."""


async def listed(request: Request, given: Mapping[str, Any] = {}, fault: str = "", status: int = 200) -> Response:
    """``/ledger``: the ledgers that are kept, and the form for a new one, with what was ``given`` and is at fault."""
    begun, gone = [await listed_games(request, discarded, is_ledger) for discarded in (False, True)]
    just = next((one for one in gone if one["name"] == request.query_params.get("gone", "")), None)
    kept, described = await hall_of(request).think(lambda: (readable(), describe(rules(LEDGER).ruleset.rulings())))
    asked = [one for one in described if f"{RULING}{one.name}" in given]
    return page(
        request,
        "ledgers.html",
        status,
        begun=begun,
        gone=gone,
        just=just,
        sides=SIDES,
        given=given,
        fault=fault,
        asked=asked,
        kept={side: [(key, army.name) for key, army in kept if army.side == side] for side in SIDES},
    )


async def new(request: Request) -> Response:
    """``POST /ledger/new``: begins a ledger for two lists: kept, pasted, or in files."""
    async with request.form(max_files=2, max_fields=20) as form:
        given: dict[str, Any] = {
            name: value if isinstance(value, str) else await value.read()
            for name, value in form.items()
            if isinstance(value, str) is not name.endswith("-file")
        }
    try:
        return RedirectResponse(f"/ledger/{await hall_of(request).think(_begun, given)}", 303)
    except AqmfError as fault:
        if ruling := fault.facts.get("ruling"):
            given.setdefault(f"{RULING}{ruling}", "")
        return await listed(request, given, str(fault), 400)


def _begun(given: dict[str, Any]) -> str:
    game, first = rules(LEDGER), given.get("first", SIDES[0])
    musters = [_muster(given, side) for side in SIDES]
    if first not in SIDES:
        raise DataError(f"first: expected one of {', '.join(SIDES)}, got {first[:40]!r}", key="first")
    title = " ".join(given.get("title", "").split())[:80]
    known = {f"{RULING}{one.name}": one for one in describe(game.ruleset.rulings())}
    settled = [by_name(known, name, "ruling") for name, value in given.items() if name.startswith(RULING) and value]
    chosen = {one.name: one.chosen(given[f"{RULING}{one.name}"]) for one in settled}
    setup = setup_from(game.ruleset, musters, title if title.isprintable() else "", first, chosen)
    with Store() as store:
        name = store.free_name(LISTS.key_of(setup.title))
        return store.create(new_header(game.ruleset, setup, seed=randbits(48), game=name, plugins=game.plugins), name)


def _muster(given: dict[str, Any], side: str) -> ResolvedList:
    """The list of a side: the file that was sent, else the text that was pasted, else the kept one that was chosen."""
    where = f"the {side} list"
    if raw := given.get(f"{side}-file") or given.get(f"{side}-text", "").strip():
        muster = read_given(raw, where)[0]
    elif key := given.get(f"{side}-list", ""):
        muster = context().muster(context().tidy(read_list(LISTS.named(key))))
    else:
        raise DataError(f"{where}: choose one, paste one, or send a file", key=side)
    if muster.army.side != side:
        raise DataError(f"{where}: {muster.army.name!r} is a {muster.army.side} list", key=side)
    return muster


# -- one of them ----------------------------------------------------------------------------------------------------------


def is_ledger(kept: Kept) -> bool:
    """Whether a kept game is a ledger."""
    return bool(kept.header.get("ruleset") == LEDGER)


async def kept_ledger(request: Request) -> Kept:
    """The ledger that a request is about, without its entries, discarded or not.

    Raises:
        UnknownNameError: there is no such ledger.
    """
    name = request.path_params["name"]
    with suppress(UnknownNameError):
        kept, _ = await hall_of(request).kept(name)
        if is_ledger(kept):
            return kept
    raise UnknownNameError(f"There is no ledger {name[:60]!r}.", what="ledger", name=name, near=())


async def opened(request: Request) -> Seated:
    """The table of the ledger that a request is about, as far as it has been written by anybody.

    Raises:
        UnknownNameError: there is no such ledger.
        DiscardedError: it was discarded.
        DataError: it is damaged: says as what its sound part goes on.
        RulesetVersionError: it was of plugins or of newer rules that are not there.
    """
    hall, there = hall_of(request), await kept_ledger(request)
    if there.discarded:
        raise DiscardedError(f"The ledger {there.name!r} was discarded.", what="ledger", kept=there, may=True)
    try:
        seated = await hall.seated(there.name)
        if seated.table.entries < there.entries:  # another program has gone on with it
            hall.forget(seated)
            seated = await hall.seated(there.name)
    except StoreError:
        made = rules_of_kept(there)
        saved = await hall.files.ask(lambda store, _: store.read(there.name, made.ruleset.codec, made.lines))
        if not saved.fault:
            raise
        require_something(saved)
        rescued = await hall.files.ask(lambda store, _: store.rescue(saved))
        raise DataError(f"{saved.fault}; they go on as the ledger {rescued!r}", path=there.name) from None
    seated.table.setting = Setting(typed=True)  # players have rolled every die, or let a page roll it
    return seated


async def show(request: Request) -> Response:
    """``/ledger/{name}``: both forces, the claim that is being made, its odds and dice, and the log."""
    return await run_in_threadpool(_show, request, (await opened(request)).table)


def _show(request: Request, table: Table) -> Response:
    query, session = request.query_params, table.session
    game: Game = session.state
    path = f"/ledger/{table.name}"
    shown = {**sheet.claimed(session, query), "path": path, "game": game, "entries": table.entries}
    if fragment(request):
        answer = page(request, "ledger_answer.html", **shown)
        answer.headers["hx-replace-url"] = f"{path}?{address(query, [])}"
        return answer
    unit = next((one for one in (*game.units, *game.fallen) if one.id == text(query, "unit")), None)
    kinds, otherwise = sheet.offered(session, unit) if unit and not game.winner else ([], [])
    form = sheet.form_of_claim(session, unit, shown["do"]) if unit else {}
    ticked = query.getlist("marks") if text(query, "written") else [mark.name for mark in unit.marks] if unit else []
    log, rulings = sheet.log(table), describe(game.rulings)
    last = [claims[-1].position + 1 if claims else 0 for claims in (session.history, session.undone)]
    wanted = (whole(query, "done", 0, 10**6, 0), *last)
    done, to_undo, to_redo = (next((line for line in log if line["number"] == number), None) for number in wanted)
    return page(
        request,
        "ledger.html",
        **shown,
        title=sheet.setup_of(session).title,
        unit=unit,
        kinds=kinds,
        otherwise=otherwise,
        form=form,
        fields={name: value[: sheet.MOST_FIELD] for name, value in query.items()},
        ticked=ticked,
        forces=sheet.forces(session),
        due=sheet.due(session),
        log=log,
        newest=NEWEST,
        done=done,
        to_undo=to_undo,
        to_redo=to_redo,
        unusual=[one for one in rulings if one.value != one.default],
        usual=[one for one in rulings if one.value == one.default],
        moved=bool(text(query, "moved")),
        phase=phase_title(game, game.now.id),
        later=sheet.later_phases(game),
    )


# -- changes --------------------------------------------------------------------------------------------------------------


async def roll(request: Request) -> Response:
    """``POST /ledger/{name}/roll``: the app rolls what is asked for next, or all to the end; the address then has it."""
    form, name = await form_of(request), request.path_params["name"]
    given = form.getlist("roll")
    with suppress(DiscardedError):  # the page that it is sent to says so
        given = await run_in_threadpool(_rolled, (await opened(request)).table.session, form, given)
    return RedirectResponse(f"/ledger/{name}?{address(form, given)}#dice", 303)


def _rolled(session: Session[Game], form: Fields, given: list[str]) -> list[str]:
    asked = _allowed(session, form)
    return rolled_on(asked.decided, given, bool(text(form, "all"))) if asked else given


async def write(request: Request) -> Response:
    """``POST /ledger/{name}/write``: a claim with its dice goes into the log, once, however often it is sent."""
    form = await form_of(request)
    return await _changed(request, [*kept(form), *(("roll", one) for one in form.getlist("roll"))], _write, form)


def _write(table: Table, form: Fields) -> Entry | None:
    """The entry of a claim; None while dice are missing or the rules object."""
    at, session = _entries(table, form), table.session
    if at < table.entries:  # what a page said is understood as the player meant it who saw it
        session = Session(session.ruleset, session.header, session.entries[:at])
    if (asked := _allowed(session, form)) is None:
        return None
    dice = played(asked.decided, form.getlist("roll"))
    if dice.need is not None:
        return None
    if at >= MOST_ENTRIES:
        raise DataError(f"a ledger has room for {MOST_ENTRIES} entries: begin another", key="entries")

    def same(entry: Entry) -> bool:
        return entry.command == asked.command and [one.faces for one in entry.rolls] == [one.faces for one in dice.rolls]

    return _once(table, at, same, lambda: table.carry_out(asked.by, asked.command, dice.rolls))


async def step(request: Request) -> Response:
    """``POST /ledger/{name}/undo`` and ``/redo``: the last claim is taken back, or brought back; the log shows it.

    The request says which entry it means (``entry``): it is refused when another one is the last by now.
    """
    return await _changed(request, [], _step, await form_of(request), request.url.path.rpartition("/")[2])


def _step(table: Table, form: Fields, kind: str) -> Entry:
    if not (meant := whole(form, "entry", 1, 10**6, 0)):
        raise DataError("entry: expected the number of the entry that is meant", key="entry")

    def take() -> None:
        claims = table.session.history if kind == "undo" else table.session.undone
        if not claims or claims[-1].position != meant - 1:
            raise MovedOnError(table.entries)
        table.take("players", kind, Step((claims[-1],)))

    return _once(table, _entries(table, form), lambda entry: entry.kind == kind, take)


def _once(table: Table, at: int, same: Callable[[Entry], bool], make: Callable[[], Any]) -> Entry:
    """The entry that a form makes where the log has ``at`` entries; sent a second time, it is answered as the first time.

    Raises:
        MovedOnError: the log has grown since by something else.
    """
    # the rules that come before a claim are nothing that a page writes
    there = next((entry for entry in table.session.entries[at:] if entry.kind != "rules"), None)
    if there is None:
        make()
        return table.session.entries[-1]
    if not same(there):
        raise MovedOnError(table.entries)
    return there


def _entries(table: Table, form: Fields) -> int:
    """How many entries the log had when the page was made that a form is on.

    Raises:
        DataError: it never had so many.
    """
    if not 0 <= (at := whole(form, "entries", 0, 10**6, -1)) <= table.entries:
        raise DataError(f"entries: the log has {table.entries}, not {at}", key="entries")
    return at


def _allowed(session: Session[Game], form: Fields) -> Asked | None:
    """The claim that a form makes; None, if the rules object, which the page says.

    Raises:
        DataError: something is missing in it.
    """
    if (asked := claim_of(session, form)) is None:
        raise DataError("expected a unit, and what it does", key="unit")
    return None if asked.objections else asked


async def _changed(
    request: Request, typed: list[tuple[str, str]], change: Callable[..., Entry | None], *args: Any
) -> Response:
    """Make a change of the ledger, tell all who have it open, and lead to its entry, or back to what was ``typed``."""
    path = f"/ledger/{request.path_params['name']}"
    back = f"{path}?{urlencode(typed)}" if typed else path
    try:
        seated, hall = await opened(request), hall_of(request)
        async with seated.lock:
            before = seated.table.entries
            try:
                entry = await hall.work(change, seated.table, *args)
            finally:
                if seated.table.entries != before:
                    hall.moved(seated)
    except MovedOnError:
        return RedirectResponse(f"{path}?{urlencode([*typed, ('moved', 'yes')])}#moved", 303)
    except DiscardedError:
        return RedirectResponse(back, 303)
    return RedirectResponse(f"{path}?done={entry.position + 1}#done" if entry else f"{back}#dice", 303)


async def stream(request: Request) -> Response:
    """``/ledger/{name}/stream``: news as server-sent events. A page that comes back is told at once what it missed."""
    try:
        return streamed(request, await opened(request), ())
    except DiscardedError:
        return Response(status_code=204)  # a browser stops listening; the page says why when it is used


# -- the rest -------------------------------------------------------------------------------------------------------------


async def luck(request: Request) -> Response:
    """``/ledger/{name}/luck``: what each side rolled against what it could expect."""
    table = (await opened(request)).table
    lucks = await run_in_threadpool(sheet.luck, table.session)
    title, forces = sheet.setup_of(table.session).title, sheet.forces(table.session)
    return page(request, "ledger_luck.html", path=f"/ledger/{table.name}", title=title, lucks=lucks, forces=forces)


async def log_file(request: Request) -> Response:
    """``/ledger/{name}/log.jsonl``: the log as a file, of a ledger that was discarded, too."""
    name = (await kept_ledger(request)).name
    lines = await hall_of(request).files.ask(lambda store, _: log_text(store.lines(name)))
    headers = {"content-disposition": 'attachment; filename="ledger.jsonl"', "cache-control": "no-store"}
    return PlainTextResponse(lines, headers=headers)


ROUTES = (
    Route("/ledger", listed),
    Route("/ledger/new", new, methods=["POST"]),
    Route("/ledger/{name}", show),
    Route("/ledger/{name}/roll", roll, methods=["POST"]),
    Route("/ledger/{name}/write", write, methods=["POST"]),
    Route("/ledger/{name}/undo", step, methods=["POST"]),
    Route("/ledger/{name}/redo", step, methods=["POST"]),
    *discarding("ledger", "/ledger/{name}", kept_ledger),
    Route("/ledger/{name}/stream", stream),
    Route("/ledger/{name}/luck", luck),
    Route("/ledger/{name}/log.jsonl", log_file),
)
