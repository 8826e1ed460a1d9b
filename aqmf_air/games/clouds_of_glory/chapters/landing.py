"""Landing and taking off (5.5.17, 5.5.18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, radians, sin
from typing import ClassVar, Literal

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.games.clouds_of_glory.chapters.checks import Check, CheckFacts, Graded, flying_check, graded, luck_check, spend
from aqmf_air.games.clouds_of_glory.chapters.damage import harm
from aqmf_air.games.clouds_of_glory.chapters.leaving import ShotDown, WentOut, landing_credit
from aqmf_air.games.clouds_of_glory.chapters.moving import MoveOrder
from aqmf_air.games.clouds_of_glory.chapters.plans import near_level
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, due, then
from aqmf_air.games.clouds_of_glory.effects import Effect
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CraftEvent, Runway
from aqmf_air.games.clouds_of_glory.tables import LandingPlace, LandingRow, Surface, Tables

BOTH_ROWS = -8
"""Successes that the source prints in two rows."""
AERODROME = "aerodrome"


class LandingRulings(api.Rulings):
    """What the source leaves open of landings."""

    eight_worse: Literal["lower-range", "worst"] = api.ruling(
        "ICOG-5.5.17-b",
        "Successes of -8 stand in two rows of both landing tables: which counts?",
        "The better one.",
        "The worst one.",
        standing="stated",
    )
    rough_landing: Literal["table", "example"] = api.ruling(
        "ICOG-5.5.17-c",
        "How much strength does a rough landing take?",
        "1d6, as the table says.",
        "1d6+3, as an example says.",
        standing="stated",
    )


# -- rules -------------------------------------------------------------------------------------------------------------


def _read(successes: int, rulings: LandingRulings) -> int:
    return BOTH_ROWS - 1 if successes == BOTH_ROWS and rulings.eight_worse == "worst" else successes


def landing_place(successes: int, tables: Tables, rulings: LandingRulings) -> LandingPlace:
    """Where an aircraft comes down off the boards, by the successes of a Luck test. ICOG-5.5.17-b."""
    return tables.landing_place(_read(successes, rulings))


def landing_result(successes: int, surface: Surface, tables: Tables, rulings: LandingRulings) -> LandingRow:
    """What comes of an emergency landing, by the successes of the Flying test. ICOG-5.5.17-c."""
    row = tables.landing_row(_read(successes, rulings), surface)
    if row.name == "rough" and row.effect.strength and rulings.rough_landing == "example":
        return api.replace(row, effect=Effect(**{**dict(row.effect), "strength": "1d6+3"}))
    return row


def on_ground(check: Check, place: LandingPlace) -> Check:
    """The landing test with what the ground adds. ICOG-5.5.17-b."""
    return check.changed([api.modifier(place.modifier, place.place, "ICOG-5.5.17-b")])


def landing(dice: api.Dice, luck: Check, flying: Check, tables: Tables, rulings: LandingRulings) -> str:
    """What an emergency landing comes to where Luck finds the ground. ICOG-5.5.17-b, ICOG-5.5.17-c."""
    place = landing_place(graded(dice, luck).successes, tables, rulings)
    return landing_result(graded(dice, on_ground(flying, place)).successes, "land", tables, rulings).name


def strip_at(game: CloudsGame, pose: SpacePose) -> Runway | None:
    """The strip of ground that a place is on. ICOG-5.5.17.1."""
    for strip in game.setup.runways:
        x, y = pose.place[0] - strip.at[0], pose.place[1] - strip.at[1]
        east, north = sin(radians(strip.heading)), cos(radians(strip.heading))
        if abs(x * east + y * north) <= strip.length / 2 and abs(x * north - y * east) <= strip.width / 2:
            return strip
    return None


def lands_untested(game: CloudsGame, craft: Craft) -> bool:
    """Whether an aircraft that touches down needs no test: at S, along a runway, on its own wheels. ICOG-5.5.17.1."""
    if (strip := strip_at(game, craft.pose)) is None or strip.place != AERODROME:
        return False
    along = abs((craft.pose.heading - strip.heading + 90) % 180 - 90) <= game.tables.number("flight", "level-degrees")
    return along and craft.speed == game.cockpit(craft).stall and craft.undercarriage


def is_emergency(game: CloudsGame, craft: Craft) -> bool:
    """Whether a landing is one of need: off the aerodromes, or without a whole undercarriage. ICOG-6.3.13.3."""
    strip = strip_at(game, craft.pose)
    return strip is None or strip.place != AERODROME or not craft.undercarriage


def ground_at(game: CloudsGame, craft: Craft) -> LandingPlace | None:
    """The ground that an aircraft comes down on; None: Luck finds it. ICOG-5.5.17-a, ICOG-5.5.17-b."""
    places = game.tables.of.of("landing-places", LandingPlace)
    if strip := strip_at(game, craft.pose):
        return places.at(strip.place)
    return places.at(AERODROME) if craft.powered else None


def landing_check(game: CloudsGame, rules: CloudsSteps, craft: Craft) -> Check:
    """The landing test, without what the ground adds. ICOG-5.5.17-a, ICOG-5.5.17-c."""
    steps = game.cockpit(craft).steps_above_stall(craft.speed)
    changes = (
        (steps, "speed-step", "speed steps above S", "ICOG-5.5.17-a"),
        (craft.fire, "on-fire", "on fire", "ICOG-5.5.17-c"),
        (not craft.undercarriage, "no-undercarriage", "undercarriage", "ICOG-5.5.17-c"),
    )
    number = game.tables.number
    more = (api.modifier(count * number("landing-modifiers", name), why, rule) for count, name, why, rule in changes)
    return flying_check(rules, CheckFacts(game, craft, PILOT), "landing", *more)


# -- events ------------------------------------------------------------------------------------------------------------


class TouchedDown(CraftEvent, type="clouds.touched_down"):
    """ICOG-5.5.17.1, ICOG-5.5.17-d."""

    rolls: bool

    def apply(self, game: CloudsGame) -> CloudsGame:
        pose = game.of(self.craft).pose
        pose = pose._replace(place=(*pose.place[:2], 0.0))
        return game.changed(self.craft, pose=pose, rolls_out=self.rolls)

    def tell(self, game: CloudsGame) -> str:
        return f"{self.subject(game)} touches down{' and rolls' if self.rolls else ''}"


class LandingTested(CraftEvent, type="clouds.landing_tested"):
    """A test on landing: Luck finds the ground, Flying sets the aircraft down. ICOG-5.5.17-b, ICOG-5.5.17-c."""

    check: str
    need: int
    outcome: int
    """Successes."""
    result: str
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        return spend(game, self.spent)

    def tell(self, game: CloudsGame) -> str:
        successes = f"{self.outcome} success{'es' * (abs(self.outcome) != 1)}"
        return f"{self.subject(game)}: {self.check}, {self.need} or less: {successes}, {self.result}"


class RolledOut(CraftEvent, type="clouds.rolled_out"):
    """It rolls S in MU, and stands. ICOG-5.5.17-d."""

    wording: ClassVar[str] = "{subject} rolls out and stands"
    pose: SpacePose

    def apply(self, game: CloudsGame) -> CloudsGame:
        return game.changed(self.craft, pose=self.pose, speed=0, rolls_out=False)


class TookOff(CraftEvent, type="clouds.took_off"):
    """ICOG-5.5.18.1."""

    wording: ClassVar[str] = "{subject} takes off; {speed} km/h"
    pose: SpacePose
    speed: int

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        left = game.tables.number("flight", "actions") - game.tables.manoeuvre("take-off").actions - craft.busy
        return game.changed(self.craft, pose=self.pose, from_pose=craft.pose, speed=self.speed, tasks=max(0, left))


# -- steps -------------------------------------------------------------------------------------------------------------


def touch_down(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """An announced landing meets the ground. ICOG-5.5.17.1."""
    craft = game.of(step.of)
    if not near_level(craft.pose, game.tables, game.rulings) or craft.pose.top[2] < 0:
        yield then(due("ground", craft.id))
        return
    untested, ground = lands_untested(game, craft), ground_at(game, craft)
    yield TouchedDown(craft=craft.id, rolls=untested)
    if not untested:
        yield then(due("landing", craft.id, ground.place) if ground else due("landing place", craft.id))


def find_ground(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Luck finds the ground. ICOG-5.5.17-b."""
    craft = game.of(step.of)
    check = luck_check(rules, CheckFacts(game, craft, PILOT), "landing place")
    came = graded(dice, check)
    place = landing_place(came.successes, game.tables, game.rulings)
    yield _told(craft, check, came, place.place)
    yield then(due("landing", craft.id, place.place))


