"""What a turn asks of the dice beside attacks: who goes first, who comes on, who stands, who rallies."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aqmf_air.core.data.text import plural
from aqmf_air.core.dice.draws import AtLeast
from aqmf_air.core.odds.answer import Answer, Is, Line, RollOut
from aqmf_air.core.odds.query import OpenRuleset, Query, flag, forbidden, number
from aqmf_air.core.play.question import Question
from aqmf_air.errors import QuestionError
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.rules.morale import FAIL, PASS, Nerve, how_many_pass, morale_test, morale_tests, to_pass
from aqmf_air.games.martian_front.ui.queries import common
from aqmf_air.games.martian_front.ui.queries.common import TESTED, catalogue_of, needs, passed

PASSED = Is((PASS,))


@dataclass(frozen=True)
class Initiative(Query):
    """Who wins the initiative; modifiers are the human side's. Ties are rolled again."""

    kills: int = number("Enemy units destroyed last turn.", 0, 20, default=0)
    big_kills: int = number("Of these, with Armor 11 or more.", 0, 20, default=0)
    commands_lost: int = number("Own command units lost last turn.", 0, 20, default=0)

    def ask(self, opened: OpenRuleset) -> Answer:
        """HOST-TURN-2."""
        from aqmf_air.games.martian_front.orders.initiative import initiative, initiative_bonuses, settled_initiative

        if self.big_kills > self.kills:
            raise QuestionError("--big-kills cannot be more than --kills: they are among them")
        human = initiative_bonuses(self.kills, self.big_kills, self.commands_lost)
        title = "Initiative"
        facts = (human, ())
        return Answer(
            title,
            (
                Line("outcomes", "Once ties are rolled again", Question(title, settled_initiative, facts), order=SIDES),
                Line("one_roll", "One roll", Question(title, initiative, facts), order=SIDES),
            ),
            "the human side wins the initiative",
            Is(("human",)),
            "outcomes",
            notes=tuple(f"The human side's die: {each.value:+d} {each.reason}." for each in human),
        )


@dataclass(frozen=True)
class Reserves(Query):
    """Units in reserve roll each turn until they come on."""

    units: int = number("Units in reserve.", 1, 60, default=1)
    turns: int = number("Turns in which they roll.", 1, 60, default=1)

    def ask(self, opened: OpenRuleset) -> Answer:
        """HOST-RESERVE-1."""
        from aqmf_air.games.martian_front.orders.reserves import MOVE, SHOOT, arrival, arrived_within

        title = f"{plural(self.units, 'unit')} in reserve, {plural(self.turns, 'turn')}"
        lines = (
            Line("arrived", "Units that have come on", Question(title, arrived_within, (self.units, self.turns))),
            Line("outcomes", "One roll", Question(title, arrival, ("",)), order=(SHOOT, MOVE)),
        )
        words = f"all {self.units} have come on" if self.units > 1 else "it has come on"
        return Answer(title, lines, words, AtLeast(self.units), "arrived", dice=self.units * self.turns)


@dataclass(frozen=True)
class MoraleTest(Query):
    """A morale test of a human unit that lost elements."""

    lost: int = number("Elements lost in this phase.", 1, 30, default=1)
    units: int = number("Units that test, each after the same losses.", 1, 60, default=1)
    unit: str | None = common.unit("The unit that tests, if it is not an ordinary one.")
    left: int | None = number("Elements left of the unit.  [default: what the losses leave of a whole one]")
    reroll: bool = flag("A command squad is near: a failed test is rolled once more.")

    def ask(self, opened: OpenRuleset) -> Answer:
        """HOST-MORALE-1."""
        nerve = self.nerve(opened)
        target, special = catalogue_of(opened).morale(nerve) if nerve.kind else (to_pass(nerve), ())
        title = f"{self.who(nerve)} tests morale after losing {plural(self.lost, 'element')}"
        title += ", with one left" if special else ""
        facts = ((target, again, special, "") for again in (self.reroll, False))
        question, plain = (Question(title, morale_test, one, (target,)) for one in facts)
        words, holds = "it passes", PASSED
        if special:
            words, holds = "it does not fail", Is((PASS, *dict(special).values()))
        answer = Answer(
            title,
            (Line("outcomes", "The test", question, order=TESTED),),
            words,
            holds,
            "outcomes",
            targets=needs(target),
            notes=self.notes(nerve),
            rolled=RollOut(question, lambda result: [f"Morale: {result}."]),
            switches=(("the command squad's re-roll (HOST-MORALE-3)", plain),) if self.reroll else (),
        )
        if self.units == 1:
            return answer
        whole, plain = (replace(one, rule=morale_tests, facts=(self.units, *one.facts)) for one in (question, plain))
        passing = Line("passed", "Units that pass", replace(whole, view=how_many_pass))
        return replace(
            answer,
            title=f"{title}: {self.units} units",
            lines=(*answer.lines, passing),
            main="passed",
            headline=f"all {self.units} pass",
            holds=AtLeast(self.units),
            dice=self.units,
            rolled=RollOut(whole, lambda results: [f"Morale: {result}." for result in results]),
            switches=tuple((cause, replace(plain, view=how_many_pass)) for cause, _ in answer.switches),
        )

    def nerve(self, opened: OpenRuleset) -> Nerve:
        """Who tests: the unit that is named, or an ordinary one.

        Raises:
            QuestionError: it has not so many elements.
            IllegalCommandError: it takes no test.
        """
        if self.unit is None:
            self.refuse("a test of an ordinary unit", "left")
            return Nerve("unit", "", self.lost, 2)
        kind = catalogue_of(opened).unit(self.unit)
        if kind.side == "martian":
            raise forbidden("HOST-TRIPOD-5", "Martians take no morale test")
        left = kind.elements - self.lost if self.left is None else self.left
        if not 0 < left <= kind.elements - self.lost:
            held = plural(kind.elements, "element")
            raise QuestionError(f"{kind.name} has {held}: after {self.lost} lost there are not {left} left to test")
        return Nerve(kind.name, kind.kind, self.lost, left)

    def who(self, nerve: Nerve) -> str:
        """The unit, as a title begins with it."""
        return (self.unit and nerve.unit) or "A unit"

    def notes(self, nerve: Nerve) -> tuple[str, ...]:
        """What results lead to."""
        return (f"{FAIL}: it routs (HOST-MORALE-2)",)


@dataclass(frozen=True)
class Rally(Query):
    """A routed unit tries to rally in the end phase."""

    def ask(self, opened: OpenRuleset) -> Answer:
        """HOST-MORALE-4."""
        from aqmf_air.games.martian_front.orders.morale_orders import to_rally
        from aqmf_air.games.martian_front.rules.shooting import rolled

        target = to_rally()
        title = "A routed unit tries to rally"
        question = Question(title, rolled, (target,), (target,), passed)
        return Answer(
            title,
            (Line("outcomes", "The roll", question, order=TESTED),),
            "it rallies",
            PASSED,
            "outcomes",
            targets=needs(target),
            rolled=RollOut(question, lambda rallied: ["It rallies." if rallied else "It keeps running."]),
        )
