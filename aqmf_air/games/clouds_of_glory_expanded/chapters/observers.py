"""Observers (6.6.1, 6.6.2): the ground units that they find, and photographs; the chapter, with radio and artillery."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import dist
from typing import ClassVar, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import Vector, space, vectors
from aqmf_air.api.ui import Mark, Word
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CloudsGame, CloudsSteps, Craft, Events, due, then
from aqmf_air.games.clouds_of_glory_expanded.chapter import At, OfChapter, with_one
from aqmf_air.games.clouds_of_glory_expanded.chapters import artillery, attention

from aqmf_air.games.clouds_of_glory_expanded.chapters.attention import (  # isort: skip
    OBSERVING, TABLE, ObserverRulings, PhotoArea, able, busy_with, in_sight,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.ground import GroundUnit, ground_names, names_of, unit_of
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, tables_of

# -- rules -------------------------------------------------------------------------------------------------------------


class Look(NamedTuple):
    """What the test of who looks for a unit depends on."""

    distance: float
    """MU."""
    range: int
    """What it takes off. ICOGX-6.6.1.1."""
    band: clouds.SpeedBand
    place: int
    """Which of the units that he looks for in this turn, from 0."""
    units: int
    mission: int = 0
    """What the mission adds. ICOGX-6.6.1.b."""
    name: str = "a unit"


def look_need(awareness: int, look: Look, tables: ExpandedTables, rulings: ObserverRulings) -> api.TargetNumber:
    """The number of the test, of a unit in sight. ICOGX-6.6.a, ICOGX-6.6.1.1, ICOGX-6.6.1.2, ICOGX-6.6.1.a."""
    further = look.units - 1 if rulings.observe_multi == "all-tests" else look.place
    speed = tables.whole("ground-fire-speeds", look.band) if rulings.observe_speed == "speed-too" else 0
    changes = (
        (look.range, f"range, {look.distance:.1f} MU", "ICOGX-6.6.1.1"),
        (further * tables.whole(TABLE, "each-further"), "several units", "ICOGX-6.6.1.a"),
        (speed, f"{look.band.lower()} speed", "ICOGX-6.6.1.1"),
        (look.mission, "the mission", "ICOGX-6.6.1.b"),
    )
    need = api.TargetNumber(f"finding {look.name}", awareness, "awareness", "ICOGX-6.6.a", words=("passed", "failed"))
    return need.with_modifiers(api.modifier(value, reason, rule) for value, reason, rule in changes if value)


def is_open_ended(rulings: ObserverRulings) -> bool:
    """Whether an observer says from test to test whether he looks on. ``observe_declare``."""
    return rulings.observe_declare == "no" and rulings.observe_multi == "stepwise"


def passes_over(start: Vector, end: Vector, area: PhotoArea) -> bool:
    """Whether a straight flight leads over an area, within its heights. ICOGX-6.6.2.1, ICOGX-6.6.2.a."""
    ground, middle = ((*start[:2], 0.0), (*end[:2], 0.0)), (*area.at, 0.0)
    near = vectors.apart(ground, (middle, middle)) <= area.radius
    return near and all(area.lowest <= height <= area.highest for height in (start[2], end[2]))


def look_check(facts: clouds.CheckFacts, rules: CloudsSteps, unit: GroundUnit, place: int, units: int) -> clouds.Check:
    """The test of who looks for a unit. ICOGX-6.6.1.1, ICOGX-6.6.1.b."""
    game, craft = facts.game, facts.craft
    mission = unit.spotted + OBSERVING.of(game).firing * (unit.fired == game.turn)
    distance, band = dist(craft.pose.place, unit.place), game.cockpit(craft).band(craft.speed)
    look = Look(distance, attention.sight_of(game, distance) or 0, band, place, units, mission, unit.name)
    awareness, tables = craft.man(facts.station).skill("awareness"), tables_of(game)
    need = look_need(awareness, look, tables, ObserverRulings.of(game))
    return clouds.check_on(rules, facts, need, id_="observe")


def first_steps(game: CloudsGame, phase: clouds.Phase) -> Iterator[api.GameStep]:
    """Artillery fires; who works a camera does nothing else. ICOGX-6.6.2.2, ICOGX-6.6.4.d."""
    if phase == "shooting":
        for busy in OBSERVING.of(game).busy:
            if busy.turn == game.turn and busy.task == "camera":
                yield due("shot", busy.craft, busy.station)


# -- events ------------------------------------------------------------------------------------------------------------


class _Seen(clouds.CraftEvent):
    """What its crew were to see has been seen; it is called ``name``."""

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        yield Word(self.craft, self.wording.format(subject="", **dict(self)).strip(), good=True)


class Identified(_Seen, type="clouds.identified"):
    """A ground unit is identified, and its place is noted. ICOGX-6.6.1.1, ICOGX-6.6.1.c."""

    unit: str
    name: str
    wording: ClassVar[str] = "{subject} identifies {name}"

    def apply(self, game: CloudsGame) -> CloudsGame:
        noted = attention.Sighting(self.unit, game.of(self.craft).side)
        return OBSERVING.changed(game, identified=(*OBSERVING.of(game).identified, noted))


class Photographed(_Seen, type="clouds.photographed"):
    """An area is photographed. ICOGX-6.6.2.1."""

    area: str
    name: str
    wording: ClassVar[str] = "{subject} has photographed {name}"

    def apply(self, game: CloudsGame) -> CloudsGame:
        return with_one(game, OBSERVING, "areas", self.area, taken=True)


# -- steps -------------------------------------------------------------------------------------------------------------


def observe(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The test for a unit. ICOGX-6.6.1.1, ICOGX-6.6.1.c."""
    station, id_, place, units = step.facts
    craft, unit = game.of(step.of), unit_of(game, str(id_))
    if unit is None:
        return
    check = look_check(clouds.CheckFacts(game, craft, str(station)), rules, unit, int(place), int(units))
    if (yield from clouds.roll_test(api.labelled(dice, unit.name), craft, check, str(station))):
        yield Identified(craft=craft.id, unit=unit.id, name=unit.name)


