"""A map in letters, for terminals: areas, places and pieces by signs, a scale, and a key that names them in 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from string import ascii_letters, digits

Point = tuple[float, float]

COLUMNS, MOST_ROWS = 76, 40
TALL = 2.0
"""How much taller than wide a letter is."""
PIECES = ascii_letters + digits
AREAS = ":%~&=;"
ARROWS = "^/>\\v/<\\"
"""Which way a piece faces, in eight directions from up on clockwise."""


class TextMap:
    """A rectangle of a game's own units, y up unless ``up`` is false; what comes later stands over what was before."""

    def __init__(self, left: float, near: float, right: float, far: float, unit: str, up: bool = True) -> None:
        self._left, self._near, self._far, self._unit, self._up = left, near, far, unit, up
        wide, deep = max(right - left, 1e-9), max(far - near, 1e-9)
        self._step = max(wide / COLUMNS, deep / MOST_ROWS / TALL)
        """Units that a column stands for."""
        self._columns = max(1, ceil(wide / self._step - 1e-9))
        self._cells = [[" "] * self._columns for _ in range(max(1, ceil(deep / self._step / TALL - 1e-9)))]
        self._key: list[tuple[str, str]] = []
        self._areas: dict[str, str] = {}
        self._pieces = 0

    def _cell(self, at: Point) -> tuple[int, int]:
        column = min(max(int((at[0] - self._left) / self._step), 0), self._columns - 1)
        down = (self._far - at[1]) if self._up else (at[1] - self._near)
        return min(max(int(down / self._step / TALL), 0), len(self._cells) - 1), column

    def _put(self, at: Point, sign: str) -> None:
        row, column = self._cell(at)
        self._cells[row][column] = sign

    def area(self, corners: Sequence[Point], name: str, kind: str) -> None:
        """An area by its corners; those of one kind have one sign."""
        sign = self._areas.setdefault(kind, AREAS[len(self._areas) % len(AREAS)])
        for row, cells in enumerate(self._cells):
            down = (row + 0.5) * self._step * TALL
            y = self._far - down if self._up else self._near + down
            for column in range(self._columns):
                if _holds(corners, self._left + (column + 0.5) * self._step, y):
                    cells[column] = sign
        self._key.append((sign, name))

    def place(self, at: Point, sign: str, name: str) -> None:
        """A place that does not move, by a sign of its own."""
        self._put(at, sign)
        self._key.append((sign, name))

    def piece(self, at: Sequence[Point], name: str, facing: Sequence[float] = ()) -> None:
        """Something of one name at one or more points, by the next letter; an arrow beside each shows how it faces."""
        sign = PIECES[self._pieces % len(PIECES)]
        self._pieces += 1
        for number, point in enumerate(at):
            if number < len(facing):
                row, column = self._cell(point)
                turn = round(facing[number] / 45) % 8
                across, down = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))[turn]
                there = row + down, column + across
                inside = 0 <= there[0] < len(self._cells) and 0 <= there[1] < self._columns
                if inside and self._cells[there[0]][there[1]] not in PIECES:
                    self._cells[there[0]][there[1]] = ARROWS[turn]
        for point in at:
            self._put(point, sign)
        self._key.append((sign, name))

    def lines(self) -> tuple[str, ...]:
        """The map in its frame, the scale, and the key; no line is longer than 80 letters."""
        rule = f"+{'-' * self._columns}+"
        unit = self._unit or "units"
        across, down = f"{self._step:.3g}", f"{self._step * TALL:.3g}"
        scale = f"a letter is {across} {unit} wide and {down} {unit} high"
        key = [f"  {sign}  {name}"[:80] for sign, name in self._key]
        return rule, *(f"|{''.join(cells)}|" for cells in self._cells), rule, scale, *key


def _holds(corners: Sequence[Point], x: float, y: float) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside
