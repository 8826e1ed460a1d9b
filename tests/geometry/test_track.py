from __future__ import annotations

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.geometry.plane.contour import Bend, Segment
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.track import Piece, Straight, Track, Turn, advance, fly, split
from tests.geometry.mirrors import mirrored
from tests.geometry.turning import rotated

GAUGE = Gauge.beside(2.0, 0.5, 1 / 30)
TABLE = Rectangle.sized(72, 48)

coordinate = st.floats(-50, 50)
poses = st.builds(Pose, coordinate, coordinate, st.floats(0, 360))
straights = st.builds(Straight, st.floats(0, 20))
turns = st.builds(Turn, st.floats(0.01, 360), st.sampled_from(["left", "right"]))
tracks = st.lists(st.one_of(straights, turns), min_size=1, max_size=6).map(tuple)


def same(one: Pose, other: Pose, tolerance: float = 1e-8) -> bool:
    turned = abs((one.facing - other.facing + 180) % 360 - 180)
    return one.distance(other.x, other.y) < tolerance and turned < tolerance


def stepped(start: Pose, track: Track, gauge: Gauge, table: Rectangle) -> tuple[Pose, float | None]:
    """An oracle with none of the closed forms: thousands of short steps along the middle heading of each."""
    x, y, facing, spent = start.x, start.y, math.radians(start.facing), 0.0
    left: float | None = None
    for piece in track:
        steps = 4000
        if isinstance(piece, Straight):
            bend, length, cost = 0.0, piece.length / steps, piece.length / steps
        else:
            bend = math.radians(piece.degrees) / steps * (1 if piece.side == "right" else -1)
            length, cost = abs(bend) * gauge.radius, piece.degrees * gauge.inches_per_degree / steps
        for _ in range(steps):
            x += length * math.sin(facing + bend / 2)
            y += length * math.cos(facing + bend / 2)
            facing += bend
            spent += cost
            if left is None and table.overshoot(x, y) > 1e-5:
                left = spent
    return Pose(x, y, math.degrees(facing)), left


def test_a_quarter_turn_goes_round_the_gauge() -> None:
    path = fly(Pose(10, 10, 90), (Straight(4), Turn(90, "right"), Straight(3)), GAUGE)
    assert same(path.end, Pose(16.5, 4.5, 180), 1e-12)
    assert math.isclose(path.spent, 10)
    assert math.isclose(path.length, 7 + 2.5 * math.pi / 2)


@pytest.mark.parametrize("side", ["left", "right"])
def test_twelve_turns_of_30_degrees_close(side: str) -> None:
    start = Pose(3.25, -7.5, 17)
    path = fly(start, (Turn(30, side),) * 12, GAUGE)  # type: ignore[arg-type]
    assert same(path.end, start, 1e-13)
    assert math.isclose(path.spent, 12)
    assert same(fly(start, (Turn(360, side),), GAUGE).end, start, 1e-13)  # type: ignore[arg-type]


@given(poses, tracks)
def test_the_end_is_where_small_steps_lead(start: Pose, track: Track) -> None:
    end, _ = stepped(start, track[:2], GAUGE, TABLE)
    assert same(fly(start, track[:2], GAUGE).end, end, 1e-4)


@given(poses, tracks)
def test_a_mirrored_track_ends_at_the_mirror_image(start: Pose, track: Track) -> None:
    assert same(fly(start.mirrored(), mirrored(track), GAUGE).end, fly(start, track, GAUGE).end.mirrored())


@given(poses, tracks, st.floats(-360, 360), coordinate, coordinate)
def test_moving_the_table_moves_the_path(start: Pose, track: Track, degrees: float, dx: float, dy: float) -> None:
    moved = fly(rotated(start, degrees).moved(dx, dy), track, GAUGE)
    assert same(moved.end, rotated(fly(start, track, GAUGE).end, degrees).moved(dx, dy))


@given(poses, tracks, st.floats(0, 1), st.data())
def test_splitting_a_piece_changes_nothing(start: Pose, track: Track, share: float, data: st.DataObject) -> None:
    i = data.draw(st.integers(0, len(track) - 1))
    whole = fly(start, track, GAUGE)
    cut = fly(start, (*track[:i], *split(track[i], share), *track[i + 1 :]), GAUGE)
    assert same(cut.end, whole.end)
    assert math.isclose(cut.spent, whole.spent, abs_tol=1e-9)
    assert math.isclose(cut.length, whole.length, abs_tol=1e-9)
    spent = data.draw(st.floats(0, 1)) * whole.spent
    assert same(cut.at_spent(spent), whole.at_spent(spent), 1e-7)


