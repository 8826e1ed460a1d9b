from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import Dice, DiceTray, Die, Draw, Faces, NeedDice, Source, added, recorded
from aqmf_air.core.dice.draws import AtLeast, banded, check, hits, numbered, pick, total
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.sources import replayed, seeded
from aqmf_air.errors import DiceError, ReplayMismatchError

D6, D10 = numbered(6), numbered(10)


def two_stages(dice: Dice, first: int, second: int) -> tuple[int, int]:
    """One shot: to hit, then for a hit to wound."""
    if not dice.draw(check("hit", D6, AtLeast(first))):
        return 0, 0
    return 1, int(dice.draw(check("wound", D6, AtLeast(second))))


# -- one draw -------------------------------------------------------------------------------------------------------------


def test_a_draw_reads_faces_into_its_value() -> None:
    assert total("sum", 3, D6).read((1, 2, 3)) == 6
    assert hits("hits", 4, D6, (5, 6)).read((5, 6, 1, 6)) == 3


@pytest.mark.parametrize(
    ("faces", "got"),
    [
        ((1, 2), "1, 2"),
        ((1, 2, 3, 4), "1, 2, 3, 4"),
        ((1, 2, 7), "1, 2, 7"),
        ((0, 1, 2), "0, 1, 2"),
        ((), "nothing"),
        (("1", 2, 3), "1, 2, 3"),
    ],
)
def test_faces_that_do_not_fit_are_refused_in_one_line(faces: tuple[object, ...], got: str) -> None:
    with pytest.raises(DiceError) as refusal:
        total("sum", 3, D6).read(faces)
    assert str(refusal.value) == f"sum: expected 3 of D6 (1 to 6), got {got}"
    assert refusal.value.faces == faces


def test_who_rolls_and_why_do_not_tell_draws_apart() -> None:
    one, other = total("sum", 1, D6, by="human", about="x"), total("sum", 1, D6, by="martian")
    assert one == other
    assert hash(one) == hash(other)
    assert one != total("sum", 2, D6)


def test_rolls_say_on_whom_they_are_made_and_are_the_same_rolls(dice: Callable[..., DiceTray]) -> None:
    ask = total("to hit", 1, D10)
    table = dice((4,), (5,), (6,), (7, 8))

    def rule(at: Dice) -> int:
        return at.draw(ask) + labelled(at, "the nearest").draw(ask)

    assert labelled(table, "gunners").call(rule) == 9
    assert table.draw(ask) == 6
    assert labelled(table, "riflemen").each(2, 0, lambda at: at.draw(ask)) == 15
    assert [roll.ask.subject for roll in table.log] == ["gunners", "the nearest", "", "riflemen"]
    assert {roll.ask for roll in table.log[:3]} == {ask}
    assert chances(rule).weights[2] == 1


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.randoms())
def test_the_order_of_faces_does_not_matter(faces: list[int], shuffler: object) -> None:
    shuffled = list(faces)
    shuffler.shuffle(shuffled)  # type: ignore[attr-defined]
    draws: list[Draw[int]] = [total("t", len(faces), D6), hits("h", len(faces), D6, (2, 6))]
    for draw in draws:
        assert draw.read(faces) == draw.read(shuffled)


# -- a table --------------------------------------------------------------------------------------------------------------


def test_a_table_logs_every_roll(dice: Callable[..., DiceTray]) -> None:
    table = dice((4,), (1, 6))
    assert table.draw(total("one", 1, D6)) == 4
    assert table.draw(total("two", 2, D10)) == 7
    assert [(roll.ask.label, roll.faces, roll.by) for roll in table.log] == [
        ("one", (4,), "player"),
        ("two", (1, 6), "player"),
    ]


def test_no_dice_are_no_roll(dice: Callable[..., DiceTray]) -> None:
    table = dice()
    assert table.draw(hits("none", 0, D6, (6,))) == 0
    assert table.log == []


def test_a_table_without_faces_says_what_it_needs() -> None:
    table = DiceTray(recorded([(6,)]))
    with pytest.raises(NeedDice) as need:
        two_stages(table, 4, 4)
    assert need.value.ask.label == "wound"
    assert [roll.faces for roll in table.log] == [(6,)]


def test_no_rule_swallows_the_need_for_dice() -> None:
    def careless(dice: Dice) -> int:
        try:
            return dice.draw(total("sum", 1, D6))
        except Exception:
            return 0

    with pytest.raises(NeedDice):
        careless(DiceTray(recorded([])))


