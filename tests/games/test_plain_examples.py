"""What players are shown of orders: no number with more than two decimals, in any game."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from aqmf_air.core.play.automatic import asked_in_turn
from aqmf_air.core.play.scenarios import open_scenarios
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.play.words import InWords
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry

LONG = re.compile(r"\d\.\d{3}")
ORDERS = 6
"""Orders of a game after which it is left."""


@cache
def everything() -> Registry:
    return load_registry(entry_points=False)


def scenarios() -> list[tuple[str, str]]:
    playable = [one for one in everything().rulesets if everything().of(kinds.POLICIES, one)]
    return [
        (one, name)
        for one in playable
        if isinstance(everything().ruleset(one), InWords)
        for name in open_scenarios(one, everything().of(kinds.SCENARIOS, one))
    ]


@pytest.mark.further(every=4)
@pytest.mark.parametrize(("ruleset", "scenario"), scenarios())
def test_examples_and_titles_of_orders_have_no_long_numbers(ruleset: str, scenario: str) -> None:
    game: Any = everything().ruleset(ruleset)
    one = open_scenarios(ruleset, everything().of(kinds.SCENARIOS, ruleset))[scenario]
    setup = game.set_up(one.document(), str(one.path), {}).setup
    session: Session[Any] = Session(game, new_header(game, setup, seed=5, game="g"))
    choose = next(reversed(everything().of(kinds.POLICIES, ruleset).values())).choose
    shown = 0
    for _ in range(ORDERS):
        for side in game.players(session.state):
            offers = game.legal(session.state, side)
            for told in (
                *(one.title for one in offers),
                *(one.example for one in game.sayings(session.state, side, offers)),
            ):
                assert not LONG.search(told), told
                shown += 1
        given: dict[str, Any] = {one: choose(game, session.state, one) for one in asked_in_turn(game, session.state)}
        if not any(given.values()):
            break
        side, command = next((one, order) for one, order in given.items() if order is not None)
        session.submit(command, side)
    assert shown
