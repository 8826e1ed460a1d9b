"""Names on a picture: each is there, none on another or on a piece, leaders do not cross; what has no room is a number."""

from __future__ import annotations

from dataclasses import asdict, astuple
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.drawing import labels
from aqmf_air.drawing.labels import Box, Circle, LabelPlace, LabelText, crosses, cuts, place, touches
from tests.drawing.crowds import LAPTOP, PHONE, Crowd, crowd_of, crowds

LABELS = Path(labels.__file__).parents[1] / "web" / "static" / "labels.js"
FRAME = Box(0, 0, 800, 600)


def named(x: float, y: float, radius: float = 20, wide: float = 60) -> LabelText:
    return LabelText(wide, 14, ((x, y, radius),))


def settled(crowd: Crowd) -> list[LabelPlace]:
    return place(crowd.names, crowd.pieces, crowd.frame, borders=crowd.borders, lines=crowd.lines)


def check(crowd: Crowd, found: list[LabelPlace]) -> None:
    assert len(found) == len(crowd.names)
    for one, other in combinations(found, 2):
        assert not one.box.meets(other.box), "two names overlap"
        if one.leader and other.leader:
            assert not crosses(one.leader, other.leader)
        for line, box in ((one.leader, other.box), (other.leader, one.box)):
            assert line is None or not cuts(line, box), "a leader runs through a name"
    for one in found:
        assert one.box.within(crowd.frame)
    numbered = [(one.number, -name.matters) for name, one in zip(crowd.names, found, strict=True) if one.number]
    assert sorted(number for number, _ in numbered) == list(range(1, len(numbered) + 1))
    assert [rank for _, rank in sorted(numbered)] == sorted(rank for _, rank in numbered), "what matters more comes first"


@pytest.mark.further
@settings(max_examples=60, deadline=None)
@given(crowds(names=26))
def test_twenty_six_names_are_there_apart_and_off_the_pieces(crowd: Crowd) -> None:
    found = settled(crowd)
    check(crowd, found)
    for name, one in zip(crowd.names, found, strict=True):
        if name.keyed and not one.number:
            assert not any(touches(piece, one.box) for piece in crowd.pieces)
            assert not any(cuts(border, one.box) for border in crowd.borders)


@pytest.mark.further
@settings(max_examples=15, deadline=None)
@given(crowds(names=26, frame=PHONE))
def test_on_a_phone_there_are_numbers_for_what_has_no_room(crowd: Crowd) -> None:
    check(crowd, settled(crowd))


def test_a_name_stands_below_if_nothing_speaks_against_it() -> None:
    (found,) = place([named(400, 300)], [(400, 300, 20)], FRAME)
    assert (found.box.left, found.box.right, found.box.top, found.leader) == (370, 430, 323, None)


def test_a_name_far_from_its_piece_has_a_leader_to_its_rim() -> None:
    ring: list[Circle] = [(400 + dx, 300 + dy, 30) for dx in (-50, 0, 50) for dy in (-40, 0, 40) if dx or dy]
    (found,) = place([named(400, 300, 10)], [(400, 300, 10), *ring], FRAME, lines=[(0, 0, 1, 1)])
    assert found.leader is not None or found.number


def test_a_line_is_crossed_only_where_the_way_round_is_long() -> None:
    wall = [(float(x), 335.0, x + 10.0, 335.0) for x in range(0, 800, 10)]
    (found,) = place([named(400, 300)], [(400, 300, 20)], FRAME, lines=wall)
    assert found.box.bottom <= 335


def test_most_neighbours_in_a_tight_row_keep_their_own_names() -> None:
    row = [(100.0 + 24 * n, 300.0, 10.0) for n in range(20)]
    found = place([LabelText(70, 14, (piece,)) for piece in row], row, FRAME)
    assert sum(one.number > 0 for one in found) <= 5


def test_a_spot_is_taken_before_the_sides() -> None:
    (found,) = place([LabelText(40, 14, ((400, 300, 20),), ((100, 100),))], [(400, 300, 20)], FRAME)
    assert (found.box.left, found.box.top, found.leader) == (80, 93, None)


@given(st.integers(1, 9))
def test_where_there_is_no_room_at_all_all_is_still_there(count: int) -> None:
    crowd = [named(10, 10) for _ in range(count)]
    assert len(place(crowd, [(10, 10, 20)], Box(0, 0, 20, 20))) == count


TOUCHED = [(420.0, 347.0, 440.0, 327.0)]
"""A border that touches a corner of the name below a piece, and no more."""


def test_a_line_that_touches_a_corner_runs_through_nothing() -> None:
    (found,) = place([named(400, 300)], [(400, 300, 20)], FRAME, borders=TOUCHED)
    assert found.box == Box(370, 323, 430, 337)


IN_THE_BROWSER = """async ([code, cases]) => {
  const { place } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return cases.map(({ names, pieces, frame, borders, lines }) => place(names, pieces, frame, { borders, lines }));
}"""


@pytest.mark.further
def test_the_browser_finds_the_same_places(chromium: Any) -> None:
    random = Random(18)
    crowded = [crowd_of(random, 26, frame) for frame in (LAPTOP, PHONE) for _ in range(10)]
    crowded += [crowd_of(random, 12, Box(0, 0, 130, 120)) for _ in range(8)]
    crowded.append(Crowd([named(400, 300)], [(400, 300, 20)], FRAME, TOUCHED, []))
    cases = [{**asdict(one), "frame": astuple(one.frame)} for one in crowded]
    page = chromium.new_page()
    try:
        there = page.evaluate(IN_THE_BROWSER, [LABELS.read_text(encoding="utf-8"), cases])
    finally:
        page.close()
    for crowd, places in zip(crowded, there, strict=True):
        here = [
            {**asdict(one), "box": list(astuple(one.box)), "leader": one.leader and list(one.leader)}
            for one in settled(crowd)
        ]
        assert places == here
