"""Strafing of ground targets (6.5.1): who is in sights, the number, a run at several targets, what it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, ClassVar, Literal, cast

from aqmf_air import api
from aqmf_air.api.geometry import Vector, vectors
from aqmf_air.api.ui import Mark, Moment, Shot

from aqmf_air.games.clouds_of_glory.api import (  # isort: skip
    FLAT, PILOT, Check, CheckFacts, CloudsGame, CloudsSteps, Craft, Events, GunneryRulings, GunRow, PanelRow,
    ShootingOrder, SpeedBand, Tables, bears, can_shoot, check_on, decided, due, friends_at_risk, gun_place,
    halves_of, other_side, own_aircraft, rows_of, shot, spend, then,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter, ChapterName, OfChapter, is_on

from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import (  # isort: skip
    AIR_TO_GROUND, GroundHit, GroundOutcome, GroundTarget, GroundTested, hit_ground, hit_unit, later_test, named,
    target_of,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.ground import GroundUnit, ground_names, row_of, unit_of, units_of
from aqmf_air.games.clouds_of_glory_expanded.sights import in_laid_template, in_sights
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, expanded_tables

Burst = Literal["long", "short"]
BURSTS: tuple[Burst, ...] = ("long", "short")
HURT = 0.5
"""What strength that a unit has lost counts for automatic sides, in parts of what the unit is worth."""
HALF_BOX = 0.02
"""Victory points that a half box costs them."""
ONE_SET = PanelRow.model_fields["bands"].default
"""The set of speed bands of panels that name none."""


class StrafingRulings(api.Rulings):
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
    speed_band_source: Literal["panel", "one-set-for-all"] = api.ruling(
        "ICOGX-6.5.1.a",
        "By which bands is the speed of an aircraft read that attacks the ground or a balloon?",
        "By those of its panel.",
        "By one set for all aircraft.",
        standing="stated",
    )
    strafe_boxes: Literal["1.5", "2"] = api.ruling(
        "ICOGX-6.5.1.e", "How many boxes does a run at several targets take?", "One and a half.", "Two.", standing="stated"
    )
    strafe_first_single: Literal["1", "1.5"] = api.ruling(
        "ICOGX-6.5.1.e",
        "How many boxes does a long burst take that stops at one target?",
        "One, as a burst in the air.",
        "One and a half.",
        standing="stated",
    )
    strafe_moving_target: Literal["0", "-2"] = api.ruling(
        "ICOGX-6.5.1.f", "What does it add to a shot that its target moves?", "Nothing.", "It takes 2 off."
    )
    save_timing: Literal["after-each-hit", "end-of-run"] = api.ruling(
        "ICOGX-6.5.5.1",
        "When does a unit that a run has hit test its Combat strength?",
        "After each hit.",
        "When the run is over.",
        standing="stated",
    )


def rulings_of(game: CloudsGame) -> StrafingRulings:
    """Those in force."""
    return cast("StrafingRulings", game.rulings)


# -- what is in sights -------------------------------------------------------------------------------------------------


def band_of(game: CloudsGame, craft: Craft) -> SpeedBand:
    """The band of an aircraft's speed in attacks on the ground and on balloons. ICOGX-6.5.1.a, ``speed_band_source``."""
    cockpit = game.cockpit(craft)
    own = rulings_of(game).speed_band_source == "panel"
    panel = cockpit.panel if own else api.replace(cockpit.panel, bands=ONE_SET)
    return game.tables.speed_band(panel, craft.speed, cockpit.stall)


def strafed_by(game: CloudsGame, craft: Craft, station: str) -> Iterator[GroundUnit]:
    """The enemy units that a man may shoot at now: a part of each is in the template at the nose, or in one laid at it from
    where a gunner sits; one who has picked an attacker, or whose aircraft is forced home, has no other target.
    ICOGX-6.5.1.1, ICOG-6.1.4, ICOG-6.3.14.4.
    """
    if not can_shoot(game, craft, station) or craft.home or craft.man(station).target:
        return
    gun = gun_place(game, craft, station)
    for unit in units_of(game):
        if unit.side == craft.side:
            continue
        place, radius = unit.place, row_of(game, unit).radius
        if station == PILOT:
            held = in_sights(game, craft, place, radius)
        else:
            way = vectors.add(place, gun, -1)
            held = bears(game, craft, station, place) and in_laid_template(game, gun, way, place, radius)
        safe = game.rulings.friend_in_cone == "risk" or not any(friends_at_risk(game, craft, station, place))
        if held and safe:
            yield unit


