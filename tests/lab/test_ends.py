"""How games ended, counted."""

from __future__ import annotations

from typing import NamedTuple

import pytest

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
