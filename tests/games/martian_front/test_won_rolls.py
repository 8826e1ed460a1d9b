"""Who wins the roll for an enemy's legs or weapon has their say before the phase goes on. HOST-TRIPOD-2, rows 5 and 6."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.automatic import asked_in_turn
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Place, Units

pytestmark = pytest.mark.rule("HOST-TRIPOD-2")
Dice = Callable[..., DiceTray]
END = {"type": "host.end_phase"}
RAY = {"unit": "walker", "weapon": "Heavy Heat Ray"}
ROLL = {"type": "host.stagger", "unit": "walker"}
AIM = {"type": "host.roll_for_weapon", **RAY}
POLICIES = ("steady", "exact-odds")


def hit(registry: Registry, phase: str = "first.first-movement", guns: Place = (50, 90)) -> Field:
    """An Assault Tripod whose legs and weapon were hit, a sound Scout and guns, at the start of a Martian phase."""
    units: Units = {
        "scout": ("Scout Tripod", [(20, 50)]),
        "walker": ("Assault Tripod", [(50, 50)]),
        "guns": ("Heavy Machine Gun Squad", [(guns[0] + 2 * n, guns[1]) for n in range(3)]),
    }
    field = Field(registry, units, phase=phase, first="martian")
    field.change("walker", elements=(replace(field.unit("walker").elements[0], weapons_out=("Heavy Heat Ray",)),))
    field.mark("walker", "immobile")
    return field


def goes(x: float, y: float) -> dict[str, Any]:
    return {"type": "host.move", "unit": "walker", "to": [{"x": x, "y": y, "facing": 0}]}


def refused(field: Field, player: str, order: dict[str, Any]) -> str:
    return "; ".join(map(str, field.ruleset.objections(field.state, field.command(**order), player)))


def test_the_phase_waits_for_who_won_the_legs(registry: Registry, dice: Dice) -> None:
    field = hit(registry)
    field.order(dice((2,), (9,)), "martian", **ROLL)
    waits = (
        "the human side won the roll for the legs of the Assault Tripod, and first moves it or lets it stand (HOST-TRIPOD-2)"
    )
    assert refused(field, "martian", END) == waits
    ahead = {"type": "host.move", "unit": "scout", "to": [{"x": 20, "y": 55, "facing": 0}]}
    assert refused(field, "martian", ahead) == waits
    assert field.ruleset.stage(field.state).active == ("human",)
    assert field.ruleset.observe(field.state, "martian").active == ("human",)
    assert "HOST-TURN-1" in field.objections("human", type="host.move", unit="guns", to=[{"x": 50, "y": 91}] * 3)
    assert field.objections("martian", type="host.let_stand", unit="walker") == ["HOST-TRIPOD-2"]
    offered = {one.command.type for one in field.ruleset.legal(field.state, "human")}
    assert offered == {"host.move", "host.let_stand"}
    field.order(dice(), "human", **goes(50, 40))
    assert field.ruleset.stage(field.state).active == ("martian",)
    field.order(dice(), "martian", **ahead)
    field.order(dice(), "martian", **END)


def test_the_winner_lets_it_stand_in_words(registry: Registry, dice: Dice) -> None:
    field = hit(registry)
    field.order(dice((2,), (9,)), "martian", **ROLL)
    for said in ("let it stand", "let Assault Tripod stand"):
        order = field.ruleset.order_from_words(field.state, said, "human")
        assert order.model_dump() == {"type": "host.let_stand", "unit": "walker"}
    (told,) = field.ruleset.decide(field.state, order, dice())
    assert field.ruleset.tell(told, field.state) == "the human side lets the Assault Tripod stand"
    field.order(dice(), "human", type="host.let_stand", unit="walker")
    assert field.objections("human", **goes(50, 40)) == ["HOST-MOVE-1"]
    field.order(dice(), "martian", **END)


def test_the_owner_who_wins_is_not_waited_for(registry: Registry, dice: Dice) -> None:
    field = hit(registry)
    field.order(dice((9,), (2,)), "martian", **ROLL)
    assert field.objections("martian", type="host.let_stand", unit="walker") == ["HOST-TRIPOD-2"]
    field.order(dice(), "martian", **END)


def test_the_phase_waits_for_who_won_a_weapon(registry: Registry, dice: Dice) -> None:
    field = hit(registry, "first.combat", guns=(50, 70))
    field.order(dice((2,), (9,)), "martian", **AIM)
    assert "won the roll for the Heavy Heat Ray of the Assault Tripod, and first picks its target" in refused(
        field, "martian", END
    )
    assert field.ruleset.stage(field.state).active == ("human",)
    order = field.ruleset.order_from_words(field.state, "let the Heavy Heat Ray of Assault Tripod be", "human")
    assert order == field.ruleset.order_from_words(field.state, "let it be", "human")
    (told,) = field.order(dice(), "human", **order.model_dump())
    assert told == {"type": "host.weapon_let_be", **RAY, "winner": "human"}
    assert field.objections("martian", **AIM) == ["HOST-TRIPOD-2"]
    field.order(dice(), "martian", **END)


def test_nobody_waits_for_a_weapon_that_reaches_nobody(registry: Registry, dice: Dice) -> None:
    field = hit(registry, "first.combat", guns=(50, 150))
    told = [one["type"] for one in field.order(dice((2,), (9,)), "martian", **AIM)]
    assert told == ["host.weapon_rolled_for", "host.weapon_let_be"]
    field.order(dice(), "martian", **END)


def play_phase(field: Field, policy: str, dice: DiceTray) -> list[tuple[str, str]]:
    """Both sides by this automatic player, to the end of the phase; gives who ordered what."""
    choose = field.ruleset.registry.of(kinds.POLICIES, "aqmf")[policy].choose
    now, given = field.state.phase, []
    while field.state.phase == now:
        asked = ((side, choose(field.ruleset, field.state, side)) for side in asked_in_turn(field.ruleset, field.state))
        side, command = next((side, one) for side, one in asked if one is not None)
        given.append((side, command.type))
        rolled = dice if command.type in (ROLL["type"], AIM["type"]) else DiceTray(seeded(len(given)))
        field.order(rolled, side, **command.model_dump(mode="json"))
    return given


@pytest.mark.parametrize("policy", POLICIES)
def test_automatic_sides_on_both_ends_use_what_they_won(registry: Registry, dice: Dice, policy: str) -> None:
    """It keeps the tripod out of reach of its guns, or has its ray go off at the other tripod, and its owner goes on."""
    field = hit(registry, guns=(50, 88))
    sound = replace(field.unit("walker").elements[0], weapons_out=())
    field.change("walker", elements=(sound,))
    given = play_phase(field, policy, dice((2,), (9,)))
    assert [one for one in given if one[0] == "human"] in ([("human", "host.move")], [("human", "host.let_stand")])
    if policy == "steady":
        assert field.unit("walker").centre[1] < 51  # guns to the north, out of the ray's 24 inches
    assert given[-1] == ("martian", "host.end_phase")

    field = hit(registry, "first.combat")
    field.change("scout", elements=(replace(field.unit("scout").elements[0], x=50, y=60),))
    field.order(dice((2,), (9,)), "martian", **AIM)
    given = play_phase(field, policy, dice())
    assert given[0] == ("human", "host.fire_wild")
    assert given[-1] == ("martian", "host.end_phase")


@pytest.mark.parametrize("policy", POLICIES)
def test_the_winner_is_asked_about_the_tripod_though_others_have_moved(registry: Registry, dice: Dice, policy: str) -> None:
    field = hit(registry)
    field.order(dice(), "martian", type="host.move", unit="scout", to=[{"x": 20, "y": 55, "facing": 0}])
    order = field.state.units
    field.state = replace(field.state, units=(order[1], order[0], *order[2:]))
    field.order(dice((2,), (9,)), "martian", **ROLL)
    choose = registry.of(kinds.POLICIES, "aqmf")[policy].choose
    assert choose(field.ruleset, field.state, "martian") is None
    chosen: Any = choose(field.ruleset, field.state, "human")
    assert (chosen.type in {"host.move", "host.let_stand"}, chosen.unit) == (True, "walker")
