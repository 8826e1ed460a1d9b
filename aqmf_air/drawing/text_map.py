"""A map in letters, for terminals: areas, places and pieces by signs, axes as orders count, a scale, and a key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from math import ceil, floor, log10
from string import ascii_letters, digits
from textwrap import wrap
from typing import Literal, NamedTuple

Point = tuple[float, float]
Tone = Literal["", "own", "theirs", "area"]
"""What a sign is to who reads the map."""
Paint = Callable[[str, Tone], str]
"""Colours a text; its letters stay."""

COLUMNS, MOST_ROWS, FEW_ROWS = 80, 40, 24
"""The last: of a map that shows no more than what is about the pieces."""
TALL = 2.0
"""How much taller than wide a letter is."""
PIECES = ascii_letters + digits
AREAS = ":%~&=;"
ARROWS = "^/>\\v/<\\"
"""Which way a piece faces, in eight directions from up on clockwise."""
BESIDE = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Across and down to the cell in each of these directions."""
FEWEST = 9
"""Columns of the map between two numbers of an axis, at least."""


class _Put(NamedTuple):
    at: Sequence[Point]
    sign: str
    name: str
    tone: Tone
    facing: Sequence[float] = ()


class TextMap:
    """A rectangle of a game's own units, y up unless ``up`` is false; what comes later stands over what was before.

    ``across`` and ``along`` are what is written at the edges, each where it stands (x, or y): letters of columns, numbers of
    hexes. Left out, they are round numbers of the unit. ``around``: no more is shown than so far about what stands on it;
    None: all of it. ``deep``: how many lines of text a unit is high, on a map of squares, where ``scale`` says what each is.
    """

    def __init__(
        self,
        left: float,
        near: float,
        right: float,
        far: float,
        unit: str,
        up: bool = True,
        across: Sequence[tuple[float, str]] = (),
        along: Sequence[tuple[float, str]] = (),
        around: float | None = None,
        deep: int = 0,
        scale: str = "",
    ) -> None:
        self._left, self._near, self._right, self._far = left, near, max(right, left + 1e-9), max(far, near + 1e-9)
        self._up, self._around = up, around
        self.unit, self.across, self.along = unit, across, along
        self._deep, self._scale = deep, scale
        self._rows = MOST_ROWS if around is None else FEW_ROWS
        self._areas: list[tuple[Sequence[Point], str, str]] = []
        self._kinds: dict[str, str] = {}
        self._puts: list[_Put] = []
        self._labels: list[_Put] = []
        self._pieces = 0

    def area(self, corners: Sequence[Point], name: str, kind: str) -> None:
        """An area by its corners; those of one kind have one sign, and a number where they have several names. One without a
        name is not in the key.
        """
        sign = self._kinds.setdefault(kind, AREAS[len(self._kinds) % len(AREAS)])
        self._areas.append((corners, sign, name))

    def place(self, at: Point, sign: str, name: str, own: bool | None = None) -> None:
        """A place that does not move, by a sign of its own, and a number beside it where that is of others, too; ``own`` as
        of a piece.
        """
        self._puts.append(_Put((at,), sign, name, _tone(own)))

    def label(self, at: Point, text: str, name: str = "", own: bool | None = None) -> None:
        """A text on the map that begins there; its first word is in the key by this ``name``, if it has one."""
        self._labels.append(_Put((at,), text, name, _tone(own)))

    def piece(self, at: Sequence[Point], name: str, facing: Sequence[float] = (), own: bool | None = None) -> None:
        """Something of one name at one or more points, by the next letter; an arrow beside each shows how it faces.

        ``own``: whether it is the reader's, or an enemy's; None: the reader has no side.
        """
        sign = PIECES[self._pieces % len(PIECES)]
        self._pieces += 1
        self._puts.append(_Put(at, sign, name, _tone(own), facing))

    def lines(self, columns: int = COLUMNS, paint: Paint = lambda text, tone: text) -> tuple[str, ...]:
        """The map in its frame with its axes, the scale, and the key; no line is longer than so many ``columns``."""
        if self._around is not None and self._puts:
            return self._cropped(self._around).lines(columns, paint)
        wide, deep = self._right - self._left, self._far - self._near
        along = self.along or tuple(_round_numbers(self._near, self._far, self._rows / 4))
        margin = max((len(text) for _, text in along), default=0) + 1
        step = max(wide / (columns - margin - 2), 0.0 if self._deep else deep / self._rows / TALL)
        down = 1 / self._deep if self._deep else step * TALL
        tags = self._tags()
        cells = self._cells(ceil(wide / step - 1e-9), ceil(deep / down - 1e-9), step, down, tags)
        numbers = {self._row(y, down, len(cells)): text for y, text in reversed(along)}
        across = self.across or tuple(_round_numbers(self._left, self._right, len(cells[0]) / FEWEST))
        rule, below = list("-" * len(cells[0])), list(" " * (len(cells[0]) + margin + 2))
        free = 0
        for x, text in across:
            column = self._column(x, step, len(cells[0]))
            begin = margin + 1 + column - (len(text) - 1) // 2
            if begin >= free and begin + len(text) <= len(below):
                below[begin : begin + len(text)] = text
                rule[column] = "+"
                free = begin + len(text) + 1
        edge = f"{' ' * margin}+{''.join(rule)}+"
        unit = self.unit or "units"
        rows = (
            f"{numbers.get(at, ''):>{margin - 1}} {'+' if at in numbers else '|'}{''.join(paint(*cell) for cell in row)}|"
            for at, row in enumerate(cells)
        )
        scale = self._scale or f"a letter is {step:.3g} {unit} wide and {down:.3g} {unit} high"
        return edge, *rows, edge, "".join(below).rstrip(), *wrap(scale, columns), *self._key(columns, paint, tags)

    def _cropped(self, around: float) -> TextMap:
        """The same about what stands on it, half as wide as it is deep or more, and the other way round."""
        cropped = copy(self)
        xs, ys = zip(*(at for put in self._puts for at in put.at), strict=True)
        wide, deep = max(xs) - min(xs) + 2 * around, max(ys) - min(ys) + 2 * around
        cropped._left, cropped._right = _about(xs, max(wide, deep / 2), self._left, self._right)
        cropped._near, cropped._far = _about(ys, max(deep, wide / 2), self._near, self._far)
        cropped._around = None
        return cropped

    def _column(self, x: float, step: float, most: int) -> int:
        return min(max(floor((x - self._left) / step), 0), most - 1)

    def _row(self, y: float, step: float, most: int) -> int:
        below = self._far - y if self._up else y - self._near
        return min(max(floor(below / step), 0), most - 1)

    def _tags(self) -> dict[tuple[str, str], str]:
        """What is written beside a sign to tell what has this name from what else has it: a number, the letter in which the
        names differ (``marker A, hidden``), or nothing.
        """
        names: dict[str, list[str]] = {}
        for sign, name in dict.fromkeys((sign, name) for sign, name in self._named() if name):
            names.setdefault(sign, []).append(name)
        return {
            (sign, name): tag if len(some) > 1 else ""
            for sign, some in names.items()
            for name, tag in zip(some, _told_apart(some), strict=True)
        }

    def _named(self) -> Iterator[tuple[str, str]]:
        yield from ((sign, name) for _, sign, name in self._areas)
        yield from ((put.sign, put.name) for put in self._puts)

    def _cells(
        self, columns: int, rows: int, step: float, high: float, tags: Mapping[tuple[str, str], str]
    ) -> list[list[tuple[str, Tone]]]:
        """The signs of the map, row by row."""
        cells: list[list[tuple[str, Tone]]] = [[(" ", "")] * columns for _ in range(rows)]
        self._fill(cells, step, high, tags)
        self._write_labels(cells, step, high)
        for put in self._puts:
            for (x, y), facing in zip(put.at, put.facing, strict=False):
                turn = round(facing / 45) % 8
                right, down_ = BESIDE[turn]
                column, row = self._column(x, step, columns) + right, self._row(y, high, rows) + down_
                if 0 <= row < rows and 0 <= column < columns and cells[row][column][0] not in PIECES:
                    cells[row][column] = ARROWS[turn], put.tone
            for x, y in put.at:
                row, column = self._row(y, high, rows), self._column(x, step, columns)
                cells[row][column] = put.sign, put.tone
                if tag := tags.get((put.sign, put.name)):
                    _write(cells, row, column + 1 if column + len(tag) < columns else column - len(tag), tag, put.tone)
        return cells

    def _write_labels(self, cells: list[list[tuple[str, Tone]]], step: float, high: float) -> None:
        """Write the labels; one that would run into the next, or over the edge, begins further left."""
        ends: dict[int, int] = {}
        for (at,), text, _, tone, _ in sorted(self._labels, key=lambda put: -put.at[0][0]):
            row = self._row(at[1], high, len(cells))
            column = self._column(at[0], step, len(cells[row]))
            column = max(0, min(column, ends.get(row, len(cells[row])) - len(text)))
            _write(cells, row, column, text, tone)
            ends[row] = column - 1

    def _fill(
        self, cells: list[list[tuple[str, Tone]]], step: float, high: float, tags: Mapping[tuple[str, str], str]
    ) -> None:
        """Put the signs of the areas into the cells, with the number of each somewhere in its middle."""
        for corners, sign, name in self._areas:
            inside: list[tuple[int, int]] = []
            for row, line in enumerate(cells):
                down = (row + 0.5) * high
                y = self._far - down if self._up else self._near + down
                for column in range(len(line)):
                    if _holds(corners, self._left + (column + 0.5) * step, y):
                        line[column] = sign, "area"
                        inside.append((row, column))
            if inside and (tag := tags.get((sign, name))):
                row = inside[len(inside) // 2][0]
                beside = [column for line_at, column in inside if line_at == row]
                _write(cells, row, beside[len(beside) // 2], tag, "area")

    def _key(self, columns: int, paint: Paint, tags: Mapping[tuple[str, str], str]) -> Iterator[str]:
        """Each sign with its name; what has the sign and the name of another is named once."""
        tones: dict[tuple[str, str], Tone] = {(sign, name): "area" for _, sign, name in self._areas if name}
        labels = [put._replace(sign=put.sign.split()[0]) for put in self._labels if put.name]
        for put in (*labels, *self._puts):
            entry = put.sign, put.name
            tones[entry] = put.tone if tones.get(entry, put.tone) == put.tone else ""
        room = max((len(sign + tags.get((sign, name), "")) for sign, name in tones), default=1)
        for (sign, name), tone in tones.items():
            first, *others = wrap(name, columns - 4 - room, break_long_words=False, break_on_hyphens=False) or [""]
            called = sign + tags.get((sign, name), "")
            yield f"  {paint(called, tone)}{' ' * (room - len(called))}  {paint(first, tone)}"
            yield from (f"{' ' * (4 + room)}{paint(other, tone)}" for other in others)


def _told_apart(names: Sequence[str]) -> Sequence[str]:
    """A number for each of several names, or the letter that alone is another in each."""
    words = [re.findall(r"\w+", name) for name in names]
    if len(set(map(len, words))) == 1:
        unlike = [column for column in zip(*words, strict=True) if len(set(column)) > 1]
        if len(unlike) == 1 and len(set(unlike[0])) == len(names) and all(len(word) == 1 for word in unlike[0]):
            return unlike[0]
    return [str(number) for number in range(1, len(names) + 1)]


def _write(cells: list[list[tuple[str, Tone]]], row: int, column: int, text: str, tone: Tone) -> None:
    """Write over the cells from a place on that hold no piece."""
    for at, letter in enumerate(text, column):
        if 0 <= at < len(cells[row]) and cells[row][at][0] not in PIECES:
            cells[row][at] = letter, tone


def _tone(own: bool | None) -> Tone:
    return "" if own is None else "own" if own else "theirs"


def _about(places: Sequence[float], size: float, least: float, most: float) -> tuple[float, float]:
    """The ends of a stretch of a size about some places, within bounds."""
    middle = (min(places) + max(places)) / 2
    start = max(least, min(middle - size / 2, most - size))
    return start, min(most, start + size)


def _round_numbers(low: float, high: float, most: float) -> Iterator[tuple[float, str]]:
    """Round numbers from ``low`` to ``high``, so many at the most, or a few more."""
    least = (high - low) / max(most, 1)
    ten = 10.0 ** floor(log10(least))
    step = next(ten * times for times in (1, 2, 5, 10) if ten * times >= least - 1e-9)
    for number in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1):
        yield number * step, f"{number * step:g}"


def _holds(corners: Sequence[Point], x: float, y: float) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside
