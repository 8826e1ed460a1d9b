"""The moment that mattered most in each chapter of a game, and its picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from aqmf_air.core.play.events import PlainEvent
from aqmf_air.web.board.board import Board, PlainBoard
from aqmf_air.web.board.marks import Moment

MATTERS = ("way", "shot", "burst", "loss")
"""What is drawn of events, as it matters to a chapter: the last loss most; what is not drawn matters least."""


def moments(board: PlainBoard, setup: Any, events: Iterable[PlainEvent], only: int | None = None) -> Mapping[int, Any]:
    """The state before what mattered most in each chapter, or in one ``only``, by the number of the chapter."""
    ruleset = board.ruleset
    shown, most, state = dict[int, Any](), dict[int, int](), ruleset.initial(setup)
    for event in events:
        if (number := ruleset.chapter(state)) == only or only is None:
            kinds = [mark.kind for mark in board.marks(Moment(event, state, None, state))]
            matters = max((MATTERS.index(kind) + 1 for kind in kinds if kind in MATTERS), default=0)
            if matters >= most.get(number, 0):
                shown[number], most[number] = state, matters
        state = ruleset.evolve(state, event)
    return shown


def pictures(board: PlainBoard, setup: Any, events: Iterable[PlainEvent], only: int | None = None) -> Mapping[int, str]:
    """The table of each chapter then, or of one ``only``, close up, as SVG, by its number; none where the board has none."""
    if not isinstance(board, Board):
        return {}
    shown = moments(board, setup, events, only).items()
    return {number: board.close_up(board.ruleset.observe(state, "")).document() for number, state in shown}
