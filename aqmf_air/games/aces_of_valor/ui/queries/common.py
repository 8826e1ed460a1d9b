"""What the queries of the game have in common: tables and rulings, effects by name, guns as they are printed."""

from __future__ import annotations

import re

from aqmf_air.errors import QuestionError
from aqmf_air.games.aces_of_valor.rules.fire import Gun
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.table_rows import Effect

RULINGS = ValorRulings()
"""Odds are asked by the defaults, as a campaign without rulings of its own is played."""
EFFECTS: tuple[Effect, ...] = ("none", "damaged", "destroyed")
EFFECT_WORDS = (("none", "no harm"),)
HURT = ("damaged", "destroyed")
WEATHERS = ("clear", "light-clouds", "heavy-clouds")
PLACES = ("friendly-rear", "friendly-trench", "enemy-trench", "enemy-rear", "enemy-airfield")
SKILL = (0, 6)
"""Bounds of a skill, markers and events included."""
STRUCTURE = (1, 12)


def gun(words: str, dice: int, skill: int, option: str) -> Gun:
    """A gun from its printed rating, ``4/6`` or ``5``. Raises QuestionError: it is no rating."""
    found = re.fullmatch(r"([1-9])(?:/([1-9]))?", words.strip())
    hit, double = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
    if not hit or (double and double <= hit):
        raise QuestionError(f"--{option}: expected a gun rating as on the counter, 4/6 or 5, got {words[:40]!r}")
    return Gun(dice, skill, hit, double or None)