def test_faces_that_do_not_fit_are_not_logged() -> None:
    table = DiceTray(recorded([(11,)]))
    with pytest.raises(DiceError):
        table.draw(total("one", 1, D10))
    assert table.log == []


# -- many copies of a rule --------------------------------------------------------------------------------------------------


def test_copies_roll_in_joint_handfuls(dice: Callable[..., DiceTray]) -> None:
    table = dice((6, 1, 4, 3), (5, 2))
    assert table.each(4, (0, 0), two_stages, 4, 4) == (2, 1)
    assert [(roll.ask.label, roll.ask.size, roll.faces) for roll in table.log] == [
        ("hit", 4, (6, 1, 4, 3)),
        ("wound", 2, (5, 2)),
    ]
    assert [roll.values for roll in table.log] == [(True, False, True, False), (True, False)]


def test_a_joint_handful_is_asked_for_at_once() -> None:
    with pytest.raises(NeedDice) as need:
        DiceTray(recorded([])).each(9, (0, 0), two_stages, 4, 4)
    assert (need.value.ask.n, need.value.ask.copies, need.value.ask.size) == (1, 9, 9)
    with pytest.raises(DiceError, match=r"^hit: expected 9 of D6 \(1 to 6\), got 1, 2$"):
        DiceTray(recorded([(1, 2)])).each(9, (0, 0), two_stages, 4, 4)


def test_copies_that_ask_for_different_dice_roll_apart(dice: Callable[..., DiceTray]) -> None:
    def either(dice: Dice) -> int:
        if dice.draw(check("which", D6, AtLeast(4))):
            return dice.draw(total("high road", 2, D6))
        return dice.draw(total("low road", 1, D6))

    table = dice((4, 1, 6), (1, 2, 3, 4), (5,))
    assert table.each(3, 0, either) == 3 + 7 + 5
    assert [(roll.ask.label, roll.ask.size) for roll in table.log] == [("which", 3), ("high road", 4), ("low road", 1)]


def test_copies_within_copies_stay_apart(dice: Callable[..., DiceTray]) -> None:
    def pair(dice: Dice) -> int:
        return dice.each(2, 0, single)

    def single(dice: Dice) -> int:
        return dice.draw(total("x", 1, D6))

    table = dice((1, 2, 3, 4, 5, 6))
    assert table.each(3, 0, pair) == 21
    assert [roll.ask.size for roll in table.log] == [6]


def test_no_copies_are_the_start(dice: Callable[..., DiceTray]) -> None:
    assert dice().each(0, (3, 4), two_stages, 4, 4) == (3, 4)


def test_folding_runs_one_after_the_other(dice: Callable[..., DiceTray]) -> None:
    def longer(dice: Dice, so_far: tuple[int, ...], plus: int) -> tuple[int, ...]:
        return (*so_far, dice.draw(total("x", 1, D6)) + plus)

    assert dice((3,), (1,), (2,)).fold(3, (), longer, 10) == (13, 11, 12)
    assert dice().fold(0, (9,), longer, 10) == (9,)


class Tally(NamedTuple):
    one: int
    two: int


def test_outcomes_are_added_place_by_place() -> None:
    assert added(2, 3) == 5
    assert added((1, 2), (3, 4)) == (4, 6)
    assert added(Tally(1, 2), Tally(3, 4)) == Tally(4, 6)
    assert type(added(Tally(1, 2), Tally(3, 4))) is Tally


# -- sources ----------------------------------------------------------------------------------------------------------------


def _faces(source: Source, draws: int = 5, n: int = 3) -> list[tuple[object, ...]]:
    return [source(total("x", n, D10)).faces for _ in range(draws)]


@given(st.integers(0, 2**32), st.lists(st.integers(0, 1000), max_size=3))
def test_seeded_faces_depend_on_seed_and_place_alone(seed: int, place: list[int]) -> None:
    assert _faces(seeded(seed, *place)) == _faces(seeded(seed, *place))
    assert _faces(seeded(seed, *place), 8) != _faces(seeded(seed + 1, *place), 8)
    assert _faces(seeded(seed, *place), 8) != _faces(seeded(seed, *place, 0), 8)


