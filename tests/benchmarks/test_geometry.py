"""Moves, templates, shapes, reaches against plain arithmetic and NumPy: ``pytest tests/benchmarks --benchmark-only -s``."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import thread_time
from typing import Any

import numpy as np
import pytest
import shapely
from pytest_benchmark.fixture import BenchmarkFixture

from aqmf_air.games.martian_aircraft.chapters.movement import judge_move
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.outline import Outlined, shape_of, together
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.sector import fire_arc
from aqmf_air.geometry.plane.template import Disc
from aqmf_air.geometry.plane.track import Straight, Track, Turn, fly
from tests.benchmarks.race import run, tell

TEN: Track = (Straight(1), Turn(20, "right")) * 5
"""A path of ten pieces."""
MANY = 200
"""Moves in one heat: a single one is too short for a clock."""


def by_hand() -> tuple[float, float, float, float, float]:
    """The same path in closed form and nothing else: where it ends, what it spends, how long it is."""
    x, y, h, spent, length, radius = 36.0, 24.0, 0.0, 0.0, 0.0, 2.5
    for piece in TEN:
        if isinstance(piece, Straight):
            x += piece.length * math.sin(h)
            y += piece.length * math.cos(h)
            spent += piece.length
            length += piece.length
        else:
            sign = 1.0 if piece.side == "right" else -1.0
            turned = h + sign * math.radians(piece.degrees)
            x += sign * radius * (math.cos(h) - math.cos(turned))
            y += sign * radius * (math.sin(turned) - math.sin(h))
            spent += piece.degrees / 30
            length += abs(turned - h) * radius
            h = turned
    return x, y, math.degrees(h) % 360, spent, length


@pytest.mark.benchmark(group="geometry")
def test_a_move_of_ten_pieces_against_the_arithmetic_alone(benchmark: BenchmarkFixture, capsys: Any) -> None:
    """Goal: at most ten times the closed form."""
    rulings, table, start = AircraftRulings(), Rectangle.sized(72, 48), Pose(36, 24, 0)

    def judged() -> None:
        for _ in range(MANY):
            judge_move(start, TEN, 12, 1, rulings, table)

    def plain() -> None:
        for _ in range(MANY):
            by_hand()

    move = judge_move(start, TEN, 12, 1, rulings, table)
    path = move.path
    assert (path.end.x, path.end.y, path.end.facing, path.spent, path.length) == pytest.approx(by_hand())
    benchmark(judged)
    tell(run(f"{MANY} moves of ten pieces, judged on a table", judged, {"closed form alone": plain}), benchmark, capsys)


@pytest.mark.benchmark(group="geometry")
def test_templates_against_bases_one_by_one(benchmark: BenchmarkFixture, capsys: Any) -> None:
    """Goal: a small multiple of the comparison alone, and no pair wrong."""
    from aqmf_air.geometry.plane.template import Base

    rng = np.random.default_rng(1917)
    centres, places = rng.uniform(0, 48, (500, 2)).tolist(), rng.uniform(0, 48, (200, 2)).tolist()
    bases = [Base(x, y, diameter) for (x, y), diameter in zip(places, rng.choice([1.0, 2.0, 3.0], 200), strict=True)]

    def plain() -> int:
        return sum((x - one.x) ** 2 + (y - one.y) ** 2 <= (1.5 + one.radius) ** 2 for x, y in centres for one in bases)

    def covered() -> int:
        discs = [Disc(x, y, 3.0) for x, y in centres]
        return sum(disc.covers(one, "touched") for disc in discs for one in bases)

    assert covered() == plain()
    benchmark(covered)
    tell(run("a hundred thousand pairs", covered, {"the comparison alone": plain}), benchmark, capsys)


def chunked(centres: Any, bases: Any) -> int:
    """How many pairs of a template 3 inches across and a base touch, all against all, as much at once as fits a cache."""
    found = 0
    for at in range(0, len(centres), 256):
        part = centres[at : at + 256]
        dx, dy = part[:, 0, None] - bases[:, 0], part[:, 1, None] - bases[:, 1]
        found += int(np.count_nonzero(dx * dx + dy * dy <= (1.5 + bases[:, 2] / 2 + 1e-6) ** 2))
    return found


@pytest.mark.benchmark(group="geometry")
@pytest.mark.parametrize(("templates", "bases", "limit"), [(1_000, 1_000, 0.005), (10_000, 200, None)])
def test_many_templates_against_many_bases(
    benchmark: BenchmarkFixture, capsys: Any, templates: int, bases: int, limit: float | None
) -> None:
    """Limit: 5 ms for a thousand against a thousand, and no longer than chunked NumPy, which only counts; no pair wrong.

    Few bases against many templates are told: there the figures of the templates are most of the work.
    """
    from aqmf_air.geometry.plane.template import Base
    from aqmf_air.geometry.plane.under import under

    rng = np.random.default_rng(1917)
    centres, places = rng.uniform(0, 48, (templates, 2)), rng.uniform(0, 48, (bases, 2))
    sizes = rng.choice([1.0, 2.0, 3.0], bases)
    discs = [Disc(x, y, 3.0) for x, y in centres.tolist()]
    stands = [Base(x, y, size) for (x, y), size in zip(places.tolist(), sizes.tolist(), strict=True)]
    rows = np.column_stack([places, sizes])

    def tree() -> int:
        return len(under(discs, stands))

    def plain() -> int:
        return chunked(centres, rows)

    assert tree() == plain()
    benchmark(tree)
    race = run(f"{templates} templates against {bases} bases", tree, {"chunked NumPy": plain})
    tell(race, benchmark, capsys)
    if limit is not None:
        assert on_a_quiet_core(tree, 200) < limit
        assert race.ours <= race.rivals["chunked NumPy"]


QUIET = 16e-6
"""Seconds in which a quiet core adds up a thousand numbers; a disc takes it about four times as long then."""


def on_a_quiet_core(act: Callable[[], object], rounds: int = 600) -> float:
    """Seconds that something takes, warm, where nothing else is done: by what the core is busy with beside it."""
    times = []
    for _ in range(rounds):
        begun = thread_time()
        sum(range(1000))
        halfway = thread_time()
        act()
        times.append((thread_time() - halfway) / max(1.0, (halfway - begun) / QUIET))
    return sorted(times)[rounds // 10]


GAUGE = Gauge.beside(2, 0.5, 1 / 30)
RUN = fly(Pose(9, 6, 0), (Straight(5), Turn(60, "right"), Straight(4)), GAUGE)
BOMBS = [Disc(10, 12, 3), Disc(11, 12, 3), Disc(12, 13, 4), Disc(14, 14, 3)]
SHAPES: dict[str, tuple[Callable[[], Outlined], float]] = {
    "disc": (lambda: BOMBS[0], 100e-6),
    "arc of a gauge": (lambda: GAUGE.arc(Pose(9, 6, 30), "left", 90), 100e-6),
    "cardboard of a gauge": (lambda: GAUGE.cardboard(Pose(9, 6, 30), "left", 90), 100e-6),
    "fire arc": (lambda: fire_arc(Pose(9, 6, 30), "aft", 6), 100e-6),
    "path": (lambda: RUN, 100e-6),
    "band": (lambda: RUN.swept(1), 150e-6),
    "four templates": (lambda: together(BOMBS), 1e-3),
}
"""What shapes are made of, and the seconds that making one may take, outline and all, on a quiet core."""


@pytest.mark.benchmark(group="geometry")
@pytest.mark.parametrize("kind", SHAPES)
def test_a_shape_is_made_in_no_time(benchmark: BenchmarkFixture, capsys: Any, kind: str) -> None:
    """Told beside shapely's own circle with as many corners."""
    make, limit = SHAPES[kind]
    point, quarter = shapely.Point(10, 12), len(shapely.get_coordinates(shape_of(make()))) // 4

    def ours() -> object:
        return shape_of(make())

    benchmark(ours)
    tell(run(f"the shape of a {kind}", ours, {"shapely's circle": lambda: point.buffer(1.5, quarter)}), benchmark, capsys)
    assert on_a_quiet_core(ours) < limit


