"""What flies on a chart: aircraft, marks of drops, and where guns bear."""

from __future__ import annotations

from functools import lru_cache

from aqmf_air.drawing import style
from aqmf_air.drawing.map import Map
from aqmf_air.drawing.panel import Swatch, mark
from aqmf_air.drawing.svg import Fragment, Point, number
from aqmf_air.drawing.tracks import CROSS, cross
from aqmf_air.games.martian_front.ui.drawing.pieces import OVERHANG
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.template import Disc


@lru_cache(maxsize=1)
def _of_no_design() -> str:
    """The outline of an aircraft whose design is not told, within a circle of radius 1."""
    from aqmf_air.games.martian_aircraft.designs.shape import Shape
    from aqmf_air.games.martian_aircraft.designs.silhouette import drawn  # shapely is heavy

    return drawn(Shape(span_ft=28, length_ft=20.5, tips="raked")).path(1.0)


def plane(sheet: Fragment, centre: Point, radius: float, facing: float, colour: str, opacity: float = 1.0) -> None:
    """An aircraft from above on a base of ``radius`` pixels."""
    place = f"translate({number(centre[0])} {number(centre[1])}) rotate({number(facing)}) scale({number(radius * OVERHANG)})"
    sheet.add("path", d=_of_no_design(), transform=place, fill=colour, fill_opacity=opacity)


def seen(base: Disc) -> Disc:
    """What an aircraft on a base takes of the picture, wings and all: words stand beside it."""
    return Disc(base.x, base.y, base.diameter * OVERHANG)


def aircraft(
    chart: Map, pose: Pose, base_diameter: float, name: str = "", ended: bool = True, returned: bool = False
) -> None:
    """An aircraft on its base; where a move starts it is drawn in outline."""
    chart.disc(pose.x, pose.y, base_diameter, hint=name, fill=style.CARD if ended else "none", fill_opacity=0.9,
               stroke=style.INK, stroke_width=1.8 if ended else 1.2,
               stroke_dasharray=None if ended else "3 2.5")  # fmt: skip
    radius = base_diameter / 2 * chart.scale
    plane(chart.body, chart.at(pose.x, pose.y), radius, pose.facing, style.INK, 1.0 if ended else 0.35)
    chart.keep_clear(pose.x, pose.y, radius * OVERHANG)
    placed = "comes back" if returned else "ends" if ended else "starts"
    chart.panel.tell(f"aircraft where it {placed}", _base(dashed=not (ended or returned)))


def drop_mark(chart: Map, x: float, y: float, name: str) -> None:
    """The mark of a drop and its number, above everything that was flown."""
    cross(chart, x, y)
    chart.label(Disc(x, y, 2 * CROSS / chart.scale), (name, style.FIRE_EDGE), size=14, bold=True, keyed=False)
    chart.panel.tell("mark of a drop", mark)


def _base(dashed: bool) -> Swatch:
    def swatch(sheet: Fragment, x: float, y: float) -> None:
        sheet.add("circle", cx=x, cy=y, r=9, fill="none" if dashed else style.CARD, stroke=style.INK,
                  stroke_width=1.2 if dashed else 1.8, stroke_dasharray="3 2.5" if dashed else None)  # fmt: skip
        plane(sheet, (x, y), 9, 90, style.INK, 0.35 if dashed else 1.0)

    return swatch
