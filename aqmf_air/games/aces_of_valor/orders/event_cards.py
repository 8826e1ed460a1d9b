"""What the player chooses when a post-mission event asks him. PST-13, EV-1, EV-2, EV-11."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from aqmf_air.core.play.question import Question
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Said
from aqmf_air.games.aces_of_valor import flights
from aqmf_air.games.aces_of_valor.course import CampaignCourse
from aqmf_air.games.aces_of_valor.events.event_cards import GiantMet
from aqmf_air.games.aces_of_valor.events.squadron import AircraftRepaired
from aqmf_air.games.aces_of_valor.orders import words
from aqmf_air.games.aces_of_valor.orders.base import Named, PlayerChoice
from aqmf_air.games.aces_of_valor.orders.premission import SELECTIONS
from aqmf_air.games.aces_of_valor.phases import combat
from aqmf_air.games.aces_of_valor.phases.event_cards import card_of, concerned, mention, mention_questions
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.plugins.registry import Registry


class OneConcerned(PlayerChoice):
    """The choice of one fighter among those whom a card may help."""

    rule: ClassVar[str] = "AOV-PST-13"
    offered: ClassVar[str]
    """What the offer says of a fighter."""
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.fighter}
    aircraft: str

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for one in concerned(game, card_of(game)):
            yield Offer(cls.model_validate({"aircraft": one.id}), cls.offered.format(one.name), one.id)

    def against(self, game: Campaign) -> Iterable[Objection]:
        if all(one.id != self.aircraft for one in concerned(game, card_of(game))):
            yield Objection(self.rule, f"the event does not concern {game.called(self.aircraft)}")


class RepairByNight(OneConcerned, type="valor.repair_by_night"):
    """An aircraft that is repaired at no cost. EV-2."""

    at: ClassVar[tuple[str, ...]] = ("night-shift",)
    phrases: ClassVar[tuple[str, ...]] = ("repair {aircraft} by night",)
    offered: ClassVar[str] = "{} is repaired at no cost"

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(AircraftRepaired(aircraft=self.aircraft))
        course.go("next-mission")


class Mention(OneConcerned, type="valor.mention"):
    """The pilot who is mentioned in dispatches, and rolls for his skill once more. EV-11, SKL-1."""

    at: ClassVar[tuple[str, ...]] = ("mention",)
    phrases: ClassVar[tuple[str, ...]] = ("mention {aircraft}",)
    offered: ClassVar[str] = "{} is mentioned in dispatches"

    def asks(self, game: Campaign) -> Sequence[Question]:
        return mention_questions(game)

    def carry_out(self, course: CampaignCourse) -> None:
        mention(course, self.aircraft)


class MeetGiant(PlayerChoice, type="valor.meet_giant"):
    """Ready fighters meet a heavy bomber, or none does. EV-1, AC-13."""

    phrases: ClassVar[tuple[str, ...]] = ("meet [the] giant with {aircraft}", "let [the] giant pass")
    at: ClassVar[tuple[str, ...]] = ("giant",)
    rule: ClassVar[str] = "AOV-PST-13"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.fighters}
    aircraft: tuple[str, ...] = ()

    def in_words(self, state: Campaign, rules: Registry) -> Said:
        return {"aircraft": self.aircraft} if self.aircraft else {}

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        what, key = SELECTIONS[0]
        ranked = sorted(game.in_box("ready"), key=lambda one: key(game, one), reverse=True)
        for n in range(min(len(ranked), game.tables.number("giant-fighters")), 0, -1):
            chosen = ranked[:n]
            names = ", ".join(one.name for one in chosen)
            yield Offer(cls(aircraft=tuple(one.id for one in chosen)), f"{names}: {what}")
        yield Offer(cls(), "Let the giant pass")

    def against(self, game: Campaign) -> Iterable[Objection]:
        ready = {one.id for one in game.in_box("ready")}
        for id_ in dict.fromkeys(self.aircraft):
            if id_ not in ready:
                yield Objection(self.rule, f"{game.called(id_)} is not ready")
        if len(set(self.aircraft)) < len(self.aircraft):
            yield Objection(self.rule, "an aircraft is named twice")
        most = game.tables.number("giant-fighters")
        if len(self.aircraft) > most:
            yield Objection(self.rule, f"at most {most} fighters meet a giant")

    def carry_out(self, course: CampaignCourse) -> None:
        if not self.aircraft:
            course.go("next-mission")
            return
        game = course.game
        chosen = tuple(one.id for one in game.squadron if one.id in self.aircraft)
        course.note(GiantMet(aircraft=chosen, at=flights.home_sector(game)))
        combat.begin(course, "giant", friends=chosen, forced=True)
