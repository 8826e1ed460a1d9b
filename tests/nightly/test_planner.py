"""Bounds of the planner: scenes of the kept corpus against a brute force, and what no sampled run exceeds."""

from __future__ import annotations

import os

import pytest

from tests.games.martian_aircraft.planning import test_bound, test_plan
from tests.games.martian_aircraft.planning.corpus import SCENES

SEEDS = range(SCENES) if os.environ.get("AQMF_CORPUS") == "all" else sorted({*range(15, SCENES, 40), *test_plan.STUCK})
"""Every fortieth scene of the corpus and those whose best runs were missed once, or all, which takes minutes."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_plan_of_a_random_scene_is_legal_valued_by_the_rules_and_not_beaten(seed: int) -> None:
    assert test_plan.share_of_brute_force(seed) >= 0.99


@pytest.mark.parametrize(("seed", "elements", "worth"), test_plan.SECOND_TURNS)
def test_two_drops_are_found_that_need_a_spot_within_the_second_turn(seed: int, elements: int, worth: float) -> None:
    test_plan.test_two_drops_are_found_that_need_a_spot_within_the_second_turn(seed, elements, worth)


@pytest.mark.parametrize("bombs", [{"light": 1}, {"light": 2}, {"medium": 2}])
@pytest.mark.parametrize("seed", range(300, 303))
def test_no_sampled_legal_run_of_a_small_scene_is_worth_more_than_the_bound(seed: int, bombs: dict[str, int]) -> None:
    test_bound.test_no_sampled_legal_run_of_a_small_scene_is_worth_more_than_the_bound(seed, bombs)


@pytest.mark.parametrize("seed", range(311, 314))
def test_no_shot_from_the_end_of_a_legal_move_is_worth_more_than_its_bound(seed: int) -> None:
    test_bound.test_no_shot_from_the_end_of_a_legal_move_is_worth_more_than_its_bound(seed)
