"""A game shown again: the position after every entry of its log, as one audience sees it, in one HTML file with its script.

A game that is not drawn is shown in the lines of its summary. A drawing is taken apart into its pieces: most are the same
from one frame to the next, so each is kept once and a frame is a list of their numbers.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.events import Entry, Header
from aqmf_air.core.play.ruleset import OpenView
from aqmf_air.core.play.session import Session
from aqmf_air.web.board.board import Board, PlainBoard
from aqmf_air.web.live.position import Chronicle
from aqmf_air.web.pages import FOLDER, environment

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


def film_of(board: PlainBoard, header: Header, entries: Iterable[Entry], audience: str = OPEN) -> Film:
    """The film of a game for a side, for spectators (``""``), or with :data:`OPEN` for those who may see everything.

    A game that cannot show everything (:class:`~aqmf_air.core.play.ruleset.OpenView`) shows what spectators see.
    """
    ruleset = board.ruleset
    session: Session[Any] = Session(ruleset, header)
    chronicle = Chronicle(ruleset, ruleset.players(session.state), open_to_all=audience == OPEN)
    film = Film(header.named[1] or header.game, audience, [vars(one) for one in ruleset.sides(session.state)])
    numbers: dict[str, int] = {}
    film.frames.append(_frame(film, board, session.state, numbers))
    for entry in entries:
        before = session.state
        session.fold(entry)
        chronicle.note(before, entry, session.state)
        (told,) = chronicle.of("" if audience == OPEN else audience, entry.position)
        frame = _frame(film, board, session.state, numbers)
        film.frames.append({**frame, **{key: told[key] for key in ("kind", "by", "lines", "rolls")}})
    for position in chronicle.undone:
        film.frames[position + 1]["undone"] = True
    film.pieces = list(numbers)
    return film


def _frame(film: Film, board: PlainBoard, state: Frozen, numbers: dict[str, int]) -> dict[str, Any]:
    """A position; each piece of its drawing goes by its number, the same piece by the same one."""
    ruleset, stage = board.ruleset, board.ruleset.stage(state)
    shows_all = film.audience == OPEN and isinstance(ruleset, OpenView)
    view = ruleset.open_view(state) if shows_all else ruleset.observe(state, "" if film.audience == OPEN else film.audience)
    frame = {"when": stage.when, "phase": stage.title, "winner": ruleset.over(state) or ""}
    if not isinstance(board, Board):
        return {**frame, "parts": [], "summary": list(ruleset.summary(view))}
    drawn = board.picture(view)
    film.size, film.scale, film.up = drawn.size, drawn.scale, drawn.up
    return {**frame, "parts": [numbers.setdefault(piece, len(numbers)) for piece in drawn.parts]}


def film_page(film: Film) -> str:
    """The page of a film. The same film gives the same page."""
    last = film.frames[-1]
    facts = json.dumps(vars(film), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    side = next((one["name"] for one in film.sides if one["id"] == film.audience), "")
    drawing = "".join(film.pieces[part] for part in last["parts"])
    template = environment().get_template("film.html")
    return template.render(
        film=film,
        side=side,
        last=last,
        drawing=drawing,
        facts=facts,
        style=_style(),
        script=_part("film.js"),
        policy=policy(),
    )


def policy() -> str:
    """What the page may do: run its own script, and nothing else."""
    return (
        f"default-src 'none'; style-src 'sha256-{_digest(_style())}'; script-src 'sha256-{_digest(_part('film.js'))}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _style() -> str:
    return _part("room.css") + _part("film.css")


@cache
def _part(name: str) -> str:
    return (FOLDER / "static" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """As a content security policy names an inline script or style."""
    return b64encode(sha256(text.encode()).digest()).decode()
