"""What a turn begins with: who goes first, and who comes on."""

from __future__ import annotations

from dataclasses import dataclass

from aqmf_air.core.data.text import plural
from aqmf_air.core.dice.draws import AtLeast
from aqmf_air.core.odds.answer import Answer, Is, Line
from aqmf_air.core.odds.query import OpenRuleset, Query, number
from aqmf_air.core.play.question import Question
from aqmf_air.errors import QuestionError

SIDES = ("human", "martian")


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
            "the human side wins the initiative", Is(("human",)), "outcomes",
            notes=tuple(f"The human side's die: {each.value:+d} {each.reason}." for each in human),
        )  # fmt: skip


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
