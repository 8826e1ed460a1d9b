"""Pilots' and gunners' shots (6.1 to 6.3.9): who may shoot at whom, the base shot, bursts, ammunition, malfunctions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import ClassVar, Literal, NamedTuple, Self

from aqmf_air import api
from aqmf_air.api.geometry import Vector

from aqmf_air.games.clouds_of_glory.chapters.arcs import (  # isort: skip
    arc_of, bears, gun_place, in_aimed_template, in_template, parallel, range_to,
)  # fmt: skip

from aqmf_air.games.clouds_of_glory.chapters.checks import (  # isort: skip
    Check, CheckFacts, check_on, question_of, reroll_of, spend, strength_check,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.chapters.moving import enemy_aircraft, own_aircraft
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, due, then
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CraftEvent, FiredOn, GunRow, Shooter, seat_of
from aqmf_air.games.clouds_of_glory.tables import D20, BurstLength, FireTable, SpeedBand, Tables

BURSTS: tuple[BurstLength, ...] = ("long", "short", "sustained")


class GunneryRulings(api.Rulings):
    """What the source leaves open of shots."""

    target_choice: Literal["announced", "any"] = api.ruling(
        "ICOG-6.2.1.2",
        "At whom may a pilot shoot?",
        "At those announced, and at those that flew before his guns after his own move.",
        "At anybody before his guns.",
        standing="stated",
    )
    friend_in_cone: Literal["risk", "forbidden"] = api.ruling(
        "ICOG-6.2.1.3",
        "May one shoot with a friend in the template?",
        "Yes, with a test against the friend.",
        "No.",
        standing="stated",
    )
    natural_one: Literal["as-counted", "zero"] = api.ruling(
        "ICOG-6.3.1-a",
        "Which successes has a natural 1 over a base shot below 1?",
        "As counted: they are negative.",
        "None.",
    )
    table_precedence: Literal["attacking-first", "parallel-first"] = api.ruling(
        "ICOG-6.3.5.3",
        "Which table has a gunner's shot at a chaser who flies in parallel?",
        "That of attackers.",
        "That of parallel flight.",
    )
    sustained_ammo: Literal["1.5", "2"] = api.ruling(
        "ICOG-6.3.7.2", "How many boxes does sustained fire take?", "One and a half.", "Two.", standing="stated"
    )
    sustained_needs: Literal["fired", "in-arc"] = api.ruling(
        "ICOG-6.3.6.1",
        "What does sustained fire need of the turn before?",
        "A shot at the same target from its rear.",
        "A place in its rear arc.",
    )
    malfunction_hits: Literal["hit-and-jam", "miss"] = api.ruling(
        "ICOG-6.3.9.1", "Does a shot hit whose die jams the guns?", "Yes, if it is low enough.", "No."
    )
    malfunction_guns: Literal["one", "all"] = api.ruling(
        "ICOG-6.3.9.2", "How many of the guns that shot have the malfunction?", "One.", "All."
    )
    repair_silences: Literal["that-gun", "all-guns"] = api.ruling(
        "ICOG-6.3.9.2", "Which guns are silent in the turn of a repair?", "The one that is repaired.", "All."
    )


# -- who may shoot at whom ---------------------------------------------------------------------------------------------


def rows_of(craft: Craft, station: str) -> tuple[GunRow, ...]:
    """The rows of guns of a man."""
    return tuple(row for row in craft.rows if row.station == station)


def can_attack(game: CloudsGame, craft: Craft, station: str) -> bool:
    """Whether a man may shoot or bomb at all. ICOG-5.5.11.2, ICOG-5.5.14.3, ICOG-5.5.15.1, ICOG-6.3.12-f, ICOG-6.3.14.2."""
    man = craft.man(station)
    if not craft.flying or man.absent or man.shaken or craft.silent or craft.spinning or craft.fire:
        return False
    if station == PILOT and (craft.trouble == "stalled" or craft.home or craft.blackout == game.turn):
        return False
    return not (craft.rolls_out or craft.grounded)


def can_shoot(game: CloudsGame, craft: Craft, station: str) -> bool:
    """Whether a man may shoot now. ICOG-6.3.9.2."""
    if not can_attack(game, craft, station):
        return False
    repairs = any(row.worked_on == game.turn for row in rows_of(craft, station))
    if repairs and game.rulings.repair_silences == "all-guns":
        return False
    return any(loaded(game, row, "short") for row in rows_of(craft, station))


def halves_of(game: CloudsGame, burst: BurstLength) -> int:
    """Half boxes that a burst takes. ICOG-6.3.7.2, ``sustained_ammo``."""
    if burst == "sustained":
        return round(2 * float(game.rulings.sustained_ammo))
    return round(2 * game.tables.burst(burst).boxes)


def loaded(game: CloudsGame, row: GunRow, burst: BurstLength) -> bool:
    """Whether a row of guns can fire such a burst this turn. ICOG-6.3.7.2, ICOG-6.3.9.2."""
    return row.working > 0 and row.halves >= halves_of(game, burst) and row.silent_to < game.turn


def before_guns(game: CloudsGame, craft: Craft, station: str) -> Iterator[Craft]:
    """The enemies that the guns of a man bear on. ICOG-6.2.1.1, ICOG-6.2.2.1."""
    for target in game.enemies(craft):
        place = target.pose.place
        aimed = in_template(game, craft, place) if station == PILOT else bears(game, craft, station, place)
        if aimed and range_to(game, craft, station, target) <= game.tables.reach(game.rulings.gunnery_bands):
            yield target


def targets_of(game: CloudsGame, craft: Craft, station: str) -> tuple[Craft, ...]:
    """Those that a man may shoot at now. ICOG-6.2.1.2, ICOG-6.1.4, ICOG-6.3.14.4."""
    if not can_shoot(game, craft, station):
        return ()
    targets = tuple(before_guns(game, craft, station))
    if station != PILOT:
        picked = craft.man(station).target
        targets = tuple(target for target in targets if picked in ("", target.id))
        if craft.home:  # at attackers alone. ICOG-6.3.14.4
            targets = tuple(target for target in targets if craft.id in target.targets and attacks(game, target, craft))
    elif game.rulings.target_choice == "announced":
        targets = tuple(target for target in targets if target.id in craft.targets or target.order > craft.order)
    if station != PILOT and craft.formation:  # first at those who attack it, last at others. ICOG-5.5.20.3, ICOG-5.5.20.4
        late = craft.man(station).late
        targets = tuple(target for target in targets if attacks_formation(game, target, craft) is not late)
    if game.rulings.friend_in_cone == "forbidden":
        targets = tuple(target for target in targets if not any(friends_at_risk(game, craft, station, target.pose.place)))
    return targets


def attacks_formation(game: CloudsGame, enemy: Craft, craft: Craft) -> bool:
    """Whether an enemy has announced an attack on one of the formation of an aircraft. ICOG-5.5.20.3."""
    return any(game.of(name).formation == craft.formation for name in enemy.targets)


def friends_at_risk(game: CloudsGame, craft: Craft, station: str, target: Vector) -> Iterator[Craft]:
    """The friends in the template of a shot at a place. ICOG-6.2.1.3, ICOG-6.2.2.1."""
    gun = gun_place(game, craft, station)
    for friend in game.friends(craft):
        place = friend.pose.place
        if in_template(game, craft, place) if station == PILOT else in_aimed_template(game, gun, target, place):
            yield friend


def attacks(game: CloudsGame, craft: Craft, target: Craft) -> bool:
    """Whether an aircraft could shoot at another now with fixed guns. ICOG-6.3.5.3."""
    return bool(rows_of(craft, PILOT)) and in_template(game, craft, target.pose.place)


# -- the base shot -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShotFacts:
    """What a shot depends on; hooks get it as the facts of the checks ``shot`` and ``gunner-shot``."""

    gunnery: int
    """Of the man, less his wounds."""
    aircraft: int
    """What the aircraft or the station adds. ICOG-6.3.2.1."""
    distance: float
    """MU."""
    range: int
    table: FireTable
    shooter: SpeedBand
    target: SpeedBand
    angle: int
    burst: BurstLength
    guns: int
    stalled: bool = False
    """Whether the target is stalled, or in an Immelmann turn."""
    spinning: bool = False
    unsteady: bool = False
    """Whether the gunner's own aircraft is stalled, or in an Immelmann turn."""
    check: CheckFacts | None = None


