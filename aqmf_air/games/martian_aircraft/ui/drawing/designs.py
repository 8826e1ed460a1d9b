"""Pictures of designs: several side by side, and what they are worth for their points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

from aqmf_air.core.data.text import percent
from aqmf_air.drawing.plot import FAINT, INK, LINE, PAPER, Picture, colour_of, dash_of, fitting, nice_steps
from aqmf_air.games.martian_aircraft.designs.design import ARCS, Design
from aqmf_air.games.martian_aircraft.designs.design_odds import RAYS, STANDARD_TARGETS, ProvingGround, unit_of
from aqmf_air.games.martian_aircraft.designs.hangar import Entry
from aqmf_air.games.martian_aircraft.rules.movement import allowance, gauge_of
from aqmf_air.games.martian_aircraft.ui.drawing.flight import rings_of
from aqmf_air.games.martian_front.army.attack_odds import AttackOdds
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.reach.reach import reach

MARGIN = 28


# -- side by side ---------------------------------------------------------------------------------------------------------

NAME, WEAPONS, ROW, HEAD, TOP = 232, 150, 50, 52, 92  # widths and heights of the table, in pixels


@dataclass(frozen=True)
class Column:
    """A column of bars: two lines of heading, and for each design a share of the longest bar and its label."""

    head: tuple[str, str]
    width: int
    bars: Sequence[tuple[float, str] | None]


def comparison(found: Sequence[Entry], ground: ProvingGround) -> str:
    """Designs as the rows of a table of bars, and below where each can fly in one move."""
    columns = _columns(found, ground)
    width = 2 * MARGIN + NAME + WEAPONS + sum(column.width for column in columns)
    table_height = HEAD + ROW * len(found)
    picture = Picture(
        width, TOP + table_height + 30 + REACH_HEIGHT, "Aircraft compared", ", ".join(one.design.name for one in found)
    )
    picture.text((MARGIN, 40), "Aircraft compared", 24, serif=True)
    under = "Points and odds are those of a whole unit. Off a tripod: the Armor points that one pass is expected to cost it."
    picture.text((MARGIN, 62), under, 12.5, FAINT)
    under = "One pass: every bomb dropped on it, then the guns of the best arc, in range, in the open. Odds are exact."
    picture.text((MARGIN, 79), under, 12.5, FAINT)
    _rows(picture, found)
    at = MARGIN + NAME + WEAPONS
    for column in columns:
        _bars(picture, at, column, found)
        at += column.width
    _draw_reach(picture, found, MARGIN, TOP + table_height + 30, width - 2 * MARGIN)
    return str(picture)


def _columns(found: Sequence[Entry], ground: ProvingGround) -> list[Column]:
    passes = [ground.prospects(one) for one in found]
    lives = [dict(ground.survivals(one)) for one in found]
    columns = [Column(("Points", "for a unit"), 120, _to_scale([one.cost.points for one in found], "{:g}"))]
    for at, target in enumerate(STANDARD_TARGETS):
        means = [float(each[at].mean) if each else None for each in passes]
        columns.append(Column(("Armor points off", target), 135, _to_scale(means, "{:.1f}")))
    for ray in RAYS:
        bars = [(float(each[ray]), percent(each[ray])) if each else None for each in lives]
        columns.append(Column(("One lives through", str(ray)), 145, bars))
    return columns


def _to_scale(values: Sequence[float | None], form: str) -> list[tuple[float, str] | None]:
    most = max((value for value in values if value is not None), default=0) or 1
    return [None if value is None else (value / most, form.format(value)) for value in values]


def _rows(picture: Picture, found: Sequence[Entry]) -> None:
    """Names, profiles, and the arcs of the guns."""
    head = TOP + HEAD - 12
    right = picture.width - MARGIN
    picture.text((MARGIN + NAME, head), "Guns by arc, bombs", 12, FAINT)
    for number, one in enumerate(found):
        y = TOP + HEAD + ROW * number
        picture.line((MARGIN, y), (right, y))
        picture.rect(MARGIN, y + 10, 5, ROW - 20, colour_of(number), 2)
        picture.text((MARGIN + 14, y + 22), fitting(one.design.name, NAME - 18, 15), 15, bold=True)
        values = f'Speed {one.cost.speed}"  Defense {one.cost.defense}  Armor {one.cost.armor}'
        picture.text((MARGIN + 14, y + 39), values, 12, FAINT)
        draw_arcs(picture, one.design, (MARGIN + NAME + 22, y + ROW / 2), 20)
        bombs = _bombs(one.design)
        for line, words in enumerate(bombs):
            at = (MARGIN + NAME + 54, y + ROW / 2 + 4 + 16 * (line - (len(bombs) - 1) / 2))
            picture.text(at, words, 12, INK if words != "no bomb" else FAINT)
    picture.line((MARGIN, TOP + HEAD + ROW * len(found)), (right, TOP + HEAD + ROW * len(found)))


def _bombs(design: Design) -> list[str]:
    words = [f"{count} {kind}" for kind in ("medium", "light") if (count := design.bomb_count(kind))]
    return words or ["no bomb"]


def draw_arcs(picture: Picture, design: Design, centre: tuple[float, float], radius: float) -> None:
    """The four arcs about an aircraft that flies up, each with the number of guns that bear."""
    for at, arc in enumerate(ARCS):
        bearing = design.guns_bearing(arc)
        shade = (LINE, "#c9b88a", "#a98f4f", "#8a6f2c")[min(bearing, 3)]
        picture.sector(centre, radius, at * 90, 90, fill=shade, stroke=PAPER, stroke_width=1.5)
        if bearing:
            dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[at]
            spot = (centre[0] + dx * radius * 0.62, centre[1] + dy * radius * 0.62 + 3.5)
            picture.text(spot, str(bearing), 10, PAPER, "middle", bold=True)


def _bars(picture: Picture, x: float, column: Column, found: Sequence[Entry]) -> None:
    picture.text((x, TOP + HEAD - 28), column.head[0], 12, FAINT)
    picture.text((x, TOP + HEAD - 12), column.head[1], 12, FAINT)
    longest = column.width - 62
    for number, bar in enumerate(column.bars):
        y = TOP + HEAD + ROW * number + ROW / 2
        if bar is None:
            picture.text((x, y + 4), "-", 13, FAINT)
            continue
        share, label = bar
        picture.rect(x, y - 7, longest, 14, "#eeebe0", 2)
        picture.rect(x, y - 7, max(1.5, share * longest), 14, colour_of(number), 2)
        picture.text((x + longest + 6, y + 4.5), label, 12.5)


# -- reach ----------------------------------------------------------------------------------------------------------------

REACH_HEIGHT, TITLE, REACH_LEGEND = 470, 56, 330
TURNS = 2  # how many turns a move has at most; more of them add little, see ``weaving_ways`` in the rules of movement
EVERY = 6  # inches between the lines of the grid


def _draw_reach(picture: Picture, found: Sequence[Entry], left: float, top: float, width: float) -> None:
    """The areas that a base's centre can end in, in the frame of ``REACH_HEIGHT`` pixels below ``top``."""
    groups = _by_area(found)
    picture.text((left, top + 20), "Where one move can end", 17, serif=True)
    under = f"The centre of the base, from the arrow, with at most {TURNS} turns; the grid is {EVERY} inches wide."
    picture.text((left, top + 40), under, 12.5, FAINT)
    areas = [_rings(of_area[0]) for of_area in groups]
    points = [point for rings in areas for ring in rings for point in ring]
    wide = ceil(max(abs(x) for x, _ in points) / EVERY) * EVERY
    ahead, behind = (ceil(max(0, *(sign * y for _, y in points)) / EVERY) * EVERY for sign in (1, -1))
    scale = min((REACH_HEIGHT - TITLE - 30) / (ahead + behind), (width - REACH_LEGEND) / (2 * wide))
    origin = (left + wide * scale, top + TITLE + ahead * scale)

    def place(point: Sequence[float]) -> tuple[float, float]:
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
        legend = _in_reach_legend(picture, of_area, [found.index(one) for one in of_area], dash_of(number), *legend)


