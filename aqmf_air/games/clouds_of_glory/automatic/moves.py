"""The moves that are worth a closer look: what arrays make of all that were thought of."""

from __future__ import annotations

from typing import Any

import numpy as np

from aqmf_air.api import Style
from aqmf_air.games.clouds_of_glory.automatic.candidates import Sketches, aiming, grid, joined
from aqmf_air.games.clouds_of_glory.automatic.harm import losses_of
from aqmf_air.games.clouds_of_glory.automatic.worth import FlightEnds, Outlook
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.moving import plan_checks
from aqmf_air.games.clouds_of_glory.chapters.plans import Handling, Plan, PlanPiece
from aqmf_air.games.clouds_of_glory.state import CloudsGame, Craft

LED_ON = 400
"""Moves of which the next turn is thought of, too."""
LOOKED_AT = 10
"""Moves that are handed on, the best first."""


def sketches_of(game: CloudsGame, craft: Craft, style: Style, outlook: Outlook) -> Sketches:
    """All moves that are thought of: aims at each enemy and each goal, and the grid."""
    handling, most = handling_of(game, craft), int(style["tighter"])
    parts = [grid(craft.pose, handling, most)]
    if style["aims"] and (outlook.enemies or outlook.goals) and not outlook.leaves:
        places = [*outlook.stacked(outlook.enemies).poses.place[:, 0]] if outlook.enemies else []
        places += [np.array(goal.seen_from(craft.pose.place)) for goal in outlook.goals]
        parts += [aiming(craft.pose, handling, places, most, third=third) for third in (False, True)]
    return joined(parts)


def flown_ends(game: CloudsGame, craft: Craft, handling: Handling, sketches: Sketches) -> FlightEnds:
    """Where they end, with the speed and the energy of each. ICOG-5.7: the least of it; the rules have the last word."""
    cockpit = game.cockpit(craft)
    rise = sketches.ends.place[:, 2] - craft.pose.place[2]
    tolerance = float(game.rulings.altitude_tolerance)
    height = -np.sign(rise) * np.maximum(np.ceil(np.round(np.abs(rise) - tolerance, 6)), 0)
    out = sum(engine != "runs" for engine in craft.engines)
    fixed = cockpit.drag(handling.speed) + losses_of(craft) + cockpit.panel.engine_loss(out)
    net = (height - sketches.costs(handling) - fixed).astype(int)
    gain = handling.number("acceleration") if craft.powered and handling.speed < cockpit.top else 0
    net = np.where((net == 0) & (height == 0), gain, net)
    values, back = np.unique(net, return_inverse=True)
    after = [cockpit.after(handling.speed, int(value)) for value in values]
    speed, below = (np.array([getattr(each, name) for each in after])[back] for name in ("speed", "below"))
    return FlightEnds(sketches.ends, speed, below, np.zeros(len(speed), bool))


def fears(game: CloudsGame, rules: Any, craft: Craft, handling: Handling, sketches: Sketches) -> np.ndarray:
    """The chance that a test of each fails, about: of a third action, of a tighter turn. ICOG-5.5.1.1, ICOG-5.5.6.1."""
    more = (PlanPiece("T", 1.0),) * (handling.actions + 1)
    plans = [more, *((PlanPiece("T", 1.0, 0.0, tighter),) for tighter in range(1, len(handling.letters)))]
    third, *tight = (1 - plan_checks(game, rules, craft, plan)[0][1].chance for plan in plans)
    actions = sketches.actions() - handling.actions
    too_many = np.where(actions > handling.number("more-actions"), 99, third * (actions > 0))
    return np.asarray(too_many + np.array([0.0, *tight])[sketches.tighter])


def best_plans(game: CloudsGame, rules: Any, craft: Craft, style: Style) -> list[Plan]:
    """The moves that are worth most to a style, by arrays; the best first."""
    outlook, handling = Outlook(game, craft, rules.goals(game, craft)), handling_of(game, craft)
    sketches = sketches_of(game, craft, style, outlook)
    ends = flown_ends(game, craft, handling, sketches)
    numbers = outlook.soon(ends)
    fear = fears(game, rules, craft, handling, sketches)
    good = style.weighed({name: numbers[name] for name in ("shots", "hopes", "goals") if name in numbers})
    worth = style.weighed(numbers) - fear * (0.4 + good)
    order = np.argsort(-worth, kind="stable")[:LED_ON]
    best = FlightEnds(ends.poses.taken(order), *(part[order] for part in ends[1:]))
    order = order[np.argsort(-worth[order] - style.weighed(outlook.next_turn(best)), kind="stable")][: 4 * LOOKED_AT]
    plans: dict[tuple[float, ...], Plan] = {}
    for number in order:
        place = tuple(np.round(sketches.ends.place[number]))
        if len(plans) < LOOKED_AT:
            plans.setdefault((*place, float(sketches.tighter[number])), sketches.plan(int(number)))
    return list(plans.values())
