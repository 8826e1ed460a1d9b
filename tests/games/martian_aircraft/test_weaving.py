"""Weaves: the finding that small turns get farther ahead than a straight line, under each pair of rulings."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest

from aqmf_air.games.martian_aircraft.chapters.movement import WeavingWay, weaving_ways
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.track import Straight, Turn, fly

K = 12 / (2 * math.pi)


def ways(turns: int = 8) -> dict[tuple[str, str], WeavingWay]:
    return {(way.turn_geometry, way.turn_cost): way for way in weaving_ways(12, 1, turns)}


@pytest.mark.rule("AIR-MOVE-4")
def test_a_weave_gains_only_where_a_turn_is_charged_less_than_it_flies() -> None:
    found = ways()
    for geometry, radius in (("gauge-beside-base", 2.5), ("gauge-under-centre", 2.0)):
        assert {round(one.ahead, 9) for one in found[geometry, "true-arc"].weaves} == {12}
        gaining = found[geometry, "source-table"]
        assert all(one.ahead < other.ahead < gaining.limit for one, other in pairwise(gaining.weaves))
        assert gaining.limit == pytest.approx(12 * radius / K)


@pytest.mark.rule("AIR-MOVE-4")
def test_the_figures_for_a_twelve_inch_aircraft() -> None:
    ahead = [round(one.ahead, 2) for one in ways()["gauge-beside-base", "source-table"].weaves]
    assert ahead == [12.0, 12.27, 12.82, 13.37, 13.92, 14.46, 14.87, 15.1, 15.25]


@pytest.mark.rule("AIR-MOVE-4")
def test_each_weave_is_a_legal_track_that_gets_as_far_as_it_says() -> None:
    for way in ways().values():
        for turns, one in enumerate(way.weaves):
            path = fly(Pose(0, 0, 0), one.track, way.gauge)
            assert path.spent == pytest.approx(12)
            assert path.end.y == pytest.approx(one.ahead)
            assert sum(isinstance(piece, Turn) for piece in one.track) <= turns


@pytest.mark.rule("AIR-MOVE-4")
def test_no_track_that_was_tried_gets_farther_with_as_many_turns() -> None:
    rng = random.Random(1916)
    way = ways(4)["gauge-beside-base", "source-table"]
    for turns in range(1, 5):
        for _ in range(400):
            assert _random_track(rng, way.gauge, turns) <= way.weaves[turns].ahead + 1e-9


@pytest.mark.rule("AIR-MOVE-4")
def test_the_note_in_the_register() -> None:
    """A full weave to an angle a either side gains (pi / 6) (2 + r) sin(a) / a inches ahead for each inch charged."""
    gauge = ways()["gauge-beside-base", "source-table"].gauge
    for degrees in (10, 30, 60):
        a = math.radians(degrees)
        wave = (Turn(degrees, "right"), Turn(2 * degrees, "left"), Turn(degrees, "right"))
        path = fly(Pose(0, 0, 0), wave, gauge)
        assert path.end.y / path.spent == pytest.approx(math.pi / 6 * 2.5 * math.sin(a) / a)


def _random_track(rng: random.Random, gauge: Gauge, turns: int) -> float:
    """How far ahead a random track of so many turns gets, with straights between, spending 12 inches."""
    shares = [rng.random() ** 3 for _ in range(2 * turns + 1)]
    scale = 12 / sum(shares)
    pieces: list[Straight | Turn] = [Straight(shares[0] * scale)]
    for number in range(turns):
        degrees = shares[2 * number + 1] * scale / gauge.inches_per_degree
        pieces += [
            Turn(min(360.0, max(degrees, 1e-9)), rng.choice(["left", "right"])),
            Straight(shares[2 * number + 2] * scale),
        ]
    return fly(Pose(0, 0, 0), pieces, gauge).end.y
