"""What is looked up in a state and kept there (a cached property) is no part of it, whatever is asked of the state next.

A state is used again: for views, for films, for reasons, and when orders are taken back. So of two equal games all cached
properties are read in one, in every state, and both have to say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any

import pytest

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.ruleset import OpenView
from aqmf_air.core.play.scenarios import has_scenarios
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.play.why import is_open
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.board.board import board_of
from aqmf_air.web.film import film_of

REGISTRY = load_registry(entry_points=False)


def games() -> Iterator[Any]:
    """Each scenario of each ruleset, under its rulings; of Richthofen's War also with tries to tail in the open."""
    for ruleset in REGISTRY.rulesets:
        for name in REGISTRY.of(kinds.SCENARIOS, ruleset):
            yield pytest.param(ruleset, name, {}, id=f"{ruleset}:{name}")
    for value in ("lower-side-first", "open-alternating"):
        yield pytest.param("richthofen", "duel", {"tail_announcing": value}, id=f"richthofen:duel, {value}")


def begun(ruleset: str, scenario: str, rulings: dict[str, Any]) -> Session[Any]:
    rules: Any = REGISTRY.ruleset(ruleset)
    path = REGISTRY.of(kinds.SCENARIOS, ruleset)[scenario].path
    return Session(rules, new_header(rules, rules.set_up(load_toml(path), str(path), rulings).setup, seed=8, game="g"))


def look_up(value: Any) -> None:
    """Read every cached property of a value and of all that it is made of."""
    parts = value if isinstance(value, tuple | frozenset) else ()
    if isinstance(value, Frozen):
        for name in dir(type(value)):
            if isinstance(getattr(type(value), name, None), cached_property):
                with suppress(ArithmeticError, LookupError, StopIteration):  # one that has no answer keeps nothing
                    getattr(value, name)
        parts = tuple(getattr(value, name) for name in type(value).model_fields)
    for part in parts:
        look_up(part)


def told_of(session: Session[Any]) -> Any:
    """All that is made of the state of a game."""
    rules, state = session.ruleset, session.state
    views = [rules.observe(state, player) for player in ("", *rules.players(state))]
    if isinstance(rules, OpenView):
        views.append(rules.open_view(state))
    summaries = [rules.summary(view) for view in views]
    return session.digest, views, summaries, is_open(rules, state), [dict(view).keys() for view in views]


@pytest.mark.further(every=7)
@pytest.mark.parametrize(("ruleset", "scenario", "rulings"), tuple(games()))
def test_a_game_that_was_looked_up_in_tells_the_same(ruleset: str, scenario: str, rulings: dict[str, Any]) -> None:
    plain, looked_up = begun(ruleset, scenario, rulings), begun(ruleset, scenario, rulings)
    rules = plain.ruleset
    assert has_scenarios(rules)
    for number in range(7):
        look_up(looked_up.state)
        assert told_of(looked_up) == told_of(plain)
        if number in (2, 5):
            assert plain.undo("referee") == looked_up.undo("referee")
            continue
        offers = [(side, offer.command) for side in rules.players(plain.state) for offer in rules.legal(plain.state, side)]
        if not offers:
            break
        side, command = offers[DiceTray(seeded(8, "order", number)).draw(total("order", 1, numbered(len(offers)))) - 1]
        for session in (plain, looked_up):
            session.submit(command, side)
        look_up(command)
        assert looked_up.entries[-1] == plain.entries[-1]
        assert rules.codec.command(command.model_dump(mode="json"), "order") == command
    boards = (board_of(rules, REGISTRY), board_of(REGISTRY.ruleset(ruleset), REGISTRY))
    films = [film_of(board, one.header, one.entries) for board, one in zip(boards, (plain, looked_up), strict=True)]
    assert vars(films[0]) == vars(films[1])
