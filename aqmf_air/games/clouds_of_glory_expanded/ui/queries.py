"""Questions to the dice: ``aqmf odds --ruleset clouds``, and the same forms in the app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, ClassVar, cast

from pydantic import create_model

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import BANDS, Check, GunneryRulings, ShotResult, SpeedBand, shot, tables
from aqmf_air.games.clouds_of_glory_expanded.chapter import OwnRulings

from aqmf_air.games.clouds_of_glory_expanded.chapters import (  # isort: skip
    artillery, balloons, barrages, bombing, bursts, experience, ground_damage, ground_fire, parachutes, radio,
    rockets, strafing, wounds,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import AIR_TO_GROUND, GroundOutcome, GroundTarget
from aqmf_air.games.clouds_of_glory_expanded.directions import HOURS, DirectionDie, clock_degrees
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, expanded_tables

MODELS: Any = (*OwnRulings.__subclasses__(), GunneryRulings)
RULINGS: Any = create_model("Defaults", __base__=MODELS)()
"""Odds are asked by the defaults, as a mission without rulings of its own is played."""
OPEN, ABORTED = "open", "aborted"
AFTER = {"no-effect": "not hurt", "holds-out": "hurt, and holds out", "eliminated": "eliminated"}
FATES = {
    "recovered": "well again by first aid", "stitches": "no more than stitches", "ability": "stronger: an ability",
    "lasting_harm": "lasting harm", "paralysed": "paralysed", "dies": "dies of his wounds",
}  # fmt: skip
ROWS = range(-40, 60)


def answer(
    title: str, lines: Sequence[api.Line], headline: str, holds: Any, needs: Sequence[api.TargetNumber] = (), **more: Any
) -> api.Answer:
    """An answer whose headline is about its first line, with the numbers that are rolled against."""
    targets = tuple(api.Need(need.what, need, f"{need.total} or less") for need in needs)
    return api.Answer(title, tuple(lines), headline, holds, lines[0].key, targets, **more)


# -- what outcomes are called ------------------------------------------------------------------------------------------


def after(outcome: GroundOutcome) -> str:
    """What is left of a ground unit."""
    return "eliminated" if outcome.eliminated else "holds-out" if outcome.lost else "no-effect"


def hits(result: ShotResult) -> str:
    """Whether a shot hit."""
    return "hit" if result.hit else "miss"


def fate_of(row: str) -> str:
    """What a row of the wounded pilot table comes to."""
    return "ability" if row == "stronger" else row if row in FATES else "lasting_harm"


# -- ground units ------------------------------------------------------------------------------------------------------


def _covers(opened: api.OpenRuleset, given: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    return {"": (OPEN, *expanded_tables.today().covers)}


COVER = api.Name("cover", _covers, few=True)


def target_for(strength: int, cover: str, taking_cover: bool = False, armour: int = 0) -> GroundTarget:
    """A unit that a player describes. Raises UnknownNameError: there is no such cover."""
    own = expanded_tables.today()
    off = 0 if cover == OPEN else api.by_name(own.covers, cover, "cover").reduction
    return GroundTarget(strength, off + armour + taking_cover * own.whole(AIR_TO_GROUND, "taking-cover"))


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
        target = target_for(self.combat_strength, self.cover, self.taking_cover, self.armour)
        title = f"{self.dice}d6 at Combat strength {target.strength}, {target.reduction} off each die"
        hit = partial(api.Question, title, ground_damage.hit_ground, (target, self.dice))
        lost = api.Line("lost", "Combat strength lost", hit(view=attrgetter("lost")))
        lines, holds = (after_line("outcomes", hit(view=after)), lost), api.Is(("eliminated",))
        return answer(title, lines, "the unit is eliminated", holds, dice=self.dice + 1)


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
        own, core, earlier = expanded_tables.today(), tables.today(), self.target_number - 1
        if earlier and self.burst != "long":
            raise api.QuestionError("--target-number: expected 1 for a short burst: only a long one goes on")
        speed, burst = cast("SpeedBand", self.speed.upper()), cast("bursts.Burst", self.burst)
        facts = strafing.StrafeFacts(self.gunnery, self.airplane, speed, burst, self.guns, self.gunner, earlier=earlier)
        need = strafing.strafe_need(facts, core, own, RULINGS)
        jams = strafing.strafe_jam(core, self.guns, burst, earlier, RULINGS)
        given, title = (Check("to hit", need, ""), jams, RULINGS), f"Strafing at {need.total}"
        line = api.Line("outcomes", "The burst", api.Question(title, shot, given, (need,), view=hits), order=("hit", "miss"))
        unit = (*given, target_for(self.combat_strength, self.cover), own.whole(AIR_TO_GROUND, "dice"))
        becomes = after_line("unit", api.Question("The unit", strafing.strafed, unit, view=after))
        targets = (api.Need("to hit", need, f"{max(1, need.total)} or less"),)
        return api.Answer(title, (line, becomes), "it hits", api.Is(("hit",)), line.key, targets)


# -- balloons ----------------------------------------------------------------------------------------------------------


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
        need, own = api.TargetNumber("to hit", self.target, "number to hit", "ICOGX-6.5.2.1"), expanded_tables.today()
        added = balloons.Added(earlier=self.bonus, incendiary=self.incendiary)
        facts = (Check("to hit", need, ""), tables.today().lowest_jam(self.guns, "long"), added, own, RULINGS)
        title = f"A burst at a balloon, {self.target} or less, damage {added.need(own).total:+d}"
        question, words = api.Question(title, balloons.burst_burns, facts, (need,)), "it is hit, and does not burn"
        line = api.Line("outcomes", "The balloon", question, order=("burns", "hit", "miss"), words=(("hit", words),))
        return answer(title, (line,), "it burns", api.Is(("burns",)), (need,), dice=2)


@dataclass(frozen=True)
class RocketOdds(api.Query, name="rockets", help="A salvo of rockets at a balloon: hits, does it burn?"):
    """A salvo at a fresh balloon: a Flying test says how many rockets are well aimed, Luck which of them hit.

    Outcomes: the number of hits; beside it whether the balloon burns.
    """

    begin: ClassVar = {"flying": "14"}

    flying: int = api.number("The pilot's Flying, with what the aircraft adds.", 1, 30, default=12)
    modifier: int = api.number("Rocket aim modifiers: -10 always, +9 at most for the approach.", -20, 20, default=0)
    luck: int = api.number("His Luck.", 1, 30, default=10)
    carried: int = api.number("Rockets aboard.", 1, 24, default=8)
    bonus: int = api.number("What earlier hits add to the damage roll.", 0, 60, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        flying = api.TargetNumber("aim", self.flying, "flying", "ICOGX-6.5.3.2")
        if self.modifier:
            flying = flying.with_modifiers((api.modifier(self.modifier, "rocket aim", "ICOGX-6.5.3.b"),))
        luck = api.TargetNumber("Luck", self.luck, "luck", "ICOGX-6.5.3.2")
        aimed = rockets.Aimed(self.carried, RULINGS)
        needs, facts = (flying, luck), (Check("aim", flying, ""), Check("Luck", luck, ""), aimed)
        title = f"{api.plural(self.carried, 'rocket')}: aim {flying.total} or less, Luck {self.luck}"
        further = (balloons.Envelope(id="balloon", standing=self.bonus), expanded_tables.today(), RULINGS)
        view = {True: "burns", False: "does not"}.get
        burns = api.Question(title, rockets.salvo_burns, (*facts, *further), needs, view=view)
        line = api.Line("outcomes", "The balloon", burns, order=("burns", "does not"))
        hits = api.Line("hits", "Rockets that hit", api.Question(title, rockets.salvo, facts, needs))
        return answer(title, (line, hits), "it burns", api.Is(("burns",)), needs, dice=1 + 2 * self.carried)


# -- bombs -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bomb(api.Query, name="bomb", help="Bombs in level flight: how many fall on their marks?"):
    """A string of bombs by altitude, speed and Gunnery: how many fall on their marks, or whether the run is aborted.

    Outcomes: how many, or aborted.
    """

    begin: ClassVar = {"gunnery": "14"}
    how: ClassVar = ""

    gunnery: int = api.number("The Gunnery of who drops them, wounds and abilities counted.", -10, 40, default=14)
    altitude: int = api.number("MU of height at the end of the move.", 0, 200, default=15)
    speed: str = api.one_of("The speed at the end of the move.", *BANDS, default="MEDIUM")
    bombs: int = api.number("How many bombs.", 1, 24, default=3)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        own = expanded_tables.today()
        row = own.bombing_row(self.altitude, cast("SpeedBand", self.speed))
        need = api.TargetNumber("bombing", self.gunnery, "gunnery", "ICOGX-6.5.4.3", words=("passed", "failed"))
        facts = (Check("bombing", need, ""), bombing.facts_by(own, row))
        title = f"{api.plural(self.bombs, 'bomb')}{self.how} from {self.altitude} MU at {self.speed.lower()} speed"
        given, view = (*facts, self.bombs), (lambda count: ABORTED if count is None else str(count))
        question = api.Question(title, bombing.on_marks, given, (need,), view=view)
        order = (ABORTED, *map(str, range(self.bombs + 1)))
        single = api.Question(title, bombing.on_marks, (*facts, 1), (need,))
        each = api.Also("a given bomb falls on its mark", single, lambda count: count == 1)
        spaced = "" if self.how else f", {row.spacing:g} MU apart"
        notes = (f"Each bomb falls {row.die} MU off its mark{spaced}, less what successes take off (ICOGX-6.5.4.c).",)
        lines, holds = (api.Line("outcomes", "On their marks", question, order=order),), api.Is(order[2:])
        more: dict[str, Any] = {"also": (each,), "notes": notes, "dice": 1 + self.bombs}
        return answer(title, lines, "at least one on its mark", holds, (need,), **more)


@dataclass(frozen=True)
class DiveBomb(Bomb, name="dive-bomb", help="Bombs in a dive: how many fall on their mark?"):
    """Bombs in a dive by altitude, speed and the pilot's Gunnery: how many fall on their mark, or whether it is aborted.

    Outcomes: how many, or aborted.
    """

    begin: ClassVar = {"gunnery": "15"}
    how: ClassVar = " in a dive"

    altitude: int = api.number("MU of height at the end of the move.", 0, 200, default=7)
    speed: str = api.one_of("The speed at the end of the move.", *BANDS, default="HIGH")
    bombs: int = api.number("How many bombs.", 1, 4, default=3)


# -- fire from the ground ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GroundFireOdds(api.Query, name="ground-fire", help="A unit on the ground fires at an aircraft."):
    """A shot of a unit on the ground by the number to hit, in which range and speed are counted already.

    Outcomes: hit, miss; beside them the row of damage before it is held to the table.
    """

    begin: ClassVar = {"base-shot": "9"}

    unit: str = api.one_of("Who fires.", "infantry", "aa-machine-gun", "aa-37mm", default="aa-machine-gun")
    base_shot: int = api.number("The number to hit: Combat strength, range and speed.", -30, 40, default=9)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        row = expanded_tables.today().ground_unit(self.unit)
        need = api.TargetNumber("to hit", self.base_shot, "base shot", "ICOGX-6.4.1.2", words=("hit", "miss"))
        title, facts = f"Fire of {row.title}, base shot {self.base_shot}", (Check("to hit", need, ""), row.damage, RULINGS)
        ask = partial(api.Question, title, ground_fire.shot_and_damage, facts, (need,))
        hit = ask(view=lambda total: "miss" if total is None else "hit")
        rows = ask(view=lambda total: "none" if total is None else str(total))
        line = api.Line("outcomes", "The shot", hit, order=("hit", "miss"))
        damage = api.Line("row", "Row of damage", rows, order=("none", *map(str, ROWS)))
        notes = (f"A natural 1 hits; a hit adds its successes to {row.damage} (ICOGX-6.4.2.1).",)
        return answer(title, (line, damage), "it hits", api.Is(("hit",)), (need,), notes=notes, dice=3)


def is_still_in(stays: int, shot: barrages.GunShot) -> bool:
    """Whether a gun has moved its barrage so that the aircraft is in it still, as it is on so many hours of a clock."""
    return shot.shift is not None and shot.shift[0] < clock_degrees(1) * stays


def gun_hits(dice: api.Dice, stays: int, once: bool, tables: ExpandedTables) -> int:
    """The hits of a gun on the only aircraft in its barrage: 1 or 0. ICOGX-6.4.3.2, ICOGX-6.4.3.R1, ``aa_reroll_one``."""
    fires, again = barrages.GunFires(("it",)), partial(is_still_in, stays)
    if not once:
        return int(bool(dice.until(barrages.gun_fires, again, fires, tables).victim))
    shot = dice.call(barrages.gun_fires, fires, tables)
    if again(shot):
        shot = dice.call(barrages.gun_fires, fires._replace(shifts=False), tables)
    return int(bool(shot.victim))


def battery_hits(dice: api.Dice, guns: int, stays: int, once: bool, tables: ExpandedTables) -> int:
    """The hits of guns that fire together. ICOGX-6.4.3.2, ``aa_gun_sequence``."""
    return dice.each(guns, 0, gun_hits, stays, once, tables)


@dataclass(frozen=True)
class FlakOdds(api.Query, name="flak", help="A barrage of AA guns at an aircraft in it."):
    """A battery fires a barrage, all guns together, with one aircraft in it. Outcomes: how many hits."""

    begin: ClassVar = {"ways-inside": "5"}

    guns: int | None = api.number("Guns that fire; two, if it is not said.", 1, 12)
    ways_inside: int = api.number("Of 12 shifts of the barrage, those that keep the aircraft in it.", 0, HOURS, default=0)
    again: str = api.one_of("Whether the new roll of a gun may move it once more.", "chain", "once", default="chain")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        own = expanded_tables.today()
        guns = self.guns or own.whole("aa-numbers", "guns")
        title = f"A barrage of {api.plural(guns, 'gun')}, {self.ways_inside} of {HOURS} ways leave the aircraft inside"
        facts = (guns, self.ways_inside, self.again == "once", own)
        line = api.Line("outcomes", "Hits", api.Question(title, battery_hits, facts))
        notes = ("5 MU from the middle at its height, 5 of 12 ways leave it inside (ICOGX-6.4.3.R1).",)
        return answer(title, (line,), "it is hit", api.AT_LEAST_ONE, notes=notes, dice=3 * guns)


# -- observers ---------------------------------------------------------------------------------------------------------


def after_messages(dice: api.Dice, messages: int, pool: int, check: Check, tables: ExpandedTables) -> int:
    """The pool after so many messages."""
    return dice.fold(messages, pool, radio.pool_after, check, tables, RULINGS)


@dataclass(frozen=True)
class Artillery(api.Query, name="artillery", help="Whether a shell falls near the aim point."):
    """Artillery fires: whether one shell, or any of several, falls within a radius of the aim point.

    Outcomes: yes, no.
    """

    begin: ClassVar = {"pool": "2"}

    pool: int = api.number("D10 of deviation: how far off shells fall.", 0, 30, default=6)
    radius: int = api.number("MU about the aim point.", 0, 100, default=3)
    guns: int = api.number("Guns that fire.", 1, 12, default=1)
    artillery_direction: str = api.one_of("How a direction is rolled.", "d360", "1d12", default="d360")

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        title = f"{api.plural(self.guns, 'shell')}, {self.pool}d10 of deviation, within {self.radius} MU"
        facts = (self.pool, self.guns, self.radius, cast("DirectionDie", self.artillery_direction))
        question = api.Question(title, artillery.shells_near, facts, view=lambda shells: "yes" if shells else "no")
        line = api.Line("outcomes", "A shell falls near", question, order=("yes", "no"))
        return answer(title, (line,), "a shell falls near", api.Is(("yes",)), dice=self.pool + 2 * self.guns)


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
        own = expanded_tables.today()
        need = radio.spot_need(self.awareness, self.distance_mu, self.maneuvers, self.threats, own, RULINGS)
        title = f"{api.plural(self.messages, 'message')} on {need.total} or less, from {self.pool}d10"
        facts = (self.messages, self.pool, Check(need.what, need, ""), own)
        line = api.Line("outcomes", "Dice after them", api.Question(title, after_messages, facts, (need,)))
        return answer(title, (line,), "fewer dice than before", api.AtMost(self.pool - 1), (need,), dice=self.messages)


# -- men ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ParachuteOdds(api.Query, name="parachute", help="A man bails out: does he land?"):
    """A man bails out, once: the jump is a Fortitude test, and he falls 2d6+4 MU before his canopy opens.

    Outcomes: lands, caught, dies.
    """

    begin: ClassVar = {"target": "13"}

    target: int = api.number("His Fortitude, all modifiers included.", -10, 40, default=11)
    height: float = api.number("MU above the ground.", 0, 200, default=20)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        need = api.TargetNumber("the jump", self.target, "Fortitude", "ICOGX-5.5.21.2")
        title = f"A jump from {self.height:g} MU, {self.target} or less"
        facts = (Check("the jump", need, ""), self.height, expanded_tables.today(), RULINGS)
        question = api.Question(title, parachutes.bail_out, facts, (need,))
        words = (("caught", "is caught in the cockpit"), ("lands", "lands safely"))
        line = api.Line("outcomes", "He", question, order=("lands", "caught", "dies"), words=words)
        return answer(title, (line,), "he lands", api.Is(("lands",)), (need,), dice=3)


@dataclass(frozen=True)
class Wounds(api.Query, name="wounds", help="What becomes of a wounded man after a mission."):
    """A wounded man after a mission: first aid, then a Fortitude test on the wounded pilot table.

    Outcomes: recovered, stitches, ability, lasting_harm, paralysed, dies; beside them the row of the table.
    """

    begin: ClassVar = {"now": "4"}

    normal: int = api.number("His Fortitude when he is well.", 1, 30, default=12)
    now: int = api.number("His Fortitude now.", 1, 30, default=4)
    rerolls: int = api.number("Re-rolls left over from the mission.", 0, 9, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        if self.now > self.normal:
            raise api.QuestionError(f"--now: expected no more than normal, {self.normal}, got {self.now}")
        own, title = expanded_tables.today(), f"Fortitude {self.now} of {self.normal}, after a mission"
        facts = (self.normal, self.now, self.rerolls, own, RULINGS)
        rule = api.Decided(wounds.after_mission, wounds.wound_again)
        question = api.Question(title, rule, facts, view=fate_of)
        line = api.Line("outcomes", "He is", question, order=tuple(FATES), words=tuple(FATES.items()))
        names = {"recovered": FATES["recovered"], **{row.id: f"he {row.title}" for row in own.wounds}}
        table, words = api.Question(title, rule, facts), tuple(names.items())
        rows = api.Line("rows", "In the table", table, order=tuple(names), words=words)
        harm = api.Is(("lasting_harm", "paralysed", "dies"))
        return answer(title, (line, rows), "he is harmed for good, or dies", harm, dice=2 + self.rerolls)


@dataclass(frozen=True)
class Experience(api.Query, name="experience", help="Points of a skill that experience buys, and abilities with them."):
    """Experience buys points of a skill: how many, and how many abilities come with them, one in ten raises.

    Outcomes: how many abilities.
    """

    xp: int = api.number("Experience points.", 0, 200, default=4)
    skill: int = api.number("The skill now.", 1, 30, default=12)
    points: int = api.number("Points of the skill at most.", 1, 20, default=20)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        own = expanded_tables.today()
        buys = experience.bought(self.xp, self.skill, self.points, own, RULINGS)
        title, count = f"{api.plural(self.xp, 'experience point')}, a skill of {self.skill}", len(buys.paid)
        line = api.Line("outcomes", "Abilities", api.Question(title, experience.abilities_of, (count, own)))
        paid = ", ".join(map(str, buys.paid)) or "nothing"
        notes = (f"The skill is raised to {buys.skill}, for {paid}; {buys.left} left (ICOGX-1.3.d).",)
        facts = (("skill", buys.skill), ("paid", buys.paid), ("left", buys.left))
        more: dict[str, Any] = {"notes": notes, "facts": facts, "dice": count}
        return answer(title, (line,), "at least one ability", api.AT_LEAST_ONE, **more)
