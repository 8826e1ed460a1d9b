"""Rockets: how many of a salvo hit, and does the balloon burn?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import Check
from aqmf_air.games.clouds_of_glory_expanded.chapters.balloons import BalloonRulings, Envelope
from aqmf_air.games.clouds_of_glory_expanded.chapters.rockets import Aimed, RocketRulings, salvo, salvo_burns
from aqmf_air.games.clouds_of_glory_expanded.tables import expanded_tables


class AsSaid(RocketRulings, BalloonRulings):
    """Odds are asked by the defaults."""


def burning(burns: bool) -> str:
    """Whether the balloon burns, by name."""
    return "burns" if burns else "does not"


@dataclass(frozen=True)
class RocketOdds(api.Query, name="rockets", help="A salvo of rockets at a balloon: hits, does it burn?"):
    """A salvo at a fresh balloon: a Flying test says how many rockets are well aimed, Luck which of them hit.

    Outcomes: the number of hits; beside it whether the balloon burns.
    """

    begin: ClassVar = {"flying": "14"}

    flying: int = api.number("The pilot's Flying, with what the aircraft adds.", 1, 30, default=12)
    modifier: int = api.number(
        "The rocket aim modifiers together: -10 always, +9 at most for the approach.", -20, 20, default=0
    )
    luck: int = api.number("His Luck.", 1, 30, default=10)
    carried: int = api.number("Rockets aboard.", 1, 24, default=8)
    bonus: int = api.number("What earlier hits add to the damage roll.", 0, 60, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """6.5.3.2, 6.5.2.2."""
        flying = api.TargetNumber("aim", self.flying, "flying", "ICOGX-6.5.3.2")
        if self.modifier:
            flying = flying.with_modifiers((api.modifier(self.modifier, "rocket aim", "ICOGX-6.5.3.b"),))
        luck = api.TargetNumber("Luck", self.luck, "luck", "ICOGX-6.5.3.2")
        needs, facts = (flying, luck), (Check("aim", flying, ""), Check("Luck", luck, ""), Aimed(self.carried, AsSaid()))
        title = f"{api.plural(self.carried, 'rocket')}: aim {flying.total} or less, Luck {self.luck}"
        further = (Envelope(id="balloon", standing=self.bonus), expanded_tables.today(), AsSaid())
        burns = api.Question(title, salvo_burns, (*facts, *further), needs, view=burning)
        lines = (
            api.Line("outcomes", "The balloon", burns, order=("burns", "does not")),
            api.Line("hits", "Rockets that hit", api.Question(title, salvo, facts, needs)),
        )
        targets = tuple(api.Need(need.what, need, f"{need.total} or less") for need in needs)
        return api.Answer(title, lines, "it burns", api.Is(("burns",)), "outcomes", targets, dice=1 + 2 * self.carried)
