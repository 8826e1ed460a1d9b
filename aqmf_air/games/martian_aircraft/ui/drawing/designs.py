"""Designs side by side: a table of bars, where each can fly in one move, and what they do for their points."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import ceil
from typing import Any, get_args

from aqmf_air.api import made_ahead, percent, ui
from aqmf_air.api.geometry import Pose, fire_arc
from aqmf_air.games.martian_aircraft.chapters.movement import allowance, gauge_of
from aqmf_air.games.martian_aircraft.designs.design import ARCS, Design
from aqmf_air.games.martian_aircraft.designs.design_odds import (
    NO_ATTACK,
    NO_TARGET,
    RAYS,
    STANDARD_TARGETS,
    ProvingGround,
    unit_of,
)
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry
from aqmf_air.games.martian_aircraft.designs.pricing import points_table
from aqmf_air.games.martian_aircraft.state import figures
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_aircraft.ui.drawing.flight import rings_of
from aqmf_air.games.martian_front import api as front

MARGIN = 28


NAME, WEAPONS, ROW, HEAD = 232, 150, 50, 52
"""Widths and heights of the table, in pixels."""
ARMS, LABEL, BAR = 114, 170, 20
"""Pixels of a picture for a phone: guns and bombs, what stands before a bar, and from one bar to the next."""


@dataclass(frozen=True)
class Column:
    """A column of bars: two lines of heading, and for each design a share of the longest bar and its label."""

    head: tuple[str, str]
    width: int
    bars: Sequence[tuple[float, str] | None]
    without: str = "-"
    """What stands where there is no bar."""


def comparison(entries: Sequence[HangarEntry], ground: ProvingGround, narrow: bool = False) -> str:
    """Designs as the rows of a table of bars, and below where each can fly in one move.

    A ``narrow`` one is as wide as a phone: each column stands below the one before.
    """
    columns = _columns(entries, ground)
    side = ui.SIDE if narrow else MARGIN
    width = ui.NARROW if narrow else 2 * MARGIN + NAME + WEAPONS + sum(column.width for column in columns)
    under = (
        "Points and odds are those of a whole unit. Off a tripod: the Armor points that one pass is expected to cost it.",
        "One pass: every bomb dropped on it, then the guns of the best arc, in range, in the open. Odds are exact.",
    )
    heading = ui.Heading("Aircraft compared", under, width - 2 * side)
    reach = Reach(entries, width - 2 * side, narrow)
    top = heading.height + (13 if narrow else 13 + HEAD)
    low = top + ROW * len(entries) + (len(columns) * (HEAD - 16 + BAR * len(entries)) if narrow else 0)
    names = ", ".join(entry.design.name for entry in entries)
    picture = ui.PaperPicture(width, low + 30 + reach.height, "Aircraft compared", names)
    heading.write(picture, side)
    name = width - 2 * side - ARMS if narrow else NAME
    if not narrow:
        picture.text((MARGIN + NAME, top - 12), "Guns by arc, bombs", 12, ui.FAINT)
    _rows(picture, entries, side, top, name)
    at = (side, top + ROW * len(entries)) if narrow else (MARGIN + NAME + WEAPONS, top)
    for column in columns:
        if narrow:
            x, y = at
            picture.text((x, y + 26), " ".join(column.head), 13, bold=True)
            longest = picture.width - 2 * x - LABEL - 50
            for number, (entry, bar) in enumerate(zip(entries, column.bars, strict=True)):
                middle = y + HEAD - 16 + BAR * (number + 0.5)
                picture.text((x, middle + 4), ui.fitting(entry.design.name, LABEL - 6, 12), 12)
                _bar(picture, (x + LABEL, middle), longest, bar or column.without, ui.colour_of(number))
            at = (side, at[1] + HEAD - 16 + BAR * len(entries))
        else:
            _bars(picture, at, column)
            at = (at[0] + column.width, top)
    reach.draw(picture, side, low + 30)
    return str(picture)


def _columns(entries: Sequence[HangarEntry], ground: ProvingGround) -> list[Column]:
    passes = [ground.prospects(entry) for entry in entries]
    lives = [dict(ground.survivals(entry)) for entry in entries]
    columns = [Column(("Points", "for a unit"), 120, _to_scale([entry.cost.points for entry in entries], "{:g}"))]
    for at, target in enumerate(STANDARD_TARGETS):
        means = [float(each[at].mean) if each else None for each in passes]
        columns.append(Column(("Armor points off", target), 135, _to_scale(means, "{:.1f}"), NO_ATTACK))
    for ray in RAYS:
        bars = [(float(each[ray]), percent(each[ray])) if each else None for each in lives]
        columns.append(Column(("One lives through", str(ray)), 145, bars, NO_TARGET))
    return columns


def _to_scale(values: Sequence[float | None], form: str) -> list[tuple[float, str] | None]:
    most = max((value for value in values if value is not None), default=0) or 1
    return [None if value is None else (value / most, form.format(value)) for value in values]


def _rows(picture: ui.PaperPicture, entries: Sequence[HangarEntry], left: float, top: float, name: float) -> None:
    """Names, in ``name`` pixels, profiles, and the arcs of the guns."""
    right = picture.width - left
    for number, entry in enumerate(entries):
        y = top + ROW * number
        picture.line((left, y), (right, y))
        picture.rect(left, y + 10, 5, ROW - 20, ui.colour_of(number), 2)
        size = max(11.0, min(15.0, (name - 18) / ui.em(entry.design.name, bold=True)))
        picture.text((left + 14, y + 22), ui.fitting(entry.design.name, name - 18, size), round(size, 1), bold=True)
        values = f'Speed {entry.cost.speed}"  Defense {entry.cost.defense}  Armor {entry.cost.armor}'
        picture.text((left + 14, y + 39), values, 12, ui.FAINT)
        draw_arcs(picture, entry.design, (left + name + 22, y + ROW / 2), 20)
        loads = ((kind, entry.design.bomb_count(kind)) for kind in ("medium", "light"))
        bombs = [f"{count} {kind}" for kind, count in loads if count] or ["no bomb"]
        for line, words in enumerate(bombs):
            at = (left + name + 54, y + ROW / 2 + 4 + 16 * (line - (len(bombs) - 1) / 2))
            picture.text(at, words, 12, ui.INK if words != "no bomb" else ui.FAINT)
    picture.line((left, top + ROW * len(entries)), (right, top + ROW * len(entries)))


def draw_arcs(picture: ui.PaperPicture, design: Design, centre: tuple[float, float], radius: float) -> None:
    """The four arcs about an aircraft that flies up, each with the number of guns that bear."""

    def place(x: float, y: float) -> ui.Point:
        return centre[0] + x * radius, centre[1] - y * radius

    for at, arc in enumerate(ARCS):
        bearing = design.guns_bearing(arc)
        shade = (ui.LINE, "#c9b88a", "#a98f4f", "#8a6f2c")[min(bearing, 3)]
        picture.outline(fire_arc(Pose(0, 0, 0), arc, 1), place, radius, fill=shade, stroke=ui.PAPER, stroke_width=1.5)
        if bearing:
            dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[at]
            spot = (centre[0] + dx * radius * 0.62, centre[1] + dy * radius * 0.62 + 3.5)
            picture.text(spot, str(bearing), 11, ui.PAPER, "middle", bold=True)


def _bars(picture: ui.PaperPicture, at: ui.Point, column: Column) -> None:
    """A column right of the rows, which begin at ``at``."""
    x, top = at
    for down, words in zip((28, 12), column.head, strict=True):
        picture.text((x, top - down), words, 12, ui.FAINT)
    for number, bar in enumerate(column.bars):
        _bar(picture, (x, top + ROW * (number + 0.5)), column.width - 62, bar or column.without, ui.colour_of(number))


def _bar(picture: ui.PaperPicture, at: ui.Point, longest: float, bar: tuple[float, str] | str, colour: str) -> None:
    x, y = at
    if isinstance(bar, str):
        picture.text((x, y + 4), bar, 12, ui.FAINT)
        return
    share, label = bar
    picture.rect(x, y - 7, longest, 14, "#eeebe0", 2)
    picture.rect(x, y - 7, max(1.5, share * longest), 14, colour, 2)
    picture.text((x + longest + 6, y + 4.5), label, 12.5)


# -- reach ----------------------------------------------------------------------------------------------------------------

REACH_HEIGHT, REACH_LEGEND, REACH_WIDTH = 470, 330, 1120
TURNS = 2  # how many turns a move has at most; more of them add little, see ``weaving_ways`` in the rules of movement
MADE_AHEAD = "reaches"
EVERY = 6  # inches between the lines of the grid


class Reach:
    """The areas that a base's centre can end in, ``width`` pixels wide; a narrow one has its legend below."""

    def __init__(self, entries: Sequence[HangarEntry], width: float, narrow: bool) -> None:
        groups: dict[Any, list[HangarEntry]] = {}
        for entry in entries:  # designs with the same area together, the slowest first
            groups.setdefault((entry.cost.speed, entry.rulings.turn_geometry, entry.rulings.turn_cost), []).append(entry)
        self.found, self.groups, self.narrow = entries, [groups[key] for key in sorted(groups)], narrow
        self.areas = [_rings(of_area[0]) for of_area in self.groups]
        under = f"The centre of the base, from the arrow, with at most {TURNS} turns; the grid is {EVERY} inches wide."
        self.heading = ui.Heading("Where one move can end", [under], width, 17, 20)
        self.top = self.heading.height + 14
        points = [point for rings in self.areas for ring in rings for point in ring]
        self.wide = ceil(max(abs(x) for x, _ in points) / EVERY) * EVERY
        self.ahead, self.behind = (ceil(max(0, *(sign * y for _, y in points)) / EVERY) * EVERY for sign in (1, -1))
        across, along = width / (2 * self.wide), (REACH_HEIGHT - self.top - 30) / (self.ahead + self.behind)
        self.scale = across if narrow else min(along, (width - REACH_LEGEND) / (2 * self.wide))
        self.low = self.top + (self.ahead + self.behind) * self.scale
        legend = sum(32 + 19 * len(of_area) for of_area in self.groups)
        self.height = self.low + 36 + legend if narrow else REACH_HEIGHT

    def draw(self, picture: ui.PaperPicture, left: float, top: float) -> None:
        """Draw it in its ``height`` pixels below ``top``."""
        self.heading.write(picture, left, top)
        origin = (left + self.wide * self.scale, top + self.top + self.ahead * self.scale)

        def place(point: Sequence[float]) -> ui.Point:
            return origin[0] + point[0] * self.scale, origin[1] - point[1] * self.scale

        for x in range(-self.wide, self.wide + 1, EVERY):
            picture.line(place((x, self.ahead)), place((x, -self.behind)), ui.LINE)
            picture.text((place((x, 0))[0], place((0, -self.behind))[1] + 15), f'{abs(x)}"', 11, ui.FAINT, "middle")
        for y in range(-self.behind, self.ahead + 1, EVERY):
            picture.line(place((-self.wide, y)), place((self.wide, y)), ui.LINE)
        for number in sorted(
            range(len(self.groups)), key=lambda at: -self.groups[at][0].cost.speed
        ):  # the widest at the back
            colour = ui.colour_of(self.found.index(self.groups[number][0]))
            rings = [[place(point) for point in ring] for ring in self.areas[number]]
            picture.polygon(rings, colour, 2, f"{colour}1f", ui.dash_of(number))
        arrow = [place(point) for point in ((0, 0.8), (0.55, -0.7), (0, -0.35), (-0.55, -0.7))]
        picture.polygon([arrow], ui.PAPER, 1, ui.INK)
        beside = (origin[0] + self.wide * self.scale + 36, top + self.top + 14)
        legend = (left, top + self.low + 44) if self.narrow else beside
        for number, of_area in enumerate(self.groups):
            places = [self.found.index(entry) for entry in of_area]
            legend = _in_reach_legend(picture, of_area, places, ui.dash_of(number), *legend)


