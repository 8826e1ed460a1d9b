"""Events on the way (7.0, step 4): what the flight meets, and the ground targets of its card. EVT, MIS-4, MIS-5, MIS-16."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from aqmf_air import api
from aqmf_air.games.aces_of_valor.chapters import combat, routes, sectors
from aqmf_air.games.aces_of_valor.chapters.dice import amount, of_table
from aqmf_air.games.aces_of_valor.chapters.flight import nobody_left, to_the_move
from aqmf_air.games.aces_of_valor.chapters.landing import SentHome, come_down
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.chapters.sectors import Line, home_sector, own_half
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, GroundTarget, in_mission
from aqmf_air.games.aces_of_valor.tables import (
    Amount,
    Brought,
    EventKind,
    EventRow,
    GroundKind,
    PlaceKind,
    Tables,
    TargetRow,
)

# -- rules -------------------------------------------------------------------------------------------------------------


def event_happens(dice: api.Dice, place: PlaceKind, changes: tuple[api.Modifier, ...], tables: Tables) -> bool:
    """Whether the event check at a place brings one. EVT-1."""
    return of_table(dice, "f6", "event check", tables, *changes, column=place, repeats=True) >= tables.need("f6", place)


def event_outcome(dice: api.Dice, column: Line, tables: Tables) -> EventKind:
    """What an event is, by F7. EVT-1."""
    return tables.row("f7", EventRow, of_table(dice, "f7", "event", tables, column=column), column).result


@dataclass(frozen=True, order=True)
class EventArrivals:
    """How many of each kind an event brings."""

    two_seaters: int = 0
    fighters: int = 0
    targets: int = 0


def numbers_met(dice: api.Dice, event: EventKind, tables: Tables) -> EventArrivals:
    """How many aircraft or ground targets an event brings. EVT-2, EVT-3, EVT-5."""
    brought = tables.of.of("f7-results", Brought).at(event)
    return EventArrivals(
        amount(dice, "2-seaters", brought.two_seaters),
        amount(dice, "fighters", brought.fighters),
        amount(dice, "ground targets", brought.targets),
    )


def targets_of_card(dice: api.Dice, of: Amount) -> int:
    """How many ground targets turn up at the objective. MIS-4."""
    return amount(dice, "ground targets", of)


@dataclass(frozen=True)
class InUse:
    """Whether all counters of a kind of ground target are on the map."""

    kinds: frozenset[GroundKind]

    def __call__(self, kind: GroundKind) -> bool:
        return kind in self.kinds


def ground_target(dice: api.Dice, column: str, in_use: frozenset[GroundKind], tables: Tables) -> GroundKind:
    """The kind of a ground target by F8; one whose counters are all in use is rolled again. EVT-5, EVT-6."""
    return dice.until(_any_ground_target, InUse(in_use), column, tables)


def _any_ground_target(dice: api.Dice, column: str, tables: Tables) -> GroundKind:
    return tables.row("f8", TargetRow, of_table(dice, "f8", "ground target", tables, column=column), column).result


def one_of(dice: api.Dice, label: str, names: Iterable[str]) -> str:
    """One name drawn at random. EVT-1."""
    return dice.draw(api.pick(label, tuple(names)))


def events_on_the_way(dice: api.Dice, route: tuple[tuple[PlaceKind, int], ...], tables: Tables) -> int:
    """Turns with an event, of so many turns over each of these places. EVT-1."""
    return sum([dice.each(turns, 0, _event_in_turn, place, tables) for place, turns in route])


def _event_in_turn(dice: api.Dice, place: PlaceKind, tables: Tables) -> int:
    return int(event_happens(dice, place, (), tables))


# -- the check -------------------------------------------------------------------------------------------------------


def _after_events(game: Campaign) -> str:
    return "arrival" if game.rulings.event_time == "step-4" else "encounter"


def event_changes(game: Campaign) -> tuple[api.Modifier, ...]:
    """What is added on F6: heavy clouds by an option, an offensive by an event card. OPT-10, EV-10."""
    clouds = game.options.clouds_on_events and game.flown.weather == "heavy-clouds"
    offensive = game.effect("EV-10") and sectors.own_place(game).endswith("trench")
    changes = (
        api.modifier(game.tables.number("clouds-on-events") * clouds, "heavy clouds", "AOV-OPT-10"),
        api.modifier(game.tables.number("offensive-on-events") * offensive, "offensive", "AOV-OPT-4"),
    )
    return tuple(change for change in changes if change.value)


def check_facts(game: Campaign) -> tuple[PlaceKind, tuple[api.Modifier, ...], Tables]:
    """The facts of an event check where the flight is. EVT-1."""
    return (sectors.own_place(game), event_changes(game), game.tables)


def is_checked(game: Campaign) -> bool:
    """Whether there is an event check where the flight is. EVT-1; ``event_on_home``."""
    return game.rulings.event_on_home or not routes.over_airfield(game)


def _event_check(course: CampaignCourse) -> None:
    course.next_step("event-roll" if is_checked(course.game) else _after_events(course.game))


def _event_roll(course: CampaignCourse) -> None:
    game = course.game
    dice = api.labelled(course.dice, sectors.name(game.flown.at, game.tables), relation="over")
    happens = dice.call(event_happens, *check_facts(game))
    course.emit(EventChecked(happens=happens))
    course.next_step("event-outcome" if happens else _after_events(course.game))


def _event_outcome(course: CampaignCourse) -> None:
    column, _ = OUTCOME.facts(course.game)
    course.emit(EventFound(event=course.ask(OUTCOME), column=column))
    if why := void(course.game):
        course.emit(NoEffect(why=why))
    event = course.game.flown.event
    steps = {"none": _after_events(course.game), "engine": "engine-trouble"}
    course.next_step(steps.get(event, "event-numbers"))


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


def with_engine_trouble(game: Campaign) -> tuple[Aircraft, ...]:
    """The aircraft of which one may have engine trouble: fighters; ``engine_none``."""
    fighters = tuple(aircraft for aircraft in game.flight if aircraft.kind == "fighter")
    return game.flight if not fighters and game.rulings.engine_none == "lent" else fighters


def _engine_facts(game: Campaign) -> tuple[str, tuple[str, ...]]:
    return ("engine trouble", tuple(aircraft.name for aircraft in with_engine_trouble(game)))


def _engine_trouble(course: CampaignCourse) -> None:
    name = course.dice.call(one_of, *_engine_facts(course.game))
    aircraft = next(fighter for fighter in with_engine_trouble(course.game) if fighter.name == name)
    course.emit(SentHome(aircraft=aircraft.id, to=home_sector(course.game)))
    if not aircraft.damaged:
        come_down(course, aircraft, home_sector(course.game), safely=True)
    if not nobody_left(course):
        course.next_step(_after_events(course.game))


def _event_numbers(course: CampaignCourse) -> None:
    met = course.dice.call(numbers_met, course.game.flown.event, course.tables)
    course.emit(NumbersFound(two_seaters=met.two_seaters, fighters=met.fighters, targets=met.targets))
    course.next_step("targets" if met.targets else _after_events(course.game))


# -- ground targets ----------------------------------------------------------------------------------------------------


def _f8_column(game: Campaign) -> str:
    """The column of F8: balloon sectors are those of the trench. ``place_map``."""
    return "rear" if sectors.zone(game.flown.at, game.tables) == "rear" else "trench"


def _in_use(game: Campaign) -> frozenset[GroundKind]:
    count = Counter(target.kind for target in game.flown.targets if not target.gone)
    return frozenset(kind for kind, n in count.items() if n >= game.tables.ground_target(kind).counters)


def _targets(course: CampaignCourse) -> None:
    game = course.game
    mission = game.flown
    row = mission.row(game.tables)
    by_card, column = mission.of_card, _f8_column(game)
    if not mission.awaited:
        course.next_step(_next_after_targets(game, by_card))
    elif by_card and row.target != "f8-trench":
        kind = _kind_of_card(game)
        for _ in range(mission.awaited):
            course.emit(TargetFound(kind=kind, objective=True, rolled=False))
        course.next_step("targets")
    elif {target.result for target in game.tables.every("f8", TargetRow) if target.column == column} <= _in_use(game):
        course.next_step(_next_after_targets(game, by_card))  # every counter is on the map
    else:
        course.next_step("ground-target")


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
    kind = course.ask(TARGET)
    course.emit(TargetFound(kind=kind, objective=course.game.flown.of_card))
    course.next_step("targets")


def _arrival(course: CampaignCourse) -> None:
    game = course.game
    mission = game.flown
    row = mission.row(game.tables)
    if not row.targets or mission.arrived or not routes.at_objective(game):
        course.next_step(_after_arrival(game))
    elif row.targets.isdigit():
        course.emit(NumbersFound(targets=int(row.targets), objective=True))
        course.next_step("targets")
    else:
        course.next_step("card-targets")


def _card_targets(course: CampaignCourse) -> None:
    n = course.ask(CARD_TARGETS)
    course.emit(NumbersFound(targets=n, objective=True))
    course.next_step("targets")


def _after_arrival(game: Campaign) -> str:
    return "encounter" if game.rulings.event_time == "step-4" else "objective-sector"


def _encounter(course: CampaignCourse) -> None:
    game = course.game
    met = dict(game.flown.numbers)
    fighters, two_seaters = met.get("fighter", 0), met.get("two-seater", 0)
    if fighters or two_seaters:
        combat.begin(course, "meeting", fighters=fighters, two_seaters=two_seaters)
    elif game.rulings.event_time == "step-4":
        course.next_step("objective-sector")
    else:
        to_the_move(course)


# -- what is rolled for ------------------------------------------------------------------------------------------------


def check_questions(game: Campaign) -> Sequence[api.Question]:
    """Whether something happens here. EVT-1."""
    place = sectors.own_place(game)
    need = api.TargetNumber("an event", game.tables.need("f6", place), place.replace("-", " "), "AOV-EVT-1")
    changes = event_changes(game)
    against = tuple(api.Modifier(change.stage, change.source, change.reason, -change.value) for change in changes)
    targets, read = (need.with_modifiers(against),), api.ReadFrom((EventChecked,), "happens")
    return (api.Question("an event", event_happens, check_facts(game), targets, of=read),)


def _engine_questions(game: Campaign) -> Sequence[api.Question]:
    ids = tuple((aircraft.id, aircraft.name) for aircraft in with_engine_trouble(game))
    read = api.ReadFrom((SentHome,), "aircraft", words=ids)
    return (api.Question("engine trouble", one_of, _engine_facts(game), of=read),)


def _met(events: Sequence[object]) -> EventArrivals:
    numbers_found = next(event for event in events if isinstance(event, NumbersFound))
    return EventArrivals(numbers_found.two_seaters, numbers_found.fighters, numbers_found.targets)


def _number_questions(game: Campaign) -> Sequence[api.Question]:
    return (api.Question("how many there are", numbers_met, (game.flown.event, game.tables), of=_met),)


# -- events ------------------------------------------------------------------------------------------------------------


KINDS: dict[GroundKind, str] = {
    "aa-battery": "AA battery",
    "town-ace": "town",
    "town-bdf": "town",
    "rail-yard": "rail yard",
    "hq": "headquarters",
    "trench": "trench line",
    "convoy": "convoy",
    "artillery": "artillery",
    "infantry": "infantry",
    "train": "train",
    "balloon": "balloon",
    "airfield": "airfield",
    "depot": "depot",
}
"""What people call ground targets."""
BRINGS: dict[EventKind, str] = {
    "none": "nothing",
    "engine": "engine trouble",
    "ground": "ground targets",
    "raid": "an enemy raid",
    "two-seaters": "enemy 2-seaters",
    "fighters-d3": "enemy fighters",
    "fighters-d6": "enemy fighters",
    "ambush": "an ambush of enemy fighters",
}
COLUMNS = {"friendly-rear": "friendly rear", "trench": "trenches", "enemy-rear": "enemy rear"}


class EventChecked(api.Event[Campaign], type="valor.event_checked"):
    """Whether something happens in this sector, by F6. EVT-1."""

    happens: bool

    def apply(self, state: Campaign) -> Campaign:
        return state

    def tell(self, state: Campaign) -> str:
        return "F6: an event" if self.happens else "F6: no event"

    @property
    def in_passing(self) -> str | None:
        return None if self.happens else "no event"


class EventFound(api.Event[Campaign], type="valor.event_found"):
    """What happens, by F7. EVT-1."""

    event: EventKind
    column: str

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, event=self.event)

    def tell(self, state: Campaign) -> str:
        return f"F7, {COLUMNS[self.column]}: {BRINGS[self.event]}"


class NoEffect(api.Event[Campaign], type="valor.no_effect"):
    """What F7 says counts for nothing here. MIS-5, MIS-16, ``engine_none``."""

    wording: ClassVar[str] = "no effect: {why}"
    why: str

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, event="none")


class NumbersFound(api.Event[Campaign], type="valor.numbers_found"):
    """How many aircraft or ground targets there are. EVT-2, EVT-5, MIS-4."""

    two_seaters: int = 0
    fighters: int = 0
    targets: int = 0
    objective: bool = False
    """Whether they are the targets of the card."""

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        numbers = (("two-seater", self.two_seaters), ("fighter", self.fighters), ("target", self.targets))
        arrived = mission.arrived or self.objective
        brought = mission.numbers if self.objective else tuple((kind, n) for kind, n in numbers if n)
        return in_mission(state, numbers=brought, awaited=self.targets, of_card=self.objective, arrived=arrived)

    def tell(self, state: Campaign) -> str:
        if not self.targets:
            return ""  # the beginning of the combat tells of aircraft
        return "there is 1 ground target" if self.targets == 1 else f"there are {self.targets} ground targets"


class TargetFound(api.Event[Campaign], type="valor.target_found"):
    """A ground target turns up in the sector of the flight. EVT-5, MIS-4."""

    kind: GroundKind
    objective: bool = False
    rolled: bool = True
    """Whether by F8."""

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        number = len(mission.targets) + 1
        new = GroundTarget(
            id=f"target-{number}",
            name=self._named(state),
            kind=self.kind,
            at=mission.at,
            objective=self.objective,
        )
        return in_mission(state, targets=(*mission.targets, new), awaited=max(mission.awaited - 1, 0))

    def _named(self, state: Campaign) -> str:
        same = sum(target.kind == self.kind for target in state.flown.targets) + 1
        return f"{KINDS[self.kind]} {same}"

    def tell(self, state: Campaign) -> str:
        return f"{'F8: ' if self.rolled else 'the target: '}{self._named(state)}"


# -- the steps, and what they roll for ---------------------------------------------------------------------------------


OUTCOME = api.Ask(
    event_outcome,
    "the event",
    (EventFound, "event"),
    lambda game: (sectors.line(game.flown.at, own_half(game), game.tables, game.rulings), game.tables),
)
CARD_TARGETS = api.Ask(
    targets_of_card,
    "ground targets at the objective",
    (NumbersFound, "targets"),
    lambda game: (game.flown.row(game.tables).targets,),
)
TARGET = api.Ask(
    ground_target,
    "the ground target",
    (TargetFound, "kind"),
    lambda game: (_f8_column(game), _in_use(game), game.tables),
)

STEPS = {
    "event-check": SequenceStep("AOV-EVT-1", _event_check),
    "event-roll": SequenceStep("AOV-EVT-1", _event_roll, True, check_questions),
    "event-outcome": SequenceStep("AOV-EVT-1", _event_outcome, True, OUTCOME.questions),
    "engine-trouble": SequenceStep("AOV-EVT-1", _engine_trouble, True, _engine_questions),
    "event-numbers": SequenceStep("AOV-EVT-2", _event_numbers, True, _number_questions),
    "arrival": SequenceStep("AOV-MIS-4", _arrival),
    "card-targets": SequenceStep("AOV-MIS-4", _card_targets, True, CARD_TARGETS.questions),
    "targets": SequenceStep("AOV-EVT-5", _targets),
    "ground-target": SequenceStep("AOV-EVT-5", _ground_target, True, TARGET.questions),
    "encounter": SequenceStep("AOV-EVT-7", _encounter),
}
"""What is met on the way."""


class EventRulings(api.Rulings):
    """What the source leaves open of events on the way."""

    engine_none: Literal["nothing", "lent"] = api.ruling(
        "AOV-EVT-1", "Engine trouble in a flight without fighters: what then?", "Nothing.", "A lent aircraft goes home."
    )
