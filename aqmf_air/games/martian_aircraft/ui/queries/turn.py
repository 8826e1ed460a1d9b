"""What a turn of aircraft asks of the dice beside attacks: spotting for the guns, finding hidden units, morale."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aqmf_air.api import Answer, Is, Line, OpenRuleset, Query, Question, QuestionError, flag, number, plural
from aqmf_air.games.martian_aircraft.chapters.suicide_run import SUICIDE
from aqmf_air.games.martian_aircraft.state import KIND
from aqmf_air.games.martian_front import api as front

SPOTTED = ((front.PASS, "spotted"), (front.FAIL, "not spotted"))
DISCOVERED = ((front.PASS, "discovered"), (front.FAIL, "not discovered"))


@dataclass(frozen=True)
class Spot(Query, name="spot", help="A target spotted for the guns, over several turns."):
    """A spotter looks for a target for the guns: one try a turn, good for that turn."""

    radio: bool = flag("The spotter has a radio.", either_way=True)
    turns: int = number("Turns in which it tries.", 1, 200, default=1)
    spotters: int = number("Spotters on this one target.", 1, 60, default=1)

    def ask(self, opened: OpenRuleset) -> Answer:
        """AIR-SPOT-2."""
        from aqmf_air.games.martian_aircraft.chapters.scouting import to_spot, turns_spotted

        turns, spotters, target = self.turns, self.spotters, to_spot(self.radio)
        tries = f" by {plural(spotters, 'spotter')}" if spotters > 1 else ""
        title = f"Spotting one target{tries}, {'with' if self.radio else 'without'} a radio, {plural(turns, 'turn')}"
        count = Question(title, turns_spotted, (turns, spotters, target), (target,))
        once = replace(count, view=lambda count: front.passed(count > 0))
        plain = replace(once, facts=(turns, spotters, to_spot(False)))
        words = "the target is spotted" if turns == 1 else "the target is spotted in at least one turn"
        return Answer(
            title,
            (
                Line("outcomes", "The target", once, shown=turns == 1, order=front.TESTED, words=SPOTTED),
                Line("turns_spotted", "Turns in which it is spotted", count, shown=turns > 1),
            ),
            words,
            Is((front.PASS,)),
            "outcomes",
            targets=front.needs(target),
            switches=(("the radio (AIR-SPOT-2)", plain),) if self.radio else (),
            dice=turns * spotters,
        )


@dataclass(frozen=True)
class Scout(Query, name="scout", help="Hidden units discovered, over several turns."):
    """Scouts search for hidden units: each turn, a roll for every one that is still hidden."""

    hidden: int = number("Hidden units.", 1, 60, default=1)
    turns: int = number("Turns of searching.", 1, 60, default=1)
    scouts: int = number("Scout aircraft; each rolls.", 1, 60, default=1)

    def ask(self, opened: OpenRuleset) -> Answer:
        """AIR-SCOUT-2."""
        from aqmf_air.games.martian_aircraft.chapters.scouting import discovered_over_turns, to_discover

        hidden, turns, scouts, target = self.hidden, self.turns, self.scouts, to_discover()
        title = f"{plural(scouts, 'scout')} looking for {plural(hidden, 'hidden unit')}, {plural(turns, 'turn')}"
        count = Question(title, discovered_over_turns, (turns, scouts, hidden, target), (target,))
        found_all = replace(count, view=lambda count: front.passed(count >= hidden))
        lines = (
            Line(
                "outcomes",
                "The hidden unit" if hidden == 1 else "All hidden units",
                found_all,
                shown=hidden == 1,
                order=front.TESTED,
                words=DISCOVERED,
            ),
            Line("discovered", "Units discovered", count, shown=hidden > 1),
        )
        words = "the hidden unit is discovered" if hidden == 1 else f"all {hidden} hidden units are discovered"
        one_scout = replace(found_all, facts=(turns, 1, hidden, target))
        return Answer(
            title,
            lines,
            words,
            Is((front.PASS,)),
            "outcomes",
            targets=front.needs(target),
            switches=(("the second and further scouts (ruling “scout rolls”)", one_scout),) if scouts > 1 else (),
            dice=hidden * turns * scouts,
        )


@dataclass(frozen=True)
class AircraftMoraleTest(front.MoraleTest, name="morale", group="Asked most", help="A morale test."):
    """A morale test of a human unit that lost elements."""

    aircraft: bool = flag("The unit flies: +1 on the die.")
    last_element: bool = flag("One aircraft is left: a natural 10 sends it into the nearest tripod.")

    def nerve(self, opened: OpenRuleset) -> front.Nerve:
        """A unit that is named, or any that flies. AIR-MORALE-1, AIR-RUN-1."""
        if self.unit is not None:
            self.refuse("--unit", "aircraft", "last_element")
        elif self.last_element and not self.aircraft:
            raise QuestionError("--last-element is for aircraft only: add --aircraft (AIR-RUN-1)")
        ordinary = super().nerve(opened)
        return replace(ordinary, kind=KIND, left=1 if self.last_element else 2) if self.aircraft else ordinary

    def who(self, nerve: front.Nerve) -> str:
        """The unit, as a title begins with it."""
        return "A unit of aircraft" if self.aircraft else super().who(nerve)

    def notes(self, nerve: front.Nerve) -> tuple[str, ...]:
        """What results lead to. AIR-MORALE-2, AIR-RUN-1."""
        if nerve.kind != KIND:
            return super().notes(nerve)
        gone = f"{front.FAIL}: it leaves the table for good (AIR-MORALE-2)"
        run = f"{SUICIDE}: a natural 10, and it must fly into the nearest tripod (AIR-RUN-1)"
        return (gone, run) if nerve.left == 1 else (gone,)
