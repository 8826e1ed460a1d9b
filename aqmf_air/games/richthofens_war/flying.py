"""What comes of a move: where it ends, overdives, landings, collisions, and who may declare a target then."""

from __future__ import annotations

from typing import Any

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.play.orders import Event, after
from aqmf_air.games.richthofens_war import flights
from aqmf_air.games.richthofens_war.asking import asked_after_move
from aqmf_air.games.richthofens_war.damage import credited, hit_from_ground, lost
from aqmf_air.games.richthofens_war.events.declarations import TargetsAsked
from aqmf_air.games.richthofens_war.events.ground import ApproachStopped, GroundShot
from aqmf_air.games.richthofens_war.events.moves import Landed, LeftMap, Moved, Overdived
from aqmf_air.games.richthofens_war.events.stages import StageBegan
from aqmf_air.games.richthofens_war.over_ground import archie, done_by_move, ground_fire, next_stop
from aqmf_air.games.richthofens_war.pieces import Aircraft
from aqmf_air.games.richthofens_war.rules import moving
from aqmf_air.games.richthofens_war.rules.lines import ground_of
from aqmf_air.games.richthofens_war.rules.moving import Walked
from aqmf_air.games.richthofens_war.rules.overdive import collides, overdive
from aqmf_air.games.richthofens_war.state import Game


def strain(game: Game, one: Aircraft, speed: int, way: Walked) -> int:
    """Movement points beyond the dive speed of an overdive; 0: it is none. DIVE-3."""
    return moving.overdives(speed, way.dived, game.performance(one), game.tables)


def flown(game: Game, id_: str, speed: int, path: str, dice: Dice) -> tuple[Event[Game], ...]:
    """A move and what comes of it, up to who may declare a target. MOVE-1, DIVE-3, D-7, D-8."""
    one = game.flight.before if game.flight else game.of(id_)
    way = flights.walked(game, one, path)
    pose, height = way.end
    events: list[Event[Game]] = [
        Moved(
            aircraft=id_,
            speed=speed,
            path=path,
            at=pose.at,
            facing=pose.facing,
            height=height,
            last=flights.last_move(game, one, speed, path, way),
        )
    ]
    ended = after(game, events)
    if flights.leaves(game, way):
        events.append(LeftMap(aircraft=id_))
    elif not height:
        events += _landed(ended, ended.of(id_))
    else:
        events += _strained(game, ended, id_, strain(game, one, speed, way), way, dice)
        events += _over_ground(after(game, events), one, path, way, dice)
    ended = after(game, events)
    if asked := asked_after_move(ended, id_):
        events.append(TargetsAsked(asked=asked))
    return tuple(events)


def _over_ground(game: Game, one: Aircraft, path: str, way: Walked, dice: Dice) -> tuple[Event[Game], ...]:
    """What a move has done over the ground, and the fire that it draws at once. ``strafe_step``, ``archie_step``."""
    if not game.has(one.id):
        return ()
    events = done_by_move(game, one, path, way, dice)
    if game.rulings.archie_step == "end-of-move":
        events += archie(after(game, events), after(game, events).of(one.id), dice)
    if any(isinstance(event, GroundShot) for event in events):
        events += hit_from_ground(after(game, events), one.id, dice)
    return events


def stopped(game: Game, stop: ApproachStopped, dice: Dice) -> tuple[Event[Game], ...]:
    """A move comes into reach of guns; where nobody chooses, they fire at once (``balloon_moment``). BALL-2."""
    events: tuple[Event[Game], ...] = (stop,)
    if game.rulings.balloon_moment == "first-hex":
        for id_ in stop.guns:
            now = after(game, events)
            if now.has(stop.aircraft):
                gun = next(one for one in now.guns if one.id == id_)
                events += ground_fire(now, gun.id, gun.kind, "balloon", stop.aircraft, gun.side, dice)
                events += hit_from_ground(after(game, events), stop.aircraft, dice)
    return events


def resumed(game: Game, dice: Dice) -> tuple[Event[Game], ...]:
    """A move that guns have interrupted goes on as it was begun; nothing of it is left if the aircraft is lost. BALL-2."""
    flight = game.flight
    if flight is None:
        return (StageBegan(phase="movement"),)
    if stop := next_stop(game, flight.before, flight.speed, flight.path):
        return stopped(game, stop, dice)
    begun = StageBegan(phase="movement")
    return (begun, *flown(after(game, (begun,)), flight.before.id, flight.speed, flight.path, dice))


def _landed(game: Game, one: Aircraft) -> tuple[Event[Game], ...]:
    """An aircraft at 0 m: saved, captured or crashed, and whose victory it is. D-8, ``forced_down``, ``ground_level``."""
    ground = ground_of(one.hex, game.tables)
    how: Any = "landed" if ground == one.side else "captured"
    if not one.gliding or one.last.dived > game.tables.number("movement", "crash-dive"):
        how = "crashed"
    theirs = game.rulings.forced_down == "always" or (game.rulings.forced_down == "whose-fire" and ground != one.side)
    credit = credited(one.glide_by, one.id) if one.gliding and theirs else ()
    return (Landed(aircraft=one.id, how=how), *credit)


def _strained(game: Game, ended: Game, id_: str, beyond: int, way: Walked, dice: Dice) -> tuple[Event[Game], ...]:
    """An overdive, and a collision where that is played. D-7, ``stacking``."""
    events: list[Event[Game]] = []
    one = ended.of(id_)
    if beyond:
        damage = overdive(labelled(dice, game.called(id_), relation="of"), beyond, game.tables, one.side)
        events.append(Overdived(aircraft=id_, damage=damage))
        ended = after(ended, events)
        if ended.of(id_).damage >= ended.type_of(one).damage and game.rulings.overdive_moment == "after-move":
            return (*events, *lost(ended, id_, "overdive", ()))
    there = flights.in_the_way(game, game.of(id_), way.end)
    if there and game.rulings.stacking == "collision":
        for each in (id_, there):
            if collides(labelled(dice, game.called(each), relation="of"), game.tables, game.of(each).side):
                step = lost(ended, each, "collision", ())
                events += step
                ended = after(ended, step)
    return tuple(events)
