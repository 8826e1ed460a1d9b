"""What is chosen before the first mission. SET-1, SET-3, SET-8, OPT-1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Literal, get_args

from pydantic import Field

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Slot
from aqmf_air.games.aces_of_valor.counters import NATIONS
from aqmf_air.games.aces_of_valor.course import Course
from aqmf_air.games.aces_of_valor.events.campaign import LengthChosen, NationChosen, OptionsChosen, TierFound
from aqmf_air.games.aces_of_valor.orders import words
from aqmf_air.games.aces_of_valor.orders.base import Choice
from aqmf_air.games.aces_of_valor.phases.beginning import after_options, first_choice, option_cards
from aqmf_air.games.aces_of_valor.setup import Length, OptionalRules
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import FighterType, Nation, Option
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
    def slots(cls, game: Campaign, player: str, rules: Registry) -> Mapping[str, Slot]:
        return {"nation": words.nation()}

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
    phrases: ClassVar[tuple[str, ...]] = ("{missions} missions",)
    at: ClassVar[tuple[str, ...]] = ("length",)
    rule: ClassVar[str] = "AOV-SET-1"
    missions: Length

    @classmethod
    def slots(cls, game: Campaign, player: str, rules: Registry) -> Mapping[str, Slot]:
        return {"missions": words.number(get_args(Length))}

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
            every = OptionalRules(
                cards=get_args(Option),
                extended_patrols=True,
                arrival_limit=True,
                raids_cost=True,
                fuel_by_rounds=True,
                clouds_on_events=True,
                choose_tier=True,
            )
            yield Offer(cls(options=every), "All optional rules")

    def against(self, game: Campaign) -> Iterable[Objection]:
        if len(set(self.options.cards)) < len(self.options.cards):
            yield Objection(self.rule, "a card is named twice")

    def carry_out(self, course: Course) -> None:
        course.note(OptionsChosen(options=self.options))
        course.go(after_options(course.game))


class DrawOptions(Choice):
    """Cards of optional rules are drawn at random; the other optional rules are chosen. OPT-2."""

    type: Literal["valor.draw_options"] = "valor.draw_options"
    phrases: ClassVar[tuple[str, ...]] = ("draw {cards} optional rules|rule",)
    at: ClassVar[tuple[str, ...]] = ("options",)
    rule: ClassVar[str] = "AOV-OPT-2"
    cards: int = Field(ge=1, le=8)
    options: OptionalRules = OptionalRules()

    @classmethod
    def slots(cls, game: Campaign, player: str, rules: Registry) -> Mapping[str, Slot]:
        return {"cards": words.number(range(1, 9))}

    @classmethod
    def offers(cls, game: Campaign, player: str, rules: Registry) -> Iterable[Offer]:
        for n in (1, 2, 3, 4) if game.step in cls.at else ():
            yield Offer(cls(cards=n), f"{n} card{'s' if n > 1 else ''} of optional rules, drawn at random")

    def against(self, game: Campaign) -> Iterable[Objection]:
        if self.options.cards:
            yield Objection(self.rule, "cards are drawn, or chosen, not both")

    def asks(self, game: Campaign) -> Sequence[Question]:
        facts = (self.cards, game.tables)
        return (Question("optional rules", option_cards, facts, of=_cards),)

    def carry_out(self, course: Course) -> None:
        drawn = course.dice.call(option_cards, self.cards, course.tables)
        course.note(OptionsChosen(options=replace(self.options, cards=drawn)))
        course.go(after_options(course.game))


def _cards(events: Sequence[object]) -> tuple[str, ...]:
    return next(event.options.cards for event in events if isinstance(event, OptionsChosen))


class ChooseTier(Choice):
    """The tier of the first fighters. OPT-5, ``start_tier``."""

    type: Literal["valor.choose_tier"] = "valor.choose_tier"
    phrases: ClassVar[tuple[str, ...]] = ("begin with tier {tier}",)
    at: ClassVar[tuple[str, ...]] = ("choose-tier",)
    rule: ClassVar[str] = "AOV-OPT-5"
    tier: int = Field(ge=1, le=3)

    @classmethod
    def slots(cls, game: Campaign, player: str, rules: Registry) -> Mapping[str, Slot]:
        return {"tier": words.number((1, 2, 3))}

    @classmethod
    def offers(cls, game: Campaign, player: str, rules: Registry) -> Iterable[Offer]:
        for row in game.tables.every("types", FighterType) if game.step in cls.at else ():
            if row.nation == game.nation:
                yield Offer(cls(tier=row.tier), f"Begin with the {row.type}, tier {row.tier}")

    def carry_out(self, course: Course) -> None:
        course.note(TierFound(tier=self.tier))
        course.go("first-fighters")
