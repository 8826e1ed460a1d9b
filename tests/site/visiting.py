"""A host of a built site, and what is done with its pages in a browser."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from aqmf_air.games.martian_front.army.exchange.token import token_of
from tests.games.martian_front.ledger.forces import AIRCRAFT, HUMANS, army

FLYING = token_of(army("human", (*HUMANS, *AIRCRAFT), limit=2000))
"""The token of a list with aircraft."""
Browse = Callable[[], tuple[Any, Callable[[], None]]]
"""Starts a browser, and gives it with what kills it at once."""
BOOT_MS = 180_000
IN_FRAME = "iframe#app"
ORDER = """async () => {
  const at = location.pathname;
  const sheet = await (await fetch(`${at}/sheet.json`)).json();
  const order = { as: "you", entries: sheet.entries, command: sheet.offers[0].command };
  const headers = { "content-type": "application/json" };
  const done = await fetch(`${at}/order`, { method: "POST", headers, body: JSON.stringify(order) });
  return [done.status, sheet.entries];
}"""
ENTRIES = "async () => (await (await fetch(`${location.pathname}/sheet.json`)).json()).entries"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *said: Any) -> None:
        """Nothing."""

    def send_error(self, code: int, *said: Any) -> None:
        """As hosts do that have nothing but files: the site's own page."""
        self.send_response(code)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write((Path(self.directory) / "404.html").read_bytes())


class Host:
    """A host of a site that can be ended and begun again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.begin()

    def begin(self) -> None:
        answer = functools.partial(Quiet, directory=str(self.folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), answer)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"


def frame_of(page: Any) -> Any:
    page.locator(IN_FRAME).wait_for(state="visible")
    return page.locator(IN_FRAME).element_handle().content_frame()


def opened(context: Any, address: str) -> tuple[Any, Any]:
    page = context.new_page()
    page.goto(address)
    return page, frame_of(page)


def with_table(context: Any, address: str) -> Any:
    """A page at a table that was set up by its form."""
    page, frame = opened(context, f"{address}/games?scenario=valor:campaign")
    frame.locator("#new-game button.main").click()
    page.wait_for_url("**/game/campaign*")
    return page
