"""How a campaign begins: what is chosen, the first fighters, the home airfield. SET, OPT-1."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.core.dice.cups import Cup, take
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.campaign import HomeFound, PilotJoined, TierFound
from aqmf_air.games.aces_of_valor.rules.six_sided import of_table
from aqmf_air.games.aces_of_valor.setup import Pilot
from aqmf_air.games.aces_of_valor.squadron import pilots_left, recruit
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Airfield, FieldRow, Option, OptionCard, TierRow
from aqmf_air.games.aces_of_valor.table_words import CardTitles
from aqmf_air.games.aces_of_valor.tables import Tables


def starting_tier(dice: Dice, tables: Tables) -> int:
    """The tier of the first fighters, by S1. SET-3."""
    return tables.row("s1", TierRow, of_table(dice, "s1", "starting fighters", tables)).tier


def home_airfield(dice: Dice, tables: Tables) -> Airfield:
    """The letter of the home airfield, by S2. SET-6, HOM-1."""
    return tables.row("s2", FieldRow, of_table(dice, "s2", "home airfield", tables)).field


def first_choice(game: Campaign) -> str:
    """What is chosen first of all that the set-up does not say. SET-1, SET-3, SET-8, OPT-1."""
    if game.nation is None:
        return "nation"
    if not game.missions:
        return "length"
    return "options" if game.setup.options is None else after_options(game)


def after_options(game: Campaign) -> str:
    """Whether the tier of the first fighters is chosen or found. SET-3, OPT-5, ``start_tier``."""
    chosen = game.options.choose_tier or game.rulings.start_tier == "choose"
    known = game.setup.squadron or game.setup.tier
    return "choose-tier" if chosen and not known else "starting-tier"


def option_cards(dice: Dice, number: int, tables: Tables) -> tuple[Option, ...]:
    """Cards of optional rules, drawn at random. OPT-2."""
    every = Cup.of(row.card for row in tables.every("options", OptionCard))
    return take(dice, "optional rule", every, number, called=CardTitles(tables, "options")).drawn


def _starting_tier(course: CampaignCourse) -> None:
    setup = course.game.setup
    if setup.squadron:
        course.note(TierFound(tier=min(one.tier for one in setup.squadron)))
    else:
        course.note(TierFound(tier=setup.tier or course.dice.call(starting_tier, course.tables)))
    course.go("first-fighters")


def _first_fighters(course: CampaignCourse) -> None:
    game, setup = course.game, course.game.setup
    assert game.nation is not None  # it was chosen
    named = setup.squadron
    if not named:
        most = course.tables.number("squadron")
        drawn = take(course.dice, "pilot of the squadron", pilots_left(game, game.tier), most).drawn
        named = tuple(Pilot(name=name, tier=game.tier) for name in drawn)
    for pilot in named:
        course.note(PilotJoined(member=recruit(pilot, game.nation, 1, course.tables)))
    course.go("home")


def _home(course: CampaignCourse) -> None:
    chosen = course.game.setup.home
    letter = course.dice.call(home_airfield, course.tables) if chosen is None else chosen
    course.note(HomeFound(letter=letter))
    course.go("next-mission")


def _tier_questions(game: Campaign) -> Sequence[Question]:
    if game.setup.squadron or game.setup.tier:
        return ()
    return (Question("tier of the first fighters", starting_tier, (game.tables,), of=ReadFrom((TierFound,), "tier")),)


def _home_questions(game: Campaign) -> Sequence[Question]:
    if game.setup.home:
        return ()
    return (Question("home airfield", home_airfield, (game.tables,), of=ReadFrom((HomeFound,), "letter")),)


STEPS = {
    "nation": SequenceStep("AOV-SET-3"),
    "length": SequenceStep("AOV-SET-1"),
    "options": SequenceStep("AOV-OPT-1"),
    "choose-tier": SequenceStep("AOV-OPT-5"),
    "starting-tier": SequenceStep("AOV-SET-3", _starting_tier, True, _tier_questions),
    "first-fighters": SequenceStep("AOV-SET-5", _first_fighters, True),
    "home": SequenceStep("AOV-SET-6", _home, True, _home_questions),
}
"""Before the first mission."""
