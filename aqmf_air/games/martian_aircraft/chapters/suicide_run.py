"""Nerve in the air, and the suicide run: at the nearest tripod, phase after phase, and into it. AIR-MORALE, AIR-RUN."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

from aqmf_air import api
from aqmf_air.api import geometry
from aqmf_air.games.martian_aircraft.chapters.flight import Flown, Landed, has_flown
from aqmf_air.games.martian_aircraft.chapters.movement import gauge_of
from aqmf_air.games.martian_aircraft.state import KIND, bombs_aboard, figures
from aqmf_air.games.martian_aircraft.tables import AircraftRulings, aircraft_rulings
from aqmf_air.games.martian_front import api as front

SUICIDE = "suicide"
NATURAL_TEN = "a natural 10"
RUN = "aircraft.suicide-run"
"""The mark of an aircraft on a suicide run."""


def modifiers(check: str, facts: Any) -> Sequence[api.Modifier]:
    """+1 on the die, which is one less to reach. AIR-MORALE-1."""
    if check != "morale" or not isinstance(facts, front.Nerve) or facts.kind != KIND:
        return ()
    return (api.modifier(-figures()["morale bonus"], "pilots take risks", "AIR-MORALE-1"),)


def natural_faces(nerve: front.Nerve) -> tuple[tuple[int, str], ...]:
    """Faces that mean something of their own: for a last element, the natural 10. AIR-RUN-1."""
    return ((figures()["rage"], SUICIDE),) if nerve.left == 1 else ()


def _facts(game: front.Game, rules: front.FrontRules, unit: front.Unit) -> tuple[Any, ...]:
    return front.morale_facts(game, rules, unit, natural_faces(front.nerve_of(game, unit)))


MORALE = replace(front.MORALE, facts=_facts, words=(*front.MORALE.words, (NATURAL_TEN, SUICIDE)))


def test(game: front.Game, rules: front.FrontRules, dice: api.Dice, unit: front.Unit) -> tuple[front.FrontEvent, ...]:
    """Stand, leave for good, or go for the nearest tripod. AIR-MORALE-1, AIR-MORALE-2, AIR-RUN-1."""
    result = MORALE.roll(dice, game, rules, unit)
    if result == SUICIDE:
        return (front.MoraleTested(unit=unit.id, result=NATURAL_TEN), RunBegun(unit=unit.id))
    if result == front.FAIL:
        return (front.MoraleTested(unit=unit.id, result=front.FAILS), front.UnitLeft(unit=unit.id))
    return (front.MoraleTested(unit=unit.id, result=front.STANDS),)


class RunBegun(front.UnitEvent, type="aircraft.run_begun"):
    """A last pilot is set on ramming the nearest tripod."""

    wording: ClassVar[str] = "the last pilot of {unit} means to ram the nearest tripod"

    def apply(self, game: front.Game) -> front.Game:
        return front.with_mark(game, self.unit, RUN)


# -- the way of a run --------------------------------------------------------------------------------------------------


STEP = 5.0
"""Degrees between the first turns that are tried on either side, before the best are refined."""
OFFSETS = 8
"""Ways of passing the tripod's middle that are tried: from a graze on one side to a graze on the other, denser there."""
BEST = 4
"""Ways that are refined."""
ROUNDS = 30
"""Steps of a refinement: each leaves 0.62 of what the one before did."""


@dataclass(frozen=True, slots=True)
class Approach:
    """A run as it is flown: how the aircraft faces at its start, and the track of each phase; contact is at the end."""

    start: geometry.Pose
    phases: tuple[geometry.FlownTrack, ...]

    @property
    def track(self) -> geometry.FlownTrack:
        """All of it as one track."""
        return tuple(piece for phase in self.phases for piece in phase)


