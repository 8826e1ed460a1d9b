"""Who stands: a morale test, and a routed unit's try to rally."""

from __future__ import annotations

from dataclasses import dataclass

from aqmf_air.core.question import Question
from aqmf_air.core.saying import plural
from aqmf_air.errors import QuestionError
from aqmf_air.odds.asked import FAIL, PASS, Asked, Is, Line, named, passed
from aqmf_air.odds.asking import Asking, OpenCatalogue
from aqmf_air.odds.options import flag, number

PASSED = Is((PASS,))


@dataclass(frozen=True)
class MoraleTest(Asking):
    """A morale test of a human unit that lost elements."""

    lost: int = number("Elements lost in this phase.", 1, 30, default=1)
    aircraft: bool = flag("The unit flies: +1 on the die.")
    reroll: bool = flag("A command squad is near: a failed test is rolled once more.")
    last_element: bool = flag("One aircraft is left: a natural 10 sends it into the nearest tripod.")

    def asked(self, catalogue: OpenCatalogue) -> Asked:
        """HOST-MORALE-1, AIR-MORALE-1, AIR-RUN-1."""
        from aqmf_air.host.morale import Nerve, morale_test, to_pass

        nerve = Nerve("unit", "", self.lost, 1 if self.last_element else 2)
        special: tuple[tuple[int, str], ...] = ()
        if self.last_element and not self.aircraft:
            raise QuestionError("--last-element is for aircraft only: add --aircraft (AIR-RUN-1)")
        if self.aircraft:
            from aqmf_air.plugins.aircraft.morale import modifiers, natural_faces
            from aqmf_air.plugins.aircraft.units import KIND

            nerve = Nerve("unit", KIND, self.lost, nerve.left)
            target = to_pass(nerve, modifiers("morale", nerve))
            special = natural_faces(nerve) if self.last_element else ()
        else:
            target = to_pass(nerve)
        who = "A unit of aircraft" if self.aircraft else "A unit"
        title = f"{who} tests morale after losing {plural(self.lost, 'element')}"
        title += ", with one left" if self.last_element else ""
        question = Question(title, morale_test, (target, self.reroll, special, ""), (target,))
        plain = Question(title, morale_test, (target, False, special, ""), (target,))
        words, holds = "it passes", PASSED
        failure = "it leaves the table for good (AIR-MORALE-2)" if self.aircraft else "it routs (HOST-MORALE-2)"
        notes: tuple[str, ...] = (f"{FAIL}: {failure}",)
        if self.last_element:
            words, holds = "it does not leave (it passes, or begins a suicide run)", Is((PASS, *dict(special).values()))
            notes = (*notes, "suicide: a natural 10, and it must fly into the nearest tripod (AIR-RUN-1)")
        return Asked(
            title, (Line("outcomes", "The test", question),), words, holds, "outcomes", targets=named(target),
            switches=(("the command squad's re-roll (HOST-MORALE-3)", plain),) if self.reroll else (), notes=notes,
        )  # fmt: skip


@dataclass(frozen=True)
class Rally(Asking):
    """A routed unit tries to rally in the end phase."""

    def asked(self, catalogue: OpenCatalogue) -> Asked:
        """HOST-MORALE-4."""
        from aqmf_air.host.standing import rally, to_rally

        target = to_rally()
        title = "A routed unit tries to rally"
        question = Question(title, rally, (target,), (target,), passed)
        return Asked(
            title, (Line("outcomes", "The roll", question),), "it rallies", PASSED, "outcomes", targets=named(target)
        )
