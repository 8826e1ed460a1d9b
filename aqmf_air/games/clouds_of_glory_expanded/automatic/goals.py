"""Where the chapters of a mission have an aircraft come to: automatic sides fly there, the planner aims at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import dist
from operator import attrgetter
from typing import Any, cast

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import (
    PILOT,
    RULESET,
    CloudsGame,
    CloudsSteps,
    Craft,
    Goal,
    ShootingOrder,
    can_shoot,
    seat_of,
)
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, ChapterName, OfChapter
from aqmf_air.games.clouds_of_glory_expanded.chapters import drops, observers
from aqmf_air.games.clouds_of_glory_expanded.chapters.balloons import KEPT, enemy_balloons
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombs import bomb_of, may_dive
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import GroundTarget, hit_ground, target_of
from aqmf_air.games.clouds_of_glory_expanded.ground import enemy_units, row_of

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

    def orders(there: CloudsGame, rules: CloudsSteps) -> Iterator[tuple[CloudsGame, Any]]:
        craft, kinds = there.of(craft_id), cast("Iterable[Any]", rules.registry.of(api.kinds.COMMANDS, RULESET))
        own = [kind for kind in kinds if issubclass(kind, OfChapter) and issubclass(kind, ShootingOrder)]
        for man, kind in product(craft.crew, own):
            ready = api.replace(there, phase="shooting", waiting=(seat_of(craft_id, man.station),), open=None)
            yield from ((ready, offer.command) for offer in kind.offers(ready, craft.side, rules))

    def chance(there: CloudsGame, rules: CloudsSteps) -> float:
        named = [(ready, order) for ready, order in orders(there, rules) if goal_id in dict(order).values()]
        return max((promised(order, ready, rules) for ready, order in named), default=0.0)

    return chance


def promised(order: Any, game: CloudsGame, rules: CloudsSteps) -> float:
    """The chance that an order does what it is for, before any re-roll: what it promises, or that its first test passes."""
    if hasattr(order, "promise"):
        return float(order.promise(game, rules))
    return float(order.questions(game, rules)[0].odds().where(bool))


def ground_attack(game: CloudsGame, craft: Craft) -> Iterable[Goal]:
    """Ground units of the enemy, for who may strafe them. ICOGX-6.5.1.1."""
    for unit in enemy_units(game, craft.side) if can_shoot(game, craft, PILOT) else ():
        chance, radius = best_chance(craft.id, unit.id), row_of(game, unit).radius
        worth = HOPE * unit.worth * eliminated(target_of(game, unit), 1)
        yield Goal(unit.id, unit.name, unit.place, radius, "guns", worth, chance)


def balloon_attack(game: CloudsGame, craft: Craft) -> Iterable[Goal]:
    """Balloons of the enemy. ICOGX-6.5.2.1."""
    for balloon in enemy_balloons(game, craft.side) if can_shoot(game, craft, PILOT) else ():
        chance, worth = best_chance(craft.id, balloon.id), HOPE * KEPT.of(game).worth
        yield Goal(balloon.id, balloon.name, balloon.at, balloon.radius, "guns", worth, chance)


def bomb_run(game: CloudsGame, craft: Craft) -> Iterable[Goal]:
    """Ground units of the enemy, for who has bombs: over them, or in a dive. ICOGX-6.5.4.1, ICOGX-6.5.4.2.1."""
    for unit in enemy_units(game, craft.side) if craft.bombs else ():
        chance, radius = best_chance(craft.id, unit.id), row_of(game, unit).radius
        worth = HOPE * unit.worth * eliminated(target_of(game, unit), bomb_of(game, craft).rings[0][1])
        yield Goal(unit.id, unit.name, unit.place, radius, "over", worth, chance)
        if may_dive(game, craft):
            yield Goal(unit.id, unit.name, unit.place, radius, "nose", worth, chance)


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
"""What each chapter names."""


def goals_of(game: CloudsGame, craft: Craft) -> list[Goal]:
    """The nearest places that the chapters in force name to an aircraft."""
    listed = EXPANDED.of(game).chapters
    if not listed or not craft.flying or craft.home:
        return []
    named = (goal for name in listed if name in GOALS for goal in GOALS[name](game, craft) if goal.worth)
    return sorted(named, key=lambda goal: dist(goal.at, craft.pose.place))[:MOST]
