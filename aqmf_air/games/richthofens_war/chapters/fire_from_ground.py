"""Fire from the ground: machine guns in the trench, Archie, guns of balloons that interrupt a move, hidden guns.

STRAFE-1 to STRAFE-3, AA, OWNAA, BALL, GCRIT, CAS.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as with_changes
from typing import Any, ClassVar, Literal

from aqmf_air import api
from aqmf_air.api.geometry import Hex, distance, stepped
from aqmf_air.games.richthofens_war.chapters import damage, fire, map_and_wind, paths
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import NAMES, Status, in_fire
from aqmf_air.games.richthofens_war.chapters.damage import critical_hit, hit_from_ground
from aqmf_air.games.richthofens_war.chapters.fire import TWO_DICE, OnDamageTable, Result, ShotCame, SkillUsed, roll_shot
from aqmf_air.games.richthofens_war.chapters.paths import DIVE, Walked, steps_of
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace
from aqmf_air.games.richthofens_war.chapters.victory import other
from aqmf_air.games.richthofens_war.state import Aircraft, Balloon, Events, Flight, Game, GroundGun, SideId
from aqmf_air.games.richthofens_war.tables import D6, TOTALS, Damage, RichthofenRulings, Tables

# -- a shot from the ground --------------------------------------------------------------------------------------------


NUMBERS = "ground-attacks"
Source = Literal["strafed", "archie", "balloon"]


def attacks_on_strafer(hexes: int, tables: Tables) -> int:
    """Attacks that so many hexes strafed bring. STRAFE-1."""
    return max((row.attacks for row in tables.strafing_attacks if row.hexes <= hexes), default=0)


@dataclass(frozen=True)
class FlakTarget:
    """What counts of an aircraft under fire from the ground."""

    status: Status = ""
    """As far as he uses it."""
    strafing: bool = False
    height: int = 1000


def ground_modifiers(
    source: Source, target: FlakTarget, tables: Tables, rulings: RichthofenRulings
) -> tuple[api.Modifier, ...]:
    """What is added to fire from the ground. STRAFE-2, AA-2, AA-3, BALL-5, BALL-6."""
    novice, exposed = target.status == "novice", tables.number(NUMBERS, "novice-strafes")
    if source == "strafed" or target.strafing:
        modifiers = [
            api.modifier(
                tables.number(NUMBERS, "at-strafer"),
                "at a strafing aircraft",
                "RW-STRAFE-2" if source == "strafed" else "RW-AA-3",
            )
        ]
        return (*modifiers, api.modifier(exposed, "novice", "RW-STRAFE-2")) if novice else tuple(modifiers)
    if source == "balloon" and target.height <= tables.number("strafing", "height"):
        return (api.modifier(exposed, "novice", "RW-BALL-6"),) if novice else ()
    value = -in_fire(target.status, tables, rulings)
    rule = "RW-BALL-5" if source == "balloon" else "RW-AA-2"
    return (api.modifier(value, f"at a {NAMES[target.status]}", rule),) if value else ()


@dataclass(frozen=True)
class GroundResult:
    """What a shot from the ground comes to."""

    result: Result
    critical: bool
    """With the extra die of GCRIT-1."""


def ground_shot(
    dice: api.Dice, row: Damage, change: int, tables: Tables, rulings: RichthofenRulings, by: str = "", about: object = None
) -> GroundResult:
    """A shot from the ground, with the extra die for a critical hit that modifiers rule out. GCRIT-1."""
    result = roll_shot(dice, row, change, rulings, by, about)
    lost = result.natural in row.critical and not result.critical
    saved = rulings.ground_critical_scope == "all" or not any(low + change in row.critical for low in TOTALS)
    return GroundResult(result, result.critical or (lost and saved and damage.extra_critical(dice, tables, by)))


def attacked(
    dice: api.Dice, attacks: int, row: Damage, change: int, tables: Tables, rulings: RichthofenRulings
) -> tuple[int, int]:
    """Points of damage and critical hits of several attacks from the ground on one aircraft. STRAFE-1, GCRIT-1."""
    return dice.each(attacks, (0, 0), _one_attack, row, change, tables, rulings)


def _one_attack(dice: api.Dice, row: Damage, change: int, tables: Tables, rulings: RichthofenRulings) -> tuple[int, int]:
    ground_result = ground_shot(dice, row, change, tables, rulings)
    return ground_result.result.damage, int(ground_result.critical)


def archie_fires(dice: api.Dice, tables: Tables, *, own: bool = False, by: str = "") -> bool:
    """Whether Archie fires at an aircraft in its reach; ``own``: at one of its own side. AA-1, OWNAA-1."""
    need = tables.number(NUMBERS, "own-archie-fires-to" if own else "archie-fires-to")
    return dice.draw(api.check("archie", D6, api.AtMost(need), by=by, about=f"fires on {need} or less"))


def archie(
    dice: api.Dice, row: Damage, change: int, tables: Tables, rulings: RichthofenRulings, *, own: bool = False
) -> GroundResult | None:
    """The fire of Archie at an aircraft in its reach; None: it does not fire. AA-1 to AA-3, GCRIT-1."""
    return ground_shot(dice, row, change, tables, rulings) if archie_fires(dice, tables, own=own) else None


def in_archie(hexes_from_trench: int, height: int, tables: Tables) -> bool:
    """Whether an aircraft over a side's airspace is in reach of its Archie; the trench hex is 0. AA-1."""
    near = 0 <= hexes_from_trench <= tables.number(NUMBERS, "archie-from-lines")
    return near and height <= tables.number(NUMBERS, "archie-ceiling")


