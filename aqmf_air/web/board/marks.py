"""What is drawn of an event while it happens, in films and on the board of a live table.

A board describes it (:meth:`aqmf_air.web.board.board.PlainBoard.marks`) in its own units: inches, hexes, pixels. The page
knows how each kind of mark is drawn, moved and put to rest, and it knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Literal, NamedTuple

from aqmf_air.core.play.events import Entry
from aqmf_air.core.play.ruleset import Ruleset

Point = tuple[float, float]
PLACES = 3
"""Digits behind the point of what pages are sent."""


class Moment(NamedTuple):
    """An event of an order that was carried out. States are whole: a mark says whom it names, and is kept from others."""

    event: Any
    state: Any
    """The state before the event."""
    command: Any
    start: Any
    """The state in which the order was given."""


@dataclass(frozen=True)
class Mark:
    """The base of what can be drawn. Ids are those of ``data-piece`` and ``data-part`` in the picture."""

    kind: ClassVar[str]
    named: ClassVar[tuple[str, ...]] = ()
    """The fields with ids of pieces or parts: an audience from which one is hidden is not sent the mark."""
    listed: ClassVar[tuple[str, ...]] = ()
    """The fields with lists of ids: from these alone what is hidden is left out."""

    def for_those_who_do_not_see(self, hidden: frozenset[str]) -> Mark | None:
        """The mark as it is sent to an audience from which these names are hidden; None: it is not sent."""
        if any(getattr(self, name) in hidden for name in self.named):
            return None
        seen: dict[str, Any] = {name: tuple(id_ for id_ in getattr(self, name) if id_ not in hidden) for name in self.listed}
        return replace(self, **seen) if hidden and seen else self

    @property
    def names(self) -> frozenset[str]:
        """The ids of the pieces and parts that it names."""
        ids = frozenset(getattr(self, name) for name in self.named) - {""}
        return ids.union(*(getattr(self, name) for name in self.listed))

    def document(self) -> dict[str, Any]:
        """The mark as plain data, without what is empty."""
        held = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return {"kind": self.kind, **{name: value for name, value in held.items() if value not in ("", [], None, 0)}}


@dataclass(frozen=True)
class Way(Mark):
    """A piece, or one part of it, goes along points; where a point has a third value it faces so many degrees there,
    clockwise: the picture of the piece turns with it, the shorter way from each point to the next. A point with a fourth
    value is come to on an arc, by a turn of so many degrees clockwise: the other way if negative, and less than a circle.

    In a picture of several panes a piece goes one way in each: ``view`` is the name of the pane, the ``data-view`` of the
    groups that go.
    """

    kind: ClassVar[str] = "way"
    named: ClassVar[tuple[str, ...]] = ("piece", "part")
    piece: str
    points: tuple[tuple[float, ...], ...]
    part: str = ""
    view: str = ""


@dataclass(frozen=True)
class Shot(Mark):
    """A shot, a ray or a look from one point to another, and what came of it; ``by`` and ``at`` are the pieces."""

    kind: ClassVar[str] = "shot"
    named: ClassVar[tuple[str, ...]] = ("by", "at")
    start: Point
    end: Point
    outcome: Literal["", "miss", "hit", "damage"] = ""
    """It is told apart by how the line and its end are drawn, not by colour alone."""
    look: Literal["shot", "ray", "lob", "sight"] = "shot"
    by: str = ""
    at: str = ""
    passes: bool = False
    """Whether it goes with its moment: pieces stand elsewhere in other pictures, so that a page draws it from the piece that
    it is ``by`` to the one that it is ``at``, wherever they are in the picture that it shows.
    """
    view: str = ""
    """The pane that it is in, as of a :class:`Way`: there it is drawn from piece to piece, too."""


@dataclass(frozen=True)
class Area(Mark):
    """A template, a strip or a field that something covers: its corners, or one point and a radius.

    ``under`` are the parts of pieces that it touches, ``damaged`` those that it hurts, ``start`` is where a ray that sweeps
    over it comes from.
    """

    kind: ClassVar[str] = "area"
    named: ClassVar[tuple[str, ...]] = ("by",)
    listed: ClassVar[tuple[str, ...]] = ("under", "damaged")
    points: tuple[Point, ...]
    radius: float = 0
    under: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    by: str = ""
    start: Point | None = None


@dataclass(frozen=True)
class Burst(Mark):
    """Something explodes at a point, as far as its radius; ``by`` is the piece that did it, ``on`` the one that it is on."""

    kind: ClassVar[str] = "burst"
    named: ClassVar[tuple[str, ...]] = ("by", "on")
    at: Point
    radius: float
    by: str = ""
    on: str = ""
    passes: bool = False
    """As of a :class:`Shot`."""
    harmless: bool = False
    """Whether it hits nobody: a ring with puffs of smoke is drawn, as far as it reaches."""


@dataclass(frozen=True)
class Loss(Mark):
    """A piece, or one part of it, is lost: its picture goes, and a wreck of that radius stays."""

    kind: ClassVar[str] = "loss"
    named: ClassVar[tuple[str, ...]] = ("piece", "part")
    piece: str
    at: Point
    radius: float
    part: str = ""
    passes: bool = False
    """Whether later pictures show the loss themselves: then no wreck stays."""


@dataclass(frozen=True)
class Word(Mark):
    """A few words beside a piece: what came of a shot, a test, a blow."""

    kind: ClassVar[str] = "word"
    named: ClassVar[tuple[str, ...]] = ("piece",)
    piece: str
    text: str
    good: bool = False
    """Whether it is good for the piece."""


def moments_of(ruleset: Ruleset[Any], entry: Entry, start: Any) -> tuple[Moment, ...]:
    """The events of an entry, which begins at ``start``, each with the state before it; none of one without an order."""
    moments: list[Moment] = []
    state = start
    for event in entry.events if entry.command is not None else ():
        moments.append(Moment(event, state, entry.command, start))
        state = ruleset.evolve(state, event)
    return tuple(moments)


def beat(says: str, marks: Iterable[Mark], hidden: frozenset[str] = frozenset()) -> dict[str, Any]:
    """What is told of one event, and drawn of it for those from whom these names are hidden, as plain data."""
    seen = (mark.for_those_who_do_not_see(hidden) for mark in marks)
    return {"says": says, "marks": [mark.document() for mark in seen if mark is not None]}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return round(value, PLACES) if isinstance(value, float) else value
