"""What the player chooses before a combat and between its rounds. CBT-2, DET-5, ORD-8, SCR-4, SCR-9."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from aqmf_air.core.play.question import Question
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.games.aces_of_valor.counters import NATIONS
from aqmf_air.games.aces_of_valor.course import CampaignCourse
from aqmf_air.games.aces_of_valor.events.aircraft import OrdnanceJettisoned, OrdnanceKept
from aqmf_air.games.aces_of_valor.events.combat import MeetingEnded, NationLeftToDice
from aqmf_air.games.aces_of_valor.events.scramble import FightersLaunched
from aqmf_air.games.aces_of_valor.orders import words
from aqmf_air.games.aces_of_valor.orders.base import Named, PlayerChoice
from aqmf_air.games.aces_of_valor.phases.combat import enemy_nation, nation_found, nation_questions, present
from aqmf_air.games.aces_of_valor.phases.rounds import loaded, to_the_track
from aqmf_air.games.aces_of_valor.phases.scramble import launched, least_up, most_up
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Nation
from aqmf_air.games.aces_of_valor.values import air_skill


class RollNationality(PlayerChoice, type="valor.roll_nationality"):
    """A roll tells whose Entente enemies they are. CBT-2."""

    phrases: ClassVar[tuple[str, ...]] = ("roll for the nationality",)
    at: ClassVar[tuple[str, ...]] = ("nationality",)
    rule: ClassVar[str] = "AOV-CBT-2"
    title: ClassVar[str] = "Roll on C1"

    def asks(self, game: Campaign) -> Sequence[Question]:
        return nation_questions(game)

    def carry_out(self, course: CampaignCourse) -> None:
        nation_found(course, course.dice.call(enemy_nation, course.tables))


class AlwaysRollNationality(RollNationality, type="valor.always_roll_nationality"):
    """A roll tells it now, and whenever the flight meets the enemy: it is colour alone. CBT-2."""

    phrases: ClassVar[tuple[str, ...]] = ("always roll for the nationality",)
    title: ClassVar[str] = "Always roll on C1, and do not ask again"

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(NationLeftToDice())
        super().carry_out(course)


class ChooseEnemy(PlayerChoice, type="valor.choose_enemy"):
    """The player says whose Entente enemies they are. CBT-2."""

    phrases: ClassVar[tuple[str, ...]] = ("the enemy is {nation}",)
    at: ClassVar[tuple[str, ...]] = ("nationality",)
    rule: ClassVar[str] = "AOV-CBT-2"
    named: ClassVar[Mapping[str, Named]] = {"nation": words.nationality}
    nation: Nation

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for one in NATIONS.values():
            yield Offer(cls(nation=one.id), f"The enemy is {one.adjective}")

    def against(self, game: Campaign) -> Iterable[Objection]:
        if self.nation == "german":
            yield Objection(self.rule, "the enemy of Germany is British, French or American")

    def carry_out(self, course: CampaignCourse) -> None:
        nation_found(course, self.nation)


class Engage(PlayerChoice, type="valor.engage"):
    """The flight fights. DET-1."""

    phrases: ClassVar[tuple[str, ...]] = ("engage",)
    at: ClassVar[tuple[str, ...]] = ("engage",)
    rule: ClassVar[str] = "AOV-DET-1"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        own, enemy = present(game)
        first = ", with the advantage" if game.fought.advantage == "friend" else ""
        yield Offer(cls(), f"Engage: {len(own)} against {len(enemy)}{first}")

    def carry_out(self, course: CampaignCourse) -> None:
        course.go("round")


class Evade(PlayerChoice, type="valor.evade"):
    """The flight evades: there is no fight, and the enemy goes back to his cups. DET-5."""

    phrases: ClassVar[tuple[str, ...]] = ("evade",)
    at: ClassVar[tuple[str, ...]] = ("engage",)
    rule: ClassVar[str] = "AOV-DET-5"
    title: ClassVar[str] = "Evade"

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(MeetingEnded(evaded=True))
        course.go("after-combat")


class Jettison(PlayerChoice, type="valor.jettison"):
    """Before initiative an aircraft drops all its ordnance, to be faster. ORD-8."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} jettisons|jettison [its ordnance]",)
    at: ClassVar[tuple[str, ...]] = ("jettison",)
    rule: ClassVar[str] = "AOV-ORD-8"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.friend}
    aircraft: str

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for one in loaded(game):
            yield Offer(cls(aircraft=one), f"{game.called(one)} jettisons its ordnance", one)

    def against(self, game: Campaign) -> Iterable[Objection]:
        if self.aircraft not in loaded(game):
            yield Objection(self.rule, f"{game.called(self.aircraft)} carries no ordnance in this combat")

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(OrdnanceJettisoned(aircraft=self.aircraft))
        if not loaded(course.game):
            to_the_track(course)


class KeepOrdnance(PlayerChoice, type="valor.keep_ordnance"):
    """Everybody keeps the ordnance that he has; it is asked again only if more enemies come. ORD-8."""

    phrases: ClassVar[tuple[str, ...]] = ("keep the ordnance",)
    at: ClassVar[tuple[str, ...]] = ("jettison",)
    rule: ClassVar[str] = "AOV-ORD-8"
    title: ClassVar[str] = "Keep the ordnance in this combat"

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(OrdnanceKept())
        to_the_track(course)


class Launch(PlayerChoice, type="valor.launch"):
    """Fighters go up in a scramble. SCR-4, SCR-9; ``scramble_choice``, ``scramble_fewer``."""

    phrases: ClassVar[tuple[str, ...]] = ("launch {aircraft}", "launch nobody")
    at: ClassVar[tuple[str, ...]] = ("launch",)
    rule: ClassVar[str] = "AOV-SCR-4"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.fighters}
    aircraft: tuple[str, ...] = ()

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        best = [
            one.id for one in sorted(game.ready, key=lambda one: (-one.tier - air_skill(one, game.rulings), one.damaged))
        ]
        most, least = most_up(game), least_up(game)
        for n in range(most, max(least, 1) - 1, -1):
            names = ", ".join(game.called(one) for one in best[:n])
            yield Offer(cls(aircraft=tuple(best[:n])), f"Up go {names}")
        if not least:
            yield Offer(cls(), "Nobody goes up")

    def against(self, game: Campaign) -> Iterable[Objection]:
        ready = {one.id for one in game.ready}
        for one in self.aircraft:
            if one not in ready:
                yield Objection("AOV-SCR-9", f"{game.called(one)} is not ready")
        if len(set(self.aircraft)) < len(self.aircraft):
            yield Objection(self.rule, "an aircraft is named twice")
        n, most, least = len(self.aircraft), most_up(game), least_up(game)
        if n > most:
            later = game.fought.round > 0
            yield Objection("AOV-SCR-9" if later else self.rule, f"{n} are too many: {most} may go up now")
        elif n < least:
            yield Objection(self.rule, f"{n} are too few: {least} have to go up")

    def carry_out(self, course: CampaignCourse) -> None:
        order = [one.id for one in course.game.squadron if one.id in self.aircraft]
        course.note(FightersLaunched(aircraft=tuple(order)))
        launched(course)
