"""The vocabulary of draws: how faces become the value that a rule needs.

Ask for the coarsest value that the rule uses. A rule that wants to know how many hit asks for :func:`hits`, and its odds
fork once for each number of hits, not once for each face of each die.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

from aqmf_air.core.dice.dice import Die, Draw

T = TypeVar("T", bound=Hashable)
Band = TypeVar("Band", bound=Hashable)


def numbered(sides: int, name: str | None = None) -> Die:
    """A die with faces 1 to ``sides``, named ``D<sides>`` unless told otherwise."""
    return Die(name or f"D{sides}", tuple(range(1, sides + 1)))


@dataclass(frozen=True, slots=True)
class _Total:
    """The sum of the faces; other folds are told by what differs."""

    start: ClassVar[Any] = 0
    adds: ClassVar[bool] = True

    def part(self, face: Any) -> Any:
        return face

    def join(self, left: Any, other: Any) -> Any:
        return left + other

    def finish(self, whole: Any) -> Any:
        return whole


@dataclass(frozen=True, slots=True)
class _Plus(_Total):
    more: int

    def finish(self, whole: Any) -> Any:
        return whole + self.more


@dataclass(frozen=True, slots=True)
class _Hits(_Total):
    faces: frozenset[Hashable]

    def part(self, face: Hashable) -> int:
        return int(face in self.faces)


@dataclass(frozen=True, slots=True)
class _Scored(_Total):
    points: tuple[tuple[Hashable, int], ...]

    def part(self, face: Hashable) -> int:
        return dict(self.points)[face]


class HitsAndNaturals(NamedTuple):
    """Hits, and beside them how many dice show a face that counts for itself, such as one that jams a gun."""

    hits: int
    naturals: int
    face: Hashable

    def __str__(self) -> str:
        beside = f", {self.naturals} natural {self.face}{'s' * (self.naturals > 1)}" if self.naturals else ""
        return f"{self.hits or 'no'} hit{'s' * (self.hits > 1)}{beside}"


NATURAL = 1000
"""A natural face in the sum of :func:`hits_and_naturals`: more than all hits of a draw."""


@dataclass(frozen=True, slots=True)
class _HitsAndNaturals(_Scored):
    natural: Hashable

    def part(self, face: Hashable) -> int:
        return dict(self.points)[face] + NATURAL * (face == self.natural)

    def finish(self, whole: int) -> HitsAndNaturals:
        naturals, hit_count = divmod(whole, NATURAL)
        return HitsAndNaturals(hit_count, naturals, self.natural)


@dataclass(frozen=True, slots=True)
class _Check(_Total):
    passes: Callable[[int], bool]

    def finish(self, whole: int) -> bool:
        return self.passes(whole)


@dataclass(frozen=True, slots=True)
class _Extreme(_Total):
    choose: Callable[..., Any]
    start: ClassVar[Any] = None
    adds: ClassVar[bool] = False

    def join(self, left: int | None, other: int) -> int:
        return other if left is None else int(self.choose(left, other))


@dataclass(frozen=True, slots=True)
class _Banded(_Total):
    bands: tuple[tuple[Hashable, Any], ...]
    start: ClassVar[Any] = None
    adds: ClassVar[bool] = False

    def part(self, face: Hashable) -> Any:
        return dict(self.bands)[face]

    def join(self, left: Any, other: Any) -> Any:
        return other


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A total passes when it is ``need`` or more."""

    need: int

    def __call__(self, total: int) -> bool:
        return total >= self.need


@dataclass(frozen=True, slots=True)
class AtMost:
    """A total passes when it is ``limit`` or less."""

    limit: int

    def __call__(self, total: int) -> bool:
        return total <= self.limit


def total(label: str, n: int, die: Die, *, by: str = "", about: Any = None, repeats: bool = False) -> Draw[int]:
    """The sum of ``n`` dice. ``repeats``: it begins each of several runs (see :class:`Draw`)."""
    return Draw(label, n, die, _Total(), by, about, repeats=repeats)


_EXPRESSION = re.compile(r"(?:(\d{1,3})d(\d{1,4}))?(?:(?:(?<!^)\+|^)(\d{1,6}))?")


