"""The turn round the fighting: phases, initiative, deployment, bombardment, reserves, rout and rally, victory."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.modifiers import modifier
from aqmf_air.core.play.verdict import verdict_of
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.chapters.initiative import initiative, initiative_modifiers
from aqmf_air.games.martian_front.chapters.reserves import arrival, due
from aqmf_air.games.martian_front.chapters.turn import next_phase
from aqmf_air.games.martian_front.scenario.model import ScenarioFile
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Objective, Reserve, Zone
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Units

SQUAD = ("US Infantry", [(50, 50), (52, 50), (54, 50), (56, 50), (58, 50)])
WALKER = ("Assault Tripod", [(50, 90)])
END = {"type": "host.end_phase"}


def on(either: Registry, phase: str = "end", units: Units | None = None, **more: Any) -> Field:
    return Field(either, {"squad": SQUAD, "walker": WALKER, **(units or {}), **more}, phase=phase)


# -- phases and initiative ------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-TURN-1")
def test_a_turn_has_its_phases_in_order(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = on(either, "first.first-movement")
    field.state = replace(field.state, fixed_order=False)
    seen = []
    for _ in range(7):
        seen.append((field.state.turn, field.state.now.id, field.state.active))
        field.order(dice(), field.state.active[0], **END)
    first, second = ("human",), ("martian",)
    assert seen == [
        *((1, f"first.{part}", first) for part in ("first-movement", "combat", "second-movement")),
        *((1, f"second.{part}", second) for part in ("first-movement", "combat", "second-movement")),
        (1, "end", ("human", "martian")),
    ]
    assert (field.state.turn, field.state.now.id) == (2, "initiative")


@pytest.mark.rule("HOST-TURN-2")
def test_initiative_is_rolled_and_the_winner_chooses(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = on(either, "initiative")
    assert field.objections("human", **END) == ["HOST-TURN-2"]
    assert field.objections("human", type="host.go_first", side="human") == ["HOST-TURN-2"]
    field.order(dice((4,), (4,)), "human", type="host.roll_initiative")
    assert field.ruleset.stage(field.state).active == ("human", "martian")
    field.order(dice((4,), (5,)), "martian", type="host.roll_initiative")
    assert field.ruleset.stage(field.state).active == ("martian",)
    assert field.objections("human", type="host.roll_initiative") == ["HOST-TURN-2"]
    assert field.objections("human", type="host.go_first", side="human") == ["HOST-TURN-2"]
    field.order(dice(), "martian", type="host.go_first", side="martian")
    assert (field.state.order, field.state.now.id) == (("martian", "human"), "first.first-movement")


@pytest.mark.rule("HOST-TURN-2")
def test_the_odds_of_initiative_are_exact() -> None:
    assert dict(chances(initiative, (), ())) == {
        "human": Fraction(45, 100), "martian": Fraction(45, 100), "tie": Fraction(10, 100)
    }  # fmt: skip
    two = (modifier(2, "two kills", "HOST-TURN-2"),)
    assert chances(initiative, two, ()).of("human") == Fraction(64, 100)


@pytest.mark.rule("HOST-TURN-2")
def test_kills_and_lost_commands_of_last_turn_count(either: Registry) -> None:
    field = on(
        either,
        "initiative",
        scout=("Scout Tripod", [(60, 90)]),
        command=("US Command Squad", [(70, 50), (72, 50), (74, 50)]),
        old=("Scout Tripod", [(70, 90)]),
    )
    gone = {"walker": 1, "scout": 1, "command": 1, "old": 0}
    for name, turn in gone.items():
        field.state = replace(field.state, turn=turn)
        for element in field.unit(name).elements:
            lost = {"type": "host.elements_lost", "unit": name, "elements": (element.id,)}
            event = field.ruleset.codec.entry({"position": 0, "kind": "command", "by": "x", "events": [lost]}, "x").events[0]
            field.state = cast("Any", event).apply(field.state)
    field.state = replace(field.state, turn=2)
    assert [str(one) for one in initiative_modifiers(field.state, "human")] == [
        "+2 enemy units destroyed last turn (HOST-TURN-2)",
        "+1 of them with Armor 11 or more (HOST-TURN-2)",
        "-1 own command units lost last turn (HOST-TURN-2)",
    ]
    assert initiative_modifiers(field.state, "martian") == ()


# -- before the game ------------------------------------------------------------------------------------------------------


def scenario(either: Registry, **more: Any) -> tuple[AllQuiet, Any]:
    ruleset = cast("AllQuiet", either.ruleset("aqmf"))
    document: dict[str, Any] = {
        "name": "test",
        "title": "Test",
        "table": {"width": 60, "depth": 48},
        "zones": [
            {"side": "human", "left": 2, "near": 1, "right": 58, "far": 12},
            {"side": "martian", "left": 2, "near": 36, "right": 58, "far": 47},
        ],
        "armies": [
            {"side": "human", "units": {"us infantry": 2, "Heavy Field Gun Battery": 1}},
            {"side": "martian", "units": {"Assault Tripod": 2, "Drones": 1}},
        ],
        **more,
    }
    return ruleset, ruleset.initial(ruleset.scenario(ScenarioFile.model_validate(document), {}).setup)


def test_armies_are_lined_up_in_their_zones(either: Registry) -> None:
    _, game = scenario(either)
    assert [unit.id for unit in game.units] == [
        "us-infantry-1", "us-infantry-2", "heavy-field-gun-battery", "assault-tripod-1", "assault-tripod-2", "drones"
    ]  # fmt: skip
    for unit in game.units:
        near, far = (1, 12) if unit.side == "human" else (36, 47)
        assert all(near <= one.y <= far and 2 <= one.x <= 58 for one in unit.elements)
        assert {one.facing for one in unit.elements} == {0 if unit.side == "human" else 180}


def test_a_zone_that_is_too_small_is_one_line(either: Registry) -> None:
    with pytest.raises(DataError, match="the zone of the martian side is too small"):
        scenario(either, armies=[{"side": "martian", "units": {"Assault Tripod": 30, "Drones": 30}}])


@pytest.mark.rule("HOST-TURN-3")
def test_each_side_sets_up_in_its_zone_unseen(either: Registry, dice: Callable[..., DiceTray]) -> None:
    ruleset, game = scenario(either, deploy=["human", "martian"])
    assert game.now.id == "deployment"
    view = ruleset.observe(game, "human")
    assert view.enemies == ()
    assert {unit.side for unit in view.own} == {"human"}
    field = _field(ruleset, game)

    def deploy(*at: tuple[float, float]) -> dict[str, Any]:
        return {"type": "host.deploy", "unit": "us-infantry-1", "to": [{"x": x, "y": y} for x, y in at]}

    row = [(4.0 + 2 * number, 3.0) for number in range(5)]
    assert field.objections("human", **deploy(*[(x, 12.5) for x, _ in row])) == ["HOST-TURN-3"]
    assert field.objections("human", **deploy(*row[:4])) == ["HOST-ORDER-1"]
    assert field.objections("human", **deploy(*row[:4], (20, 3))) == ["HOST-MOVE-2"]
    assert field.objections("human", **deploy(*row[:4], row[0])) == ["HOST-MOVE-3"]
    assert field.objections("martian", **deploy(*row)) == ["HOST-TURN-1"]
    field.order(dice(), "human", **deploy(*row))
    assert [(one.x, one.y) for one in field.unit("us-infantry-1").elements] == row
    assert field.objections("martian", **END) == ["HOST-TURN-1"]  # the other side is not done
    field.order(dice(), "human", **END)
    assert (field.state.now.id, field.state.active) == ("deployment", ("martian",))
    assert field.objections("human", **deploy(*row)) == ["HOST-TURN-1"]
    field.order(dice(), "martian", **END)
    assert field.state.now.id == "bombardment"
    assert ruleset.stage(field.state).active == ("human",)  # the other side has no gun for it, and is not waited for
    assert ruleset.observe(field.state, "human").enemies != ()


def _field(ruleset: AllQuiet, game: Any) -> Field:
    field = object.__new__(Field)
    field.ruleset, field.state = ruleset, game
    return field


@pytest.mark.rule("HOST-BARRAGE-6")
def test_heavy_guns_bombard_once_before_turn_1_and_cover_does_not_help_defense(
    either: Registry, dice: Callable[..., DiceTray]
) -> None:
    field = Field(
        either,
        {"gun": ("Heavy Field Gun Battery", [(50, 5)]), "walker": ("Assault Tripod", [(50, 154)])},
        marks={"walker": {"cover": "fortified"}},
        phase="bombardment",
    )
    shell = {"type": "host.bombardment", "unit": "gun", "weapon": "Heavy Field Gun", "target": "walker"}
    assert field.targets(**shell) == [
        "to hit 6+ = 6 Defense of Assault Tripod (HOST-HIT-1)",
        "to damage 9+ = 11 Armor of Assault Tripod (HOST-HIT-2) +2 fortified cover (HOST-COVER-1)"
        " -4 Power of Heavy Field Gun (HOST-HIT-2)",
    ]
    assert dict(field.odds(**shell)) == {0: Fraction(9, 10), 1: Fraction(1, 10)}
    field.order(dice((6,), (9,), (1,)), "human", **shell)
    assert field.unit("walker").elements[0].armor_lost == 1
    assert field.objections("human", **shell) == ["HOST-BARRAGE-6"]
    field.go_to("first.combat")
    assert field.objections("human", **shell) == ["HOST-BARRAGE-6"]
    far = Field(
        either,
        {"gun": ("Heavy Field Gun Battery", [(50, 5)]), "walker": ("Assault Tripod", [(50, 158)])},
        phase="bombardment",
    )
    assert far.objections("human", **shell) == ["HOST-LOS-2"]
    assert far.objections("human", **{**shell, "target": "nobody"}) == ["HOST-FIRE-1"]
    assert far.objections("human", **{**shell, "element": "nothing"}) == ["HOST-ORDER-1"]


@pytest.mark.rule("HOST-TURN-1")
def test_a_side_with_nothing_to_do_does_not_end_a_phase_for_the_other(
    either: Registry, dice: Callable[..., DiceTray]
) -> None:
    field = Field(
        either,
        {"gun": ("Heavy Field Gun Battery", [(50, 5)]), "walker": ("Assault Tripod", [(50, 154)])},
        phase="bombardment",
    )
    assert field.objections("martian", **END) == ["HOST-TURN-1"]
    field.order(dice(), "human", **END)
    assert field.state.now.id != "bombardment"
    field.go_to("end")
    assert field.objections("martian", **END) == field.objections("human", **END) == []


# -- reserves -------------------------------------------------------------------------------------------------------------


def with_reserve(either: Registry, *, sure: bool = False, turn: int = 2) -> Field:
    field = Field(
        either,
        {"squad": SQUAD, "walker": WALKER, "late": ("US Infantry", [(10 + 2 * number, 2) for number in range(5)])},
        phase="first.first-movement",
    )
    late = field.unit("late")
    units = tuple(unit for unit in field.state.units if unit.id != "late")
    field.state = replace(field.state, units=units, reserves=(Reserve(unit=late, turn=turn, sure=sure, where="south"),))
    return field


@pytest.mark.rule("HOST-RESERVE-1")
@pytest.mark.parametrize(
    ("face", "there", "shoots"), [(5, False, False), (6, True, False), (8, True, False), (9, True, True)]
)
def test_reserves_roll_in_their_first_movement(
    either: Registry, dice: Callable[..., DiceTray], face: int, there: bool, shoots: bool
) -> None:
    field = with_reserve(either)
    assert field.objections("human", type="host.call_reserves") == ["HOST-RESERVE-1"]
    field.go_to("first.first-movement", turn=2)
    assert field.objections("human", **END) == ["HOST-RESERVE-1"]
    assert field.objections("martian", type="host.call_reserves") == ["HOST-TURN-1"]
    field.order(dice((face,)), "human", type="host.call_reserves")
    assert field.state.in_play("late") is there
    assert field.objections("human", type="host.call_reserves") == ["HOST-RESERVE-1"]
    assert field.objections("human", **END) == []
    if there:
        field.go_to("first.combat", turn=2)
        field.change("walker", elements=tuple(replace(one, x=14, y=12) for one in field.unit("walker").elements))
        shot = field.objections("human", type="host.shoot", unit="late", weapon="Rifle", target="walker")
        assert shot == ([] if shoots else ["HOST-RESERVE-1"])


@pytest.mark.rule("HOST-RESERVE-1")
def test_reserves_are_due_in_the_first_movement_of_their_own_side_only(either: Registry) -> None:
    field = with_reserve(either)
    for phase, expected in (("first.first-movement", 1), ("first.second-movement", 0), ("second.first-movement", 0)):
        field.go_to(phase, turn=2)
        assert len(due(field.state, "human")) == expected
        assert due(field.state, "martian") == ()


@pytest.mark.rule("HOST-RESERVE-1")
def test_the_odds_of_reserves_and_scheduled_ones(either: Registry, dice: Callable[..., DiceTray]) -> None:
    assert dict(chances(arrival)) == {
        "no show": Fraction(5, 10), "may move": Fraction(3, 10), "may move and shoot": Fraction(2, 10)
    }  # fmt: skip
    field = with_reserve(either, sure=True, turn=1)
    field.order(dice(), "human", type="host.call_reserves")
    assert field.state.in_play("late")


@pytest.mark.rule("HOST-RESERVE-1")
def test_reserves_wait_while_their_place_is_taken(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = with_reserve(either, sure=True, turn=1)
    field.change("walker", elements=tuple(replace(one, x=12, y=4) for one in field.unit("walker").elements))
    field.order(dice(), "human", type="host.call_reserves")
    assert not field.state.in_play("late")


# -- rout and rally -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-MORALE-2")
def test_a_routed_unit_may_only_move_and_is_lost_with_an_enemy_close(
    either: Registry, dice: Callable[..., DiceTray]
) -> None:
    near = 50 + 0.5 + 1.25 + 3
    for y, caught in ((near, True), (near + 0.01, False)):
        field = Field(either, {"squad": SQUAD, "walker": ("Assault Tripod", [(50, 60)])}, phase="first.combat")
        field.mark("squad", "routed")
        shot = {"type": "host.shoot", "unit": "squad", "weapon": "Rifle", "target": "walker"}
        assert field.objections("human", **shot) == ["HOST-MORALE-2"]
        field.go_to("second.first-movement")
        step = {"type": "host.move", "unit": "walker", "to": [{"x": 50, "y": y}]}
        happened = field.order(dice(), "martian", **step)
        assert ("host.caught" in [one["type"] for one in happened]) is caught
        assert field.state.in_play("squad") is not caught


@pytest.mark.rule("HOST-MORALE-3")
@pytest.mark.parametrize(("x", "near"), [(57, True), (57.01, False)])
def test_a_command_squad_within_6_inches_lets_a_unit_roll_again(
    either: Registry, dice: Callable[..., DiceTray], x: float, near: bool
) -> None:
    command = ("US Command Squad", [(x + 6, 50), (x + 8, 50), (x + 10, 50)])
    field = on(either, "second.combat", command=command)
    field.change("squad", elements=field.unit("squad").elements[:4], lost=1)
    faces = ((5,), (6,)) if near else ((5,),)
    assert field.odds(**END)["pass"] == (1 - Fraction(25, 100) if near else Fraction(5, 10))
    field.order(dice(*faces), "martian", **END)
    assert ("routed" in field.marks("squad")) is not near


@pytest.mark.rule("HOST-MORALE-3")
def test_a_second_failure_counts_and_a_routed_command_squad_helps_nobody(
    either: Registry, dice: Callable[..., DiceTray]
) -> None:
    command = ("US Command Squad", [(60, 50), (62, 50), (64, 50)])
    for routed, faces in ((False, ((5,), (5,))), (True, ((5,),))):
        field = on(either, "second.combat", command=command)
        field.change("squad", lost=1)
        if routed:
            field.mark("command", "routed")
        field.order(dice(*faces), "martian", **END)
        assert "routed" in field.marks("squad")


@pytest.mark.rule("HOST-MORALE-3")
def test_a_command_squad_does_not_steady_itself_but_another_does(either: Registry, dice: Callable[..., DiceTray]) -> None:
    other = ("US Command Squad", [(64, 50), (66, 50), (68, 50)])
    for units, passes in (({}, Fraction(5, 10)), ({"other": other}, Fraction(75, 100))):
        field = on(either, "second.combat", command=("US Command Squad", [(70, 50), (72, 50), (74, 50)]), units=units)
        field.change("command", elements=field.unit("command").elements[:2], lost=1)
        assert field.odds(**END)["pass"] == passes


@pytest.mark.rule("HOST-MORALE-4")
@pytest.mark.parametrize(("face", "rallies"), [(7, True), (6, False)])
def test_a_routed_unit_rallies_in_the_end_phase(
    either: Registry, dice: Callable[..., DiceTray], face: int, rallies: bool
) -> None:
    field = on(either)
    field.mark("squad", "routed")
    assert dict(field.odds(**END)) == {True: Fraction(4, 10), False: Fraction(6, 10)}
    field.order(dice((face,)), "human", **END)
    assert ("routed" in field.marks("squad")) is not rallies


@pytest.mark.rule("HOST-MORALE-4")
def test_nobody_rallies_in_another_phase(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = on(either, "second.combat")
    field.mark("squad", "routed")
    field.order(dice(), "martian", **END)
    assert "routed" in field.marks("squad")


# -- victory --------------------------------------------------------------------------------------------------------------


def lose(field: Field, *names: str) -> None:
    for name in names:
        gone = field.unit(name)
        units = tuple(unit for unit in field.state.units if unit.id != name)
        fallen = replace(gone, marks=({"name": "destroyed", "value": "1"},))
        field.state = replace(field.state, units=units, fallen=(*field.state.fallen, fallen))


FOUR: Units = {f"scout-{number}": ("Scout Tripod", [(10.0 * number, 90)]) for number in range(1, 4)}


@pytest.mark.rule("HOST-WIN-1")
@pytest.mark.parametrize(("lost", "winner"), [(1, ""), (2, "human"), (3, "human")])
def test_an_army_breaks_at_half_of_its_units(
    either: Registry, dice: Callable[..., DiceTray], lost: int, winner: str
) -> None:
    field = on(either, units=FOUR)
    lose(field, *sorted(FOUR)[:lost])
    happened = field.order(dice(), "human", **END)
    assert field.state.winner == winner
    assert (happened[-1]["type"] == "host.game_won") is bool(winner)


@pytest.mark.rule("HOST-WIN-1")
def test_both_may_break_and_reserves_count_as_there(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = on(either, units=FOUR, other=("US Infantry", [(80 + 2 * n, 50) for n in range(5)]))
    lose(field, "scout-1", "scout-2", "other")
    field.order(dice(), "human", **END)
    assert field.state.winner == "draw"
    field = on(either, units=FOUR)
    lose(field, "scout-1", "scout-2")
    late = replace(field.unit("scout-1"), id="late", marks=())
    field.state = replace(field.state, reserves=(Reserve(unit=late, turn=9),))
    field.order(dice(), "human", **END)
    assert field.state.winner == ""


@pytest.mark.rule("HOST-WIN-2")
@pytest.mark.parametrize(
    ("at", "worth", "lost", "winner"),
    [
        ((50, 50), 100, (), "human"),
        ((50, 90), 100, (), "martian"),
        ((50, 70), 100, (), "draw"),
        ((50, 90), 149, ("scout-1",), "human"),
        ((50, 90), 150, ("scout-1",), "draw"),  # a Scout Tripod is worth 150 points
        ((50, 90), 151, ("scout-1",), "martian"),
    ],
)
def test_after_the_last_turn_ground_and_losses_are_counted(
    either: Registry, dice: Callable[..., DiceTray], at: tuple[float, float], worth: int, lost: tuple[str, ...], winner: str
) -> None:
    field = on(either, units=FOUR)
    hill = Objective(name="hill", x=at[0], y=at[1], worth=worth)
    field.state = replace(field.state, turns=1, objectives=(hill,))
    lose(field, *lost)
    field.order(dice(), "human", **END)
    assert field.state.winner == winner


@pytest.mark.rule("HOST-WIN-2")
def test_nobody_holds_what_both_stand_on_nor_does_who_runs(either: Registry, dice: Callable[..., DiceTray]) -> None:
    for change in ("contested", "routed"):
        field = on(either)
        hill = Objective(name="hill", x=50, y=50)
        field.state = replace(field.state, turns=1, objectives=(hill,))
        if change == "contested":
            field.change("walker", elements=tuple(replace(one, x=50, y=53.5) for one in field.unit("walker").elements))
        else:
            field.mark("squad", "routed")
        field.order(dice(*(((1,),) if change == "routed" else ())), "human", **END)
        assert field.state.winner == "draw"


def test_the_end_says_who_won_and_why(either: Registry, dice: Callable[..., DiceTray]) -> None:
    def said(field: Field) -> str:
        return str(verdict_of(either.ruleset("aqmf"), field.state))

    field = on(either, units=FOUR)
    assert verdict_of(either.ruleset("aqmf"), field.state) is None
    lose(field, "scout-1", "scout-2")
    field.order(dice(), "human", **END)
    assert said(field) == "Humans win: the Martian army breaks: 2 of 4 Martian units are lost, and half is enough."
    field = on(either)
    hill = Objective(name="hill", x=50, y=50)
    field.state = replace(field.state, turns=1, objectives=(hill,))
    field.order(dice(), "human", **END)
    assert said(field) == f"Humans win: after 1 turn the points are {hill.worth} human to 0 Martian."
    end = verdict_of(either.ruleset("aqmf"), field.state)
    assert end is not None
    assert end.scored[0] == ("Points, human", str(hill.worth))
    field = on(either)
    field.state = replace(field.state, units=(field.unit("squad"),), winner="human")
    assert said(field) == "Humans win: no Martian unit is left."


def test_the_phases_before_the_game_come_once(either: Registry) -> None:
    field = Field(either, {"gun": ("Heavy Field Gun Battery", [(50, 5)]), "walker": WALKER}, phase="end")
    field.state = replace(field.state, zones=(Zone(side="human", left=0, near=0, right=10, far=10),))
    assert next_phase(field.state).id == "first.first-movement"
