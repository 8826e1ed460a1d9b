"""Balloons: does a burst set one on fire?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import Check, GunneryRulings, tables
from aqmf_air.games.clouds_of_glory_expanded.chapters.balloons import Added, BalloonRulings, burst_burns
from aqmf_air.games.clouds_of_glory_expanded.tables import expanded_tables


class AsSaid(BalloonRulings, GunneryRulings):
    """Odds are asked by the defaults."""


@dataclass(frozen=True)
class BalloonOdds(api.Query, name="balloon", help="A burst at a balloon: is it hit, does it burn?"):
    """A burst at a balloon by the number to hit, in which speed, guns and burst are counted already.

    Outcomes: burns, hit, miss.
    """

    begin: ClassVar = {"target": "11"}

    target: int = api.number("The number to hit, all modifiers included.", -30, 40, default=11)
    bonus: int = api.number("What earlier hits add to the damage roll.", 0, 60, default=0)
    incendiary: bool = api.flag("With incendiary ammunition.")
    guns: int = api.number("Guns that fire.", 1, 6, default=2)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """6.5.2.1, 6.5.2.2."""
        core, own = tables.today(), expanded_tables.today()
        need = api.TargetNumber("to hit", self.target, "number to hit", "ICOGX-6.5.2.1")
        added = Added(earlier=self.bonus, incendiary=self.incendiary)
        facts = (Check("to hit", need, ""), core.lowest_jam(self.guns, "long"), added, own)
        title = f"A burst at a balloon, {self.target} or less, damage {added.need(own).total:+d}"
        question = api.Question(title, burst_burns, (*facts, AsSaid()), (need,))
        words = (("hit", "it is hit, and does not burn"),)
        line = api.Line("outcomes", "The balloon", question, order=("burns", "hit", "miss"), words=words)
        needs = (api.Need("to hit", need, f"{self.target} or less"),)
        return api.Answer(title, (line,), "it burns", api.Is(("burns",)), line.key, needs, dice=2)
