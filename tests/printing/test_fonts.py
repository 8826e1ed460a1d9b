from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.printing.drawing import POINT
from aqmf_air.printing.fonts import (
    ELLIPSIS,
    FACES,
    balanced,
    fitted,
    font_file,
    loaded,
    missing,
    on_circle,
    plain,
    runs,
    shortened,
    width,
    wrapped,
)

LETTERS = "aBéßŁőŞž ЖуЩёЇ Ωλ Ẵế — “”·″½¾°†‡→←"
texts = st.text(max_size=90)
faces = st.sampled_from(sorted(FACES))
sizes = st.floats(4, 20)


@pytest.mark.parametrize("face", sorted(FACES))
def test_every_face_comes_from_a_package_and_can_be_embedded(face: str) -> None:
    assert font_file(face).endswith(".ttf")
    assert loaded(face).face.charWidths


@pytest.mark.parametrize("face", sorted(FACES))
def test_accents_greek_and_cyrillic_have_glyphs_whatever_the_face(face: str) -> None:
    assert "".join(piece for _, piece in runs(LETTERS, face)) == plain(LETTERS)
    assert missing([LETTERS]) == ""
    for own, piece in runs(LETTERS, face):
        assert all(ord(letter) in loaded(own).face.charToGlyph for letter in piece)


def test_what_no_face_has_is_a_question_mark_and_is_told() -> None:
    assert runs("東京", "serif") == (("serif", "??"),)
    assert missing(["Tokyo 東京", "京 é"]) == "京東"


def test_a_letter_and_its_accent_become_one() -> None:
    assert runs("e\u0301", "serif") == (("serif", "é"),)
    assert plain("one\ttwo\nthree\u0007") == "one two three"


@given(texts, faces, sizes, st.floats(2, 150))
def test_what_is_shortened_fits(text: str, face: str, size: float, room: float) -> None:
    cut = shortened(text, face, size, room)
    smallest = width(ELLIPSIS, face, size)
    assert width(cut, face, size) <= max(room, smallest)
    if cut != text:
        assert cut.endswith(ELLIPSIS)
        assert text.startswith(cut.removesuffix(ELLIPSIS))


@given(texts, faces, sizes, st.floats(15, 150), st.none() | st.integers(1, 4))
def test_wrapped_lines_fit_and_lose_nothing_unless_they_are_cut(
    text: str, face: str, size: float, room: float, most: int | None
) -> None:
    lines = wrapped(text, face, size, room, most)
    assert all(width(line, face, size) <= room for line in lines)
    assert most is None or len(lines) <= most
    if not any(line.endswith(ELLIPSIS) for line in lines):
        assert " ".join(lines).split() == plain(text).split()


@given(st.lists(st.text("abcdefgh", min_size=1, max_size=9), min_size=1, max_size=30), st.floats(30, 120))
def test_balanced_lines_are_no_more_and_no_longer(words: list[str], room: float) -> None:
    text = " ".join(words)
    lines, plainly = balanced(text, "italic", 8, room), wrapped(text, "italic", 8, room)
    assert len(lines) == len(plainly)
    assert " ".join(lines) == text
    assert max(width(line, "italic", 8) for line in lines) <= max(width(line, "italic", 8) for line in plainly)


@given(texts, st.floats(15, 100), st.integers(1, 3))
def test_fitted_text_takes_the_largest_size_that_will_do(text: str, room: float, lines: int) -> None:
    sizes = (16.0, 12.0, 8.0)
    size, broken = fitted(text, "serif", sizes, room, lines)
    assert size in sizes
    assert 1 <= len(broken) <= lines
    assert all(width(line, "serif", size) <= room for line in broken)
    for larger in sizes[: sizes.index(size)]:
        whole = wrapped(text, "serif", larger, room)
        assert len(whole) > lines or " ".join(whole).split() != plain(text).split()


def test_text_on_a_circle_stays_on_it_and_reads_one_way() -> None:
    upper = on_circle(10, 20, 30, 0, "FORWARD", "serif", 9)
    lower = on_circle(10, 20, 30, 180, "AFT", "serif", 9, inside=True)
    for letter in (*upper, *lower):
        assert (letter.x - 10) ** 2 + (letter.y - 20) ** 2 == pytest.approx(900)
    assert [letter.x for letter in upper] == sorted(letter.x for letter in upper)
    assert [letter.x for letter in lower] == sorted(letter.x for letter in lower)
    assert sum(width(one, "serif", 9) for one in "FORWARD") < 30
    assert width("A", "serif", 10, tracking=5) == width("A", "serif", 10)
    assert width("AA", "serif", 10, tracking=5) == pytest.approx(2 * width("A", "serif", 10) + 5 * POINT)
