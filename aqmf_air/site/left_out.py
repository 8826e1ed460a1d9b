"""What a site lacks that was built without some packages, in words for its first page."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

from aqmf_air.core.data.packages import left_out

AS_BUILT = Path(__file__).with_name("left_out.json")
"""The file, in a site alone, with what it was built without: what comes with the first print is not there at first."""
LACKS = {
    "numpy": "games whose automatic players or tables plan with NumPy; their odds, rules, lists and sheets are here.",
    "shapely": "games on a table that is measured, and designs of your own as they look from above.",
    "typst": "paper as PDF: 'aqmf print' on a computer prints.",
}
"""What is not there without a package, by its name."""


def left_out_of_site() -> Collection[str]:
    """The packages that this site was built without; of an app that is no site, those that are not installed."""
    return json.loads(AS_BUILT.read_bytes()) if AS_BUILT.exists() else left_out()


def said_left_out(packages: Collection[str]) -> list[str]:
    """A line for each of these packages that something needs."""
    return [f"{LACKS[package][0].upper()}{LACKS[package][1:]}" for package in LACKS if package in packages]
