"""Kernels against closed forms, brute force and rivals; the sampler against the exact chances."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.dice.chance import chances, odds_of
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtLeast, check, numbered, total
from aqmf_air.errors import EnumerationLimitError
from aqmf_air.lab.markov_chain import Kernel, Rolled, kernel

D6, D10 = numbered(6), numbered(10)


def ruin(dice: Dice, state: tuple[int, int, int]) -> tuple[int, int, int]:
    """A gambler with ``purse`` of ``all_of_it`` coins wins one on ``need`` or more of a D10."""
    purse, all_of_it, need = state
    if purse in (0, all_of_it):
        return state
    return purse + (1 if dice.draw(check("play", D10, AtLeast(need))) else -1), all_of_it, need


@given(st.integers(2, 7), st.integers(2, 10))
@settings(max_examples=40, deadline=None)
def test_a_gambler_is_ruined_as_often_and_as_late_as_the_closed_forms_say(all_of_it: int, need: int) -> None:
    purse = all_of_it // 2 or 1
    chain = kernel(ruin, (purse, all_of_it, need))
    win = Fraction(11 - need, 10)
    odds_against = (1 - win) / win
    if odds_against == 1:
        rich, plays = Fraction(purse, all_of_it), Fraction(purse * (all_of_it - purse))
    else:
        rich = (1 - odds_against**purse) / (1 - odds_against**all_of_it)
        plays = (purse - all_of_it * rich) / (1 - 2 * win)
    first = (purse, all_of_it, need)
    ends = chain.absorption(first)
    assert ends[all_of_it, all_of_it, need] == rich
    assert sum(ends.values()) == 1
    assert chain.chance_of(lambda state: state[0] == all_of_it)[first] == rich
    assert chain.values(lambda state: 0, lambda state: 1)[first] == plays
    assert chain.values_in_floats(lambda state: 0, lambda state: 1)[first] == pytest.approx(float(plays), abs=1e-12)
    assert chain.absorption_in_floats(first)[all_of_it, all_of_it, need] == pytest.approx(float(rich), abs=1e-12)


def climb(dice: Dice, height: int) -> int:
    """A 6 is a step up, to 3; a 1 a fall to the ground."""
    if height == 3:
        return height
    face = dice.draw(total("climb", 1, D6))
    return height + 1 if face == 6 else 0 if face == 1 else height


def test_so_many_steps_are_those_of_icepool_and_of_brute_force() -> None:
    def next_rung(height: int, face: int) -> int:
        return height if height == 3 else height + 1 if face == 6 else 0 if face == 1 else height

    theirs: Any = icepool.Die([0])
    for _ in range(7):
        theirs = icepool.map(next_rung, theirs, icepool.d6)
    ours = kernel(climb, 0).after(7, 0)
    assert dict(ours) == {height: Fraction(ways, theirs.denominator()) for height, ways in theirs.items()}
    ways: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(7):
        moved: dict[int, Fraction] = defaultdict(Fraction)
        for height, chance in ways.items():
            for face in range(1, 7):
                moved[next_rung(height, face)] += chance / 6
        ways = moved
    assert dict(ours) == ways
    floats = kernel(climb, 0).after_floats(7, 0)
    assert all(floats[height] == pytest.approx(float(chance), abs=1e-14) for height, chance in ways.items())


def test_values_within_so_many_steps_agree_with_the_chances_after_them() -> None:
    chain = kernel(climb, 0)
    for steps in (0, 1, 5):
        assert chain.values_within(steps, lambda height: float(height == 3))[0] == pytest.approx(
            float(chain.after(steps, 0).of(3))
        )
    rolls = chain.values_within(4000, lambda height: 0.0, lambda height: 1.0)[0]
    assert rolls == pytest.approx(float(chain.values(lambda height: 0, lambda height: 1)[0]))


def test_a_rolled_step_is_the_same_chain_and_asks_once_for_what_is_alike() -> None:
    asked: list[int] = []

    def throw(dice: Dice, n: int) -> int:
        asked.append(n)
        return dice.draw(total("throw", n, D6))

    def asks(state: tuple[int, int]) -> tuple[Any, ...]:
        return throw, 1 + state[1] % 2

    def moved(state: tuple[int, int], thrown: int) -> tuple[int, int]:
        return state[0] - (thrown > 4), (state[1] + thrown) % 3

    step = Rolled(asks, moved)
    one = kernel(step, (4, 0), over=lambda state: not state[0])
    runs = len(asked)
    other = kernel(lambda dice, state: step(dice, state), (4, 0), over=lambda state: not state[0])
    assert dict(one.after(9, (4, 0))) == dict(other.after(9, (4, 0)))
    assert {state: one.rows[one.at(state)].total for state in one.states} == {
        state: other.rows[other.at(state)].total for state in other.states
    }
    assert runs <= 2 * 12  # one die and two dice, not one for each of a dozen states
    *_, floats = one.along_floats(9, {(4, 0): Fraction(1, 4), (2, 1): Fraction(3, 4)})
    exact = one.after(9, {(4, 0): Fraction(1, 4), (2, 1): Fraction(3, 4)})
    assert [float(exact.of(state)) for state in one.states] == pytest.approx(floats.tolist(), abs=1e-15)


def test_a_start_may_be_a_mixture() -> None:
    chain = kernel(climb, 0, 2)
    half = {0: Fraction(1, 2), 2: Fraction(1, 2)}
    both = [chain.after(3, start).of(3) for start in (0, 2)]
    assert chain.after(3, half).of(3) == sum(both) / 2
    assert chain.absorption(half) == {3: 1}


def round_and_round(dice: Dice, state: str) -> str:
    """Out of ``a`` lead two circles, and an end."""
    if state == "a":
        return {1: "end", 2: "b"}.get(dice.draw(total("way", 1, D6)), "c")
    return {"b": "bb", "bb": "b", "c": "a", "end": "end"}[state]


def test_what_goes_round_for_ever_is_no_end() -> None:
    chain = kernel(round_and_round, "a")
    assert chain.absorption("a") == {"end": Fraction(1, 2)}
    values = chain.values(lambda state: 1, never=Fraction(1, 3))
    assert values == {"a": Fraction(2, 3), "b": Fraction(1, 3), "bb": Fraction(1, 3), "c": Fraction(2, 3), "end": 1}
    with pytest.raises(EnumerationLimitError, match="for ever"):
        chain.values(lambda state: 0, lambda state: 1)


def test_over_cuts_a_chain_and_too_many_states_are_refused() -> None:
    def up(dice: Dice, at: int) -> int:
        return at + dice.draw(total("up", 1, D6))

    with pytest.raises(EnumerationLimitError, match="more than 50 states"):
        kernel(up, 0, max_states=50)
    seen: list[tuple[int, int]] = []
    chain = kernel(up, 0, over=lambda at: at > 9, progress=lambda done, found: seen.append((done, found)))
    assert len(chain) == 16
    assert seen[-1] == (16, 16)
    assert sorted(chain.absorption(0)) == [10, 11, 12, 13, 14, 15]
    order = [at for part in chain.components() for at in part]
    place = {at: number for number, at in enumerate(order)}
    assert all(place[onward] <= place[at] for at in range(len(chain)) for onward in chain.rows[at].next)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_chain_is_solved_as_it_is_by_long_iteration(data: st.DataObject) -> None:
    """A chain at random, with an end that can always be reached, or not."""
    size = data.draw(st.integers(1, 7))
    onward = {
        at: data.draw(st.lists(st.integers(0, size), min_size=1, max_size=3), label=f"from {at}") for at in range(size)
    }

    def step(dice: Dice, at: int) -> int:
        if at == size:
            return at
        return onward[at][dice.draw(total("way", 1, numbered(len(onward[at])))) - 1]

    chain = kernel(step, 0)
    iterated = chain.after_floats(3000, 0)
    for state, chance in chain.absorption(0).items():
        assert iterated.get(state, 0.0) == pytest.approx(float(chance), abs=1e-6)
    exact, floats = chain.values(lambda at: at * at), chain.values_in_floats(lambda at: at * at)
    assert all(floats[state] == pytest.approx(float(value), abs=1e-9) for state, value in exact.items())


# -- the sampler ----------------------------------------------------------------------------------------------------------


def chi_square_is_plausible(counts: dict[Any, int], exact: dict[Any, Fraction]) -> bool:
    """Within 5 standard deviations of its mean, for a chi-square of so many degrees of freedom; nothing impossible."""
    copies = sum(counts.values())
    assert set(counts) <= {state for state, chance in exact.items() if chance}
    likely = {state: float(chance) * copies for state, chance in exact.items() if chance * copies >= 5}
    square = sum((counts.get(state, 0) - wanted) ** 2 / wanted for state, wanted in likely.items())
    freedom = max(1, len(likely) - 1)
    return bool(square < freedom + 5 * (2 * freedom) ** 0.5 + 10)


def test_the_sampler_agrees_with_the_exact_chances_and_ends() -> None:
    from aqmf_air.lab.sampling import Sampler

    chain: Kernel[Any] = kernel(ruin, (2, 5, 4), (1, 5, 4))
    mixed = {(2, 5, 4): Fraction(1, 3), (1, 5, 4): Fraction(2, 3)}
    sampler = Sampler(chain)
    counts = sampler.counts(300_000, mixed, seed=1)
    assert sum(counts.values()) == 300_000
    assert chi_square_is_plausible(counts, chain.absorption(mixed))
    assert counts == sampler.counts(300_000, mixed, seed=1) != sampler.counts(300_000, mixed, seed=2)
    assert chi_square_is_plausible(sampler.counts(300_000, mixed, 3, steps=4), dict(chain.after(4, mixed)))
    circles = Sampler(kernel(round_and_round, "a")).counts(10_000, "a", seed=1)
    assert set(circles) == {"end", "b"}
    assert abs(circles["b"] - 5000) < 300


def test_one_step_of_the_sampler_has_the_chances_of_the_rule() -> None:
    """A row of many ways with very different weights: none is lost or doubled in the tables."""
    from aqmf_air.lab.sampling import Sampler

    def handful(dice: Dice, at: int) -> int:
        return dice.draw(total("handful", 4, D6)) if at == 0 else at

    assert chi_square_is_plausible(Sampler(kernel(handful, 0)).counts(500_000, 0, seed=5), dict(chances(handful, 0)))
    weights = [odds_of(total("x", 4, D6)).weights[face] for face in range(4, 25)]
    assert [low <= high for low, high in pairwise(weights[:11])] == [True] * 10
    assert sum(weights) == 6**4
    assert weights[10] == sum((-1) ** k * comb(4, k) * comb(13 - 6 * k, 3) for k in range(3) if 13 - 6 * k >= 3)