def nearest_tripods(
    aircraft: geometry.Pose, tripods: Mapping[str, geometry.Base], rulings: AircraftRulings
) -> tuple[str, ...]:
    """The tripod nearest to the aircraft, or all that are equally near (ruling ``range_from_air``), sorted. AIR-RUN-1."""
    gaps = {
        name: geometry.range_to(aircraft.x, aircraft.y, base.x, base.y, base.diameter, rulings.range_from_air)
        for name, base in tripods.items()
    }
    least = min(gaps.values(), default=0.0)
    return tuple(sorted(name for name, gap in gaps.items() if geometry.within(gap, least)))


def chosen_by_dice(dice: api.Dice, nearest: tuple[str, ...], by: str = "") -> str:
    """One of several equally near tripods, where the dice choose (ruling ``nearest_tripod_tie``). AIR-RUN-1."""
    return nearest[0] if len(nearest) == 1 else dice.draw(api.pick("nearest tripod", nearest, by=by))


def approach(
    start: geometry.Pose,
    speed: float,
    base_diameter: float,
    tripod: geometry.Base,
    rulings: AircraftRulings,
    table: geometry.Rectangle | None = None,
) -> Approach | None:
    """A way from ``start`` into contact with ``tripod``, cut into movement phases (ruling ``run_turns``). AIR-RUN-2.

    With the gauge it has at most two turns, to opposite sides, and then a straight. Of the ways that were found it is one
    with the fewest phases, of these one with the fewest pieces, and of these the cheapest. Every phase but the last spends
    all of Speed; the last one ends at contact, however little it spends: the attack comes then and there. ``None`` if each
    such way leaves ``table``. In contact already, nothing is flown.

    Raises ValueError: the speed is not above 0, or a number is not finite.
    """
    inches = geometry.positive("speed", speed)
    contact = tripod.radius + base_diameter / 2
    gauge = gauge_of(base_diameter, rulings)
    if geometry.within(start.distance(tripod.x, tripod.y), contact):
        return Approach(start, ())
    if rulings.run_turns == "direct":
        aimed = replace(start, facing=geometry.bearing(start.x, start.y, tripod.x, tripod.y))
        return Approach(aimed, phases_of((geometry.Straight(start.distance(tripod.x, tripod.y) - contact),), gauge, inches))
    way = _Search(start, gauge, inches, tripod, contact, table).best()
    return None if way is None else Approach(start, phases_of(way, gauge, inches))


def phases_of(track: geometry.FlownTrack, gauge: geometry.Gauge, speed: float) -> tuple[geometry.FlownTrack, ...]:
    """The track cut where ``speed`` inches are spent, and again, to its end."""
    phases: list[geometry.FlownTrack] = []
    now: list[geometry.TrackPiece] = []
    left = speed
    rest = list(reversed(track))
    while rest:
        piece = rest.pop()
        cost = gauge.cost(piece)
        if geometry.within(cost, left):
            now.append(piece)
            left = max(0.0, left - cost)
            continue
        if left > geometry.TOLERANCE:
            first, piece = _cut(piece, left, gauge)
            now.append(first)
        rest.append(piece)
        phases.append(tuple(now))
        now, left = [], speed
    return (*phases, tuple(now)) if now else tuple(phases)


def _cut(piece: geometry.TrackPiece, spent: float, gauge: geometry.Gauge) -> tuple[geometry.TrackPiece, geometry.TrackPiece]:
    """The piece in two, the first of which spends so many inches."""
    if isinstance(piece, geometry.Straight):
        return geometry.Straight(spent), geometry.Straight(piece.length - spent)
    degrees = spent / gauge.inches_per_degree
    return geometry.Turn(degrees, piece.side), geometry.Turn(piece.degrees - degrees, piece.side)


# -- with the gauge -------------------------------------------------------------------------------------------------------


class _Way(NamedTuple):
    """A first turn (0: none), a second one to the other side, and the straight that passes the middle at an offset."""

    cost: float
    track: geometry.FlownTrack
    first: float
    side: geometry.TurnSide
    offset: float


