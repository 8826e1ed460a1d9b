"""The automatic side: what hurts the enemy most and itself least, by exact odds, among the usual moves."""

from __future__ import annotations

from typing import Any

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.orders import after
from aqmf_air.games.richthofens_war import flights, targets
from aqmf_air.games.richthofens_war.automatic import errands
from aqmf_air.games.richthofens_war.events.moves import Moved
from aqmf_air.games.richthofens_war.orders.combat import Fire, Hold
from aqmf_air.games.richthofens_war.orders.declaring import Declare
from aqmf_air.games.richthofens_war.orders.moving import Fly
from aqmf_air.games.richthofens_war.pieces import Aircraft
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import Fire as FireRow
from aqmf_air.games.richthofens_war.targets import Aim
from aqmf_air.geometry.hexes.grid import distance

FEAR = 0.9
"""What a point of damage taken counts against one done."""
DESCENT = 12
"""Metres above where an errand leads that count as much as a quarter of a hex."""
NEAR = 3
"""Hexes from which an enemy is near enough."""


def choose(ruleset: Any, game: Game, player: str) -> Command | None:
    """The next order of a side; None: it has none to give. It looks at nothing but what its side sees."""
    if over_the_ground := errands.order(game, player):
        return over_the_ground
    offers = [offer.command for offer in ruleset.legal(game, player)]
    moves = [one for one in offers if isinstance(one, Fly)]
    if moves:
        return max(moves, key=lambda one: _worth(game, one))
    aims = [one for one in offers if isinstance(one, Declare)]
    if aims:
        return max(
            aims, key=lambda one: _hurt(targets.aim(game, one.aircraft, "pilot", one.target, game.asked[0].why), game)
        )
    fire = [one for one in offers if isinstance(one, Fire)]
    return next((one for one in fire or offers if not isinstance(one, Hold)), None)


def _worth(game: Game, order: Fly) -> float:
    one = game.of(order.aircraft)
    way = flights.walked(game, one, order.path)
    pose, height = way.end
    moved = Moved(
        aircraft=one.id,
        speed=order.speed,
        path=order.path,
        at=pose.at,
        facing=pose.facing,
        height=height,
        last=flights.last_move(game, one, order.speed, order.path, way),
    )
    if flights.leaves(game, way):
        return 0.0 if one.damage * 3 >= game.type_of(one).damage * 2 else -100.0
    then = after(game, (moved,))
    own = then.of(one.id)
    enemies = then.enemies(own.side)
    aims = (targets.aim(then, own.id, "pilot", enemy.id) for enemy in then.targets(own.side))
    done = max((_hurt(aim, then) for aim in aims), default=0.0)
    taken = sum(_bears_on(then, enemy, own) for enemy in enemies)
    near = min((_off(own, enemy) for enemy in enemies), default=0.0)
    if errand := errands.errand(game, one):
        near = distance(own.hex, errand.at) * 4 + max(own.height - errand.height, 0) / DESCENT
    edge = min(own.hex.q + own.hex.r // 2, 39 - own.hex.q - own.hex.r // 2, own.hex.r, 31 - own.hex.r)
    return done - FEAR * taken - near / 20 - max(6 - edge, 0) - max(500 - own.height, 0) / 500


def _off(own: Aircraft, enemy: Aircraft) -> float:
    return abs(distance(own.hex, enemy.hex) - NEAR) + abs(own.height - enemy.height - 50) / 100


def _bears_on(game: Game, enemy: Aircraft, own: Aircraft) -> float:
    """The damage to expect of an enemy's pilot whose guns bear now."""
    there = targets.batteries_of(game, enemy, "pilot")
    if not there or not targets.bears(game, enemy, there[0], "pilot", own):
        return 0.0
    facts = targets.aim(game, enemy.id, "pilot", own.id, "passing")
    return _mean(facts.row, facts.change, game.rulings) if facts.row else 0.0


def _hurt(aim: Aim, game: Game) -> float:
    """The damage to expect of a shot; 0: it may not be declared."""
    return 0.0 if aim.against or aim.row is None else _mean(aim.row, aim.change, game.rulings)


def _mean(row: FireRow, change: int, rulings: RichthofenRulings) -> float:
    """Points of damage, a critical hit for one more."""
    worth = targets.worth(row, change, rulings)
    return float(worth.mean + worth.critical)
