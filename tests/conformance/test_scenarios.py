"""Every bundled scenario goes through the checks of every ruleset, and is played to its end by automatic sides."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import cast

import pytest

from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.session import Session
from aqmf_air.games.martian_front.automatic.policy import choose
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Game
from aqmf_air.plugins import kinds
from aqmf_air.web.board.board import board_of
from tests.conformance.scenarios import NAMES, everything, hidden_from, new_game, ruleset, setup_of

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")


def subject_of(name: str) -> Subject:
    return Subject(
        make=ruleset,
        setup=lambda rules: setup_of(name, cast("AllQuiet", rules)),
        seeds=(1,),
        commands=5,
        longest=12,
        hidden=hidden_from,
        policies=tuple(everything().of(kinds.POLICIES, "aqmf").values()),
        max_runs=2_000,
        board=lambda rules: board_of(rules, cast("AllQuiet", rules).registry),
    )


SHORT = sorted(set(NAMES) - {"hold-the-line"})
CHECKED, CHECKED_AT_NIGHT = SHORT[::2], SHORT[1::2]
"""Every second scenario, and those that tests/nightly takes."""


def test_every_bundled_scenario_is_checked() -> None:
    assert set(NAMES) == set(everything().of(kinds.SCENARIOS, "aqmf"))
    assert len(NAMES) >= 6


@pytest.mark.further(every=4)
@pytest.mark.parametrize("name", CHECKED)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_scenario_passes(name: str, check: Callable[[Subject], None]) -> None:
    check(subject_of(name))


@cache
def automatic(name: str) -> tuple[Session[Game], tuple[Game, ...]]:
    """A game between two automatic sides, with every state of it: played once, and left as it is."""
    session = new_game(name, 1)
    states = [session.state]
    while not session.ruleset.over(session.state):
        game = session.state
        sides = (*game.active, *(side for side in ("human", "martian") if side not in game.active))
        ordered = next(((side, order) for side in sides if (order := choose(session.ruleset, game, side))), None)  # type: ignore[arg-type]
        assert ordered is not None, f"{name}: nobody has an order to give in turn {game.turn}, {game.now.id}"
        side, order = ordered
        session.submit(order, side)
        states.append(session.state)
        assert len(states) < 2_000
    return session, tuple(states)


@pytest.mark.further(every=6)
@pytest.mark.parametrize("name", NAMES)
def test_two_automatic_sides_play_it_to_the_end(name: str) -> None:
    session, states = automatic(name)
    assert session.ruleset.over(session.state) in ("human", "martian", "draw")
    again = replay(session.ruleset, session.header, session.entries)
    assert again.digest == session.digest
    whole = {unit.id for unit in (*states[0].units, *(one.unit for one in states[0].reserves))}
    for state in states:
        there = [unit.id for unit in (*state.units, *state.fallen, *(one.unit for one in state.reserves))]
        assert sorted(there) == sorted(whole)
        for unit in state.units:
            assert unit.elements
            assert all(0 <= one.x <= state.table.width and 0 <= one.y <= state.table.depth for one in unit.elements)


@pytest.mark.further(every=3)
@pytest.mark.rule("HOST-HIDE-1", "AIR-SCOUT-1", "HOST-TURN-3")
@pytest.mark.parametrize("name", NAMES)
def test_no_side_can_tell_what_it_may_not_know(name: str) -> None:
    """In every phase of a game: neither what is seen, nor what an automatic player does, depends on what is hidden."""
    session, states = automatic(name)
    rules = ruleset()
    compared = 0
    for state in states if len(states) < 150 else states[::4]:
        for player in ("human", "martian"):
            for other in hidden_from(state, player):
                assert rules.observe(other, player) == rules.observe(state, player)
                compared += 1
                if compared % 7 == 0:
                    assert choose(rules, other, player) == choose(rules, state, player)
    assert compared or name in ("first-flight",)
    assert session.entries


@pytest.mark.parametrize("name", ["eyes-above", "redoubt"])
def test_fifty_commands_taken_back_and_brought_back_lead_to_the_same_state(name: str) -> None:
    whole, _ = automatic(name)
    session = Session(whole.ruleset, whole.header, whole.entries)
    digest, commands = session.digest, len(session.history)
    steps = min(50, commands)
    for _ in range(steps):
        session.undo("referee")
    assert session.digest != digest
    for _ in range(steps):
        session.redo("referee")
    assert session.digest == digest
    assert Session(session.ruleset, session.header, session.entries).digest == digest
