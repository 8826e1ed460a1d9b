"""Collisions (5.5.16): who ends a move too near to another aircraft, the ground, a balloon or its cable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from aqmf_air.api import Dice, Event, GameStep, replace, ruling, total

from aqmf_air.games.clouds_of_glory.chapters.checks import (  # isort: skip
    Check, CheckFacts, CheckPassed, flying_check, luck_check, roll_test, tested_to_the_end,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.chapters.damage import harm
from aqmf_air.games.clouds_of_glory.chapters.damage import near as around
from aqmf_air.games.clouds_of_glory.chapters.leaving import destroyed
from aqmf_air.games.clouds_of_glory.chapters.models import ModelRulings, apart, body_of, obstacles, too_near
from aqmf_air.games.clouds_of_glory.chapters.plans import lands
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, due, then
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft
from aqmf_air.games.clouds_of_glory.tables import D20, Against, CollisionRow, Tables


class CollisionRulings(ModelRulings):
    """What the source leaves open of collisions."""

    collision_rerolls: Literal["aggressor-first", "alternate"] = ruling(
        "ICOG-5.5.16.1",
        "When does the victim test Luck?",
        "When the aggressor has spent his re-rolls.",
        "After the first test of the aggressor; then they roll again in turn.",
        standing="stated",
    )
    collision_speed: Literal["victim", "aggressor", "faster"] = ruling(
        "ICOG-5.5.16.1",
        "Whose speed counts for a collision of aircraft?",
        "The victim's.",
        "The aggressor's.",
        "The faster one's.",
    )


# -- what comes of it --------------------------------------------------------------------------------------------------


def roll_collision(
    dice: Dice, modifier: int, against: Against, tables: Tables, by: str = "", *, hopeless: bool = False
) -> tuple[int, CollisionRow]:
    """A D20, and the row to which speed brings it; ``hopeless``: it cannot fly out. ICOG-5.5.16.1, ICOG-5.5.16.3."""
    face = dice.draw(total("collision", 1, D20, by=by, about="by the table of collisions"))
    row = tables.collision_row(face + modifier, against)
    return face, tables.collision_row(row.otherwise, against) if hopeless and row.otherwise else row


def collision(dice: Dice, aggressor: Check, victim: Check, modifier: int, tables: Tables) -> int:
    """The lowest roll of the row that two aircraft come to which are too near; 0: they miss each other. ICOG-5.5.16.1."""
    if tested_to_the_end(dice, aggressor).passed or tested_to_the_end(dice, victim).passed:
        return 0
    return roll_collision(dice, modifier, "aircraft", tables)[1].low


def speed_of_collision(game: CloudsGame, craft: Craft, other: Craft | None) -> int:
    """What speed adds to the roll. T:collision, ``collision_speed``."""
    modifiers = {who.id: game.tables.collision_modifier(game.cockpit(who).band(who.speed)) for who in (craft, other) if who}
    if other is None or game.rulings.collision_speed == "aggressor":
        return modifiers[craft.id]
    if game.rulings.collision_speed == "victim":
        return modifiers[other.id]
    return modifiers[max((other, craft), key=lambda who: who.speed).id]


# -- events ------------------------------------------------------------------------------------------------------------


class Collided(Event[CloudsGame], type="clouds.collided"):
    """ICOG-5.5.16.1, ICOG-5.5.16.3."""

    aggressor: str
    victim: str = ""
    """The other aircraft, or the balloon."""
    against: Against
    face: int
    modifier: int
    text: str
    lost: bool = False
    """Whether the balloon is no more in the way: it has exploded, or drifts off."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        return replace(game, lost_balloons=(*game.lost_balloons, self.victim)) if self.lost else game

    def tell(self, game: CloudsGame) -> str:
        what = game.called(self.victim) if self.victim else "the ground"
        return f"{game.subject(self.aggressor)} and {what}: {self.face}{self.modifier:+d}, {self.text}"


# -- steps -------------------------------------------------------------------------------------------------------------


