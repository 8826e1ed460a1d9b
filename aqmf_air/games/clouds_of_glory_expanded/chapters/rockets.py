"""Le Prieur rockets (6.5.3): the wind, the aim of a salvo, Luck for each rocket, damage of balloons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import cos, dist, radians, sin
from operator import not_
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose, Vector, vectors
from aqmf_air.api.ui import Mark
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CheckFacts, CloudsGame, CloudsSteps, Craft, Events, Setup, due, then
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, At, CrewOrder, OwnRulings
from aqmf_air.games.clouds_of_glory_expanded.chapters.bursts import band_of

from aqmf_air.games.clouds_of_glory_expanded.chapters.balloons import (  # isort: skip
    HOPE, KEPT, Added, BalloonRulings, Envelope, balloon_damage, balloons_there, damage_of, enemy_balloons, hit_balloon,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.ground import unknown_faults
from aqmf_air.games.clouds_of_glory_expanded.sights import in_sights, line_of_fire
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, tables_of

ROCKETS = "rockets"
"""The table of numbers."""
EDGE = 1e-3
"""Degrees and MU: what is nearer than this to a limit is on it."""
PATIENCE = 0.05
"""The chance to burn a balloon that an automatic side fires its only salvo for at least."""


class RocketRulings(OwnRulings):
    """What the source leaves open of rockets."""

    rocket_pass_zero: Literal["none", "one"] = api.ruling(
        "ICOGX-6.5.3.2", "How many rockets are well aimed by 0 successes?", "None.", "One.", standing="stated"
    )
    rocket_spent: Literal["gone", "not-fired"] = api.ruling(
        "ICOGX-6.5.3.3", "Where are the rockets if the aim fails?", "Gone.", "Still aboard.", standing="stated"
    )
    rocket_order: Literal["one-by-one", "together"] = api.ruling(
        "ICOGX-6.5.3.2", "Do rockets of a salvo help each other?", "Yes, one by one.", "No.", standing="stated"
    )
    rocket_end: Literal["1917-07-31", "1917-08-31"] = api.ruling(
        "ICOGX-6.5.3.a", "Which is the last day of rockets?", "31 July 1917.", "31 August 1917."
    )
    wind_zero: Literal["12", "re-roll"] = api.ruling(
        "ICOGX-6.5.3.4", "Where does a wind of 0 come from?", "From 12 o'clock.", "It is rolled again.", standing="inferred"
    )
    into_wind: Literal["seen-from-above", "in-3d"] = api.ruling(
        "ICOGX-6.5.3.b", "What is held against the wind?", "The heading.", "The line of flight.", standing="stated"
    )


# -- what is kept ------------------------------------------------------------------------------------------------------


class Rack(api.Frozen):
    """Rockets of an aircraft."""

    aircraft: str
    number: int = Field(default=0, ge=0, le=24)
    """0: as many as the table has. M5."""


class Rockets(api.Frozen):
    """Who has rockets aboard, and the wind."""

    aboard: tuple[Rack, ...] = Field(default=(), max_length=16)
    fired: tuple[str, ...] = ()
    wind: int = Field(default=0, ge=0, le=12)
    """The hour from which the wind comes; 0: it is not rolled yet. ICOGX-6.5.3.4."""

    def load(self, game: CloudsGame, craft: Craft) -> Iterator[str]:
        if rockets := carried(game, craft.id):
            yield api.plural(rockets, "rocket")


CARRIED = api.Slice("rockets", Rockets)


def carried(game: CloudsGame, craft: str) -> int:
    """The rockets that an aircraft has aboard. ICOGX-6.5.3.a."""
    kept, full = CARRIED.of(game), tables_of(game).whole(ROCKETS, "carried")
    return sum(rack.number or full for rack in kept.aboard if rack.aircraft == craft and craft not in kept.fired)


def before_rockets(game: CloudsGame, craft: Craft) -> Iterator[clouds.SkyBody]:
    """The balloons that a pilot may fire rockets at: part of one is before the nose. ICOGX-6.5.3.1."""
    if carried(game, craft.id):
        rack = clouds.GunRow(name=ROCKETS, station=PILOT, guns=1, halves=2)  # he is as able as if he had a gun
        if clouds.can_shoot(game, api.replace(craft, rows=(rack,)), PILOT):
            yield from (each for each in enemy_balloons(game, craft.side) if in_sights(game, craft, each.at, each.radius))


# -- where the aircraft is to the balloon and the wind -----------------------------------------------------------------


def wind_from(game: CloudsGame) -> float:
    """The heading of who flies straight into the wind: 12 is towards the Entente's side. ICOGX-6.5.3.4."""
    hour = tables_of(game).number(ROCKETS, "hour")
    return (clouds.TOWARDS[clouds.own_edge(game, "entente")] + hour * CARRIED.of(game).wind) % 360


