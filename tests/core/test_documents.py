from __future__ import annotations

import codecs
import tomllib
import tracemalloc
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.documents import MAX_BYTES, parse_json, parse_toml
from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.dice.dice import Dice, DiceTray, recorded
from aqmf_air.core.dice.draws import AtLeast, check, hits, numbered
from aqmf_air.core.dice.modifiers import Modifier, TargetNumber
from aqmf_air.core.odds.answer import Need
from aqmf_air.core.odds.documents import distribution, draw_document, question_document, roll_document
from aqmf_air.core.play.question import Question
from aqmf_air.errors import DataError


def test_numbers_are_in_order_and_have_a_mean() -> None:
    document = distribution(Odds({10: 1, 2: 1, 0: 2}, 4))
    assert list(document["p"]) == ["0", "2", "10"]
    assert document["exact"] == {"0": "1/2", "2": "1/4", "10": "1/4"}
    assert document["mean"] == 3.0


def test_names_stay_in_their_order_and_have_none() -> None:
    document = distribution(Odds({"pass": 7, "fail": 3}, 10))
    assert document == {"p": {"pass": 0.7, "fail": 0.3}, "exact": {"pass": "7/10", "fail": "3/10"}}


MODIFIERS = st.builds(Modifier, st.just(0), st.just("R-2"), st.sampled_from(["cover", "night"]), st.integers(-3, 3))


def _reach(dice: Dice, target: TargetNumber) -> bool:
    return dice.draw(check(target.what, numbered(10), AtLeast(target.total), about=target))


@given(st.integers(0, 9), st.lists(MODIFIERS, max_size=2, unique_by=lambda modifier: modifier.reason))
def test_command_line_and_pages_have_one_document_of_a_target_number(base: int, modifiers: list[Modifier]) -> None:
    target = TargetNumber("to hit", base, "Defense", "R-1").with_modifiers(modifiers)
    shots = Question("shots", _reach, (target,), (target,))
    question = question_document(shots, lambda target: f"{target.total}+")
    (on_pages,) = question["targets"]
    at_the_terminal = Need("hits", target, f"{target.total}+").document()
    assert on_pages["modifiers"] == [
        {"value": modifier.value, "reason": modifier.reason, "rule": "R-2"} for modifier in target.modifiers
    ]
    counting = [change for change in on_pages["modifiers"] if change["value"]]
    assert at_the_terminal == {**on_pages, "what": "hits", "modifiers": counting}
    assert question["odds"] == distribution(shots.odds())


def test_a_roll_says_what_it_needed_and_which_dice_made_it() -> None:
    target = TargetNumber("to hit", 6, "Defense", "R-1", words=("hit", "miss"))
    table = DiceTray(recorded([(3, 7), (2,)]))
    table.draw(hits("to hit", 2, numbered(10), range(6, 11), about=target))
    table.draw(check("morale", numbered(6), AtLeast(4)))
    shots, morale = (roll_document(roll, lambda target: f"{target.total}+") for roll in table.log)
    asked = {"label": "to hit", "need": "6+", "on": "", "die": "D10"}
    assert shots == {**asked, "faces": [3, 7], "by": "player", "won": (False, True), "words": ("hit", "miss")}
    assert (morale["label"], morale["won"], "words" in morale) == ("morale", (False,), False)


@pytest.mark.parametrize("about", ["the highest moves last", "R-1: the highest moves last"])
def test_what_a_roll_needs_in_words_stands_in_brackets_behind_its_label(about: str) -> None:
    ask = check("initiative", numbered(6), AtLeast(4), about=about)
    assert draw_document(ask, str)["need"] == "(the highest moves last)"
    assert draw_document(check("morale", numbered(6), AtLeast(4), about="R-1"), str)["need"] == ""


def test_json_is_read_with_or_without_a_byte_order_mark() -> None:
    assert parse_json(b'{"a": [1, 2.5, null]}', "x.json") == {"a": [1, 2.5, None]}
    assert parse_json("\ufeff{}".encode(), "x.json") == {}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"{", "not JSON: Expecting property name enclosed in double quotes (line 1, column 2)"),
        (b"", "empty, expected a JSON document"),
        (b"\xef\xbb\xbf \n", "empty, expected a JSON document"),
        (b"[1,]", "not JSON: Expecting value (line 1, column 4)"),
        (b"\xff", "not UTF-8 text (byte 0)"),
        (b'{"a": {"b": 1, "b": 2}}', "key 'b' stands there twice"),
        (b"[-Infinity]", "expected finite numbers, got -Infinity"),
        (b"[" * 100_000, "nested more than 64 deep"),
        (b"[" * 66 + b"]" * 66, "nested more than 64 deep"),
        (b"9" * 5000, "not JSON: a number in it has thousands of digits"),
        (b" " * (MAX_BYTES + 1), "larger than 2,000,000 bytes"),
    ],
)
def test_what_is_not_a_document_is_refused_in_one_line(raw: bytes, said: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_json(raw, "x.json")
    assert str(caught.value) == f"x.json: {said}"


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "utf-16"])
def test_a_document_is_read_as_editors_and_shells_write_it(coding: str) -> None:
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(coding, b"")
    assert parse_toml(mark + 'name = "Blériot"'.encode(coding), "x.toml") == {"name": "Blériot"}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("a." * 30_000 + "b=1", "nested more than 64 deep"),  # took 3.5 GB
        ('"a" .\t' * 64 + "b=1", "nested more than 64 deep"),
        ("[[" + "a." * 64 + "b]]", "nested more than 64 deep"),
        ("a={ " + "a." * 64 + "b=1}", "nested more than 64 deep"),
        ("a=" + "[" * 66 + "]" * 66, "nested more than 64 deep"),
        ("".join(f"[t{number}.a.a.a.a]\n" for number in range(20_001)), "more than 100,000 keys and values"),  # 600 MB
        ("a=[" + "{}," * 60_000 + "]", "more than 100,000 keys and values"),
        ("a='''" + "a." * 60_000, "not TOML: Expected \"'''\" (at end of document)"),
        (b"\xff\xfea".decode("latin-1"), "not UTF-16 text (byte 2)"),
    ],
)
def test_toml_that_would_take_all_memory_is_refused_before_it_is_parsed(document: str, said: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(DataError) as caught:
            parse_toml(document.encode("latin-1"), "x.toml")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert str(caught.value) == f"x.toml: {said}"
    assert most < 10_000_000


TEXTS = st.text(st.sampled_from("ab.=[{,#'\"\\\n\té"), max_size=30)


@given(
    st.lists(
        st.tuples(st.sampled_from(['"{}"', "'''{}'''", '"""{}"""', "'{}'"]), TEXTS, st.sampled_from(["", " # a.a='"])),
        max_size=6,
    )
)
def test_what_stands_in_strings_and_comments_is_no_sign(lines: list[tuple[str, str, str]]) -> None:
    """However many dots a note has: it is read as the parser alone reads it."""
    text = "".join(f"k{n} = {mark.format(said + 'a.' * 70)}{after}\n" for n, (mark, said, after) in enumerate(lines))
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert parse_toml(text.encode(), "x.toml") == expected


def test_a_key_that_stands_twice_is_found_at_once_among_many() -> None:
    members = ", ".join(f'"{number}": 0' for number in range(40_000))
    began = process_time()
    with pytest.raises(DataError, match="key '39999' stands there twice"):
        parse_json(f'{{{members}, "39999": 1}}'.encode(), "x.json")
    assert process_time() - began < 2
