"""Plots of odds: how likely each number is, several questions in one picture, a chance over the values of an option."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from textwrap import wrap

from aqmf_air.core.data.text import chance_in_words, percent, reasons
from aqmf_air.core.odds.answer import RARE, Answer, Line, side_by_side
from aqmf_air.core.odds.summary import Summary
from aqmf_air.drawing.plot import FAINT, INK, LINE, PAPER, PaperPicture, colour_of, dash_of, fitting, nice_steps
from aqmf_air.drawing.svg import Point, line_to

WIDTH, HEIGHT = 760.0, 460.0
"""Pixels of a plot."""
LEFT, RIGHT, BOTTOM = 64, 24, 76
PLAIN, BOLD = 0.6, 0.68
"""How wide a letter is beside how high, on average and in the widest of the usual fonts."""
MAX_BARS = 40
BARS, STEPS = colour_of(0), colour_of(1)

Columns = list[tuple[str, Fraction, Fraction | None]]
"""Label, chance of just this, chance of at least as many (None: outcomes have names)."""


def draw_one(answer: Answer, width: float = WIDTH) -> PaperPicture:
    """Bars for each outcome of the main line, and how likely each number or more is."""
    headline = f"The chance that {answer.headline}: {chance_in_words(answer.chance)}"
    needs = [f"{need.name} {need.said}: {reasons(need.target)}" for need in answer.targets[:3]]
    picture, top = _begun(answer.title, needs, headline, width)
    line = answer.line(answer.main)
    columns = _columns(line)
    drawn = [chance for _, chance, _ in columns] + [more for _, _, more in columns[1:] if more is not None]
    axes = _Axes(picture, top, max(drawn))
    axes.draw(line.title)
    slot = axes.width / len(columns)
    for at, (label, chance, _) in enumerate(columns):
        middle = LEFT + slot * (at + 0.5)
        picture.rect(middle - slot * 0.35, axes.y(chance), slot * 0.7, axes.y(Fraction(0)) - axes.y(chance), BARS)
        axes.label(at, len(columns), middle, label)
        if slot >= 48:
            under = line.of_numbers  # where the line of "at least" does not cross it
            picture.text((middle, axes.floor + 37 if under else axes.y(chance) - 6), percent(chance), 12, BARS, "middle")
    if line.of_numbers and len(columns) > 1:
        rest = [(at, more) for at, (_, _, more) in enumerate(columns) if at and more is not None]
        points = [(LEFT + slot * (at + 0.5), axes.y(more)) for at, more in rest]
        _curve(picture, points, STEPS, 2, 4, PAPER)
        for (_, more), (x, y) in zip(rest, points, strict=True):
            if slot >= 48:
                picture.text((x + 8, y - 8), percent(more), 12, STEPS)
        _legend(picture, [("exactly this many", BARS, ""), ("at least this many", STEPS, "")], top)
    return picture


def draw_varied(name: str, answers: Sequence[tuple[str, Answer]]) -> PaperPicture:
    """The headline chance over the values of an option."""
    first = answers[0][1]
    between = [f"from: {first.title}", f"to: {answers[-1][1].title}"]
    picture, top = _begun(f"The chance that {first.headline}", between, "")
    chances = [answer.chance for _, answer in answers]
    axes = _Axes(picture, top, max(chances))
    axes.draw(name)
    slot = axes.width / len(answers)
    points = [(LEFT + slot * (at + 0.5), axes.y(chance)) for at, chance in enumerate(chances)]
    _curve(picture, points, BARS, 2.5, 4.5)
    for at, ((x, y), (label, _)) in enumerate(zip(points, answers, strict=True)):
        axes.label(at, len(answers), x, label)
        if len(answers) <= 16:
            picture.text((x, y - 10), percent(chances[at]), 12, INK, "middle")
    return picture


def draw_compared(answers: Sequence[tuple[str, Answer]], width: float = WIDTH) -> PaperPicture:
    """How likely each number or more is, a line for each question; groups of bars where outcomes have names."""
    picture, top = _begun("Side by side", [f"{label}: {answer.title}" for label, answer in answers], "", width)
    lines = [answer.line(answer.main) for _, answer in answers]
    numbers = all(line.of_numbers for line in lines)
    labels, rows = _at_least(lines) if numbers else _by_name(lines)
    axes = _Axes(picture, top, max((chance for row in rows for chance in row), default=Fraction(1)))
    counted = dict.fromkeys(line.title[:1].lower() + line.title[1:] for line in lines)
    axes.draw(f"at least this many {' / '.join(counted)}" if numbers else "")
    slot = axes.width / max(1, len(labels))
    for at, label in enumerate(labels):
        axes.label(at, len(labels), LEFT + slot * (at + 0.5), label)
    for number, row in enumerate(rows):
        colour = colour_of(number)
        if numbers:
            points = [(LEFT + slot * (at + 0.5), axes.y(chance)) for at, chance in enumerate(row)]
            _curve(picture, points, colour, 2.5, 4, dash=dash_of(number))
            continue
        thick = slot * 0.8 / len(rows)
        for at, chance in enumerate(row):
            x = LEFT + slot * (at + 0.1) + thick * number
            picture.rect(x, axes.y(chance), thick * 0.92, axes.y(Fraction(0)) - axes.y(chance), colour)
            if thick >= 33:
                picture.text((x + thick / 2, axes.y(chance) - 6), percent(chance), 11, INK, "middle")
    _legend(picture, [(label, colour_of(at), dash_of(at) if numbers else "") for at, (label, _) in enumerate(answers)], top)
    return picture


def _curve(picture: PaperPicture, points: Sequence[Point], colour: str, width: float, radius: float, fill: str = "",
           dash: str = "") -> None:  # fmt: skip
    """A line through points, and a disc at each: of its colour, or filled with another."""
    picture.path(line_to(points), colour, width, dash=dash)
    for point in points:
        picture.circle(point, radius, fill or colour, colour if fill else "none", width)


class _Axes:
    """The frame of a plot: chances upwards from 0."""

    def __init__(self, picture: PaperPicture, top: float, most: Fraction) -> None:
        self.picture, self.top = picture, top + 26
        self.width = picture.width - LEFT - RIGHT
        self.floor = picture.height - BOTTOM
        self.marks = [mark for mark in nice_steps(min(1.0, float(most) * 1.08)) if mark <= 1.0001]
        self.most = max(self.marks[-1], float(most))

    def y(self, chance: Fraction) -> float:
        """How far down a chance is."""
        return self.floor - (self.floor - self.top) * float(chance) / self.most

    def draw(self, along: str) -> None:
        """Lines and marks, and what runs along the bottom."""
        for mark in self.marks:
            y = self.y(Fraction(mark))
            self.picture.line((LEFT, y), (LEFT + self.width, y), LINE if mark else FAINT)
            self.picture.text((LEFT - 8, y + 4), f"{mark:.4g}" if mark > 1 else f"{mark * 100:.4g}%", 12, FAINT, "end")
        self.picture.text((LEFT + self.width / 2, self.picture.height - 14), along, 13, FAINT, "middle")

    def label(self, at: int, of: int, x: float, text: str) -> None:
        """What stands under one value; only some of very many are named."""
        most = int(self.width // 28)
        if at % (of // most + 1) == 0:
            self.picture.text((x, self.floor + 19), fitting(text, self.width / min(of, most), 12), 12, INK, "middle")


def _begun(title: str, subtitles: Sequence[str], headline: str, width: float = WIDTH) -> tuple[PaperPicture, float]:
    titles = _lines_of(title, width, 17, BOLD)
    below = [(part, FAINT) for line in subtitles for part in _lines_of(line, width, 13)]
    below += [(part, INK) for part in _lines_of(headline, width, 13, BOLD)]
    down = 24 * (len(titles) - 1)
    picture = PaperPicture(width, HEIGHT + down + 18 * max(0, len(below) - 3), title, headline)
    for number, part in enumerate(titles):
        picture.text((LEFT - 40, 30 + 24 * number), part, 17, INK, bold=True)
    for number, (part, colour) in enumerate(below):
        picture.text((LEFT - 40, 52 + down + 18 * number), part, 13, colour, bold=colour == INK)
    return picture, 40 + down + 18 * len(below)


def _lines_of(words: str, width: float, size: float, letter: float = PLAIN) -> list[str]:
    return wrap(words, int((width - 40) / (letter * size)))


def _legend(picture: PaperPicture, entries: Sequence[tuple[str, str, str]], top: float) -> None:
    for number, (label, colour, dash) in enumerate(entries):
        x, y = picture.width - RIGHT - 150.0 * (len(entries) - number), top + 10
        picture.line((x, y - 4), (x + 26, y - 4), colour, 4 if not dash else 2.5, dash)
        picture.text((x + 34, y), label, 12)


def _columns(line: Line) -> Columns:
    if not line.of_numbers:
        return [(line.in_words(outcome), line.odds[outcome], None) for outcome in line.outcomes]
    summary = Summary(line.odds)
    shown = [value for value in summary.values if summary.at_most(value) >= RARE and summary.at_least(value) >= RARE]
    step = (shown[-1] - shown[0]) // MAX_BARS + 1
    columns: Columns = []
    for start in range(shown[0], shown[-1] + 1, step):
        more = summary.at_least(start)
        label = str(start) if step == 1 else f"{start}-{start + step - 1}"
        columns.append((label, more - summary.at_least(start + step), more))
    return columns


def _at_least(lines: Sequence[Line]) -> tuple[list[str], list[list[Fraction]]]:
    summaries = [Summary(line.odds) for line in lines]
    low = min(summary.values[0] for summary in summaries) + 1
    high = max((value for summary in summaries for value in summary.values if summary.at_least(value) >= RARE), default=low)
    step = max(0, high - low) // MAX_BARS + 1
    marks = list(range(low, max(high, low) + 1, step))
    return [str(mark) for mark in marks], [[summary.at_least(mark) for mark in marks] for summary in summaries]


def _by_name(lines: Sequence[Line]) -> tuple[list[str], list[list[Fraction]]]:
    labelled = side_by_side(lines)
    return [label for label, _ in labelled], [[chances[at] for _, chances in labelled] for at in range(len(lines))]
