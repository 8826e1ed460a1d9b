"""Army lists: those that are kept, new ones, and one that was shared, shown before it is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.errors import AqmfError, DataError
from aqmf_air.games.martian_front.army.exchange.text import profile_line
from aqmf_air.games.martian_front.army.exchange.token import token_of
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.army.store import LISTS, keep, read_list
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.ui.pages.army.changes import begun
from aqmf_air.games.martian_front.ui.pages.army.list_context import (
    TOML,
    code,
    depot,
    export,
    foes_of,
    printed,
    read_given,
    sharing,
)
from aqmf_air.web.form_replay import form_word, fresh, moved
from aqmf_air.web.pages import Fields, file_form_of, page, text

__all__ = ["begin", "code", "depot", "export", "keep_given", "printed", "restore", "show"]


@dataclass(frozen=True)
class Kept:
    """A list on the shelf; ``fault``: why its file cannot be read."""

    key: str
    muster: ResolvedList | None
    fault: str = ""


def show(request: Request) -> Response:
    """``/army?list=``: the shelf; or a list from a share token, a link, or the text of any format that can be read."""
    return _shown(request, text(request.query_params, "list"))


def _shown(request: Request, given: str = "", status: int = 200, fault: str = "", typed: Fields | None = None) -> Response:
    shown: dict[str, Any] = {"given": given, "fault": fault, "muster": None, "typed": typed or Fields({})}
    if given and not fault:
        try:
            muster, losses = read_given(given)
            shown |= {"muster": muster, "losses": losses, "token": token_of(muster.army), "advice": muster.advice}
            shown["exporters"] = {TOML.format: TOML, **depot().exporters}
            shown["shared"] = sharing(request, muster.army)
            shown |= {"foes": foes_of(muster.army), "profile_line": profile_line}
        except AqmfError as bad:
            shown["fault"] = str(bad)
    if shown["muster"] is None:
        shown |= {"kept": [_kept(path) for path in LISTS.kept()], "gone": [path.stem for path in LISTS.discarded()[:20]]}
    return page(request, "army.html", status, sides=SIDES, once=fresh(), **shown)


def _kept(path: Path) -> Kept:
    try:
        return Kept(path.stem, depot().muster(read_list(path)))
    except AqmfError as bad:
        return Kept(path.stem, None, str(bad))


# -- lists that come onto the shelf ---------------------------------------------------------------------------------------


async def begin(request: Request) -> Response:
    """``/army/new``: a new list, without a unit."""
    form = await request.form(max_files=0, max_fields=20)
    return await run_in_threadpool(_begun, request, Fields(form))


def _begun(request: Request, fields: Fields) -> Response:
    try:
        army = begun(fields)
        return _onto_the_shelf(form_word("new", fields), lambda: keep(army, f"new {army.side} list"))
    except DataError as bad:
        return _shown(request, status=400, fault=str(bad), typed=fields)


async def keep_given(request: Request) -> Response:
    """``/army/keep``: a list from a file, or from the text of one, is kept."""
    raw, where, fields = await file_form_of(request, "this list")
    return await run_in_threadpool(_given_kept, request, fields, raw, where)


def _given_kept(request: Request, fields: Fields, raw: bytes, where: str) -> Response:
    given = raw or text(fields, "list")
    try:
        muster, _ = read_given(given, where)
        return _onto_the_shelf(form_word("keep", fields), lambda: keep(muster.army, f"kept from {where}"))
    except AqmfError as bad:
        return _shown(request, given if isinstance(given, str) else "", 400, str(bad))


async def restore(request: Request) -> Response:
    """``/army/restore``: a discarded list is restored."""
    form = await request.form(max_files=0, max_fields=20)
    fields = Fields(form)
    return await run_in_threadpool(
        _onto_the_shelf, form_word("restore", fields), lambda: LISTS.bring_back(text(fields, "key"))
    )


def _onto_the_shelf(once: str, make: Callable[[], Path]) -> Response:
    """Do it, and open the list; a form that is sent again opens the list that it made."""
    return moved(once, lambda: f"/army/list/{make().stem}/")
