"""What the pages on army lists have in common: the folder of lists, and the list that an address is about."""

from __future__ import annotations

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.data.names import by_name
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.exchange.qr import holds, shared, svg_of
from aqmf_air.games.martian_front.army.model import Army
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList
from aqmf_air.games.martian_front.army.store import LISTS, parse_list, read_list, readable, to_toml
from aqmf_air.games.martian_front.army_formats import Exporter, ExportOptions
from aqmf_air.games.martian_front.ui.web_ruleset import ruleset
from aqmf_air.registry import Registry
from aqmf_air.web.access.addresses import reachable
from aqmf_air.web.pages import picture, text, whole

TOML = Exporter("toml", "this list as the command line keeps it", ".toml", lambda muster, _: to_toml(muster.army).encode())


def depot() -> ListContext:
    """Everything that lists are made of and made into, with the player's own designs as they are now."""
    return _depot(ruleset().registry)


@lru_cache(maxsize=1)
def _depot(registry: Registry) -> ListContext:
    return ListContext(registry)


def read_given(given: str | bytes, where: str = "this list") -> tuple[ResolvedList, tuple[str, ...]]:
    """A list from the text of any format, and what of it could not be kept.

    Raises:
        DataError: it cannot be read, or there is none.
    """
    raw = given.encode("utf-8", "replace") if isinstance(given, str) else given
    if not raw.strip():
        raise DataError("expected a list: a share token, a link, its text, or a file", key="list")
    if any(one.recognises(raw) for one in depot().importers.values()):
        found = depot().read(raw, where)
        return depot().muster(found.army), found.losses
    if b"=" in raw:
        return depot().muster(depot().tidy(parse_list(raw, where))), ()
    known = ", ".join(sorted((TOML.format, *depot().importers)))
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
    return depot().muster(read_list(LISTS.named(key)))


def share_page(request: Request) -> str:
    """Where share links lead to: this app, under an address by which others reach it; nothing where there is none."""
    base = reachable(request.app.state.network or str(request.base_url))
    return f"{base}army" if base else ""


def sharing(request: Request, army: Army) -> dict[str, object]:
    """How a list is shared: the text to give away, whether it is a link, and whether a QR code holds it."""
    page = share_page(request)
    given = shared(army, page)
    return {"text": given, "link": bool(page), "scanned": holds(given)}


def foes_of(army: Army) -> list[tuple[str, str]]:
    """The lists on the shelf that this one could meet: key and name."""
    return [(key, one.name) for key, one in readable() if one.side != army.side]


# -- what is made of a list -----------------------------------------------------------------------------------------------


def export(request: Request) -> Response:
    """``.../export/FORMAT[?against=|foe=]``: the list as a file; a format that holds two has the other list in it too."""
    exporter = by_name({**depot().exporters, TOML.format: TOML}, request.path_params["format"], "format")
    against = _other_list(request) if exporter.against else None
    content = exporter.write(muster_of(request), ExportOptions(exporter.suffix, share_page(request), against))
    kind = "text/plain; charset=utf-8" if exporter.text else "application/octet-stream"
    return _file(request, content, exporter.suffix, kind)


def _other_list(request: Request) -> ResolvedList | None:
    """The list that is pasted, else the one that is chosen from the shelf."""
    if given := text(request.query_params, "against"):
        return read_given(given, "the other list")[0]
    key = text(request.query_params, "foe")
    return depot().muster(read_list(LISTS.named(key))) if key else None


def code(request: Request) -> Response:
    """``.../code.svg``: the share link as a QR code."""
    return picture(svg_of(shared(muster_of(request).army, share_page(request))))


def printed(request: Request) -> Response:
    """``.../print/SHEET?paper=&per-page=``: the roster, the cards or the templates as PDF."""
    from aqmf_air.games.martian_front.ui.prints.kit import DENSITIES, kit_pdf

    sheet, query = request.path_params["sheet"], request.query_params
    per_page = whole(query, "per-page", min(DENSITIES), max(DENSITIES), DENSITIES[0])
    paper, page = text(query, "paper") or "a4", share_page(request)
    content = kit_pdf(ruleset(), muster_of(request), sheet, paper, per_page, page)
    return _file(request, content, f"-{sheet.casefold()}.pdf", "application/pdf")


def _file(request: Request, content: bytes, suffix: str, kind: str) -> Response:
    name = LISTS.named(request.path_params["key"]).stem if "key" in request.path_params else "army-list"
    plain = "".join(letter for letter in name if letter.isascii() and (letter.isalnum() or letter in "-_ ")) or "army-list"
    headers = {"content-disposition": f'attachment; filename="{plain}{suffix}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)
