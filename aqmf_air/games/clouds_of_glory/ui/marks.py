"""What is drawn of an event while it happens: ways in both flat views, shots, tests, losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from aqmf_air.api import ui
from aqmf_air.api.geometry import SpacePose
from aqmf_air.api.ui import FLAT, Burst, Loss, Mark, Moment, Shot, Way, Word
from aqmf_air.games.clouds_of_glory.chapters.checks import CheckPassed
from aqmf_air.games.clouds_of_glory.chapters.collision import Collided
from aqmf_air.games.clouds_of_glory.chapters.damage import Damaged, GunsLost, ManHit
from aqmf_air.games.clouds_of_glory.chapters.fire import CaughtFire, EngineStopped, FireOut
from aqmf_air.games.clouds_of_glory.chapters.gunnery import FireHeld, FriendTested, GunsJammed, ShotFired
from aqmf_air.games.clouds_of_glory.chapters.initiative import InitiativeRolled
from aqmf_air.games.clouds_of_glory.chapters.landing import LandingTested, RolledOut, TookOff, TouchedDown
from aqmf_air.games.clouds_of_glory.chapters.leaving import ForcedHome, SetBack, ShotDown, WentOut
from aqmf_air.games.clouds_of_glory.chapters.moving import Flown, flight_path
from aqmf_air.games.clouds_of_glory.chapters.setting_up import Placed
from aqmf_air.games.clouds_of_glory.chapters.stalls import CameOut, Fell
from aqmf_air.games.clouds_of_glory.chapters.structure import Weakened
from aqmf_air.games.clouds_of_glory.state import CloudsGame
from aqmf_air.games.clouds_of_glory.ui.projections import RADIUS, Views

WORDS: Mapping[type, str] = {
    GunsJammed: "guns jam", GunsLost: "guns lost", TouchedDown: "touches down", CaughtFire: "on fire",
    EngineStopped: "its engine stops", ForcedHome: "forced home", Damaged: "{what}", ShotDown: "{fate}",
}  # fmt: skip
"""What is said at an aircraft, with fields of the event."""


NEAR, DEGREES = 0.03, 60
"""MU that a way may be off where it has fewer points, and degrees of a nose that weigh as much as one MU."""


def marks(moment: Moment) -> Iterator[Mark]:
    """The marks of an event; points are where :func:`projections.picture_of` has them, nobody chosen."""
    if words := WORDS.get(type(moment.event)):
        yield Word(getattr(moment.event, "craft", ""), words.format_map(vars(moment.event)))
    for of in (_of_flight, _of_fire, _of_ground, _of_leaving):
        yield from of(moment.state, moment.event)


def _of_flight(game: CloudsGame, event: Any) -> Iterator[Mark]:
    match event:
        case Flown():
            after = event.apply(game)
            yield from _ways(game, event.craft, flight_path(after, after.of(event.craft)))
            if event.stalled:
                yield Word(event.craft, "stalls in the turn")
        case Fell() | CameOut() | Placed() | SetBack() | RolledOut() | TookOff():
            yield from _ways(game, event.craft, (game.of(event.craft).pose, event.pose))
            if isinstance(event, Fell):
                yield Word(event.craft, event.what)
        case CheckPassed():
            yield Word(event.craft, f"{event.check}: {'passed' if event.outcome else 'failed'}", good=event.outcome)
        case InitiativeRolled():
            yield Word(event.craft, f"initiative {event.base}", good=True)


def _of_fire(game: CloudsGame, event: Any) -> Iterator[Mark]:
    match event:
        case ShotFired() | FriendTested():
            start, end = game.of(event.craft).pose.place, game.of(event.target).pose.place
            views = Views.of(game)
            for view in FLAT:
                ends = views.place(view, start), views.place(view, end)
                yield Shot(*ends, "hit" if event.outcome else "miss", by=event.craft, at=event.target, view=view)
        case Weakened():
            yield Word(event.craft, f"{event.lost} strength lost" if event.lost or not event.what else event.what)
        case FireHeld() if event.told:
            yield Word(event.craft, "holds its fire")
        case ManHit():
            yield Word(event.craft, f"{game.of(event.craft).man(event.station).name} is hit")


def _of_ground(game: CloudsGame, event: Any) -> Iterator[Mark]:
    match event:
        case LandingTested():
            yield Word(event.craft, f"{event.check}: {event.result}", good=event.outcome >= 0)
        case Collided():
            place = game.of(event.aggressor).pose.place
            for view in FLAT:
                yield Burst(Views.of(game).place(view, place), RADIUS, by=event.aggressor)
            yield Word(event.aggressor, event.text)


def _of_leaving(game: CloudsGame, event: Any) -> Iterator[Mark]:
    match event:
        case FireOut():
            yield Word(event.craft, "the fire is out", good=True)
        case WentOut():
            views, place = Views.of(game), game.of(event.craft).pose.place
            for view in FLAT if event.out == "destroyed" else ():
                yield Burst(views.place(view, place), RADIUS, by=event.craft, passes=True)
                yield Loss(event.craft, views.place(view, place), RADIUS, passes=True)


def _ways(game: CloudsGame, piece: str, poses: tuple[SpacePose, ...]) -> Iterator[Mark]:
    views = Views.of(game)
    for view in FLAT:
        points = [(*views.place(view, pose.place), views.facing(view, pose) / DEGREES) for pose in poses]
        if len(set(points)) > 1:
            few = ui.thinned(points, NEAR)
            yield Way(piece, tuple((round(x, 2), round(y, 2), round(turned * DEGREES)) for x, y, turned in few), view=view)
