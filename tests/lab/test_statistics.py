from __future__ import annotations

from math import isclose
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.lab.statistics import SequentialTest, elo, elo_of, expected, mean, share


def test_a_share_has_the_interval_of_wilson() -> None:
    # Wilson 1927 as tabled by Newcombe 1998, table I: 81 of 263, and 0 of 20
    assert [round(one, 4) for one in share(81, 263)] == [0.3080, 0.2553, 0.3662]
    assert [round(one, 4) for one in share(0, 20)] == [0, 0, 0.1611]
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
