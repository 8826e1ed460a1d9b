"""Places that an extension has aircraft come to: who comes to them, automatic sides that do, moves that are offered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air import api
from aqmf_air.api import Extension, hookimpl, kinds
from aqmf_air.api.geometry import SpacePose, SpacePoses, space
from aqmf_air.games.clouds_of_glory.api import RULESET, CloudsGame, Craft, Goal, in_template
from aqmf_air.games.clouds_of_glory.automatic.goals import comes, lined_up
from aqmf_air.games.clouds_of_glory.chapters.course import course_of, handling_of
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, move_of, runs
from aqmf_air.games.clouds_of_glory.chapters.plans import PlanPiece, against_plan, end_of, plan_of
from aqmf_air.games.clouds_of_glory.ui.planner import Ahead, Draft, aims, others, whole_moves
from aqmf_air.plugins.registry import Registry, load_registry
from tests.games.clouds_of_glory.fights import aircraft, fight

NAMED: dict[str, Sequence[Goal]] = {}


@hookimpl
def clouds_goals(ruleset: str, game: CloudsGame, craft: Craft) -> Sequence[Goal]:
    return NAMED.get(craft.id, ())


@cache
def registry() -> Registry:
    return load_registry(
        entry_points=False, extra=[("goals", SimpleNamespace(GOALS=Extension(id=RULESET), clouds_goals=clouds_goals))]
    )


def alone(**rulings: Any) -> CloudsGame:
    """A Camel in the middle, flying north, its enemy far off."""
    far = aircraft("far", "germany", at=[3, 3, 40], heading=90)
    return fight(aircraft("own", "entente", "Sopwith Camel"), far, waiting=("own", "far"), **rulings)


def own(game: CloudsGame) -> SpacePose:
    return game.of("own").pose


def clouds() -> Any:
    return registry().ruleset("clouds")


def ended(game: CloudsGame, order: Any) -> Any:
    return course_of(move_of(game, game.of("own"), order.throttle, 0), plan_of(order.plan)).end


def has_come(game: CloudsGame, goal: Goal, end: SpacePose) -> bool:
    tables, handling = game.tables, handling_of(game, game.of("own"))
    ends = SpacePoses.all_at(end, 1)
    reach = tables.reach(game.rulings.gunnery_bands)
    return bool(comes(goal, game.of("own").pose, ends, handling.reach, tables.half_angle, reach)[0])


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(*(st.floats(-15, 15) for _ in range(3))).filter(lambda off: max(map(abs, off)) > 0.01),
    st.tuples(st.floats(0, 360), st.floats(-80, 80), st.floats(-180, 180)),
)
def test_a_point_before_the_guns_is_one_in_the_template(off: Any, lies: Any) -> None:
    game = alone(shot_points="one-point")
    game = game.changed("own", pose=space.rolled(SpacePose.level(30, 30, 20, *lies[:2]), lies[2]))
    place = (30 + off[0], 30 + off[1], 20 + off[2])
    assert has_come(game, Goal("g", "it", place), game.of("own").pose) == in_template(game, game.of("own"), place)


@pytest.mark.parametrize(
    ("goal", "end", "there"),
    [
        (Goal("g", "it", (30, 40, 20)), SpacePose.level(30, 30, 20, 0), True),
        (Goal("g", "it", (33, 40, 20)), SpacePose.level(30, 30, 20, 0), False),
        (Goal("g", "it", (33, 40, 20), 2.0), SpacePose.level(30, 30, 20, 0), True),
        (Goal("g", "it", (30.5, 40, 20), 0.4, "nose"), SpacePose.level(30, 30, 20, 0), False),
        (Goal("g", "it", (30.3, 40, 20), 0.4, "nose"), SpacePose.level(30, 30, 20, 0), True),
        (Goal("g", "it", (30, 60, 20), 0.4, "nose"), SpacePose.level(30, 30, 20, 0), False),
        (Goal("g", "it", (31, 28, 0), 2.0, "over"), SpacePose.level(30, 30, 20, 0), True),
        (Goal("g", "it", (31, 33, 0), 2.0, "over"), SpacePose.level(30, 30, 20, 0), False),
        (Goal("g", "it", (33, 28, 0), 2.0, "over"), SpacePose.level(30, 30, 20, 0), False),
        (Goal("g", "it", (31, 28, 0), 2.0, "over"), SpacePose.level(30, 30, 20, 0, -60), False),
        (Goal("g", "it", (31, 28, 0), 2.0, "over"), space.rolled(SpacePose.level(30, 30, 20, 0), 90), False),
        (Goal("g", "it", (31, 28, 0), 2.0, "level"), SpacePose.level(30, 30, 20, 0), True),
        (Goal("g", "it", (31, 28, 0), 2.0, "level"), SpacePose.level(30, 30, 20, 5), False),
        (Goal("g", "it", (31, 28, 0), 2.0, "level"), SpacePose.level(30, 30, 20, 0, 5), False),
    ],
)
def test_who_comes_to_a_place(goal: Goal, end: SpacePose, there: bool) -> None:
    assert has_come(alone(), goal, end) is there


@pytest.mark.parametrize(
    "goal",
    [
        Goal("g", "the gun", (33.0, 44.0, 0.0), 0.5, "guns", 3.0),
        Goal("g", "the gun", (33.0, 44.0, 0.0), 0.5, "nose", 3.0),
        Goal("g", "the gun", (33.0, 41.0, 0.0), 2.0, "over", 3.0),
        Goal("g", "the gun", (30.5, 38.0, 0.0), 2.0, "level", 3.0),
    ],
)
def test_an_automatic_side_flies_to_a_place_that_is_worth_it(goal: Goal, monkeypatch: pytest.MonkeyPatch) -> None:
    game, ruleset = alone(), clouds()
    player: Any = registry().of(kinds.POLICIES, "clouds")["steady"]
    monkeypatch.setitem(NAMED, "own", (goal,))
    assert has_come(game, goal, ended(game, player.choose(ruleset, game, "entente")))
    monkeypatch.setitem(NAMED, "own", ())
    assert goal.come == "level" or not has_come(game, goal, ended(game, player.choose(ruleset, game, "entente")))


@pytest.mark.parametrize("come", ["over", "level"])
def test_a_planner_offers_the_way_to_a_place_that_is_far_off(come: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No chance stands on it, as nothing is done there by this move."""
    game, goal = alone(), Goal("g", "the dump", (30.0, 52.0, 0.0), 2.0, come)
    monkeypatch.setitem(NAMED, "own", (goal,))
    draft = Draft(game, clouds().rules, game.of("own"))
    assert not aims(draft)
    (idea,) = (idea for idea in others(draft) if idea.note == "the dump")
    assert (idea.title, idea.note, idea.chance, idea.plan) == ("Towards the dump", "the dump", 0.0, (PlanPiece("S", 14.5),))


