"""Paths of moves: steps and what they cost, which moves are legal, every way to end one. MOVE, DIVE, CONT, D-4 to D-6.

A path is a word of steps, as the log has it: see :func:`steps_of`. Who moves, and what comes of it: the chapter on moving.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from aqmf_air.api import Objection, Reading, Readings, Said, Slot
from aqmf_air.api.geometry import AHEAD, LEFT, RIGHT, Hex, HexPose, after_step, ends, step_price, stepped
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Performance
from aqmf_air.games.richthofens_war.chapters.map_and_wind import on_map
from aqmf_air.games.richthofens_war.state import Aircraft, Game, LastMove
from aqmf_air.games.richthofens_war.tables import STEP, RichthofenRulings, Tables

# -- steps and paths ---------------------------------------------------------------------------------------------------


CLIMB, DIVE = "C", "D"
STEPS = re.compile(r"[FLRCD]|\{[a-z-]+\}")
PATH = rf"^({STEPS.pattern})*$"


def speeds(now: Performance, last: int, dived: int, tables: Tables, rulings: RichthofenRulings) -> range:
    """The speeds that a move may have, after one of speed ``last`` in which ``dived`` metres were dived. D-6."""
    change = tables.number("movement", "speed-change")
    dived_enough = dived >= tables.number("movement", "dive-for-speed")
    faster = tables.number("movement", "speed-after-dive") if dived_enough else change
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


def max_dive_with_overdive(speed: int, now: Performance, tables: Tables) -> int:
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
        self.objection = Objection(rule, reason)  # handed on


def steps_of(path: str) -> list[str]:
    """The steps of a path."""
    return STEPS.findall(path)


def walked(start: Start, path: str, now: Performance, tables: Tables, rulings: RichthofenRulings) -> Walked:
    """Fly a path step by step. Raises WalkError: a step cannot be made; says which and why."""
    walk = _Walk(start, now, tables, rulings)
    for number, step in enumerate(steps_of(path), 1):
        walk.take(step, number)
    if walk.climbed and walk.dived and rulings.height_where == "one-way":
        raise WalkError("RW-BASE-1", "a move climbs or dives, not both")  # "Standard and Tournament rules hold"
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
            raise WalkError("RW-CONT-1", "the move begins with a hex straight ahead")  # "it is an option"
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
        if not self.entered:  # "A dive still needs one hex forward first"
            raise WalkError("RW-CONT-7", f"{where}: a dive needs a hex ahead first")
        self.dived_here += STEP
        if self.dived_here > (most := self.tables.number("movement", "dive-in-a-hex")):
            # "Standard and Tournament rules hold"
            raise WalkError("RW-BASE-1", f"{where}: no more than {most} m of dive in one hex")
        self.dived, self.height = self.dived + STEP, self.height - STEP
        self.entered[-1] = (self.pose.at, self.height)
        for at in range(self.came_here, len(self.moments)):  # a dive counts with the point that led into the hex
            self.moments[at] = self.moments[at]._replace(height=self.moments[at].height - STEP)

    def _over_the_map(self, step: str, where: str) -> int:
        cost = step_price(self.pose, step, self.now.prices)
        if cost is None:
            if (self.pose.turned if step == RIGHT else -self.pose.turned) < 0:  # "Never two directions in one hex"
                raise WalkError("RW-CONT-6", f"{where}: never two directions in one hex")
            most, schedule = len(self.now.prices), self.now.schedule
            # "ends at three hexsides"
            raise WalkError("RW-CONT-5", f"{where}: no more than {most} hexsides in one hex (schedule {schedule})")
        self.pose = after_step(self.pose, step)
        self.most_turned = max(self.most_turned, abs(self.pose.turned))
        if step == AHEAD:
            self.entered.append((self.pose.at, self.height))
            self.dived_here, self.came_here = 0, len(self.moments)
        return cost

    def _maneuver(self, name: str, where: str) -> int:
        """Fly a complex maneuver: what it costs. MAN-1 to MAN-3, D-12."""
        if self.maneuver:
            raise WalkError("RW-MAN-1", f"{where}: one complex maneuver a turn")  # "one complex maneuver a turn"
        now, pose, side = self.now, self.pose, {"left": -1, "right": 1}.get(name.rpartition("-")[2], 0)
        row = self.tables.maneuvers.rows.get((name.rpartition("-")[0] if side else name,))
        if self.rulings.special_maneuvers == "off" or row is None or bool(row.slip) != bool(side):
            # "one complex maneuver a turn"
            raise WalkError("RW-MAN-1", f"{where}: no maneuver {name!r} is flown in this game")
        if now.gliding or now.schedule not in row.costs:  # "within the limits printed on the maneuver cost chart"
            raise WalkError("RW-MAN-2", f"{where}: schedule {now.schedule} cannot fly a {row.title}")
        if row.height > now.max_climb:  # "within the limits printed on the maneuver cost chart"
            raise WalkError("RW-MAN-2", f"{where}: a {row.title} climbs {row.height} m, the maximum is {now.max_climb} m")
        at = stepped(pose.at, pose.facing + side) if side else pose.at
        self.pose, self.height = HexPose(at, (pose.facing + row.turn) % 6), self.height + row.height
        self.maneuver, self.came_here = name, len(self.moments)
        self.entered.append((at, self.height))
        return row.costs[now.schedule]


def against(
    start: Start, path: str, speed: int, now: Performance, tables: Tables, rulings: RichthofenRulings
) -> tuple[Objection, ...]:
    """What is said against a move, beside its speed and who stands at its end. MOVE, DIVE, CONT."""
    try:
        way = walked(start, path, now, tables, rulings)
    except WalkError as bad:
        return (bad.objection,)
    objections = [*beyond_limits(way, speed, now, tables, rulings)]
    if way.spent < speed:  # "Standard and Tournament rules hold"
        objections.append(Objection("RW-BASE-1", f"a move spends all movement points: {speed}, not {way.spent}"))
    if now.gliding and way.dived < (least := tables.number("movement", "glide-sink")):
        # "Standard and Tournament rules hold"
        objections.append(Objection("RW-BASE-1", f"a glider sinks by {least} m at least"))
    stays = (way.end.pose.at, way.end.height) == (start.pose.at, start.height)
    if stays and rulings.must_move == "no":  # "since that one must leave"
        objections.append(Objection("RW-MOVE-2", "a move ends in another hex or at another height"))
    return tuple(objections)


def beyond_limits(
    way: Walked, speed: int, now: Performance, tables: Tables, rulings: RichthofenRulings
) -> Iterator[Objection]:
    """What is said against a way that no further step could mend: it spends, climbs, dives or sinks too much."""
    if way.spent > speed:  # "Standard and Tournament rules hold"
        yield Objection("RW-BASE-1", f"a move spends all movement points: {speed}, not {way.spent}")
    if way.climbed > now.max_climb:  # "Standard and Tournament rules hold"
        yield Objection("RW-BASE-1", f"the maximum climb is {now.max_climb} m, not {way.climbed}")
    if way.dived > (most := max_dive_with_overdive(speed, now, tables)):  # "its maximum dive is then 100 m less"
        yield Objection("RW-DIVE-1", f"the maximum dive at speed {speed} is {most} m, not {way.dived}")
    lowest = 0 if now.gliding or rulings.ground_level == "crash" else tables.number("movement", "least-height")
    if way.end.height < lowest:  # "Standard and Tournament rules hold"
        yield Objection("RW-BASE-1", f"{lowest} m is the lowest, not {way.end.height}")
    if way.end.height > now.ceiling and way.climbed:  # "Standard and Tournament rules hold"
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
    most = min(max_dive_with_overdive(speed, now, tables), start.height - lowest) // STEP
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


# -- what may come next on a path that is being drawn ------------------------------------------------------------------


class NextStep(NamedTuple):
    """A step, or several, that may be added to a path."""

    steps: str
    cost: int = 0
    """Movement points; 0 where it cannot be made."""
    against: tuple[Objection, ...] = ()
    """Why it cannot; empty: it can."""


class Draft(NamedTuple):
    """The facts of a move that is being drawn."""

    start: Start
    speed: int
    now: Performance
    tables: Tables
    rulings: RichthofenRulings

    def walked(self, path: str) -> Walked:
        """A path flown as far as it goes. Raises WalkError: a step cannot be made, or no further step could mend it."""
        way = walked(self.start, path, self.now, self.tables, self.rulings)
        for beyond_limit in beyond_limits(way, self.speed, self.now, self.tables, self.rulings):
            raise WalkError(beyond_limit.rule, beyond_limit.reason)  # handed on
        return way


def longest(draft: Draft, path: str) -> str:
    """The longest beginning of a path that can be flown."""
    steps = steps_of(path)
    for number in range(len(steps), 0, -1):
        try:
            draft.walked("".join(steps[:number]))
        except WalkError:
            continue
        return "".join(steps[:number])
    return ""


def next_steps(draft: Draft, path: str) -> tuple[NextStep, ...]:
    """Each kind of step after a path that can be flown: ahead, the turns, climb and dive, and maneuvers where there are."""
    spent = draft.walked(path).spent
    kinds = [AHEAD, LEFT, RIGHT, CLIMB, DIVE]
    if draft.rulings.special_maneuvers != "off":
        for row in draft.tables.maneuvers:
            sides = ("-left", "-right") if row.slip else ("",)
            kinds += [f"{{{row.name}{side}}}" for side in sides]
    return tuple(_tried(draft, path, step, spent) for step in kinds)


def _tried(draft: Draft, path: str, step: str, spent: int) -> NextStep:
    try:
        return NextStep(step, draft.walked(path + step).spent - spent)
    except WalkError as bad:
        if spent == draft.speed and step != DIVE:  # "Standard and Tournament rules hold"
            return NextStep(step, 0, (Objection("RW-BASE-1", "all movement points are spent"),))
        return NextStep(step, 0, (bad.objection,))


def hexes_ahead(draft: Draft, path: str) -> Mapping[Hex, NextStep]:
    """The hexes that can be entered after a path, with the steps over the map that cost least."""
    way = draft.walked(path)
    first_ahead = draft.start.straight_first and not path
    ahead: dict[Hex, NextStep] = {}
    seen: set[HexPose] = {way.end.pose}
    waves: list[list[tuple[HexPose, str]]] = [[] for _ in range(draft.speed - way.spent + 1)]
    waves[0].append((way.end.pose, ""))
    for spent, wave in enumerate(waves):
        for pose, steps in sorted(wave, key=lambda entry: len(entry[1])):
            for step in (AHEAD, LEFT, RIGHT):
                price = step_price(pose, step, draft.now.prices)
                if price is None or spent + price >= len(waves) or (first_ahead and not steps and step != AHEAD):
                    continue
                then = after_step(pose, step)
                if then in seen:
                    continue
                waves[spent + price].append((then, steps + step))
                if step == AHEAD and then.at not in ahead and then.at != way.end.pose.at:
                    ahead[then.at] = NextStep(steps + step, spent + price)
        seen |= {pose for pose, _ in wave}
    return ahead


# -- paths of aircraft in a game ---------------------------------------------------------------------------------------


def start_of(game: Game, aircraft: Aircraft) -> Start:
    """Where the move of an aircraft begins, and whether it has to begin straight ahead. CONT-1, CONT-2."""
    if game.rulings.continued_movement == "off" or not aircraft.last.goes_on:
        return Start(HexPose(aircraft.hex, aircraft.facing), aircraft.height, straight_first=True)
    return Start(aircraft.pose, aircraft.height)


def speeds_of(game: Game, aircraft: Aircraft) -> range:
    """The speeds that its move may have. D-6."""
    return speeds(game.performance(aircraft), aircraft.speed, aircraft.last.dived, game.tables, game.rulings)


def walked_by(game: Game, aircraft: Aircraft, path: str) -> Walked:
    """A path of its move, step by step. Raises WalkError: a step cannot be made."""
    return walked(start_of(game, aircraft), path, game.performance(aircraft), game.tables, game.rulings)


def reached_by(game: Game, aircraft: Aircraft, speed: int) -> Iterator[Reached]:
    """Every way to end its move at a speed, complex maneuvers left out; some are off the map, or where another one is."""
    return reached(start_of(game, aircraft), speed, game.performance(aircraft), game.tables, game.rulings)


def against_move(game: Game, aircraft: Aircraft, speed: int, path: str) -> Iterator[Objection]:
    """What is said against a move of an aircraft whose turn it is. MOVE, DIVE, CONT, D-4 to D-6."""
    allowed = speeds_of(game, aircraft)
    if speed not in allowed:
        text = f"its speed may be {allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else f"its speed is {allowed[0]}"
        yield Objection("RW-MOVE-1", f"{text}, not {speed}")  # "makes its changes of speed and height when it moves"
        return
    start, now = start_of(game, aircraft), game.performance(aircraft)
    if objections := against(start, path, speed, now, game.tables, game.rulings):
        yield from objections
        return
    way = walked_by(game, aircraft, path)
    if leaves(game, way):
        if game.rulings.map_edge == "no-exit" and next(moves_on_map(game, aircraft), None):
            yield Objection("RW-BASE-1", "the path leads off the map")  # "Standard and Tournament rules hold"
    elif in_the_way(game, aircraft, way.end) and game.rulings.stacking == "forbidden":
        there = game.called(in_the_way(game, aircraft, way.end))
        # "since that one must leave"
        yield Objection("RW-MOVE-2", f"it would end in the hex and at the height of {there}, which has moved")


def leaves(game: Game, way: Walked) -> bool:
    """Whether a path leads off the map."""
    return any(not on_map(at, game.tables) for at, _ in way.entered)


def in_the_way(game: Game, aircraft: Aircraft, end: MoveMoment) -> str:
    """The aircraft that has moved, and stands where a move would end; empty: none. MOVE-2."""
    for other in game.flying:
        if other.moved and other.id != aircraft.id and (other.hex, other.height) == (end.pose.at, end.height):
            return other.id
    return ""


def moves_on_map(game: Game, aircraft: Aircraft) -> Iterator[tuple[int, str]]:
    """Speeds and paths of all its moves that stay on the map and end where nobody is; none: it is cornered."""
    for speed in speeds_of(game, aircraft):
        for reach in reached_by(game, aircraft, speed):
            way = walked_by(game, aircraft, reach.path)
            same_place = (reach.end.pose.at, reach.end.height) == (aircraft.hex, aircraft.height)
            stays = same_place and game.rulings.must_move == "no"
            blocked = game.rulings.stacking == "forbidden" and in_the_way(game, aircraft, way.end)
            if not (stays or blocked or leaves(game, way)):
                yield speed, reach.path


def last_move(game: Game, aircraft: Aircraft, speed: int, path: str, way: Walked) -> LastMove:
    """What is kept of a move. CONT-2, JAM-5, DECL-1."""
    steps, rulings = steps_of(path), game.rulings
    last = steps[-1] if steps else ""
    goes_on = not (last.startswith("{") and rulings.continued_after_maneuver == "straight-first")
    if last == CLIMB and rulings.continued_last_mp == "climb-breaks":
        goes_on = False
    before = way.before
    if rulings.two_mp == "last-two-steps":
        costly = max((at for at, step in enumerate(steps) if step != DIVE), default=0)
        before = walked_by(game, aircraft, "".join(steps[:costly])).end
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


def flyable(game: Game, aircraft: Aircraft, speed: int, path: str) -> bool:
    """Whether a path can be flown."""
    try:
        return not any(True for _ in against_move(game, aircraft, speed, path))
    except WalkError:
        return False


def draft_of(game: Game, aircraft: Aircraft, speed: int) -> Draft:
    """The facts of its next move at a speed."""
    return Draft(start_of(game, aircraft), speed, game.performance(aircraft), game.tables, game.rulings)


def ended(game: Game, aircraft: Aircraft, speed: int, path: str) -> Game:
    """The game when an aircraft has flown a path and nothing else has happened. Raises WalkError: it cannot be flown."""
    way = walked_by(game, aircraft, path)
    (at, facing, _), height = way.end
    last = last_move(game, aircraft, speed, path, way)
    return game.changed(aircraft.id, at=(at.q, at.r), facing=facing, height=height, speed=speed, last=last, moved=True)


# -- paths in a player's words: ``ahead 3, right, ahead 2, dive 100`` --------------------------------------------------


AHEAD_WORDS = ("ahead", "forward", "straight", "straight ahead", "straight on")
TURNS = {LEFT: "left", RIGHT: "right"}
HEIGHTS = {CLIMB: "climb", DIVE: "dive"}
METRES = ("metres", "meters", "m")
_DIGITS = re.compile(r"\d{1,4}(?![\d.])")
LONGEST = 120
"""Letters of a path at most."""
MOST = 40
"""Hexes, hexsides or steps of height that one word may stand for."""


def path_in_words(path: str) -> str:
    """A path as players say it."""
    words = []
    for step, same in groupby(steps_of(path)):
        count = len(list(same))
        if step == AHEAD:
            words.append(f"ahead {count}")
        elif step in TURNS:
            words.append(TURNS[step] if count == 1 else f"{TURNS[step]} {count}")
        elif step in HEIGHTS:
            words.append(f"{HEIGHTS[step]} {count * STEP}")
        else:
            words += [step.strip("{}").replace("-", " ")] * count
    return ", ".join(words)


class PathSlot(Slot):
    """A path: ``ahead 3, right, ahead 2, dive 100``; maneuvers by their names."""

    about = "hexes ahead, turns, and metres: ahead 3, right, ahead 2, dive 100"

    def __init__(self, maneuvers: tuple[str, ...] = ()) -> None:
        self._maneuvers = {name.replace("-", " "): f"{{{name}}}" for name in maneuvers}

    def read(self, reading: Reading, at: int, words: Said) -> Readings:
        path, end = "", at
        while (result := self._step(reading, at)) is not None:
            step, end = result
            if len(path) + len(step) > LONGEST:
                reading.miss(at, "a shorter path")
                return
            path += step
            comma = reading.word(end, (",", "then", "and"), "")
            at = end if comma is None else comma
        if path:
            yield path, end

    def _step(self, reading: Reading, at: int) -> tuple[str, int] | None:
        for step, words in ((AHEAD, AHEAD_WORDS), (LEFT, ("left",)), (RIGHT, ("right",))):
            if (end := reading.word(at, words)) is not None:
                return self._times(reading, end, step, 1, ())
        for step, word in HEIGHTS.items():
            if (end := reading.word(at, (word,))) is not None:
                return self._times(reading, end, step, STEP, METRES)
        named = [(end, step) for name, step in self._maneuvers.items() if (end := reading.word(at, (name,), ""))]
        return (max(named)[1], max(named)[0]) if named else None

    @staticmethod
    def _times(reading: Reading, at: int, step: str, of: int, unit: tuple[str, ...]) -> tuple[str, int] | None:
        """A step as often as the number says that comes next, in ``of`` each, and the place behind it; heights need one."""
        digits = reading.match(at, _DIGITS)
        if digits is None and step not in HEIGHTS:
            return step, at
        times, rest = divmod(int(digits[0]), of) if digits else (0, 0)
        if digits is None or rest or not 1 <= times <= MOST:
            reading.miss(at, f"metres in steps of {of}, up to {of * MOST}" if of > 1 else f"a number from 1 to {MOST}")
            return None
        behind = reading.word(digits.end(), unit, "") if unit else None
        return step * times, digits.end() if behind is None else behind

    def tell(self, value: str, words: Said) -> str:
        return path_in_words(value)
