"""Attacks on balloons (6.5.2, 6.5.1.4): a burst, what it does to the envelope, and what earlier hits add; the winch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter, eq
from typing import Any, ClassVar, Literal

from aqmf_air import api
from aqmf_air.api.ui import Burst, Mark, Moment, Shot
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CheckFacts, CloudsGame, CloudsSteps, Craft, Events, Setup, due, then
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, Chapter, OfChapter, is_on
from aqmf_air.games.clouds_of_glory_expanded.chapters.envelopes import (
    BALLOONS,
    KEPT,
    Added,
    BalloonHit,
    BalloonRulings,
    balloon_damage,
    balloon_rulings,
    balloons_there,
    before_guns,
    damage_of,
    enemy_balloons,
    hit_balloon,
    single_gun,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.strafing import band_of
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, expanded_tables

IS_HIT, BURNS = attrgetter("hit"), partial(eq, "burns")
HOPE = 0.25
"""What a hit that burns nothing is worth to an automatic side, in parts of a burnt balloon."""


# -- rules -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BalloonShotFacts:
    """What a shot at a balloon depends on."""

    gunnery: int
    """Of the man, less his wounds."""
    aircraft: int
    """What the aircraft or the station adds."""
    speed: clouds.SpeedBand
    """Of the shooter."""
    burst: Literal["long", "short"]
    guns: int
    flexible: bool = False
    """Whether it is a gunner's, or any gun on a flexible mount."""
    unsteady: bool = False
    """Whether the gunner's own aircraft is stalled, or in an Immelmann turn."""


def balloon_shot(
    facts: BalloonShotFacts, core: clouds.Tables, tables: ExpandedTables, rulings: BalloonRulings
) -> api.TargetNumber:
    """The number of a shot at a balloon: no distance. ICOGX-6.5.2.1, ICOGX-6.5.2.a, ``balloon_airplane_modifier``."""
    own = facts.aircraft if rulings.balloon_airplane_modifier == "applied" else 0
    changes = (
        (own, "aircraft", "ICOG-6.3.2.1"),
        (tables.whole(BALLOONS, facts.speed.lower()), f"{facts.speed.lower()} speed", "ICOGX-6.5.2.a"),
        ((facts.guns == 1) * tables.whole(BALLOONS, "one-gun"), "a single gun", "ICOGX-6.5.2.a"),
        (facts.flexible * tables.whole(BALLOONS, "flexible"), "a flexible gun", "ICOGX-6.5.2.a"),
        (core.burst(facts.burst).modifier, f"{facts.burst} burst", "ICOG-6.3.7.1"),
        (facts.unsteady * core.number("shots", "gunner-of-stalled"), "own stall", "ICOG-6.3.1-b"),
    )
    need = api.TargetNumber("to hit", facts.gunnery, "gunnery", "ICOGX-6.5.2.1", words=("hit", "miss"))
    return need.with_modifiers(api.modifier(*change) for change in changes if change[0])


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


class BalloonShotAt(api.Event[CloudsGame], type="clouds.balloon_shot_at"):
    """A burst at a balloon. ICOGX-6.5.2.1."""

    craft: str
    station: str = PILOT
    balloon: str
    burst: str
    rows: tuple[str, ...]
    halves: int
    need: int
    face: int
    outcome: bool
    jam: bool = False
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft).with_man(self.station, shot=True)
        for row in craft.rows:
            if row.name in self.rows:
                craft = craft.with_row(row.name, halves=max(0, row.halves - self.halves))
        return clouds.spend(game.with_craft(craft), self.spent)

    def tell(self, game: CloudsGame) -> str:
        who = game.subject(self.craft) + ("" if self.station == PILOT else f", {self.station} gunner")
        result = f"{'hits' if self.outcome else 'misses'}{', and its guns jam' * self.jam}"
        return f"{who}, a {self.burst} burst at {game.called(self.balloon)}: {self.face} against {self.need}, {result}"


class BalloonsLowered(api.Event[CloudsGame], type="clouds.balloons_lowered"):
    """Winches haul balloons down to these heights, in MU. M7."""

    heights: tuple[tuple[str, float], ...]

    def apply(self, game: CloudsGame) -> CloudsGame:
        heights = dict(self.heights)
        balloons = (api.replace(each, at=(*each.at[:2], heights.get(each.id, each.at[2]))) for each in game.setup.balloons)
        return api.replace(game, setup=api.replace(game.setup, balloons=tuple(balloons)))

    def tell(self, game: CloudsGame) -> str:
        parts = [f"{game.called(name)} is hauled down to {height:g}" for name, height in self.heights]
        return api.in_a_row(parts)