def test_moves_are_offered_to_each_side_and_up_and_down_where_there_is_no_shot() -> None:
    """Each is another, none needs a test, and what turns to a side ends there."""
    game = alone()
    draft = Draft(game, clouds().rules, game.of("own"))
    assert not aims(draft)
    ideas = {idea.title: idea for idea in whole_moves(game, clouds().rules, draft.craft, 0)}
    assert [*ideas] == ["Towards far", "Turn left", "Turn right", "Straight on", "Climb", "Dive away"]
    flown = {title: Ahead(draft._replace(plan=idea.plan)) for title, idea in ideas.items()}
    assert len({ahead.course.end.place for ahead in flown.values()}) == len(ideas)
    assert not any([*ahead.tests()] for ahead in flown.values())
    headings = [flown[title].course.end.heading for title in ("Turn left", "Turn right")]
    assert headings == pytest.approx([270, 90], abs=2)
    assert flown["Dive away"].course.end.place[2] < own(game).place[2] < flown["Climb"].course.end.place[2]


@pytest.mark.parametrize("come", ["guns", "nose", "over"])
def test_a_move_to_a_place_is_offered_with_its_chance(come: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game, ruleset = alone(), clouds()
    wide, at = (0.5, (33.0, 44.0, 0.0)) if come in ("guns", "nose") else (2.0, (30.5, 38.0, 0.0))
    goal = Goal(
        "g", "the northern gun", at, wide, come, 1.0, lambda there, rules: (0.45 * (own(there).place[1] > 31), "hits")
    )
    monkeypatch.setitem(NAMED, "own", (goal,))
    draft = Draft(game, ruleset.rules, game.of("own"))
    (idea,) = aims(draft)
    assert idea.title.startswith("hits the northern gun 45%, ")
    assert idea.end
    assert has_come(game, goal, idea.end)
    assert idea.note.startswith("northern gun, ")
    monkeypatch.setitem(NAMED, "own", (goal._replace(chance=lambda there, rules: (0.0, "hits")),))
    assert not aims(draft)


def aimed(game: CloudsGame) -> dict[str, Any]:
    """The orders that come to something, by what they say before the pieces."""
    offers = clouds().legal(game, "entente")
    return {offer.title.partition(":")[0]: offer.command for offer in offers if offer.kind == "aims"}


def test_a_move_to_a_place_is_an_order_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    game, place = alone(), (33.0, 44.0, 0.0)
    gun = Goal("g", "the gun", place)
    bridge = Goal("h", "the bridge", place, 2.0, "over", 1.0, lambda there, rules: (0.25, "eliminates"))
    monkeypatch.setitem(NAMED, "own", (gun, bridge))
    orders = aimed(game)
    assert [*orders] == ["Own at the gun", "Own over the bridge"]
    assert has_come(game, gun, ended(game, orders["Own at the gun"]))
    assert has_come(game, bridge, ended(game, orders["Own over the bridge"]))
    assert clouds().brings(game, orders["Own over the bridge"]).endswith(", eliminates the bridge 25%")
    assert clouds().foretold(game, orders["Own over the bridge"])[-1].endswith("eliminates the bridge 25%")
    assert aimed(alone(preview="by-eye")) == {}


@pytest.mark.parametrize(
    ("come", "place"), [("over", (40.0, 55.0, 0.0)), ("level", (30.0, 52.0, 0.0)), ("level", (22.0, 57.0, 0.0))]
)
def test_a_place_that_is_not_reached_yet_is_flown_towards(come: Any, place: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is flown over straight and level all the way is an order of its own: moves lead up to it."""
    game, goal = alone(), Goal("g", "the dump", place, 1.0, come)
    monkeypatch.setitem(NAMED, "own", (goal,))
    (title, order), *more = aimed(game).items()
    assert (title, more) == ("Own towards the dump", [])
    assert lined_up(goal, SpacePoses.all_at(ended(game, order), 1))[0]
    assert clouds().brings(game, order).endswith(" km/h")


def test_who_is_banked_is_offered_to_level_his_wings() -> None:
    game = alone()
    banked = game.changed("own", pose=space.rolled(game.of("own").pose, 64))
    plans = {offer.command.plan for offer in clouds().legal(banked, "entente")}
    assert abs(ended(banked, Announce(craft="own", plan="R-64")).bank) < 1
    assert "R-64" in plans
    assert not any(offer.command.plan.startswith("R-64") for offer in clouds().legal(game, "entente"))


def test_a_move_into_the_ground_is_offered_last_and_no_aim_ends_there(monkeypatch: pytest.MonkeyPatch) -> None:
    game, below = alone(), Goal("g", "the gun", (30.0, 38.0, 0.0))
    monkeypatch.setitem(NAMED, "own", (below,))
    low = game.changed("own", pose=SpacePose.level(30, 30, 3, 0, -30))
    assert aimed(game)
    assert not aimed(low)
    offers = clouds().legal(low, "entente")
    ranked = clouds().best_first(low, "entente", offers)
    ends = [clouds().brings(low, offer.command) == "into the ground" for offer in ranked]
    assert ends == sorted(ends)
    assert 0 < sum(ends) < len(ends)


def test_a_part_of_a_place_in_reach_is_enough() -> None:
    game, far = alone(), alone().tables.reach(alone().rulings.gunnery_bands) + 0.4
    near, further = (has_come(game, Goal("g", "it", (30, 30 + far, 20), wide), game.of("own").pose) for wide in (0.5, 0.3))
    assert (near, further) == (True, False)


def test_who_began_on_his_back_has_not_flown_over_a_place() -> None:
    goal, level = Goal("g", "it", (31, 28, 0), 2.0, "over"), SpacePose.level(30, 30, 20, 0)
    assert not has_come(alone().changed("own", pose=space.rolled(level, 180)), goal, level)


def test_who_is_lined_up_has_the_place_ahead() -> None:
    ends = SpacePoses.all_at(SpacePose.level(30, 30, 20, 0), 1)
    ahead, behind, aside = (Goal("g", "it", place, 1.0, "over") for place in ((30.5, 60, 0), (30.5, 10, 0), (32, 60, 0)))
    assert [bool(lined_up(goal, ends)[0]) for goal in (ahead, behind, aside)] == [True, False, False]


@pytest.mark.parametrize("bank", [0, 60, -120])
def test_moves_that_line_up_may_be_flown_and_end_with_level_wings(bank: float) -> None:
    game, goal = alone(), Goal("g", "it", (44.0, 44.0, 0.0), 1.0, "over")
    craft = api.replace(game.of("own"), pose=space.rolled(SpacePose.level(30, 30, 20, 0), bank))
    game, handling = game.with_craft(craft), handling_of(game, craft)
    plans = [*runs(game, craft, goal)]
    assert not any(True for plan in plans for _ in against_plan(craft.pose, plan, handling, game.rulings))
    assert len(plans) == (4 if abs(bank) < 90 else 3)  # a turn below the wing takes a roll
    ends = [end_of(craft.pose, plan, handling, game.rulings) for plan in plans]
    assert any(abs(end.bank) < 1 and lined_up(goal, SpacePoses.all_at(end, 1))[0] for end in ends)
