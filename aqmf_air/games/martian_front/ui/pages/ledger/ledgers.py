"""The page of ledgers: those that are kept, a new one for two lists, and the discarded ones."""

from __future__ import annotations

from contextlib import suppress
from secrets import randbits
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.rulings import describe
from aqmf_air.core.play.session import new_header
from aqmf_air.core.store.game_list import Kept
from aqmf_air.core.store.store import Store
from aqmf_air.errors import AqmfError, DataError, UnknownNameError
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.army.store import LISTS, read_list, readable
from aqmf_air.games.martian_front.ledger.claims import LEDGER
from aqmf_air.games.martian_front.ledger.setup import setup_from
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.ui.pages.army.lists import depot, read_given
from aqmf_air.web.live.games import listed_games
from aqmf_air.web.live.requests import hall_of
from aqmf_air.web.pages import page
from aqmf_air.web.shared_registry import rules

RULING = "ruling."
"""Before the name of a ruling, in the form of a new ledger."""


async def listed(request: Request) -> Response:
    """``/ledger``: the ledgers that are kept, and the form for a new one."""
    return await _list_page(request, {}, "")


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
        return await _list_page(request, given, str(fault), 400)


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
        muster = depot().muster(depot().tidy(read_list(LISTS.named(key))))
    else:
        raise DataError(f"{where}: choose one, paste one, or send a file", key=side)
    if muster.army.side != side:
        raise DataError(f"{where}: {muster.army.name!r} is a {muster.army.side} list", key=side)
    return muster


async def _list_page(request: Request, given: dict[str, Any], fault: str, status: int = 200) -> Response:
    begun, gone = [await listed_games(request, discarded, is_ledger) for discarded in (False, True)]
    just = next((one for one in gone if one["name"] == request.query_params.get("gone", "")), None)
    kept, described = await hall_of(request).think(lambda: (readable(), describe(rules(LEDGER).ruleset.rulings())))
    asked = [one for one in described if f"{RULING}{one.name}" in given]
    return page(
        request, "ledgers.html", status, begun=begun, gone=gone, just=just, sides=SIDES, given=given, fault=fault,
        asked=asked, kept={side: [(key, army.name) for key, army in kept if army.side == side] for side in SIDES},
    )  # fmt: skip


def is_ledger(kept: Kept) -> bool:
    """Whether a kept game is a ledger."""
    return bool(kept.header.get("ruleset") == LEDGER)


async def kept_ledger(request: Request) -> Kept:
    """The ledger that a request is about, without its entries, be it discarded.

    Raises:
        UnknownNameError: there is no such ledger.
    """
    name = request.path_params["name"]
    with suppress(UnknownNameError):
        kept, _ = await hall_of(request).kept(name)
        if is_ledger(kept):
            return kept
    raise UnknownNameError(f"There is no ledger {name[:60]!r}.", what="ledger", name=name, near=())
