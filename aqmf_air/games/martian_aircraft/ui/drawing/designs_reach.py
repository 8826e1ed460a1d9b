"""Where designs can fly in one move, drawn over each other to one scale."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from aqmf_air.drawing.plot import FAINT, INK, LINE, PAPER, Picture, colour_of, dash_of
from aqmf_air.games.martian_aircraft.designs.design_odds import Entry, unit_of
from aqmf_air.games.martian_aircraft.rules.movement import allowance, gauge_of
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.reach.reach import reach

HEIGHT, TITLE, LEGEND = 470, 56, 330
TURNS = 2
"""How many turns a move has at most; more of them add little, see the note on weaving in the rules."""
EVERY = 6
"""Inches between the lines of the grid."""

Ring = list[tuple[float, float]]


def draw_reach(picture: Picture, found: Sequence[Entry], left: float, top: float, width: float) -> None:
    """The areas that a base's centre can end in, in the frame of ``HEIGHT`` pixels below ``top``."""
    groups = _by_area(found)
    picture.text((left, top + 20), "Where one move can end", 17, serif=True)
    under = f"The centre of the base, from the arrow, with at most {TURNS} turns; the grid is {EVERY} inches wide."
    picture.text((left, top + 40), under, 12.5, FAINT)
    areas = [_rings(of_area[0]) for of_area in groups]
    points = [point for rings in areas for ring in rings for point in ring]
    wide = ceil(max(abs(x) for x, _ in points) / EVERY) * EVERY
    ahead, behind = (ceil(max(0, *(sign * y for _, y in points)) / EVERY) * EVERY for sign in (1, -1))
    scale = min((HEIGHT - TITLE - 30) / (ahead + behind), (width - LEGEND) / (2 * wide))
    origin = (left + wide * scale, top + TITLE + ahead * scale)

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return origin[0] + point[0] * scale, origin[1] - point[1] * scale

    for x in range(-wide, wide + 1, EVERY):
        picture.line(place((x, ahead)), place((x, -behind)), LINE)
        picture.text((place((x, 0))[0], place((0, -behind))[1] + 15), f'{abs(x)}"', 11, FAINT, "middle")
    for y in range(-behind, ahead + 1, EVERY):
        picture.line(place((-wide, y)), place((wide, y)), LINE)
    for number in sorted(range(len(groups)), key=lambda at: -groups[at][0].cost.speed):  # the widest at the back
        colour = colour_of(found.index(groups[number][0]))
        rings = [[place(point) for point in ring] for ring in areas[number]]
        picture.polygon(rings, colour, 2, f"{colour}1f", dash_of(number))
    picture.polygon([[place(point) for point in ((0, 0.8), (0.55, -0.7), (0, -0.35), (-0.55, -0.7))]], PAPER, 1, INK)
    legend = (origin[0] + wide * scale + 36, top + TITLE + 14)
    for number, of_area in enumerate(groups):
        legend = _in_legend(picture, of_area, [found.index(one) for one in of_area], dash_of(number), *legend)


def _rings(one: Entry) -> list[Ring]:
    """The outlines of what one move can end in, in inches, from a start at the origin that faces +y."""
    spends = allowance(one.cost.speed)
    gauge = gauge_of(unit_of(one).base_diameter, one.rulings)
    area = reach(Pose(0, 0, 0), gauge, spends.minimum, spends.maximum, TURNS)
    parts = getattr(area, "geoms", [area])
    return [[(x, y) for x, y in ring.coords] for part in parts for ring in (part.exterior, *part.interiors)]


def _in_legend(
    picture: Picture, group: Sequence[Entry], places: Sequence[int], dash: str, x: float, y: float
) -> tuple[float, float]:
    low, high = allowance(group[0].cost.speed)
    picture.line((x, y - 4), (x + 30, y - 4), colour_of(places[0]), 2.5, dash)
    picture.text((x + 40, y), f'Speed {high:g}": spends {low:g}" to {high:g}"', 13, bold=True)
    for one, place in zip(group, places, strict=True):
        y += 19
        picture.rect(x + 40, y - 9, 9, 9, colour_of(place), 2)
        picture.text((x + 55, y), one.design.name, 13)
    return x, y + 32


def _by_area(found: Sequence[Entry]) -> list[list[Entry]]:
    """Designs with the same area together, the slowest first."""
    groups: dict[Any, list[Entry]] = {}
    for one in found:
        groups.setdefault((one.cost.speed, one.rulings.turn_geometry, one.rulings.turn_cost), []).append(one)
    return [groups[key] for key in sorted(groups)]
