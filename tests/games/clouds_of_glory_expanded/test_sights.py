"""What guns bear on: a part of a ball in the gunnery template, held against points of the template."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose, Vector, vectors
from aqmf_air.games.clouds_of_glory.api import PILOT, gun_place, in_template
from aqmf_air.games.clouds_of_glory_expanded.sights import in_laid_template, in_sights
from tests.games.clouds_of_glory.fights import DVA, craft, melee

OWN = craft("a", DVA)
GAME = melee(OWN)
PLACE = st.tuples(*(st.floats(-14, 14) for _ in range(3)))
STEPS = 40


def nearest(ahead: float, aside: float, half: float, reach: float) -> float:
    """About how far a place is from a sector, from points of it."""
    angles = [radians(half * n / STEPS) for n in range(STEPS + 1)]
    lengths = [reach * n / (4 * STEPS) for n in range(4 * STEPS + 1)]
    return min(hypot(ahead - far * cos(off), aside - far * sin(off)) for off in angles for far in lengths)


@settings(max_examples=60)
@given(PLACE, st.floats(0, 359), st.floats(-80, 80), st.floats(0.0, 3))
def test_a_ball_is_in_sights_if_a_part_of_it_is(away: Vector, heading: float, nose: float, radius: float) -> None:
    own = api.replace(OWN, pose=SpacePose.level(30, 30, 20, heading, nose))
    game = api.replace(GAME, craft=(own,))
    place = vectors.add(own.pose.place, away)
    way = vectors.add(place, gun_place(game, own, PILOT), -1)
    ahead = vectors.dot(way, own.pose.ahead)
    aside = max(vectors.size(way) ** 2 - ahead**2, 0) ** 0.5
    apart = nearest(ahead, aside, game.tables.half_angle, game.tables.reach())
    if abs(apart - radius) > 0.1:
        assert in_sights(game, own, place, radius) is (apart < radius)
    assert in_sights(game, own, place, 0) is in_template(game, own, place)


@pytest.mark.parametrize(("far", "radius", "held"), [(8.0, 0, True), (8.4, 0.5, True), (8.6, 0.5, False), (0, 0, True)])
def test_what_reaches_into_the_end_of_the_template_is_in_it(far: float, radius: float, held: bool) -> None:
    game = GAME
    reach = game.tables.reach()
    place = (0.0, far - 8 + reach if far else 0.0, 0.0)
    assert not in_laid_template(game, (0, 0, 0), (0, 1, 0), (0, -1, 0), 0.5)
    assert in_laid_template(game, (0, 0, 0), (0, 1, 0), place, radius) is held
