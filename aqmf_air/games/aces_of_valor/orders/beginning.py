"""What is chosen before the first mission. SET-1, SET-3, SET-8, OPT-1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal, get_args

from aqmf_air.core.play.ruleset import Offer
from aqmf_air.games.aces_of_valor.counters import NATIONS
from aqmf_air.games.aces_of_valor.course import Course
from aqmf_air.games.aces_of_valor.events.campaign import LengthChosen, NationChosen, OptionsChosen
from aqmf_air.games.aces_of_valor.orders.base import Choice
from aqmf_air.games.aces_of_valor.phases.beginning import first_choice
from aqmf_air.games.aces_of_valor.setup import Length, OptionalRules
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Nation
from aqmf_air.registry import Registry

WORDS = {8: "short", 12: "medium", 16: "long"}


class ChooseNation(Choice):
    """For whom the squadron flies. GEN-1, SET-3."""

    type: Literal["valor.choose_nation"] = "valor.choose_nation"
    phrases: ClassVar[tuple[str, ...]] = ("fly for {nation}",)
    at: ClassVar[tuple[str, ...]] = ("nation",)
    rule: ClassVar[str] = "AOV-SET-3"
    nation: Nation

    @classmethod
    def offers(cls, game: Campaign, player: str, rules: Registry) -> Iterable[Offer]:
        for one in NATIONS.values() if game.step in cls.at else ():
            yield Offer(cls(nation=one.id), f"Fly for {one.name}")

    def carry_out(self, course: Course) -> None:
        course.note(NationChosen(nation=self.nation))
        course.go(first_choice(course.game))


class ChooseLength(Choice):
    """How many missions the campaign has. SET-1."""

    type: Literal["valor.choose_length"] = "valor.choose_length"
    at: ClassVar[tuple[str, ...]] = ("length",)
    rule: ClassVar[str] = "AOV-SET-1"
    missions: Length

    @classmethod
    def offers(cls, game: Campaign, player: str, rules: Registry) -> Iterable[Offer]:
        for missions in get_args(Length) if game.step in cls.at else ():
            yield Offer(cls(missions=missions), f"A {WORDS[missions]} campaign, {missions} missions")

    def carry_out(self, course: Course) -> None:
        course.note(LengthChosen(missions=self.missions))
        course.go(first_choice(course.game))


class ChooseOptions(Choice):
    """Which optional rules are in use. OPT-1, SET-8."""

    type: Literal["valor.choose_options"] = "valor.choose_options"
    at: ClassVar[tuple[str, ...]] = ("options",)
    rule: ClassVar[str] = "AOV-OPT-1"
    options: OptionalRules = OptionalRules()

    @classmethod
    def offers(cls, game: Campaign, player: str, rules: Registry) -> Iterable[Offer]:
        if game.step in cls.at:
            yield Offer(cls(), "The basic game, with post-mission events")
            yield Offer(cls(options=OptionalRules(events=False)), "The basic game, without post-mission events")

    def carry_out(self, course: Course) -> None:
        course.note(OptionsChosen(options=self.options))
        course.go("starting-tier")
