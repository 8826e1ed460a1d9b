"""Campaigns from the first choice to the level of victory, by choices made at random under rulings drawn at random."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import get_args

import pytest

from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.automatic import play_out
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.session import Session
from aqmf_air.games.aces_of_valor.automatic.policy import choose
from aqmf_air.games.aces_of_valor.chapters.actions import idle
from aqmf_air.games.aces_of_valor.chapters.campaign import opened
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn, SetPace
from aqmf_air.games.aces_of_valor.chapters.premission import fighters_to_choose
from aqmf_air.games.aces_of_valor.chapters.rounds import stays_for_something
from aqmf_air.games.aces_of_valor.chapters.routes import against_move
from aqmf_air.games.aces_of_valor.chapters.sectors import home_sector
from aqmf_air.games.aces_of_valor.chapters.squadron import serving
from aqmf_air.games.aces_of_valor.sequence import ValorRulings
from aqmf_air.games.aces_of_valor.state import PLAYER, OptionalRules, Setup
from aqmf_air.games.aces_of_valor.tables import Level, MissionCard, Nation, Option
from tests.games.aces_of_valor.playing import begun, campaign, ruleset

MOST = 3000


def drawn_rulings(chance: Random) -> ValorRulings:
    """Each ruling as it is by default, or one time in three any of its alternatives."""
    fields = ValorRulings.model_fields.items()
    chosen = {name: chance.choice(get_args(field.annotation)) for name, field in fields if not chance.randrange(3)}
    return ValorRulings(**chosen)


@pytest.mark.further(every=3)
@pytest.mark.rule("AOV-SEQ-1", "AOV-SEQ-2", "AOV-VIC-1", "AOV-VIC-2", "AOV-VIC-3", "AOV-GEN-11", "AOV-SET-7")
@pytest.mark.parametrize("seed", range(3))
def test_a_campaign_comes_to_its_end(seed: int) -> None:
    chance, rules, dice = Random(seed), ruleset(), DiceTray(seeded(seed))
    setup = Setup(
        nation=chance.choice(get_args(Nation)),
        missions=8,
        options=OptionalRules(cards=get_args(Option) if seed else (), arrival_limit=True, fuel_by_rounds=bool(seed)),
        rulings=drawn_rulings(chance) if seed else ValorRulings(),
    )
    state = opened(setup)
    if state.step == "starting-tier":
        state = rules.after(state, rules.decide(state, GoOn(), dice))
    steps: set[str] = set()
    for _ in range(MOST):
        steps.add(state.step)
        orders = [offer.command for offer in rules.legal(state, PLAYER)]
        orders = [one for one in orders if not isinstance(one, SetPace)]
        assert orders or state.winner, f"no choice at {state.step}"
        if state.winner:
            break
        for event in rules.decide(state, chance.choice(orders), dice):
            assert "\n" not in rules.tell(event, state)
            state = rules.evolve(state, event)
        assert len(serving(state)) + len(state.in_box("flight")) <= 8
    assert state.winner in {row.level for row in state.tables.every("v1", Level)}
    assert state.number == 8
    assert steps >= {"fighters", "move"}
    cards = {row.card: row.cards for row in state.tables.every("missions", MissionCard)}
    assert all(n <= cards[card] for card, n in Counter(state.played).items())
    assert len(set(state.events_drawn)) == len(state.events_drawn)


@pytest.mark.further(every=2)
@pytest.mark.parametrize("nation", ["french", "german"])
def test_nobody_is_asked_what_has_one_answer(nation: Nation) -> None:
    """Besides the first tap, and the page that says what a mission brought."""
    chance = Random(nation)
    session = begun(seed=3, nation=nation, missions=8, options=OptionalRules(cards=("OR-1", "OR-2")))
    session.submit(GoOn(), PLAYER)
    while not (game := session.state).winner:
        offers = session.ruleset.legal(game, PLAYER)
        others = game.step == "fighters" and len(game.ready) > fighters_to_choose(game)[0]  # they are ticked off
        assert len(offers) > 1 or others or game.step == "spend", [one.title for one in offers]
        if game.step == "act":
            assert stays_for_something(game) or not idle(game, game.fought.acting)
        wild = chance.random() < 0.4
        order = chance.choice(offers).command if wild else choose(session.ruleset, game, PLAYER)
        assert order is not None
        session.submit(order, PLAYER)


@pytest.mark.further(every=2)
@pytest.mark.parametrize("nation", ["german", "american"])
def test_an_automatic_campaign_goes_on_and_is_folded_as_it_was_played(nation: Nation) -> None:
    options = OptionalRules(cards=get_args(Option) if nation == "american" else ())
    session = begun(seed=8, nation=nation, missions=8, options=options)
    assert not play_out(session, {PLAYER: choose})
    rules, header, entries = session.ruleset, session.header, session.entries
    assert session.state.winner
    resumed = Session(rules, header, entries[: Random(nation).randrange(len(entries))])
    play_out(resumed, {PLAYER: choose})
    assert [one.events for one in resumed.entries] == [one.events for one in entries]
    assert replay(rules, header, entries).state == resumed.state == session.state


@pytest.mark.rule("AOV-END-1")
def test_a_flight_that_has_come_home_may_stay_up() -> None:
    flown = {"card": "defensive-patrol", "tried": True, "flight": ("georges",), "turn": 5, "length": 24}
    state = campaign("move", mission=flown)
    home = home_sector(state)
    x, y = home
    way = ((x + 2, y), (x + 1, y), home)
    back = campaign("move", mission={**flown, "at": home, "path": way, "homeward": 0})
    assert against_move(back, home) is None
    assert against_move(back, (x + 1, y)) is not None
