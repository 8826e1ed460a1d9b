"""Attacks on balloons (6.5.2, 6.5.1.4): a burst, what it does to the envelope, and what earlier hits add; the winch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, cast

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import Vector, vectors
from aqmf_air.api.ui import Burst, Mark, Moment, Shot
from aqmf_air.games.clouds_of_glory.api import (
    D20,
    PILOT,
    Balloon,
    Check,
    CheckFacts,
    CloudsGame,
    CloudsSteps,
    Craft,
    Events,
    Phase,
    Setup,
    Shoot,
    ShootingOrder,
    ShotFacts,
    SpeedBand,
    Tables,
    bears,
    can_shoot,
    check_on,
    due,
    gun_place,
    halves_of,
    reroll_of,
    shot,
    spend,
    then,
)
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, Chapter, OfChapter, is_on
from aqmf_air.games.clouds_of_glory_expanded.sights import in_laid_template, in_sights
from aqmf_air.games.clouds_of_glory_expanded.tables import BalloonDamageRow, ExpandedTables, expanded_tables

BALLOONS = "balloons"
"""The table of numbers."""
HOPE = 0.25
"""What a hit that burns nothing is worth to an automatic side, in parts of a burnt balloon."""


class BalloonRulings(api.Rulings):
    """What the source leaves open of attacks on balloons."""

    single_gun_damage: Literal["air-only", "balloons-too"] = api.ruling(
        "ICOGX-6.5.2.d",
        "Does a single gun's hit lose successes against a balloon, as it does against aircraft?",
        "No.",
        "Yes.",
        standing="inferred",
    )
    balloon_airplane_modifier: Literal["not-applied", "applied"] = api.ruling(
        "ICOGX-6.5.2.1",
        "Does the aircraft's own Gunnery modifier count against balloons?",
        "No: the balloon shooting table alone.",
        "Yes, as in strafing.",
        standing="inferred",
    )
    balloon_14_18: Literal["5", "2", "2-but-0-for-1-13"] = api.ruling(
        "ICOGX-6.5.2.B14",
        "What does a damage total of 14 to 18 add to later damage rolls?",
        "5.",
        "2, as a total of 1 to 13 does.",
        "2; and a total of 1 to 13 adds nothing.",
    )
    balloon_stack: Literal["add-up", "highest-only", "all-standing"] = api.ruling(
        "ICOGX-6.5.2.2",
        "Do the bonuses of several hits add up?",
        "Yes; the 10 of massive leaks is for the next roll alone.",
        "No: the highest one counts.",
        "Yes, and the 10 of massive leaks stays, too.",
        standing="inferred",
    )
    balloon_low: Literal["light", "no-damage"] = api.ruling(
        "ICOGX-6.5.2.B1", "What does a damage total below 1 do?", "Light damage.", "Nothing."
    )


def rulings_of(game: CloudsGame) -> BalloonRulings:
    """Those in force."""
    return cast("BalloonRulings", game.rulings)


# -- what is kept ------------------------------------------------------------------------------------------------------


class Envelope(api.Frozen):
    """What hits have done to a balloon. ICOGX-6.5.2.2."""

    id: str
    standing: int = 0
    """What is added to each damage roll."""
    once: int = 0
    """What is added to the next one."""

    def bonus(self, rulings: BalloonRulings) -> int:
        """What earlier hits add to a damage roll. ``balloon_stack``."""
        return max(self.standing, self.once) if rulings.balloon_stack == "highest-only" else self.standing + self.once

    def after(
        self, row: BalloonDamageRow | None, tables: ExpandedTables, rulings: BalloonRulings, *, salvo: bool = False
    ) -> Envelope:
        """The same after a damage roll; ``salvo``: one that counts as made at once with that before it.

        ICOGX-6.5.2.B1, ICOGX-6.5.2.B14, ICOGX-6.5.2.B19, ``balloon_14_18``, ``balloon_stack``.
        """
        later, more, light = row.later if row else 0, row.next if row else 0, tables.balloon_damage[0]
        if row and later and rulings.balloon_14_18 != "5":
            later = 0 if row is light and rulings.balloon_14_18 == "2-but-0-for-1-13" else light.later
        if rulings.balloon_stack == "all-standing":
            later, more = later + more, 0
        standing = max(self.standing, later) if rulings.balloon_stack == "highest-only" else self.standing + later
        return api.replace(self, standing=standing, once=max(more, self.once) if salvo else more)


class Burnt(NamedTuple):
    """A balloon that was shot down, and the side that did."""

    balloon: str
    side: str


class Balloons(api.Frozen):
    """What a mission says of its balloons, and what has become of them."""

    incendiary: tuple[str, ...] = Field(default=(), max_length=16)
    """Aircraft with incendiary ammunition. ICOGX-6.5.2.b."""
    worth: int = Field(default=2, ge=0, le=20)
    """Points for a balloon that is shot down."""
    winched: tuple[str, ...] = Field(default=(), max_length=12)
    """Balloons that are hauled down, if the mission says so. M7."""
    winched_from: int = Field(default=1, ge=1, le=60)
    """The first turn in which they are."""
    envelopes: tuple[Envelope, ...] = ()
    burnt: tuple[Burnt, ...] = ()

    @property
    def points(self) -> Mapping[str, int]:
        """Of each side for the balloons that it has burnt."""
        sides = [burnt.side for burnt in self.burnt]
        return {side: self.worth * sides.count(side) for side in sides}

    def due(self, game: CloudsGame, craft: Craft, station: str) -> bool:
        """Whether a man has a balloon before his guns."""
        return is_on(game, "balloons") and any(True for _ in before_guns(game, craft, station))

    def envelope(self, balloon: str) -> Envelope:
        """What hits have done to one."""
        return next((each for each in self.envelopes if each.id == balloon), Envelope(id=balloon))


KEPT = api.Slice("balloons", Balloons)


def balloon_of(game: CloudsGame, id_: str) -> Balloon | None:
    """The balloon of this id; None: there is none, or no more."""
    return next((balloon for balloon in game.balloons if balloon.id == id_), None)


def enemy_balloons(game: CloudsGame, side: str) -> tuple[Balloon, ...]:
    """Those of the other side that are still there."""
    return tuple(balloon for balloon in game.balloons if balloon.side != side)


# -- who may shoot at which --------------------------------------------------------------------------------------------


def laid_along(game: CloudsGame, craft: Craft, station: str, balloon: Balloon) -> tuple[Vector, Vector]:
    """Where the template is laid, and along which line: the nose, or from a gunner at the balloon. ICOGX-6.5.2.1."""
    gun = gun_place(game, craft, station)
    return gun, craft.pose.ahead if station == PILOT else vectors.add(balloon.at, gun, -1)


def friends_at_risk(game: CloudsGame, craft: Craft, station: str, balloon: Balloon) -> list[Craft]:
    """The friends in the template. ICOG-6.2.1.3."""
    laid = laid_along(game, craft, station, balloon)
    return [other for other in game.friends(craft) if in_laid_template(game, *laid, other.pose.place, 0.0)]


def before_guns(game: CloudsGame, craft: Craft, station: str) -> Iterator[Balloon]:
    """The balloons that a man may shoot at now: a part in his template is enough. ICOGX-6.5.2.1, ICOGX-6.5.1.4.

    A gunner shoots at none who has picked an aircraft, or whose aircraft is forced home. ICOG-6.1.4, ICOG-6.3.14.4.
    """
    balloons = enemy_balloons(game, craft.side)
    if not balloons or not can_shoot(game, craft, station):
        return
    man = craft.man(station)
    if station != PILOT and (man.target or craft.home or (craft.formation and not man.late)):
        return
    for balloon in balloons:
        if station == PILOT:
            aimed = in_sights(game, craft, balloon.at, balloon.radius)
        else:
            laid = laid_along(game, craft, station, balloon)
            aimed = bears(game, craft, station, balloon.at) and in_laid_template(game, *laid, balloon.at, balloon.radius)
        risk = game.rulings.friend_in_cone == "forbidden" and friends_at_risk(game, craft, station, balloon)
        if aimed and not risk:
            yield balloon


# -- rules -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BalloonShotFacts:
    """What a shot at a balloon depends on."""

    gunnery: int
    """Of the man, less his wounds."""
    aircraft: int
    """What the aircraft or the station adds."""
    speed: SpeedBand
    """Of the shooter."""
    burst: Literal["long", "short"]
    guns: int
    flexible: bool = False
    """Whether it is a gunner's, or any gun on a flexible mount."""