@pytest.mark.benchmark(group="geometry")
def test_a_reach_of_two_turns(benchmark: BenchmarkFixture, capsys: Any) -> None:
    """Goal: under a tenth of a second at 0.05 inch. The rival samples ends 0.05 inch apart along each straight and turn."""
    from aqmf_air.games.martian_aircraft.chapters.movement import gauge_of
    from aqmf_air.geometry.reach.reach import reach

    gauge, start = gauge_of(1, AircraftRulings()), Pose(24, 24, 0)

    def ours() -> float:
        return float(reach(start, gauge, 8, 12, 2).area)

    def sampled() -> int:
        turns = np.linspace(0, 2 * math.pi, 120)
        a, b, s = np.meshgrid(turns, turns, np.linspace(0, 12, 60), indexing="ij")
        left = 12 - s - 12 / math.tau * (a + b)
        ends = np.stack([2.5 * (1 - np.cos(a)) + s * np.sin(a), 2.5 * np.sin(a) + s * np.cos(a)], axis=-1)
        return int(np.unique(np.round(ends[left >= 0] / 0.05), axis=0).size)

    benchmark(ours)
    tell(run("the reach of two turns", ours, {"one coarse sampling of its ends": sampled}, rounds=5), benchmark, capsys)


@pytest.mark.benchmark(group="geometry")
@pytest.mark.parametrize("turn", ["beside, by table", "under, by table", "beside, by arc"])
def test_a_traced_reach_against_a_search_of_all_turns(benchmark: BenchmarkFixture, capsys: Any, turn: str) -> None:
    """The search is as exact, and takes any gauge and table; what tracing saves is why it is there."""
    from aqmf_air.geometry.plane.gauge import Gauge
    from aqmf_air.geometry.reach.search import Search
    from aqmf_air.geometry.reach.trace import traced

    gauge = {
        "beside, by table": Gauge.beside(2.0, 0.5, 1 / 30),
        "under, by table": Gauge.under(2.0, 1 / 30),
        "beside, by arc": Gauge.beside(2.0, 0.5),
    }[turn]

    def searched() -> object:
        return Search(gauge, 12, 18, 2, None).area()

    assert traced(gauge, 12, 18, 2).area == pytest.approx(Search(gauge, 12, 18, 2, None).area().area, rel=5e-3)
    benchmark(traced, gauge, 12, 18, 2)
    contest = run(f"the reach of 18 inches, gauge {turn}", lambda: traced(gauge, 12, 18, 2), {"search": searched}, rounds=3)
    tell(contest, benchmark, capsys)


