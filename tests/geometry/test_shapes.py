"""Shapes against what is truly so: areas, lengths and edges by formulas, and who is under what by the closed forms."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity

from aqmf_air import api
from aqmf_air.geometry.plane import under as under_module
from aqmf_air.geometry.plane.arc import ARCS, Arc, Boundary, in_arc, range_to
from aqmf_air.geometry.plane.geojson import feature, feature_collection
from aqmf_air.geometry.plane.outline import DEVIATION, Outline, shape_of, together
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.sector import Sector, fire_arc
from aqmf_air.geometry.plane.template import Base, Disc, Strip, Template, Under, where_under
from aqmf_air.geometry.plane.track import Straight, Turn, fly
from aqmf_air.geometry.plane.under import under
from tests.geometry.things import GAUGE, KINDS, Floats, Thing, seen_from
from tests.geometry.turning import rotated

coordinate = st.floats(-40, 40)
poses = st.builds(Pose, coordinate, coordinate, st.floats(0, 360))
figures = st.tuples(*[st.floats(0, 1)] * 6)
deviations = st.sampled_from([1e-4, DEVIATION, 0.02, 0.1])
EACH_KIND = settings(max_examples=15, deadline=None)
CASES = 10_000
"""Random cases for each kind."""

of_each_kind = pytest.mark.parametrize("kind", KINDS)


def far_off(shape: Any, thing: Thing) -> float:
    """How far the corners of a shape, and points of its edges between them, lie off the true edge or line."""
    edges = shape if thing.area is None else shapely.boundary(shape)
    points = shapely.get_coordinates(shapely.segmentize(edges, 0.1))
    return float(abs(thing.gap(points)).max())


# -- each kind against its formulas ---------------------------------------------------------------------------------------


@pytest.mark.further(every=2)
@of_each_kind
@EACH_KIND
@given(pose=poses, f=figures, deviation=deviations, circumscribed=st.booleans())
def test_a_shape_is_off_by_its_deviation_at_most(
    kind: str, pose: Pose, f: tuple[float, ...], deviation: float, circumscribed: bool
) -> None:
    thing = KINDS[kind](pose, f, False)
    circumscribed = circumscribed and thing.area is not None
    shape = shape_of(thing.shown, deviation, circumscribed)
    assert shape.is_valid
    assert far_off(shape, thing) <= deviation + thing.slack
    edges = shape if thing.area is None else shapely.boundary(shape)
    if thing.length is not None or not circumscribed:  # a gap between two areas that is narrower than that may close
        assert shapely.distance(edges, shapely.points(thing.edge)).max() <= deviation + thing.slack
    for bound, true in zip(shape.bounds, thing.bounds, strict=True):
        assert abs(bound - true) <= deviation + thing.slack
    if thing.area is not None:  # no point of it is outside the truth, or none of the truth is outside of it
        points = shapely.get_coordinates(shapely.segmentize(edges, 0.1))
        gap = thing.gap(points)
        assert gap.min() >= -thing.slack if circumscribed else gap.max() <= thing.slack
    if thing.length is not None:
        assert abs(shape.length - thing.length) <= deviation * thing.turned + 10 * thing.slack
        if thing.area is not None:
            assert abs(shape.area - thing.area) <= deviation * thing.length + 100 * thing.slack


@pytest.mark.further(every=3)
@of_each_kind
@EACH_KIND
@given(pose=poses, f=figures, degrees=st.floats(-360, 360), dx=coordinate, dy=coordinate)
def test_mirror_images_and_moved_and_turned_copies(
    kind: str, pose: Pose, f: tuple[float, ...], degrees: float, dx: float, dy: float
) -> None:
    thing = KINDS[kind](pose, f, False)
    shape = shape_of(thing.shown)
    mirror = shape_of(KINDS[kind](pose.mirrored(), f, True).shown)
    moved = shape_of(KINDS[kind](rotated(pose, degrees).moved(dx, dy), f, False).shown)
    copies = (
        (mirror, affinity.scale(shape, -1, 1, origin=(0, 0))),
        (moved, affinity.translate(affinity.rotate(shape, -degrees, origin=(0, 0)), dx, dy)),
    )
    for copy, expected in copies:
        assert copy.geom_type == expected.geom_type
        assert copy.length == pytest.approx(expected.length, abs=2 * DEVIATION * thing.turned + 1e-5)
        assert copy.area == pytest.approx(expected.area, abs=2 * DEVIATION * shape.length + 1e-9)
        corners = shapely.points(shapely.get_coordinates(copy))
        edges = expected if thing.area is None else shapely.boundary(expected)
        assert shapely.distance(edges, corners).max() <= 2 * DEVIATION + thing.slack


@pytest.mark.further(every=2)
@of_each_kind
@EACH_KIND
@given(pose=poses, f=figures)
def test_what_is_written_is_read_again(kind: str, pose: Pose, f: tuple[float, ...]) -> None:
    shown = KINDS[kind](pose, f, False).shown
    document = json.loads(json.dumps(feature_collection([feature(shown, kind, name="x")])))
    (written,) = document["features"]
    assert (document["units"], document["deviation"], document["crs"]) == ("inch", DEVIATION, None)
    assert written["properties"] == {"what": kind, "name": "x"}
    again, shape = shapely.geometry.shape(written["geometry"]), shape_of(shown)
    assert again.is_valid
    assert again.area == pytest.approx(shape.area, abs=1e-4)
    assert again.length == pytest.approx(shape.length, abs=1e-3, rel=1e-4)
    corners = shapely.points(shapely.get_coordinates(again))
    assert shapely.distance(shapely.boundary(shape) if shape.area else shape, corners).max() <= 3e-6
    taken: Any = shapely.geometry.shape(shown)
    assert taken.equals(shape)


def test_exteriors_go_round_the_way_that_geojson_wants() -> None:
    (written,) = feature_collection([feature(GAUGE.arc(Pose(0, 0, 0), "left").swept(1), "band")])["features"]
    polygon = shapely.geometry.shape(written["geometry"])
    assert polygon.exterior.is_ccw
    assert [ring.is_ccw for ring in polygon.interiors] == [False]  # a full circle leaves its middle free


def test_a_pose_is_a_point() -> None:
    assert shapely.geometry.shape(Pose(1, 2, 30)) == shapely.Point(1, 2)
    (written,) = feature_collection([feature(Pose(1, 2, 30), "drop")])["features"]
    assert written["geometry"] == {"type": "Point", "coordinates": [1, 2]}


def test_a_rectangle_is_one() -> None:
    assert shape_of(Rectangle(1, 2, 5, 9)).equals(shapely.box(1, 2, 5, 9))


@EACH_KIND
@given(f=figures, radius=st.floats(0.2, 3), apart=st.floats(0, 7))
def test_two_templates_cover_what_both_have_once(f: tuple[float, ...], radius: float, apart: float) -> None:
    at = Pose(f[0], f[1], 360 * f[2])
    other = at.ahead(apart)
    both = shape_of(together(Disc(one.x, one.y, 2 * radius) for one in (at, other)))
    half = math.acos(min(1.0, apart / 2 / radius))
    shared = 2 * radius**2 * (half - math.sin(half) * math.cos(half))
    assert both.area == pytest.approx(2 * math.pi * radius**2 - shared, abs=DEVIATION * 4 * math.pi * radius)


def test_a_band_that_does_not_meet_itself_is_as_wide_as_the_base_all_along() -> None:
    path = fly(Pose(9, 6, 0), (Straight(5), Turn(60, "right"), Straight(4), Turn(100, "left")), GAUGE)
    for base in (0.5, 1, 2):
        shape = shape_of(path.swept(base))
        assert shape.area == pytest.approx(path.length * base + math.pi * base**2 / 4, abs=DEVIATION * shape.length)
        assert shape.length == pytest.approx(2 * path.length + math.pi * base, abs=DEVIATION * 12)


def test_a_piece_without_length_adds_nothing_to_a_band_that_folds_over_itself() -> None:
    wide = 2 * GAUGE.radius + 2
    bands = [
        shape_of(fly(Pose(9, 6, 0), (Turn(60, "right"), *idle, Straight(4)), GAUGE).swept(wide))
        for idle in ((), (Straight(0),))
    ]
    assert bands[0].equals(bands[1])


# -- the closed forms that rules ask, and the shapes ------------------------------------------------------------------------

RANDOM = 1912
MANY, POINTS = 50, CASES // 50


def random_pose(rng: np.random.Generator) -> Pose:
    x, y, facing = rng.uniform(0, (48, 48, 360)).tolist()
    return Pose(x, y, facing)


def clear_cases(area: Thing, rng: np.random.Generator, points: int = POINTS) -> tuple[Floats, Any]:
    """Random points about an area, the nearer to its edge the more, those clear of it alone; and which are in its shape."""
    left, near, right, far = area.bounds
    spread = rng.uniform((left - 1, near - 1), (right + 1, far + 1), (points, 2))
    edge = area.edge[rng.integers(0, len(area.edge), points)] + rng.normal(0, 0.01, (points, 2))
    cases = np.where(rng.random((points, 1)) < 0.5, spread, edge)
    cases = cases[abs(area.gap(cases)) > DEVIATION + 2e-6]
    return cases, shapely.contains_xy(shape_of(area.shown), cases[:, 0], cases[:, 1])


@pytest.mark.further(every=2)
@pytest.mark.parametrize("kind", ["where a base is under a disc", "where a base is under a strip", "templates of a run"])
@pytest.mark.parametrize("judged", ["touched", "centre"])
def test_templates_cover_what_their_shapes_do(kind: str, judged: Under) -> None:
    rng, seen = np.random.default_rng(RANDOM), 0
    for _ in range(MANY):
        f, pose = rng.random(6).tolist(), random_pose(rng)
        templates, base = template_of(kind, pose, f)
        shown = together(where_under(template, base, judged) for template in templates)
        margin = base / 2 if judged == "touched" else 0.0
        area = Thing(shown, 1, None, gap_of(templates, margin), edge_of(templates, margin), 0, shape_of(shown).bounds)
        cases, covered = clear_cases(area, rng)
        closed = [any(one.covers(Base(x, y, base), judged) for one in templates) for x, y in cases.tolist()]
        assert covered.tolist() == closed
        seen += len(cases)
    assert seen > CASES * 0.8


def template_of(kind: str, pose: Pose, f: list[float]) -> tuple[list[Template], float]:
    """The templates of a kind of area, and how wide bases are."""
    base = 0.1 + 2 * f[5]
    if kind == "where a base is under a disc":
        return [Disc(pose.x, pose.y, 0.2 + 6 * f[0])], base
    strip = Strip(pose.x, pose.y, 0.1 + 9 * f[0], 0.1 + 3 * f[1], pose.facing)
    if kind == "where a base is under a strip":
        return [strip], base
    places = [pose.ahead(3 * figure).moved(2 * figure, f[0]) for figure in f[1:5]]
    return [strip, *(Disc(at.x, at.y, 1 + 3 * figure) for at, figure in zip(places, f, strict=False))], base


def gap_of(templates: list[Template], margin: float) -> Callable[[Floats], Floats]:
    """How far points are outside all templates; inside, at least how far from the edge of one."""

    def gap(points: Floats) -> Floats:
        each = []
        for one in templates:
            if isinstance(one, Disc):
                each.append(np.hypot(points[:, 0] - one.x, points[:, 1] - one.y) - one.diameter / 2 - margin)
            else:
                ahead, right = seen_from(Pose(one.x, one.y, one.direction), points)
                a, b = abs(ahead) - one.length / 2, abs(right) - one.width / 2
                each.append(np.hypot(np.maximum(a, 0), np.maximum(b, 0)) + np.minimum(np.maximum(a, b), 0) - margin)
        return np.asarray(np.min(each, axis=0))

    return gap


def edge_of(templates: list[Template], margin: float) -> Floats:
    shape = shape_of(together(where_under(one, 2 * margin) for one in templates))
    corners: Floats = shapely.get_coordinates(shapely.boundary(shape))
    return corners


@pytest.mark.parametrize("boundary", ["both", "fore-aft"])
def test_fire_arcs_hold_what_the_rule_says_is_in_them(boundary: Boundary) -> None:
    rng, seen = np.random.default_rng(RANDOM), 0
    for number in range(MANY):
        arc, pose = number % 4, random_pose(rng)
        reach = float(rng.uniform(0.1, 20))
        f = [(reach - 0.1) / 20, (arc + 0.5) / 3.99, 0.0 if boundary == "both" else 1.0]
        cases, covered = clear_cases(KINDS["fire arc"](pose, f, False), rng)
        assert covered.tolist() == [in_reach(pose, x, y, ARCS[arc], boundary, reach) for x, y in cases.tolist()]
        seen += len(cases)
    assert seen > CASES * 0.8


def in_reach(pose: Pose, x: float, y: float, arc: Arc, boundary: Boundary, reach: float) -> bool:
    return in_arc(pose, x, y, arc, boundary) and range_to(pose.x, pose.y, x, y, 0, "centre-to-centre") <= reach


@pytest.mark.parametrize("boundary", ["both", "fore-aft"])
@pytest.mark.parametrize("facing", [0, 17, 90, 231.5])
def test_a_point_on_the_line_between_arcs_is_where_the_ruling_has_it(boundary: Boundary, facing: float) -> None:
    pose = Pose(3, 4, facing)
    shapes = {arc: shape_of(fire_arc(pose, arc, 12, boundary)) for arc in ARCS}
    for bearing in (45, 135, 225, 315):
        for away in (0.5, 3.0, 11.0):
            at = Pose(pose.x, pose.y, facing + bearing).ahead(away)
            held = {arc for arc, shape in shapes.items() if shape.covers(shapely.Point(at.x, at.y))}
            assert held == {arc for arc in ARCS if in_arc(pose, at.x, at.y, arc, boundary)}


@pytest.mark.parametrize("kind", ["cardboard of a gauge", "band", "band of a wide base", "sector"])
def test_areas_hold_what_is_truly_in_them(kind: str) -> None:
    rng, seen = np.random.default_rng(RANDOM), 0
    for _ in range(MANY):
        area = KINDS[kind](random_pose(rng), rng.random(6).tolist(), False)
        cases, covered = clear_cases(area, rng)
        assert covered.tolist() == (area.gap(cases) < 0).tolist()
        seen += len(cases)
    assert seen > CASES * 0.8


def test_every_place_of_a_path_is_on_its_line() -> None:
    rng = np.random.default_rng(RANDOM)
    for _ in range(MANY):
        path = KINDS["path"](random_pose(rng), rng.random(6).tolist(), False).shown
        assert isinstance(path, api.Path)
        places = [path.at_spent(spent) for spent in rng.uniform(0, path.spent, POINTS).tolist()]
        line = shape_of(path)
        assert shapely.distance(line, shapely.points([(at.x, at.y) for at in places])).max() <= DEVIATION
        first, last = sorted(rng.uniform(0, path.spent, 2).tolist())
        part = shape_of(path.part(first, last))
        assert shapely.distance(line, shapely.points(shapely.get_coordinates(part))).max() <= DEVIATION


def test_a_path_leaves_a_table_where_its_line_leaves_the_rectangle() -> None:
    rng, seen = np.random.default_rng(RANDOM), 0
    for _ in range(100):
        path = KINDS["path"](random_pose(rng), rng.random(6).tolist(), False).shown
        assert isinstance(path, api.Path)
        left, near, right, far = shape_of(path).bounds
        for room in rng.uniform(-1, 1, (CASES // 100, 4)).tolist():
            table = Rectangle(left - room[0], near - room[1], max(right, left + 2) + room[2], max(far, near + 2) + room[3])
            sides = (left - table.left, near - table.near, table.right - right, table.far - far)
            if min(map(abs, sides)) > DEVIATION:
                assert (path.leaves(table) is None) == (min(sides) > 0)
                seen += 1
    assert seen > CASES * 0.8


def test_bases_touch_where_their_shapes_meet() -> None:
    rng = np.random.default_rng(RANDOM)
    bases = [Base(x, y, size) for x, y, size in rng.uniform((0, 0, 0.5), (9, 9, 3), (CASES // 100, 3)).tolist()]
    shapes = np.array([shape_of(base) for base in bases])
    meet = shapely.intersects(shapes[:, None], shapes)
    for at, one in enumerate(bases):
        for other_at, other in enumerate(bases):
            apart = math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius
            if abs(apart) > 2 * DEVIATION:
                assert meet[at, other_at] == (one.distance(other) == 0)


# -- many at once ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("judged", ["touched", "centre"])
def test_many_pairs_are_those_of_the_closed_form(judged: Under, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(7)
    templates: list[Template] = [
        *(Disc(x, y, size) for x, y, size in rng.uniform((0, 0, 0.3), (40, 40, 9), (120, 3)).tolist()),
        *(Strip(*figures) for figures in rng.uniform((0, 0, 0.3, 0.1, 0), (40, 40, 14, 3, 360), (80, 5)).tolist()),
    ]
    bases = [Base(x, y, size) for x, y, size in rng.uniform((0, 0, 0), (40, 40, 3), (100, 3)).tolist()]
    for template, gap in zip(templates[:9], (-1e-7, 1e-7, 1e-5) * 3, strict=True):  # by a hair
        assert isinstance(template, Disc)
        margin = 0.5 if judged == "touched" else 0.0
        bases.append(Base(template.x + template.diameter / 2 + margin + gap, template.y, 1.0))
    monkeypatch.setattr(under_module, "AT_ONCE", 7)
    pairs = under(templates, bases, judged)
    closed = [(t, b) for t, one in enumerate(templates) for b, base in enumerate(bases) if one.covers(base, judged)]
    assert [tuple(pair) for pair in pairs.tolist()] == closed
    assert {(0, 100), (1, 101)} <= set(closed)
    assert (2, 102) not in closed


def test_no_templates_and_no_bases_are_no_trouble() -> None:
    for templates, bases in (([], []), ([Disc(0, 0, 1)], []), ([], [Base(0, 0, 1)]), ([Disc(0, 0, 1)], [Base(9, 0, 1)])):
        assert under(templates, bases).shape == (0, 2)
    with pytest.raises(ValueError, match="under: expected 'touched' or 'centre', got 'partly'"):
        under([Disc(0, 0, 1)], [Base(0, 0, 1)], "partly")  # type: ignore[arg-type]


# -- what is refused, and what is not needed --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: shape_of(Disc(0, 0, 1), 0), "deviation: expected more than 0, got 0"),
        (lambda: shape_of(Disc(0, 0, 1), -0.1), "deviation: expected more than 0, got -0.1"),
        (lambda: shape_of(Disc(0, 0, 1), math.nan), "deviation: expected a finite number, got nan"),
        (lambda: shape_of(Disc(0, 0, 1), math.inf), "deviation: expected a finite number, got inf"),
        (lambda: shape_of(Disc(0, 0, 1), 1e-9), "deviation: expected at least 1e-06, got 1e-09"),
        (lambda: feature_collection([], 0), "deviation: expected more than 0, got 0"),
        (lambda: shape_of(fly(Pose(0, 0, 0), (), GAUGE)), "path: expected more than 0 inches, got 0"),
        (lambda: shape_of(fly(Pose(0, 0, 0), (Straight(0),), GAUGE)), "path: expected more than 0 inches, got 0"),
        (lambda: fly(Pose(0, 0, 0), (), GAUGE).swept(1), "path: expected more than 0, got 0.0"),
        (lambda: fly(Pose(0, 0, 0), (Straight(1),), GAUGE).swept(0), "base_diameter: expected more than 0, got 0"),
        (lambda: shape_of(Base(0, 0, 0)), "diameter: expected more than 0, got 0"),
        (lambda: Sector(0, 0, 0, 0, 90), "radius: expected more than 0, got 0"),
        (lambda: Sector(0, 0, 1, 0, 361), "width: expected at most 360 degrees, got 361"),
        (lambda: fire_arc(Pose(0, 0, 0), "aft", 0), "reach: expected more than 0, got 0"),
        (lambda: fire_arc(Pose(0, 0, 0), "up", 1), "arc: expected one of forward, right, aft, left, got 'up'"),  # type: ignore[arg-type]
        (lambda: fire_arc(Pose(0, 0, 0), "aft", 1, "no"), "boundary: expected 'both' or 'fore-aft', got 'no'"),  # type: ignore[arg-type]
        (lambda: where_under(Disc(0, 0, 1), -1), "base_diameter: expected 0 or more, got -1"),
        (lambda: GAUGE.cardboard(Pose(0, 0, 0), "left", 0), "turn: expected more than 0 and at most 360 degrees, got 0"),
        (lambda: together([]), "together: expected one thing or more, got none"),
    ],
)
def test_nonsense_is_refused_by_name(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as refused:
        make()
    assert "\n" not in str(refused.value)


def test_pictures_and_outlines_need_no_shapely() -> None:
    code = """
