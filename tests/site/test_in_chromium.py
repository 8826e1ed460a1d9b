"""A built site in Debian's Chromium: offline, killed, in two tabs. Skipped where the runtime cannot be had."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from aqmf_air.errors import AqmfError
from aqmf_air.site.build import Sources, build
from tests.conftest import CHROMIUM, WITHOUT_NETWORK

WITHOUT = frozenset({"numpy", "shapely"})
BOOT_MS = 180_000
CONNECT_MS, STARTS = 20_000, 5
"""A Chromium that was killed wakes the site's service worker as it starts, and now and then does not answer meanwhile."""
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


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "site"
    runtime = os.environ.get("AQMF_RUNTIME")
    wheels = os.environ.get("AQMF_WHEELS")
    try:
        build(folder, Sources(Path(runtime) if runtime else None, Path(wheels) if wheels else None, "", WITHOUT), print)
    except (AqmfError, subprocess.TimeoutExpired) as bad:
        pytest.skip(str(bad))
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    begun = Host(site)
    yield begun
    begun.end()


@pytest.fixture
def browse(chromium: Any, tmp_path: Path) -> Iterator[Callable[[], tuple[Any, Callable[[], None]]]]:
    """Starts a browser of its own with a profile that stays, and gives it with what kills it at once."""
    started: list[subprocess.Popen[bytes]] = []

    def launched() -> tuple[subprocess.Popen[bytes], Any]:
        profile = tmp_path / "profile"
        (profile / "DevToolsActivePort").unlink(missing_ok=True)
        options = ["--headless", "--remote-debugging-port=0", f"--user-data-dir={profile}", *WITHOUT_NETWORK]
        process = subprocess.Popen([str(CHROMIUM), *options], start_new_session=True, stderr=subprocess.DEVNULL)
        started.append(process)
        until = time.monotonic() + 60
        while not (profile / "DevToolsActivePort").exists() or not (profile / "DevToolsActivePort").read_text():
            assert time.monotonic() < until
            time.sleep(0.1)
        port = (profile / "DevToolsActivePort").read_text().split()[0]
        for left in reversed(range(STARTS)):
            try:
                return process, chromium.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}", timeout=CONNECT_MS)
            except PlaywrightTimeout:
                if not left:
                    raise
        raise AssertionError

    def start() -> tuple[Any, Callable[[], None]]:
        process, browser = launched()
        browser.contexts[0].set_default_timeout(BOOT_MS)

        def kill() -> None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            with contextlib.suppress(Exception):  # it is gone
                browser.close()

        return browser, kill

    yield start
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def frame_of(page: Any) -> Any:
    page.locator(IN_FRAME).wait_for(state="visible")
    return page.locator(IN_FRAME).element_handle().content_frame()


def opened(browser: Any, address: str) -> tuple[Any, Any]:
    page = browser.contexts[0].new_page()
    page.goto(address)
    return page, frame_of(page)


def with_table(browser: Any, address: str) -> Any:
    """A page at a table that was set up by its form."""
    page, frame = opened(browser, f"{address}/games?scenario=valor:campaign")
    frame.locator("#new-game button.main").click()
    page.wait_for_url("**/game/campaign*")
    return page


def test_the_first_page_is_there_before_python_and_a_page_by_its_address(host: Host, browse: Any) -> None:
    browser, _ = browse()
    page = browser.contexts[0].new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(f"{host.address}/odds/shoot")
    assert "Air war games" in page.locator("h1").inner_text()
    assert page.locator("#steps li").count() == 5
    assert "Games on a table that is measured" in page.locator("main").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    frame = frame_of(page)
    frame.wait_for_load_state()
    assert frame.url.endswith("/odds/shoot")
    frame.get_by_role("link", name="Rules", exact=True).first.click()
    page.wait_for_url("**/rules")
    page.go_back()
    page.wait_for_url("**/odds/shoot")
    assert faults == []


def orders_after_kills(host: Host, browse: Any, kills: int) -> list[int]:
    """The entries after each start of a browser that was killed as soon as one more order was acknowledged."""
    there = []
    browser, kill = browse()
    page = with_table(browser, host.address)
    for _ in range(kills):
        status, _ = frame_of(page).evaluate(ORDER)
        assert status == 200
        kill()
        browser, kill = browse()
        page, frame = opened(browser, f"{host.address}/game/campaign")
        there.append(frame.evaluate(ENTRIES))
    kill()
    return there


def test_an_order_that_was_acknowledged_outlives_a_kill(host: Host, browse: Any) -> None:
    assert orders_after_kills(host, browse, 2) == [1, 2]


@pytest.mark.further
def test_twenty_orders_outlive_twenty_kills(host: Host, browse: Any) -> None:
    assert orders_after_kills(host, browse, 20) == list(range(1, 21))
