from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["pytester"]

settings.register_profile("steady", deadline=None, derandomize=True, database=None, max_examples=60)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def _no_folder_of_a_player() -> Iterator[Path]:
    """No test reads or writes the folder of whoever runs it."""
    with tempfile.TemporaryDirectory(prefix="aqmf-home-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", folder)
        yield Path(folder)
