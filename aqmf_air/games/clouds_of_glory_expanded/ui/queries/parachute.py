"""Parachutes: does a man live who bails out?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import Check
from aqmf_air.games.clouds_of_glory_expanded.chapters.parachutes import ParachuteRulings, bail_out
from aqmf_air.games.clouds_of_glory_expanded.tables import expanded_tables


@dataclass(frozen=True)
class ParachuteOdds(api.Query, name="parachute", help="A man bails out: does he land?"):
    """A man bails out, once: the jump is a Fortitude test, and he falls 2d6+4 MU before his canopy opens.

    Outcomes: lands, caught, dies.
    """

    begin: ClassVar = {"target": "13"}

    target: int = api.number("His Fortitude, all modifiers included.", -10, 40, default=11)
    height: float = api.number("MU above the ground.", 0, 200, default=20)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """5.5.21.2, 5.5.21.3."""
        need = api.TargetNumber("the jump", self.target, "Fortitude", "ICOGX-5.5.21.2")
        title = f"A jump from {self.height:g} MU, {self.target} or less"
        facts = (Check("the jump", need, ""), self.height, expanded_tables.today(), ParachuteRulings())
        question = api.Question(title, bail_out, facts, (need,))
        words = (("caught", "is caught in the cockpit"), ("lands", "lands safely"))
        line = api.Line("outcomes", "He", question, order=("lands", "caught", "dies"), words=words)
        needs = (api.Need("the jump", need, f"{self.target} or less"),)
        return api.Answer(title, (line,), "he lands", api.Is(("lands",)), line.key, needs, dice=3)
