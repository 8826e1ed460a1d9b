"""Orders to units that an extension brings, whose authors leave out what holds for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import ClassVar

import pytest

from aqmf_air import hookimpl
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.martian_front.chapters.orders import FrontEvent, FrontRules, FrontTiming, UnitOrder
from aqmf_air.games.martian_front.state import Game, PhasePart
from aqmf_air.plugins.registry import load_registry
from tests.games.martian_front.field import Field


class Salute(UnitOrder, type="salutes.salute"):
    """Its author has an objection of their own, asks the unit for it, and does not think of whose it is, nor when."""

    timing: ClassVar[FrontTiming] = FrontTiming((PhasePart.COMBAT,), "saluting")

    def objections(self, game: Game, player: str, rules: FrontRules) -> Iterable[Objection]:
        if game.unit(self.unit).elements[0].x > 60:
            yield Objection("SALUTE-1", "nobody sees it there")

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        return ()


SALUTES = SimpleNamespace(aqmf_extends=hookimpl(lambda: ["aqmf"]), aqmf_register_commands=hookimpl(lambda ruleset: [Salute]))
UNITS = {
    "near": ("Field Gun Battery", [(50, 50), (53, 50), (56, 50)]),
    "far": ("Field Gun Battery", [(80, 50), (83, 50), (86, 50)]),
    "walker": ("Scout Tripod", [(50, 80)]),
}


@pytest.mark.parametrize(
    ("unit", "phase", "said"),
    [
        ("near", "first.combat", []),
        ("far", "first.combat", ["nobody sees it there (SALUTE-1)"]),
        ("walker", "first.combat", ["Scout Tripod is not a unit of the human side (HOST-TURN-1)"]),
        ("nobody", "first.combat", ["no unit 'nobody' is in the game (HOST-ORDER-1)"]),
        ("near", "second.combat", ["the human side does not act in this phase"]),
        ("far", "first.first-movement", ["saluting is not allowed in this phase"]),
    ],
)
def test_whose_a_unit_is_and_when_is_asked_whatever_the_author_overrides(unit: str, phase: str, said: list[str]) -> None:
    registry = load_registry(entry_points=False, extra=(("salutes", SALUTES),))
    field = Field(registry, UNITS, phase=phase)
    found = [str(one) for one in field.ruleset.objections(field.state, Salute(unit=unit), "human")]
    assert len(found) == len(said)
    assert all(one.startswith(expected) for one, expected in zip(found, said, strict=True))
