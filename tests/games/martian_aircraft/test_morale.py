from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.martian_aircraft.chapters.suicide_run import RUN, modifiers, natural_faces
from aqmf_air.games.martian_front.chapters.morale import Nerve, morale_test, to_pass
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field

END = {"type": "host.end_phase"}


def field_with(registry: Registry, left: int, lost: int) -> Field:
    field = Field(
        registry,
        {"flight": ("Burgess-Dunne D8", [(50, 50), (53, 50), (56, 50)]), "walker": ("Assault Tripod", [(53, 90)])},
        phase="second.combat",
    )
    field.change("flight", elements=field.unit("flight").elements[:left], lost=lost)
    return field


def nerve(lost: int, left: int) -> Nerve:
    return Nerve("Burgess-Dunne D8", "aircraft", lost, left)


@pytest.mark.rule("AIR-MORALE-1")
@pytest.mark.parametrize(("lost", "passes"), [(1, Fraction(6, 10)), (2, Fraction(5, 10))])
def test_aircraft_add_1_to_the_die(lost: int, passes: Fraction) -> None:
    own = nerve(lost, 3 - lost)
    target = to_pass(own, modifiers("morale", own))
    assert target.total == 5 + lost - 1
    assert chances(morale_test, target).of("pass") == passes


@pytest.mark.rule("AIR-MORALE-1")
def test_the_bonus_is_for_the_morale_of_aircraft_alone() -> None:
    infantry = Nerve("US Infantry", "infantry", 1, 4)
    assert modifiers("morale", infantry) == ()
    assert modifiers("hit", nerve(1, 2)) == ()
    assert modifiers("morale", "something else") == ()


@pytest.mark.rule("AIR-MORALE-1")
def test_a_flight_with_losses_tests_and_stands(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = field_with(registry, left=2, lost=1)
    assert field.targets(**END) == [
        "morale 5+ = 5 to stand (HOST-MORALE-1) -1 pilots take risks (AIR-MORALE-1) +1 element lost (HOST-MORALE-1)"
    ]
    happened = field.order(dice((5,)), "martian", **END)
    assert [one["type"] for one in happened] == ["host.morale_tested", "host.phase_ended"]
    assert field.state.in_play("flight")


@pytest.mark.rule("AIR-MORALE-2")
def test_a_flight_that_fails_is_gone_for_good(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = field_with(registry, left=2, lost=1)
    happened = field.order(dice((4,)), "martian", **END)
    assert [one["type"] for one in happened][:2] == ["host.morale_tested", "host.unit_left"]
    assert not field.state.in_play("flight")
    assert [unit.id for unit in field.state.fallen] == ["flight"]
    assert "routed" not in field.marks("flight")


@pytest.mark.rule("AIR-RUN-1")
def test_a_natural_10_of_the_last_one_is_a_run(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = field_with(registry, left=1, lost=1)
    assert dict(field.odds(**END)) == {"pass": Fraction(5, 10), "fail": Fraction(4, 10), "suicide": Fraction(1, 10)}
    happened = field.order(dice((10,)), "martian", **END)
    assert [one["type"] for one in happened][:2] == ["host.morale_tested", "aircraft.run_begun"]
    assert RUN in field.marks("flight")


@pytest.mark.rule("AIR-RUN-1")
def test_two_that_are_left_make_no_run(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = field_with(registry, left=2, lost=1)
    assert set(field.odds(**END)) == {"pass", "fail"}
    field.order(dice((10,)), "martian", **END)
    assert RUN not in field.marks("flight")
    assert natural_faces(nerve(1, 2)) == ()


@pytest.mark.rule("AIR-RUN-1")
def test_the_face_is_the_dies_own_not_the_total(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    """A 9 with the bonus is a total of 10, and no run."""
    field = field_with(registry, left=1, lost=1)
    field.order(dice((9,)), "martian", **END)
    assert RUN not in field.marks("flight")
