"""What an attack is worth by its exact odds: for the automatic player, and for the order in which targets are offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from aqmf_air.api import chances
from aqmf_air.games.aces_of_valor.chapters import fire, ground, points
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill, counted_skill
from aqmf_air.games.aces_of_valor.chapters.ground import WeaponKind, award
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, SquadronMember


@dataclass(frozen=True)
class Weights:
    """Numbers of the automatic player."""

    fighter_lost: float = 3.5
    """Besides what the rules take: the aircraft, its pilot, and what they would have done."""
    skill_lost: float = 1.5
    """For each point of the pilot's skills."""
    lent_lost: float = 1.0
    damaged: float = 1.6
    """A friend: its repair, a difficult landing, less of it from now on."""
    task_lost: float = 3.0
    """A 2-seater or a bomber that has its task still to do."""
    enemy_damaged: float = 0.7
    improved: float = 0.6
    """The chance that a kill makes a better pilot."""
    later: float = 0.35
    """How much of what an attack might do on the ground in a later round counts."""
    flees: float = 1.2
    """How much of what an enemy may do until the end of the combat counts for leaving it."""
    outnumbered: float = 0.85
    """Engages when the enemy's strength is no more than this share of the flight's."""
    victory_point: float = 3.0
    """About what one costs."""
    tier: float = 1.5
    """A fighter of the next tier, rather than of this one."""
    repair_first: int = 6
    """Ready fighters that it wants before it buys victory points."""
    reserve: int = 5
    """Fighters in all, below which it buys replacements."""


USUAL = Weights()


def loss_of(game: Campaign, aircraft: Aircraft) -> float:
    """What the loss of a friend costs."""
    rules = points.friend_down(aircraft.kind, counted_skill(aircraft, game.rulings), game.tables)
    if isinstance(aircraft, SquadronMember):
        return USUAL.fighter_lost + USUAL.skill_lost * (air_skill(aircraft, game.rulings) + aircraft.ground) - rules
    return USUAL.lent_lost - rules + (0 if game.flown.tried else USUAL.task_lost)


def harm(game: Campaign, aircraft: Aircraft, effect: str) -> float:
    """What an effect on a friend costs."""
    if effect == "none":
        return 0.0
    return loss_of(game, aircraft) if effect == "destroyed" or aircraft.damaged else USUAL.damaged


def gain(game: Campaign, by: Aircraft, other: Aircraft, effect: str) -> float:
    """What an effect on an enemy is worth, if this friend brings it about."""
    if effect == "none":
        return 0.0
    if effect == "damaged" and not other.damaged:
        return USUAL.enemy_damaged
    learns = USUAL.improved if isinstance(by, SquadronMember) and by.rank < 2 else 0.0
    return points.enemy_down(other.kind, counted_skill(other, game.rulings), game.tables) + learns


@lru_cache(maxsize=8192)
def _odds(rule: Callable[..., Any], facts: tuple[Any, ...]) -> Mapping[Any, float]:
    return {outcome: float(chance) for outcome, chance in chances(rule, *facts).items()}


def in_the_air(game: Campaign, attacker: str, target: str) -> float:
    """An attack in the air, by the exact odds of the attack and of the reply, in mission points or the like."""
    aircraft, other = game.aircraft(attacker), game.aircraft(target)
    odds = _odds(fire.air_attack, fire.exchange_facts(game, attacker, target))
    return 0.5 + sum(
        chance * (gain(game, aircraft, other, done.target) - harm(game, aircraft, done.attacker))
        for done, chance in odds.items()
    )


def on_the_ground(game: Campaign, attacker: str, target: str, weapon: WeaponKind, bombs: int = 0) -> float:
    """An attack on the ground, by the exact odds of what it does and of the target's fire."""
    aircraft, at = game.aircraft(attacker), game.target(target)
    odds = _odds(ground.attack_run, ground.run_facts(game, attacker, target, weapon, bombs))
    before, last = award(at.kind, at.points, game.tables), award(at.kind, 99, game.tables)
    needed = game.tables.ground_target(at.kind, "back").destruction
    value = 0.0
    for done, chance in odds.items():
        won = award(at.kind, done.points, game.tables) - before
        closer = USUAL.later * last * (min(done.points, needed) - min(at.points, needed)) / needed
        value += chance * (won + closer - harm(game, aircraft, done.attacker))
    return value