def test_seeded_faces_are_those_of_the_hash() -> None:
    """Worked out with nothing but SHA-256: draw 0 of place 4 under seed 1917."""
    stream = sha256(b"1917/4/0/0").digest()
    expected = tuple(byte % 10 + 1 for byte in stream if byte < 250)[:6]
    assert seeded(1917, 4)(total("x", 6, D10)).faces == expected


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 10, 12, 20, 100, 129, 200, 255, 256])
def test_each_byte_of_the_hash_is_a_face_and_the_uneven_tail_is_passed_over(sides: int) -> None:
    """All 256 bytes are seen; of those below the largest multiple of the sides each face has as many."""
    stream = b"".join(sha256(f"bytes/0/{block}".encode()).digest() for block in range(100))
    assert set(stream) == set(range(256))
    even = [byte % sides + 1 for byte in stream if byte < 256 - 256 % sides]
    assert seeded("bytes")(total("x", len(even), numbered(sides))).faces == tuple(even)


@pytest.mark.parametrize(("sides", "size"), [(257, 2), (300, 2), (40_000, 2), (65_536, 2), (65_537, 3), (100_000, 3)])
def test_a_die_of_many_faces_takes_as_many_bytes_as_it_needs(sides: int, size: int) -> None:
    """Under seed 190 the first number of the uneven tail of 257 faces, 65,535, comes up among the others."""
    stream = b"".join(sha256(f"190/0/{block}".encode()).digest() for block in range(30))
    numbers = [int.from_bytes(stream[at : at + size]) for at in range(0, len(stream) - size + 1, size)]
    assert size != 2 or 65_535 in numbers
    even = [number % sides + 1 for number in numbers if number < 256**size - 256**size % sides]
    assert seeded(190)(total("x", len(even), numbered(sides))).faces == tuple(even)


def test_a_long_handful_goes_on_to_the_next_block() -> None:
    faces = seeded(1)(total("x", 100, D10)).faces
    assert len(faces) == 100
    assert faces[:5] == seeded(1)(total("x", 5, D10)).faces


def test_the_label_and_earlier_handfuls_do_not_change_later_ones() -> None:
    one, other = seeded(7), seeded(7)
    one(total("short", 1, D10))
    other(total("long", 40, D6))
    assert one(total("x", 9, D10)).faces == other(total("y", 9, D10)).faces


# Critical values of chi-square at 1 in 10,000, by degrees of freedom; the seeds are fixed, so this is exact arithmetic.
CRITICAL = {1: 15.14, 5: 25.75, 9: 33.72, 19: 52.39, 256: 350.0}