def under_first(game: CloudsGame, craft: Craft, station: str, run: Sequence[str]) -> Iterator[GroundUnit]:
    """The enemy units under the template as it was laid for the first of a run, that are no part of it. ICOGX-6.5.1.d."""
    gun = gun_place(game, craft, station)
    along = craft.pose.ahead if station == PILOT else vectors.add(named(game, run[0]).place, gun, -1)
    for unit in units_of(game):
        enemy = unit.side != craft.side and unit.id not in run
        if enemy and in_laid_template(game, gun, along, unit.place, row_of(game, unit).radius):
            yield unit


# -- rules -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StrafeFacts:
    """What a shot at a ground unit depends on."""

    gunnery: int
    """Of the man, less his wounds."""
    aircraft: int
    """What the aircraft or the station adds."""
    speed: SpeedBand
    burst: Burst
    guns: int
    flexible: bool = False
    """Whether a gunner shoots."""
    earlier: int = 0
    """Targets of the run before this one."""
    moves: bool = False
    """Whether the target does."""
    unsteady: bool = False
    """Whether the gunner's own aircraft is stalled, or in an Immelmann turn."""


def strafe_need(facts: StrafeFacts, tables: Tables, own: ExpandedTables, rulings: StrafingRulings) -> api.TargetNumber:
    """The number of a shot at a ground unit. ICOGX-6.5.1.2, ICOGX-6.5.1.3, ``strafe_bonus``, ``strafe_moving_target``."""

    def number(name: str) -> int:
        return int(own.number(AIR_TO_GROUND, name))

    fire = "sustained" if facts.earlier and rulings.strafe_bonus == "further-targets" else facts.burst
    changes = (
        (facts.aircraft, "aircraft", "ICOGX-6.5.1.b"),
        (number(facts.speed.lower()), f"own speed, {facts.speed.lower()}", "ICOGX-6.5.1.a"),
        ((facts.guns == 1) * number("one-gun"), "one machine gun", "ICOGX-6.5.1.a"),
        (facts.flexible * number("flexible"), "flexible gun", "ICOGX-6.5.1.a"),
        (tables.burst(fire).modifier, f"{fire} burst", "ICOGX-6.5.1.b"),
        (facts.earlier * number("further-target"), f"target {facts.earlier + 1} of the run", "ICOGX-6.5.1.3"),
        (facts.moves * int(rulings.strafe_moving_target), "the target moves", "ICOGX-6.5.1.f"),
        (facts.unsteady * tables.number("shots", "gunner-of-stalled"), "own stall", "ICOGX-6.5.1.b"),
    )
    need = api.TargetNumber("to hit", facts.gunnery, "gunnery", "ICOGX-6.5.1.2", words=("hit", "miss"))
    return need.with_modifiers(api.modifier(value, reason, rule) for value, reason, rule in changes if value)


def strafe_jam(tables: Tables, guns: int, burst: Burst, earlier: int, rulings: StrafingRulings) -> int:
    """The lowest face that is a malfunction; 21: none. ICOGX-6.5.1.3, ``strafe_jam``."""
    if earlier and rulings.strafe_jam == "first-test":
        return 21
    return tables.lowest_jam(guns, "sustained" if earlier else burst)


def run_halves(game: CloudsGame, burst: Burst, targets: int) -> int:
    """Half boxes that a run at so many targets takes. ICOGX-6.5.1.e, ``strafe_boxes``, ``strafe_first_single``."""
    rulings = rulings_of(game)
    if targets > 1:
        return round(2 * float(rulings.strafe_boxes))
    single = rulings.strafe_first_single if burst == "long" else "1"
    return halves_of(game, burst) if single == "1" else round(2 * float(single))


def has_halves(game: CloudsGame, row: GunRow, halves: int) -> bool:
    """Whether guns may fire so many half boxes now."""
    return row.working > 0 and row.halves >= halves and row.silent_to < game.turn


