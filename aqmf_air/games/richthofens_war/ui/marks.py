"""What is drawn of an event while it happens: ways, sights, shots, hits, jams, losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from aqmf_air.api import plural
from aqmf_air.api.geometry import Hex, centre
from aqmf_air.api.ui import Burst, Loss, Mark, Moment, Point, Shot, Way, Word
from aqmf_air.games.richthofens_war.chapters import damage, declaring, fire_from_ground, guns_and_jams, missions, paths
from aqmf_air.games.richthofens_war.chapters.fire import ShotHeld, ShotResolved
from aqmf_air.games.richthofens_war.chapters.moving import Landed, LeftMap, Moved, Overdived
from aqmf_air.games.richthofens_war.chapters.tailing import TailLost, TailWon
from aqmf_air.games.richthofens_war.state import Aircraft, Declaration, Game
from aqmf_air.games.richthofens_war.ui.map_picture import RADIUS, places

EXPLODES = 0.8
"""Hexes that the explosion of an aircraft is wide, from its middle."""


def marks(moment: Moment) -> Iterator[Mark]:
    """The marks of an event."""
    for of in (_of_moves, _of_targets, _of_guns, _of_damage, _of_fire_from_ground, _of_runs, _of_balloons):
        yield from of(moment.state, moment.event)


def _of_moves(game: Game, event: Any) -> Iterator[Mark]:
    match event:
        case Moved():
            yield Way(event.aircraft, _flown(game, event.aircraft, event.path))
        case fire_from_ground.ApproachStopped():
            steps = "".join(paths.steps_of(event.path)[: event.step])
            yield Way(event.aircraft, _flown(game, event.aircraft, steps))
        case Overdived() if event.damage:
            yield Word(event.aircraft, f"overdive: {event.damage} damage")
        case LeftMap():
            yield Word(event.aircraft, "leaves the map")
        case Landed():
            yield Word(event.aircraft, event.how, good=event.how == "landed")
            if event.how == "crashed":
                yield Loss(event.aircraft, _at(game, event.aircraft), RADIUS)


def _of_targets(game: Game, event: Any) -> Iterator[Mark]:
    match event:
        case TailWon():
            yield Word(event.tailer, f"on the tail of {game.called(event.target)}", good=True)
        case TailLost():
            yield Word(event.tailer, f"{game.called(event.target)} shakes it off")
        case declaring.TargetDeclared() | declaring.TargetSwitched():
            yield from _sights(game, (event.declaration,))
        case declaring.ObserversDeclared():
            yield from _sights(game, event.declarations)
        case declaring.TargetLost():
            yield Word(event.aircraft, "target lost")


def _of_guns(game: Game, event: Any) -> Iterator[Mark]:
    match event:
        case ShotResolved():
            start, end = _at(game, event.shooter), _at(game, event.target)
            outcome = "damage" if event.critical else "hit" if event.damage else "miss"
            yield Shot(start, end, outcome, by=event.shooter, at=event.target)  # type: ignore[arg-type]
            if event.damage or event.critical:
                yield Word(event.target, f"{event.damage} damage{', critical' if event.critical else ''}")
        case ShotHeld():
            yield Word(event.shooter, "holds fire")
        case guns_and_jams.GunJammed():
            yield Word(event.aircraft, "gun jams")
        case guns_and_jams.JamCleared():
            yield Word(event.aircraft, "jam cleared", good=True)
        case guns_and_jams.DrumChanged():
            yield Word(event.aircraft, "new drum", good=True)


def _of_damage(game: Game, event: Any) -> Iterator[Mark]:
    match event:
        case damage.DamageApplied() if event.damage:
            aircraft = game.of(event.aircraft)
            whole = game.type_of(aircraft).damage
            yield Word(event.aircraft, f"{min(aircraft.damage + event.damage, whole)} of {whole} damage")
        case damage.CriticalSuffered():
            yield Word(event.aircraft, f"critical hit: {event.effect}")
        case damage.GlideBegan():
            yield Word(event.aircraft, "glides")
        case damage.AircraftLost():
            at = _at(game, event.aircraft)
            yield Burst(at, EXPLODES, by=event.aircraft)
            yield Loss(event.aircraft, at, RADIUS)


def _of_fire_from_ground(game: Game, event: Any) -> Iterator[Mark]:
    match event:
        case missions.IntentAnnounced():
            texts = {"balloon": "attacks the balloon", "strafing": "strafes", "bombs": "bombs"}
            yield Word(event.aircraft, texts[event.what])
        case fire_from_ground.GroundShot():
            if any(gun.id == event.gun for gun in game.guns):
                outcome = "damage" if event.critical else "hit" if event.damage else "miss"
                yield Shot(_at(game, event.gun), _at(game, event.target), outcome, by=event.gun, at=event.target)  # type: ignore[arg-type]
            who = {"trench": "machine guns", "archie": "Archie"}.get(event.gun, "gun on the ground")
            yield Word(event.target, f"{who}: {event.damage} damage{', critical' if event.critical else ''}")
        case fire_from_ground.GunDiscovered():
            yield Word(event.by, "discovers a gun", good=True)


def _of_runs(game: Game, event: Any) -> Iterator[Mark]:
    match event:
        case missions.PhotographsTaken():
            yield Word(event.aircraft, "photographs taken", good=True)
        case missions.TrenchStrafed():
            yield Word(event.aircraft, plural(event.hits, "hit"), good=bool(event.hits))
        case missions.BombsDropped():
            yield Word(event.aircraft, "bombs hit" if event.hit else "bombs miss", good=event.hit)
        case missions.Spotted():
            yield Word(event.aircraft, "guns hit" if event.hit else "guns miss", good=event.hit)


def _of_balloons(game: Game, event: Any) -> Iterator[Mark]:
    match event:
        case damage.BalloonHit():
            if event.destroyed:
                yield Burst(_at(game, event.balloon), EXPLODES, by=event.balloon)
                yield Loss(event.balloon, _at(game, event.balloon), RADIUS)
            elif event.damage:
                yield Word(event.balloon, f"{event.damage} damage")
        case missions.BalloonWinched():
            yield Word(event.balloon, f"winched down to {event.height} m" if event.height else "saved")


def _flown(game: Game, id_: str, path: str) -> tuple[tuple[float, ...], ...]:
    """The points of a move that may have been interrupted: from where it was stopped last. BALL-2."""
    if game.flight is None:
        return way_of(game, game.of(id_), path)
    before = game.flight.before
    behind = way_of(game, before, "".join(paths.steps_of(path)[: game.flight.step]))
    return way_of(game, before, path)[len(behind) - 1 :]


def way_of(game: Game, aircraft: Aircraft, path: str) -> tuple[tuple[float, ...], ...]:
    """The points of a path with the facing at each, from where the aircraft is."""
    points = [
        (*centre(moment.pose.at), 60.0 * moment.pose.facing) for moment in paths.walked_by(game, aircraft, path).moments
    ]
    return tuple(point for number, point in enumerate(points) if not number or point != points[number - 1])


def _sights(game: Game, declared: Iterable[Declaration]) -> Iterator[Mark]:
    for declaration in declared:
        yield Shot(
            _at(game, declaration.shooter),
            _at(game, declaration.target),
            look="sight",
            by=declaration.shooter,
            at=declaration.target,
        )


def _at(game: Game, id_: str) -> Point:
    """Where something is drawn: an aircraft, a balloon, a gun."""
    if (there := places(game).get(id_)) is not None:
        return there
    hexes = {aircraft.id: aircraft.at for aircraft in game.aircraft}
    hexes |= {balloon.id: balloon.at for balloon in game.balloons} | {gun.id: gun.at for gun in game.guns}
    return centre(Hex(*hexes[id_]))
