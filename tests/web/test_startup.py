"""The first page is there before the engine is."""

from __future__ import annotations

import subprocess
import sys

STARTED = """
import asyncio, sys
from aqmf_air.web.app import create_app, home
from starlette.requests import Request
create_app()
shown = asyncio.run(home(Request({"type": "http", "path": "/", "headers": [], "query_string": b"", "method": "GET"})))
assert b"Play now" in shown.body
print("\\n".join(sys.modules))
"""


def test_the_first_page_loads_no_engine() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True, timeout=60)
    loaded = set(done.stdout.split())
    assert not loaded & {"pydantic", "pluggy", "shapely", "numpy", "segno", "typst", "importlib.metadata"}
    assert not [
        name
        for name in loaded
        if name.startswith(("aqmf_air.games.martian_front", "aqmf_air.games", "aqmf_air.plugins.registry"))
    ]
