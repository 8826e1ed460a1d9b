"""Exact odds against three oracles: every face enumerated by brute force, icepool, and arithmetic by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, NamedTuple

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.dice.chance import Estimate, Odds, chances, estimate, forget_odds, odds_of
from aqmf_air.core.dice.dice import Dice, DiceTray, Draw, NeedDice, recorded
from aqmf_air.core.dice.draws import AtLeast, banded, check, highest, hits, lowest, numbered, total
from aqmf_air.core.dice.sources import seeded
from aqmf_air.errors import DiceError, EnumerationLimitError

D4, D6, D10 = numbered(4), numbered(6), numbered(10)


def brute_force(rule: Callable[..., Any], *args: Any) -> dict[Any, Fraction]:
    """Every outcome by rolling every face of every die that a rule asks for: slow, and nothing to do with ``chances``."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    ways: list[tuple[tuple[tuple[Any, ...], ...], Fraction]] = [((), Fraction(1))]
    while ways:
        known, p = ways.pop()
        try:
            found[rule(DiceTray(recorded(known)), *args)] += p
        except NeedDice as need:
            faces = need.ask.die.faces
            share = p / len(faces) ** need.ask.size
            ways += [((*known, roll), share) for roll in product(faces, repeat=need.ask.size)]
    return dict(found)


