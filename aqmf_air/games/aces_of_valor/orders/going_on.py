"""Orders that belong to no phase: on to what comes next, and how far that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from aqmf_air.core.play.question import Question
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Slot
from aqmf_air.games.aces_of_valor.course import CampaignCourse
from aqmf_air.games.aces_of_valor.events.sequence import PaceChosen
from aqmf_air.games.aces_of_valor.orders import words
from aqmf_air.games.aces_of_valor.orders.base import PlayerChoice
from aqmf_air.games.aces_of_valor.sequence import STEPS, go_on, waits
from aqmf_air.games.aces_of_valor.setup import Pace
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign
from aqmf_air.plugins.registry import Registry


class GoOn(PlayerChoice, type="valor.go_on"):
    """On with the sequence: the roll that comes next. SEQ-1."""

    phrases: ClassVar[tuple[str, ...]] = ("go on",)
    at: ClassVar[tuple[str, ...]] = ()
    rule: ClassVar[str] = "AOV-SEQ-1"

    @classmethod
    def offers(cls, game: Campaign, player: str, rules: Registry) -> Iterable[Offer]:
        if player == PLAYER and not waits(game):
            first = game.step == "starting-tier" and not game.squadron
            yield Offer(cls(), "Begin the campaign" if first else f"Go on: {game.stage.title}")

    def objections(self, game: Campaign, player: str, rules: Registry) -> Iterable[Objection]:
        if waits(game):
            yield Objection(self.rule, f"there is a choice to make first: {game.stage.title}")

    def asks(self, game: Campaign) -> Sequence[Question]:
        return STEPS[game.step].questions(game)

    def carry_out(self, course: CampaignCourse) -> None:
        go_on(course)


class SetPace(PlayerChoice, type="valor.set_pace"):
    """How far a choice is followed: to the next roll, or to the next choice."""

    phrases: ClassVar[tuple[str, ...]] = ("pace {pace}",)
    at: ClassVar[tuple[str, ...]] = ()
    rule: ClassVar[str] = "AOV-SEQ-1"
    pace: Pace

    @classmethod
    def slots(cls, game: Campaign, player: str, rules: Registry) -> Mapping[str, Slot]:
        return {"pace": words.pace()}

    def objections(self, game: Campaign, player: str, rules: Registry) -> Iterable[Objection]:
        return ()

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(PaceChosen(pace=self.pace))