# -- steps -------------------------------------------------------------------------------------------------------------


def shot_check(
    game: CloudsGame, rules: CloudsSteps, craft: Craft, station: str, burst: Literal["long", "short"], guns: int
) -> clouds.Check:
    """A shot at a balloon as a check, ``balloon-shot`` in hooks."""
    gunner, skill = station != PILOT, craft.man(station).skill("gunnery")
    own, unsteady = game.cockpit(craft).panel.gunnery_of(station * gunner), craft.trouble in ("stalled", "immelmann")
    facts = BalloonShotFacts(skill, own, band_of(game, craft), burst, guns, gunner, gunner and unsteady)
    need = balloon_shot(facts, game.tables, expanded_tables(game.setup.tables), balloon_rulings(game))
    return clouds.check_on(rules, CheckFacts(game, craft, station), need, id_="balloon-shot")


def burst_at(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A burst at a balloon, and what follows of it: one target in a turn. ICOGX-6.5.2.1, ICOGX-6.5.1.4."""
    station, balloon_id, burst, *names = map(str, step.facts)
    order = StrafeBalloon.model_validate(
        {"craft": step.of, "station": station, "balloon": balloon_id, "burst": burst, "rows": names}
    )
    craft, balloon, guns = game.of(step.of), balloons_there(game)[balloon_id], order.guns(game)
    check = shot_check(game, rules, craft, station, order.burst, guns)
    jams = game.tables.lowest_jam(guns, order.burst)
    result = clouds.shot(api.labelled(dice, balloon.name, relation="at"), check, jams, game.rulings)
    yield BalloonShotAt(
        craft=craft.id,
        station=station,
        balloon=balloon_id,
        burst=burst,
        rows=tuple(names),
        halves=rules.halves(CheckFacts(game, craft, station), clouds.halves_of(game, order.burst), hit=result.hit),
        need=check.need.total,
        face=result.face,
        outcome=result.hit,
        jam=result.jam,
        spent=check.rerolls[: result.spent],
    )
    follows = [due("jam", craft.id, station, *names)] if result.jam else []
    if result.hit:
        follows.append(due("balloon damage", craft.id, station, balloon_id, result.successes, guns))
    risks = clouds.friends_at_risk(game, craft, station, balloon.at)
    follows += [due("friend", craft.id, station, friend.id, guns) for friend in risks]
    if station == PILOT and "fixed-guns" in craft.strained:
        follows.append(due("holds", craft.id))
    yield then(*follows, due("shot", craft.id, station))


def added_by(game: CloudsGame, craft: str, balloon: str, guns: int) -> Added:
    """What is added to the damage of an aircraft's hit on a balloon, beside the successes. ICOGX-6.5.2.2, ICOGX-6.5.2.b."""
    kept, rulings = KEPT.of(game), balloon_rulings(game)
    single = single_gun(guns, game.tables, rulings)
    return Added(earlier=kept.envelope(balloon).bonus(rulings), incendiary=craft in kept.incendiary, single=single)


def damage(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The damage roll of a burst. ICOGX-6.5.2.2."""
    station, balloon, successes, guns = step.facts
    facts, added = CheckFacts(game, game.of(step.of), str(station)), added_by(game, step.of, str(balloon), int(guns))
    yield from hit_balloon(game, rules, dice, facts, str(balloon), added._replace(successes=int(successes)))


def lower(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Winches turn, until a balloon is on the ground. M7."""
    by = expanded_tables(game.setup.tables).number(BALLOONS, "winch")
    winched = [
        balloon for balloon in game.balloons if balloon.id in KEPT.of(game).winched and balloon.at[2] > balloon.radius
    ]
    if winched:
        yield BalloonsLowered(heights=tuple((each.id, max(each.radius, each.at[2] - by)) for each in winched))


# -- orders ------------------------------------------------------------------------------------------------------------


class StrafeBalloon(OfChapter, clouds.ShootingOrder, type="clouds.strafe_balloon"):
    """A burst at a balloon of the enemy. ICOGX-6.5.1.4, ICOGX-6.5.2.1."""

    chapter: ClassVar = "balloons"
    chapter_rule: ClassVar = "ICOGX-6.5.2.1"
    phrases: ClassVar[tuple[str, ...]] = ("{craft} attacks|attack {balloon} [with a {burst} burst]",)
    balloon: str
    burst: Literal["long", "short"] = "long"
    rows: tuple[str, ...] = ()
    """Rows of guns that shoot; none: all that can."""

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        names = {balloon.name: balloon.id for balloon in enemy_balloons(game, player)}
        bursts = api.Names("a burst", {"long": "long", "short": "short"})
        return {**super().slots(game, player, rules), "balloon": api.Names("a balloon", names), "burst": bursts}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        shooter = game.shooter_of(player) if is_on(game, "balloons") else None
        if shooter is None:
            return
        craft = game.of(shooter.craft)
        for balloon in before_guns(game, craft, shooter.station):
            for burst in ("long", "short"):
                order = cls(craft=craft.id, station=shooter.station, balloon=balloon.id, burst=burst)
                more = order.added(game).need(expanded_tables(game.setup.tables)).total
                numbers = f"{max(1, order.check(game, rules).need.total)} or less, damage {more:+d}"
                title = f"{api.capitalised(craft.marking)}: a {burst} burst at {balloon.name} ({numbers})"
                yield api.Offer(order, title, craft.id, kind="shots")

    def _shot(self) -> clouds.Shoot:
        return clouds.Shoot(craft=self.craft, station=self.station, target=self.balloon, burst=self.burst, rows=self.rows)

    def guns(self, game: CloudsGame) -> int:
        """Guns that shoot."""
        return sum(row.working for row in self._shot().shooting_rows(game))

    def check(self, game: CloudsGame, rules: CloudsSteps) -> clouds.Check:
        """The shot."""
        return shot_check(game, rules, game.of(self.craft), self.station, self.burst, self.guns(game))

    def added(self, game: CloudsGame) -> Added:
        """What is added to the damage of a hit, beside the successes."""
        return added_by(game, self.craft, self.balloon, self.guns(game))

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = game.of(self.craft)
        if self.balloon not in [balloon.id for balloon in before_guns(game, craft, self.station)]:
            # "The balloon, or part of it, must lie inside the template"
            yield api.Objection("ICOGX-6.5.2.1", f"{self.balloon[:40]!r} is no balloon before these guns now")
        elif not self.guns(game):
            # "A long burst is one box, a short one half of it"
            yield api.Objection("ICOG-6.3.7.2", f"no gun has the ammunition for a {self.burst} burst, and works")

    def facts(self, game: CloudsGame, rules: CloudsSteps) -> tuple[Any, ...]:
        """What :func:`burst_burns` gets, no re-roll counted."""
        jams, tables = game.tables.lowest_jam(self.guns(game), self.burst), expanded_tables(game.setup.tables)
        return self.check(game, rules).alone, jams, self.added(game), tables, game.rulings

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        check, jams, *_ = facts = self.facts(game, rules)
        of, luck = api.ReadFrom((api.Asked, BalloonShotAt), "outcome"), api.Tally("hits before re-rolls")
        hits = api.Question("to hit", clouds.shot, (check, jams, game.rulings), (check.need,), view=IS_HIT, of=of, luck=luck)
        return (hits, api.Question("the balloon burns", burst_burns, facts, (check.need,), view=BURNS))

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """Points, by the chance that it burns, and a little for a hit."""
        odds = api.chances(burst_burns, *self.facts(game, rules))
        return KEPT.of(game).worth * float(odds.of("burns") + odds.of("hit") * HOPE)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        names = (row.name for row in self._shot().shooting_rows(game))
        yield then(due("balloon shot", self.craft, self.station, self.balloon, self.burst, *names))


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
        ends = at(game.of(event.craft).pose.place), at(balloons_there(game)[event.balloon].at)
        for view, start, end in zip(clouds.FLAT, *ends, strict=True):
            yield Shot(start, end, "hit" if event.outcome else "miss", by=event.craft, at=event.balloon, view=view)
    elif isinstance(event, BalloonHit) and event.burns:
        balloon = balloons_there(game)[event.balloon]
        yield from (Burst(point, 2 * balloon.radius, by=event.craft) for point in at(balloon.at))


CHAPTER = Chapter(
    name="balloons",
    title="Balloons",
    rule="ICOGX-6.5.2.1",
    slices=(KEPT,),
    steps={"balloon shot": burst_at, "balloon damage": damage, "winch": lower},
    first_steps=first_steps,
    faults=faults,
    briefing=briefing,
    marks=marks,
)