def table_of(game: CloudsGame, craft: Craft, station: str, target: Craft) -> FireTable:
    """The table of angles of a shot. ICOG-6.3.4.1, ICOG-6.3.4-a, ICOG-6.3.5.1 to ICOG-6.3.5.4."""
    if station == PILOT:
        tables: Mapping[str, FireTable] = {"rear": "rear", "side": "side", "front": "frontal"}
        return tables[arc_of(game, target, craft.pose.place)]
    attacked, alongside = attacks(game, target, craft), parallel(game, craft, target)
    if attacked and (game.rulings.table_precedence == "attacking-first" or not alongside):
        behind = arc_of(game, craft, target.pose.place) == "rear"
        return "gunner-attacking-behind" if behind else "gunner-attacking"
    return "gunner-parallel" if alongside else "gunner-other"


def shot_facts(game: CloudsGame, craft: Craft, station: str, target: Craft, burst: BurstLength, guns: int) -> ShotFacts:
    """What a shot depends on. ICOG-6.3."""
    man, distance = craft.man(station), range_to(game, craft, station, target)
    table = table_of(game, craft, station, target)
    shooter, other = game.cockpit(craft).band(craft.speed), game.cockpit(target).band(target.speed)
    return ShotFacts(
        gunnery=man.skill("gunnery"),
        aircraft=game.cockpit(craft).panel.gunnery_of("" if station == PILOT else station),
        distance=distance,
        range=game.tables.band_modifier(distance, game.rulings.gunnery_bands) or 0,
        table=table,
        shooter=shooter,
        target=other,
        angle=game.tables.fire_modifier(table, shooter, other),
        burst=burst,
        guns=guns,
        stalled=target.trouble in ("stalled", "immelmann"),
        spinning=target.spinning,
        unsteady=station != PILOT and craft.trouble in ("stalled", "immelmann"),
        check=CheckFacts(game, craft, station, target),
    )


