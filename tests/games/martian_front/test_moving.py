"""Moves on the ground: Speed, coherency, the enemy, terrain, guns, tripods, drones, legs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.martian_front.chapters.moving import Move, coherent
from aqmf_air.games.martian_front.state import Terrain
from aqmf_air.geometry.plane.template import Base
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field

SQUAD = ("Heavy Machine Gun Squad", [(50, 50), (52, 50), (54, 50)])
WALKER = ("Assault Tripod", [(50, 70)])
FIRST, SECOND = "first.first-movement", "first.second-movement"


def move(unit: str, *to: Sequence[float], **more: Any) -> dict[str, Any]:
    places = [{"x": at[0], "y": at[1], "facing": at[2] if len(at) == 3 else 0} for at in to]
    return {"type": "host.move", "unit": unit, "to": places, **more}


def _rifles(y: float) -> tuple[str, list[tuple[float, float]]]:
    return "US Infantry", [(50 + 2 * number, y) for number in range(5)]


def on(either: Registry, *, phase: str = FIRST, first: str = "human", **units: Any) -> Field:
    return Field(either, {"walker": WALKER, **units}, phase=phase, first=first)


@pytest.mark.rule("HOST-MOVE-1")
def test_a_unit_moves_up_to_its_speed_once_a_phase(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = on(either, squad=SQUAD)
    exact = move("squad", (50, 54), (52, 54), (54, 54))
    assert field.objections("human", **move("squad", (50, 54.001), (52, 54), (54, 54))) == ["HOST-MOVE-1"]
    assert field.objections("human", **move("squad", (50, 54), (52, 54))) == ["HOST-ORDER-1"]
    assert field.order(dice(), "human", **exact)[0]["to"][0] == {"x": 50, "y": 54, "facing": 0}
    assert [(one.x, one.y) for one in field.unit("squad").elements] == [(50, 54), (52, 54), (54, 54)]
    assert field.objections("human", **exact) == ["HOST-MOVE-1"]
    field.go_to(SECOND)
    assert field.objections("human", **exact) == []
    field.go_to("first.combat")
    assert "HOST-TURN-1" in field.objections("human", **exact)
    field.go_to("second.first-movement")
    assert field.objections("human", **exact) == ["HOST-TURN-1"]


@pytest.mark.rule("HOST-MOVE-1")
def test_nobody_walks_off_the_table(either: Registry) -> None:
    field = on(either, squad=("Heavy Machine Gun Squad", [(1, 1), (3, 1), (5, 1)]))
    assert field.objections("human", **move("squad", (-0.1, 1), (2, 1), (4, 1))) == ["HOST-MOVE-1"]


@pytest.mark.rule("HOST-MOVE-2")
@pytest.mark.parametrize(
    ("unit", "reach"), [("Heavy Machine Gun Squad", 2), ("Field Gun Battery", 2), ("Mk II Tank Platoon", 3)]
)
def test_elements_end_within_their_reach_of_another(either: Registry, unit: str, reach: float) -> None:
    field = on(either, squad=(unit, [(50, 50), (54, 50), (58, 50)]))
    size = field.ruleset.unit_type(unit).base_diameter
    field.change("squad", elements=_in_a_row(field, size + reach - 1))
    close, wide = ([(50 + number * (size + gap), 51) for number in range(3)] for gap in (reach, reach + 0.01))
    assert field.objections("human", **move("squad", *close)) == []
    assert field.objections("human", **move("squad", *wide)) == ["HOST-MOVE-2"]


def _in_a_row(field: Field, step: float) -> Any:
    return tuple(replace(one, x=50 + number * step) for number, one in enumerate(field.unit("squad").elements))


@pytest.mark.rule("HOST-MOVE-2")
def test_a_unit_that_losses_tore_apart_closes_up_as_well_as_it_can(either: Registry) -> None:
    field = on(either, squad=("Heavy Machine Gun Squad", [(40, 50), (50, 50), (60, 50)]))
    assert field.objections("human", **move("squad", (44, 50), (50, 50), (56, 50))) == []


@pytest.mark.rule("HOST-MOVE-2")
def test_one_alone_is_coherent_and_a_pair_of_pairs_is() -> None:
    near, far = Base(0, 0, 1), Base(50, 0, 1)
    assert coherent([near], 2)
    assert coherent([near, Base(3, 0, 1), far, Base(53, 0, 1)], 2)
    assert not coherent([near, Base(3, 0, 1), far], 2)


@pytest.mark.rule("HOST-MOVE-3")
def test_no_move_ends_within_an_inch_of_an_enemy_nor_passes_over_one(either: Registry) -> None:
    tanks = ("Armored Infantry Carrier", [(50, 65)])
    field = on(either, tanks=tanks)
    radii = 2.5
    assert field.objections("human", **move("tanks", (50, 70 - radii - 1))) == []
    assert field.objections("human", **move("tanks", (50, 70 - radii - 0.999))) == ["HOST-MOVE-3"]
    field.change("walker", elements=tuple(replace(one, y=61, x=51) for one in field.unit("walker").elements))
    assert "HOST-MOVE-3" in field.objections("human", **move("tanks", (50, 60)))


@pytest.mark.rule("HOST-MOVE-3")
def test_nobody_stands_on_a_friend(either: Registry) -> None:
    field = on(either, squad=SQUAD, carrier=("Armored Infantry Carrier", [(52, 55)]))
    assert field.objections("human", **move("carrier", (52, 51.9))) == ["HOST-MOVE-3"]
    assert field.objections("human", **move("carrier", (52, 52))) == []
    assert field.objections("human", **move("squad", (50, 50), (50.5, 50), (54, 50))) == ["HOST-MOVE-3"]


@pytest.mark.rule("HOST-TRIPOD-4")
def test_a_tripod_steps_over_infantry_but_neither_onto_it_nor_close_to_it(either: Registry) -> None:
    field = on(either, squad=SQUAD, walker=("Assault Tripod", [(52, 56)]), first="martian")
    assert field.objections("martian", **move("walker", (52, 47))) == []
    assert "HOST-MOVE-3" in field.objections("martian", **move("walker", (52, 50.5)))  # on somebody's base
    near = 50 - 2 - 0.999  # radii of 1.25 and 0.75
    assert set(field.objections("martian", **move("walker", (52, near)))) == {"HOST-TRIPOD-4"}
    assert field.objections("martian", **move("walker", (52, near - 0.001))) == []
    carrier = ("Armored Infantry Carrier", [(52, 52)])
    tanks = on(either, squad=carrier, walker=("Assault Tripod", [(52, 56)]), first="martian")
    assert "HOST-MOVE-3" in tanks.objections("martian", **move("walker", (52, 48)))


@pytest.mark.rule("HOST-MOVE-4")
def test_guns_move_or_shoot(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = on(either, squad=("Field Gun Battery", [(50, 50), (53, 50), (56, 50)]))
    shell = {"type": "host.barrage", "unit": "squad", "weapon": "Field Gun", "target": "walker"}
    field.order(dice(), "human", **move("squad", (50, 50, 90), (53, 50, 90), (56, 50, 90)))
    field.go_to("first.combat")
    assert field.objections("human", **shell) == ["HOST-MOVE-4"]
    field.go_to("first.combat", turn=2)
    field.order(dice((1,)), "human", **shell)
    field.go_to(SECOND, turn=2)
    assert field.objections("human", **move("squad", (50, 51), (53, 51), (56, 51))) == ["HOST-MOVE-4"]
    field.go_to(SECOND, turn=3)
    assert field.objections("human", **move("squad", (50, 51), (53, 51), (56, 51))) == []


@pytest.mark.rule("HOST-MOVE-5")
def test_only_tripods_cross_water(either: Registry) -> None:
    field = on(either, squad=("Armored Infantry Carrier", [(50, 50)]), walker=("Scout Tripod", [(60, 50)]))
    pond = Terrain(name="pond", kind="water", corners=((40, 52), (70, 52), (70, 53), (40, 53)))
    field.state = replace(field.state, terrain=(pond,))
    assert field.objections("human", **move("squad", (50, 51.9))) == []
    assert field.objections("human", **move("squad", (50, 54))) == ["HOST-MOVE-5"]
    field.go_to("second.first-movement")
    assert field.objections("martian", **move("walker", (60, 58))) == []


@pytest.mark.rule("HOST-DRONE-1")
def test_drones_far_from_a_tripod_do_nothing(either: Registry, dice: Callable[..., DiceTray]) -> None:
    drones = ("Drones", [(50, 50), (52, 50), (54, 50)])
    reach = 12 + 1.25 + 0.75
    for y, free in ((50 + reach, True), (50 + reach + 0.01, False)):
        field = Field(
            either,
            {"drones": drones, "walker": ("Assault Tripod", [(52, y)]), "squad": _rifles(42)},
            first="martian",
            phase="first.first-movement",
        )
        field.change("drones", elements=field.unit("drones").elements[1:2])
        field.go_to("end")
        field.order(dice(), "human", type="host.end_phase")
        assert field.state.now.id == FIRST
        step = move("drones", (52, 49))
        ray = {"type": "host.shoot", "unit": "drones", "weapon": "Light Heat Ray", "target": "squad"}
        assert field.objections("martian", **step) == ([] if free else ["HOST-DRONE-1"])
        field.state = replace(field.state, phase=field.state.phase + 1)
        assert field.objections("martian", **ray) == ([] if free else ["HOST-DRONE-1"])


# -- legs -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-TRIPOD-2")
@pytest.mark.parametrize(("martian", "human", "winner"), [(4, 7, "human"), (7, 4, "martian"), (5, 5, "martian")])
def test_hit_legs_are_rolled_for_and_the_winner_moves_them(
    either: Registry, dice: Callable[..., DiceTray], martian: int, human: int, winner: str
) -> None:
    field = on(either, squad=SQUAD, first="martian")
    field.mark("walker", "immobile")
    loser = {"human": "martian", "martian": "human"}[winner]
    there = move("walker", (50, 70 + martian + human))
    assert "HOST-TRIPOD-2" in field.objections("martian", **there)
    field.order(dice((martian,), (human,)), "martian", type="host.stagger", unit="walker")
    assert field.objections("martian", type="host.stagger", unit="walker") == ["HOST-TRIPOD-2"]
    assert field.objections(loser, **there) == ["HOST-TRIPOD-2"]
    assert field.objections(winner, **move("walker", (50, 70.01 + martian + human))) == ["HOST-MOVE-1"]
    field.order(dice(), winner, **there)
    assert field.unit("walker").elements[0].y == 70 + martian + human
    assert field.objections(winner, **there) == ["HOST-MOVE-1"]
    field.go_to("first.second-movement")
    assert "HOST-TRIPOD-2" in field.objections("martian", **move("walker", (50, 71)))


@pytest.mark.rule("HOST-TRIPOD-2")
def test_the_odds_of_the_legs_are_exact(either: Registry) -> None:
    field = on(either, squad=SQUAD, first="martian")
    field.mark("walker", "immobile")
    odds = field.odds(type="host.stagger", unit="walker")
    assert dict(odds) == {"martian": Fraction(55, 100), "human": Fraction(45, 100)}


@pytest.mark.rule("HOST-TRIPOD-2")
def test_a_weapon_that_was_hit_shoots_at_what_the_winner_picks(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(
        either,
        {"walker": WALKER, "scout": ("Scout Tripod", [(60, 70)]), "squad": _rifles(60)},
        first="martian",
    )
    hit = replace(field.unit("walker").elements[0], weapons_out=("Heavy Heat Ray",))
    field.change("walker", elements=(hit,))
    ray = {"unit": "walker", "weapon": "Heavy Heat Ray"}
    assert field.objections("martian", type="host.shoot", target="squad", **ray) == ["HOST-TRIPOD-2"]
    assert field.objections("human", type="host.fire_wild", target="scout", **ray) == ["HOST-TRIPOD-2"]
    field.order(dice((2,), (9,)), "martian", type="host.roll_for_weapon", **ray)
    assert field.objections("martian", type="host.roll_for_weapon", **ray) == ["HOST-TRIPOD-2"]
    assert field.objections("martian", type="host.fire_wild", target="squad", **ray) == ["HOST-TRIPOD-2"]
    assert field.objections("human", type="host.fire_wild", target="walker", **ray) == ["HOST-TRIPOD-2"]
    field.order(dice((6,), (6,), (1,)), "human", type="host.fire_wild", target="scout", **ray)
    assert field.unit("scout").elements[0].armor_lost == 1
    assert field.objections("human", type="host.fire_wild", target="scout", **ray) == ["HOST-TRIPOD-2"]


@pytest.mark.rule("HOST-TRIPOD-2", "HOST-BARRAGE-4", "HOST-LOAD-1")
def test_a_template_weapon_that_was_hit_lays_its_template(either: Registry, dice: Callable[..., DiceTray]) -> None:
    """Barrage 2, 3 inches across, on the nearest of five in a line 1.5 inches apart: it touches that one and the next."""
    squad = ("US Infantry", [(60 + 1.5 * number, 70) for number in range(5)])
    field = Field(either, {"grenadier": ("Grenadier Tripod", [(54, 70)]), "squad": squad}, first="martian")
    hit = replace(field.unit("grenadier").elements[0], weapons_out=("Black Dust", "Green Mist"))
    field.change("grenadier", elements=(hit,))
    dust = {"unit": "grenadier", "weapon": "Black Dust"}
    field.order(dice((9,), (2,)), "martian", type="host.roll_for_weapon", **dust)
    shot = {"type": "host.fire_wild", "target": "squad", **dust}
    assert field.odds(**shot)[2] == (Fraction(6, 10) * Fraction(9, 10)) ** 2
    gone_off, lost = field.order(dice((5,), (2,), (4,)), "martian", **shot)
    assert (gone_off["under"], gone_off["damaged"]) == (["squad-1", "squad-2"], ["squad-1"])
    assert lost["elements"] == ["squad-1"]
    assert field.objections("martian", type="host.roll_for_weapon", unit="grenadier", weapon="Green Mist") == [
        "HOST-LOAD-1"  # it has one load, and has thrown it
    ]


# -- assaults -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-ASSAULT-1", "HOST-ASSAULT-2")
def test_an_assault_goes_in_attacks_and_comes_away(either: Registry, dice: Callable[..., DiceTray]) -> None:
    squad = ("US Infantry", [(x, 64) for x in (48, 50, 52, 54, 46)])
    field = on(either, squad=squad, scout=("Scout Tripod", [(60, 70)]))
    touch = 70 - 1.75
    row = [(48, 66.5), (50, touch), (52, 66.5), (54, 66.5), (46, 66.5)]
    assert set(field.objections("human", **move("squad", *row))) == {"HOST-MOVE-3"}
    backwards = [row[0], (50, touch, 180), *row[2:]]
    assert field.objections("human", **move("squad", *backwards, assault="walker")) == ["HOST-ASSAULT-1"]
    assert "HOST-ASSAULT-1" in field.objections("human", **move("squad", *row, assault="nobody"))
    short = [(x, 65) for x in (48, 50, 52, 54, 46)]
    assert field.objections("human", **move("squad", *short, assault="walker")) == ["HOST-ASSAULT-1"]
    field.order(dice(), "human", **move("squad", *row, assault="walker"))
    field.go_to("first.combat")
    rifle = {"type": "host.shoot", "unit": "squad", "weapon": "Rifle"}
    assert field.objections("human", **rifle, target="scout") == ["HOST-ASSAULT-1"]
    field.order(dice((1, 1, 1, 1, 1)), "human", **rifle, target="walker")
    field.go_to("first.second-movement")
    assert field.objections("human", type="host.end_phase") == ["HOST-ASSAULT-2"]
    field.order(dice(), "human", **move("squad", (48, 62), (50, 64), (52, 62), (54, 62), (46, 62)))
    assert field.objections("human", type="host.end_phase") == []


@pytest.mark.rule("HOST-ASSAULT-1")
def test_assaults_are_for_the_first_movement(either: Registry) -> None:
    field = on(either, squad=("Armored Infantry Carrier", [(50, 64)]), phase=SECOND)
    assert field.objections("human", **move("squad", (50, 67.5), assault="walker")) == ["HOST-ASSAULT-1"]


def test_eight_ways_to_move_are_offered_each_where_its_title_says(either: Registry) -> None:
    field = on(either, squad=SQUAD)
    offers = {offer.title: offer.command for offer in field.ruleset.legal(field.state, "human")}
    went = {}
    for title, command in offers.items():
        if "moves" in title and isinstance(command, Move):
            at, to = field.unit("squad").elements, command.to
            (step,) = {(round(place.x - one.x, 2), round(place.y - one.y, 2)) for one, place in zip(at, to, strict=True)}
            way, turns, _ = title.partition('" ')[2].partition(", facing that way")
            assert bool(turns) == (way != "up"), "the squad faces up"
            went[way] = step
    slant = 2.83  # four inches, half of it either way
    assert went == {
        "up": (0, 4), "up right": (slant, slant), "right": (4, 0), "down right": (slant, -slant),
        "down": (0, -4), "down left": (-slant, -slant), "left": (-4, 0), "up left": (-slant, slant),
    }  # fmt: skip
