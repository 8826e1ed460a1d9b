"""The app: which address leads to which page.

The module of a page is imported when the page is first asked for: the app is there at once, and whoever reads the first
page does not wait for the engine.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import iscoroutinefunction
from pathlib import Path
from threading import Thread
from typing import Any

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from aqmf_air.errors import AqmfError, DataError, DiscardedError
from aqmf_air.web.discarding import gone
from aqmf_air.web.gate.admission import Admission
from aqmf_air.web.gate.guard import DOOR, LOOPBACK, Guard
from aqmf_air.web.ledger.news import News
from aqmf_air.web.pages import FOLDER, broken, page, refused, turned_away


def on(module: str, name: str) -> Callable[[Request], Awaitable[Response]]:
    """The page ``name`` of a module beside this one, imported with its first request."""

    async def answer(request: Request) -> Response:
        made = await run_in_threadpool(_page, module, name)
        if iscoroutinefunction(made):
            return _answered(await made(request))
        return _answered(await run_in_threadpool(made, request))

    return answer


@cache
def _page(module: str, name: str) -> Callable[[Request], Any]:
    made = getattr(import_module(f"{__package__}.{module}"), name)
    assert callable(made)
    return made  # type: ignore[no-any-return]


def _answered(answer: Any) -> Response:
    assert isinstance(answer, Response)
    return answer


def home(request: Request) -> Response:
    """``/``: the first page. Once it has been sent the engine is opened, so that the next one does not wait for it."""
    shown = page(request, "home.html")
    shown.background = BackgroundTask(_open_engine)
    return shown


async def _open_engine() -> None:
    _opening()


@cache
def _opening() -> Thread:
    """A thread that nobody waits for, whoever ends the app in the meantime least of all."""
    thread = Thread(target=_opened, daemon=True)
    thread.start()
    return thread


def _opened() -> None:
    with suppress(Exception):  # whoever asks for the engine then meets what is wrong with it, and is told
        import_module(f"{__package__}.engine").ruleset()


ROUTES = (
    Route("/", home),
    Route("/resolve", on("resolver.pages", "resolve")),
    Route("/resolve/roll", on("resolver.pages", "roll"), methods=["POST"]),
    Route("/resolve/other", on("resolver.kinds", "show")),
    Route("/resolve/other/roll", on("resolver.kinds", "roll"), methods=["POST"]),
    Route("/ledger", on("ledger.shelf", "listed")),
    Route("/ledger/new", on("ledger.shelf", "new"), methods=["POST"]),
    Route("/ledger/{name}", on("ledger.pages", "show")),
    Route("/ledger/{name}/roll", on("ledger.pages", "roll"), methods=["POST"]),
    Route("/ledger/{name}/write", on("ledger.pages", "write"), methods=["POST"]),
    Route("/ledger/{name}/undo", on("ledger.pages", "step"), methods=["POST"]),
    Route("/ledger/{name}/redo", on("ledger.pages", "step"), methods=["POST"]),
    Route("/ledger/{name}/discard", on("ledger.shelf", "ask"), methods=["GET"]),
    Route("/ledger/{name}/discard", on("ledger.shelf", "discard"), methods=["POST"]),
    Route("/ledger/{name}/restore", on("ledger.shelf", "restore"), methods=["POST"]),
    Route("/ledger/{name}/stream", on("ledger.pages", "stream")),
    Route("/ledger/{name}/luck", on("ledger.pages", "luck")),
    Route("/ledger/{name}/log.jsonl", on("ledger.pages", "log_file")),
    Route("/army", on("army.pages", "show")),
    Route("/army/new", on("army.pages", "begin"), methods=["POST"]),
    Route("/army/keep", on("army.pages", "keep_given"), methods=["POST"]),
    Route("/army/restore", on("army.pages", "restore"), methods=["POST"]),
    Route("/army/export/{format}", on("army.pages", "export")),
    Route("/army/code.svg", on("army.pages", "code")),
    Route("/army/print/{sheet}", on("army.pages", "printed")),
    Route("/army/list/{key}/", on("army.builder", "build"), name="army_list"),
    Route("/army/list/{key}/units", on("army.builder", "units")),
    Route("/army/list/{key}/compare", on("army.builder", "compare")),
    Route("/army/list/{key}/code.svg", on("army.pages", "code")),
    Route("/army/list/{key}/export/{format}", on("army.pages", "export")),
    Route("/army/list/{key}/print/{sheet}", on("army.pages", "printed")),
    Route("/army/list/{key}/copy", on("army.builder", "copy"), methods=["POST"]),
    Route("/army/list/{key}/discard", on("army.builder", "discard"), methods=["POST"]),
    Route("/army/list/{key}/{change}", on("army.builder", "change"), methods=["POST"]),
    Route("/odds", on("odds", "index")),
    Route("/odds/{question}.svg", on("odds", "drawn")),
    Route("/odds/{question}", on("odds", "ask")),
    Route("/rules", on("rules", "register")),
    Route("/rules/{id}", on("rules", "one")),
    Route("/hangar", on("hangar.pages", "listed")),
    Route("/hangar/design/{name:path}", on("hangar.pages", "show"), name="design"),
    Route("/hangar/compare", on("hangar.pages", "compare")),
    Route("/hangar/compare.svg", on("hangar.pages", "comparison_drawn")),
    Route("/hangar/worth", on("hangar.pages", "worth")),
    Route("/hangar/worth.svg", on("hangar.pages", "worth_drawn")),
    Route("/hangar/new", on("hangar.calculator", "new")),
    Route("/hangar/price", on("hangar.calculator", "price")),
    Route("/hangar/keep", on("hangar.calculator", "keep"), methods=["POST"]),
    Route(DOOR, on("gate.entrance", "show"), methods=["GET"]),
    Route(DOOR, on("gate.entrance", "enter"), methods=["POST"]),
    Route("/games", on("live.games", "listed")),
    Route("/games/new", on("live.games", "new"), methods=["POST"]),
    Route("/games/scenario/{name}.svg", on("live.games", "drawn")),
    Route("/scenario", on("scenario.pages", "shelf")),
    Route("/scenario/new", on("scenario.pages", "shelf"), methods=["GET"]),
    Route("/scenario/new", on("scenario.pages", "begin"), methods=["POST"]),
    Route("/scenario/copy", on("scenario.pages", "copy"), methods=["POST"]),
    Route("/scenario/load", on("scenario.pages", "load"), methods=["POST"]),
    Route("/scenario/restore", on("scenario.pages", "restore"), methods=["POST"]),
    Route("/scenario/{scenario}", on("scenario.pages", "edit")),
    Route("/scenario/{scenario}/table.svg", on("scenario.pages", "drawn")),
    Route("/scenario/{scenario}/file.toml", on("scenario.pages", "toml_file")),
    Route("/scenario/{scenario}/discard", on("scenario.pages", "discard"), methods=["POST"]),
    Route("/scenario/{scenario}/{change}", on("scenario.pages", "change"), methods=["POST"]),
    Route("/join/{game}/{token}", on("live.seats", "join")),
    Route("/game/{game}/join", on("live.seats", "sit_down"), methods=["POST"]),
    Route("/game/{game}/seats", on("live.seats", "show"), methods=["GET"]),
    Route("/game/{game}/seats", on("live.seats", "change"), methods=["POST"]),
    Route("/game/{game}/discard", on("live.games", "ask"), methods=["GET"]),
    Route("/game/{game}/discard", on("live.games", "discard"), methods=["POST"]),
    Route("/game/{game}/restore", on("live.games", "restore"), methods=["POST"]),
    Route("/game/{game}/log.jsonl", on("live.actions", "log")),
    Route("/game/{game}", on("board.routes", "show")),
    Route("/game/{game}/film", on("film.routes", "show")),
    Route("/game/{game}/board.svg", on("board.routes", "picture")),
    Route("/game/{game}/about", on("board.routes", "about"), methods=["POST"]),
    Route("/game/{game}/reach", on("board.routes", "reach"), methods=["POST"]),
    Route("/game/{game}/path", on("board.routes", "path"), methods=["POST"]),
    Route("/game/{game}/plan", on("board.routes", "plan"), methods=["POST"]),
    Route("/game/{game}/sheet.json", on("live.actions", "sheet")),
    Route("/game/{game}/stream", on("live.actions", "stream")),
    Route("/game/{game}/ask", on("live.actions", "ask"), methods=["POST"]),
    Route("/game/{game}/order", on("live.actions", "order"), methods=["POST"]),
    Route("/game/{game}/undo", on("live.actions", "step"), methods=["POST"]),
    Route("/game/{game}/redo", on("live.actions", "step"), methods=["POST"]),
    Route("/game/{game}/answer", on("live.actions", "reply"), methods=["POST"]),
)


@asynccontextmanager
async def _put_away(app: Starlette) -> AsyncIterator[None]:
    """When the app stops, every live table is put away."""
    yield
    app.state.news.close()
    if app.state.hall is not None:
        await app.state.hall.close()
        app.state.hall = None


def create_app(hosts: Collection[str] = LOOPBACK, network: str = "", admission: Admission | None = None) -> Starlette:
    """The app, with everything that is plugged in.

    Args:
        hosts: the names that it answers to.
        network: the address by which other machines know this one, if they are served.
        admission: who is let in then.
    """
    script = htmx()
    app = Starlette(
        lifespan=_put_away,
        routes=[
            *ROUTES,
            Route("/static/htmx.js", lambda request: _script(request, script)),
            Mount("/static", StaticFiles(directory=FOLDER / "static")),
        ],
        middleware=[Middleware(Guard, hosts=hosts, admission=admission), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={DiscardedError: gone, AqmfError: refused, HTTPException: turned_away, Exception: broken},
    )
    app.state.news = News()
    app.state.hall = None  # opened by the first who comes to a table
    app.state.network, app.state.admission = network, admission
    return app


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
