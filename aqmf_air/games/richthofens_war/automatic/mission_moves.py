"""What an automatic side does over the ground, where it has to go, what things are worth to it, and when it goes home."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from aqmf_air.api import Command, Style, cached_by_identity, chances
from aqmf_air.api.geometry import AHEAD, Hex, HexPose, distance, from_map, stepped, to_map
from aqmf_air.games.richthofens_war.chapters import fire, fire_from_ground, missions, paths, victory
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Performance
from aqmf_air.games.richthofens_war.chapters.map_and_wind import left_for_home, trench
from aqmf_air.games.richthofens_war.chapters.missions import AnnounceBalloonAttack, DropBombs, KeepSkill, Strafe
from aqmf_air.games.richthofens_war.chapters.moving import Fly, usual
from aqmf_air.games.richthofens_war.chapters.paths import DIVE, Start, walked
from aqmf_air.games.richthofens_war.chapters.victory import hits_for_a_point, other
from aqmf_air.games.richthofens_war.state import Aircraft, Balloon, Game
from aqmf_air.games.richthofens_war.tables import FireRow, RichthofenRulings, Tables

# -- what is announced, runs that can be flown now, and where an aircraft has to go ------------------------------------


BALLOON_NEAR = 14
"""Hexes from which on an attack on a balloon is announced."""
WORTH_DROPPING = ((1 / 2, 12), (1 / 4, 10), (0.0, 8))
"""The highest need of two dice for which bombs are dropped, by the part of its damage that a bomber has taken at least."""
LOW = 300
"""Metres at which trenches are strafed."""


class Run(NamedTuple):
    """A move that does something over the ground now."""

    kind: Literal["photographs", "home", "bombs", "strafing"]
    speed: int
    path: str


class Errand(NamedTuple):
    """Where an aircraft has to go, and how high it is to be there."""

    at: Hex
    height: int


def order(game: Game, player: str) -> Command | None:
    """What the aircraft whose turn it is announces, or the run that it flies; None: neither."""
    aircraft = game.of(game.queue[0]) if game.phase == "movement" and game.queue else None
    if aircraft is None or aircraft.side != player:
        return None
    if (first := announced(game, aircraft)) is not None:
        return first
    planned = run(game, aircraft)
    return None if planned is None else begun(game, aircraft, planned)


def begun(game: Game, aircraft: Aircraft, planned: Run) -> Command:
    """The order by which a run begins: what has to be announced, then the move."""
    if planned.kind == "bombs" and not game.intends(aircraft.id, "bombs"):
        return DropBombs(aircraft=aircraft.id)
    if planned.kind == "strafing" and not game.intends(aircraft.id, "strafing"):
        return Strafe(aircraft=aircraft.id)
    return Fly(aircraft=aircraft.id, speed=planned.speed, path=planned.path)


def earns(game: Game, aircraft: Aircraft, planned: Run) -> float:
    """The victory points that a run is expected to bring. D-16 to D-18, D-22."""
    way, points = paths.walked_by(game, aircraft, planned.path), game.tables.number
    match planned.kind:
        case "photographs" | "home":
            return float(points("points", "photographs"))
        case "bombs":
            height = missions.over_target(way, missions.targets_of(game, aircraft.side, "bombs"))
            hit = chances(missions.bombed, height, game.tables).where(bool) if height is not None else 0
            return points("points", "bombs") * float(hit)
        case "strafing":
            hexes = missions.strafed_hexes(planned.path, way, aircraft.side, game.tables, game.rulings)
            hits = chances(missions.strafed, hexes, game.tables).mean(int)
            return points("points", "trench") * float(hits) / hits_for_a_point(game, aircraft.side)


def announced(game: Game, aircraft: Aircraft) -> AnnounceBalloonAttack | KeepSkill | None:
    """An attack on a balloon near by, announced before the move, with an ace's skill; None: there is none to announce."""
    if game.rulings.balloon_attack != "announced" or not fire.batteries_of(game, aircraft, "pilot"):
        return None
    for each in game.balloons:
        near = each.side != aircraft.side and each.state == "up" and distance(each.hex, aircraft.hex) <= BALLOON_NEAR
        if near and not game.intends(aircraft.id, "balloon", each.id):
            return AnnounceBalloonAttack(aircraft=aircraft.id, balloon=each.id)
    return KeepSkill(aircraft=aircraft.id) if fire_from_ground.may_draw_skill(game, aircraft) else None


def run(game: Game, aircraft: Aircraft) -> Run | None:
    """A move that photographs, brings plates home, bombs or strafes now; None: there is none worth flying."""
    for find in (_photographs, _home, _bombs, _strafing):
        if planned := find(game, aircraft):
            return planned
    return None


