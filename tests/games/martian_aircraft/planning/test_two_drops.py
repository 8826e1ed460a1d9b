"""Paths over two spots in closed form: each passes both, where it says and for what it says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.games.martian_aircraft.planning.flyer import Flyer
from aqmf_air.games.martian_aircraft.planning.ground import GroundTargets
from aqmf_air.games.martian_aircraft.planning.scene import PlanScene
from aqmf_air.games.martian_aircraft.planning.spots import pair_seeds, paths_over
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.chapters.to_hit import no_modifiers
from tests.games.martian_aircraft.planning.sampling import random_scene

spots = st.tuples(st.floats(-12, 12), st.floats(-12, 12)).map(lambda one: [round(value, 3) for value in one])


def flyer_of(seed: int, turns: int) -> Flyer:
    scene = PlanScene.model_validate({**random_scene(seed, 25, 1, {"light": 2}), "max_turns": turns})
    (sortie,) = scene.aircraft
    return Flyer(sortie, GroundTargets(scene, AircraftRulings(), no_modifiers), sortie.speed)


@given(spots, spots)
def test_every_path_leads_over_both_spots(first: list[float], second: list[float]) -> None:
    flyer = flyer_of(40, 2)
    for paths in paths_over(flyer, np.array([first]), np.array([second])):
        cost, before = float(paths.cost[0]), float(paths.first[0])
        if cost > 1_000:  # there is no such path
            continue
        move = np.zeros((1, flyer.moves.pieces))
        for number, piece in enumerate(paths.pieces):
            move[0, number] = np.broadcast_to(piece, (1,))[0]
        assert (move[0, ::2] >= 0).all()
        assert np.abs(move).sum() == pytest.approx(cost)
        passed = flyer.moves.points(flyer.moves.laid(move), np.array([[before, cost]]))[0]
        assert passed == pytest.approx(np.array([first, second]), abs=1e-6)


@pytest.mark.parametrize("seed", [40, 42])
def test_seeds_are_legal_and_those_that_are_not_too_long_are_worth_what_they_say(seed: int) -> None:
    flyer = flyer_of(seed, 2)
    goal = flyer.goal(((("light", 1),), (("light", 1),)), flyer.ground.worth)
    seeds = pair_seeds(flyer, goal, 32)
    assert 0 < len(seeds.values) <= 32
    assert flyer.moves.legal(flyer.moves.laid(seeds.spent)).all()
    values, _ = goal.valued(flyer.moves.laid(seeds.spent), seeds.at, None)
    true = np.isclose(values, seeds.values)
    assert true.sum() >= len(true) // 4  # the rest were too long, or fall at one place
