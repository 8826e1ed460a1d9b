"""Words on a picture stand beside what they name, inside the frame, and not on one another where there is room."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.drawing.map import Box, Lettering

FRAME = Box(0, 0, 800, 600)


def test_words_stand_below_if_nothing_speaks_against_it() -> None:
    box = Lettering(FRAME).place((400, 300), 20, 60, 14)
    assert (box.left, box.right, box.top) == (370, 430, 324)


def test_four_names_of_one_place_do_not_hide_each_other() -> None:
    lettering = Lettering(FRAME)
    boxes = [lettering.place((400, 300), 20, 60, 14) for _ in range(4)]
    assert all(one.overlap(other) == 0 for one, other in combinations(boxes, 2))


def test_words_keep_off_what_is_taken_and_off_what_matters_most_when_all_is_taken() -> None:
    lettering = Lettering(FRAME)
    lettering.take(Box(0, 320, 800, 600))
    assert lettering.place((400, 300), 20, 60, 14).bottom <= 280
    crowded = Lettering(FRAME)
    crowded.take(FRAME)
    crowded.take(Box(0, 0, 800, 299), 5)
    assert crowded.place((400, 300), 20, 60, 14).top >= 299


@given(x=st.floats(0, 800), y=st.floats(0, 600), radius=st.floats(0, 60), wide=st.floats(5, 200), lines=st.integers(1, 3))
def test_words_are_never_beyond_the_frame(x: float, y: float, radius: float, wide: float, lines: int) -> None:
    high = 14.0 * lines
    box = Lettering(FRAME).place((x, y), radius, wide, high)
    assert box.overlap(FRAME) >= box.area() * (1 - 1e-9)
