from __future__ import annotations

from fractions import Fraction

import pytest

from aqmf_air.core.dice.chance import odds_of
from aqmf_air.core.dice.draws import (
    AtLeast,
    AtMost,
    banded,
    check,
    expression,
    highest,
    hits,
    hits_and_naturals,
    lowest,
    numbered,
    passed,
    pick,
    scored,
    total,
)
from aqmf_air.errors import DiceError

D6 = numbered(6)


def test_total_adds() -> None:
    assert total("x", 2, D6).read((3, 4)) == 7
    assert odds_of(total("x", 2, D6))[7] == Fraction(6, 36)
    assert len(odds_of(total("x", 2, D6))) == 11


def test_hits_counts_faces_with_gaps() -> None:
    faces = (2, 3, 6)
    assert hits("x", 5, D6, faces).read((1, 2, 3, 4, 6)) == 3
    assert dict(odds_of(hits("x", 2, D6, faces))) == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    assert dict(odds_of(hits("x", 3, D6, ()))) == {0: Fraction(1)}


def test_check_passes_from_a_number_up_or_down() -> None:
    assert check("x", D6, AtLeast(4)).read((4,))
    assert not check("x", D6, AtLeast(4)).read((3,))
    assert check("x", D6, AtMost(2), n=2).read((1, 1))
    assert odds_of(check("x", D6, AtLeast(10), n=2))[True] == Fraction(6, 36)
    assert odds_of(check("x", D6, AtMost(3)))[True] == Fraction(1, 2)


def test_success_in_a_set_of_totals_with_a_gap() -> None:
    class Yahtzee:
        def __call__(self, total: int) -> bool:
            return 2 <= total <= 8 or total == 12

    assert odds_of(check("2 to 8 and 12", D6, Yahtzee(), n=2))[True] == Fraction(27, 36)


def test_highest_and_lowest() -> None:
    assert highest("x", 3, D6).read((2, 5, 1)) == 5
    assert lowest("x", 3, D6).read((2, 5, 1)) == 1
    assert odds_of(highest("x", 2, D6))[6] == Fraction(11, 36)
    assert odds_of(lowest("x", 2, D6))[6] == Fraction(1, 36)


def test_pick_takes_one_of_several_even_of_equal_ones() -> None:
    assert pick("x", ("a", "b")).read(("b",)) == "b"
    assert dict(odds_of(pick("x", ("a", "b", "b")))) == {"a": Fraction(1, 3), "b": Fraction(2, 3)}
    with pytest.raises(DiceError, match=r"x: expected 1 of 1 of 2 \(a to b\), got c"):
        pick("x", ("a", "b")).read(("c",))


def test_scored_adds_what_each_die_is_worth() -> None:
    twice = scored("x", 2, D6, lambda face: (face > 3) + (face == 6))
    assert twice.read((4, 6)) == 3
    assert dict(odds_of(twice)) == {n: Fraction(ways, 36) for n, ways in enumerate((9, 12, 10, 4, 1))}
    assert passed(twice, (3, 6)) == (False, True)


def test_a_natural_face_counts_beside_the_hits_and_is_no_success() -> None:
    guns = hits_and_naturals("guns", 2, D6, lambda face: (face > 2) + (face == 6), 1)
    assert passed(guns, (2, 1)) == (False, False)
    assert passed(guns, (6, 1)) == (True, False)
    came = [guns.read(faces) for faces in ((2, 1), (3, 1), (1, 1), (6, 3))]
    assert [(value.hits, value.naturals) for value in came] == [(0, 1), (1, 1), (0, 2), (3, 0)]
    assert list(map(str, came)) == ["no hit, 1 natural 1", "1 hit, 1 natural 1", "no hit, 2 natural 1s", "3 hits"]
    assert odds_of(guns)[came[2]] == Fraction(1, 36)


def test_banded_merges_faces_and_keeps_natural_ones_apart() -> None:
    draw = banded("x", numbered(20), lambda face: "jam" if face >= 19 else "hit" if face <= 11 else "miss")
    assert draw.read((19,)) == "jam"
    assert dict(odds_of(draw)) == {"hit": Fraction(11, 20), "miss": Fraction(7, 20), "jam": Fraction(2, 20)}
    assert draw == banded("x", numbered(20), lambda face: "jam" if face > 18 else "hit" if face < 12 else "miss")


def test_impossible_numbers_are_never_reached() -> None:
    assert dict(odds_of(check("x", D6, AtLeast(7)))) == {False: Fraction(1)}
    assert dict(odds_of(check("x", D6, AtLeast(1)))) == {True: Fraction(1)}


def test_equal_draws_are_one_key_of_one_cache() -> None:
    assert total("x", 2, D6) == total("x", 2, numbered(6))
    assert hash(check("x", D6, AtLeast(4))) == hash(check("x", D6, AtLeast(4)))
    assert check("x", D6, AtLeast(4)) != check("x", D6, AtMost(4))


@pytest.mark.parametrize(
    ("words", "least", "most", "mean"), [("2d4+3", 5, 11, 8), ("1d6", 1, 6, 3.5), ("3d6", 3, 18, 10.5), ("5", 5, 5, 5)]
)
def test_what_tables_write_is_rolled(words: str, least: int, most: int, mean: float) -> None:
    odds = odds_of(expression("loss", words))
    assert (min(odds), max(odds), float(odds.mean(int))) == (least, most, mean)
    draw = expression("loss", words)
    assert draw.made_of((1,) * draw.n) == least


@pytest.mark.parametrize("words", ["", "d6", "2d", "0d6", "1d0", "+3", "2d4+", "2d4-1", "1d6 ", "2d4+3+1", "x"])
def test_what_is_no_dice_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match="loss: expected dice such as 2d4"):
        expression("loss", words)