def base_shot(facts: ShotFacts, tables: Tables) -> api.TargetNumber:
    """ICOG-6.3.1.1, ICOG-6.3.1-b."""
    where = f"{facts.table.replace('-', ' ')}, {facts.shooter.lower()} at {facts.target.lower()}"
    changes = (
        (facts.aircraft, "aircraft", "ICOG-6.3.2.1"),
        (facts.range, f"range, {facts.distance:.1f} MU", "ICOG-6.3.3.1"),
        (facts.angle, where, "ICOG-6.3.5.1" if facts.table.startswith("gunner") else "ICOG-6.3.4.1"),
        (tables.burst(facts.burst).modifier, f"{facts.burst} burst", "ICOG-6.3.7.1"),
        (facts.stalled * tables.number("shots", "target-stalled"), "target stalled", "ICOG-6.3.1-b"),
        (facts.spinning * tables.number("shots", "target-spinning"), "target spins", "ICOG-6.3.1-b"),
        (facts.unsteady * tables.number("shots", "gunner-of-stalled"), "own stall", "ICOG-6.3.1-b"),
    )
    need = api.TargetNumber("to hit", facts.gunnery, "gunnery", "ICOG-6.3.1.1", words=("hit", "miss"))
    return need.with_modifiers(api.modifier(value, reason, rule) for value, reason, rule in changes if value)


