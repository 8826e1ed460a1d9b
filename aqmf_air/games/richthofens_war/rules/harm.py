"""What critical hits, holed tanks and fire from the ground do to machines and men. CRIT, CAS, PARA, GCRIT."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtLeast, AtMost, banded, check, numbered, total
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import Tables

D6 = numbered(6)
WOUNDED_TO = 8
"""The highest total of two dice that wounds seriously; above, it kills. CRIT-1."""
DRY = 2
"""CRIT-4."""
OBSERVER_EXPOSED = 1
"""Added to an observer's roll. CAS-3."""
GETS_OUT, BADLY_WOUNDED, CHUTE_FAILS = 3, 2, 6
"""PARA-2 to PARA-4."""
PARACHUTES_FROM = "1918-07"
"""PARA-1."""
TOO_LOW, CALM = 150, 3000
"""Metres at or below which nobody jumps, and from which on the wind carries further. PARA-5, PARA-7."""
FROM_GROUND = {2: (6,), 6: (5, 6), 12: (5, 6)}
"""Faces on which a critical hit from the ground that hurts a man does. CAS-1."""
EXTRA_CRITICAL = 3
"""The highest face on which a critical hit counts that modifiers ruled out. GCRIT-1."""
Health = Literal["fit", "wounded", "dead"]
Fate = Literal["free", "captured", "dead"]


def critical_total(dice: Dice, by: str = "") -> int:
    """The two dice for which critical hit it is. D-11."""
    return dice.draw(total("critical hit", 2, D6, by=by))


@dataclass(frozen=True)
class WoundedOrDead:
    """The health that a total of two dice, with something added, leaves."""

    added: int = 0

    def __call__(self, total: int) -> bool:
        return total + self.added <= WOUNDED_TO


def man_hit(dice: Dice, by: str = "", *, observer: bool = False) -> Health:
    """Whether a man who is hit is seriously wounded or killed. CRIT-1, CAS-3."""
    survives = WoundedOrDead(OBSERVER_EXPOSED if observer else 0)
    return "wounded" if dice.draw(check("man hit", D6, survives, 2, by=by)) else "dead"


@dataclass(frozen=True)
class LossByFace:
    """Movement points by the face of one die."""

    loss: tuple[int, ...]

    def __call__(self, face: int) -> int:
        return self.loss[face - 1]


def engine_hit(dice: Dice, total_: int, tables: Tables, by: str = "") -> int:
    """Movement points that an engine hit costs; ``total_``: 4 or 11. CRIT-2, CRIT-3."""
    return dice.draw(banded("engine", D6, LossByFace(tables.critical_hits.at(total_).loss), by=by))


@dataclass(frozen=True)
class Exactly:
    """A total passes when it is this one."""

    need: int

    def __call__(self, total: int) -> bool:
        return total == self.need


def runs_dry(dice: Dice, rolls: int, rulings: RichthofenRulings, by: str = "") -> bool:
    """Whether a holed tank is empty at this roll, after so many before it. CRIT-4, CRIT-5."""
    need = DRY + rolls
    passes = AtMost(need) if rulings.fuel_reading == "two-or-less" else Exactly(need)
    return dice.draw(check("fuel", D6, passes, 2, by=by, about=f"{rolls} off the roll"))


def roll_that_runs_dry(dice: Dice, rulings: RichthofenRulings) -> int:
    """At which roll a holed tank is empty, 1 to 11; 0: at none. CRIT-4, CRIT-5."""
    return dice.fold(11, 0, _next_roll, rulings)


def _next_roll(dice: Dice, dry: int, rulings: RichthofenRulings) -> int:
    """``dry``: rolls made so far as a negative number, or the one at which it ran dry."""
    if dry > 0:
        return dry
    return 1 - dry if runs_dry(dice, -dry, rulings) else (dry - 1 if dry > -10 else 0)


def has_parachute(nation: str, date: str) -> bool:
    """Whether a man has one. PARA-1."""
    return nation == "Germany" and bool(date) and date >= PARACHUTES_FROM


def bail_out(dice: Dice, *, wounded: bool = False, height: int = 1000, by: str = "") -> bool:
    """Whether a man with a parachute comes down alive. PARA-2 to PARA-5."""
    if height <= TOO_LOW:
        return False
    need = GETS_OUT + (BADLY_WOUNDED if wounded else 0)
    if not dice.draw(check("gets out", D6, AtLeast(need), by=by, about=f"{need} or more")):
        return False
    return not dice.draw(check("parachute fails", D6, AtLeast(CHUTE_FAILS), by=by))


def carried_over(dice: Dice, height: int, by: str = "") -> bool:
    """Whether the wind carries a man to the enemy. PARA-6, PARA-7."""
    return dice.draw(check("carried over the lines", D6, AtMost(2 if height >= CALM else 1), by=by))


def jump(dice: Dice, *, wounded: bool, height: int, windy: bool) -> Fate:
    """What becomes of a man who jumps. PARA-2 to PARA-7."""
    if not bail_out(dice, wounded=wounded, height=height):
        return "dead"
    return "captured" if windy and carried_over(dice, height) else "free"


def hurt_from_ground(dice: Dice, total_: int, by: str = "") -> bool:
    """Whether a critical hit from the ground that concerns a man does; others always do. CAS-1."""
    faces = FROM_GROUND.get(total_)
    return faces is None or dice.draw(check("casualty", D6, AtLeast(min(faces)), by=by))


def extra_critical(dice: Dice, by: str = "") -> bool:
    """Whether a critical hit counts that modifiers ruled out. GCRIT-1."""
    return dice.draw(check("critical hit all the same", D6, AtMost(EXTRA_CRITICAL), by=by))


def replacement(dice: Dice, novice: tuple[int, ...], by: str = "") -> bool:
    """Whether an airman who joins is a novice. BA-1."""
    from aqmf_air.games.richthofens_war.rules.tailing import Among

    return dice.draw(check("replacement", D6, Among(frozenset(novice)), 2, by=by))
