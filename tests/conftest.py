from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["pytester"]

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


def pytest_configure() -> None:
    """Ctrl-C reaches the programs that tests start, also where whoever started the tests has them ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _no_folder_of_a_player() -> Iterator[Path]:
    """No test reads or writes the folder of whoever runs it."""
    with tempfile.TemporaryDirectory(prefix="aqmf-home-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", folder)
        yield Path(folder)
