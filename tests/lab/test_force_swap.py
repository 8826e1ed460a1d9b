"""Whole games beside prices: the same dice for each force, the share that its side wins, a game that nobody wins as half."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

import pytest

from aqmf_air.lab import force_swap
from aqmf_air.lab.force_swap import ForceSwap
from aqmf_air.lab.many_games import GameKey, PlayedGame, Table
from aqmf_air.lab.prices import Price, Toll
from aqmf_air.lab.statistics import share
from aqmf_air.plugins.rules_in_force import rules_named
from tests.lab.test_played_prices import bench

ENDS = {
    "Burgess-Dunne D8": ["human", "draw", "martian", "martian"],
    "Fokker D.VII": ["draw", "", "draw", ""],
    "Sopwith Camel": ["human", "human", "human", "martian"],
}
"""How the games of each force end, by seed: won by a side, drawn, given up."""
FAIR = {"Burgess-Dunne D8": 60.0, "Fokker D.VII": 90.0, "Sopwith Camel": None}


@pytest.fixture
def swap(monkeypatch: pytest.MonkeyPatch) -> ForceSwap:
    """Games are made up."""
    staged = bench().laboratory.staged()
    assert staged is not None
    swapped = ForceSwap(rules_named("aqmf", bench().registry), staged, list(ENDS), 4)
    of = {game.of: force for force, games in swapped.wanted.items() for game in games}

    def play(results: object, games: Sequence[GameKey], *facts: object) -> Table:
        return {game: PlayedGame(ENDS[of[game.of]][game.seed - 1], 4, 50, "", (), ()) for game in games}

    monkeypatch.setattr(force_swap, "played", play)
    return swapped


def test_a_game_that_nobody_wins_counts_half_and_the_highest_price_is_first(swap: ForceSwap) -> None:
    prices = {force: Price(force, 80, fair, Toll(1.0, 1.0), ()) for force, fair in FAIR.items()}
    whole = swap.played(None, None, lambda done, of: None, prices)
    assert [(row.force, row.fair, row.games) for row in whole.rows] == [
        ("Fokker D.VII", 90.0, 4),
        ("Burgess-Dunne D8", 60.0, 4),
        ("Sopwith Camel", None, 4),
    ]
    assert [row.share for row in whole.rows] == [share(2, 4), share(1.5, 4), share(3, 4)]
    assert (whole.side, whole.policy, whole.place, whole.games) == ("Humans", "exact-odds", "its flight", 4)


def test_each_force_has_the_place_in_games_of_the_same_seeds(swap: ForceSwap) -> None:
    others = set()
    for force, games in swap.wanted.items():
        assert [game.seed for game in games] == [1, 2, 3, 4]
        (of,) = {game.of for game in games}
        units = Counter(unit["type"] for unit in json.loads(of.header)["setup"]["units"])
        assert units[force] >= 1
        others.add(frozenset((units - Counter([force])).items()))
    assert len(others) == 1, "all else is the same"


def test_how_many_games_are_missing_is_known_before_they_are_played(swap: ForceSwap) -> None:
    assert swap.missing(None) == 12
