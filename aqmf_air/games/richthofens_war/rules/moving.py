"""Moves: what an aircraft can do, whether a path is a legal move, and every way to end one. MOVE, DIVE, CONT, D-4 to D-6.

A path is a string: ``F`` a hex ahead, ``L`` and ``R`` a turn by one hexside, ``C`` 50 m of climb, ``D`` 50 m of dive, and a
complex maneuver by its name in braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.richthofens_war.rules import schedules
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import STEP, AircraftType, Schedule, Tables
from aqmf_air.geometry.hexes.grid import Hex, stepped
from aqmf_air.geometry.hexes.moves import AHEAD, LEFT, RIGHT, HexPose, Prices, after_step, ends, step_price

CLIMB, DIVE = "C", "D"
STEPS = re.compile(r"[FLRCD]|\{[a-z-]+\}")
PATH = rf"^({STEPS.pattern})*$"


@dataclass(frozen=True)
class Condition:
    """What has become of an aircraft, as far as its performance goes."""

    loaded: bool = False
    speed_lost: int = 0
    climb_lost: int = 0
    dive_lost: int = 0
    schedule_lost: int = 0
    at_dual_controls: bool = False
    gliding: bool = False
    last_speed: int = 0
    """That of its last move."""


@dataclass(frozen=True)
class Performance:
    """What an aircraft can do now: speeds in movement points, heights in metres."""

    schedule: Schedule
    prices: Prices
    """Movement points for the first, second and third hexside in a hex."""
    min_speed: int
    max_speed: int
    dive_speed: int
    overdive_speed: int
    max_dive: int
    max_climb: int
    ceiling: int
    gliding: bool = False
    diving_speed: int = 0
    """The speed that counts for dives (``shallow_speed``); 0: that of the move."""
    adds_shallow_dive: bool = False
    """Whether an overdive may be deeper by what a shallow dive may be (``shallow_and_overdive``)."""


def performance(type_: AircraftType, condition: Condition, tables: Tables, rulings: RichthofenRulings) -> Performance:
    """What an aircraft can do in this condition. BOMB-1 to BOMB-5, CRIT-2, CRIT-3, D-4, D-8."""
    schedule = schedules.in_force(
        type_, tables, loaded=condition.loaded, lost=condition.schedule_lost, at_dual_controls=condition.at_dual_controls
    )
    sides = tables.turn_costs.at(schedule).sides
    if rulings.turn_cost_reading == "running-total":
        sides = tuple(cost - before for cost, before in zip(sides, (0, *sides), strict=False))
    most = type_.max_speed - condition.speed_lost - condition.loaded * tables.number("load", "speed")
    climb = max(type_.max_climb - condition.climb_lost, 0)
    if condition.loaded and climb:
        climb = max(climb - tables.number("load", "climb"), tables.number("load", "least-climb"))
    if condition.gliding:
        most, climb = type_.dive_speed, 0
    return Performance(
        schedule,
        sides,
        type_.min_speed,
        most,
        type_.dive_speed,
        type_.overdive_speed,
        max(type_.max_dive - condition.dive_lost, 0),
        climb,
        type_.ceiling,
        condition.gliding,
        condition.last_speed if rulings.shallow_speed == "speed-at-dive" else 0,
        rulings.shallow_and_overdive == "yes",
    )


def jettisons(type_: AircraftType, condition: Condition, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether a loaded aircraft has to drop its load at once. BOMB-6."""
    own = type_.max_speed - condition.speed_lost
    counts = own - tables.number("load", "speed") if rulings.jettison_speed == "loaded-maximum" else own
    return condition.loaded and condition.speed_lost > 0 and counts <= type_.min_speed


def speeds(now: Performance, last: int, dived: int, tables: Tables, rulings: RichthofenRulings) -> range:
    """The speeds that a move may have.

    Args:
        now: what the aircraft can do.
        last: the speed of its last move.
        dived: metres that it dived in that.
        tables: in force.
        rulings: in force.

    D-6.
    """
    change = tables.number("movement", "speed-change")
    faster = (
        tables.number("movement", "speed-after-dive") if dived >= tables.number("movement", "dive-for-speed") else change
    )
    low, high = max(now.min_speed, last - change), min(now.max_speed, last + faster)
    if low > high:  # damage, or a glide, has taken the speed away
        low = high = now.max_speed if rulings.forced_slow == "at-maximum" else max(last - change, now.max_speed)
    return range(low, high + 1)


