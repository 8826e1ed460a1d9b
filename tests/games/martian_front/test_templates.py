"""Salvos of templates that fall one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.games.martian_front.base_order import RulesInForce
from aqmf_air.games.martian_front.rules.templates import Attacked, struck_in_turn
from aqmf_air.registry import Registry
from tests.games.martian_front.field import Field

ATTACK = TargetNumber("to hit", 6, "test", "HOST-HIT-1"), TargetNumber("to damage", 7, "test", "HOST-HIT-2")


class OwnWay(RulesInForce):
    """What a plugin may do: drones take damage in a way of their own."""

    def procedure(self, step: str, kind: str) -> Callable[..., Any]:
        return _nothing if (step, kind) == ("damage", "drone") else super().procedure(step, kind)


def _nothing(*facts: object) -> tuple[()]:
    return ()


@pytest.mark.rule("HOST-BARRAGE-4")
def test_salvos_are_joined_only_if_the_damage_of_one_cannot_spoil_the_next(registry: Registry) -> None:
    drones = [(50, 50), (52, 50), (54, 50)]
    field = Field(registry, {"drones": ("Drones", drones), "walker": ("Scout Tripod", [(90, 90)])})
    of_both = [(Attacked("drones", "drones-1", (ATTACK,)),)] * 2
    joined = (Attacked("drones", "drones-1", (ATTACK, ATTACK)),)
    assert struck_in_turn(field.state, RulesInForce(registry), of_both) == joined
    assert struck_in_turn(field.state, OwnWay(registry), of_both) is None
    assert struck_in_turn(field.state, OwnWay(registry), of_both[:1]) is not None  # nothing falls after it
