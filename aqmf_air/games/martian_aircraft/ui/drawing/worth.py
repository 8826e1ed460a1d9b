"""What designs do to a unit in one pass, against their points: nothing cheaper does as much as what lies on a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from aqmf_air.drawing.plot import FAINT, INK, PAPER, Heading, PaperPicture, colour_of, fitting, nice_steps
from aqmf_air.drawing.style import NARROW, SIDE
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry
from aqmf_air.games.martian_front.army.attack_odds import AttackOdds

AXIS, NAMES, LINE = 44, 84, 15
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
PHONE = Layout(NARROW, SIDE, NARROW - 2 * SIDE - AXIS - 8, 330, SIDE + 10, NARROW - 2 * SIDE - NAMES - 10)


def worth_for_points(rated: Sequence[tuple[HangarEntry, AttackOdds]], narrow: bool = False) -> str:
    """Points against the expected toll; a ``narrow`` one is as wide as a phone, with its legend below."""
    layout = PHONE if narrow else WIDE
    spots = _spots(rated)
    target = rated[0][1].target if rated else "nothing"
    counted = rated[0][1].counted if rated else "Armor points"
    under = (
        f"Expected {counted} off it in one pass: every bomb, then the guns of the best arc, in range, in the open.",
        "Nothing cheaper does as much as what lies on the line. Odds are exact.",
    )
    heading = Heading(f"What a unit does to: {target}", under, layout.width - 2 * layout.side, 20 if narrow else 24)
    top = heading.height + 25
    bottom = top + layout.up + 10
    told = sum(7 + LINE * len(_listed(spot, layout.names)) for spot in spots)
    legend = bottom + 74 if narrow else top + 14
    height = legend + told + 16
    picture = PaperPicture(layout.width, max(bottom + 64, height), f"Designs against: {target}")
    heading.write(picture, layout.side)
    if spots:
        _plot(picture, layout, bottom, spots, counted)
        for number, spot in enumerate(spots, 1):
            legend = _in_legend(picture, number, spot, layout, legend)
    return str(picture)


@dataclass(frozen=True)
class Spot:
    """Designs with the same points and the same worth."""

    points: int
    mean: float
    names: tuple[str, ...]
    best: bool
    """Nothing does as much for fewer points, or more for as many."""


def _spots(rated: Sequence[tuple[HangarEntry, AttackOdds]]) -> list[Spot]:
    at: dict[tuple[int, Fraction], list[str]] = {}
    for one, each in rated:
        at.setdefault((one.cost.points, each.mean), []).append(one.design.name)
    spots = []
    for (points, mean), names in sorted(at.items(), key=lambda item: (-item[0][1], item[0][0])):
        beaten = any(p <= points and m >= mean and (p, m) != (points, mean) for p, m in at)
        spots.append(Spot(points, float(mean), tuple(sorted(names)), not beaten))
    return spots


def _listed(spot: Spot, width: float) -> list[str]:
    """The names of a spot in lines of this width."""
    lines: list[str] = []
    for name in spot.names:
        if lines and (both := f"{lines[-1]}, {name}") == fitting(both, width, LETTERS):
            lines[-1] = both
        else:
            lines.append(name)
    return lines


def _plot(picture: PaperPicture, layout: Layout, bottom: float, spots: Sequence[Spot], counted: str) -> None:
    left = layout.side + AXIS
    x_marks, y_marks = nice_steps(max(spot.points for spot in spots)), nice_steps(max(spot.mean for spot in spots))

    def place(points: float, mean: float) -> tuple[float, float]:
        return left + layout.across * points / x_marks[-1], bottom - layout.up * mean / y_marks[-1]

    for mark in x_marks:
        picture.line(place(mark, 0), place(mark, y_marks[-1]))
        picture.text((place(mark, 0)[0], bottom + 18), f"{mark:g}", LETTERS, FAINT, "middle")
    for mark in y_marks:
        picture.line(place(0, mark), place(x_marks[-1], mark))
        picture.text((left - 8, place(0, mark)[1] + 4), f"{mark:g}", LETTERS, FAINT, "end")
    picture.text((left + layout.across / 2, bottom + 40), "points for a unit", 13, anchor="middle")
    beside = (layout.side + 10, bottom - layout.up / 2)
    turned = f"rotate(-90 {beside[0]:g} {beside[1]:g})"
    picture.text(beside, f"{counted} off, expected", 13, anchor="middle", transform=turned)
    line = sorted((spot.points, spot.mean) for spot in spots if spot.best)
    for start, end in pairwise(line):
        picture.line(place(*start), place(*end), colour_of(0), 2)
    for number, spot in sorted(enumerate(spots, 1), key=lambda one: one[1].best):  # the best over the others
        _numbered(picture, number, spot, place(spot.points, spot.mean))


def _numbered(picture: PaperPicture, number: int, spot: Spot, at: tuple[float, float]) -> None:
    picture.circle(at, 10, _colour(spot), PAPER, 1.5)
    picture.text((at[0], at[1] + 4), str(number), 11, PAPER, "middle", bold=True)


def _colour(spot: Spot) -> str:
    return colour_of(0) if spot.best else FAINT


def _in_legend(picture: PaperPicture, number: int, spot: Spot, layout: Layout, y: float) -> float:
    x = layout.legend
    _numbered(picture, number, spot, (x, y - 4))
    lines = _listed(spot, layout.names)
    picture.text((x + 18, y), f"{spot.points} · {spot.mean:.1f}", LETTERS, _colour(spot), bold=True)
    for at, words in enumerate(lines):
        said = fitting(words, layout.names, LETTERS)
        picture.text((x + NAMES, y + LINE * at), said, LETTERS, INK if spot.best else FAINT)
    return y + 7 + LINE * len(lines)
