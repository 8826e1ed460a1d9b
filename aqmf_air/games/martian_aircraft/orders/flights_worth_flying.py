"""Flights worth offering: bombing runs that are aimed, flights that bring guns to bear or end out of reach, and others.

All aircraft of a unit fly the same path, in pieces that a player sets with a gauge: the automatic side chooses among these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import acos, atan2, cos, degrees, floor, hypot, radians, sin

from aqmf_air.core.data.model import replace
from aqmf_air.games.martian_aircraft.rules.bombing import Drop, Load, blasts_of, impacts_of
from aqmf_air.games.martian_aircraft.rules.flight import BOMBING, Flight, moved
from aqmf_air.games.martian_aircraft.rules.movement import Move, allowance, gauge_of, inches
from aqmf_air.games.martian_aircraft.rules.scenes import FlightPath, PathPiece
from aqmf_air.games.martian_aircraft.rulings import aircraft_rulings
from aqmf_air.games.martian_aircraft.units import LIGHT_BOMB, LOW, MEDIUM_BOMB, altitude_of, bombs_aboard
from aqmf_air.games.martian_front.base_order import FrontRules, enemies
from aqmf_air.games.martian_front.orders.firing import bearing
from aqmf_air.games.martian_front.rules.measuring import in_reach, under
from aqmf_air.games.martian_front.state import Element, Game, PhasePart, Unit, with_unit
from aqmf_air.geometry.plane.pose import TOLERANCE, within
from aqmf_air.geometry.plane.template import Base
from aqmf_air.geometry.plane.track import Path, Track

ANGLES = (30, 60, 90, 135, 180, 360)
"""Degrees of the turns that are tried."""
STRIDE = 0.5
"""Inches of movement between the points of a path that are tried for a drop."""
FIRST = (0, 3)
"""Inches straight ahead before the turn of an aimed run."""
STEP = 5
"""Degrees of which the turn of an aimed run is a multiple, as gauges are marked."""
OF_A_TARGET = 3
"""Aimed runs that are offered at one enemy unit."""

FULL_CIRCLE = 360

BOMBING_RUNS, GUNS, AWAY, OTHERS = "bombing runs", "guns on the enemy", "out of reach of enemies in sight", "other flights"


@dataclass(frozen=True)
class WorthFlying:
    """A flight of a whole unit, what it is in words, and what it is for."""

    flights: tuple[Flight, ...]
    title: str
    kind: str


def flights_worth_flying(game: Game, rules: FrontRules, unit: Unit) -> tuple[WorthFlying, ...]:
    """Flights by what they are for, the best bombing runs first; those that leave the table, if no other may be flown."""
    bombs = _Bombs(game, rules, unit)
    runs = list(_aimed_runs(game, bombs, unit))
    found, leaving = [], []
    ended = set[tuple[tuple[float, float, float], ...]]()
    for path, title in simple_paths(game, unit):
        flight = Flight(path=path)
        judged = [moved(game, unit, element, flight.path) for element in unit.elements]
        if any(move.problems for move in judged):
            continue
        flights = (flight,) * len(unit.elements)
        if any(move.departure for move in judged):
            leaving.append(WorthFlying(flights, f"{title}, off the table", OTHERS))
            continue
        there = tuple(
            (round(move.end.x, 3), round(move.end.y, 3), round(move.end.facing, 3) % FULL_CIRCLE) for move in judged
        )
        if there not in ended:  # a circle to the left ends as one to the right
            kind, ends = _end_of(game, rules, unit, judged)
            found.append(WorthFlying(flights, f"{title}{ends}", kind))
            ended.add(there)
        if run := _with_bombs(game, bombs, unit, flights, judged, title):
            runs.append(run)
    runs.sort(key=lambda run: -run.count)
    kinds = (GUNS, AWAY, OTHERS)
    found.sort(key=lambda one: kinds.index(one.kind))
    bombing = {run.flights: WorthFlying(run.flights, run.title, BOMBING_RUNS) for run in reversed(runs)}
    return (*reversed(bombing.values()), *found) if runs or found else tuple(leaving)


@dataclass(frozen=True)
class _Run:
    """A flight with bombs: the enemy unit that they fall on, and the bombs of how many aircraft."""

    flights: tuple[Flight, ...]
    title: str
    target: str
    count: int


def _aimed_runs(game: Game, bombs: _Bombs, unit: Unit) -> Iterator[_Run]:
    """Runs over each enemy unit in reach, in formation and each aircraft its own way: of each the few that bomb it most."""
    for x, y in bombs.aims():
        runs: list[tuple[tuple[int, int], _Run]] = []
        own = [list(_paths_over(game, unit, element, (x, y))) for element in unit.elements]
        for angle, flight, title in dict.fromkeys(way for ways in own for way in ways):
            judged = [moved(game, unit, one, flight.path) for one in unit.elements]
            if any(move.problems or move.departure for move in judged):
                continue
            if run := _with_bombs(game, bombs, unit, [flight] * len(judged), judged, title):
                runs.append(((-run.count, angle), run))
        if len(own) > 1 and all(own):  # where a formation covers the target with some of its aircraft only
            flights = [min(ways, key=lambda way: way[0])[1] for ways in own]
            judged = [moved(game, unit, one, flight.path) for one, flight in zip(unit.elements, flights, strict=True)]
            if not any(move.problems or move.departure for move in judged) and (
                run := _with_bombs(game, bombs, unit, flights, judged, "flies each aircraft its own way")
            ):
                runs.append(((-run.count, FULL_CIRCLE), run))
        yield from (run for _, run in sorted(runs, key=lambda one: one[0])[:OF_A_TARGET])


def _paths_over(game: Game, unit: Unit, element: Element, at: tuple[float, float]) -> Iterator[tuple[int, Flight, str]]:
    """Flights of all its Speed that lead an aircraft over a point, each with the degrees of its turn and what it is."""
    kind = game.type_of(unit)
    most, gauge = allowance(kind.speed).maximum, gauge_of(kind.base_diameter, aircraft_rulings(game.rulings))
    for first in FIRST:
        for side in ("left", "right"):
            angle = _turn_towards((element.x, element.y, element.facing), at, first, gauge.radius, side)
            rest = most - first - angle * gauge.inches_per_degree
            if not 0 < angle < FULL_CIRCLE or rest <= 0:
                continue
            pieces = (PathPiece.model_validate({"turn": angle, "side": side}), PathPiece(straight=rest))
            flight = Flight(path=(PathPiece(straight=first), *pieces) if first else pieces)
            if moved(game, unit, element, flight.path).problems:
                continue
            turning = f"turns {angle} degrees {side}"
            yield angle, flight, f'flies {first}" ahead, {turning}' if first else turning


def _turn_towards(start: tuple[float, float, float], at: tuple[float, float], first: float, radius: float, side: str) -> int:
    """Degrees to turn after ``first`` inches so that straight on leads over a point, to the nearest step; 0: it does not."""
    x, y, facing = start
    dx, dy, ahead = at[0] - x, at[1] - y, radians(facing)
    across = dx * cos(ahead) - dy * sin(ahead)
    a = (across if side == "right" else -across) - radius  # as seen from the middle of the turn
    b = dx * sin(ahead) + dy * cos(ahead) - first
    if (away := hypot(a, b)) <= radius:
        return 0
    for sign in (1, -1):
        turn = sign * acos(-radius / away) - atan2(b, a)
        if (a + radius * cos(turn)) * sin(turn) + (b - radius * sin(turn)) * cos(turn) > 0:
            return round(degrees(turn) % 360 / STEP) * STEP
    return 0


def _with_bombs(
    game: Game, bombs: _Bombs, unit: Unit, without: Sequence[Flight], judged: Sequence[Move], title: str
) -> _Run | None:
    """Flights with the bombs that would fall on an enemy; None where none would."""
    drops = [bombs.drops(element.id, move.path) for element, move in zip(unit.elements, judged, strict=True)]
    if not any(drops):
        return None
    flights = tuple(replace(flight, drops=own) for flight, own in zip(without, drops, strict=True))
    target, count = bombs.bombed(flights, judged)
    if not count:
        return None
    many = len(unit.elements)
    some = f" with {count} of {many} aircraft" if count < many else ""
    return _Run(flights, f"{title} and bombs {game.the(target)}{some}", target, count)


def _end_of(game: Game, rules: FrontRules, unit: Unit, judged: Sequence[Move]) -> tuple[str, str]:
    """What a flight without bombs is for, and what its title says of its end."""
    ends = tuple(
        replace(element, x=move.end.x, y=move.end.y, facing=move.end.facing)
        for element, move in zip(unit.elements, judged, strict=True)
    )
    there = replace(unit, elements=ends)
    foes = enemies(game, unit.side)
    if game.part == PhasePart.FIRST_MOVEMENT and altitude_of(game, unit) == LOW:
        after = with_unit(game, there)
        for foe in foes:
            if any(bearing(after, rules, there, mount, foe) for mount in game.type_of(unit).weapons if mount.weapon.range):
                return GUNS, f", guns on {game.the(foe.id)}"
    if foes and not any(_may_reach(game, foe, there) for foe in foes):
        return AWAY, ", out of reach"
    return OTHERS, ""


def _may_reach(game: Game, foe: Unit, unit: Unit) -> bool:
    """Whether an enemy has a weapon with the range to a unit from where it stands, wherever it faces."""
    reach = max((mount.weapon.range or 0.0 for mount in game.type_of(foe).weapons), default=0.0)
    reach += (game.type_of(foe).base_diameter + game.type_of(unit).base_diameter) / 2
    return any(within(hypot(at.x - one.x, at.y - one.y), reach) for at in foe.present for one in unit.elements)


def simple_paths(game: Game, unit: Unit) -> Iterator[tuple[FlightPath, str]]:
    """Paths that a unit can afford, each with what it is."""
    kind = game.type_of(unit)
    allowed = allowance(kind.speed)
    gauge = gauge_of(kind.base_diameter, aircraft_rulings(game.rulings))
    for length in (allowed.maximum, allowed.minimum):
        yield (PathPiece(straight=length),), f'flies {length:g}" straight ahead'
    for angle in ANGLES:
        left = allowed.maximum - angle * gauge.inches_per_degree
        if left < 0:
            continue
        for side in ("left", "right"):
            turn = PathPiece(turn=angle, side=side)
            turning = f"turns {angle} degrees {side}"
            if angle == FULL_CIRCLE:
                turning = f"flies a full circle {side}" + (f", {inches(left)} on" if left > TOLERANCE else "")
            yield (turn, PathPiece(straight=left)), turning
            if 0 < angle < 180 and left > 0:
                yield (PathPiece(straight=left), turn), f"flies ahead and turns {angle} degrees {side}"


def round_flights(game: Game, unit: Unit) -> Iterator[tuple[FlightPath, int]]:
    """Paths of whole inches and easy angles that a unit can afford, each with a point of it, in inches of movement."""
    kind = game.type_of(unit)
    allowed, gauge = allowance(kind.speed), gauge_of(kind.base_diameter, aircraft_rulings(game.rulings))
    for angle in (60, 30, 90, 180):
        for side in ("right", "left"):
            for first in (4, 2, 1):
                left = floor(allowed.maximum - first - angle * gauge.inches_per_degree)
                if left > 0:
                    turn = PathPiece.model_validate({"turn": angle, "side": side})
                    yield (PathPiece(straight=first), turn, PathPiece(straight=left)), first


class _Bombs:
    """Whom the bombs of a unit may fall on, looked up once for all its paths."""

    def __init__(self, game: Game, rules: FrontRules, unit: Unit) -> None:
        self.game, self.unit = game, unit
        self.bombs = BOMBING.fits(game) and altitude_of(game, unit) == LOW
        self.rules = rules
        self._in_reach = in_reach(game, rules, "under barrage", unit) if self.bombs else ()
        self.others = [
            (one.side == unit.side, Base(at.x, at.y, game.type_of(one).base_diameter))
            for one in self._in_reach
            for at in one.present
        ]
        self._strides: dict[tuple[float, Track], list[tuple[float, float, float]]] = {}
        self._loads: dict[str, tuple[Load, list[tuple[bool, float, float, float]]]] = {}
        self._extents: dict[tuple[float, Track], tuple[float, float, float, float]] = {}

    def aims(self) -> Iterator[tuple[float, float]]:
        """Where bombs may be aimed in this move: the element of each enemy unit that is nearest to the aircraft."""
        x, y = self.unit.centre
        far = allowance(self.game.type_of(self.unit).speed).maximum
        for foe in self._in_reach:
            if foe.side != self.unit.side and foe.present:
                at = min(foe.present, key=lambda one: hypot(one.x - x, one.y - y))
                if hypot(at.x - x, at.y - y) <= far + self.game.type_of(foe).base_diameter:
                    yield at.x, at.y

    def bombed(self, flights: Sequence[Flight], moves: Sequence[Move]) -> tuple[str, int]:
        """The id of the enemy unit under the bombs of most of the aircraft, and of how many."""
        rulings = aircraft_rulings(self.game.rulings)
        count: Counter[str] = Counter()
        for flight, move in zip(flights, moves, strict=True):
            hit = {
                unit.id
                for one in impacts_of("", move, flight.drops, rulings)
                for unit, _ in under(
                    self.game, self.rules, one.template, "under barrage", self.unit, judged=rulings.under_template
                )
                if unit.side != self.unit.side
            }
            count.update(sorted(hit))
        return count.most_common(1)[0] if count else ("", 0)

    def drops(self, element: str, path: Path) -> tuple[Drop, ...]:
        """All bombs of an aircraft at the point of its path that is nearest to an enemy, if no friend is there."""
        if not self.bombs:
            return ()
        aboard, reached = self._load(element)
        left, near, right, far = self._bounds(path)
        others = [
            (friend, x, y, reach)
            for friend, x, y, reach in reached
            if left - reach <= x <= right + reach and near - reach <= y <= far + reach
        ]
        if all(friend for friend, *_ in others):
            return ()
        best: tuple[float, float] | None = None
        for at, dx, dy in self._along(path):
            here, there = path.start.x + dx, path.start.y + dy
            under = [(friend, gap) for friend, x, y, reach in others if within(gap := hypot(x - here, y - there), reach)]
            if under and not any(friend for friend, _ in under):
                nearest = min(gap for _, gap in under)
                if best is None or nearest < best[0]:
                    best = nearest, at
        if best is None:
            return ()
        return (Drop(at=best[1], light=aboard.get(LIGHT_BOMB, 0), medium=aboard.get(MEDIUM_BOMB, 0)),)

    def _load(self, element: str) -> tuple[Load, list[tuple[bool, float, float, float]]]:
        """The bombs aboard an aircraft, and each base that they reach: a friend's or not, where, and how near to it.

        Worked out once for all its paths; of no bombs, nobody is reached.
        """
        if element not in self._loads:
            aboard, rulings = bombs_aboard(self.game, self.unit, element), aircraft_rulings(self.game.rulings)
            blasts = blasts_of(tuple(aboard.items()), rulings)
            reached = [
                (friend, base.x, base.y, max(blast.reach(base.diameter, rulings) for blast in blasts))
                for friend, base in (self.others if blasts else ())
            ]
            self._loads[element] = aboard, reached
        return self._loads[element]

    def _bounds(self, path: Path) -> tuple[float, float, float, float]:
        """What holds a path; worked out once for all that face alike, as in :meth:`_along`."""
        key, x, y = (path.start.facing, path.track), path.start.x, path.start.y
        if key not in self._extents:
            left, near, right, far = path.bounds()
            self._extents[key] = left - x, near - y, right - x, far - y
        left, near, right, far = self._extents[key]
        return left + x, near + y, right + x, far + y

    def _along(self, path: Path) -> list[tuple[float, float, float]]:
        """Points of a path that are tried: the movement spent, and how far from its start, along x and y.

        Aircraft in formation fly the same way side by side, so it is laid once for all that face alike.
        """
        key = path.start.facing, path.track
        if key not in self._strides:
            steps = [number * STRIDE for number in range(int(path.spent / STRIDE) + 1)]
            poses = [path.at_spent(at) for at in steps]
            self._strides[key] = [
                (at, pose.x - path.start.x, pose.y - path.start.y) for at, pose in zip(steps, poses, strict=True)
            ]
        return self._strides[key]
