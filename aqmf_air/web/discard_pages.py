"""The pages about a log that is discarded: the question before it, what stands in its place, and how it is brought back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.errors import AqmfError, DiscardedError
from aqmf_air.web.pages import field_text, form_of, fragment, page

if TYPE_CHECKING:
    from aqmf_air.core.store.game_list import Kept

GAME = "game"
"""What live tables have; everything else goes by the name of its page."""


def title_of(kept: Kept) -> str:
    """The title that a kept game goes by."""
    from aqmf_air.core.play.events import scenario_in  # the first page is there before the rules are

    return (kept.header and scenario_in(kept.header)[1]) or kept.name


def remark_on(kept: Kept) -> str:
    """What a list says of a game besides: that it is damaged, of a game that is not there, or of older rules."""
    if kept.fault:
        return f"damaged: {kept.fault}"
    from aqmf_air.web.shared_registry import registry

    name, version = kept.header["ruleset"], kept.header["version"]
    if name not in registry().rulesets:
        return f"{name!r} is not installed"
    try:
        return "" if version == registry().ruleset(name).version else f"begun under rules {version}"
    except AqmfError as fault:  # a game that cannot be built hides no other
        return f"cannot be opened: {fault}"


def discarding(what: str, below: str, find_kept: Callable[[Request], Awaitable[Kept]]) -> tuple[Route, ...]:
    """The pages that discard a log and bring it back; ``below``: the path of its own, ``asked``: finds it for who may."""

    async def ask(request: Request) -> Response:
        kept = await find_kept(request)
        if kept.discarded:
            return RedirectResponse(f"/{what}/{quote(kept.name)}", 303)
        return page(request, "discard.html", **_shown(what, kept), gone=False)

    async def discard(request: Request) -> Response:
        kept = await find_kept(request)  # which has opened the live tables
        await request.app.state.live_tables.discard(kept.name)
        return RedirectResponse(f"{_shelf(what)}?{urlencode({'gone': kept.name})}", 303)

    async def restore(request: Request) -> Response:
        kept, form = await find_kept(request), await form_of(request)
        await request.app.state.live_tables.files.ask(lambda store, _: store.restore(kept.name))
        typed = urlencode(parse_qsl(field_text(form, "query")))
        return RedirectResponse(f"/{what}/{quote(kept.name)}" + (f"?{typed}#shown" if typed else ""), 303)

    return (
        Route(f"{below}/discard", ask, methods=["GET"]),
        Route(f"{below}/discard", discard, methods=["POST"]),
        Route(f"{below}/restore", restore, methods=["POST"]),
    )


def gone(request: Request, fault: Exception) -> Response:
    """The page in place of a discarded log; what was typed into a form there is restored with it."""
    assert isinstance(fault, DiscardedError)
    typed = urlencode(request.query_params.multi_items()) if fault.what != GAME else ""
    status = 200 if request.method == "GET" else 409  # nothing is wrong with looking at it
    shown = page(request, "discard.html", status, **_shown(fault.what, fault.kept), gone=True, may=fault.may, query=typed)
    if fragment(request):
        shown.headers["hx-refresh"] = "true"
    return shown


def _shown(what: str, kept: Kept) -> dict[str, Any]:
    path = f"/{what}/{quote(kept.name)}"
    return {"what": what, "title": title_of(kept), "entries": kept.entries, "path": path, "shelf": _shelf(what)}


def _shelf(what: str) -> str:
    """Where logs of a kind are listed."""
    return "/games" if what == GAME else f"/{what}"
