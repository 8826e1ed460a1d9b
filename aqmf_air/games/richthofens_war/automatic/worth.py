"""What things are worth to an automatic side, in victory points, and when an aircraft goes home."""

from __future__ import annotations

from aqmf_air.core.data.memo import cached_by_identity
from aqmf_air.core.play.search.styles import Style
from aqmf_air.games.richthofens_war import scoring, targets
from aqmf_air.games.richthofens_war.automatic import errands
from aqmf_air.games.richthofens_war.pieces import Aircraft, Balloon
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import Fire

CRITICAL = 2.5
"""Points of damage that a critical hit is worth."""
OPEN = 0.5
"""The part that counts of what an aircraft may still earn; once it has only to come home, all of it."""


@cached_by_identity(256)
def stake(game: Game, one: Aircraft | Balloon) -> float:
    """The victory points that change hands if it is destroyed: those for itself, and those that it may still earn. D-22."""
    points = game.tables.number
    if isinstance(one, Balloon):
        return float(points("points", "balloon"))
    own = float(points("points", "bomber" if game.type_of(one).bomber else "aircraft"))
    if errands.plates(game, one):
        return own + points("points", "photographs")
    if errands.photographs(game, one):
        return own + OPEN * points("points", "photographs")
    return own + OPEN * points("points", "bombs") * errands.bombs(game, one)


def life_left(game: Game, one: Aircraft | Balloon) -> int:
    """The points of damage that still destroy it."""
    whole = game.tables.number("balloons", "damage") if isinstance(one, Balloon) else game.type_of(one).damage
    return max(whole - one.damage, 1)


def shot(game: Game, enemy: Aircraft | Balloon, row: Fire, change: int) -> float:
    """What a shot is expected to bring."""
    odds = targets.worth(row, change, game.rulings)
    return points(game, enemy, float(odds.mean), float(odds.critical))


def points(game: Game, enemy: Aircraft | Balloon, damage: float, critical: float) -> float:
    """Damage and the chance of a critical hit in victory points: the part of the life that is left, of what is at stake.
    A balloon burns (``balloon_target``).
    """
    left = life_left(game, enemy)
    burns = isinstance(enemy, Balloon) and game.rulings.balloon_target == "critical-burns"
    return min((damage + (left if burns else CRITICAL) * critical) / left, 1.0) * stake(game, enemy)


@cached_by_identity(256)
def goes_home(game: Game, one: Aircraft, style: Style) -> bool:
    """Whether it breaks off: it has what it came for, is badly hurt, loses fuel, or has nothing left to fire.

    A side that leads by a point or more has less to win by going on, one that is behind has more.
    """
    earned = scoring.points(game)
    lead = max(-1, min(earned[one.side] - earned[scoring.other(one.side)], 1))
    hurt = one.damage >= (style["home_at"] - style["lead"] * lead) * game.type_of(one).damage
    armed = any(gun.rounds and not gun.out for gun in one.guns)
    return hurt or one.gliding or one.fuel is not None or not armed or errands.plates(game, one)