@dataclass(frozen=True, slots=True)
class _Search:
    """All ways of two turns to opposite sides and a straight: a first turn and an offset say which one."""

    start: geometry.Pose
    gauge: geometry.Gauge
    speed: float
    tripod: geometry.Base
    contact: float
    table: geometry.Rectangle | None

    def best(self) -> geometry.FlownTrack | None:
        """The track of the best way on the table."""
        ahead = self._straight(self.start)
        ways = [] if ahead is None else [self._made((geometry.Straight(ahead),), 0.0, "right", 0.0)]
        ways += self._refined_best([0.0], self._offset_refined)
        ways = [way for way in ways if self._stays(way)]
        if not ways or min(map(self._phases, ways)) > 1:  # a second turn may save a phase
            firsts = [STEP * number for number in range(1, int(360 / STEP))]
            ways += self._refined_best(firsts, lambda way: self._refined(self._refined(way)))
        return min(ways, key=self._order).track if ways else None

    def _order(self, way: _Way) -> tuple[int, int, float]:
        """The fewest phases first, then the fewest pieces, then the cheapest."""
        return self._phases(way), len(way.track), way.cost

    def _phases(self, way: _Way) -> int:
        return max(1, math.ceil((way.cost - geometry.TOLERANCE) / self.speed))

    def _refined_best(self, firsts: Sequence[float], refined: Callable[[_Way], _Way]) -> list[_Way]:
        """The best of these first turns for each side and offset, and the cheapest of them refined."""
        candidates = []
        for side in _OTHER:
            for share in range(OFFSETS + 1):
                ways = [self.way(first, side, self._offset(share)) for first in firsts]
                possible = (way for way in sorted(ways, key=attrgetter("cost")) if way.cost < math.inf and self._stays(way))
                candidates += [way for way in (next(possible, None),) if way is not None]
        return [refined(way) for way in sorted(candidates, key=attrgetter("cost"))[:BEST]]

    def _offset(self, share: float) -> float:
        return -self.contact * math.cos(math.pi * min(max(share, 0), OFFSETS) / OFFSETS)

    def way(self, first: float, side: geometry.TurnSide, offset: float) -> _Way:
        """The way of a first turn of so many degrees to ``side`` and a straight that passes the middle at ``offset`` inches.

        It ends at the first contact, be it in a turn. Its cost is infinite where there is no such way.
        """
        pieces: geometry.FlownTrack = ()
        pose, other = self.start, _OTHER[side]
        if first > geometry.TOLERANCE:
            if (stop := self._contact_in_turn(pose, side)) is not None and stop <= first:
                return self._made((geometry.Turn(stop, side),), first, side, offset)
            pieces = (geometry.Turn(first, side),)
            pose = geometry.advance(pose, pieces[0], self.gauge.radius)
        second = self._second(pose, other, offset)
        if second is None:
            return _Way(math.inf, (), first, side, offset)
        if second > geometry.TOLERANCE:
            if (stop := self._contact_in_turn(pose, other)) is not None and stop <= second:
                return self._made((*pieces, geometry.Turn(max(stop, geometry.TOLERANCE), other)), first, side, offset)
            pieces = (*pieces, geometry.Turn(second, other))
            pose = geometry.advance(pose, pieces[-1], self.gauge.radius)
        straight = self._straight(pose)
        if straight is None:
            return _Way(math.inf, (), first, side, offset)
        return self._made((*pieces, geometry.Straight(straight)), first, side, offset)

    def _made(self, track: geometry.FlownTrack, first: float, side: geometry.TurnSide, offset: float) -> _Way:
        return _Way(sum(self.gauge.cost(piece) for piece in track), track, first, side, offset)

    def _stays(self, way: _Way) -> bool:
        return self.table is None or geometry.fly(self.start, way.track, self.gauge).leaves(self.table) is None

    def _refined(self, best: _Way) -> _Way:
        """The best of the ways near to this one: its offset moved, then its first turn."""
        best = self._offset_refined(best)
        low, high = max(0.0, best.first - STEP), best.first + STEP
        first = _least(lambda value: self.way(value, best.side, best.offset).cost, low, high)
        return self._better(best, self.way(first, best.side, best.offset))

    def _offset_refined(self, best: _Way) -> _Way:
        share = OFFSETS * math.acos(max(-1.0, min(1.0, -best.offset / self.contact))) / math.pi
        low, high = self._offset(share - 1), self._offset(share + 1)
        offset = _least(lambda value: self.way(best.first, best.side, value).cost, low, high)
        return self._better(best, self.way(best.first, best.side, offset))

    def _better(self, way: _Way, other: _Way) -> _Way:
        return other if other.cost < way.cost and self._stays(other) else way

    def _second(self, pose: geometry.Pose, side: geometry.TurnSide, offset: float) -> float | None:
        """Degrees to turn until the line ahead passes the tripod's middle with it ``offset`` inches to the right."""
        x, y = geometry.gauge_centre(pose, side, self.gauge.radius)
        sign = 1.0 if side == "right" else -1.0
        across = offset - sign * self.gauge.radius  # the middle of the tripod, seen from the middle of the turn
        between = math.hypot(self.tripod.x - x, self.tripod.y - y)
        if between < abs(across):
            return None
        along = math.sqrt(between * between - across * across)
        facing = geometry.bearing(x, y, self.tripod.x, self.tripod.y) - math.degrees(math.atan2(across, along))
        degrees = sign * (facing - pose.facing) % 360.0
        return 0.0 if 360.0 - degrees <= geometry.TOLERANCE else degrees

    def _straight(self, pose: geometry.Pose) -> float | None:
        """Inches straight ahead to contact, ``None`` if the line misses."""
        ux, uy = geometry.unit(pose.facing)
        dx, dy = self.tripod.x - pose.x, self.tripod.y - pose.y
        along, across = dx * ux + dy * uy, dx * uy - dy * ux
        if along < 0 or abs(across) > self.contact + geometry.TOLERANCE:
            return None
        return max(0.0, along - math.sqrt(max(0.0, self.contact * self.contact - across * across)))

    def _contact_in_turn(self, pose: geometry.Pose, side: geometry.TurnSide) -> float | None:
        """Degrees of a turn after which the base touches the tripod, ``None`` if it never does."""
        x, y = geometry.gauge_centre(pose, side, self.gauge.radius)
        radius, between = self.gauge.radius, math.hypot(self.tripod.x - x, self.tripod.y - y)
        if not abs(radius - between) <= self.contact <= radius + between:
            return None
        cosine = (radius * radius + between * between - self.contact * self.contact) / (2 * radius * between)
        half = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
        sign = 1.0 if side == "right" else -1.0
        turned = geometry.bearing(x, y, self.tripod.x, self.tripod.y) - geometry.bearing(x, y, pose.x, pose.y)
        return (sign * turned - half) % 360.0


