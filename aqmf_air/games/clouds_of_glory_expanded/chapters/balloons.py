"""Attacks on balloons (6.5.2, 6.5.1.4): a burst, what it does to the envelope, and what earlier hits add; the winch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from operator import eq
from typing import Any, ClassVar, Literal

from aqmf_air import api
from aqmf_air.api.ui import Burst, Mark, Moment
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import CheckFacts, CloudsGame, CloudsSteps, Craft, Events, Setup, due
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, Chapter

from aqmf_air.games.clouds_of_glory_expanded.chapters.bursts import (  # isort: skip
    Aim, BurstFacts, BurstFired, BurstOrder, burst_need, line_to,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.chapters.envelopes import (  # isort: skip
    BALLOONS, KEPT, Added, BalloonHit, BalloonRulings, balloon_damage, balloons_before, balloons_there,
    damage_of, enemy_balloons, hit_balloon,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, expanded_tables

BURNS = partial(eq, "burns")
HOPE = 0.25
"""What a hit that burns nothing is worth to an automatic side, in parts of a burnt balloon."""


# -- rules -------------------------------------------------------------------------------------------------------------


class BalloonShotFacts(BurstFacts):
    """What a shot at a balloon depends on."""

    numbers, rule, changed_by = BALLOONS, "ICOGX-6.5.2.1", "ICOGX-6.5.2.a"


def balloon_shot(
    facts: BalloonShotFacts, core: clouds.Tables, tables: ExpandedTables, rulings: BalloonRulings
) -> api.TargetNumber:
    """The number of a shot at a balloon: no distance. ICOGX-6.5.2.1, ICOGX-6.5.2.a, ``balloon_airplane_modifier``."""
    applied = rulings.balloon_airplane_modifier == "applied"
    return burst_need(facts if applied else replace(facts, aircraft=0), core, tables)


def burst_burns(
    dice: api.Dice, check: clouds.Check, jams: int, added: Added, tables: ExpandedTables, rulings: Any
) -> Literal["miss", "hit", "burns"]:
    """A burst and its damage: ``hit``: the balloon is hit, and still there. ICOGX-6.5.2.1, ICOGX-6.5.2.2."""
    result = clouds.shot(dice, check, jams, rulings)
    if not result.hit:
        return "miss"
    need = added._replace(successes=result.successes).need(tables)
    damage = clouds.Check("balloon damage", need, check.by, check.who, check.rerolls[result.spent :])
    row = damage_of(balloon_damage(dice, damage, tables, rulings).total, tables, rulings)
    return "burns" if row and row.burns else "hit"


# -- events ------------------------------------------------------------------------------------------------------------


class BalloonShotAt(BurstFired, type="clouds.balloon_shot_at"):
    """A burst at a balloon. ICOGX-6.5.2.1."""

    balloon: str

    def how(self, game: CloudsGame) -> str:
        return f", a {self.burst} burst at {game.called(self.balloon)}"


class BalloonsLowered(api.Event[CloudsGame], type="clouds.balloons_lowered"):
    """Winches haul balloons down to these heights, in MU. M7."""

    heights: tuple[tuple[str, float], ...]

    def apply(self, game: CloudsGame) -> CloudsGame:
        heights = dict(self.heights)
        balloons = (api.replace(each, at=(*each.at[:2], heights.get(each.id, each.at[2]))) for each in game.setup.balloons)
        return api.replace(game, setup=api.replace(game.setup, balloons=tuple(balloons)))

    def tell(self, game: CloudsGame) -> str:
        return api.in_a_row([f"{game.called(name)} is hauled down to {height:g}" for name, height in self.heights])


# -- steps -------------------------------------------------------------------------------------------------------------


def added_by(game: CloudsGame, craft: str, balloon: str, guns: int) -> Added:
    """What is added to the damage of a hit, beside the successes. ICOGX-6.5.2.b, ICOGX-6.5.2.d, ``single_gun_damage``."""
    kept, rulings = KEPT.of(game), BalloonRulings.of(game)
    counts = guns == 1 and rulings.single_gun_damage == "balloons-too"
    single = game.tables.guns(guns).successes if counts else 0
    return Added(earlier=kept.envelope(balloon).bonus(rulings), incendiary=craft in kept.incendiary, single=single)


def damage(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The damage roll of a burst. ICOGX-6.5.2.2."""
    station, balloon, successes, guns = step.facts
    facts, added = CheckFacts(game, game.of(step.of), str(station)), added_by(game, step.of, str(balloon), int(guns))
    yield from hit_balloon(game, rules, dice, facts, str(balloon), added._replace(successes=int(successes)))


