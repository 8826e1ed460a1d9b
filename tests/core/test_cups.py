"""Draws without putting back, against every order in which items can come."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.typed_faces import face_of, options_of
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.cups import Cup, from_cup, take
from aqmf_air.core.dice.dice import Dice, DiceTray, NeedDice, recorded
from aqmf_air.core.dice.sources import replayed, seeded
from aqmf_air.errors import DiceError


def drawn(dice: Dice, cup: Cup[str], k: int) -> tuple[str, ...]:
    return take(dice, "counters", cup, k).drawn


@given(st.lists(st.sampled_from("abcd"), max_size=6), st.data())
def test_the_odds_are_those_of_every_order(items: list[str], data: st.DataObject) -> None:
    k = data.draw(st.integers(0, len(items)))
    cup = Cup.of(items)
    orders = list(permutations(items, k))
    place = list(dict.fromkeys(items))
    counted = Counter(tuple(sorted(order, key=place.index)) for order in orders)
    assert chances(drawn, cup, k) == {found: Fraction(ways, len(orders)) for found, ways in counted.items()}


def test_equal_items_are_one_kind_with_hypergeometric_weights() -> None:
    pilots = Cup.of(["ace"] * 3 + ["0/0"] * 8 + ["1/0"] * 5)
    odds = chances(drawn, pilots, 6).map(lambda found: found.count("ace"))
    assert odds == {aces: Fraction(comb(3, aces) * comb(13, 6 - aces), comb(16, 6)) for aces in range(4)}


@given(st.lists(st.sampled_from("abcde"), min_size=1, max_size=9), st.integers(0, 99), st.data())
def test_nothing_is_lost_and_a_log_gives_the_same(items: list[str], seed: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, len(items)))
    cup = Cup.of(items)
    table = DiceTray(seeded(seed))
    taken = take(table, "counters", cup, k)
    assert len(taken.drawn) == k
    assert Counter(taken.drawn) + Counter(taken.left.items) == Counter(items)
    log = [(roll.ask.label, roll.ask.size, roll.ask.die.name, roll.faces, roll.by) for roll in table.log]
    assert take(DiceTray(replayed(log)), "counters", cup, k) == taken


def test_a_player_says_by_name_what_he_drew() -> None:
    cup = Cup.of(["patrol", "patrol", "scramble"])
    with pytest.raises(NeedDice) as need:
        take(DiceTray(recorded([("patrol",)])), "card", cup, 2)
    assert need.value.ask.die.faces == ("patrol", "scramble")
    assert take(DiceTray(recorded([("patrol",), ("scramble",)])), "card", cup, 2).left == Cup.of(["patrol"])
    with pytest.raises(DiceError, match="card"):
        take(DiceTray(recorded([("scramble",), ("scramble",)])), "card", cup, 2)
    ask = from_cup("card", cup)
    assert options_of(ask) == "1 = patrol, 2 = scramble"
    assert (face_of("2", ask), face_of("1", ask)) == ("scramble", "patrol")
    assert (face_of("Scramble", ask), face_of("pat", ask)) == ("scramble", "patrol")
    with pytest.raises(DiceError, match="expected 1 of 3 \\(1 to 2 or its name\\), got 3"):
        face_of("3", ask)


def test_what_is_not_there_cannot_be_taken() -> None:
    for k in (-1, 3):
        with pytest.raises(DiceError, match=f"counters: cannot take {k} of 2"):
            chances(drawn, Cup.of("ab"), k)
    with pytest.raises(DiceError, match="no c to be taken"):
        Cup.of("ab").without("c")
    assert chances(drawn, Cup[str](), 0) == {(): 1}


def test_a_secret_card_is_asked_of_nobody() -> None:
    table = DiceTray(seeded(1))
    take(table, "card", Cup.of("ab"), by="you", secret=True)
    assert [(roll.ask.secret, roll.by) for roll in table.log] == [(True, "seed")]