def plates(game: Game, aircraft: Aircraft) -> bool:
    """Whether an aircraft has all targets on its plates."""
    sought = missions.targets_of(game, aircraft.side, "photographs")
    return bool(sought) and sought <= {Hex(*at) for at in aircraft.photographed}


def photographs(game: Game, aircraft: Aircraft) -> frozenset[Hex]:
    """The targets that it may photograph: none, if it has them all or nobody is there to do it."""
    sought = missions.targets_of(game, aircraft.side, "photographs")
    return frozenset() if plates(game, aircraft) or missions.against_observing(aircraft) else sought


def bombs(game: Game, aircraft: Aircraft) -> bool:
    """Whether it has bombs to drop on a target."""
    return aircraft.loaded and bool(missions.targets_of(game, aircraft.side, "bombs"))


def _photographs(game: Game, aircraft: Aircraft) -> Run | None:
    if not (sought := photographs(game, aircraft)):
        return None
    for speed in reversed(paths.speeds_of(game, aircraft)):
        path = "F" * speed
        if paths.flyable(game, aircraft, speed, path):
            way = paths.walked_by(game, aircraft, path)
            if missions.photographed(paths.start_of(game, aircraft), path, way, sought, game.tables):
                return Run("photographs", speed, path)
    return None


def _home(game: Game, aircraft: Aircraft) -> Run | None:
    """Off the map over the own edge, with plates."""
    if plates(game, aircraft):
        for speed, path in usual(game, aircraft):
            way = paths.walked_by(game, aircraft, path)
            if paths.leaves(game, way) and left_for_home(way.end.pose.at, aircraft.side, game.tables):
                return Run("home", speed, path)
    return None


def _bombs(game: Game, aircraft: Aircraft) -> Run | None:
    sought = missions.targets_of(game, aircraft.side, "bombs")
    if not bombs(game, aircraft) or not any(distance(aircraft.hex, at) <= aircraft.speed + 2 for at in sought):
        return None
    share = aircraft.damage / game.type_of(aircraft).damage
    worth = next(need for least, need in WORTH_DROPPING if share >= least)
    best: tuple[int, Run] | None = None
    for speed in paths.speeds_of(game, aircraft):
        for reached in paths.reached_by(game, aircraft, speed):
            if reached.end.pose.at in sought and (best is None or reached.end.height < best[0]):
                low_enough = missions.bomb_need(reached.end.height, game.tables) <= worth
                if low_enough and paths.flyable(game, aircraft, speed, reached.path):
                    best = reached.end.height, Run("bombs", speed, reached.path)
    return best[1] if best else None


def _strafing(game: Game, aircraft: Aircraft) -> Run | None:
    if not _strafes(game, aircraft) or not missions.may_come_to_strafe(game, aircraft):
        return None
    best: tuple[int, Run] | None = None
    for speed in paths.speeds_of(game, aircraft):
        for path in _along(speed, game.performance(aircraft).prices[:1]):
            if paths.flyable(game, aircraft, speed, path):
                way = paths.walked_by(game, aircraft, path)
                hexes = missions.strafed_hexes(path, way, aircraft.side, game.tables, game.rulings)
                if hexes and not paths.leaves(game, way) and (best is None or hexes > best[0]):
                    best = hexes, Run("strafing", speed, path)
    return best[1] if best else None


def _strafes(game: Game, aircraft: Aircraft) -> bool:
    has_mission = any((each.side, each.kind) == (aircraft.side, "strafing") for each in game.setup.missions)
    return has_mission and aircraft.flown_by == "pilot" and bool(fire.batteries_of(game, aircraft, "pilot"))


@lru_cache(maxsize=256)
def lined_up(
    sought: frozenset[Hex], speed: int, height: int, now: Performance, tables: Tables, rulings: RichthofenRulings
) -> frozenset[HexPose]:
    """The poses from which a straight move at a speed photographs targets. D-18."""
    path, hex_poses = AHEAD * speed, set[HexPose]()
    for at, facing, back in product(sought, range(6), range(1, speed + 1)):
        start = Start(HexPose(stepped(at, facing, -back), facing), height)
        if missions.photographed(start, path, walked(start, path, now, tables, rulings), sought, tables):
            hex_poses.add(start.pose)
    return frozenset(hex_poses)


