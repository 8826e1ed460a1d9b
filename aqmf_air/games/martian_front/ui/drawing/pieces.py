"""What stands on a chart of this game, and how units are drawn and described, with what extensions add."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from aqmf_air.api import NO_NAMES, Registry, same_name
from aqmf_air.api.geometry import Disc, Pose
from aqmf_air.api.ui import CROSS, Fragment, Map, MapGround, Point, box, coord, line_to, style
from aqmf_air.api.ui import disc as round_swatch
from aqmf_air.games.martian_front.army.plugged_in import LOOKS
from aqmf_air.games.martian_front.chapters.orders import RULESET
from aqmf_air.games.martian_front.sequence import OWN, States, conditions
from aqmf_air.games.martian_front.state import Marked, Terrain
from aqmf_air.games.martian_front.tables import UnitType

TOP_VIEWS = "/army/top-views.svg"
"""Where the app has a symbol for each unit."""
MARTIAN, HUMAN = style.RED, style.BLUE
Symbol = Callable[[Fragment, Point, float, float, str], None]
"""Draws a kind of unit: on a sheet, about a point, on a base of a radius in pixels, facing so many degrees, in a colour."""
OVERHANG = 1.5
"""How far a symbol may reach beyond the base that it stands on, as a part of the base's radius."""

_TINTS = {
    "wood": "#cfd2a8",
    "ruins": "#d3c7b4",
    "trenches": "#dccba2",
    "redoubt": "#c9b7a4",
    "hill": "#dec99a",
    "water": "#bfd0cf",
}
_MARKS = {
    "wood": '<path d="M6 15v-4M2 11q4 -9 8 0zM17 23v-4M13 19q4 -9 8 0z" fill="none" stroke="#5d6638" stroke-width="1"/>',
    "ruins": '<path d="M2 4h7v6M14 20h8M14 20v-6M4 18h4M15 5h5" fill="none" stroke="#6b5c49" stroke-width="1.2"/>',
    "trenches": '<path d="M0 6h4v4h5v-4h5v4h5v-4h5M0 18h4v4h5v-4h5v4h5v-4" fill="none" stroke="#7a6232" stroke-width="1"/>',
    "redoubt": '<path d="M0 0h24M0 12h24M6 0v12M18 12v12" fill="none" stroke="#6a5140" stroke-width="1.2"/>',
    "hill": '<path d="M3 3l3 6M11 3l3 6M19 3l3 6M7 15l3 6M15 15l3 6" fill="none" stroke="#8a6d33" stroke-width="1"/>',
    "water": '<path d="M0 6q6 -4 12 0t12 0M0 18q6 -4 12 0t12 0" fill="none" stroke="#54777a" stroke-width="1"/>',
}
_PLAIN = '<path d="M0 24L24 0" fill="none" stroke="#7a6a4c" stroke-width="1"/>'
_PLAIN_TINT = "#d9ccb0"


def ground_drawn(terrain: Iterable[Terrain]) -> tuple[MapGround, ...]:
    """Pieces of terrain as they are drawn; a kind without a tint and marks of its own is hatched."""
    return tuple(
        MapGround(area.name, area.kind, area.corners, _TINTS.get(area.kind, _PLAIN_TINT), _MARKS.get(area.kind, _PLAIN))
        for area in terrain
    )


def colour_of(side: str) -> str:
    """The colour of a side."""
    return MARTIAN if side == "martian" else HUMAN


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


def stand_in(sheet: Fragment, centre: Point, radius: float, colour: str, side: str, kind: str) -> None:
    """The sign for units of a kind, ``radius`` pixels, where nothing draws them better."""
    if side == "martian":
        (drone if kind == "drone" else tripod)(sheet, centre, radius, colour)
    else:
        troops(sheet, centre, radius, colour, kind)


def element_drawn(
    chart: Map,
    disc: Disc,
    name: str,
    side: str,
    symbol: Symbol | None = None,
    struck: str = "",
    facing: float | None = None,
    kind: str = "",
) -> None:
    """A base with its symbol and its id; ``struck`` is what is written of one under a template.

    A ``symbol`` turns to ``facing``, in degrees clockwise from +y; without one, ``kind`` and side choose a sign, and a nose
    on the rim shows the facing.
    """
    martian, colour = side == "martian", colour_of(side)
    chart.disc(disc.x, disc.y, disc.diameter, hint=f"{name}: {struck}" if struck else name, fill=style.CARD,
               fill_opacity=0.85, stroke=colour, stroke_width=3 if struck else 1.5)  # fmt: skip
    if struck:
        chart.disc(disc.x, disc.y, disc.diameter + 7 / chart.scale, fill="none", stroke=style.FIRE_EDGE, stroke_width=1.6,
                   stroke_dasharray="5 2.5")  # fmt: skip
        struck_look = round_swatch(fill="none", stroke=style.FIRE_EDGE, stroke_width=1.6, stroke_dasharray="5 2.5")
        chart.panel.tell("under a template", struck_look)
    radius = disc.diameter / 2 * chart.scale
    chart.keep_clear(disc.x, disc.y, radius * OVERHANG if symbol else radius)
    centre = chart.at(disc.x, disc.y)
    if symbol is not None:
        symbol(chart.body, centre, radius, facing or 0, colour)
    else:
        stand_in(chart.body, centre, radius * 0.78, colour, side, kind)
    if facing is not None and symbol is None:
        _nose(chart, Pose(disc.x, disc.y, facing), disc.diameter / 2, colour)
    what = kind or ("tripod" if martian else "infantry")

    def sign(sheet: Fragment, x: float, y: float) -> None:
        sheet.add("circle", cx=x, cy=y, r=10, fill=style.CARD, stroke=colour, stroke_width=1.5)
        if symbol is not None:
            symbol(sheet, (x, y), 7, 0, colour)  # wings and tail are beyond its rim
        else:
            stand_in(sheet, (x, y), 8, colour, side, what)

    chart.panel.tell(f"{'Martian' if martian else 'human'} {what}", sign)