def near(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """An aircraft has moved. ICOG-5.5.16.1-a."""
    yield then(*too_near_to(game, game.of(step.of), "take-off" in step.facts))


def too_near_to(game: CloudsGame, craft: Craft, taking_off: bool = False) -> Sequence[GameStep]:
    """What an aircraft is too near to after its move; others in the order in which they moved. ICOG-5.5.16.1 to 5.5.16.3."""
    body, steps = body_of(game, craft), list[GameStep]()
    exempt = lands(craft.plan) or craft.grounded or taking_off
    if not exempt and too_near(game, body.lowest):
        steps.append(due("close", craft.id, "the ground"))
    for balloon in game.balloons:
        ways = dict(zip(("balloon", "cable"), (apart(body, thing) for thing in obstacles(balloon)), strict=True))
        what = min(ways, key=lambda name: ways[name])
        if too_near(game, ways[what]):
            steps.append(due("close", craft.id, f"the {what}", balloon.id))
    others = [other for other in game.in_air if other.moved and other.id != craft.id]
    others = [other for other in others if too_near(game, apart(body, body_of(game, other)))]
    others.sort(key=lambda other: other.order)
    return (*steps, *(due("luck", craft.id, other.id, 0) for other in others))


def close(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """A Flying test to keep clear of the ground, a balloon, a cable. ICOG-5.5.16.3."""
    craft, what = game.of(step.of), str(step.facts[0])
    check = flying_check(rules, CheckFacts(game, craft, PILOT), f"clear of {what}")
    if not (yield from roll_test(dice, craft, check)):
        yield then(due("collision", craft.id, *step.facts))


def luck(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """Luck tests against a collision, one a step: aggressor, then victim. ICOG-5.5.16.1, ``collision_rerolls``."""
    other_id, number = str(step.facts[0]), int(step.facts[1])
    pair = game.of(step.of), game.of(other_id)
    craft, other = pair[number % 2], pair[1 - number % 2]
    check = luck_check(rules, CheckFacts(game, craft, PILOT, other), "collision")
    alternate = game.rulings.collision_rerolls == "alternate"
    came = tested_to_the_end(dice, check.alone if alternate else check)
    spent = check.rerolls[: number > 1 if alternate else came.spent]
    yield CheckPassed(craft=craft.id, check=check.id, need=check.most, outcome=came.passed, spent=spent)
    if came.passed:
        return
    again = number == 0
    if alternate and number:
        left = luck_check(rules, CheckFacts(game, other, PILOT, craft), "collision").rerolls
        again = bool(left or check.rerolls[len(spent) :])
        number += not left  # the other one has no die left: this one rolls on
    yield then(due("luck", step.of, other_id, number + 1) if again else due("collision", step.of, "aircraft", other_id))


def collide(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """The roll on the table of collisions, the victim's. ICOG-5.5.16.1, ICOG-5.5.16.3."""
    craft, (what, *names) = game.of(step.of), (str(fact) for fact in step.facts)
    name = "".join(names)
    other = game.of(name) if game.has(name) else None
    against: Against = "aircraft" if other else "balloon" if name else "ground"
    modifier = speed_of_collision(game, craft, other)
    hopeless = craft.spinning or what == "into"
    face, row = roll_collision(dice, modifier, against, game.tables, (other or craft).side, hopeless=hopeless)
    lost = row.balloon_destroyed or (row.cable == "cut" and what == "the cable")
    yield Collided(aggressor=craft.id, victim=name, against=against, face=face, modifier=modifier, text=row.text, lost=lost)
    both = ((craft, "aggressor"), *(((other, "victim"),) if other else ()))
    crashes = (due("crash", who.id, against, row.low, part) for who, part in both)
    yield then(*crashes, *(due("blast", each.id) for each in (around(game, craft, row.near) if row.near else ())))


def crash(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """What a row of the table of collisions does to one aircraft. T:collision."""
    against, low, part = step.facts
    row = game.tables.of.of("collision", CollisionRow).at(against, low)
    text = f"collides: {row.text}"
    yield from harm(game, dice, game.of(step.of), text, row.victim if part == "victim" else row.effect, hit=False)


def ground(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """An aircraft has fallen or flown into the ground. ICOG-6.3.13.1, ``spin_into_ground``."""
    craft = game.of(step.of)
    if game.rulings.spin_into_ground == "table":
        yield then(due("collision", craft.id, "into"))
    else:
        yield from destroyed(game, craft, "flies into the ground")


STEPS = {"near": near, "close": close, "luck": luck, "collision": collide, "crash": crash, "ground": ground}
