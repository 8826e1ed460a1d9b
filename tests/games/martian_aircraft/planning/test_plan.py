"""Plans against the rules that resolve them, and against a brute force that shares no code with the planner."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.games.martian_aircraft.chapters.scenes import BombingScene, BombRun
from aqmf_air.games.martian_aircraft.planning import best_run
from aqmf_air.games.martian_aircraft.planning.plan import Plan, plan
from aqmf_air.games.martian_aircraft.planning.scene import NoPlanError, PlanScene, Wishes, rounded_up
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from tests.games.martian_aircraft.planning.corpus import KEPT, corpus_scene, worths
from tests.games.martian_aircraft.planning.sampling import random_scene

STUCK = (9, 31, 84, 120, 124, 184)
"""Scenes whose best runs were missed once: narrow stretches, rare families of paths, two spots barely in reach."""
BRUTE: dict[str, float] = json.loads(KEPT.read_text(encoding="utf-8"))
"""What the fine brute force found, by scene."""


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
@pytest.mark.parametrize("seed", STUCK[1::2])  # tests/nightly plans many more
def test_a_plan_of_a_random_scene_is_legal_valued_by_the_rules_and_not_beaten(seed: int) -> None:
    assert share_of_brute_force(seed) >= 0.99


SECOND_TURNS = (
    (26, 120, 4.6112), (28, 120, 2.180623), (34, 120, 1.764), (38, 120, 3.2408), (87, 50, 2.6215), (98, 50, 1.25392)
)  # fmt: skip
"""Scenes whose best runs, with a spot within the second turn, were missed once, by up to a third; and their worth."""


@pytest.mark.parametrize(("seed", "elements", "worth"), SECOND_TURNS[::3])
def test_two_drops_are_found_that_need_a_spot_within_the_second_turn(seed: int, elements: int, worth: float) -> None:
    made = planned({**random_scene(seed, elements, 1, {"light": 2}), "max_turns": 2})
    assert worth - 1e-9 <= made.value <= made.upper_bound


def share_of_brute_force(seed: int) -> float:
    """What a plan is worth beside what the fine brute force found; everything else about it has to hold."""
    scene, brute = corpus_scene(seed), BRUTE[str(seed)]
    try:
        made = planned(scene)
    except NoPlanError:
        assert brute == 0, seed
        return 1.0
    document = made.document()
    run = resolved(scene, document)
    assert run.legal, (seed, run.problems)
    assert all(move.departure is None for move in run.moves), seed
    assert document["value"] == pytest.approx(worth_damaged(scene, run), abs=1e-12), seed
    assert document["value"] <= document["upper_bound"], seed
    assert brute <= document["upper_bound"] + 1e-6, seed  # the kept figure is rounded to that
    assert all(turns_of(one["path"]) <= scene["max_turns"] for one in document["aircraft"]), seed
    assert not silly(document), seed
    return float(document["value"]) / brute if brute else 1.0


def silly(document: dict[str, Any]) -> list[Any]:
    """Pieces that no hand would lay: turns of less than a degree, straights of less than a twentieth of an inch."""
    return [
        piece
        for one in document["aircraft"]
        for piece in one["path"]
        if piece.get("turn", 360) < 1 or 0 < piece.get("straight", 1) < 0.05
    ]


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


# -- several drops --------------------------------------------------------------------------------------------------------


def three_bombs() -> dict[str, Any]:
    """An aircraft with three bombs, a tripod ahead to its left, and a friend beyond."""
    base = {"defense": 6, "armor": 11}
    return {
        "aircraft": [
            {
                "id": "a1",
                "speed": 12,
                "base_diameter": 1,
                "start": {"x": 10, "y": 10, "facing": 90},
                "bombs": {"light": 2, "medium": 1},
            }
        ],
        "elements": [
            {"id": "t", "side": "martian", "x": 15, "y": 14, "base_diameter": 2, **base},
            {"id": "f", "side": "human", "x": 18, "y": 14, "base_diameter": 1, **base},
        ],
    }


def test_all_bombs_apart_on_one_target_where_that_is_best() -> None:
    made = planned(three_bombs())
    # each hits on 6+; a light bomb damages on 8+, a medium one on 7+
    assert made.value == pytest.approx(1 - (1 - 0.5 * 0.3) ** 2 * (1 - 0.5 * 0.4))
    assert made.run.chance_of["f"].of(1) == 0
    assert made.upper_bound == pytest.approx(made.value)
    (flown,) = made.document()["aircraft"]
    assert len(flown["drops"]) == 3
    assert all((piece.get("turn") or 30 * piece["straight"]) % 15 == 0 for piece in flown["path"]), "whole halves of an inch"


@pytest.mark.parametrize("bombs", [{"light": 2}, {"medium": 2}, {"light": 3}, {"light": 1, "medium": 1}])
def test_on_one_large_target_ahead_every_bomb_falls_alone(bombs: dict[str, int]) -> None:
    scene = lone([(20, 18)], bombs)
    made = planned(scene)
    light, medium = 0.6 * 0.5, 0.6 * 0.6
    assert made.value == pytest.approx(1 - (1 - light) ** bombs.get("light", 0) * (1 - medium) ** bombs.get("medium", 0))
    assert made.gap == pytest.approx(0, abs=1e-6)


# -- limits ---------------------------------------------------------------------------------------------------------------


def test_without_turns_it_flies_straight() -> None:
    scene = {**lone([(20, 18), (24, 14)], {"light": 1}), "max_turns": 0}
    (flown,) = planned(scene).document()["aircraft"]
    assert all("straight" in piece for piece in flown["path"])
    assert planned(scene).run.chance_of["t1"].of(1) == 0


def test_more_turns_are_never_worth_less() -> None:
    scene = {**corpus_scene(22), "max_turns": 2}
    scene["aircraft"][0]["bombs"] = {"light": 1}
    values = []
    for turns in range(4):
        try:
            values.append(planned({**scene, "max_turns": turns}).value)
        except NoPlanError:
            values.append(0.0)
    assert all(after >= 0.99 * before for before, after in itertools.pairwise(values))


@pytest.mark.rule("AIR-MOVE-7")
def test_along_the_edge_it_stays_on_the_table() -> None:
    scene = lone([(20, 3.2)], {"light": 1})
    scene["aircraft"][0]["start"] = {"x": 8, "y": 1.5, "facing": 90}
    scene["table"] = {"width": 48, "depth": 36}
    made = planned(scene)
    assert made.value == pytest.approx(0.3)
    assert all(move.departure is None for move in made.run.moves)


LEAVING: tuple[Any, ...] = ("lost", "return")
"""Rulings of ``table_edge`` that let an aircraft leave."""


def at_the_edge(x: float, bombs: dict[str, int], target: float) -> dict[str, Any]:
    """One aircraft that faces the left edge, ``x`` inches from it, and a tripod, ``target`` inches from it."""
    scene = lone([(target, 10)], bombs, armor=7) | {"table": {"width": 72, "depth": 48}}
    scene["aircraft"][0] |= {"speed": 12, "start": {"x": x, "y": 10, "facing": 270}}
    return scene


@pytest.mark.rule("AIR-MOVE-7")
@pytest.mark.parametrize("edge", LEAVING)
@pytest.mark.parametrize("step", [None, 0.5, 5.0])
@pytest.mark.parametrize(("x", "turns"), [(4.0, 0), (0.5, 2), (0.0, 2)])
def test_what_cannot_stay_on_the_table_bombs_before_it_leaves(edge: Any, step: float | None, x: float, turns: int) -> None:
    scene = at_the_edge(x, {"light": 1}, max(0.0, x - 0.5)) | {"max_turns": turns}
    made = plan(PlanScene.model_validate(scene), AircraftRulings(table_edge=edge), wishes=Wishes(step=step))
    document = made.document()
    run = resolved(scene, document, table_edge=edge)
    assert run.legal
    assert made.leaving == ("a0",)
    assert document["aircraft"][0]["leaves"]["then"] == edge
    assert document["value"] == pytest.approx(worth_damaged({"worth": {}, **scene}, run), abs=1e-12)
    assert document["value"] == pytest.approx(0.63)  # 2+ to hit is 9 faces of 10, 7 less 3 is 4+, 7 faces
    assert document["value"] <= document["upper_bound"]


@pytest.mark.rule("AIR-MOVE-7")
@pytest.mark.parametrize("edge", LEAVING)
@pytest.mark.parametrize("wishes", [Wishes(), Wishes(step=1), Wishes(at_least=0.3), Wishes(guns=1)])
def test_an_aircraft_that_cannot_stay_does_not_keep_the_others_from_bombing(edge: Any, wishes: Wishes) -> None:
    scene = at_the_edge(0.5, {"light": 1}, 30)
    scene["aircraft"].append({**scene["aircraft"][0], "id": "a1", "start": {"x": 30, "y": 2, "facing": 0}})
    made = plan(PlanScene.model_validate(scene), AircraftRulings(table_edge=edge), wishes=wishes)
    assert resolved(scene, made.document(), table_edge=edge).legal
    assert made.value == pytest.approx(0.63)
    assert made.leaving == ("a0",)
    assert [len(one["drops"]) for one in made.document()["aircraft"]] == [0, 1]
    assert all(shot.aircraft == "a1" for shot in made.shots)  # nobody shoots from off the table


@pytest.mark.rule("AIR-MOVE-7")
def test_where_leaving_is_forbidden_an_aircraft_that_has_to_leave_has_no_legal_run() -> None:
    scene = at_the_edge(0.5, {"light": 1}, 0.3)
    scene["aircraft"].append({**scene["aircraft"][0], "id": "a1", "start": {"x": 3, "y": 2, "facing": 0}})
    with pytest.raises(NoPlanError, match=r"no legal run, as every move of a0, .* was found to leave the table"):
        planned(scene, table_edge="forbidden")


@pytest.mark.rule("AIR-MOVE-7")
@pytest.mark.parametrize("edge", LEAVING)
def test_no_aircraft_is_given_up_for_its_bombs(edge: Any) -> None:
    """It could bomb a target on the edge straight ahead, and be gone."""
    scene = at_the_edge(4, {"light": 1}, 0)
    gone = {"aircraft": [{"id": "a0", "path": [{"straight": 8}], "drops": [{"at": 3.5, "bombs": {"light": 1}}]}]}
    run = resolved(scene, gone, table_edge=edge, under_template="centre")
    assert run.legal
    assert run.chance_of["t0"].of(1) > 0
    with pytest.raises(NoPlanError, match="no legal run that stays on the table drops a bomb"):
        planned({**scene, "max_turns": 1}, table_edge=edge, under_template="centre")


@pytest.mark.rule("AIR-MOVE-7")
@pytest.mark.parametrize("depth", [24, 25])
def test_a_start_on_the_very_edge_is_as_good_as_one_beside_it(depth: int) -> None:
    """It may turn at once, in whole steps too."""
    first = {"id": "e0", "side": "martian", "x": 9.75, "y": 19.53, "base_diameter": 0.5, "defense": 6, "armor": 9}
    second = {"id": "e1", "side": "martian", "x": 3.59, "y": 15.04, "base_diameter": 1.5, "defense": 2, "armor": 3}
    scene = lone([], {"light": 2}) | {
        "elements": [{**first, "cover": "soft"}, second],
        "table": {"width": 24, "depth": depth},
    }
    scene["aircraft"][0] |= {"speed": 12, "start": {"x": 12, "y": 24, "facing": 142}}
    made = plan(
        PlanScene.model_validate(scene), AircraftRulings(turn_geometry="gauge-under-centre"), wishes=Wishes(step=0.5)
    )
    assert made.value == pytest.approx(1.01)  # turn right 90 degrees, straight 8 1/2 inches


@pytest.mark.parametrize(
    "rulings",
    [
        {"turn_geometry": "gauge-under-centre"},
        {"turn_cost": "true-arc"},
        {"under_template": "centre"},
        {"mixed_bombs": "separate"},
        {"table_edge": "forbidden"},
    ],
)
def test_other_rulings_make_other_plans_that_hold_under_them(rulings: dict[str, Any]) -> None:
    scene = corpus_scene(22)
    made = planned(scene, **rulings)
    document = made.document()
    run = resolved(scene, document, **rulings)
    assert run.legal
    assert document["value"] == pytest.approx(worth_damaged(scene, run), abs=1e-12)
    assert 0 < document["value"] <= document["upper_bound"]


def test_the_same_scene_gives_the_same_plan() -> None:
    assert planned(corpus_scene(26)).document() == planned(corpus_scene(26)).document()


def test_the_way_in_takes_a_document() -> None:
    assert best_run(three_bombs()).document() == planned(three_bombs()).document()


def test_what_does_the_same_is_flown_in_one_piece_of_whole_inches() -> None:
    (flown,) = planned(lone([(20, 18)], {"light": 1})).document()["aircraft"]
    assert len(flown["path"]) == 1
    assert flown["path"][0]["straight"] == round(flown["path"][0]["straight"])
    assert flown["drops"][0]["at"] == round(flown["drops"][0]["at"])
