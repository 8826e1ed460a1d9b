from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.printing.drawing import INCH, Circle, Drawing, Label, Line, Outline, Window, rectangle
from aqmf_air.printing.paper import Area
from aqmf_air.printing.sheets import GAP, OVERLAP, set_out, tiled
from tests.printing.sheet import flat


def block(width: float, height: float, name: str = "block") -> Drawing:
    return Drawing(name, width, height, (rectangle(0, 0, width, height),))


def window_of(tile: Drawing) -> Window:
    (window,) = (shape for shape in tile.shapes if isinstance(shape, Window))
    return window


def origin_of(tile: Drawing) -> tuple[float, float]:
    """Where the tile's lower left corner lies in the whole drawing."""
    frame = next(one for one in flat(window_of(tile).shapes) if isinstance(one, Outline))
    x, y = frame.points[0]
    return -x, -y


sizes = st.floats(30, 3000)


@given(sizes, sizes)
def test_tiles_fit_and_cover_the_whole(width: float, height: float) -> None:
    tiles = tiled(block(width, height), 186, 239)
    if width <= 186 and height <= 239:
        assert len(tiles) == 1
        return
    for tile in tiles:
        assert tile.width <= 186 + 1e-6
        assert tile.height <= 239 + 1e-6
        x, y = origin_of(tile)
        assert x + tile.width <= width + 1e-6
        assert y + tile.height <= height + 1e-6
    corners = {tuple(round(value, 6) for value in origin_of(tile)) for tile in tiles}
    lefts, lows = sorted({x for x, _ in corners}), sorted({y for _, y in corners})
    assert len(corners) == len(lefts) * len(lows) == len(tiles)
    widths = {round(origin_of(tile)[0], 6): tile.width for tile in tiles}
    for left, following in pairwise(lefts):
        assert left + widths[left] == pytest.approx(following + OVERLAP)
    assert lefts[-1] + widths[lefts[-1]] == pytest.approx(width)


def test_sticks_are_cut_at_whole_inches() -> None:
    tiles = tiled(block(18 * INCH, 15), 187, 257)
    assert [round(origin_of(tile)[0] / INCH, 9) for tile in tiles] == [0, 6, 12]


def crosses(tile: Drawing) -> set[tuple[float, float]]:
    """Registration marks, as places in the whole drawing."""
    x, y = origin_of(tile)
    rings = [shape for shape in tile.shapes if isinstance(shape, Circle)]
    return {(round(ring.x + x, 6), round(ring.y + y, 6)) for ring in rings}


@given(st.floats(200, 900), st.floats(12, 900))
def test_neighbours_share_their_marks(width: float, height: float) -> None:
    tiles = tiled(block(width, height), 186, 239)
    places = [crosses(tile) for tile in tiles]
    for at, own in enumerate(places):
        others = set().union(*(other for number, other in enumerate(places) if number != at))
        assert own
        assert own <= others


def test_a_dashed_line_shows_where_the_next_tile_begins() -> None:
    first, second = tiled(block(12 * INCH, 15), 187, 257)
    (joint,) = (shape for shape in first.shapes if isinstance(shape, Line) and shape.layer == "fold")
    assert joint.x1 == joint.x2 == pytest.approx(origin_of(second)[0])
    assert joint.pen.dash
    names = [shape.text for tile in (first, second) for shape in tile.shapes if isinstance(shape, Label)]
    assert names == ["under A2", "block · A1", "block · A2"]


@given(st.lists(st.tuples(st.floats(5, 187), st.floats(5, 257)), max_size=25))
def test_drawings_on_a_sheet_keep_apart(shapes: list[tuple[float, float]]) -> None:
    area = Area(16, 19, 187, 257)
    sheets = set_out([block(width, height) for width, height in shapes], area)
    assert sum(len(sheet) for sheet in sheets) == len(shapes)
    for sheet in sheets:
        corners = [(one.points[0], one.points[2]) for one in sheet if isinstance(one, Outline)]
        for (left, low), (right, high) in corners:
            assert area.x - 1e-6 <= left <= right <= area.x + area.width + 1e-6
            assert area.y - 1e-6 <= low <= high <= area.y + area.height + 1e-6
        for ((a, b), (c, d)), ((e, f), (g, h)) in combinations(corners, 2):
            beside = max(a, e) - min(c, g) >= GAP - 1e-6
            above = max(b, f) - min(d, h) >= GAP - 1e-6
            assert beside or above


def test_what_is_larger_than_the_sheet_is_not_squeezed() -> None:
    with pytest.raises(ValueError, match="giant: larger than the sheet"):
        set_out([block(300, 10, "giant")], Area(0, 0, 187, 257))
