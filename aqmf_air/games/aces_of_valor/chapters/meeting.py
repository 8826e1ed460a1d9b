"""Whether the flight fights whom it meets: who would act first, and the way on without a fight. DET-1, DET-5."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from aqmf_air.api import Offer, percent
from aqmf_air.games.aces_of_valor.chapters.combat import MeetingEnded
from aqmf_air.games.aces_of_valor.chapters.initiative import friend_is_first
from aqmf_air.games.aces_of_valor.chapters.moves import onward
from aqmf_air.games.aces_of_valor.chapters.objective import may_attack_targets
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, PlayerChoice
from aqmf_air.games.aces_of_valor.chapters.rounds import RoundBegan
from aqmf_air.games.aces_of_valor.state import Campaign, in_mission, present


class Engage(PlayerChoice, type="valor.engage"):
    """The flight fights. DET-1."""

    phrases: ClassVar[tuple[str, ...]] = ("engage",)
    at: ClassVar[tuple[str, ...]] = ("engage",)
    rule: ClassVar[str] = "AOV-DET-1"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        own, enemy = present(game)
        advantage = "with the advantage, " if game.fought.advantage == "friend" else ""
        first = friend_is_first(RoundBegan(round=1).apply(game))
        yield Offer(cls(), f"Engage: {len(own)} against {len(enemy)}, {advantage}first to act {percent(first)}")

    def carry_out(self, course: CampaignCourse) -> None:
        course.next_step("round")


class Evade(PlayerChoice, type="valor.evade"):
    """The flight evades: there is no fight, and the enemy goes back to his cups. DET-5."""

    phrases: ClassVar[tuple[str, ...]] = ("evade",)
    at: ClassVar[tuple[str, ...]] = ("engage",)
    rule: ClassVar[str] = "AOV-DET-5"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        """With the way that is left, and what may not be done here after it."""
        after = MeetingEnded(evaded=True).apply(game)
        lost = may_attack_targets(MeetingEnded(evaded=False).apply(game)) and not may_attack_targets(after)
        what = (onward(in_mission(after, turn=after.flown.turn + 1)), "no strafing here in this turn" if lost else "")
        yield Offer(cls(), f"Evade: {'; '.join(filter(None, what)) or 'no fight'}")

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(MeetingEnded(evaded=True))
        course.next_step("after-combat")
