"""Bombs: drops on the path, templates that grow, everybody under them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.martian_aircraft.chapters.bombing import Blast, Drop, blasts_of, drop_objections, impacts_of, together
from aqmf_air.games.martian_aircraft.chapters.movement import Move, judge_move
from aqmf_air.games.martian_aircraft.chapters.scenes import BombingScene, BombRun
from aqmf_air.games.martian_aircraft.state import LIGHT_BOMB, MEDIUM_BOMB
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.track import Piece, Straight, Turn
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field

DEFAULTS = AircraftRulings()
TURN = (Straight(4), Turn(90, "right"), Straight(3))


def flown(*track: Piece, **rulings: Any) -> Move:
    return judge_move(Pose(10, 10, 90), track, 12, 1, AircraftRulings(**rulings))


def scene(elements: list[dict[str, Any]], *drops: dict[str, Any], **more: Any) -> BombRun:
    aircraft = {
        "id": "d8",
        "speed": 12,
        "base_diameter": 1,
        "start": {"x": 0, "y": 0, "facing": 90},
        "path": [{"straight": 10}],
        "bombs": {"light": 4, "medium": 2},
        "drops": list(drops),
    }
    document = BombingScene.model_validate({"aircraft": [aircraft], "elements": elements})
    return BombRun(document, AircraftRulings(**more))


def tripod(x: float, y: float, **changes: Any) -> dict[str, Any]:
    return {"id": "t", "side": "martian", "x": x, "y": y, "base_diameter": 3, "defense": 6, "armor": 11, **changes}


def under(run: BombRun) -> list[list[str]]:
    return [drop["under"] for drop in run.document()["drops"]]


@pytest.mark.rule("AIR-BOMB-1")
@pytest.mark.parametrize(
    ("phase", "rules"),
    [
        ("first.first-movement", []),
        ("first.second-movement", ["AIR-BOMB-1"]),
        ("first.combat", ["HOST-TURN-1", "AIR-BOMB-1"]),
    ],
)
def test_bombs_fall_in_the_first_movement_phase_only(registry: Registry, phase: str, rules: list[str]) -> None:
    flight = ("Burgess-Dunne D8", [(50, 50), (53, 50), (56, 50)])
    field = Field(registry, {"flight": flight}, phase=phase)
    straight = {"path": [{"straight": 10}]}
    order = {
        "type": "aircraft.fly",
        "unit": "flight",
        "flights": [{**straight, "drops": [{"at": 5, "light": 1}]}] + [straight] * 2,
    }
    assert field.objections("human", **order) == rules


@pytest.mark.rule("AIR-BOMB-2")
@pytest.mark.parametrize(
    ("at", "x", "y", "facing"),
    [
        (0, 10, 10, 90),
        (2, 12, 10, 90),
        (4, 14, 10, 90),
        (5.5, 14 + 2.5 * 2**-0.5, 7.5 + 2.5 * 2**-0.5, 135),
        (7, 16.5, 7.5, 180),
        (10, 16.5, 4.5, 180),
    ],
)
def test_a_bomb_falls_anywhere_on_the_path_of_the_centre(at: float, x: float, y: float, facing: float) -> None:
    """At the start, on the way, at both joints, in the middle of the turn, at the very end."""
    move = flown(*TURN)
    drops = [Drop(at=at, light=1)]
    assert list(drop_objections(move, drops, {LIGHT_BOMB: 1})) == []
    (impact,) = impacts_of("d8", move, drops, DEFAULTS)
    assert (impact.template.x, impact.template.y, impact.mark.facing) == pytest.approx((x, y, facing), abs=1e-6)


@pytest.mark.rule("AIR-BOMB-2")
def test_a_bomb_cannot_fall_beyond_the_path_nor_off_the_table() -> None:
    from aqmf_air.geometry.plane.rectangle import Rectangle

    move = flown(*TURN)
    assert [one.rule for one in drop_objections(move, [Drop(at=10 + 1e-7, light=1)], {LIGHT_BOMB: 1})] == []
    beyond = drop_objections(move, [Drop(at=10.001, light=1)], {LIGHT_BOMB: 1})
    assert [one.rule for one in beyond] == ["AIR-BOMB-2"]
    lost = judge_move(Pose(4, 10, 270), (Straight(10),), 12, 1, DEFAULTS, Rectangle.sized(48, 48))
    assert lost.legal
    assert [one.reason for one in drop_objections(lost, [Drop(at=5, light=1)], {LIGHT_BOMB: 1})] == [
        'a drop after 5" is off the table, which the path leaves after 4"'
    ]
    assert list(drop_objections(lost, [Drop(at=4, light=1)], {LIGHT_BOMB: 1})) == []


@pytest.mark.rule("AIR-BOMB-2", "AIR-BOMB-3")
def test_the_move_is_completed_before_anything_is_rolled(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    flight = ("Burgess-Dunne D8", [(50, 50, 0), (53, 50, 0), (56, 50, 0)])
    field = Field(registry, {"flight": flight, "walker": ("Scout Tripod", [(50, 56)])}, phase="first.first-movement")
    straight = {"path": [{"straight": 10}]}
    flown, burst, rest = field.order(
        dice((1,)),
        "human",
        type="aircraft.fly",
        unit="flight",
        flights=[{**straight, "drops": [{"at": 6, "light": 1}]}, straight, straight],
    )
    assert [flight["y"] for flight in (*flown["flights"], *rest["flights"])] == [60, 60, 60]
    assert [flight["element"] for flight in flown["flights"]] == ["flight-1"]
    assert (burst["under"], burst["marks"][0]["y"]) == (["walker"], 56)


@pytest.mark.rule("AIR-BOMB-3")
@pytest.mark.parametrize(("gap", "touched"), [(-1e-7, True), (0, True), (1e-7, True), (1e-5, False)])
@pytest.mark.parametrize("direction", [(0, 1), (0, -1), (0.6, 0.8)])
def test_a_base_that_is_touched_is_under(gap: float, touched: bool, direction: tuple[float, float]) -> None:
    """A light bomb's template reaches 1 inch, the base 1.5."""
    x, y = (5 + (2.5 + gap) * direction[0], (2.5 + gap) * direction[1])
    run = scene([tripod(x, y)], {"at": 5, "bombs": {"light": 1}})
    assert under(run) == [["t"] if touched else []]
    assert run.chance_of["t"].of(1) == (Fraction(1, 2) * Fraction(3, 10) if touched else 0)


