"""Fire from the ground: a shot of a unit, and what a battery does to an aircraft in its barrage."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import Check, GunneryRulings
from aqmf_air.games.clouds_of_glory_expanded.chapters.barrages import GunFires, GunShot, gun_fires
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_fire import shot_and_damage
from aqmf_air.games.clouds_of_glory_expanded.directions import HOURS, clock_degrees
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, expanded_tables

RULINGS = GunneryRulings()
ROWS = range(-40, 60)


@dataclass(frozen=True)
class GroundFireOdds(api.Query, name="ground-fire", help="A unit on the ground fires at an aircraft."):
    """A shot of a unit on the ground by the number to hit, in which range and speed are counted already.

    Outcomes: hit, miss; beside them the row of damage before it is held to the table.
    """

    begin: ClassVar = {"base-shot": "9"}

    unit: str = api.one_of("Who fires.", "infantry", "aa-machine-gun", "aa-37mm", default="aa-machine-gun")
    base_shot: int = api.number("The number to hit: Combat strength, range and speed.", -30, 40, default=9)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """6.4.1.2, 6.4.2.1."""
        row = expanded_tables.today().ground_unit(self.unit)
        need = api.TargetNumber("to hit", self.base_shot, "base shot", "ICOGX-6.4.1.2", words=("hit", "miss"))
        title, facts = f"Fire of {row.title}, base shot {self.base_shot}", (Check("to hit", need, ""), row.damage, RULINGS)
        ask = partial(api.Question, title, shot_and_damage, facts, (need,))
        hit = ask(view=lambda total: "miss" if total is None else "hit")
        rows = ask(view=lambda total: "none" if total is None else str(total))
        lines = (
            api.Line("outcomes", "The shot", hit, order=("hit", "miss")),
            api.Line("row", "Row of damage", rows, order=("none", *map(str, ROWS))),
        )
        notes = (f"A natural 1 hits; a hit adds its successes to {row.damage} (ICOGX-6.4.2.1).",)
        needs = (api.Need("to hit", need, f"{self.base_shot} or less"),)
        return api.Answer(title, lines, "it hits", api.Is(("hit",)), "outcomes", needs, notes=notes, dice=3)


def is_still_in(stays: int, shot: GunShot) -> bool:
    """Whether a gun has moved its barrage so that the aircraft is in it still, as it is on so many hours of a clock."""
    return shot.shift is not None and shot.shift[0] < clock_degrees(1) * stays


def gun_hits(dice: api.Dice, stays: int, once: bool, tables: ExpandedTables) -> int:
    """The hits of a gun on the only aircraft in its barrage: 1 or 0. ICOGX-6.4.3.2, ICOGX-6.4.3.R1, ``aa_reroll_one``."""
    fires, again = GunFires(("it",)), partial(is_still_in, stays)
    if not once:
        return int(bool(dice.until(gun_fires, again, fires, tables).victim))
    shot = dice.call(gun_fires, fires, tables)
    if again(shot):
        shot = dice.call(gun_fires, fires._replace(shifts=False), tables)
    return int(bool(shot.victim))


def battery_hits(dice: api.Dice, guns: int, stays: int, once: bool, tables: ExpandedTables) -> int:
    """The hits of guns that fire together. ICOGX-6.4.3.2, ``aa_gun_sequence``."""
    return dice.each(guns, 0, gun_hits, stays, once, tables)


@dataclass(frozen=True)
class FlakOdds(api.Query, name="flak", help="A barrage of AA guns at an aircraft in it."):
    """A battery fires a barrage, all guns together, with one aircraft in it.

    Outcomes: how many hits.
    """

    begin: ClassVar = {"stays": "5"}

    guns: int | None = api.number("Guns that fire; a battery has two, if it is not said.", 1, 12)
    stays: int = api.number(
        "Of the 12 ways that wrong coordinates move it, those that leave the aircraft inside.", 0, HOURS, default=0
    )
    again: str = api.one_of("Whether the new roll of a gun may move it once more.", "chain", "once", default="chain")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """6.4.3.2, 6.4.3.R1, 6.4.3.R19, 6.4.3.R20."""
        tables = expanded_tables.today()
        guns = self.guns or int(tables.number("aa-numbers", "guns"))
        title = f"A barrage of {api.plural(guns, 'gun')}, {self.stays} of {HOURS} ways leave the aircraft inside"
        question = api.Question(title, battery_hits, (guns, self.stays, self.again == "once", tables))
        line = api.Line("outcomes", "Hits", question)
        notes = ("5 MU from the middle at its height, 5 of 12 ways leave it inside (ICOGX-6.4.3.R1).",)
        return api.Answer(title, (line,), "it is hit", api.AT_LEAST_ONE, line.key, notes=notes, dice=3 * guns)
