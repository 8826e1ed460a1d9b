"""How games ended, counted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from aqmf_air.lab.many_games import GamesTask
from aqmf_air.lab.statistics import lengths_of, outcome_counts, share


class Game(NamedTuple):
    winner: str
    turns: int = 3
    commands: int = 40


@pytest.mark.parametrize(
    ("sides", "winners", "counted"),
    [
        (("red", "blue"), ("red", "red", "draw"), {"red": 2, "blue": 0, "draw": 1}),
        (("red", "blue"), ("", "red"), {"red": 1, "blue": 0, "draw": 0, "given up": 1}),
        (("you",), ("defeat", "", "defeat", "major victory"), {"defeat": 2, "major victory": 1, "given up": 1}),
        (("you",), ("you", "draw", "you"), {"you": 2, "draw": 1}),
    ],
)
def test_every_game_is_counted_once(sides: tuple[str, ...], winners: tuple[str, ...], counted: dict[str, int]) -> None:
    ends = outcome_counts(map(Game, winners), sides)
    assert [(one.by, one.games) for one in ends] == list(counted.items())
    assert [one.share for one in ends] == [share(count, len(winners)) for count in counted.values()]


def test_lengths_leave_no_gap() -> None:
    games = [Game("red", turns) for turns in (2, 5, 2, 4)]
    assert lengths_of(games) == [(2, 2, 0.5), (3, 0, 0.0), (4, 1, 0.25), (5, 1, 0.25)]
    assert lengths_of([]) == []


@pytest.mark.parametrize(
    ("wins", "told"),
    [
        ((9, 0, 0), "Too few games to tell: Red took 100% of the points (70.1% to 100%; a draw counts half)."),
        ((9, 9, 2), "Too close to tell: Red took 50.0% of the points (29.9% to 70.1%; a draw counts half)."),
        ((30, 8, 2), "Ahead: Red. Red took 77.5% of the points (62.5% to 87.7%; a draw counts half)."),
        ((8, 30, 2), "Ahead: Blue. Red took 22.5% of the points (12.3% to 37.5%; a draw counts half)."),
    ],
)
def test_who_is_ahead_is_told_where_the_games_show_it(wins: tuple[int, ...], told: str) -> None:
    ruleset: Any = SimpleNamespace(players=lambda: ("red", "blue"), name_of=str.title)
    ends = [end for end, many in zip(("red", "blue", "draw"), wins, strict=True) for _ in range(many)]
    games: Any = dict(enumerate(map(Game, ends)))
    nothing: Any = None
    assert GamesTask(nothing, len(ends), 1, False, ruleset, "", "", ()).ahead(games) == told