def reach_of(entries: Sequence[HangarEntry], narrow: bool = False) -> str:
    """Where each design can be after one move, as a picture of its own."""
    side, width = (ui.SIDE, ui.NARROW) if narrow else (MARGIN, REACH_WIDTH)
    reach = Reach(entries, width - 2 * side, narrow)
    names = ", ".join(entry.design.name for entry in entries)
    picture = ui.PaperPicture(width, reach.height + 20, "Where one move can end", names)
    reach.draw(picture, side, 14)
    return str(picture)


def _rings(entry: HangarEntry) -> list[list[tuple[float, ...]]]:
    """The outlines of what one move can end in, in inches, from a start at the origin that faces +y."""
    asked = entry.cost.speed, unit_of(entry).base_diameter, entry.rulings.turn_geometry, entry.rulings.turn_cost
    ahead: list[list[tuple[float, ...]]] | None = (made_ahead(MADE_AHEAD) or {}).get(json.dumps(asked))
    return ahead or _worked_out(*asked)


def reaches_ahead() -> dict[str, Any]:
    """The outlines for every speed and every ruling on turns, for :data:`MADE_AHEAD`."""
    speeds = [row.speed for row in points_table().band]
    rulings = (get_args(AircraftRulings.model_fields[name].annotation) for name in ("turn_geometry", "turn_cost"))
    every = product(speeds, (float(figures()["base diameter"]),), *rulings)
    return {
        json.dumps(asked): [[[round(x, 3), round(y, 3)] for x, y in ring] for ring in _worked_out(*asked)] for asked in every
    }