@pytest.mark.parametrize("sides", [2, 6, 10, 20, 257])
def test_seeded_faces_are_even(sides: int) -> None:
    die = numbered(sides)
    n = 100 * sides
    count = Counter(face for place in range(10) for face in seeded("even", place)(total("x", n // 10, die)).faces)
    chi_square = sum((count[face] - n / sides) ** 2 / (n / sides) for face in die.faces)
    assert chi_square < CRITICAL[sides - 1]
    assert set(count) <= set(die.faces)


def test_neighbouring_draws_are_independent() -> None:
    pairs: Counter[tuple[object, ...]] = Counter()
    for place in range(2000):
        source = seeded("pairs", place)
        pairs[source(total("x", 1, D6)).faces + source(total("x", 1, D6)).faces] += 1
    chi_square = sum((pairs[one, other] - 2000 / 36) ** 2 / (2000 / 36) for one in D6.faces for other in D6.faces)
    assert chi_square < 72.0  # 35 degrees of freedom, 1 in 5,000


def test_a_die_with_one_face_needs_no_luck() -> None:
    assert seeded(1)(pick("last card", ("queen",))).faces == ("queen",)


def test_recorded_faces_come_in_order_and_know_what_is_left() -> None:
    source = recorded([(1,), Faces((2,), "martian")], by="human")
    assert source(total("x", 1, D6)) == Faces((1,), "human")
    assert [answer.faces for answer in source.left] == [(2,)]
    assert source(total("x", 1, D6)) == Faces((2,), "martian")
    with pytest.raises(NeedDice):
        source(total("x", 1, D6))


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        (total("armour", 2, D6), "the log has 'hits' (2 of D6) where the rules ask for 'armour' (2 of D6)"),
        (total("hits", 3, D6), "the log has 'hits' (2 of D6) where the rules ask for 'hits' (3 of D6)"),
        (total("hits", 2, D10), "the log has 'hits' (2 of D6) where the rules ask for 'hits' (2 of D10)"),
    ],
)
def test_replayed_faces_insist_on_the_same_question(ask: Draw[int], expected: str) -> None:
    with pytest.raises(ReplayMismatchError) as mismatch:
        replayed([("hits", 2, "D6", (1, 2), "seed")])(ask)
    assert str(mismatch.value) == expected


def test_replayed_faces_end() -> None:
    source = replayed([("hits", 1, "D6", (5,), "human")])
    assert source(total("hits", 1, D6)) == Faces((5,), "human")
    with pytest.raises(ReplayMismatchError, match=r"the log has no further roll where the rules ask for 'hits' \(1 of D6\)"):
        source(total("hits", 1, D6))


def test_a_die_goes_by_its_name() -> None:
    assert str(Die("cup", ("red", "black"))) == "cup"
    assert str(numbered(20)) == "D20"
    assert numbered(3, "average die").name == "average die"


def test_rolls_that_begin_runs_of_a_fold_tell_how_many_may_follow_and_with_what_they_are_made() -> None:
    asked = []

    def source(ask: Draw[Any]) -> Faces:
        asked.append((ask.further, ask.subject, ask.means))
        return Faces((1,), "player")

    def one(dice: Dice, total: int) -> int:
        first = dice.draw(banded("table", numbered(6), int, repeats=True))
        return total + first + dice.draw(banded("points", numbered(6), int))

    def rule(dice: Dice) -> int:
        armed = labelled(dice, means=lambda: "a light bomb")
        return labelled(armed, "the tripod").fold(2, 0, one) + dice.fold(1, 0, one)

    assert DiceTray(source).call(rule) == 6
    told, bare = ("the tripod", "a light bomb"), ("", "")
    assert asked == [(1, *told), (0, *told), (0, *told), (0, *told), (0, *bare), (0, *bare)]


class Over:
    """Dice over other dice, as a game may have them, without a thought of what rolls tell."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def draw(self, ask: Any) -> Any:
        return self.dice.draw(ask)

    def call(self, rule: Any, *args: Any) -> Any:
        return rule(self, *args)

    def each(self, n: int, start: Any, rule: Any, *args: Any) -> Any:
        return self.dice.each(n, start, rule, *args)

    def fold(self, n: int, start: Any, rule: Any, *args: Any) -> Any:
        for _ in range(n):
            start = rule(self, start, *args)
        return start

    def until(self, rule: Any, again: Any, *args: Any) -> Any:
        return self.dice.until(rule, again, *args)


class Telling(Over):
    """Such dice that say for themselves what they give."""

    def labelled(self, subject: str, means: Any, relation: str) -> Telling:
        return Telling(labelled(self.dice, subject, means, relation))


def a_die(dice: Dice, more: int = 0) -> int:
    return more + dice.draw(total("to hit", 1, numbered(6)))


def is_a_six(outcome: int) -> bool:
    return outcome == 6


def run_in_all_ways(dice: Dice) -> int:
    """Each way to run a rule, on the gunners; the last with a rifle, over the wood."""
    told = labelled(dice, "the gunners")
    found = told.draw(total("to hit", 1, numbered(6))) + told.call(a_die) + told.each(2, 0, a_die)
    found += told.fold(2, 0, a_die) + told.until(a_die, is_a_six)
    return found + labelled(told, means=lambda: "a rifle", relation="over").call(a_die)


@pytest.mark.parametrize("kind", [Over, Telling, lambda dice: Over(cast("Dice", Over(dice))), lambda dice: dice])
def test_whom_a_roll_is_on_is_kept_by_dice_over_dice(kind: Any) -> None:
    table = DiceTray(recorded([(3,), (3,), (1, 2), (3,), (3,), (6,), (3,), (3,)]))
    assert run_in_all_ways(kind(table)) == 3 + 3 + 3 + 6 + 3 + 3
    told = [(roll.ask.subject, roll.ask.relation, roll.ask.means) for roll in table.log]
    assert told == [("the gunners", "", "")] * 7 + [("the gunners", "over", "a rifle")]


def on_them(dice: Dice, over: bool) -> int:
    told = labelled(cast("Dice", Over(dice)) if over else dice, "the gunners", lambda: "a rifle")
    return told.call(a_die) + told.each(2, 0, a_die)


def test_odds_are_the_same_whatever_rolls_tell() -> None:
    assert chances(on_them, True) == chances(on_them, False)
