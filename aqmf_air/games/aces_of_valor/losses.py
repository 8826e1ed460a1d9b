"""What follows when aircraft are damaged or destroyed, in every phase alike: pilots, points, skill. DMG, PTS, SKL."""

from __future__ import annotations

from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.counters import Member
from aqmf_air.games.aces_of_valor.course import Course
from aqmf_air.games.aces_of_valor.events.aircraft import (
    CAUSES,
    AircraftDamaged,
    AircraftDestroyed,
    Cause,
    PilotFared,
    PilotImproved,
    PointsScored,
)
from aqmf_air.games.aces_of_valor.rules import landing, points
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Effect, Place
from aqmf_air.games.aces_of_valor.values import counted_skill

FIRE: frozenset[Cause] = frozenset({"aa", "air", "ground-fire"})
COMBAT: frozenset[Cause] = frozenset({"air", "ground-fire"})


def own_place(game: Campaign) -> Place:
    """What the sector of the flight is to the squadron."""
    assert game.nation is not None  # a mission is flown
    return sectors.place(game.flown.at, sectors.half_of(game.nation), game.tables, game.rulings)


def hit_friend(course: Course, id_: str, effect: Effect, cause: Cause) -> None:
    """An effect on an aircraft of the player's. DMG-1, DMG-2."""
    if effect == "none":
        return
    if effect == "damaged" and not course.game.aircraft(id_).damaged:
        course.note(AircraftDamaged(aircraft=id_, cause=cause))
    else:
        destroy_friend(course, id_, cause)


def destroy_friend(course: Course, id_: str, cause: Cause) -> None:
    """An aircraft of the player's is destroyed: C9 for a fighter's pilot, then points. DMG-2, DMG-3, PTS-1, PTS-2, FLT-2."""
    game = course.game
    one = game.aircraft(id_)
    in_scope = cause in FIRE if game.rulings.c9_scope == "fire" else cause == "air"
    course.note(AircraftDestroyed(aircraft=id_, cause=cause))
    lives = False
    if isinstance(one, Member):
        lives = in_scope and course.dice.call(landing.pilot_lives, own_place(game), course.tables)
        how = "the pilot is back" if lives else CAUSES[cause]
        course.note(PilotFared(aircraft=id_, box="recovery" if lives else "lost", how=how))
    if game.rulings.lost_costs == "all" or cause in COMBAT:
        cost = points.friend_down(one.kind, counted_skill(one, game.rulings), course.tables, pilot_back=lives)
        course.note(PointsScored(what=f"{one.name} destroyed", points=cost, rule="AOV-PTS-1"))


def hit_enemy(course: Course, id_: str, effect: Effect, by: str) -> None:
    """An effect on an enemy: points, and perhaps skill for the pilot who did it. DMG-1, PTS-1, PTS-2, SKL-1."""
    game = course.game
    one = game.aircraft(id_)
    if effect == "none":
        return
    if effect == "damaged" and not one.damaged:
        course.note(AircraftDamaged(aircraft=id_, cause="air"))
        return
    assert game.nation is not None  # a mission is flown
    own = sectors.side(game.flown.at, course.tables) == sectors.half_of(game.nation)
    course.note(AircraftDestroyed(aircraft=id_, cause="air", by=by, own_half=own))
    won = points.enemy_down(one.kind, counted_skill(one, game.rulings), course.tables)
    course.note(PointsScored(what=f"{one.name} shot down", points=won, rule="AOV-PTS-1"))
    scores = one.kind == "fighter" or game.rulings.skill_enemy_bonus == "printed"
    improve(course, by, one.air if scores else 0)


def improve(course: Course, by: str, enemy_skill: int) -> None:
    """A die for the skill of a pilot of the squadron who destroyed something. SKL-1, SKL-2, ``skill_once``."""
    pilot = course.game.pieces.get(by)
    if not isinstance(pilot, Member) or pilot.rank == 2:
        return
    done = any(isinstance(one, PilotImproved) and one.aircraft == by and one.improved for one in course.events)
    if course.rulings.skill_once and done:
        return
    better = course.dice.call(points.improves, enemy_skill, course.tables, course.rulings)
    course.note(PilotImproved(aircraft=by, improved=better))
