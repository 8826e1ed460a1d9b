"""A drawing is taken apart into what stands side by side, whatever markup of our own was put into it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point

from aqmf_air.drawing.svg import Fragment, thinned

MARKUP = st.recursive(
    st.sampled_from(["<path/>", "<g/>", '<g id="a"/>', "<glyph/>", "<title>a</title>", '<g transform="rotate(3)"></g>']),
    lambda inner: st.lists(inner, max_size=3).map(lambda elements: f'<g class="b">{"".join(elements)}</g>'),
    max_leaves=8,
)


@given(st.lists(st.lists(MARKUP, max_size=3), max_size=4))
def test_groups_that_begin_and_end_in_markup_of_our_own_are_pieces_by_themselves(groups: list[list[str]]) -> None:
    sheet, pieces = Fragment(), []
    for markup in groups:
        with sheet.group(class_="c"):
            for element in markup:
                sheet.raw(element)
        sheet.raw('<g id="a"/>')
        sheet.add("circle", r=1)
        pieces += [f'<g class="c">{"".join(markup)}</g>', '<g id="a"/>', '<circle r="1"/>']
    assert list(sheet.pieces()) == pieces


PLACES = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(0, 3)), min_size=2, max_size=30)


@given(PLACES, st.sampled_from([0.0, 0.5, 2.0]))
def test_a_line_through_fewer_points_is_off_by_no_more_than_it_may(places: list[tuple[int, ...]], within: float) -> None:
    few = thinned(places, within)
    assert (few[0], few[-1]) == (places[0], places[-1])
    line = LineString([place[:2] for place in few]) if len(set(few)) > 1 else Point(few[0][:2])
    assert all(line.distance(Point(place[:2])) <= within + 1e-9 for place in places)


def test_a_straight_line_needs_its_ends_alone() -> None:
    assert thinned([(0, 0), (1, 1), (2, 2), (5, 5)], 0.01) == ((0, 0), (5, 5))
    assert thinned([(0, 0), (2, 1), (4, 0)], 0.5) == ((0, 0), (2, 1), (4, 0))
    assert thinned([(0, 0), (4, 0), (2, 0)], 0.5) == ((0, 0), (4, 0), (2, 0))