@pytest.mark.rule("AIR-BOMB-3")
@pytest.mark.parametrize(("gap", "covered"), [(0, True), (1e-7, True), (1e-5, False)])
def test_under_the_other_ruling_it_is_the_centre_that_counts(gap: float, covered: bool) -> None:
    run = scene([tripod(5, 1 + gap)], {"at": 5, "bombs": {"light": 1}}, under_template="centre")
    assert under(run) == [["t"] if covered else []]


@pytest.mark.rule("AIR-BOMB-3")
def test_both_sides_are_attacked_each_with_its_cover() -> None:
    friend = {"id": "f", "side": "human", "x": 5, "y": -1, "base_diameter": 1, "defense": 5, "armor": 4}
    run = scene([tripod(5, 2), {**friend, "cover": "hard"}], {"at": 5, "bombs": {"light": 1}})
    assert under(run) == [["t", "f"]]
    tripod_damaged, friend_damaged = Fraction(5, 10) * Fraction(3, 10), Fraction(4, 10) * Fraction(9, 10)
    assert run.chance_of["t"].of(1) == tripod_damaged
    assert run.chance_of["f"].of(1) == friend_damaged
    assert run.damaged.of(2) == tripod_damaged * friend_damaged


@pytest.mark.rule("AIR-BOMB-4")
def test_the_rating_sets_the_diameter() -> None:
    def diameter(name: str) -> float:
        (blast,) = blasts_of(((name, 1),), DEFAULTS)
        return blast.diameter

    assert (diameter(LIGHT_BOMB), diameter(MEDIUM_BOMB)) == (2, 3)


