"""How a game ends: an army breaks, or the turns are over and the ground is counted."""

from __future__ import annotations

from math import hypot
from typing import Literal

from aqmf_air.core.data.model import replace
from aqmf_air.games.martian_front.base_order import HIDDEN, Event, RulesInForce
from aqmf_air.games.martian_front.profiles import SIDES, Side, figures
from aqmf_air.games.martian_front.state import Game, Objective, Unit, opponent
from aqmf_air.geometry.plane.pose import TOLERANCE

LOST = ("destroyed", "left", "caught")
"""How a unit goes that is lost to its army."""


class GameWon(Event):
    """The game is over."""

    type: Literal["host.game_won"] = "host.game_won"
    winner: Literal["human", "martian", "draw"]
    how: str

    def apply(self, game: Game) -> Game:
        """It has a winner, or is a draw."""
        return replace(game, winner=self.winner)

    def tell(self, game: Game) -> str:
        return f"the game is a draw: {self.how}" if self.winner == "draw" else f"the {self.winner} side wins: {self.how}"


def verdict(game: Game, rules: RulesInForce) -> GameWon | None:
    """Who has won at the end of a turn, None if the game goes on. HOST-WIN-1, HOST-WIN-2."""
    beaten = [side for side in SIDES if game.breaking and broken(game, rules, side)]
    if len(beaten) == len(SIDES):
        return GameWon(winner="draw", how="both armies break")
    if beaten:
        return GameWon(winner=opponent(beaten[0]), how=f"the {beaten[0]} army breaks")
    if game.turns is None or game.turn < game.turns:
        return None
    human, martian = (score(game, rules, side) for side in SIDES)
    how = f"after {game.turn} turns the points are {human} human to {martian} Martian"
    return GameWon(winner="draw" if human == martian else "human" if human > martian else "martian", how=how)


def broken(game: Game, rules: RulesInForce, side: Side) -> bool:
    """Whether half of a side's units, or more, are lost; those still to come count as there. HOST-WIN-1."""
    there = [unit for unit in (*game.units, *(reserve.unit for reserve in game.reserves)) if counts(game, rules, unit, side)]
    lost = [unit for unit in game.fallen if counts(game, rules, unit, side) and any(map(unit.has, LOST))]
    total = len(there) + len(lost)
    return bool(lost) and figures()["breaking share"] * len(lost) >= total


def counts(game: Game, rules: RulesInForce, unit: Unit, side: Side) -> bool:
    """Whether a unit is one of those that a side's army stands or breaks with."""
    kind = game.type_of(unit)
    return (
        unit.side == side and kind.kind != "dummy" and bool(rules.procedure("stands with the army", kind.kind)(game, unit))
    )


def always(game: Game, unit: Unit) -> bool:
    """Every unit on the ground is."""
    return True


def score(game: Game, rules: RulesInForce, side: Side) -> int:
    """A side's points: what it holds, and the enemy units that are lost. HOST-WIN-2."""
    held = sum(objective.worth for objective in game.objectives if holder(game, rules, objective) == side)
    beaten = (unit for unit in game.fallen if counts(game, rules, unit, opponent(side)) and any(map(unit.has, LOST)))
    return held + sum(game.type_of(unit).points for unit in beaten)


def holder(game: Game, rules: RulesInForce, objective: Objective) -> Side | None:
    """Who holds an objective: the only side with somebody near it on the ground, neither routed nor hidden. HOST-WIN-2."""
    near = {
        unit.side
        for unit in game.units
        if not unit.has("routed")
        and not unit.has(HIDDEN)
        and rules.procedure("on the ground", game.type_of(unit).kind)(game, unit)
        and any(_near(game, unit, one.x, one.y, objective) for one in unit.elements)
    }
    return near.pop() if len(near) == 1 else None


def _near(game: Game, unit: Unit, x: float, y: float, objective: Objective) -> bool:
    gap = hypot(objective.x - x, objective.y - y) - game.type_of(unit).base_diameter / 2
    return gap <= objective.radius + TOLERANCE
