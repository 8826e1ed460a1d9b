"""The moment that mattered most in each chapter of a game, and its picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from aqmf_air.core.play.events import PlainEvent
from aqmf_air.web.board.board import Board, PlainBoard
from aqmf_air.web.board.marks import Moment

MATTERS = ("way", "shot", "burst", "loss")
"""What is drawn of events, as it matters to a chapter: the last loss most; what is not drawn matters least."""


def moments(board: PlainBoard, setup: Any, events: Iterable[PlainEvent]) -> Mapping[int, Any]:
    """The state before what mattered most in each chapter, by the number of the chapter.

    Of several losses it is the one with the most pieces on the table: there is something to see.
    """
    ruleset = board.ruleset
    shown, most, state = dict[int, Any](), dict[int, tuple[int, int]](), ruleset.initial(setup)
    for event in events:
        number, kinds = ruleset.chapter(state), [mark.kind for mark in board.marks(Moment(event, state, None, state))]
        rank = max((MATTERS.index(kind) + 1 for kind in kinds if kind in MATTERS), default=0)
        matters = rank, _pieces(board, state) if rank == len(MATTERS) else 0
        if matters >= most.get(number, (0, 0)):
            shown[number], most[number] = state, matters
        state = ruleset.evolve(state, event)
    return shown


def anything_to_see(board: PlainBoard, state: Any, events: Iterable[PlainEvent]) -> bool:
    """Whether a piece moves, fires or falls on the table in any of the events that come after a state."""
    for event in events:
        if any(mark.kind in MATTERS for mark in board.marks(Moment(event, state, None, state))):
            return True
        state = board.ruleset.evolve(state, event)
    return False


def _pieces(board: PlainBoard, state: Any) -> int:
    return len(board.pieces(board.ruleset.observe(state, ""))) if isinstance(board, Board) else 0


def pictures(board: PlainBoard, setup: Any, events: Iterable[PlainEvent]) -> Mapping[int, str]:
    """The table of each chapter then, close up, as SVG, by its number; none where the board has none."""
    if not isinstance(board, Board):
        return {}
    shown = moments(board, setup, events).items()
    return {number: board.close_up(board.ruleset.observe(state, "")).document() for number, state in shown}
