"""The app: which address leads to which page."""

from __future__ import annotations

from collections.abc import Collection
from importlib.util import find_spec
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from aqmf_air.errors import AqmfError, DataError
from aqmf_air.web import army, calculator, hangar, resolver, rules
from aqmf_air.web.guard import LOOPBACK, Guard
from aqmf_air.web.pages import FOLDER, broken, page, refused, turned_away

ROUTES = (
    Route("/", lambda request: page(request, "home.html")),
    Route("/resolve", resolver.resolve),
    Route("/resolve/roll", resolver.roll, methods=["POST"]),
    Route("/army", army.show),
    Route("/army/export/{format}", army.export),
    Route("/army/code.svg", army.code),
    Route("/rules", rules.register),
    Route("/rules/{id}", rules.one),
    Route("/hangar", hangar.listed),
    Route("/hangar/design/{name:path}", hangar.show, name="design"),
    Route("/hangar/compare", hangar.compare),
    Route("/hangar/compare.svg", hangar.comparison_drawn),
    Route("/hangar/worth", hangar.worth),
    Route("/hangar/worth.svg", hangar.worth_drawn),
    Route("/hangar/new", calculator.new),
    Route("/hangar/price", calculator.price),
    Route("/hangar/keep", calculator.keep, methods=["POST"]),
)


def create_app(hosts: Collection[str] = LOOPBACK) -> Starlette:
    """The app, with everything that is plugged in; ``hosts`` are the names that it answers to."""
    script = htmx()
    return Starlette(
        routes=[
            *ROUTES,
            Route("/static/htmx.js", lambda request: _script(request, script)),
            Mount("/static", StaticFiles(directory=FOLDER / "static")),
        ],
        middleware=[Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={AqmfError: refused, HTTPException: turned_away, Exception: broken},
    )


def htmx() -> Path:
    """The script of htmx, inside the package that carries it.

    Raises:
        DataError: the package is not there.
    """
    spec = find_spec("js_lib_htmx")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / "static" / "htmx" / "htmx.min.js"
        if path.is_file():
            return path
    raise DataError("htmx is missing: install the package 'django-js-lib-htmx'", path="js_lib_htmx")


def _script(request: Request, path: Path) -> Response:
    return FileResponse(path, media_type="text/javascript")