_OTHER: Mapping[geometry.TurnSide, geometry.TurnSide] = {"right": "left", "left": "right"}


def _least(value: Callable[[float], float], low: float, high: float) -> float:
    """Where ``value`` is least between two places, if it has one valley there (golden section)."""
    ratio = (math.sqrt(5) - 1) / 2
    lower, other = high - ratio * (high - low), low + ratio * (high - low)
    at_one, at_other = value(lower), value(other)
    for _ in range(ROUNDS):
        if at_one <= at_other:
            high, other, at_other = other, lower, at_one
            lower = high - ratio * (high - low)
            at_one = value(lower)
        else:
            low, lower, at_one = lower, other, at_other
            other = low + ratio * (high - low)
            at_other = value(other)
    return lower if at_one <= at_other else other


# -- the run -----------------------------------------------------------------------------------------------------------


class OnARun(front.UnitOrder):
    """What an aircraft on a suicide run is ordered to do."""

    @classmethod
    def means(cls, kind: front.UnitType, rulings: api.Rulings, rules: front.FrontRules) -> Iterable[front.Mount | None]:
        return (None,) if kind.kind == KIND and kind.has("Low") else ()

    @classmethod
    def unit_offers(
        cls,
        game: front.Game,
        unit: front.Unit,
        mount: front.Mount | None,
        foes: Sequence[front.Unit],
        rules: front.FrontRules,
    ) -> Iterable[api.Offer]:
        """At every tripod."""
        return super().unit_offers(game, unit, mount, tripods(game), rules) if unit.has(RUN) else ()

    def against(self, game: front.Game, unit: front.Unit, player: str, rules: front.FrontRules) -> Iterable[api.Objection]:
        if not unit.has(RUN):  # "When one element is all that is left of a unit and its morale die shows a natural 10"
            yield api.Objection("AIR-RUN-1", f"{game.called(self.unit)} is not on a suicide run")


