"""What fire does when all have fired: damage, criticals, losses, victories, the fate of men; and losses in other ways."""

from __future__ import annotations

from collections.abc import Iterable

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.play.orders import Event, after
from aqmf_air.games.richthofens_war.events.damage import (
    AircraftLost,
    BalloonHit,
    ControlsTaken,
    CrewFate,
    CrewJumps,
    CriticalSuffered,
    DamageApplied,
    FuelChecked,
    GlideBegan,
    LoadJettisoned,
    VictoryCredited,
)
from aqmf_air.games.richthofens_war.pieces import Aircraft, Airman, Balloon, PendingShot
from aqmf_air.games.richthofens_war.rules import harm, moving
from aqmf_air.games.richthofens_war.rules.criticals import critical_hit
from aqmf_air.games.richthofens_war.rules.parachutes import Falling, fate_of, has_parachute
from aqmf_air.games.richthofens_war.scoring import shares
from aqmf_air.games.richthofens_war.state import Game

Why = str
Events = tuple[Event[Game], ...]


def applied(game: Game, dice: Dice) -> Events:
    """What the shots that were fired do, target by target. FIRE-1, FIRE-2, VIC-1, VIC-2."""
    events: list[Event[Game]] = []
    for id_ in dict.fromkeys(shot.target for shot in game.shots):
        if (balloon := game.balloon(id_)) is not None:
            step = _balloon_hit(game, balloon, [shot for shot in game.shots if shot.target == id_])
        elif game.has(id_):
            step = _hit(game, id_, [shot for shot in game.shots if shot.target == id_], dice)
        else:
            continue
        events += step
        game = after(game, step)
    return tuple(events)


def _balloon_hit(game: Game, balloon: Balloon, shots: list[PendingShot]) -> Events:
    """What fire does to a balloon, and whose victory it is. BALL-1, ``balloon_target``."""
    damage = sum(shot.damage for shot in shots)
    burns = any(shot.burns for shot in shots) and game.rulings.balloon_target == "critical-burns"
    gone = burns or balloon.damage + damage >= game.tables.number("balloons", "damage")
    hit = BalloonHit(balloon=balloon.id, damage=damage, destroyed=gone)
    return (hit, *credited((shot.shooter for shot in shots), balloon.id)) if gone else (hit,)


def _with_critical(game: Game, shot: PendingShot, dice: Dice) -> PendingShot:
    """A shot whose critical hit is rolled for when all have fired (``critical_moment``)."""
    one, side = game.of(shot.target), game.of(shot.shooter).side
    guns = tuple(gun.name for gun in one.guns if not gun.out)
    named = labelled(dice, game.called(shot.target))
    found = critical_hit(named, guns, game.tables, game.rulings, side, observer=one.observer is not None)
    more = {"critical": found.total, "amount": found.amount, "health": found.health, "gun": found.gun}
    return replace(shot, **more)


def hit_from_ground(game: Game, id_: str, dice: Dice) -> Events:
    """What fire from the ground does at once to an aircraft in its move. BALL-2."""
    return _hit(game, id_, [shot for shot in game.shots if shot.target == id_], dice)


def _hit(game: Game, id_: str, shots: list[PendingShot], dice: Dice) -> Events:
    by = tuple(dict.fromkeys(shot.shooter for shot in shots if not shot.ground and shot.shooter != id_))
    events: list[Event[Game]] = [DamageApplied(aircraft=id_, damage=sum(shot.damage for shot in shots))]
    for fired in shots:
        shot = _with_critical(game, fired, dice) if fired.burns else fired
        if shot.critical:
            effect = game.tables.critical_hits.at(shot.critical).effect
            events.append(
                CriticalSuffered(
                    aircraft=id_,
                    total=shot.critical,
                    effect=effect,
                    amount=shot.amount,
                    health=shot.health,
                    gun=shot.gun,
                    by=(shot.shooter,) if not shot.ground else (),
                )
            )
    game = after(game, events)
    hitters = by
    if game.rulings.shared_scope == "all-who-damaged-it-that-turn":
        hitters = tuple(dict.fromkeys(s.shooter for s in shots if s.shooter in by and (s.damage or s.critical or s.burns)))
    if any(shot.ground for shot in shots) and game.rulings.shared_with_ground == "no-credit":
        hitters = ()
    return (*events, *after_damage(game, id_, hitters))


