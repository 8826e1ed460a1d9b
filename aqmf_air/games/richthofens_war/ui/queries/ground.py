"""What falling, and fire from the ground, ask of the dice: parachutes, Archie, strafing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from aqmf_air.core.data.text import plural
from aqmf_air.core.dice.modifiers import Modifier
from aqmf_air.core.odds.answer import AT_LEAST_ONE, Also, Answer, Is, Line, RollOut
from aqmf_air.core.odds.query import OpenRuleset, Query, flag, number, text
from aqmf_air.core.play.question import Question
from aqmf_air.errors import QuestionError
from aqmf_air.games.richthofens_war.rules import ground, parachutes
from aqmf_air.games.richthofens_war.rules.ground import FlakTarget, GroundResult
from aqmf_air.games.richthofens_war.rules.parachutes import Falling
from aqmf_air.games.richthofens_war.tables import tables_in_force
from aqmf_air.games.richthofens_war.ui.queries.common import RULINGS, critical, status
from aqmf_air.geometry.hexes.grid import from_map

ALIVE, DEAD = "alive", "dead"
AT_HOME = from_map(0, 0)
"""Far behind the German lines, where no wind carries anybody over."""


def lives(fate: str) -> str:
    """Whether a man comes down alive, by name."""
    return DEAD if fate == "dead" else ALIVE


@dataclass(frozen=True)
class BailOut(Query):
    """A German airman jumps from a destroyed aircraft.

    Outcomes: alive, dead.
    """

    wounded: bool = flag("He is badly wounded.")
    height: int = number("Height in metres.", 0, 20_000, default=1000)
    date: str | None = text("Year and month, as 1918-07.  [default: when they have parachutes]")

    def ask(self, opened: OpenRuleset) -> Answer:
        """PARA-1 to PARA-5."""
        tables = tables_in_force()
        date = self.date or tables.month("parachutes")
        if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", date):
            raise QuestionError(f"--date: expected year and month, as 1918-07, got {date[:40]!r}")
        falling = Falling("Germany", date, "german", AT_HOME, self.height, "wounded" if self.wounded else "fit")
        title = f"A {'badly wounded ' if self.wounded else ''}German jumps at {self.height} m in {date}"
        question = Question(title, parachutes.fate_of, (falling, tables, RULINGS), view=lives)
        notes = []
        if not parachutes.has_parachute(falling, tables, RULINGS):
            notes.append(f"German airmen have parachutes from {tables.month('parachutes')} on.")
        if self.height <= (low := tables.number("crews", "too-low")):
            notes.append(f"At {low} m or lower nobody gets out.")
        return Answer(
            title,
            (Line("outcomes", "He is", question, order=(ALIVE, DEAD)),),
            "he lives",
            Is((ALIVE,)),
            "outcomes",
            notes=tuple(notes),
            dice=2,
        )


def said(modifiers: tuple[Modifier, ...]) -> tuple[str, ...]:
    """What changes a roll, a line each."""
    return tuple(map(str, modifiers))


def damage_of(found: GroundResult | None) -> int:
    """Points of damage of Archie, which may not fire."""
    return found.result.damage if found else 0


def is_critical(found: GroundResult | None) -> bool:
    """Whether it is a critical hit."""
    return found is not None and found.critical


def fires(found: GroundResult | None) -> bool:
    """Whether it fires at all."""
    return found is not None


def told(found: GroundResult | None) -> list[str]:
    """The fire of Archie in words."""
    if found is None:
        return ["It does not fire."]
    hit = plural(found.result.damage, "point") + " of damage" if found.result.damage else "no damage"
    return [f"It fires, {found.result.natural}: {hit}{', a critical hit' if found.critical else ''}."]


@dataclass(frozen=True)
class Archie(Query):
    """Anti-aircraft fire at an aircraft over the enemy's lines, in a turn; an ace defends.

    Outcomes: points of damage; beside them the chance of a critical hit.
    """

    ace: bool = flag("The pilot is an ace, and defends.")
    double_ace: bool = flag("The pilot is a double ace, and defends.")
    novice: bool = flag("The pilot is a novice.")

    def ask(self, opened: OpenRuleset) -> Answer:
        """AA-1, AA-2, GCRIT-1."""
        tables = tables_in_force()
        target = FlakTarget(status(ace=self.ace, double_ace=self.double_ace, novice=self.novice))
        modifiers = ground.ground_modifiers("archie", target, tables, RULINGS)
        change = sum(one.value for one in modifiers)
        title = "Archie at an aircraft in its reach"
        whole = Question(title, ground.archie, (tables.ground_fire.at("AA"), change, tables, RULINGS))
        question = Question(title, whole.rule, whole.facts, view=damage_of)
        return Answer(
            title,
            (Line("outcomes", "Points of damage", question),),
            "the aircraft is damaged",
            AT_LEAST_ONE,
            "outcomes",
            also=(Also("Archie fires", whole, fires), Also("it is a critical hit", whole, is_critical)),
            notes=said(modifiers),
            facts=critical(whole.odds().where(is_critical)),
            dice=4,
            rolled=RollOut(whole, told),
        )


Came = tuple[int, int]
"""Points of damage, and critical hits."""


def points_of(came: Came) -> int:
    """Points of damage of several attacks."""
    return came[0]


def has_critical(came: Came) -> bool:
    """Whether one of several attacks is a critical hit."""
    return came[1] > 0


def attacks_told(came: Came) -> list[str]:
    """Attacks on a strafing aircraft in words."""
    hit = plural(came[0], "point") + " of damage" if came[0] else "No damage"
    return [f"{hit}{', ' + plural(came[1], 'critical hit') if came[1] else ''}."]


@dataclass(frozen=True)
class Strafe(Query):
    """Machine guns fire back at an aircraft that strafes trenches, in a turn.

    Outcomes: points of damage that it takes; beside them the chance of a critical hit.
    """

    hexes: int = number("Hexes of trench strafed.", 1, 40, default=3)
    novice: bool = flag("The pilot is a novice.")

    def ask(self, opened: OpenRuleset) -> Answer:
        """STRAFE-1, STRAFE-2, GCRIT-1."""
        tables = tables_in_force()
        target = FlakTarget(status(novice=self.novice), strafing=True)
        modifiers = ground.ground_modifiers("strafed", target, tables, RULINGS)
        change = sum(one.value for one in modifiers)
        attacks = ground.attacks_on_strafer(self.hexes, tables)
        title = f"{plural(self.hexes, 'hex', 'hexes')} strafed: {plural(attacks, 'attack')}"
        facts: tuple[Any, ...] = (attacks, tables.ground_fire.at("MG"), change, tables, RULINGS)
        whole = Question(title, ground.attacked, facts)
        question = Question(title, ground.attacked, facts, view=points_of)
        return Answer(
            title,
            (Line("outcomes", "Points of damage", question),),
            "the aircraft is damaged",
            AT_LEAST_ONE,
            "outcomes",
            also=(Also("it takes a critical hit", whole, has_critical),),
            notes=said(modifiers),
            facts=(("attacks", attacks), *critical(whole.odds().where(has_critical))),
            dice=3 * attacks,
            rolled=RollOut(whole, attacks_told),
        )
