"""In Clouds of Glory passes what every ruleset must; also from spins, stalls, fires, a stopped engine and a landing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from aqmf_air.api import Command
from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.games.clouds_of_glory.chapters.gunnery import HoldFire
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce
from aqmf_air.games.clouds_of_glory.state import CloudsGame
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.board.board import board_of
from tests.games.clouds_of_glory.fights import aircraft, document, gunner, registry, rules

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
MAN = {"name": "Somebody", "rerolls": 2}
TROUBLES = {
    "title": "Troubles",
    "turns": 4,
    "runways": [{"id": "strip", "side": "germany", "name": "the strip", "at": [10, 20], "heading": 0, "length": 30}],
    "balloons": [{"id": "fat", "side": "entente", "name": "the balloon", "at": [31, 33, 20]}],
    "aircraft": [
        aircraft("spinner", "germany", trouble="spins", nose=-90, at=[20, 40, 30], crew=[MAN]),
        aircraft("burner", "entente", "S.E.5a", fire=True, at=[25, 40, 20], crew=[MAN]),
        aircraft("slow", "germany", speed=85, nose=10, at=[30, 30, 20], crew=[MAN]),
        aircraft("lander", "germany", speed=85, at=[10, 8, 3], nose=-20, engine="stopped", crew=[MAN]),
        aircraft("two", "entente", "R.E.8", speed=120, at=[30, 33, 22], heading=180, crew=[MAN, gunner(rerolls=2)], bombs=2),
        aircraft("chaser", "germany", at=[30, 37, 22], heading=180, crew=[MAN]),
    ],
}


def setup_of(given: dict[str, Any], **rulings: Any) -> Callable[[Any], Any]:
    return lambda game: game.set_up({"title": "A fight", "description": "", **given}, "test", rulings).setup


def no_orders(state: CloudsGame) -> Iterator[tuple[str, Command]]:
    own, enemy = (next(craft.id for craft in state.craft if craft.side == side) for side in ("germany", "entente"))
    yield "germany", Announce(craft=enemy, plan="S14.5")
    yield "germany", Announce(craft=own, plan="T0:9:1")
    yield "referee", HoldFire(craft=own)


def subject(given: dict[str, Any], seed: int, commands: int, **rulings: Any) -> Subject:
    return Subject(
        lambda: load_registry(entry_points=False).ruleset("clouds"),
        setup_of(given, **rulings),
        seeds=(seed,),
        commands=commands,
        refused=no_orders,
        policies=tuple(registry().of(kinds.POLICIES, "clouds").values())[:1],
        max_runs=200,
        queries=tuple(registry().of(kinds.QUERIES, "clouds").values()),
        board=lambda ruleset: board_of(ruleset, registry()),
    )


SUBJECTS = {
    "first-patrols": subject(document("first-patrols"), 1, 30),
    "troubles": subject(TROUBLES, 2, 24),
    "by-eye": subject(document("first-patrols"), 3, 20, preview="by-eye", reroll_scope="tests-only"),
    "escort": subject(document("escort"), 4, 30),
}
CHECKED, CHECKED_AT_NIGHT = ("first-patrols", "troubles"), ("by-eye", "escort")
"""Those that the suite takes, and those that tests/nightly takes."""


@pytest.mark.further(every=6)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", CHECKED)
def test_it_conforms(name: str, check: Callable[[Subject], None]) -> None:
    check(SUBJECTS[name])


def test_steps_of_every_kind_are_reached_from_troubles() -> None:
    """The set-up is what it is called: each aircraft begins in its own trouble."""
    game = rules().initial(setup_of(TROUBLES)(rules()))
    assert game.of("spinner").spinning
    assert game.of("burner").fire
    assert not game.of("lander").powered
    assert game.of("two").bombs == 2