def balloon_shot(facts: BalloonShotFacts, core: Tables, tables: ExpandedTables, rulings: BalloonRulings) -> api.TargetNumber:
    """The number of a shot at a balloon: no distance. ICOGX-6.5.2.1, ICOGX-6.5.2.a, ``balloon_airplane_modifier``."""
    own = facts.aircraft if rulings.balloon_airplane_modifier == "applied" else 0
    changes = (
        (own, "aircraft", "ICOG-6.3.2.1"),
        (tables.whole(BALLOONS, facts.speed.lower()), f"{facts.speed.lower()} speed", "ICOGX-6.5.2.a"),
        ((facts.guns == 1) * tables.whole(BALLOONS, "one-gun"), "a single gun", "ICOGX-6.5.2.a"),
        (facts.flexible * tables.whole(BALLOONS, "flexible"), "a flexible gun", "ICOGX-6.5.2.a"),
        (core.burst(facts.burst).modifier, f"{facts.burst} burst", "ICOG-6.3.7.1"),
    )
    need = api.TargetNumber("to hit", facts.gunnery, "gunnery", "ICOGX-6.5.2.1", words=("hit", "miss"))
    return need.with_modifiers(api.modifier(*change) for change in changes if change[0])


class BalloonRoll(NamedTuple):
    """A damage roll on a balloon."""

    total: int
    spent: int


