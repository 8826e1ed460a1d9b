"""Attacks on ground units: ``aqmf odds --ruleset clouds strafe`` and ``ground-damage``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, ClassVar, cast

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import Check, GunneryRulings, ShotResult, SpeedBand, shot, tables
from aqmf_air.games.clouds_of_glory_expanded.chapters import bursts, ground_damage, strafing
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import GroundOutcome, GroundTarget
from aqmf_air.games.clouds_of_glory_expanded.tables import expanded_tables

OPEN = "open"
LOST = attrgetter("lost")
LOST = attrgetter("lost")
AFTER = {"no-effect": "not hurt", "holds-out": "hurt, and holds out", "eliminated": "eliminated"}


def _covers(opened: api.OpenRuleset, given: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    return {"": (OPEN, *expanded_tables.today().covers)}


COVER = api.Name("cover", _covers, few=True)


def target_for(strength: int, cover: str, taking_cover: bool = False, armour: int = 0) -> GroundTarget:
    """A unit that a player describes. Raises UnknownNameError: there is no such cover."""
    own = expanded_tables.today()
    off = 0 if cover == OPEN else api.by_name(own.covers, cover, "cover").reduction
    off += armour + taking_cover * int(own.number(ground_damage.AIR_TO_GROUND, "taking-cover"))
    return GroundTarget(strength, off)


def after(outcome: GroundOutcome) -> str:
    """What is left of a unit, by name."""
    return "eliminated" if outcome.eliminated else "holds-out" if outcome.lost else "no-effect"


def after_line(key: str, question: api.Question) -> api.Line:
    """What is left of a unit."""
    return api.Line(key, "The unit is", question, order=tuple(AFTER), words=tuple(AFTER.items()))


@dataclass(frozen=True)
class GroundDamage(api.Query, name="ground-damage", help="What a hit does to a ground unit."):
    """A hit on a ground unit: dice of damage, less its cover, then its Combat strength test.

    Outcomes: no-effect, holds-out, eliminated; beside them the Combat strength that is lost.
    """

    begin: ClassVar = {"cover": "sandbags"}

    combat_strength: int = api.number("Its Combat strength now.", 1, 40, default=16)
    dice: int = api.number("How many d6 the hit has: 1 of machine guns.", 1, 24, default=1)
    cover: str = api.name_of(COVER, "What it stands behind.", default=OPEN)
    taking_cover: bool = api.flag("Whether it only takes cover.")
    armour: int = api.number("What its armour takes off each die.", 0, 6, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """6.5.5.1, 6.5.5.3."""
        target = target_for(self.combat_strength, self.cover, self.taking_cover, self.armour)
        title = f"{self.dice}d6 at Combat strength {target.strength}, {target.reduction} off each die"
        hit = partial(api.Question, title, ground_damage.hit_ground, (target, self.dice))
        line, strength = after_line("outcomes", hit(view=after)), api.Line("lost", "Combat strength lost", hit(view=LOST))
        holds = api.Is(("eliminated",))
        return api.Answer(title, (line, strength), "the unit is eliminated", holds, line.key, dice=self.dice + 1)


def hits(result: ShotResult) -> str:
    """Whether a shot hit, by name."""
    return "hit" if result.hit else "miss"


@dataclass(frozen=True)
class Strafe(api.Query, name="strafe", help="Whether a burst hits a ground unit, and what it does to it."):
    """A burst at a ground unit: Gunnery with the aircraft, the speed, the guns and the targets of the run before.

    Outcomes: hit, miss; beside them what becomes of the unit: no-effect, holds-out, eliminated.
    """

    begin: ClassVar = {"gunnery": "14"}

    gunnery: int = api.number("The Gunnery of who shoots.", 1, 30, default=12)
    airplane: int = api.number("What the aircraft, or the station, adds.", -10, 10, default=0)
    speed: str = api.one_of("The speed of the aircraft.", "stall", "slow", "medium", "high", "dive", default="medium")
    guns: int = api.number("Machine guns that shoot.", 1, 4, default=2)
    gunner: bool = api.flag("Whether an air gunner shoots.")
    burst: str = api.one_of("The burst.", "long", "short", default="long")
    target_number: int = api.number("Which target of the run it is.", 1, 9, default=1)
    combat_strength: int = api.number("The unit's Combat strength now.", 1, 40, default=16)
    cover: str = api.name_of(COVER, "What it stands behind.", default=OPEN)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """6.5.1.2, 6.5.1.3, 6.5.5.1."""
        own, rulings, earlier = expanded_tables.today(), strafing.StrafingRulings(), self.target_number - 1
        if earlier and self.burst != "long":
            raise api.QuestionError("--target-number: expected 1 for a short burst: only a long one goes on")
        speed, burst = cast("SpeedBand", self.speed.upper()), cast("bursts.Burst", self.burst)
        facts = strafing.StrafeFacts(self.gunnery, self.airplane, speed, burst, self.guns, self.gunner, earlier=earlier)
        need = strafing.strafe_need(facts, tables.today(), own, rulings)
        jams = strafing.strafe_jam(tables.today(), self.guns, burst, earlier, rulings)
        given, title = (Check("to hit", need, ""), jams, GunneryRulings()), f"Strafing at {need.total}"
        line = api.Line("outcomes", "The burst", api.Question(title, shot, given, (need,), view=hits), order=("hit", "miss"))
        unit = (*given, target_for(self.combat_strength, self.cover), int(own.number(ground_damage.AIR_TO_GROUND, "dice")))
        becomes = after_line("unit", api.Question("The unit", strafing.strafed, unit, view=after))
        targets = (api.Need("to hit", need, f"{max(1, need.total)} or less"),)
        return api.Answer(title, (line, becomes), "it hits", api.Is(("hit",)), line.key, targets)