def shot_check(game: CloudsGame, rules: CloudsSteps, craft: Craft, station: str, facts: ShotFacts) -> Check:
    """A shot as a check, with what extensions add and the re-rolls that may be spent. ICOG-1.2.3-a."""
    id_ = "shot" if station == PILOT else "gunner-shot"
    of = facts.check or CheckFacts(game, craft, station)
    return check_on(rules, of, base_shot(facts, game.tables), id_=id_, asked=facts)


# -- the shot ----------------------------------------------------------------------------------------------------------


class ShotResult(NamedTuple):
    """What came of a shot."""

    face: int
    hit: bool
    jam: bool
    successes: int
    spent: int


def hits(face: int, need: int) -> bool:
    """Whether a die hits: a natural 1 always does. ICOG-6.3.1.1, ICOG-6.3.1-a."""
    return face == 1 or face <= need


def jammed(face: int, check: Check, jams: int) -> bool:
    """Whether a die is a malfunction. ICOG-6.3.9.1."""
    return face >= jams and (hits(face, check.need.total) or not check.steady)


@dataclass(frozen=True)
class AfterShot:
    """A shot that missed or jammed may be rolled again. ICOG-1.2.3-a."""

    check: Check
    jams: int
    spoils: bool
    """Whether a malfunction makes a miss of a hit. ``malfunction_hits``."""

    def __call__(self, face: int, left: tuple[str, ...]) -> api.Decision | None:
        jam = jammed(face, self.check, self.jams)
        hit = hits(face, self.check.need.total) and not (jam and self.spoils)
        if hit and not jam:
            return None
        says = f"{self.check.who} rolls {face} against {self.check.need.total}: {'a hit' if hit else 'a miss'}"
        return reroll_of(self.check, left, f"{says}{', and a malfunction' if jam else ''}", hit, face)


def shot(dice: api.Dice, check: Check, jams: int, rulings: GunneryRulings) -> ShotResult:
    """A D20 against the base shot; faces from ``jams`` on are a malfunction. ICOG-6.3.1.1, ICOG-6.3.1-a, ICOG-6.3.9.1."""
    need, spoils = check.need.total, rulings.malfunction_hits == "miss"
    draw = api.total("to hit", 1, D20, by=check.by, about=check.need)
    stood = api.rolled(dice, draw, AfterShot(check, jams, spoils), check.rerolls, kept=False)
    face = int(stood.value)
    jam = jammed(face, check, jams)
    hit = hits(face, need) and not (jam and spoils)
    successes = need - face
    if face == 1 and need < 1 and rulings.natural_one == "zero":
        successes = 0
    return ShotResult(face, hit, jam, successes, len(check.rerolls) - len(stood.left))


class Jam(NamedTuple):
    """A malfunction of guns. ICOG-6.3.9.2."""

    faces: tuple[int, ...]
    lost: int
    """Guns that are out for good."""
    repairs: tuple[int, ...]
    """Of guns that can be repaired: actions. ICOG-6.3.9.2."""
    reload: bool = False


def malfunction(
    dice: api.Dice, guns: int, spares: int, tables: Tables, by: str = "", counts: Sequence[int] = range(1, 7)
) -> Jam:
    """What a jam is: on 1 the next gun is rolled for, too; ``counts``: as what each face does. ICOG-6.3.9.2."""
    faces, repairs, lost, reload = list[int](), list[int](), 0, False
    for _ in range(guns):
        faces.append(dice.draw(api.expression("malfunction", "1d6", by=by, about="by the table of malfunctions")))
        row = tables.malfunction_row(counts[faces[-1] - 1])
        magazine = row.repair == "magazine" and spares > 0
        reload |= magazine
        if magazine or row.repair == "actions":
            repairs.append(row.actions)
        elif row.repair in ("never", "magazine"):
            lost += 1
        if not row.next_gun:
            break
    return Jam(tuple(faces), lost, tuple(repairs), reload)


# -- events ------------------------------------------------------------------------------------------------------------