def spares(friends: Iterable[tuple[int, int]], tables: Tables) -> bool:
    """Whether a friend of the gunners is too near to the target; friends as hexes and metres of height apart. AA-4."""
    near, level = tables.number(NUMBERS, "friend-hexes"), tables.number(NUMBERS, "friend-height")
    return any(hexes <= near and apart <= level for hexes, apart in friends)


def mistaken(enemies: Iterable[int], tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether Archie may take its own side for the enemy, by the hexes to enemy aircraft. OWNAA-1."""
    far = sorted(enemies)
    counted = far[:1] if rulings.own_archie_distance == "nearest" else far
    nearest, furthest = tables.number(NUMBERS, "enemy-nearest"), tables.number(NUMBERS, "enemy-furthest")
    return any(nearest <= hexes <= furthest for hexes in counted)


def discovered(dice: api.Dice, tables: Tables, by: str = "") -> bool:
    """Whether a hidden gun is seen. BALL-4, D-15."""
    need = tables.number("balloons", "discovered-from")
    return dice.draw(api.check("discovery", D6, api.AtLeast(need), by=by, about=f"{need}+"))


def gun_reaches(gun: GroundGun, target: HexPlace, tables: Tables) -> bool:
    """Whether an aircraft is in reach of a gun on the ground. BALL-2, D-2."""
    row = tables.ground_fire.at(gun.kind)
    return distance(Hex(*gun.at), target.at) <= row.reach and target.height <= row.ceiling


def defending(balloon: Balloon, guns: Iterable[GroundGun], tables: Tables) -> tuple[GroundGun, ...]:
    """The guns that defend a balloon: those of its side whose reach it is in, whatever its height. BALL-2."""
    return tuple(
        gun
        for gun in guns
        if gun.side == balloon.side and distance(Hex(*gun.at), Hex(*balloon.at)) <= tables.ground_fire.at(gun.kind).reach
    )


def may_be_discovered(gun: GroundGun, places: Iterable[Hex], tables: Tables) -> bool:
    """Whether an enemy is near enough to a hidden gun to discover it. BALL-4, D-15."""
    near = tables.number("balloons", "discovery-range")
    return gun.hidden and any(distance(Hex(*gun.at), at) <= near for at in places)


def guns_about(at: Hex, tables: Tables) -> tuple[tuple[Literal["MG", "AA"], Hex], ...]:
    """The guns about a winch, each with its kind and hex: machine guns to its left and right, Archie with it. D-15."""
    guns = list[tuple[Literal["MG", "AA"], Hex]]()
    for number in range(tables.number("balloons", "machine-guns")):
        guns.append(("MG", stepped(at, 0 if number % 2 else 3)))
    return (*guns, *(("AA", at) for _ in range(tables.number("balloons", "archie"))))


TRENCH, ARCHIE = "trench", "archie"
"""What fires that is no piece of its own."""


def attackers_reached(game: Game, aircraft: Aircraft) -> tuple[GroundGun, ...]:
    """The guns that may fire at an aircraft in its move, wherever it is: those that defend what it attacks. BALL-2."""
    guns = tuple(gun for gun in game.guns if gun.side != aircraft.side and not gun.fired and not gun.hidden)
    if game.rulings.balloon_attack == "any-enemy-in-range":
        return guns if any(each.side != aircraft.side and each.state == "up" for each in game.balloons) else ()
    attacked = [each for each in game.balloons if each.state == "up" and game.intends(aircraft.id, "balloon", each.id)]
    return tuple(gun for gun in guns if any(gun in defending(each, guns, game.tables) for each in attacked))


def next_stop(game: Game, aircraft: Aircraft, speed: int, path: str) -> ApproachStopped | None:
    """Where a move next comes into reach of guns that may fire; None: it goes on to its end. BALL-2.

    Args:
        game: with the aircraft wherever it is.
        aircraft: the aircraft as its move began.
        speed: of its move.
        path: the whole of it.
    """
    flight = game.flight
    if (flight and flight.held) or not (guns := attackers_reached(game, aircraft)):
        return None
    steps = steps_of(path)
    for step in range(flight.step + 1 if flight else 1, len(steps) + 1):
        if steps[step : step + 1] == [DIVE]:  # it is still on its way down in this hex
            continue
        pose, height = paths.walked_by(game, aircraft, "".join(steps[:step])).end
        place = HexPlace(pose.at, pose.facing, height)
        if reached := tuple(gun.id for gun in guns if gun_reaches(gun, place, game.tables)):
            return ApproachStopped(
                aircraft=aircraft.id,
                speed=speed,
                path=path,
                step=step,
                at=pose.at,
                facing=pose.facing,
                height=height,
                guns=reached,
            )
    return None


# -- fire -----------------------------------------------------------------------------------------------------------------


def status_under_fire(game: Game, aircraft: Aircraft) -> Status:
    """What counts of a pilot whom the ground fires at (``ace_and_ground``)."""
    if game.rulings.ace_and_ground == "separate":
        return game.status(aircraft)
    return fire.status_of_target(game, aircraft)


def _under_fire(game: Game, aircraft: Aircraft) -> FlakTarget:
    return FlakTarget(status_under_fire(game, aircraft), bool(aircraft.strafed), aircraft.height)


def changes_at(game: Game, aircraft: Aircraft, source: Source) -> tuple[api.Modifier, ...]:
    """What is added to fire from the ground at an aircraft. STRAFE-2, AA-2, AA-3, BALL-5, BALL-6."""
    return ground_modifiers(source, _under_fire(game, aircraft), game.tables, game.rulings)


def uses_skill(game: Game, aircraft: Aircraft, source: Source) -> bool:
    """Whether fire from the ground now would be an ace's one use of his skill in this turn (``ace_and_ground``): it takes
    something off that fire. ACE-2, AA-2, BALL-5.
    """
    if game.rulings.ace_and_ground != "same-choice" or fire.use_of_ace(game, aircraft.id):
        return False
    target = _under_fire(game, aircraft)
    without = ground_modifiers(source, with_changes(target, status=""), game.tables, game.rulings)
    return target.status != "novice" and changes_at(game, aircraft, source) != without


def ground_fire(game: Game, gun: str, kind: str, source: Source, id_: str, side: SideId, dice: api.Dice) -> Events:
    """A shot from the ground at an aircraft, and what an ace has used by it. STRAFE-2, AA-2, AA-3, BALL, GCRIT-1, CAS-1.

    Args:
        game: as it stands.
        gun: the gun that fires, or :data:`TRENCH` or :data:`ARCHIE`.
        kind: ``MG`` or ``AA``.
        source: why it fires.
        id_: at whom.
        side: whose gun it is.
        dice: as of any rule.
    """
    aircraft = game.of(id_)
    changes = changes_at(game, aircraft, source)
    row = game.tables.ground_fire.at(kind)
    named, change = api.labelled(dice, game.called(id_)), sum(each.value for each in changes)
    who = SHOOTERS.get(gun, game.called(gun))
    about = OnDamageTable(row, changes, game.rulings)
    came = ground_shot(
        api.labelled(dice, game.called(id_), lambda: who, "at"), row, change, game.tables, game.rulings, side, about
    )
    in_order = tuple(each.name for each in aircraft.guns if not each.out)
    behind = aircraft.observer is not None
    hit = (
        critical_hit(named, in_order, game.tables, game.rulings, side, observer=behind, ground=True)
        if came.critical
        else None
    )
    shot = GroundShot(
        gun=gun,
        target=id_,
        natural=came.result.natural,
        total=came.result.total,
        changes=tuple((each.value, each.reason, each.source) for each in changes),
        damage=came.result.damage,
        critical=hit.total if hit else 0,
        amount=hit.amount if hit else 0,
        health=hit.health if hit else "",
        gun_hit=hit.gun if hit else "",
    )
    used = game.phase != "combat" and uses_skill(game, aircraft, source)
    return (shot, SkillUsed(aircraft=id_, use="defence")) if used else (shot,)


def in_combat(game: Game, dice: api.Dice) -> Events:
    """Fire from the ground with all other fire, at the next aircraft that it may hit: of those that are strafed, by Archie,
    by guns that have not fired; nothing: it is over. STRAFE, AA, BALL-3.
    """
    for aircraft in game.flying:
        strafes = game.rulings.strafe_step == "combat-phase" and aircraft.strafed > aircraft.rear_strafed
        archie_fires_now = game.rulings.archie_step == "combat-phase" and archie_of(game, aircraft) is not None
        if f"{GROUND_FIRE}{aircraft.id}" in game.rounds or not (strafes or archie_fires_now or _in_reach(game, aircraft)):
            continue
        events = list[api.Event[Game]]()
        if game.rulings.strafe_step == "combat-phase":
            attacks = attacks_on_strafer(aircraft.strafed - aircraft.rear_strafed, game.tables)
            events += fire_at_strafer(game, attacks, aircraft, dice)
        if game.rulings.archie_step == "combat-phase":
            events += archie_at(game, aircraft, dice)
        events += _unfired(api.after(game, events), aircraft, dice)
        return (*events, GroundFireSettled(aircraft=aircraft.id, fired=bool(events)))
    return ()


def _in_reach(game: Game, aircraft: Aircraft) -> bool:
    """Whether a gun that has not fired reaches an aircraft that attacks its balloon. BALL-3."""
    return any(gun_reaches(gun, aircraft.place, game.tables) for gun in attackers_reached(game, aircraft))


def fire_at_strafer(game: Game, attacks: int, aircraft: Aircraft, dice: api.Dice) -> Events:
    """The attacks that strafing trenches brings. STRAFE-1."""
    fire = (ground_fire(game, TRENCH, "MG", "strafed", aircraft.id, other(aircraft.side), dice) for _ in range(attacks))
    return tuple(event for shot in fire for event in shot)


def archie_at(game: Game, aircraft: Aircraft, dice: api.Dice) -> Events:
    """The fire of Archie at an aircraft: the enemy's, or by mistake its own. AA-1 to AA-4, OWNAA-1."""
    if (gunners := archie_of(game, aircraft)) is None:
        return ()
    if not archie_fires(
        api.labelled(dice, game.called(aircraft.id), relation="at"), game.tables, own=gunners == aircraft.side, by=gunners
    ):
        return ()
    return ground_fire(game, ARCHIE, "AA", "archie", aircraft.id, gunners, dice)


def archie_of(game: Game, aircraft: Aircraft) -> SideId | None:
    """Whose Archie may fire at an aircraft where it is: the enemy's, or by mistake its own. AA-1 to AA-4, OWNAA-1."""
    if game.rulings.archie == "off" or not game.setup.trenches:
        return None
    gunners, tables, rulings = other(aircraft.side), game.tables, game.rulings
    enemies = [
        (distance(aircraft.hex, each.hex), abs(aircraft.height - each.height)) for each in game.enemies(aircraft.side)
    ]
    hexes = map_and_wind.archie_range(aircraft.hex, gunners, tables, rulings)
    if in_archie(hexes, aircraft.height, tables) and not spares(enemies, tables):
        return gunners
    height = 0 if rulings.own_archie_area == "no-ceiling" else aircraft.height
    inside = in_archie(map_and_wind.archie_range(aircraft.hex, aircraft.side, tables, rulings), height, tables)
    mistakes = rulings.own_archie != "off" and inside and mistaken((far for far, _ in enemies), tables, rulings)
    return aircraft.side if mistakes else None


def _unfired(game: Game, aircraft: Aircraft, dice: api.Dice) -> Events:
    """Guns of a balloon that have not fired in the move fire in combat, at the first attacker in reach. BALL-3."""
    events: list[api.Event[Game]] = []
    for gun in attackers_reached(game, aircraft):
        if gun_reaches(gun, aircraft.place, game.tables):
            shot = ground_fire(game, gun.id, gun.kind, "balloon", aircraft.id, gun.side, dice)
            events += shot
            game = api.after(game, shot)
    return tuple(events)


def may_draw_skill(game: Game, aircraft: Aircraft) -> bool:
    """Whether guns that are seen may fire at an ace in his move, who may keep his skill for attack. ACE-2."""
    guns = attackers_reached(game, aircraft) and uses_skill(game, aircraft, "balloon")
    lines_fire = game.rulings.archie == "on" and game.rulings.archie_step == "end-of-move" and game.setup.trenches
    return bool(guns) or (lines_fire and uses_skill(game, aircraft, "archie"))


def torn_by_ground(game: Game, aircraft: Aircraft) -> bool:
    """Whether fire from the ground in combat may be one of two things that an ace has one use of his skill for. ACE-2."""
    lines_fire = game.rulings.archie_step == "combat-phase" and archie_of(game, aircraft) is not None
    at_balloon = _in_reach(game, aircraft) and uses_skill(game, aircraft, "balloon")
    return at_balloon or (lines_fire and uses_skill(game, aircraft, "archie"))


def discoveries(game: Game, aircraft: Aircraft, path: str, way: Walked, dice: api.Dice) -> Events:
    """Hidden guns that are discovered; each may fire at once. BALL-4."""
    events: list[api.Event[Game]] = []
    flown = [at for at, _ in way.entered]
    near = (gun for gun in game.guns if gun.side != aircraft.side and may_be_discovered(gun, flown, game.tables))
    for gun in near:
        if not discovered(dice, game.tables, gun.side):
            continue
        events.append(GunDiscovered(gun=gun.id, by=aircraft.id))
        if not gun.fired and gun_reaches(gun, game.of(aircraft.id).place, game.tables):
            events += ground_fire(api.after(game, events), gun.id, gun.kind, "balloon", aircraft.id, gun.side, dice)
    return tuple(events)


# -- orders ------------------------------------------------------------------------------------------------------------


INTERRUPTS = api.Timing(("ground-fire",), "fire from the ground", "RW-BALL-2")  # "fire during the movement phase"


def _against_fire(game: Game, player: str) -> Iterator[api.Objection]:
    """What is said against fire, or holding it, while a move is interrupted."""
    if late := INTERRUPTS.objections(game):
        yield from late
    elif player not in game.acting:
        yield api.Objection("RW-BALL-2", "the guns are the enemy's")  # "eligible AA and MG fire during the movement phase"


def ground_damage_of(came: GroundResult) -> int:
    """The points of damage of a shot."""
    return came.result.damage


class FireFromGround(api.Order[Game, api.Registry], type="richthofen.fire_from_ground"):
    """A gun fires at an aircraft in the middle of its move; the result counts before the move goes on. BALL-2, BALL-3."""

    timing: ClassVar[api.Timing] = INTERRUPTS
    phrases: ClassVar[tuple[str, ...]] = ("{gun} fires|fire",)
    gun: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if cls.timing.fits(game) and game.flight:
            for gun in game.flight.guns:
                yield api.Offer(cls(gun=gun), f"{game.called(gun)} fires at {game.called(game.flight.before.id)}")

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        guns = {game.called(ground_gun.id): ground_gun.id for ground_gun in game.guns if ground_gun.side == player}
        return {
            "gun": api.Names(
                "one of your guns",
                guns | {ground_gun.id: ground_gun.id for ground_gun in game.guns if ground_gun.side == player},
                pieces=True,
            )
        }

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        if first := tuple(_against_fire(game, player)):
            yield from first
        elif game.flight is None or self.gun not in game.flight.guns:
            yield api.Objection("RW-BALL-3", f"{game.called(self.gun)[:60]} cannot fire now")  # "Each gun fires once a turn"

    def questions(self, game: Game, rules: api.Registry) -> Sequence[api.Question]:
        assert game.flight is not None
        gun = next(ground_gun for ground_gun in game.guns if ground_gun.id == self.gun)
        changes = changes_at(game, game.of(game.flight.before.id), "balloon")
        row = game.tables.ground_fire.at(gun.kind)
        added = api.TargetNumber(f"{TWO_DICE} {gun.kind}", 0, "from the ground", "RW-BALL-2", changes)
        facts: tuple[Any, ...] = (row, sum(change.value for change in changes), game.tables, game.rulings)
        read, luck = api.ReadFrom((GroundShot,), "damage", about=("gun", self.gun)), api.Tally("damage from the ground")
        return (api.Question("damage", ground_shot, facts, (added,), ground_damage_of, of=read, luck=luck),)

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        assert game.flight is not None
        gun = next(ground_gun for ground_gun in game.guns if ground_gun.id == self.gun)
        id_ = game.flight.before.id
        events = ground_fire(game, gun.id, gun.kind, "balloon", id_, gun.side, dice)
        events += hit_from_ground(api.after(game, events), id_, dice)
        return events


class HoldGroundFire(api.Order[Game, api.Registry], type="richthofen.hold_ground_fire"):
    """Guns hold their fire for now, or for the rest of the move. BALL-2, ``balloon_moment``."""

    timing: ClassVar[api.Timing] = INTERRUPTS
    phrases: ClassVar[tuple[str, ...]] = ("hold {until}",)
    rest: bool = False

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if cls.timing.fits(game):
            yield api.Offer(cls(), "hold fire for now")
            yield api.Offer(cls(rest=True), "hold fire for the rest of the move")

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        return {"until": api.Names("fire for now, or for the rest of the move", UNTIL)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: api.Registry, words: Mapping[str, str]) -> Iterable[HoldGroundFire]:
        yield cls(rest=words["until"] == REST)

    def in_words(self, game: Game, rules: api.Registry) -> Mapping[str, str]:
        return {"until": REST if self.rest else NOW}

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        return _against_fire(game, player)

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        return (GroundFireHeld(rest=self.rest),)


NOW, REST = "now", "rest"
UNTIL = {"fire for now": NOW, "fire": NOW, "fire for the rest of the move": REST}


# -- events ------------------------------------------------------------------------------------------------------------


GROUND_FIRE = "ground fire at "
"""How it is called among what is done once in a turn, before the id of an aircraft."""
SHOOTERS = {"trench": "machine guns in the trench", "archie": "Archie"}
"""Guns that are no pieces of their own."""


class ApproachStopped(api.Event[Game], type="richthofen.approach_stopped"):
    """A move has come into reach of guns on the ground, which may fire before it goes on. BALL-2."""

    aircraft: str
    speed: int
    path: str
    step: int
    """Steps of the path that are flown."""
    at: tuple[int, int]
    facing: int
    height: int
    guns: tuple[str, ...]

    def apply(self, game: Game) -> Game:
        before = game.flight.before if game.flight else game.of(self.aircraft)
        flight = Flight(speed=self.speed, path=self.path, step=self.step, guns=self.guns, before=before)
        side = next(gun.side for gun in game.guns if gun.id in self.guns)
        game = api.replace(game, flight=flight, phase="ground-fire", choosing=(side,), done=())
        return game.changed(self.aircraft, at=self.at, facing=self.facing, height=self.height)

    def tell(self, game: Game) -> str:
        return f"{game.called(self.aircraft)} comes into reach of {' and '.join(map(game.called, self.guns))}"


class GroundFireHeld(api.Event[Game], type="richthofen.ground_fire_held"):
    """Guns on the ground hold their fire for now, or for the rest of a move. BALL-2."""

    rest: bool = False

    def apply(self, game: Game) -> Game:
        assert game.flight is not None
        return api.replace(game, flight=api.replace(game.flight, guns=(), held=self.rest), choosing=())

    def tell(self, game: Game) -> str:
        return f"the guns hold their fire{' for the rest of the move' if self.rest else ''}"


class GroundShot(ShotCame, type="richthofen.ground_shot"):
    """A gun on the ground has fired. STRAFE-1, AA-1, OWNAA-1, BALL-2."""

    gun: str
    """The gun, or ``trench`` and ``archie``."""

    def apply(self, game: Game) -> Game:
        guns = tuple(
            api.replace(ground_gun, fired=True) if ground_gun.id == self.gun else ground_gun for ground_gun in game.guns
        )
        flight = game.flight
        if flight:
            flight = api.replace(flight, guns=tuple(gun for gun in flight.guns if gun != self.gun))
        return api.replace(game, guns=guns, flight=flight, shots=(*game.shots, self.shot(self.gun, ground=True)))

    def tell(self, game: Game) -> str:
        who = SHOOTERS.get(self.gun, game.called(self.gun))
        fire = "fire" if self.gun == "trench" else "fires"
        return f"{who} {fire} at {game.called(self.target)}: {self.came(critical=self.critical > 0)}"


class GroundFireSettled(api.Event[Game], type="richthofen.ground_fire_settled"):
    """All that fires from the ground in combat at an aircraft has fired, or has not. STRAFE-1, AA-1, BALL-3."""

    aircraft: str
    fired: bool

    def apply(self, game: Game) -> Game:
        return api.replace(game, rounds=(*game.rounds, f"{GROUND_FIRE}{self.aircraft}"))

    def tell(self, game: Game) -> str:
        return "" if self.fired else f"nothing fires from the ground at {game.called(self.aircraft)}"


class GunDiscovered(api.Event[Game], type="richthofen.gun_discovered"):
    """A hidden gun on the ground is seen. BALL-4, D-15."""

    gun: str
    by: str

    def apply(self, game: Game) -> Game:
        return api.replace(
            game,
            guns=tuple(
                api.replace(ground_gun, hidden=False) if ground_gun.id == self.gun else ground_gun
                for ground_gun in game.guns
            ),
        )

    def tell(self, game: Game) -> str:
        return f"{game.called(self.by)} discovers {game.called(self.gun)}"


# -- rulings on fire from the ground and at it -------------------------------------------------------------------------


class GroundRulings(api.Rulings):
    """What the source leaves open of fire from the ground and at it."""

    jettison_speed: Literal["loaded-maximum", "own-maximum"] = api.ruling(
        "RW-BOMB-6",
        "Which maximum speed has to fall to the minimum for the load to go?",
        "That of the loaded aircraft.",
        "Its own.",
    )
    strafe_step: Literal["combat-phase", "hex-by-hex"] = api.ruling(
        "RW-STRAFE-1", "When do machine guns fire at a strafing aircraft?", "With all other fire.", "During its move."
    )
    archie: Literal["off", "on"] = api.ruling("RW-AA-1", "Does anti-aircraft fire from the lines?", "No.", "Yes.")
    own_archie: Literal["as-archie", "off"] = api.ruling(
        "RW-OWNAA-1", "Does it fire at its own side by mistake?", "If there is any at all.", "No."
    )
    archie_lines: Literal["own-front-trench", "any-trench"] = api.ruling(
        "RW-AA-1",
        "From where are the five hexes counted?",
        "From the gunners' front trench backwards, the trench itself being 0.",
        "From any trench hex.",
    )
    own_archie_distance: Literal["nearest", "any"] = api.ruling(
        "RW-OWNAA-1", "Which enemy aircraft has to be three to ten hexes off?", "The nearest.", "Any."
    )
    own_archie_area: Literal["yes", "no-ceiling"] = api.ruling(
        "RW-OWNAA-1", "Does fire at one's own side keep to 2000 m and five hexes?", "Yes.", "To five hexes only."
    )
    archie_step: Literal["combat-phase", "end-of-move"] = api.ruling(
        "RW-AA-1", "When does it fire?", "With all other fire.", "At the end of the move."
    )
    balloon_attack: Literal["announced", "any-enemy-in-range"] = api.ruling(
        "RW-BALL-2",
        "Who attacks a balloon before he has fired?",
        "Who announces it before his move.",
        "Every enemy in range of its guns.",
    )
    balloon_moment: Literal["defender-chooses", "first-hex"] = api.ruling(
        "RW-BALL-2",
        "In which hex of the move do its guns fire?",
        "In the one that their owner chooses.",
        "In the first one in range.",
    )
    balloon_target: Literal["critical-burns", "criticals-ignored"] = api.ruling(
        "RW-BALL-1",
        "What counts when a balloon is fired at?",
        "No silhouette and no deflection; any critical hit burns it.",
        "The same, but critical hits do nothing.",
    )
    balloon_winch: Literal["from-first-attack", "never"] = api.ruling(
        "RW-BALL-1",
        "When is a balloon winched down?",
        "At each turn's end from the first attack on it; on the ground it is saved.",
        "Never.",
    )
    balloon_guns_at: Literal["about-the-winch", "scenario"] = api.ruling(
        "RW-BALL-2",
        "Where do its guns stand?",
        "Machine guns in the hexes left and right of the winch, the anti-aircraft gun with it.",
        "Where the scenario has them.",
    )
    ground_critical_scope: Literal["none-possible", "all"] = api.ruling(
        "RW-GCRIT-1",
        "Which critical hits that a modifier takes away get the extra die?",
        "Those of attacks where modifiers leave none possible.",
        "All that a modifier takes away.",
    )
    strafe_and_fire: Literal["no", "yes"] = api.ruling(
        "RW-STRAFE-1", "May a pilot who strafes fire at aircraft in that turn?", "No; an observer may.", "Yes."
    )
    strafe_hex: Literal["trench", "any-ground"] = api.ruling(
        "RW-STRAFE-1",
        "Which hexes are strafed?",
        "Enemy trench hexes entered at 350 m or lower, announced before the move.",
        "Any on the enemy's side; nothing fires back from behind the trench.",
    )