def expression(label: str, words: str, *, by: str = "", about: Any = None) -> Draw[int]:
    """The total of what tables write as ``2d4+3``, ``1d6`` or ``5``. Raises ValueError: it is none of these."""
    parts = _EXPRESSION.fullmatch(words)
    n, sides, more = (int(part or 0) for part in parts.groups()) if parts and words else (0, 0, 0)
    if not words or parts is None or (parts[1] and not (n and sides)):
        raise ValueError(f"{label}: expected dice such as 2d4+3, got {words[:40]!r}")
    return Draw(label, n, numbered(sides or 1), _Plus(more), by, about)


def hits(label: str, n: int, die: Die, faces: Sequence[Hashable], *, by: str = "", about: Any = None) -> Draw[int]:
    """How many of ``n`` dice show one of ``faces`` (gaps are fine: 2 to 8 and 12)."""
    return Draw(label, n, die, _Hits(frozenset(faces)), by, about)


def scored(label: str, n: int, die: Die, points: Callable[[Any], int], *, by: str = "", about: Any = None) -> Draw[int]:
    """The points of ``n`` dice, added: ``points(face)`` for each face of the die, such as two hits for a high one."""
    return Draw(label, n, die, _Scored(tuple((face, points(face)) for face in die.faces)), by, about)


def hits_and_naturals(
    label: str, n: int, die: Die, points: Callable[[Any], int], natural: Hashable, *, by: str = "", about: Any = None
) -> Draw[HitsAndNaturals]:
    """The hits of ``n`` dice, ``points(face)`` for each face, and beside them how many dice show ``natural``."""
    worth = tuple((face, points(face)) for face in die.faces)
    return Draw(label, n, die, _HitsAndNaturals(worth, natural), by, about)


def check(label: str, die: Die, passes: Callable[[int], bool], n: int = 1, *, by: str = "", about: Any = None) -> Draw[bool]:
    """Whether the sum of ``n`` dice passes; ``passes`` is hashable (:class:`AtLeast`, :class:`AtMost`)."""
    return Draw(label, n, die, _Check(passes), by, about)


def highest(label: str, n: int, die: Die, *, by: str = "", about: Any = None) -> Draw[int]:
    """The highest of ``n`` dice, one at least."""
    return Draw(label, n, die, _Extreme(max), by, about)


def lowest(label: str, n: int, die: Die, *, by: str = "", about: Any = None) -> Draw[int]:
    """The lowest of ``n`` dice, one at least."""
    return Draw(label, n, die, _Extreme(min), by, about)


def pick(
    label: str,
    options: Sequence[T],
    *,
    by: str = "",
    about: Any = None,
    secret: bool = False,
    called: Callable[[T], str] | None = None,
) -> Draw[T]:
    """One of ``options``, all equally likely: a card from a deck, a counter from a cup, a weapon of several.

    ``called``: what stands on each for players to read, if that is not what the log has.
    """
    die = Die(f"1 of {len(options)}", tuple(options), tuple(map(called, options)) if called else ())
    return Draw(label, 1, die, _Banded(tuple((option, option) for option in options)), by, about, secret=secret)


def banded(
    label: str, die: Die, band: Callable[[Any], Band], *, by: str = "", about: Any = None, repeats: bool = False
) -> Draw[Band]:
    """The band of a table that one die falls in: ``band(face)`` for each face of the die.

    Faces of one band are one outcome, whatever their number; natural faces that matter can be bands of their own.
    ``repeats``: it begins each run of a fold (see :class:`Draw`).
    """
    return Draw(label, 1, die, _Banded(tuple((face, band(face)) for face in die.faces)), by, about, repeats=repeats)


def passed(ask: Draw[Any], faces: Sequence[Hashable]) -> tuple[bool | None, ...]:
    """Whether each die counts as a success; None for dice that no number is asked of, such as those of a table.

    >>> d10 = numbered(10)
    >>> passed(hits("to hit", 3, d10, range(6, 11)), (5, 6, 10))
    (False, True, True)
    """
    fold = ask.fold
    if isinstance(fold, _Hits):
        return tuple(face in fold.faces for face in faces)
    if isinstance(fold, _Scored):
        points = dict(fold.points)
        return tuple(points[face] > 0 for face in faces)
    if isinstance(fold, _Check):  # dice that are added up pass or fail together
        return tuple(came for came in ask.shares(faces) for _ in range(ask.n))
    if isinstance(fold, _Banded):
        bands = [fold.part(face) for face in faces]
        return tuple(band if isinstance(band, bool) else None for band in bands)
    return (None,) * len(faces)
