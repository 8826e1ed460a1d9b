from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.dice.dice import Die, Draw
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.lab.even_dice import BLOCK, even_dice, opposite, pair_of

D10, D6 = numbered(10), numbered(6)
PLACES = (4, 9)


def rolled(seed: int, *asks: Draw[Any]) -> list[tuple[Any, ...]]:
    """What a game throws that asks for the same in two places, the first throw first."""
    dice = even_dice(seed)
    return [source(ask).faces for source in map(dice, PLACES) for ask in asks]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**62), st.integers(1, 9))
def test_every_second_game_has_the_dice_of_the_one_before_mirrored(pair: int, n: int) -> None:
    one, other = (rolled(seed, total("some", n, D10), total("more", 2, D6)) for seed in (2 * pair + 1, 2 * pair + 2))
    assert pair_of(2 * pair + 1) == pair_of(2 * pair + 2)
    assert [[opposite(D6 if at % 2 else D10, face) for face in faces] for at, faces in enumerate(one)] == [
        list(faces) for faces in other
    ]
    assert one == rolled(2 * pair + 1, total("some", n, D10), total("more", 2, D6))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**50))
def test_in_a_block_each_die_of_the_first_throw_shows_each_face_equally_often(block: int) -> None:
    games = [
        rolled(seed, total("some", 3, D10), total("more", 1, D6))
        for seed in range(BLOCK * block + 1, BLOCK * (block + 1) + 1)
    ]
    for slot in range(3):
        assert set(Counter(game[0][slot] for game in games).values()) == {BLOCK // 10}
    assert set(Counter(game[1][0] for game in games).values()) == {BLOCK // 6}


def test_a_game_by_itself_has_fair_dice() -> None:
    """The same seed of many blocks: each die of its first throw, and of a later one, shows each face as often."""
    ask = total("some", 2, D10)
    games = [rolled(seed, ask) for seed in range(2, 1000 * BLOCK, BLOCK)]
    for throw in (0, 1):
        for slot in (0, 1):
            counts = Counter(game[throw][slot] for game in games)
            assert sum((counts[face] - 100) ** 2 / 100 for face in D10.faces) < 27.9  # chi-square of 9, 1 in 1,000
    both = Counter(game[0] for game in games)
    assert sum((both[one, other] - 10) ** 2 / 10 for one in D10.faces for other in D10.faces) < 149  # of 99


def test_secret_draws_are_no_first_throw_and_a_deck_with_equal_cards_has_no_opposite() -> None:
    cards = Die("cards", ("dummy", "dummy", "tripod"))
    assert [opposite(cards, card) for card in cards.faces] == list(cards.faces)
    dice = even_dice(7)
    ask = total("some", 1, D10)
    secret = Draw("a card", 1, D10, ask.fold, secret=True)
    assert dice(1)(secret).by == "seed"
    assert dice(4)(ask).faces == rolled(7, ask)[0]
