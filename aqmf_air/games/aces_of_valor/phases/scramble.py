"""A scramble: the home airfield is attacked. SCR."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.counters import GroundTarget
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.aircraft import PointsScored
from aqmf_air.games.aces_of_valor.events.combat import CombatEnded
from aqmf_air.games.aces_of_valor.events.scramble import FieldPlaced, LaunchLimitFound, RaidersCounted
from aqmf_air.games.aces_of_valor.phases.combat import begin, to_the_enemy
from aqmf_air.games.aces_of_valor.rules.ground import damage_of
from aqmf_air.games.aces_of_valor.rules.six_sided import amount
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Amount

FIELD = "home-airfield"
"""The id of the own airfield as a ground target."""
ESCORT: Amount = "D3+1"
LAUNCH: Amount = "D3+2"


def launch_limit(dice: Dice) -> int:
    """How many fighters may go up. SCR-4, SCR-9."""
    return amount(dice, "fighters that may go up", LAUNCH)


def escort(dice: Dice) -> int:
    """How many fighters the enemy has. SCR-5."""
    return amount(dice, "fighters of the enemy", ESCORT)


def _scramble(course: CampaignCourse) -> None:
    """The airfield is placed, and the first wave is counted. SCR-1, SCR-3, SCR-4."""
    game = course.game
    assert game.nation is not None  # a mission is flown
    home = sectors.where(sectors.half_of(game.nation), "airfield", game.home, course.tables)
    field = GroundTarget(id=FIELD, name="the home airfield", kind="airfield", at=home)
    course.note(FieldPlaced(field=field))
    begin(course, "scramble", friends=(), targets=(), field=FIELD)
    _limit_found(course)


def _limit_found(course: CampaignCourse) -> None:
    """How many may go up, and who does: nobody is asked where nobody can. SCR-4, SCR-9."""
    course.note(LaunchLimitFound(n=course.dice.call(launch_limit)))
    if most_up(course.game):
        course.go("launch")
    else:
        launched(course)


def _scramble_more(course: CampaignCourse) -> None:
    """More fighters may go up before rounds 2 and 3. SCR-9."""
    _limit_found(course)


def _limit_questions(game: Campaign) -> Sequence[Question]:
    return (Question("fighters that may go up", launch_limit, (), of=ReadFrom((LaunchLimitFound,), "n")),)


def most_up(game: Campaign) -> int:
    """How many fighters can go up now. SCR-4, ``scramble_fewer``."""
    limit, ready = game.fought.launching, len(game.ready)
    if ready < limit and game.rulings.scramble_fewer == "none":
        return 0
    return min(limit, ready)


def least_up(game: Campaign) -> int:
    """How many fighters have to go up now. SCR-4, ``scramble_choice``."""
    first = game.fought.round == 0
    return most_up(game) if first and game.rulings.scramble_choice == "exactly" else 0


def launched(course: CampaignCourse) -> None:
    """After fighters have gone up: on to the enemy, or to the next round. SCR-5, SCR-9."""
    course.go("round" if course.game.fought.round else "raiders")


def _raiders(course: CampaignCourse) -> None:
    course.note(RaidersCounted(fighters=course.dice.call(escort), bombers=course.tables.number("raiding-bombers")))
    to_the_enemy(course)


def _raider_questions(game: Campaign) -> Sequence[Question]:
    return (Question("fighters of the enemy", escort, (), of=ReadFrom((RaidersCounted,), "fighters")),)


def _scramble_over(course: CampaignCourse) -> None:
    """The enemy leaves, and the airfield is looked at. SCR-13, SCR-15."""
    game = course.game
    field = game.target(FIELD)
    done = damage_of(field.kind, field.points, course.tables)
    course.note(CombatEnded())
    if done != "none":
        lost = course.tables.points(f"home-airfield-{done}")
        course.note(PointsScored(what=f"{field.name} {done}", points=lost, rule="AOV-SCR-15"))
    course.go("mission-over")


STEPS = {
    "scramble": SequenceStep("AOV-SCR-4", _scramble, True, _limit_questions),
    "launch": SequenceStep("AOV-SCR-4"),
    "raiders": SequenceStep("AOV-SCR-5", _raiders, True, _raider_questions),
    "scramble-more": SequenceStep("AOV-SCR-9", _scramble_more, True, _limit_questions),
    "scramble-over": SequenceStep("AOV-SCR-13", _scramble_over),
}
"""A scramble, besides its combat."""
