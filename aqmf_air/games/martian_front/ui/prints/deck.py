"""The deck: cards on pages, edge to edge, so that one cut parts two of them."""

from __future__ import annotations

from collections.abc import Iterable

from aqmf_air.games.martian_front.ui.prints.cards import Card
from aqmf_air.games.martian_front.ui.prints.faces import LEGEND, STYLES, WIDTH, card_drawings
from aqmf_air.printing.drawing import Shape
from aqmf_air.printing.paper import Leaf, Paper, area_of

ACROSS = 2
"""Cards side by side."""


def card_leaves(cards: Iterable[Card], per_page: int, paper: Paper, title: str = "Unit cards") -> tuple[Leaf, ...]:
    """The cards on pages of ``per_page``, 4 or 8."""
    drawings = [drawing for card in cards for drawing in card_drawings(card, per_page)]
    area, height = area_of(paper), STYLES[per_page].height
    left = area.x + (area.width - ACROSS * WIDTH) / 2
    top = area.y + area.height
    leaves = []
    for first in range(0, len(drawings), per_page):
        shapes: list[Shape] = []
        for place, drawing in enumerate(drawings[first : first + per_page]):
            row, column = divmod(place, ACROSS)
            shapes += drawing.at(left + column * WIDTH, top - (row + 1) * height)
        leaves.append(Leaf(title, LEGEND, tuple(shapes)))
    return tuple(leaves)
