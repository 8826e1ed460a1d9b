from __future__ import annotations

import json
import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.geometry import measure
from aqmf_air.geometry.arc import ARCS, in_arc
from aqmf_air.geometry.pose import Pose
from aqmf_air.geometry.rectangle import Rectangle
from aqmf_air.geometry.template import Base, Disc, Strip

WOOD = measure.polygon([(10, 10), (14, 10), (14, 20), (10, 20)])
HILL = measure.polygon([(13, 0), (20, 0), (20, 30), (13, 30)])


def test_a_line_runs_so_deep_through_an_area() -> None:
    assert measure.depth(0, 15, 30, 15, WOOD) == pytest.approx(4)
    assert measure.depth(0, 15, 30, 15, HILL) == pytest.approx(7)
    assert measure.depth(0, 15, 30, 15, measure.union([WOOD, HILL])) == pytest.approx(10)  # the inch in both counts once
    assert measure.depth(0, 15, 12, 15, WOOD) == pytest.approx(2)
    assert measure.depth(0, 40, 30, 40, WOOD) == 0


def test_a_line_along_an_edge_counts_as_inside() -> None:
    assert measure.depth(10, 0, 10, 30, WOOD) == pytest.approx(10)


def test_a_base_in_an_area_on_its_edge_and_next_to_it() -> None:
    assert measure.base_touches(Base(9.5, 15, 1), WOOD)
    assert measure.base_touches(Base(9.5 - 1e-7, 15, 1), WOOD)
    assert not measure.base_touches(Base(9.5 - 1e-5, 15, 1), WOOD)
    assert measure.gap(Base(9, 15, 1), WOOD) == pytest.approx(0.5)
    assert measure.base_inside(Base(10.5, 15, 1), WOOD)
    assert not measure.base_inside(Base(10.4, 15, 1), WOOD)
    assert not measure.base_inside(Base(9.9, 15, 1), WOOD)


@pytest.mark.parametrize("diameter", [0.75, 4.0, 48.0])
def test_a_disc_is_a_circle_to_a_thousandth(diameter: float) -> None:
    area = measure.disc_area(3, 4, diameter)
    away = shapely.distance(shapely.Point(3, 4), shapely.points(shapely.get_coordinates(area)))
    assert away == pytest.approx(diameter / 2)
    assert area.exterior.distance(shapely.Point(3, 4)) > diameter / 2 - measure.CHORD_ERROR


def test_templates_are_areas() -> None:
    assert measure.template_area(Strip(5, 5, 6, 1, 30)).area == pytest.approx(6)
    assert measure.template_area(Disc(5, 5, 4)).area == pytest.approx(4 * math.pi, abs=0.02)
    assert measure.overlap(
        measure.template_area(Strip(5, 5, 6, 1, 30)), measure.template_area(Disc(5, 5, 60))
    ) == pytest.approx(6)
    assert measure.rectangle_area(Rectangle.sized(72, 48)).area == 72 * 48


@given(st.floats(0, 360), st.sets(st.sampled_from(ARCS), min_size=1), st.floats(-14, 14), st.floats(-14, 14))
def test_the_fire_area_is_where_arc_and_range_hold(facing: float, arcs: set[str], x: float, y: float) -> None:
    pose = Pose(1, 2, facing)
    area = measure.fire_area(pose, [arc for arc in ARCS if arc in arcs], 12.5)
    point = shapely.Point(x, y)
    if area.boundary.distance(point) > 2e-3:
        hit = pose.distance(x, y) <= 12.5 and any(in_arc(pose, x, y, arc) for arc in ARCS if arc in arcs)
        assert area.contains(point) == hit


def test_an_area_is_written_as_geojson() -> None:
    written = measure.geojson(measure.polygon([(0, 0), (1 / 3, 0), (0, 1)]))
    assert written["type"] == "Polygon"
    assert written["coordinates"][0][1] == [0.333333, 0.0]
    assert shapely.from_geojson(json.dumps(written)).area == pytest.approx(1 / 6, abs=1e-6)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: measure.polygon([(0, 0), (1, 1)]), "polygon: expected three corners or more, got 2"),
        (lambda: measure.polygon([(0, 0), (1, 1), (1, 0), (0, 1)]), "polygon: its edges cross or it has no area"),
        (lambda: measure.polygon([(0, 0), (1, math.nan), (1, 0)]), "y: expected a finite number, got nan"),
        (lambda: measure.fire_area(Pose(0, 0, 0), ["up"], 3), "arc: expected one of forward, right, aft, left"),  # type: ignore[list-item]
        (lambda: measure.fire_area(Pose(0, 0, 0), ["aft"], 0), "reach: expected more than 0, got 0"),
        (lambda: measure.depth(0, math.inf, 1, 1, WOOD), "y: expected a finite number, got inf"),
    ],
)
def test_nonsense_is_refused(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]
