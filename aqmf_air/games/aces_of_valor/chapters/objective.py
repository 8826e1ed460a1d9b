"""At the objective (7.0, step 5): ground targets, the task of the card, and what follows a combat. OBJ, MIS, OPT-8."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from aqmf_air.api import Event, Objection, Offer, plural
from aqmf_air.games.aces_of_valor.chapters import combat, ground, routes
from aqmf_air.games.aces_of_valor.chapters.flight import TurnedForHome, nobody_left, to_the_move
from aqmf_air.games.aces_of_valor.chapters.ground import targets_here
from aqmf_air.games.aces_of_valor.chapters.observation import attempts_words
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, PlayerChoice, SequenceStep
from aqmf_air.games.aces_of_valor.chapters.points import PointsScored
from aqmf_air.games.aces_of_valor.state import Campaign, in_mission

# -- rules and steps ---------------------------------------------------------------------------------------------------


NAMES = {"photo-recon": "photo recon", "artillery-spotting": "artillery spotting", "bombing": "bombing"}


def may_do_task(game: Campaign) -> bool:
    """Whether 2-seaters or bombers may do the task of the card now. OBJ-1, OBJ-2, PHO-6, DET-5."""
    mission = game.flown
    kind = mission.row(game.tables).mission
    if mission.fought or kind not in routes.TASKS or not routes.at_objective(game):
        return False
    if kind == "bombing":
        bombs = any(aircraft.kind == "bomber" and aircraft.bombs for aircraft in game.flight)
        return bombs and any(game.target(id_).objective for id_ in targets_here(game))
    return not mission.attempted and any(aircraft.kind == "two-seater" for aircraft in game.flight)


def may_attack_targets(game: Campaign) -> bool:
    """Whether fighters may attack ground targets in the sector now. EVT-5, GTD-4, MIS-8, DET-5; ``evade_then_strafe``."""
    mission, rulings = game.flown, game.rulings
    waits = rulings.c3_evade_at_objective == "as-listed" and rulings.evade_then_strafe == "next-turn"
    if mission.fought or (mission.evaded and waits):
        return False
    return any(aircraft.kind == "fighter" for aircraft in game.flight) and any(True for _ in targets_here(game))


def _targets(game: Campaign) -> str:
    """What the ground targets here bring. GTD-6."""
    return "; ".join(ground.worth(game, id_) for id_ in targets_here(game))


def _objective_sector(course: CampaignCourse) -> None:
    if nobody_left(course):
        return
    choice = may_do_task(course.game) or may_attack_targets(course.game)
    course.next_step("task" if choice else "enough")


def _enough(course: CampaignCourse) -> None:
    """Whether the player may call the task of a target mission tried. ``task_tried``."""
    game, mission = course.game, course.game.flown
    here = mission.row(game.tables).mission in routes.TARGETS and routes.at_objective(game)
    if here and not mission.enough and not mission.tried and (mission.fought or not any(True for _ in targets_here(game))):
        course.emit(EnoughDone())
    course.next_step("after-objective")


def _after_combat(course: CampaignCourse) -> None:
    """What a combat used and cost, or a raid that is not fought. OPT-8, RND-10; ``raid_scope``."""
    game, mission = course.game, course.game.flown
    raids = routes.PATROLS if game.rulings.raid_scope == "patrols" else frozenset({"defensive-patrol"})
    if mission.fought and mission.rounds:  # fuel of the combat. RND-10, OPT-9, PHO-9; ``task_fuel``
        turns, against = mission.rounds[-1]
        if not game.options.fuel_by_rounds:
            turns = int(turns >= course.tables.number("rounds") and (against or course.rulings.task_fuel))
        if turns:
            course.emit(FuelUsed(turns=turns))
    elif mission.event == "raid" and game.options.raids_cost and mission.row(game.tables).mission in raids:
        points = game.tables.points("raid-not-engaged")
        course.emit(PointsScored(what="an enemy raid that was not fought", points=points, rule="AOV-OPT-8"))
    kind, mission = mission.row(game.tables).mission, course.game.flown
    over = mission.tried or mission.given_up or kind not in routes.TASKS or not routes.at_objective(course.game)
    if not over and (mission.fought if kind == "bombing" else mission.attempted):  # ``task_tried``, PHO-6
        course.emit(TurnedForHome())
    if nobody_left(course):
        return
    if mission.moved:
        course.next_step("objective-sector")
    else:
        to_the_move(course)


STEPS = {
    "objective-sector": SequenceStep("AOV-OBJ-1", _objective_sector),
    "task": SequenceStep("AOV-OBJ-1"),
    "after-combat": SequenceStep("AOV-RND-9", _after_combat),
    "enough": SequenceStep("AOV-OPT-6", _enough),
}
"""What is done at the objective, and over ground targets."""


# -- orders ------------------------------------------------------------------------------------------------------------


class DoTask(PlayerChoice, type="valor.do_task"):
    """2-seaters and bombers do the task of the card, in a combat. OBJ-1, OBJ-2."""

    phrases: ClassVar[tuple[str, ...]] = ("do the task",)
    at: ClassVar[tuple[str, ...]] = ("task",)
    rule: ClassVar[str] = "AOV-OBJ-1"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        kind = game.flown.row(game.tables).mission
        if may_do_task(game):
            brings = _targets(game) if kind == "bombing" else attempts_words(game)
            yield Offer(cls(), f"Begin the {NAMES[kind]}: {brings}")

    def against(self, game: Campaign) -> Iterable[Objection]:
        if not may_do_task(game):  # "In an objective sector the mission's task is done"
            yield Objection(self.rule, "there is no task for 2-seaters or bombers here now")

    def carry_out(self, course: CampaignCourse) -> None:
        combat.begin(course, "task")


class AttackTargets(PlayerChoice, type="valor.attack_targets"):
    """The flight attacks the ground targets in its sector. EVT-5, OBJ-1, GTD-4."""

    phrases: ClassVar[tuple[str, ...]] = ("attack the ground targets",)
    at: ClassVar[tuple[str, ...]] = ("task",)
    rule: ClassVar[str] = "AOV-EVT-5"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        if not may_do_task(game):
            yield Offer(cls(), f"Attack the ground targets: {_targets(game)}")

    def against(self, game: Campaign) -> Iterable[Objection]:
        if not may_attack_targets(game):
            yield Objection(self.rule, "there are no ground targets that fighters may attack now")  # "Enemy ground targets"
        elif may_do_task(game):  # "In an objective sector the mission's task is done"
            yield Objection("AOV-OBJ-1", "fighters attack with the bombers, or in their escort: begin the task")

    def carry_out(self, course: CampaignCourse) -> None:
        combat.begin(course, "targets")


class PassBy(PlayerChoice, type="valor.pass_by"):
    """The flight does nothing here in this turn. MIS-6, EVT-7."""

    phrases: ClassVar[tuple[str, ...]] = ("pass by",)
    at: ClassVar[tuple[str, ...]] = ("task",)
    rule: ClassVar[str] = "AOV-MIS-6"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        yield Offer(cls(), f"Do nothing here in this turn{cls._what_then(game)}")

    @staticmethod
    def _what_then(game: Campaign) -> str:
        """What becomes of a task that is not tried now: home before it is tried only where MIS-2 allows it."""
        mission = game.flown
        if mission.tried or mission.given_up or not routes.at_objective(game) or routes.may_call_tried(game):
            return ": no points, and no fire at the flight"
        turns = routes.moves_left(game) - routes.moves_needed(game, mission.at)
        if turns <= 0 or routes.may_give_up(game):
            return ": the task is not tried, and the mission may be given up in the next"
        return f": the flight goes home only after it has tried its task; there is fuel to stay {plural(turns, 'turn')} more"

    def against(self, game: Campaign) -> Iterable[Objection]:
        """``opportunity_fight``."""
        forced = game.rulings.opportunity_fight == "forced" and game.flown.event == "ground"
        if forced and may_attack_targets(game):
            yield Objection("AOV-EVT-5", "these ground targets have to be attacked")  # "whether the player must fight them"

    def carry_out(self, course: CampaignCourse) -> None:
        course.next_step("enough")


# -- events ------------------------------------------------------------------------------------------------------------


class EnoughDone(Event[Campaign], type="valor.enough_done"):
    """The player may call the task tried from now on. ``task_tried``."""

    wording: ClassVar[str] = "the flight may go home"

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, enough=True)


class FuelUsed(Event[Campaign], type="valor.fuel_used"):
    """Combat has used fuel for turns. RND-10, OPT-9; ``fuel_reduction``."""

    turns: int

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        if state.rulings.fuel_reduction == "current":
            return in_mission(state, turn=mission.turn + self.turns)
        return in_mission(state, length=mission.length - self.turns)

    def tell(self, state: Campaign) -> str:
        return f"the combat used fuel for {self.turns} turn{'' if self.turns == 1 else 's'}"
