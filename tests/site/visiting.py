"""A host of a built site, and what is done with its pages in a browser."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

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


STATE = """async () => {
  const name = (worker) => worker?.state ?? "none";
  const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  const { held, pending } = await navigator.locks.query();
  return {
    step: document.querySelector("[aria-current]")?.textContent,
    controller: name(navigator.serviceWorker.controller),
    installing: name(installing), waiting: name(waiting), active: name(active),
    held: held.length, pending: pending.length, kept: await caches.keys(),
  };
}"""
"""How far a start is: for a failure that happens elsewhere."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *said: Any) -> None:
        """Nothing."""

    def send_error(self, code: int, *said: Any) -> None:
        """As hosts do that have nothing but files: the site's own page."""
        self.send_response(code)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write((Path(self.directory) / "404.html").read_bytes())

    def copyfile(self, source: Any, target: Any) -> None:
        """The file, or its first bytes and then nothing: as a bad network sends it."""
        server: Any = self.server
        how = server.bad.get(self.path, [])
        if not how:
            super().copyfile(source, target)
            return
        target.write(source.read(9))
        target.flush()
        server.ended.wait(how.pop(0))
        self.close_connection = True


class Server(ThreadingHTTPServer):
    request_queue_size = 128
    """Connections of a first visit to a machine that is busy: of more than the five that are usual, some are reset."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.bad: dict[str, list[float]] = {}
        """For a path, how often it is cut off, and after how many seconds of silence."""
        self.ended = threading.Event()


class Host:
    """A host of a site that can be ended and begun again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.begin()

    def begin(self) -> None:
        answer = functools.partial(Quiet, directory=str(self.folder))
        self.server = Server(("127.0.0.1", self.port), answer)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self) -> None:
        self.server.ended.set()
        self.server.shutdown()
        self.server.server_close()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"


def frame_of(page: Any) -> Any:
    """The app as it is shown. Raises AssertionError: it is not, with what the shell shows instead."""
    try:
        page.locator(IN_FRAME).wait_for(state="visible")
    except PlaywrightTimeout:
        shown, state = page.locator("body").inner_text(), page.evaluate(STATE)
        raise AssertionError(f"{page.url} shows no app but: {shown}\n{state}") from None
    return page.locator(IN_FRAME).element_handle().content_frame()


def opened(context: Any, address: str) -> tuple[Any, Any]:
    page = context.new_page()
    page.set_default_timeout(BOOT_MS)
    page.goto(address)
    return page, frame_of(page)


def with_table(context: Any, address: str) -> Any:
    """A page at a table that was set up by its form."""
    page, frame = opened(context, f"{address}/games?scenario=valor:campaign")
    frame.locator("#new-game button.main").click()
    page.wait_for_url("**/game/campaign*")
    return page
