"""Army lists: those that are kept, new ones, one that was shared, and what is made of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.api import AqmfError, DataError, Registry, by_name, holds, own_folder, replace, svg_of, ui
from aqmf_air.games.martian_front.army.exchange.text import profile_line
from aqmf_air.games.martian_front.army.exchange.token import shared, token_of
from aqmf_air.games.martian_front.army.lists import LISTS, Army, elsewhere, keep, list_files_in, read_list, readable, to_toml
from aqmf_air.games.martian_front.army.plugged_in import Exporter, ExportOptions
from aqmf_air.games.martian_front.army.reading import SIDE, lists_in, read_one, titled
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList, changed
from aqmf_air.games.martian_front.chapters.orders import RULESET
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.sheet.document import EXPORTER as SHEET
from aqmf_air.games.martian_front.tables import SIDES
from aqmf_air.games.martian_front.ui.drawing.pieces import top_view
from aqmf_air.games.martian_front.ui.pages.army.changes import begun


def web_ruleset() -> AllQuiet:
    """The game, with everything that is plugged in."""
    game = ui.shared_registry.ruleset(RULESET)
    assert isinstance(game, AllQuiet)
    return game


MOST_SEEN = 5
"""Kinds of units whose pictures a row of the shelf has."""
TOML = Exporter(
    "toml", "this list as the command line keeps it", ".toml", lambda muster, _: to_toml(muster.army).encode(), label="TOML"
)


def context() -> ListContext:
    """Everything that lists are made of and made into, with the player's own designs as they are now."""
    return _depot(web_ruleset().registry)


@lru_cache(maxsize=1)
def _depot(registry: Registry) -> ListContext:
    return ListContext(registry)


@dataclass(frozen=True)
class GivenList:
    """A list that somebody sent, with all that is to be said and asked about it."""

    muster: ResolvedList
    losses: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    """How names were understood."""
    others: tuple[Army, ...] = ()
    """Further lists in the same file."""
    asks_side: bool = False
    """Whether it says nowhere whose it is."""

    @property
    def whole(self) -> bool:
        """Whether nothing is to be said of it, and nothing to be asked."""
        return not (self.losses or self.told or self.others or self.asks_side or self.muster.unmatched)


def read_given(given: str | bytes, where: str = "this list", side: str | None = None, *, ask: bool = False) -> GivenList:
    """A list from the text or the file of any format. ``side``: whose it is, where it does not say; to ``ask``, it is read
    as if it were somebody's.

    Raises DataError: it cannot be read, there is none, or it does not say whose it is.
    """
    raw = given.encode("utf-8", "replace") if isinstance(given, str) else given
    if not raw.strip():
        raise DataError("expected a list: a share token, a link, its text, or a file", key="list")
    asks = False
    try:
        lists = lists_in(context(), raw, where, side=side)
    except DataError as bad:
        if not ask or bad.facts.get("key") != SIDE:
            raise
        lists, asks = lists_in(context(), raw, where, side=SIDES[0]), True
    imported = read_one(lists, None, where)
    others = tuple(other.army for other in lists[1:])
    return GivenList(context().muster(imported.army), imported.losses, imported.told, others, asks)


def muster_of(request: Request) -> ResolvedList:
    """The list that an address is about: a kept one by its key, or one that the address has in it.

    Raises:
        UnknownNameError: there is none with this key.
        DataError: it cannot be read.
    """
    key = request.path_params.get("key")
    if key is None:
        return read_given(ui.field_text(request.query_params, "list")).muster
    return context().muster(read_list(LISTS.named(key)))


def share_page(request: Request) -> str:
    """Where share links lead to: this app, under an address by which others reach it; nothing where there is none."""
    base = ui.reachable(request.app.state.network or str(request.base_url))
    return f"{base}army" if base else ""


def share_card(request: Request, army: Army) -> dict[str, Any]:
    """What a list is shared, written and printed with: the text to give away, formats, and lists that it could meet."""
    page = share_page(request)
    given = shared(army, page)
    return {
        "shared": {"text": given, "link": bool(page), "scanned": holds(given)},
        "formats": _by_program({TOML.format: TOML, **context().exporters}),
        "foes": [(key, foe.name) for key, foe in readable() if foe.side != army.side],
    }


def _by_program(exporters: Mapping[str, Exporter]) -> list[tuple[str, list[tuple[str, Exporter]]]]:
    """The formats, but the sheet, which is offered by itself: by what takes them, this program's own last."""
    programs: dict[str, list[tuple[str, Exporter]]] = {}
    for name, exporter in exporters.items():
        if name != SHEET.format:
            programs.setdefault(exporter.program, []).append((name, exporter))
    return sorted(programs.items(), key=lambda taken: (not taken[0], taken[0]))


# -- the pages ------------------------------------------------------------------------------------------------------------


def show(request: Request) -> Response:
    """``/army?list=``: the shelf; or a list from a share token, a link, or the text of any format that can be read."""
    return _page(request, ui.field_text(request.query_params, "list"))


async def open_given(request: Request) -> Response:
    """``/army/open``: the same from a form, which takes longer texts than an address."""
    raw, where, fields = await ui.file_form_of(request, "this list")
    return await run_in_threadpool(_page, request, raw or ui.field_text(fields, "list"), where)


def _page(request: Request, given: str | bytes, where: str = "this list") -> Response:
    shown: dict[str, Any] = {"given": given if isinstance(given, str) else "", "fault": "", "sent": None}
    if given:
        try:
            return _sent(request, read_given(given, where, ask=True))
        except AqmfError as bad:
            shown["fault"] = str(bad)
    shown |= {"kept": [_kept(path) for path in LISTS.kept()], "gone": [path.stem for path in LISTS.discarded()[:20]]}
    shown |= {"files": in_files()}
    return ui.page(request, "army.html", sides=SIDES, once=ui.fresh(), seen=_seen, **shown)