def strafed(
    dice: api.Dice, check: Check, jams: int, rulings: GunneryRulings, target: GroundTarget, count: int
) -> GroundOutcome:
    """A shot and what it costs its target: its successes are not counted. ICOGX-6.5.1.2, ICOGX-6.5.1.c."""
    hit = shot(dice, check, jams, rulings).hit
    return hit_ground(dice, target, count) if hit else GroundOutcome(0, False)


@dataclass(frozen=True)
class Aim:
    """A shot of a run as it would be fired now."""

    game: CloudsGame
    rules: CloudsSteps
    craft: Craft
    station: str
    burst: Burst
    run: tuple[str, ...]
    """The units so far, that of the shot last."""
    rows: tuple[GunRow, ...]

    @property
    def unit(self) -> GroundUnit:
        return named(self.game, self.run[-1])

    @property
    def earlier(self) -> int:
        return len(self.run) - 1

    @property
    def guns(self) -> int:
        return sum(row.working for row in self.rows)

    @property
    def who(self) -> CheckFacts:
        return CheckFacts(self.game, self.craft, self.station)

    @property
    def facts(self) -> StrafeFacts:
        """What it depends on. ICOGX-6.5.1.2, ICOGX-6.5.1.b."""
        gunner = self.station != PILOT
        return StrafeFacts(
            gunnery=self.craft.man(self.station).skill("gunnery"),
            aircraft=self.game.cockpit(self.craft).panel.gunnery_of(self.station if gunner else ""),
            speed=band_of(self.game, self.craft),
            burst=self.burst,
            guns=self.guns,
            flexible=gunner,
            earlier=self.earlier,
            moves=self.unit.moves,
            unsteady=gunner and self.craft.trouble in ("stalled", "immelmann"),
        )

    @property
    def check(self) -> Check:
        """Its number, with what extensions add and the re-rolls that may be spent. ICOGX-6.5.1.2."""
        game = self.game
        need = strafe_need(self.facts, game.tables, expanded_tables(game.setup.tables), rulings_of(game))
        return check_on(self.rules, self.who, need, "strafe")

    @property
    def jams(self) -> int:
        """The lowest face that is a malfunction."""
        return strafe_jam(self.game.tables, self.guns, self.burst, self.earlier, rulings_of(self.game))

    @property
    def count(self) -> int:
        """The d6 of a hit. ICOGX-6.5.1.2, ICOGX-6.5.5.2."""
        return int(expanded_tables(self.game.setup.tables).number(AIR_TO_GROUND, "dice"))

    @property
    def halves(self) -> int:
        """Half boxes that it takes, beside those of the shots before."""
        before = run_halves(self.game, self.burst, self.earlier) if self.earlier else 0
        return run_halves(self.game, self.burst, len(self.run)) - before

    @property
    def outcome(self) -> tuple[Any, ...]:
        """The facts of :func:`strafed`, before any re-roll."""
        return self.check.alone, self.jams, self.game.rulings, target_of(self.game, self.unit), self.count

    @property
    def worth(self) -> float:
        """Victory points, as automatic sides expect them."""
        odds = api.chances(strafed, *self.outcome)
        strength = target_of(self.game, self.unit).strength
        parts = (float(odds.of(each)) * (1 if each.eliminated else HURT * each.lost / strength) for each in odds)
        return self.unit.worth * sum(parts) - HALF_BOX * self.halves

    def at(self, unit: GroundUnit) -> Aim:
        """The next shot of the run; without guns where none has ammunition for it. ICOGX-6.5.1.3, ICOGX-6.5.1.e."""
        aim = replace(self, run=(*self.run, unit.id))
        return replace(aim, rows=tuple(row for row in self.rows if has_halves(self.game, row, aim.halves)))

    def further(self) -> list[Aim]:
        """The shots that may follow a hit of a long burst, the best first. ICOGX-6.5.1.3, ICOGX-6.5.1.d."""
        units = under_first(self.game, self.craft, self.station, self.run) if self.burst == "long" else ()
        aims = [aim for aim in map(self.at, units) if aim.rows]
        return sorted(aims, key=lambda aim: -aim.worth)

    def step(self, name: str) -> api.GameStep:
        """A step of the run."""
        names = (row.name for row in self.rows)
        return due(name, self.craft.id, self.station, self.burst, " ".join(self.run), *names)


