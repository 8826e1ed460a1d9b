"""The page's own arithmetic while a finger drags, against the engine's."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.track import Side, Straight, Turn, fly

MODULE = "/static/of/aqmf_air.games.martian_aircraft.ui/board/geometry.js"
GAUGES = (Gauge.beside(2, 0.5, 1 / 30), Gauge.under(2), Gauge.beside(2, 0.59, 1 / 30))


@pytest.fixture(scope="module")
def arithmetic(chromium: Any, app_address: str) -> Any:
    """Calls a function of the module for each of several lists of arguments."""
    page = chromium.new_page()
    page.goto(f"{app_address}/static/rose.svg")

    def call(function: str, calls: list[list[Any]]) -> Any:
        return page.evaluate(
            "async ([module, name, calls]) => (await import(module).then((it) => calls.map((args) => it[name](...args))))",
            [app_address + MODULE, function, calls],
        )

    yield call
    page.close()


def random_flight(rng: random.Random) -> tuple[Pose, list[Straight | Turn], Gauge]:
    pieces: list[Straight | Turn] = []
    for _ in range(rng.randint(1, 6)):
        if rng.random() < 0.5:
            pieces.append(Straight(rng.uniform(0.1, 6)))
        else:
            pieces.append(Turn(rng.choice([rng.uniform(1, 360), 90, 180, 360]), rng.choice(["left", "right"])))
    return Pose(rng.uniform(0, 48), rng.uniform(0, 48), rng.uniform(0, 360)), pieces, rng.choice(GAUGES)


def written(pose: Pose, pieces: list[Straight | Turn], gauge: Gauge) -> list[Any]:
    start = {"x": pose.x, "y": pose.y, "facing": pose.facing}
    path = [
        {"straight": one.length} if isinstance(one, Straight) else {"turn": one.degrees, "side": one.side} for one in pieces
    ]
    return [start, path, {"radius": gauge.radius, "inches_per_degree": gauge.inches_per_degree}]


FLIGHTS = [random_flight(random.Random(seed)) for seed in range(300)]


def test_every_piece_ends_where_the_engine_has_it_end(arithmetic: Any) -> None:
    found = arithmetic("lay", [written(*flight) for flight in FLIGHTS])
    for (pose, pieces, gauge), laid in zip(FLIGHTS, found, strict=True):
        path = fly(pose, pieces, gauge)
        for joint, expected in zip(laid["joints"], path.joints, strict=True):
            said = (joint["x"], joint["y"], joint["facing"], joint["spent"])
            assert said == pytest.approx((expected.x, expected.y, expected.facing, expected.spent), abs=1e-9)


def test_every_point_of_a_path_is_the_engines(arithmetic: Any) -> None:
    laid = arithmetic("lay", [written(*flight) for flight in FLIGHTS])
    shares = [random.Random(seed).random() for seed in range(len(FLIGHTS))]
    calls = [
        [track, share * track["spent"], written(*flight)[2]]
        for track, share, flight in zip(laid, shares, FLIGHTS, strict=True)
    ]
    found = arithmetic("poseAt", calls)
    for (pose, pieces, gauge), (_, spent, _), at in zip(FLIGHTS, calls, found, strict=True):
        expected = fly(pose, pieces, gauge).at_spent(spent)
        assert (at["x"], at["y"]) == pytest.approx((expected.x, expected.y), abs=1e-6)
        assert abs((at["facing"] - expected.facing + 180) % 360 - 180) < 1e-6


@pytest.mark.further
def test_the_nearest_point_is_nearer_than_any_other(arithmetic: Any) -> None:
    laid = arithmetic("lay", [written(*flight) for flight in FLIGHTS])
    points = [(random.Random(-seed).uniform(0, 48), random.Random(seed).uniform(0, 48)) for seed in range(len(FLIGHTS))]
    calls = [[track, *point, written(*flight)[2]] for track, point, flight in zip(laid, points, FLIGHTS, strict=True)]
    for (pose, pieces, gauge), (x, y), best in zip(FLIGHTS, points, arithmetic("nearest", calls), strict=True):
        path = fly(pose, pieces, gauge)
        on = path.at_spent(best["at"])
        assert math.hypot(on.x - x, on.y - y) == pytest.approx(best["gap"], abs=1e-6)
        sampled = [path.at_spent(path.spent * n / 400) for n in range(401)]
        assert best["gap"] <= min(math.hypot(one.x - x, one.y - y) for one in sampled) + 1e-6


FREE = {"degrees": 0.001, "inches": 0.0001}


def test_a_drag_leads_to_the_finger(arithmetic: Any) -> None:
    """A turn and a straight end under the finger, wherever it is outside the gauge's circle and in reach."""
    rng = random.Random(1912)
    gauge = GAUGES[0]
    points = [(rng.uniform(-14, 14), rng.uniform(-14, 14)) for _ in range(300)]
    outside = [(x, y) for x, y in points if math.hypot(abs(x) - gauge.radius, y) > gauge.radius + 0.05]
    start = {"x": 0, "y": 0, "facing": 0}
    told = {"radius": gauge.radius, "inches_per_degree": gauge.inches_per_degree}
    found = arithmetic("toward", [[start, x, y, told, 60, FREE] for x, y in outside])
    assert len(outside) > 200
    for (x, y), pieces in zip(outside, found, strict=True):
        end = fly(Pose(0, 0, 0), engine(pieces), gauge).end
        # straight ahead within a finger's breadth counts as straight on
        near = 0.02 if len(pieces) == 2 or "turn" in pieces[0] else max(0.25, 0.06 * y) + 0.02
        assert math.hypot(end.x - x, end.y - y) < near


