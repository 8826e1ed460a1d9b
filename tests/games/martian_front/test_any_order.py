"""Any legal order, in any order: thousands of them, from every scenario, and what must always hold."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from aqmf_air.core.play.events import Command, to_lines
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.session import Resolved, Session
from aqmf_air.core.store.log_reader import from_lines
from aqmf_air.errors import IllegalCommandError
from aqmf_air.games.martian_front.state import Game
from tests.conformance.scenarios import NAMES, new_game

FOLLOWED = ("eyes-above", "map-square", "redoubt", "first-flight")


class AnyOrder(RuleBasedStateMachine):
    """Two players without a plan."""

    session: Session[Game]
    whole: set[str]

    @initialize(name=st.sampled_from(FOLLOWED), seed=st.integers(0, 1000))
    def sit_down(self, name: str, seed: int) -> None:
        self.session = new_game(name, seed)
        game = self.session.state
        self.whole = {unit.id for unit in (*game.units, *(one.unit for one in game.reserves))}

    @rule(choice=st.integers(0, 10_000), side=st.sampled_from(("human", "martian")))
    def order(self, choice: int, side: str) -> None:
        """Something that is offered."""
        offers = self.session.ruleset.legal(self.session.state, side)
        if offers:
            step = self.session.submit(offers[choice % len(offers)].command, side)
            assert isinstance(step, Resolved)

    @rule(side=st.sampled_from(("human", "martian")))
    def end_the_phase(self, side: str) -> None:
        """Get on with it, if that is allowed; if not, nothing changes and every reason has its rule."""
        session, before, command = self.session, self.session.digest, self._end()
        objections = session.ruleset.objections(session.state, command, side)
        if not objections:
            session.submit(command, side)
            return
        assert all(one.rule and one.reason for one in objections)
        with pytest.raises(IllegalCommandError):
            session.submit(command, side)
        assert session.digest == before

    def _end(self) -> Command:
        return self.session.ruleset.codec.command({"type": "host.end_phase"}, "test")

    @rule(times=st.integers(1, 5))
    def take_back(self, times: int) -> None:
        """Undo and redo lead back."""
        times = min(times, len(self.session.history))
        before = self.session.digest
        for _ in range(times):
            self.session.undo("referee")
        for _ in range(times):
            self.session.redo("referee")
        assert self.session.digest == before

    @invariant()
    def nobody_is_lost_without_a_trace(self) -> None:
        if not hasattr(self, "session"):
            return
        game = self.session.state
        there = [unit.id for unit in (*game.units, *game.fallen, *(one.unit for one in game.reserves))]
        assert sorted(there) == sorted(self.whole)
        for unit in game.units:
            assert 0 < len(unit.elements) <= game.type_of(unit).elements
            for element in unit.elements:
                assert 0 <= element.x <= game.table.width
                assert 0 <= element.y <= game.table.depth
                assert 0 <= element.armor_lost < game.type_of(unit).armor

    def teardown(self) -> None:
        if not hasattr(self, "session"):
            return
        session: Any = self.session
        lines = list(to_lines(session.header, session.entries))
        header, entries = from_lines(lines, session.ruleset.codec, "log")
        assert list(to_lines(header, entries)) == lines
        assert replay(session.ruleset, header, entries).digest == session.digest


def test_thousands_of_random_orders() -> None:
    run_state_machine_as_test(
        AnyOrder,
        settings=settings(max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)),
    )


@pytest.mark.further(every=4)
@pytest.mark.parametrize("name", NAMES)
def test_random_orders_from_every_scenario(name: str) -> None:
    """A walk of forty random orders, ends of phases among them."""
    from random import Random

    rng, session = Random(7), new_game(name, 7)
    end = session.ruleset.codec.command({"type": "host.end_phase"}, "test")
    for _ in range(40):
        game = session.state
        if session.ruleset.over(game):
            break
        side = rng.choice(game.active)
        if rng.random() < 0.4 and not session.ruleset.objections(game, end, side):
            session.submit(end, side)
            continue
        if offers := session.ruleset.legal(game, side):
            session.submit(rng.choice(list(offers)).command, side)
    assert replay(session.ruleset, session.header, session.entries).digest == session.digest
