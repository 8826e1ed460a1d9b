from __future__ import annotations

import statistics
from math import isclose
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.lab.even_dice import SAMPLES, Place, Throw, throw_of
from aqmf_air.lab.luck import adjusted

D6 = numbered(6)


class Handful(NamedTuple):
    dice: int
    type: str = "heap.throw"


class Heap:
    """Red adds what it throws with so many dice, one after the other; with ten or more it has won, with less blue has."""

    def players(self, heap: object = None) -> tuple[str, ...]:
        return "red", "blue"

    def over(self, heap: int) -> str | None:
        return None if heap < 5 else "red" if heap >= 10 else "blue"

    def stage(self, heap: int) -> Any:
        return SimpleNamespace(turn=1)

    def gauges(self, heap: int) -> tuple[float, ...]:
        return (float(heap),)

    def decide(self, heap: int, handful: Handful, table: Dice) -> tuple[int, ...]:
        return tuple(table.draw(total("the heap", 1, D6)) for _ in range(handful.dice))

    def after(self, heap: int, events: tuple[int, ...]) -> int:
        return heap + sum(events)


def throw(dice: int, seed: int = 1, heap: int = 0, fell: int = 4) -> Throw:
    command: Any = Handful(dice)
    return throw_of(Heap(), heap, command, heap + fell, seed, 7)


def test_a_throw_knows_where_it_might_have_led_with_exact_chances() -> None:
    found = throw(1, heap=3)
    assert (list(found.after), found.kind) == ([1, 0, 7], "heap.throw")  # blue has won
    might = {where: weight for weight, where in found.might}
    assert might == {
        (1, -1, 4): 1 / 6,
        **{(1, 0, 3 + face): 1 / 6 for face in (2, 3, 4, 5, 6)},
    }


def test_where_there_are_too_many_ways_it_is_thrown_again_with_other_dice() -> None:
    found = throw(4)
    assert isclose(sum(weight for weight, _ in found.might), 1)
    assert {weight * SAMPLES % 1 for weight, _ in found.might} == {0}
    assert throw(4) == found
    assert throw(4, seed=2) != found


def games_of(number: int) -> tuple[list[float], list[list[Throw]]]:
    """Games of two throws of a die each, won with a sum of 8 or more; sometimes with less, for what nobody threw."""
    rng, points, games = Random(3), [], []
    for _ in range(number):
        first, second = rng.randint(1, 6), rng.randint(1, 6)
        games.append(
            [
                Throw((1.0, -1.0, float(first)), tuple((1 / 6, (1.0, -1.0, float(face))) for face in range(1, 7)), "first"),
                Throw(
                    (2.0, -1.0, float(first + second)),
                    tuple((1 / 6, (2.0, -1.0, float(first + face))) for face in range(1, 7)),
                    "second",
                ),
            ]
        )
        points.append(float(first + second >= 8 or rng.random() < 0.1))
    return points, games


def test_luck_has_mean_0_and_without_it_the_same_share_has_a_smaller_error() -> None:
    points, games = games_of(400)
    found = adjusted(points, games)
    truth = 15 / 36 + 21 / 36 * 0.1
    assert found.luck.low <= 0 <= found.luck.high
    assert found.share.low <= truth <= found.share.high
    assert found.less_variance > 2.5
    assert {kind.kind: kind.throws for kind in found.kinds} == {"first": 1, "second": 1}
    worth = [sum(0.1 + 0.9 * (face + other >= 8) for other in range(1, 7)) / 6 for face in range(1, 7)]
    of_first = statistics.pvariance(worth) / (truth * (1 - truth))
    assert next(kind.share for kind in found.kinds if kind.kind == "first") == pytest.approx(of_first, rel=0.25)
    assert 0 < found.unexplained < 0.5


def test_a_state_is_worth_what_is_expected_of_the_next_throw() -> None:
    """Of few games: who won, alone, would not teach it."""
    points, games = games_of(60)
    found = adjusted(points, games)
    assert found.less_variance > 2
    assert found.luck.low <= 0 <= found.luck.high


def test_games_that_share_dice_count_once() -> None:
    points, games = games_of(100)
    twice = adjusted(points * 2, games * 2, [*range(100)] * 2)
    assert twice.share.value == pytest.approx(adjusted(points, games).share.value, abs=0.01)
    assert twice.share.high - twice.share.low == pytest.approx(
        adjusted(points, games).share.high - adjusted(points, games).share.low, rel=0.1
    )


@pytest.mark.further
def test_many_figures_are_told_by_the_directions_in_which_they_differ() -> None:
    points, games = games_of(400)

    def wide(place: Place) -> Place:
        return (*place[:2], *(place[2] * at for at in range(1, 31)))

    wider = [
        [Throw(wide(one.after), tuple((p, wide(at)) for p, at in one.might), one.kind) for one in game] for game in games
    ]
    found = adjusted(points, wider)
    assert found.less_variance > 2
    assert found.luck.low <= 0 <= found.luck.high


def test_figures_that_foretell_nothing_take_nothing_out() -> None:
    points, games = games_of(60)
    same = [[Throw((1.0, -1.0, 1.0), ((1.0, (1.0, -1.0, 1.0)),)) for _ in game] for game in games]
    found = adjusted(points, same)
    assert found.share.value == pytest.approx(sum(points) / len(points))
    assert found.less_variance == pytest.approx(1)
