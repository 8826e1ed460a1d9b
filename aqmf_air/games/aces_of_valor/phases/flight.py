"""A turn of the flight: damaged aircraft, the move, anti-aircraft fire, fuel. FLT, AA, PRE-9."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.games.aces_of_valor import losses, luck, routes, sectors
from aqmf_air.games.aces_of_valor.counters import Aircraft, Place
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.aircraft import PointsScored
from aqmf_air.games.aces_of_valor.events.flight import (
    DamagedChecked,
    FlightMoved,
    FuelSaved,
    GunsFired,
    ShotAt,
    TurnBegan,
    TurnedForHome,
)
from aqmf_air.games.aces_of_valor.events.landing import RollsOrdered, TurnsPassed
from aqmf_air.games.aces_of_valor.events.missions import WeatherFound
from aqmf_air.games.aces_of_valor.flights import own_half
from aqmf_air.games.aces_of_valor.rules import fire, landing
from aqmf_air.games.aces_of_valor.rules.missions import weather
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.tables import Tables
from aqmf_air.games.aces_of_valor.values import structure


def nobody_left(course: CampaignCourse) -> bool:
    """Whether the last aircraft has left the flight; then the mission is over. PST-1; ``empty_flight``."""
    if course.game.flown.flight:
        return False
    if course.rulings.empty_flight == "turns":
        course.note(TurnsPassed())
    course.go("mission-over")
    return True


# -- the turn and its damaged aircraft ---------------------------------------------------------------------------------


def _turn(course: CampaignCourse) -> None:
    course.note(TurnBegan(turn=course.game.flown.turn + 1))
    past = course.game.flown.turn - 1
    changes = past and past % course.tables.number("weather-every") == 0
    course.go("weather-changes" if changes and "OR-8" in course.game.options.cards else "damaged")


def _weather_changes(course: CampaignCourse) -> None:
    course.note(WeatherFound(weather=course.dice.call(weather, course.tables)))
    course.go("damaged")


def to_be_checked(game: Campaign) -> Aircraft | None:
    """The next damaged aircraft of the flight to roll on F1. FLT-1."""
    return next((one for one in game.flight if one.damaged and one.id not in game.flown.checked), None)


def _damaged(course: CampaignCourse) -> None:
    if nobody_left(course):
        return
    if to_be_checked(course.game):
        course.go("damaged-check")
    elif course.rulings.event_time == "turn-start":
        course.go("event-check")
    else:
        to_the_move(course)


def _damaged_check(course: CampaignCourse) -> None:
    one = to_be_checked(course.game)
    assert one is not None  # else the step is not reached
    trouble = labelled(course.dice, one.name, relation="for").call(landing.in_trouble, course.tables)
    course.note(DamagedChecked(aircraft=one.id, trouble=trouble))
    if trouble:
        course.note(RollsOrdered(due=course.game.flown.due, then="damaged"))
    course.go("due" if trouble else "damaged")


def to_the_move(course: CampaignCourse) -> None:
    """On to the move of the flight; with nothing to choose it is made, unless the pace is from roll to roll. FLT-5."""
    course.go("move")
    game = course.game
    if game.pace == "step" or any(one.damaged for one in game.flight) or routes.may_call_tried(game):
        return
    moves, may_give_up = routes.moves(game), routes.may_give_up(game)
    if not moves and may_give_up:
        give_up(course)
    elif len(moves) == 1 and not may_give_up:
        fly(course, moves[0])


# -- the move ----------------------------------------------------------------------------------------------------------


def move_to(game: Campaign, to: Place) -> FlightMoved:
    """What a move towards a sector comes to. OR-7."""
    blown = routes.blown_back(game, to)
    return FlightMoved(to=game.flown.at if blown else to, blown=blown)


def fly(course: CampaignCourse, to: Place) -> None:
    """The flight moves to a sector that it may fly to, or stays. FLT-5, FLT-6, OR-7, OPT-6."""
    game = course.game
    if routes.calls_tried(game, to):
        course.note(TurnedForHome())
    course.note(move_to(game, to))
    after = course.game
    if routes.at_objective(after) and course.rulings.task_tried == "first-entry" and not after.flown.tried:
        course.note(TurnedForHome())
    course.go("anti-aircraft")


def give_up(course: CampaignCourse) -> None:
    """The mission is given up. MIS-2; ``terminated_mp``."""
    course.note(TurnedForHome(given_up=True))
    won = sum(one.points for one in course.game.flown.ledger if one.points > 0)
    if won and course.rulings.terminated_mp == "lose":
        course.note(PointsScored(what="the mission is given up", points=-won, rule="AOV-MIS-2"))


# -- anti-aircraft fire ------------------------------------------------------------------------------------------------


def under_enemy_guns(game: Campaign) -> bool:
    """Whether the flight is in an enemy AA sector. AA-1, GEN-5."""
    return sectors.enemy_aa(game.flown.at, own_half(game), game.tables)


def _anti_aircraft(course: CampaignCourse) -> None:
    course.go("anti-aircraft-fire" if under_enemy_guns(course.game) else _after_guns(course.game))


def _after_guns(game: Campaign) -> str:
    return "arrival" if game.rulings.event_time == "turn-start" else "event-check"


def _anti_aircraft_fire(course: CampaignCourse) -> None:
    course.note(GunsFired(dice=course.dice.call(fire.aa_dice, course.game.flown.weather, course.tables)))
    course.go("aircraft-under-fire" if course.game.flown.under_fire else _after_guns(course.game))


def _target(game: Campaign) -> Aircraft:
    return game.aircraft(game.flown.under_fire[0])


def _fire_facts(game: Campaign) -> tuple[int, int, Tables, ValorRulings]:
    return (game.flown.gunfire, structure(_target(game), game.tables), game.tables, game.rulings)


def _aircraft_under_fire(course: CampaignCourse) -> None:
    one = _target(course.game)
    effect = labelled(course.dice, one.name).call(fire.sector_fire, *_fire_facts(course.game))
    course.note(ShotAt(aircraft=one.id, effect=effect))
    losses.hit_friend(course, one.id, effect, "aa")
    if course.game.flown.under_fire:
        course.go("aircraft-under-fire")
    elif not nobody_left(course):
        course.go(_after_guns(course.game))


# -- the end of the turn -----------------------------------------------------------------------------------------------


def _turn_end(course: CampaignCourse) -> None:
    if nobody_left(course):
        return
    _ordnance_gone(course)
    if routes.turns_left(course.game) <= 0:
        out_of_fuel(course)
    else:
        course.go("turn")


def _ordnance_gone(course: CampaignCourse) -> None:
    game = course.game
    fighters = any(one.kind == "fighter" and one.loaded for one in game.flight)
    if course.rulings.fuel_22 == "restored" and game.flown.laden and not fighters:
        more = course.tables.number("turns") - course.tables.number("turns-with-ordnance")
        course.note(FuelSaved(turns=more))


def out_of_fuel(course: CampaignCourse) -> None:
    """Every aircraft of the flight rolls on F3. FLT-8."""
    due = tuple((one, "F3") for one in course.game.flown.flight)
    course.note(RollsOrdered(due=due, then="mission-over"))  # type: ignore[arg-type]
    course.go("due")


# -- what is rolled for ------------------------------------------------------------------------------------------------


def _weather_questions(game: Campaign) -> Sequence[Question]:
    return (Question("weather", weather, (game.tables,), of=ReadFrom((WeatherFound,), "weather")),)


def _check_questions(game: Campaign) -> Sequence[Question]:
    one = to_be_checked(game)
    title = f"{one.name} is in trouble, table F1" if one else ""
    counted, read = luck.bad("damaged aircraft in trouble"), ReadFrom((DamagedChecked,), "trouble")
    return (Question(title, landing.in_trouble, (game.tables,), of=read, luck=counted),)


def fire_questions(game: Campaign) -> Sequence[Question]:
    """How heavily the guns fire here. AA-1."""
    facts, read = (game.flown.weather, game.tables), ReadFrom((GunsFired,), "dice")
    return (Question("anti-aircraft dice, table F5", fire.aa_dice, facts, of=read, luck=luck.bad("anti-aircraft dice")),)


def _aircraft_questions(game: Campaign) -> Sequence[Question]:
    one = _target(game)
    effects = {"damaged": "destroyed"} if one.damaged else {}  # more damage destroys it. DMG-1
    of = ReadFrom((ShotAt,), "effect", words=tuple(effects.items()))

    counted = luck.ground_fire(True, one.damaged)

    def fate(effect: str) -> str:
        return effects.get(effect, effect)

    return (
        Question(f"what the guns do to {one.name}", fire.sector_fire, _fire_facts(game), view=fate, of=of, luck=counted),
    )


STEPS = {
    "turn": SequenceStep("AOV-FLT-7", _turn),
    "weather-changes": SequenceStep("AOV-OPT-2", _weather_changes, True, _weather_questions),
    "damaged": SequenceStep("AOV-FLT-1", _damaged),
    "damaged-check": SequenceStep("AOV-FLT-1", _damaged_check, True, _check_questions),
    "move": SequenceStep("AOV-FLT-5"),
    "anti-aircraft": SequenceStep("AOV-AA-1", _anti_aircraft),
    "anti-aircraft-fire": SequenceStep("AOV-AA-1", _anti_aircraft_fire, True, fire_questions),
    "aircraft-under-fire": SequenceStep("AOV-AA-3", _aircraft_under_fire, True, _aircraft_questions),
    "turn-end": SequenceStep("AOV-FLT-7", _turn_end),
}
"""Steps 1, 2, 3 and 7 of a turn."""
