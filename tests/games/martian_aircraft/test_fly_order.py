"""The orders to fly, to bomb on the way, and to run at a tripod, in a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray, Faces
from aqmf_air.games.martian_aircraft.chapters.flight import Flown, Landed
from aqmf_air.games.martian_aircraft.chapters.movement import judge_move
from aqmf_air.games.martian_aircraft.chapters.suicide_run import RUN
from aqmf_air.games.martian_aircraft.state import bombs_aboard
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.automatic.policy import choose
from aqmf_air.games.martian_front.state import OFF_TABLE, StateMark, Zone
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.track import Turn
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Units

FLIGHT = ("Burgess-Dunne D8", [(50, 50), (53, 50), (56, 50)])
AHEAD, CIRCLE = [{"straight": 10}], [{"turn": 360, "side": "left"}]
END = {"type": "host.end_phase"}


def fly(*flights: Sequence[dict[str, Any]] | dict[str, Any], unit: str = "flight") -> dict[str, Any]:
    listed = [one if isinstance(one, dict) else {"path": one} for one in flights]
    return {"type": "aircraft.fly", "unit": unit, "flights": listed}


def on(registry: Registry, phase: str = "first.first-movement", **more: Any) -> Field:
    units = {"flight": FLIGHT, "walker": ("Assault Tripod", [(50, 60)]), **more.pop("units", {})}
    return Field(registry, units, phase=phase, **more)


@pytest.mark.rule("AIR-MOVE-1")
def test_aircraft_fly_in_both_movement_phases(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = on(registry)
    for phase in ("first.first-movement", "first.second-movement"):
        field.go_to(phase)
        assert field.objections("human", **END) == ["AIR-MOVE-1"]
        field.order(dice(), "human", **fly(CIRCLE))
        assert field.objections("human", **END) == []
        assert field.objections("human", **fly(CIRCLE)) == ["AIR-MOVE-1"]
    assert [(one.x, one.y, one.facing) for one in field.unit("flight").elements] == [(50, 50, 0), (53, 50, 0), (56, 50, 0)]


@pytest.mark.rule("AIR-MOVE-1", "AIR-MOVE-2")
def test_each_aircraft_may_fly_its_own_way_and_each_objection_names_it(
    registry: Registry, dice: Callable[..., DiceTray]
) -> None:
    field = on(registry)
    short = field.command(**fly([{"straight": 7}], AHEAD, [{"straight": 13}]))
    said = [str(one) for one in field.ruleset.objections(field.state, short, "human")]
    assert [text.split(":")[0] for text in said] == ["Burgess-Dunne D8, aircraft 1", "Burgess-Dunne D8, aircraft 3"]
    assert field.objections("human", **fly(AHEAD, AHEAD)) == ["HOST-ORDER-1"]
    field = on(registry, units={"squad": ("US Command Squad", [(20, 20), (22, 20), (24, 20)])})
    assert field.objections("human", **fly(AHEAD, unit="squad")) == ["HOST-ORDER-1"]  # it does not fly
    happened = field.order(dice(), "human", **fly([{"straight": 8}], AHEAD, [{"straight": 12}]))
    assert [round(one["y"], 6) for one in happened[0]["flights"]] == [58, 60, 62]


def test_of_several_aircraft_it_is_told_what_they_do(registry: Registry) -> None:
    """The finding: "2 aircraft of the flight flies"."""
    ahead = (Landed(element="flight-1", x=50, y=60, facing=0), Landed(element="flight-2", x=53, y=60, facing=0))
    turned = Landed(element="flight-3", x=62, y=55, facing=90)
    told = Flown(unit="flight", flights=(*ahead, turned)).tell(on(registry).state)
    assert told.startswith(
        '2 aircraft of the Burgess-Dunne D8 fly 10" straight ahead; Burgess-Dunne D8, aircraft 3 turns right 90'
    )


@pytest.mark.rule("AIR-ALT-4")
@pytest.mark.parametrize(
    ("plane", "rulings", "rules"),
    [
        ("Blériot XI", {}, []),
        ("Blériot XI", {"high_unmoved": "must-move"}, ["AIR-ALT-4"]),
        ("Martin S", {"high_unmoved": "must-move"}, []),  # a spotter that sees the whole table needs no model
        ("Martin S", {"high_unmoved": "must-move", "spotter_sight": "72in"}, ["AIR-ALT-4"]),
        ("Gotha G.V", {"high_unmoved": "must-move"}, []),
    ],
)
def test_who_flies_high_and_is_given_no_move_circles(
    registry: Registry, plane: str, rulings: dict[str, Any], rules: list[str]
) -> None:
    units: Units = {"plane": (plane, [(50, 50)]), "walker": ("Scout Tripod", [(50, 90)])}
    field = Field(registry, units, phase="first.first-movement", rulings=rulings)
    assert field.objections("human", **END) == rules
    assert field.objections("human", **fly(AHEAD, unit="plane")) == []
    must = choose(field.ruleset, field.state, "human")
    assert must is not None
    assert field.command(**END) != must or not rules


@pytest.mark.rule("AIR-ALT-4", "AIR-MOVE-4")
@pytest.mark.parametrize("speed", [12, 15, 18])
def test_every_aircraft_can_circle_in_place(speed: float) -> None:
    circle = judge_move(Pose(20, 20, 30), [Turn(360, "left")], speed, 1, AircraftRulings())
    assert circle.legal
    assert circle.path.spent == pytest.approx(12)
    assert (circle.end.x, circle.end.y, circle.end.facing) == pytest.approx((20, 20, 30))


@pytest.mark.rule("AIR-MOVE-1")
def test_who_flies_low_cannot_stand_still_under_any_ruling(registry: Registry) -> None:
    for ruling in ("circles", "must-move"):
        field = on(registry, rulings={"high_unmoved": ruling})
        assert field.objections("human", **END) == ["AIR-MOVE-1"]


@pytest.mark.rule("AIR-MOVE-5", "AIR-MOVE-6")
def test_nothing_on_the_ground_bars_the_way_and_aircraft_pass_each_other(
    registry: Registry, dice: Callable[..., DiceTray]
) -> None:
    field = on(registry, units={"other": ("Burgess-Dunne D8", [(50, 60), (53, 60), (56, 60)])})
    field.order(dice(), "human", **fly(AHEAD))
    assert field.unit("flight").elements[0].y == 60


@pytest.mark.rule("AIR-UNIT-5")
def test_a_flight_stays_together(registry: Registry) -> None:
    field = on(registry)
    apart = fly([{"turn": 90, "side": "left"}, {"straight": 9}], AHEAD, AHEAD)
    assert field.objections("human", **apart) == ["AIR-UNIT-5"]


@pytest.mark.rule("AIR-UNIT-5")
@pytest.mark.parametrize(("gap", "rules"), [(6, []), (6.001, ["AIR-UNIT-5"])])
def test_six_inches_between_the_bases_is_together(registry: Registry, gap: float, rules: list[str]) -> None:
    """Bases are 1 inch across; the first aircraft flies 2 inches less far than the others, and drops behind by them."""
    across = ((gap + 1) ** 2 - 2**2) ** 0.5
    field = on(registry)
    places = [(50 - across, 50), (50, 50), (53, 50)]
    elements = zip(field.unit("flight").elements, places, strict=True)
    field.change("flight", elements=tuple(replace(one, x=x, y=y) for one, (x, y) in elements))
    assert field.objections("human", **fly([{"straight": 8}], AHEAD, AHEAD)) == rules


@pytest.mark.rule("AIR-UNIT-5")
def test_under_the_ruling_aircraft_fly_apart(registry: Registry) -> None:
    field = on(registry, rulings={"aircraft_coherency": "none"})
    apart = fly([{"turn": 90, "side": "left"}, {"straight": 9}], AHEAD, AHEAD)
    assert field.objections("human", **apart) == []


@pytest.mark.rule("AIR-UNIT-5")
@pytest.mark.parametrize(("ruling", "rules"), [("6in", ["AIR-UNIT-5"]), ("none", [])])
def test_set_up_aircraft_keep_together_too(registry: Registry, ruling: str, rules: list[str]) -> None:
    field = on(registry, "deployment", rulings={"aircraft_coherency": ruling})
    zone = Zone(side="human", left=0, near=0, right=100, far=100)
    field.state = replace(field.state, zones=(zone,))
    to = [{"x": x, "y": 20, "facing": 0} for x in (10, 20, 30)]
    assert field.objections("human", type="host.deploy", unit="flight", to=to) == rules


@pytest.mark.rule("AIR-UNIT-5")
def test_a_flight_that_losses_tore_apart_flies_on(registry: Registry) -> None:
    field = on(registry)
    first, _, last = field.unit("flight").elements
    field.change("flight", elements=(first, replace(last, x=70)))
    assert field.objections("human", **fly(AHEAD)) == []
    assert field.objections("human", **fly(AHEAD, [{"straight": 12}])) == []


# -- the table's edge -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIR-MOVE-7")
def test_who_leaves_the_table_is_lost_or_comes_back(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    lost = on(registry, table=(100, 65))
    lost.order(dice(), "human", **fly([{"straight": 12}], AHEAD, AHEAD))
    assert len(lost.unit("flight").elements) == 3
    gone = on(registry, table=(100, 61))
    gone.order(dice(), "human", **fly([{"straight": 12}], AHEAD, AHEAD))
    assert [one.id for one in gone.unit("flight").elements] == ["flight-2", "flight-3"]
    assert gone.unit("flight").lost == 0
    kept = on(registry, table=(100, 61), rulings={"table_edge": "forbidden"})
    assert kept.objections("human", **fly([{"straight": 12}], AHEAD, AHEAD)) == ["AIR-MOVE-7"]


@pytest.mark.rule("AIR-MORALE-3")
@pytest.mark.parametrize(("ruling", "tests"), [("no-test", 0), ("test", 1)])
def test_whether_an_aircraft_that_flew_off_is_a_loss_to_test_for_is_a_ruling(
    registry: Registry, dice: Callable[..., DiceTray], ruling: str, tests: int
) -> None:
    field = on(registry, table=(100, 61), rulings={"edge_losses": ruling})
    field.order(dice(), "human", **fly([{"straight": 12}], AHEAD, AHEAD))
    assert field.unit("flight").lost == tests
    happened = field.order(dice(*[(10,)] * tests), "human", **END)
    assert [one["unit"] for one in happened if one["type"] == "host.morale_tested"] == ["flight"] * tests


@pytest.mark.rule("AIR-MOVE-7")
def test_who_comes_back_is_out_of_reach_until_it_flies_again(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = on(registry, table=(100, 61), rulings={"table_edge": "return"}, units={"walker": ("Assault Tripod", [(50, 45)])})
    field.order(dice(), "human", **fly([{"straight": 12}]))
    assert [(one.y, one.facing, one.has(OFF_TABLE)) for one in field.unit("flight").elements] == [(61, 180, True)] * 3
    field.go_to("second.combat")
    ray = {"type": "host.shoot", "unit": "walker", "weapon": "Heavy Heat Ray", "target": "flight"}
    assert field.objections("martian", **ray) == ["HOST-FIRE-2"]
    field.go_to("first.second-movement")
    field.order(dice(), "human", **fly([{"straight": 8}]))
    field.go_to("second.combat")
    assert field.objections("martian", **ray) == []


def cornered(registry: Registry, edge: str) -> Field:
    units: Units = {
        "flight": ("Burgess-Dunne D8", [(1, 1, 225), (4, 1, 225), (1, 4, 225)]),
        "walker": ("Scout Tripod", [(4, 4)]),
    }
    return Field(registry, units, table=(5, 5), rulings={"table_edge": edge}, phase="first.first-movement")


def test_in_a_corner_without_a_way_out_nobody_is_held_up(registry: Registry) -> None:
    assert cornered(registry, "forbidden").objections("human", **END) == []


@pytest.mark.rule("AIR-MOVE-1")
@pytest.mark.parametrize("edge", ["lost", "return"])
def test_where_the_edge_may_be_crossed_nobody_is_excused_from_flying(registry: Registry, edge: str) -> None:
    field = cornered(registry, edge)
    assert field.objections("human", **END) == ["AIR-MOVE-1"]
    assert field.objections("human", **fly(AHEAD)) == []


@pytest.mark.rule("AIR-RUN-2")
@pytest.mark.parametrize("edge", ["lost", "return", "forbidden"])
def test_no_edge_excuses_a_run(registry: Registry, edge: str) -> None:
    field = cornered(registry, edge)
    field.change("flight", elements=field.unit("flight").elements[:1], marks=(StateMark(name=RUN),))
    assert field.objections("human", **END) == ["AIR-RUN-2"]
    assert field.objections("human", **RUN_ORDER) == []


def test_a_pilot_with_nothing_to_ram_and_no_way_out_is_held_up_no_more_than_any_other(registry: Registry) -> None:
    field = cornered(registry, "forbidden")
    field.change("flight", elements=field.unit("flight").elements[:1], marks=(StateMark(name=RUN),))
    field.mark("walker", "hidden", "A")
    assert field.objections("human", **RUN_ORDER) == ["AIR-RUN-1"]
    assert field.objections("human", **END) == []


# -- bombs ----------------------------------------------------------------------------------------------------------------

OVER = {"path": [{"straight": 12}], "drops": [{"at": 10, "light": 1}]}


@pytest.mark.rule("AIR-BOMB-1")
def test_bombs_are_for_the_first_movement_and_for_who_flies_low(registry: Registry) -> None:
    field = on(registry)
    assert field.objections("human", **fly(OVER, AHEAD, AHEAD)) == []
    field.go_to("first.second-movement")
    assert field.objections("human", **fly(OVER, AHEAD, AHEAD)) == ["AIR-BOMB-1"]
    high = on(registry, marks={"flight": {"aircraft.altitude": "high"}})
    assert high.objections("human", **fly(OVER, AHEAD, AHEAD)) == ["AIR-ALT-3"]


@pytest.mark.rule("AIR-BOMB-2", "AIR-BOMB-3", "AIR-BOMB-5")
def test_bombs_burst_on_their_marks_when_the_move_is_over(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = on(registry)
    order = fly(OVER, AHEAD, AHEAD)
    assert dict(field.odds(**order)) == {1: Fraction(15, 100), 0: Fraction(85, 100)}
    happened = field.order(dice((6,), (8,), (7,)), "human", **order)
    kinds = ["aircraft.flown", "aircraft.bombs_burst", "host.tripod_damaged", "aircraft.flown"]
    assert [one["type"] for one in happened] == kinds
    assert happened[1]["marks"] == [{"x": 50, "y": 60, "diameter": 2, "aircraft": "flight-1"}]
    assert field.unit("walker").elements[0].armor_lost == 2
    flight = field.unit("flight")
    assert [bombs_aboard(field.state, flight, one.id) for one in flight.elements] == [{"Light Bomb": n} for n in (0, 1, 1)]
    field.go_to("first.first-movement", turn=2)
    assert field.objections("human", **fly(OVER, AHEAD, AHEAD)) == ["AIR-BOMB-5"]


@pytest.mark.rule("AIR-BOMB-5")
def test_bombs_dropped_in_one_turn_are_not_there_in_the_next(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    bombers = ("Breguet 14 B2", [(50, 50), (53, 50), (56, 50)])  # three medium bombs each
    field = on(registry, units={"flight": bombers, "walker": ("Assault Tripod", [(150, 150)])})

    def drop(count: int) -> dict[str, Any]:
        return fly(
            {"path": [{"straight": 12}], "drops": [{"at": 6, "light": 0, "medium": count}]},
            [{"straight": 12}],
            [{"straight": 12}],
        )

    def aboard() -> list[dict[str, int]]:
        flight = field.unit("flight")
        return [bombs_aboard(field.state, flight, one.id) for one in flight.elements]

    for turn, left in ((1, 2), (2, 1), (3, 0)):
        field.go_to("first.first-movement", turn=turn)
        assert field.objections("human", **drop(left + 2)) == ["AIR-BOMB-5"]
        field.order(dice(), "human", **drop(1))
        assert aboard() == [{"Medium Bomb": left}, {"Medium Bomb": 3}, {"Medium Bomb": 3}]
    field.go_to("first.first-movement", turn=4)
    assert field.objections("human", **drop(1)) == ["AIR-BOMB-5"]


@pytest.mark.rule("AIR-BOMB-3", "HOST-COVER-1")
@pytest.mark.parametrize(("cover", "lost"), [("none", 1), ("soft", 0)])
def test_cover_helps_against_bombs(registry: Registry, cover: str, lost: int) -> None:
    """Every die falls on a 5, which hits drones in the open, and not in a wood, and damages them."""
    drones = ("Drones", [(50, 60), (80, 80), (83, 80)])
    field = on(
        registry, units={"drones": drones, "walker": ("Assault Tripod", [(150, 150)])}, marks={"drones": {"cover": cover}}
    )
    field.order(DiceTray(lambda ask: Faces((5,) * ask.size, "test")), "human", **fly(OVER, AHEAD, AHEAD))
    assert len(field.unit("drones").elements) == 3 - lost


@pytest.mark.rule("AIR-BOMB-3", "HOST-TRIPOD-1")
def test_two_bombs_that_damage_a_tripod_count_twice(registry: Registry) -> None:
    """Every die falls on a 9: each bomb hits and damages, and takes three points. Two of them at two places of one path."""
    bombers = ("Breguet 14 B2", [(50, 50), (53, 50), (56, 50)])
    field = on(registry, units={"flight": bombers, "walker": ("Assault Tripod", [(50, 60)])})
    drops = [{"at": 9.5, "medium": 1}, {"at": 10.5, "medium": 1}]
    order = fly({"path": [{"straight": 12}], "drops": drops}, [{"straight": 12}], [{"straight": 12}])
    field.order(DiceTray(lambda ask: Faces((9,) * ask.size, "test")), "human", **order)
    assert field.unit("walker").elements[0].armor_lost == 6


@pytest.mark.rule("AIR-BOMB-3", "AIR-BOMB-7")
def test_bombs_spare_neither_side_but_aircraft(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    squad = ("Heavy Machine Gun Squad", [(50, 61.5), (52.5, 61.5), (55, 61.5)])
    field = on(registry, units={"walker": ("Assault Tripod", [(90, 90)]), "squad": squad, "other": FLIGHT})
    field.change("other", elements=tuple(replace(one, y=60) for one in field.unit("other").elements))
    happened = field.order(dice((5,), (2,)), "human", **fly(OVER, AHEAD, AHEAD))
    assert happened[1]["under"] == ["squad-1"]
    assert happened[2] == {"type": "host.elements_lost", "unit": "squad", "elements": ["squad-1"]}


# -- the run --------------------------------------------------------------------------------------------------------------


def runner(registry: Registry, y: float, **more: Any) -> Field:
    units = {"walker": ("Assault Tripod", [(50, y)]), "far": ("Scout Tripod", [(50, 150)])}
    field = on(registry, units={**units, **more.pop("units", {})}, **more)
    field.change("flight", elements=field.unit("flight").elements[:1], marks=(StateMark(name=RUN),))
    return field


RUN_ORDER = {"type": "aircraft.run", "unit": "flight"}


@pytest.mark.rule("AIR-RUN-2", "AIR-RUN-3", "AIR-RUN-4")
@pytest.mark.parametrize("phase", ["first.first-movement", "first.second-movement"])
def test_a_run_goes_to_the_nearest_tripod_and_attacks_on_contact(
    registry: Registry, dice: Callable[..., DiceTray], phase: str
) -> None:
    field = runner(registry, 60)
    field.go_to(phase)
    assert field.objections("human", **END) == ["AIR-RUN-2"]
    assert field.objections("human", **fly(AHEAD)) == ["AIR-RUN-2"]
    assert field.objections("human", **RUN_ORDER, target="far") == ["AIR-RUN-1"]
    assert dict(field.odds(**RUN_ORDER)) == {1: Fraction(15, 100), 0: Fraction(85, 100)}
    happened = field.order(dice((6,), (8,), (1,)), "human", **RUN_ORDER)
    assert [one["type"] for one in happened] == [
        "aircraft.run_aimed", "aircraft.flown", "aircraft.rammed", "host.tripod_damaged", "host.elements_lost"
    ]  # fmt: skip
    assert happened[1]["flights"][0]["y"] == pytest.approx(60 - 1.75)
    assert not field.state.in_play("flight")


@pytest.mark.rule("AIR-RUN-2")
def test_a_run_takes_as_many_phases_as_it_needs(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = runner(registry, 90)
    ends = []
    for turn, phase in ((1, "first-movement"), (1, "second-movement"), (2, "first-movement")):
        field.go_to(f"first.{phase}", turn=turn)
        field.order(dice(), "human", **RUN_ORDER)
        ends.append(round(field.unit("flight").elements[0].y, 3))
        assert field.objections("human", **END) == []
    assert ends == [62, 74, 86]
    field.go_to("first.second-movement", turn=2)
    field.order(dice((1,)), "human", **RUN_ORDER)
    assert not field.state.in_play("flight")


@pytest.mark.rule("AIR-RUN-1")
def test_of_two_equally_near_the_player_or_the_dice_choose(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    twins = {"walker": ("Assault Tripod", [(45, 58)]), "far": ("Assault Tripod", [(55, 58)])}
    field = runner(registry, 0, units=twins)
    assert field.objections("human", **RUN_ORDER, target="far") == []
    assert field.order(dice((1,)), "human", **RUN_ORDER, target="far")[0]["target"] == "far"
    field = runner(registry, 0, units=twins, rulings={"nearest_tripod_tie": "random"})
    assert field.order(dice(("walker",), (1,)), "human", **RUN_ORDER)[0]["target"] == "walker"


@pytest.mark.rule("AIR-RUN-1")
def test_without_a_tripod_there_is_nothing_to_run_at(registry: Registry) -> None:
    drones = ("Drones", [(50, 90), (52, 90), (54, 90)])
    field = Field(registry, {"flight": FLIGHT, "drones": drones}, phase="first.first-movement")
    field.change("flight", elements=field.unit("flight").elements[:1], marks=(StateMark(name=RUN),))
    assert field.objections("human", **RUN_ORDER) == ["AIR-RUN-1"]
    assert field.objections("human", **fly(AHEAD)) == []


@pytest.mark.rule("AIR-RUN-1")
def test_a_run_stays_with_its_tripod_when_another_comes_nearer(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = runner(registry, 90)
    field.order(dice(), "human", **RUN_ORDER)
    field.change("far", elements=tuple(replace(one, y=70) for one in field.unit("far").elements))
    field.go_to("first.second-movement")
    assert field.objections("human", **RUN_ORDER, target="far") == ["AIR-RUN-1"]
    assert field.order(dice(), "human", **RUN_ORDER)[0]["target"] == "walker"
    gone = replace(field.state, units=tuple(unit for unit in field.state.units if unit.id != "walker"))
    field.state = gone
    field.go_to("first.first-movement", turn=2)
    assert field.objections("human", **RUN_ORDER, target="far") == []


def test_a_run_is_ordered_by_its_own_side_in_its_own_part_of_the_turn(registry: Registry) -> None:
    field = runner(registry, 90)
    assert field.objections("martian", **RUN_ORDER)
    assert field.objections("human", **{**RUN_ORDER, "unit": "nobody"})
    field.go_to("second.first-movement")
    assert field.objections("human", **RUN_ORDER)


@pytest.mark.rule("AIR-RUN-3")
def test_a_run_asks_for_the_ramming_of_its_tripod_in_the_phase_in_which_it_gets_there(registry: Registry) -> None:
    far = runner(registry, 70)  # 18.25 inches: one phase and a half
    assert far.ruleset.questions(far.state, far.command(**RUN_ORDER)) == ()
    twins = {"walker": ("Scout Tripod", [(45, 58)]), "far": ("Assault Tripod", [(55, 58)])}
    field = runner(registry, 0, units=twins, rulings={"range_from_air": "centre-to-centre"})
    for target, armor in (("walker", 10), ("far", 11)):
        assert f"{armor} Armor" in field.targets(**RUN_ORDER, target=target)[1]


@pytest.mark.rule("AIR-RUN-2")
def test_a_run_is_flown_once_in_a_phase(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = runner(registry, 90)
    field.order(dice(), "human", **RUN_ORDER)
    assert field.objections("human", **RUN_ORDER) == ["AIR-RUN-2"]


@pytest.mark.rule("AIR-BOMB-8")
@pytest.mark.parametrize(("ruling", "seen"), [("attacked", True), ("spared", False), ("revealed", True)])
def test_what_bombs_do_to_a_hidden_unit_is_a_ruling(
    registry: Registry, dice: Callable[..., DiceTray], ruling: str, seen: bool
) -> None:
    """The marker is under the template, at (50, 60), and no odds tell of it, whatever the bombs do."""
    hit = ruling == "attacked"
    field = on(registry, rulings={"bombs_on_hidden": ruling}, marks={"walker": {"hidden": "A"}})
    field.mark("walker", "hidden", "A")
    bombs = {"path": AHEAD, "drops": [{"at": 10, "light": 1}]}
    order = fly(bombs, AHEAD, AHEAD)
    assert field.ruleset.questions(field.state, field.command(**order)) == ()
    happened = field.order(dice((6,), (8,), (1,)) if hit else dice(), "human", **order)
    assert ([one["unit"] for one in happened if one["type"] == "host.revealed"] == ["walker"]) is seen
    assert ("hidden" not in field.marks("walker")) is seen
    assert field.unit("walker").elements[0].armor_lost == int(hit)
    aside = on(registry, rulings={"bombs_on_hidden": ruling}, units={"walker": ("Assault Tripod", [(50, 64)])})
    aside.mark("walker", "hidden", "A")
    aside.order(dice(), "human", **order)
    assert "hidden" in aside.marks("walker")


@pytest.mark.rule("AIR-BOMB-8")
def test_odds_of_bombs_are_those_of_what_is_seen_there(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    """By default a hidden tripod beside a drone is revealed and attacked; what is told before knows the drone alone."""
    drones = {"drones": ("Drones", [(50.5, 61.5), (80, 80), (82, 80)])}
    order = fly({"path": AHEAD, "drops": [{"at": 10, "light": 1}]}, AHEAD, AHEAD)
    field = on(registry, units=drones)
    field.mark("walker", "hidden", "A")
    (question,) = field.ruleset.questions(field.state, field.command(**order))
    without = on(registry, units=drones)
    without.state = replace(without.state, units=tuple(one for one in without.state.units if one.id != "walker"))
    (alone,) = without.ruleset.questions(without.state, without.command(**order))
    assert (question.facts, dict(question.odds())) == (alone.facts, dict(alone.odds()))
    events = field.ruleset.decide(field.state, field.command(**order), dice((6,), (8,), (5,), (4,), (1,)))
    types = [one.type for one in events]
    assert types.index("host.revealed") < types.index("aircraft.bombs_burst")
    assert question.of is not None
    assert question.of(events) == 1


@pytest.mark.rule("AIR-BOMB-8")
def test_odds_of_bombs_know_ones_own_hidden_units(registry: Registry) -> None:
    squad = ("US Command Squad", [(50, 60.5), (52, 60.5), (54, 60.5)])
    order = fly({"path": AHEAD, "drops": [{"at": 10, "light": 1}]}, AHEAD, AHEAD)
    field = on(registry, units={"squad": squad, "walker": ("Assault Tripod", [(90, 90)])})
    (in_the_open,) = field.ruleset.questions(field.state, field.command(**order))
    field.mark("squad", "hidden", "A")
    (question,) = field.ruleset.questions(field.state, field.command(**order))
    assert dict(question.odds()) == dict(in_the_open.odds())


def test_a_run_over_an_enemy_off_the_line_of_flight_is_offered_first_and_named(registry: Registry) -> None:
    """Nothing lies straight ahead: each aircraft is led over the tripod by a turn of its own."""
    field = on(registry, units={"walker": ("Scout Tripod", [(61, 57)])})
    offers = [one for one in field.ruleset.legal(field.state, "human") if one.command.type == "aircraft.fly"]
    runs = [one for one in offers if one.kind == "bombing runs"]
    assert runs
    assert offers[: len(runs)] == runs
    assert all("bombs the Scout Tripod" in one.title for one in runs)
    chances = [
        float(question.odds().where(bool)) for one in runs for question in field.ruleset.questions(field.state, one.command)
    ]
    assert len(chances) == len(runs)
    assert chances[0] == max(chances) > 0
    straight = [one for one in offers if "straight ahead" in one.title]
    assert straight
    assert not any(one.kind == "bombing runs" for one in straight)
    assert "other flights" in {one.kind for one in offers}
