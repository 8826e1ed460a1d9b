"""What takes packages that a site may leave out: worked out when the site is built, and read where they are missing."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "made_ahead"
"""The folder, in a site alone, with what its build has made: a file of JSON for each name."""


@cache
def made_ahead(name: str) -> Any:
    """What a plugin contributes of this name as :class:`aqmf_air.core.play.contributions.MadeAhead`, as plain data; None:
    it was not made, for the packages that it takes are here.
    """
    file = FOLDER / f"{name}.json"
    return json.loads(file.read_bytes()) if file.is_file() else None
