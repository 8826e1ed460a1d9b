"""Stalls, Immelmann turns and spins (5.5.11 to 5.5.15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Literal

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose
from aqmf_air.games.clouds_of_glory.chapters.checks import Check, CheckFacts, flying_check, question_of, roll_test, tested
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.moving import MoveOrder
from aqmf_air.games.clouds_of_glory.chapters.panels import Cockpit
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, decided, due, then
from aqmf_air.games.clouds_of_glory.chapters.strain import after_flight, before_flight
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CraftEvent
from aqmf_air.games.clouds_of_glory.tables import Tables

D12 = api.numbered(12)
NOSES = {"45": "45 degrees down", "60": "60 degrees down", "90": "straight down"}
STALL_NOSES = {**NOSES, "spin": "spin on purpose"}


class StallRulings(api.Rulings):
    """What the source leaves open of stalls and spins."""

    spin_entry_speed: Literal["six", "two"] = api.ruling(
        "ICOG-5.5.15.5", "What does a failed test below S gain?", "6 EU towards the step above S.", "2 EU, as a stall."
    )
    immelmann_energy: Literal["1", "0"] = api.ruling(
        "ICOG-5.5.13.3", "What does an Immelmann turn cost?", "1 EU, beside the 2 that it gains.", "Nothing."
    )
    immelmann_actions: Literal["reserved", "extra"] = api.ruling(
        "ICOG-5.5.13.3", "May an Immelmann turn be flown after two actions?", "No: one has to be left.", "Yes."
    )
    spin_into_ground: Literal["killed", "table"] = api.ruling(
        "ICOG-5.5.15.3",
        "What becomes of an aircraft that falls or flies into the ground?",
        "It is destroyed.",
        "The table of collisions with the ground is rolled on.",
    )
    spin_exit_shooting: Literal["still-spinning", "out"] = api.ruling(
        "ICOG-5.5.15-b",
        "Does an aircraft that came out of a spin count as spinning to the end of the turn?",
        "Yes: nobody aboard shoots, and shots at it are at -6.",
        "No.",
    )
    vertical_heading: Literal["pull-out", "top-wing", "kept"] = api.ruling(
        "ICOG-5.5.11.2",
        "Which heading has an aircraft whose nose points straight up or down?",
        "The one that it would pull out to.",
        "Where its top wing points.",
        "The one before it went vertical.",
    )


# -- rules -------------------------------------------------------------------------------------------------------------


def heading_of(game: CloudsGame, craft: Craft) -> float:
    """The heading that a drop keeps. ``vertical_heading``."""
    pose, way = craft.pose, game.rulings.vertical_heading
    if not pose.vertical or way == "pull-out":
        return pose.heading
    if way == "kept" and craft.from_pose is not None:
        return craft.from_pose.heading
    return pose.heading if pose.ahead[2] < 0 else (pose.heading + 180) % 360


def dropped(craft: Craft, far: float, nose: float, heading: float) -> SpacePose:
    """The pose after a drop: straight down, wings level. ICOG-5.5.11.2, ICOG-5.5.12.2, ICOG-5.5.15.2."""
    x, y, z = craft.pose.place
    return SpacePose.level(x, y, z - far, heading, nose)


def drop_of(below: int, tables: Tables) -> int:
    """MU that it drops so many EU below S, in an Immelmann, into a spin. ICOG-5.5.11.2 to 5.5.13.2, ICOG-5.5.15.2."""
    return max(tables.number("flight", "stall-drop"), below)


def stall_speed(cockpit: Cockpit, speed: int, lost: int = 0) -> int:
    """The speed after a stall, or an Immelmann that costs so many EU. ICOG-5.5.11.2, ICOG-5.5.12.2, ICOG-5.5.13.2."""
    return cockpit.after(speed, cockpit.tables.number("flight", "stall-gain") - lost).speed


def spin_speed(cockpit: Cockpit, speed: int) -> int:
    """The speed of a spin after a further turn: 6 EU up or down, to the first step above S. ICOG-5.5.15.5."""
    above, change = cockpit.step_at(cockpit.stall + 1), cockpit.tables.number("flight", "spin-energy")
    if speed < above:
        return min(above, cockpit.after(speed, change).speed)
    return max(above, cockpit.after(speed, -change).speed)


def spin_heading(dice: api.Dice, heading: float, by: str = "") -> float:
    """The facing after a spin: a D12 read as a clock, 12 the facing now. ICOG-5.5.15.4."""
    hours = dice.draw(api.total("facing after the spin", 1, D12, by=by, about="hours of a clock, 12 as it faces"))
    return (heading + 30 * hours) % 360


# -- events ------------------------------------------------------------------------------------------------------------


Fall = Literal["stalls", "turns over", "spins"]


class Fell(CraftEvent, type="clouds.fell"):
    """A stall, an Immelmann, a further turn of a spin. ICOG-5.5.11.2, ICOG-5.5.13.2, ICOG-5.5.15.2."""

    wording: ClassVar[str] = "{subject} {what} and drops {where}; {speed} km/h"
    what: Fall
    pose: SpacePose
    speed: int
    lost: int = 0
    """EU beside the drop's own, as the table of manoeuvres has it."""

    def where(self, _: CloudsGame) -> str:
        return f"to height {self.pose.place[2]:.1f}" if self.pose.place[2] >= 0 else "into the ground"

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        trouble = {"stalls": "stalled", "turns over": "immelmann", "spins": "spins"}[self.what]
        trouble = "doomed" if craft.trouble == "doomed" and self.what == "spins" else trouble
        return game.changed(
            self.craft, pose=self.pose, speed=self.speed, trouble=trouble, silent=craft.silent or self.what == "spins"
        )


