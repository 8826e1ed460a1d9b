from __future__ import annotations

from math import isclose
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.lab.statistics import (
    IntervalEstimate,
    SequentialTest,
    apart,
    elo,
    elo_of,
    expected,
    mean,
    mean_of_groups,
    share,
    variance,
)


def test_a_share_has_the_interval_of_wilson() -> None:
    # Wilson 1927 as tabled by Newcombe 1998, table I: 81 of 263, and 0 of 20
    assert [round(one, 4) for one in share(81, 263)] == [0.3080, 0.2553, 0.3662]
    assert [round(one, 4) for one in share(0, 20)] == [0, 0, 0.1611]
    assert [round(one, 4) for one in share(1, 29)] == [0.0345, 0.0061, 0.1718]
    assert share(0, 0) == (0.5, 0, 1)


@given(st.integers(1, 500).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_a_share_is_within_its_interval_and_that_within_0_and_1(counted: tuple[int, int]) -> None:
    value, low, high = share(*counted)
    assert 0 <= low <= value <= high <= 1


@given(st.floats(-600, 600))
def test_elo_and_the_share_that_is_expected_are_inverse(difference: float) -> None:
    assert isclose(elo(expected(difference)), difference, abs_tol=1e-6)


def test_a_player_against_itself_is_exactly_equal() -> None:
    assert elo_of([0.5] * 40).value == 0
    assert SequentialTest().ended([0.5] * 40) == (8, "equal")


@pytest.mark.parametrize("pairs", [[0.5], [1.0] * 2, [0.5, 1.0], [1.0] * 40, [0.5] * 8])
def test_few_pairs_or_pairs_all_alike_do_not_make_an_answer_certain(pairs: list[float]) -> None:
    value, low, high = elo_of(pairs)
    assert low < high
    assert low <= value <= high
    assert high - low > 100 or len(pairs) > 20, "who won twice may still be the weaker one"
    assert (low < 0) == (len(pairs) < 4 or value == 0)


@settings(max_examples=40)
@given(st.floats(0.1, 0.9), st.sampled_from([2, 5, 15, 29, 30, 60]), st.integers(0, 9))
def test_an_interval_of_elo_holds_what_is_true_about_19_times_in_20(p: float, pairs: int, seed: int) -> None:
    tries, held, random = 400, 0, Random(seed)
    for _ in range(tries):
        scored = [((random.random() < p) + (random.random() < p)) / 2 for _ in range(pairs)]
        found = elo_of(scored)
        held += found.low <= elo(p) <= found.high
    assert held > 0.85 * tries  # pairs near an end of the scale spread unevenly


def test_who_always_wins_has_an_end_of_the_scale() -> None:
    assert elo_of([1.0] * 10)[::2] == (1200, 1200)
    assert SequentialTest().ended([1.0] * 10) == (8, "stronger")
    assert SequentialTest().ended([]) is None


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "stronger"), (50.0, "equal")])
def test_the_sequential_test_is_as_seldom_wrong_as_it_says(truth: float, wrong: str) -> None:
    rng, test, score = Random(7), SequentialTest(), expected(truth)
    ends = []
    for _ in range(150):
        pairs = [(sum(rng.random() < score for _ in range(2))) / 2 for _ in range(2000)]
        ends.append(test.ended(pairs))
    assert all(ends)
    errors = sum(end is not None and end[1] == wrong for end in ends) / len(ends)
    assert errors <= share(0.05 * len(ends), len(ends)).high  # of 150 looks, with their own error


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    value, low, high = mean([1.0, 2.0, 3.0, 4.0])
    assert value == 2.5
    assert isclose(high - value, 1.959963984540054 * (5 / 3 / 4) ** 0.5)
    assert isclose(value - low, high - value)


def test_the_error_of_a_mean_of_groups_is_that_of_the_groups() -> None:
    """Two groups, in each of which values go together: the mean is as sure as two means of groups make it."""
    estimate, spread = mean_of_groups([1.0, 1.0, 3.0, 7.0, 7.0, 5.0], [1, 1, 1, 2, 2, 2])
    assert estimate.value == 4
    of_groups = [5 / 3, 19 / 3]
    assert isclose(spread, variance(of_groups) / len(of_groups))
    assert isclose(estimate.high - 4, 1.959963984540054 * spread**0.5)
    assert isclose(4 - estimate.low, estimate.high - 4)
    values = [1.0, 2.0, 3.0, 4.0]
    alone, _ = mean_of_groups(values, [1, 2, 3, 4])
    assert all(isclose(one, other) for one, other in zip(alone, mean(values), strict=True))
    assert mean_of_groups([1.0, 3.0], [1, 1]) == ((2.0, 2.0, 2.0), 0.0), "one group tells no error"


def test_the_ratio_is_that_of_normal_errors_with_a_thousandth_of_each_result_before() -> None:
    counts = {0.0: 0.001, 0.25: 0.001, 0.5: 1.001, 0.75: 1.001, 1.0: 1.001}
    n = sum(counts.values())
    middle = sum(points * count for points, count in counts.items()) / n
    spread = sum((points - middle) ** 2 * count for points, count in counts.items()) / n
    low, high = expected(0), expected(50)
    likelihood = ((middle - low) ** 2 - (middle - high) ** 2) * n / (2 * spread)
    assert isclose(SequentialTest().ratio([0.75, 0.5, 1.0]), likelihood)
    assert SequentialTest().ratio([]) == 0


def test_estimates_are_apart_by_the_errors_that_face_each_other() -> None:
    low = IntervalEstimate(10.0, 0.0, 13.0)
    assert apart(low, IntervalEstimate(15.1, 11.1, 40.0))  # 3 up and 4 down: 5 in all
    assert not apart(low, IntervalEstimate(14.9, 10.9, 40.0))
    assert not apart(IntervalEstimate(15.0, 11.0, 40.0), low)
