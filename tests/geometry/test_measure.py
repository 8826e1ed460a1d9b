from __future__ import annotations

import json
import math

import pytest
import shapely

from aqmf_air.geometry.plane import measure

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
        (lambda: measure.depth(0, math.inf, 1, 1, WOOD), "y: expected a finite number, got inf"),
    ],
)
def test_nonsense_is_refused(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]
