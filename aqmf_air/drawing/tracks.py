"""Moves on a chart: paths with true arcs and what each piece costs, turning gauges, areas, and marks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from aqmf_air.drawing import style
from aqmf_air.drawing.lettering import em
from aqmf_air.drawing.map import Map
from aqmf_air.drawing.panel import box, cross_path, disc, line
from aqmf_air.drawing.svg import line_to
from aqmf_air.geometry.plane.arc import Arc
from aqmf_air.geometry.plane.contour import Segment
from aqmf_air.geometry.plane.pose import Pose, unit
from aqmf_air.geometry.plane.sector import fire_arc
from aqmf_air.geometry.plane.template import Disc
from aqmf_air.geometry.plane.track import Leg, Path, Straight

CROSS = 6.0
"""Pixels from the middle of a mark to its tips, each way."""
_MOST_LABELS = 24
"""Pieces whose costs are written on a chart."""
_TRODDEN = 16.0
"""Pixels of the pieces of a path that words keep off."""


def flight_path(chart: Map, path: Path, labels: bool = True, colour: str = style.INK) -> None:
    """The path of a centre: straights and true arcs, with what each piece costs."""
    if not path.legs:
        return
    chart.outline(path, fill="none", stroke=style.CARD, stroke_width=5, stroke_linecap="round", stroke_opacity=0.8)
    chart.outline(path, fill="none", stroke=colour, stroke_width=2.4, stroke_linecap="round", stroke_linejoin="round")
    for leg in path.legs:
        if leg.length_after - leg.length_before > 24 / chart.scale:
            _arrow(chart, leg.at(0.5, path.radius), colour)
        steps = max(1, math.ceil((leg.length_after - leg.length_before) * chart.scale / _TRODDEN))
        chart.keep_off([(at.x, at.y) for at in (leg.at(step / steps, path.radius) for step in range(steps + 1))])
    if labels:
        for leg in path.legs[:_MOST_LABELS]:
            _label(chart, path, leg)
    chart.panel.tell("path of the base's centre", line(stroke=style.INK, stroke_width=2.4))


def gauges(chart: Map, path: Path, gauge_diameter: float) -> None:
    """The turning gauge as it lies for each turn, and the circle that the centre runs on."""
    look: dict[str, Any] = {"fill": style.BRASS, "fill_opacity": 0.13, "stroke": style.BRASS, "stroke_width": 1.4}
    (way,) = path.outline.contours
    for leg, edge in zip(path.legs[:_MOST_LABELS], way.edges, strict=False):
        if isinstance(edge, Segment):
            continue
        x, y = edge.middle
        chart.disc(x, y, gauge_diameter, **look)
        if abs(2 * edge.radius - gauge_diameter) > 0.01:
            chart.disc(x, y, 2 * edge.radius, fill="none", stroke=style.BRASS, stroke_width=0.8, stroke_dasharray="2 4")
        tick = 4 / chart.scale
        for dx, dy in ((tick, 0), (0, tick)):
            chart.line([(x - dx, y - dy), (x + dx, y + dy)], stroke=style.DEEP_BRASS, stroke_width=1)
        for pose in (leg.start, leg.end):
            chart.line([(x, y), (pose.x, pose.y)], stroke=style.BRASS, stroke_width=0.8, stroke_dasharray="1 3")
        chart.panel.tell(f'turning gauge, {gauge_diameter:g}" across', disc(**look))


def fire_arcs(chart: Map, pose: Pose, arcs: Iterable[Arc], reach: float) -> None:
    """Where a gun bears: its arcs out to its range."""
    look: dict[str, Any] = {"fill": style.BLUE, "fill_opacity": 0.07, "stroke": style.BLUE, "stroke_width": 1.2}
    look["stroke_dasharray"] = "7 3 1.5 3"
    for arc in arcs:
        chart.outline(fire_arc(pose, arc, reach), **look)
    chart.panel.tell("arc and range of a gun", box(**look))


def area(chart: Map, rings: Iterable[Sequence[Sequence[float]]], threatened: str = "") -> None:
    """An area that can be reached, or, with the words for the legend, one that is ``threatened``."""
    if threatened:
        look: dict[str, Any] = {"fill": "url(#threatened)", "stroke": style.FIRE_EDGE, "stroke_dasharray": "9 3"}
        chart.rings(rings, **look, stroke_width=1.8)
        chart.panel.tell(threatened, box(**look, stroke_width=1.8))
    else:
        listed = list(rings)
        chart.rings(listed, fill=style.BRASS, fill_opacity=0.2)
        chart.rings(listed, fill="url(#reached)", stroke=style.DEEP_BRASS, stroke_width=2)
        chart.panel.tell("where the centre can end", box(fill="url(#reached)", stroke=style.DEEP_BRASS, stroke_width=2))


def leaving(chart: Map, pose: Pose, labelled: bool = True) -> None:
    """Where a path leaves the table; of several that leave it together one alone is ``labelled``."""
    cross(chart, pose.x, pose.y, style.INK, 8)
    if labelled:
        chart.label(Disc(pose.x, pose.y, 16 / chart.scale), ("leaves the table", style.INK), bold=True)


def _arrow(chart: Map, pose: Pose, colour: str) -> None:
    x, y = chart.at(pose.x, pose.y)
    ux, uy = unit(pose.facing)
    tip, back = (x + 6 * ux, y - 6 * uy), (x - 5 * ux, y + 5 * uy)
    wings = [(back[0] + side * 5 * uy, back[1] + side * 5 * ux) for side in (-1, 1)]
    chart.body.add("path", d=line_to([tip, wings[0], (x - 2 * ux, y + 2 * uy), wings[1]], closed=True), fill=colour)


def _label(chart: Map, path: Path, leg: Leg) -> None:
    """What a piece is and costs, beside its middle, on the outside of a turn."""
    cost = leg.spent_after - leg.spent_before
    if cost * chart.scale < 14:
        return
    middle = leg.at(0.5, path.radius)
    right = True
    text = _inches(cost)
    if not isinstance(leg.piece, Straight):
        right = leg.piece.side == "left"
        text = f"{_plain(leg.piece.degrees)}° = {_inches(cost)}"
    ux, uy = unit(middle.facing)
    away = (8.0 + em(text) * 6) * abs(uy) + 13.0 * abs(ux)  # half of the words, and clear of the line
    away = away if right else -away
    chart.words(middle.x, middle.y, text, 12, shift=(away * uy, away * ux))


def _plain(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _inches(value: float) -> str:
    return f'{_plain(value)}"'


def cross(chart: Map, x: float, y: float, colour: str = style.FIRE_EDGE, size: float = CROSS) -> None:
    """A mark at a point of the table, in pixels."""
    data = cross_path(*chart.at(x, y), size)
    chart.body.add("path", d=data, stroke=style.CARD, stroke_width=4.5)
    chart.body.add("path", d=data, stroke=colour, stroke_width=2.2)
