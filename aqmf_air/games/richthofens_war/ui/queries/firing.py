"""What fire asks of the dice: shots, jams, clearing them, critical hits, a holed tank."""

from __future__ import annotations

from dataclasses import dataclass

from aqmf_air.core.data.text import plural
from aqmf_air.core.dice.draws import AtLeast, AtMost
from aqmf_air.core.odds.answer import AT_LEAST_ONE, Also, Answer, Is, Line, RollOut
from aqmf_air.core.odds.query import OpenRuleset, Query, flag, number, one_of
from aqmf_air.core.play.question import Question
from aqmf_air.games.richthofens_war.orders.combat import critical_of, damage_of
from aqmf_air.games.richthofens_war.rules import fire, harm
from aqmf_air.games.richthofens_war.rules.fire import Result
from aqmf_air.games.richthofens_war.tables import FURTHEST, tables_in_force
from aqmf_air.games.richthofens_war.ui.queries.common import RULINGS, SUCCESS, TRIED, critical, succeeded

LOW = 1000
"""Metres: a height at which the air changes nothing."""
WOUNDED, KILLED = "wounded", "killed"


def told(result: Result) -> list[str]:
    """A shot in words."""
    hit = plural(result.damage, "point") + " of damage" if result.damage else "no damage"
    return [f"{result.natural}, with modifiers {result.total}: {hit}{', a critical hit' if result.critical else ''}."]


@dataclass(frozen=True)
class Fire(Query):
    """A shot of an aircraft's guns at a range.

    Outcomes: points of damage; beside them the chance of a critical hit.
    """

    column: str = one_of("The column of the guns.", "A", "B", "C", "D", default="A")
    range: int = number("Hexes to the target.", 0, FURTHEST, default=1)
    modifier: int = number("All modifiers together.", -10, 10, default=0)

    def ask(self, opened: OpenRuleset) -> Answer:
        """FIRE-1, D-1."""
        row = tables_in_force().fire(self.column, self.range)
        changed = f", {self.modifier:+d}" if self.modifier else ""
        title = f"Column {self.column} at {plural(self.range, 'hex', 'hexes')}{changed}"
        question = Question(title, fire.shot, (row, self.modifier, RULINGS), view=damage_of)
        whole = Question(title, fire.shot, question.facts)
        return Answer(
            title,
            (Line("outcomes", "Points of damage", question),),
            "the target is damaged",
            AT_LEAST_ONE,
            "outcomes",
            also=(Also("it is a critical hit", whole, critical_of),),
            facts=critical(whole.odds().where(critical_of)),
            dice=2,
            rolled=RollOut(whole, told),
        )


@dataclass(frozen=True)
class Jam(Query):
    """Guns that jam in one shot.

    Outcomes: guns that jam.
    """

    guns: int = number("Guns that fire.", 1, 2, default=1)
    high: bool = flag("At 5000 m or higher.")

    def ask(self, opened: OpenRuleset) -> Answer:
        """JAM-1, JAM-2."""
        tables = tables_in_force()
        height = tables.number("jams", "high") if self.high else LOW
        where = f"{height} m or higher" if self.high else f"below {tables.number('jams', 'high')} m"
        title = f"{plural(self.guns, 'gun')} fired {'at ' if self.high else ''}{where}"
        need = fire.jam_need(height, tables)
        return Answer(
            title,
            (Line("outcomes", "Guns that jam", Question(title, fire.jams, (self.guns, height, tables))),),
            "a gun jams",
            AT_LEAST_ONE,
            "outcomes",
            notes=(
                f"Dice of fire of {tables.number('jams', 'risk-to')} or less, before modifiers, risk a jam of each gun.",
                f"A gun jams on {need} or less.",
            ),
            dice=2 + self.guns,
        )


@dataclass(frozen=True)
class Clear(Query):
    """A jammed gun is cleared at the end of a turn, or within several turns.

    Outcomes: success, fail.
    """

    observer: bool = flag("An observer's gun.")
    locked: bool = flag("An Albatros D-V with locked controls.")
    turns: int = number("Turns in which it is tried.", 1, 40, default=1)

    def ask(self, opened: OpenRuleset) -> Answer:
        """JAM-4, JAM-6, SPEC-16."""
        if self.observer:
            self.refuse("--observer", "locked")
        tables = tables_in_force()
        need = fire.clear_need(tables, observer=self.observer, locked=self.locked)
        gun = "An observer's gun" if self.observer else "A gun with locked controls" if self.locked else "A pilot's gun"
        title = f"{gun} is cleared within {plural(self.turns, 'turn')}"
        question = Question(title, fire.cleared_within, (need, self.turns), view=succeeded)
        return Answer(
            title,
            (Line("outcomes", "The gun", question, order=TRIED),),
            "it is cleared",
            Is((SUCCESS,)),
            "outcomes",
            notes=(f"A die of {need} or less clears it.",),
            dice=self.turns,
        )


def health(found: str) -> str:
    """What a hit does to a man, by name."""
    return {"dead": KILLED}.get(found, found)


@dataclass(frozen=True)
class Critical(Query):
    """What a critical hit does to pilot, observer or engine.

    Outcomes: wounded or killed for a man, movement points lost for an engine.
    """

    kind: str = one_of("What is hit.", "pilot", "observer", "engine4", "engine11", default="pilot")

    def ask(self, opened: OpenRuleset) -> Answer:
        """CRIT-1 to CRIT-3, CAS-3."""
        tables = tables_in_force()
        if self.kind.startswith("engine"):
            total = int(self.kind.removeprefix("engine"))
            title = f"An engine hit (critical hit {total})"
            question = Question(title, harm.engine_hit, (total, tables))
            most = max(tables.critical_hits.at(total).loss)
            return Answer(
                title,
                (Line("outcomes", "Movement points lost", question),),
                f"it costs all {most}",
                AtLeast(most),
                "outcomes",
            )
        title = f"The {self.kind} is hit"
        observer = self.kind == "observer"
        question = Question(title, harm.man_hit, (tables, "", observer), view=health)
        notes = ("Asked only where observers are wounded or killed as pilots are.",) if observer else ()
        return Answer(
            title,
            (Line("outcomes", "He is", question, order=(WOUNDED, KILLED)),),
            "he is killed",
            Is((KILLED,)),
            "outcomes",
            notes=notes,
            dice=2,
        )


@dataclass(frozen=True)
class Fuel(Query):
    """A holed tank: at which roll, one at the end of each turn, it runs dry.

    Outcomes: the number of the roll, 1 to 11.
    """

    def ask(self, opened: OpenRuleset) -> Answer:
        """CRIT-4, CRIT-5."""
        title = "A holed tank"
        question = Question(title, harm.roll_that_runs_dry, (tables_in_force(), RULINGS))
        return Answer(
            title,
            (Line("outcomes", "Roll at which it is dry", question),),
            "it is dry within three turns",
            AtMost(3),
            "outcomes",
            notes=("The first roll is at the end of the turn of the hit.",),
            dice=22,
        )
