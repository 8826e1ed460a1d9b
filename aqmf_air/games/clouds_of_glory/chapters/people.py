"""Part 1 of the rules: how the scores of a man are rolled, and his re-rolls; wounds are told by :class:`CrewMember`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.tables import Tables


class PeopleRulings(api.Rulings):
    """What the source leaves open of men."""

    luck_fifteen: Literal["two", "one"] = api.ruling(
        "ICOG-1.2.3", "How many re-rolls does a Luck of 15 give?", "Two.", "One.", standing="stated"
    )


Skills = tuple[int, int, int]


def roll_skills(dice: api.Dice, tables: Tables) -> Skills:
    """Three skills, which the player gives out as he likes. ICOG-1.2.1."""
    first, second, third = (
        dice.draw(api.expression(f"{nth} skill", tables.dice("skill"), about="handed out freely"))
        for nth in ("1st", "2nd", "3rd")
    )
    return first, second, third


@dataclass(frozen=True)
class Unfit:
    """Whether nobody flies with such skills. ICOG-1.2.2."""

    most: int
    """That the three sum to."""

    def __call__(self, skills: Skills) -> bool:
        return sum(skills) <= self.most


@dataclass(frozen=True)
class RolledMan:
    """What was rolled for a man."""

    skills: Skills
    fortitude: int
    luck: int


def roll_man(dice: api.Dice, tables: Tables, role: Literal["pilot", "gunner"] = "pilot") -> RolledMan:
    """A new man; of pilots the unfit are rolled again, other men stay as rolled. ICOG-1.2.1, ICOG-1.2.2."""
    unfit = Unfit(tables.number("people", "unfit"))
    skills = dice.until(roll_skills, unfit, tables) if role == "pilot" else roll_skills(dice, tables)
    fortitude, luck = (
        dice.draw(api.expression(name, tables.dice("attribute"), about="it stays where it falls"))
        for name in ("Fortitude", "Luck")
    )
    return RolledMan(skills, fortitude, luck)


def rerolls(luck: int, tables: Tables, rulings: PeopleRulings) -> int:
    """How many dice a man may roll again in a mission. ICOG-1.2.3."""
    return tables.rerolls(14 if luck == 15 and rulings.luck_fifteen == "one" else luck)


def roll_luck(dice: api.Dice, tables: Tables, rulings: PeopleRulings) -> int:
    """The re-rolls that a new man's Luck gives. ICOG-1.2.1, ICOG-1.2.3."""
    return rerolls(dice.draw(api.expression("Luck", tables.dice("attribute"), about="gives re-rolls")), tables, rulings)
