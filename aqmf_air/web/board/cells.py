"""Boards of cells, squares or hexes: a game says which cells there are and how a piece looks, the rest is here.

An order that is a path over cells is drawn with :mod:`aqmf_air.web.board.paths`: ``PathCell(self.centre(cell), ...)`` for
each cell that may be gone to, and ``DrawnPath(outline=self.outline)``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from aqmf_air.drawing.hex_grid import outline as hex_outline
from aqmf_air.drawing.svg import Fragment, Picture, Point, line_to
from aqmf_air.geometry.hexes.grid import Hex, centre, to_map
from aqmf_air.web.board.board import Board, Piece

Cell = tuple[int, int]


class CellBoard(Board):
    """A board of cells. A cell is 1 wide, y grows downwards. Its pieces stand at the centres of cells."""

    outline: ClassVar[tuple[Point, ...]]
    """The corners of a cell as seen from its centre."""
    scale: ClassVar[float] = 48
    """Pixels of a cell."""

    @abstractmethod
    def cells(self, view: Any) -> Mapping[Cell, str]:
        """The colour of each cell."""

    @abstractmethod
    def piece_svg(self, view: Any, piece: Piece) -> str:
        """A piece drawn about 0, 0; a cell is :attr:`scale` wide."""

    @abstractmethod
    def centre(self, cell: Cell) -> Point:
        """Where the centre of a cell is."""

    @abstractmethod
    def cell_name(self, cell: Cell) -> str:
        """What players call a cell."""

    def picture(self, view: Any) -> Picture:
        """The cells, each with its name, and the pieces on them."""
        cells, size = self.cells(view), self.scale
        corners = {cell: [(self.centre(cell)[0] + x, self.centre(cell)[1] + y) for x, y in self.outline] for cell in cells}
        across, down = zip(*(corner for around in corners.values() for corner in around), strict=True)
        left, top = min(across), min(down)
        drawn = Fragment()
        for cell, colour in cells.items():
            line = line_to([((x - left) * size, (y - top) * size) for x, y in corners[cell]], closed=True)
            name = self.cell_name(cell)
            with drawn.group(data_key=f"cell {name}", data_note=name):
                drawn.add("path", d=line, fill=colour, stroke="#8a8468")
        for piece in self.pieces(view):
            for x, y in piece.at:
                place = f"translate({(x - left) * size:.1f} {(y - top) * size:.1f})"
                about: dict[str, Any] = {
                    "class_": "element",
                    "data_piece": piece.id,
                    "data_x": x,
                    "data_y": y,
                    "data_radius": 0.4,
                }
                with drawn.group(**about), drawn.group(transform=place):
                    drawn.raw(self.piece_svg(view, piece))
        width, height = (max(across) - left) * size, (max(down) - top) * size
        return Picture("the board", width, height, tuple(drawn.pieces()), scale=size, left=left, top=top)


class SquareBoard(CellBoard):
    """A board of squares, by column and row, each from 0; they are called ``a1``, ``b1``, ... from the top left."""

    outline = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))

    def centre(self, cell: Cell) -> Point:
        return float(cell[0]), float(cell[1])

    def cell_name(self, cell: Cell) -> str:
        return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


class HexesBoard(CellBoard):
    """A board of hexes with pointed tops, by :class:`aqmf_air.geometry.hexes.grid.Hex`; called by column and row."""

    outline = hex_outline()

    def centre(self, cell: Cell) -> Point:
        return centre(Hex(*cell))

    def cell_name(self, cell: Cell) -> str:
        return "{},{}".format(*to_map(Hex(*cell)))