class CameOut(CraftEvent, type="clouds.came_out"):
    """ICOG-5.5.15.4."""

    wording: ClassVar[str] = "{subject} is out of the spin, its top wing at {pose.heading:.0f}"
    pose: SpacePose

    def apply(self, game: CloudsGame) -> CloudsGame:
        still = game.rulings.spin_exit_shooting == "still-spinning"
        craft = game.of(self.craft)
        return game.changed(self.craft, pose=self.pose, trouble=craft.trouble if still else "", recovered=True, silent=still)


# -- steps -------------------------------------------------------------------------------------------------------------


def _falls(craft: Craft, what: Fall, pose: SpacePose, speed: int) -> Events:
    yield Fell(craft=craft.id, what=what, pose=pose, speed=speed)
    if pose.place[2] < 0:
        yield then(due("ground", craft.id))


def enter_spin(game: CloudsGame, craft: Craft, below: int = 0) -> Events:
    """A spin begins: a drop, the nose straight down, the first change of speed. ICOG-5.5.15.2, ICOG-5.5.15.5."""
    speed_after = stall_speed if below and game.rulings.spin_entry_speed == "two" else spin_speed
    pose = dropped(craft, drop_of(below, game.tables), -90, heading_of(game, craft))
    yield from _falls(craft, "spins", pose, speed_after(game.cockpit(craft), craft.speed))


