from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.dice.weights import folded, power, power_of_tuples, reduced
from aqmf_air.errors import EnumerationLimitError

WEIGHTS = st.dictionaries(st.integers(-6, 12), st.integers(1, 50), min_size=1, max_size=5)


@given(WEIGHTS, st.integers(0, 5))
def test_power_is_the_sum_of_independent_copies(weights: dict[int, int], n: int) -> None:
    expected: Counter[int] = Counter()
    for copies in product(weights.items(), repeat=n):
        expected[sum(value for value, _ in copies)] += prod(weight for _, weight in copies)
    assert power(weights, n) == dict(expected)
    assert folded(weights, n, 0, lambda one, other: one + other) == dict(expected)


@given(
    st.dictionaries(st.tuples(st.integers(-2, 3), st.integers(0, 4)), st.integers(1, 9), min_size=1, max_size=4),
    st.integers(1, 4),
)
def test_power_of_tuples_adds_place_by_place(weights: dict[tuple[int, ...], int], n: int) -> None:
    expected: Counter[tuple[int, int]] = Counter()
    for copies in product(weights.items(), repeat=n):
        where = (sum(value[0] for value, _ in copies), sum(value[1] for value, _ in copies))
        expected[where] += prod(weight for _, weight in copies)
    assert power_of_tuples(weights, n) == dict(expected)


def test_reduced_keeps_proportions() -> None:
    assert reduced({"a": 4, "b": 6, "c": 0}) == {"a": 2, "b": 3}


def test_what_would_not_fit_is_refused() -> None:
    with pytest.raises(EnumerationLimitError, match="too many for exact odds"):
        power({0: 1, 10**6: 1}, 10**4)