def aim_of(game: CloudsGame, rules: CloudsSteps, step: api.GameStep) -> Aim:
    """The shot of a step."""
    station, burst, run, *names = (str(fact) for fact in step.facts)
    craft = game.of(step.of)
    rows = tuple(row for row in rows_of(craft, station) if row.name in names)
    return Aim(game, rules, craft, station, "short" if burst == "short" else "long", tuple(run.split()), rows)


# -- state and events --------------------------------------------------------------------------------------------------


class Strafing(api.Frozen):
    """Who has something to strafe: nothing is kept."""

    def due(self, game: CloudsGame, craft: Craft, station: str) -> bool:
        """Whether a man may shoot at a ground unit now. ICOGX-6.5.1.1."""
        return is_on(game, "strafing") and any(True for _ in strafed_by(game, craft, station))


class Strafed(api.Event[CloudsGame], type="clouds.strafed"):
    """A shot at a ground unit. ICOGX-6.5.1.2."""

    craft: str
    station: str = PILOT
    target: str
    burst: Burst
    rows: tuple[str, ...]
    halves: int
    need: int
    face: int
    outcome: bool
    jam: bool = False
    earlier: int = 0
    """Targets of the run before this one."""
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        for row in craft.rows:
            if row.name in self.rows:
                craft = craft.with_row(row.name, halves=max(0, row.halves - self.halves))
        return spend(game.with_craft(craft), self.spent)

    def tell(self, game: CloudsGame) -> str:
        who = game.subject(self.craft) + ("" if self.station == PILOT else f", {self.station} gunner,")
        result = f"{'hits' if self.outcome else 'misses'}{', and its guns jam' if self.jam else ''}"
        how = " in the same burst" if self.earlier else f" with a {self.burst} burst"
        return f"{who} strafes {named(game, self.target).name}{how}: {self.face} against {self.need}, {result}"


# -- steps -------------------------------------------------------------------------------------------------------------