def against_wind(pose: SpacePose, wind: float, arc: float, rulings: RocketRulings) -> bool:
    """Whether a pose is within so many degrees of straight into the wind. ICOGX-6.5.3.b, ``into_wind``."""
    if rulings.into_wind == "in-3d":
        return vectors.angle(pose.ahead, (sin(radians(wind)), cos(radians(wind)), 0.0)) <= arc + EDGE
    return abs((pose.heading - wind + 180) % 360 - 180) <= arc + EDGE


def from_above(place: Vector, balloon: Vector, arc: float) -> bool:
    """Whether a place is within so many degrees of straight above a balloon. ICOGX-6.5.3.b, ICOGX-6.5.3.c."""
    return vectors.angle((0.0, 0.0, 1.0), vectors.add(place, balloon, -1)) <= arc + EDGE


def straight_at(path: Sequence[SpacePose], balloon: clouds.SkyBody, part: float) -> bool:
    """Whether so much of a move, its end, leads straight at a balloon. ICOGX-6.5.3.b, ICOGX-6.5.3.d."""
    end, whole, straight = path[-1], 0.0, 0.0
    for before, after in reversed([*pairwise(path)]):
        bend = radians(vectors.angle(before.ahead, after.ahead)) / 2
        way = vectors.add(end.place, before.place, -1)
        whole += dist(before.place, after.place) * (bend / sin(bend) if bend else 1.0)
        along = vectors.dot(way, end.ahead)
        on_line = dist(before.place, vectors.add(end.place, end.ahead, -along)) <= EDGE and bend <= radians(EDGE)
        straight = along if on_line and whole <= along + EDGE else straight
    to = vectors.add(balloon.at, end.place, -1)
    ahead = vectors.dot(to, end.ahead)
    aimed = ahead > 0 and dist(to, vectors.add((0.0, 0.0, 0.0), end.ahead, ahead)) <= balloon.radius + EDGE
    return aimed and whole > 0 and straight >= part * whole - EDGE


class Approach(NamedTuple):
    """How a balloon is attacked with rockets. ICOGX-6.5.3.b."""

    speed: clouds.SpeedBand
    above: bool = False
    into_wind: bool = False
    straight: bool = False

    def changes(self, tables: ExpandedTables) -> tuple[api.Modifier, ...]:
        named = (
            (True, "base", "Le Prieur rockets"),
            (True, self.speed.lower(), f"{self.speed.lower()} speed"),
            (self.above, "from-above", "from above"),
            (self.into_wind, "into-wind", "into the wind"),
            (self.straight, "straight", "straight at the balloon"),
        )
        changes = ((tables.whole(ROCKETS, name), words) for holds, name, words in named if holds)
        return tuple(api.modifier(*change, "ICOGX-6.5.3.b") for change in changes)


def approach_of(game: CloudsGame, craft: Craft, balloon: clouds.SkyBody) -> Approach:
    """How an aircraft attacks a balloon, by where it is and what it has just flown. ICOGX-6.5.3.b."""
    tables, path = tables_of(game), clouds.flight_path(game, craft)
    arc, part = (tables.number(ROCKETS, name) for name in ("arc", "straight-part"))
    above, straight = from_above(craft.pose.place, balloon.at, arc), straight_at(path, balloon, part)
    into_wind = against_wind(craft.pose, wind_from(game), arc, RocketRulings.of(game))
    return Approach(band_of(game, craft), above, into_wind, straight)


# -- rules -------------------------------------------------------------------------------------------------------------


def rolled_wind(dice: api.Dice) -> int:
    """The hour of the wind, 0 included. ICOGX-6.5.3.4."""
    return dice.draw(api.expression("wind", "4d4", about="less 4: an hour, 12 towards the Entente's side")) - 4


def wind_hour(dice: api.Dice, rulings: RocketRulings) -> int:
    """The hour that the wind comes from. ICOGX-6.5.3.4, ``wind_zero``."""
    return dice.until(rolled_wind, not_) if rulings.wind_zero == "re-roll" else rolled_wind(dice) or 12


