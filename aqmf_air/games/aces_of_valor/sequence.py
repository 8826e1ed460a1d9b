"""The sequence of a campaign: all its steps by id, and how it goes on from a choice to the next. SEQ."""

from __future__ import annotations

from collections.abc import Mapping

from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep, StepRun
from aqmf_air.games.aces_of_valor.phases import (
    awards,
    beginning,
    combat,
    enemy_actions,
    event_cards,
    events_on_the_way,
    flight,
    landing,
    objective,
    postmission,
    premission,
    rounds,
    scramble,
)
from aqmf_air.games.aces_of_valor.state import Campaign

STEPS: Mapping[str, SequenceStep] = {
    **beginning.STEPS,
    **premission.STEPS,
    **flight.STEPS,
    **events_on_the_way.STEPS,
    **objective.STEPS,
    **landing.STEPS,
    **awards.STEPS,
    **scramble.STEPS,
    **combat.STEPS,
    **rounds.STEPS,
    **enemy_actions.STEPS,
    **rounds.ENDING,
    **postmission.STEPS,
    **event_cards.STEPS,
}
"""In the order of a campaign. SEQ-1, SEQ-2."""


def waits(game: Campaign) -> bool:
    """Whether a choice of the player's comes next, or nothing at all."""
    return bool(game.winner) or STEPS[game.step].run is None


def proceed(course: CampaignCourse) -> None:
    """What happens without the player, up to the next choice; with the pace ``step``, up to the next roll."""
    while not waits(course.game):
        step = STEPS[course.game.step]
        if step.rolls and course.game.pace == "step":
            return
        _run(course, step)


def go_on(course: CampaignCourse) -> None:
    """The step that comes next, then what follows."""
    _run(course, STEPS[course.game.step])
    proceed(course)


def _run(course: CampaignCourse, step: SequenceStep) -> None:
    assert step.run is not None  # a choice is no step that runs
    course.steps.append(StepRun(course.game, len(course.events)))
    step.run(course)
