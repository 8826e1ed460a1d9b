"""A view of a game in lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aqmf_air.core.data.text import plural
from aqmf_air.games.richthofens_war import scoring
from aqmf_air.games.richthofens_war.flights import start_of
from aqmf_air.games.richthofens_war.pieces import COMPASS, SIDE_NAMES, Aircraft, Gun
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.geometry.hexes.grid import bearing, distance, to_map

CLOCK = ("ahead", "ahead to the right", "behind to the right", "behind", "behind to the left", "ahead to the left")
"""Where something is, seen from an aircraft."""
OUT = {"left": "off the map", "landed": "landed on its own side"}
"""What has become of an aircraft, where its state does not say it."""
MOST_SEEN = 3
"""Enemies that are told of for each aircraft."""


def summary_of(view: Any) -> tuple[str, ...]:
    """How a game stands: each aircraft and what it has about it, what there is to do, points, who has sealed an order."""
    game: Game = view
    lines: list[str] = []
    for one in game.aircraft:
        lines.append(described(game, one))
        if one.flying and view.player in ("", one.side) and (about := seen_from(game, one)):
            lines.append(f"{game.called(one.id)} sees {about}")
    for balloon in game.balloons:
        up = f"{balloon.height} m, {balloon.damage} damage"
        lines.append(f"{game.called(balloon.id)}: {up if balloon.state == 'up' else balloon.state}")
    for mission in game.setup.missions:
        hexes = "; ".join("{},{}".format(*at) for at in mission.targets)
        lines.append(f"the {SIDE_NAMES[mission.side]} have a mission, {mission.kind}{f' at {hexes}' if hexes else ''}")
    on_tails = [one for one in game.tails if game.has(one.tailer) and game.has(one.target)]
    lines += [f"{game.called(one.tailer)} is on the tail of {game.called(one.target)}" for one in on_tails]
    if game.queue:
        lines.append(f"to move: {', '.join(map(game.called, game.queue))}")
    names = SIDE_NAMES
    lines.append("points: " + ", ".join(f"{names[side]} {points}" for side, points in scoring.points(game).items()))
    for side, order in game.sealed:
        said = f"have sealed {game.title_of(side, order) if order else 'an order'}"
        lines.append(f"the {names[side]} {said}")
    return tuple(lines)


def described(game: Game, one: Aircraft) -> str:
    """An aircraft in a line: where it is, how it flies, what it has lost."""
    side = "German" if one.side == "german" else "Allied"
    if not one.flying:
        return f"{game.called(one.id)} ({side}): {OUT.get(one.state, one.state)}"
    hex_ = "{},{}".format(*to_map(one.hex))
    flies = f"{hex_} facing {COMPASS[one.facing]}, {one.height} m, speed {one.speed}"
    return f"{game.called(one.id)} ({side}): {', '.join((flies, *_goes_on(game, one), *_condition(game, one)))}"


def _goes_on(game: Game, one: Aircraft) -> Iterator[str]:
    """How the next move may begin, where the last one ended with a turn. CONT-2 to CONT-5."""
    start, left = start_of(game, one), len(game.performance(one).prices) - abs(one.last.turned)
    if one.last.turned and start.straight_first:
        yield "has to begin straight ahead"
    elif one.last.turned and left > 0:
        yield f"may go on turning {'right' if one.last.turned > 0 else 'left'}"
    elif one.last.turned:
        yield "has turned as far as it may in a hex"


def _condition(game: Game, one: Aircraft) -> Iterator[str]:
    """Damage, guns, men, and what else is not as it was."""
    yield f"damage {one.damage} of {game.type_of(one).damage}"
    yield from (f"{gun.name} {state_of(gun)}" for gun in one.guns)
    for place, man in enumerate(one.crew):
        if not man.fit:
            yield f"{'observer' if place else 'pilot'} {'seriously wounded' if man.health == 'wounded' else 'dead'}"
    for holds, said in (
        (one.flown_by == "observer", "flown by its observer"),
        (one.loaded, "loaded"),
        (one.gliding, "gliding"),
        (one.fuel is not None and not one.gliding, "tank holed"),
        (bool(one.speed_lost), f"engine hit: {one.speed_lost} slower"),
        (bool(one.schedule_lost), "controls hit"),
    ):
        if holds:
            yield said


def state_of(gun: Gun) -> str:
    """A gun in a word or two: its rounds, or why it does not fire."""
    if gun.out:
        return "out of order"
    if gun.jammed:
        return "jammed"
    return "needs its next drum" if gun.empty_drum else plural(gun.rounds, "round")


def seen_from(game: Game, one: Aircraft) -> str:
    """Where the nearest enemies are, seen from an aircraft: ``Camel 12 hexes ahead, 100 m lower``."""
    nearest = sorted(game.targets(one.side), key=lambda other: distance(one.hex, other.hex))[:MOST_SEEN]
    said = []
    for other in nearest:
        far, above = distance(one.hex, other.hex), other.height - one.height
        where = f"{plural(far, 'hex', 'hexes')} {CLOCK[bearing(one.hex, one.facing, other.hex)]}" if far else "in its hex"
        level = "level" if not above else f"{abs(above)} m {'higher' if above > 0 else 'lower'}"
        said.append(f"{game.called(other.id)} {where}, {level}")
    return "; ".join(said)