def element_label(chart: Map, disc: Disc, name: str, struck: str = "") -> None:
    """The name beside a base, and what is written of it."""
    chart.label(disc, (name, style.INK), *([(struck, style.FIRE_EDGE)] if struck else []), bold=bool(struck))


def template_drawn(chart: Map, disc: Disc) -> None:
    """A barrage template, and its mark kept clear."""
    chart.keep_clear(disc.x, disc.y, CROSS)
    look = {"fill": "url(#embers)", "stroke": style.FIRE_EDGE, "stroke_dasharray": "9 3"}
    chart.disc(disc.x, disc.y, disc.diameter, **look, stroke_width=1.8)
    chart.panel.tell("barrage template", box(**look, stroke_width=1.8))


def _nose(chart: Map, pose: Pose, radius: float, colour: str) -> None:
    """A tip on the rim of a base, towards its front."""
    size = max(0.14, min(0.3, radius * 0.3))
    tip, root = pose.ahead(radius + size), pose.ahead(radius)
    dx, dy = (root.x - pose.x) / radius * size, (root.y - pose.y) / radius * size
    wings = [(root.x - side * dy, root.y + side * dx) for side in (-1, 1)]
    chart.line([(tip.x, tip.y), *wings], closed=True, fill=colour)


# -- looks -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look(States):
    """What an extension adds: words for its marks and, for units of ``kind``, how they are drawn and described."""

    outline: Callable[[UnitType], str] | None = None
    """Such a unit seen from above: SVG path data, its front up, within a circle of radius 1 about 0, 0."""
    least_move: Callable[[UnitType], float | None] = lambda kind: None
    """Inches that it has to move at least."""
    results: Mapping[str, str] = field(default_factory=dict)
    """What it goes on to do after a result of its own, in words: ``suicide run``."""


PLAIN = Look()


class Looks:
    """The looks of the game and of its extensions together."""

    def __init__(self, *added: Look) -> None:
        self._all, self._added = (OWN, *added), added
        self._by_kind = {look.kind: look for look in added if look.kind}

    def of(self, kind: UnitType) -> Look:
        """How units of a kind look; the plain one, if nothing is added for them."""
        return self._by_kind.get(kind.kind, PLAIN)

    def definitions(self, kinds: Iterable[UnitType]) -> str:
        """The outlines of these kinds as SVG definitions, which :meth:`symbol` refers to."""
        drawn = ((self.of(kind).outline, kind) for kind in kinds)
        return "".join(f'<path id="{top_id(kind.name)}" d="{outline(kind)}"/>' for outline, kind in drawn if outline)

    def symbol(self, kind: UnitType) -> Symbol | None:
        """What stands on the bases of a kind that has an outline, see :meth:`definitions`."""
        return partial(_outlined, top_id(kind.name)) if self.of(kind).outline else None

    def top_view(self, kind: UnitType) -> str:
        """A unit of a kind from above, as SVG elements within a circle of radius 1 about 0, 0, in ``currentColor``."""
        if outline := self.of(kind).outline:
            return f'<path d="{outline(kind)}" fill="currentColor"/>'
        drawn = Fragment()
        with drawn.group(transform="scale(.05)"):  # its lines are as thick as those of a sign of 20 pixels
            stand_in(drawn, (0, 0), 20, "currentColor", kind.side, kind.kind)
        return str(drawn)

    def result(self, name: str) -> str:
        """The words for a result of a roll: those of its own kind of unit, if it has any."""
        return next((look.results[name] for look in self._added if name in look.results), name)

    def conditions(self, unit: Marked, turn: int, names: Mapping[str, str] = NO_NAMES) -> tuple[str, ...]:
        """What holds for a unit now: see :func:`~aqmf_air.games.martian_front.sequence.conditions`."""
        return conditions(self._all, unit, turn, names)


def top_id(name: str) -> str:
    """What the outline of units of this name is called in a document."""
    return f"top-{same_name(name)}"


def top_view(kind: UnitType) -> str:
    """What a page's ``<use>`` refers to for a unit of the catalogue."""
    return f"{TOP_VIEWS}#{top_id(kind.name)}"


def _outlined(name: str, sheet: Fragment, centre: Point, radius: float, facing: float, colour: str) -> None:
    place = f"translate({coord(centre[0])} {coord(centre[1])}) rotate({coord(facing)}) scale({coord(radius * OVERHANG)})"
    sheet.add("use", href=f"#{name}", transform=place, fill=colour)


def looks_of(registry: Registry) -> Looks:
    """The looks in force."""
    return Looks(*(contribution.load(Look) for contribution in registry.of(LOOKS, RULESET).values()))