@dataclass(frozen=True)
class Aimed:
    """How many rockets are well aimed by the successes of a Flying test. ICOGX-6.5.3.2, ICOGX-6.5.3.e."""

    carried: int
    rulings: RocketRulings
    strict: bool = False
    """Whether the die of a test has to be lower. Core ruling ``equal_succeeds``."""

    def by(self, successes: int) -> int:
        """Of so many successes. ``rocket_pass_zero``."""
        least = successes == 0 and self.rulings.rocket_pass_zero == "one" and not self.strict
        return min(self.carried, max(successes, int(least)))

    def __call__(self, came: clouds.Graded) -> int:
        return self.by(came.successes)

    def read(self, events: Sequence[api.PlainEvent]) -> int:
        """The same from the first event or decision that has the successes."""
        return self.by(int(api.ReadFrom((api.Asked, RocketsFired), "outcome")(events)))


def one_rocket(dice: api.Dice, luck: clouds.Check) -> int:
    """Whether a well aimed rocket hits, as a number. ICOGX-6.5.3.2."""
    return int(clouds.tested(dice, luck).passed)


def salvo(dice: api.Dice, aim: clouds.Check, luck: clouds.Check, aimed: Aimed) -> int:
    """The hits of a salvo. ICOGX-6.5.3.2, ICOGX-6.5.3.3."""
    return dice.each(aimed(dice.call(clouds.graded, aim)), 0, one_rocket, luck)


def hits_burn(dice: api.Dice, hits: int, kept: Envelope, before: int | None, tables: ExpandedTables, rulings: Any) -> bool:
    """Whether hits burn a balloon; ``before``: added to each, None: as others add. ICOGX-6.5.3.2, ``rocket_order``."""
    if not hits:
        return False
    earlier = kept.bonus(rulings) if before is None else before
    check = clouds.Check("balloon damage", Added(earlier=earlier, rocket=True).need(tables), "")
    row = damage_of(balloon_damage(dice, check, tables, rulings).total, tables, rulings)
    if row and row.burns:
        return True
    after = kept.after(row, tables, rulings) if before is None else kept
    return bool(dice.call(hits_burn, hits - 1, after, before, tables, rulings))


def salvo_burns(
    dice: api.Dice, aim: clouds.Check, luck: clouds.Check, aimed: Aimed, kept: Envelope, tables: ExpandedTables, rulings: Any
) -> bool:
    """Whether a salvo burns a balloon. ICOGX-6.5.3.2, ``rocket_order``."""
    before = kept.bonus(rulings) if rulings.rocket_order == "together" else None
    return bool(dice.call(hits_burn, dice.call(salvo, aim, luck, aimed), kept, before, tables, rulings))


# -- events ------------------------------------------------------------------------------------------------------------


class WindRolled(api.Event[CloudsGame], type="clouds.wind_rolled"):
    """Where the wind comes from; balloons are turned to face it. ICOGX-6.5.3.4."""

    wording: ClassVar[str] = "the wind comes from {hour} o'clock, 12 being towards the Entente's side; balloons face it"
    hour: int

    def apply(self, game: CloudsGame) -> CloudsGame:
        return CARRIED.changed(game, wind=self.hour)


class RocketsFired(clouds.CraftEvent, type="clouds.rockets_fired"):
    """The Flying test of a salvo. ICOGX-6.5.3.2, ICOGX-6.5.3.3."""

    balloon: str
    need: int
    outcome: int
    aimed: int
    gone: bool
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        fired = (*CARRIED.of(game).fired, self.craft) if self.gone else CARRIED.of(game).fired
        return clouds.spend(CARRIED.changed(game, fired=fired), self.spent)

    def tell(self, game: CloudsGame) -> str:
        if not self.gone:
            return f"{game.subject(self.craft)} does not get its rockets off, {self.need} or less"
        whom = f"{game.subject(self.craft)} fires its rockets at {game.called(self.balloon)}, {self.need} or less"
        return f"{whom}: {self.aimed or 'none'} well aimed"

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        start, balloon = game.of(self.craft).pose.place, balloons_there(game).get(self.balloon)
        hits = None if self.aimed else False
        return line_of_fire(at, start, balloon.at, hits, self.craft, balloon.id) if balloon else iter(())


# -- steps -------------------------------------------------------------------------------------------------------------