def of_icepool(die: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


class Shots(NamedTuple):
    hits: int
    wounds: int


def shot(dice: Dice, hit: int, wound: int) -> Shots:
    if not dice.draw(check("hit", D6, AtLeast(hit))):
        return Shots(0, 0)
    return Shots(1, int(dice.draw(check("wound", D6, AtLeast(wound)))))


def volley(dice: Dice, n: int, hit: int, wound: int) -> Shots:
    return dice.each(n, Shots(0, 0), shot, hit, wound)


def one_by_one(dice: Dice, n: int, hit: int, wound: int) -> Shots:
    struck = dice.draw(hits("hits", n, D6, range(hit, 7)))
    return Shots(struck, dice.draw(hits("wounds", struck, D6, range(wound, 7))))


def walk(dice: Dice, at: int, goal: int) -> int:
    """A step of a walk that stops at its goal."""
    return at if at >= goal else at + dice.draw(total("step", 1, D4))


def march(dice: Dice, steps: int, goal: int) -> int:
    return dice.fold(steps, 0, walk, goal)


def march_without_fold(dice: Dice, steps: int, goal: int) -> int:
    at = 0
    for _ in range(steps):
        at = dice.call(walk, at, goal)
    return at


def march_plainly(dice: Dice, steps: int, goal: int) -> int:
    at = 0
    for _ in range(steps):
        at = walk(dice, at, goal)
    return at


# -- draws ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3])
def test_draws_agree_with_icepool(n: int) -> None:
    pool = icepool.d(6).pool(n)
    assert dict(odds_of(total("x", n, D6))) == of_icepool(n @ icepool.d6)
    assert dict(odds_of(hits("x", n, D6, (2, 5)))) == of_icepool(n @ icepool.d6.map(lambda face: int(face in (2, 5))))
    assert dict(odds_of(highest("x", n, D6))) == of_icepool(pool.highest(1).sum())
    assert dict(odds_of(lowest("x", n, D6))) == of_icepool(pool.lowest(1).sum())
    checked = of_icepool((n @ icepool.d6).map(lambda whole: whole >= 4))
    assert dict(odds_of(check("x", D6, AtLeast(4), n))) == checked


def test_large_handfuls_stay_exact() -> None:
    odds = odds_of(hits("x", 200, D10, (9, 10)))
    assert sum(odds.values()) == 1
    assert odds[40] == comb(200, 40) * Fraction(1, 5) ** 40 * Fraction(4, 5) ** 160


# -- rules ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "hit", "wound"), [(1, 4, 4), (2, 3, 5), (3, 6, 2), (2, 7, 1), (2, 1, 7)])
def test_copies_agree_with_brute_force_and_with_icepool(n: int, hit: int, wound: int) -> None:
    odds = dict(chances(volley, n, hit, wound))
    assert odds == brute_force(volley, n, hit, wound)
    assert odds == dict(chances(one_by_one, n, hit, wound))

    def stages(first: int, second: int) -> int:
        return 100 + (second >= wound) if first >= hit else 0

    theirs = of_icepool(n @ icepool.map(stages, icepool.d6, icepool.d6))
    assert odds == {Shots(*divmod(outcome, 100)): p for outcome, p in theirs.items()}


@pytest.mark.parametrize(("steps", "goal"), [(1, 3), (3, 4), (4, 7)])
def test_folds_and_calls_change_speed_and_never_meaning(steps: int, goal: int) -> None:
    odds = dict(chances(march, steps, goal))
    assert odds == dict(chances(march_without_fold, steps, goal))
    assert odds == dict(chances(march_plainly, steps, goal))
    assert odds == brute_force(march, steps, goal)
    chain = icepool.Die([0])
    for _ in range(steps):
        chain = chain.map(lambda at: at if at >= goal else at + icepool.d4)
    assert odds == of_icepool(chain)


def test_a_rule_without_dice_is_certain() -> None:
    def certain(dice: Dice, what: str) -> str:
        return what

    assert dict(chances(certain, "so")) == {"so": Fraction(1)}


def test_keyword_arguments_are_facts_too() -> None:
    def outer(dice: Dice, wound: int) -> Shots:
        return dice.call(shot, hit=4, wound=wound)

    def joint(dice: Dice, wound: int) -> Shots:
        return dice.each(2, Shots(0, 0), shot, wound=wound, hit=4)

    assert chances(outer, 5) == chances(shot, 4, 5)
    assert chances(joint, 5) == chances(volley, 2, 4, 5)


def test_each_adds_to_its_start() -> None:
    def started(dice: Dice, start: Shots) -> Shots:
        return dice.each(1, start, shot, 4, 4)

    assert dict(chances(started, Shots(5, 7))) == {
        Shots(5, 7): Fraction(1, 2),
        Shots(6, 7): Fraction(1, 4),
        Shots(6, 8): Fraction(1, 4),
    }


def test_each_of_plain_numbers() -> None:
    def single(dice: Dice) -> int:
        return dice.draw(total("x", 1, D4)) - 2

    def several(dice: Dice, n: int) -> int:
        return dice.each(n, 10, single)

    assert dict(chances(several, 3)) == brute_force(several, 3)
    assert dict(chances(several, 0)) == {10: Fraction(1)}


@given(st.integers(0, 3), st.integers(1, 7), st.integers(1, 7))
def test_the_chances_sum_to_one(n: int, hit: int, wound: int) -> None:
    odds = chances(volley, n, hit, wound)
    assert sum(odds.values()) == 1
    assert odds.missing == 0
    p = Fraction(max(0, 7 - hit), 6) if hit > 1 else Fraction(1)
    q = Fraction(max(0, 7 - wound), 6) if wound > 1 else Fraction(1)
    assert odds.mean(lambda shots: shots.wounds) == n * p * q


def test_cold_and_remembered_odds_are_the_same() -> None:
    forget_odds()
    cold = chances(volley, 2, 3, 4)
    assert chances(volley, 2, 3, 4) == cold
    forget_odds()
    assert chances(volley, 2, 3, 4) == cold


def test_a_draw_within_a_branch_is_only_made_there() -> None:
    def fork(dice: Dice) -> str:
        band = dice.draw(banded("x", D10, lambda face: "low" if face < 4 else "high"))
        return band if band == "low" else f"{band} {dice.draw(check('y', D4, AtLeast(4)))}"

    assert dict(chances(fork)) == {
        "low": Fraction(3, 10),
        "high True": Fraction(7, 40),
        "high False": Fraction(21, 40),
    }


# -- limits -----------------------------------------------------------------------------------------------------------------


def face_by_face(dice: Dice, n: int) -> tuple[int, ...]:
    return tuple(dice.draw(total("x", 1, D10)) for _ in range(n))


def test_what_is_too_big_is_refused_with_what_was_covered() -> None:
    with pytest.raises(EnumerationLimitError, match=r"more than 500 ways .* of the chances covered") as refusal:
        chances(face_by_face, 3, max_runs=500)
    assert refusal.value.runs == 500
    assert refusal.value.covered == pytest.approx(0.5)
    assert len(chances(face_by_face, 3, max_runs=1000)) == 1000


def until_high(dice: Dice) -> int:
    """It goes on as long as the first face that the die has comes up, and may never stop."""
    rolls = 1
    while dice.draw(check("go on", D10, _IsLow())):
        rolls += 1
    return rolls


class _IsLow:
    def __call__(self, face: int) -> bool:
        return face <= 2

    def __eq__(self, other: object) -> bool:
        return type(other) is _IsLow

    def __hash__(self) -> int:
        return 1


def test_a_rule_that_may_never_stop_is_cut_off_where_asked() -> None:
    odds = chances(until_high, min_path=Fraction(1, 125))
    assert dict(odds) == {1: Fraction(4, 5), 2: Fraction(4, 25), 3: Fraction(4, 125)}
    assert odds.missing == Fraction(1, 125)
    assert odds.where(lambda rolls: rolls > 1) == Fraction(24, 125)


def test_a_rule_that_may_never_stop_is_refused_where_not() -> None:
    with pytest.raises(EnumerationLimitError, match="say how unlikely a way may get"):
        chances(until_high)


def test_a_rejected_outcome_is_rolled_again_and_exactly() -> None:
    def outer(dice: Dice) -> int:
        return dice.until(one_die, _IsLow())

    def never(dice: Dice) -> int:
        return dice.until(one_die, bool)

    assert dict(chances(outer)) == {face: Fraction(1, 8) for face in range(3, 11)}
    assert outer(table := DiceTray(recorded([(1,), (2,), (7,)]))) == 7
    assert len(table.log) == 3
    with pytest.raises(EnumerationLimitError, match="every outcome of a rule is rolled again"):
        chances(never)
    with pytest.raises(DiceError, match="rolled again 1,000 times in a row"):
        never(DiceTray(seeded(1)))


def test_what_is_rolled_again_leaves_what_is_missing() -> None:
    odds = Odds({"a": 2, "b": 1}, 4).unless(lambda outcome: outcome == "b")
    assert (odds["a"], odds.missing) == (Fraction(2, 3), Fraction(1, 3))


def one_die(dice: Dice) -> int:
    return dice.draw(total("x", 1, D10))


def widening(dice: Dice, so_far: tuple[int, ...]) -> tuple[int, ...]:
    return (*so_far, dice.draw(total("x", 1, D10)))


def for_ever(dice: Dice) -> int:
    return dice.call(for_ever) + one_die(dice)


def plainly_for_ever(dice: Dice) -> int:
    return plainly_for_ever(dice)


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        (lambda dice: dice.fold(20, (), widening), "exact odds need more than 800,000 steps"),
        (lambda dice: dice.draw(Draw("x", 30, D10, _Listed())), "too many for exact odds"),
        (for_ever, "rules call each other more than 100 deep: say how unlikely"),
        (plainly_for_ever, "a rule calls itself more than 100 deep: say how unlikely"),
    ],
)
def test_what_would_take_minutes_or_never_end_is_refused(rule: Any, line: str) -> None:
    with pytest.raises(EnumerationLimitError, match=line):
        chances(rule, max_runs=20_000)