def test_a_drag_snaps_to_the_marks_and_never_spends_more_than_is_left(arithmetic: Any) -> None:
    rng = random.Random(8)
    gauge = GAUGES[0]
    told = {"radius": gauge.radius, "inches_per_degree": gauge.inches_per_degree}
    calls: list[list[Any]] = [
        [
            {"x": 20, "y": 20, "facing": rng.uniform(0, 360)}, rng.uniform(0, 40), rng.uniform(0, 40), told,
            round(rng.uniform(0, 12), 2), {"degrees": 15, "inches": 0.5},
        ]
        for _ in range(400)
    ]  # fmt: skip
    for (*_, left, _), pieces in zip(calls, arithmetic("toward", calls), strict=True):
        spent = sum(gauge.cost(one) for one in engine(pieces))
        assert spent <= left + 1e-6
        for one in engine(pieces):
            if isinstance(one, Turn):
                assert one.degrees % 15 == 0
            elif spent < left - 1e-6:
                assert one.length * 2 % 1 == 0


def test_a_piece_goes_along_the_arcs_of_its_way(chromium: Any, app_address: str) -> None:
    """What moves and what is drawn of it, on boards whose y grows upwards and on others."""
    rng = random.Random(1909)
    radius, calls, expected = 2.5, list[list[Any]](), list[tuple[float, float]]()
    for _ in range(200):
        side: Side = rng.choice(["left", "right"])
        degrees, share = rng.uniform(0.5, 180), rng.random()
        path = fly(
            Pose(rng.uniform(0, 48), rng.uniform(0, 48), rng.uniform(0, 360)), [Turn(degrees, side)], Gauge.under(radius)
        )
        start, at, end = (path.at_spent(part * path.spent) for part in (0, share, 1))
        signed = degrees if side == "right" else -degrees
        for up in (1, -1):
            calls.append([[start.x, up * start.y], [end.x, up * end.y, end.facing, signed], share, up == 1])
            expected.append((at.x, up * at.y))
    page = chromium.new_page()
    page.goto(f"{app_address}/static/rose.svg")
    found = page.evaluate(
        "async ([module, calls]) => { const scene = await import(module);"
        " return calls.map((args) => [scene.between(...args), scene.lengths(args.slice(0, 2))[0]]); }",
        [f"{app_address}/static/board/scene.js", calls],
    )
    page.close()
    for (between, length), place, (_, to, share, _) in zip(found, expected, calls, strict=True):
        assert tuple(between[:2]) == pytest.approx(place, abs=1e-9)
        assert between[3] == pytest.approx(to[3] * share)
        assert length == pytest.approx(radius * math.radians(abs(to[3])))


def engine(pieces: list[dict[str, Any]]) -> list[Straight | Turn]:
    return [Turn(one["turn"], one["side"]) if "turn" in one else Straight(one["straight"]) for one in pieces]