class BurstFired(CraftEvent):
    """A burst, at whatever it is. ICOG-6.3.7.2, ICOG-6.3.9."""

    field: ClassVar[str] = "target"
    """That names what it is fired at."""
    station: str = PILOT
    burst: BurstLength
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

    def how(self, game: CloudsGame) -> str:
        return f", a {self.burst} burst at {game.called(getattr(self, self.field))}"

    def tell(self, game: CloudsGame) -> str:
        who = self.subject(game) + ("" if self.station == PILOT else f", {self.station} gunner")
        result = f"{'hits' if self.outcome else 'misses'}{', and its guns jam' if self.jam else ''}"
        return f"{who}{self.how(game)}: {self.face} against {self.need}, {result}"


class ShotFired(BurstFired, type="clouds.shot_fired"):
    """ICOG-6.3."""

    target: str
    rear: bool = False

    def apply(self, game: CloudsGame) -> CloudsGame:
        game, fired = super().apply(game), FiredOn(self.craft, self.station, game.turn, self.outcome)
        if self.station == PILOT and self.rear:
            tailed = {**dict(game.of(self.craft).tailed), self.target: game.turn}
            game = game.changed(self.craft, tailed=tuple(tailed.items()))
        return game.changed(self.target, fired_on=(*game.of(self.target).fired_on, fired))


class FriendTested(CraftEvent, type="clouds.friend_tested"):
    """ICOG-6.2.1.3."""

    target: str
    face: int
    outcome: bool
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        return spend(game, self.spent)

    def tell(self, game: CloudsGame) -> str:
        result = "is hit" if self.outcome else "is not hit"
        return f"{game.subject(self.target)}, a friend in the way, {result} ({self.face})"


class GunsJammed(CraftEvent, type="clouds.guns_jammed"):
    """ICOG-6.3.9.2."""

    row: str
    faces: tuple[int, ...]
    lost: int = 0
    repairs: tuple[int, ...] = ()
    reload: bool = False
    """Whether its repair puts a spare magazine on."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        row = craft.row(self.row)
        jams = (*row.jams, *self.repairs)
        fresh = {"halves": row.magazine, "spares": row.spares - 1} if self.reload else {}
        return game.with_craft(craft.with_row(self.row, guns=row.guns - self.lost, jams=jams, silent_to=game.turn, **fresh))

    def tell(self, game: CloudsGame) -> str:
        parts = [f"{api.plural(self.lost, 'gun')} out for good"] * bool(self.lost)
        parts += [f"a repair takes {api.plural(actions, 'action')}" for actions in self.repairs]
        return f"{self.subject(game)}, {self.row}: {' and '.join(parts) or 'silent for this turn'}"


class FireHeld(CraftEvent, type="clouds.fire_held"):
    """A man does not shoot in this turn. ICOG-6.2.1-a."""

    station: str = PILOT
    told: bool = True

    def apply(self, game: CloudsGame) -> CloudsGame:
        game = game.without(seat_of(self.craft, self.station))
        return game.with_craft(game.of(self.craft).with_man(self.station, shot=True))

    def tell(self, game: CloudsGame) -> str:
        return f"{self.subject(game)} holds its fire" if self.told else ""


# -- steps -------------------------------------------------------------------------------------------------------------


def shoot(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A shot, and what follows of it. ICOG-6.3, ICOG-6.1.2."""
    station, target_id, burst, *names = (str(fact) for fact in step.facts)
    craft, target = game.of(step.of), game.of(target_id)
    length: BurstLength = next(each for each in BURSTS if each == burst)
    rows = tuple(row for row in rows_of(craft, station) if row.name in names)
    guns = sum(row.working for row in rows)
    facts = shot_facts(game, craft, station, target, length, guns)
    check = shot_check(game, rules, craft, station, facts)
    result = shot(api.labelled(dice, target.id, relation="at"), check, game.tables.lowest_jam(guns, length), game.rulings)
    yield ShotFired(
        craft=craft.id,
        station=station,
        target=target.id,
        burst=length,
        rows=tuple(row.name for row in rows),
        halves=rules.halves(facts, halves_of(game, length), hit=result.hit),
        need=check.need.total,
        face=result.face,
        outcome=result.hit,
        jam=result.jam,
        rear=arc_of(game, target, craft.pose.place) == "rear",
        spent=check.rerolls[: result.spent],
    )
    follows = [due("jam", craft.id, station, *names)] if result.jam else []
    if result.hit:
        follows.append(due("damage", craft.id, station, target.id, result.successes, guns))
    friends = friends_at_risk(game, craft, station, target.pose.place)
    follows += [due("friend", craft.id, station, friend.id, guns) for friend in friends]
    if station == PILOT and "fixed-guns" in craft.strained:
        follows.append(due("holds", craft.id))
    yield then(*follows, due("shot", craft.id, station))


