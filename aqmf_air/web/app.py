"""The app: which address leads to which page.

The pages below a path are imported when one of them is first asked for: the app starts at once, and the first page does not
wait for the engine.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aqmf_air.core.play.contributions import Pages
from aqmf_air.errors import AqmfError, DataError, DiscardedError
from aqmf_air.plugins.indexed import indexed, indexed_games
from aqmf_air.web import typefaces
from aqmf_air.web.access.admission import LOOPBACK, Admission
from aqmf_air.web.access.guard import ANSWERS, DOOR, Guard
from aqmf_air.web.discard_pages import gone
from aqmf_air.web.pages import FOLDER, GUEST, IN_PLACE, fragment, not_here, page, static_path, went_wrong

OWN_PAGES = (
    Pages("games", "Set up a table: here, or each player on a phone.", "aqmf_air.web.live.games:ROUTES", link="/games"),
    Pages(
        "odds",
        "The chances of every roll, and the roll itself.",
        "aqmf_air.web.odds:ROUTES",
        link="/odds",
        door=("Odds and rolls", "Any roll: its exact odds, your dice or ours."),
    ),
    Pages("rules", "Look a rule up, and settle what the source leaves open.", "aqmf_air.web.rules:ROUTES", link="/rules"),
    Pages("print", "Sheets, cards and templates for the table, at true scale.", "aqmf_air.web.prints:ROUTES", link="/print"),
    Pages("help", "How the app is used, and how each game is played.", "aqmf_air.web.help:ROUTES", link="/help"),
    Pages("laboratory", "What every force is worth.", "aqmf_air.web.laboratory:ROUTES", link="/lab"),
    Pages("table", "A live table.", "aqmf_air.web.live.actions:ROUTES", link="/game"),
    Pages("seat", "A link to a seat.", "aqmf_air.web.live.actions:ROUTES", link="/join"),
    Pages("first-pages", "How a print begins.", "aqmf_air.web.prints:ROUTES", link="/first-pages"),
    Pages("look", "Every part of a page, for who builds some.", "aqmf_air.web.looks:ROUTES", link="/look"),
    Pages("access", "The code is asked for.", "aqmf_air.web.access.guard:ROUTES", link=DOOR),
)
"""The pages of the app itself; the first five are for the home screen."""


class InPlace:
    """Tells a page that sends a form by itself where the answer leads: a script cannot read that from a redirection."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        waits = scope["type"] == "http" and any(name == IN_PLACE.encode() for name, _ in scope["headers"])

        async def telling(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 303:
                message = {**message, "status": 200}
            await send(message)

        await self.app(scope, receive, telling if waits else send)


class Sections(BaseRoute):
    """All pages, the app's own and those of plugins, each imported with the first request at its link or below.

    Plugins are asked about addresses that are not the app's own, the longest link first.
    """

    def __init__(self, own: Sequence[Pages]) -> None:
        self.own = own

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.FULL if scope["type"] == "http" else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        pages = _at(self.own, scope["path"]) or _at(await run_in_threadpool(guests), scope["path"])
        if pages is None:
            raise HTTPException(404)
        router = await run_in_threadpool(router_of, pages)
        await router({**scope, GUEST: pages}, receive, send)


def guests() -> Sequence[Pages]:
    """The pages that plugins add to the app, those with the longest link first."""
    from aqmf_air.web.shared_registry import pages

    return sorted(pages(), key=lambda section: -len(section.link))


def _at(pages: Iterable[Pages], path: str) -> Pages | None:
    return next((section for section in pages if f"{path}/".startswith(f"{section.link.rstrip('/')}/")), None)


@lru_cache(maxsize=256)
def router_of(pages: Pages) -> Router:
    """Where each of the pages is, all of them imported."""
    return Router(routes=pages.load())


async def guests_file(request: Request) -> Response:
    """``/static/of/PACKAGE/FILE``: a static file of a plugin that adds pages or boards."""

    def packages() -> set[str]:
        from aqmf_air.web.shared_registry import board_packages

        return {guest.static for guest in guests() if guest.static}.union(board_packages())

    package = request.path_params["package"]
    if package not in await run_in_threadpool(packages):
        raise HTTPException(404)
    return await StaticFiles(packages=[(package, "static")]).get_response(request.path_params["path"], request.scope)


def doors() -> list[tuple[str, str, str]]:
    """Title, link and line of the pages that players come for: they are there before any plugin is loaded."""
    of_games = (section for section in indexed("aqmf_register_pages").values() if isinstance(section, Pages))
    return [(section.door[0], section.link, section.door[1]) for section in (*OWN_PAGES, *of_games) if section.door]


def _more(request: Request) -> Sequence[Pages]:
    app = request.scope.get("app")  # none where the page alone is made
    return app.state.more if app else ()


async def home(request: Request) -> Response:
    """``/``: the first page. What takes the engine is in it once that is loaded; before, the page asks for it afterwards."""
    engine = "aqmf_air.web.live.games"
    whole = engine in sys.modules or "all" in request.query_params
    shown: dict[str, Any] = {"own": _more(request), "doors": doors(), "titles": indexed_games(), "whole": whole}
    if whole:
        shown |= await (await run_in_threadpool(import_module, engine)).home_parts(request)
    return page(request, "home_parts.html" if fragment(request) else "home.html", **shown)


MOST_NAMES = 400
"""Names among which one search looks."""


async def find(request: Request) -> Response:
    """``POST /find`` {"text", "names"}: those of a page's names that a player may mean, the likeliest first."""
    from aqmf_air.core.data.search import Searched, near, search

    try:
        sent = await request.json()
        typed, names = sent["text"], sent["names"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise HTTPException(400, "expected a text and names") from None
    if (
        not isinstance(typed, str)
        or not isinstance(names, list)
        or len(names) > MOST_NAMES
        or not {*map(type, names)} <= {str}
    ):
        raise HTTPException(400, "expected a text and names")
    things = [Searched(name[:200]) for name in names]
    fitting = [thing.name for thing in search(typed, things)] if typed.strip() else []
    return JSONResponse({"found": fitting or list(near(typed, things))}, headers={"cache-control": "no-store"})


def cut_off(request: Request, fault: Exception) -> Response:
    """What a request is answered with whose line was cut while it was sent: nobody reads it, and it is no fault of ours."""
    return Response(status_code=400)


@asynccontextmanager
async def _put_away(app: Starlette) -> AsyncIterator[None]:
    """When the app stops, every live table is closed."""
    yield
    if app.state.live_tables is not None:
        await app.state.live_tables.close()
        app.state.live_tables = None


def create_app(
    hosts: Collection[str] = LOOPBACK,
    network: str | None = "",
    admission: Admission | None = None,
    *,
    framed: bool = False,
    more: Sequence[Pages] = (),
) -> Starlette:
    """The app, with everything that is plugged in.

    Args:
        hosts: the names that it answers to.
        network: the address by which other machines know this one, if they are served; None: no other browser can ever reach
            it, and no table offers links.
        admission: who is let in, where other machines are served.
        framed: its own shell shows it in a frame, in the one browser that it runs in.
        more: pages besides the app's own and those of plugins.
    """
    script = htmx()
    app = Starlette(
        lifespan=_put_away,
        routes=[
            Route("/", home),
            Route("/find", find, methods=["POST"]),
            Route(ANSWERS, lambda request: PlainTextResponse("The app answers.")),
            Route("/favicon.ico", lambda request: FileResponse(FOLDER / "static" / "rose.svg")),
            Route("/static/htmx.js", lambda request: FileResponse(script, media_type="text/javascript")),
            *typefaces.ROUTES,
            Route(static_path("{package}/{path:path}"), guests_file),
            Mount(static_path(""), StaticFiles(directory=FOLDER / "static")),
            Sections((*OWN_PAGES, *more)),
        ],
        middleware=[
            Middleware(Guard, hosts=hosts, admission=admission, framed=framed),
            Middleware(InPlace),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={
            ClientDisconnect: cut_off,
            DiscardedError: gone,
            ModuleNotFoundError: not_here,
            **dict.fromkeys((AqmfError, HTTPException, Exception), went_wrong),
        },
    )
    app.state.live_tables = None  # opened by the first who comes to a table
    app.state.network, app.state.admission, app.state.framed = network, admission, framed
    app.state.more = more
    return app


def htmx() -> Path:
    """The script of htmx, inside the package that carries it (DataError: the package is not there)."""
    spec = find_spec("js_lib_htmx")
    path = Path(spec.origin).parent / "static" / "htmx" / "htmx.min.js" if spec and spec.origin else Path()
    if path.is_file():
        return path
    raise DataError("htmx is missing: install the package 'django-js-lib-htmx'", path="js_lib_htmx")
