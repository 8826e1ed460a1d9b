"""Tests (part 0) and re-rolls (1.2.3): a D20 at or under a number, and the offer to roll again."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CraftEvent
from aqmf_air.games.clouds_of_glory.tables import D20

if TYPE_CHECKING:
    from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps

REROLL = "re-roll"
"""The kind of decision, and the option to roll again."""
KEEP = "keep"
STEADY = "steady"
"""The reason of a modifier of 0: a miss jams no gun."""


class CheckRulings(api.Rulings):
    """What the source leaves open of tests."""

    equal_succeeds: Literal["yes", "no"] = api.ruling(
        "ICOG-0-a", "Does a die that is equal to the number succeed?", "Yes.", "No: it has to be lower.", standing="stated"
    )
    reroll_scope: Literal["all-own-d20", "tests-only"] = api.ruling(
        "ICOG-1.2.3-a",
        "Which dice may a re-roll replace?",
        "Each D20 that is rolled for a man or his aircraft: damage, too.",
        "Tests and shots.",
    )


@dataclass(frozen=True)
class CheckFacts:
    """What hooks get to know of a check: see ``hookspecs``."""

    game: CloudsGame
    craft: Craft
    station: str
    """Who rolls."""
    target: Craft | None = None
    """Who is shot at, or nearly collided with."""
    test: str = ""
    """What players call it: ``clear of the cable``."""


ASKED_AS = {
    "strength in a turn": "strength",
    "on the stall speed": "stall",
    "out of the spin": "spin",
    "landing place": "landing",
    "to hit the friend": "friend",
    **{f"clear of the {what}": "collision" for what in ("ground", "balloon", "cable")},
}
"""The ids of checks in hooks, where players call them otherwise."""


@dataclass(frozen=True)
class Check:
    """A D20 against a number. ICOG-0-a."""

    id: str
    """What is tested: ``tight turn``."""
    need: api.TargetNumber
    by: str
    """The side that rolls."""
    who: str = ""
    """Who or what is tested, for people."""
    rerolls: tuple[str, ...] = ()
    """Whose each re-roll is that may be spent, in the order in which they are. ICOG-1.2.3-a."""
    strict: bool = False
    """Whether the die has to be lower. ``equal_succeeds``."""
    steady: bool = False
    """Of a shot: whether a miss jams no gun."""
    faced: Callable[[Craft, int], Iterable[CraftEvent]] | None = None
    """What follows of the face of a Flying test of the pilot, by an extension."""

    @property
    def most(self) -> int:
        """The highest face that succeeds."""
        return self.need.total - self.strict

    @property
    def chance(self) -> float:
        """That it is passed, re-rolls left out."""
        return min(max(self.most, 0), 20) / 20

    def after(self, spent: int) -> Check:
        """The same with re-rolls spent."""
        return dataclasses.replace(self, rerolls=self.rerolls[spent:])

    @property
    def alone(self) -> Check:
        """The same without re-rolls, for questions."""
        return self.after(len(self.rerolls))

    def changed(self, changes: Iterable[api.Modifier]) -> Check:
        """The same with more that changes its number."""
        return dataclasses.replace(self, need=self.need.with_modifiers(change for change in changes if change.value))


class Tested(NamedTuple):
    """What came of a test."""

    passed: bool
    spent: int
    """Re-rolls."""
    face: int = 0
    """Of the die that stands, where something follows of it."""


class Graded(NamedTuple):
    """What came of a test whose successes count."""

    successes: int
    """Of the die that stands: the number less the die. ICOG-0-b."""
    face: int
    spent: int


def reroll_of(check_: Check, left: tuple[str, ...], says: str, outcome: bool | int, *facts: int | str) -> api.Decision:
    """The offer of a re-roll."""
    options, titles = (KEEP, REROLL), ("let it stand", f"re-roll ({len(left)} left)")
    facts = (check_.id, check_.most, *facts)
    return api.Decision(kind=REROLL, by=check_.by, options=options, titles=titles, says=says, outcome=outcome, facts=facts)


@dataclass(frozen=True)
class AfterTest:
    """A test that failed may be rolled again."""

    check: Check

    def __call__(self, passed: bool, left: tuple[str, ...]) -> api.Decision | None:
        says = f"{self.check.who}: {self.check.id}, {self.check.most} or less, has failed"
        return None if passed else reroll_of(self.check, left, says, False)


@dataclass(frozen=True)
class AfterGrade:
    """The same of a test whose successes count."""

    check: Check

    def __call__(self, face: int, left: tuple[str, ...]) -> api.Decision | None:
        if face <= self.check.most:
            return None
        says = f"{self.check.who} rolls {face}: {self.check.id}, {self.check.most} or less, has failed"
        return reroll_of(self.check, left, says, self.check.most - face, face)


def failures_again(decision: api.Decision) -> str:
    """A stand-in that spends re-rolls on all that failed, and on nothing else. ICOG-1.2.3-a."""
    failed = decision.outcome is False or (decision.outcome is not True and int(decision.outcome or 0) < 0)
    return REROLL if decision.kind == REROLL and failed else decision.options[0]


def always(passed: bool, left: tuple[str, ...]) -> Literal["forced"] | None:
    """A test that failed is rolled again: nobody may refuse. ICOG-5.5.16.1."""
    return None if passed else api.FORCED


def tested(dice: api.Dice, check_: Check) -> Tested:
    """A test, with its re-rolls. ICOG-0-a, ICOG-1.2.3-a."""
    return _tested(dice, check_, AfterTest(check_))


def tested_to_the_end(dice: api.Dice, check_: Check) -> Tested:
    """A test for which every re-roll is spent until it passes: nobody is asked. ICOG-5.5.16.1."""
    return _tested(dice, check_, always)


def _tested(dice: api.Dice, check_: Check, asks: api.Asks) -> Tested:
    if check_.faced:
        came = graded(dice, check_)
        return Tested(came.face <= check_.most, came.spent, came.face)
    draw = api.check(check_.id, D20, api.AtMost(check_.most), by=check_.by, about=check_.need)
    stood = api.rolled(dice, draw, asks, check_.rerolls)
    return Tested(bool(stood.value), len(stood.values) - 1)


def graded(dice: api.Dice, check_: Check) -> Graded:
    """A test whose successes count, with its re-rolls. ICOG-0-a, ICOG-0-b, ICOG-1.2.3-a."""
    draw = api.total(check_.id, 1, D20, by=check_.by, about=check_.need)
    stood = api.rolled(dice, draw, AfterGrade(check_), check_.rerolls, kept=False)
    return Graded(check_.need.total - int(stood.value), int(stood.value), len(check_.rerolls) - len(stood.left))


# -- checks of a fight -------------------------------------------------------------------------------------------------


def check_of(
    rules: CloudsSteps, facts: CheckFacts, id_: str, base: tuple[int, str, str], more: Iterable[api.Modifier] = ()
) -> Check:
    """A test of ``base`` for a man or his aircraft, with more that changes it, what extensions add, and the re-rolls that
    may be spent. ICOG-0-c, ICOG-1.2.3-a.
    """
    value, reason, rule = base
    need = api.TargetNumber(id_, value, reason, rule, words=("passed", "failed"))
    return check_on(rules, facts, need.with_modifiers(change for change in more if change.value))


def check_on(rules: CloudsSteps, facts: CheckFacts, need: api.TargetNumber, id_: str = "", asked: object = None) -> Check:
    """The same against a number with its reasons; ``id_`` and ``asked``: what hooks get in place of its own, if need be."""
    id_, facts = id_ or ASKED_AS.get(need.what, need.what), dataclasses.replace(facts, test=need.what)
    changes = rules.modifiers(id_, asked or facts)
    man = facts.craft.man(facts.station)
    able = facts.craft.blackout != facts.game.turn or facts.station != PILOT
    own = (f"{facts.craft.id}/{facts.station}",) * (man.rerolls if able else 0)
    who = facts.craft.marking if facts.station == PILOT else f"{facts.craft.marking}, {facts.station} gunner"
    strict = facts.game.rulings.equal_succeeds == "no"
    rerolls = (*own, *rules.rerolls(id_, facts))
    steady = any(change.reason == STEADY for change in changes)
    return Check(need.what, need, facts.craft.side, who, rerolls, strict, steady).changed(changes)


def flying_check(rules: CloudsSteps, facts: CheckFacts, id_: str, *more: api.Modifier) -> Check:
    """A Flying test. ICOG-1.1-c, ICOG-2.1.2-c."""
    skill = facts.craft.pilot.skill("flying")
    aircraft = api.modifier(facts.game.cockpit(facts.craft).panel.flying, "aircraft", "ICOG-2.1.2-c")
    check = check_of(rules, facts, id_, (skill, "flying", "ICOG-0-c"), (aircraft, *more))
    return dataclasses.replace(check, faced=rules.faced(facts.craft.pilot))


def strength_check(rules: CloudsSteps, facts: CheckFacts, id_: str, *more: api.Modifier) -> Check:
    """A strength test. ICOG-5.5.6.1, ICOG-6.3.12-c."""
    return check_of(rules, facts, id_, (facts.craft.strength, "strength", "ICOG-0-c"), more)


def fortitude_check(rules: CloudsSteps, facts: CheckFacts) -> Check:
    """A Fortitude test. ICOG-6.3.14.1."""
    return check_of(rules, facts, "fortitude", (facts.craft.man(facts.station).skill("fortitude"), "fortitude", "ICOG-0-c"))


def luck_check(rules: CloudsSteps, facts: CheckFacts, id_: str, *more: api.Modifier) -> Check:
    """A Luck test: wounds do not touch it. ICOG-1.1.3, ICOG-1.1-d."""
    return check_of(rules, facts, id_, (facts.craft.man(facts.station).luck, "luck", "ICOG-0-c"), more)


def spend(game: CloudsGame, sources: Iterable[str]) -> CloudsGame:
    """Re-rolls are struck off the men's own; those of extensions are noted. ICOG-1.2.3-a."""
    for source in sources:
        craft, _, station = source.partition("/")
        if station and game.has(craft):
            rerolls = game.of(craft).man(station).rerolls
            game = game.with_craft(game.of(craft).with_man(station, rerolls=max(0, rerolls - 1)))
        else:
            game = api.replace(game, spent=(*game.spent, source))
    return game


