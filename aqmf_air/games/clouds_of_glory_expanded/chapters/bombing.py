"""Bombing without a game (6.5.4): the test, how far bombs fall off their marks, the marks of a string, what it does."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil, dist, floor
from typing import Any, Literal, NamedTuple, TypeVar

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose
from aqmf_air.games.clouds_of_glory.api import Check, graded
from aqmf_air.games.clouds_of_glory_expanded import directions
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import GroundTarget, hit_ground, ring_dice
from aqmf_air.games.clouds_of_glory_expanded.directions import PLACE_DIGITS, DirectionDie, Place
from aqmf_air.games.clouds_of_glory_expanded.tables import BombingRow, ExpandedTables

UNTOUCHED, HIT, ELIMINATED = "untouched", "hit", "eliminated"
GONE = -1
GRAIN, END = 1e-6, 0.02
"""MU by which what an aircraft passes may be off, and a mark at the end of a track, whose poses are rounded."""

T = TypeVar("T", bound=Hashable)
Overlap = Literal["each-bomb-apart", "highest-only", "sum-then-one-save"]
Way = Sequence[SpacePose]
Marks = tuple["BombMark", ...]


# -- the test, and where bombs fall ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RunFacts:
    """What a run over a target depends on, besides the number of its test: a row of the bombing table, and rulings."""

    die: str
    less: tuple[int, ...]
    first: int
    width: int
    abort: int
    """Successes at which the run is aborted, or fewer. ICOGX-6.5.4.5."""
    added: int = 0
    """Successes that abilities add where it is not."""
    above: Literal["last-column", "extrapolate"] = "last-column"
    clock: DirectionDie = "1d12"
    by: str = field(default="", compare=False)

    @property
    def farthest(self) -> int:
        return int(self.die.removeprefix("1d"))


def facts_by(tables: ExpandedTables, row: BombingRow, **more: Any) -> RunFacts:
    """What a row of the bombing table and its numbers say. ICOGX-6.5.4.c, ICOGX-6.5.4.5."""
    first, width, abort = (int(tables.number("bombing-numbers", name)) for name in ("first-column", "column-width", "abort"))
    return RunFacts(row.die, row.less, first, width, abort, **more)


def whole_altitude(height: float, how: Literal["nearest", "down", "up"]) -> int:
    """An altitude in whole MU; of halves the nearest is the one above. ``altitude_between``."""
    return {"nearest": floor(height + 0.5), "down": floor(height), "up": ceil(height)}[how]


def reduction(facts: RunFacts, count: int) -> int | None:
    """What successes take off each deviation; None: the run is aborted. ICOGX-6.5.4.5, ICOGX-6.5.4.c."""
    if count <= facts.abort:
        return None
    last = len(facts.less) - 1
    column = max(0, count + facts.added - facts.first) // facts.width
    beyond = max(0, column - last) if facts.above == "extrapolate" else 0
    return facts.less[min(column, last)] + beyond * (facts.less[-1] - facts.less[-2])


class Aim(NamedTuple):
    """What came of a bombing test."""

    successes: int
    spent: int
    less: int | None


def aim(dice: api.Dice, check: Check, facts: RunFacts) -> Aim:
    """The one test of a run. ICOGX-6.5.4.b, ICOGX-6.5.4.5, ICOGX-6.5.4.c."""
    came = graded(dice, check)
    return Aim(came.successes, came.spent, reduction(facts, came.successes))


class Fall(NamedTuple):
    """Where a bomb falls, seen from its mark."""

    distance: int
    """MU; 0: a direct hit."""
    degrees: int = 0


def off_mark(dice: api.Dice, facts: RunFacts, less: int) -> int:
    """MU that a bomb falls off its mark. ICOGX-6.5.4.c."""
    about = f"less {less}" if less else "MU off the mark"
    return max(0, dice.draw(api.expression("deviation", facts.die, by=facts.by, about=about)) - less)


def fell(dice: api.Dice, facts: RunFacts, less: int, read: Callable[[Fall], T]) -> T:
    """What is read from how far a bomb falls off its mark, and which way. ICOGX-6.5.4.d, ``bomb_clock``."""
    if not (distance := off_mark(dice, facts, less)):
        return read(Fall(0))
    return directions.read_direction(dice, "direction", facts.clock, lambda degrees: read(Fall(distance, degrees)), facts.by)


def fall(dice: api.Dice, facts: RunFacts, less: int) -> Fall:
    """Where a bomb falls."""
    distance = off_mark(dice, facts, less)
    return Fall(distance, directions.rolled_direction(dice, "direction", facts.clock, facts.by) if distance else 0)


# -- marks of a string -------------------------------------------------------------------------------------------------


class BombMark(NamedTuple):
    """Where a bomb would fall without deviation, and the flight there."""

    x: float
    y: float
    heading: float

    @property
    def at(self) -> Place:
        return self.x, self.y

    def fallen(self, off: Fall) -> Place:
        """Where a bomb comes down. ICOGX-6.5.4.d."""
        return directions.displaced(self.at, self.heading, off.degrees, off.distance)


class _Leg(NamedTuple):
    """A piece of a track over the ground, about a MU long."""

    start: float
    length: float
    begins: SpacePose
    ends: SpacePose

    def at(self, along: float) -> BombMark:
        """The mark at so many MU along the track, within the leg or straight on behind it."""
        part = (along - self.start) / self.length
        (x, y, _), (to_x, to_y, _) = self.begins.place, self.ends.place
        turn = (self.ends.heading - self.begins.heading + 180) % 360 - 180
        heading = (self.begins.heading + min(1.0, part) * turn) % 360
        return BombMark(round(x + part * (to_x - x), PLACE_DIGITS), round(y + part * (to_y - y), PLACE_DIGITS), heading)

    def nearest(self, place: Place) -> float:
        """MU along the track at which it is nearest to a place."""
        (x, y, _), (to_x, to_y, _) = self.begins.place, self.ends.place
        along = ((place[0] - x) * (to_x - x) + (place[1] - y) * (to_y - y)) / self.length
        return self.start + min(max(along, 0.0), self.length)


def _legs(path: Way) -> Iterator[_Leg]:
    start = 0.0
    for begins, ends in pairwise(path):
        if length := dist(begins.place[:2], ends.place[:2]):
            yield _Leg(start, length, begins, ends)
            start += length


def flown_over(path: Way, place: Place, reach: float) -> float | None:
    """MU along the track at which it is nearest to a place; None: it does not come within ``reach``. ICOGX-6.5.4.1."""
    nearest = [(dist(leg.at(along := leg.nearest(place)).at, place), along) for leg in _legs(path)]
    off, along = min(nearest, default=(reach + 1, 0.0))
    return along if off <= reach + GRAIN else None


def string_marks(
    path: Way, first: float, bombs: int, spacing: float, *, group: int = 1, run_on: bool = False, at_end: bool = False
) -> Marks:
    """The marks of bombs from ``first`` MU along the track on, ``spacing`` MU apart, ``group`` bombs on each; behind its end
    bombs have marks straight on (``run_on``) or none; ``at_end``: seen in the flight at the end. ICOGX-6.5.4.a.
    """
    legs = tuple(_legs(path))
    marks: list[BombMark] = []
    for number in range(bombs if legs else 0):
        along = first + number // group * spacing
        leg = next((leg for leg in legs if along <= leg.start + leg.length + END), legs[-1])
        if along > legs[-1].start + legs[-1].length + END and not run_on:
            break
        marks.append(leg.at(along)._replace(heading=path[-1].heading) if at_end else leg.at(along))
    return tuple(marks)


def centred(path: Way, over: float, bombs: int, spacing: float, group: int = 1) -> float:
    """Where a string begins whose middle lies at ``over``, as far as the track is long enough; MU along it."""
    string, length = (bombs - 1) // group * spacing, sum(leg.length for leg in _legs(path))
    return max(0.0, min(over - string / 2, length - string))


# -- what a string does to a unit, for odds ----------------------------------------------------------------------------


@dataclass(frozen=True)
class UnderBombs:
    """A ground unit as a string of bombs finds it."""

    target: GroundTarget
    at: Place
    radius: float
    rings: tuple[tuple[float, int], ...]


def dice_on(dice: api.Dice, facts: RunFacts, less: int, mark: BombMark, unit: UnderBombs) -> int:
    """The d6 that a bomb puts on a unit. ICOGX-6.5.4.c, ICOGX-6.5.4.d, ICOGX-6.5.5.2."""
    return fell(dice, facts, less, lambda off: ring_dice(unit.rings, dist(mark.fallen(off), unit.at), unit.radius))


def string_on(dice: api.Dice, check: Check, facts: RunFacts, marks: Marks, unit: UnderBombs, overlap: Overlap) -> str:
    """What a string does to a unit: ``untouched``, ``hit``, ``eliminated``. ICOGX-6.5.4, ICOGX-6.5.5.e, ``bomb_overlap``."""
    less = dice.call(_less, check, facts)
    _, after = (0, 0) if less is None else dice.fold(len(marks), (0, 0), _falls, facts, less, marks, unit, overlap)
    if overlap == "each-bomb-apart" or not after:
        return became(after, after == GONE)
    return became(*hit_ground(dice, unit.target, after))


def _less(dice: api.Dice, check: Check, facts: RunFacts) -> int | None:
    return aim(dice, check, facts).less


def became(lost: int, eliminated: bool) -> str:
    """What became of a unit, in a word."""
    return ELIMINATED if eliminated else HIT if lost else UNTOUCHED


def _falls(
    dice: api.Dice, so_far: tuple[int, int], facts: RunFacts, less: int, marks: Marks, unit: UnderBombs, overlap: Overlap
) -> tuple[int, int]:
    """How many bombs are down, and the Combat strength that they cost a unit, GONE if it is eliminated; the d6, where they
    count together.
    """
    number, before = so_far
    count = 0 if before == GONE else dice.call(dice_on, facts, less, marks[number], unit)
    if overlap == "each-bomb-apart":
        return number + 1, dice.call(_costs, unit.target, before, count) if count else before
    return number + 1, before + count if overlap == "sum-then-one-save" else max(before, count)


def _costs(dice: api.Dice, target: GroundTarget, before: int, count: int) -> int:
    outcome = hit_ground(dice, replace(target, strength=target.strength - before), count)
    return GONE if outcome.eliminated else before + outcome.lost


def on_mark(dice: api.Dice, facts: RunFacts, less: int) -> int:
    """Whether a bomb falls on its mark: 1 or 0. ICOGX-6.5.4.d."""
    return int(fall(dice, facts, less).distance == 0)


def on_marks(dice: api.Dice, check: Check, facts: RunFacts, bombs: int) -> int | None:
    """How many bombs of a run fall on their marks; None: it is aborted. ICOGX-6.5.4.5, ICOGX-6.5.4.c."""
    less = dice.call(_less, check, facts)
    return None if less is None else dice.each(bombs, 0, on_mark, facts, less)


def near_enough(dice: api.Dice, check: Check, facts: RunFacts, mark: BombMark, place: Place, near: float) -> bool:
    """Whether what is dropped comes down so near to a place, in MU. ICOGX-6.6.3.2."""
    less = dice.call(_less, check, facts)
    return less is not None and fell(dice, facts, less, lambda off: dist(mark.fallen(off), place) <= near)
