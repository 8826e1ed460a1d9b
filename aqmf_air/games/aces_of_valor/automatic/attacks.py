"""What an attack is worth by its exact odds: for the automatic player, and for the order in which targets are offered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from aqmf_air.core.dice.chance import chances
from aqmf_air.games.aces_of_valor import fighting
from aqmf_air.games.aces_of_valor.automatic.weights import USUAL
from aqmf_air.games.aces_of_valor.counters import Aircraft, SquadronMember
from aqmf_air.games.aces_of_valor.events.rounds import Weapon
from aqmf_air.games.aces_of_valor.rules import points
from aqmf_air.games.aces_of_valor.rules.ground import award
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.values import air_skill, counted_skill


def loss_of(game: Campaign, one: Aircraft) -> float:
    """What the loss of a friend costs."""
    rules = points.friend_down(one.kind, counted_skill(one, game.rulings), game.tables)
    if isinstance(one, SquadronMember):
        return USUAL.fighter_lost + USUAL.skill_lost * (air_skill(one, game.rulings) + one.ground) - rules
    return USUAL.lent_lost - rules + (0 if game.flown.tried else USUAL.task_lost)


def harm(game: Campaign, one: Aircraft, effect: str) -> float:
    """What an effect on a friend costs."""
    if effect == "none":
        return 0.0
    return loss_of(game, one) if effect == "destroyed" or one.damaged else USUAL.damaged


def gain(game: Campaign, by: Aircraft, other: Aircraft, effect: str) -> float:
    """What an effect on an enemy is worth, if this friend brings it about."""
    if effect == "none":
        return 0.0
    if effect == "damaged" and not other.damaged:
        return USUAL.enemy_damaged
    learns = USUAL.improved if isinstance(by, SquadronMember) and by.rank < 2 else 0.0
    return points.enemy_down(other.kind, counted_skill(other, game.rulings), game.tables) + learns


@lru_cache(maxsize=4096)
def _exchange(facts: tuple[Any, ...]) -> Mapping[Any, float]:
    return {outcome: float(chance) for outcome, chance in chances(fighting.exchange, *facts).items()}


@lru_cache(maxsize=4096)
def _run(facts: tuple[Any, ...]) -> Mapping[Any, float]:
    return {outcome: float(chance) for outcome, chance in chances(fighting.run, *facts).items()}


def in_the_air(game: Campaign, attacker: str, target: str) -> float:
    """An attack in the air, by the exact odds of the attack and of the reply, in mission points or the like."""
    one, other = game.aircraft(attacker), game.aircraft(target)
    odds = _exchange(fighting.exchange_facts(game, attacker, target))
    return 0.5 + sum(
        chance * (gain(game, one, other, done.target) - harm(game, one, done.attacker)) for done, chance in odds.items()
    )


def on_the_ground(game: Campaign, attacker: str, target: str, weapon: Weapon, bombs: int = 0) -> float:
    """An attack on the ground, by the exact odds of what it does and of the target's fire."""
    one, at = game.aircraft(attacker), game.target(target)
    odds = _run(fighting.run_facts(game, attacker, target, weapon, bombs))
    before, last = award(at.kind, at.points, game.tables), award(at.kind, 99, game.tables)
    needed = game.tables.ground_target(at.kind, "back").destruction
    value = 0.0
    for done, chance in odds.items():
        won = award(at.kind, done.points, game.tables) - before
        closer = USUAL.later * last * (min(done.points, needed) - min(at.points, needed)) / needed
        value += chance * (won + closer - harm(game, one, done.attacker))
    return value
