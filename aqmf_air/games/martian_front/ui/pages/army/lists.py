"""Army lists: those that are kept, new ones, one that was shared, and what is made of each."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.data.files import own_folder
from aqmf_air.core.data.names import by_name
from aqmf_air.core.data.qr import holds, svg_of
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.games.martian_front.army.exchange.text import profile_line
from aqmf_air.games.martian_front.army.exchange.token import shared, token_of
from aqmf_air.games.martian_front.army.model import Army
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList
from aqmf_air.games.martian_front.army.store import (
    LISTS,
    elsewhere,
    keep,
    lists_in,
    parse_list,
    read_list,
    readable,
    to_toml,
)
from aqmf_air.games.martian_front.army_formats import Exporter, ExportOptions
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.ui.pages.army.changes import begun
from aqmf_air.games.martian_front.ui.web_ruleset import ruleset
from aqmf_air.registry import Registry
from aqmf_air.web.access.admission import reachable
from aqmf_air.web.pages import Fields, file_form_of, form_word, fresh, moved, page, picture, text

TOML = Exporter("toml", "this list as the command line keeps it", ".toml", lambda muster, _: to_toml(muster.army).encode())


def context() -> ListContext:
    """Everything that lists are made of and made into, with the player's own designs as they are now."""
    return _depot(ruleset().registry)


@lru_cache(maxsize=1)
def _depot(registry: Registry) -> ListContext:
    return ListContext(registry)


def read_given(given: str | bytes, where: str = "this list") -> tuple[ResolvedList, tuple[str, ...]]:
    """A list from the text of any format, and what of it could not be kept.

    Raises DataError: it cannot be read, or there is none.
    """
    raw = given.encode("utf-8", "replace") if isinstance(given, str) else given
    if not raw.strip():
        raise DataError("expected a list: a share token, a link, its text, or a file", key="list")
    if any(one.recognises(raw) for one in context().importers.values()):
        found = context().read(raw, where)
        return context().muster(found.army), found.losses
    if b"=" in raw:
        return context().muster(context().tidy(parse_list(raw, where))), ()
    known = ", ".join(sorted((TOML.format, *context().importers)))
    raise DataError(f"{where}: not a list that can be read; expected one of {known}", path=where)


def muster_of(request: Request) -> ResolvedList:
    """The list that an address is about: a kept one by its key, or one that the address has in it.

    Raises:
        UnknownNameError: there is none with this key.
        DataError: it cannot be read.
    """
    key = request.path_params.get("key")
    if key is None:
        return read_given(text(request.query_params, "list"))[0]
    return context().muster(read_list(LISTS.named(key)))


def share_page(request: Request) -> str:
    """Where share links lead to: this app, under an address by which others reach it; nothing where there is none."""
    base = reachable(request.app.state.network or str(request.base_url))
    return f"{base}army" if base else ""


def share_card(request: Request, army: Army) -> dict[str, Any]:
    """What a list is shared, written and printed with: the text to give away, formats, and lists that it could meet."""
    page = share_page(request)
    given = shared(army, page)
    return {
        "shared": {"text": given, "link": bool(page), "scanned": holds(given)},
        "exporters": {TOML.format: TOML, **context().exporters},
        "foes": [(key, one.name) for key, one in readable() if one.side != army.side],
    }


# -- the pages ------------------------------------------------------------------------------------------------------------


def show(request: Request) -> Response:
    """``/army?list=``: the shelf; or a list from a share token, a link, or the text of any format that can be read."""
    given = text(request.query_params, "list")
    shown: dict[str, Any] = {"given": given, "fault": "", "muster": None}
    if given:
        try:
            muster, losses = read_given(given)
            shown |= {"muster": muster, "losses": losses, "token": token_of(muster.army), "advice": muster.advice}
            shown |= {"profile_line": profile_line, **share_card(request, muster.army)}
        except AqmfError as bad:
            shown["fault"] = str(bad)
    if shown["muster"] is None:
        shown |= {"kept": [_kept(path) for path in LISTS.kept()], "gone": [path.stem for path in LISTS.discarded()[:20]]}
        shown |= {"files": [one for path in _files() if (one := _in_a_file(path))]}
    return page(request, "army.html", sides=SIDES, once=fresh(), **shown)


