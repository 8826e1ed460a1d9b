from __future__ import annotations

import gc
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

pytest_plugins = ["pytester"]

CHROMIUM = Path("/usr/bin/chromium")
WITHOUT_NETWORK = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # The last such list counts: this one names what playwright's own does for the network and for pictures, too. Popups of
    # an address bar, which nobody sees here, would be drawn ahead for every new window: two thirds of what a window costs.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,HttpsUpgrades,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning",
)

settings.register_profile("steady", deadline=None, derandomize=True, database=None, max_examples=60)
settings.load_profile("steady")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Folders are tested on every core; named files, benchmarks and whoever says ``-n 0`` have one process to themselves."""
    if hasattr(config, "workerinput") or not config.pluginmanager.has_plugin("xdist"):
        return
    option = config.option
    if option.numprocesses is None and not option.benchmark_only and all(Path(asked).is_dir() for asked in config.args):
        option.numprocesses = "auto"
    if option.numprocesses and option.dist == "no":
        option.dist = "worksteal"  # neighbours share what their module prepared, and nobody waits for a slow module


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Folders are tested without the longer and second looks that are marked ``further``; CI takes them by ``-m further``.

    Of the cases of a test marked ``further(every=3)`` the suite takes the first of each three. Named files are tested whole.
    """
    asked = config.option.markexpr == "further"
    if not asked and not all(Path(path).is_dir() for path in config.args):
        return
    cases: Counter[str] = Counter()
    chosen: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        waits = False
        if marker := item.get_closest_marker("further"):
            case = item.nodeid.partition("[")[0]
            every = marker.kwargs.get("every")
            waits = every is None or cases[case] % every > 0
            cases[case] += 1
        (chosen if waits == asked else left).append(item)
    items[:] = chosen
    if asked:  # a part of the suite, which cannot tell what proves no rule; without them a folder is the whole suite
        config.hook.pytest_deselected(items=left)


def pytest_configure() -> None:
    """Ctrl-C reaches the programs that tests start, also where whoever started the tests has them ignore it.

    And workers and programs keep what they compile: each would compile the whole package again.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay to the end: the garbage collector need not look through them each time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--one-thread", action="store_true", help="the app starts no thread, as in a browser; without Chromium")


@pytest.fixture(autouse=True)
def _one_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """With ``--one-thread`` the app works as in a browser: what would start a thread fails. A test's own may start some."""
    if not request.config.option.one_thread:
        yield
        return
    if {"chromium", "address"} & set(request.fixturenames) or request.node.get_closest_marker("threads"):
        pytest.skip("a server of this machine has threads")
    from aqmf_air.site.one_thread import work_in_one_thread

    start = threading.Thread.start

    def refuse(self: threading.Thread) -> None:
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("can't start new thread")
        start(self)

    undo = work_in_one_thread()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        yield
    undo()


@pytest.fixture(scope="session", autouse=True)
def _no_folder_of_a_player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or writes a player's own folder. One that a killed run leaves is removed by later runs."""
    folder = tmp_path_factory.mktemp("aqmf-home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", str(folder))
        patch.delenv("COLUMNS", raising=False)  # what commands write into a pipe is as wide as it is
        yield folder


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's Chromium. Without it the tests skip, but in CI, where it must be there, they fail."""
    if not CHROMIUM.is_file() and "CI" not in os.environ:
        pytest.skip(f"{CHROMIUM} is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), headless=True, args=list(WITHOUT_NETWORK))
        yield browser
        browser.close()
