"""Strafing of ground targets (6.5.1): who is in sights, the number, a run at several targets, what it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any, ClassVar, Literal

from aqmf_air import api
from aqmf_air.api.geometry import vectors
from aqmf_air.api.ui import Mark

from aqmf_air.games.clouds_of_glory.api import (  # isort: skip
    PILOT, BurstFired, Check, CloudsGame, CloudsSteps, Craft, Events, Goal, GunneryRulings, ShotResult, SkyBody, Tables,
    can_shoot, decided, gun_place, halves_of, shot, then,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.automatic.goals import unit_goal
from aqmf_air.games.clouds_of_glory_expanded.chapter import At, OwnRulings
from aqmf_air.games.clouds_of_glory_expanded.chapters import ground_damage
from aqmf_air.games.clouds_of_glory_expanded.chapters.bursts import Aim, Burst, BurstFacts, BurstOrder, burst_need
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import AIR_TO_GROUND, GroundOutcome, GroundTarget
from aqmf_air.games.clouds_of_glory_expanded.ground import GroundUnit, body_of, enemy_units, named
from aqmf_air.games.clouds_of_glory_expanded.sights import in_laid_template, line_of_fire
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, tables_of

HURT = 0.5
"""What strength that a unit has lost counts for automatic sides, in parts of what the unit is worth."""
HALF_BOX = 0.02
"""Victory points that a half box costs them."""


class StrafingRulings(OwnRulings):
    """What the source leaves open of strafing."""

    strafe_bonus: Literal["no", "further-targets"] = api.ruling(
        "ICOGX-6.5.1.3",
        "Does a run get what sustained fire adds to the base shot?",
        "No: it takes over ammunition and malfunctions alone.",
        "Yes, from the second target on.",
        standing="stated",
    )
    strafe_jam: Literal["every-test", "first-test"] = api.ruling(
        "ICOGX-6.5.1.3",
        "Which tests of a run may jam the guns?",
        "Each: as sustained fire from the second target on.",
        "The first alone.",
        standing="stated",
    )
    strafe_boxes: Literal["1.5", "2"] = api.ruling(
        "ICOGX-6.5.1.e", "How many boxes does a run at several targets take?", "One and a half.", "Two.", standing="stated"
    )
    strafe_first_single: Literal["1", "1.5"] = api.ruling(
        "ICOGX-6.5.1.e", "What does a long burst at one target take?", "A box.", "One and a half.", standing="stated"
    )
    strafe_moving_target: Literal["0", "-2"] = api.ruling(
        "ICOGX-6.5.1.f", "What does it add to a shot that its target moves?", "Nothing.", "It takes 2 off."
    )
    save_timing: Literal["after-each-hit", "end-of-run"] = api.ruling(
        "ICOGX-6.5.5.1", "When does a unit test that a run has hit?", "After each hit.", "After the run.", standing="stated"
    )


def saves_at_end(game: CloudsGame) -> bool:
    """Whether units test when a run is over. ``save_timing``."""
    return StrafingRulings.of(game).save_timing == "end-of-run"


# -- rules -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StrafeFacts(BurstFacts):
    """What a shot at a ground unit depends on."""

    numbers, rule, changed_by, usual = AIR_TO_GROUND, "ICOGX-6.5.1.2", "ICOGX-6.5.1.a", "ICOGX-6.5.1.b"
    earlier: int = 0
    moves: bool = False


def strafe_need(facts: StrafeFacts, tables: Tables, own: ExpandedTables, rulings: StrafingRulings) -> api.TargetNumber:
    """The number of a shot at a ground unit. ICOGX-6.5.1.2, ICOGX-6.5.1.3, ``strafe_bonus``, ``strafe_moving_target``."""
    if facts.earlier and rulings.strafe_bonus == "further-targets":
        facts = replace(facts, burst="sustained")
    each, place = own.whole(AIR_TO_GROUND, "further-target"), f"target {facts.earlier + 1} of the run"
    further = facts.earlier * each, place, "ICOGX-6.5.1.3"
    moves = facts.moves * int(rulings.strafe_moving_target), "the target moves", "ICOGX-6.5.1.f"
    return burst_need(facts, tables, own, further, moves)


def strafe_jam(tables: Tables, guns: int, burst: Burst, earlier: int, rulings: StrafingRulings) -> int:
    """The lowest face that is a malfunction; 21: none. ICOGX-6.5.1.3, ``strafe_jam``."""
    if earlier and rulings.strafe_jam == "first-test":
        return 21
    return tables.lowest_jam(guns, "sustained" if earlier else burst)


def run_halves(game: CloudsGame, burst: Burst, targets: int) -> int:
    """Half boxes that a run at so many targets takes. ICOGX-6.5.1.e, ``strafe_boxes``, ``strafe_first_single``."""
    rulings = StrafingRulings.of(game)
    if targets > 1:
        return round(2 * float(rulings.strafe_boxes))
    single = rulings.strafe_first_single if burst == "long" else "1"
    return halves_of(game, burst) if single == "1" else round(2 * float(single))


def strafed(
    dice: api.Dice, check: Check, jams: int, rulings: GunneryRulings, target: GroundTarget, count: int
) -> GroundOutcome:
    """A shot and what it costs its target: its successes are not counted. ICOGX-6.5.1.2, ICOGX-6.5.1.c."""
    return ground_damage.hit_ground(dice, target, count) if shot(dice, check, jams, rulings).hit else GroundOutcome(0, False)


# -- state and events --------------------------------------------------------------------------------------------------


class Strafing(api.Frozen):
    """Nothing is kept: there is room for it in games that were begun before."""


STRAFING = api.Slice("strafing", Strafing)


class Strafed(BurstFired, type="clouds.strafed"):
    """A shot at a ground unit. ICOGX-6.5.1.2."""

    target: str
    earlier: int = 0

    def how(self, game: CloudsGame) -> str:
        how = " in the same burst" if self.earlier else f" with a {self.burst} burst"
        return f"{',' * (self.station != PILOT)} strafes {named(game, self.target).name}{how}"

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        place = game.of(self.craft).pose.place
        return line_of_fire(at, place, named(game, self.target).place, self.outcome, self.craft, self.target)


# -- a run and its order -----------------------------------------------------------------------------------------------


class StrafeAim(Aim):
    """A shot of a run as it would be fired now."""

    check_id, fired_by = "strafe", "strafe"

    @staticmethod
    def enemies(game: CloudsGame, side: str) -> Iterable[SkyBody]:
        """The units of the other side. ICOGX-6.5.1.1."""
        return (body_of(game, unit) for unit in enemy_units(game, side))

    @property
    def unit(self) -> GroundUnit:
        return named(self.game, self.run[-1])

    @property
    def earlier(self) -> int:
        return len(self.run) - 1

    @property
    def need(self) -> api.TargetNumber:
        facts = StrafeFacts(**self.facts, earlier=self.earlier, moves=self.unit.moves)
        return strafe_need(facts, self.game.tables, tables_of(self.game), StrafingRulings.of(self.game))

    @property
    def title(self) -> str:
        return f"strafe {self.unit.name} with a {self.burst} burst ({self.least} or less)"

    @property
    def jams(self) -> int:
        return strafe_jam(self.game.tables, self.guns, self.burst, self.earlier, StrafingRulings.of(self.game))

    @property
    def count(self) -> int:
        """The d6 of a hit. ICOGX-6.5.1.2, ICOGX-6.5.5.2."""
        return tables_of(self.game).whole(AIR_TO_GROUND, "dice")

    @property
    def halves(self) -> int:
        before = run_halves(self.game, self.burst, self.earlier) if self.earlier else 0
        return run_halves(self.game, self.burst, len(self.run)) - before

    @property
    def outcome(self) -> tuple[Any, ...]:
        """The facts of :func:`strafed`, before any re-roll."""
        return self.check.alone, self.jams, self.game.rulings, ground_damage.target_of(self.game, self.unit), self.count

    @property
    def question(self) -> api.Question:
        id_, what, at_end = self.unit.id, f"{self.unit.name} eliminated", saves_at_end(self.game)
        of, later = partial(ground_damage.is_eliminated, id_), bool(self.check.rerolls or (at_end and self.further()))
        return api.Question(what, strafed, self.outcome, view=attrgetter("eliminated"), of=of, later=later)

    @property
    def worth(self) -> float:
        odds = api.chances(strafed, *self.outcome)
        strength = ground_damage.target_of(self.game, self.unit).strength
        parts = (float(odds.of(each)) * (1 if each.eliminated else HURT * each.lost / strength) for each in odds)
        return self.unit.worth * sum(parts) - HALF_BOX * self.halves

    def event(self, **fields: Any) -> BurstFired:
        return Strafed(target=self.unit.id, earlier=self.earlier, **fields)

    def on_hit(self, result: ShotResult) -> Iterable[api.GameStep]:
        """Damage, then a further target, then the test, if it waits for the end of the run. ``save_timing``."""
        unit, of, at_end = self.unit, self.craft.id, saves_at_end(self.game)
        yield ground_damage.hit_unit(unit.id, self.count, self.craft.side, of, tests=not at_end)
        yield self.step("strafe on")
        if at_end:
            yield ground_damage.later_test(unit.id, unit.lost, of)

    def further(self) -> list[StrafeAim]:
        """What may follow a hit under the template of the first, best first. ICOGX-6.5.1.3, ICOGX-6.5.1.d, ICOGX-6.5.1.e."""
        gun, first = gun_place(self.game, self.craft, self.station), named(self.game, self.run[0]).place
        along = self.craft.pose.ahead if self.station == PILOT else vectors.add(first, gun, -1)
        units = self.enemies(self.game, self.craft.side) if self.burst == "long" else ()
        under = (unit.id for unit in units if in_laid_template(self.game, gun, along, unit.at, unit.radius))
        aims = (replace(self, run=(*self.run, id_)).able for id_ in under if id_ not in self.run)
        return sorted((aim for aim in aims if aim.rows), key=lambda aim: -aim.worth)


def strafe_on(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """After a hit, who shoots may go on to a further target. ICOGX-6.5.1.3."""
    aim = StrafeAim.of(game, rules, step.of, *map(str, step.facts))
    if not (aims := {further.run[-1]: further for further in aim.further()}):
        return
    titles = {id_: f"{each.unit.name} ({each.least} or less)" for id_, each in aims.items()}
    good = {id_: title for id_, title in titles.items() if aims[id_].worth > 0}
    options = good | {"": "no further target"} | titles
    says = f"{aim.craft.marking}: a further target in the same burst?"
    if option := decided(dice, aim.craft, "further target", says, options):
        yield then(aims[option].step("strafe"))


class Strafe(BurstOrder, type="clouds.strafe", chapter="strafing", rule="ICOGX-6.5.1.1"):
    """A burst at a ground unit; a long one may go on to others under the template. ICOGX-6.5.1.1, ICOGX-6.5.1.3."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} strafes|strafe {target} [with a {burst} burst]",)
    aims: ClassVar = StrafeAim
    target: str


def goals(game: CloudsGame, craft: Craft) -> Iterator[Goal]:
    """Ground units of the enemy, for who may strafe them. ICOGX-6.5.1.1."""
    for unit in enemy_units(game, craft.side) if can_shoot(game, craft, PILOT) else ():
        yield unit_goal(game, craft, unit, 1, "guns")


STEPS = {"strafe": StrafeAim.fire, "strafe on": strafe_on}
