"""Photo recon and artillery spotting (8.5). PHO."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from aqmf_air.api import Dice, Event, Question, Rulings, Tally, chances, labelled, modifier, percent, ruling
from aqmf_air.games.aces_of_valor.chapters import luck
from aqmf_air.games.aces_of_valor.chapters.counters import ground_skill
from aqmf_air.games.aces_of_valor.chapters.dice import of_table
from aqmf_air.games.aces_of_valor.chapters.fire import NONE, Seen, State, aa_fire, hit_friend, worse
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse
from aqmf_air.games.aces_of_valor.chapters.points import PointsScored
from aqmf_air.games.aces_of_valor.chapters.routes import at_objective
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, has_acted, in_combat, in_mission, mission_of
from aqmf_air.games.aces_of_valor.tables import GunfireRow, PointsRow, Side, Tables, ValorRulings, Weather

# -- rules -------------------------------------------------------------------------------------------------------------


def attempt_aa(dice: Dice, round_: int, weather: Weather, tables: Tables, rulings: ValorRulings) -> int:
    """AA dice at a 2-seater in a round. PHO-3."""
    clouds = -1 if weather == "heavy-clouds" and rulings.weather_on_c14 == "heavy-minus-one" else 0
    column = f"round{round_}"
    change = modifier(clouds, "heavy clouds", "AOV-PHO-3")
    net = of_table(dice, "c14", "fire at the 2-seater", tables, change, column=column)
    return tables.row("c14", GunfireRow, net, column).dice


def attempt_points(dice: Dice, round_: int, skill: int, weather: Weather, tables: Tables) -> int:
    """Mission points of an attempt. PHO-4."""
    changes = (
        modifier(skill, "ground skill", "AOV-PHO-4"),
        modifier(tables.weather(weather, "c15"), weather.replace("-", " "), "AOV-PHO-4"),
        modifier((round_ - 1) * tables.number("attempt-round"), f"round {round_}", "AOV-PHO-4"),
    )
    return tables.row("c15", PointsRow, of_table(dice, "c15", "attempt", tables, *changes)).points


@dataclass(frozen=True)
class Observing:
    """A 2-seater at its task: its side, None if destroyed, and the mission points so far."""

    side: State = "front"
    points: int = 0


def attempt(
    dice: Dice, so_far: Observing, round_: int, skill: int, weather: Weather, tables: Tables, rulings: ValorRulings
) -> Observing:
    """An attempt, AA first; a 2-seater that is shot down makes none. PHO-3, PHO-4, PHO-7."""
    if so_far.side is None:
        return so_far
    n = dice.call(attempt_aa, round_, weather, tables, rulings)
    structure = tables.aircraft("two-seater", so_far.side).structure
    side = worse(so_far.side, dice.call(aa_fire, n, structure, tables, rulings, need="attempt-aa-hit"))
    if side is None:
        return Observing(None, so_far.points)
    points = labelled(dice, relation="for").call(attempt_points, round_, skill, weather, tables)
    return Observing(side, so_far.points + points)


def attempts_in_rounds(
    dice: Dice,
    rounds: int,
    skill: int,
    weather: Weather,
    tables: Tables,
    rulings: ValorRulings,
    state: Observing = Observing(),
) -> Observing:
    """A 2-seater that tries in each round, from the first on, under the fire of the sector. PHO-3 to PHO-7."""
    for round_ in range(1, rounds + 1):
        state = dice.call(attempt, state, round_, skill, weather, tables, rulings)
    return state


def attempts_unopposed(
    dice: Dice, rounds: int, skill: int, weather: Weather, tables: Tables, rulings: ValorRulings
) -> Observing:
    """The same where nobody shoots at it. PHO-4, PHO-6, PHO-7."""
    state = Observing()
    for round_ in range(1, rounds + 1):
        state = Observing("front", state.points + dice.call(attempt_points, round_, skill, weather, tables))
    return state


# -- an attempt as the 2-seater stands ---------------------------------------------------------------------------------


OBSERVING = {"photo-recon": "photo recon", "artillery-spotting": "artillery spotting"}
"""Missions with attempts."""


def may_attempt(game: Campaign, aircraft: Aircraft, round_: int) -> bool:
    """Whether a 2-seater may make its attempt in a round. PHO-1, PHO-6, ``two_observers``, ``attempt_skip``."""
    mission, rulings, made = game.flown, game.rulings, game.fought.attempts
    if aircraft.kind != "two-seater" or mission_of(game) not in OBSERVING or not at_objective(game):
        return False
    if mission.tried or (mission.attempted and not made):
        return False
    if aircraft.damaged and not rulings.photo_continue_damaged:
        return False
    own = [at for who, at in made if who == aircraft.id]
    if rulings.attempt_skip == "consecutive" and len(own) != round_ - 1:
        return False
    counted = own if rulings.two_observers == "each" else made
    return round_ not in own and len(counted) < game.tables.number("rounds")


def attempt_facts(game: Campaign, aircraft: str) -> tuple[Observing, int, int, Weather, Tables, Any]:
    """The facts of :func:`attempt` for a 2-seater. PHO-3, PHO-4."""
    observer, combat = game.aircraft(aircraft), game.fought
    skill = ground_skill(observer, game.rulings)
    return Observing(observer.side), combat.round, skill, game.flown.weather, game.tables, game.rulings


def make_attempt(course: CampaignCourse, aircraft: str) -> None:
    """A 2-seater makes its attempt, under fire from the ground. PHO-1 to PHO-8, ``photo_marker``."""
    game = course.game
    observer, kind = game.aircraft(aircraft), mission_of(game)
    dice = labelled(course.dice, game.called(aircraft), lambda: OBSERVING[kind])
    seen = dice.call(attempt, *attempt_facts(game, aircraft))
    waits = kind == "photo-recon" or game.rulings.photo_marker == "both"
    course.emit(AttemptMade(aircraft=aircraft, side=seen.side, points=seen.points, waits=waits))
    if seen.side != observer.side:
        hit_friend(course, aircraft, "destroyed" if seen.side is None else "damaged", "ground-fire")
    if seen.points and not waits:
        course.emit(PointsScored(what=f"{OBSERVING[kind]} by {observer.name}", points=seen.points, rule="AOV-PHO-8"))


def attempt_in(events: Sequence[Any]) -> Observing:
    """What an attempt came to, from the events that it was decided into."""
    attempt_made = next(event for event in events if isinstance(event, AttemptMade))
    return Observing(attempt_made.side, attempt_made.points)


def attempts_words(game: Campaign) -> str:
    """What the attempts of a 2-seater bring where no enemy aircraft come: ``7.5 MP on average``. PHO-3 to PHO-8."""
    observer = next(aircraft for aircraft in game.flight if aircraft.kind == "two-seater")
    waits = mission_of(game) == "photo-recon" or game.rulings.photo_marker == "both"
    rounds = game.tables.number("rounds")
    skill = ground_skill(observer, game.rulings)
    facts = rounds, skill, game.flown.weather, game.tables, game.rulings, Observing(observer.side)
    odds = chances(attempts_in_rounds, *facts)
    mean = odds.mean(lambda done: 0 if waits and done.side is None else done.points)
    lost = sum(chance for done, chance in odds.items() if done.side is None)
    home = ", if its crew comes home" if waits else ""
    return f"{float(mean):.1f} MP on average in {rounds} rounds{home}; AA shoots it down {percent(lost)}"


# -- what is rolled for, and the event ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Crew:
    """What AA does to a 2-seater that was on a side of its counter."""

    before: State

    def __call__(self, done: Observing) -> str:
        return {self.before: NONE, None: "destroyed"}.get(done.side, "damaged")


def points_of(done: Observing) -> int:
    """Mission points of attempts."""
    return done.points


def attempt_questions(game: Campaign, aircraft: str) -> tuple[Question, ...]:
    """The mission points, and the 2-seater under AA. PHO-3, PHO-4."""
    facts = attempt_facts(game, aircraft)

    def part(title: str, view: Callable[[Observing], Any], counted: Tally) -> Question:
        return Question(title, attempt, facts, view=view, of=Seen(attempt_in, view), luck=counted)

    damaged = game.aircraft(aircraft).damaged
    return (
        part("mission points", points_of, luck.good("mission points of attempts")),
        part(f"AA at {game.called(aircraft)}", _Crew(facts[0].side), luck.ground_fire(True, damaged)),
    )


class AttemptMade(Event[Campaign], type="valor.attempt_made"):
    """An attempt at photo recon or spotting, after the fire from the ground. PHO-1 to PHO-8."""

    aircraft: str
    side: Side | None
    """Of the counter after the fire; None: it was shot down and made none. What follows is told by other events."""
    points: int
    waits: bool
    """Whether the points wait for the crew's return. PHO-8, ``photo_marker``."""

    def apply(self, state: Campaign) -> Campaign:
        combat = state.fought
        after = has_acted(state, self.aircraft)
        after = in_combat(after, attempts=(*combat.attempts, (self.aircraft, combat.round)))
        mission = after.flown
        waiting = (*mission.observed, (self.aircraft, self.points)) if self.waits and self.points else mission.observed
        return in_mission(after, attempted=mission.turn, observed=waiting)

    def tell(self, state: Campaign) -> str:
        who = state.called(self.aircraft)
        if self.side is None:
            return f"{who} is shot down before its attempt"
        return f"{who} makes its attempt: {self.points} MP{' if the crew comes back' if self.waits and self.points else ''}"


class ObservationRulings(Rulings):
    """What the source leaves open of photo recon and spotting."""

    photo_continue_damaged: Literal[True, False] = ruling(
        "AOV-PHO-6", "May a damaged 2-seater make further attempts?", "Yes.", "No."
    )
    attempt_skip: Literal["allowed", "consecutive"] = ruling(
        "AOV-PHO-6", "May the first attempt be in round 2 or 3?", "Yes, with the drm of that round.", "No."
    )
    two_observers: Literal["each", "shared"] = ruling(
        "AOV-PHO-6", "How many attempts do two 2-seaters have?", "Three each.", "Three in all."
    )
    photo_marker: Literal["photo-only", "both"] = ruling(
        "AOV-PHO-8", "Which points wait for the crew to come back?", "Those of photo recon.", "Those of spotting as well."
    )
    task_fuel: Literal[True, False] = ruling("AOV-PHO-9", "Do three rounds without an enemy cost a turn?", "Yes.", "No.")
