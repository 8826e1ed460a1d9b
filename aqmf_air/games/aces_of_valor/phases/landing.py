"""Aircraft that come down: forced and difficult landings, over an airfield, at the end of a mission. FLT-2 to FLT-4, END."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.games.aces_of_valor import losses, luck, routes
from aqmf_air.games.aces_of_valor.counters import Aircraft, Place, SquadronMember
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.aircraft import PilotFared
from aqmf_air.games.aces_of_valor.events.landing import (
    ForcedLandingRolled,
    Landed,
    LandingRolled,
    RollsOrdered,
    TroubleFound,
    WreckRolled,
)
from aqmf_air.games.aces_of_valor.flights import home_sector
from aqmf_air.games.aces_of_valor.phases.flight import nobody_left, out_of_fuel
from aqmf_air.games.aces_of_valor.rules import landing
from aqmf_air.games.aces_of_valor.state import Campaign, Table
from aqmf_air.games.aces_of_valor.table_rows import Place as Where
from aqmf_air.games.aces_of_valor.tables import Tables
from aqmf_air.games.aces_of_valor.values import air_skill, performance

# -- rolls that are due ------------------------------------------------------------------------------------------------

STEP_OF: dict[Table, str] = {"F2": "trouble", "F3": "forced-landing", "F4": "difficult-landing", "C9": "wreck"}


def in_turn(game: Campaign) -> Aircraft:
    """The aircraft that rolls next."""
    return game.aircraft(game.flown.due[0][0])


def _due(course: CampaignCourse) -> None:
    mission = course.game.flown
    if not mission.due:
        course.go(mission.then)
        return
    table = mission.due[0][1]
    choice = table == "F4" and in_turn(course.game).loaded
    course.go("before-landing" if choice else STEP_OF[table])


def _dice(course: CampaignCourse) -> Dice:
    return labelled(course.dice, in_turn(course.game).name, relation="for")


def _trouble(course: CampaignCourse) -> None:
    one = in_turn(course.game)
    result = _dice(course).call(landing.trouble_found, course.tables)
    away = course.rulings.f2_f4_away == "forced" and not routes.over_airfield(course.game)
    course.note(TroubleFound(aircraft=one.id, result=result, instead=result == "F4" and away))
    if result == "crash":
        losses.destroy_friend(course, one.id, "crash")
    course.go("due")


def _forced_facts(game: Campaign) -> tuple[Where, int, Tables]:
    return (losses.own_place(game), air_skill(in_turn(game), game.rulings), game.tables)


def _forced_landing(course: CampaignCourse) -> None:
    game, one = course.game, in_turn(course.game)
    back = _dice(course).call(landing.forced_landing, *_forced_facts(game))
    course.note(ForcedLandingRolled(aircraft=one.id, back=back))
    if back:
        come_down(course, one, game.flown.at, safely=False)
    else:
        losses.destroy_friend(course, one.id, "fuel" if routes.turns_left(game) <= 0 else "forced-landing")
    course.go("due")


def field_of(game: Campaign, id_: str) -> Place:
    """The airfield at which an aircraft makes a difficult landing. FLT-3, END-3; ``f2_f4_away``."""
    waits = dict(game.flown.waiting).get(id_)
    return waits or (game.flown.at if routes.over_airfield(game) else home_sector(game))


def _landing_facts(game: Campaign) -> tuple[int, Tables]:
    return (performance(in_turn(game), game.tables, game.rulings), game.tables)


def _difficult_landing(course: CampaignCourse) -> None:
    game, one = course.game, in_turn(course.game)
    result = _dice(course).call(landing.landing, *_landing_facts(game))
    survival = result == "wrecked" and (one.kind == "fighter" or course.rulings.f4_wrecked_lent == "c9")
    course.note(LandingRolled(aircraft=one.id, result=result, survival=survival))
    if result == "safe":
        come_down(course, one, field_of(game, one.id), safely=False)
    elif not survival:
        losses.destroy_friend(course, one.id, "landing")
    course.go("due")


def _wreck(course: CampaignCourse) -> None:
    game, one = course.game, in_turn(course.game)
    lives = _dice(course).call(landing.pilot_lives, "friendly-rear", course.tables)
    course.note(WreckRolled(aircraft=one.id, lives=lives))
    if lives:
        come_down(course, one, field_of(game, one.id), safely=False)
    else:
        losses.destroy_friend(course, one.id, "landing")
    course.go("due")


def come_down(course: CampaignCourse, one: Aircraft, at: Place, *, safely: bool) -> None:
    """An aircraft is down and its crew alive: a fighter is ready again, or goes to Recovery. END-2, END-3."""
    course.note(Landed(aircraft=one.id, at=at))
    if isinstance(one, SquadronMember):
        how = "landed safely" if safely else "to be repaired"
        course.note(PilotFared(aircraft=one.id, box="ready" if safely else "recovery", how=how))


# -- over an airfield --------------------------------------------------------------------------------------------------


def land(course: CampaignCourse, ids: Sequence[str], then: str) -> None:
    """Aircraft land at the airfield under them: undamaged ones safely, damaged ones by F4. END-1 to END-3."""
    due: list[tuple[str, Table]] = []
    for one in (course.game.aircraft(id_) for id_ in ids):
        if one.damaged:
            due.append((one.id, "F4"))
        else:
            come_down(course, one, course.game.flown.at, safely=True)
    course.note(RollsOrdered(due=tuple(due), then=then))
    course.go("due")


def _over_airfield(course: CampaignCourse) -> None:
    if nobody_left(course):
        return
    if course.rulings.fuel_zero == "at-once" and routes.turns_left(course.game) <= 0:
        out_of_fuel(course)
        return
    if not routes.over_airfield(course.game):
        course.go("turn-end")
    elif routes.must_land(course.game) and (course.game.flown.tried or course.game.flown.given_up):
        land(course, course.game.flown.flight, "over-airfield")  # there is nothing to choose
    else:
        course.go("landing")


def _after_step_4(course: CampaignCourse) -> None:
    same_turn = course.rulings.self_return_when == "same-turn"
    course.go("leaving" if same_turn and any(one.damaged for one in course.game.flight) else "over-airfield")


def _mission_over(course: CampaignCourse) -> None:
    game = course.game
    scramble = game.flown.row(game.tables).mission == "scramble"
    due: list[tuple[str, Table]] = [(id_, "F4") for id_, _ in game.flown.waiting]
    for one in game.flight:  # only after a scramble does anybody fly still
        if not one.damaged:
            come_down(course, one, home_sector(game), safely=True)
        elif scramble and course.rulings.scramble_landing == "recovery":
            come_down(course, one, home_sector(game), safely=False)
        else:
            due.append((one.id, "F4"))
    course.note(RollsOrdered(due=tuple(due), then="awards"))
    course.go("due")


# -- what is rolled for ------------------------------------------------------------------------------------------------


def _trouble_questions(game: Campaign) -> Sequence[Question]:
    title, read = f"the trouble of {in_turn(game).name}, table F2", ReadFrom((TroubleFound,), "result")
    counted = luck.of("damaged aircraft that must come down", "crash", "F3", good=False)
    return (Question(title, landing.trouble_found, (game.tables,), of=read, luck=counted),)


def _forced_questions(game: Campaign) -> Sequence[Question]:
    title, read = f"{in_turn(game).name} comes back, table F3", ReadFrom((ForcedLandingRolled,), "back")
    return (Question(title, landing.forced_landing, _forced_facts(game), of=read, luck=luck.good("pilots who come back")),)


def landing_questions(game: Campaign) -> Sequence[Question]:
    """How the difficult landing of the aircraft in turn ends. END-3."""
    title, read = f"the landing of {in_turn(game).name}, table F4", ReadFrom((LandingRolled,), "result")
    return (Question(title, landing.landing, _landing_facts(game), of=read, luck=luck.of("safe landings", "safe")),)


def _wreck_questions(game: Campaign) -> Sequence[Question]:
    facts, read = ("friendly-rear", game.tables), ReadFrom((WreckRolled,), "lives")
    title = f"{in_turn(game).name} walks away, table C9"
    return (Question(title, landing.pilot_lives, facts, of=read, luck=luck.good("pilots who come back")),)


STEPS = {
    "due": SequenceStep("AOV-FLT-2", _due),
    "trouble": SequenceStep("AOV-FLT-2", _trouble, True, _trouble_questions),
    "forced-landing": SequenceStep("AOV-FLT-8", _forced_landing, True, _forced_questions),
    "before-landing": SequenceStep("AOV-ORD-8"),
    "difficult-landing": SequenceStep("AOV-END-3", _difficult_landing, True, landing_questions),
    "wreck": SequenceStep("AOV-END-3", _wreck, True, _wreck_questions),
    "after-objective": SequenceStep("AOV-FLT-3", _after_step_4),
    "leaving": SequenceStep("AOV-FLT-3"),
    "over-airfield": SequenceStep("AOV-END-1", _over_airfield),
    "landing": SequenceStep("AOV-END-1"),
    "mission-over": SequenceStep("AOV-PST-1", _mission_over),
}
"""Step 6 of a turn, rolls of damaged aircraft, and the end of a mission."""