def damage_of(total: int, tables: ExpandedTables, rulings: BalloonRulings) -> BalloonDamageRow | None:
    """The row of a total; None: no damage. ICOGX-6.5.2.2, ``balloon_low``."""
    light, *_ = rows = tables.balloon_damage
    if total < light.low:
        return light if rulings.balloon_low == "light" else None
    return [row for row in rows if row.low <= total][-1]


@dataclass(frozen=True)
class AfterDamage:
    """Whoever has hit may roll again, unless it burns. ICOG-1.2.3-a."""

    check: Check
    tables: ExpandedTables
    rulings: BalloonRulings

    def __call__(self, face: int, left: tuple[str, ...]) -> api.Decision | None:
        total = face + self.check.need.total
        row = damage_of(total, self.tables, self.rulings)
        if row and row.burns:
            return None
        says = f"{self.check.who}, damage: {face}{self.check.need.total:+d} is {total}, {row.text if row else 'nothing'}"
        return reroll_of(self.check, left, says, total, face)


def balloon_damage(dice: api.Dice, check: Check, tables: ExpandedTables, rulings: BalloonRulings) -> BalloonRoll:
    """A D20 and what is added to it; ``check``: its number is what is added. ICOGX-6.5.2.2."""
    draw = api.total("balloon damage", 1, D20, by=check.by, about=check.need)
    stood = api.rolled(dice, draw, AfterDamage(check, tables, rulings), check.rerolls, kept=False)
    return BalloonRoll(int(stood.value) + check.need.total, len(check.rerolls) - len(stood.left))


class Added(NamedTuple):
    """What is added to the damage die of a hit."""

    successes: int = 0
    earlier: int = 0
    """By hits before."""
    incendiary: bool = False
    rocket: bool = False
    single: int = 0
    """What core takes off the successes of so few guns. ``single_gun_damage``."""

    def need(self, tables: ExpandedTables) -> api.TargetNumber:
        """The same as a number with its reasons. ICOGX-6.5.2.2, ICOGX-6.5.2.b, ICOGX-6.5.3.2, ICOGX-6.5.2.d."""
        changes = (
            (self.earlier, "earlier hits", "ICOGX-6.5.2.2"),
            (self.incendiary * tables.whole(BALLOONS, "incendiary"), "incendiary ammunition", "ICOGX-6.5.2.b"),
            (self.rocket * tables.whole(BALLOONS, "rocket"), "a rocket", "ICOGX-6.5.3.2"),
            (self.single, "a single gun", "ICOGX-6.5.2.d"),
        )
        need = api.TargetNumber("balloon damage", self.successes, "successes", "ICOGX-6.5.2.2")
        return need.with_modifiers(api.modifier(*change) for change in changes if change[0])


def single_gun(guns: int, core: Tables, rulings: BalloonRulings) -> int:
    """What a single gun takes off the successes. ICOGX-6.5.2.d, ``single_gun_damage``."""
    return core.guns(guns).successes if guns == 1 and rulings.single_gun_damage == "balloons-too" else 0


def burst_burns(
    dice: api.Dice, check: Check, jams: int, added: Added, tables: ExpandedTables, rulings: Any
) -> Literal["miss", "hit", "burns"]:
    """A burst and its damage: ``hit``: the balloon is hit, and still there. ICOGX-6.5.2.1, ICOGX-6.5.2.2."""
    result = shot(dice, check, jams, rulings)
    if not result.hit:
        return "miss"
    need = added._replace(successes=result.successes).need(tables)
    damage = Check("balloon damage", need, check.by, check.who, check.rerolls[result.spent :])
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
        return spend(game.with_craft(craft), self.spent)

    def tell(self, game: CloudsGame) -> str:
        who = game.subject(self.craft) + ("" if self.station == PILOT else f", {self.station} gunner")
        result = f"{'hits' if self.outcome else 'misses'}{', and its guns jam' * self.jam}"
        return f"{who}, a {self.burst} burst at {game.called(self.balloon)}: {self.face} against {self.need}, {result}"


