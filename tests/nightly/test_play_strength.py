"""How well automatic sides play: the better one wins most of its games."""

from __future__ import annotations

from collections import Counter

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry


def test_steady_beats_the_plain_automatic_side_in_duels_of_equals() -> None:
    registry = load_registry(entry_points=False)
    war, players = registry.ruleset("richthofen"), registry.of(kinds.POLICIES, "richthofen")
    document = load_toml(registry.of(kinds.SCENARIOS, "richthofen")["duel"].path)
    document["aircraft"] = [{**aircraft, "type": "Sopwith Camel"} for aircraft in document["aircraft"]]
    setup = war.set_up(document, "duel of Camels", {}).setup
    won: Counter[str] = Counter()
    for seed in range(4):
        for own in ("german", "allied"):
            session = Session(war, new_header(war, setup, seed=seed, game="duel"))
            while not war.over(session.state):
                side = war.stage(session.state).active[0]
                chosen = players["steady" if side == own else "exact-odds"].choose(war, session.state, side)
                assert chosen is not None
                session.submit(chosen, side)
            winner = war.over(session.state)
            won["steady" if winner == own else "draw" if winner == "draw" else "plain"] += 1
    assert won["steady"] >= 6, won