def land(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The landing test, and what comes of it. ICOG-5.5.17-a, ICOG-5.5.17-c."""
    craft = game.of(step.of)
    place = game.tables.of.of("landing-places", LandingPlace).at(str(step.facts[0]))
    check = on_ground(landing_check(game, rules, craft), place)
    came = graded(dice, check)
    row = landing_result(came.successes, "land", game.tables, game.rulings)
    yield _told(craft, check, came, row.text)
    emergency = ("emergency",) * is_emergency(game, craft)
    yield then(due("set down", craft.id, came.successes), due("landed", craft.id, *emergency))


def set_down(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What a landing does to aircraft and pilot. T:landing."""
    row = landing_result(int(step.facts[0]), "land", game.tables, game.rulings)
    yield from harm(game, dice, game.of(step.of), f"lands: {row.text}", row.effect, hit=False)


def landed(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """An aircraft has come to rest. ICOG-6.3.13.3."""
    craft, fate = game.of(step.of), "has landed"
    if step.facts and (credit := landing_credit(game, craft)) is not None:
        fate = "is down by an emergency landing"
        yield ShotDown(craft=craft.id, fate=fate, by=credit.craft, station=credit.station)
    yield WentOut(craft=craft.id, out="landed", fate=fate)


def _told(craft: Craft, check: Check, came: Graded, result: str) -> LandingTested:
    spent = check.rerolls[: came.spent]
    return LandingTested(craft=craft.id, check=check.id, need=check.most, outcome=came.successes, result=result, spent=spent)


def roll_out(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """E25. ICOG-5.5.17-d."""
    craft = game.of(step.of)
    level = SpacePose.level(*craft.pose.place, craft.pose.heading)
    yield RolledOut(craft=craft.id, pose=space.straight(level, game.cockpit(craft).stall / 10))
    yield then(due("near", craft.id), due("landed", craft.id))


def take_off(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """ICOG-5.5.18.1."""
    craft, cockpit = game.of(step.of), game.cockpit(game.of(step.of))
    level = SpacePose.level(*craft.pose.place, craft.pose.heading)
    speed = cockpit.after(cockpit.stall, game.tables.number("flight", "take-off")).speed
    yield TookOff(craft=craft.id, pose=space.straight(level, cockpit.stall / 10), speed=speed)
    yield then(due("near", craft.id, "take-off"), due("moved", craft.id))


# -- orders ------------------------------------------------------------------------------------------------------------


class TakeOff(MoveOrder, type="clouds.take_off"):
    """An aircraft on the ground takes off, or stays where it stands. ICOG-5.5.18.1."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} {stays}",)
    stays: bool = False

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        words = {"takes off": False, "take off": False, "stays where it is": True, "stays": True}
        return {**super().slots(game, player, rules), "stays": api.Names("takes off, or stays", words)}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if (craft := game.mover(player)) and craft.grounded:
            name = api.capitalised(craft.marking)
            if craft.powered:
                yield api.Offer(cls(craft=craft.id), f"{name} takes off", craft.id)
            yield api.Offer(cls(craft=craft.id, stays=True), f"{name} stays where it is", craft.id)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = game.of(self.craft)
        if not craft.grounded:
            # "Taking off it begins at S, runs that far level"
            yield api.Objection("ICOG-5.5.18.1", "it does not stand on the ground")
        elif not (craft.powered or self.stays):
            # "runs that far level and straight, and gains 1 unit"
            yield api.Objection("ICOG-5.5.18.1", "no engine of it runs")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield then(due("moved" if self.stays else "take off", self.craft))


STEPS = {
    "touch down": touch_down,
    "landing place": find_ground,
    "landing": land,
    "set down": set_down,
    "landed": landed,
    "roll out": roll_out,
    "take off": take_off,
}