class BalloonHit(api.Event[CloudsGame], type="clouds.balloon_hit"):
    """What a hit has done to a balloon. ICOGX-6.5.2.2."""

    craft: str
    balloon: str
    total: int
    text: str
    standing: int
    once: int
    burns: bool = False
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        kept = KEPT.of(game)
        after = Envelope(id=self.balloon, standing=self.standing, once=self.once)
        others = tuple(each for each in kept.envelopes if each.id != self.balloon)
        burnt = (*kept.burnt, Burnt(self.balloon, game.of(self.craft).side)) if self.burns else kept.burnt
        lost = (*game.lost_balloons, self.balloon) if self.burns else game.lost_balloons
        game = KEPT.changed(game, envelopes=(*others, after), burnt=burnt)
        return spend(api.replace(game, lost_balloons=lost), self.spent)

    def tell(self, game: CloudsGame) -> str:
        more = (f"{self.standing:+d} on later damage" * bool(self.standing), f"{self.once:+d} on the next" * bool(self.once))
        added = "" if self.burns else "".join(f"; {words}" for words in more if words)
        return f"damage on {game.called(self.balloon)}: {self.total}, {self.text}{added}"


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


def facts_of(game: CloudsGame, craft: Craft, station: str, burst: Literal["long", "short"], guns: int) -> BalloonShotFacts:
    """What a shot of a man at a balloon depends on."""
    cockpit, gunner = game.cockpit(craft), station != PILOT
    own = cockpit.panel.gunnery_of(station if gunner else "")
    return BalloonShotFacts(craft.man(station).skill("gunnery"), own, cockpit.band(craft.speed), burst, guns, gunner)


def shot_check(
    game: CloudsGame, rules: CloudsSteps, craft: Craft, station: str, burst: Literal["long", "short"], guns: int
) -> Check:
    """A shot at a balloon as a check, ``balloon-shot`` in hooks."""
    facts, tables = facts_of(game, craft, station, burst, guns), expanded_tables(game.setup.tables)
    need = balloon_shot(facts, game.tables, tables, rulings_of(game))
    return check_on(rules, CheckFacts(game, craft, station), need, id_="balloon-shot")


def halves_spent(game: CloudsGame, rules: CloudsSteps, craft: Craft, station: str, order: StrafeBalloon, hit: bool) -> int:
    """Half boxes that a burst takes, as core has it. ICOG-6.3.7.2."""
    own = facts_of(game, craft, station, order.burst, order.guns(game))
    facts = ShotFacts(
        gunnery=own.gunnery,
        aircraft=own.aircraft,
        distance=0.0,
        range=0,
        table="frontal",
        shooter=own.speed,
        target="STALL",
        angle=0,
        burst=own.burst,
        guns=own.guns,
        check=CheckFacts(game, craft, station),
    )
    return rules.halves(facts, halves_of(game, order.burst), hit=hit)


