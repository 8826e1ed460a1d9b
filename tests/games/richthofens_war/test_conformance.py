"""Richthofen's War passes what every ruleset must."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from aqmf_air.api import Command, load_registry, load_toml, replace
from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.play.sealed_orders import NOTHING
from aqmf_air.games.richthofens_war.chapters.moving import Fly
from aqmf_air.games.richthofens_war.chapters.tailing import AnnounceTails
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.plugins import kinds

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
REGISTRY = load_registry(entry_points=False)


def setup_of(scenario: str, **rulings: Any) -> Callable[[Any], Any]:
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")[scenario].path)
    return lambda game: game.set_up(document, scenario, rulings).setup


def other_orders(state: Game, player: str) -> Iterator[Game]:
    """The same game to ``player``: the other side has sealed something else."""
    for side, order in state.sealed:
        if side != player and order != NOTHING:
            yield replace(state, sealed=tuple((one, NOTHING if one == side else was) for one, was in state.sealed))


def no_orders(state: Game) -> Iterator[tuple[str, Command]]:
    own, enemy = (next(one.id for one in state.aircraft if one.side == side) for side in ("german", "allied"))
    yield "german", Fly(aircraft=enemy, speed=7, path="FFFFFFF")
    yield "german", Fly(aircraft=own, speed=7, path="FFFFFF")
    yield "german", AnnounceTails(side="german", order=f"{own}|{enemy}")


def subject(scenario: str, **more: Any) -> Subject:
    return Subject(
        lambda: load_registry(entry_points=False).ruleset("richthofen"),
        setup_of(scenario),
        hidden=other_orders,
        refused=no_orders,
        policies=tuple(REGISTRY.of(kinds.POLICIES, "richthofen").values()),
        max_runs=100,
        **more,
    )


SUBJECTS = {
    "duel": subject("duel", seeds=(1,), commands=16),
    "three-on-three": subject("three-on-three", seeds=(2,), commands=14),
    "balloon": subject("balloon", seeds=(5,), commands=14),
}

CHECKED, CHECKED_AT_NIGHT = sorted(SUBJECTS)[::2], sorted(SUBJECTS)[1::2]
"""Every second scenario, and those that tests/nightly takes."""


@pytest.mark.further(every=6)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", CHECKED)
def test_it_conforms(name: str, check: Callable[[Subject], None]) -> None:
    check(SUBJECTS[name])
