"""Orders that are a path over cells, which a player draws by tapping one cell, or one step, after the other.

A board whose :attr:`editors` names :data:`PATH_EDITOR` for a kind of order answers the question :data:`QUESTION` with a
:class:`DrawnPath`: the path so far, what may come next and why the rest may not, what is left to spend, and the order once
the path is whole. A path is a text of the game's own; the page only adds to it what the board offers, and takes it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.errors import DataError

Point = tuple[float, float]
PATH_EDITOR = "/static/board/path.js"
"""The script that draws paths."""
QUESTION = "path"
LONGEST = 400
"""Letters of a path."""


@dataclass(frozen=True)
class PathQuestion:
    """What the page asks: the path of a piece as far as it is drawn, and what was chosen beside it."""

    piece: str
    type: str
    """The type of the order."""
    path: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """Of each :class:`PathChoice`, by its name, the value; what was never chosen is not in it."""

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> PathQuestion:
        """The body of the question. Raises DataError: it is something else."""
        texts = {key: body.get(key, "") for key in ("piece", "type", "path")}
        chosen = body.get("chosen", {})
        for key, value in texts.items():
            if not isinstance(value, str) or len(value) > LONGEST:
                raise DataError(f"{key}: expected a text of at most {LONGEST} letters", key=key)
        if not isinstance(chosen, dict) or not all(isinstance(text, str) for pair in chosen.items() for text in pair):
            raise DataError("chosen: expected texts by name", key="chosen")
        return cls(**texts, chosen=chosen)


@dataclass(frozen=True)
class PathStep:
    """A kind of step that has a button."""

    title: str
    sign: str
    """The same in one or two letters."""
    adds: str
    """What it adds to the path."""
    cost: float = 0
    why: tuple[Objection, ...] = ()
    """Why it may not come next; empty: it may."""
    key: str = ""
    """The key that makes it, by its name in browsers: ``ArrowUp``."""


@dataclass(frozen=True)
class PathCell:
    """A cell that may be gone to; a tap on it adds the steps that lead there."""

    at: Point
    adds: str
    cost: float
    next: bool = False
    """Whether the piece is beside it."""


@dataclass(frozen=True)
class PathChoice:
    """Something that is chosen beside the path: a speed, a load."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    """Values, each with a title."""
    chosen: str


@dataclass(frozen=True)
class DrawnPath:
    """A path as far as it is drawn. All places are in the coordinates of the board's picture."""

    path: str
    """What of it can be gone: the page forgets the rest."""
    points: tuple[tuple[float, ...], ...]
    """The way over the board; a third value is the facing there in degrees."""
    budget: float
    left: float
    unit: str
    """Of what is spent: ``MP``."""
    steps: tuple[PathStep, ...] = ()
    cells: tuple[PathCell, ...] = ()
    outline: tuple[Point, ...] = ()
    """The corners of a cell as seen from its middle."""
    choosing: tuple[PathChoice, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    """What holds at its end: names and values."""
    notes: tuple[str, ...] = ()
    """What else is worth knowing there, each in a line."""
    svg: str = ""
    """Elements to be drawn over the picture, in its coordinates."""
    word: str = "Go this way"
    """What gives the order."""
    command: Command | None = None
    """The order; None: the path is not whole."""
    why: str = ""
    """What is still to be done then."""

    def document(self) -> dict[str, Any]:
        """The answer of a board."""
        return dict(vars(self))
