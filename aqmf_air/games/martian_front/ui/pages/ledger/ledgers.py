"""The page of ledgers: those that are kept, a new one for two lists, and the discarded ones."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.rulings import describe
from aqmf_air.core.store.game_list import Kept
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.army.store import LISTS, read_list
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.ui.pages.army.lists import depot, read_given
from aqmf_air.games.martian_front.ui.pages.ledger.ledger_store import begin, ledgers, rules
from aqmf_air.web.discard_pages import remark_on, title_of
from aqmf_air.web.pages import page

RULING = "ruling."
"""Before the name of a ruling, in the form of a new ledger."""


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
        if ruling := fault.facts.get("ruling"):
            given.setdefault(f"{RULING}{ruling}", "")
        return await run_in_threadpool(_list_page, request, given, str(fault), 400)


def _begun(given: dict[str, Any]) -> str:
    musters = [_muster(given, side) for side in SIDES]
    first = given.get("first", "human")
    if first not in SIDES:
        raise DataError(f"first: expected one of {', '.join(SIDES)}, got {first[:40]!r}", key="first")
    title = " ".join(given.get("title", "").split())[:80]
    return begin(title if title.isprintable() else "", musters, first, _chosen(given))


def _chosen(given: dict[str, Any]) -> dict[str, Any]:
    """The rulings that the form settles because the lists differ on them."""
    known = {one.name: one for one in describe(rules().rulings())}
    return {name: by_name(known, name, "ruling").chosen(value) for name, value in _settled(given).items() if value}


def _settled(given: dict[str, Any]) -> dict[str, str]:
    """The fields of the form about rulings, by the ruling's name."""
    return {name.removeprefix(RULING): str(value) for name, value in given.items() if name.startswith(RULING)}


def _muster(given: dict[str, Any], side: str) -> ResolvedList:
    """The list of a side: the file that was sent, else the text that was pasted, else the kept one that was chosen."""
    where = f"the {side} list"
    if raw := given.get(f"{side}-bytes") or given.get(f"{side}-text", "").strip():
        muster = read_given(raw, where)[0]
    elif key := given.get(f"{side}-list", ""):
        muster = depot().muster(depot().tidy(read_list(LISTS.named(key))))
    else:
        raise DataError(f"{where}: choose one, paste one, or send a file", key=side)
    if muster.army.side != side:
        raise DataError(f"{where}: {muster.army.name!r} is a {muster.army.side} list", key=side)
    return muster


def _list_page(request: Request, given: dict[str, Any], fault: str, status: int = 200) -> Response:
    kept: dict[str, list[tuple[str, str]]] = {side: [] for side in SIDES}
    for path in LISTS.kept():
        try:
            army = read_list(path)
        except AqmfError:  # the page on lists says what is wrong with it
            continue
        kept[army.side].append((path.stem, army.name))
    asked = [one for one in describe(rules().rulings()) if one.name in _settled(given)]
    begun, gone = ([_told(one) for one in ledgers(discarded=thrown)] for thrown in (False, True))
    said = request.query_params.get("gone", "")
    just = next((one for one in gone if one["name"] == said), None)
    return page(
        request, "ledgers.html", status, begun=begun, gone=gone, just=just, kept=kept, sides=SIDES, given=given, fault=fault,
        asked=asked,
    )  # fmt: skip


def _told(one: Kept) -> dict[str, Any]:
    setup = one.header.get("setup") or {}
    lists = " against ".join(str(name) for name in setup.get("lists", ()))
    title = title_of(one)
    return {
        "name": one.name,
        "title": title,
        "lists": "" if lists == title else lists,
        "entries": one.entries,
        "played": one.played[:10],
        "remark": remark_on(one),
    }
