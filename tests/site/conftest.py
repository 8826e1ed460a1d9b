"""A built site, a host of it, and browsers of their own. Skipped where the runtime cannot be had."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from aqmf_air.errors import AqmfError
from aqmf_air.site.build import Built, Sources, build
from tests.conftest import CHROMIUM, WITHOUT_NETWORK
from tests.site.visiting import BOOT_MS, Browse, Host

WITHOUT = frozenset({"numpy", "shapely"})
CONNECT_MS, STARTS = 20_000, 5
"""A Chromium that was killed wakes the site's service worker as it starts, and now and then does not answer meanwhile."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Built]:
    folder = tmp_path_factory.mktemp("built") / "site"
    runtime = os.environ.get("AQMF_RUNTIME")
    wheels = os.environ.get("AQMF_WHEELS")
    try:
        sources = Sources(Path(runtime) if runtime else None, Path(wheels) if wheels else None, "", WITHOUT)
        return folder, build(folder, sources, print)
    except (AqmfError, subprocess.TimeoutExpired) as bad:
        pytest.skip(str(bad))


@pytest.fixture(scope="session")
def site(built: tuple[Path, Built]) -> Path:
    folder, _ = built
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    begun = Host(site)
    yield begun
    begun.end()


@pytest.fixture
def browse(chromium: Any, tmp_path: Path) -> Iterator[Browse]:
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