def observed(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The next man is to act, unless this one may look on. ``observe_declare``."""
    station, craft = str(step.facts[0]), game.of(step.of)
    busy = busy_with(game, craft.id, station)
    more = busy is not None and busy.units < units_most(game) and any(in_sight(game, craft))
    if not (more and is_open_ended(ObserverRulings.of(game))):
        yield then(due("shot", craft.id, station))


def photograph(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A photo run is over: its photographs count unless the aircraft is lost. ICOGX-6.6.2.1."""
    craft, area = game.of(step.of), area_of(game, str(step.facts[0]))
    if craft.from_pose and craft.out != "destroyed":
        yield Photographed(craft=craft.id, area=area.id, name=area.name)


def units_most(game: CloudsGame) -> int:
    """For how many units an observer may look in a turn. ICOGX-6.6.1.2."""
    return tables_of(game).whole(TABLE, "units-most")


def area_of(game: CloudsGame, id_: str) -> PhotoArea:
    """The area of this id."""
    return next(area for area in OBSERVING.of(game).areas if area.id == id_)


STEPS = {"observe": observe, "observed": observed, "photograph": photograph}


# -- orders ------------------------------------------------------------------------------------------------------------


class Units(api.Names):
    """Ground units by name, one after the other."""

    def read(self, reading: api.Reading, at: int, values: api.Said) -> api.Readings:
        each = super().read
        between = partial(reading.word, words=(",", "and"))
        yield from api.several(reading, at, lambda at, _: each(reading, at, values), between)

    def tell(self, value: tuple[str, ...], values: api.Said) -> str:
        return " and ".join(super(Units, self).tell(unit, values) for unit in value)


class Observe(OfChapter, clouds.ShootingOrder, type="clouds.observe", chapter="observers", rule="ICOGX-6.6.1.1"):
    """A man looks for ground units. ICOGX-6.6.1.1, ICOGX-6.6.1.2."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} observes|observe {units}",)
    units: tuple[str, ...] = Field(min_length=1, max_length=24)

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        units = ground_names(game)
        return {**super().slots(game, player, rules), "units": Units(units.what, units.named({}), "ground units")}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        """Each unit in sight; the two and the three that are found most easily."""
        if (shooter := game.shooter_of(player)) is None or shooter.station == PILOT:
            return
        craft = game.of(shooter.craft)
        orders = [cls(craft=craft.id, station=shooter.station, units=(unit.id,)) for unit in in_sight(game, craft)]
        orders.sort(key=lambda order: -order.checks(game, rules)[0].most)
        most = 1 if is_open_ended(ObserverRulings.of(game)) else min(len(orders), units_most(game))
        for many in range(2, most + 1):
            orders.append(api.replace(orders[0], units=tuple(order.units[0] for order in orders[:many])))
        for order in orders:
            pairs = zip(order.those(game), order.checks(game, rules), strict=True)
            named = [f"{unit.name} ({max(0, check.most)} or less)" for unit, check in pairs]
            title = f"{api.capitalised(craft.marking)} looks for {api.in_a_row(named)}"
            yield api.Offer(order, title, craft.id, kind="observation")

    def those(self, game: CloudsGame) -> list[GroundUnit]:
        return [unit for id_ in self.units if (unit := unit_of(game, id_))]

    def looked(self, game: CloudsGame) -> int:
        """For how many others he has looked in this turn."""
        busy = busy_with(game, self.craft, self.station)
        return busy.units if busy else 0

    def checks(self, game: CloudsGame, rules: CloudsSteps) -> list[clouds.Check]:
        """The test for each unit."""
        facts, before = clouds.CheckFacts(game, game.of(self.craft), self.station), self.looked(game)
        units, whole = enumerate(self.those(game), before), before + len(self.units)
        return [look_check(facts, rules, unit, place, whole) for place, unit in units]

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft, busy = game.of(self.craft), busy_with(game, self.craft, self.station)
        most, seen = units_most(game), [unit.id for unit in in_sight(game, craft)]
        if self.station == PILOT or not able(craft, self.station):
            # "tasks of observers"
            yield api.Objection("ICOGX-6.6.a", "it takes an observer who can see to it")
        elif (busy and busy.task != "looks") or game.turn in [row.worked_on for row in clouds.rows_of(craft, self.station)]:
            # "the observer does nothing else that turn"
            yield api.Objection("ICOGX-6.6.1.2", "he has done something else in this turn")
        elif len({*self.units}) < len(self.units) or self.looked(game) + len(self.units) > most:
            # "Up to 3 units a turn"
            yield api.Objection("ICOGX-6.6.1.2", f"he looks for at most {most} units in a turn, each of them once")
        elif strange := next((id_ for id_ in self.units if id_ not in seen), ""):
            # "the range modifiers of the 37 mm gun"
            yield api.Objection("ICOGX-6.6.1.1", f"{strange[:40]!r} is no unit in sight that is still to be identified")

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        """The first test; those after it are told by the offer."""
        return (clouds.question_of(self.checks(game, rules)[0]),)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        before, whole = self.looked(game), self.looked(game) + len(self.units)
        about = f"looks for {api.in_a_row([unit.name for unit in self.those(game)])}"
        yield attention.TaskBegun(craft=self.craft, station=self.station, task="looks", units=whole, about=about)
        tests = (due("observe", self.craft, self.station, id_, at, whole) for at, id_ in enumerate(self.units, before))
        yield then(*tests, due("observed", self.craft, self.station))

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """The points that are to be expected."""
        chances = (min(max(check.most, 0), 20) / 20 for check in self.checks(game, rules))
        return OBSERVING.of(game).per_unit * sum(chances)


class PhotoRun(OfChapter, clouds.MoveOrder, type="clouds.photograph", chapter="observers", rule="ICOGX-6.6.2.1"):
    """An aircraft flies its whole move straight on, level, over what is to be photographed. ICOGX-6.6.2.1, ICOGX-6.6.2.2."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} photographs|photograph {area}",)
    area: str

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        areas = names_of("what is to be photographed", OBSERVING.of(game).areas, player)
        return {**super().slots(game, player, rules), "area": areas}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if craft := game.mover(player):
            for area in OBSERVING.of(game).areas:
                title = f"{api.capitalised(craft.marking)} photographs {area.name} ({api.plural(area.points, 'point')})"
                yield api.Offer(cls(craft=craft.id, area=area.id), title, craft.id, kind="photographs")

    def move(self, game: CloudsGame) -> clouds.Announce:
        """As any other move."""
        return clouds.Announce(craft=self.craft, plan=f"S{game.of(self.craft).speed / 10:g}")

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft, tables = game.of(self.craft), tables_of(game)
        area = next((area for area in OBSERVING.of(game).areas if (area.id, area.side) == (self.area, player)), None)
        start, end = craft.pose.place, space.straight(craft.pose, craft.speed / 10).place
        steepest = tables.number(TABLE, "photo-climb") if ObserverRulings.of(game).photo_level == "within-1-mu" else 0.0
        man = attention.camera_of(game, craft)
        if area is None or area.taken:
            # "the mission's target area"
            yield api.Objection("ICOGX-6.6.2.1", f"nothing {self.area[:40]!r} is still to be photographed")
        elif not man or busy_with(game, craft.id, man):
            # "the observer does nothing else"
            yield api.Objection("ICOGX-6.6.2.2", "nobody aboard is free to work the camera")
        elif abs(end[2] - start[2]) > steepest:
            # "straight and level"
            yield api.Objection("ICOGX-6.6.2.1", f"it is not level: it would end {end[2] - start[2]:+.1f} MU of height off")
        elif not passes_over(start, end, area):
            # "over the mission's target area"
            yield api.Objection("ICOGX-6.6.2.1", f"it would not fly over {area.name} {area.heights}")
        else:
            yield from self.move(game).objections(game, player, rules)

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        return self.move(game).questions(game, rules)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        man = attention.camera_of(game, game.of(self.craft))
        about = f"a photo run over {area_of(game, self.area).name}"
        yield attention.TaskBegun(craft=self.craft, station=man, task="camera", about=about)
        yield then(due("photograph", self.craft, self.area))
        yield from self.move(game).begins(game, rules)

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """It comes before any other move."""
        return artillery.AT_ONCE + area_of(game, self.area).points


