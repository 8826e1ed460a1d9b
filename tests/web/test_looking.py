"""The browser that the tests look with is everybody's: what one page leaves behind must not fail the next."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tests.web.conftest import running
from tests.web.looking import watched


async def slow(_: Request) -> Response:
    await asyncio.sleep(0.5)
    return HTMLResponse("<p>late")


async def page_at_once(_: Request) -> Response:
    return HTMLResponse("<link rel=icon href=data:,><p>here")


def test_a_page_left_while_its_route_still_fetches_fails_no_other(chromium: Any) -> None:
    def through(route: Any) -> None:
        route.fulfill(response=route.fetch())

    app = Starlette(routes=[Route("/", page_at_once), Route("/slow", slow)])
    app.state.live_tables = None
    with running(app) as address:
        with watched(chromium) as left:
            left.goto(address)
            left.route("**/slow", through)
            left.evaluate("() => { fetch('/slow').catch(() => 0); }")
            left.wait_for_timeout(100)
        with watched(chromium) as after:
            after.goto(address)
            after.wait_for_timeout(800)
            assert after.locator("p").inner_text() == "here"
