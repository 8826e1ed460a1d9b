"""One verdict on a force for its points, by exact duels and whole games together; headlines are made by the same."""

from __future__ import annotations

from typing import NamedTuple

from aqmf_air.lab.long_task import GoodOrBad
from aqmf_air.lab.statistics import IntervalEstimate

MORE, LESS, FAIR, UNTOLD, MEASURE = "more", "less", "fair", "untold", "measure"
"""It is worth more or less than is asked; what is asked is within the error; neither can be told; it is the measure."""
WORDS = {
    True: {MORE: "cheap", LESS: "dear", FAIR: "fairly priced", UNTOLD: "cannot be told", MEASURE: "the measure"},
    False: {MORE: "stronger", LESS: "weaker", FAIR: "about as good", UNTOLD: "cannot be told", MEASURE: "the measure"},
}
"""The same for people, in a game that asks points for forces, and in one that asks as many for all."""


class Yardstick(NamedTuple):
    """What forces are measured by."""

    name: str
    points: int
    asks: bool
    """Whether the game asks points for forces; else all cost what the measure does."""


class Verdict(NamedTuple):
    """A verdict, and what it rests on in a few words."""

    key: str
    word: str
    because: str

    @property
    def cell(self) -> str:
        """The word as a cell of a table."""
        return GoodOrBad(self.word, self.key == MORE) if self.key in (MORE, LESS) else self.word

    @property
    def sentence(self) -> str:
        """Both for people: ``worth about 39 to 79 in games, asked 80: dear``."""
        return f"{self.because}: {self.word}"


def borne_out(fair: float | None, worth: IntervalEstimate | None) -> bool:
    """Whether a price by duels is within the error of what games made of the force; where either is not there, it is."""
    return worth is None or fair is None or worth.low <= fair <= worth.high


def earned(points: int, fair: float | None, worth: IntervalEstimate | None) -> float | None:
    """What a force is worth in games by what the game asks, where duels and games say together that it is worth less, or
    that it is worth more: both are on that side of the points, and the interval of the games leaves them out. None: that is
    not shown.
    """
    if worth is None or fair is None or not points or worth.low <= points <= worth.high:
        return None
    return worth.value / points if (fair < points) == (worth.value < points) and fair != points else None


def verdict(name: str, points: int, fair: float | None, worth: IntervalEstimate | None, measure: Yardstick) -> Verdict:
    """The verdict on a force. ``fair``: its price by duels, where they can judge it."""
    asked = f"asked {points}" if measure.asks else f"where the {measure.name} is {measure.points}"
    duels = f"{fair:.0f} by duels" if fair is not None else ""
    if name == measure.name or (worth and round(worth.low) == round(worth.high) == points):  # or it is like that
        key, because = MEASURE, f"{measure.points} by definition"
    elif worth is None:
        key, because = UNTOLD, f"{duels} alone, {asked}, not tried in games" if duels else "no price, and not tried in games"
    elif fair is None:
        key, because = UNTOLD, f"{in_games(worth)}, and duels cannot judge it"
    elif (ratio := earned(points, fair, worth)) is not None:
        key, because = MORE if ratio > 1 else LESS, f"{in_games(worth)}, {asked}"
    elif worth.low <= points <= worth.high:
        key, because = FAIR, f"{in_games(worth)}, {asked}"
    else:
        key, because = UNTOLD, f"{in_games(worth)}, but {duels}, {asked}"
    return Verdict(key, WORDS[measure.asks][key], because)


def in_games(worth: IntervalEstimate) -> str:
    """What games made of a force, in words: ``worth about 39 to 79 in games``. Less than 0 is said to be nothing."""
    if worth.high <= 0:
        return f"worth nothing in games (less than 0: {worth.between})"
    if worth.low <= 0:
        return f"worth {worth.high:.0f} in games at most"
    return f"worth about {worth.between} in games"