def _worked_out(speed: float, base: float, turn_geometry: Any, turn_cost: Any) -> list[list[tuple[float, ...]]]:
    from aqmf_air.api.geometry import reach  # shapely is heavy

    spends = allowance(speed)
    gauge = gauge_of(base, AircraftRulings(turn_geometry=turn_geometry, turn_cost=turn_cost))
    return rings_of(reach(Pose(0, 0, 0), gauge, spends.minimum, spends.maximum, TURNS))


def _in_reach_legend(
    picture: ui.PaperPicture, group: Sequence[HangarEntry], places: Sequence[int], dash: str, x: float, y: float
) -> tuple[float, float]:
    low, high = allowance(group[0].cost.speed)
    picture.line((x, y - 4), (x + 30, y - 4), ui.colour_of(places[0]), 2.5, dash)
    picture.text((x + 40, y), f'Speed {high:g}": spends {low:g}" to {high:g}"', 13, bold=True)
    for entry, place in zip(group, places, strict=True):
        y += 19
        picture.rect(x + 40, y - 9, 9, 9, ui.colour_of(place), 2)
        picture.text((x + 55, y), entry.design.name, 13)
    return x, y + 32


# -- worth: nothing cheaper does as much as what lies on a line --------------------------------------------------------


AXIS, NAMES, LINE_HEIGHT = 44, 84, 15
"""Pixels: left of the axis, before the names of the legend, and from one of its lines to the next."""
LETTERS = 12.0


