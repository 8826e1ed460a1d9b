"""Exact odds against icepool, dyce and plain convolution: the same question, equal fractions, cold, in the same run.

Goals, printed and not asserted: 9 dice in at most 1/2 of icepool's time, 30 in 1/5, 100 in 1/10; at 30 dice and more at
most 5 times a convolution of plain integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import dyce
import icepool
import pytest

from aqmf_air.core.dice.chance import Odds, chances, estimate, forget_odds
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import banded
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.games.martian_aircraft.chapters.attack_runs import Ray, run_at_elements
from aqmf_air.games.martian_front.chapters.damage import Tripod, damage_tripod_repeatedly
from aqmf_air.games.martian_front.chapters.morale import Nerve, morale_test, to_pass
from aqmf_air.games.martian_front.chapters.shooting import Guns, Nerves
from aqmf_air.games.martian_front.chapters.templates import number_struck
from aqmf_air.games.martian_front.chapters.to_hit import D10, TO_DAMAGE, TO_HIT, damaging_shots, volley
from tests.benchmarks import race

HIT = TargetNumber(TO_HIT, 6, "Defense", "HOST-HIT-1")
DAMAGE = TargetNumber(TO_DAMAGE, 9, "Armor", "HOST-HIT-2")


def ours(shots: int) -> dict[int, Fraction]:
    return dict(chances(damaging_shots, shots, HIT, DAMAGE))


def with_icepool(shots: int) -> dict[int, Fraction]:
    hit, damage = (icepool.d10.map(lambda face, need=need: int(face >= need)) for need in (6, 9))
    total = shots @ icepool.map(lambda first, second: first * second, hit, damage)
    return {count: Fraction(quantity, total.denominator()) for count, quantity in total.items()}


def with_dyce(shots: int) -> dict[int, Fraction]:
    d10 = dyce.H(range(1, 11))
    total = shots @ (d10.ge(6) * d10.ge(9))
    return {int(count): Fraction(ways, total.total) for count, ways in total.items()}


def by_convolution(shots: int) -> dict[int, Fraction]:
    """The same two stages with lists of whole numbers: what no library can do with less."""
    ways = [1]
    for _ in range(shots):
        wider = [0] * (len(ways) + 1)
        for count, weight in enumerate(ways):
            wider[count] += weight * 90
            wider[count + 1] += weight * 10
        ways = wider
    total = 100**shots
    return {count: Fraction(weight, total) for count, weight in enumerate(ways)}


@pytest.mark.parametrize("shots", [9, 30, 100])
def test_to_hit_and_to_damage(shots: int, benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    expected = by_convolution(shots)
    assert ours(shots) == with_icepool(shots) == with_dyce(shots) == expected
    rivals: dict[str, Callable[[], object]] = {
        "icepool": lambda: with_icepool(shots),
        "dyce": lambda: with_dyce(shots),
        "convolution": lambda: by_convolution(shots),
    }
    race.tell(race.run(f"{shots} shots", lambda: ours(shots), rivals, forget_odds), benchmark, capsys)
    benchmark.pedantic(ours, (shots,), setup=forget_odds, rounds=race.ROUNDS)


@pytest.mark.parametrize("shots", [9, 30])
def test_hits_and_damaging_hits_together(shots: int, benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The rival counts in one number: 1,000 for a hit, 1 more for damage."""

    def both_with_icepool() -> dict[tuple[int, int], Fraction]:
        one = icepool.map(lambda hit, damage: 1000 * (hit >= 6) + (hit >= 6 and damage >= 9), icepool.d10, icepool.d10)
        total = shots @ one
        return {(code // 1000, code % 1000): Fraction(ways, total.denominator()) for code, ways in total.items()}

    def both() -> dict[tuple[int, int], Fraction]:
        return {(outcome.hits, outcome.damaging): p for outcome, p in chances(volley, shots, HIT, DAMAGE).items()}

    assert both() == both_with_icepool()
    rivals: dict[str, Callable[[], object]] = {"icepool": both_with_icepool}
    contest = race.run(f"{shots} shots, hits and damage together", both, rivals, forget_odds, rounds=5)
    race.tell(contest, benchmark, capsys)
    benchmark.pedantic(both, setup=forget_odds, rounds=race.ROUNDS)


# -- 0, 1 or 2 points a die -------------------------------------------------------------------------------------------

POINTS = {**dict.fromkeys(range(1, 6), 0), **dict.fromkeys(range(6, 10), 1), 10: 2}


def points_of(face: int) -> int:
    return POINTS[face]


def _points(dice: Dice) -> int:
    return dice.draw(banded("points", D10, points_of))


def points(dice: Dice, n: int) -> int:
    """So many dice of 0, 1 or 2 points."""
    return dice.each(n, 0, _points)


def at_least_eight(n: int) -> Fraction:
    return chances(points, n).where(lambda total: total >= 8)


def at_least_eight_with_icepool(n: int) -> Fraction:
    return Fraction((n @ icepool.d10.map(POINTS) >= 8).probability(True))


def at_least_eight_with_dyce(n: int) -> Fraction:
    total = (n @ dyce.H({0: 5, 1: 4, 2: 1})).ge(8)
    return Fraction(total[True], total.total)


def at_least_eight_by_convolution(n: int) -> Fraction:
    ways = [1]
    for _ in range(n):
        wider = [0] * (len(ways) + 2)
        for count, weight in enumerate(ways):
            wider[count] += weight * 5
            wider[count + 1] += weight * 4
            wider[count + 2] += weight
        ways = wider
    return Fraction(sum(ways[8:]), 10**n)


@pytest.mark.parametrize("n", [30, 100])
def test_eight_points_with_dice_of_nought_to_two(n: int, benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    expected = at_least_eight_by_convolution(n)
    assert at_least_eight(n) == at_least_eight_with_icepool(n) == at_least_eight_with_dyce(n) == expected
    rivals: dict[str, Callable[[], object]] = {
        "icepool": lambda: at_least_eight_with_icepool(n),
        "dyce": lambda: at_least_eight_with_dyce(n),
        "convolution": lambda: at_least_eight_by_convolution(n),
    }
    contest = race.run(f"{n} dice of 0, 1 or 2, at least 8", lambda: at_least_eight(n), rivals, forget_odds)
    race.tell(contest, benchmark, capsys)
    benchmark.pedantic(at_least_eight, (n,), setup=forget_odds, rounds=race.ROUNDS)


# -- a sweep over five different targets ------------------------------------------------------------------------------

SWEPT = tuple(
    ((TargetNumber(TO_HIT, hit, "Defense", "HOST-HIT-1"), TargetNumber(TO_DAMAGE, damage, "Armor", "HOST-HIT-2")),)
    for hit, damage in ((3, 2), (5, 2), (5, 4), (4, 4), (6, 7))
)


def sweep_with_icepool() -> dict[int, Fraction]:
    total = icepool.Die([0])
    for ((hit, damage),) in SWEPT:
        total = total + icepool.map(
            lambda first, second, need=(hit.total, damage.total): int(first >= need[0] and second >= need[1]),
            icepool.d10,
            icepool.d10,
        )
    return {count: Fraction(ways, total.denominator()) for count, ways in total.items()}


def test_a_sweep_over_five_targets(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert dict(chances(number_struck, SWEPT)) == sweep_with_icepool()
    contest = race.run(
        "a sweep over 5 targets", lambda: chances(number_struck, SWEPT), {"icepool": sweep_with_icepool}, forget_odds
    )
    race.tell(contest, benchmark, capsys)
    benchmark.pedantic(chances, (number_struck, SWEPT), setup=forget_odds, rounds=race.ROUNDS)


# -- a whole bombing run ----------------------------------------------------------------------------------------------


def test_a_whole_bombing_run(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Three aircraft of two bombs each, twelve elements that all differ under all six, guns, rays, morale: under 30 ms.

    The rival is playing it out; a tenth of a point takes a quarter of a million plays.
    """
    hit, damage = TargetNumber(TO_HIT, 3, "Defense", "HOST-HIT-1"), TargetNumber(TO_DAMAGE, 2, "Armor", "HOST-HIT-2")
    under = tuple(
        tuple((HIT, TargetNumber(TO_DAMAGE, 2 + (element + bomb) % 8, "Armor", "HOST-HIT-2")) for bomb in range(6))
        for element in range(12)
    )
    needs = tuple(to_pass(Nerve("flight", "infantry", lost, 3 - lost)) for lost in (1, 2))
    facts = (under, 12, (Guns(9, HIT, DAMAGE),), (Ray("", 2, (hit, damage)),), Nerves(needs, last_one=((10, "suicide"),)))
    odds = chances(run_at_elements, *facts)
    assert odds.where(lambda result: result.lost == 0) == Fraction(28, 100) ** 2
    plays = 500
    contest = race.run(
        "a whole bombing run",
        lambda: chances(run_at_elements, *facts),
        {f"{plays} plays": lambda: estimate(run_at_elements, *facts, n=plays, seed=1)},
        forget_odds,
        rounds=3,
    )
    race.tell(contest, benchmark, capsys)
    with capsys.disabled():
        minutes = contest.rivals[f"{plays} plays"] / plays * 250_000 / 60
        print(f"  (the goal is 30 ms; playing it out to 0.1 points would take {minutes:.1f} minutes)")
    benchmark.pedantic(chances, (run_at_elements, *facts), setup=forget_odds, rounds=race.ROUNDS)


# -- a whole flight: nine dice to hit, to damage, then the target's morale ---------------------------------------------


def flight(dice: Dice, elements: int) -> tuple[int, str]:
    """A volley at infantry, and what it does to its nerve."""
    hit, damage = TargetNumber(TO_HIT, 5, "Defense", "HOST-HIT-1"), TargetNumber(TO_DAMAGE, 3, "Armor", "HOST-HIT-2")
    lost = min(elements, dice.call(damaging_shots, 9, hit, damage))
    if not lost or lost == elements:
        return lost, "none"
    return lost, dice.call(morale_test, to_pass(Nerve("infantry", "infantry", lost, elements - lost)))


def flight_with_icepool(elements: int) -> dict[tuple[int, str], Fraction]:
    hit, damage = (icepool.d10.map(lambda face, need=need: int(face >= need)) for need in (5, 3))
    total = 9 @ icepool.map(lambda first, second: first * second, hit, damage)

    def nerve(lost: int, face: int) -> int:
        """Elements lost, and 0 for no test, 1 for a pass, 2 for a fail, in one number."""
        lost = min(elements, lost)
        return 3 * lost + (0 if lost in (0, elements) else 1 if face - lost >= 5 else 2)

    result = icepool.map(nerve, total, icepool.d10)
    told = ("none", "pass", "fail")
    return {(code // 3, told[code % 3]): Fraction(ways, result.denominator()) for code, ways in result.items()}


def test_a_whole_flights_volley(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert dict(chances(flight, 5)) == flight_with_icepool(5)
    contest = race.run(
        "a flight's volley, then morale",
        lambda: chances(flight, 5),
        {"icepool": lambda: flight_with_icepool(5)},
        forget_odds,
    )
    race.tell(contest, benchmark, capsys)
    benchmark.pedantic(chances, (flight, 5), setup=forget_odds, rounds=race.ROUNDS)


# -- a chain of rolls with a state: many hits on one tripod --------------------------------------------------------------


def chain_with_icepool(attacks: int) -> dict[int, Fraction]:
    points = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2, 9: 3}

    def after(armor: int, face: int, badly: int) -> int:
        if armor == 0 or face == 10:
            return 0
        return max(0, armor - (badly if face == 8 else points[face]))

    armor = icepool.Die([10])
    for _ in range(attacks):
        armor = icepool.map(after, armor, icepool.d10, icepool.d10)
    return {left: Fraction(ways, armor.denominator()) for left, ways in armor.items()}


def chain(attacks: int) -> dict[int, Fraction]:
    """Ours keeps track of stuns, weapons and legs as well."""
    odds: Odds[Tripod] = chances(damage_tripod_repeatedly, attacks, Tripod(10, ("Heavy Heat Ray",)))
    return dict(odds.map(lambda tripod: tripod.armor))


def test_a_chain_of_hits_on_a_tripod(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert chain(6) == chain_with_icepool(6)
    contest = race.run(
        "6 hits on a tripod", lambda: chain(6), {"icepool (Armor alone)": lambda: chain_with_icepool(6)}, forget_odds
    )
    race.tell(contest, benchmark, capsys)
    benchmark.pedantic(chain, (6,), setup=forget_odds, rounds=race.ROUNDS)


# -- what playing it out would cost --------------------------------------------------------------------------------------


def test_exact_odds_against_playing_it_out(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """To be sure of a tenth of a point takes a quarter of a million plays at p = 1/2: 2,000 are timed here."""
    plays = 2_000
    counts = estimate(flight, 5, n=plays, seed=1)
    assert sum(Counter(counts.counts).values()) == plays
    rivals: dict[str, Callable[[], object]] = {f"{plays:,} plays": lambda: estimate(flight, 5, n=plays, seed=1)}
    contest = race.run("exact odds", lambda: chances(flight, 5), rivals, forget_odds, rounds=3)
    race.tell(contest, benchmark, capsys)
    with capsys.disabled():
        print(f"  250,000 plays, for +-0.1 point, would take {contest.rivals[f'{plays:,} plays'] * 125:.1f} s")
    benchmark.pedantic(chances, (flight, 5), setup=forget_odds, rounds=3)
