"""Questions to the dice: ``aqmf odds --ruleset clouds``, and the same forms in the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from aqmf_air import api

from aqmf_air.games.clouds_of_glory.chapters import (  # isort: skip
    checks, collision, damage, engines, fire, gunnery, initiative, landing, people, stalls, structure,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.chapters.checks import Check, Tested, failures_again
from aqmf_air.games.clouds_of_glory.chapters.people import RolledMan, Unfit
from aqmf_air.games.clouds_of_glory.sequence import CloudsRulings
from aqmf_air.games.clouds_of_glory.tables import BANDS, CollisionRow, Tables, tables_in_force

RULINGS = CloudsRulings()
"""Odds are asked by the defaults, as a mission without rulings of its own is played."""
SUCCESS, FAIL = "success", "fail"
SCORE = (1, 30)
"""Bounds of a score, wounds and modifiers left out."""
MODIFIER = (-20, 20)
REROLLS = (0, 9)


def succeeded(passed: bool) -> str:
    """What came of a try, by name."""
    return SUCCESS if passed else FAIL


def test_result(came: Tested) -> str:
    """What came of a test, by name."""
    return succeeded(came.passed)


def check_for(name: str, score: int, modifier: int = 0, rerolls: int = 0, reason: str = "target") -> Check:
    """A test of a number that a player gives."""
    need = api.TargetNumber(name, score, reason, "ICOG-0-c", words=("passed", "failed"))
    changes = (api.modifier(modifier, "modifier", "ICOG-0-c"),) if modifier else ()
    own = tuple(f"re-roll {nth + 1}" for nth in range(rerolls))
    return Check(name, need.with_modifiers(changes), "", rerolls=own, strict=RULINGS.equal_succeeds == "no")


def need_of(check: Check) -> api.Need:
    """The number to roll, with its reasons."""
    return api.Need(check.id, check.need, f"{check.most} or less")


def again(rerolls: int) -> str:
    """Further rolls in a title."""
    return f", {api.plural(rerolls, 're-roll')}" if rerolls else ""


# -- initiative, tests, men --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Initiative(api.Query, name="initiative", group="Asked most", help="Who of two has the higher initiative."):
    """Two aircraft roll for initiative: the higher one moves later and shoots earlier. Outcomes: higher, lower."""

    my_awareness: int = api.number("Your pilot's Awareness.", -10, 30, default=12)
    their_awareness: int = api.number("The other pilot's Awareness.", -10, 30, default=12)
    my_threats: int = api.number("Threats on you: -4 from behind, -2 from the side, -6 at most.", -6, 0, default=0)
    their_threats: int = api.number("Threats on the other, in the same way.", -6, 0, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """4.2.1, 4.2.2."""
        mine, theirs = self.my_awareness + self.my_threats, self.their_awareness + self.their_threats
        title = f"Initiative: a D10 + {mine} against a D10 + {theirs}"
        question = api.Question(title, initiative.settled, (mine, theirs))
        words = (("higher", "higher: you move later, shoot earlier"), ("lower", "lower: you move earlier, shoot later"))
        line = api.Line("outcomes", "You are", question, order=("higher", "lower"), words=words)
        notes = ("A 10 rolls on and adds. Ties go to the higher die, then to D10s (ICOG-4.2.2).",)
        holds = api.Is(("higher",))
        return api.Answer(title, (line,), "you have the higher initiative", holds, line.key, notes=notes, dice=4)


@dataclass(frozen=True)
class Test(api.Query, name="test", group="Asked most", help="A D20 against a number, with re-rolls."):
    """A test: a D20 at or under a number. Re-rolls are spent on failures. Outcomes: success, fail."""

    begin: ClassVar = {"target": "14"}

    target: int = api.number("The score that is tested: Flying, Luck, Fortitude, strength.", *SCORE, default=12)
    modifier: int = api.number("All modifiers together.", *MODIFIER, default=0)
    rerolls: int = api.number("Re-rolls that may be spent.", *REROLLS, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """0-a, 1.2.3-a."""
        check = check_for("test", self.target, self.modifier, self.rerolls)
        title = f"A test against {check.need.total}{again(self.rerolls)}"
        question = api.Question(title, api.Decided(checks.tested, failures_again), (check,), (check.need,), view=test_result)
        line = api.Line("outcomes", "The test", question, order=(SUCCESS, FAIL))
        switches: tuple[tuple[str, api.Question], ...] = ()
        if self.rerolls:
            alone = api.Question(title, question.rule, (check.after(self.rerolls),), (check.need,), view=test_result)
            switches = (("the re-rolls", alone),)
        holds, dice = api.Is((SUCCESS,)), 1 + self.rerolls
        targets = (need_of(check),)
        return api.Answer(title, (line,), "the test succeeds", holds, line.key, targets, switches=switches, dice=dice)


def man_lines(man: RolledMan) -> list[str]:
    """A man who was rolled, in words."""
    skills = ", ".join(map(str, man.skills))
    return [f"Skills {skills}; Fortitude {man.fortitude}, Luck {man.luck}."]


@dataclass(frozen=True)
class Pilot(api.Query, name="pilot", help="A new pilot: fit to fly? How many re-rolls?"):
    """A pilot is rolled: fit by his first three skills? Beside that the re-rolls of his Luck. Outcomes: fit, unfit."""

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """1.2.1 to 1.2.3."""
        tables, title = tables_in_force(), "A new pilot"
        unfit = tables.number("people", "unfit")
        is_unfit = Unfit(unfit)
        skills = api.Question(title, people.roll_skills, (tables,), view=lambda rolled: ("fit", "unfit")[is_unfit(rolled)])
        luck = api.Question("His Luck", people.roll_luck, (tables, RULINGS))
        lines = (
            api.Line("outcomes", "He is", skills, order=("fit", "unfit")),
            api.Line("rerolls", "Re-rolls in a mission", luck),
        )
        notes = (f"Skills that sum to {unfit} or less are rolled again; here are the odds of the first three.",)
        whole = api.RollOut(api.Question(title, people.roll_man, (tables,)), man_lines)
        holds = api.Is(("fit",))
        return api.Answer(title, lines, "he is fit to fly", holds, "outcomes", notes=notes, dice=12, rolled=whole)


# -- shots -------------------------------------------------------------------------------------------------------------


class RowOfShot(NamedTuple):
    """A shot, and the row of damage that it leads to."""

    hit: bool
    jam: bool
    row: int | None
    """Before it is held to the table; None: a miss."""


def shot_and_row(dice: api.Dice, check: Check, jams: int, guns: int, tables: Tables) -> RowOfShot:
    """A shot, and the damage of a hit, as the game goes from one to the other. ICOG-6.3.1.1, ICOG-6.3.10-a."""
    result = dice.call(gunnery.shot, check, jams, RULINGS)
    if not result.hit:
        return RowOfShot(result.hit, result.jam, None)
    facts = damage.hit_facts(check.after(result.spent), result.successes, guns, "single", tables, RULINGS)
    return RowOfShot(result.hit, result.jam, dice.call(damage.damage_total, facts))


def row_of(came: RowOfShot) -> str:
    """The row of damage, by name."""
    return "none" if came.row is None else str(came.row)


@dataclass(frozen=True)
class RowFrom:
    """Whether a shot leads to a row or a worse one."""

    row: int

    def __call__(self, came: RowOfShot) -> bool:
        return came.row is not None and came.row >= self.row


def shot_lines(came: RowOfShot) -> list[str]:
    """A shot in words."""
    row = "" if came.row is None else f": row {came.row} of the damage table"
    return [f"{'A hit' if came.hit else 'A miss'}{row}.", *["The guns jam."] * came.jam]


HEAVY, FATAL = 21, 30
"""Rows that are told of beside the chance of a hit."""


@dataclass(frozen=True)
class ShotOdds(api.Query, name="shot", group="Asked most", help="A shot: a hit, a malfunction, which row of damage."):
    """A shot by its base shot, in which range, angle and burst are counted already. Re-rolls are spent on misses.

    Outcomes: hit, miss; beside them the malfunction, and the row of damage before it is held to the table.
    """

    begin: ClassVar = {"base-shot": "10", "guns": "2"}

    base_shot: int = api.number("Gunnery with all modifiers, of range, angle, speeds and burst.", -30, 40, default=10)
    guns: int = api.number("Guns that fire.", 1, 6, default=2)
    burst: str = api.one_of("How long the guns fire: the longer, the more often they jam.", *gunnery.BURSTS, default="long")
    rerolls: int = api.number("Re-rolls that may be spent.", *REROLLS, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """6.3.1.1, 6.3.1-a, 6.3.8.1, 6.3.9.1, 6.3.10-a."""
        tables = tables_in_force()
        check = check_for("to hit", self.base_shot, rerolls=self.rerolls, reason="base shot")
        burst = next(burst for burst in gunnery.BURSTS if burst == self.burst)
        lowest = tables.lowest_jam(self.guns, burst)
        title = f"A {burst} burst of {api.plural(self.guns, 'gun')}, base shot {self.base_shot}{again(self.rerolls)}"
        rule, facts = api.Decided(shot_and_row, failures_again), (check, lowest, self.guns, tables)
        whole = api.Question(title, rule, facts, (check.need,))

        def seen(view: Any) -> api.Question:
            return api.Question(title, rule, facts, (check.need,), view=view)

        lines = (
            api.Line("outcomes", "The shot", seen(lambda came: "hit" if came.hit else "miss"), order=("hit", "miss")),
            api.Line("malfunction", "A malfunction", seen(lambda came: ("no", "yes")[came.jam]), order=("yes", "no")),
            api.Line("row", "Row of damage", seen(row_of), order=("none", *map(str, range(-60, 100)))),
        )
        also = (
            api.Also("the guns jam", lines[1].question, api.Is(("yes",))),
            api.Also(f"the damage is of row {HEAVY} or worse", whole, RowFrom(HEAVY)),
            api.Also(f"the damage is of row {FATAL}, the worst", whole, RowFrom(FATAL)),
        )
        jam = f"{lowest} or more on the die is a malfunction" if lowest <= 20 else "no malfunction"
        notes = (f"A natural 1 hits (ICOG-6.3.1-a); {jam} (ICOG-6.3.9.1).",)
        return api.Answer(
            title, lines, "it hits", api.Is(("hit",)), "outcomes", (need_of(check),), also=also, notes=notes,
            dice=4 + self.rerolls, rolled=api.RollOut(whole, shot_lines),
        )  # fmt: skip


# -- structure, fire, engines ------------------------------------------------------------------------------------------


HOLDS, DAMAGED, LOST, OUT = "holds", "damaged", "lost", "out"


@dataclass(frozen=True)
class Structure(api.Query, name="structure", help="A strength test, and what gives way."):
    """A strength test, and the table of structural failure behind it. Outcomes: holds, damaged, lost."""

    begin: ClassVar = {"strength": "17"}

    strength: int = api.number("Strength that the aircraft has left.", *SCORE, default=15)
    modifier: int = api.number("All modifiers together: -2 for three templates tighter.", *MODIFIER, default=0)
    reduction: int = api.number("What a large aircraft takes off each loss.", 0, 9, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """5.5.6.3, 6.3.12-a to 6.3.12-c."""
        check = check_for("strength", self.strength, self.modifier, reason="strength")
        title = f"A strength test against {check.need.total}, strength {self.strength}"
        facts = (check, self.strength, self.reduction, tables_in_force())
        question = api.Question(title, structure.structure_test, facts, (check.need,))
        line = api.Line("outcomes", "The aircraft", question, order=(HOLDS, DAMAGED, LOST))
        test = api.Question(title, checks.tested, (check,), (check.need,), view=test_result)
        also = (api.Also("the test fails", test, api.Is((FAIL,))),)
        notes = ("It holds if the test is passed, or on a 6 of the table; without strength it falls apart.",)
        holds, dice = api.Is((HOLDS,)), 5
        return api.Answer(title, (line,), "it holds", holds, line.key, (need_of(check),), also=also, notes=notes, dice=dice)


@dataclass(frozen=True)
class Fire(api.Query, name="fire", help="A fire: does it go out in time?"):
    """A burning aircraft: the fire goes out, or the aircraft is lost. Outcomes: out, lost."""

    strength: int = api.number("Strength that the aircraft has left.", *SCORE, default=10)
    reduction: int = api.number("What a large aircraft takes off each loss.", 0, 9, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """6.3.12-f."""
        less = f", {self.reduction} off each loss" if self.reduction else ""
        title = f"A fire, strength {self.strength}{less}"
        question = api.Question(title, fire.fire_ends, (self.strength, self.reduction, tables_in_force()))
        line = api.Line("outcomes", "The fire", question, order=(OUT, LOST))
        notes = ("A D6 each turn: out on a 1, an explosion on a 6, else so much strength is lost.",)
        holds = api.Is((OUT,))
        return api.Answer(title, (line,), "it goes out in time", holds, line.key, notes=notes, dice=self.strength + 2)


@dataclass(frozen=True)
class Restart(api.Query, name="restart", help="An engine starts again, within so many tries."):
    """An engine that stands is started again. Outcomes: success, fail."""

    tries: int = api.number("Tries, at two actions each.", 1, 3, default=3)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """5.7.5.3."""
        tables, title = tables_in_force(), f"An engine starts within {api.plural(self.tries, 'try', 'tries')}"
        question = api.Question(title, engines.restart, (self.tries, tables), view=succeeded)
        line = api.Line("outcomes", "The engine", question, order=(SUCCESS, FAIL))
        needs = (str(tables.restart_target(attempt + 1)) for attempt in range(self.tries))
        notes = (f"{', then '.join(needs)} or less on a D20; after the third failure it is dead.",)
        return api.Answer(title, (line,), "it runs", api.Is((SUCCESS,)), line.key, notes=notes, dice=self.tries)


# -- collisions, landings ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Collision(api.Query, name="collision", group="Asked most", help="Two aircraft too near to each other."):
    """Two aircraft end nearer than 2 MU to each other: Luck of who moved last, then of the other, every re-roll spent.

    Outcomes: none, 1-3, 4-7, 8-11, 12-14, 15-17, 18-20; beside them whether the table is reached.
    """

    aggressor_luck: int = api.number("Luck of the pilot who moved last.", *SCORE, default=10)
    aggressor_rerolls: int = api.number("His re-rolls.", *REROLLS, default=0)
    victim_luck: int = api.number("Luck of the other.", *SCORE, default=10)
    victim_rerolls: int = api.number("The other's re-rolls.", *REROLLS, default=0)
    speed: str = api.one_of("The speed band of the collision.", *BANDS, default="MEDIUM")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """5.5.16.1."""
        tables = tables_in_force()
        aggressor = check_for("aggressor", self.aggressor_luck, rerolls=self.aggressor_rerolls, reason="Luck")
        victim = check_for("victim", self.victim_luck, rerolls=self.victim_rerolls, reason="Luck")
        modifier = tables.collision_modifier(next(band for band in BANDS if band == self.speed))
        title = f"A collision threatens: Luck {self.aggressor_luck} and {self.victim_luck}, {self.speed.lower()} speed"
        facts, needs = (aggressor, victim, modifier, tables), (aggressor.need, victim.need)
        table = (row for row in tables.of.of("collision", CollisionRow) if row.against == "aircraft")
        names = dict(sorted((row.low, f"{row.low}-{row.high}") for row in table))
        rows = api.Question(title, collision.collision, facts, needs, view=lambda row: names.get(row, "none"))
        reached = api.Question(title, rows.rule, facts, needs, view=lambda row: "yes" if row else "no")
        order = ("none", *names.values())
        lines = (
            api.Line("outcomes", "Row of the table", rows, order=order, words=(("none", "they miss each other"),)),
            api.Line("reached", "The table is rolled on", reached, order=("yes", "no")),
        )
        dice = 3 + self.aggressor_rerolls + self.victim_rerolls
        targets = (need_of(aggressor), need_of(victim))
        return api.Answer(title, lines, "they miss each other", api.Is(("none",)), "outcomes", targets, dice=dice)


LANDINGS = ("perfect", "rough", "ground-loop", "obstacle", "somersault")


@dataclass(frozen=True)
class Landing(api.Query, name="landing", help="An emergency landing where Luck finds the ground."):
    """An emergency landing off the board, without power: a Luck test finds the ground, a Flying test lands on it.

    Outcomes: perfect, rough, ground-loop, obstacle, somersault.
    """

    luck: int = api.number("The pilot's Luck.", *SCORE, default=10)
    flying: int = api.number("His Flying, with what the aircraft adds.", *SCORE, default=12)
    modifier: int = api.number("All else: -1 for each step above S, -3 on fire.", *MODIFIER, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """5.5.17-b, 5.5.17-c."""
        luck = check_for("ground", self.luck, reason="Luck")
        flying = check_for("landing", self.flying, self.modifier, reason="Flying")
        title = f"An emergency landing: Luck {self.luck}, Flying {flying.need.total}"
        question = api.Question(title, landing.landing, (luck, flying, tables_in_force(), RULINGS), (luck.need, flying.need))
        line = api.Line("outcomes", "The landing", question, order=LANDINGS)
        targets, holds = (need_of(luck), need_of(flying)), api.Is((LANDINGS[0],))
        return api.Answer(title, (line,), "it lands unharmed", holds, line.key, targets, dice=2)


# -- spins -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spin(api.Query, name="spin", help="Out of a spin, within so many turns."):
    """A pilot tries to come out of a spin, once in each turn. Outcomes: success, fail."""

    flying: int = api.number("The pilot's Flying, with what the aircraft adds.", *SCORE, default=12)
    turns: int = api.number("Turns in which he tries.", 1, 30, default=1)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """5.5.15.3."""
        check = check_for("out of the spin", self.flying, reason="Flying")
        title = f"Out of a spin within {api.plural(self.turns, 'turn')}"
        question = api.Question(title, stalls.escapes, (check, self.turns), (check.need,), view=succeeded)
        line = api.Line("outcomes", "The pilot", question, order=(SUCCESS, FAIL))
        holds, targets = api.Is((SUCCESS,)), (need_of(check),)
        return api.Answer(title, (line,), "he is out of the spin", holds, line.key, targets, dice=self.turns)
