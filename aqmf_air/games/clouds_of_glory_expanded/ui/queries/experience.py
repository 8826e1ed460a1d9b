"""What experience brings: ``aqmf odds --ruleset clouds experience``."""

from __future__ import annotations

from dataclasses import dataclass

from aqmf_air import api
from aqmf_air.games.clouds_of_glory_expanded.chapters import experience
from aqmf_air.games.clouds_of_glory_expanded.tables import expanded_tables

RULINGS = experience.ExperienceRulings()


@dataclass(frozen=True)
class Experience(api.Query, name="experience", help="Points of a skill that experience buys, and abilities with them."):
    """Experience buys points of a skill: how many, and how many abilities come with them, one in ten raises.

    Outcomes: how many abilities.
    """

    xp: int = api.number("Experience points.", 0, 200, default=4)
    skill: int = api.number("The skill now.", 1, 30, default=12)
    points: int = api.number("Points of the skill at most.", 1, 20, default=20)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """1.3.c, 1.3.d, 1.3.f."""
        tables = expanded_tables.today()
        buys = experience.bought(self.xp, self.skill, self.points, tables, RULINGS)
        title = f"{api.plural(self.xp, 'experience point')}, a skill of {self.skill}"
        question = api.Question(title, experience.abilities_of, (len(buys.paid), tables))
        line = api.Line("outcomes", "Abilities", question)
        paid = ", ".join(map(str, buys.paid)) or "nothing"
        notes = (f"The skill is raised to {buys.skill}, for {paid}; {buys.left} left (ICOGX-1.3.d).",)
        facts = (("skill", buys.skill), ("paid", buys.paid), ("left", buys.left))
        return api.Answer(
            title, (line,), "at least one ability", api.AT_LEAST_ONE, line.key, notes=notes, facts=facts, dice=len(buys.paid)
        )
