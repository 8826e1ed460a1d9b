"""The luck of a campaign: every roll that counts, with its sign, its odds, its mission and its turn."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from aqmf_air.core.odds.luck import RolledFor, luck_by_kind, rolled_for
from aqmf_air.core.play.automatic import play_out
from aqmf_air.core.play.session import Session
from aqmf_air.games.aces_of_valor.automatic.policy import choose
from aqmf_air.games.aces_of_valor.chapters.fire import AircraftAttacked
from aqmf_air.games.aces_of_valor.chapters.flight import GunsFired, ShotAt
from aqmf_air.games.aces_of_valor.chapters.ground import GroundAttacked
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign
from tests.games.aces_of_valor.playing import begun, ruleset

TO_ENEMY, BY_ENEMY = "steps of damage to enemy aircraft", "steps of damage by enemy aircraft"


@cache
def campaign() -> tuple[Session[Campaign], list[RolledFor]]:
    """A campaign that the app has played, and what it rolled for."""
    session = begun(seed=3, nation="french", missions=8)
    play_out(session, {PLAYER: choose})
    return session, rolled_for(ruleset(), session.header, session.entries)


def events_of(session: Session[Campaign]) -> list[tuple[Campaign, Any]]:
    """All that has happened, each with the campaign as it was before."""
    state, happened = ruleset().initial(session.header.setup), []
    for entry in session.history:
        for event in entry.events:
            happened.append((state, event))
            state = ruleset().evolve(state, event)
    return happened


def steps(effect: str, damaged: bool) -> int:
    return 0 if effect == "none" else 1 if damaged or effect == "damaged" else 2


@pytest.mark.further
def test_all_attacks_are_in_and_each_counts_for_or_against_the_flight() -> None:
    session, rolled = campaign()
    came: Counter[str] = Counter()
    attacks = runs = 0
    for state, event in events_of(session):
        if isinstance(event, AircraftAttacked):
            attacks += 1
            mine = event.aircraft in state.fought.friends
            attacker, target = state.aircraft(event.aircraft), state.aircraft(event.target)
            came[TO_ENEMY if mine else BY_ENEMY] += steps(event.effect, target.damaged)
            came[BY_ENEMY if mine else TO_ENEMY] += steps(event.reply, attacker.damaged)
        runs += isinstance(event, GroundAttacked)
    lines = {one.kind: one for one in luck_by_kind(rolled, (PLAYER,))}
    assert {kind: lines[kind].luck.came for kind in (TO_ENEMY, BY_ENEMY)} == {
        kind: came[kind] for kind in (TO_ENEMY, BY_ENEMY)
    }
    assert lines[TO_ENEMY].luck.asked + lines[BY_ENEMY].luck.asked >= attacks > 10
    assert sum(one.title == "damage points" for one in rolled) == runs
    for good, kind in ((True, TO_ENEMY), (False, BY_ENEMY)):
        luck = lines[kind].luck
        assert lines[kind].swing == (luck.came - luck.expected) * (1 if good else -1)
    assert all(one.amounts.of(one.amount) for one in rolled), "what came cannot come"


def test_no_fire_at_the_flight_is_good_luck_in_its_mission_and_turn() -> None:
    session, rolled = campaign()
    happened = events_of(session)
    fired = [(state, event.dice) for state, event in happened if isinstance(event, GunsFired)]
    counted = [one for one in rolled if one.tally.kind == "anti-aircraft dice"]
    assert [one.came for one in counted] == [dice for _, dice in fired]
    assert all(one.when.startswith(f"Mission {state.number} of ") for one, (state, _) in zip(counted, fired, strict=True))
    assert all(one.swing > 0 for one in counted if not one.came)
    assert any(not one.came for one in counted)
    hits = sum(event.effect != "none" for _, event in happened if isinstance(event, ShotAt))
    guns = [one for one in rolled if one.title.startswith("what the guns do")]
    assert sum(one.amount > 0 for one in guns) == hits > 0
