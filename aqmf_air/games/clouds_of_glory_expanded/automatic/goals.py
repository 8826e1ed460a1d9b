"""Where the chapters of a mission have an aircraft come to: automatic sides fly there, the planner aims at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import product
from math import dist
from operator import attrgetter
from typing import Literal

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CloudsGame, CloudsSteps, Craft, Goal
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, ChapterName, CrewOrder
from aqmf_air.games.clouds_of_glory_expanded.chapters import balloons, bombs, drops, observers
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import GroundTarget, hit_ground, target_of
from aqmf_air.games.clouds_of_glory_expanded.ground import GroundUnit, enemy_units, row_of

HOPE = 0.5
"""The chance of a hit, about, as long as nobody is there."""
MOST = 3
"""Places that are named to an aircraft, the nearest first."""


@lru_cache(maxsize=256)
def eliminated(target: GroundTarget, dice: int) -> float:
    """The chance that a hit of so many dice eliminates a unit. ICOGX-6.5.5.1."""
    return float(api.chances(hit_ground, target, dice).where(attrgetter("eliminated")))


def best_chance(craft_id: str, goal_id: str) -> Callable[[CloudsGame, CloudsSteps], float]:
    """The chance of the best order against a thing that its men may give in the shooting phase, from where they are then."""

    def chance(there: CloudsGame, rules: CloudsSteps) -> float:
        craft, chances = there.of(craft_id), [0.0]
        for man, kind in product(craft.crew, CrewOrder.kinds):
            ready = api.replace(there, phase="shooting", waiting=(clouds.seat_of(craft_id, man.station),), open=None)
            orders = kind.orders(ready, craft, man.station)
            chances += (float(order.promise(ready, rules)) for order in orders if order.thing == goal_id)
        return max(chances)

    return chance


def against(game: CloudsGame, craft: Craft, unit: GroundUnit, dice: int, come: Literal["guns", "over", "nose"]) -> Goal:
    """A ground unit of the enemy, for an aircraft whose hits have so many dice, as it comes to it."""
    chance, radius = best_chance(craft.id, unit.id), row_of(game, unit).radius
    worth = HOPE * unit.worth * eliminated(target_of(game, unit), dice)
    return Goal(unit.id, unit.name, unit.place, radius, come, worth, chance)


def ground_attack(game: CloudsGame, craft: Craft) -> Iterable[Goal]:
    """Ground units of the enemy, for who may strafe them. ICOGX-6.5.1.1."""
    for unit in enemy_units(game, craft.side) if clouds.can_shoot(game, craft, PILOT) else ():
        yield against(game, craft, unit, 1, "guns")


def balloon_attack(game: CloudsGame, craft: Craft) -> Iterable[Goal]:
    """Balloons of the enemy. ICOGX-6.5.2.1."""
    for balloon in balloons.enemy_balloons(game, craft.side) if clouds.can_shoot(game, craft, PILOT) else ():
        chance, worth = best_chance(craft.id, balloon.id), HOPE * balloons.KEPT.of(game).worth
        yield Goal(balloon.id, balloon.name, balloon.at, balloon.radius, "guns", worth, chance)


def bomb_run(game: CloudsGame, craft: Craft) -> Iterable[Goal]:
    """Ground units of the enemy, for who has bombs: over them, or in a dive. ICOGX-6.5.4.1, ICOGX-6.5.4.2.1."""
    dice = bombs.bomb_of(game, craft).rings[0][1]
    for unit in enemy_units(game, craft.side) if craft.bombs else ():
        yield against(game, craft, unit, dice, "over")
        if bombs.may_dive(game, craft):
            yield against(game, craft, unit, dice, "nose")


def observing(game: CloudsGame, craft: Craft) -> Iterable[Goal]:
    """What observers are asked for, and who waits for what an aircraft carries. ICOGX-6.6.3.2."""
    yield from observers.goals(game, craft)
    for place in drops.waiting(game, craft):
        chance, radius = best_chance(craft.id, place.id), drops.nearness(game, place)
        yield Goal(place.id, place.name, (*place.at, 0.0), radius, "over", float(place.points), chance)


GOALS: Mapping[ChapterName, Callable[[CloudsGame, Craft], Iterable[Goal]]] = {
    "strafing": ground_attack,
    "balloons": balloon_attack,
    "observers": observing,
    "bombs": bomb_run,
}


def goals_of(game: CloudsGame, craft: Craft) -> list[Goal]:
    """The nearest places that the chapters in force name to an aircraft."""
    listed = EXPANDED.of(game).chapters
    if not listed or not craft.flying or craft.home:
        return []
    named = (goal for name in listed if name in GOALS for goal in GOALS[name](game, craft) if goal.worth)
    return sorted(named, key=lambda goal: dist(goal.at, craft.pose.place))[:MOST]
