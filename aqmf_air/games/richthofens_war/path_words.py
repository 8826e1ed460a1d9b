"""Paths of moves in a player's words: ``ahead 3, right, ahead 2, dive 100``."""

from __future__ import annotations

import re
from itertools import groupby

from aqmf_air.core.play.words import Reading, Readings, Said, Slot
from aqmf_air.games.richthofens_war.rules.moving import CLIMB, DIVE, steps_of
from aqmf_air.games.richthofens_war.tables import STEP
from aqmf_air.geometry.hexes.moves import AHEAD, LEFT, RIGHT

AHEAD_WORDS = ("ahead", "forward", "straight")
TURNS = {LEFT: "left", RIGHT: "right"}
HEIGHTS = {CLIMB: "climb", DIVE: "dive"}
METRES = ("metres", "meters", "m")
_DIGITS = re.compile(r"\d{1,4}(?![\d.])")
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


class Path(Slot):
    """A path: ``ahead 3, right, ahead 2, dive 100``; maneuvers by their names."""

    about = "hexes ahead, turns, and metres: ahead 3, right, ahead 2, dive 100"

    def __init__(self, maneuvers: tuple[str, ...] = ()) -> None:
        self.maneuvers = maneuvers

    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        path = ""
        while (found := self._step(reading, at)) is not None:
            step, at = found
            path += step
            comma = reading.word(at, (",", "then", "and"), "")
            at = comma if comma is not None else at
        if path:
            yield path, at

    def _step(self, reading: Reading, at: int) -> tuple[str, int] | None:
        for step, words in ((AHEAD, AHEAD_WORDS), (LEFT, ("left",)), (RIGHT, ("right",))):
            if (end := reading.word(at, words)) is not None:
                count, end = self._number(reading, end, 1, ())
                return step * count, end
        for step, word in HEIGHTS.items():
            if (end := reading.word(at, (word,))) is not None:
                metres, behind = self._number(reading, end, STEP, METRES)
                if metres % STEP:
                    reading.miss(end, f"metres in steps of {STEP}")
                    return None
                return step * (metres // STEP), behind
        for name in self.maneuvers:
            if (end := reading.word(at, (name.replace("-", " "),), "")) is not None:
                return f"{{{name}}}", end
        return None

    def _number(self, reading: Reading, at: int, default: int, unit: tuple[str, ...]) -> tuple[int, int]:
        found = reading.match(at, _DIGITS)
        if found is None:
            return default, at
        end = found.end()
        behind = reading.word(end, unit, "") if unit else None
        return min(int(found[0]), MOST * default), behind if behind is not None else end

    def tell(self, value: str, said: Said) -> str:
        return path_in_words(value)
