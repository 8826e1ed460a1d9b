"""Missions: what there is to do beside the fight, what that scores, who wins (3-d to 3-g; tasks of missions are our own)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from aqmf_air.api import Event, in_a_row, plural, replace
from aqmf_air.games.clouds_of_glory.state import SIDES, CloudsGame, Craft, Setup, Side, other_side
from aqmf_air.games.clouds_of_glory.tables import tables

SIDE_NAMES: Mapping[str, str] = {"entente": "Entente", "germany": "Germans"}


def faults(setup: Setup) -> Iterator[str]:
    """What is wrong with the task of a mission, a line each."""
    mission = setup.mission
    sides = {placing.id: placing.side for placing in setup.aircraft}
    if mission.kind == "fight":
        if mission.what or mission.to:
            yield "mission: a fight has no task: leave 'what' and 'to' out, or set 'kind' to reach or hold"
        return
    noun = "aircraft" if mission.kind == "reach" else "balloon"
    there = list(sides) if mission.kind == "reach" else [balloon.id for balloon in setup.balloons]
    unknown = next((name for name in mission.what if name not in there), "")
    if unknown or not mission.what:
        strange = f"there is no {noun} {unknown[:40]!r}; " * bool(unknown)
        yield f"mission: what: {strange}expected {' or '.join(there) if there else f'a {noun}, and none is placed'}"
    elif mission.kind == "reach" and len({sides[name] for name in mission.what}) > 1:
        yield "mission: what: expected aircraft of one side"
    if mission.kind == "hold" and mission.to:
        yield "mission: to: a balloon is held where it is: leave it out"
    elif mission.kind == "reach" and (
        mission.to is None or not all(0 <= place <= most for place, most in zip(mission.to, setup.board, strict=True))
    ):
        yield f"mission: to: expected a place on the board, got {mission.to or 'none'}"


# -- rules -------------------------------------------------------------------------------------------------------------


def is_near(craft: Craft, place: tuple[float, float], within: float) -> bool:
    """Whether an aircraft is over a place, so many MU around it, at any height."""
    return hypot(craft.pose.place[0] - place[0], craft.pose.place[1] - place[1]) <= within


def arriving(game: CloudsGame) -> Iterator[Craft]:
    """Those that have reached the place of a mission as a turn ends."""
    mission = game.setup.mission
    for name in mission.what if mission.to else ():
        craft = game.of(name)
        alone = not craft.home and not any(game.enemies(craft))
        there = alone or (mission.to and is_near(craft, mission.to, mission.within))
        if there and craft.flying and name not in game.reached:
            yield craft


def holder(game: CloudsGame, balloon_id: str) -> Side | None:
    """The side that holds the air about a balloon: alone near it, or alone in the air."""
    able = [craft for craft in game.in_air if not craft.home]
    balloon = next(balloon for balloon in game.setup.balloons if balloon.id == balloon_id)
    near = [craft for craft in able if is_near(craft, balloon.at[:2], game.setup.mission.within)]
    sides = {craft.side for craft in near} or {craft.side for craft in able}
    alone = near or len({craft.side for craft in able}) == 1
    return sides.pop() if alone and len(sides) == 1 else None


def mission_points(game: CloudsGame) -> Mapping[Side, int]:
    """The points of each side for the task of the mission, as things stand."""
    points: dict[Side, int] = dict.fromkeys(SIDES, 0)
    mission = game.setup.mission
    if mission.kind == "reach":
        for craft in map(game.of, game.reached):
            points[craft.side] += mission.points * (craft.out != "destroyed")
    elif mission.kind == "hold":
        for name in mission.what:
            if side := holder(game, name):
                points[side] += mission.points
    return points


class PlaceReached(Event[CloudsGame], type="clouds.place_reached"):
    """An aircraft has been where its mission sent it."""

    craft: tuple[str, ...]

    def apply(self, game: CloudsGame) -> CloudsGame:
        return replace(game, reached=(*game.reached, *self.craft))

    def tell(self, game: CloudsGame) -> str:
        return f"{in_a_row([game.called(name) for name in self.craft])}: the place of the mission is reached"


# -- in words ----------------------------------------------------------------------------------------------------------


def briefing(setup: Setup) -> Iterator[str]:
    """What there is to do, and what wins, in lines."""
    mission, in_force = setup.mission, tables(setup.tables)
    names = {thing.id: thing.marking for thing in setup.aircraft} | {thing.id: thing.name for thing in setup.balloons}
    whom = in_a_row([names[name] for name in mission.what]) if mission.what else ""
    worth = f"{plural(mission.points, 'point')}{' each' if len(mission.what) > 1 else ''}"
    if mission.kind == "reach" and mission.to:
        own = next(placing.side for placing in setup.aircraft if placing.id == mission.what[0])
        place = f"{mission.to[0]:g}, {mission.to[1]:g}"
        yield f"{SIDE_NAMES[own]}: bring {whom} within {mission.within:g} MU of {place}, and not be shot down: {worth}."
        yield f"{SIDE_NAMES[other_side(own)]}: keep {whom} away from there."
    elif mission.kind == "hold":
        yield f"Both: be alone within {mission.within:g} MU of {whom} when the fight ends: {worth}."
    down, home, lead = (in_force.number("victory", name) for name in ("destroyed", "forced-home", "lead"))
    yield f"{plural(down, 'point')} for an enemy shot down, {home} for one forced home; a lead of {lead} wins."


def progress(game: CloudsGame) -> Iterator[str]:
    """How the task of a mission stands, in lines."""
    mission = game.setup.mission
    for name in mission.what if mission.kind == "reach" and mission.to else ():
        there = "has been" if name in game.reached else "has yet to come"
        place = ", ".join(f"{value:g}" for value in mission.to or ())
        yield f"{game.called(name)} {there} within {mission.within:g} MU of {place}"
    for name in mission.what if mission.kind == "hold" else ():
        side = holder(game, name)
        yield f"{game.called(name)}: held by {f'the {SIDE_NAMES[side]}' if side else 'nobody'}"
