"""Orders that are a path, which a player draws by tapping one cell, or one step, after the other, or turns on a dial.

A board whose :attr:`editors` names :data:`PATH_EDITOR` for a kind of order answers the question :data:`QUESTION` with a
:class:`DrawnPath`: the path so far, what may come next and why the rest may not, what is left to spend, and the order once
the path is whole. A path is a text of the game's own; the page only adds to it what the board offers, and takes it back.

Amounts need not be whole: two digits behind the point are shown. What a dial says belongs to the end of the path, and is
no part of it: once something is added, the dial is back where the board has it. A step that adds what the dial says
(``PathStep("And then", "+", "T45:4.5 ")``) makes it a part, so that the next can be dialled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
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
    """Of each :class:`PathChoice` and :class:`PathDial`, by its name, the value; what was never chosen is not in it."""

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

    def dialled(self, name: str) -> tuple[float, float] | None:
        """The angle in degrees and the amount that a dial says; None: it was not touched (DataError: no numbers)."""
        if name not in self.chosen:
            return None
        try:
            angle, amount = map(float, self.chosen[name].split())
            if not (isfinite(angle) and isfinite(amount)):
                raise ValueError
        except ValueError:
            raise DataError(f"chosen: {name}: expected an angle and an amount", key="chosen") from None
        return angle, amount


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
    whole: bool = False
    """Whether it is a path by itself, in place of what was drawn so far."""
    note: str = ""
    """What stands below the sign; empty: the cost, or the title."""


@dataclass(frozen=True)
class PathCell:
    """A cell that may be gone to; a tap on it adds the steps that lead there."""

    at: Point
    adds: str
    cost: float
    next: bool = False
    """Whether the piece is beside it."""
    whole: bool = False
    """As of a :class:`PathStep`."""
    word: str = ""
    """What is written in it in place of its cost."""


@dataclass(frozen=True)
class PathChoice:
    """Something that is chosen beside the path: a speed, a load."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    """Values, each with a title."""
    chosen: str
    slider: bool = False
    """Whether it is a slider over the values, from the first to the last, in place of a button for each."""
    menu: bool = False
    """Whether it is a list that opens, below all else: for what is seldom changed."""
    head: bool = False
    """Whether it is a switch above all else, which says what the rest offers."""


@dataclass(frozen=True)
class PathDial:
    """An angle and an amount, chosen at once: a thumb goes round on a half or full circle, and out as far as the amount.

    Angles are degrees clockwise from the top. The question has what was chosen as ``"ANGLE AMOUNT"``:
    :meth:`PathQuestion.dialled` reads it. Without a hand there is a slider for each of the two.
    """

    name: str
    title: str
    reach: float
    """The amount at the rim; 0: only the angle is chosen."""
    chosen: tuple[float, float] | None = None
    """The angle and the amount that hold now; None: nothing is dialled."""
    start: float = -90
    end: float = 90
    """Where the circle begins and ends: by a whole turn it is full, else it is a half circle, or what is left of one."""
    step: float = 5
    """Degrees from one angle to the next."""
    reach_step: float = 0.5
    unit: str = ""
    """Of the amount."""
    bend: float = 0
    """Degrees by which a unit of the amount turns, which the page says, and to which side; 0: it says the angle alone."""
    labels: tuple[tuple[float, str], ...] = ()
    """What is written at the rim: angles and words."""
    barred: tuple[tuple[float, float, str], ...] = ()
    """Parts that are grey: from and to which angle, and why, in a few words. The thumb may go there: the board says what is
    to be done then."""


@dataclass(frozen=True)
class DrawnPath:
    """A path as far as it is drawn. All places are in the coordinates of the board's picture."""

    path: str
    """What of it can be gone: the page forgets the rest."""
    points: tuple[tuple[float, ...], ...]
    """The way over the board; a third value is the facing there in degrees."""
    budget: float
    """What may be spent; 0: nothing is."""
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
    dials: tuple[PathDial, ...] = ()
    """Where there are any, the steps stand above them, and what is chosen below."""
    about: str = ""
    """What the picture is drawn about meanwhile, where that is not the piece: see ``Board.picture_about``."""
    alarms: tuple[str, ...] = ()
    """The names of facts that are warnings."""

    def document(self) -> dict[str, Any]:
        """The answer of a board."""
        return dict(vars(self))