@dataclass(frozen=True)
class Layout:
    """Pixels of a plot: the picture and what is free beside it, the plot, and the legend's left and its names."""

    width: float
    side: float
    across: float
    up: float
    legend: float
    names: float


WIDE = Layout(1016, 28, 476, 460, 588, 316)
PHONE = Layout(
    ui.NARROW, ui.SIDE, ui.NARROW - 2 * ui.SIDE - AXIS - 8, 330, ui.SIDE + 10, ui.NARROW - 2 * ui.SIDE - NAMES - 10
)


def worth_for_points(rated: Sequence[tuple[HangarEntry, front.AttackOdds]], narrow: bool = False) -> str:
    """Points against the expected toll; a ``narrow`` one is as wide as a phone, with its legend below."""
    layout = PHONE if narrow else WIDE
    spots = _spots(rated)
    target = rated[0][1].target if rated else "nothing"
    counted = rated[0][1].counted if rated else "Armor points"
    under = (
        f"Expected {counted} off it in one pass: every bomb, then the guns of the best arc, in range, in the open.",
        "Nothing cheaper does as much as what lies on the line. Odds are exact.",
    )
    heading = ui.Heading(f"What a unit does to: {target}", under, layout.width - 2 * layout.side, 20 if narrow else 24)
    top = heading.height + 25
    bottom = top + layout.up + 10
    listed = sum(7 + LINE_HEIGHT * len(_listed(spot, layout.names)) for spot in spots)
    legend = bottom + 74 if narrow else top + 14
    height = legend + listed + 16
    picture = ui.PaperPicture(layout.width, max(bottom + 64, height), f"Designs against: {target}")
    heading.write(picture, layout.side)
    if spots:
        _plot(picture, layout, bottom, spots, counted)
        for number, spot in enumerate(spots, 1):
            x = layout.legend
            _numbered(picture, number, spot, (x, legend - 4))
            lines = _listed(spot, layout.names)
            picture.text((x + 18, legend), f"{spot.points} · {spot.mean:.1f}", LETTERS, _colour(spot), bold=True)
            for at, words in enumerate(lines):
                text = ui.fitting(words, layout.names, LETTERS)
                picture.text((x + NAMES, legend + LINE_HEIGHT * at), text, LETTERS, ui.INK if spot.best else ui.FAINT)
            legend += 7 + LINE_HEIGHT * len(lines)
    return str(picture)