def wind(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The wind of a mission. ICOGX-6.5.3.4."""
    yield WindRolled(hour=wind_hour(dice, RocketRulings.of(game)))


def aim_check(game: CloudsGame, rules: CloudsSteps, craft: Craft, balloon: clouds.SkyBody) -> clouds.Check:
    """The Flying test of a salvo, ``rocket-aim`` in hooks. ICOGX-6.5.3.2, ICOGX-6.5.3.b."""
    need = api.TargetNumber("aim of the rockets", craft.pilot.skill("flying"), "flying", "ICOGX-6.5.3.2")
    changes = [api.modifier(game.cockpit(craft).panel.flying, "aircraft", "ICOG-2.1.2-c")]
    changes += approach_of(game, craft, balloon).changes(tables_of(game))
    need = need.with_modifiers(change for change in changes if change.value)
    return clouds.check_on(rules, CheckFacts(game, craft, PILOT), need, id_="rocket-aim")


def aimed_of(game: CloudsGame, craft: str) -> Aimed:
    """How many of an aircraft's rockets successes aim well."""
    return Aimed(carried(game, craft), RocketRulings.of(game), game.rulings.equal_succeeds == "no")


def fire(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A salvo. ICOGX-6.5.3.2, ICOGX-6.5.3.3, ``rocket_spent``."""
    craft, balloon = game.of(step.of), balloons_there(game)[str(step.facts[0])]
    check = aim_check(game, rules, craft, balloon)
    came = clouds.graded(api.labelled(dice, balloon.name, relation="at"), check)
    aimed, spent = aimed_of(game, craft.id).by(came.successes), check.rerolls[: came.spent]
    need, successes = check.most, came.successes
    gone = came.face <= need or RocketRulings.of(game).rocket_spent == "gone"
    yield RocketsFired(craft=craft.id, balloon=balloon.id, need=need, outcome=successes, aimed=aimed, gone=gone, spent=spent)
    yield then(*(due("rocket", craft.id, balloon.id, aimed, 0),) * bool(aimed), due("shot", craft.id, PILOT))


def rocket(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The Luck test of a well aimed rocket; after the last one, damage. ICOGX-6.5.3.2."""
    craft, (balloon, left, hits) = game.of(step.of), step.facts
    luck = clouds.luck_check(rules, CheckFacts(game, craft, PILOT), "rocket")
    hit = yield from clouds.roll_test(dice, craft, luck)
    hits, left = int(hits) + hit, int(left) - 1
    if left:
        yield then(due("rocket", craft.id, balloon, left, hits))
    elif hits:
        yield then(due("rocket damage", craft.id, balloon, hits))


def rocket_damage(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The damage roll of a rocket that has hit. ICOGX-6.5.3.2, ``rocket_order``."""
    craft, (balloon, left, *before) = game.of(step.of), step.facts
    together = RocketRulings.of(game).rocket_order == "together"
    earlier = int(before[0]) if before else KEPT.of(game).envelope(str(balloon)).bonus(BalloonRulings.of(game))
    facts, added = CheckFacts(game, craft, PILOT), Added(earlier=earlier, rocket=True)
    yield from hit_balloon(game, rules, dice, facts, str(balloon), added, salvo=bool(before))
    if int(left) > 1:
        yield then(due("rocket damage", craft.id, balloon, int(left) - 1, *(earlier,) * together))


# -- orders ------------------------------------------------------------------------------------------------------------


class FireRockets(CrewOrder, type="clouds.fire_rockets", chapter="rockets", rule="ICOGX-6.5.3.1"):
    """All rockets at a balloon of the enemy. ICOGX-6.5.3.1, ICOGX-6.5.3.3."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} fires|fire [its] rockets at {balloon}",)
    field: ClassVar[str] = "balloon"
    offered_as: ClassVar[str] = "rockets"
    balloon: str

    @classmethod
    def things(cls, game: CloudsGame, side: str) -> Iterable[clouds.SkyBody]:
        return enemy_balloons(game, side)

    @classmethod
    def ways(cls, game: CloudsGame, craft: Craft, station: str) -> Iterable[Mapping[str, Any]]:
        return ({"balloon": balloon.id} for balloon in before_rockets(game, craft)) if station == PILOT else ()

    def title(self, game: CloudsGame, rules: CloudsSteps) -> str:
        aim, luck = (check.most for check in self.checks(game, rules))
        rockets = f"fire {carried(game, self.craft)} rockets at {game.called(self.balloon)}"
        return f"{rockets} (aim {aim} or less, Luck {luck} each)"

    def checks(self, game: CloudsGame, rules: CloudsSteps) -> tuple[clouds.Check, clouds.Check]:
        craft, balloon = game.of(self.craft), balloons_there(game)[self.balloon]
        luck = clouds.luck_check(rules, CheckFacts(game, craft, PILOT), "rocket")
        return aim_check(game, rules, craft, balloon), luck

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = game.of(self.craft)
        if self.station != PILOT or not carried(game, craft.id):
            # "All rockets go in one salvo"
            yield api.Objection("ICOGX-6.5.3.3", "its pilot has no rockets, or has fired them")
        elif game.has(self.balloon):
            # "Never against airplanes"
            yield api.Objection("ICOGX-6.5.3.1", "rockets are fired at balloons alone")
        elif self.balloon not in [balloon.id for balloon in before_rockets(game, craft)]:
            # "must lie inside the template after the attacker's move"
            yield api.Objection("ICOGX-6.5.3.1", f"{self.balloon[:40]!r} is no balloon before its nose now")

    def facts(self, game: CloudsGame, rules: CloudsSteps) -> tuple[Any, ...]:
        """What :func:`salvo_burns` gets, no re-roll counted."""
        aim, luck = (check.alone for check in self.checks(game, rules))
        aimed, kept = aimed_of(game, self.craft), KEPT.of(game).envelope(self.balloon)
        return aim, luck, aimed, kept, tables_of(game), game.rulings

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        aim, luck, aimed, *_ = facts = self.facts(game, rules)
        flying = api.Question("rockets well aimed", clouds.graded, (aim,), (aim.need,), view=aimed, of=aimed.read)
        return (flying, api.Question("the balloon burns", salvo_burns, facts, (aim.need, luck.need), later=True))

    def promise(self, game: CloudsGame, rules: CloudsSteps) -> Fraction:
        return api.chances(salvo, *self.facts(game, rules)[:3]).where(bool)

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        # what is not fired is lost, and the guns are still loaded after a salvo
        chance = float(api.chances(salvo_burns, *self.facts(game, rules)).of(True))
        return KEPT.of(game).worth * (chance + HOPE) if chance >= PATIENCE else 0.0

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield then(due("rockets", self.craft, self.balloon))


# -- the chapter -------------------------------------------------------------------------------------------------------


def first_steps(game: CloudsGame, phase: clouds.Phase) -> Iterable[api.GameStep]:
    """The wind is rolled at the start. ICOGX-6.5.3.4."""
    return (due("wind", ""),) if phase == "initiative" and not CARRIED.of(game).wind else ()


def faults(setup: Setup) -> Iterable[str]:
    """What is wrong with what a mission says of rockets, a line each. ICOGX-6.5.3.a, ``rocket_end``."""
    kept, sides = CARRIED.of(setup), {placing.id: placing.side for placing in setup.aircraft}
    racks = [rack.aircraft for rack in kept.aboard]
    for name in racks:
        if sides.get(name) != "entente":
            yield f"rockets: aboard: expected an aircraft of the Entente, got {name[:40]!r} (ICOGX-6.5.3.a)"
    yield from unknown_faults(setup, "rockets", "aircraft with rockets", racks, fired=kept.fired)
    if kept.aboard and EXPANDED.of(setup).date > (last := RocketRulings.of(setup).rocket_end):
        yield f"rockets: aboard: expected none after {last}, got {EXPANDED.of(setup).date} (ICOGX-6.5.3.a)"


def briefing(setup: Setup) -> Iterable[str]:
    """What players read before a mission."""
    racks = {rack.aircraft for rack in CARRIED.of(setup).aboard}
    if names := [placing.marking for placing in setup.aircraft if placing.id in racks]:
        yield f"Le Prieur rockets, for one salvo at a balloon: {api.in_a_row(names)}."


def bodies(game: CloudsGame) -> Iterable[clouds.SkyBody]:
    """Where the wind comes from: at the side of the board."""
    hour, (width, depth), way = CARRIED.of(game).wind, game.setup.board, radians(wind_from(game))
    if hour:
        half = min(width, depth) / 2
        at = (width / 2 + half * sin(way), depth / 2 + half * cos(way), 0.0)
        yield clouds.SkyBody("wind", "the wind", at, map_only=True, what="wind", state=f"from {hour} o'clock")


STEPS = {"wind": wind, "rockets": fire, "rocket": rocket, "rocket damage": rocket_damage}
