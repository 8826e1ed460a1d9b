"""Pictures of designs: several side by side, and what they are worth for their points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from aqmf_air.core.data.text import percent
from aqmf_air.drawing.plot import FAINT, INK, LINE, PAPER, Picture, colour_of, fitting, nice_steps
from aqmf_air.games.martian_aircraft.designs.design import ARCS, Design
from aqmf_air.games.martian_aircraft.designs.design_odds import RAYS, STANDARD_TARGETS, Entry, ProvingGround, rays_in_words

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.designs.attack_odds import Prospect

MARGIN = 28


# -- side by side ---------------------------------------------------------------------------------------------------------

NAME, WEAPONS, ROW, HEAD, TOP = 232, 150, 50, 52, 92
"""Widths and heights of the table, in pixels."""


@dataclass(frozen=True)
class Column:
    """A column of bars: two lines of heading, and for each design a share of the longest bar and its label."""

    head: tuple[str, str]
    width: int
    bars: Sequence[tuple[float, str] | None]


def comparison(found: Sequence[Entry], ground: ProvingGround) -> str:
    """Designs as the rows of a table of bars, and below where each can fly in one move."""
    from aqmf_air.games.martian_aircraft.ui.drawing.designs_reach import HEIGHT, draw_reach

    columns = _columns(found, ground)
    width = 2 * MARGIN + NAME + WEAPONS + sum(column.width for column in columns)
    table_height = HEAD + ROW * len(found)
    picture = Picture(
        width, TOP + table_height + 30 + HEIGHT, "Aircraft compared", ", ".join(one.design.name for one in found)
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
    draw_reach(picture, found, MARGIN, TOP + table_height + 30, width - 2 * MARGIN)
    return str(picture)


def _columns(found: Sequence[Entry], ground: ProvingGround) -> list[Column]:
    passes = [ground.prospects(one) for one in found]
    lives = [ground.survivals(one) for one in found]
    columns = [Column(("Points", "for a unit"), 120, _to_scale([one.cost.points for one in found], "{:g}"))]
    for at, target in enumerate(STANDARD_TARGETS):
        means = [float(each[at].mean) if each else None for each in passes]
        columns.append(Column(("Armor points off", target), 135, _to_scale(means, "{:.1f}")))
    for at, (ray, _, shots) in enumerate(RAYS):
        bars = [_chance(each[at]) if each else None for each in lives]
        columns.append(Column(("One lives through", rays_in_words(ray, shots)), 145, bars))
    return columns


def _to_scale(values: Sequence[float | None], form: str) -> list[tuple[float, str] | None]:
    most = max((value for value in values if value is not None), default=0) or 1
    return [None if value is None else (value / most, form.format(value)) for value in values]


def _chance(chance: Fraction) -> tuple[float, str]:
    return float(chance), percent(chance)


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
        picture.sector(centre, radius, at * 90, 90, shade)
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


# -- worth for points -----------------------------------------------------------------------------------------------------

PLOT, LEGEND, PLOT_TOP, PLOT_HEIGHT = 560, 400, 104, 470


def worth_for_points(rated: Sequence[tuple[Entry, Prospect]]) -> str:
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


def _spots(rated: Sequence[tuple[Entry, Prospect]]) -> list[Spot]:
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
    picture.text((MARGIN + 10, bottom - up / 2), f"{counted} off, expected", 13, anchor="middle", turned=-90)
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