def _rings(one: Entry) -> list[list[tuple[float, ...]]]:
    """The outlines of what one move can end in, in inches, from a start at the origin that faces +y."""
    spends = allowance(one.cost.speed)
    gauge = gauge_of(unit_of(one).base_diameter, one.rulings)
    return rings_of(reach(Pose(0, 0, 0), gauge, spends.minimum, spends.maximum, TURNS))


def _in_reach_legend(
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


# -- worth for points -----------------------------------------------------------------------------------------------------

PLOT, LEGEND, PLOT_TOP, PLOT_HEIGHT = 560, 400, 104, 470


def worth_for_points(rated: Sequence[tuple[Entry, AttackOdds]]) -> str:
    """Points against the expected toll: designs that nothing else beats for its points lie on the line."""
    spots = _spots(rated)
    height = max(PLOT_TOP + PLOT_HEIGHT + 64, PLOT_TOP + 30 + sum(22 + 15 * (len(_listed(s)) - 1) for s in spots) + 30)
    target = rated[0][1].target if rated else "nothing"
    counted = rated[0][1].counted if rated else "Armor points"
    picture = Picture(2 * MARGIN + PLOT + LEGEND, height, f"Designs against: {target}")
    picture.text((MARGIN, 40), f"What a unit does to: {target}", 24, serif=True)
    under = f"Expected {counted} off it in one pass: every bomb, then the guns of the best arc, in range, in the open."
    picture.text((MARGIN, 62), under, 12.5, FAINT)
    picture.text((MARGIN, 79), "Nothing cheaper does as much as what lies on the line. Odds are exact.", 12.5, FAINT)
    if spots:
        _plot(picture, spots, counted)
    return str(picture)


@dataclass(frozen=True)
class Spot:
    """Designs with the same points and the same worth."""

    points: int
    mean: float
    names: tuple[str, ...]
    best: bool
    """Nothing does as much for fewer points, or more for as many."""


def _spots(rated: Sequence[tuple[Entry, AttackOdds]]) -> list[Spot]:
    at: dict[tuple[int, Fraction], list[str]] = {}
    for one, each in rated:
        at.setdefault((one.cost.points, each.mean), []).append(one.design.name)
    spots = []
    for (points, mean), names in sorted(at.items(), key=lambda item: (-item[0][1], item[0][0])):
        beaten = any(p <= points and m >= mean and (p, m) != (points, mean) for p, m in at)
        spots.append(Spot(points, float(mean), tuple(sorted(names)), not beaten))
    return spots


def _listed(spot: Spot) -> list[str]:
    """The names of a spot in lines that fit beside the plot."""
    lines: list[str] = []
    for name in spot.names:
        if lines and len(lines[-1]) + len(name) < 46:
            lines[-1] += f", {name}"
        else:
            lines.append(name)
    return lines


def _plot(picture: Picture, spots: Sequence[Spot], counted: str) -> None:
    left, bottom = MARGIN + 44, PLOT_TOP + PLOT_HEIGHT
    across, up = PLOT - 84, PLOT_HEIGHT - 10
    x_marks, y_marks = nice_steps(max(spot.points for spot in spots)), nice_steps(max(spot.mean for spot in spots))

    def place(points: float, mean: float) -> tuple[float, float]:
        return left + across * points / x_marks[-1], bottom - up * mean / y_marks[-1]

    for mark in x_marks:
        picture.line(place(mark, 0), place(mark, y_marks[-1]))
        picture.text((place(mark, 0)[0], bottom + 18), f"{mark:g}", 12, FAINT, "middle")
    for mark in y_marks:
        picture.line(place(0, mark), place(x_marks[-1], mark))
        picture.text((left - 8, place(0, mark)[1] + 4), f"{mark:g}", 12, FAINT, "end")
    picture.text((left + across / 2, bottom + 40), "points for a unit", 13, anchor="middle")
    beside, turned = (MARGIN + 10, bottom - up / 2), f"rotate(-90 {MARGIN + 10} {bottom - up / 2:g})"
    picture.text(beside, f"{counted} off, expected", 13, anchor="middle", transform=turned)
    line = sorted((spot.points, spot.mean) for spot in spots if spot.best)
    for start, end in pairwise(line):
        picture.line(place(*start), place(*end), colour_of(0), 2)
    y = PLOT_TOP + 14.0
    for number, spot in enumerate(spots, 1):
        colour = colour_of(0) if spot.best else FAINT
        picture.circle(place(spot.points, spot.mean), 10, colour, PAPER, 1.5)
        x, base = place(spot.points, spot.mean)
        picture.text((x, base + 4), str(number), 10.5, PAPER, "middle", bold=True)
        y = _in_legend(picture, number, spot, colour, y)


def _in_legend(picture: Picture, number: int, spot: Spot, colour: str, y: float) -> float:
    x = MARGIN + PLOT
    picture.circle((x, y - 4), 9, colour)
    picture.text((x, y), str(number), 10.5, PAPER, "middle", bold=True)
    lines = _listed(spot)
    picture.text((x + 18, y), f"{spot.points} · {spot.mean:.1f}", 12, colour, bold=True)
    for at, words in enumerate(lines):
        picture.text((x + 84, y + 15 * at), words, 12, INK if spot.best else FAINT)
    return y + 22 + 15 * (len(lines) - 1)
