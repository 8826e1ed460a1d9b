from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field

SQUAD = ("US Infantry", [(50, 50), (52, 50), (54, 50), (56, 50), (58, 50)])
END = {"type": "host.end_phase"}


@pytest.fixture
def field(either: Registry) -> Field:
    made = Field(either, {"squad": SQUAD, "walker": ("Assault Tripod", [(50, 90)])}, phase="second.combat")
    made.change("squad", elements=made.unit("squad").elements[:3], lost=2)
    return made


@pytest.mark.rule("HOST-MORALE-1")
@pytest.mark.parametrize(("face", "routs"), [(7, False), (6, True)])
def test_a_unit_with_losses_tests_at_the_end_of_the_phase(
    field: Field, face: int, routs: bool, dice: Callable[..., DiceTray]
) -> None:
    assert field.targets(**END) == ["morale 7+ = 5 to stand (HOST-MORALE-1) +2 elements lost (HOST-MORALE-1)"]
    assert field.odds(**END)["pass"] == Fraction(4, 10)
    happened = field.order(dice((face,)), "martian", **END)
    assert ("routed" in field.marks("squad")) is routs
    assert ("host.unit_routed" in [one["type"] for one in happened]) is routs
    assert happened[-1]["type"] == "host.phase_ended"


@pytest.mark.rule("HOST-MORALE-1")
def test_losses_of_a_phase_are_settled_in_it(field: Field, dice: Callable[..., DiceTray]) -> None:
    field.order(dice((10,)), "martian", **END)
    assert field.unit("squad").lost == 0
    assert field.ruleset.questions(field.state, field.command(**END)) == ()


@pytest.mark.rule("HOST-TRIPOD-5")
def test_martians_take_no_tests(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(
        either,
        {"squad": SQUAD, "drones": ("Drones", [(50, 90), (52, 90), (54, 90)]), "walker": ("Scout Tripod", [(50, 80)])},
    )
    field.change("drones", elements=field.unit("drones").elements[:1], lost=2)
    assert field.ruleset.questions(field.state, field.command(**END)) == ()
    happened = field.order(dice(), "human", **END)
    assert [one["type"] for one in happened] == ["host.phase_ended"]


def test_a_phase_is_ended_by_the_side_that_acts(field: Field) -> None:
    assert field.objections("human", **END) == ["HOST-TURN-1"]
    assert field.objections("martian", **END) == []


def test_the_turn_goes_round(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(either, {"squad": SQUAD, "walker": ("Assault Tripod", [(50, 90)])}, phase="first.first-movement")
    seen = []
    for _ in range(7):
        seen.append((field.state.turn, field.state.now.id))
        field.order(dice(), field.state.active[0], **END)
    assert seen == [
        (1, "first.first-movement"),
        (1, "first.combat"),
        (1, "first.second-movement"),
        (1, "second.first-movement"),
        (1, "second.combat"),
        (1, "second.second-movement"),
        (1, "end"),
    ]
    assert (field.state.turn, field.state.now.id) == (2, "first.first-movement")


@pytest.mark.rule("HOST-MORALE-2")
def test_who_runs_already_tests_no_more(field: Field, dice: Callable[..., DiceTray]) -> None:
    field.mark("squad", "routed")
    assert field.ruleset.questions(field.state, field.command(**END)) == ()
    assert [one["type"] for one in field.order(dice(), "martian", **END)] == ["host.phase_ended"]