def after_damage(game: Game, id_: str, by: tuple[str, ...]) -> Events:
    """What follows from the state of an aircraft that was hurt: its loss, its glide, a load that falls."""
    one = game.of(id_)
    if one.damage >= game.type_of(one).damage:
        return lost(game, id_, "damage", by)
    dual = can_take_controls(game, one)
    if nobody_flies(game, one):
        if game.rulings.pilot_killed == "aircraft-lost":
            return lost(game, id_, "pilot", by)
        return () if one.gliding else (GlideBegan(aircraft=id_),)
    events: Events = ()
    if dual and game.rulings.dual_when == "at-once":
        events = (ControlsTaken(aircraft=id_),)
        game = after(game, events)
        one = game.of(id_)
    if moving.jettisons(game.type_of(one), game.condition(one), game.tables, game.rulings):
        events = (*events, LoadJettisoned(aircraft=id_))
        game = after(game, events[-1:])
        one = game.of(id_)
    now = game.performance(one)
    if not one.gliding and now.max_speed < now.min_speed:
        if game.rulings.engine_at_zero == "lost":
            return (*events, *lost(game, id_, "engine", by))
        events = (*events, GlideBegan(aircraft=id_))
    return events


def can_take_controls(game: Game, one: Aircraft) -> bool:
    """Whether an observer can fly in place of a pilot who no longer can. SPEC-23."""
    out = ("dead",) if game.rulings.dual_who == "killed" else ("dead", "wounded")
    there = one.observer is not None and one.observer.fit and game.type_of(one).has("dual-controls")
    return there and one.flown_by == "pilot" and one.pilot.health in out


def nobody_flies(game: Game, one: Aircraft) -> bool:
    """Whether who flies an aircraft is dead, and nobody can take the controls. SPEC-23, ``pilot_killed``."""
    at_controls = one.observer if one.flown_by == "observer" else one.pilot
    return at_controls is not None and at_controls.health == "dead" and not can_take_controls(game, one)


def lost(game: Game, id_: str, why: Why, by: Iterable[str]) -> Events:
    """An aircraft is destroyed: whose victory it is, and whether anybody aboard has a parachute. VIC-1, PARA-2."""
    gone = AircraftLost.model_validate({"aircraft": id_, "why": why})
    jumps = any(has_parachute(_falling(game, game.of(id_), man), game.tables, game.rulings) for man in game.of(id_).crew)
    return (gone, *credited(by, id_), *((CrewJumps(aircraft=id_),) if jumps else ()))


def _falling(game: Game, one: Aircraft, man: Airman) -> Falling:
    nation = game.type_of(one).nation
    return Falling(nation, game.setup.date, one.side, one.hex, one.height, man.health, not man.fit, game.wind)


def credited(by: Iterable[str], target: str) -> Events:
    """The victory over an aircraft, in equal parts. VIC-1."""
    parts = shares(by, target)
    return tuple(VictoryCredited(aircraft=one.aircraft, target=one.target, share=one.share) for one in parts)


def fates(game: Game, id_: str, dice: Dice) -> Events:
    """What becomes of the crew of an aircraft that is destroyed; without parachutes it is lost. PARA-1 to PARA-7."""
    one = game.of(id_)
    events: list[Event[Game]] = []
    for place, man in enumerate(one.crew):
        falling = _falling(game, one, man)
        if has_parachute(falling, game.tables, game.rulings):
            who = man.name or f"{'the pilot' if not place else 'the observer'} of {game.called(id_)}"
            named = labelled(dice, who, relation="for")
            fate = fate_of(named, falling, game.tables, game.rulings, one.side)
            events.append(CrewFate(aircraft=id_, man=place, fate=fate))
    return tuple(events)


def fuel_checks(game: Game, dice: Dice) -> Events:
    """The rolls for holed tanks when combat is over. CRIT-4, CRIT-5."""
    events: list[Event[Game]] = []
    for one in game.flying:
        dry = one.dry
        for again, rolls in ((False, one.fuel), (True, one.fuel_again)):
            if rolls is not None and not dry:
                named = labelled(dice, game.called(one.id), relation="of")
                dry = harm.runs_dry(named, rolls, game.tables, game.rulings, one.side)
                events.append(FuelChecked(aircraft=one.id, dry=dry, again=again))
                if dry and game.rulings.fuel_gone == "at-once" and not one.gliding:
                    events.append(GlideBegan(aircraft=one.id))
    return tuple(events)
