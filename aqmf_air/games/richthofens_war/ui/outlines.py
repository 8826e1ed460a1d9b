"""True outlines of aircraft from above, with the marks of their nations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from aqmf_air.api import Sourced, load_rows, package_file, ui

RINGS: Mapping[str, tuple[str, ...]] = {
    "France": ("#b3382c", "#ffffff", "#23405a"),
    "Britain": ("#23405a", "#ffffff", "#b3382c"),
    "USA": ("#b3382c", "#23405a", "#ffffff"),
}
"""The rings of a nation's roundel, from without; others have crosses."""


class TrueOutline(Sourced):
    """A type from above, nose up, within a circle of 100 about the origin."""

    type: str
    path: str
    """SVG path data."""
    mark: tuple[float, float, float]
    """Where the marks on its wings are: so far out, so far down, and their radius."""


@cache
def outlines() -> Mapping[str, TrueOutline]:
    """The outline of each type that has one, by its name."""
    return {row.type: row for row in load_rows(package_file(__package__, "data/outlines.toml"), TrueOutline, "outline")}


def top_view(outline: TrueOutline, nation: str, colour: str) -> str:
    """A type in a colour, with its nation's marks."""
    drawn = ui.Fragment()
    drawn.add("path", d=outline.path, fill=colour)
    out, down, radius = outline.mark
    for hand in (-1, 1):
        national_mark(drawn, nation, (hand * out, down), radius)
    return str(drawn)


def national_mark(drawn: ui.Fragment, nation: str, at: tuple[float, float], radius: float) -> None:
    """A nation's roundel or cross about a point; its radius is that of the white ground."""
    (x, y), white = at, "#ffffff"
    drawn.circle(at, radius, white)
    if rings := RINGS.get(nation):
        for colour, share in zip(rings, (0.88, 0.58, 0.28), strict=True):
            drawn.circle(at, radius * share, colour)
        return
    arm = radius * 0.75
    cross = f"M{ui.coord(x - arm)} {ui.coord(y)}h{ui.coord(2 * arm)}M{ui.coord(x)} {ui.coord(y - arm)}v{ui.coord(2 * arm)}"
    drawn.path(cross, "#111", radius * 0.55)
