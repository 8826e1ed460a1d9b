"""What follows when aircraft are damaged or destroyed, in every phase alike: pilots, points, skill. DMG, PTS, SKL."""

from __future__ import annotations

from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.counters import Aircraft, SquadronMember
from aqmf_air.games.aces_of_valor.course import CampaignCourse
from aqmf_air.games.aces_of_valor.events.aircraft import (
    CAUSES,
    AircraftDamaged,
    AircraftDestroyed,
    Cause,
    PilotFared,
    PilotImproved,
    PointsScored,
)
from aqmf_air.games.aces_of_valor.events.rounds import TargetDestroyed
from aqmf_air.games.aces_of_valor.rules import landing, points
from aqmf_air.games.aces_of_valor.rules.ground import damage_of
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Effect, Place
from aqmf_air.games.aces_of_valor.values import counted_skill

FIRE: frozenset[Cause] = frozenset({"aa", "air", "ground-fire"})
COMBAT: frozenset[Cause] = frozenset({"air", "ground-fire"})


def own_place(game: Campaign) -> Place:
    """What the sector of the flight is to the squadron."""
    assert game.nation is not None  # a mission is flown
    return sectors.place(game.flown.at, sectors.half_of(game.nation), game.tables, game.rulings)


def hit_friend(course: CampaignCourse, id_: str, effect: Effect, cause: Cause) -> None:
    """An effect on an aircraft of the player's. DMG-1, DMG-2."""
    if effect == "none":
        return
    if effect == "damaged" and not course.game.aircraft(id_).damaged:
        course.note(AircraftDamaged(aircraft=id_, cause=cause))
    else:
        destroy_friend(course, id_, cause)


def destroy_friend(course: CampaignCourse, id_: str, cause: Cause) -> None:
    """An aircraft of the player's is destroyed: C9 for a fighter's pilot, then points. DMG-2, DMG-3, PTS-1, PTS-2, FLT-2."""
    game = course.game
    one = game.aircraft(id_)
    in_scope = cause in FIRE if game.rulings.c9_scope == "fire" else cause == "air"
    course.note(AircraftDestroyed(aircraft=id_, cause=cause))
    lives = False
    if isinstance(one, SquadronMember):
        dice = labelled(course.dice, one.name, relation="for")
        lives = in_scope and dice.call(landing.pilot_lives, own_place(game), course.tables, *parachute(game, one))
        how = "the pilot is back" if lives else CAUSES[cause]
        course.note(PilotFared(aircraft=id_, box="recovery" if lives else "lost", how=how))
    if game.rulings.lost_costs == "all" or cause in COMBAT:
        cost = points.friend_down(one.kind, counted_skill(one, game.rulings), course.tables, pilot_back=lives)
        course.note(PointsScored(what=f"{one.name} destroyed", points=cost, rule="AOV-PTS-1"))


def parachute(game: Campaign, one: Aircraft) -> tuple[Modifier, ...]:
    """What is added on C9 for a pilot of the squadron. OPT-2."""
    number = game.tables.number
    worn = "OR-5" in game.options.cards and game.nation == "german" and one.tier >= number("parachute-tier")
    return (modifier(number("parachute"), "parachute", "AOV-OPT-2"),) if worn else ()


def hit_enemy(course: CampaignCourse, id_: str, effect: Effect, by: str, *, cause: Cause = "air") -> None:
    """An effect on an enemy: points, and perhaps skill for the pilot who did it. DMG-1, PTS-1, PTS-2, SKL-1."""
    game = course.game
    one = game.aircraft(id_)
    if effect == "none":
        return
    if effect == "damaged" and not one.damaged:
        course.note(AircraftDamaged(aircraft=id_, cause=cause))
        return
    assert game.nation is not None  # a mission is flown
    own = sectors.side(game.flown.at, course.tables) == sectors.half_of(game.nation)
    course.note(AircraftDestroyed(aircraft=id_, cause=cause, by=by, own_half=own))
    won = points.enemy_down(one.kind, counted_skill(one, game.rulings), course.tables)
    course.note(PointsScored(what=f"{one.name} shot down", points=won, rule="AOV-PTS-1"))
    scores = one.kind == "fighter" or game.rulings.skill_enemy_bonus == "printed"
    improve(course, by, one.air if scores else 0)


def target_hit(course: CampaignCourse, id_: str, before: int, by: str) -> None:
    """What follows a friend's attack on a ground target that had ``before`` damage points: whoever destroyed it is credited
    with it, and may improve. GTD-1, SKL-1, ``kill_pilot``.
    """
    one, tables = course.game.target(id_), course.tables
    if damage_of(one.kind, one.points, tables) != "destroyed" or damage_of(one.kind, before, tables) == "destroyed":
        return
    if course.rulings.kill_pilot == "most":
        done: dict[str, int] = {}
        for who, points_ in one.hits:
            done[who] = done.get(who, 0) + points_
        by = max(done, key=lambda who: (done[who], who == by))
    course.note(TargetDestroyed(target=id_, by=by))
    improve(course, by, 0)


def may_improve(game: Campaign, pilot: SquadronMember) -> bool:
    """Whether a pilot of the squadron can become better still in this mission. SKL-2, ``skill_once``."""
    again = not (game.rulings.skill_once and pilot.id in game.flown.improved)
    return pilot.rank < 2 and pilot.box != "lost" and again


def improve(course: CampaignCourse, by: str, enemy_skill: int) -> None:
    """A die for the skill of a pilot of the squadron who destroyed something. SKL-1, SKL-2, ``skill_once``."""
    pilot = course.game.pieces.get(by)
    if not isinstance(pilot, SquadronMember) or not may_improve(course.game, pilot):
        return
    better = labelled(course.dice, pilot.name, relation="for").call(
        points.improves, enemy_skill, course.tables, course.rulings
    )
    course.note(PilotImproved(aircraft=by, improved=better))
