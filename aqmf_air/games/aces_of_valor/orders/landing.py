"""What is chosen over ground targets, over an airfield, and before a difficult landing. OBJ, END, ORD-8."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from aqmf_air.core.data.text import plural
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.games.aces_of_valor import routes, sectors
from aqmf_air.games.aces_of_valor.course import CampaignCourse
from aqmf_air.games.aces_of_valor.events.aircraft import OrdnanceJettisoned
from aqmf_air.games.aces_of_valor.orders import words
from aqmf_air.games.aces_of_valor.orders.base import Named, PlayerChoice
from aqmf_air.games.aces_of_valor.phases import combat, objective
from aqmf_air.games.aces_of_valor.phases.flight import give_up
from aqmf_air.games.aces_of_valor.phases.landing import in_turn, land, landing_questions
from aqmf_air.games.aces_of_valor.state import Campaign


class DoTask(PlayerChoice, type="valor.do_task"):
    """2-seaters and bombers do the task of the card, in a combat. OBJ-1, OBJ-2."""

    phrases: ClassVar[tuple[str, ...]] = ("do the task",)
    at: ClassVar[tuple[str, ...]] = ("task",)
    rule: ClassVar[str] = "AOV-OBJ-1"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        what = objective.NAMES.get(game.flown.row(game.tables).mission, "")
        yield Offer(cls(), f"Begin the {what}")

    def against(self, game: Campaign) -> Iterable[Objection]:
        if not objective.may_do_task(game):
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
        if not objective.may_do_task(game):
            names = ", ".join(game.called(id_) for id_ in combat.targets_here(game))
            yield Offer(cls(), f"Attack the ground targets: {names}")

    def against(self, game: Campaign) -> Iterable[Objection]:
        if not objective.may_attack_targets(game):
            yield Objection(self.rule, "there are no ground targets that fighters may attack now")
        elif objective.may_do_task(game):
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
            return ""
        turns = routes.moves_left(game) - routes.moves_needed(game, mission.at)
        if turns <= 0 or routes.may_give_up(game):
            return ": the task is not tried, and the mission may be given up in the next"
        return f": the flight goes home only after it has tried its task; there is fuel to stay {plural(turns, 'turn')} more"

    def against(self, game: Campaign) -> Iterable[Objection]:
        if objective.must_attack_targets(game):
            yield Objection("AOV-EVT-5", "these ground targets have to be attacked")

    def carry_out(self, course: CampaignCourse) -> None:
        course.go("enough")


class Land(PlayerChoice, type="valor.land"):
    """Aircraft land at the airfield under them. END-1 to END-3."""

    phrases: ClassVar[tuple[str, ...]] = ("land {aircraft}", "all land")
    at: ClassVar[tuple[str, ...]] = ("landing",)
    rule: ClassVar[str] = "AOV-END-1"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.several_in_flight}
    aircraft: tuple[str, ...] = ()
    """Empty: all."""

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        field = sectors.name(game.flown.at, game.tables)
        yield Offer(cls(), f"All land at {field}", kind="land")
        for one in game.flight if len(game.flight) > 1 else ():
            yield Offer(cls(aircraft=(one.id,)), f"{one.name} lands at {field}", subject=one.id, kind="land")

    def against(self, game: Campaign) -> Iterable[Objection]:
        flight = game.flown.flight
        for id_ in dict.fromkeys(self.aircraft):
            if id_ not in flight:
                yield Objection(self.rule, f"{game.called(id_)} is not in the flight")
        if len(set(self.aircraft)) < len(self.aircraft):
            yield Objection(self.rule, "an aircraft is named twice")
        if self._ends_it(game) and not routes.may_end(game):
            yield Objection("AOV-MIS-1", "the mission has to be tried first, and those who land could not try it")

    def _ends_it(self, game: Campaign) -> bool:
        """Whether those who stay up could not try what the card asks. MIS-1."""
        flight = game.flown.flight
        return not routes.may_try(game, frozenset(flight) - frozenset(self.aircraft or flight))

    def carry_out(self, course: CampaignCourse) -> None:
        game = course.game
        if self._ends_it(game) and routes.may_give_up(game) and not routes.may_call_tried(game):
            give_up(course)
        land(course, self.aircraft or course.game.flown.flight, "over-airfield")


class StayUp(PlayerChoice, type="valor.stay_up"):
    """The others stay in the air. END-1."""

    phrases: ClassVar[tuple[str, ...]] = ("stay up",)
    at: ClassVar[tuple[str, ...]] = ("landing",)
    rule: ClassVar[str] = "AOV-END-1"
    title: ClassVar[str] = "Stay in the air"

    def against(self, game: Campaign) -> Iterable[Objection]:
        if routes.must_land(game):
            if routes.turns_left(game) <= 0:
                yield Objection("AOV-FLT-8", "the fuel is used up")
            elif game.flown.given_up:
                yield Objection("AOV-MIS-2", "the mission ends at this airfield")
            else:
                yield Objection("AOV-OPT-6", "the task has been tried, and the mission ends at this airfield")

    def carry_out(self, course: CampaignCourse) -> None:
        course.go("turn-end")


class LandLight(PlayerChoice, type="valor.land_light"):
    """Before a difficult landing: an aircraft jettisons all its ordnance. ORD-8."""

    phrases: ClassVar[tuple[str, ...]] = ("jettison before landing",)
    at: ClassVar[tuple[str, ...]] = ("before-landing",)
    rule: ClassVar[str] = "AOV-ORD-8"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        yield Offer(cls(), f"{in_turn(game).name} jettisons its ordnance and lands")

    def asks(self, game: Campaign) -> Sequence[Question]:
        after = OrdnanceJettisoned(aircraft=in_turn(game).id).apply(game)
        return landing_questions(after) if game.pace == "flow" else ()

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(OrdnanceJettisoned(aircraft=in_turn(course.game).id))
        course.go("difficult-landing")


class LandLoaded(PlayerChoice, type="valor.land_loaded"):
    """A difficult landing with ordnance aboard. ORD-8."""

    phrases: ClassVar[tuple[str, ...]] = ("land with the ordnance",)
    at: ClassVar[tuple[str, ...]] = ("before-landing",)
    rule: ClassVar[str] = "AOV-ORD-8"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        yield Offer(cls(), f"{in_turn(game).name} lands with its ordnance")

    def asks(self, game: Campaign) -> Sequence[Question]:
        return landing_questions(game) if game.pace == "flow" else ()

    def carry_out(self, course: CampaignCourse) -> None:
        course.go("difficult-landing")
