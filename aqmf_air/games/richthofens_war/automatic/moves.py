"""What each end of a move is worth: the numbers of shots, of shots taken, of the enemy's replies, of what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.api import Style, chances
from aqmf_air.api.geometry import ORIGIN, stepped
from aqmf_air.games.richthofens_war.automatic import mission_moves, threats
from aqmf_air.games.richthofens_war.automatic.mission_moves import goes_home, life_left, stake
from aqmf_air.games.richthofens_war.automatic.threats import NONE, Coming, Places, Values, looked_up, tailing_table, threat
from aqmf_air.games.richthofens_war.chapters import paths
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Performance
from aqmf_air.games.richthofens_war.chapters.fire import batteries_of
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import By, clear_need, cleared
from aqmf_air.games.richthofens_war.chapters.moving import overdive
from aqmf_air.games.richthofens_war.chapters.paths import overdives
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace
from aqmf_air.games.richthofens_war.state import Aircraft, Balloon, Game
from aqmf_air.games.richthofens_war.tables import FURTHEST, STEP

ENOUGH = 6
"""Steps of height above the nearest enemy that are worth having."""
LOOK_AHEAD = 6
"""Hexes of the move after this one, to see whether a turn towards an errand is needed."""
AROUND = 0.25
"""What a hex nearer to it is worth beside one, while height is still to be lost."""
EDGE = 3
"""Hexes from the edge of the map that are kept free."""
MOVES = 8
"""Moves that are thought of to the end."""
CREW: tuple[By, By] = ("pilot", "observer")


class Move(NamedTuple):
    """A move of an aircraft, with the numbers of its end."""

    speed: int
    path: str
    numbers: dict[str, float]
    about: dict[str, str]
    """Whom a number concerns most."""


class Outlook:
    """All ends of a move of an aircraft whose turn it is, with their numbers."""

    def __init__(self, game: Game, aircraft: Aircraft, style: Style) -> None:
        self.game, self.aircraft, self.style = game, aircraft, style
        self.home = goes_home(game, aircraft, style)
        self.jammed = any(gun.jammed and not gun.out for gun in aircraft.guns)
        self.ends = threats.all_ends(threats.flight_of(game, aircraft), aircraft.hex, paths.speeds_of(game, aircraft))
        self.numbers: dict[str, Values] = {}
        self._about: dict[str, tuple[Sequence[str], Values]] = {}
        self._open, self._off = self._possible()
        if len(self.ends.speed):
            self._fire()
            self._replies()
            self._place()
            self._over_ground()
            self.numbers["gone"] = self._off.astype(float)
            self.numbers["strain"] = _strain(game, aircraft, self.ends)
            if self.jammed:
                self.numbers["hands"] = self._hands_free()

    def best(self, weighed: Callable[[dict[str, Values]], Values]) -> list[Move]:
        """The best moves, the best first, no two to the same place; those that cannot be flown are left out."""
        if not self._open.any():
            return []
        worth = np.where(self._open, weighed(self.numbers), -np.inf)
        moves: list[Move] = []
        ends, seen = self.ends.end, set[tuple[int, ...]]()
        for which in np.argsort(-worth, kind="stable")[: MOVES * 20]:
            place = tuple(int(each[which]) for each in ends)
            if place in seen or not np.isfinite(worth[which]):
                continue
            seen.add(place)
            speed, path = threats.path_to(self.ends, int(which), self.game.tables)
            leaves = paths.leaves(self.game, paths.walked_by(self.game, self.aircraft, path))
            if leaves != self._off[which]:
                continue
            moves.append(self._move(int(which), speed, path))
            if len(moves) == MOVES:
                break
        return moves

    def run(self, run: mission_moves.Run) -> Move:
        """A run over the ground as a move, with what it earns; who strafes fires at no aircraft (``strafe_and_fire``)."""
        move = self._move(int(self._ending_as(run.speed, run.path)[0]), run.speed, run.path)
        move.numbers.update(aim=mission_moves.earns(self.game, self.aircraft, run), errand=0.0, lined_up=0.0)
        if run.kind == "strafing":
            move.numbers.update(shots=0.0, hopes=0.0)
        return move

    def worth(self, moves: Iterable[tuple[int, str]], weighed: Callable[[dict[str, Values]], Values]) -> list[float]:
        """What moves are worth by where they end, each a speed and a path; least of all where none should end."""
        worth = (
            np.where(self._open, weighed(self.numbers), -np.inf) if self._open.any() else np.full(len(self._open), -np.inf)
        )
        return [max(worth[self._ending_as(*move)].tolist(), default=-np.inf) for move in moves]

    def _ending_as(self, speed: int, path: str) -> NDArray[np.intp]:
        """Which of the ends a path leads to at a speed."""
        end = paths.walked_by(self.game, self.aircraft, path).end
        place = Places.of(HexPlace(end.pose.at, end.pose.facing, end.height))
        same = [each == there for each, there in zip(self.ends.end, place, strict=True)]
        return np.flatnonzero(np.logical_and.reduce([*same, self.ends.speed == speed]))

    def _move(self, which: int, speed: int, path: str) -> Move:
        numbers = {name: float(values[which]) for name, values in self.numbers.items()}
        about = {name: ids[int(np.argmax(each[:, which]))] for name, (ids, each) in self._about.items()}
        return Move(speed, path, numbers, about)

    def _possible(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Where the move may and should end, and where it leaves the map for home. MOVE-2, ``map_edge``."""
        game, aircraft, ends = self.game, self.aircraft, self.ends.end
        columns, rows = game.tables.number("map", "columns"), game.tables.number("map", "rows")
        column, row = _column(ends), ends.r
        off = (column < 0) | (column >= columns) | (row < 0) | (row >= rows)
        own_edge = (column < 0 if aircraft.side == "german" else column >= columns) & (row >= 0) & (row < rows)
        leaves = off & own_edge & (self.home and game.rulings.map_edge == "leaves")
        possible = ~off | leaves
        for other in (each for each in game.flying if each.moved or each.id == aircraft.id):
            there = Places.of(other.place)
            possible &= (ends.q != there.q) | (ends.r != there.r) | (ends.height != there.height)
        return possible, leaves

    def _fire(self) -> None:
        """Its own, and that of those who have moved. DECL-1, DECL-2, DECL-4."""
        game, aircraft = self.game, self.aircraft
        for name, moved in (("shots", True), ("hopes", False)):
            targets = [each for each in game.targets(aircraft.side) if each.moved == moved]
            self._keep(name, targets, [self._dealt(each) for each in targets], np.max)
        moved_ = [enemy for enemy in game.enemies(aircraft.side) if enemy.moved]
        self._keep("taken", moved_, [self._taken(enemy) for enemy in moved_], np.sum)

    def _keep(self, name: str, whom: Sequence[Aircraft | Balloon], each: list[Values], add_up: Any) -> None:
        if each:
            stacked = np.stack(each)
            self.numbers[name] = add_up(stacked, axis=0)
            self._about[name] = [aircraft.id for aircraft in whom], stacked

    def _dealt(self, enemy: Aircraft | Balloon) -> Values:
        """What it can do to an enemy from each end."""
        game, aircraft, ends = self.game, self.aircraft, self.ends
        target, total = Places.of(enemy.place), np.zeros(len(ends.speed))
        if pilot := threat(game, aircraft, enemy, "pilot"):
            value = pilot.of(ends.end, target, ends.before)
            if isinstance(enemy, Aircraft) and game.tails_whom(aircraft.id) == enemy.id:
                follows = looked_up(tailing_table(game.tables, game.rulings), ends.end, target) > 0
                value = np.maximum(value, pilot.of(ends.end, target) * (follows & (ends.end.facing == enemy.facing)))
            total = total + value
        if observer := threat(game, aircraft, enemy, "observer"):
            total = total + observer.of(ends.end, target)
        return total

    def _taken(self, enemy: Aircraft) -> Values:
        """What an enemy that has moved can do to it at each end."""
        game, aircraft, ends = self.game, self.aircraft, self.ends
        place, total = Places.of(enemy.place), np.zeros(len(ends.speed))
        made = game.declared(enemy.id)
        if (made is None or made.target == aircraft.id) and (pilot := threat(game, enemy, aircraft, "pilot")):
            # who has declared on it before it moves has only to bear on it still when all have moved (``unmoved_target``)
            total = total + pilot.of(place, ends.end, None, ends.before if made is None else None)
        if observer := threat(game, enemy, aircraft, "observer"):
            total = total + observer.of(place, ends.end)
        return total

    def _replies(self) -> None:
        """What those who have yet to move can do to it at each end, as far as they have no better target."""
        game, aircraft, end = self.game, self.aircraft, self.ends.end
        friends = [each for each in game.flying if each.side == aircraft.side and each.id != aircraft.id]
        foes = [enemy for enemy in game.enemies(aircraft.side) if not enemy.moved]
        arrays = []
        for enemy in foes:
            total = np.zeros(len(end.q))
            if self._within_reach(enemy):
                for by in CREW:
                    if own := threat(game, enemy, aircraft, by):
                        coming = Coming(game, enemy, by)
                        most = coming.most(own, end)
                        others = (
                            float(coming.most(at, Places.of(each.place))[0]) * (1.0 if each.moved else 0.5)
                            for each in friends
                            if (at := threat(game, enemy, each, by))
                        )
                        better = max(others, default=0.0)
                        spread = self.style["spread"] if better else 1.0
                        total += np.maximum(most - better, 0) * (1 - spread) + spread * most
            arrays.append(total)
        self._keep("replies", foes, arrays, np.sum)

    def _within_reach(self, enemy: Aircraft) -> bool:
        far = _distance(self.ends.end, Places.of(enemy.place)).min()
        return bool(far <= paths.speeds_of(self.game, enemy)[-1] + FURTHEST)

    # -- what it leads to -------------------------------------------------------------------------------------------------

    def _place(self) -> None:
        """Tails, height, distance, room before the edge."""
        game, aircraft, ends, numbers = self.game, self.aircraft, self.ends.end, self.numbers
        columns, rows = game.tables.number("map", "columns"), game.tables.number("map", "rows")
        column, row = _column(ends), ends.r
        if self.home:
            to_edge = column if aircraft.side == "german" else columns - 1 - column
            numbers["home"] = np.maximum(to_edge, 0).astype(float)
            return
        room = np.minimum(np.minimum(column, columns - 1 - column), np.minimum(row, rows - 1 - row))
        numbers["edge"] = np.maximum(EDGE - room, 0).astype(float)
        enemies = game.enemies(aircraft.side)
        if not enemies:
            return
        tails = tailing_table(game.tables, game.rulings)
        table = threats.bearing_table(game.type_of(aircraft), "front", game.tables, game.rulings)
        nearest, above = np.full(len(row), np.inf), np.zeros(len(row))
        ahead, on_tail, tailed = np.zeros(len(row)), np.zeros(len(row)), np.zeros(len(row))
        for enemy in enemies:
            place = Places.of(enemy.place)
            if enemy.moved:
                alike = ends.facing == enemy.facing
                on_tail += (looked_up(tails, ends, place) > 0) & alike
                tailed += (looked_up(tails, place, ends) > 0) & alike
            far = _distance(ends, place)
            closer = far < nearest
            nearest, above = np.where(closer, far, nearest), np.where(closer, ends.height - place.height, above)
            ahead = np.maximum(ahead, looked_up(table, ends, place) != NONE)
        armed = self._armed()
        numbers.update(ahead=ahead * armed, tails=on_tail * armed, tailed=tailed)
        if mission_moves.errand(game, aircraft) is None:
            numbers["height"] = np.clip(above, -ENOUGH, ENOUGH)
            numbers["apart"] = np.maximum(abs(above) - ENOUGH, 0)
            numbers["near"] = np.maximum(nearest - 2, 0)

    def _over_ground(self) -> None:
        """The way to where its mission leads."""
        game, aircraft, ends = self.game, self.aircraft, self.ends
        if self.home or (errand := mission_moves.errand(game, aircraft)) is None:
            return
        now = game.performance(aircraft)
        self.numbers["errand"] = _way_left(now, ends.end, errand)
        if sought := mission_moves.photographs(game, aircraft):
            lined = np.zeros(len(ends.speed))
            for speed in np.unique(ends.speed):
                poses = mission_moves.lined_up(sought, int(speed), errand.height, now, game.tables, game.rulings)
                good = {(*pose.at, pose.facing) for pose in poses}
                which = np.flatnonzero(ends.speed == speed)
                places = zip(*(each[which].tolist() for each in ends.end[:3]), strict=True)
                lined[which] = [place in good for place in places]
            self.numbers["lined_up"] = lined

    def _armed(self) -> Values | float:
        """The chance that its pilot has a gun to fire in the next turn: nothing else makes a place behind an enemy worth
        keeping. JAM-4, JAM-5, SPEC-9.
        """
        if batteries_of(self.game, self.aircraft, "pilot"):
            return 1.0
        if any(gun.empty_drum and not (gun.jammed or gun.out) for gun in self.aircraft.guns):
            return self._hands_free()
        clear = float(chances(cleared, clear_need(self.game.tables)).where(bool))
        return self._hands_free() * clear * self.jammed

    def _hands_free(self) -> Values:
        """Where a jam may be cleared after the move. JAM-5."""
        tables, ends = self.game.tables, self.ends
        free = (ends.dived * STEP <= tables.number("jams", "dive")) & (ends.climbed * STEP <= tables.number("jams", "climb"))
        courses, which = np.unique(ends.course, return_inverse=True)
        turned = np.array(list(map(_turned_at_once, courses.tolist())))
        return (free & (turned[which] <= tables.number("jams", "hexsides"))).astype(float)


