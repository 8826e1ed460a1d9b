"""Where the chapters of a mission have an aircraft come to: automatic sides fly there, the planner aims at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import dist
from typing import Any

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import PILOT, RULESET, CloudsGame, CloudsSteps, Craft, Goal, ShootingOrder, can_shoot
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, ChapterName, OfChapter
from aqmf_air.games.clouds_of_glory_expanded.chapters import observers
from aqmf_air.games.clouds_of_glory_expanded.chapters.envelopes import KEPT, enemy_balloons
from aqmf_air.games.clouds_of_glory_expanded.ground import row_of, units_of

HOPE = 0.35
"""The chance that what is to be done at a place comes off, about, as long as nobody is there."""
MOST = 3
"""Places that are named to an aircraft, the nearest first."""


def best_chance(craft_id: str, goal_id: str) -> Callable[[CloudsGame, CloudsSteps], float]:
    """The chance of the best order against a thing that a pilot may give in the shooting phase, from where he is then."""

    def chance(there: CloudsGame, rules: CloudsSteps) -> float:
        kinds: Iterable[Any] = rules.registry.of(api.kinds.COMMANDS, RULESET)
        ready = api.replace(there, phase="shooting", waiting=(craft_id,), open=None)
        offers = (
            offer.command
            for kind in kinds
            if issubclass(kind, OfChapter) and issubclass(kind, ShootingOrder)
            for offer in kind.offers(ready, ready.of(craft_id).side, rules)
        )
        orders = [order for order in offers if goal_id in dict(order).values()]
        asked = (order.questions(ready, rules)[0] for order in orders)
        return max((float(question.odds().where(bool)) for question in asked), default=0.0)

    return chance


def ground_attack(game: CloudsGame, craft: Craft) -> Iterable[Goal]:
    """Ground units of the enemy, for who may strafe them. ICOGX-6.5.1.1."""
    for unit in units_of(game) if can_shoot(game, craft, PILOT) else ():
        if unit.side != craft.side:
            chance = best_chance(craft.id, unit.id)
            yield Goal(unit.id, unit.name, unit.place, row_of(game, unit).radius, "guns", HOPE * unit.worth, chance)


def balloon_attack(game: CloudsGame, craft: Craft) -> Iterable[Goal]:
    """Balloons of the enemy. ICOGX-6.5.2.1."""
    for balloon in enemy_balloons(game, craft.side) if can_shoot(game, craft, PILOT) else ():
        chance, worth = best_chance(craft.id, balloon.id), HOPE * KEPT.of(game).worth
        yield Goal(balloon.id, balloon.name, balloon.at, balloon.radius, "guns", worth, chance)


GOALS: Mapping[ChapterName, Callable[[CloudsGame, Craft], Iterable[Goal]]] = {
    "strafing": ground_attack,
    "balloons": balloon_attack,
    "observers": observers.goals,
}
"""What each chapter names."""


def goals_of(game: CloudsGame, craft: Craft) -> list[Goal]:
    """The nearest places that the chapters in force name to an aircraft."""
    listed = EXPANDED.of(game).chapters
    if not listed or not craft.flying or craft.home:
        return []
    named = (goal for name in listed if name in GOALS for goal in GOALS[name](game, craft) if goal.worth)
    return sorted(named, key=lambda goal: dist(goal.at, craft.pose.place))[:MOST]
