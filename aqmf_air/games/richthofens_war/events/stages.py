"""Stages and turns that begin, and the end of a game."""

from __future__ import annotations

from typing import ClassVar

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.games.richthofens_war import scoring
from aqmf_air.games.richthofens_war.pieces import SideId
from aqmf_air.games.richthofens_war.state import Game, Phase


class StageBegan(Event[Game], type="richthofen.stage_began"):
    """The next part of the turn. RW-TURN-1."""

    phase: Phase
    choosing: tuple[SideId, ...] = ()
    """Sides that have a choice in it, where that is settled as it begins."""

    def apply(self, game: Game) -> Game:
        return replace(game, phase=self.phase, choosing=self.choosing, done=())


class TurnBegan(Event[Game], type="richthofen.turn_began"):
    """A new turn: nobody has moved, declared or fired. RW-TURN-1."""

    wording: ClassVar[str] = "turn {turn}"
    turn: int

    def apply(self, game: Game) -> Game:
        aircraft = tuple(replace(one, moved=False, declined=False, strafed=0, rear_strafed=0) for one in game.aircraft)
        guns = tuple(replace(one, fired=False) for one in game.guns)
        return replace(
            game,
            turn=self.turn,
            phase="tailing",
            aircraft=aircraft,
            guns=guns,
            last_order=game.order,
            intents=(),
            flight=None,
            tails=(),
            tried=(),
            totals=(),
            order=(),
            queue=(),
            mover="",
            asked=(),
            rounds=(),
            declarations=(),
            vacated=(),
            ace_uses=(),
            settled=(),
            guns_fired=(),
            shots=(),
            tended=(),
            done=(),
            choosing=(),
        )


class GameEnded(Event[Game], type="richthofen.game_ended"):
    """The game is over: points decide. D-22."""

    winner: str
    """A side, or ``draw``."""
    why: str = ""

    def apply(self, game: Game) -> Game:
        return replace(game, winner=self.winner)

    def tell(self, game: Game) -> str:
        points = " to ".join(map(str, sorted(scoring.points(game).values(), reverse=True)))
        won = {"german": "the Germans have won", "allied": "the Allies have won"}.get(self.winner, "nobody has won")
        return f"{self.why}: {won}, {points} points" if self.why else f"{won}, {points} points"
