"""Shells near an aim point, and messages that correct the aim: ``aqmf odds --ruleset clouds artillery``, ``spotting``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import Check
from aqmf_air.games.clouds_of_glory_expanded.chapters import artillery, radio
from aqmf_air.games.clouds_of_glory_expanded.chapters.attention import ObserverRulings
from aqmf_air.games.clouds_of_glory_expanded.directions import DirectionDie
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, expanded_tables

RULINGS = ObserverRulings()


def after_messages(dice: api.Dice, messages: int, pool: int, check: Check, tables: ExpandedTables) -> int:
    """The pool after so many messages."""
    return dice.fold(messages, pool, radio.pool_after, check, tables, RULINGS)


@dataclass(frozen=True)
class Artillery(api.Query, name="artillery", help="Whether a shell falls near the aim point."):
    """Artillery fires: whether one shell, or any of several, falls within a radius of the aim point.

    Outcomes: yes, no.
    """

    begin: ClassVar = {"pool": "2"}

    pool: int = api.number("D10 of deviation.", 0, 30, default=6)
    radius: int = api.number("MU about the aim point.", 0, 100, default=3)
    guns: int = api.number("Guns that fire.", 1, 12, default=1)
    artillery_direction: str = api.one_of("How a direction is rolled.", "d360", "1d12", default="d360")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """6.6.4.3, 6.6.4.e."""
        title = f"{api.plural(self.guns, 'shell')}, {self.pool}d10 of deviation, within {self.radius} MU"
        facts = (self.pool, self.guns, self.radius, cast("DirectionDie", self.artillery_direction))
        question = api.Question(title, artillery.shells_near, facts, view=lambda shells: "yes" if shells else "no")
        line = api.Line("outcomes", "A shell falls near", question, order=("yes", "no"))
        return api.Answer(title, (line,), "a shell falls near", api.Is(("yes",)), line.key, dice=self.pool + 2 * self.guns)


@dataclass(frozen=True)
class Spotting(api.Query, name="spotting", help="Dice of deviation after messages to correct the aim."):
    """A spotter corrects the aim of artillery by radio: the dice of its deviation after so many messages.

    Outcomes: how many dice.
    """

    awareness: int = api.number("The observer's Awareness.", 1, 30, default=14)
    distance_mu: int = api.number("MU to the aim point.", 0, 300, default=26)
    threats: int = api.number("Threats on his aircraft: -4 from behind, -2 from the side, -6 at most.", -6, 0, default=0)
    maneuvers: bool = api.flag("His aircraft manoeuvres.")
    pool: int = api.number("D10 of deviation before.", 0, 30, default=6)
    messages: int = api.number("Messages, one a turn.", 1, 20, default=1)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """6.6.4.1, 6.6.4.i, 6.6.4.j."""
        tables = expanded_tables.today()
        need = radio.spot_need(self.awareness, self.distance_mu, self.maneuvers, self.threats, tables, RULINGS)
        title = f"{api.plural(self.messages, 'message')} on {need.total} or less, from {self.pool}d10"
        facts = (self.messages, self.pool, Check(need.what, need, ""), tables)
        line = api.Line("outcomes", "Dice after them", api.Question(title, after_messages, facts, (need,)))
        targets, holds = (api.Need(need.what, need, f"{need.total} or less"),), api.AtMost(self.pool - 1)
        return api.Answer(title, (line,), "fewer dice than before", holds, line.key, targets, dice=self.messages)
