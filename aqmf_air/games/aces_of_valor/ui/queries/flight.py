"""What a flight asks of the dice: events on its way, landings, enemies that join a combat, cards of the deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from aqmf_air.core.data.text import plural
from aqmf_air.core.odds.answer import AT_LEAST_ONE, Also, Answer, Is, Line
from aqmf_air.core.odds.query import OpenRuleset, Query, number, one_of
from aqmf_air.core.play.question import Question
from aqmf_air.games.aces_of_valor.rules import landing, series
from aqmf_air.games.aces_of_valor.table_rows import MissionCard, Place, PlaceChange
from aqmf_air.games.aces_of_valor.table_words import place_note, said, standing_words, table_note
from aqmf_air.games.aces_of_valor.tables import tables_in_force
from aqmf_air.games.aces_of_valor.ui.queries.common import PLACES, SKILL

LANDINGS = ("safe", "wrecked", "crash")
HOME = ("back", "lost")


@dataclass(frozen=True)
class Land(Query):
    """A damaged aircraft lands at an airfield, by F4.

    Outcomes: safe, wrecked, crash; beside them whether a fighter's pilot comes back.
    """

    performance: int = number("Performance of the aircraft as it is, damaged.", 0, 12, default=4)

    def ask(self, opened: OpenRuleset) -> Answer:
        """END-3, FLT-4."""
        tables = tables_in_force()
        title = f"A difficult landing with performance {self.performance}"
        question = Question(title, landing.landing, (self.performance, tables))
        pilot = Question(title, landing.pilot_back, (self.performance, tables))
        words = (("safe", "lands safely"), ("wrecked", "wrecked"), ("crash", "crashes"))
        return Answer(
            title,
            (
                Line("outcomes", "The aircraft", question, order=LANDINGS, words=words),
                Line("pilot", "The pilot", Question(title, pilot.rule, pilot.facts, view=_back), order=HOME),
            ),
            "it lands safely",
            Is(("safe",)),
            "outcomes",
            also=(Also("the pilot comes back", pilot, bool),),
            notes=(
                table_note(tables, "f4", by="two dice less performance"),
                place_note(tables, "c9", "friendly-rear"),
            ),
            dice=3,
        )


def _back(lives: bool) -> str:
    return "back" if lives else "lost"


@dataclass(frozen=True)
class Home(Query):
    """A damaged fighter leaves the flight and goes home by itself: whether its pilot comes back.

    Outcomes: back, lost.
    """

    place: str = one_of("Where it leaves the flight.", *PLACES, default="enemy-trench")
    performance: int = number("Its performance as it is, damaged.", 0, 12, default=4)
    skill: int = number("Air skill of the pilot, for a forced landing.", *SKILL, default=0)

    def ask(self, opened: OpenRuleset) -> Answer:
        """FLT-1 to FLT-4, END-3."""
        tables = tables_in_force()
        title = f"A damaged fighter goes home alone, from {said(self.place)}, performance {self.performance}"
        facts = (cast("Place", self.place), self.performance, self.skill, tables)
        question = Question(title, series.home_alone, facts, view=_back)
        return Answer(
            title,
            (Line("outcomes", "The pilot is", question, order=HOME),),
            "the pilot comes back",
            Is(("back",)),
            "outcomes",
            notes=(
                table_note(tables, "f1", by="two dice"),
                table_note(tables, "f2", by="a die"),
                place_note(tables, "f3", "enemy-rear" if self.place == "enemy-airfield" else self.place),
                table_note(tables, "f4", by="two dice less performance"),
            ),
            dice=5,
        )


@dataclass(frozen=True)
class EventChecks(Query):
    """Event checks on a way: so many turns over each kind of sector.

    Outcomes: the number of turns with an event.
    """

    rear: int = number("Turns over friendly rear.", 0, 24, default=5)
    own_trench: int = number("Turns over friendly trenches.", 0, 24, default=1)
    trench: int = number("Turns over enemy trenches.", 0, 24, default=1)
    enemy_rear: int = number("Turns over enemy rear.", 0, 24, default=0)
    airfield: int = number("Turns over an enemy airfield.", 0, 24, default=0)

    def ask(self, opened: OpenRuleset) -> Answer:
        """EVT-1."""
        tables = tables_in_force()
        turns = (self.rear, self.own_trench, self.trench, self.enemy_rear, self.airfield)
        route = tuple((cast("Place", place), n) for place, n in zip(PLACES, turns, strict=True) if n)
        title = f"Events in {plural(sum(turns), 'turn')} of flight"
        question = Question(title, series.events_on_the_way, (route, tables))
        return Answer(
            title,
            (Line("outcomes", "Turns with an event", question),),
            "at least one turn has an event",
            AT_LEAST_ONE,
            "outcomes",
            notes=tuple(place_note(tables, "f6", place) for place, _ in route),
            dice=2 * sum(turns),
        )


FIGHTS = ("friendly-rear", "trench", "enemy-rear", "enemy-airfield")


@dataclass(frozen=True)
class Arrivals(Query):
    """Enemy aircraft that join a combat, by the combat event checks after rounds 1 and 2.

    Outcomes: arrive, nobody.
    """

    place: str = one_of("Where the combat is.", *FIGHTS, default="trench")
    checks: int = number("Checks.", 1, 2, default=2)

    def ask(self, opened: OpenRuleset) -> Answer:
        """RND-7."""
        tables = tables_in_force()
        title = f"{plural(self.checks, 'combat event check')}, {said(self.place)}"
        question = Question(title, series.arrived, (self.place, self.checks, tables), view=_arrive)
        row = tables.of.of("c10-places", PlaceChange).at(self.place)
        added = f"{row.change:+d}" if row.change else "nothing"
        told = f"{said(self.place).capitalize()}: {added} added on C10{standing_words({row.standing})}."
        return Answer(
            title,
            (Line("outcomes", "Enemies", question, order=("arrive", "nobody")),),
            "more enemies arrive",
            Is(("arrive",)),
            "outcomes",
            notes=(table_note(tables, "c10", by="two dice"), told),
            dice=2 * self.checks,
        )


def _arrive(found: bool) -> str:
    return "arrive" if found else "nobody"


@dataclass(frozen=True)
class Cards(Query):
    """How often a card of the mission deck comes up in a campaign.

    Outcomes: the number of such cards.
    """

    mission: str = one_of("The mission.", "scramble", "offensive-patrol", "defensive-patrol", "trench-strafing",
                          "ground-support", "balloon-busting", "artillery-spotting", "photo-recon", "bombing",
                          default="scramble")  # fmt: skip
    missions: int = number("Missions of the campaign.", 1, 16, default=8)

    def ask(self, opened: OpenRuleset) -> Answer:
        """SET-7, PRE-2."""
        tables = tables_in_force()
        cards = tables.every("missions", MissionCard)
        deck = tuple((one.mission, one.cards) for one in cards)
        whole, of = sum(n for _, n in deck), sum(n for name, n in deck if name == self.mission)
        name = self.mission.replace("-", " ")
        title = f"{name.capitalize()} in {plural(self.missions, 'mission')}"
        question = Question(title, series.cards_drawn, (self.mission, deck, self.missions))
        told = standing_words({one.standing for one in cards})
        return Answer(
            title,
            (Line("outcomes", "Cards", question),),
            f"there is at least one {name} mission",
            AT_LEAST_ONE,
            "outcomes",
            notes=(f"The deck: {of} of {whole} cards{told}.",),
            dice=self.missions,
        )
