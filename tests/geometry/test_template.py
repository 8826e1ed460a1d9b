from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.geometry.plane.template import Base, Disc, Strip

coordinate = st.floats(-20, 20)
sizes = st.floats(0.1, 6)
discs = st.builds(Disc, coordinate, coordinate, sizes)
strips = st.builds(Strip, coordinate, coordinate, sizes, sizes, st.floats(0, 360))
bases = st.builds(Base, coordinate, coordinate, sizes)
unders = st.sampled_from(["touched", "centre"])


@pytest.mark.parametrize("degrees", range(0, 360, 17))
def test_a_base_that_touches_a_disc_by_a_hair_is_under_it(degrees: float) -> None:
    disc, a = Disc(10, 10, 3), math.radians(degrees)
    for gap, touched in ((-1e-7, True), (0, True), (1e-7, True), (1e-5, False)):
        away = 1.5 + 0.5 + gap
        assert disc.covers(Base(10 + away * math.sin(a), 10 + away * math.cos(a), 1)) is touched


@pytest.mark.parametrize("direction", [0, 30, 45, 90, 200.5])
def test_a_base_that_touches_a_strip_by_a_hair_is_under_it(direction: float) -> None:
    strip, a = Strip(4, 5, 6, 1, direction), math.radians(direction)
    ahead, right = (math.sin(a), math.cos(a)), (math.cos(a), -math.sin(a))
    for gap, touched in ((-1e-7, True), (0, True), (1e-7, True), (1e-5, False)):
        for along, across in ((3 + 0.5 + gap, 0.2), (1.0, 0.5 + 0.5 + gap), (-3 - 0.3 - gap * 0.6, 0.5 + 0.4 + gap * 0.8)):
            x, y = (4 + along * ahead[0] + across * right[0], 5 + along * ahead[1] + across * right[1])
            assert strip.covers(Base(x, y, 1)) is touched, (along, across, gap)


def test_under_by_the_centre_alone() -> None:
    disc, strip = Disc(0, 0, 4), Strip(0, 0, 6, 1, 90)
    assert disc.covers(Base(2, 0, 1), "centre")
    assert not disc.covers(Base(2.1, 0, 1), "centre")
    assert strip.covers(Base(3, 0.5, 1), "centre")
    assert not strip.covers(Base(3.1, 0.5, 1), "centre")
    with pytest.raises(ValueError, match="under: expected 'touched' or 'centre', got 'partly'"):
        disc.covers(Base(0, 0, 1), "partly")  # type: ignore[arg-type]


@given(st.one_of(discs, strips), bases)
def test_a_gap_is_the_distance_to_the_nearest_point(template: Disc | Strip, base: Base) -> None:
    gap = template.gap(base.x, base.y)
    if isinstance(template, Disc):
        assert gap == pytest.approx(max(0, math.dist((base.x, base.y), (template.x, template.y)) - template.diameter / 2))
    else:  # the foot on each of the four sides, found by hand
        corners = template.corners()
        inside, nearest = True, math.inf
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            dx, dy = bx - ax, by - ay
            foot = max(0, min(1, ((base.x - ax) * dx + (base.y - ay) * dy) / (dx * dx + dy * dy)))
            nearest = min(nearest, math.dist((base.x, base.y), (ax + foot * dx, ay + foot * dy)))
            inside &= dx * (base.y - ay) - dy * (base.x - ax) <= 0
        assert gap == pytest.approx(0 if inside else nearest, abs=1e-9)
    assert template.covers(base) == (gap <= base.radius + 1e-6) or abs(gap - base.radius - 1e-6) < 1e-9


def test_bases_touch_edge_to_edge() -> None:
    assert Base(0, 0, 1).distance(Base(3, 4, 2)) == 3.5
    assert Base(0, 0, 4).distance(Base(1, 0, 4)) == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Base(0, 0, -1), "base_diameter: expected 0 or more, got -1"),
        (lambda: Base(math.nan, 0, 1), "x: expected a finite number, got nan"),
        (lambda: Disc(0, math.inf, 1), "y: expected a finite number, got inf"),
        (lambda: Disc(0, 0, 0), "diameter: expected more than 0, got 0"),
        (lambda: Strip(0, 0, -6, 1, 0), "length: expected more than 0, got -6"),
        (lambda: Strip(0, 0, 6, 1, math.nan), "direction: expected a finite number, got nan"),
    ],
)
def test_nonsense_is_refused_by_name(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]