@lru_cache(maxsize=16384)
def _turned_at_once(course: bytes) -> int:
    return paths.turned_at_once(list(course.decode()))


def _column(places: Places) -> Any:
    """The columns of hexes: as :func:`aqmf_air.geometry.hexes.grid.to_map` has them."""
    return places.q + (places.r - (places.r & 1)) // 2


def _distance(places: Places, origin: Places) -> Values:
    """As :func:`aqmf_air.geometry.hexes.grid.distance`."""
    q, r = places.q - origin.q, places.r - origin.r
    far: Values = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r)).astype(float)
    return far


def _way_left(now: Performance, places: Places, errand: mission_moves.Errand) -> Values:
    """Hexes to where an errand leads from the end of a straight move, or those in which it can come down there if more."""
    directions = np.array([stepped(ORIGIN, facing) for facing in range(6)], np.int16)
    ahead = LOOK_AHEAD * directions[places.facing]
    after = places._replace(q=places.q + ahead[:, 0], r=places.r + ahead[:, 1])
    there = Places.of(HexPlace(errand.at, 0, errand.height))
    level = _distance(after, there)
    down: Values = np.maximum(places.height - there.height, 0) * (STEP * LOOK_AHEAD / now.max_dive)
    return np.maximum(level, down) + AROUND * level


def _strain(game: Game, aircraft: Aircraft, ends: threats.Ends) -> Values:
    """What overdiving costs on average, in victory points: D-7."""
    now, cost = game.performance(aircraft), np.zeros(len(ends.speed))
    share = stake(game, aircraft) / life_left(game, aircraft)
    for speed in np.unique(ends.speed):
        for dived in np.unique(ends.dived[ends.speed == speed]):
            if beyond := overdives(int(speed), int(dived) * STEP, now, game.tables):
                damage = float(chances(overdive, beyond, game.tables).mean(int))
                cost[(ends.speed == speed) & (ends.dived == dived)] = damage * share
    return cost