def below_stall(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A move ended below S: a Flying test at once. ICOG-5.5.11.1."""
    craft, drop = game.of(step.of), drop_of(int(step.facts[0]), game.tables)
    check = flying_check(rules, CheckFacts(game, craft, PILOT), "stall")
    if (yield from roll_test(dice, craft, check)):
        yield then(due("stall", craft.id, drop))
    else:
        yield from enter_spin(game, craft, drop)


def stall(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """How deep the nose drops, or a spin on purpose. ICOG-5.5.11.1, ICOG-5.5.11.2."""
    craft, drop = game.of(step.of), int(step.facts[0])
    nose = decided(dice, craft, "nose", f"{craft.marking} stalls and drops {drop} MU: how deep is its nose?", STALL_NOSES)
    if nose == "spin":
        yield from enter_spin(game, craft, drop)
        return
    speed = stall_speed(game.cockpit(craft), craft.speed)
    yield from _falls(craft, "stalls", dropped(craft, drop, -float(nose), heading_of(game, craft)), speed)


def on_stall(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A move ended on S: a Flying test at once. ICOG-5.5.12.1, ICOG-5.5.12.2."""
    craft = game.of(step.of)
    check = flying_check(rules, CheckFacts(game, craft, PILOT), "on the stall speed")
    if (yield from roll_test(dice, craft, check)):
        yield then(due("on S, passed", craft.id, *step.facts))
        return
    nose = -game.tables.number("flight", "stall-degrees")
    pose = dropped(craft, drop_of(0, game.tables), nose, heading_of(game, craft))
    yield from _falls(craft, "stalls", pose, stall_speed(game.cockpit(craft), craft.speed))


IMMELMANNS: Mapping[str, tuple[float, str]] = {
    "back": (180, "turn about"),
    "left": (-90, "to the left"),
    "right": (90, "to the right"),
    "left-back": (-135, "left and back"),
    "right-back": (135, "right and back"),
    "on": (0, "straight on"),
}
"""Headings that are offered after an Immelmann, in degrees against that before it."""


def after_stall_test(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The ways on from a test on S that was passed. ICOG-5.5.12.1, ICOG-5.5.13.1, ICOG-5.5.13.2."""
    craft, taken = game.of(step.of), int(step.facts[0])
    ways = {"fly": "fly on at the stall speed"}
    if taken < handling_of(game, craft).actions or game.rulings.immelmann_actions == "extra":
        ways |= {way: f"Immelmann: {title}" for way, (_, title) in IMMELMANNS.items()}
    ways["spin"] = STALL_NOSES["spin"]
    way = decided(dice, craft, "stall exit", f"{craft.marking} stands on its stall speed", ways)
    if way == "spin":
        yield from enter_spin(game, craft)
    elif way != "fly":
        yield then(due("immelmann", craft.id, way))


def turned_over(game: CloudsGame, craft: Craft, way: str, nose: str) -> SpacePose:
    """The pose after an Immelmann. ICOG-5.5.13.2."""
    heading = (heading_of(game, craft) + IMMELMANNS[way][0]) % 360
    return dropped(craft, drop_of(0, game.tables), -float(nose), heading)


def immelmann(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """2 MU down, any heading, the nose from 45 degrees below the horizon to straight down. ICOG-5.5.13.2."""
    craft = game.of(step.of)
    nose = decided(dice, craft, "nose", f"{craft.marking} turns over: how deep is its nose?", NOSES)
    pose = turned_over(game, craft, str(step.facts[0]), nose)
    speed = stall_speed(game.cockpit(craft), craft.speed, int(game.rulings.immelmann_energy))
    yield from _falls(craft, "turns over", pose, speed)
    if any(entry.startswith("manoeuvre") for entry in craft.strained):
        yield then(due("holds", craft.id))


def spin_on(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A later turn of a spin: straight down its speed in MU, then energy. ICOG-5.5.15.3."""
    craft = game.of(step.of)
    pose = dropped(craft, craft.speed / 10, -90, craft.pose.heading)
    speed = spin_speed(game.cockpit(craft), craft.speed)
    yield Fell(craft=craft.id, what="spins", pose=pose, speed=speed)
    given_up = craft.trouble == "doomed" or step.facts == ("on",)
    names = ("ground",) if pose.place[2] < 0 else ("near",) if given_up else ("out of the spin", "near")
    after = after_flight(game, craft, (), handling_of(game, craft), speed)
    yield then(*(due(name, craft.id) for name in names), *after, due("moved", craft.id))


def out_of_spin(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The Flying test to come out, and the new facing. ICOG-5.5.15.3, ICOG-5.5.15.4."""
    craft = game.of(step.of)
    if (yield from roll_test(dice, craft, flying_check(rules, CheckFacts(game, craft, PILOT), "out of the spin"))):
        yield then(due("facing", craft.id))


def new_facing(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """ICOG-5.5.15.4."""
    craft = game.of(step.of)
    heading = spin_heading(dice, craft.pose.heading, craft.side)
    yield CameOut(craft=craft.id, pose=dropped(craft, 0, -90, heading))


def escapes(dice: api.Dice, check: Check, turns: int) -> bool:
    """Whether a pilot comes out of a spin within so many turns. ICOG-5.5.15.3."""
    return any(tested(dice, check).passed for _ in range(turns))


# -- orders ------------------------------------------------------------------------------------------------------------


class SpinOn(MoveOrder, type="clouds.spin"):
    """A spinning aircraft falls on; its pilot tries to come out, or does not. ICOG-5.5.15.3."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} spins|spin {tries}",)
    tries: bool = True

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        words = {"and tries to come out": True, "and try to come out": True, "on": False}
        return {**super().slots(game, player, rules), "tries": api.Names("on, or and tries to come out", words)}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if (craft := game.mover(player)) and craft.spinning:
            name = api.capitalised(craft.marking)
            if craft.trouble != "doomed" and craft.blackout != game.turn:
                yield api.Offer(cls(craft=craft.id), f"{name} spins, and tries to come out", craft.id)
            yield api.Offer(cls(craft=craft.id, tries=False), f"{name} spins on", craft.id)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = game.of(self.craft)
        if not craft.spinning:
            # "In further turns it falls by its speed"
            yield api.Objection("ICOG-5.5.15.3", "it does not spin")
        elif self.tries and craft.trouble == "doomed":
            # "may test Flying; with success it flies as usual"
            yield api.Objection("ICOG-5.5.15.3", "nobody comes out of this spin")
        elif self.tries and craft.blackout == game.turn:
            # "by the table of aircraft with one engine"
            yield api.Objection("ICOG-6.3.10-a", "its pilot has fainted")

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        craft = game.of(self.craft)
        if not self.tries or craft.pose.place[2] < craft.speed / 10:  # it hits the ground first
            return ()
        return (question_of(flying_check(rules, CheckFacts(game, craft, PILOT), "out of the spin")),)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        facts = () if self.tries else ("on",)
        yield then(*before_flight(game, game.of(self.craft)), due("spin", self.craft, *facts))


STEPS = {
    "below S": below_stall,
    "stall": stall,
    "on S": on_stall,
    "on S, passed": after_stall_test,
    "immelmann": immelmann,
    "spin": spin_on,
    "out of the spin": out_of_spin,
    "facing": new_facing,
}