# -- what is seen of it ------------------------------------------------------------------------------------------------


def goals(game: CloudsGame, craft: Craft) -> Iterable[clouds.Goal]:
    """Areas to photograph; units that are still to be found, as long as none is in sight."""
    observing, height = OBSERVING.of(game), craft.pose.place[2]
    for area in observing.areas if attention.camera_of(game, craft) else ():
        if area.side == craft.side and not area.taken:
            place = (*area.at, min(max(height, area.lowest), area.highest))
            yield clouds.Goal(area.id, area.name, place, area.radius, "level", float(area.points))
    if attention.observer_of(craft) and not any(in_sight(game, craft)):
        for unit in attention.to_find(game, craft):
            yield clouds.Goal(unit.id, unit.name, (*unit.at, height), 0.0, "over", float(observing.per_unit))


def briefing(setup: clouds.Setup) -> Iterable[str]:
    """What observers are asked for, in lines."""
    for area in OBSERVING.of(setup).areas:
        points = api.plural(area.points, "point")
        yield f"{api.capitalised(area.name)} is to be photographed {area.heights}: {points}."
    if radios := [placing.marking for placing in setup.aircraft if placing.id in OBSERVING.of(setup).radios]:
        yield f"Wireless: {api.in_a_row(radios)}; a message is announced before its aircraft moves, and sent as men shoot."
