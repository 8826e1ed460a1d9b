"""Who stands: a morale test, and a routed unit's try to rally."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from aqmf_air.core.data.text import plural
from aqmf_air.core.odds.answer import Answer, Is, Line, Roll
from aqmf_air.core.odds.query import OpenRuleset, Query, flag, forbidden, number
from aqmf_air.core.play.question import Question
from aqmf_air.errors import QuestionError
from aqmf_air.games.martian_front.rules.morale import FAIL, PASS, Nerve, morale_test, to_pass
from aqmf_air.games.martian_front.ui.queries import common
from aqmf_air.games.martian_front.ui.queries.common import TESTED, catalogue_of, needs, passed

PASSED = Is((PASS,))


@dataclass(frozen=True)
class MoraleTest(Query):
    """A morale test of a human unit that lost elements."""

    formerly: ClassVar = {"morale": {"of": "unit", "lost": "lost", "squad": "reroll"}}

    lost: int = number("Elements lost in this phase.", 1, 30, default=1)
    unit: str | None = common.unit("The unit that tests, if it is not an ordinary one.")
    left: int | None = number("Elements left of the unit.  [default: what the losses leave of a whole one]")
    reroll: bool = flag("A command squad is near: a failed test is rolled once more.")

    def ask(self, opened: OpenRuleset) -> Answer:
        """HOST-MORALE-1."""
        nerve = self.nerve(opened)
        target, special = catalogue_of(opened).morale(nerve) if nerve.kind else (to_pass(nerve), ())
        title = f"{self.who(nerve)} tests morale after losing {plural(self.lost, 'element')}"
        title += ", with one left" if special else ""
        question = Question(title, morale_test, (target, self.reroll, special, ""), (target,))
        plain = Question(title, morale_test, (target, False, special, ""), (target,))
        words, holds = "it passes", PASSED
        if special:
            words, holds = "it does not fail", Is((PASS, *dict(special).values()))
        return Answer(
            title, (Line("outcomes", "The test", question, order=TESTED),), words, holds, "outcomes",
            targets=needs(target), notes=self.notes(nerve), rolled=Roll(question, lambda result: [f"Morale: {result}."]),
            switches=(("the command squad's re-roll (HOST-MORALE-3)", plain),) if self.reroll else (),
        )  # fmt: skip

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

    formerly: ClassVar = {"rally": {}}

    def ask(self, opened: OpenRuleset) -> Answer:
        """HOST-MORALE-4."""
        from aqmf_air.games.martian_front.orders.morale_orders import rally, to_rally

        target = to_rally()
        title = "A routed unit tries to rally"
        question = Question(title, rally, (target,), (target,), passed)
        return Answer(
            title, (Line("outcomes", "The roll", question, order=TESTED),), "it rallies", PASSED, "outcomes",
            targets=needs(target),
            rolled=Roll(question, lambda rallied: ["It rallies." if rallied else "It keeps running."]),
        )  # fmt: skip
