"""The frames of a film: the position after every entry of a log, as one audience sees it, and what was told and rolled.

A drawing is taken apart into its pieces. Most pieces are the same from one frame to the next, so each is kept once and a
frame is a list of their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from aqmf_air.core.play.events import Entry, Header
from aqmf_air.core.play.session import Session
from aqmf_air.drawing.svg import number
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.ui.drawing.position import definitions, position_map
from aqmf_air.games.martian_front.ui.looks import looks_of
from aqmf_air.games.martian_front.view import View, open_view_of
from aqmf_air.web.live.seat_log import Chronicle

OPEN = "everything"
"""The audience from which nothing is hidden: for games that are over, and for one's own."""


@dataclass
class Film:
    """The frames of a game, as plain data for a page."""

    title: str
    audience: str
    pieces: list[str] = field(default_factory=list)
    frames: list[dict[str, Any]] = field(default_factory=list)
    size: str = ""
    """The view box of every frame."""
    _numbers: dict[str, int] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """Everything that the page needs to know."""
        return {
            "title": self.title,
            "audience": self.audience,
            "pieces": self.pieces,
            "frames": self.frames,
            "size": self.size,
        }

    def number(self, piece: str) -> int:
        """The number of a piece of a drawing, which is kept once."""
        if piece not in self._numbers:
            self._numbers[piece] = len(self.pieces)
            self.pieces.append(piece)
        return self._numbers[piece]


def film_of(ruleset: AllQuiet, header: Header, entries: Iterable[Entry], audience: str = OPEN) -> Film:
    """The film of a game for a side, for spectators (``""``), or with :data:`OPEN` for those who may see everything.

    Raises:
        ReplayMismatchError: the entries do not make a log.
    """
    session: Session[Game] = Session(ruleset, header)
    chronicle = Chronicle(ruleset, ruleset.players(session.state), open_to_all=audience == OPEN)
    setup: Any = header.setup
    film = Film(setup.title or header.game, audience)
    film.frames.append(_frame(film, ruleset, session.state, audience))
    for entry in entries:
        before = session.state
        session.fold(entry)
        chronicle.note(before, entry, session.state)
        (told,) = chronicle.of("" if audience == OPEN else audience, entry.position)
        frame = _frame(film, ruleset, session.state, audience)
        film.frames.append({**frame, **{key: told[key] for key in ("kind", "by", "lines", "rolls")}})
    for position in chronicle.undone:
        film.frames[position + 1]["undone"] = True
    return film


def _frame(film: Film, ruleset: AllQuiet, game: Game, audience: str) -> dict[str, Any]:
    looks = looks_of(ruleset.registry)
    view: View = open_view_of(game) if audience == OPEN else ruleset.observe(game, audience)
    board = position_map(view, looks)
    film.size = f"0 0 {number(board.map_width)} {number(board.map_height)}"
    parts = [film.number(piece) for piece in (definitions(view, looks), *board.body.pieces())]
    return {"turn": game.turn, "phase": game.now.title, "winner": game.winner, "parts": parts}
