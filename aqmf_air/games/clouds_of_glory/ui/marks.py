"""What is drawn of an event while it happens: ways in both flat views, shots, tests, losses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aqmf_air.api.geometry import SpacePose
from aqmf_air.api.ui import Loss, Mark, Moment, Shot, Way, Word
from aqmf_air.games.clouds_of_glory.chapters.gunnery import FireHeld, FriendTested, GunsJammed, ShotFired
from aqmf_air.games.clouds_of_glory.chapters.initiative import InitiativeRolled
from aqmf_air.games.clouds_of_glory.chapters.moving import CheckPassed, Flown, flight_path
from aqmf_air.games.clouds_of_glory.chapters.setting_up import Placed
from aqmf_air.games.clouds_of_glory.chapters.stalls import CameOut, Fell
from aqmf_air.games.clouds_of_glory.state import CloudsGame
from aqmf_air.games.clouds_of_glory.ui.projections import FLAT, RADIUS, Views


def marks(moment: Moment) -> Iterator[Mark]:
    """The marks of an event; points are where :func:`projections.picture_of` has them, nobody chosen."""
    for of in (_of_flight, _of_fire):
        yield from of(moment.state, moment.event)


def _of_flight(game: CloudsGame, event: Any) -> Iterator[Mark]:
    match event:
        case Flown():
            after = event.apply(game)
            yield from _ways(game, event.craft, flight_path(after, after.of(event.craft)))
            if event.stalled:
                yield Word(event.craft, "stalls in the turn")
        case Fell() | CameOut() | Placed():
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
                yield Shot(*ends, "hit" if event.outcome else "miss", by=event.craft, at=event.target)
        case GunsJammed():
            yield Word(event.craft, "guns jam")
        case FireHeld() if event.told:
            yield Word(event.craft, "holds its fire")


def _ways(game: CloudsGame, piece: str, poses: tuple[SpacePose, ...]) -> Iterator[Mark]:
    views = Views.of(game)
    for view in FLAT:
        points = [(*views.place(view, pose.place), views.facing(view, pose)) for pose in poses]
        kept = tuple(point for number, point in enumerate(points) if not number or point != points[number - 1])
        if len(kept) > 1:
            yield Way(piece, kept, view=view)


def losses(game: CloudsGame, views: Views, piece: str) -> Iterator[Mark]:
    """An aircraft goes."""
    for view in FLAT:
        yield Loss(piece, views.place(view, game.of(piece).pose.place), RADIUS, passes=True)