@given(poses, tracks)
def test_the_start_the_joints_and_the_end_are_on_the_path(start: Pose, track: Track) -> None:
    path = fly(start, track, GAUGE)
    assert path.at_spent(0).distance(start.x, start.y) == 0
    assert path.at_spent(path.spent) == path.end
    for leg in path.legs:
        assert path.at_spent(leg.spent_after).distance(leg.end.x, leg.end.y) < 1e-6


def test_places_are_counted_in_inches_spent_not_travelled() -> None:
    path = fly(Pose(0, 0, 0), (Straight(2), Turn(180, "right"), Straight(1)), GAUGE)
    assert same(path.at_spent(5), Pose(2.5, 4.5, 90), 1e-12)  # half-way round


@pytest.mark.parametrize("value", [-1e-3, 9.001, math.nan])
def test_a_place_off_the_path_is_refused(value: float) -> None:
    path = fly(Pose(0, 0, 0), (Straight(9),), GAUGE)
    with pytest.raises(ValueError, match=r"^spent: expected "):
        path.at_spent(value)


def test_a_path_of_nothing_stays() -> None:
    path = fly(Pose(1, 2, 3), (), GAUGE)
    assert (path.end, path.spent, path.length, path.at_spent(0)) == (Pose(1, 2, 3), 0, 0, Pose(1, 2, 3))
    assert path.bounds() == (1, 2, 1, 2)


@given(poses, tracks)
def test_bounds_hold_the_path_and_touch_it(start: Pose, track: Track) -> None:
    path = fly(start, track, GAUGE)
    left, near, right, far = path.bounds()
    spots = [leg.at(i / 400, path.radius) for leg in path.legs for i in range(401)]
    xs, ys = [p.x for p in spots], [p.y for p in spots]
    for bound, found in ((left, min(xs)), (right, max(xs)), (near, min(ys)), (far, max(ys))):
        assert abs(bound - found) < 1e-3
    assert left <= min(xs) + 1e-9
    assert right >= max(xs) - 1e-9


@given(st.builds(Pose, st.floats(0, 72), st.floats(0, 48), st.floats(0, 360)), tracks)
def test_a_path_leaves_the_table_where_small_steps_do(start: Pose, track: Track) -> None:
    path = fly(start, track[:3], GAUGE)
    _, left = stepped(start, track[:3], GAUGE, TABLE)
    found = path.leaves(TABLE)
    if left is None:
        assert found is None or TABLE.overshoot(path.at_spent(found).x, path.at_spent(found).y) > -1e-4
    else:
        assert found is not None
        assert found <= left + 1e-6
        here = path.at_spent(found)
        assert abs(TABLE.overshoot(here.x, here.y)) < 2e-5 or found == 0


@pytest.mark.parametrize(
    ("start", "track", "leaves"),
    [
        (Pose(36, 24, 90), (Straight(36),), None),  # up to the edge
        (Pose(36, 24, 90), (Straight(36 + 1e-7),), None),
        (Pose(36, 24, 90), (Straight(36.01),), 36.0),
        (Pose(0, 10, 0), (Straight(12),), None),  # along the edge
        (Pose(0, 10, 0), (Turn(90, "right"),), None),  # away from it
        (Pose(0, 10, 0), (Turn(90, "left"),), 0.0),
        (Pose(69.5, 10, 0), (Turn(180, "right"),), 3.0),
        (Pose(70, 10, 90), (Turn(360, "left"),), 12 * math.asin(2 / 2.5) / math.tau),
        (Pose(70, 10, 90), (Straight(1), Turn(180, "left")), 1 + 12 * math.asin(1 / 2.5) / math.tau),
        (Pose(80, 10, 90), (), 0.0),
    ],
)
def test_where_a_path_leaves(start: Pose, track: Track, leaves: float | None) -> None:
    found = fly(start, track, GAUGE).leaves(TABLE)
    assert found == (None if leaves is None else pytest.approx(leaves, abs=1e-9))


def test_a_turn_that_grazes_the_edge_stays() -> None:
    assert fly(Pose(67, 10, 0), (Turn(180, "right"),), GAUGE).leaves(TABLE) is None
    assert fly(Pose(67.001, 10, 0), (Turn(180, "right"),), GAUGE).leaves(TABLE) is not None


