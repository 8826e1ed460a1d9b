"""Damage on ground units: dice less cover, Combat strength, its test, bomb templates, what becomes of a unit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air import api
from aqmf_air.api import chances
from aqmf_air.games.clouds_of_glory.api import CloudsGame
from aqmf_air.games.clouds_of_glory.sequence import score_of
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import (
    GroundOutcome,
    GroundTarget,
    bombs_fall,
    hit_ground,
    hit_unit,
    later_test,
    roll_damage,
    target_of,
    under_template,
)
from aqmf_air.games.clouds_of_glory_expanded.ground import GROUND, strength_of, unit_of
from aqmf_air.games.clouds_of_glory_expanded.tables import BombRow
from tests.games.clouds_of_glory.fights import aircraft, draws, happens, kinds, rolls
from tests.games.clouds_of_glory_expanded.sorties import TWO, sortie, tables, unit

CHAPTERS = ("ground-damage",)
SANDBAGGED = GroundTarget(16, 2)
HIT, TESTED = "clouds.ground_hit", "clouds.ground_tested"


def ground(*units: dict[str, Any], **rulings: Any) -> CloudsGame:
    """A fight over these units."""
    return sortie(*TWO, chapters=CHAPTERS, units=units, **rulings)


def gun(**more: Any) -> CloudsGame:
    """A fight over a gun, which is German."""
    return ground(unit("gun", **more))


def struck(game: CloudsGame, step: api.GameStep, *faces: Any) -> tuple[CloudsGame, list[Any]]:
    """What a step leads to."""
    return happens(game, step.name, step.of, *step.facts, faces=faces)


def reduced(unit_: dict[str, Any], **rulings: Any) -> int:
    """What is taken off each die at a unit."""
    game = ground(unit_, **rulings)
    return target_of(game, GROUND.of(game).units[0]).reduction


# -- dice, cover, the test ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.5.1", "ICOGX-6.5.5.3")
def test_example_x23_four_dice_of_a_bomb_at_a_gun_behind_sandbags() -> None:
    assert [roll_damage(api.DiceTray(rolls([face])), 1, 2) for face in (5, 3, 2, 5)] == [3, 1, 0, 3]
    assert roll_damage(api.DiceTray(rolls([(5, 3, 2, 5)])), 4, 2) == 7
    game, events = struck(gun(cover=["sandbags"]), hit_unit("gun", 4, "entente"), (5, 3, 2, 5), 9)
    assert [(event.lost, event.dice) for event in events if event.type == HIT] == [(7, 4)]
    assert [(event.need, event.outcome) for event in events if event.type == TESTED] == [(9, True)]
    assert strength_of(game, GROUND.of(game).units[0]) == 9


@pytest.mark.rule("ICOGX-6.5.5.1")
@pytest.mark.parametrize(("face", "left"), [(5, 13), (3, 15)])
def test_examples_x09_and_x24_a_die_at_a_gun_behind_sandbags(face: int, left: int) -> None:
    game, events = struck(gun(cover=["sandbags"]), hit_unit("gun", 1, "entente"), face, left)
    assert [(event.need, event.outcome) for event in events if event.type == TESTED] == [(left, True)]
    assert strength_of(game, GROUND.of(game).units[0]) == left
    game, events = struck(gun(cover=["sandbags"]), hit_unit("gun", 1, "entente"), face, left + 1)
    assert unit_of(game, "gun") is None


@pytest.mark.rule("ICOGX-6.5.5.1", "ICOGX-6.5.5.2")
@pytest.mark.parametrize(
    ("target", "count", "chance"),
    [
        (SANDBAGGED, 4, "43/81"),
        (SANDBAGGED, 1, "13/60"),
        (GroundTarget(10), 1, "27/40"),
        (GroundTarget(10, 3), 1, "3/10"),
        (GroundTarget(4), 1, "19/20"),
    ],
)
def test_odds_o15_and_o16_of_elimination(target: GroundTarget, count: int, chance: str) -> None:
    odds = chances(hit_ground, target, count).map(lambda outcome: outcome.eliminated)
    assert odds.of(True) == Fraction(chance)


@pytest.mark.rule("ICOGX-6.5.5.1")
def test_at_nothing_left_a_unit_is_eliminated_without_a_test() -> None:
    game, events = struck(ground(unit("tent", kind="tent")), hit_unit("tent", 1, "entente"), 4)
    assert kinds(events) == [HIT]
    assert unit_of(game, "tent") is None
    assert hit_ground(api.DiceTray(rolls([4])), GroundTarget(4), 1) == GroundOutcome(4, True)


@pytest.mark.rule("ICOGX-6.5.5.b")
def test_what_cover_takes_all_of_is_no_hit() -> None:
    game, events = struck(gun(cover=["forest"]), hit_unit("gun", 2, "entente"), (4, 1))
    assert [event.tell(game) for event in events if event.type == HIT] == [
        "The gun: its cover takes all of 2d6, it is no hit"
    ]
    assert kinds(events) == [HIT]
    assert hit_ground(api.DiceTray(rolls([2])), SANDBAGGED, 1) == GroundOutcome(0, False)


@pytest.mark.rule("ICOGX-6.5.5.1")
def test_the_test_is_the_units_own_and_no_pilot_rolls_it_again() -> None:
    rich = [{**aircraft("x", side)["crew"][0], "rerolls": 9} for side in ("germany", "entente")]
    planes = (aircraft("a", "germany", crew=rich[:1]), aircraft("b", "entente", at=[30, 40, 20], crew=rich[1:]))
    game = sortie(*planes, chapters=CHAPTERS, units=[unit("gun")])
    for of in ("a", "b", ""):
        after, _ = struck(game, hit_unit("gun", 1, "entente", of), 1, 16)
        assert unit_of(after, "gun") is None
        assert not after.spent


def test_equal_faces_hold_out_or_not_by_the_core_ruling() -> None:
    for ruling, there in (("yes", True), ("no", False)):
        game, _ = struck(ground(unit("gun"), equal_succeeds=ruling), hit_unit("gun", 1, "entente"), 1, 15)
        assert (unit_of(game, "gun") is not None) is there
    _, events = struck(ground(unit("gun"), equal_succeeds="no"), hit_unit("gun", 1, "entente"), 1, 14)
    assert [event.need for event in events if event.type == TESTED] == [14]


def test_who_hits_rolls_the_damage_and_its_own_side_the_test_of_a_unit() -> None:
    step = hit_unit("gun", 1, "entente", "b")
    drawn = draws(gun(cover=["rough"]), step.name, step.of, *step.facts, faces=[4, 2])
    assert [(draw.label, draw.by) for draw in drawn] == [("damage", "entente"), ("combat strength", "germany")]
    assert drawn[0].about == "1 off each die"


def test_more_dice_than_any_unit_has_strength_are_kept() -> None:
    game, _ = struck(gun(), hit_unit("gun", 30, "entente"), (6,) * 30)
    assert GROUND.of(game).units[0].lost == 99


@pytest.mark.rule("ICOGX-6.5.5.a")
@pytest.mark.parametrize(
    ("cover", "off"),
    [
        ([], 0), (["rough"], 1), (["hedgerow"], 1), (["one-side"], 2), (["no-mans-land"], 2), (["sandbags"], 2),
        (["trench"], 3), (["forest"], 4), (["city"], 4),
    ],
)  # fmt: skip
def test_cover_takes_off_each_die(cover: list[str], off: int) -> None:
    assert reduced(unit("gun", cover=cover)) == off
    assert reduced(unit("gun", cover=cover, takes_cover=True)) == off + 1


def test_several_kinds_of_cover_count_by_the_ruling() -> None:
    both = unit("gun", cover=["rough", "trench"], takes_cover=True)
    assert reduced(both) == reduced(both, cover_stack="best-one") == 4
    assert reduced(both, cover_stack="sum") == 5


@pytest.mark.rule("ICOGX-6.5.5.3")
def test_armour_counts_beside_cover_by_the_ruling() -> None:
    tank = unit("tank", kind="tank", cover=["rough"])
    assert reduced(tank) == reduced(tank, armour="house-table") == 4
    assert reduced(tank, armour="none") == 1


# -- what is left of a unit --------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.5.c")
def test_strength_stays_lost_and_the_eliminated_score() -> None:
    game, _ = struck(gun(worth=3), hit_unit("gun", 1, "entente"), 6, 1)
    game, events = struck(game, hit_unit("gun", 1, "entente"), 6, 4)
    assert [event.need for event in events if event.type == TESTED] == [4]
    assert (score_of(game)["entente"], len(GROUND.of(game).units)) == (0, 1)
    game, events = struck(game, hit_unit("gun", 1, "entente"), 4)
    assert unit_of(game, "gun") is None
    assert score_of(game) == {"entente": 3, "germany": 0}
    game, events = struck(game, hit_unit("gun", 1, "entente"))
    assert kinds(events) == []


def test_a_later_test_is_taken_by_those_alone_that_lost_something() -> None:
    game, events = struck(gun(cover=["sandbags"]), hit_unit("gun", 1, "entente", tests=False), 5)
    assert kinds(events) == [HIT]
    assert kinds(struck(game, later_test("gun", 3, ""))[1]) == []
    after, events = struck(game, later_test("gun", 0, ""), 14)
    assert kinds(events) == [TESTED]
    assert kinds(struck(after, later_test("gun", 0, ""))[1]) == []


# -- bomb templates ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.5.2", "ICOGX-6.5.5.d")
@pytest.mark.parametrize(("away", "dice"), [(0, 4), (1, 4), (1.01, 2), (1.5, 2), (1.51, 1), (2.5, 1), (2.51, 0), (9, 0)])
def test_the_ring_that_a_base_touches_first_sets_its_dice(away: float, dice: int) -> None:
    under = under_template(ground(unit("gun")), "light", (30 + away, 30))
    assert [count for _, count in under] == [dice] * bool(dice)


@pytest.mark.rule("ICOGX-6.5.5.d")
def test_templates_have_two_areas_or_more_with_fewer_dice_outwards() -> None:
    for bomb in tables().bombs:
        assert len(bomb.rings) > 1
        dice = [count for _, count in bomb.rings]
        assert dice == sorted(dice, reverse=True)
    heaviest = [bomb.heaviest for bomb in tables().bombs]
    assert [bomb.lightest for bomb in tables().bombs] == [0, *(weight + 1 for weight in heaviest[:-1])]


@pytest.mark.parametrize(
    "rings", [[[1, 4]], [[1, 4], [1, 2]], [[2, 4], [1, 2]], [[1, 2], [2, 2]], [[1, 4], [2, 0]], [[0, 4], [2, 1]]]
)
def test_a_template_that_makes_no_sense_is_refused(rings: list[list[int]]) -> None:
    row = {"id": "x", "title": "x", "lightest": 1, "heaviest": 2, "rings": rings, "source": "x", "standing": "house"}
    with pytest.raises(ValueError, match="rings"):
        BombRow.model_validate(row)


FOES = (
    unit("north", at=[30, 31]),
    unit("south", at=[30, 29]),
    unit("far", at=[40, 30]),
    unit("own", "entente", at=[29, 30]),
)
STICK = (("light", (30.0, 30.0)), ("light", (30.0, 28.0)))


def dropped(**rulings: Any) -> list[tuple[Any, ...]]:
    """What two bombs of the Entente do."""
    return [step.facts[:3] for step in bombs_fall(ground(*FOES, **rulings), STICK, "entente", "b")]


@pytest.mark.rule("ICOGX-6.5.5.e")
def test_each_bomb_of_a_string_is_resolved_on_its_own() -> None:
    hits = [("north", 4), ("south", 4), ("own", 4), ("south", 4), ("own", 1)]
    assert dropped() == dropped(bomb_overlap="each-bomb-apart") == [(id_, count, "entente") for id_, count in hits]
    game = ground(*FOES)
    (step, *_) = bombs_fall(game, STICK, "entente", "b")
    assert step == hit_unit("north", 4, "entente", "b")


def test_bombs_that_overlap_count_by_the_ruling() -> None:
    highest = [("north", 4), ("south", 4), ("own", 4)]
    assert dropped(bomb_overlap="highest-only") == [(id_, count, "entente") for id_, count in highest]
    summed = [("north", 4), ("south", 8), ("own", 5)]
    assert dropped(bomb_overlap="sum-then-one-save") == [(id_, count, "entente") for id_, count in summed]


def test_units_of_their_own_side_are_hit_by_the_ruling() -> None:
    assert dropped() == dropped(template_friends="hit")
    assert [id_ for id_, *_ in dropped(template_friends="enemies-only")] == ["north", "south", "south"]