def strafe(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A shot of a run, and what follows of it. ICOGX-6.5.1.2, ICOGX-6.5.1.3, ``save_timing``."""
    aim = aim_of(game, rules, step)
    craft, unit, check = aim.craft, aim.unit, aim.check
    result = shot(api.labelled(dice, unit.id, relation="at"), check, aim.jams, game.rulings)
    yield Strafed(
        craft=craft.id,
        station=aim.station,
        target=unit.id,
        burst=aim.burst,
        rows=tuple(row.name for row in aim.rows),
        halves=rules.halves(aim.who, aim.halves, hit=result.hit),
        need=check.need.total,
        face=result.face,
        outcome=result.hit,
        jam=result.jam,
        earlier=aim.earlier,
        spent=check.rerolls[: result.spent],
    )
    follows = [due("jam", craft.id, aim.station, *(row.name for row in aim.rows))] if result.jam else []
    if result.hit:
        at_once = rulings_of(game).save_timing == "after-each-hit"
        follows += [hit_unit(unit.id, aim.count, craft.side, craft.id, tests=at_once), aim.step("strafe on")]
        follows += [] if at_once else [later_test(unit.id, unit.lost, craft.id)]
    if not aim.earlier:
        friends = friends_at_risk(game, craft, aim.station, unit.place)
        follows += [due("friend", craft.id, aim.station, friend.id, aim.guns) for friend in friends]
        follows += [due("holds", craft.id)] if aim.station == PILOT and "fixed-guns" in craft.strained else []
        follows.append(due("shot", craft.id, aim.station))
    yield then(*follows)


def strafe_on(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """After a hit, who shoots may go on to a further target. ICOGX-6.5.1.3."""
    aim = aim_of(game, rules, step)
    if not (aims := {further.run[-1]: further for further in aim.further()}):
        return
    titles = {id_: f"{each.unit.name} ({max(1, each.check.need.total)} or less)" for id_, each in aims.items()}
    good = {id_: title for id_, title in titles.items() if aims[id_].worth > 0}
    options = good | {"": "no further target"} | titles
    says = f"{aim.craft.marking}: a further target in the same burst?"
    if option := decided(dice, aim.craft, "further target", says, options):
        yield then(aims[option].step("strafe"))


# -- the order ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Eliminated:
    """Reads from events whether a unit is eliminated."""

    unit: str

    def __call__(self, events: Sequence[api.PlainEvent]) -> bool:
        return any(
            event.unit == self.unit and (event.left <= 0 if isinstance(event, GroundHit) else not event.outcome)
            for event in events
            if isinstance(event, GroundHit | GroundTested)
        )


class Strafe(OfChapter, ShootingOrder, type="clouds.strafe"):
    """A burst at a ground unit; a long one may go on to others under the template. ICOGX-6.5.1.1, ICOGX-6.5.1.3."""

    chapter: ClassVar[ChapterName] = "strafing"
    chapter_rule: ClassVar[str] = "ICOGX-6.5.1.1"
    phrases: ClassVar[tuple[str, ...]] = ("{craft} strafes|strafe {target} [with a {burst} burst]",)
    target: str
    burst: Burst = "long"
    rows: tuple[str, ...] = ()
    """Rows of guns that shoot; none: all that can."""

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        return {
            "craft": own_aircraft(game, player),
            "target": ground_names(game, other_side(player)),
            "burst": api.Names("a burst", {burst: burst for burst in BURSTS}),
        }

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        shooter = game.shooter_of(player)
        if shooter is None or not is_on(game, cls.chapter):
            return
        craft = game.of(shooter.craft)
        for unit in strafed_by(game, craft, shooter.station):
            for burst in BURSTS:
                order = cls(craft=craft.id, station=shooter.station, target=unit.id, burst=burst)
                need = max(1, order.aim(game, rules).check.need.total)
                title = f"{api.capitalised(craft.marking)}: strafe {unit.name} with a {burst} burst ({need} or less)"
                yield api.Offer(order, title, craft.id, kind="shots")

    def aim(self, game: CloudsGame, rules: CloudsSteps) -> Aim:
        """The first shot, with the guns that have the ammunition for it."""
        craft, halves = game.of(self.craft), run_halves(game, self.burst, 1)
        rows = (row for row in rows_of(craft, self.station) if row.name in self.rows or not self.rows)
        able = tuple(row for row in rows if has_halves(game, row, halves))
        return Aim(game, rules, craft, self.station, self.burst, (self.target,), able)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        unit = unit_of(game, self.target)
        if unit not in tuple(strafed_by(game, game.of(self.craft), self.station)):
            # "must lie inside the template"
            yield api.Objection("ICOGX-6.5.1.1", f"{unit.name if unit else self.target[:40]} is not in these sights now")
        elif not self.aim(game, rules).rows:
            # "A long burst is one box, a short one half of it"
            yield api.Objection("ICOG-6.3.7.2", f"no gun has the ammunition for a {self.burst} burst, and works")

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        aim = self.aim(game, rules)
        check, jams, rulings, *_ = aim.outcome
        of, luck = api.ReadFrom((api.Asked, Strafed), "outcome"), api.Tally("hits before re-rolls")
        hit = api.Question("to hit", shot, (check, jams, rulings), (check.need,), view=attrgetter("hit"), of=of, luck=luck)
        asks_first = bool(aim.check.rerolls or (aim.further() and rulings_of(game).save_timing == "end-of-run"))
        gone, what = Eliminated(self.target), f"{aim.unit.name} eliminated"
        return hit, api.Question(what, strafed, aim.outcome, view=attrgetter("eliminated"), of=gone, later=asks_first)

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """Victory points, as automatic sides expect them."""
        return self.aim(game, rules).worth

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield then(self.aim(game, rules).step("strafe"))


def marks(moment: Moment, at: Callable[[Vector], Sequence[tuple[float, float]]]) -> Iterator[Mark]:
    """What is drawn of a shot."""
    event, game = moment.event, moment.state
    if isinstance(event, Strafed):
        ends = (at(place) for place in (game.of(event.craft).pose.place, named(game, event.target).place))
        for view, start, end in zip(FLAT, *ends, strict=True):
            yield Shot(start, end, "hit" if event.outcome else "miss", by=event.craft, at=event.target, view=view)


CHAPTER = Chapter(
    name="strafing",
    title="Strafing",
    rule="ICOGX-6.5.1.1",
    needs=("ground-damage",),
    slices=(api.Slice("strafing", Strafing),),
    steps={"strafe": strafe, "strafe on": strafe_on},
    marks=marks,
)
