"""What stands and flies on a chart: bases, aircraft, paths with true arcs, gauges, templates, arcs of fire."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from aqmf_air.drawing import style
from aqmf_air.drawing.map import Map
from aqmf_air.drawing.svg import Fragment, Point, arc_to, line_to, number
from aqmf_air.geometry.plane.arc import ARCS, Arc
from aqmf_air.geometry.plane.pose import Pose, unit
from aqmf_air.geometry.plane.template import Disc
from aqmf_air.geometry.plane.track import Leg, Path, Straight

SILHOUETTE = (
    "M0 -.92 L.13 -.6 L.13 -.42 L1 -.3 L1 -.02 L.13 -.06 L.1 .56 L.42 .66 L.42 .84 L0 .8 "
    "L-.42 .84 L-.42 .66 L-.1 .56 L-.13 -.06 L-1 -.02 L-1 -.3 L-.13 -.42 L-.13 -.6 Z"
)
"""An aircraft of radius 1 that flies up the page."""


def plane(sheet: Fragment, centre: Point, radius: float, facing: float, fill: str, opacity: float = 1.0) -> None:
    """The silhouette of an aircraft, ``radius`` pixels."""
    place = f"translate({number(centre[0])} {number(centre[1])}) rotate({number(facing)}) scale({number(radius)})"
    sheet.add("path", d=SILHOUETTE, transform=place, fill=fill, fill_opacity=opacity)


def tripod(sheet: Fragment, centre: Point, radius: float, colour: str) -> None:
    """A Martian machine from above: a hood and three legs, ``radius`` pixels."""
    x, y = centre
    feet = [(x + radius * math.sin(math.radians(a)), y - radius * math.cos(math.radians(a))) for a in (0, 120, 240)]
    sheet.add("path", d=" ".join(line_to([centre, foot]) for foot in feet), stroke=colour, stroke_width=max(1.5, radius / 7))
    sheet.add("circle", cx=x, cy=y, r=radius * 0.42, fill=colour)


def troops(sheet: Fragment, centre: Point, radius: float, colour: str, kind: str = "infantry") -> None:
    """A human element as on staff maps, ``radius`` pixels: a box with a saltire, a gun's dot or a vehicle's track."""
    x, y = centre
    w, h = radius * 0.78, radius * 0.52
    box = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
    line = max(1.1, radius / 9)
    data = line_to(box, closed=True)
    if kind == "artillery":
        sheet.add("circle", cx=x, cy=y, r=h * 0.5, fill=colour)
    elif kind == "vehicle":
        sheet.add("ellipse", cx=x, cy=y, rx=w * 0.7, ry=h * 0.56, fill="none", stroke=colour, stroke_width=line)
    else:
        data += line_to([box[0], box[2]]) + line_to([box[1], box[3]])
    sheet.add("path", d=data, fill="none", stroke=colour, stroke_width=line)


def drone(sheet: Fragment, centre: Point, radius: float, colour: str) -> None:
    """A Martian drone: a hood on a ring, without legs, ``radius`` pixels."""
    x, y = centre
    sheet.add("circle", cx=x, cy=y, r=radius * 0.3, fill=colour)
    sheet.add("circle", cx=x, cy=y, r=radius * 0.66, fill="none", stroke=colour, stroke_width=max(1.2, radius / 8))


# -- on the chart ---------------------------------------------------------------------------------------------------------


def aircraft(
    chart: Map, pose: Pose, base_diameter: float, name: str = "", ended: bool = True, returned: bool = False
) -> None:
    """An aircraft on its base; where a move starts it is drawn in outline."""
    chart.disc(pose.x, pose.y, base_diameter, hint=name, fill=style.CARD if ended else "none", fill_opacity=0.9,
               stroke=style.INK, stroke_width=1.8 if ended else 1.2,
               stroke_dasharray=None if ended else "3 2.5")  # fmt: skip
    radius = base_diameter / 2 * chart.scale * 0.86
    plane(chart.body, chart.at(pose.x, pose.y), radius, pose.facing, style.INK, 1.0 if ended else 0.35)
    chart.keep_clear(pose.x, pose.y, radius)
    nose = pose.ahead(base_diameter / 2)
    tip = pose.ahead(base_diameter / 2 + max(0.22, 7 / chart.scale))
    chart.line([(nose.x, nose.y), (tip.x, tip.y)], stroke=style.INK, stroke_width=1.8)
    placed = "comes back" if returned else "ends" if ended else "starts"
    chart.panel.tell(f"aircraft where it {placed}")


def element(
    chart: Map,
    disc: Disc,
    name: str,
    side: str,
    flies: bool = False,
    struck: str = "",
    facing: float | None = None,
    kind: str = "",
) -> None:
    """A base with its symbol and its id; ``struck`` is what is written of one under a template.

    With a ``facing``, in degrees clockwise from +y, a nose on the rim of the base shows it; ``kind`` chooses the symbol.
    """
    martian = side == "martian"
    colour = style.MARTIAN if martian else style.HUMAN
    chart.disc(disc.x, disc.y, disc.diameter, hint=f"{name}: {struck}" if struck else name, fill=style.CARD,
               fill_opacity=0.85, stroke=colour, stroke_width=3 if struck else 1.5)  # fmt: skip
    if struck:
        chart.disc(disc.x, disc.y, disc.diameter + 7 / chart.scale, fill="none", stroke=style.FIRE_EDGE, stroke_width=1.6,
                   stroke_dasharray="5 2.5")  # fmt: skip
        chart.panel.tell("under a template")
    radius = disc.diameter / 2 * chart.scale * 0.78
    chart.keep_clear(disc.x, disc.y, radius)
    centre = chart.at(disc.x, disc.y)
    if flies:
        plane(chart.body, centre, radius, facing or 0, colour)
    elif martian:
        (drone if kind == "drone" else tripod)(chart.body, centre, radius, colour)
    else:
        troops(chart.body, centre, radius, colour, kind)
    if facing is not None:
        _nose(chart, Pose(disc.x, disc.y, facing), disc.diameter / 2, colour)
    chart.panel.tell("Martian element" if martian else "human element")


def element_label(chart: Map, disc: Disc, name: str, struck: str = "") -> None:
    """The name beside a base, and what is written of it."""
    chart.label(disc, (name, style.INK), *([(struck, style.FIRE_EDGE)] if struck else []), bold=bool(struck))


def flight_path(chart: Map, path: Path, labels: bool = True, colour: str = style.INK) -> None:
    """The path of a centre: straights and true arcs, with what each piece costs."""
    if not path.legs:
        return
    data = line_to([chart.at(path.start.x, path.start.y)])
    for leg in path.legs:
        data += " " + _leg(chart, path, leg)
    chart.body.add(
        "path", d=data, fill="none", stroke=style.CARD, stroke_width=5, stroke_linecap="round", stroke_opacity=0.8
    )
    chart.body.add(
        "path", d=data, fill="none", stroke=colour, stroke_width=2.4, stroke_linecap="round", stroke_linejoin="round"
    )
    for leg in path.legs:
        if leg.length_after - leg.length_before > 24 / chart.scale:
            _arrow(chart, leg.at(0.5, path.radius), colour)
        for step in range(math.ceil((leg.length_after - leg.length_before) * chart.scale / _TRODDEN)):
            at = leg.at(min(1.0, step * _TRODDEN / chart.scale / (leg.length_after - leg.length_before)), path.radius)
            chart.keep_clear(at.x, at.y, _TRODDEN / 2, 0.3)
    if labels:
        for leg in path.legs[:_MOST_LABELS]:
            _label(chart, path, leg)
    chart.panel.tell("path of the base's centre")


_MOST_LABELS = 24
"""Pieces whose costs are written on a chart."""
_TRODDEN = 12.0
"""Pixels of the squares along a path that words keep off."""
_CROSS = 6.0
"""Pixels from the middle of a mark to its tips, each way."""


def gauges(chart: Map, path: Path, gauge_diameter: float) -> None:
    """The turning gauge as it lies for each turn, and the circle that the centre runs on."""
    for leg in path.legs[:_MOST_LABELS]:
        if (arc := path.arc_line(leg)) is None:
            continue
        chart.disc(arc.x, arc.y, gauge_diameter, fill=style.BRASS, fill_opacity=0.13, stroke=style.BRASS, stroke_width=1.4)
        if abs(2 * arc.radius - gauge_diameter) > 0.01:
            chart.disc(
                arc.x, arc.y, 2 * arc.radius, fill="none", stroke=style.BRASS, stroke_width=0.8, stroke_dasharray="2 4"
            )
        tick = 4 / chart.scale
        for dx, dy in ((tick, 0), (0, tick)):
            chart.line([(arc.x - dx, arc.y - dy), (arc.x + dx, arc.y + dy)], stroke=style.DEEP_BRASS, stroke_width=1)
        for pose in (leg.start, leg.end):
            chart.line([(arc.x, arc.y), (pose.x, pose.y)], stroke=style.BRASS, stroke_width=0.8, stroke_dasharray="1 3")
        chart.panel.tell('turning gauge, 4" across')


def template(chart: Map, disc: Disc) -> None:
    """A barrage template, and its mark kept clear."""
    chart.keep_clear(disc.x, disc.y, _CROSS)
    chart.disc(disc.x, disc.y, disc.diameter, fill="url(#embers)", stroke=style.FIRE_EDGE, stroke_width=1.8,
               stroke_dasharray="9 3")  # fmt: skip
    chart.panel.tell("barrage template")


def drop_mark(chart: Map, x: float, y: float, name: str) -> None:
    """The mark of a drop and its number, above everything that was flown."""
    _cross(chart, x, y)
    chart.label(Disc(x, y, 2 * _CROSS / chart.scale), (name, style.FIRE_EDGE), size=14, bold=True)
    chart.panel.tell("mark of a drop")


def fire_arcs(chart: Map, pose: Pose, arcs: Iterable[Arc], reach: float) -> None:
    """Where a gun bears: its arcs out to its range."""
    for arc in arcs:
        middle = pose.facing + 90.0 * ARCS.index(arc)
        chart.sector(pose.x, pose.y, reach, middle - 45, middle + 45, fill=style.HUMAN, fill_opacity=0.07,
                     stroke=style.HUMAN, stroke_width=1.2, stroke_dasharray="7 3 1.5 3")  # fmt: skip
    chart.panel.tell("arc and range of a gun")


def area(chart: Map, rings: Iterable[Sequence[Sequence[float]]], bombs: bool = False) -> None:
    """An area that can be reached, or bombed."""
    if bombs:
        chart.rings(
            rings, fill=style.FIRE, fill_opacity=0.09, stroke=style.FIRE_EDGE, stroke_width=1.5, stroke_dasharray="9 3"
        )
        chart.panel.tell("where a bomb can fall")
    else:
        listed = list(rings)
        chart.rings(listed, fill=style.BRASS, fill_opacity=0.2)
        chart.rings(listed, fill="url(#reached)", stroke=style.DEEP_BRASS, stroke_width=2)
        chart.panel.tell("where the centre can end")


def leaving(chart: Map, pose: Pose) -> None:
    """Where a path leaves the table."""
    _cross(chart, pose.x, pose.y, style.INK, 8)
    chart.label(Disc(pose.x, pose.y, 16 / chart.scale), ("leaves the table", style.INK), bold=True)


def _leg(chart: Map, path: Path, leg: Leg) -> str:
    end = chart.at(leg.end.x, leg.end.y)
    if isinstance(leg.piece, Straight):
        return f"L{number(end[0])} {number(end[1])}"
    clockwise, radius = leg.piece.side == "right", path.radius * chart.scale
    if leg.piece.degrees < 355:
        return arc_to(end, radius, leg.piece.degrees > 180, clockwise)
    half = leg.at(0.5, path.radius)  # an arc of a full circle would be no arc at all
    return f"{arc_to(chart.at(half.x, half.y), radius, False, clockwise)} {arc_to(end, radius, False, clockwise)}"


def _nose(chart: Map, pose: Pose, radius: float, colour: str) -> None:
    """A tip on the rim of a base, towards its front."""
    size = max(0.14, min(0.3, radius * 0.3))
    tip, root = pose.ahead(radius + size), pose.ahead(radius)
    dx, dy = (root.x - pose.x) / radius * size, (root.y - pose.y) / radius * size
    wings = [(root.x - side * dy, root.y + side * dx) for side in (-1, 1)]
    chart.line([(tip.x, tip.y), *wings], closed=True, fill=colour)


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
    away = 20.0 if right else -20.0
    dx, dy = away * uy, away * ux
    anchor = "middle" if abs(dx) < 8 else ("start" if dx > 0 else "end")
    chart.words(middle.x, middle.y, text, 12, anchor=anchor, shift=(dx * 0.75, dy + 4))


def _plain(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _inches(value: float) -> str:
    return f'{_plain(value)}"'


def _cross(chart: Map, x: float, y: float, colour: str = style.FIRE_EDGE, size: float = _CROSS) -> None:
    px, py = chart.at(x, y)
    data = line_to([(px - size, py - size), (px + size, py + size)]) + line_to(
        [(px - size, py + size), (px + size, py - size)]
    )
    chart.body.add("path", d=data, stroke=style.CARD, stroke_width=4.5)
    chart.body.add("path", d=data, stroke=colour, stroke_width=2.2)