def lower(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Winches turn, until a balloon is on the ground. M7."""
    by, winched = expanded_tables(game.setup.tables).number(BALLOONS, "winch"), KEPT.of(game).winched
    up = [balloon for balloon in game.balloons if balloon.id in winched and balloon.at[2] > balloon.radius]
    if up:
        yield BalloonsLowered(heights=tuple((each.id, max(each.radius, each.at[2] - by)) for each in up))


# -- a burst and its order ---------------------------------------------------------------------------------------------


class BalloonAim(Aim):
    """A burst at a balloon as it would be fired now."""

    check_id, fired_by, told_by = "balloon-shot", "balloon shot", BalloonShotAt

    enemies = staticmethod(enemy_balloons)

    @classmethod
    def before(cls, game: CloudsGame, craft: Craft, station: str) -> Iterable[clouds.SkyBody]:
        return balloons_before(game, craft, station)

    @property
    def need(self) -> api.TargetNumber:
        tables, rulings = expanded_tables(self.game.setup.tables), BalloonRulings.of(self.game)
        return balloon_shot(BalloonShotFacts(**self.facts), self.game.tables, tables, rulings)

    @property
    def added(self) -> Added:
        """What is added to the damage of a hit, beside the successes."""
        return added_by(self.game, self.craft.id, self.run[-1], self.guns)

    @property
    def title(self) -> str:
        more = self.added.need(expanded_tables(self.game.setup.tables)).total
        return f"a {self.burst} burst at {self.thing.name} ({self.least} or less, damage {more:+d})"

    @property
    def outcome(self) -> tuple[Any, ...]:
        """What :func:`burst_burns` gets, no re-roll counted."""
        return self.check.alone, self.jams, self.added, expanded_tables(self.game.setup.tables), self.game.rulings

    @property
    def question(self) -> api.Question:
        check, *_ = facts = self.outcome
        return api.Question("the balloon burns", burst_burns, facts, (check.need,), view=BURNS, later=True)

    @property
    def worth(self) -> float:
        """Points, by the chance that it burns, and a little for a hit."""
        odds = api.chances(burst_burns, *self.outcome)
        return KEPT.of(self.game).worth * float(odds.of("burns") + odds.of("hit") * HOPE)

    def event(self, **fields: Any) -> BurstFired:
        return BalloonShotAt(balloon=self.run[-1], **fields)

    def on_hit(self, result: clouds.ShotResult) -> Iterable[api.GameStep]:
        return (due("balloon damage", self.craft.id, self.station, self.run[-1], result.successes, self.guns),)


class StrafeBalloon(BurstOrder, type="clouds.strafe_balloon"):
    """A burst at a balloon of the enemy: one target in a turn. ICOGX-6.5.1.4, ICOGX-6.5.2.1."""

    chapter: ClassVar = "balloons"
    chapter_rule: ClassVar = "ICOGX-6.5.2.1"
    phrases: ClassVar[tuple[str, ...]] = ("{craft} attacks|attack {balloon} [with a {burst} burst]",)
    aims: ClassVar = BalloonAim
    field: ClassVar = "balloon"
    balloon: str


# -- the chapter -------------------------------------------------------------------------------------------------------


def first_steps(game: CloudsGame, phase: clouds.Phase) -> Iterable[api.GameStep]:
    """Winches turn at the end of a turn. M7."""
    kept = KEPT.of(game)
    return (due("winch", ""),) if phase == "end" and kept.winched and game.turn >= kept.winched_from else ()


def faults(setup: Setup) -> Iterable[str]:
    """What is wrong with what a mission says of balloons, a line each. ICOGX-6.5.2.c."""
    kept, day = KEPT.of(setup), EXPANDED.of(setup).day
    aircraft, balloons = {placing.id for placing in setup.aircraft}, {balloon.id for balloon in setup.balloons}
    for field, there in (("incendiary", aircraft), ("winched", balloons)):
        if strange := next((name for name in getattr(kept, field) if name not in there), ""):
            yield f"balloons: {field}: {strange[:40]!r} is not there; expected {' or '.join(sorted(there)) or 'none'}"
    if kept.incendiary and 0 < day < expanded_tables(setup.tables).whole(BALLOONS, "incendiary-from"):
        yield f"balloons: incendiary: expected none before 1917, got {EXPANDED.of(setup).date} (ICOGX-6.5.2.c)"


def briefing(setup: Setup) -> Iterable[str]:
    """What players read before a mission."""
    kept = KEPT.of(setup)
    if setup.balloons:
        yield f"{api.plural(kept.worth, 'point')} for a balloon that is shot down."
    names = [placing.marking for placing in setup.aircraft if placing.id in kept.incendiary]
    if names:
        yield f"Incendiary ammunition: {api.in_a_row(names)}."
    if lowered := [balloon.name for balloon in setup.balloons if balloon.id in kept.winched]:
        yield f"From turn {kept.winched_from} on winches haul down {api.in_a_row(lowered)}."


def marks(moment: Moment, at: Any) -> Iterator[Mark]:
    """A line to the balloon that is shot at, a burst where one burns."""
    game, event = moment.state, moment.event
    if isinstance(event, BalloonShotAt):
        place = balloons_there(game)[event.balloon].at
        yield from line_to(game, at, event, event.balloon, place, "hit" if event.outcome else "miss")
    elif isinstance(event, BalloonHit) and event.burns:
        balloon = balloons_there(game)[event.balloon]
        yield from (Burst(point, 2 * balloon.radius, by=event.craft) for point in at(balloon.at))


CHAPTER = Chapter(
    name="balloons",
    title="Balloons",
    rule="ICOGX-6.5.2.1",
    slices=(KEPT,),
    steps={"balloon shot": BalloonAim.fire, "balloon damage": damage, "winch": lower},
    first_steps=first_steps,
    faults=faults,
    briefing=briefing,
    marks=marks,
)