def friend(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The test against a friend in the template. ICOG-6.2.1.3."""
    station, friend_id, guns = step.facts
    craft, target = game.of(step.of), game.of(str(friend_id))
    name, base = "to hit the friend", game.tables.number("shots", "friend-base-shot")
    need = api.TargetNumber(name, base, "a friend in the way", "ICOG-6.2.1.3")
    check = check_on(rules, CheckFacts(game, craft, str(station), target), need)
    result = shot(api.labelled(dice, target.id, relation="at"), check, 21, game.rulings)
    spent = check.rerolls[: result.spent]
    yield FriendTested(craft=craft.id, target=target.id, face=result.face, outcome=result.hit, spent=spent)
    if result.hit and target.flying:
        yield then(due("damage", craft.id, str(station), target.id, result.successes, int(guns)))


def jam(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A malfunction. ICOG-6.3.9.2, ``malfunction_guns``."""
    station, *names = (str(fact) for fact in step.facts)
    craft = game.of(step.of)
    rows = [row for row in rows_of(craft, station) if row.name in names and row.working]
    if len(rows) > 1 and game.rulings.malfunction_guns == "one":
        guns = tuple(row.name for row in rows for _ in range(row.working))
        rows = [craft.row(dice.draw(api.pick("which gun", guns, by=craft.side, about="each alike")))]
    for row in rows:
        counts = rules.faces("malfunction", CheckFacts(game, craft, station), 6)
        result = malfunction(dice, row.working, row.spares, game.tables, craft.side, counts)
        yield GunsJammed(craft=craft.id, row=row.name, **result._asdict())


def shot_done(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The next man is to shoot."""
    yield FireHeld(craft=step.of, station=str(step.facts[0]), told=False)


# -- orders ------------------------------------------------------------------------------------------------------------


class ShootingOrder(api.SteppedOrder[CloudsGame, CloudsSteps]):
    """What a man orders whose turn it is to shoot."""

    # "three phases: initiative, movement, shooting"
    timing: ClassVar[api.Timing] = api.Timing(("shooting",), rule="ICOG-3-a", reason="shots are fired in the shooting phase")
    craft: str
    station: str = PILOT

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        return {
            "craft": own_aircraft(game, player),
            "target": enemy_aircraft(game, player),
            "burst": api.Names("a burst", {burst: burst for burst in BURSTS}),
        }

    @classmethod
    def from_words(cls, game: CloudsGame, player: str, rules: CloudsSteps, values: api.Said) -> Iterable[Self]:
        """Whoever of an aircraft's men is to shoot."""
        given = {name: value for name, value in values.items() if value is not None}
        if game.shooter and game.shooter.craft == given["craft"]:
            given["station"] = game.shooter.station
        yield cls(**given)

    def preconditions(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        yield from (earlier := tuple(super().preconditions(game, player, rules)))
        if not earlier and game.shooter_of(player) != Shooter(self.craft, self.station):
            # "everything in the air by falling initiative"
            yield api.Objection("ICOG-6.1.1", "it is another's turn to shoot")


class Shoot(ShootingOrder, type="clouds.shoot"):
    """A burst at a target. ICOG-6.2, ICOG-6.3.7."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} shoots|fires|shoot|fire [a {burst} burst] at {target}",)
    target: str
    burst: BurstLength = "long"
    rows: tuple[str, ...] = ()
    """Rows of guns that shoot; none: all that can."""

    def spots(self, game: CloudsGame) -> Iterable[tuple[Vector, float]]:
        """What is drawn before it is ordered: a line to the target."""
        return [(game.of(self.target).pose.place, 0.0)] if game.has(self.target) else ()

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if (shooter := game.shooter_of(player)) is None:
            return
        craft = game.of(shooter.craft)
        for target in targets_of(game, craft, shooter.station):
            for burst in BURSTS:
                order = cls(craft=craft.id, station=shooter.station, target=target.id, burst=burst)
                need = order.check(game, rules).need.total
                title = f"{api.capitalised(craft.marking)}: a {burst} burst at {target.marking} ({max(1, need)} or less)"
                yield api.Offer(order, title, craft.id, kind="shots")

    def shooting_rows(self, game: CloudsGame) -> tuple[GunRow, ...]:
        """The rows that shoot."""
        rows = rows_of(game.of(self.craft), self.station)
        named = tuple(row for row in rows if row.name in self.rows) if self.rows else rows
        return tuple(row for row in named if loaded(game, row, self.burst))

    def check(self, game: CloudsGame, rules: CloudsSteps) -> Check:
        """The base shot."""
        craft, guns = game.of(self.craft), sum(row.working for row in self.shooting_rows(game))
        facts = shot_facts(game, craft, self.station, game.of(self.target), self.burst, guns)
        return shot_check(game, rules, craft, self.station, facts)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = game.of(self.craft)
        targets = {target.id: target for target in targets_of(game, craft, self.station)}
        if self.target not in targets:
            rule = "ICOG-6.2.1.1" if self.station == PILOT else "ICOG-6.2.2.1"
            # ICOG-6.2.1.1 "laid ahead of the nose", ICOG-6.2.2.1 "reaches what lies in its station's arc"
            yield api.Objection(rule, f"{game.called(self.target)} is no target of these guns now")
        elif not self.shooting_rows(game):
            # "A long burst is one box, a short one half of it"
            yield api.Objection("ICOG-6.3.7.2", f"no gun has the ammunition for a {self.burst} burst, and works")
        elif self.burst == "sustained" and not (
            dict(craft.tailed).get(self.target) == game.turn - 1
            and arc_of(game, targets[self.target], craft.pose.place) == "rear"
        ):  # ICOG-6.3.6.1, ``sustained_needs``
            # "From a target's rear arc, on a second turn running"
            yield api.Objection(
                "ICOG-6.3.6.1", "fire is sustained at the same target, from its rear, in turns that follow each other"
            )

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        check = self.check(game, rules)
        guns = sum(row.working for row in self.shooting_rows(game))
        facts = (check.alone, game.tables.lowest_jam(guns, self.burst), game.rulings)
        of, luck = api.ReadFrom((api.Asked, ShotFired), "outcome"), api.Tally("hits before re-rolls")
        hits = api.Question("to hit", shot, facts, (check.need,), view=attrgetter("hit"), of=of, luck=luck)
        strained = self.station == PILOT and "fixed-guns" in (craft := game.of(self.craft)).strained
        return (
            (hits, question_of(strength_check(rules, CheckFacts(game, craft, PILOT), "strength"))) if strained else (hits,)
        )

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        names = (row.name for row in self.shooting_rows(game))
        yield then(due("shoot", self.craft, self.station, self.target, self.burst, *names))


class HoldFire(ShootingOrder, type="clouds.hold"):
    """A man keeps his fire for this turn. ICOG-6.2.1-a."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} holds|hold [its fire]",)

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if shooter := game.shooter_of(player):
            marking = game.subject(shooter.craft)
            yield api.Offer(cls(craft=shooter.craft, station=shooter.station), f"{marking} holds its fire", shooter.craft)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield FireHeld(craft=self.craft, station=self.station)


STEPS = {"shoot": shoot, "friend": friend, "jam": jam, "shot": shot_done}
