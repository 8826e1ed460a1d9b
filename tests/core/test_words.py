"""Phrases with slots, by which what is typed is read and an order is told: of no game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.play.reading import Reading, either
from aqmf_air.core.play.words import (
    Names,
    Readings,
    Said,
    Slot,
    figure,
    form_of,
    places_of,
    plainest,
    read_phrase,
    tell_phrase,
)
from aqmf_air.errors import NotUnderstoodError

KITES = {"Red Kite": 1, "Red Kite 2": 2, "Box (large)": 3, "large box": 3, "Delta": 4}
WINDS = {1: {"breeze": "b"}, 2: {"gale": "g", "gust": "u"}}


class Feet(Slot):
    about = "a length"

    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        if found := reading.number(at, "a number of feet", ("feet", "ft")):
            yield found

    def tell(self, value: Any, said: Said) -> str:
        return f"{figure(value)} feet"


SLOTS: Mapping[str, Slot] = {
    "kite": Names("one of your kites", KITES),
    "wind": Names("a wind", lambda said: WINDS.get(said["kite"], {})),
    "feet": Feet(),
}
WHICH = "expected one of your kites (Red Kite, Red Kite 2, Box (large), Delta)"
FLY = "{kite} fly|flies|soars [{feet}] [high_up] [in {wind}]"


def readings(text: str, phrase: str = FLY) -> list[dict[str, Any]]:
    return list(read_phrase(phrase, SLOTS, Reading(text)))


def refused(text: str, phrase: str = FLY) -> NotUnderstoodError:
    reading = Reading(text)
    assert not list(read_phrase(phrase, SLOTS, reading))
    with pytest.raises(NotUnderstoodError) as caught:
        reading.refuse()
    return caught.value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Red Kite fly", {"kite": 1}),
        ("red-kite  SOARS 12.5ft", {"kite": 1, "feet": 12.5}),
        ("RedKite 2 flies 3 1/2 feet high up in gust", {"kite": 2, "feet": 3.5, "wind": "u"}),
        ("Red Kite 2 fly 3/4", {"kite": 2, "feet": 0.75}),
        ("box large fly -2", {"kite": 3, "feet": -2.0}),
        ("Box (large) fly .5 in", None),
        ("box fly", {"kite": 3}),  # the beginning of one name
        ("d fly", {"kite": 4}),
        ("Delt fly", {"kite": 4}),
        ("de fly in gale", None),  # no winds for it
        ("red fly", None),  # of two
        ("Red Kites fly", None),
        ("Red Kite fly in gale", None),  # a wind of another kite
        ("Red Kite fly 1/0", None),
        ("Red Kite flying", None),
        ("Red Kite fly fly", None),
    ],
)
def test_a_text_is_read_in_any_spelling_and_only_whole(text: str, said: dict[str, Any] | None) -> None:
    assert readings(text) == ([] if said is None else [said])


def test_a_longer_name_is_meant_before_a_shorter_and_both_are_tried() -> None:
    names = {"kite": Names("a kite", {"Red": 1, "Red Two": 2})}
    assert list(read_phrase("{kite} two|up", names, Reading("red two two"))) == [{"kite": 2}]
    assert list(read_phrase("{kite} two|up", names, Reading("red two"))) == [{"kite": 1}]
    assert list(read_phrase("{kite} [two]", names, Reading("red two"))) == [{"kite": 2}, {"kite": 1}]


def test_the_beginning_of_a_longer_name_is_meant_before_a_whole_shorter_one() -> None:
    names = Names("a unit", {"Scout Tripod": 1, "scout": 2, "scout-plane": 3, "Blériot": 4})
    read = [list(names.read(Reading(text), 0, {})) for text in ("scout tri", "scout", "scout 4", "bleriot")]
    assert read == [[(1, 9), (2, 5)], [(2, 5)], [(2, 5)], [(4, 7)]]


def test_a_piece_is_called_by_its_last_word_or_as_several() -> None:
    names = Names("a unit", {"white Fokker": 1, "Field Gun Battery": 2, "red Spad": 3, "blue Spad": 4}, pieces=True)
    read = [[value for value, _ in names.read(Reading(text), 0, {})] for text in ("fok", "field guns", "spad", "gun")]
    assert read == [[1], [2, 2], [], []]


TITLE_WORDS = st.sampled_from(("half", "loop", "loops", "back", "ahead", "slip", "the", "turn", "turns"))
TITLES = st.lists(TITLE_WORDS, min_size=1, max_size=3).map(" ".join)


@given(titles=st.lists(TITLES, min_size=1, max_size=6, unique=True), typed=TITLES)
def test_what_a_player_decides_is_read_by_the_beginning_of_its_title_alone(titles: list[str], typed: str) -> None:
    """No order is guessed: what is read as a title begins as it does, but for an article, and it is the only one."""
    names = Names("what you do", {title: title for title in titles})
    for meant, end in names.read(Reading(typed), 0, {}):
        text = typed[:end].removeprefix("the ")
        begun = [title for title in titles if title.removeprefix("the ").startswith(text)]
        assert meant in begun
        assert begun == [meant] or typed[:end] in (meant, text) or text == meant.removeprefix("the ")


def test_two_names_of_one_thing_are_one_reading() -> None:
    names = Names("a kite", {"Box-Kite": 1, "box kite": 1, "Box": 2})
    assert list(names.read(Reading("box kite"), 0, {})) == [(1, 8), (2, 3)]


def test_a_thing_is_told_by_its_first_name_and_one_without_a_name_is_a_fault() -> None:
    assert SLOTS["kite"].tell(3, {}) == "Box (large)"
    with pytest.raises(LookupError, match="one of your kites: 9"):
        SLOTS["kite"].tell(9, {})


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"kite": 1}, "Red Kite fly"),
        ({"kite": 2, "feet": 3.5, "wind": "u"}, "Red Kite 2 fly 3.5 feet in gust"),
        ({"kite": 2, "feet": None, "wind": ""}, "Red Kite 2 fly"),
        ({"feet": 3}, None),
    ],
)
def test_what_is_left_out_is_not_told_and_what_may_not_be_is_no_order(said: Said, told: str | None) -> None:
    assert tell_phrase(FLY, SLOTS, said) == told


def test_marks_stand_close_behind_a_word() -> None:
    assert tell_phrase("{kite} fly : {feet} ; home", SLOTS, {"kite": 4, "feet": 2}) == "Delta fly: 2 feet; home"
    assert form_of("{kite} fly : {feet} , home") == "KITE fly: FEET, home"


def test_a_phrase_is_shown_with_its_places_in_order() -> None:
    assert form_of(FLY) == "KITE fly [FEET] [high up] [in WIND]"
    assert places_of(FLY) == ("kite", "feet", "wind")


@given(st.sampled_from([1, 2, 3, 4]), st.none() | st.integers(-999, 999_999).map(lambda n: n / 8), st.booleans())
def test_what_is_told_is_read_as_it(kite: int, feet: float | None, windy: bool) -> None:
    said: dict[str, Any] = {"kite": kite} | ({} if feet is None else {"feet": feet})
    if windy and kite in WINDS:
        said["wind"] = list(WINDS[kite].values())[-1]
    told = tell_phrase(FLY, SLOTS, said)
    assert told is not None
    assert readings(told) == [said]


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        ("", 0, f"{WHICH}, got nothing more"),
        ("Deltas fly", 0, f"{WHICH}, got 'Deltas'; did you mean Delta?"),
        ("Delta fry", 6, "expected 'fly', got 'fry'; did you mean fly?"),
        ("Delta fly slowly", 10, "expected a number of feet, 'high up', 'in' or the end, got 'slowly'"),
        ("Red Kite 2 fly in  hail", 19, "expected a wind (gale, gust), got 'hail'"),
        ("Red Kite 2 fly in", 17, "expected a wind (gale, gust), got nothing more"),
    ],
)  # fmt: skip
def test_a_refusal_points_at_the_word_and_says_what_was_expected(text: str, at: int, said: str) -> None:
    fault = refused(text)
    assert str(fault) == said
    assert (fault.at, fault.text) == (at, text)


def test_of_many_names_eight_are_told_and_of_many_things_nine() -> None:
    names = {"kite": Names("a kite", {f"K{n}x": n for n in range(11)})}
    reading = Reading("nothing")
    assert not list(read_phrase("{kite}", names, reading))
    with pytest.raises(NotUnderstoodError, match=r"^expected a kite \(K0x, .*, K7x and 3 more\), got 'nothing'$"):
        reading.refuse()
    for count, last in ((9, "'w8'"), (10, "2 others")):
        reading = Reading("?")
        for number in range(count):
            reading.word(0, (f"w{number}",))
        with pytest.raises(NotUnderstoodError) as caught:
            reading.refuse()
        assert len(caught.value.expected) == 9
        assert caught.value.expected[-1] == last


def test_names_that_are_among_another_ones_are_expected_once() -> None:
    reading = Reading("x")
    reading.miss(0, "a kite", ("Red", "Blue"))
    reading.miss(0, "a red kite", ("Red",))
    reading.miss(0, "a kite of yours", ("Blue", "Red"))
    reading.miss(0, "the end")
    reading.miss(0, "'up'", ("up",))
    reading.miss(0, "a wet wind", ("rain",))
    reading.miss(0, "a wind", ("rain", "gale"))
    with pytest.raises(NotUnderstoodError) as caught:
        reading.refuse()
    assert caught.value.expected == ("a kite", "a wind", "'up'", "the end")  # names come first


def test_the_longest_of_several_words_is_read_and_what_is_not_named_is_not_expected() -> None:
    reading = Reading("fly out far")
    assert reading.word(0, ("fly", "fly out", "f")) == 7
    assert reading.word(8, ("near",), "") is None
    with pytest.raises(NotUnderstoodError) as caught:
        reading.refuse()
    assert (caught.value.expected, caught.value.at) == (("an order",), 0)


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (3, "3"),
        (2.5, "2.5"),
        (-0.0, "0"),
        (-0.0000001, "-0.0000001"),
        (1 / 3, "0.33333333333333331483"),
        (1_000, "1000"),
        (12_345.123456789, "12345.123456789"),
    ],
)
def test_a_number_is_shown_as_it_is_typed_and_read_as_it(number: float, shown: str) -> None:
    assert figure(number) == shown
    assert Reading(shown).number(0, "a number") == (number, len(shown))


def test_the_plainest_of_several_fits_a_line_has_one_part_and_says_most() -> None:
    assert plainest([]) == ""
    assert (
        plainest(["a fly", "a fly high up", "a fly 1; b fly high up now", "a fly " + "very " * 20 + "far up now"])
        == "a fly high up"
    )
    assert plainest(["a fly 10", "a fly 1"]) == "a fly 1"


def test_words_are_listed_as_people_list_them() -> None:
    assert [either(["a"]), either(["a", "b"]), either(["a", "b", "c"])] == ["a", "a or b", "a, b or c"]