class Run(OnARun, type="aircraft.run"):
    """An aircraft on a suicide run flies at the nearest tripod, and rams it if it gets there in this phase. AIR-RUN-2."""

    timing: ClassVar[front.FrontTiming] = front.FrontTiming(front.MOVEMENT, "a suicide run")
    target: str = ""
    """Which of several equally near tripods (ruling ``nearest_tripod_tie``); the first by name, if not given."""
    deed: ClassVar[str] = "run at the nearest tripod"
    wording: ClassVar[str] = "{unit} runs at {the target}"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} run|runs [at {target}]",)

    @classmethod
    def unit_offers(
        cls,
        game: front.Game,
        unit: front.Unit,
        mount: front.Mount | None,
        foes: Sequence[front.Unit],
        rules: front.FrontRules,
    ) -> Iterable[api.Offer]:
        """At the nearest, whichever that is."""
        return (api.Offer(cls(unit=unit.id), f"{game.called(unit.id)} runs", unit.id),) if unit.has(RUN) else ()

    @classmethod
    def offers(cls, game: front.Game, player: str, rules: front.FrontRules) -> Iterable[api.Offer]:
        """Every aircraft on a run, at each of the nearest tripods."""
        running = (unit for unit in game.units if unit.side == player and unit.has(RUN))
        return (cls(unit=unit.id, target=target).offer(game) for unit in running for target in goals(game, unit))

    def against(self, game: front.Game, unit: front.Unit, player: str, rules: front.FrontRules) -> Iterable[api.Objection]:
        """On a run, once, at a tripod that is the nearest. AIR-RUN-1, AIR-RUN-2."""
        yield from super().against(game, unit, player, rules)
        if not unit.has(RUN):
            return
        if has_flown(game, unit):
            # "The run starts in the aircraft's next movement phase and goes on, phase by phase, until it touches the tripod"
            yield api.Objection("AIR-RUN-2", f"{game.called(self.unit)} has flown in this phase")
        nearest = goals(game, unit)
        if not nearest:
            yield api.Objection("AIR-RUN-1", "there is no tripod to ram")  # "the pilot has to ram the nearest tripod"
        elif self.target and self.target not in nearest:
            goal = api.in_a_row([game.called(tripod) for tripod in nearest], "or")
            yield api.Objection(  # "the pilot has to ram the nearest tripod"
                "AIR-RUN-1", f"{front.as_known(game, self.target, player)} is not the nearest tripod: {goal}"
            )

    def obligatory(self, game: front.Game) -> bool:
        """It goes on until it touches the tripod. AIR-RUN-2."""
        return True

    def questions(self, game: front.Game, rules: front.FrontRules) -> Sequence[api.Question]:
        """The ramming, if the aircraft gets there in this phase and it is known into which tripod."""
        unit = game.unit(self.unit)
        nearest = goals(game, unit)
        if not self.target and len(nearest) > 1 and aircraft_rulings(game.rulings).nearest_tripod_tie == "random":
            return ()
        way = way_to(game, unit, self.target or nearest[0])
        if len(way.phases) > 1:
            return ()
        there = _flown(game, unit, way).apply(game)
        return Ram(unit=self.unit, target=self.target or nearest[0]).questions(there, rules)

    def decide(self, game: front.Game, rules: front.FrontRules, dice: api.Dice) -> tuple[front.FrontEvent, ...]:
        """It flies, and attacks on contact, in either movement phase. AIR-RUN-2, AIR-RUN-3, AIR-RUN-4."""
        unit = game.unit(self.unit)
        nearest = goals(game, unit)
        target = self.target or nearest[0]
        if unit.mark(RUN) not in nearest and aircraft_rulings(game.rulings).nearest_tripod_tie == "random":
            target = dice.call(chosen_by_dice, nearest, unit.side)
        way = way_to(game, unit, target)
        begun = RunAimed(unit=self.unit, target=target)
        flown = _flown(game, unit, way)
        events: tuple[front.FrontEvent, ...] = (begun, flown)
        after = flown.apply(begun.apply(game))
        if len(way.phases) > 1 or not after.in_play(self.unit):
            return events
        return (*events, *Ram(unit=self.unit, target=target).decide(after, rules, dice))


