"""The facts of an attack as the aircraft stand, and what follows from it: for offers, odds and decisions alike. ATK, GND."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.games.aces_of_valor.actions import OBSERVING
from aqmf_air.games.aces_of_valor.counters import Aircraft
from aqmf_air.games.aces_of_valor.course import CampaignCourse
from aqmf_air.games.aces_of_valor.events.aircraft import PointsScored, capacity
from aqmf_air.games.aces_of_valor.events.rounds import AircraftAttacked, AttemptMade, GroundAttacked, Weapon
from aqmf_air.games.aces_of_valor.losses import hit_enemy, hit_friend, target_hit
from aqmf_air.games.aces_of_valor.phases.combat import mission_of
from aqmf_air.games.aces_of_valor.rules import attempts, fire, ground
from aqmf_air.games.aces_of_valor.rules.attempts import Observing
from aqmf_air.games.aces_of_valor.rules.fire import Exchange
from aqmf_air.games.aces_of_valor.rules.ground import Run
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Effect, GroundKind, Side, Weather
from aqmf_air.games.aces_of_valor.tables import Tables
from aqmf_air.games.aces_of_valor.values import air_skill, ground_skill, structure, values

# -- in the air --------------------------------------------------------------------------------------------------------


def exchange(
    dice: Dice,
    gun: fire.Gun,
    structure_: int,
    replies: tuple[fire.Gun, ...],
    attackers_structure: int,
    replies_if_damaged: tuple[fire.Gun, ...],
    jams: bool,
    tables: Tables,
    rulings: Any,
    called: fire.Called = fire.NOBODY,
) -> Exchange:
    """An attack in the air with its reply: :func:`rules.fire.air_attack`, its facts in a row. ATK, DEF."""
    return fire.air_attack(
        dice,
        gun,
        structure_,
        tables,
        rulings,
        replies,
        attackers_structure,
        replies_if_damaged=replies_if_damaged,
        jams=jams,
        called=called,
    )


def exchange_facts(game: Campaign, attacker: str, target: str) -> tuple[Any, ...]:
    """The facts of :func:`exchange` for two aircraft on the track. ATK-1, ATK-2, DEF-1, AC-6, AC-7."""
    one, other = game.aircraft(attacker), game.aircraft(target)
    tables, rulings, space = game.tables, game.rulings, game.fought.space_of
    difference = space[attacker] - space[target]
    gun = fire.forward(values(one, tables), air_skill(one, rulings), difference, tables)

    def guns(side: Side) -> tuple[fire.Gun, ...]:
        sheet = tables.aircraft(other.sheet, side)
        gun = fire.defensive(sheet, air_skill(other, rulings), difference, tables, rulings)
        return (gun,) * sheet.defensive

    jams = "OR-3" in game.options.cards and one.kind == "fighter"
    damaged = guns("back") if not other.damaged else ()
    return gun, structure(other, tables), guns(other.side), structure(one, tables), damaged, jams, tables, rulings


def exchange_in(events: Sequence[Any]) -> Exchange:
    """What an attack came to, from the events that it was decided into."""
    one = next(event for event in events if isinstance(event, AircraftAttacked))
    return Exchange(one.effect, one.reply, one.jammed)


def attack(course: CampaignCourse, attacker: str, target: str) -> None:
    """An aircraft attacks another one, which may reply; both take effect. ATK, DEF-2."""
    game = course.game
    called = fire.Called(game.called(attacker), game.called(target))
    done = course.dice.call(exchange, *(*exchange_facts(game, attacker, target), called))
    course.note(
        AircraftAttacked(aircraft=attacker, target=target, effect=done.target, reply=done.attacker, jammed=done.jammed)
    )
    _hit(course, target, done.target, by=attacker)
    _hit(course, attacker, done.attacker, by=target)


def _hit(course: CampaignCourse, id_: str, effect: Effect, by: str) -> None:
    if id_ in course.game.fought.friends:
        hit_friend(course, id_, effect, "air")
    else:
        hit_enemy(course, id_, effect, by)


# -- on the ground -----------------------------------------------------------------------------------------------------


def run(
    dice: Dice,
    kind: GroundKind,
    points: int,
    weapon: ground.Weapon,
    structure_: int,
    side: Side,
    fires: bool,
    clouds: int,
    tables: Tables,
    rulings: Any,
    called: fire.Called = fire.NOBODY,
) -> Run:
    """A run over a ground target: :func:`rules.ground.attack_run`, its facts in a row. GND."""
    return ground.attack_run(
        dice, kind, points, weapon, structure_, side, tables, rulings, fires=fires, clouds=clouds, called=called
    )


def load_of(one: Aircraft, weapon: Weapon, bombs: int = 0) -> int:
    """What an aircraft drops in one attack: all that it has, or so many bombs. GND-3, ORD-9, ``fighter_bombs``."""
    if weapon == "guns":
        return 0
    return one.rockets if weapon == "rockets" else min(bombs or one.bombs, one.bombs)


def run_facts(game: Campaign, attacker: str, target: str, weapon: Weapon, bombs: int = 0) -> tuple[Any, ...]:
    """The facts of :func:`run` for an aircraft, of either side, and a ground target. GND-2 to GND-6, SCR-8."""
    one, at = game.aircraft(attacker), game.target(target)
    load = load_of(one, weapon, bombs)
    left = 0 if weapon == "guns" else capacity(one, game.tables, damaged=True)[weapon == "rockets"]
    with_ = ground.Weapon(
        ground_skill(one, game.rulings),
        one.kind != "fighter",
        None if weapon == "guns" else weapon,
        load,
        min(load, left),
    )
    own = target == game.fought.field
    fires = not own or game.rulings.scramble_field_aa
    weather = own and game.rulings.scramble_weather == "aa"
    clouds = game.tables.weather(game.flown.weather, "f5") if weather else 0
    return at.kind, at.points, with_, structure(one, game.tables), one.side, fires, clouds, game.tables, game.rulings


def run_in(events: Sequence[Any]) -> Run:
    """What a run came to, from the events that it was decided into."""
    one = next(event for event in events if isinstance(event, GroundAttacked))
    return Run(one.fire, one.points)


def attack_ground(course: CampaignCourse, attacker: str, target: str, weapon: Weapon, bombs: int = 0) -> None:
    """An aircraft, of either side, attacks a ground target, whose fire comes first. GND, GTD, SCR-8."""
    game = course.game
    one = game.aircraft(attacker)
    called = fire.Called(game.called(attacker), game.called(target))
    done = course.dice.call(run, *(*run_facts(game, attacker, target, weapon, bombs), called))
    course.note(
        GroundAttacked(
            aircraft=attacker,
            target=target,
            weapon=weapon,
            fire=done.attacker,
            points=done.points,
            dropped=load_of(one, weapon, bombs),
        )
    )
    if attacker in game.fought.friends:
        hit_friend(course, attacker, done.attacker, "ground-fire")
        target_hit(course, target, game.target(target).points, attacker)
    else:
        hit_enemy(course, attacker, done.attacker, "", cause="ground-fire")


# -- attempts ----------------------------------------------------------------------------------------------------------


def attempt_facts(game: Campaign, aircraft: str) -> tuple[Observing, int, int, Weather, Tables, Any]:
    """The facts of :func:`rules.attempts.attempt` for a 2-seater. PHO-3, PHO-4."""
    one, combat = game.aircraft(aircraft), game.fought
    skill = ground_skill(one, game.rulings)
    return Observing(one.side), combat.round, skill, game.flown.weather, game.tables, game.rulings


def attempt(course: CampaignCourse, aircraft: str) -> None:
    """A 2-seater makes its attempt, under fire from the ground. PHO-1 to PHO-8, ``photo_marker``."""
    game = course.game
    one, kind = game.aircraft(aircraft), mission_of(game)
    dice = labelled(course.dice, game.called(aircraft), lambda: OBSERVING[kind])
    seen = dice.call(attempts.attempt, *attempt_facts(game, aircraft))
    waits = kind == "photo-recon" or game.rulings.photo_marker == "both"
    course.note(AttemptMade(aircraft=aircraft, side=seen.side, points=seen.points, waits=waits))
    if seen.side != one.side:
        hit_friend(course, aircraft, "destroyed" if seen.side is None else "damaged", "ground-fire")
    if seen.points and not waits:
        course.note(PointsScored(what=f"{OBSERVING[kind]} by {one.name}", points=seen.points, rule="AOV-PHO-8"))


def attempt_in(events: Sequence[Any]) -> Observing:
    """What an attempt came to, from the events that it was decided into."""
    one = next(event for event in events if isinstance(event, AttemptMade))
    return Observing(one.side, one.points)
