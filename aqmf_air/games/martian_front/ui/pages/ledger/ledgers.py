"""The pages of ledgers: the shelf of them, a new one, one that is kept; and what a page needs to go on without the app."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from secrets import randbits
from typing import Any
from urllib.parse import urlencode

from pydantic import Field
from pydantic_core import to_json
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from aqmf_air import api
from aqmf_air.api import ui
from aqmf_air.games.martian_front.army.lists import LISTS, read_list, readable, to_toml
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.army.samples import HUMANS, MARTIANS
from aqmf_air.games.martian_front.chapters.to_hit import spelled
from aqmf_air.games.martian_front.chapters.turn import GameWon
from aqmf_air.games.martian_front.ledger.claims import LEDGER, Fire, UnitClaim
from aqmf_air.games.martian_front.ledger.ruleset import setup_from
from aqmf_air.games.martian_front.ledger.upkeep import GoOn, WentOn, phase_title
from aqmf_air.games.martian_front.state import Game, Unit
from aqmf_air.games.martian_front.tables import SIDES, covers
from aqmf_air.games.martian_front.ui.pages.army.lists import context, in_files, read_given
from aqmf_air.games.martian_front.ui.pages.ledger import sheet
from aqmf_air.games.martian_front.ui.pages.ledger.sheet import ClaimAsked, about_of, address, claim_of, kept, log, rules_of

SAMPLE = api.Sample(
    "Open a ledger",
    "A rifle company against two tripods, on your own table.",
    "/ledger/new",
    (("human-text", HUMANS), ("martian-text", MARTIANS), ("title", "A sample ledger"), ("first", "human")),
)


def is_ledger(kept: api.Kept) -> bool:
    """Whether a kept game is a ledger."""
    return bool(kept.header.get("ruleset") == LEDGER)


async def kept_ledger(request: Request) -> api.Kept:
    """The ledger that a request is about, without its entries, discarded or not.

    Raises UnknownNameError: there is no such ledger.
    """
    name = request.path_params["name"]
    with suppress(api.UnknownNameError):
        kept, _ = await ui.live_tables_of(request).kept(name)
        if is_ledger(kept):
            return kept
    raise api.UnknownNameError(f"There is no ledger {name[:60]!r}.", what="ledger", name=name, near=())


async def opened(request: Request) -> ui.OpenTable:
    """The table of the ledger that a request is about, as far as it has been written by anybody.

    Raises:
        UnknownNameError: there is no such ledger.
        DiscardedError: it was discarded.
        DataError: it is damaged: says as what its sound part goes on.
        RulesetVersionError: it was of plugins or of newer rules that are not there.
    """
    live_tables, there = ui.live_tables_of(request), await kept_ledger(request)
    if there.discarded:
        raise api.DiscardedError(f"The ledger {there.name!r} was discarded.", what="ledger", kept=there, may=True)
    try:
        seated = await live_tables.seated(there.name)
        if seated.table.entries < there.entries:  # another program has gone on with it
            live_tables.forget(seated)
            seated = await live_tables.seated(there.name)
    except api.StoreError:
        made = ui.rules_of_kept(there)
        saved = await live_tables.files.ask(lambda store, _: store.read(there.name, made.ruleset.codec, made.lines))
        if not saved.fault:
            raise
        api.require_something(saved)
        rescued = await live_tables.files.ask(lambda store, _: store.rescue(saved))
        raise api.DataError(f"{saved.fault}; they go on as the ledger {rescued!r}", path=there.name) from None
    seated.table.setting = ui.Setting(typed=True)  # players have rolled every die, or let a page roll it
    return seated


# -- the page of a ledger: both forces, the claim that is being made, the log; and luck --------------------------------


NEWEST = 8
"""Entries of the log that are shown at once."""


async def show(request: Request) -> Response:
    """``/ledger/{name}``: both forces, the claim that is being made, its odds and dice, and the log."""
    return await run_in_threadpool(shown_with, request, (await opened(request)).table)


def shown_with(request: Request, table: ui.LiveTable, fault: str = "") -> Response:
    """The page of a ledger, or with htmx the part of it that answers the form; with what was wrong with a change."""
    query, session = request.query_params, table.session
    game: Game = session.state
    path = f"/ledger/{table.name}"
    unit = next((each for each in (*game.units, *game.fallen) if each.id == ui.field_text(query, "unit")), None)
    kinds, otherwise = sheet.offered(session, unit) if unit and not game.winner else ([], [])
    if kinds and not ui.field_text(query, "do"):  # the likeliest, where there is more to do than to correct
        query = QueryParams([*query.multi_items(), ("do", kinds[0].do)] if kinds[1:] else query)
    shown = {**sheet.claimed(session, query), "path": path, "game": game, "entries": table.entries}
    if ui.fragment(request):
        return ui.page(request, "ledger_answer.html", **shown)
    log, rulings = sheet.log(table), api.describe(game.rulings)
    last = [claims[-1].position + 1 if claims else 0 for claims in (session.history, session.undone)]
    wanted = (ui.whole(query, "done", 0, 10**6, 0), *last)
    done, to_undo, to_redo = (next((line for line in log if line["number"] == number), None) for number in wanted)
    shown["fault"] = shown["fault"] or fault
    return ui.page(
        request,
        "ledger.html",
        400 if fault else 200,
        **shown,
        title=sheet.setup_of(session).title,
        unit=unit,
        kinds=kinds,
        otherwise=otherwise,
        idle=sheet.comes_next(game, unit, otherwise) if unit and not kinds[1:] else ("", ""),
        **sheet.filled(session, unit, query),
        forces=sheet.forces(session),
        due=sheet.due(session),
        log=log,
        newest=NEWEST,
        done=done,
        to_undo=to_undo,
        to_redo=to_redo,
        out=sheet.taking_back(table, ui.whole(query, "out", 0, 10**6, 0)),
        unusual=[ruling for ruling in rulings if ruling.value != ruling.default],
        usual=[ruling for ruling in rulings if ruling.value == ruling.default],
        moved=bool(ui.field_text(query, "moved")),
        phase=phase_title(game, game.now.id),
        later=sheet.later_phases(game),
    )


async def luck(request: Request) -> Response:
    """``/ledger/{name}/luck``: what each side rolled against what it could expect."""
    table = (await opened(request)).table
    lucks = await run_in_threadpool(sheet.luck, table.session)
    title, forces = sheet.setup_of(table.session).title, sheet.forces(table.session)
    return ui.page(request, "ledger_luck.html", path=f"/ledger/{table.name}", title=title, lucks=lucks, forces=forces)


# -- without the app: the forms of all units, and the numbers of their fire --------------------------------------------


async def kit(request: Request) -> Response:
    """``GET /ledger/{name}/kit.json``: what to go on with.

    ``entries``: of the log; ``phases``: those to come, each as id and words; ``units``: by name the kind of claim that comes
    ``first``, the forms by kind as HTML (``acts``), and what each takes (``fire``: by weapon, target and cover).
    """
    return ui.table_answered(await run_in_threadpool(_kit, request, (await opened(request)).table))


def _kit(request: Request, table: ui.LiveTable) -> dict[str, Any]:
    session = table.session
    units = {unit.id: _of(request, table, unit) for unit in session.state.units} if not session.state.winner else {}
    return {"entries": table.entries, "phases": sheet.later_phases(session.state), "units": units}


def _of(request: Request, table: ui.LiveTable, unit: Unit) -> dict[str, Any]:
    now, otherwise = sheet.offered(table.session, unit)
    acts = {}
    for kind in (*now, *otherwise):
        filled = sheet.filled(table.session, unit, ui.Fields({"do": kind.do}))
        about: dict[str, Any] = {"path": f"/ledger/{table.name}", "unit": unit, "kinds": now, "otherwise": otherwise}
        about["idle"] = sheet.comes_next(table.session.state, unit, otherwise) if not now[1:] else ("", "")
        acts[kind.do] = bytes(ui.page(request, "ledger_act.html", do=kind.do, **about, **filled).body).decode()
    return {"first": now[0].do, "acts": acts, "fire": _fire(table.session, unit) if Fire.do in acts else {}}


def _fire(session: api.Session[Game], unit: Unit) -> dict[str, dict[str, dict[str, list[str]]]]:
    """What the fire of a unit takes, in words: by weapon, target and cover."""
    game, rules = session.state, sheet.rules_of(session)

    def takes(weapon: str, target: str, cover: str) -> list[str]:
        claim = Fire(unit=unit.id, weapon=weapon, target=target, cover=cover, overruled=True)
        if any(True for _ in rules.objections(game, claim, unit.side)):
            return []
        return [f"{need.what} {spelled(need)}" for need in rules.questions(game, claim)[0].targets]

    targets = [target.id for target in Fire.targets(game, unit)]
    return {
        weapon: {target: {cover: takes(weapon, target, cover) for cover in covers()} for target in targets}
        for weapon in Fire.weapons(game, unit, rules.rules)
    }


# -- what changes a ledger ---------------------------------------------------------------------------------------------


MOST_ENTRIES = 5000


async def roll(request: Request) -> Response:
    """``POST /ledger/{name}/roll``: the app rolls what is asked for next, or all to the end; the address then has it."""
    form, name = await ui.form_of(request), request.path_params["name"]
    given = form.getlist("roll")
    with suppress(api.DiscardedError):  # the page that it is sent to says so
        given = await run_in_threadpool(_rolled, (await opened(request)).table.session, form, given)
    return RedirectResponse(f"/ledger/{name}?{address(form, given)}#dice", 303)


def _rolled(session: api.Session[Game], form: ui.Fields, given: list[str]) -> list[str]:
    claim = _allowed(session, form)
    return ui.rolled_on(claim.decided, given, bool(ui.field_text(form, "all"))) if claim else given


async def write(request: Request) -> Response:
    """``POST /ledger/{name}/write``: a claim with its dice goes into the log, once, however often it is sent."""
    form = await ui.form_of(request)
    return await _changed(request, [*kept(form), *(("roll", roll) for roll in form.getlist("roll"))], _write, form)


def _write(table: ui.LiveTable, form: ui.Fields) -> api.Entry | None:
    """The entry of a claim; None while dice are missing or the rules object."""
    at, session = _entries(table, form), table.session
    if at < table.entries:  # what a page said is understood as the player meant it who saw it
        session = api.Session(session.ruleset, session.header, session.entries[:at])
    if (claim := _allowed(session, form)) is None:
        return None
    dice = ui.played(claim.decided, form.getlist("roll"))
    if dice.need is not None:
        return None
    require_room(table)
    # the rules that come before a claim are nothing that a page writes; one that is sent again is answered as the first time
    there = next((entry for entry in table.session.entries[at:] if entry.kind != "rules"), None)
    if there is None:
        table.carry_out(claim.by, claim.command, dice.rolls)
        return table.session.entries[-1]
    if there.command != claim.command or [roll.faces for roll in there.rolls] != [roll.faces for roll in dice.rolls]:
        raise ui.MovedOnError(table.entries)
    return there


def require_room(table: ui.LiveTable) -> None:
    """Refuse to let a log grow for ever.

    Raises DataError: it has as many entries as a ledger has room for.
    """
    if table.entries >= MOST_ENTRIES:
        raise api.DataError(f"a ledger has room for {MOST_ENTRIES} entries: begin another", key="entries")


async def step(request: Request) -> Response:
    """``POST /ledger/{name}/undo`` and ``/redo``: an entry is taken back, with what rests on it, or put back.

    The log shows it. The request says which entry it means (``entry``), and how long the log was when the page was made
    (``entries``): it is refused when somebody has gone on since.
    """
    return await _changed(request, [], _step, await ui.form_of(request), request.url.path.rpartition("/")[2])


def _step(table: ui.LiveTable, form: ui.Fields, kind: str) -> api.Entry:
    if not (meant := ui.whole(form, "entry", 1, 10**6, 0)):
        raise api.DataError("entry: expected the number of the entry that is meant", key="entry")
    at, entries = _entries(table, form), table.session.entries
    if at == table.entries:
        require_room(table)
        if kind == "redo":
            _put_back(table, meant - 1)
        elif (out := api.taken_out(table.session, meant - 1)) is None:
            raise ui.MovedOnError(table.entries)
        else:  # what does not rest on it stays
            table.take_out("players", out)
    # it is told by the entry that is about the one that was meant; what was put back may be an entry of its own
    later = table.session.entries[at:]
    made = [entry for entry, about in zip(later, about_of(table.session)[at:], strict=True) if about == meant - 1]
    there = next((entry for entry in made if entry.kind == kind), None)
    if there is None and kind == "redo" and meant <= len(entries) and (order := entries[meant - 1]).command is not None:
        there = next((entry for entry in later if (entry.command, entry.rolls) == (order.command, order.rolls)), None)
    if there is None:
        raise ui.MovedOnError(table.entries)
    return there


def _put_back(table: ui.LiveTable, position: int) -> None:
    """Bring an order back: the one that was taken back last as it was, another as the game stands now, with its dice.

    Raises DataError: that is not possible any more: says why.
    """
    session = table.session
    if session.undone and session.undone[-1].position == position:
        table.take("players", "redo", table.step_of((), "redo"))
        return
    entry = session.entries[position] if position < len(session.entries) else None
    if entry is None or entry.command is None or entry in session.history:
        raise ui.MovedOnError(table.entries)
    objections = session.ruleset.objections(session.state, entry.command, entry.by)
    if objections:
        message = "; ".join(objection.reason for objection in objections)
        raise api.DataError(f"entry {position + 1} cannot be put back as things stand: {message}", key="entry")
    if api.given_again(session.ruleset, session.state, entry) is None:
        message = f"entry {position + 1} asks for other dice as things stand: write it down anew"
        raise api.DataError(message, key="entry")
    assert not isinstance(table.carry_out_again(entry), api.Waiting)  # its dice are enough


def _entries(table: ui.LiveTable, form: ui.Fields) -> int:
    """How many entries the log had when the page was made that a form is on.

    Raises DataError: it never had so many.
    """
    if not 0 <= (at := ui.whole(form, "entries", 0, 10**6, -1)) <= table.entries:
        raise api.DataError(f"entries: the log has {table.entries}, not {at}", key="entries")
    return at


def _allowed(session: api.Session[Game], form: ui.Fields) -> ClaimAsked | None:
    """The claim that a form makes; None, if the rules object, which the page says.

    Raises DataError: something is missing in it.
    """
    if (claim := claim_of(session, form)) is None:
        raise api.DataError("expected a unit, and what it does", key="unit")
    return None if claim.objections else claim


async def _changed(
    request: Request, typed: list[tuple[str, str]], change: Callable[..., api.Entry | None], *args: Any
) -> Response:
    """Make a change of the ledger, tell all who have it open, and lead to its entry, or back to what was ``typed``.

    What is wrong with it is said on the ledger's own page.
    """
    path = f"/ledger/{request.path_params['name']}"
    back = f"{path}?{urlencode(typed)}" if typed else path
    try:
        seated, live_tables = await opened(request), ui.live_tables_of(request)
        async with seated.lock:
            entry = await live_tables.change(seated, change, seated.table, *args)
    except ui.MovedOnError:
        return RedirectResponse(f"{path}?{urlencode([*typed, ('moved', 'yes')])}#moved", 303)
    except api.DiscardedError:
        return RedirectResponse(back, 303)
    except (api.UnknownNameError, api.StoreError):
        raise
    except api.AqmfError as bad:
        return await run_in_threadpool(shown_with, request, seated.table, str(bad))
    return RedirectResponse(f"{path}?done={entry.position + 1}#done" if entry else f"{back}#dice", 303)


# -- claims that were made while the app did not answer, each written once ---------------------------------------------


class WaitingClaim(ui.Body):
    """A claim that waited on a phone."""

    fields: tuple[tuple[str, str], ...] = Field(max_length=400)
    """As the form had them."""
    rolls: tuple[str, ...] = Field(default=(), max_length=60)
    at: int = Field(ge=0)
    """How many entries the log had when the phone last saw it."""
    mine: tuple[int, ...] = Field(default=(), max_length=5000)
    """The numbers of the entries that this phone has sent since, or whose player has been told of."""
    sure: bool = False
    """The player has seen what others wrote meanwhile."""


@ui.in_plain_words
async def send(request: Request) -> Response:
    """``POST /ledger/{name}/send``: a claim that waited. Answers what became of it (``is``).

    ``written``: its ``entry`` and its ``lines``. Else nothing was written: ``dice`` are missing (``need``) or do not fit
    (``why``), it is ``refused`` (``why``; ``agree``: only the phase is against it), or ``changed``: what others wrote
    ``meanwhile`` is about the same; ``lines`` is what it comes to now.
    """
    sent, seated = await ui.body_of(request, WaitingClaim), await opened(request)
    async with seated.lock:
        return ui.table_answered(await ui.live_tables_of(request).change(seated, _sent, seated.table, sent))


def _sent(table: ui.LiveTable, sent: WaitingClaim) -> dict[str, Any]:
    session, form = table.session, ui.Fields([*sent.fields, *(("roll", roll) for roll in sent.rolls)])
    if sent.at > table.entries:
        raise api.DataError(f"at: the log has {table.entries} entries, not {sent.at}", key="at")
    others = [entry for entry in session.entries[sent.at :] if entry.kind != "rules" and entry.position + 1 not in sent.mine]
    before = api.Session(session.ruleset, session.header, session.entries[: sent.at])
    for entry in others:  # its answer was lost, or another phone has written down the same
        if any(_same(_claim(at, form), sent.rolls, entry) for at in (before, session)):
            return _written(table, entry)
    log_lines = [line for line in log(table) if line["number"] - 1 in {other.position for other in others}][::-1]
    meanwhile = [{"number": line["number"], "lines": line["lines"]} for line in log_lines]
    if (claim := claim_of(session, form)) is None:
        raise api.DataError("something is missing in it", key="fields")
    if isinstance(claim.command, GoOn) and _turned(others) and session.state.now.id == claim.command.phase:
        return _written(table, next(other for other in reversed(others) if _turned([other])))
    if objections := claim.objections:
        agree = set(objections) <= set(rules_of(session).untimely(session.state, claim.command))
        why = [f"{objection.reason} ({objection.rule})" for objection in objections]
        return {"is": "refused", "why": why, "agree": agree, "meanwhile": meanwhile}
    dice = ui.played(claim.decided, sent.rolls, rules_of(session).spell)
    if dice.need is not None:
        return {"is": "dice", "need": dice.need_said, "why": [dice.slip] if dice.slip else [], "meanwhile": meanwhile}
    lines = api.lines_of(session.ruleset, dice.outcome, session.state)
    touched = [line for line, entry in zip(meanwhile, others, strict=True) if _concerns(session, claim, dice, entry)]
    if touched and not sent.sure:
        return {"is": "changed", "meanwhile": touched, "lines": lines}
    require_room(table)
    table.carry_out(claim.by, claim.command, dice.rolls)
    return _written(table, session.entries[-1])


def _written(table: ui.LiveTable, entry: api.Entry) -> dict[str, Any]:
    line = next(line for line in log(table) if line["number"] == entry.position + 1)
    return {"is": "written", "entry": line["number"], "lines": line["lines"], "entries": table.entries}


def _claim(session: api.Session[Game], form: ui.Fields) -> ClaimAsked | None:
    """The claim as it is understood there; None where it cannot be."""
    with suppress(api.AqmfError):
        return claim_of(session, form)
    return None


def _same(claim: ClaimAsked | None, rolls: Sequence[str], entry: api.Entry) -> bool:
    """Whether an entry is this claim, with these dice; of those typed together not all may be needed."""
    if claim is None or entry.command != claim.command:
        return False
    words = [word for roll in rolls for word in roll.replace(",", " ").split() if word != ui.ROLLED]
    typed = Counter("10" if word == "0" else word for word in words)
    needed = [face for roll in entry.rolls for face in roll.faces]
    return len(words) >= len(needed) and Counter(str(face) for face in needed if isinstance(face, int)) <= typed


def _turned(entries: Sequence[api.Entry]) -> bool:
    """Whether somebody went on to another phase in these entries, or ended the game."""
    return any(isinstance(event, WentOn | GameWon) for entry in entries for event in entry.events)


def _concerns(session: api.Session[Game], claim: ClaimAsked, dice: ui.DiceSoFar, entry: api.Entry) -> bool:
    """Whether an entry is about a unit that a claim is about; what was taken back, and another phase, may concern any."""
    if entry.kind != "command" or not isinstance(claim.command, UnitClaim):
        return True
    units = frozenset(unit.id for unit in (*session.state.units, *session.state.fallen))

    def about(some: Iterable[api.Frozen | None]) -> set[str]:
        text = " ".join(model.model_dump_json() for model in some if model is not None)
        return {unit for unit in units if to_json(unit).decode() in text}

    return bool(about((claim.command, *dice.outcome)) & about((entry.command, *entry.events)))


# -- the shelf ---------------------------------------------------------------------------------------------------------


RULING = "ruling."
"""Before the name of a ruling, in the form of a new ledger."""
IN_A_FILE = "file:"
"""Before the token of a list that is in a file, where one of yours is chosen."""


async def listed(request: Request, given: Mapping[str, Any] = {}, fault: str = "", disputed: str = "") -> Response:
    """``/ledger``: the ledgers that are kept, and the form for a new one, with what was ``given`` and is at fault.

    ``disputed``: the ruling that the lists settle in different ways.
    """
    begun, gone = [await ui.listed_games(request, discarded, is_ledger) for discarded in (False, True)]
    just = next((game for game in gone if game["name"] == request.query_params.get("gone", "")), None)
    think = ui.live_tables_of(request).think
    kept, files, described = await think(lambda: (readable(), in_files(), api.describe(ui.rules(LEDGER).ruleset.rulings())))
    chosen = [ruling for ruling in described if given.get(f"{RULING}{ruling.name}") or ruling.name == disputed]
    return ui.page(
        request,
        "ledgers.html",
        400 if fault else 200,
        begun=begun,
        gone=gone,
        just=just,
        sides=SIDES,
        given=given,
        fault=fault,
        disputed=disputed,
        asked=chosen,
        others=[ruling for ruling in described if ruling not in chosen],
        kept={side: [(key, army.name) for key, army in kept if army.side == side] for side in SIDES},
        files={
            side: [
                (f"{IN_A_FILE}{row['token']}", f"{row['muster'].army.name} ({row['file']})")
                for row in files
                if row["muster"].army.side == side
            ]
            for side in SIDES
        },
        sample=SAMPLE,
    )


async def new(request: Request) -> Response:
    """``POST /ledger/new``: begins a ledger for two lists: kept, in a file, pasted or sent."""
    async with request.form(max_files=2, max_fields=200) as form:
        given: dict[str, Any] = {
            name: value if isinstance(value, str) else await value.read()
            for name, value in form.items()
            if isinstance(value, str) is not name.endswith("-file")
        }
    try:
        return RedirectResponse(f"/ledger/{await ui.live_tables_of(request).think(_begun, given)}", 303)
    except api.AqmfError as fault:
        disputed = str(fault.facts.get("ruling", ""))
        if not disputed and not fault.facts.get("again"):
            raise
        return await listed(request, given, str(fault), disputed)


def _begun(given: dict[str, Any]) -> str:
    game, first = ui.rules(LEDGER), given.get("first", SIDES[0])
    musters = [_muster(given, side) for side in SIDES]
    if first not in SIDES:
        raise api.DataError(f"first: expected one of {', '.join(SIDES)}, got {first[:40]!r}", key="first")
    title = " ".join(given.get("title", "").split())[:80]
    rulings = {f"{RULING}{described.name}": described for described in api.describe(game.ruleset.rulings())}
    settled = [api.by_name(rulings, name, "ruling") for name, value in given.items() if name.startswith(RULING) and value]
    chosen = {described.name: described.chosen(given[f"{RULING}{described.name}"]) for described in settled}
    setup = setup_from(game.ruleset, musters, title if title.isprintable() else "", first, chosen)
    with api.Store() as store:
        name = store.free_name(LISTS.key_of(setup.title))
        return store.create(api.new_header(game.ruleset, setup, seed=randbits(48), game=name, plugins=game.plugins), name)


def _muster(given: dict[str, Any], side: str) -> ResolvedList:
    """The list of a side: the file that was sent, else the text that was pasted, else the one of yours that was chosen."""
    where = f"the {side} list"
    if raw := given.get(f"{side}-file") or given.get(f"{side}-text", "").strip():
        sent = read_given(raw, where, side)
        muster = sent.muster
        if sent.losses:  # the page comes again with what is kept of it
            given[f"{side}-text"] = to_toml(muster.army)
            given.pop(f"{side}-file", None)
            message = f"{where}: not kept: {'; '.join(sent.losses)}. Start the ledger once more to go on without that"
            raise api.DataError(message, key=f"{side}-text", again=True)
    elif (key := given.get(f"{side}-list", "")).startswith(IN_A_FILE):
        muster = read_given(key.removeprefix(IN_A_FILE), where, side).muster
    elif key:
        muster = context().muster(context().tidy(read_list(LISTS.named(key))))
    else:
        raise api.DataError(f"{where}: choose one, paste one, or send a file", key=f"{side}-list {side}-text")
    if muster.army.side != side:
        raise api.DataError(f"{where}: {muster.army.name!r} is a {muster.army.side} list", key=f"{side}-list {side}-text")
    return muster


async def stream(request: Request) -> Response:
    """``/ledger/{name}/stream``: news as server-sent events. A page that comes back is told at once what it missed."""
    try:
        return ui.streamed(request, await opened(request), ())
    except api.DiscardedError:
        return Response(status_code=204)  # a browser stops listening; the page says why when it is used


async def log_file(request: Request) -> Response:
    """``/ledger/{name}/log.jsonl``: the log as a file, of a ledger that was discarded, too."""
    name = (await kept_ledger(request)).name
    lines = await ui.live_tables_of(request).files.ask(lambda store, _: api.log_text(store.lines(name)))
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
    Route("/ledger/{name}/send", send, methods=["POST"]),
    Route("/ledger/{name}/kit.json", kit),
    *ui.discarding("ledger", "/ledger/{name}", kept_ledger),
    Route("/ledger/{name}/stream", stream),
    Route("/ledger/{name}/luck", luck),
    Route("/ledger/{name}/log.jsonl", log_file),
)
PAGES = api.Pages(
    "ledger",
    "Keep a real table: two lists on one sheet, every attack, what is left of both, and a log.",
    link="/ledger",
    group="At a real table",
    samples=(SAMPLE,),
    door=("Ledger", "Your game on your own table: losses, odds, dice."),
)
