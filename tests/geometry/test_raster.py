"""The raster of points against shapely."""

from __future__ import annotations

import numpy as np
import shapely

from aqmf_air.geometry.raster import PITCH, Raster


def test_boxes_are_held_by_an_area_with_a_hole() -> None:
    area = shapely.Point(0, 0).buffer(4).difference(shapely.Point(1, 0).buffer(1))
    raster = Raster(shapely.box(-6, -6, 6, 6))
    raster.show(area)
    random = np.random.default_rng(5)
    low = random.uniform(-5, 5, (2000, 2))
    high = low + random.uniform(0, 2, (2000, 2))
    boxes = shapely.box(*low.T, *high.T)
    held = raster.holds(low, high)
    # to a point's width: no box that is well inside is refused, none that reaches well outside is taken
    assert held[shapely.covers(area.buffer(-2 * PITCH), boxes)].all()
    assert not held[~shapely.covers(area.buffer(2 * PITCH), boxes)].any()
    assert 100 < held.sum() < 1900


def test_what_lies_beyond_counts_as_inside_and_slits_are_closed() -> None:
    raster = Raster(shapely.box(0, 0, 4, 4).union(shapely.box(0, 0, 8, 2)))
    raster.show(shapely.box(0, 0, 8, 4).difference(shapely.box(1, 0.99, 3, 1.03)).difference(shapely.box(6, 0.5, 7, 1.5)))
    low, high = np.array([(0.5, 0.5), (5.0, 0.2), (5.0, 2.5)]), np.array([(3.5, 3.5), (6.5, 1.0), (9.0, 9.0)])
    assert raster.holds(low, high).tolist() == [True, False, True]
