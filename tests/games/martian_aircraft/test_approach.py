"""Suicide runs: the nearest tripod, and a flight with the gauge that ends in contact with it."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.dice.chance import chances
from aqmf_air.games.martian_aircraft.chapters.movement import gauge_of
from aqmf_air.games.martian_aircraft.chapters.suicide_run import (
    Approach,
    _Search,
    approach,
    chosen_by_dice,
    nearest_tripods,
    phases_of,
)
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.template import Base
from aqmf_air.geometry.plane.track import Straight, Turn, fly

TABLE = Rectangle.sized(48, 48)
CONTACT = 2.0
"""Radii of the aircraft's base, 1 inch across, and of the tripod's, 3 inches across."""


def fly_at(start: Pose, x: float, y: float, table: Rectangle | None = None, **rulings: Any) -> Approach | None:
    return approach(start, 12, 1, Base(x, y, 3), AircraftRulings(**rulings), table)


def costs(run: Approach, **rulings: Any) -> list[float]:
    gauge = gauge_of(1, AircraftRulings(**rulings))
    return [sum(gauge.cost(piece) for piece in phase) for phase in run.phases]


@pytest.mark.rule("AIR-RUN-2")
def test_straight_ahead_it_flies_full_speed_until_it_touches() -> None:
    run = fly_at(Pose(0, 0, 0), 0, 30)
    assert run is not None
    assert run.phases == ((Straight(12),), (Straight(12),), (Straight(4),))
    near = fly_at(Pose(0, 0, 0), 0, 5)
    assert near is not None
    assert near.phases == ((Straight(3),),)
    nearer = fly_at(Pose(0, 0, 0), 0, 2.5, turn_cost="true-arc")
    assert nearer is not None
    assert nearer.phases == ((Straight(0.5),),)
    graze = fly_at(Pose(0, 0, 0), 1.9, 10, turn_cost="true-arc")  # contact comes when the middle is 0.62 inches ahead
    assert graze is not None
    assert costs(graze) == pytest.approx([10 - math.sqrt(CONTACT**2 - 1.9**2)])


@pytest.mark.rule("AIR-RUN-2")
def test_in_contact_already_it_need_not_fly() -> None:
    run = fly_at(Pose(0, 0, 90), 0, 2)
    assert run == Approach(Pose(0, 0, 90), ())


@pytest.mark.rule("AIR-RUN-2")
def test_it_turns_with_the_gauge_or_flies_straight_at_it() -> None:
    behind = fly_at(Pose(0, 0, 0), 0, -20)
    assert behind is not None
    assert isinstance(behind.track[0], Turn)
    assert behind.start == Pose(0, 0, 0)
    direct = fly_at(Pose(0, 0, 0), 0, -20, run_turns="direct")
    assert direct == Approach(Pose(0, 0, 180), ((Straight(12),), (Straight(6),)))


@pytest.mark.rule("AIR-RUN-2")
@pytest.mark.parametrize(("side", "sign"), [("right", 1), ("left", -1)])
@pytest.mark.parametrize(("x", "y"), [(5, 0), (4, 3), (0, -3)])
def test_a_turn_ends_at_the_first_contact(x: float, y: float, side: Any, sign: int) -> None:
    """Against a walk around the circle, a hundredth of a degree at a time."""
    search = _Search(Pose(0, 0, 0), gauge_of(1, AircraftRulings()), 12, Base(sign * x, y, 3), CONTACT, None)
    (turn,) = search.way(359, side, 0).track
    a = np.radians(np.arange(0, 360, 0.01))
    touches = np.hypot(x - 2.5 * (1 - np.cos(a)), y - 2.5 * np.sin(a)) <= CONTACT
    assert isinstance(turn, Turn)
    assert turn.side == side
    assert turn.degrees == pytest.approx(float(np.degrees(a[touches.argmax()])), abs=0.02)


@pytest.mark.further
@pytest.mark.rule("AIR-RUN-2")
@settings(max_examples=60, deadline=None)
@given(
    st.floats(0, 48),
    st.floats(0, 48),
    st.floats(0, 359),
    st.floats(0, 48),
    st.floats(0, 48),
    st.sampled_from(["gauge-beside-base", "gauge-under-centre"]),
    st.sampled_from(["source-table", "true-arc"]),
)
def test_every_run_is_legal_and_ends_at_the_first_contact(
    x: float, y: float, facing: float, tx: float, ty: float, geometry: Any, cost: Any
) -> None:
    start, rulings = Pose(x, y, facing), {"turn_geometry": geometry, "turn_cost": cost}
    run = fly_at(start, tx, ty, TABLE, **rulings)
    if run is None or not run.phases:
        assert run is None or start.distance(tx, ty) <= CONTACT + 1e-6
        return
    path = fly(run.start, run.track, gauge_of(1, AircraftRulings(**rulings)))
    assert path.end.distance(tx, ty) == pytest.approx(CONTACT, abs=1e-6)
    assert path.leaves(TABLE) is None
    before = [path.at_spent(path.spent * number / 200).distance(tx, ty) for number in range(200)]
    assert min(before) > CONTACT - 1e-6
    *full, last = costs(run, **rulings)
    assert full == pytest.approx([12] * len(full))
    assert 0 < last <= 12 + 1e-9


@pytest.mark.rule("AIR-RUN-2")
@settings(max_examples=15, deadline=None)
@given(st.floats(0, 359), st.floats(2.5, 40))
def test_no_way_of_two_turns_and_a_straight_saves_a_phase(bearing: float, between: float) -> None:
    """Against a search that lays every such way on a grid; what misses by a twentieth of an inch is no miss."""
    x, y = between * math.sin(math.radians(bearing)), between * math.cos(math.radians(bearing))
    run = fly_at(Pose(0, 0, 0), x, y)
    assert run is not None
    radius, rate = 2.5, 12 / (2 * math.pi)
    a, b = np.meshgrid(np.radians(np.arange(0, 360, 1.5)), np.radians(np.arange(0, 360, 1.5)))
    best = math.inf
    for sign in (1, -1):  # a to the right and b to the left, or the mirror image of it
        px = radius * (1 - np.cos(a)) - radius * (np.cos(a - b) - np.cos(a))
        py = radius * np.sin(a) + radius * (np.sin(a) - np.sin(a - b))
        ahead, aside = np.sin(a - b), np.cos(a - b)
        along, across = (sign * x - px) * ahead + (y - py) * aside, (sign * x - px) * aside - (y - py) * ahead
        hits = (along >= 0) & (np.abs(across) <= CONTACT)
        straight = along[hits] - np.sqrt(CONTACT**2 - across[hits] ** 2)
        best = min(best, float((rate * (a + b)[hits] + np.maximum(0, straight)).min(initial=math.inf)))
    assert best < math.inf
    assert len(run.phases) <= math.ceil((best + 0.05) / 12)


@pytest.mark.rule("AIR-RUN-2")
@settings(max_examples=25, deadline=None)
@given(st.floats(0, 359), st.floats(6, 40))
def test_of_the_ways_with_one_turn_it_flies_the_cheapest(bearing: float, between: float) -> None:
    """Against a search that tries a turn of every hundredth of a degree to the side that it takes."""
    x, y = between * math.sin(math.radians(bearing)), between * math.cos(math.radians(bearing))
    run = fly_at(Pose(0, 0, 0), x, y)
    assert run is not None
    turned = sum(piece.degrees for piece in run.track if isinstance(piece, Turn))
    sides = {piece.side for piece in run.track if isinstance(piece, Turn)}
    if len(sides) != 1:
        return  # straight ahead, or a second turn that saves a phase
    sign = 1 if sides == {"right"} else -1
    a = np.radians(np.arange(0, turned + 60, 0.01))
    px, py = sign * 2.5 * (1 - np.cos(a)), 2.5 * np.sin(a)
    ahead, aside = sign * np.sin(a), np.cos(a)
    along, across = (x - px) * ahead + (y - py) * aside, (x - px) * aside - (y - py) * ahead
    hits = (along >= 0) & (np.abs(across) <= CONTACT)
    least = 12 / (2 * math.pi) * a[hits] + np.maximum(0, along[hits] - np.sqrt(CONTACT**2 - across[hits] ** 2))
    assert sum(costs(run)) <= least.min() + 1e-4


@pytest.mark.rule("AIR-RUN-2")
def test_walled_in_there_is_no_way() -> None:
    assert fly_at(Pose(47.5, 24, 90), 10, 24, TABLE) is None
    assert fly_at(Pose(47.5, 24, 90), 10, 24) is not None
    assert fly_at(Pose(47.5, 24, 90), 10, 24, TABLE, run_turns="direct") is not None


def test_a_track_is_cut_where_speed_is_spent() -> None:
    gauge = gauge_of(1, AircraftRulings())
    track = (Straight(10), Turn(90, "left"), Straight(11))
    assert phases_of(track, gauge, 12) == ((Straight(10), Turn(60, "left")), (Turn(30, "left"), Straight(11)))
    assert phases_of((Straight(24),), gauge, 12) == ((Straight(12),), (Straight(12),))
    assert phases_of((Straight(12), Turn(30, "right")), gauge, 12) == ((Straight(12),), (Turn(30, "right"),))
    assert phases_of((Straight(11.5), Turn(30, "right")), gauge, 12) == (
        (Straight(11.5), Turn(15, "right")),
        (Turn(15, "right"),),
    )
    assert phases_of((Turn(330, "left"), Straight(3)), gauge, 12) == ((Turn(330, "left"), Straight(1)), (Straight(2),))


@pytest.mark.rule("AIR-RUN-1")
def test_the_nearest_tripod_by_the_ruling_on_range() -> None:
    wide, narrow = Base(0, 11, 4), Base(10, 0, 1)
    tripods = {"wide": wide, "narrow": narrow}
    here = Pose(0, 0, 0)
    assert nearest_tripods(here, tripods, AircraftRulings()) == ("wide",)
    assert nearest_tripods(here, tripods, AircraftRulings(range_from_air="centre-to-centre")) == ("narrow",)
    assert nearest_tripods(here, {}, AircraftRulings()) == ()


@pytest.mark.rule("AIR-RUN-1")
def test_a_tie_is_for_the_player_or_for_the_dice() -> None:
    tripods = {"b": Base(0, 10, 2), "a": Base(10 + 1e-7, 0, 2), "c": Base(-10 - 1e-5, 0, 2)}
    nearest = nearest_tripods(Pose(0, 0, 0), tripods, AircraftRulings())
    assert nearest == ("a", "b")
    assert dict(chances(chosen_by_dice, nearest)) == {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    assert dict(chances(chosen_by_dice, ("a",))) == {"a": 1}
