"""What follows over the ground: guns that interrupt a move, runs that a move makes, fire from below, balloons."""

from __future__ import annotations

from collections.abc import Iterator

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import Modifier
from aqmf_air.core.play.orders import Event, after
from aqmf_air.games.richthofens_war import flights, targets
from aqmf_air.games.richthofens_war.events.declarations import SkillUsed
from aqmf_air.games.richthofens_war.events.ground import (
    GROUND_FIRE,
    SHOOTERS,
    ApproachStopped,
    BalloonWinched,
    BombsDropped,
    GroundFireSettled,
    GroundShot,
    GunDiscovered,
    PhotographsTaken,
    Spotted,
    TrenchStrafed,
)
from aqmf_air.games.richthofens_war.pieces import Aircraft, GroundGun, SideId
from aqmf_air.games.richthofens_war.rules import ground, lines, missions
from aqmf_air.games.richthofens_war.rules.criticals import critical_hit
from aqmf_air.games.richthofens_war.rules.fire import OnDamageTable
from aqmf_air.games.richthofens_war.rules.moving import DIVE, Walked, steps_of
from aqmf_air.games.richthofens_war.rules.skill import Status
from aqmf_air.games.richthofens_war.rules.tailing import HexPlace
from aqmf_air.games.richthofens_war.scoring import other
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.geometry.hexes.grid import Hex, distance

Events = tuple[Event[Game], ...]
TRENCH, ARCHIE = "trench", "archie"
"""What fires that is no piece of its own."""


# -- moves that guns interrupt --------------------------------------------------------------------------------------------


def attackers_reached(game: Game, one: Aircraft) -> tuple[GroundGun, ...]:
    """The guns that may fire at an aircraft in its move, wherever it is: those that defend what it attacks. BALL-2."""
    guns = tuple(gun for gun in game.guns if gun.side != one.side and not gun.fired and not gun.hidden)
    if game.rulings.balloon_attack == "any-enemy-in-range":
        return guns if any(each.side != one.side and each.state == "up" for each in game.balloons) else ()
    attacked = [each for each in game.balloons if each.state == "up" and game.intends(one.id, "balloon", each.id)]
    return tuple(gun for gun in guns if any(gun in missions.defending(each, guns, game.tables) for each in attacked))


