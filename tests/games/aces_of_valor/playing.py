"""Campaigns to test with: the ruleset, set-ups, and dice that are typed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.session import Resolved, Session, Waiting, new_header
from aqmf_air.games.aces_of_valor import plugin
from aqmf_air.games.aces_of_valor.ruleset import AcesOfValor
from aqmf_air.games.aces_of_valor.setup import Setup
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign
from aqmf_air.registry import load_registry


@lru_cache(maxsize=1)
def ruleset() -> AcesOfValor:
    """The game, under the default rulings."""
    found = load_registry(builtin=False, entry_points=False, extra=[("valor", plugin)]).ruleset("valor")
    assert isinstance(found, AcesOfValor)
    return found


def begun(seed: int = 1, **setup: Any) -> Session[Campaign]:
    """A campaign with this set-up, whose dice come from a seed."""
    rules = ruleset()
    return Session(rules, new_header(rules, Setup(**setup), seed=seed, game="test"))


def from_state(state: Campaign, command: Command, faces: Sequence[Sequence[Any]]) -> Campaign:
    """The state after a command, legal in this state, with exactly these faces."""
    from aqmf_air.core.dice.dice import Table, recorded

    rules = ruleset()
    assert not rules.objections(state, command, PLAYER)
    source = recorded(faces)
    events = rules.decide(state, command, Table(source))
    assert not source.left, f"not asked for: {source.left}"
    return rules.after(state, events)


def typed(session: Session[Campaign], command: Command, *faces: Sequence[Any]) -> tuple[str, ...]:
    """Give a command at a table where the player rolls all dice, with exactly these faces; returns what is told."""
    session.who_rolls = lambda ask: PLAYER
    before = session.state
    reply = session.submit(command, PLAYER)
    for number, roll in enumerate(faces, 1):
        assert isinstance(reply, Waiting), f"roll {number} of {len(faces)} is not asked for"
        reply = session.answer(roll)
    assert isinstance(reply, Resolved), f"asks for more: {reply.ask.label if isinstance(reply, Waiting) else reply}"
    told, state = [], before
    for event in reply.events:
        told.append(session.ruleset.tell(event, state))
        state = session.ruleset.evolve(state, event)
    return tuple(filter(None, told))
