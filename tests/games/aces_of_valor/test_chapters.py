"""A campaign's missions are chapters: it is opened from the last one's start, and is the same as when it is folded whole."""

from __future__ import annotations

from aqmf_air.core.play.replay import from_chapters
from aqmf_air.games.aces_of_valor.state import PLAYER
from tests.games.aces_of_valor.playing import begun


def test_a_campaign_goes_on_from_the_start_of_each_mission() -> None:
    session = begun(seed=3)
    for _ in range(40):
        offers = session.ruleset.legal(session.state, PLAYER)
        if not offers:
            break
        session.submit(offers[len(session.entries) % len(offers)].command, PLAYER)
    starts = dict(from_chapters(session))
    assert starts
    for again in starts.values():
        assert again.state == session.state
