"""Morale: will a unit that lost elements stand?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import banded
from aqmf_air.core.dice.modifiers import Modifier, TargetNumber, modifier
from aqmf_air.games.martian_front.profiles import figures
from aqmf_air.games.martian_front.rules.shooting import D10

PASS, FAIL = "pass", "fail"


@dataclass(frozen=True, slots=True)
class Nerve:
    """The facts of a morale test: the unit's type and kind, how many elements it lost and has left."""

    unit: str
    kind: str
    lost: int
    left: int
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NaturalFaces:
    """The band of a morale roll: some natural faces mean something of their own, the rest is measured by the need."""

    need: int
    special: tuple[tuple[int, str], ...] = ()

    def __call__(self, face: int) -> str:
        return dict(self.special).get(face) or (PASS if face >= self.need else FAIL)


def to_pass(nerve: Nerve, more: Iterable[Modifier] = ()) -> TargetNumber:
    """The number to pass: one harder for each element lost in the phase. HOST-MORALE-1."""
    base = TargetNumber("morale", figures()["morale"], "to stand", "HOST-MORALE-1", words=("stands", "fails"))
    losses = "element lost" if nerve.lost == 1 else "elements lost"  # the figure stands before it
    own = (modifier(nerve.lost, losses, "HOST-MORALE-1"),) if nerve.lost else ()
    return base.with_modifiers((*own, *more))


def no_natural_faces(nerve: Nerve) -> tuple[tuple[int, str], ...]:
    """Every face is measured by the need alone."""
    return ()


def morale_test(
    dice: Dice, target: TargetNumber, reroll: bool = False, special: tuple[tuple[int, str], ...] = (), by: str = ""
) -> str:
    """Test: ``"pass"``, ``"fail"``, or what a natural face in ``special`` stands for.

    ``reroll``: a command squad is near, and a failed test is rolled once more. HOST-MORALE-1, HOST-MORALE-3.
    """
    band = NaturalFaces(target.total, special)
    result = dice.draw(banded("morale", D10, band, by=by, about=target))
    if result == FAIL and reroll:
        return dice.draw(banded("morale, rolled again", D10, band, by=by, about=target))
    return result


def morale_tests(
    dice: Dice, units: int, target: TargetNumber, reroll: bool, special: tuple[tuple[int, str], ...], by: str = ""
) -> tuple[str, ...]:
    """The same test of several units: what came of each, in no order. HOST-MORALE-1."""
    return dice.fold(units, (), _next_test, target, reroll, special, by)


def _next_test(
    dice: Dice,
    results: tuple[str, ...],
    target: TargetNumber,
    reroll: bool,
    special: tuple[tuple[int, str], ...],
    by: str,
) -> tuple[str, ...]:
    return tuple(sorted((*results, dice.call(morale_test, target, reroll, special, by))))


def how_many_pass(results: tuple[str, ...]) -> int:
    """Of the results of tests."""
    return results.count(PASS)
