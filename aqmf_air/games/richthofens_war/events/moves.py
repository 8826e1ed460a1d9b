"""Moves and what comes of them: ends, overdives, landings, collisions, the wind."""

from __future__ import annotations

from typing import ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.games.richthofens_war.path_words import path_in_words
from aqmf_air.games.richthofens_war.pieces import COMPASS, Balloon, LastMove, PendingShot
from aqmf_air.games.richthofens_war.rules.lines import drifted, on_map
from aqmf_air.games.richthofens_war.state import Game


class Moved(Event[Game], type="richthofen.moved"):
    """An aircraft has flown its path. RW-MOVE-1."""

    aircraft: str
    speed: int
    path: str
    at: tuple[int, int]
    facing: int
    height: int
    last: LastMove

    def apply(self, game: Game) -> Game:
        queue = tuple(one for one in game.queue if one != self.aircraft)
        game = replace(game, queue=queue, mover=self.aircraft, flight=None)
        return game.changed(
            self.aircraft,
            at=self.at,
            facing=self.facing,
            height=self.height,
            speed=self.speed,
            last=self.last,
            moved=True,
        )

    def tell(self, game: Game) -> str:
        was = game.of(self.aircraft)
        flown = f"{game.called(self.aircraft)}: speed {self.speed}, {path_in_words(self.path)}"
        return flown if was.height == self.height else f"{flown}, now at {self.height} m"


class LeftMap(Event[Game], type="richthofen.left_map"):
    """An aircraft has left the map: it is out of the game, and nobody's victory (``map_edge``)."""

    wording: ClassVar[str] = "{aircraft} leaves the map"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return game.out(self.aircraft, "left")


class Overdived(Event[Game], type="richthofen.overdived"):
    """An overdive has strained an aircraft, or not. D-7."""

    aircraft: str
    damage: int

    def apply(self, game: Game) -> Game:
        if game.rulings.overdive_moment == "with-combat":
            shot = PendingShot(shooter=self.aircraft, target=self.aircraft, damage=self.damage)
            return replace(game, shots=(*game.shots, shot)) if self.damage else game
        return game.changed(self.aircraft, damage=game.of(self.aircraft).damage + self.damage)

    def tell(self, game: Game) -> str:
        done = f"{self.damage} damage" if self.damage else "no damage"
        return f"{game.called(self.aircraft)} overdives: {done}"


class Landed(Event[Game], type="richthofen.landed"):
    """A glider is on the ground. D-8."""

    aircraft: str
    how: Literal["landed", "captured", "crashed"]

    def apply(self, game: Game) -> Game:
        return game.out(self.aircraft, self.how)

    def tell(self, game: Game) -> str:
        said = {"landed": "lands among friends", "captured": "lands behind the lines, and is captured", "crashed": "crashes"}
        return f"{game.called(self.aircraft)} {said[self.how]}"


class WindRolled(Event[Game], type="richthofen.wind_rolled"):
    """Where the wind blows for the rest of the game. D-19."""

    wind: int

    def apply(self, game: Game) -> Game:
        return replace(game, wind=self.wind)

    def tell(self, game: Game) -> str:
        return f"the wind blows to the {COMPASS[self.wind]}"


class Drifted(Event[Game], type="richthofen.drifted"):
    """The wind has carried all that is in the air. D-19."""

    wording: ClassVar[str] = "the wind carries all that is in the air a hex"
    wind: int

    def apply(self, game: Game) -> Game:
        aircraft = tuple(
            replace(one, at=drifted(one.hex, self.wind, game.turn, game.tables)) if one.flying else one
            for one in game.aircraft
        )
        gone = [one.id for one in aircraft if one.flying and not on_map(one.hex, game.tables)]
        game = replace(game, aircraft=aircraft, balloons=tuple(self._drifted(one, game) for one in game.balloons))
        for id_ in gone:
            game = game.out(id_, "left")
        return game

    def _drifted(self, one: Balloon, game: Game) -> Balloon:
        """A balloon after the wind; its cable holds it on the map."""
        at = drifted(one.hex, self.wind, game.turn, game.tables)
        return replace(one, at=at) if one.state == "up" and on_map(at, game.tables) else one