import sys
sys.modules["shapely"] = sys.modules["numpy"] = None
import aqmf_air.api as api
from aqmf_air.drawing.map import Map
from aqmf_air.drawing.tracks import fire_arcs, flight_path, gauges
chart, gauge = Map(api.Rectangle.sized(48, 48), 20, (0, 0)), api.Gauge.beside(2, 0.5, 1 / 30)
path = api.fly(api.Pose(9, 6, 0), (api.Straight(5), api.Turn(360, "right")), gauge)
gauges(chart, path, 4)
flight_path(chart, path)
fire_arcs(chart, api.Pose(9, 6, 0), ("aft",), 6)
for thing in (path.swept(1), api.Disc(1, 2, 3), api.Strip(1, 2, 3, 4, 5), gauge.cardboard(path.start, "left")):
    chart.outline(thing)
print(str(chart.body).count("A"))
"""
    drawn = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert int(drawn) > 10


def test_an_outline_is_lines_and_arcs_in_plain_numbers() -> None:
    (round_one,) = Disc(1, 2, 4).outline.contours
    assert (round_one.start, round_one.edges) == ((1, 4), (((1, 4), (1, 2), 360.0),))
    assert Outline((round_one,)).outline == Disc(1, 2, 4).outline
    (corner, *_) = Strip(0, 0, 4, 2, 0).outline.contours
    assert [edge.end for edge in corner.edges] == [(1, -2), (-1, -2), (-1, 2), (1, 2)]
