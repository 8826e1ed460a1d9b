"""What an automatic side does over the ground, where it has to go, what things are worth to it, and when it goes home."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Literal, NamedTuple

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
from aqmf_air.games.richthofens_war.tables import FireRow, Tables

if TYPE_CHECKING:
    from aqmf_air.games.richthofens_war.sequence import RichthofenRulings


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
    one = game.of(game.queue[0]) if game.phase == "movement" and game.queue else None
    if one is None or one.side != player:
        return None
    if (first := announced(game, one)) is not None:
        return first
    found = run(game, one)
    return None if found is None else begun(game, one, found)


def begun(game: Game, one: Aircraft, found: Run) -> Command:
    """The order by which a run begins: what has to be announced, then the move."""
    if found.kind == "bombs" and not game.intends(one.id, "bombs"):
        return DropBombs(aircraft=one.id)
    if found.kind == "strafing" and not game.intends(one.id, "strafing"):
        return Strafe(aircraft=one.id)
    return Fly(aircraft=one.id, speed=found.speed, path=found.path)


def earns(game: Game, one: Aircraft, found: Run) -> float:
    """The victory points that a run is expected to bring. D-16 to D-18, D-22."""
    way, points = paths.walked_by(game, one, found.path), game.tables.number
    match found.kind:
        case "photographs" | "home":
            return float(points("points", "photographs"))
        case "bombs":
            height = missions.over_target(way, missions.targets_of(game, one.side, "bombs"))
            hit = chances(missions.bombed, height, game.tables).where(bool) if height is not None else 0
            return points("points", "bombs") * float(hit)
        case "strafing":
            hexes = missions.strafed_hexes(found.path, way, one.side, game.tables, game.rulings)
            hits = chances(missions.strafed, hexes, game.tables).mean(int)
            return points("points", "trench") * float(hits) / hits_for_a_point(game, one.side)


def announced(game: Game, one: Aircraft) -> AnnounceBalloonAttack | KeepSkill | None:
    """An attack on a balloon near by, announced before the move, with an ace's skill; None: there is none to announce."""
    if game.rulings.balloon_attack != "announced" or not fire.batteries_of(game, one, "pilot"):
        return None
    for each in game.balloons:
        near = each.side != one.side and each.state == "up" and distance(each.hex, one.hex) <= BALLOON_NEAR
        if near and not game.intends(one.id, "balloon", each.id):
            return AnnounceBalloonAttack(aircraft=one.id, balloon=each.id)
    return KeepSkill(aircraft=one.id) if fire_from_ground.may_draw_skill(game, one) else None


def run(game: Game, one: Aircraft) -> Run | None:
    """A move that photographs, brings plates home, bombs or strafes now; None: there is none worth flying."""
    for find in (_photographs, _home, _bombs, _strafing):
        if found := find(game, one):
            return found
    return None


def plates(game: Game, one: Aircraft) -> bool:
    """Whether an aircraft has all targets on its plates."""
    sought = missions.targets_of(game, one.side, "photographs")
    return bool(sought) and sought <= {Hex(*at) for at in one.photographed}


def photographs(game: Game, one: Aircraft) -> frozenset[Hex]:
    """The targets that it may photograph: none, if it has them all or nobody is there to do it."""
    sought = missions.targets_of(game, one.side, "photographs")
    return frozenset() if plates(game, one) or missions.against_observing(one) else sought


def bombs(game: Game, one: Aircraft) -> bool:
    """Whether it has bombs to drop on a target."""
    return one.loaded and bool(missions.targets_of(game, one.side, "bombs"))


def _photographs(game: Game, one: Aircraft) -> Run | None:
    if not (sought := photographs(game, one)):
        return None
    for speed in reversed(paths.speeds_of(game, one)):
        path = "F" * speed
        if paths.flyable(game, one, speed, path):
            way = paths.walked_by(game, one, path)
            if missions.photographed(paths.start_of(game, one), path, way, sought, game.tables):
                return Run("photographs", speed, path)
    return None


def _home(game: Game, one: Aircraft) -> Run | None:
    """Off the map over the own edge, with plates."""
    if plates(game, one):
        for speed, path in usual(game, one):
            way = paths.walked_by(game, one, path)
            if paths.leaves(game, way) and left_for_home(way.end.pose.at, one.side, game.tables):
                return Run("home", speed, path)
    return None


def _bombs(game: Game, one: Aircraft) -> Run | None:
    sought = missions.targets_of(game, one.side, "bombs")
    if not bombs(game, one) or not any(distance(one.hex, at) <= one.speed + 2 for at in sought):
        return None
    share = one.damage / game.type_of(one).damage
    worth = next(need for least, need in WORTH_DROPPING if share >= least)
    best: tuple[int, Run] | None = None
    for speed in paths.speeds_of(game, one):
        for reached in paths.reached_by(game, one, speed):
            if reached.end.pose.at in sought and (best is None or reached.end.height < best[0]):
                low_enough = missions.bomb_need(reached.end.height, game.tables) <= worth
                if low_enough and paths.flyable(game, one, speed, reached.path):
                    best = reached.end.height, Run("bombs", speed, reached.path)
    return best[1] if best else None


