"""Army lists: one that was shared is shown, checked, and written in every format."""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.core.roster import ExportOptions
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.host.army.exchange.qr import link_of, svg_of
from aqmf_air.host.army.exchange.token import token_of
from aqmf_air.host.army.muster import Depot, Muster
from aqmf_air.registry import by_name
from aqmf_air.web.engine import ruleset
from aqmf_air.web.pages import page, picture, text


@cache
def depot() -> Depot:
    """Everything that lists are made of and made into."""
    return Depot(ruleset().registry)


def show(request: Request) -> Response:
    """``/army?list=``: a list from a share token, a link, or the text of any format that can be read."""
    given = text(request.query_params, "list")
    shown: dict[str, Any] = {"given": given, "fault": "", "muster": None}
    if given:
        try:
            muster, losses = _read(given)
            shown |= {"muster": muster, "losses": losses, "token": token_of(muster.army), "advice": muster.advice}
            shown |= {"exporters": depot().exporters, "link": link_of(muster.army, _page(request))}
        except AqmfError as fault:
            shown["fault"] = str(fault)
    return page(request, "army.html", **shown)


def export(request: Request) -> Response:
    """``/army/export/FORMAT?list=``: the list as a file."""
    exporter = by_name(depot().exporters, request.path_params["format"], "format")
    muster, _ = _read(text(request.query_params, "list"))
    content = depot().export(muster, exporter.format, ExportOptions(exporter.suffix, _page(request)))
    return Response(
        content,
        media_type="text/plain; charset=utf-8" if exporter.text else "application/octet-stream",
        headers={"content-disposition": f'attachment; filename="army-list{exporter.suffix}"', "cache-control": "no-store"},
    )


def code(request: Request) -> Response:
    """``/army/code.svg?list=``: the share link as a QR code."""
    muster, _ = _read(text(request.query_params, "list"))
    return picture(svg_of(link_of(muster.army, _page(request))))


def _page(request: Request) -> str:
    return f"{request.base_url}army"


def _read(given: str) -> tuple[Muster, tuple[str, ...]]:
    """The list, and what of it could not be kept.

    Raises:
        DataError: it cannot be read, or there is none.
    """
    if not given:
        raise DataError("expected a list: a share token, a link, or its text", key="list")
    found = depot().read(given.encode("utf-8", "replace"), "this list")
    return depot().muster(found.army), found.losses