def max_dive_at(speed: int, now: Performance, tables: Tables) -> int:
    """Metres that can be dived at a speed without overdiving. DIVE-1."""
    beyond = max((now.diving_speed or speed) - now.dive_speed, 0)
    return max(now.max_dive - beyond * tables.number("movement", "shallower-dive"), 0)


def overdives(speed: int, dived: int, now: Performance, tables: Tables) -> int:
    """Movement points beyond the dive speed of a dive that is an overdive; 0: it is none. DIVE-3, D-7."""
    return (now.diving_speed or speed) - now.dive_speed if dived > max_dive_at(speed, now, tables) else 0


def most_dive(speed: int, now: Performance, tables: Tables) -> int:
    """Metres that can be dived at a speed, overdiving included."""
    shallow = max_dive_at(speed, now, tables)
    counts = now.diving_speed or speed
    if counts > now.overdive_speed or counts <= now.dive_speed:
        return shallow
    return now.max_dive + shallow if now.adds_shallow_dive else now.max_dive


class Start(NamedTuple):
    """Where a move begins."""

    pose: HexPose
    height: int
    straight_first: bool = False
    """Whether the first step has to be one ahead. CONT-1, CONT-2."""


class MoveMoment(NamedTuple):
    """Where an aircraft is when so many of its movement points are spent."""

    pose: HexPose
    height: int


@dataclass(frozen=True)
class Walked:
    """What a path comes to."""

    moments: tuple[MoveMoment, ...]
    """After each movement point; the start first."""
    entered: tuple[tuple[Hex, int], ...]
    """The hexes entered, each with the height in it when it is left or the move ends."""
    climbed: int
    dived: int
    turned_at_once: int
    maneuver: str

    @property
    def spent(self) -> int:
        """Movement points."""
        return len(self.moments) - 1

    @property
    def end(self) -> MoveMoment:
        return self.moments[-1]

    @property
    def before(self) -> MoveMoment:
        """Where it is before the last movement point."""
        return self.moments[-2] if self.spent else self.moments[-1]


