"""What a site lacks that was built without some packages, in words for its first page."""

from __future__ import annotations

from collections.abc import Collection

LACKS = {
    "numpy": "games whose automatic players or tables plan with NumPy; their odds, rules, lists and sheets are here.",
    "shapely": "games on a table that is measured, and drawings that need plane geometry.",
    "typst": "paper as PDF and pictures of it.",
}
"""What is not there without a package, by its name."""


def said_left_out(packages: Collection[str]) -> list[str]:
    """A line for each of these packages that something needs."""
    return [f"{LACKS[package][0].upper()}{LACKS[package][1:]}" for package in LACKS if package in packages]