@dataclass(frozen=True)
class _Listed:
    """All the faces in order: nothing merges."""

    start: tuple[int, ...] = ()
    adds: bool = False

    def part(self, face: int) -> tuple[int, ...]:
        return (face,)

    def join(self, one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        return one + other

    def finish(self, whole: tuple[int, ...]) -> tuple[int, ...]:
        return whole


def test_what_is_missing_below_is_missing_above() -> None:
    def outer(dice: Dice) -> int:
        return dice.call(until_high) + dice.call(until_high)

    odds = chances(outer, min_path=Fraction(1, 5))
    assert odds[2] == Fraction(16, 25)
    assert sum(odds.values()) + odds.missing == 1


def test_cutting_off_does_not_depend_on_the_order_of_faces() -> None:
    def up(dice: Dice) -> int:
        return dice.draw(total("x", 2, D6))

    def down(dice: Dice) -> int:
        return -dice.draw(total("x", 2, numbered(6, "another D6")))

    one, other = chances(up, min_path=Fraction(1, 18)), chances(down, min_path=Fraction(1, 18))
    assert set(one) == set(range(3, 12))
    assert {-value: p for value, p in other.items()} == dict(one)
    assert one.missing == Fraction(1, 18)


def test_everything_may_be_cut_off() -> None:
    odds = chances(face_by_face, 1, min_path=Fraction(1, 5))
    assert dict(odds) == {}
    assert odds.missing == 1

    def outer(dice: Dice) -> tuple[int, ...]:
        return dice.call(face_by_face, 1)

    def joint(dice: Dice) -> tuple[int, ...]:
        return dice.each(2, (0,), face_by_face, 1)

    assert chances(outer, min_path=Fraction(1, 5)).missing == 1
    assert chances(joint, min_path=Fraction(1, 5)).missing == 1


# -- odds as a value --------------------------------------------------------------------------------------------------------


def test_odds_answer_questions() -> None:
    odds = chances(volley, 1, 4, 4)
    assert odds[Shots(1, 1)] == Fraction(1, 4)
    assert odds.of(Shots(2, 2)) == 0
    assert odds.where(lambda shots: shots.hits > 0) == Fraction(1, 2)
    assert dict(odds.map(lambda shots: shots.wounds)) == {0: Fraction(3, 4), 1: Fraction(1, 4)}
    assert odds.mean(lambda shots: Fraction(shots.hits, 2)) == Fraction(1, 4)
    assert len(odds) == 3
    assert repr(Odds({"a": 1, "b": 3}, 4)) == "Odds({'a': '1/4', 'b': '3/4'})"
    with pytest.raises(KeyError):
        odds[Shots(2, 2)]


# -- estimates --------------------------------------------------------------------------------------------------------------


def test_an_estimate_is_near_and_says_how_near() -> None:
    guess = estimate(volley, 3, 4, 4, n=4000, seed=1)
    exact = chances(volley, 3, 4, 4)
    assert not isinstance(guess, Odds)
    for outcome, p in exact.items():
        assert abs(guess.share(outcome) - p) < 4 * guess.error_of(guess.share(outcome))
    assert guess.counts == estimate(volley, 3, 4, 4, n=4000, seed=1).counts
    assert sum(guess.counts.values()) == 4000


def test_an_outcome_that_never_came_up_is_not_certain_never_to() -> None:
    guess = Estimate({"a": 100}, 100, 1)
    assert guess.share("b") == 0.0
    assert guess.error_of(0.0) == pytest.approx((0.01 * 0.99 / 100) ** 0.5)
