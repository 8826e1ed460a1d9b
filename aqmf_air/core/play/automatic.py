"""Games that automatic players play among themselves, and the order in which sides are asked for orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import NOBODY, Ruleset
from aqmf_air.core.play.session import Resolved, Session

MOST_TURNS = 100
"""Turns after which automatic sides that cannot beat each other are stopped."""

Choose = Callable[[Any, Any, str], "Command | None"]
"""See :class:`aqmf_air.core.play.contributions.Policy`."""


def asked_in_turn(ruleset: Ruleset[Any], state: Any, first: Sequence[str] = ()) -> tuple[str, ...]:
    """The sides in the order in which they are asked for an order: ``first``, those who act, the others."""
    return tuple(dict.fromkeys((*first, *ruleset.stage(state).active, *ruleset.players(state))))


def next_order(ruleset: Ruleset[Any], state: Any, choose: Choose) -> tuple[str, Command] | None:
    """The next order, and in whose name: one that follows by itself, else the first that a side chooses; None: no side."""
    if (follows := ruleset.follows(state)) is not None:
        return NOBODY, follows
    chosen = ((side, choose(ruleset, state, side)) for side in asked_in_turn(ruleset, state))
    return next(((side, command) for side, command in chosen if command is not None), None)


def stuck(ruleset: Ruleset[Any], state: Any) -> str:
    """Why a game is given up that goes on and on; empty while it is not."""
    return f"nobody has won in {MOST_TURNS} turns" if ruleset.stage(state).turn > MOST_TURNS else ""


NO_ORDER = "no side has an order to give"


Watch = Callable[[Any, Resolved], None]
"""Told of each order: the state before it, and what came of it."""


def play_out(session: Session[Any], choose: Mapping[str, Choose], watch: Watch = lambda before, done: None) -> str:
    """Play a game to its end, each side by its automatic player. Gives why it was given up; empty: it is over."""
    ruleset = session.ruleset

    def by_side(ruleset: Ruleset[Any], state: Any, side: str) -> Command | None:
        return choose[side](ruleset, state, side)

    while not ruleset.over(session.state):
        state = session.state
        if why := stuck(ruleset, state):
            return why
        if (order := next_order(ruleset, state, by_side)) is None:
            return NO_ORDER
        side, command = order
        done = session.submit(command, side)
        assert isinstance(done, Resolved)  # the seed never waits
        watch(state, done)
    return ""
