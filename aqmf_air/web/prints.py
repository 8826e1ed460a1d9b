"""What a game has for paper: each print with pictures of its first pages, and as PDF."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from threading import Lock
from typing import Any
from zipfile import BadZipFile, ZipFile

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air.core.data.files import own_folder, write_aside
from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.contributions import DEFAULT_RULESET, Print
from aqmf_air.errors import DataError
from aqmf_air.plugins import kinds
from aqmf_air.printing.paper import PAPERS, fingerprint, write_pdf
from aqmf_air.printing.paper import first_pages as pages_of
from aqmf_air.web import shared_registry
from aqmf_air.web.pages import field_text, page

KEPT = 32
"""Prints whose pictures are kept, some 100 kB each."""
SHOWN = 3
"""Pages of a print that are shown, at most."""
_turns: defaultdict[tuple[str, str], Lock] = defaultdict(Lock)
"""Of each print: a browser asks for all its pages at once, and they are made together."""


def index(request: Request) -> Response:
    """``/print?ruleset=``: the prints of a game, and the other games that have some."""
    registry = shared_registry.registry()
    source = by_name(registry.rulesets, field_text(request.query_params, "ruleset") or DEFAULT_RULESET, "ruleset")
    games = {name: title for name, title in shared_registry.games().items() if _prints(name)}
    prints = _prints(source.id).values()
    uses = sorted({sheet.each for sheet in prints})
    shown: dict[str, Any] = {
        "together": [(each, [sheet for sheet in prints if sheet.each == each]) for each in uses],
        "ruler": any(sheet.bars for sheet in prints),
        "papers": PAPERS,
        "shown": SHOWN,
    }
    return page(request, "prints.html", ruleset=source.id, title=source.title, games=games, **shown)


def _prints(ruleset: str) -> dict[str, Print]:
    return {
        name: print_ for name, print_ in sorted(shared_registry.registry().of(kinds.PRINTS, ruleset).items()) if print_.where
    }


def _print_of(request: Request, ruleset: str) -> tuple[Print, Any]:
    game = shared_registry.ruleset(ruleset or DEFAULT_RULESET)
    return by_name(_prints(game.id), request.path_params["name"], "print"), game


def pdf(request: Request) -> Response:
    """``/print/NAME.pdf?ruleset=&paper=``: under the usual rulings."""
    print_, game = _print_of(request, field_text(request.query_params, "ruleset"))
    content = write_pdf(print_.load()(game, game.rulings()), field_text(request.query_params, "paper") or "a4").content
    # a browser that has asked for it in the background shows what it has got
    name = f"{game.id}-{print_.name}.pdf"
    headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "private, max-age=10"}
    return Response(content, media_type="application/pdf", headers=headers)


def preview(request: Request) -> Response:
    """``/first-pages/RULESET/NAME.png``: its first page; ``NAME/2.png``: the second. What it has no more is its last one."""
    print_, game = _print_of(request, request.path_params["ruleset"])
    with _turns[game.id, print_.name]:
        pictures = _pictures(print_, game)
    at = min(request.path_params.get("page", 1), len(pictures)) - 1
    return Response(pictures[at], media_type="image/png", headers={"cache-control": "private, max-age=300"})


def first_pages(ruleset: str) -> dict[str, bytes]:
    """The pictures of the prints of a game, by their addresses: a site has them as files, in folders that are no page's
    address: a host would answer with the folder.
    """
    game = shared_registry.ruleset(ruleset)
    return {
        f"/first-pages/{ruleset}/{print_.name}{f'/{page}' if page > 1 else ''}.png": picture
        for print_ in _prints(ruleset).values()
        for page, picture in enumerate(_pictures(print_, game), 1)
    }


@lru_cache(maxsize=KEPT)
def _pictures(print_: Print, game: Any) -> list[bytes]:
    """Typst takes seconds for some: what it made is kept in the player's folder for as long as the sheets are the same."""
    sheets = print_.load()(game, game.rulings())
    kept, made_of = own_folder() / "first-pages" / f"{game.id}-{print_.name}.zip", fingerprint(sheets).encode()
    with suppress(OSError, BadZipFile), ZipFile(kept) as archive:
        if archive.comment == made_of:
            return [archive.read(name) for name in archive.namelist()]
    pictures = pages_of(sheets, min(print_.pages, SHOWN) or 1)
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.comment = made_of
        for number, picture in enumerate(pictures, 1):
            archive.writestr(f"{number}.png", picture)
    with suppress(DataError):  # a folder that cannot be written: they are made again
        write_aside(kept, packed.getvalue())
    return pictures


ROUTES = [
    Route("/print", index),
    Route("/print/{name}.pdf", pdf),
    Route("/first-pages/{ruleset}/{name}.png", preview),
    Route("/first-pages/{ruleset}/{name}/{page:int}.png", preview),
]