@dataclass(frozen=True)
class Spot:
    """Designs with the same points and the same worth."""

    points: int
    mean: float
    names: tuple[str, ...]
    best: bool
    """Nothing does as much for fewer points, or more for as many."""


def _spots(rated: Sequence[tuple[HangarEntry, front.AttackOdds]]) -> list[Spot]:
    at: dict[tuple[int, Fraction], list[str]] = {}
    for entry, each in rated:
        at.setdefault((entry.cost.points, each.mean), []).append(entry.design.name)
    spots = []
    for (points, mean), names in sorted(at.items(), key=lambda item: (-item[0][1], item[0][0])):
        beaten = any(p <= points and m >= mean and (p, m) != (points, mean) for p, m in at)
        spots.append(Spot(points, float(mean), tuple(sorted(names)), not beaten))
    return spots


def _listed(spot: Spot, width: float) -> list[str]:
    """The names of a spot in lines of this width."""
    lines: list[str] = []
    for name in spot.names:
        if lines and (both := f"{lines[-1]}, {name}") == ui.fitting(both, width, LETTERS):
            lines[-1] = both
        else:
            lines.append(name)
    return lines


def _plot(picture: ui.PaperPicture, layout: Layout, bottom: float, spots: Sequence[Spot], counted: str) -> None:
    left = layout.side + AXIS
    x_marks, y_marks = ui.nice_steps(max(spot.points for spot in spots)), ui.nice_steps(max(spot.mean for spot in spots))

    def place(points: float, mean: float) -> tuple[float, float]:
        return left + layout.across * points / x_marks[-1], bottom - layout.up * mean / y_marks[-1]

    for mark in x_marks:
        picture.line(place(mark, 0), place(mark, y_marks[-1]))
        picture.text((place(mark, 0)[0], bottom + 18), f"{mark:g}", LETTERS, ui.FAINT, "middle")
    for mark in y_marks:
        picture.line(place(0, mark), place(x_marks[-1], mark))
        picture.text((left - 8, place(0, mark)[1] + 4), f"{mark:g}", LETTERS, ui.FAINT, "end")
    picture.text((left + layout.across / 2, bottom + 40), "points for a unit", 13, anchor="middle")
    beside = (layout.side + 10, bottom - layout.up / 2)
    turned = f"rotate(-90 {beside[0]:g} {beside[1]:g})"
    picture.text(beside, f"{counted} off, expected", 13, anchor="middle", transform=turned)
    line = sorted((spot.points, spot.mean) for spot in spots if spot.best)
    for start, end in pairwise(line):
        picture.line(place(*start), place(*end), ui.colour_of(0), 2)
    for number, spot in sorted(enumerate(spots, 1), key=lambda numbered: numbered[1].best):  # the best over the others
        _numbered(picture, number, spot, place(spot.points, spot.mean))


def _numbered(picture: ui.PaperPicture, number: int, spot: Spot, at: tuple[float, float]) -> None:
    picture.circle(at, 10, _colour(spot), ui.PAPER, 1.5)
    picture.text((at[0], at[1] + 4), str(number), 11, ui.PAPER, "middle", bold=True)


def _colour(spot: Spot) -> str:
    return ui.colour_of(0) if spot.best else ui.FAINT