def _seen(muster: ResolvedList) -> tuple[str, ...]:
    """The first few kinds of units of a list, as a row of the shelf shows them from above."""
    return tuple(dict.fromkeys(top_view(line.type) for line in muster.lines if line.type))[:MOST_SEEN]


def _sent(request: Request, sent: GivenList) -> Response:
    """A list that was sent: what is kept of it and what is not, with what is to be asked. Nothing is written yet."""
    army = sent.muster.army
    shown: dict[str, Any] = {"token": "", "advice": sent.muster.advice, "profile_line": profile_line}
    with suppress(DataError):  # there is no token that is so long
        shown |= {**share_card(request, army), "token": token_of(army)}
    shown |= {"text": to_toml(army), "others": [(titled(other), to_toml(other)) for other in sent.others]}
    return ui.page(request, "army.html", sides=SIDES, once=ui.fresh(), sent=sent, muster=sent.muster, **shown)


def _kept(path: Path) -> dict[str, Any]:
    """A list on the shelf; ``fault``: why its file cannot be read."""
    try:
        return {"key": path.stem, "muster": context().muster(read_list(path)), "fault": ""}
    except AqmfError as bad:
        return {"key": path.stem, "muster": None, "fault": str(bad)}


def in_files() -> list[dict[str, Any]]:
    """Lists that were made as files: in the player's own folder itself, and those that the command line remembers."""
    folder = own_folder()
    paths = dict.fromkeys((*(list_files_in(folder) if folder.is_dir() else ()), *elsewhere()))
    return [row for path in paths if (row := _in_a_file(path))]


def _in_a_file(path: Path) -> dict[str, Any] | None:
    """A list beside the shelf, opened by its token; None: its file cannot be read any more, or is too long for one."""
    with suppress(AqmfError):
        muster = context().muster(read_list(path))
        return {"file": path.name, "muster": muster, "token": token_of(muster.army)}
    return None


def begin(request: Request, fields: ui.Fields) -> Response:
    """``/army/new``: a new list, without a unit."""
    army = begun(fields)
    return _onto_the_shelf(ui.form_word("new", fields), lambda: keep(army, f"new {army.side} list"))


async def keep_given(request: Request) -> Response:
    """``/army/keep``: a list from a file, or from the text of one, is kept; where something is to be said or asked first,
    it is shown, and kept when its form is sent (``sure``).
    """
    raw, where, fields = await ui.file_form_of(request, "this list")
    return await run_in_threadpool(_given_kept, request, fields, raw, where)


def _given_kept(request: Request, fields: ui.Fields, raw: bytes, where: str) -> Response:
    given = read_given(raw or ui.field_text(fields, "list"), where, ask=True)
    if not given.whole and not ui.field_text(fields, "sure"):
        return _sent(request, given)
    units = list(given.muster.army.units)
    for number, line in enumerate(given.muster.lines):
        if line.type is None and (name := ui.field_text(fields, f"unit.{number}")):
            units[number] = replace(line.entry, unit=context().unit_type(given.muster.army, name).name)
    side = ui.field_one_of(fields, "side", SIDES, given.muster.army.side)
    army = context().tidy(changed(given.muster.army, side=side, units=tuple(units)))
    return _onto_the_shelf(ui.form_word("keep", fields), lambda: keep(army, f"kept from {where}"))


def restore(request: Request, fields: ui.Fields) -> Response:
    """``/army/restore``: a discarded list is restored."""
    return _onto_the_shelf(ui.form_word("restore", fields), lambda: LISTS.bring_back(ui.field_text(fields, "key")))


def _onto_the_shelf(once: str, make: Callable[[], Path]) -> Response:
    """Do it, and open the list; a form that is sent again opens the list that it made."""
    return ui.moved(once, lambda: f"/army/list/{make().stem}/")


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
    if given := ui.field_text(request.query_params, "against"):
        read = read_given(given, "the other list")
        if read.losses:
            message = f"the other list: not all of it can be kept ({'; '.join(read.losses)[:300]})"
            raise DataError(f"{message}: load it under Army lists, and choose it here", key="list")
        return read.muster
    key = ui.field_text(request.query_params, "foe")
    return context().muster(read_list(LISTS.named(key))) if key else None


def code(request: Request) -> Response:
    """``.../code.svg``: the share link as a QR code."""
    return ui.picture(svg_of(shared(muster_of(request).army, share_page(request))))


def printed(request: Request) -> Response:
    """``.../print/SHEET?paper=&size=``: the roster, the cards or the templates as PDF."""
    from aqmf_air.api.ui import write_pdf
    from aqmf_air.games.martian_front.ui.prints.kit import data_of_list, sheets

    sheet, query = request.path_params["sheet"], request.query_params
    paper, size, page = ui.field_text(query, "paper") or "a4", ui.field_text(query, "size") or "sleeve", share_page(request)
    content = write_pdf(sheets(**data_of_list(web_ruleset(), muster_of(request), sheet, size, page)), paper).content
    return _file(request, content, f"-{sheet.casefold()}.pdf", "application/pdf")


def _file(request: Request, content: bytes, suffix: str, kind: str) -> Response:
    name = LISTS.named(request.path_params["key"]).stem if "key" in request.path_params else "army-list"
    plain = ui.plain_name(name, "army-list")
    headers = {"content-disposition": f'attachment; filename="{plain}{suffix}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)
