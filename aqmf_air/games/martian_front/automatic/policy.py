"""An automatic opponent: every unit in turn does what the exact odds say hurts the enemy most, or goes where it soon may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

from aqmf_air.api import EnumerationLimitError, Odds, cached_by_identity
from aqmf_air.api.geometry import unit as unit_vector
from aqmf_air.games.martian_front.automatic.harm import Stake, stake_of
from aqmf_air.games.martian_front.chapters.damaged_weapons import let_be
from aqmf_air.games.martian_front.chapters.initiative import GoFirst
from aqmf_air.games.martian_front.chapters.measuring import cover_of_unit
from aqmf_air.games.martian_front.chapters.orders import (
    FrontOrder,
    FrontRules,
    Prospect,
    acting,
    enemies,
    perhaps_in_reach,
    unused_by,
)
from aqmf_air.games.martian_front.chapters.shooting import Shoot, aimed, bearing
from aqmf_air.games.martian_front.chapters.turn import EndPhase
from aqmf_air.games.martian_front.state import MOVEMENT, Game, Unit, with_only
from aqmf_air.games.martian_front.tables import covers

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.sequence import AllQuiet


MARGIN = 3.0
"""Inches that a unit keeps inside its longest range."""
WORTH_MOVING = 0.5
"""How much better a place must be, in inches, to move there."""
AT_HEEL = 8.0
"""Inches from a tripod that drones keep to, well inside its reach."""
FLEEING = 99.0
"""Inches beyond which a routed unit is far enough away."""
IN_THE_AIR = 0.1
"""What distance counts for who can be anywhere in a move or two."""


def choose(ruleset: AllQuiet, game: Game, player: str) -> FrontOrder | None:
    """The next order of a side, None if it has none to give.

    Units act in the order in which they stand in the game, each until nothing that it can do is worth doing; the phase ends
    when the last one is done, or when what must be done is done.
    """
    if game.winner or player not in acting(game):
        return None
    kinds = [kind for kind in ruleset.orders if kind.timing.fits(game)]
    for order in _offered(ruleset, kinds, with_only(game, ()), player):
        if isinstance(order, EndPhase) or (isinstance(order, GoFirst) and order.side != player):
            continue
        if not ruleset.refused(game, order, player):
            return order
    won = unused_by(game, player)
    names = [unit.id for unit in game.units]
    last = next((names.index(done.by) for done in reversed(game.acted) if done.by in names), 0)  # from whom acted last on
    for unit in game.units[last:] if won is None else (game.unit(won.unit),):
        best = _best(ruleset, kinds, game, unit, player)
        if best is not None and (best[0] > 0 or best[1].obligatory(game)):
            return best[1]
    if won is not None:
        return let_be(won)
    end = EndPhase()
    if not ruleset.refused(game, end, player):
        return end
    rest = [best for unit in game.units if (best := _best(ruleset, kinds, game, unit, player)) is not None]
    return max(rest, key=lambda best: best[0])[1] if rest else None


def value_of(ruleset: AllQuiet, game: Game, order: FrontOrder, player: str) -> float:
    """What an order is worth to a side: the expected points that it destroys, less its own, and its new place's worth.

    An order that the side may not give is worth nothing.
    """
    return 0.0 if ruleset.refused(game, order, player) else _value_of(ruleset, game, order, player, {})


def _value_of(ruleset: AllQuiet, game: Game, order: FrontOrder, player: str, worth: dict[str, float]) -> float:
    """The same of an order that is offered, whether or not it may be given; ``worth``: of places of units in ``game``."""
    rules = ruleset.rules
    prospects = order.prospects(game, rules)
    value = sum(_harm(rules, game, prospect, player) for prospect in prospects)
    after = order.foreseen(game, rules)
    if after is game:
        return value if prospects else float(not isinstance(order, EndPhase | GoFirst))  # to spot, to roll for legs
    name = str(getattr(order, "unit", ""))
    if not after.in_play(name):
        return value - game.type_of(game.unit(name)).points
    if name not in worth:
        worth[name] = standing_of(ruleset, game, game.unit(name), player)
    return value + (standing_of(ruleset, after, after.unit(name), player) - worth[name]) - WORTH_MOVING


def _harm(rules: FrontRules, game: Game, prospect: Prospect, player: str) -> float:
    unit = game.unit(prospect.unit)
    try:
        odds = prospect.question.odds()
    except EnumerationLimitError:
        return 0.0
    harm = _points_lost(stake_of(rules, game.type_of(unit), unit), odds)
    return harm if unit.side != player else -harm


@cached_by_identity(4096)
def _points_lost(stake: Stake, odds: Odds[Any]) -> float:
    return sum([weight / odds.total * stake.lost(outcome).points for outcome, weight in odds.weights.items()])


# -- what a place is worth ------------------------------------------------------------------------------------------------


def standing_of(ruleset: AllQuiet, game: Game, unit: Unit, player: str) -> float:
    """What a unit's place is worth to a side, in inches nearer to where it wants to be, and in points that it can soon hit.

    An enemy's, which it moves if it has won the roll for its legs, is worth the less to it the more it is to the enemy.
    """
    if unit.side != player:
        return -standing_of(ruleset, game, unit, unit.side)
    kind = game.type_of(unit)
    x, y = unit.centre
    foes = enemies(game, player)
    near = min((hypot(foe.centre[0] - x, foe.centre[1] - y) for foe in foes), default=0.0)
    if unit.has("routed"):
        return min(near, FLEEING)
    value = -abs(near - ideal_range(game, unit)) if foes and kind.weapons else 0.0
    on_the_ground = ruleset.rules.procedure("on the ground", kind.kind)(game, unit)
    if not on_the_ground:
        return IN_THE_AIR * value + _aim(ruleset, game, unit, foes) + room_ahead(game, unit)
    goals = [hypot(goal.x - x, goal.y - y) for goal in game.objectives]
    if goals:
        value += 2.0 * covers()[cover_of_unit(game, ruleset.rules, unit)].defense - min(goals)
    if kind.kind == "drone":
        leaders = [leader.centre for leader in game.units if leader.side == player and game.type_of(leader).kind == "tripod"]
        value -= 2 * max(0.0, min((hypot(lx - x, ly - y) for lx, ly in leaders), default=0.0) - AT_HEEL)
    return value


def ideal_range(game: Game, unit: Unit, inside: float = MARGIN) -> float:
    """How far from the enemy a unit wants to be: so many inches inside the range of its best weapon."""
    ranges = [mount.weapon.range for mount in game.type_of(unit).weapons if mount.weapon.range]
    return max(0.0, max(ranges, default=0.0) - inside)


def _aim(ruleset: AllQuiet, game: Game, unit: Unit, foes: Sequence[Unit]) -> float:
    """The best that a unit could shoot from where it stands, whatever the phase."""
    best, rules = 0.0, ruleset.rules
    for mount in game.type_of(unit).weapons:
        if not aimed(mount.weapon):
            continue
        for target in foes:
            if not perhaps_in_reach(unit, target, mount.weapon.range or 0.0):
                continue
            if bearing(game, rules, unit, mount, target):
                order = Shoot(unit=unit.id, weapon=mount.weapon.name, target=target.id)
                harm = sum(_harm(rules, game, prospect, unit.side) for prospect in order.prospects(game, rules))
                best = max(best, harm)
    return best


def room_ahead(game: Game, unit: Unit) -> float:
    """How much table an aircraft has ahead of it: little is bad, as it must fly on."""
    speed = game.type_of(unit).speed
    worst = 0.0
    for element in unit.elements:
        ux, uy = unit_vector(element.facing)
        x, y = element.x + speed * ux, element.y + speed * uy
        worst = max(worst, -x, x - game.table.width, -y, y - game.table.depth)
    return -4 * worst


Kinds = Sequence[type[FrontOrder]]
"""The kinds of orders that are given in the part of the turn that is played."""


def _best(ruleset: AllQuiet, kinds: Kinds, game: Game, unit: Unit, player: str) -> tuple[float, FrontOrder] | None:
    """The most valuable legal order for one unit."""
    if unit.side != player and unused_by(game, player) is None:
        return None
    worth: dict[str, float] = {}
    alone = game
    if unit.side == player:  # what was hit of an enemy may go off at its own side
        alone = with_only(game, tuple(other for other in game.units if other.id == unit.id or other.side != player))
    # of moves there are many, and whether one is allowed takes longer to say than what it is worth
    many = game.part in MOVEMENT
    offered = _offered(ruleset, kinds, alone, player, unit.id)
    orders = offered if many else (order for order in offered if not ruleset.refused(game, order, player))
    rated = sorted(
        ((_value_of(ruleset, game, order, player, worth), order) for order in orders), key=itemgetter(0), reverse=True
    )
    return next((entry for entry in rated if not (many and ruleset.refused(game, entry[1], player))), None)


def _offered(ruleset: AllQuiet, kinds: Kinds, alone: Game, player: str, unit: str = "") -> Iterator[FrontOrder]:
    """Orders worth offering to a unit, or to none, legal or not; ``alone``: the game with fewer units to order about."""
    for kind in kinds:
        for offer in kind.offers(alone, player, ruleset.rules):
            if offer.subject == unit:
                yield cast("FrontOrder", offer.command)
