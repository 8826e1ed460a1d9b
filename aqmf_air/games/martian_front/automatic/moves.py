"""Moves that are thought of besides those on offer: shorter ones, and straight to where units want to be.

A kind has its own by the procedure of the step ``moves besides``: ``(game, rules, unit, player)`` gives candidates. The
procedure of the kind "" speaks for all that move on the ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2, degrees, hypot

from aqmf_air.core.play.search.judge import Candidate
from aqmf_air.games.martian_front.base_order import FrontRules
from aqmf_air.games.martian_front.orders.moving import movable, reach_of, shifted
from aqmf_air.games.martian_front.state import Game, Unit
from aqmf_air.games.martian_front.words import COMPASS

STEP = "moves besides"
"""The step at which a kind of unit says what more it may do than is on offer."""
LEAST = 0.5
"""Inches to an objective below which no move to it is thought of."""


def moves_besides(game: Game, rules: FrontRules, unit: Unit, player: str) -> Iterable[Candidate]:
    """Those of one unit that ``player`` may order about now. Step ``moves besides``."""
    found: Iterable[Candidate] = rules.procedure(STEP, game.type_of(unit).kind)(game, rules, unit, player)
    return found


def on_foot(game: Game, rules: FrontRules, unit: Unit, player: str) -> Iterator[Candidate]:
    """Half moves in eight directions, and one straight towards each objective, which ends there where it gets so far."""
    if not movable(game, unit, player, rules):
        return
    reach = reach_of(game, unit)
    for way, name in zip(range(0, 360, 45), COMPASS, strict=True):
        yield Candidate(shifted(unit, way, reach / 2), f'{game.called(unit.id)} moves {reach / 2:g}" {name}')
    x, y = unit.centre
    for goal in game.objectives:
        far = hypot(goal.x - x, goal.y - y)
        if far > LEAST:
            bearing = round(degrees(atan2(goal.x - x, goal.y - y)), 1)
            yield Candidate(shifted(unit, bearing, min(far, reach)), f"{game.called(unit.id)} moves towards {goal.name}")