class RunAimed(front.UnitEvent, type="aircraft.run_aimed"):
    """An aircraft on a run made for a tripod."""

    wording: ClassVar[str] = "{unit} makes for {the target}"
    target: str

    def apply(self, game: front.Game) -> front.Game:
        """It is marked with the tripod, which it stays with while that is in the game."""
        return front.with_mark(game, self.unit, RUN, self.target)


def goals(game: front.Game, unit: front.Unit) -> tuple[str, ...]:
    """The tripod that a run was made for before, or the nearest ones. AIR-RUN-1."""
    bases = {
        tripod.id: geometry.Base(tripod.elements[0].x, tripod.elements[0].y, game.type_of(tripod).base_diameter)
        for tripod in tripods(game)
    }
    if (aimed := unit.mark(RUN)) in bases:
        return (str(aimed),)
    element = unit.elements[0]
    return nearest_tripods(geometry.Pose(element.x, element.y, element.facing), bases, aircraft_rulings(game.rulings))


def way_to(game: front.Game, unit: front.Unit, target: str) -> Approach:
    """How the run is flown from here: on the table if that can be. AIR-RUN-2."""
    kind, tripod = game.type_of(unit), game.unit(target)
    element, at = unit.elements[0], tripod.elements[0]
    start = geometry.Pose(element.x, element.y, element.facing)
    base = geometry.Base(at.x, at.y, game.type_of(tripod).base_diameter)
    rulings = aircraft_rulings(game.rulings)
    table = geometry.Rectangle.sized(game.table.width, game.table.depth)
    way = approach(start, kind.speed, kind.base_diameter, base, rulings, table)
    if way is None:  # every way leaves the table: it flies the shortest all the same
        way = approach(start, kind.speed, kind.base_diameter, base, rulings)
    assert way is not None  # without a table there is always one
    return way


def path_now(game: front.Game, unit: front.Unit, way: Approach) -> geometry.Path:
    """The part of a run that is flown in this phase."""
    track: geometry.FlownTrack = way.phases[0] if way.phases else ()
    return geometry.fly(way.start, track, gauge_of(game.type_of(unit).base_diameter, aircraft_rulings(game.rulings)))


def _flown(game: front.Game, unit: front.Unit, way: Approach) -> Flown:
    """This phase of a run."""
    element, end = unit.elements[0], geometry.quantise(path_now(game, unit, way).end)
    return Flown(unit=unit.id, flights=(Landed(element=element.id, x=end.x, y=end.y, facing=end.facing),))


# -- its end: one attack on the tripod, and the aircraft is gone ---------------------------------------------------------


def ramming_weapon(bombs: int) -> front.Weapon:
    """The aircraft itself as a weapon: its Power grows with every bomb aboard. AIR-RUN-3."""
    power = figures()["ramming power"] + bombs * figures()["ramming power for each bomb"]
    return front.Weapon(name="ramming aircraft", kind="ram", power=power, source="AIR-RUN-3", standing="stated")


class Rammed(front.UnitEvent, type="aircraft.rammed"):
    """An aircraft flew into a tripod."""

    target: str
    hit: bool
    damaging: bool

    def tell(self, game: front.Game) -> str:
        how = "misses" if not self.hit else "tears into it" if self.damaging else "does no damage"
        return f"{game.called(self.unit)} crashes into {game.called(self.target)} and {how}"


