"""50,000 seeded plays of ten mixed situations: the rules, played at a table, keep to their odds."""

from __future__ import annotations

import pytest

from aqmf_air.core.dice.chance import chances, estimate

from .answers import asked

PLAYS = 5_000
SITUATIONS = {
    "a machine gun at a tripod": "shoot --attacker 'Heavy Machine Gun Squad' --target 'Scout Tripod'",
    "a platoon at a Dominator": "shoot --attacker 'Mk III Tank Platoon' --target 'Dominator Tripod' --shots 4",
    "rays at infantry, then morale": "shoot --attacker 'Assault Tripod' --target 'US Infantry' --shots 3 --morale --reroll",
    "a lucky strike in hard cover": "shoot --shots 2 --defense 9 --armor 11 --power 2 --cover hard --elements 1",
    "two templates over four elements": "barrage --targets 4 --templates 2 --defense 5 --armor 7 --power 3 --barrage 1",
    "a tripod through to its end": "tripod --armor 11 --attacks 5",
    "the last aircraft": "morale --lost 2 --aircraft --last-element --reroll",
    "scouts over three turns": "scout --hidden 4 --turns 3 --scouts 2",
    "a spotter over five turns": "spot --radio --turns 5",
    "a flight at a tripod that answers": "attack --attacker 'Burgess-Dunne D8' --target 'Assault Tripod'",
}


@pytest.mark.further(every=9)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_plays_keep_to_the_odds(situation: str) -> None:
    """Every outcome of the last line, which has the whole situation, within 4 standard errors and 3 plays."""
    question = asked(SITUATIONS[situation]).lines[-1].question
    exact = chances(question.rule, *question.facts)
    played = estimate(question.rule, *question.facts, n=PLAYS, seed=situation)
    assert set(played.counts) <= set(exact)
    for outcome, p in exact.items():
        share = played.share(outcome)
        assert abs(share - float(p)) <= 4 * played.error_of(float(p)) + 3 / PLAYS, (outcome, share)
