"""The automatic side of a club player's level: it tails, uses height, saves ammunition, and goes home when hurt.

Each choice is by the exact odds of the rule functions, on what its side sees alone. What has no odds (orders on the ground)
is left to the plain automatic side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.play.events import Command
from aqmf_air.games.richthofens_war import policy, shooting, targets
from aqmf_air.games.richthofens_war.automatic import errands
from aqmf_air.games.richthofens_war.automatic.weights import LIFE, STILL_THERE, critical_worth, goes_home, life_left
from aqmf_air.games.richthofens_war.initiative import row_of_try
from aqmf_air.games.richthofens_war.orders.combat import Fire, Hold
from aqmf_air.games.richthofens_war.orders.declaring import Declare, TakeNoTarget
from aqmf_air.games.richthofens_war.orders.ending import DoneWithTurn
from aqmf_air.games.richthofens_war.orders.initiative import ChooseTied
from aqmf_air.games.richthofens_war.orders.moving import Fly
from aqmf_air.games.richthofens_war.orders.sealed_choices import ATTACK, ChooseAces, DeclareObservers
from aqmf_air.games.richthofens_war.orders.tailing import AnnounceTails, tries_in
from aqmf_air.games.richthofens_war.pieces import Aircraft, Balloon, Declaration
from aqmf_air.games.richthofens_war.rules.tailing import tail_try
from aqmf_air.games.richthofens_war.sealed_words import parts_of
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import Fire as FireRow
from aqmf_air.games.richthofens_war.targets import Aim

LEAST = {True: 0.9, False: 0.35}
"""Points of damage to expect of a shot at least, with little ammunition and with enough."""
LITTLE = 5
"""Points of ammunition of a gun up to which it is little."""


def choose(ruleset: Any, game: Game, player: str) -> Command | None:
    """The next order of a side; None: it has none to give."""
    if game.phase == "movement":
        return _move(ruleset, game, player)
    offers = [offer.command for offer in ruleset.legal(game, player)]
    if not offers:
        return None
    chosen = {
        "tailing": _tails,
        "ties": _tied,
        "declaring": _target,
        "observers": _observers,
        "aces": _aces,
        "combat": _fire,
        "end": _end,
    }.get(game.phase)
    return (chosen and chosen(game, offers)) or policy.choose(ruleset, game, player)


def _of(kind: type[Any], offers: Sequence[Command]) -> list[Any]:
    return [one for one in offers if isinstance(one, kind)]


def _move(ruleset: Any, game: Game, player: str) -> Command | None:
    from aqmf_air.games.richthofens_war.automatic.moves import best_move

    if over_the_ground := errands.order(game, player):
        return over_the_ground
    one = game.of(game.queue[0]) if game.queue else None
    # who has something else than bombs to bring to the ground is led there by the plain automatic side
    led = one is not None and not one.loaded and errands.errand(game, one)
    if one and one.side == player and not led and (found := best_move(game, one)):
        order = Fly(aircraft=one.id, speed=found.speed, path=found.path)
        if not ruleset.objections(game, order, player):
            return order
    return policy.choose(ruleset, game, player)


def _tails(game: Game, offers: Sequence[Command]) -> Command | None:
    """Whoever may tail tries to, but for those who go home."""
    return max(_of(AnnounceTails, offers), key=lambda one: _tail_worth(game, one), default=None)


def _tail_worth(game: Game, order: AnnounceTails) -> float:
    tries = tries_in(order.order)
    worth = 0.0
    for one in tries:
        row, _ = row_of_try(game, one, tries)
        own, enemy = game.of(one.tailer), game.of(one.target)
        weight = -0.1 if goes_home(game, own) else 1 + enemy.damage / game.type_of(enemy).damage
        worth += weight * float(chances(tail_try, row, game.tables).where(bool))
    return worth


def _tied(game: Game, offers: Sequence[Command]) -> Command | None:
    """Who has the least to gain by moving late goes first."""

    def gain(one: ChooseTied) -> float:
        own = game.of(one.first)
        return 0.0 if goes_home(game, own) else float(game.type_of(own).max_speed)

    return min(_of(ChooseTied, offers), key=gain, default=None)


def _target(game: Game, offers: Sequence[Command]) -> Command | None:
    asked = game.asked[0]
    own = game.of(asked.aircraft)
    by: targets.By = "observer" if asked.why == "observer" else "pilot"
    aims: list[tuple[Aim, Declare]] = [
        (targets.aim(game, one.aircraft, by, one.target, asked.why), one) for one in _of(Declare, offers)
    ]
    none = next(iter(_of(TakeNoTarget, offers)), None)
    if not aims:
        return none
    aim, order = max(aims, key=lambda pair: _value(game, pair[0]))
    if _value(game, aim) < LEAST[_little(own)] * _chance(game.target(aim.target)):
        return none
    made = game.declared(own.id)
    return none if made is not None and _kept(game, made) >= _value(game, aim) else order


def _kept(game: Game, made: Declaration) -> float:
    """What the shot that was declared before is worth."""
    there = shooting.ready(game, made) if game.is_up(made.target) else ()
    return _weighed(game, game.target(made.target), there[0].row, there[0].change) if there else 0.0


def _chance(enemy: Aircraft | Balloon) -> float:
    """How often a target is still in the sights when combat begins."""
    return 1.0 if enemy.moved else STILL_THERE


def _value(game: Game, aim: Aim) -> float:
    """The points of damage to expect of a shot: more at who has little left."""
    if aim.row is None or aim.against:
        return 0.0
    return _weighed(game, game.target(aim.target), aim.row, aim.change)


def _weighed(game: Game, enemy: Aircraft | Balloon, row: FireRow, change: int) -> float:
    share: float = max(LIFE / life_left(game, enemy), 1.0) ** 0.5
    return _damage(game, enemy, row, change) * _chance(enemy) * share


def _damage(game: Game, enemy: Aircraft | Balloon, row: FireRow, change: int) -> float:
    odds = targets.worth(row, change, game.rulings)
    return float(odds.mean) + critical_worth(game, enemy) * float(odds.critical)


def _little(one: Aircraft) -> bool:
    """Whether it has little ammunition left."""
    return all(gun.rounds <= LITTLE for gun in one.guns if not gun.out)


def _observers(game: Game, offers: Sequence[Command]) -> Command | None:
    """Every observer takes the target that his gun hurts most."""

    def worth(order: DeclareObservers) -> float:
        aims = (targets.aim(game, id_, "observer", enemy, "observer", gun) for id_, gun, enemy in parts_of(order.order))
        return sum(_value(game, one) - LEAST[_little(game.of(one.shooter))] for one in aims)

    return max(_of(DeclareObservers, offers), key=worth, default=None)


def _aces(game: Game, offers: Sequence[Command]) -> Command | None:
    """Attack, where the ace's own fire gains more by it than the fire at him loses."""
    orders = _of(ChooseAces, offers)
    best: Command | None = max(
        orders, key=lambda one: sum(_gain(game, id_, use) for id_, use in parts_of(one.order)), default=None
    )
    return best


