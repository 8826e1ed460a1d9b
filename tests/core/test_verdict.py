"""Who has won and why, in words, where the players end a game before its rules do."""

from __future__ import annotations

from functools import partial
from typing import Any

import dawn_duel.plugin
import pytest

from aqmf_air import api
from aqmf_air.core.play.events import EarlyEnd, HowEnded
from aqmf_air.core.play.verdict import verdict_of

loaded = partial(api.load_registry, builtin=False, entry_points=False, extra=[("dawn_duel", dawn_duel.plugin)])


@pytest.fixture
def ruleset() -> Any:
    return loaded().ruleset("duel")


@pytest.mark.parametrize(
    ("how", "winner", "words"),
    [
        ("resigned", "red", "Red wins: Blue gives up in turn 1."),
        ("claimed", "blue", "Blue wins: Blue claims the game in turn 1: Red's time is over."),
        ("drawn", "draw", "A draw: Blue and Red agree on a draw in turn 1."),
    ],
)
def test_an_early_end_is_told_of_sides_that_are_one(ruleset: Any, how: HowEnded, winner: str, words: str) -> None:
    scenario = api.load_toml(loaded().of(api.kinds.SCENARIOS, "duel")["even-match"].path)
    state = ruleset.initial(ruleset.set_up(scenario, "even-match", {}).setup)
    assert str(verdict_of(ruleset, state, EarlyEnd(how=how, winner=winner))) == words
