"""The luck of games in the figures of their states: 0 on average, and what was asked of a game is kept apart."""

from __future__ import annotations

import pytest

from aqmf_air.lab.many_games import KIND, WITH_LUCK, GameBatch, GameKey, PlayedGame, play_task
from aqmf_air.lab.statistics import mean
from tests.cli.lab_games import first_flight


def played_with_luck(*seeds: int) -> list[PlayedGame]:
    return [PlayedGame.read(row) for row in play_task(GameBatch(first_flight(), seeds, WITH_LUCK))["played"]]


def test_luck_in_figures_is_told_for_each_figure_and_hangs_on_the_seed_alone() -> None:
    games = played_with_luck(1, 3)
    assert {len(game.luck) for game in games} == {17}
    assert games[0].luck != games[1].luck
    assert played_with_luck(3) == games[1:]


@pytest.mark.further
def test_luck_in_figures_adds_up_to_nothing() -> None:
    games = played_with_luck(*range(1, 17))
    assert len({game.luck for game in games}) == len(games)
    for figure in zip(*(game.luck for game in games), strict=True):
        luck = mean(figure)
        assert abs(luck.value) <= 2 * (luck.high - luck.value)  # four standard errors


def test_a_game_with_luck_is_no_plain_game() -> None:
    of = first_flight()
    assert GameKey(of, 1, WITH_LUCK).key == GameKey(of, 1).key
    assert GameKey(of, 1, WITH_LUCK).kind != GameKey(of, 1).kind == KIND
    assert PlayedGame.read(["human", 4, 50, "ab", []]).luck == ()
