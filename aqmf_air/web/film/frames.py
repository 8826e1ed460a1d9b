"""The frames of a film: the position after every entry of a log, as one audience sees it, and what was told and rolled.

A game that is not drawn is shown in the lines of its summary. A drawing is taken apart into its pieces: most are the same
from one frame to the next, so each is kept once and a frame is a list of their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.events import Entry, Header
from aqmf_air.core.play.ruleset import OpenView
from aqmf_air.core.play.session import Session
from aqmf_air.web.board.board import Board, PlainBoard
from aqmf_air.web.live.seat_log import Chronicle

OPEN = "everything"
"""The audience from which nothing is hidden: for games that are over, and for one's own."""


@dataclass
class Film:
    """The frames of a game, as plain data for a page."""

    title: str
    audience: str
    sides: list[dict[str, Any]] = field(default_factory=list)
    """Who plays, with names and colours."""
    pieces: list[str] = field(default_factory=list)
    frames: list[dict[str, Any]] = field(default_factory=list)
    size: str = ""
    """The view box of every frame; empty where nothing is drawn."""
    scale: float = 1.0
    """Units of the drawing in one of the game's."""
    up: bool = False
    """Whether y grows towards the top."""
    _numbers: dict[str, int] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """Everything that the page needs to know."""
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}

    def number(self, piece: str) -> int:
        """The number of a piece of a drawing, which is kept once."""
        if piece not in self._numbers:
            self._numbers[piece] = len(self.pieces)
            self.pieces.append(piece)
        return self._numbers[piece]


def film_of(board: PlainBoard, header: Header, entries: Iterable[Entry], audience: str = OPEN) -> Film:
    """The film of a game for a side, for spectators (``""``), or with :data:`OPEN` for those who may see everything.

    A game that cannot show everything (:class:`~aqmf_air.core.play.ruleset.OpenView`) shows what spectators see.

    Raises:
        ReplayMismatchError: the entries do not make a log.
    """
    ruleset = board.ruleset
    session: Session[Any] = Session(ruleset, header)
    chronicle = Chronicle(ruleset, ruleset.players(session.state), open_to_all=audience == OPEN)
    film = Film(header.named[1] or header.game, audience, [vars(one) for one in ruleset.sides(session.state)])
    film.frames.append(_frame(film, board, session.state))
    for entry in entries:
        before = session.state
        session.fold(entry)
        chronicle.note(before, entry, session.state)
        (told,) = chronicle.of("" if audience == OPEN else audience, entry.position)
        frame = _frame(film, board, session.state)
        film.frames.append({**frame, **{key: told[key] for key in ("kind", "by", "lines", "rolls")}})
    for position in chronicle.undone:
        film.frames[position + 1]["undone"] = True
    return film


def _frame(film: Film, board: PlainBoard, state: Frozen) -> dict[str, Any]:
    ruleset, stage = board.ruleset, board.ruleset.stage(state)
    shows_all = film.audience == OPEN and isinstance(ruleset, OpenView)
    view = ruleset.open_view(state) if shows_all else ruleset.observe(state, "" if film.audience == OPEN else film.audience)
    frame = {"when": stage.when, "phase": stage.title, "winner": ruleset.over(state) or ""}
    if not isinstance(board, Board):
        return {**frame, "parts": [], "summary": list(ruleset.summary(view))}
    drawn = board.picture(view)
    film.size, film.scale, film.up = drawn.size, drawn.scale, drawn.up
    return {**frame, "parts": [film.number(piece) for piece in drawn.parts]}
