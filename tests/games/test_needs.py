"""Dice that players roll themselves: each roll says what it needs, or where it is read, before it is rolled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from aqmf_air.core.data.text import need
from aqmf_air.core.data.typed_faces import options_of
from aqmf_air.core.dice.dice import DiceTray, Draw
from aqmf_air.core.dice.modifiers import modifier
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.ruleset import NOBODY
from aqmf_air.core.play.session import Resolved, Session, new_header
from aqmf_air.games.martian_front.chapters.damage import Tripod, damage_tripod_repeatedly
from aqmf_air.games.martian_front.chapters.initiative import initiative
from aqmf_air.games.martian_front.chapters.moving import die_off
from aqmf_air.games.martian_front.chapters.reserves import arrival
from aqmf_air.games.martian_front.chapters.templates import scatter
from aqmf_air.plugins import kinds
from tests.games.random_orders import everything, of_a_kind, set_ups

GAMES = ("aqmf", "richthofen", "clouds")
STEPS, SCENARIOS = 30, 3


def rolled(ruleset: str) -> Iterator[Draw[Any]]:
    """The rolls of a few games, which an automatic player plays, now and then by chance."""
    game, chance = everything().ruleset(ruleset), Random(ruleset)
    policy = next(iter(everything().of(kinds.POLICIES, ruleset).values()))
    for _, setup in islice(set_ups(ruleset), SCENARIOS):
        session: Session[Any] = Session(game, new_header(game, setup, seed=chance.randrange(10**6), game="needs"))
        for _ in range(STEPS):
            state = session.state
            by, order = NOBODY, game.follows(state)
            if order is None:
                offers = {side: game.legal(state, side) for side in game.players(state)} if not game.over(state) else {}
                if not (able := [side for side, given in offers.items() if given]):
                    break
                by = chance.choice(able)
                chosen = policy.choose(game, state, by) if chance.random() < 0.7 else None
                order = chosen or chance.choice(of_a_kind(offers[by], chance)).command
            done = session.submit(order, by)
            assert isinstance(done, Resolved)
            yield from (roll.ask for roll in done.rolls)


def unsaid(ruleset: str, asks: Iterator[Draw[Any]]) -> set[str]:
    """Labels of rolls of which nothing is said but how many dice there are."""
    spell = everything().ruleset(ruleset).spell
    return {ask.label for ask in asks if not (ask.secret or need(ask, spell) or options_of(ask))}


@pytest.mark.further(every=3)
@pytest.mark.parametrize("ruleset", GAMES)
def test_every_roll_says_what_it_needs_or_where_it_is_read(ruleset: str) -> None:
    asks = list(rolled(ruleset))
    assert len({ask.label for ask in asks}) >= 4
    assert unsaid(ruleset, iter(asks)) == set()


def test_so_do_the_rare_ones() -> None:
    asks: list[Draw[Any]] = []
    for seed in range(12):
        dice = DiceTray(seeded(seed))
        dice.call(arrival, "human")
        dice.call(scatter, "human")
        dice.call(die_off, "human", "martian", "legs of a tripod", "reroll")
        dice.call(initiative, (modifier(1, "a kill", "HOST-TURN-2"),), ())
        dice.call(damage_tripod_repeatedly, 9, Tripod(9, ("Heat Ray", "Black Smoke")))
        asks += [roll.ask for roll in dice.log]
    labels = {ask.label for ask in asks}
    assert {"reserves", "scatter", "tripod damage", "the wreck explodes", "weapon hit", "badly damaged"} <= labels
    assert unsaid("aqmf", iter(asks)) == set()
