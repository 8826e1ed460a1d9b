"""The pages of ledgers, each a game of the store held at a live table without seats: the shelf of them, and a new one."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbits
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.rulings import describe
from aqmf_air.core.play.session import new_header
from aqmf_air.core.store.log_reader import log_text
from aqmf_air.core.store.store import Store
from aqmf_air.errors import AqmfError, DataError, DiscardedError
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.army.store import LISTS, read_list, readable, to_toml
from aqmf_air.games.martian_front.ledger.claims import LEDGER
from aqmf_air.games.martian_front.ledger.ruleset import setup_from
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.samples import LEDGER_SAMPLE
from aqmf_air.games.martian_front.ui.pages.army.lists import context, read_given
from aqmf_air.games.martian_front.ui.pages.ledger.changes import roll, step, write
from aqmf_air.games.martian_front.ui.pages.ledger.kit import kit
from aqmf_air.games.martian_front.ui.pages.ledger.opening import is_ledger, kept_ledger, opened
from aqmf_air.games.martian_front.ui.pages.ledger.sending import send
from aqmf_air.games.martian_front.ui.pages.ledger.showing import luck, show
from aqmf_air.web.discard_pages import discarding
from aqmf_air.web.live.actions import streamed
from aqmf_air.web.live.games import listed_games
from aqmf_air.web.live.requests import hall_of
from aqmf_air.web.pages import page
from aqmf_air.web.shared_registry import rules

RULING = "ruling."
"""Before the name of a ruling, in the form of a new ledger."""


async def listed(request: Request, given: Mapping[str, Any] = {}, fault: str = "", disputed: str = "") -> Response:
    """``/ledger``: the ledgers that are kept, and the form for a new one, with what was ``given`` and is at fault.

    ``disputed``: the ruling that the lists settle in different ways.
    """
    begun, gone = [await listed_games(request, discarded, is_ledger) for discarded in (False, True)]
    just = next((one for one in gone if one["name"] == request.query_params.get("gone", "")), None)
    kept, described = await hall_of(request).think(lambda: (readable(), describe(rules(LEDGER).ruleset.rulings())))
    asked = [one for one in described if given.get(f"{RULING}{one.name}") or one.name == disputed]
    return page(
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
        asked=asked,
        others=[one for one in described if one not in asked],
        kept={side: [(key, army.name) for key, army in kept if army.side == side] for side in SIDES},
        sample=LEDGER_SAMPLE,
    )


async def new(request: Request) -> Response:
    """``POST /ledger/new``: begins a ledger for two lists: kept, pasted, or in files."""
    async with request.form(max_files=2, max_fields=200) as form:
        given: dict[str, Any] = {
            name: value if isinstance(value, str) else await value.read()
            for name, value in form.items()
            if isinstance(value, str) is not name.endswith("-file")
        }
    try:
        return RedirectResponse(f"/ledger/{await hall_of(request).think(_begun, given)}", 303)
    except AqmfError as fault:
        disputed = str(fault.facts.get("ruling", ""))
        if not disputed and not fault.facts.get("again"):
            raise
        return await listed(request, given, str(fault), disputed)


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
        sent = read_given(raw, where, side)
        muster = sent.muster
        if sent.losses:  # the page comes again with what is kept of it
            given[f"{side}-text"] = to_toml(muster.army)
            given.pop(f"{side}-file", None)
            said = f"{where}: not kept: {'; '.join(sent.losses)}. Start the ledger once more to go on without that"
            raise DataError(said, key=f"{side}-text", again=True)
    elif key := given.get(f"{side}-list", ""):
        muster = context().muster(context().tidy(read_list(LISTS.named(key))))
    else:
        raise DataError(f"{where}: choose one, paste one, or send a file", key=f"{side}-list {side}-text")
    if muster.army.side != side:
        raise DataError(f"{where}: {muster.army.name!r} is a {muster.army.side} list", key=f"{side}-list {side}-text")
    return muster


# -- one of them ----------------------------------------------------------------------------------------------------------


async def stream(request: Request) -> Response:
    """``/ledger/{name}/stream``: news as server-sent events. A page that comes back is told at once what it missed."""
    try:
        return streamed(request, await opened(request), ())
    except DiscardedError:
        return Response(status_code=204)  # a browser stops listening; the page says why when it is used


# -- the rest -------------------------------------------------------------------------------------------------------------


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
    Route("/ledger/{name}/send", send, methods=["POST"]),
    Route("/ledger/{name}/kit.json", kit),
    *discarding("ledger", "/ledger/{name}", kept_ledger),
    Route("/ledger/{name}/stream", stream),
    Route("/ledger/{name}/luck", luck),
    Route("/ledger/{name}/log.jsonl", log_file),
)
