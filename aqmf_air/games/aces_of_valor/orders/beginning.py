"""What is chosen before the first mission. SET-1, SET-3, SET-8, OPT-1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, get_args

from pydantic import Field

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Said
from aqmf_air.games.aces_of_valor.counters import NATIONS
from aqmf_air.games.aces_of_valor.course import CampaignCourse
from aqmf_air.games.aces_of_valor.events.campaign import OPTIONS, LengthChosen, NationChosen, OptionsChosen, TierFound
from aqmf_air.games.aces_of_valor.orders import words
from aqmf_air.games.aces_of_valor.orders.base import Named, PlayerChoice
from aqmf_air.games.aces_of_valor.phases.beginning import after_options, first_choice, option_cards
from aqmf_air.games.aces_of_valor.setup import Length, OptionalRules
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import FighterType, Nation, Option, OptionCard
from aqmf_air.plugins.registry import Registry

OPTIONAL = "optional rules"
"""What orders about one of them are about: a list to tick them off in."""
WORDS = {8: "short", 12: "medium", 16: "long"}


class ChooseNation(PlayerChoice, type="valor.choose_nation"):
    """For whom the squadron flies. GEN-1, SET-3."""

    phrases: ClassVar[tuple[str, ...]] = ("fly for {nation}",)
    at: ClassVar[tuple[str, ...]] = ("nation",)
    rule: ClassVar[str] = "AOV-SET-3"
    named: ClassVar[Mapping[str, Named]] = {"nation": words.nation}
    nation: Nation

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for one in NATIONS.values():
            yield Offer(cls(nation=one.id), f"Fly for {one.name}")

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(NationChosen(nation=self.nation))
        course.go(first_choice(course.game))


class ChooseLength(PlayerChoice, type="valor.choose_length"):
    """How many missions the campaign has. SET-1."""

    phrases: ClassVar[tuple[str, ...]] = ("{missions} missions",)
    at: ClassVar[tuple[str, ...]] = ("length",)
    rule: ClassVar[str] = "AOV-SET-1"
    named: ClassVar[Mapping[str, Named]] = {"missions": words.number(get_args(Length))}
    missions: Length

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for missions in get_args(Length):
            yield Offer(cls(missions=missions), f"A {WORDS[missions]} campaign, {missions} missions")

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(LengthChosen(missions=self.missions))
        course.go(first_choice(course.game))


class ChooseOptions(PlayerChoice, type="valor.choose_options"):
    """The campaign begins with the optional rules that are in use, or with others that are named. OPT-1, SET-8."""

    phrases: ClassVar[tuple[str, ...]] = ("begin",)
    at: ClassVar[tuple[str, ...]] = ("options",)
    rule: ClassVar[str] = "AOV-OPT-1"
    options: OptionalRules | None = None
    """None: those in use."""

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        yield Offer(cls(), f"Begin with {OptionsChosen(options=game.options).tell(game)}", ends_stage=True)
        every = OptionalRules.model_validate({"cards": get_args(Option)} | dict.fromkeys(OPTIONS, True))
        yield Offer(cls(options=every), "Begin with all optional rules")

    def in_words(self, state: Campaign, rules: Registry) -> Said:
        return {} if self.options is None else {"options": self.options}

    def against(self, game: Campaign) -> Iterable[Objection]:
        if self.options and len(set(self.options.cards)) < len(self.options.cards):
            yield Objection("AOV-OPT-2", "a card is named twice")

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(OptionsChosen(options=self.options or course.game.options))
        course.go(after_options(course.game))


def several_options(game: Campaign) -> words.SeveralNames:
    """Optional rules by their titles."""
    return words.SeveralNames("optional rules", words.option(game).named({}))


class BeginWith(PlayerChoice, type="valor.begin_with"):
    """The campaign begins with these optional rules, ticked off in a list, and no others. OPT-1, SET-8."""

    phrases: ClassVar[tuple[str, ...]] = ("begin with {options}",)
    at: ClassVar[tuple[str, ...]] = ("options",)
    rule: ClassVar[str] = "AOV-OPT-1"
    named: ClassVar[Mapping[str, Named]] = {"options": several_options}
    options: tuple[str, ...] = ()
    """Cards, and switches of rules without one."""

    def in_words(self, state: Campaign, rules: Registry) -> Said:
        return {"options": self.options} if self.options else {}

    def against(self, game: Campaign) -> Iterable[Objection]:
        for option in dict.fromkeys(self.options):
            if option not in {*OPTIONS, *get_args(Option)}:
                yield Objection(self.rule, f"there is no optional rule {option!r}")
        if len(set(self.options)) < len(self.options):
            yield Objection(self.rule, "a rule is named twice")

    def carry_out(self, course: CampaignCourse) -> None:
        switches = {name: name in self.options for name in OPTIONS}
        cards = tuple(card for card in get_args(Option) if card in self.options)
        course.note(OptionsChosen(options=OptionalRules.model_validate({"cards": cards, **switches})))
        course.go(after_options(course.game))


def option_notes(game: Campaign) -> Mapping[str, tuple[str, str]]:
    """Every optional rule by its card or its switch: its title, and what it changes. OPT-1."""
    cards = {
        row.card: (row.title, f"{row.rule.rstrip('.')} (AOV-OPT-2)") for row in game.tables.every("options", OptionCard)
    }
    return {name: (switch.title, f"{switch.effect} ({switch.rule})") for name, switch in OPTIONS.items()} | cards


class DrawOptions(PlayerChoice, type="valor.draw_options"):
    """Cards of optional rules are drawn at random; the other optional rules are chosen. OPT-2."""

    phrases: ClassVar[tuple[str, ...]] = ("draw {cards} optional rules|rule",)
    at: ClassVar[tuple[str, ...]] = ("options",)
    rule: ClassVar[str] = "AOV-OPT-2"
    named: ClassVar[Mapping[str, Named]] = {"cards": words.number(range(1, 9))}
    cards: int = Field(ge=1, le=8)
    options: OptionalRules | None = None
    """The others; None: those in use."""

    def in_words(self, state: Campaign, rules: Registry) -> Said:
        return {"cards": self.cards} if self.options is None else dict(self)

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for n in (1, 2, 3, 4):
            yield Offer(
                cls(cards=n), f"{n} card{'s' if n > 1 else ''} of optional rules, drawn at random", kind="draw cards"
            )

    def against(self, game: Campaign) -> Iterable[Objection]:
        if (self.options or game.options).cards:
            yield Objection(self.rule, "cards are drawn, or chosen, not both")

    def carry_out(self, course: CampaignCourse) -> None:
        drawn = course.dice.call(option_cards, self.cards, course.tables)
        course.note(OptionsChosen(options=replace(self.options or course.game.options, cards=drawn)))
        course.go(after_options(course.game))


class UseOption(PlayerChoice, type="valor.use_option"):
    """An optional rule comes into use before the first mission, or goes out of it. OPT-1, SET-8."""

    phrases: ClassVar[tuple[str, ...]] = ("use {option}",)
    at: ClassVar[tuple[str, ...]] = ("options",)
    rule: ClassVar[str] = "AOV-OPT-1"
    named: ClassVar[Mapping[str, Named]] = {"option": words.option}
    option: str
    """The card, or the switch of a rule without one."""
    used: bool = True

    def in_words(self, state: Campaign, rules: Registry) -> Said:
        return {"option": self.option} if self.used else {"option": self.option, "used": False}

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for option, (title, effect) in option_notes(game).items():
            used = in_use(game.options, option)
            kind = "optional rules" if option in OPTIONS else "cards of optional rules"
            words_ = f"{'Leave out' if used else 'Use'} {title}: {effect}"
            yield Offer(cls(option=option, used=not used), words_, OPTIONAL, kind=kind)

    def against(self, game: Campaign) -> Iterable[Objection]:
        if self.option not in {*OPTIONS, *get_args(Option)}:
            yield Objection(self.rule, f"there is no optional rule {self.option!r}")
        elif in_use(game.options, self.option) is self.used:
            yield Objection(self.rule, f"it is {'in' if self.used else 'out of'} use already")

    def carry_out(self, course: CampaignCourse) -> None:
        now = course.game.options
        if self.option in OPTIONS:
            course.note(OptionsChosen(options=replace(now, **{self.option: self.used})))
            return
        chosen = (one for one in get_args(Option) if (self.used if one == self.option else one in now.cards))
        course.note(OptionsChosen(options=replace(now, cards=tuple(chosen))))


def in_use(options: OptionalRules, option: str) -> bool:
    """Whether an optional rule is in use, by its card or its switch."""
    return option in options.cards or getattr(options, option, None) is True


class ChooseTier(PlayerChoice, type="valor.choose_tier"):
    """The tier of the first fighters. OPT-5, ``start_tier``."""

    phrases: ClassVar[tuple[str, ...]] = ("begin with tier {tier}",)
    at: ClassVar[tuple[str, ...]] = ("choose-tier",)
    rule: ClassVar[str] = "AOV-OPT-5"
    named: ClassVar[Mapping[str, Named]] = {"tier": words.number((1, 2, 3))}
    tier: int = Field(ge=1, le=3)

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for row in game.tables.every("types", FighterType):
            if row.nation == game.nation:
                yield Offer(cls(tier=row.tier), f"Begin with the {row.type}, tier {row.tier}")

    def carry_out(self, course: CampaignCourse) -> None:
        course.note(TierFound(tier=self.tier))
        course.go("first-fighters")