@pytest.mark.benchmark(group="geometry")
@pytest.mark.parametrize(
    ("place", "speed"), [((10, 10, 250), 12), ((36, 3, 90), 12), ((36, 3, 200), 15), ((5, 40, 350), 18)]
)
def test_a_reach_near_the_edge_of_the_table(
    benchmark: BenchmarkFixture, capsys: Any, place: tuple[float, float, float], speed: float
) -> None:
    """Near an edge the path matters, not the end alone: what the edge holds back is searched for, and no more."""
    from aqmf_air.games.martian_aircraft.chapters.movement import gauge_of
    from aqmf_air.geometry.reach.reach import reach

    gauge, table = gauge_of(1, AircraftRulings()), Rectangle.sized(72, 48)

    def near() -> object:
        return reach(Pose(*place), gauge, speed * 2 / 3, speed, 2, table)

    def open_air() -> object:
        return reach(Pose(*place), gauge, speed * 2 / 3, speed, 2)

    benchmark(near)
    tell(
        run(f"the reach of {speed} inches at {place}", near, {"the same in the open": open_air}, rounds=3), benchmark, capsys
    )


@pytest.mark.benchmark(group="geometry")
def test_a_reach_of_three_turns_against_one_of_two(benchmark: BenchmarkFixture, capsys: Any) -> None:
    """The headings of a critical move follow from one angle, however many turns it has."""
    from aqmf_air.games.martian_aircraft.chapters.movement import gauge_of
    from aqmf_air.geometry.reach.reach import reach

    gauge, start = gauge_of(1, AircraftRulings()), Pose(24, 24, 0)

    def three() -> object:
        return reach(start, gauge, 8, 12, 3)

    def two() -> object:
        return reach(start, gauge, 8, 12, 2)

    benchmark(three)
    tell(run("the reach of three turns", three, {"of two": two}, rounds=3), benchmark, capsys)
