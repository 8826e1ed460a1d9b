"""What things are worth to the automatic side, and when an aircraft goes home."""

from __future__ import annotations

from aqmf_air.games.richthofens_war.pieces import Aircraft, Balloon
from aqmf_air.games.richthofens_war.state import Game

LIFE = 10.0
"""What a whole aircraft is worth; a point of damage is its part of the points that are left."""
CRITICAL = 2.5
"""Points of damage that a critical hit is worth."""
STILL_THERE = 0.2
"""How often a target that has yet to move is still in the sights afterwards."""
HURT = 2 / 3
"""Of the damage that destroys it: who has taken so much goes home."""


def goes_home(game: Game, one: Aircraft) -> bool:
    """Whether it breaks off: it is badly hurt, loses fuel, or has nothing left to fire."""
    armed = any(gun.rounds and not gun.out for gun in one.guns)
    return one.damage >= HURT * game.type_of(one).damage or one.gliding or one.fuel is not None or not armed


def life_left(game: Game, one: Aircraft | Balloon) -> int:
    """The points of damage that still destroy it."""
    whole = game.tables.number("balloons", "damage") if isinstance(one, Balloon) else game.type_of(one).damage
    return max(whole - one.damage, 1)


def critical_worth(game: Game, one: Aircraft | Balloon) -> float:
    """Points of damage that a critical hit is worth: a balloon burns (``balloon_target``)."""
    burns = isinstance(one, Balloon) and game.rulings.balloon_target == "critical-burns"
    return float(life_left(game, one)) if burns else CRITICAL