def _gain(game: Game, ace: str, use: str) -> float:
    chosen = replace(game, ace_uses=((ace, cast("Literal['attack', 'defence']", use)),))
    total = 0.0
    for shot in chosen.open_shots:
        if ace in (shot.shooter, shot.target) and (there := shooting.ready(chosen, shot)):
            sign = 1 if shot.shooter == ace else -1
            enemy = chosen.target(shot.target)
            total += sign * _damage(chosen, enemy, there[0].row, there[0].change) / life_left(chosen, enemy)
    return total + 1e-6 * (use == ATTACK)


def _fire(game: Game, offers: Sequence[Command]) -> Command | None:
    """Fire what is worth a point of ammunition, with the guns that do most; hold the rest."""
    best: tuple[float, Fire] | None = None
    for order in _of(Fire, offers):
        made = next(one for one in game.open_shots if one.key == (order.aircraft, order.gun))
        for way in shooting.ready(game, made):
            if order.guns in ("", str(way.battery)):
                worth = _damage(game, game.target(made.target), way.row, way.change)
                if best is None or (order.aircraft, worth) > (best[1].aircraft, best[0]):
                    best = worth, order
                break
    if best is None:
        return None
    worth, order = best
    own = game.of(order.aircraft)
    held = [one for one in _of(Hold, offers) if (one.aircraft, one.gun) == (order.aircraft, order.gun)]
    wasted = worth < LEAST[_little(own)] * 0.8
    return held[0] if held and wasted and not _last_chance(game) else order


def _last_chance(game: Game) -> bool:
    """Whether ammunition need not be saved any more."""
    return game.turn >= game.setup.turns


def _end(game: Game, offers: Sequence[Command]) -> Command | None:
    """Guns are tended before the side is done."""
    return next((one for one in offers if not isinstance(one, DoneWithTurn)), offers[0])
