"""Paths of moves in a player's words: ``ahead 3, right, ahead 2, dive 100``."""

from __future__ import annotations

import re
from itertools import groupby

from aqmf_air.core.play.reading import Reading
from aqmf_air.core.play.words import Readings, Said, Slot
from aqmf_air.games.richthofens_war.rules.moving import CLIMB, DIVE, steps_of
from aqmf_air.games.richthofens_war.tables import STEP
from aqmf_air.geometry.hexes.moves import AHEAD, LEFT, RIGHT

AHEAD_WORDS = ("ahead", "forward", "straight")
TURNS = {LEFT: "left", RIGHT: "right"}
HEIGHTS = {CLIMB: "climb", DIVE: "dive"}
METRES = ("metres", "meters", "m")
_DIGITS = re.compile(r"\d{1,4}(?![\d.])")
LONGEST = 120
"""Letters of a path at most."""
MOST = 40
"""Hexes, hexsides or steps of height that one word may stand for."""


def path_in_words(path: str) -> str:
    """A path as players say it."""
    said = []
    for step, same in groupby(steps_of(path)):
        count = len(list(same))
        if step == AHEAD:
            said.append(f"ahead {count}")
        elif step in TURNS:
            said.append(TURNS[step] if count == 1 else f"{TURNS[step]} {count}")
        elif step in HEIGHTS:
            said.append(f"{HEIGHTS[step]} {count * STEP}")
        else:
            said += [step.strip("{}").replace("-", " ")] * count
    return ", ".join(said)


class PathSlot(Slot):
    """A path: ``ahead 3, right, ahead 2, dive 100``; maneuvers by their names."""

    about = "hexes ahead, turns, and metres: ahead 3, right, ahead 2, dive 100"

    def __init__(self, maneuvers: tuple[str, ...] = ()) -> None:
        self._maneuvers = {name.replace("-", " "): f"{{{name}}}" for name in maneuvers}

    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        path, end = "", at
        while (found := self._step(reading, at)) is not None:
            step, end = found
            if len(path) + len(step) > LONGEST:
                reading.miss(at, "a shorter path")
                return
            path += step
            comma = reading.word(end, (",", "then", "and"), "")
            at = end if comma is None else comma
        if path:
            yield path, end

    def _step(self, reading: Reading, at: int) -> tuple[str, int] | None:
        for step, words in ((AHEAD, AHEAD_WORDS), (LEFT, ("left",)), (RIGHT, ("right",))):
            if (end := reading.word(at, words)) is not None:
                return self._times(reading, end, step, 1, ())
        for step, word in HEIGHTS.items():
            if (end := reading.word(at, (word,))) is not None:
                return self._times(reading, end, step, STEP, METRES)
        named = [(end, step) for name, step in self._maneuvers.items() if (end := reading.word(at, (name,), ""))]
        return (max(named)[1], max(named)[0]) if named else None

    @staticmethod
    def _times(reading: Reading, at: int, step: str, of: int, unit: tuple[str, ...]) -> tuple[str, int] | None:
        """A step as often as the number says that comes next, in ``of`` each, and the place behind it; a turn needs none."""
        digits = reading.match(at, _DIGITS)
        if digits is None and step in TURNS:
            return step, at
        times, rest = divmod(int(digits[0]), of) if digits else (0, 0)
        if digits is None or rest or not 1 <= times <= MOST:
            reading.miss(at, f"metres in steps of {of}, up to {of * MOST}" if of > 1 else f"a number from 1 to {MOST}")
            return None
        behind = reading.word(digits.end(), unit, "") if unit else None
        return step * times, digits.end() if behind is None else behind

    def tell(self, value: str, said: Said) -> str:
        return path_in_words(value)
