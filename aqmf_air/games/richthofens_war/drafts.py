"""A move before it is flown: what may follow each step, and the game as it would stand at its end."""

from __future__ import annotations

from aqmf_air.games.richthofens_war import flights
from aqmf_air.games.richthofens_war.pieces import Aircraft
from aqmf_air.games.richthofens_war.rules.next_steps import Draft
from aqmf_air.games.richthofens_war.state import Game


def draft_of(game: Game, one: Aircraft, speed: int) -> Draft:
    """The facts of its next move at a speed."""
    return Draft(flights.start_of(game, one), speed, game.performance(one), game.tables, game.rulings)


def ended(game: Game, one: Aircraft, speed: int, path: str) -> Game:
    """The game when an aircraft has flown a path and nothing else has happened. Raises WalkError: it cannot be flown."""
    way = flights.walked(game, one, path)
    (at, facing, _), height = way.end
    last = flights.last_move(game, one, speed, path, way)
    return game.changed(one.id, at=(at.q, at.r), facing=facing, height=height, speed=speed, last=last, moved=True)