def burst_at(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A burst at a balloon, and what follows of it: one target in a turn. ICOGX-6.5.2.1, ICOGX-6.5.1.4."""
    station, balloon_id, burst, *names = map(str, step.facts)
    order = StrafeBalloon.model_validate(
        {"craft": step.of, "station": station, "balloon": balloon_id, "burst": burst, "rows": names}
    )
    craft, balloon, guns = game.of(step.of), enemy(game, balloon_id), order.guns(game)
    check = shot_check(game, rules, craft, station, order.burst, guns)
    jams = game.tables.lowest_jam(guns, order.burst)
    result = shot(api.labelled(dice, balloon.name, relation="at"), check, jams, game.rulings)
    yield BalloonShotAt(
        craft=craft.id,
        station=station,
        balloon=balloon_id,
        burst=burst,
        rows=tuple(names),
        halves=halves_spent(game, rules, craft, station, order, result.hit),
        need=check.need.total,
        face=result.face,
        outcome=result.hit,
        jam=result.jam,
        spent=check.rerolls[: result.spent],
    )
    follows = [due("jam", craft.id, station, *names)] if result.jam else []
    if result.hit:
        follows.append(due("balloon damage", craft.id, station, balloon_id, result.successes, guns))
    risks = friends_at_risk(game, craft, station, balloon)
    follows += [due("friend", craft.id, station, friend.id, guns) for friend in risks]
    if station == PILOT and "fixed-guns" in craft.strained:
        follows.append(due("holds", craft.id))
    yield then(*follows, due("shot", craft.id, station))


def enemy(game: CloudsGame, id_: str) -> Balloon:
    """A balloon that is there."""
    return next(balloon for balloon in game.balloons if balloon.id == id_)


def damage(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The damage roll of a burst. ICOGX-6.5.2.2."""
    station, balloon_id, successes, guns = step.facts
    craft, kept, rulings = game.of(step.of), KEPT.of(game), rulings_of(game)
    added = Added(
        successes=int(successes),
        earlier=kept.envelope(str(balloon_id)).bonus(rulings),
        incendiary=craft.id in kept.incendiary,
        single=single_gun(int(guns), game.tables, rulings),
    )
    yield from hit_balloon(game, rules, dice, CheckFacts(game, craft, str(station)), str(balloon_id), added)


def hit_balloon(
    game: CloudsGame, rules: CloudsSteps, dice: api.Dice, facts: CheckFacts, id_: str, added: Added, *, salvo: bool = False
) -> Iterator[BalloonHit]:
    """A damage roll on a balloon that is still there, of a burst or a rocket. ICOGX-6.5.2.2, ``reroll_scope``."""
    if balloon_of(game, id_) is None:
        return
    tables, rulings = expanded_tables(game.setup.tables), rulings_of(game)
    check = check_on(rules, facts, added.need(tables), id_="balloon-damage")
    check = check.alone if game.rulings.reroll_scope == "tests-only" else check
    roll = balloon_damage(api.labelled(dice, id_, relation="on"), check, tables, rulings)
    row = damage_of(roll.total, tables, rulings)
    after = KEPT.of(game).envelope(id_).after(row, tables, rulings, salvo=salvo)
    yield BalloonHit(
        craft=facts.craft.id,
        balloon=id_,
        total=roll.total,
        text=row.text if row else "no damage",
        standing=after.standing,
        once=after.once,
        burns=bool(row and row.burns),
        spent=check.rerolls[: roll.spent],
    )


def lower(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Winches turn, until a balloon is on the ground. M7."""
    by = expanded_tables(game.setup.tables).number(BALLOONS, "winch")
    winched = [
        balloon for balloon in game.balloons if balloon.id in KEPT.of(game).winched and balloon.at[2] > balloon.radius
    ]
    if winched:
        yield BalloonsLowered(heights=tuple((each.id, max(each.radius, each.at[2] - by)) for each in winched))


# -- orders ------------------------------------------------------------------------------------------------------------


class StrafeBalloon(OfChapter, ShootingOrder, type="clouds.strafe_balloon"):
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

    def _shot(self) -> Shoot:
        return Shoot(craft=self.craft, station=self.station, target=self.balloon, burst=self.burst, rows=self.rows)

    def guns(self, game: CloudsGame) -> int:
        """Guns that shoot."""
        return sum(row.working for row in self._shot().shooting_rows(game))

    def check(self, game: CloudsGame, rules: CloudsSteps) -> Check:
        """The shot."""
        return shot_check(game, rules, game.of(self.craft), self.station, self.burst, self.guns(game))

    def added(self, game: CloudsGame) -> Added:
        """What is added to the damage of a hit, beside the successes."""
        kept, rulings = KEPT.of(game), rulings_of(game)
        earlier, single = kept.envelope(self.balloon).bonus(rulings), single_gun(self.guns(game), game.tables, rulings)
        return Added(earlier=earlier, incendiary=self.craft in kept.incendiary, single=single)

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
        hits = api.Question("to hit", shot, (check, jams, game.rulings), (check.need,), view=is_hit, of=of, luck=luck)
        return (hits, api.Question("the balloon burns", burst_burns, facts, (check.need,), view=is_burning))

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """Points, by the chance that it burns, and a little for a hit."""
        odds = api.chances(burst_burns, *self.facts(game, rules))
        return KEPT.of(game).worth * float(odds.of("burns") + odds.of("hit") * HOPE)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        names = (row.name for row in self._shot().shooting_rows(game))
        yield then(due("balloon shot", self.craft, self.station, self.balloon, self.burst, *names))


def is_hit(result: Any) -> bool:
    """Whether a shot hit."""
    return bool(result.hit)


def is_burning(came: str) -> bool:
    """Whether the balloon burns."""
    return came == "burns"


# -- the chapter -------------------------------------------------------------------------------------------------------


def first_steps(game: CloudsGame, phase: Phase) -> Iterable[api.GameStep]:
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
        ends = zip(at(game.of(event.craft).pose.place), at(enemy(game, event.balloon).at), strict=True)
        for start, end in ends:
            yield Shot(start, end, "hit" if event.outcome else "miss", by=event.craft, at=event.balloon)
    elif isinstance(event, BalloonHit) and event.burns:
        balloon = enemy(game, event.balloon)
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
