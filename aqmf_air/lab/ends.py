"""How many games ended: who won how often, and how long they lasted, each share with its error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from aqmf_air.lab.statistics import IntervalEstimate, mean, share

DRAW, GIVEN_UP = "draw", "given up"


class Ended(Protocol):
    """A game that has ended."""

    @property
    def winner(self) -> str:
        """The side, ``draw``, or nothing: it was given up."""

    @property
    def turns(self) -> int: ...

    @property
    def commands(self) -> int: ...


class EndCount(NamedTuple):
    """How often games ended in one way."""

    by: str
    """The side that won, ``draw``, ``given up``, or what else a game says of its end: ``marginal victory``."""
    games: int
    share: IntervalEstimate


class Lasted(NamedTuple):
    """How often games lasted so many turns."""

    turns: int
    games: int
    share: float


def outcome_counts(games: Iterable[Ended], sides: Sequence[str]) -> list[EndCount]:
    """How often each of several sides won, how often nobody did, and every other end that there was, the most frequent
    first; games that were given up come last.
    """
    count = Counter(game.winner or GIVEN_UP for game in games)
    always = [*sides, DRAW] if len(sides) > 1 else []
    others = sorted(count.keys() - {*always, GIVEN_UP}, key=lambda key: (-count[key], key))
    ways = [*always, *others, *((GIVEN_UP,) if count[GIVEN_UP] else ())]
    return [EndCount(way, count[way], share(count[way], count.total())) for way in ways]


def lengths_of(games: Iterable[Ended]) -> list[Lasted]:
    """How often games lasted how many turns, from the shortest to the longest, those between that no game lasted, too."""
    count = Counter(game.turns for game in games)
    if not count:
        return []
    return [Lasted(turns, count[turns], count[turns] / count.total()) for turns in range(min(count), max(count) + 1)]


class AverageGame(NamedTuple):
    """A game on average."""

    turns: IntervalEstimate
    commands: IntervalEstimate


def typical_length(games: Sequence[Ended]) -> AverageGame:
    """How long games are on average, of one or more."""
    return AverageGame(mean([game.turns for game in games]), mean([game.commands for game in games]))
