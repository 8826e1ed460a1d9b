"""The raster of points against shapely."""

from __future__ import annotations

import numpy as np
import shapely

from aqmf_air.geometry.reach.raster import PITCH, Raster


def test_shapes_are_held_by_an_area_with_a_hole() -> None:
    area = shapely.Point(0, 0).buffer(4).difference(shapely.Point(1, 0).buffer(1))
    raster = Raster(shapely.box(-6, -6, 6, 6))
    raster.show(area)
    random = np.random.default_rng(5)
    shapes = random.uniform(-5, 5, (2000, 1, 2)) + random.uniform(-1, 1, (2000, 5, 2))
    room = random.uniform(0, 0.3, 2000)
    hulls = shapely.convex_hull(shapely.linestrings(shapes))
    held = raster.holds(shapes, room)
    # shapes are widened by squares; to a point's width nothing well inside is refused, nothing well outside taken
    assert held[shapely.covers(area, shapely.buffer(hulls, np.sqrt(2) * room + 2 * PITCH))].all()
    assert not held[~shapely.covers(area.buffer(2 * PITCH), shapely.buffer(hulls, room))].any()
    assert 100 < held.sum() < 1900


def test_what_is_drawn_is_held_though_it_is_thin() -> None:
    raster = Raster(shapely.box(0, 0, 8, 8))
    line = np.array([[(1.0, 1.0), (7.0, 2.013), (1.0, 1.0)]])
    assert not raster.holds(line, np.zeros(1))[0]
    raster.draw(line)
    raster.draw(np.empty((0, 3, 2)))
    assert raster.holds(line, np.zeros(1))[0]
    assert not raster.holds(line, np.full(1, 2 * PITCH))[0]


def test_what_lies_beyond_counts_as_inside_and_slits_are_closed() -> None:
    raster = Raster(shapely.box(0, 0, 4, 4).union(shapely.box(0, 0, 8, 2)))
    raster.show(shapely.box(0, 0, 8, 4).difference(shapely.box(1, 0.99, 3, 1.03)).difference(shapely.box(6, 0.5, 7, 1.5)))
    boxes = shapely.box([0.5, 5.0, 5.0], [0.5, 0.2, 2.5], [3.5, 6.5, 9.0], [3.5, 1.0, 9.0])
    shapes = shapely.get_coordinates(boxes).reshape(3, -1, 2)
    assert raster.holds(shapes, np.zeros(3)).tolist() == [True, False, True]
