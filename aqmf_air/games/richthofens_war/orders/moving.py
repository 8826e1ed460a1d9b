"""The move of an aircraft, with all that comes of it before targets are declared. MOVE, DIVE, CONT."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from pydantic import Field

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import Event, Order, Timing, after
from aqmf_air.core.play.question import Question, ReadFrom, Tally
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Said, Slot
from aqmf_air.games.richthofens_war import flights
from aqmf_air.games.richthofens_war.events.ground import BombsDropped, TrenchStrafed
from aqmf_air.games.richthofens_war.events.moves import Overdived
from aqmf_air.games.richthofens_war.flying import flown, stopped, strain
from aqmf_air.games.richthofens_war.over_ground import bombed_from, hexes_strafed, next_stop
from aqmf_air.games.richthofens_war.path_words import LONGEST, PathSlot, path_in_words
from aqmf_air.games.richthofens_war.pieces import Aircraft
from aqmf_air.games.richthofens_war.rules import ground
from aqmf_air.games.richthofens_war.rules.moving import PATH, WalkError
from aqmf_air.games.richthofens_war.rules.overdive import overdive
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import STEP
from aqmf_air.games.richthofens_war.turn import onward
from aqmf_air.games.richthofens_war.words import Speed, own_aircraft
from aqmf_air.plugins.registry import Registry


class Fly(Order[Game, Registry], type="richthofen.fly"):
    """The whole move of the aircraft whose turn it is: its speed and its path. See :mod:`.rules.moving` for paths."""

    timing: ClassVar[Timing] = Timing(("movement",), "moving", "RW-MOVE-1")
    phrases: ClassVar[tuple[str, ...]] = (
        "{aircraft} [flies|fly] : speed {speed} , {path}",
        "[{aircraft}] [flies|fly] [:] [speed {speed}] [,] {path}",
    )
    aircraft: str
    speed: int = Field(ge=0, le=99)
    path: str = Field(pattern=PATH, max_length=LONGEST)

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if not cls.timing.fits(game) or not game.queue:
            return
        one = game.of(game.queue[0])
        moves = list(usual(game, one))
        if not any(flights.flyable(game, one, speed, path) for speed, path in moves):
            moves = [next(flights.on_the_map(game, one), (flights.speeds_of(game, one)[0], moves[0][1]))]
        for speed, path in moves:
            order = cls(aircraft=one.id, speed=speed, path=path)
            yield Offer(order, order.title(game), one.id)

    def title(self, game: Game) -> str:
        """What it does, in a player's words."""
        return f"{game.called(self.aircraft)}: speed {self.speed}, {path_in_words(self.path)}"

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        maneuvers = [
            row.name + side for row in game.tables.maneuvers for side in (("-left", "-right") if row.slip else ("",))
        ]
        return {"aircraft": own_aircraft(game, player), "speed": Speed(), "path": PathSlot(tuple(maneuvers))}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: Registry, said: Said) -> Iterable[Fly]:
        """Without an aircraft of the one whose turn it is; without a speed at the one that the path spends. RW-BASE-1."""
        mover = game.queue[0] if game.queue else next((one.id for one in game.flying if one.side == player), "")
        if not (id_ := said.get("aircraft", mover)):
            return
        one, speed = game.of(id_), said.get("speed")
        if speed is None:
            try:
                speed = flights.walked(game, one, said["path"]).spent
            except WalkError:  # objected to at any speed
                speed = flights.speeds_of(game, one)[0]
        yield cls(aircraft=id_, speed=speed, path=said["path"])

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        if late := self.timing.objections(game):
            yield from late
        elif not game.has(self.aircraft):
            yield Objection("RW-MOVE-1", f"{game.called(self.aircraft)} is not in the air")
        elif game.of(self.aircraft).side != player:
            yield Objection("RW-MOVE-1", f"{game.called(self.aircraft)} is the enemy's")
        elif self.aircraft != game.queue[0]:
            yield Objection("RW-MOVE-1", f"it is the turn of {game.called(game.queue[0])}")
        else:
            yield from flights.against(game, game.of(self.aircraft), self.speed, self.path)

    def questions(self, game: Game, rules: Registry) -> Sequence[Question]:
        one = game.of(self.aircraft)
        if next_stop(game, one, self.speed, self.path):
            return ()
        way = flights.walked(game, one, self.path)
        if flights.leaves(game, way) or not way.end.height:
            return ()
        questions = []
        if beyond := strain(game, one, self.speed, way):
            read = ReadFrom((Overdived,), "damage", about=("aircraft", one.id))
            facts, luck = (beyond, game.tables, one.side), Tally("damage by overdives", good=False)
            questions.append(Question("damage of the overdive", overdive, facts, of=read, luck=luck))
        if (height := bombed_from(game, one, way)) is not None:
            read = ReadFrom((BombsDropped,), "hit", about=("aircraft", one.id))
            at, luck = (height, game.tables, one.side), Tally("bombs that hit")
            questions.append(Question("bombs hit", ground.bombed, at, of=read, luck=luck))
        if hexes := hexes_strafed(game, one, self.path, way):
            read = ReadFrom((TrenchStrafed,), "hits", about=("aircraft", one.id))
            along, luck = (hexes, game.tables, one.side), Tally("hexes of trench hit")
            questions.append(Question("hexes of trench hit", ground.strafed, along, of=read, luck=luck))
        return tuple(questions)

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        stop = next_stop(game, game.of(self.aircraft), self.speed, self.path)
        events = stopped(game, stop, dice) if stop else flown(game, self.aircraft, self.speed, self.path, dice)
        return (*events, *onward(after(game, events)))


def usual(game: Game, one: Aircraft) -> Iterator[tuple[int, str]]:
    """Moves that are worth offering without a map, flyable or not: straight on, turns, a climb, a dive, at three speeds."""
    allowed = flights.speeds_of(game, one)
    speeds = dict.fromkeys(speed for speed in (one.speed, allowed[-1], allowed[0]) if speed in allowed)
    for speed in speeds:
        seen: set[str] = set()
        for path in _shapes(game, one, speed):
            if path not in seen:
                seen.add(path)
                yield speed, path


def _shapes(game: Game, one: Aircraft, speed: int) -> Iterator[str]:
    """Paths of simple shapes, flyable or not: as many hexes as the movement points allow."""
    now = game.performance(one)
    sink = "D" * (game.tables.number("movement", "glide-sink") // STEP) if now.gliding else ""
    for turns in ("", "L", "R", "LL", "RR", "LLL", "RRR"):
        cost = sum(now.prices[: len(turns)]) if len(turns) <= len(now.prices) else speed + 1
        if (hexes := speed - cost) >= 1:
            yield f"F{sink}{'F' * (hexes - 1)}{turns}"
            yield f"F{sink}{turns}{'F' * (hexes - 1)}"
            if not sink and not turns:
                climb = min(now.max_climb // STEP, hexes - 1)
                yield "F" * (hexes - climb) + "C" * climb
                yield "FDD" + "F" * (hexes - 1)
                yield "FDDFDD" + "F" * (hexes - 2)