@pytest.mark.rule("AIR-BOMB-5")
def test_bombs_are_counted() -> None:
    move = flown(*TURN)
    aboard = {LIGHT_BOMB: 2, MEDIUM_BOMB: 1}
    one, two = Drop(at=2, light=1), Drop(at=6, light=1, medium=1)
    assert list(drop_objections(move, [one, two], aboard)) == []
    third = drop_objections(move, [one, two, Drop(at=8, light=1)], aboard)
    assert [(problem.rule, problem.reason) for problem in third] == [("AIR-BOMB-5", "3 Light Bombs dropped, 2 aboard")]
    assert [problem.rule for problem in drop_objections(move, [one], {})] == ["AIR-BOMB-5"]


@pytest.mark.rule("AIR-BOMB-5")
def test_with_no_bombs_left_the_guns_fire_on(registry: Registry) -> None:
    units = {"flight": ("Burgess-Dunne D8", [(50, 50), (53, 50), (56, 50)]), "walker": ("Scout Tripod", [(53, 64)])}
    field = Field(registry, units, phase="first.first-movement")
    bombed = {"path": [{"straight": 8}], "drops": [{"at": 3, "light": 1}]}
    order = {"type": "aircraft.fly", "unit": "flight", "flights": [bombed] * 3}
    field.order(DiceTray(lambda ask: pytest.fail("nobody is under the bombs")), "human", **order)
    field.go_to("first.combat")
    shoot = {"type": "host.shoot", "unit": "flight", "weapon": "Heavy Machine Gun", "target": "walker"}
    assert field.objections("human", **shoot) == []
    field.go_to("first.first-movement", turn=2)
    assert set(field.objections("human", **order)) == {"AIR-BOMB-5"}


@pytest.mark.rule("AIR-BOMB-6")
@pytest.mark.parametrize(
    ("bombs", "mixed", "expected"),
    [
        (((LIGHT_BOMB, 1),), "largest", [(2, 3)]),
        (((LIGHT_BOMB, 2),), "largest", [(3, 3)]),
        (((LIGHT_BOMB, 3),), "separate", [(4, 3)]),
        (((MEDIUM_BOMB, 2),), "largest", [(4, 4)]),
        (((LIGHT_BOMB, 2), (MEDIUM_BOMB, 1)), "largest", [(5, 4)]),
        (((LIGHT_BOMB, 2), (MEDIUM_BOMB, 1)), "separate", [(3, 3), (3, 4)]),
        (((LIGHT_BOMB, 20),), "largest", [(7, 3)]),
    ],
)
def test_bombs_dropped_together_make_one_larger_template(
    bombs: tuple[tuple[str, int], ...], mixed: Any, expected: list[tuple[float, int]]
) -> None:
    """Expected: diameter and Power of each template."""

    def seen(blast: Blast) -> tuple[float, int]:
        return blast.diameter, blast.weapon.power

    assert [seen(blast) for blast in blasts_of(bombs, AircraftRulings(mixed_bombs=mixed))] == expected


@pytest.mark.rule("AIR-BOMB-6")
def test_drops_at_one_point_are_one_drop_in_whatever_order_they_are_written() -> None:
    light, other, medium = Drop(at=5, light=1), Drop(at=2, light=1), Drop(at=5 + 1e-7, medium=1)
    joined = together([light, other, medium])
    assert joined == (other, Drop(at=5, light=1, medium=1))
    assert together([light, Drop(at=5.01, light=1)]) == (light, Drop(at=5.01, light=1))


@pytest.mark.rule("AIR-BOMB-7")
def test_aircraft_are_never_under_a_template(registry: Registry) -> None:
    run = scene([tripod(5, 0, kind="aircraft", side="human")], {"at": 5, "bombs": {"light": 1}})
    assert under(run) == [[]]
    assert run.chance_of["t"].of(1) == 0
    units = {
        "flight": ("Burgess-Dunne D8", [(50, 50), (50, 50), (50, 50)]),
        "squad": ("US Command Squad", [(50, 55), (52, 55), (54, 55)]),
    }
    field = Field(registry, units, phase="first.first-movement")
    bombed = {"path": [{"straight": 10}], "drops": [{"at": 10, "light": 1}]}
    (flown,) = field.order(
        DiceTray(lambda ask: pytest.fail("three aircraft over their own bombs, and nobody else")),
        "human",
        type="aircraft.fly",
        unit="flight",
        flights=[bombed] * 3,
    )[:1]
    assert flown["type"] == "aircraft.flown"
