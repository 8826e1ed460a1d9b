"""The automatic pilots of In Clouds of Glory: games of every mission to their end, and how strong the usual style is."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from aqmf_air import api
from aqmf_air.core.play.automatic import play_out
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.search.judge import Opponent
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.clouds_of_glory.automatic.opponent import CloudsOpponent
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry

GAMES = int(os.environ.get("AQMF_CLOUDS_GAMES", "50"))
"""Of each mission."""
REGISTRY = load_registry(entry_points=False)
CLOUDS: Any = REGISTRY.ruleset("clouds")
DOCUMENTS = {name: api.load_toml(source.path) for name, source in REGISTRY.of(kinds.SCENARIOS, "clouds").items()}
MISSIONS = [name for name, document in DOCUMENTS.items() if "campaign" not in document.get("slices", {})]
"""All but campaigns, which are several."""
SIDES = ("entente", "germany")
STYLES = {
    style.name: style
    for style in api.read_styles(
        api.package_file("aqmf_air.games.clouds_of_glory", "data/styles.toml"), api.weights_of(CloudsOpponent)
    )
}
STEADY = next(iter(STYLES.values()))


def without(knob: str) -> Opponent:
    """The usual style that leaves something out: ``aims`` (the baseline ``plain``), ``tighter``."""
    return Opponent(CloudsOpponent, api.replace(STEADY, weights={**STEADY.weights, knob: 0}))


def begun(mission: str, seed: int) -> Session[Any]:
    setup = CLOUDS.set_up(DOCUMENTS[mission], mission, {}).setup
    return Session(CLOUDS, new_header(CLOUDS, setup, seed=seed, game=mission))


def played(mission: str, seed: int, players: Sequence[Any]) -> Session[Any]:
    session = begun(mission, seed)
    assert play_out(session, {side: player.choose for side, player in zip(SIDES, players, strict=True)}) == ""
    return session


@pytest.mark.parametrize("mission", MISSIONS)
def test_games_end_and_go_the_same_again_and_neither_side_wins_too_often(mission: str) -> None:
    ends: Counter[str] = Counter()
    styles = [Opponent(CloudsOpponent, style) for style in STYLES.values()]
    for seed in range(GAMES):
        session = played(mission, seed, (styles[seed % len(styles)], styles[(seed // 4 + 1) % len(styles)]))
        ends[CLOUDS.over(session.state)] += 1
        assert Session(CLOUDS, session.header, session.entries).digest == session.digest, seed
        assert replay(CLOUDS, session.header, session.entries).digest == session.digest, seed
    assert {*ends} <= {*SIDES, "draw"}
    assert GAMES < 40 or max(ends[side] for side in SIDES) <= 0.7 * GAMES, ends


def results(first: Opponent, other: Opponent) -> Counter[str]:
    """Sixty games on three missions, sides swapped: won by the first, lost, drawn."""
    ends: Counter[str] = Counter()
    for mission in ("first-patrols", "duel", "four-a-side"):
        for seed in range(10):
            for swapped in (False, True):
                winner = CLOUDS.over(played(mission, 1000 + seed, (other, first) if swapped else (first, other)).state)
                ends["drawn" if winner == "draw" else "won" if winner == SIDES[swapped] else "lost"] += 1
    return ends


def test_the_usual_style_beats_the_one_that_does_not_aim_and_draws_less() -> None:
    steady, plain = Opponent(CloudsOpponent, STEADY), without("aims")
    ends = results(steady, plain)
    assert ends["won"] + ends["drawn"] >= 36, ends
    assert ends["won"] > ends["lost"], ends
    assert ends["drawn"] <= 0.9 * results(plain, plain)["drawn"], ends


def test_who_never_turns_tighter_does_not_win_more() -> None:
    ends = results(Opponent(CloudsOpponent, STEADY), without("tighter"))
    assert ends["won"] >= ends["lost"] - 6, ends