def test_an_arc_is_drawn_from_its_circle() -> None:
    path = fly(Pose(10, 10, 90), (Straight(1), Turn(90, "left")), GAUGE)
    (line,) = path.outline.contours
    straight, bend = line.edges
    assert (line.start, line.closed, straight) == ((10.0, 10.0), False, Segment((11.0, 10.0)))
    assert bend == Bend((path.end.x, path.end.y), (11.0, 12.5), -90.0)


@given(poses, tracks, st.floats(0, 1), st.floats(0, 1))
def test_a_part_of_a_path_runs_where_the_path_does(start: Pose, track: Track, one: float, other: float) -> None:
    path = fly(start, track, GAUGE)
    first, last = sorted(share * path.spent for share in (one, other))
    part = path.part(first, last)
    assert same(part.start, path.at_spent(first), 1e-7)
    assert same(part.end, path.at_spent(last), 1e-7)
    assert part.spent == pytest.approx(last - first, abs=1e-9)
    assert part.length == pytest.approx(sum(map(GAUGE.length, part.track)), abs=1e-9)
    half = (last - first) / 2
    assert same(part.at_spent(half), path.at_spent(first + half), 1e-6)


def test_a_part_off_the_path_is_refused() -> None:
    path = fly(Pose(0, 0, 0), (Straight(5),), GAUGE)
    for first, last, message in ((3, 2, "last: expected at least 3, got 2"), (0, 6, "spent: expected 0 to 5, got 6")):
        with pytest.raises(ValueError, match=message):
            path.part(first, last)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Straight(-1), "straight: expected 0 or more, got -1"),
        (lambda: Straight(math.nan), "straight: expected a finite number, got nan"),
        (lambda: Straight(math.inf), "straight: expected a finite number, got inf"),
        (lambda: Turn(0, "left"), "turn: expected more than 0 and at most 360 degrees, got 0"),
        (lambda: Turn(360.5, "left"), "turn: expected more than 0 and at most 360 degrees, got 360.5"),
        (lambda: Turn(math.nan, "left"), "turn: expected a finite number, got nan"),
        (lambda: Turn(90, "up"), "side: expected 'left' or 'right', got 'up'"),  # type: ignore[arg-type]
        (lambda: split(Straight(1), 1.5), "share: expected 0 to 1, got 1.5"),
        (lambda: Gauge(0, 1), "radius: expected more than 0, got 0"),
        (lambda: Gauge(2, math.inf), "inches_per_degree: expected a finite number, got inf"),
        (lambda: Gauge(2, 1, 400), "longest_turn: expected at most 360, got 400"),
        (lambda: Gauge.beside(2, -0.5), "base_radius: expected 0 or more, got -0.5"),
    ],
)
def test_nonsense_is_refused_by_name(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace(".", r"\.")):
        make()  # type: ignore[operator]


def test_both_rulings_of_geometry_and_cost_are_gauges() -> None:
    turn = Turn(90, "right")
    assert GAUGE.radius == 2.5
    assert Gauge.under(2.0, 1 / 30).radius == 2.0
    assert math.isclose(GAUGE.cost(turn), 3)
    assert math.isclose(Gauge.beside(2.0, 0.5).cost(turn), 2.5 * math.pi / 2)
    assert math.isclose(Gauge.under(2.0).cost(turn), math.pi)
    assert math.isclose(GAUGE.length(turn), 2.5 * math.pi / 2)
    assert math.isclose(GAUGE.inches_per_radian, 12 / math.tau)


def test_a_gauge_may_limit_a_turn() -> None:
    narrow = Gauge(2, 1, longest_turn=90)
    pieces: list[tuple[Piece, bool]] = [(Turn(90, "left"), True), (Turn(91, "left"), False), (Straight(99), True)]
    assert [(piece, narrow.allows(piece)) for piece, _ in pieces] == pieces


def test_advance_needs_no_gauge() -> None:
    assert same(advance(Pose(0, 0, 0), Turn(180, "left"), 2), Pose(-4, 0, 180), 1e-12)


def test_paths_and_arcs_load_neither_numpy_nor_shapely() -> None:
    plane = "from aqmf_air.geometry.plane import arc, gauge, geojson, outline, pose, rectangle, sector, template, track"
    code = f"""import sys; {plane}; from aqmf_air.geometry.reach import weave
print({{'numpy', 'shapely', 'pydantic'}} & set(sys.modules))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
