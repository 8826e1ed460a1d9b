"""Aces of Valor passes what every ruleset must, from choice to choice and from roll to roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from aqmf_air.api import Command, load_registry
from aqmf_air.conformance import CHECKS, Subject, questions_are_what_is_decided
from aqmf_air.games.aces_of_valor.chapters.actions import Attack
from aqmf_air.games.aces_of_valor.chapters.moves import MoveFlight
from aqmf_air.games.aces_of_valor.chapters.postmission import BuyPoints
from aqmf_air.games.aces_of_valor.chapters.premission import ChooseFighters
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign
from aqmf_air.games.aces_of_valor.ui.board import ValorBoard
from aqmf_air.plugins import kinds

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
REGISTRY = load_registry(entry_points=False)


def no_orders(state: Campaign) -> Iterator[tuple[str, Command]]:
    yield PLAYER, ChooseFighters(aircraft=("nobody", "nobody"))
    yield PLAYER, MoveFlight(to=(9, 9))
    yield PLAYER, Attack(aircraft="nobody", target="somebody")
    yield PLAYER, BuyPoints(points=9)


def subject(document: dict[str, Any], **more: Any) -> Subject:
    return Subject(
        lambda: load_registry(entry_points=False).ruleset("valor"),
        lambda ruleset: ruleset.set_up({"title": "A campaign", **document}, "campaign", {}).setup,
        refused=no_orders,
        policies=tuple(REGISTRY.of(kinds.POLICIES, "valor").values()),
        board=ValorBoard,
        **more,
    )


ALL = {
    "cards": ["OR-1", "OR-2", "OR-3", "OR-4", "OR-5", "OR-6", "OR-7", "OR-8"],
    "extended_patrols": True,
    "arrival_limit": True,
    "raids_cost": True,
    "fuel_by_rounds": True,
    "clouds_on_events": True,
}
FRENCH = {"nation": "french", "missions": 8, "options": {}}
GERMAN = {"nation": "german", "missions": 8, "options": ALL, "pace": "step"}
SUBJECTS = {
    "from choice to choice": subject(FRENCH, seeds=(3,), commands=14, max_runs=60),
    "from roll to roll": subject(GERMAN, seeds=(1,), commands=60, max_runs=2000),
    "from the first question on": subject(
        {}, seeds=(1,), commands=8, max_runs=60, queries=tuple(REGISTRY.of(kinds.QUERIES, "valor").values())
    ),
}


@pytest.mark.further(every=4)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", SUBJECTS)
def test_it_conforms(name: str, check: Callable[[Subject], None]) -> None:
    check(SUBJECTS[name])


def test_from_roll_to_roll_nearly_every_question_is_held_against_the_game() -> None:
    compared = questions_are_what_is_decided(replace(SUBJECTS["from roll to roll"], seeds=(1, 2)))
    assert compared.questions > 40
    assert sum(compared.skipped.values()) < compared.questions / 10, compared.skipped
