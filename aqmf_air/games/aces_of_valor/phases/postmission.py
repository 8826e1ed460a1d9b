"""After a mission: points, what is bought with them, skipped missions, the home airfield. PST, HOM, SCR-16, SEQ-2."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.campaign import HomeFound, PilotJoined
from aqmf_air.games.aces_of_valor.events.squadron import (
    AircraftRepaired,
    FieldDestroyed,
    PilotsRecycled,
    PointsCounted,
    PurseClosed,
    SkipRestored,
    VictoryPointsLost,
)
from aqmf_air.games.aces_of_valor.phases.beginning import home_airfield
from aqmf_air.games.aces_of_valor.rules.ground import damage_of
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.spending import anything_to_spend, missions_left, purse
from aqmf_air.games.aces_of_valor.squadron import (
    drawn_pilot,
    pilots_left,
    recycled,
    replacement,
    replacement_tier,
    replacements,
)
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Airfield, EventCard, Pilot
from aqmf_air.games.aces_of_valor.tables import Tables

ROLLED_AGAIN = Fraction(1, 6**6)
"""Rolls for another airfield that are less likely are left out of the odds. ``same_airfield``."""


def new_home(dice: Dice, present: str, tables: Tables, rulings: ValorRulings) -> Airfield:
    """The letter of the next home airfield, by S2. HOM-1, ``same_airfield``."""
    letter = dice.call(home_airfield, tables)
    while letter == present and rulings.same_airfield == "reroll":
        letter = dice.call(home_airfield, tables)
    return letter


def field_destroyed(game: Campaign) -> bool:
    """Whether the home airfield was destroyed in a scramble. SCR-16."""
    mission = game.flown
    if not mission.card or mission.row(game.tables).mission != "scramble":
        return False
    fields = (one for one in mission.targets if one.kind == "airfield")
    return any(damage_of(one.kind, one.points, game.tables) == "destroyed" for one in fields)


def home_due(game: Campaign) -> bool:
    """Whether the home airfield is rolled for. HOM-1, ``home_last``, ``skip_fourth``."""
    if game.number % game.tables.number("home-every") or (game.mission is None and not game.rulings.skip_fourth):
        return False
    return game.number < game.missions or game.rulings.home_last


def event_due(game: Campaign) -> bool:
    """Whether a post-mission event is drawn. PST-13, SET-8."""
    left = len(game.tables.every("events", EventCard)) - len(game.events_drawn)
    return game.mission is not None and game.options.events and missions_left(game) > 0 and left > 0


def after_home(game: Campaign) -> str:
    """The step after that of the home airfield."""
    return "event-card" if event_due(game) else "next-mission"


def close_purse(course: CampaignCourse) -> None:
    """Nothing more is bought: on to what follows. PST-5."""
    again = purse(course.game).after_event
    course.note(PurseClosed())
    if again:
        course.go("next-mission")
    else:
        course.go("new-home" if home_due(course.game) else after_home(course.game))


def spend_on(course: CampaignCourse) -> None:
    """On with spending while there is anything to choose."""
    if anything_to_spend(course.game):
        course.go("spend")
    else:
        close_purse(course)


def join(course: CampaignCourse, label: str) -> None:
    """A replacement is drawn and comes to the squadron. PST-9, PST-10."""
    back = recycled(course.game)
    if back:
        course.note(PilotsRecycled(aircraft=tuple(one.id for one in back)))
    tier = replacement_tier(course.game)
    name = course.dice.call(drawn_pilot, label, pilots_left(course.game, tier))
    course.note(PilotJoined(member=replacement(course.game, name, tier)))


def joined(game: Campaign, label: str) -> Question:
    """What skills the replacement has who comes: ``air/ground``."""
    found = (one for one in game.tables.every("pilots", Pilot) if one.nation == game.nation)
    skills = {one.name: f"{one.air}/{one.ground}" for one in found}
    return Question(
        "skills of the replacement", drawn_pilot, (label, replacements(game)), view=skills.__getitem__, of=_skills
    )


def _skills(events: Sequence[object]) -> str:
    new = next(event.member for event in events if isinstance(event, PilotJoined))
    return f"{new.air}/{new.ground}"


def _points(course: CampaignCourse) -> None:
    game = course.game
    total = game.flown.points
    course.note(PointsCounted(points=total))
    if total < 0 and game.rulings.negative_mp == "lose-vp":
        course.note(VictoryPointsLost(points=-total))
    if field_destroyed(course.game):
        course.note(FieldDestroyed())
    course.go("spend")  # also where nothing can be bought: the player sees what the mission came to


def _skipped(course: CampaignCourse) -> None:
    game = course.game
    if game.repairs_due:
        course.note(SkipRestored())
        for one in game.in_box("recovery"):
            course.note(AircraftRepaired(aircraft=one.id))
    if course.game.purse:
        spend_on(course)
    else:
        course.go("new-home" if home_due(course.game) else "next-mission")


def _new_home(course: CampaignCourse) -> None:
    game = course.game
    course.note(HomeFound(letter=course.dice.call(new_home, game.home, course.tables, course.rulings)))
    course.go(after_home(course.game))


def _home_questions(game: Campaign) -> Sequence[Question]:
    facts = (game.home, game.tables, game.rulings)
    again = ROLLED_AGAIN if game.rulings.same_airfield == "reroll" else Fraction(0)
    return (Question("home airfield", new_home, facts, min_path=again, of=ReadFrom((HomeFound,), "letter")),)


STEPS = {
    "points": SequenceStep("AOV-PST-2", _points),
    "spend": SequenceStep("AOV-PST-3"),
    "new-home": SequenceStep("AOV-HOM-1", _new_home, True, _home_questions),
    "skipped": SequenceStep("AOV-PST-7", _skipped),
}
"""After a mission."""
