"""Moves of aircraft in a game: where one starts, what may be flown, what is said against a path, what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator

from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.richthofens_war.pieces import Aircraft, LastMove
from aqmf_air.games.richthofens_war.rules import moving
from aqmf_air.games.richthofens_war.rules.lines import on_map
from aqmf_air.games.richthofens_war.rules.moving import CLIMB, DIVE, MoveMoment, Reached, Start, Walked, WalkError
from aqmf_air.games.richthofens_war.rules.next_steps import Draft
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.geometry.hexes.moves import HexPose


def start_of(game: Game, one: Aircraft) -> Start:
    """Where the move of an aircraft begins, and whether it has to begin straight ahead. CONT-1, CONT-2."""
    if game.rulings.continued_movement == "off" or not one.last.goes_on:
        return Start(HexPose(one.hex, one.facing), one.height, straight_first=True)
    return Start(one.pose, one.height)


def speeds_of(game: Game, one: Aircraft) -> range:
    """The speeds that its move may have. D-6."""
    return moving.speeds(game.performance(one), one.speed, one.last.dived, game.tables, game.rulings)


def walked(game: Game, one: Aircraft, path: str) -> Walked:
    """A path of its move, step by step. Raises WalkError: a step cannot be made."""
    return moving.walked(start_of(game, one), path, game.performance(one), game.tables, game.rulings)


def reached(game: Game, one: Aircraft, speed: int) -> Iterator[Reached]:
    """Every way to end its move at a speed, complex maneuvers left out; some are off the map, or where another one is."""
    return moving.reached(start_of(game, one), speed, game.performance(one), game.tables, game.rulings)


def against(game: Game, one: Aircraft, speed: int, path: str) -> Iterator[Objection]:
    """What is said against a move of an aircraft whose turn it is. MOVE, DIVE, CONT, D-4 to D-6."""
    allowed = speeds_of(game, one)
    if speed not in allowed:
        said = f"its speed may be {allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else f"its speed is {allowed[0]}"
        yield Objection("RW-MOVE-1", f"{said}, not {speed}")
        return
    start, now = start_of(game, one), game.performance(one)
    if found := moving.against(start, path, speed, now, game.tables, game.rulings):
        yield from found
        return
    way = walked(game, one, path)
    if leaves(game, way):
        if game.rulings.map_edge == "no-exit" and next(on_the_map(game, one), None):
            yield Objection("RW-BASE-1", "the path leads off the map")
    elif in_the_way(game, one, way.end) and game.rulings.stacking == "forbidden":
        there = game.called(in_the_way(game, one, way.end))
        yield Objection("RW-MOVE-2", f"it would end in the hex and at the height of {there}, which has moved")


def leaves(game: Game, way: Walked) -> bool:
    """Whether a path leads off the map."""
    return any(not on_map(at, game.tables) for at, _ in way.entered)


def in_the_way(game: Game, one: Aircraft, end: MoveMoment) -> str:
    """The aircraft that has moved, and stands where a move would end; empty: none. MOVE-2."""
    for other in game.flying:
        if other.moved and other.id != one.id and (other.hex, other.height) == (end.pose.at, end.height):
            return other.id
    return ""


def on_the_map(game: Game, one: Aircraft) -> Iterator[tuple[int, str]]:
    """Speeds and paths of all its moves that stay on the map and end where nobody is; none: it is cornered."""
    for speed in speeds_of(game, one):
        for reach in reached(game, one, speed):
            way = walked(game, one, reach.path)
            stays = (reach.end.pose.at, reach.end.height) == (one.hex, one.height) and game.rulings.must_move == "no"
            blocked = game.rulings.stacking == "forbidden" and in_the_way(game, one, way.end)
            if not (stays or blocked or leaves(game, way)):
                yield speed, reach.path


def last_move(game: Game, one: Aircraft, speed: int, path: str, way: Walked) -> LastMove:
    """What is kept of a move. CONT-2, JAM-5, DECL-1."""
    steps, rulings = moving.steps_of(path), game.rulings
    last = steps[-1] if steps else ""
    goes_on = not (last.startswith("{") and rulings.continued_after_maneuver == "straight-first")
    if last == CLIMB and rulings.continued_last_mp == "climb-breaks":
        goes_on = False
    before = way.before
    if rulings.two_mp == "last-two-steps":
        costly = max((at for at, step in enumerate(steps) if step != DIVE), default=0)
        before = walked(game, one, "".join(steps[:costly])).end
    return LastMove(
        turned=way.end.pose.turned,
        goes_on=goes_on,
        speed=speed,
        climbed=way.climbed,
        dived=way.dived,
        turned_at_once=way.turned_at_once if rulings.clear_turned == "counted" else turned_at_once(steps),
        maneuver=way.maneuver,
        before=(*before.pose.at, before.pose.facing, before.height),
    )


def turned_at_once(steps: list[str]) -> int:
    """The most hexsides turned in one hex by the steps of one move. JAM-5."""
    most = here = 0
    for step in steps:
        here = here + 1 if step in "LR" else here if step in (CLIMB, DIVE) else 0
        most = max(most, here)
    return most


def flyable(game: Game, one: Aircraft, speed: int, path: str) -> bool:
    """Whether a path can be flown."""
    try:
        return not any(True for _ in against(game, one, speed, path))
    except WalkError:
        return False


def draft_of(game: Game, one: Aircraft, speed: int) -> Draft:
    """The facts of its next move at a speed."""
    return Draft(start_of(game, one), speed, game.performance(one), game.tables, game.rulings)


def ended(game: Game, one: Aircraft, speed: int, path: str) -> Game:
    """The game when an aircraft has flown a path and nothing else has happened. Raises WalkError: it cannot be flown."""
    way = walked(game, one, path)
    (at, facing, _), height = way.end
    last = last_move(game, one, speed, path, way)
    return game.changed(one.id, at=(at.q, at.r), facing=facing, height=height, speed=speed, last=last, moved=True)