def _kept(path: Path) -> dict[str, Any]:
    """A list on the shelf; ``fault``: why its file cannot be read."""
    try:
        return {"key": path.stem, "muster": context().muster(read_list(path)), "fault": ""}
    except AqmfError as bad:
        return {"key": path.stem, "muster": None, "fault": str(bad)}


def _files() -> tuple[Path, ...]:
    """Lists that were made as files: in the player's own folder itself, and those that the command line remembers."""
    folder = own_folder()
    return tuple(dict.fromkeys((*(lists_in(folder) if folder.is_dir() else ()), *elsewhere())))


def _in_a_file(path: Path) -> dict[str, Any] | None:
    """A list beside the shelf, opened by its token; None: its file cannot be read any more, or is too long for one."""
    with suppress(AqmfError):
        muster = context().muster(read_list(path))
        return {"file": path.name, "muster": muster, "token": token_of(muster.army)}
    return None


def begin(request: Request, fields: Fields) -> Response:
    """``/army/new``: a new list, without a unit."""
    army = begun(fields)
    return _onto_the_shelf(form_word("new", fields), lambda: keep(army, f"new {army.side} list"))


async def keep_given(request: Request) -> Response:
    """``/army/keep``: a list from a file, or from the text of one, is kept."""
    raw, where, fields = await file_form_of(request, "this list")
    return await run_in_threadpool(_given_kept, request, fields, raw, where)


def _given_kept(request: Request, fields: Fields, raw: bytes, where: str) -> Response:
    muster, _ = read_given(raw or text(fields, "list"), where)
    return _onto_the_shelf(form_word("keep", fields), lambda: keep(muster.army, f"kept from {where}"))


def restore(request: Request, fields: Fields) -> Response:
    """``/army/restore``: a discarded list is restored."""
    return _onto_the_shelf(form_word("restore", fields), lambda: LISTS.bring_back(text(fields, "key")))


def _onto_the_shelf(once: str, make: Callable[[], Path]) -> Response:
    """Do it, and open the list; a form that is sent again opens the list that it made."""
    return moved(once, lambda: f"/army/list/{make().stem}/")


# -- what is made of a list -----------------------------------------------------------------------------------------------


def export(request: Request) -> Response:
    """``.../export/FORMAT[?against=|foe=]``: the list as a file; a format that holds two has the other list in it too."""
    exporter = by_name({**context().exporters, TOML.format: TOML}, request.path_params["format"], "format")
    against = _other_list(request) if exporter.against else None
    content = exporter.write(muster_of(request), ExportOptions(exporter.suffix, share_page(request), against))
    kind = "text/plain; charset=utf-8" if exporter.text else "application/octet-stream"
    return _file(request, content, exporter.suffix, kind)


def _other_list(request: Request) -> ResolvedList | None:
    """The list that is pasted, else the one that is chosen from the shelf."""
    if given := text(request.query_params, "against"):
        return read_given(given, "the other list")[0]
    key = text(request.query_params, "foe")
    return context().muster(read_list(LISTS.named(key))) if key else None


def code(request: Request) -> Response:
    """``.../code.svg``: the share link as a QR code."""
    return picture(svg_of(shared(muster_of(request).army, share_page(request))))


def printed(request: Request) -> Response:
    """``.../print/SHEET?paper=&size=``: the roster, the cards or the templates as PDF."""
    from aqmf_air.games.martian_front.ui.prints.kit import data_of_list, sheets
    from aqmf_air.printing.paper import write_pdf

    sheet, query = request.path_params["sheet"], request.query_params
    paper, size, page = text(query, "paper") or "a4", text(query, "size") or "sleeve", share_page(request)
    content = write_pdf(sheets(**data_of_list(ruleset(), muster_of(request), sheet, size, page)), paper).content
    return _file(request, content, f"-{sheet.casefold()}.pdf", "application/pdf")


def _file(request: Request, content: bytes, suffix: str, kind: str) -> Response:
    name = LISTS.named(request.path_params["key"]).stem if "key" in request.path_params else "army-list"
    plain = "".join(letter for letter in name if letter.isascii() and (letter.isalnum() or letter in "-_ ")) or "army-list"
    headers = {"content-disposition": f'attachment; filename="{plain}{suffix}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)
