"""A drawing is taken apart into what stands side by side, whatever markup of our own was put into it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.drawing.svg import Fragment

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
