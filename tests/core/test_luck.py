"""Luck is the exact odds of a sum, and where in them the sum came to lie."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.odds.summary import luck_of


def test_nothing_rolled_is_no_luck() -> None:
    none = luck_of([])
    assert (none.asked, none.came) == (0, 0)
    assert (none.expected, none.so_much) == (Fraction(0), Fraction(1))


@given(st.lists(st.tuples(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.integers(0, 3)), max_size=4))
def test_the_sum_has_the_odds_of_every_way_to_make_it(asked: list[tuple[list[int], int]]) -> None:
    rolled = [(Odds(dict(enumerate(weights)), sum(weights)), min(came, len(weights) - 1)) for weights, came in asked]
    luck = luck_of(rolled)
    ways: dict[int, Fraction] = {}
    for way in product(*(odds.items() for odds, _ in rolled)):
        chance = Fraction(1)
        for _, p in way:
            chance *= p
        ways[sum(value for value, _ in way)] = ways.get(sum(value for value, _ in way), Fraction(0)) + chance
    assert dict(luck.odds) == ways
    assert luck.so_much == sum(p for value, p in ways.items() if value >= luck.came)
    assert luck.so_little == sum(p for value, p in ways.items() if value <= luck.came)
    assert luck.expected == sum(value * p for value, p in ways.items())