def _strafing(game: Game, one: Aircraft) -> Run | None:
    if not _strafes(game, one) or not missions.may_come_to_strafe(game, one):
        return None
    best: tuple[int, Run] | None = None
    for speed in paths.speeds_of(game, one):
        for path in _along(speed, game.performance(one).prices[:1]):
            if paths.flyable(game, one, speed, path):
                way = paths.walked_by(game, one, path)
                hexes = missions.strafed_hexes(path, way, one.side, game.tables, game.rulings)
                if hexes and not paths.leaves(game, way) and (best is None or hexes > best[0]):
                    best = hexes, Run("strafing", speed, path)
    return best[1] if best else None


def _strafes(game: Game, one: Aircraft) -> bool:
    told = any((each.side, each.kind) == (one.side, "strafing") for each in game.setup.missions)
    return told and one.flown_by == "pilot" and bool(fire.batteries_of(game, one, "pilot"))


@lru_cache(maxsize=256)
def lined_up(
    sought: frozenset[Hex], speed: int, height: int, now: Performance, tables: Tables, rulings: RichthofenRulings
) -> frozenset[HexPose]:
    """The poses from which a straight move at a speed photographs targets. D-18."""
    path, found = AHEAD * speed, set[HexPose]()
    for at, facing, back in product(sought, range(6), range(1, speed + 1)):
        start = Start(HexPose(stepped(at, facing, -back), facing), height)
        if missions.photographed(start, path, walked(start, path, now, tables, rulings), sought, tables):
            found.add(start.pose)
    return frozenset(found)


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


def errand(game: Game, one: Aircraft) -> Errand | None:
    """Where an aircraft has to go to do what its side is to do; None: nowhere in particular."""
    tables = game.tables
    if plates(game, one):
        column = -1 if one.side == "german" else tables.number("map", "columns")
        return Errand(from_map(column, to_map(one.hex)[1]), one.height)
    if sought := photographs(game, one):
        lowest, highest = (tables.number("missions", f"photo-{end}") for end in ("lowest", "highest"))
        return Errand(_nearest(one, sought), min(max(one.height, lowest), highest))
    if not missions.against_observing(one):
        sought = missions.targets_of(game, one.side, "spotting")
        if sought and len(one.spotted) < tables.number("missions", "spotting-turns"):
            return Errand(_nearest(one, sought), one.height)
    if bombs(game, one):
        return Errand(_nearest(one, missions.targets_of(game, one.side, "bombs")), tables.bombing[0].to)
    for each in game.balloons:
        if each.side != one.side and each.state == "up":
            return Errand(each.hex, each.height + 50)
    if _strafes(game, one):
        return Errand(from_map(trench(other(one.side), tables), to_map(one.hex)[1]), LOW)
    return None


def _nearest(one: Aircraft, sought: frozenset[Hex]) -> Hex:
    return min(sorted(sought), key=lambda at: distance(one.hex, at))


# -- what things are worth, in victory points --------------------------------------------------------------------------


CRITICAL = 2.5
"""Points of damage that a critical hit is worth."""
OPEN = 0.5
"""The part that counts of what an aircraft may still earn; once it has only to come home, all of it."""


@cached_by_identity(256)
def stake(game: Game, one: Aircraft | Balloon) -> float:
    """The victory points that change hands if it is destroyed: those for itself, and those that it may still earn. D-22."""
    points = game.tables.number
    if isinstance(one, Balloon):
        return float(points("points", "balloon"))
    own = float(points("points", "bomber" if game.type_of(one).bomber else "aircraft"))
    if plates(game, one):
        return own + points("points", "photographs")
    if photographs(game, one):
        return own + OPEN * points("points", "photographs")
    return own + OPEN * points("points", "bombs") * bombs(game, one)


def life_left(game: Game, one: Aircraft | Balloon) -> int:
    """The points of damage that still destroy it."""
    whole = game.tables.number("balloons", "damage") if isinstance(one, Balloon) else game.type_of(one).damage
    return max(whole - one.damage, 1)


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
def goes_home(game: Game, one: Aircraft, style: Style) -> bool:
    """Whether it breaks off: it has what it came for, is badly hurt, loses fuel, or has nothing left to fire.

    A side that leads by a point or more has less to win by going on, one that is behind has more.
    """
    earned = victory.points(game)
    lead = max(-1, min(earned[one.side] - earned[victory.other(one.side)], 1))
    hurt = one.damage >= (style["home_at"] - style["lead"] * lead) * game.type_of(one).damage
    armed = any(gun.rounds and not gun.out for gun in one.guns)
    return hurt or one.gliding or one.fuel is not None or not armed or plates(game, one)
