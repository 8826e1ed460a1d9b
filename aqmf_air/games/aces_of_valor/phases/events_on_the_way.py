"""Step 4 of a turn: what the flight meets on its way, and the ground targets of its card. EVT, MIS-4, MIS-5, MIS-16."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import Modifier, TargetNumber
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.games.aces_of_valor import losses, routes, sectors
from aqmf_air.games.aces_of_valor.counters import Aircraft
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.flight import EventChecked, EventFound, NoEffect, NumbersFound, TargetFound
from aqmf_air.games.aces_of_valor.events.landing import SentHome
from aqmf_air.games.aces_of_valor.flights import home_sector, own_half
from aqmf_air.games.aces_of_valor.phases import combat
from aqmf_air.games.aces_of_valor.phases.flight import nobody_left, to_the_move
from aqmf_air.games.aces_of_valor.phases.landing import come_down
from aqmf_air.games.aces_of_valor.rules import flying, landing
from aqmf_air.games.aces_of_valor.sectors import Line
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import GroundKind, Place
from aqmf_air.games.aces_of_valor.tables import Tables

# -- the check -------------------------------------------------------------------------------------------------------


def _after_events(game: Campaign) -> str:
    return "arrival" if game.rulings.event_time == "step-4" else "encounter"


def event_modifiers(game: Campaign) -> tuple[Modifier, ...]:
    """What is added on F6. OPT-10, EV-10."""
    return flying.event_modifiers(
        losses.own_place(game),
        game.flown.weather,
        game.tables,
        clouds_count=game.options.clouds_on_events,
        offensive=game.effect("EV-10"),
    )


def check_facts(game: Campaign) -> tuple[Place, tuple[Modifier, ...], Tables]:
    """The facts of an event check where the flight is. EVT-1."""
    return (losses.own_place(game), event_modifiers(game), game.tables)


def is_checked(game: Campaign) -> bool:
    """Whether there is an event check where the flight is. EVT-1; ``event_on_home``."""
    return game.rulings.event_on_home or not routes.over_airfield(game)


def _event_check(course: CampaignCourse) -> None:
    course.go("event-roll" if is_checked(course.game) else _after_events(course.game))


def _event_roll(course: CampaignCourse) -> None:
    game = course.game
    dice = labelled(course.dice, sectors.name(game.flown.at, game.tables), relation="over")
    happens = dice.call(landing.event, *check_facts(game))
    course.note(EventChecked(happens=happens))
    course.go("event-outcome" if happens else _after_events(course.game))


def _column(game: Campaign) -> Line:
    return sectors.line(game.flown.at, own_half(game), game.tables, game.rulings)


def _event_outcome(course: CampaignCourse) -> None:
    column = _column(course.game)
    event = course.dice.call(flying.event_outcome, column, course.tables)
    course.note(EventFound(event=event, column=column))
    if why := void(course.game):
        course.note(NoEffect(why=why))
    event = course.game.flown.event
    steps = {"none": _after_events(course.game), "engine": "engine-trouble"}
    course.go(steps.get(event, "event-numbers"))


def void(game: Campaign) -> str:
    """Why an event counts for nothing here; empty: it counts. MIS-5, MIS-16, ``engine_none``."""
    mission = game.flown
    if mission.event == "engine":
        return "" if with_engine_trouble(game) else "no fighter is in the flight"
    if mission.event != "ground":
        return ""
    if sectors.side(mission.at, game.tables) == own_half(game):
        return "there are no enemy ground targets on this side"
    if game.rulings.escort_ground_event == "none" and not routes.fighters_only(game):
        return "the flight escorts others"
    ignored = game.rulings.ground_ignore == "whole-stay" or not mission.arrived
    row = mission.row(game.tables)
    if row.mission in routes.TARGETS and routes.at_objective(game) and ignored:
        return "the targets of the mission are here"
    return ""


# -- what it brings --------------------------------------------------------------------------------------------------


def with_engine_trouble(game: Campaign) -> tuple[Aircraft, ...]:
    """The aircraft of which one may have engine trouble: fighters; ``engine_none``."""
    fighters = tuple(one for one in game.flight if one.kind == "fighter")
    return game.flight if not fighters and game.rulings.engine_none == "lent" else fighters


def _engine_facts(game: Campaign) -> tuple[str, tuple[str, ...]]:
    return ("engine trouble", tuple(one.name for one in with_engine_trouble(game)))


def _engine_trouble(course: CampaignCourse) -> None:
    name = course.dice.call(flying.one_of, *_engine_facts(course.game))
    one = next(one for one in with_engine_trouble(course.game) if one.name == name)
    course.note(SentHome(aircraft=one.id, to=home_sector(course.game)))
    if not one.damaged:
        come_down(course, one, home_sector(course.game), safely=True)
    if not nobody_left(course):
        course.go(_after_events(course.game))


def _event_numbers(course: CampaignCourse) -> None:
    met = course.dice.call(flying.numbers_met, course.game.flown.event, course.tables)
    course.note(NumbersFound(two_seaters=met.two_seaters, fighters=met.fighters, targets=met.targets))
    course.go("targets" if met.targets else _after_events(course.game))


# -- ground targets ----------------------------------------------------------------------------------------------------


def _f8_column(game: Campaign) -> str:
    """The column of F8: balloon sectors are those of the trench. ``place_map``."""
    return "rear" if sectors.zone(game.flown.at, game.tables) == "rear" else "trench"


def _in_use(game: Campaign) -> frozenset[GroundKind]:
    count = Counter(one.kind for one in game.flown.targets if not one.gone)
    return frozenset(kind for kind, n in count.items() if n >= game.tables.ground_target(kind).counters)


def _target_facts(game: Campaign) -> tuple[str, frozenset[GroundKind], Tables]:
    return (_f8_column(game), _in_use(game), game.tables)


def _targets(course: CampaignCourse) -> None:
    game = course.game
    mission = game.flown
    row = mission.row(game.tables)
    by_card = mission.of_card
    if not mission.awaited:
        course.go(_next_after_targets(game, by_card))
    elif by_card and row.target != "f8-trench":
        kind = _kind_of_card(game)
        for _ in range(mission.awaited):
            course.note(TargetFound(kind=kind, objective=True, rolled=False))
        course.go("targets")
    elif flying.kinds_on(_f8_column(game), game.tables) <= _in_use(game):
        course.go(_next_after_targets(game, by_card))  # every counter is on the map
    else:
        course.go("ground-target")


def _next_after_targets(game: Campaign, by_card: bool) -> str:
    return _after_arrival(game) if by_card else _after_events(game)


def _kind_of_card(game: Campaign) -> GroundKind:
    """The kind of target that the card names. GT-3."""
    target = game.flown.row(game.tables).target
    if target == "town":
        return "town-ace" if game.flown.letter in ("A", "C", "E") else "town-bdf"
    if not target or target == "f8-trench":
        raise ValueError(f"card {game.flown.card} names no target")
    return target


def _ground_target(course: CampaignCourse) -> None:
    kind = course.dice.call(flying.ground_target, *_target_facts(course.game))
    course.note(TargetFound(kind=kind, objective=course.game.flown.of_card))
    course.go("targets")


def _arrival(course: CampaignCourse) -> None:
    game = course.game
    mission = game.flown
    row = mission.row(game.tables)
    if not row.targets or mission.arrived or not routes.at_objective(game):
        course.go(_after_arrival(game))
    elif row.targets.isdigit():
        course.note(NumbersFound(targets=int(row.targets), objective=True))
        course.go("targets")
    else:
        course.go("card-targets")


def _card_targets(course: CampaignCourse) -> None:
    n = course.dice.call(flying.targets_of_card, course.game.flown.row(course.tables).targets)
    course.note(NumbersFound(targets=n, objective=True))
    course.go("targets")


def _after_arrival(game: Campaign) -> str:
    return "encounter" if game.rulings.event_time == "step-4" else "objective-sector"


# -- the enemy -------------------------------------------------------------------------------------------------------


def _encounter(course: CampaignCourse) -> None:
    game = course.game
    met = dict(game.flown.numbers)
    fighters, two_seaters = met.get("fighter", 0), met.get("two-seater", 0)
    if fighters or two_seaters:
        combat.begin(course, "meeting", fighters=fighters, two_seaters=two_seaters)
    else:
        if game.rulings.event_time == "step-4":
            course.go("objective-sector")
        else:
            to_the_move(course)


# -- what is rolled for ------------------------------------------------------------------------------------------------


def check_questions(game: Campaign) -> Sequence[Question]:
    """Whether something happens here. EVT-1."""
    place = losses.own_place(game)
    need = TargetNumber("an event", game.tables.need("f6", place), place.replace("-", " "), "AOV-EVT-1")
    against = tuple(Modifier(one.stage, one.source, one.reason, -one.value) for one in event_modifiers(game))
    targets = (need.with_modifiers(against),)
    return (
        Question("an event, table F6", landing.event, check_facts(game), targets, of=ReadFrom((EventChecked,), "happens")),
    )


def _outcome_questions(game: Campaign) -> Sequence[Question]:
    facts = (_column(game), game.tables)
    return (Question("the event, table F7", flying.event_outcome, facts, of=ReadFrom((EventFound,), "event")),)


def _engine_questions(game: Campaign) -> Sequence[Question]:
    ids = tuple((one.id, one.name) for one in with_engine_trouble(game))
    read = ReadFrom((SentHome,), "aircraft", words=ids)
    return (Question("engine trouble", flying.one_of, _engine_facts(game), of=read),)


def _target_questions(game: Campaign) -> Sequence[Question]:
    read = ReadFrom((TargetFound,), "kind")
    return (Question("the ground target, table F8", flying.ground_target, _target_facts(game), of=read),)


def _card_questions(game: Campaign) -> Sequence[Question]:
    facts = (game.flown.row(game.tables).targets,)
    read = ReadFrom((NumbersFound,), "targets")
    return (Question("ground targets at the objective", flying.targets_of_card, facts, of=read),)


def _met(events: Sequence[object]) -> flying.EventArrivals:
    found = next(one for one in events if isinstance(one, NumbersFound))
    return flying.EventArrivals(found.two_seaters, found.fighters, found.targets)


def _number_questions(game: Campaign) -> Sequence[Question]:
    return (Question("how many there are", flying.numbers_met, (game.flown.event, game.tables), of=_met),)


STEPS = {
    "event-check": SequenceStep("AOV-EVT-1", _event_check),
    "event-roll": SequenceStep("AOV-EVT-1", _event_roll, True, check_questions),
    "event-outcome": SequenceStep("AOV-EVT-1", _event_outcome, True, _outcome_questions),
    "engine-trouble": SequenceStep("AOV-EVT-1", _engine_trouble, True, _engine_questions),
    "event-numbers": SequenceStep("AOV-EVT-2", _event_numbers, True, _number_questions),
    "arrival": SequenceStep("AOV-MIS-4", _arrival),
    "card-targets": SequenceStep("AOV-MIS-4", _card_targets, True, _card_questions),
    "targets": SequenceStep("AOV-EVT-5", _targets),
    "ground-target": SequenceStep("AOV-EVT-5", _ground_target, True, _target_questions),
    "encounter": SequenceStep("AOV-EVT-7", _encounter),
}
"""What is met on the way."""