class WalkError(ValueError):
    """A path that cannot be flown: the rule against it, and why."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(reason)
        self.objection = Objection(rule, reason)


def steps_of(path: str) -> list[str]:
    """The steps of a path."""
    return STEPS.findall(path)


def walked(start: Start, path: str, now: Performance, tables: Tables, rulings: RichthofenRulings) -> Walked:
    """Fly a path step by step. Raises WalkError: a step cannot be made; says which and why."""
    walk = _Walk(start, now, tables, rulings)
    for number, step in enumerate(steps_of(path), 1):
        walk.take(step, number)
    if walk.climbed and walk.dived and rulings.height_where == "one-way":
        raise WalkError("RW-BASE-1", "a move climbs or dives, not both")
    return Walked(tuple(walk.moments), tuple(walk.entered), walk.climbed, walk.dived, walk.most_turned, walk.maneuver)


class _Walk:
    """A path on its way."""

    def __init__(self, start: Start, now: Performance, tables: Tables, rulings: RichthofenRulings) -> None:
        self.start, self.now, self.tables, self.rulings = start, now, tables, rulings
        self.pose, self.height = start.pose, start.height
        self.moments = [MoveMoment(self.pose, self.height)]
        self.entered: list[tuple[Hex, int]] = []
        self.climbed = self.dived = self.dived_here = self.came_here = 0
        self.most_turned, self.maneuver = abs(self.pose.turned), ""

    def take(self, step: str, number: int) -> None:
        """Make a step. Raises WalkError: it cannot be made."""
        where = f"step {number}"
        if self.start.straight_first and number == 1 and step != AHEAD:
            raise WalkError("RW-CONT-1", "the move begins with a hex straight ahead")
        if step == DIVE:
            self._dive(where)
            return
        if step == CLIMB:
            self.climbed, self.height = self.climbed + STEP, self.height + STEP
            if self.entered:
                self.entered[-1] = (self.pose.at, self.height)
            cost = self.tables.number("movement", "climb")
        elif step in (AHEAD, LEFT, RIGHT):
            cost = self._over_the_map(step, where)
        else:
            cost = self._maneuver(step.strip("{}"), where)
        self.moments += [MoveMoment(self.pose, self.height)] * cost

    def _dive(self, where: str) -> None:
        if not self.entered:
            raise WalkError("RW-CONT-7", f"{where}: a dive needs a hex ahead first")
        self.dived_here += STEP
        if self.dived_here > (most := self.tables.number("movement", "dive-in-a-hex")):
            raise WalkError("RW-BASE-1", f"{where}: no more than {most} m of dive in one hex")
        self.dived, self.height = self.dived + STEP, self.height - STEP
        self.entered[-1] = (self.pose.at, self.height)
        for at in range(self.came_here, len(self.moments)):  # a dive counts with the point that led into the hex
            self.moments[at] = self.moments[at]._replace(height=self.moments[at].height - STEP)

    def _over_the_map(self, step: str, where: str) -> int:
        cost = step_price(self.pose, step, self.now.prices)
        if cost is None:
            raise WalkError(*_no_turn(self.pose, step, self.now, where))
        self.pose = after_step(self.pose, step)
        self.most_turned = max(self.most_turned, abs(self.pose.turned))
        if step == AHEAD:
            self.entered.append((self.pose.at, self.height))
            self.dived_here, self.came_here = 0, len(self.moments)
        return cost

    def _maneuver(self, name: str, where: str) -> int:
        if self.maneuver:
            raise WalkError("RW-MAN-1", f"{where}: one complex maneuver a turn")
        self.maneuver = name
        self.pose, self.height, cost = _maneuvered(self.pose, self.height, name, self.now, self.tables, self.rulings, where)
        self.entered.append((self.pose.at, self.height))
        self.came_here = len(self.moments)
        return cost


def _no_turn(pose: HexPose, step: str, now: Performance, where: str) -> tuple[str, str]:
    already = pose.turned if step == RIGHT else -pose.turned
    if already < 0:
        return "RW-CONT-6", f"{where}: never two directions in one hex"
    return "RW-CONT-5", f"{where}: no more than {len(now.prices)} hexsides in one hex (schedule {now.schedule})"


def _maneuvered(
    pose: HexPose, height: int, name: str, now: Performance, tables: Tables, rulings: RichthofenRulings, where: str
) -> tuple[HexPose, int, int]:
    """The pose and the height after a complex maneuver, and what it costs. MAN-1 to MAN-3, D-12."""
    side = {"left": -1, "right": 1}.get(name.rpartition("-")[2], 0)
    row = tables.maneuvers.rows.get((name.rpartition("-")[0] if side else name,))
    if rulings.special_maneuvers == "off" or row is None or bool(row.slip) != bool(side):
        raise WalkError("RW-MAN-1", f"{where}: no maneuver {name!r} is flown in this game")
    if now.gliding or now.schedule not in row.costs:
        raise WalkError("RW-MAN-2", f"{where}: schedule {now.schedule} cannot fly a {row.title}")
    if row.height > now.max_climb:
        raise WalkError("RW-MAN-2", f"{where}: a {row.title} climbs {row.height} m, the maximum is {now.max_climb} m")
    at = stepped(pose.at, pose.facing + side) if side else pose.at
    return HexPose(at, (pose.facing + row.turn) % 6), height + row.height, row.costs[now.schedule]


def against(
    start: Start, path: str, speed: int, now: Performance, tables: Tables, rulings: RichthofenRulings
) -> tuple[Objection, ...]:
    """What is said against a move, beside its speed and who stands at its end. MOVE, DIVE, CONT."""
    try:
        way = walked(start, path, now, tables, rulings)
    except WalkError as bad:
        return (bad.objection,)
    found = [*beyond_limits(way, speed, now, tables, rulings)]
    if way.spent < speed:
        found.append(Objection("RW-BASE-1", f"a move spends all movement points: {speed}, not {way.spent}"))
    if now.gliding and way.dived < (least := tables.number("movement", "glide-sink")):
        found.append(Objection("RW-BASE-1", f"a glider sinks by {least} m at least"))
    stays = (way.end.pose.at, way.end.height) == (start.pose.at, start.height)
    if stays and rulings.must_move == "no":
        found.append(Objection("RW-MOVE-2", "a move ends in another hex or at another height"))
    return tuple(found)


def beyond_limits(
    way: Walked, speed: int, now: Performance, tables: Tables, rulings: RichthofenRulings
) -> Iterator[Objection]:
    """What is said against a way that no further step could mend: it spends, climbs, dives or sinks too much."""
    if way.spent > speed:
        yield Objection("RW-BASE-1", f"a move spends all movement points: {speed}, not {way.spent}")
    if way.climbed > now.max_climb:
        yield Objection("RW-BASE-1", f"the maximum climb is {now.max_climb} m, not {way.climbed}")
    if way.dived > (most := most_dive(speed, now, tables)):
        yield Objection("RW-DIVE-1", f"the maximum dive at speed {speed} is {most} m, not {way.dived}")
    lowest = 0 if now.gliding or rulings.ground_level == "crash" else tables.number("movement", "least-height")
    if way.end.height < lowest:
        yield Objection("RW-BASE-1", f"{lowest} m is the lowest, not {way.end.height}")
    if way.end.height > now.ceiling and way.climbed:
        yield Objection("RW-BASE-1", f"the ceiling is {now.ceiling} m, not {way.end.height}")


class Reached(NamedTuple):
    """A way to end a move: where, where before the last movement point, and how."""

    end: MoveMoment
    before: MoveMoment
    course: str
    """The steps over the map."""
    climb: int = 0
    """Steps of 50 m."""
    dive: int = 0
    dive_at_last: int = 0
    """Steps of the dive in the last hex."""
    dive_in_a_hex: int = 2
    """Steps of it in any other hex at most."""
    climb_last: bool = False
    """Whether the last movement point is spent on climbing."""

    @property
    def path(self) -> str:
        """A path that leads there."""
        climbs = CLIMB * self.climb
        if self.climb:
            return (
                self.course + climbs if self.climb_last or not self.course else self.course[:-1] + climbs + self.course[-1]
            )
        left, most = self.dive - self.dive_at_last, self.dive_in_a_hex
        entered, steps = self.course.count(AHEAD), list[str]()
        for step in self.course:
            steps.append(step)
            if step == AHEAD:
                entered -= 1
                here = min(left, most) if entered else self.dive_at_last
                left -= here if entered else 0
                steps.append(DIVE * here)
        return "".join(steps)


def reached(start: Start, speed: int, now: Performance, tables: Tables, rulings: RichthofenRulings) -> Iterator[Reached]:
    """Every way to end a move of this speed, complex maneuvers left out: each end once, with one path to it."""
    least = tables.number("movement", "glide-sink") // STEP if now.gliding else 0
    if not least:
        yield from _climbing(start, speed, now, tables)
    in_a_hex = tables.number("movement", "dive-in-a-hex") // STEP
    lowest = 0 if now.gliding else tables.number("movement", "least-height")
    most = min(most_dive(speed, now, tables), start.height - lowest) // STEP
    for end, course in ends(start.pose, speed, now.prices, straight_first=start.straight_first):
        ahead = course.path[-1:] == AHEAD
        stays = end.pose.at == start.pose.at and rulings.must_move == "no"
        for dive in range(max(least, stays), min(most, in_a_hex * course.entered) + 1):
            there = MoveMoment(end.pose, start.height - dive * STEP)
            fewest = max(dive - in_a_hex * (course.entered - 1), 0)
            for last in range(fewest, min(dive, in_a_hex) + 1) if ahead else (min(dive, in_a_hex),):
                before = MoveMoment(end.before, there.height + last * STEP if ahead else there.height)
                yield Reached(there, before, course.path, 0, dive, last, in_a_hex)


def _climbing(start: Start, speed: int, now: Performance, tables: Tables) -> Iterator[Reached]:
    """Every way to end a move that climbs."""
    price = tables.number("movement", "climb")
    highest = min(now.max_climb // STEP, speed // price, (now.ceiling - start.height) // STEP)
    for climb in range(1, highest + 1):
        top = start.height + climb * STEP
        climbed_last = set[HexPose]()
        for end, course in ends(start.pose, speed - climb * price, now.prices, straight_first=start.straight_first):
            if start.straight_first and not course.path:
                continue
            here = MoveMoment(end.pose, top)
            if course.path[start.straight_first :]:
                yield Reached(here, MoveMoment(end.before, top), course.path, climb)
            if end.pose not in climbed_last:
                climbed_last.add(end.pose)
                yield Reached(
                    here, MoveMoment(end.pose, top - STEP if price == 1 else top), course.path, climb, climb_last=True
                )
