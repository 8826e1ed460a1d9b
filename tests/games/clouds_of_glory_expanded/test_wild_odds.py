"""Calculators say what the game does, whatever the state: exact odds against every way in which an order may go."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from random import Random
from typing import Any

import pytest

from aqmf_air import api
from aqmf_air.core.dice.chance import chances_once
from aqmf_air.errors import EnumerationLimitError
from aqmf_air.games.clouds_of_glory_expanded.chapters.balloons import StrafeBalloon
from aqmf_air.games.clouds_of_glory_expanded.chapters.envelopes import BalloonHit
from aqmf_air.games.clouds_of_glory_expanded.chapters.rockets import FireRockets
from tests.games.clouds_of_glory.fights import rules
from tests.games.clouds_of_glory_expanded.wild import offers, ordered, played, wild_game

PLAYS, SIGMAS, MOST_RUNS = 200, 5, 400


def burns(events: list[Any], balloon: str) -> bool:
    """Whether a balloon burns."""
    return any(event.burns for event in events if isinstance(event, BalloonHit) and event.balloon == balloon)


def reader(order: Any, question: api.Question) -> Callable[[list[Any]], Any] | None:
    """What a question is about, from all that an order leads to."""
    if isinstance(order, StrafeBalloon | FireRockets) and question.of is None:
        return partial(burns, balloon=order.balloon)
    return question.of


def disagreements(game: Any, order: Any, *, plays: int = PLAYS, most: int = MOST_RUNS) -> list[str]:
    """What the odds of an order say otherwise than what it leads to, a line each."""
    asked = [(question, read) for question in rules().questions(game, order) if (read := reader(order, question))]
    begins = ordered(game, order)

    def outcomes(dice: api.Dice) -> tuple[Any, ...]:
        events = played(dice, game, begins)
        return tuple(read(events) for _, read in asked)

    lines, slack = [], 0.0
    try:
        shares = {result: float(p) for result, p in chances_once(outcomes, most).items()}
    except EnumerationLimitError:
        shares = {}
        for seed in range(plays):
            result = outcomes(api.DiceTray(api.seeded("wild", seed)))
            shares[result] = shares.get(result, 0.0) + 1 / plays
        slack = 1 / plays
    for place, (question, _) in enumerate(asked):
        came: dict[Any, float] = {}
        for result, share in shares.items():
            came[result[place]] = came.get(result[place], 0.0) + share
        odds = question.odds()
        for outcome in {*odds, *came}:
            chance, share = float(odds.of(outcome)), came.get(outcome, 0.0)
            off = SIGMAS * sqrt(chance * (1 - chance) / plays) + slack if slack else 1e-9
            if abs(chance - share) > off or (share and not chance):
                lines.append(f"{order!r}: {question.title}, {outcome!r}: {chance:.4f}, came up in {share:.4f}")
    return lines


@pytest.mark.further(every=4)
@pytest.mark.parametrize("seed", range(40))
def test_odds_of_orders_are_what_they_lead_to(seed: int) -> None:
    lot = Random(seed)
    game = wild_game(lot)
    kinds: dict[type[Any], list[Any]] = {}
    for order in offers(game):
        kinds.setdefault(type(order), []).append(order)
    for orders in kinds.values():
        assert disagreements(game, lot.choice(orders)) == []
