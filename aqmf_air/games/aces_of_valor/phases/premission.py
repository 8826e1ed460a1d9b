"""Before a flight: the mission, its card, objective and weather, and who flies. PRE, SEQ-2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.games.aces_of_valor import flights
from aqmf_air.games.aces_of_valor.counters import Aircraft
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.aircraft import capacity
from aqmf_air.games.aces_of_valor.events.missions import (
    CampaignEnded,
    CardDiscarded,
    CardDrawn,
    CrewsLent,
    DeckReshuffled,
    FightersChosen,
    FightersCounted,
    MissionBegan,
    MissionSkipped,
    NobodyFlies,
    ObjectiveFound,
    TookOff,
    WeatherFound,
)
from aqmf_air.games.aces_of_valor.rules import missions, points
from aqmf_air.games.aces_of_valor.rules.six_sided import amount
from aqmf_air.games.aces_of_valor.spending import next_flown
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Kind, Weather
from aqmf_air.games.aces_of_valor.table_words import card_name


@dataclass(frozen=True)
class Lent:
    """Reads the skills of the crews of a kind that are lent."""

    kind: Kind

    def __call__(self, events: Sequence[object]) -> tuple[str, ...]:
        lent = (one for event in events if isinstance(event, CrewsLent) for one in event.aircraft)
        return tuple(f"{one.air}/{one.ground}" for one in lent if one.kind == self.kind)


WEATHER_BY_EVENT: dict[str, Weather] = {"EV-7": "heavy-clouds", "EV-8": "clear"}


def _next_mission(course: CampaignCourse) -> None:
    game = course.game
    following = game.number + 1
    if following > game.missions:
        _end(course)
    elif following < next_flown(game):
        course.note(MissionSkipped(number=following))
        course.go("skipped-card" if game.rulings.skip_card == "discard" else "skipped")
    else:
        course.note(MissionBegan(number=following))
        course.go("mission-card")


def _end(course: CampaignCourse) -> None:
    game = course.game
    course.note(CampaignEnded(level=points.level(game.vp, game.missions, game.tables)))


def _ready_deck(course: CampaignCourse) -> bool:
    """Whether there is a mission card to draw; the discards are put back first if need be. ``mission_deck_empty``."""
    if not len(missions.deck(course.game.played, course.tables)):
        if course.rulings.mission_deck_empty == "end":
            return False
        course.note(DeckReshuffled())
    return True


def _mission_card(course: CampaignCourse) -> None:
    if not _ready_deck(course):
        _end(course)
        return
    card = course.dice.call(missions.mission_card, missions.deck(course.game.played, course.tables))
    course.note(CardDrawn(card=card))
    course.go("objective")


def _skipped_card(course: CampaignCourse) -> None:
    if _ready_deck(course):
        card = course.dice.call(missions.mission_card, missions.deck(course.game.played, course.tables))
        course.note(CardDiscarded(card=card))
    course.go("skipped")


def _objective(course: CampaignCourse) -> None:
    game, tables = course.game, course.tables
    card = game.flown.row(tables)
    letter = course.dice.call(missions.objective_letter, card, tables)
    where = missions.objective_sectors(card, letter, flights.own_half(game), flights.home_sector(game), tables)
    course.note(ObjectiveFound(letter=letter, sectors=where))
    course.go("weather")


def _weather(course: CampaignCourse) -> None:
    game = course.game
    known = [what for card, what in WEATHER_BY_EVENT.items() if game.effect(card)]
    found = known[0] if known else course.dice.call(missions.weather, course.tables)
    course.note(WeatherFound(weather=found))
    card = game.flown.row(course.tables)
    if card.mission == "scramble":
        course.go("scramble")
    else:
        course.go("fighters-asked" if card.fighters.startswith("D") else "muster")


def _fighters_asked(course: CampaignCourse) -> None:
    number = course.dice.call(amount, "fighters", course.game.flown.row(course.tables).fighters)
    course.note(FightersCounted(fighters=number))
    course.go("muster")


def _muster(course: CampaignCourse) -> None:
    game = course.game
    least, most = flights.fighters_to_choose(game)
    if flights.nobody_flies(game):
        course.note(NobodyFlies())
        course.go("points")
    elif most and least < len(game.ready):
        course.go("fighters")
    else:  # all who are ready fly, or nobody
        if most:
            course.note(FightersChosen(aircraft=tuple(one.id for one in game.ready)))
        course.go(after_fighters(course.game))


def after_fighters(game: Campaign) -> str:
    """The step after the fighters are chosen; nobody is asked for ordnance that serves nothing. PRE-6, PRE-7."""
    if flights.may_load(game):
        return "ordnance"
    return "lent" if flights.lent(game) else "take-off"


def _lent(course: CampaignCourse) -> None:
    for one in flights.lent(course.game):
        name = flights.NAMES[one.kind]
        drawn = course.dice.call(missions.counters_drawn, name, one.cup, one.asked)
        found = []
        for n, skills in enumerate(drawn, 1):
            air, ground = map(int, skills.split("/"))
            crew = Aircraft(id=f"{one.kind}-{n}", name=f"{name} {n}", kind=one.kind, air=air, ground=ground)
            found.append(replace(crew, bombs=capacity(crew, course.tables, damaged=False)[0]))
        course.note(CrewsLent(aircraft=tuple(found)))
    course.go("take-off")


def _take_off(course: CampaignCourse) -> None:
    game = course.game
    course.note(TookOff(at=flights.home_sector(game), turns=flights.turns_of_fuel(game)))
    course.go("turn")


def _card_questions(game: Campaign) -> Sequence[Question]:
    cards = missions.deck(game.played, game.tables)
    if not len(cards) and game.rulings.mission_deck_empty == "reshuffle":
        cards = missions.deck((), game.tables)
    of = ReadFrom((CardDrawn, CardDiscarded), "card", words=tuple((card, card_name(card)) for card, _ in cards.counts))
    return (Question("mission card", missions.mission_card, (cards,), view=card_name, of=of),) if len(cards) else ()


def _objective_questions(game: Campaign) -> Sequence[Question]:
    card = game.flown.row(game.tables)
    if not card.sector_by:
        return ()
    facts = (card, game.tables)
    return (Question("objective", missions.objective_letter, facts, of=ReadFrom((ObjectiveFound,), "letter")),)


def _weather_questions(game: Campaign) -> Sequence[Question]:
    if any(game.effect(card) for card in WEATHER_BY_EVENT):
        return ()
    return (Question("weather", missions.weather, (game.tables,), of=ReadFrom((WeatherFound,), "weather")),)


def _lent_questions(game: Campaign) -> Sequence[Question]:
    return tuple(
        Question(
            f"{flights.NAMES[one.kind]}s",
            missions.counters_drawn,
            (flights.NAMES[one.kind], one.cup, one.asked),
            of=Lent(one.kind),
        )
        for one in flights.lent(game)
    )


def _fighters_questions(game: Campaign) -> Sequence[Question]:
    facts = ("fighters", game.flown.row(game.tables).fighters)
    return (Question("fighters", amount, facts, of=ReadFrom((FightersCounted,), "fighters")),)


STEPS = {
    "next-mission": SequenceStep("AOV-PRE-1", _next_mission),
    "mission-card": SequenceStep("AOV-PRE-2", _mission_card, True, _card_questions),
    "objective": SequenceStep("AOV-PRE-2", _objective, True, _objective_questions),
    "weather": SequenceStep("AOV-PRE-4", _weather, True, _weather_questions),
    "fighters-asked": SequenceStep("AOV-PRE-2", _fighters_asked, True, _fighters_questions),
    "muster": SequenceStep("AOV-PRE-5", _muster),
    "fighters": SequenceStep("AOV-PRE-5"),
    "ordnance": SequenceStep("AOV-PRE-7"),
    "lent": SequenceStep("AOV-PRE-6", _lent, True, _lent_questions),
    "take-off": SequenceStep("AOV-PRE-8", _take_off),
    "skipped-card": SequenceStep("AOV-SCR-16", _skipped_card, True, _card_questions),
}
"""Before a flight."""
