"""Step 5 of a turn: ground targets, the task of the card, and what follows a combat. OBJ, MIS, OPT-8."""

from __future__ import annotations

from aqmf_air.games.aces_of_valor import routes
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.aircraft import PointsScored
from aqmf_air.games.aces_of_valor.events.flight import EnoughDone, FuelUsed, TurnedForHome
from aqmf_air.games.aces_of_valor.phases.combat import targets_here
from aqmf_air.games.aces_of_valor.phases.flight import nobody_left, to_the_move
from aqmf_air.games.aces_of_valor.state import Campaign

NAMES = {"photo-recon": "photo recon", "artillery-spotting": "artillery spotting", "bombing": "bombing"}


def may_do_task(game: Campaign) -> bool:
    """Whether 2-seaters or bombers may do the task of the card now. OBJ-1, OBJ-2, PHO-6, DET-5."""
    mission = game.flown
    kind = mission.row(game.tables).mission
    if mission.fought or kind not in routes.TASKS or not routes.at_objective(game):
        return False
    if kind == "bombing":
        bombs = any(one.kind == "bomber" and one.bombs for one in game.flight)
        return bombs and any(game.target(id_).objective for id_ in targets_here(game))
    return not mission.attempted and any(one.kind == "two-seater" for one in game.flight)


def may_attack_targets(game: Campaign) -> bool:
    """Whether fighters may attack ground targets in the sector now. EVT-5, GTD-4, MIS-8, DET-5; ``evade_then_strafe``."""
    mission, rulings = game.flown, game.rulings
    waits = rulings.c3_evade_at_objective == "as-listed" and rulings.evade_then_strafe == "next-turn"
    if mission.fought or (mission.evaded and waits):
        return False
    return any(one.kind == "fighter" for one in game.flight) and any(True for _ in targets_here(game))


def must_attack_targets(game: Campaign) -> bool:
    """Whether ground targets of this turn's event have to be attacked. ``opportunity_fight``."""
    return game.rulings.opportunity_fight == "forced" and game.flown.event == "ground" and may_attack_targets(game)


def _objective_sector(course: CampaignCourse) -> None:
    if nobody_left(course):
        return
    choice = may_do_task(course.game) or may_attack_targets(course.game)
    course.go("task" if choice else "enough")


def _enough(course: CampaignCourse) -> None:
    """Whether the player may call the task of a target mission tried. ``task_tried``."""
    game, mission = course.game, course.game.flown
    here = mission.row(game.tables).mission in routes.TARGETS and routes.at_objective(game)
    if here and not mission.enough and not mission.tried and (mission.fought or not any(True for _ in targets_here(game))):
        course.note(EnoughDone())
    course.go("after-objective")


def _after_combat(course: CampaignCourse) -> None:
    game, mission = course.game, course.game.flown
    if mission.fought and mission.rounds:
        _use_fuel(course)
    elif mission.event == "raid" and _raid_costs(game):
        points = game.tables.points("raid-not-engaged")
        course.note(PointsScored(what="an enemy raid that was not fought", points=points, rule="AOV-OPT-8"))
    if _task_tried(course.game):
        course.note(TurnedForHome())
    if nobody_left(course):
        return
    if mission.moved:
        course.go("objective-sector")
    else:
        to_the_move(course)


def _use_fuel(course: CampaignCourse) -> None:
    """Fuel of the combat just fought. RND-10, OPT-9, PHO-9; ``task_fuel``."""
    rounds, against = course.game.flown.rounds[-1]
    if course.game.options.fuel_by_rounds:
        turns = rounds
    else:
        turns = int(rounds >= course.tables.number("rounds") and (against or course.rulings.task_fuel))
    if turns:
        course.note(FuelUsed(turns=turns))


def _raid_costs(game: Campaign) -> bool:
    """Whether a raid that is not fought costs a point. OPT-8; ``raid_scope``."""
    kind = game.flown.row(game.tables).mission
    kinds = routes.PATROLS if game.rulings.raid_scope == "patrols" else frozenset({"defensive-patrol"})
    return game.options.raids_cost and kind in kinds


def _task_tried(game: Campaign) -> bool:
    """Whether 2-seaters or bombers have tried their task. ``task_tried``, PHO-6."""
    mission = game.flown
    kind = mission.row(game.tables).mission
    if mission.tried or mission.given_up or kind not in routes.TASKS or not routes.at_objective(game):
        return False
    return mission.fought if kind == "bombing" else bool(mission.attempted)


STEPS = {
    "objective-sector": SequenceStep("AOV-OBJ-1", _objective_sector),
    "task": SequenceStep("AOV-OBJ-1"),
    "after-combat": SequenceStep("AOV-RND-9", _after_combat),
    "enough": SequenceStep("AOV-OPT-6", _enough),
}
"""What is done at the objective, and over ground targets."""
