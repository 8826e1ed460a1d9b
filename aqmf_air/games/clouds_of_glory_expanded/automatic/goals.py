"""Where an aircraft does well to come to: automatic sides fly there, the planner aims at it. Chapters name the places."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from operator import attrgetter
from typing import Literal

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import CloudsGame, CloudsSteps, Craft, Goal, SkyBody
from aqmf_air.games.clouds_of_glory_expanded.chapter import CrewOrder
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import GroundTarget, hit_ground, target_of
from aqmf_air.games.clouds_of_glory_expanded.ground import GroundUnit, body_of

HOPE = 0.5
"""The chance of a hit, about, as long as nobody is there."""


@lru_cache(maxsize=256)
def eliminated(target: GroundTarget, dice: int) -> float:
    """The chance that a hit of so many dice eliminates a unit. ICOGX-6.5.5.1."""
    return float(api.chances(hit_ground, target, dice).where(attrgetter("eliminated")))


def best_chance(craft_id: str, goal_id: str) -> Callable[[CloudsGame, CloudsSteps], tuple[float, str]]:
    """The chance of the best order against a thing that its men may give in the shooting phase there, and what it does."""

    def chance(there: CloudsGame, rules: CloudsSteps) -> tuple[float, str]:
        craft, chances = there.of(craft_id), [(0.0, "")]
        for man, kind in product(craft.crew, CrewOrder.kinds):
            orders = kind.orders(there, craft, man.station)
            chances += ((float(order.promise(there, rules)), kind.does) for order in orders if order.thing == goal_id)
        return max(chances)

    return chance


def hoped(craft: Craft, thing: SkyBody, come: Literal["guns", "over", "nose"], worth: float) -> Goal:
    """What an aircraft is to hit, as it comes to it; ``worth``: of a hit, in victory points."""
    return Goal(thing.id, thing.name, thing.at, thing.radius, come, HOPE * worth, best_chance(craft.id, thing.id))


def unit_goal(game: CloudsGame, craft: Craft, unit: GroundUnit, dice: int, come: Literal["guns", "over", "nose"]) -> Goal:
    """A ground unit of the enemy as a goal of an aircraft whose hits have so many dice."""
    return hoped(craft, body_of(game, unit), come, unit.worth * eliminated(target_of(game, unit), dice))
