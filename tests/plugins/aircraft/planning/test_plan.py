"""Plans against the rules that resolve them, and against a brute force that shares no code with the planner."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.plugins.aircraft.bomb_run import BombRun
from aqmf_air.plugins.aircraft.planning.plan import NoPlanError, Plan, plan, rounded_up
from aqmf_air.plugins.aircraft.planning.scene import PlanScene
from aqmf_air.plugins.aircraft.rulings import AircraftRulings
from aqmf_air.plugins.aircraft.scenes import BombingScene
from tests.plugins.aircraft.planning.sampling import best_sampled, random_scene, worths

CORPUS = 200
PER_TEST = 10


def planned(scene: dict[str, Any], **rulings: Any) -> Plan:
    return plan(PlanScene.model_validate(scene), AircraftRulings(**rulings))


def resolved(scene: dict[str, Any], document: dict[str, Any], **rulings: Any) -> BombRun:
    """What the plan's JSON does when it is merged into the scene and handed to the resolution of bombing runs."""
    flown = {one["id"]: one for one in json.loads(json.dumps(document))["aircraft"]}
    aircraft = [{**one, "path": flown[one["id"]]["path"], "drops": flown[one["id"]]["drops"]} for one in scene["aircraft"]]
    kept = {key: value for key, value in scene.items() if key not in ("max_turns", "worth")}
    return BombRun(BombingScene.model_validate({**kept, "aircraft": aircraft}), AircraftRulings(**rulings))


def worth_damaged(scene: dict[str, Any], run: BombRun) -> float:
    chance: dict[str, dict[str, float]] = run.document()["by_element"]
    pairs = zip(scene["elements"], worths(scene), strict=True)
    return sum(float(worth) * chance[one["id"]]["p"] for one, worth in pairs)


def turns_of(path: list[dict[str, Any]]) -> int:
    return sum("turn" in piece for piece in path)


@pytest.mark.rule("AIR-BOMB-2")
@pytest.mark.parametrize("first", range(0, CORPUS, PER_TEST))
def test_plans_of_random_scenes_are_legal_valued_by_the_rules_and_not_beaten(first: int) -> None:
    for seed in range(first, first + PER_TEST):
        scene = random_scene(seed)
        sampled = best_sampled(scene, 2000, seed)
        try:
            made = planned(scene)
        except NoPlanError:
            assert sampled <= 0, seed
            continue
        document = made.document()
        run = resolved(scene, document)
        assert run.legal, (seed, run.problems)
        assert all(move.departure is None for move in run.moves), seed
        assert document["value"] == pytest.approx(worth_damaged(scene, run), abs=1e-12), seed
        assert document["value"] >= 0.99 * sampled, seed
        assert document["value"] <= document["upper_bound"], seed
        assert sampled <= document["upper_bound"], seed
        assert all(turns_of(one["path"]) <= scene["max_turns"] for one in document["aircraft"]), seed


@pytest.mark.rule("AIR-BOMB-6")
def test_bombs_fall_together_where_the_larger_template_takes_more() -> None:
    ring = [(20.0, 21.9), (21.645, 19.05), (18.355, 19.05)]  # no two under a 2 inch template, all three under one of 3
    scene = lone(ring, {"light": 2}, armor=2)
    (flown,) = planned(scene).document()["aircraft"]
    assert [one["bombs"] for one in flown["drops"]] == [{"light": 2}]


@given(st.floats(0, 10_000))
def test_a_rounded_bound_is_still_a_bound(bound: float) -> None:
    assert bound <= rounded_up(bound) <= bound + 1.001e-9
    assert rounded_up(rounded_up(bound)) == rounded_up(bound)


def test_bombs_fall_apart_where_one_template_cannot_take_both() -> None:
    scene = lone([(20, 16), (20, 22)], {"light": 2}, armor=2)
    made = planned(scene).document()
    assert [one["bombs"] for one in made["aircraft"][0]["drops"]] == [{"light": 1}, {"light": 1}]
    assert made["value"] == pytest.approx(2 * 0.9 * 0.9)


def test_bombs_of_several_aircraft_on_one_target_are_not_counted_twice() -> None:
    scene = lone([(20, 18)], {"light": 1})
    scene["aircraft"].append({**scene["aircraft"][0], "id": "a1", "start": {"x": 22, "y": 10, "facing": 0}})
    made = planned(scene).document()
    p = 0.6 * 0.5
    assert made["value"] == pytest.approx(1 - (1 - p) ** 2)
    assert made["value"] <= made["upper_bound"] <= 2 * p


def test_a_friend_beside_the_target_is_kept_out() -> None:
    scene = lone([(20, 18)], {"light": 1})
    scene["elements"].append({**scene["elements"][0], "id": "friend", "side": "human", "x": 21.5})
    made = planned(scene)
    assert made.run.chance_of["friend"].of(1) == 0
    assert made.value == pytest.approx(0.6 * 0.5)


@pytest.mark.rule("AIR-BOMB-7")
def test_what_flies_is_no_target() -> None:
    scene = lone([(20, 18)], {"light": 1})
    scene["elements"][0]["kind"] = "aircraft"
    with pytest.raises(NoPlanError, match="no targets"):
        planned(scene)


def lone(martians: list[tuple[float, float]], bombs: dict[str, int], armor: int = 9) -> dict[str, Any]:
    """One aircraft at (20, 10) that flies up the table, and Martians."""
    return {
        "aircraft": [
            {"id": "a0", "speed": 15, "base_diameter": 1, "start": {"x": 20, "y": 10, "facing": 0}, "bombs": bombs}
        ],
        "elements": [
            {
                "id": f"t{n}",
                "side": "martian",
                "x": x,
                "y": y,
                "base_diameter": 1,
                "defense": 2 if armor < 9 else 5,
                "armor": armor,
            }
            for n, (x, y) in enumerate(martians)
        ],
    }