class CheckPassed(CraftEvent, type="clouds.tested"):
    """A test of a man or his aircraft. ICOG-0-a."""

    station: str = PILOT
    check: str
    need: int
    outcome: bool
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        return spend(game, self.spent)

    def tell(self, game: CloudsGame) -> str:
        again = f" after {api.plural(len(self.spent), 're-roll')}" if self.spent else ""
        result = "passed" if self.outcome else "failed"
        return f"{self.subject(game)}: {self.check}, {self.need} or less{again}: {result}"


def roll_test(dice: api.Dice, craft: Craft, check_: Check, station: str = PILOT) -> Generator[CraftEvent, None, bool]:
    """A test in a step: its event, and whether it was passed. ICOG-0-a."""
    came = tested(dice, check_)
    spent = check_.rerolls[: came.spent]
    yield CheckPassed(craft=craft.id, station=station, check=check_.id, need=check_.most, outcome=came.passed, spent=spent)
    if check_.faced:
        yield from check_.faced(craft, came.face)
    return came.passed


def question_of(check_: Check, told_by: type[api.Event[CloudsGame]] = CheckPassed) -> api.Question:
    """What will be rolled for in a test, before any re-roll."""
    of, luck = api.ReadFrom((api.Asked, told_by), "outcome"), api.Tally("tests passed before re-rolls")
    return api.Question(
        f"success, {check_.id}", tested, (check_.alone,), (check_.need,), view=attrgetter("passed"), of=of, luck=luck
    )