def _along(speed: int, first: tuple[int, ...]) -> Iterator[str]:
    """Paths of a speed: straight on, with a turn anywhere, and to and fro along a column of hexes."""
    cost = first[0] if first else speed
    shapes = {"F" * speed}
    for turn in "LR":
        for at in range(speed - cost + 1):
            shapes.add("F" * at + turn + "F" * (speed - cost - at))
        back = "R" if turn == "L" else "L"
        for lead in range(3):
            path, spent, side = "F" * lead, lead, turn
            while spent + cost + 1 <= speed:
                path, spent, side = f"{path}{side}F", spent + cost + 1, back if side == turn else turn
            shapes.add(path + "F" * (speed - spent))
    for path in sorted(shapes):
        yield path
        if path.startswith("F"):
            for steps in (1, 2):
                yield f"F{DIVE * steps}{path[1:]}"


def errand(game: Game, aircraft: Aircraft) -> Errand | None:
    """Where an aircraft has to go to do what its side is to do; None: nowhere in particular."""
    tables = game.tables
    if plates(game, aircraft):
        column = -1 if aircraft.side == "german" else tables.number("map", "columns")
        return Errand(from_map(column, to_map(aircraft.hex)[1]), aircraft.height)
    if sought := photographs(game, aircraft):
        lowest, highest = (tables.number("missions", f"photo-{end}") for end in ("lowest", "highest"))
        return Errand(_nearest(aircraft, sought), min(max(aircraft.height, lowest), highest))
    if not missions.against_observing(aircraft):
        sought = missions.targets_of(game, aircraft.side, "spotting")
        if sought and len(aircraft.spotted) < tables.number("missions", "spotting-turns"):
            return Errand(_nearest(aircraft, sought), aircraft.height)
    if bombs(game, aircraft):
        return Errand(_nearest(aircraft, missions.targets_of(game, aircraft.side, "bombs")), tables.bombing[0].to)
    for each in game.balloons:
        if each.side != aircraft.side and each.state == "up":
            return Errand(each.hex, each.height + 50)
    if _strafes(game, aircraft):
        return Errand(from_map(trench(other(aircraft.side), tables), to_map(aircraft.hex)[1]), LOW)
    return None


def _nearest(aircraft: Aircraft, sought: frozenset[Hex]) -> Hex:
    return min(sorted(sought), key=lambda at: distance(aircraft.hex, at))


# -- what things are worth, in victory points --------------------------------------------------------------------------


CRITICAL = 2.5
"""Points of damage that a critical hit is worth."""
OPEN = 0.5
"""The part that counts of what an aircraft may still earn; once it has only to come home, all of it."""


@cached_by_identity(256)
def stake(game: Game, target: Aircraft | Balloon) -> float:
    """The victory points that change hands if it is destroyed: those for itself, and those that it may still earn. D-22."""
    points = game.tables.number
    if isinstance(target, Balloon):
        return float(points("points", "balloon"))
    own = float(points("points", "bomber" if game.type_of(target).bomber else "aircraft"))
    if plates(game, target):
        return own + points("points", "photographs")
    if photographs(game, target):
        return own + OPEN * points("points", "photographs")
    return own + OPEN * points("points", "bombs") * bombs(game, target)


def life_left(game: Game, target: Aircraft | Balloon) -> int:
    """The points of damage that still destroy it."""
    whole = game.tables.number("balloons", "damage") if isinstance(target, Balloon) else game.type_of(target).damage
    return max(whole - target.damage, 1)


def shot(game: Game, enemy: Aircraft | Balloon, row: FireRow, change: int) -> float:
    """What a shot is expected to bring."""
    odds = fire.worth(row, change, game.rulings)
    return points(game, enemy, float(odds.mean), float(odds.critical))


def points(game: Game, enemy: Aircraft | Balloon, damage: float, critical: float) -> float:
    """Damage and the chance of a critical hit in victory points: the part of the life that is left, of what is at stake.
    A balloon burns (``balloon_target``).
    """
    left = life_left(game, enemy)
    burns = isinstance(enemy, Balloon) and game.rulings.balloon_target == "critical-burns"
    return min((damage + (left if burns else CRITICAL) * critical) / left, 1.0) * stake(game, enemy)


@cached_by_identity(256)
def goes_home(game: Game, aircraft: Aircraft, style: Style) -> bool:
    """Whether it breaks off: it has what it came for, is badly hurt, loses fuel, or has nothing left to fire.

    A side that leads by a point or more has less to win by going on, one that is behind has more.
    """
    earned = victory.points(game)
    lead = max(-1, min(earned[aircraft.side] - earned[victory.other(aircraft.side)], 1))
    hurt = aircraft.damage >= (style["home_at"] - style["lead"] * lead) * game.type_of(aircraft).damage
    armed = any(gun.rounds and not gun.out for gun in aircraft.guns)
    return hurt or aircraft.gliding or aircraft.fuel is not None or not armed or plates(game, aircraft)
