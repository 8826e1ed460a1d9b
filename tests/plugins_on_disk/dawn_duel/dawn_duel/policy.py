"""The automatic player: what hurts the other one most and itself least, by the exact odds."""

from aqmf_air.api import Command, Registry, chances
from dawn_duel.game import DawnDuel
from dawn_duel.orders import Fire, Fly, shot
from dawn_duel.rules import LENGTHS, burst, distance
from dawn_duel.state import Duel, aim


def choose(ruleset: DawnDuel, game: Duel, player: str) -> Command | None:
    """The next order of a side, None if it has none to seal. It looks at nothing but what its side sees."""
    orders = [offer.command for offer in ruleset.legal(game, player)]
    return max(orders, key=lambda order: _worth(game, order, ruleset.rules), default=None)


def _worth(game: Duel, order: Command, registry: Registry) -> float:
    if isinstance(order, Fire):
        return _hurt(game, order.side, order.order, registry) - 0.4 * LENGTHS[order.order]
    assert isinstance(order, Fly)
    own, enemy, after = order.side, game.enemy(order.side), _flown(game, order.side, order.order)
    replies = [_flown(after, enemy.side, one) for one in enemy.profile.known]
    hurt = [_hurt(one, own, "short", registry) - _hurt(one, enemy.side, "short", registry) for one in replies]
    worth = sum(hurt) - sum(abs(distance(one.of(own).at, one.enemy(own).at) - 2) for one in replies) / 20
    return worth / len(replies) - game.of(own).profile.known[order.order].strain / 6 - 100 * (not _stays(after, own))


def _flown(game: Duel, side: str, order: str) -> Duel:
    at, heading = game.of(side).way(order)[-1]
    return game.changed(side, at=at, heading=heading)


def _stays(game: Duel, side: str, turns: int = 2) -> bool:
    """Whether an aircraft is on the map, and can stay there for so many turns."""
    ahead = not turns or any(_stays(_flown(game, side, one), side, turns - 1) for one in game.of(side).profile.known)
    return distance((0, 0), game.of(side).at) <= game.setup.radius and ahead


def _hurt(game: Duel, side: str, length: str, registry: Registry) -> float:
    aimed = length != "hold" and aim(game, side)
    return float(chances(burst, *shot(game, side, length, registry)[1]).mean(int)) if aimed else 0.0
