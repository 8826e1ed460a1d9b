"""The luck of games in the figures of their states: 0 on average, and what was asked of a game is kept apart."""

from __future__ import annotations

from aqmf_air.lab.many_games import KIND, WITH_LUCK, GameBatch, GameKey, PlayedGame, play_task
from aqmf_air.lab.statistics import mean
from tests.cli.lab_games import first_flight


def test_luck_in_figures_is_told_for_each_figure_and_adds_up_to_nothing() -> None:
    of, seeds = first_flight(), tuple(range(1, 17))
    told = play_task(GameBatch(of, seeds, WITH_LUCK))
    games = [PlayedGame.read(row) for row in told["played"]]
    assert {len(game.luck) for game in games} == {17}
    assert len({game.luck for game in games}) == len(seeds)
    for figure in zip(*(game.luck for game in games), strict=True):
        luck = mean(figure)
        assert abs(luck.value) <= 2 * (luck.high - luck.value)  # four standard errors
    again = play_task(GameBatch(of, (3,), WITH_LUCK))["played"][0]
    assert PlayedGame.read(again) == games[2]


def test_a_game_with_luck_is_no_plain_game() -> None:
    of = first_flight()
    assert GameKey(of, 1, WITH_LUCK).key == GameKey(of, 1).key
    assert GameKey(of, 1, WITH_LUCK).kind != GameKey(of, 1).kind == KIND
    assert PlayedGame.read(["human", 4, 50, "ab", []]).luck == ()
