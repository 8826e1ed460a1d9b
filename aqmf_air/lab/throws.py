"""What the dice of an order led to in a game, and what they might have led to."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from aqmf_air.core.dice.chance import chances_once
from aqmf_air.core.dice.dice import Dice, DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.events import Command
from aqmf_air.errors import EnumerationLimitError

EXACT_RUNS = 200
"""Ways of a throw that are followed one by one; where there are more, it is thrown again ``SAMPLES`` times."""
SAMPLES = 64

Place = tuple[float, ...]
"""Where a game stands: the turn, the first side's points if it is over (else -1), and its figures."""


class Throw(NamedTuple):
    """Where the dice of an order led, and where they might have led, with the weight of each."""

    after: Place
    might: tuple[tuple[float, Place], ...]
    kind: str = ""
    """The type of the order."""


def place_of(ruleset: Any, state: Any, first: str) -> Place:
    """Where a game stands, for the side ``first``."""
    over = ruleset.over(state)
    points = -1.0 if not over else 1.0 if over == first else 0.0 if over in ruleset.players(state) else 0.5
    return (float(ruleset.stage(state).turn), points, *(round(gauge, 3) for gauge in ruleset.gauges(state)))


def throw_of(ruleset: Any, state: Any, command: Command, after: Any, seed: int, place: int) -> Throw:
    """The throw of a command that was carried out.

    Its expectation is exact, or where that would take too long from as many throws of other dice: either way it has nothing
    to do with the dice that fell. ``seed`` and ``place`` are the game's and the command's in it.
    """
    first = ruleset.players(state)[0]

    def rule(dice: Dice) -> Place:
        return place_of(ruleset, ruleset.after(state, ruleset.decide(state, command, dice)), first)

    try:
        odds = chances_once(rule, max_runs=EXACT_RUNS)
        might = {where: weight / odds.total for where, weight in odds.weights.items()}
    except EnumerationLimitError:
        thrown = Counter(rule(DiceTray(seeded(f"luck of {seed}", place, number))) for number in range(SAMPLES))
        might = {where: count / SAMPLES for where, count in thrown.items()}
    sorted_might = tuple((weight, where) for where, weight in sorted(might.items()))
    return Throw(place_of(ruleset, after, first), sorted_might, command.type)