class Ram(OnARun, type="aircraft.ram"):
    """An aircraft on a suicide run crashes into the tripod that it touches. AIR-RUN-3."""

    # "The run starts in the aircraft's next movement phase and goes on, phase by phase, until it touches the tripod"
    timing: ClassVar[front.FrontTiming] = front.FrontTiming(front.MOVEMENT, "ramming", rule="AIR-RUN-2")
    target: str
    ask: ClassVar[api.Ask[front.Volley]] = api.Ask(
        front.shot,
        lambda order, game, rules: f"{game.called(order.unit)} rams {game.called(order.target)}: damaging hits",
        (Rammed, "damaging"),
        lambda order, game, rules: order.facts(game, rules),
        api.Tally("damaging hits"),
        view=attrgetter("damaging"),
        words=((True, 1), (False, 0)),
    )
    wording: ClassVar[str] = "{unit} rams {the target}"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} ram|rams {target}",)

    def against(self, game: front.Game, unit: front.Unit, player: str, rules: front.FrontRules) -> Iterable[api.Objection]:
        """On a run, in contact with a tripod. AIR-RUN-2."""
        yield from super().against(game, unit, player, rules)
        if self.target not in {tripod.id for tripod in tripods(game)}:  # "the pilot has to ram the nearest tripod"
            yield api.Objection("AIR-RUN-1", f"{front.as_known(game, self.target, player)} is not a tripod in the game")
        elif not geometry.within(_apart(game, unit, game.unit(self.target)), 0):
            # "The run starts in the aircraft's next movement phase and goes on, phase by phase, until it touches the tripod"
            yield api.Objection("AIR-RUN-2", f"{game.called(self.unit)} does not touch {game.called(self.target)}")

    def cover_of(self) -> str | None:
        """What the tripod is in; None: what the terrain gives."""
        return None

    def decide(self, game: front.Game, rules: front.FrontRules, dice: api.Dice) -> tuple[front.FrontEvent, ...]:
        """Attack, and be destroyed whatever comes of it. AIR-RUN-3, AIR-RUN-4."""
        shot = self.ask.roll(api.labelled(dice, self.target), self, game, rules)
        unit = game.unit(self.unit)
        rammed = Rammed(unit=unit.id, target=self.target, hit=bool(shot.hits), damaging=bool(shot.damaging))
        happened = (rammed, *front.damage_unit(game, rules, dice, self.target, shot.damaging, near=unit))
        if not api.after(game, happened).in_play(unit.id):
            return happened  # the tripod blew up, and the aircraft with it
        return (*happened, front.ElementsLost(unit=unit.id, elements=tuple(element.id for element in unit.elements)))

    def facts(self, game: front.Game, rules: front.FrontRules) -> tuple[api.TargetNumber, api.TargetNumber, front.Side]:
        """The numbers of the one attack, with the bombs aboard. AIR-RUN-3."""
        unit = game.unit(self.unit)
        weapon = ramming_weapon(sum(bombs_aboard(game, unit, unit.elements[0].id).values()))
        attack = front.attack_on(game, rules, unit, weapon, game.unit(self.target), 0.0, cover=self.cover_of())
        return *rules.numbers(attack, front.covers()[attack.cover]), unit.side


def tripods(game: front.Game) -> tuple[front.Unit, ...]:
    """The tripods in the game that a pilot can make for: not those that are hidden. HOST-HIDE-1."""
    return tuple(unit for unit in game.units if game.type_of(unit).kind == "tripod" and not unit.has(front.HIDDEN))


def _apart(game: front.Game, unit: front.Unit, target: front.Unit) -> float:
    """Inches between the edges of the two bases; 0 in contact."""
    element, other = unit.elements[0], target.elements[0]
    own = geometry.Base(element.x, element.y, game.type_of(unit).base_diameter)
    return own.distance(geometry.Base(other.x, other.y, game.type_of(target).base_diameter))