def next_stop(game: Game, one: Aircraft, speed: int, path: str) -> ApproachStopped | None:
    """Where a move next comes into reach of guns that may fire; None: it goes on to its end. BALL-2.

    Args:
        game: with the aircraft wherever it is.
        one: the aircraft as its move began.
        speed: of its move.
        path: the whole of it.
    """
    flight = game.flight
    if (flight and flight.held) or not (guns := attackers_reached(game, one)):
        return None
    steps = steps_of(path)
    for step in range(flight.step + 1 if flight else 1, len(steps) + 1):
        if steps[step : step + 1] == [DIVE]:  # it is still on its way down in this hex
            continue
        pose, height = flights.walked(game, one, "".join(steps[:step])).end
        place = HexPlace(pose.at, pose.facing, height)
        if reached := tuple(gun.id for gun in guns if missions.gun_reaches(gun, place, game.tables)):
            return ApproachStopped(
                aircraft=one.id,
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


def status_under_fire(game: Game, one: Aircraft) -> Status:
    """What counts of a pilot whom the ground fires at (``ace_and_ground``)."""
    if game.rulings.ace_and_ground == "separate":
        return game.status(one)
    return targets.status_of_target(game, one)


def _under_fire(game: Game, one: Aircraft) -> ground.FlakTarget:
    return ground.FlakTarget(status_under_fire(game, one), bool(one.strafed), one.height)


def changes_at(game: Game, one: Aircraft, source: ground.Source) -> tuple[Modifier, ...]:
    """What is added to fire from the ground at an aircraft. STRAFE-2, AA-2, AA-3, BALL-5, BALL-6."""
    return ground.ground_modifiers(source, _under_fire(game, one), game.tables, game.rulings)


def skill_counts(game: Game, one: Aircraft, source: ground.Source) -> bool:
    """Whether fire from the ground now would be an ace's one use of his skill in this turn (``ace_and_ground``). ACE-2."""
    chooses = game.rulings.ace_and_ground == "same-choice" and not targets.use_of_ace(game, one.id)
    return chooses and ground.skill_counts(source, _under_fire(game, one), game.tables, game.rulings)


def ground_fire(game: Game, gun: str, kind: str, source: ground.Source, id_: str, side: SideId, dice: Dice) -> Events:
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
    one = game.of(id_)
    changes = changes_at(game, one, source)
    row = game.tables.ground_fire.at(kind)
    named, change = labelled(dice, game.called(id_)), sum(each.value for each in changes)
    who = SHOOTERS.get(gun, game.called(gun))
    about = OnDamageTable(row, changes, game.rulings)
    came = ground.ground_shot(
        labelled(dice, game.called(id_), lambda: who, "at"), row, change, game.tables, game.rulings, side, about
    )
    in_order = tuple(each.name for each in one.guns if not each.out)
    behind = one.observer is not None
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
    used = game.phase != "combat" and skill_counts(game, one, source)
    return (shot, SkillUsed(aircraft=id_, use="defence")) if used else (shot,)


def in_combat(game: Game, dice: Dice) -> Events:
    """Fire from the ground with all other fire, at the next aircraft that it may hit: of those that are strafed, by Archie,
    by guns that have not fired; nothing: it is over. STRAFE, AA, BALL-3.
    """
    for one in game.flying:
        if f"{GROUND_FIRE}{one.id}" in game.rounds or not _may_be_hit(game, one):
            continue
        events = list(_at_strafer(game, one, dice))
        if game.rulings.archie_step == "combat-phase":
            events += archie(game, one, dice)
        events += _unfired(after(game, events), one, dice)
        return (*events, GroundFireSettled(aircraft=one.id, fired=bool(events)))
    return ()


def _may_be_hit(game: Game, one: Aircraft) -> bool:
    """Whether anything on the ground may fire at an aircraft in combat."""
    strafes = game.rulings.strafe_step == "combat-phase" and one.strafed > one.rear_strafed
    lines_fire = game.rulings.archie_step == "combat-phase" and archie_of(game, one) is not None
    return strafes or lines_fire or _in_reach(game, one)


def _in_reach(game: Game, one: Aircraft) -> bool:
    """Whether a gun that has not fired reaches an aircraft that attacks its balloon. BALL-3."""
    return any(missions.gun_reaches(gun, one.place, game.tables) for gun in attackers_reached(game, one))


def _at_strafer(game: Game, one: Aircraft, dice: Dice) -> Events:
    """STRAFE-1, STRAFE-2."""
    if game.rulings.strafe_step != "combat-phase":
        return ()
    attacks = ground.attacks_on_strafer(one.strafed - one.rear_strafed, game.tables)
    return _fired_at(game, attacks, one, dice)


def _fired_at(game: Game, attacks: int, one: Aircraft, dice: Dice) -> Events:
    """The attacks that strafing trenches brings. STRAFE-1."""
    fire = (ground_fire(game, TRENCH, "MG", "strafed", one.id, other(one.side), dice) for _ in range(attacks))
    return tuple(event for shot in fire for event in shot)


def archie(game: Game, one: Aircraft, dice: Dice) -> Events:
    """The fire of Archie at an aircraft: the enemy's, or by mistake its own. AA-1 to AA-4, OWNAA-1."""
    if (gunners := archie_of(game, one)) is None:
        return ()
    if not ground.archie_fires(
        labelled(dice, game.called(one.id), relation="at"), game.tables, own=gunners == one.side, by=gunners
    ):
        return ()
    return ground_fire(game, ARCHIE, "AA", "archie", one.id, gunners, dice)


def archie_of(game: Game, one: Aircraft) -> SideId | None:
    """Whose Archie may fire at an aircraft where it is: the enemy's, or by mistake its own. AA-1 to AA-4, OWNAA-1."""
    if game.rulings.archie == "off" or not game.setup.trenches:
        return None
    gunners = other(one.side)
    if _in_archie(game, one, gunners) and not ground.spares(_friends(game, one, gunners), game.tables):
        return gunners
    return one.side if game.rulings.own_archie != "off" and _mistaken(game, one) else None


def _in_archie(game: Game, one: Aircraft, gunners: SideId) -> bool:
    hexes = lines.archie_range(one.hex, gunners, game.tables, game.rulings)
    return ground.in_archie(hexes, one.height, game.tables)


def _mistaken(game: Game, one: Aircraft) -> bool:
    height = 0 if game.rulings.own_archie_area == "no-ceiling" else one.height
    inside = ground.in_archie(lines.archie_range(one.hex, one.side, game.tables, game.rulings), height, game.tables)
    far = [distance(one.hex, enemy.hex) for enemy in game.enemies(one.side)]
    return inside and ground.mistaken(far, game.tables, game.rulings)


def _friends(game: Game, one: Aircraft, gunners: SideId) -> Iterator[tuple[int, int]]:
    for each in game.flying:
        if each.side == gunners:
            yield distance(one.hex, each.hex), abs(one.height - each.height)


def _unfired(game: Game, one: Aircraft, dice: Dice) -> Events:
    """Guns of a balloon that have not fired in the move fire in combat, at the first attacker in reach. BALL-3."""
    events: list[Event[Game]] = []
    for gun in attackers_reached(game, one):
        if missions.gun_reaches(gun, one.place, game.tables):
            shot = ground_fire(game, gun.id, gun.kind, "balloon", one.id, gun.side, dice)
            events += shot
            game = after(game, shot)
    return tuple(events)


def may_draw_skill(game: Game, one: Aircraft) -> bool:
    """Whether guns that are seen may fire at an ace in his move, who may keep his skill for attack. ACE-2."""
    guns = attackers_reached(game, one) and skill_counts(game, one, "balloon")
    lines_fire = game.rulings.archie == "on" and game.rulings.archie_step == "end-of-move" and game.setup.trenches
    return bool(guns) or (lines_fire and skill_counts(game, one, "archie"))


def torn_by_ground(game: Game, one: Aircraft) -> bool:
    """Whether fire from the ground in combat may be one of two things that an ace has one use of his skill for. ACE-2."""
    lines_fire = game.rulings.archie_step == "combat-phase" and archie_of(game, one) is not None
    at_balloon = _in_reach(game, one) and skill_counts(game, one, "balloon")
    return at_balloon or (lines_fire and skill_counts(game, one, "archie"))


# -- what a move does over the ground -------------------------------------------------------------------------------------


def done_by_move(game: Game, one: Aircraft, path: str, way: Walked, dice: Dice) -> Events:
    """What an aircraft has done over the ground in its move. D-16 to D-18, STRAFE-1, BALL-4.

    Args:
        game: with the aircraft at the end of its move.
        one: the aircraft as its move began.
        path: of the move.
        way: the same, step by step.
        dice: as of any rule.
    """
    events: list[Event[Game]] = []
    for done in (_photographs, _bombs, _strafing, _discoveries):
        more = done(after(game, events), one, path, way, dice)
        events += more
    return tuple(events)


def targets_of(game: Game, side: SideId, kind: str) -> frozenset[Hex]:
    """The target hexes of a side's missions of a kind."""
    there = (at for each in game.setup.missions if (each.side, each.kind) == (side, kind) for at in each.targets)
    return missions.hexes_of(there)


def _photographs(game: Game, one: Aircraft, path: str, way: Walked, dice: Dice) -> Events:
    sought = targets_of(game, one.side, "photographs")
    if not sought or missions.against_observing(one):
        return ()
    found = missions.photographed(flights.start_of(game, one), path, way, sought, game.tables)
    new = tuple(at for at in found if tuple(at) not in one.photographed)
    return (PhotographsTaken(aircraft=one.id, hexes=new),) if new else ()


def bombed_from(game: Game, one: Aircraft, way: Walked) -> int | None:
    """The height in metres from which a move bombs its target; None: it drops none there. D-16."""
    if not one.loaded or not game.intends(one.id, "bombs"):
        return None
    return missions.over_target(way, targets_of(game, one.side, "bombs"))


def _bombs(game: Game, one: Aircraft, path: str, way: Walked, dice: Dice) -> Events:
    if not one.loaded or not game.intends(one.id, "bombs"):
        return ()
    if (height := bombed_from(game, one, way)) is None:
        return (BombsDropped(aircraft=one.id, height=way.end.height, on_target=False, hit=False),)
    hit = ground.bombed(labelled(dice, game.called(one.id), relation="of"), height, game.tables, one.side)
    return (BombsDropped(aircraft=one.id, height=height, on_target=True, hit=hit),)


def may_come_to_strafe(game: Game, one: Aircraft) -> bool:
    """Whether an aircraft may come low enough over the enemy's trench in this move."""
    now, most = game.performance(one), game.tables.number("strafing", "height")
    near = lines.behind_lines(one.hex, other(one.side), game.tables)
    strafes = game.setup.trenches or game.rulings.strafe_hex == "any-ground"
    return strafes and one.height - now.max_dive <= most and abs(near) <= now.max_speed


def hexes_strafed(game: Game, one: Aircraft, path: str, way: Walked) -> int:
    """Hexes that a move strafes, as was announced; 0: none. STRAFE-1."""
    if not game.intends(one.id, "strafing") or not targets.batteries_of(game, one, "pilot"):
        return 0
    return missions.strafed_hexes(path, way, one.side, game.tables, game.rulings)


def _strafing(game: Game, one: Aircraft, path: str, way: Walked, dice: Dice) -> Events:
    hexes = hexes_strafed(game, one, path, way)
    battery = next(iter(targets.batteries_of(game, one, "pilot")), None)
    if not hexes or battery is None:
        return ()
    hits = ground.strafed(labelled(dice, game.called(one.id), relation="by"), hexes, game.tables, one.side)
    rear = missions.rear_hexes(path, way, one.side, game.tables, game.rulings)
    events: Events = (TrenchStrafed(aircraft=one.id, hexes=hexes, hits=hits, guns=battery.guns, rear=rear),)
    if game.rulings.strafe_step != "combat-phase":
        now = after(game, events)
        attacks = ground.attacks_on_strafer(hexes - rear, game.tables)
        events += _fired_at(now, attacks, one, dice)
    return events


def _discoveries(game: Game, one: Aircraft, path: str, way: Walked, dice: Dice) -> Events:
    """Hidden guns that are discovered; each may fire at once. BALL-4."""
    events: list[Event[Game]] = []
    flown = [at for at, _ in way.entered]
    near = (gun for gun in game.guns if gun.side != one.side and missions.may_be_discovered(gun, flown, game.tables))
    for gun in near:
        if not ground.discovered(dice, game.tables, gun.side):
            continue
        events.append(GunDiscovered(gun=gun.id, by=one.id))
        if not gun.fired and missions.gun_reaches(gun, game.of(one.id).place, game.tables):
            events += ground_fire(after(game, events), gun.id, gun.kind, "balloon", one.id, gun.side, dice)
    return tuple(events)


# -- balloons, and the end of a turn --------------------------------------------------------------------------------------


def turn_over(game: Game, dice: Dice) -> Events:
    """The end of a turn over the ground: spotting, and balloons that are winched down. D-15, D-18."""
    events: list[Event[Game]] = []
    for one in game.flying:
        if missions.spots(one, targets_of(game, one.side, "spotting"), game.tables):
            hit = ground.spotted(labelled(dice, game.called(one.id), relation="by"), game.tables, one.side)
            events.append(Spotted(aircraft=one.id, hit=hit))
    for balloon in game.balloons:
        height = missions.winched(balloon, game.tables, game.rulings)
        if balloon.state == "up" and height != balloon.height:
            events.append(BalloonWinched(balloon=balloon.id, height=height))
    return tuple(events)
