"""What follows without anybody's choice: stages in which nobody has anything to decide pass by."""

from __future__ import annotations

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import Event, after
from aqmf_air.games.richthofens_war.initiative import order_set, rolls
from aqmf_air.games.richthofens_war.state import Game


def onward(game: Game, dice: Dice) -> tuple[Event[Game], ...]:
    """What happens up to the next choice of a player, from a state in which all that was ordered is done."""
    events: list[Event[Game]] = []
    while not game.winner and (step := _next(game, dice)):
        events += step
        game = after(game, step)
    return tuple(events)


def _next(game: Game, dice: Dice) -> tuple[Event[Game], ...]:
    """What follows at once; nothing where a player has a choice."""
    match game.phase:
        case "tailing" if not game.acting:
            return rolls(game, (), dice)
        case "ties" if not game.tied:
            return (order_set(game),)
        case _:
            return ()
