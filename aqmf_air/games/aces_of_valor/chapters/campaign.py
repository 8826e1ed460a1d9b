"""Setting up a campaign (5.0): what is chosen, the first fighters, the home airfield. SET, OPT-1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, get_args

from pydantic import Field

from aqmf_air.api import Ask, Cup, Dice, Event, Objection, Offer, Rulings, Said, replace, ruling, take, with_article
from aqmf_air.games.aces_of_valor.chapters import words
from aqmf_air.games.aces_of_valor.chapters.dice import of_table
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, Named, PlayerChoice, SequenceStep, Steps, on_tables
from aqmf_air.games.aces_of_valor.chapters.squadron import pilots_left, recruit
from aqmf_air.games.aces_of_valor.state import OPTIONS, Campaign, Length, OptionalRules, Pilot, Setup, SquadronMember
from aqmf_air.games.aces_of_valor.tables import (
    NATIONS,
    Airfield,
    CardTitles,
    FieldRow,
    FighterType,
    Nation,
    Option,
    OptionCard,
    Tables,
    TierRow,
    tables,
)

# -- rules, steps and the first state ----------------------------------------------------------------------------------


def starting_tier(dice: Dice, tables: Tables) -> int:
    """The tier of the first fighters, by S1. SET-3."""
    return tables.row("s1", TierRow, of_table(dice, "s1", "starting fighters", tables)).tier


def home_airfield(dice: Dice, tables: Tables) -> Airfield:
    """The letter of the home airfield, by S2. SET-6, HOM-1."""
    return tables.row("s2", FieldRow, of_table(dice, "s2", "home airfield", tables)).field


def first_choice(game: Campaign) -> str:
    """What is chosen first of all that the set-up does not say. SET-1, SET-3, SET-8, OPT-1."""
    if game.nation is None:
        return "nation"
    if not game.missions:
        return "length"
    return "options" if game.setup.options is None else after_options(game)


def after_options(game: Campaign) -> str:
    """Whether the tier of the first fighters is chosen or found. SET-3, OPT-5, ``start_tier``."""
    chosen = game.options.choose_tier or game.rulings.start_tier == "choose"
    given = game.setup.squadron or game.setup.tier
    return "choose-tier" if chosen and not given else "starting-tier"


def option_cards(dice: Dice, number: int, tables: Tables) -> tuple[Option, ...]:
    """Cards of optional rules, drawn at random. OPT-2."""
    every = Cup.of(row.card for row in tables.every("options", OptionCard))
    return take(dice, "optional rule", every, number, called=CardTitles(tables, "options")).drawn


def _starting_tier(course: CampaignCourse) -> None:
    setup = course.game.setup
    if setup.squadron:
        course.emit(TierFound(tier=min(member.tier for member in setup.squadron)))
    else:
        course.emit(TierFound(tier=setup.tier or course.ask(FIRST_TIER)))
    course.next_step("first-fighters")


def _first_fighters(course: CampaignCourse) -> None:
    game, setup = course.game, course.game.setup
    assert game.nation is not None  # it was chosen
    named = setup.squadron
    if not named:
        most = course.tables.number("squadron")
        drawn = take(course.dice, "pilot of the squadron", pilots_left(game, game.tier), most).drawn
        named = tuple(Pilot(name=name, tier=game.tier) for name in drawn)
    for pilot in named:
        course.emit(PilotJoined(member=recruit(pilot, game.nation, 1, course.tables)))
    course.next_step("home")


def _home(course: CampaignCourse) -> None:
    chosen = course.game.setup.home
    letter = course.ask(FIRST_HOME) if chosen is None else chosen
    course.emit(HomeFound(letter=letter))
    course.next_step("next-mission")


def opened(setup: Setup) -> Campaign:
    """The state before the first choice. Raises DataError: a pilot of the squadron is none of the nation's."""
    for pilot in setup.squadron:
        recruit(pilot, setup.nation or "french", 1, tables(setup.tables))
    game = Campaign(
        setup=setup,
        nation=setup.nation,
        missions=setup.missions or 0,
        options=setup.options or OptionalRules(),
        pace=setup.pace,
    )
    return replace(game, step=first_choice(game))


def missions_left(game: Campaign) -> int:
    """How many missions come after this one, those to be skipped left out. SCR-16, PST-7, ``skip_last``."""
    left = game.missions - game.number
    if game.rulings.skip_last == "fly" and left:
        return max(left - game.skip, 1)
    return max(left - game.skip, 0)


def next_flown(game: Campaign) -> int:
    """The number of the next mission that is flown, if any is."""
    return game.missions - missions_left(game) + 1


# -- orders ------------------------------------------------------------------------------------------------------------


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
        for nationality in NATIONS.values():
            yield Offer(cls(nation=nationality.id), f"Fly for {nationality.name}")

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(NationChosen(nation=self.nation))
        course.next_step(first_choice(course.game))


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
        course.emit(LengthChosen(missions=self.missions))
        course.next_step(first_choice(course.game))


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

    def in_words(self, state: Campaign, rules: Steps) -> Said:
        return {} if self.options is None else {"options": self.options}

    def against(self, game: Campaign) -> Iterable[Objection]:
        if self.options and len(set(self.options.cards)) < len(self.options.cards):
            yield Objection("AOV-OPT-2", "a card is named twice")  # "chosen or drawn at random at the start"

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(OptionsChosen(options=self.options or course.game.options))
        course.next_step(after_options(course.game))


class BeginWith(PlayerChoice, type="valor.begin_with"):
    """The campaign begins with these optional rules, ticked off in a list, and no others. OPT-1, SET-8."""

    phrases: ClassVar[tuple[str, ...]] = ("begin with {options}",)
    at: ClassVar[tuple[str, ...]] = ("options",)
    rule: ClassVar[str] = "AOV-OPT-1"
    named: ClassVar[Mapping[str, Named]] = {
        "options": lambda game: words.SeveralNames("optional rules", words.option(game).named({}))
    }
    options: tuple[str, ...] = ()
    """Cards, and switches of rules without one."""

    def in_words(self, state: Campaign, rules: Steps) -> Said:
        return {"options": self.options} if self.options else {}

    def against(self, game: Campaign) -> Iterable[Objection]:
        for option in dict.fromkeys(self.options):
            if option not in {*OPTIONS, *get_args(Option)}:  # "Any, all or none, chosen at the start"
                yield Objection(self.rule, f"there is no optional rule {option!r}")
        if len(set(self.options)) < len(self.options):
            yield Objection(self.rule, "a rule is named twice")  # "Any, all or none, chosen at the start"

    def carry_out(self, course: CampaignCourse) -> None:
        switches = {name: name in self.options for name in OPTIONS}
        cards = tuple(card for card in get_args(Option) if card in self.options)
        course.emit(OptionsChosen(options=OptionalRules.model_validate({"cards": cards, **switches})))
        course.next_step(after_options(course.game))


def option_notes(game: Campaign) -> Mapping[str, tuple[str, str]]:
    """Every optional rule by its card or its switch: its title, and what it changes. OPT-1."""
    rows = game.tables.every("options", OptionCard)
    cards = {row.card: (row.title, f"{row.rule.rstrip('.')} (AOV-OPT-2)") for row in rows}
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

    def in_words(self, state: Campaign, rules: Steps) -> Said:
        return {"cards": self.cards} if self.options is None else dict(self)

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for n in (1, 2, 3, 4):
            title = f"{n} card{'s' if n > 1 else ''} of optional rules, drawn at random"
            yield Offer(cls(cards=n), title, kind="draw cards")

    def against(self, game: Campaign) -> Iterable[Objection]:
        if (self.options or game.options).cards:
            yield Objection(self.rule, "cards are drawn, or chosen, not both")  # "chosen or drawn at random at the start"

    def carry_out(self, course: CampaignCourse) -> None:
        drawn = course.dice.call(option_cards, self.cards, course.tables)
        course.emit(OptionsChosen(options=replace(self.options or course.game.options, cards=drawn)))
        course.next_step(after_options(course.game))


class UseOption(PlayerChoice, type="valor.use_option"):
    """An optional rule comes into use before the first mission, or goes out of it. OPT-1, SET-8."""

    phrases: ClassVar[tuple[str, ...]] = ("use {option}",)
    at: ClassVar[tuple[str, ...]] = ("options",)
    rule: ClassVar[str] = "AOV-OPT-1"
    named: ClassVar[Mapping[str, Named]] = {"option": words.option}
    option: str
    """The card, or the switch of a rule without one."""
    used: bool = True

    def in_words(self, state: Campaign, rules: Steps) -> Said:
        return {"option": self.option} if self.used else {"option": self.option, "used": False}

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for option, (title, effect) in option_notes(game).items():
            used = in_use(game.options, option)
            kind = "optional rules" if option in OPTIONS else "cards of optional rules"
            words_ = f"{'Leave out' if used else 'Use'} {title}: {effect}"
            yield Offer(cls(option=option, used=not used), words_, OPTIONAL, kind=kind)

    def against(self, game: Campaign) -> Iterable[Objection]:
        if self.option not in {*OPTIONS, *get_args(Option)}:  # "Any, all or none, chosen at the start"
            yield Objection(self.rule, f"there is no optional rule {self.option!r}")
        elif in_use(game.options, self.option) is self.used:  # "Any, all or none, chosen at the start"
            yield Objection(self.rule, f"it is {'in' if self.used else 'out of'} use already")

    def carry_out(self, course: CampaignCourse) -> None:
        now = course.game.options
        if self.option in OPTIONS:
            course.emit(OptionsChosen(options=replace(now, **{self.option: self.used})))
            return
        chosen = (get_arg for get_arg in get_args(Option) if (self.used if get_arg == self.option else get_arg in now.cards))
        course.emit(OptionsChosen(options=replace(now, cards=tuple(chosen))))


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
        course.emit(TierFound(tier=self.tier))
        course.next_step("first-fighters")


# -- events ------------------------------------------------------------------------------------------------------------


class NationChosen(Event[Campaign], type="valor.nation_chosen"):
    """The player flies for a nation. GEN-1, SET-3."""

    nation: Nation

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, nation=self.nation)

    def tell(self, state: Campaign) -> str:
        return f"the squadron flies for {NATIONS[self.nation].name}"


class LengthChosen(Event[Campaign], type="valor.length_chosen"):
    """The campaign has so many missions. SET-1."""

    wording: ClassVar[str] = "the campaign has {missions} missions"
    missions: Length

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, missions=self.missions)


class OptionsChosen(Event[Campaign], type="valor.options_chosen"):
    """Optional rules are in use. OPT-1, SET-8."""

    options: OptionalRules

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, options=self.options)

    def tell(self, state: Campaign) -> str:
        titles = state.tables.of.of("options", OptionCard)
        cards = (titles.at(card).title for card in self.options.cards)
        on = (switch.title for name, switch in OPTIONS.items() if getattr(self.options, name))
        return f"optional rules: {', '.join((*cards, *on)) or 'none'}"


class TierFound(Event[Campaign], type="valor.tier_found"):
    """The squadron starts with fighters of a tier. SET-3."""

    tier: int

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, tier=self.tier)

    def tell(self, state: Campaign) -> str:
        flown = state.tables.of.of("types", FighterType).at(state.nation, self.tier).type
        return f"the squadron starts with the {flown}, tier {self.tier}"


class PilotJoined(Event[Campaign], type="valor.pilot_joined"):
    """A fighter and its pilot come to the squadron, ready. SET-5, PST-9."""

    member: SquadronMember

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, squadron=(*state.squadron, self.member))

    def tell(self, state: Campaign) -> str:
        member = self.member
        return f"{member.name} ({member.air}/{member.ground}) joins with {with_article(member.type)}"


class HomeFound(Event[Campaign], type="valor.home_found"):
    """The squadron has a home airfield. SET-6, HOM-1."""

    letter: Airfield

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, home=self.letter)

    def tell(self, state: Campaign) -> str:
        if not state.home:
            return f"the home airfield is {self.letter}"
        stays = state.home == self.letter
        return f"the squadron stays at airfield {self.letter}" if stays else f"the squadron moves to airfield {self.letter}"


# -- the steps, and what they roll for ---------------------------------------------------------------------------------


FIRST_TIER = Ask(
    starting_tier,
    "tier of the first fighters",
    (TierFound, "tier"),
    on_tables,
    when=lambda game: not (game.setup.squadron or game.setup.tier),
)
FIRST_HOME = Ask(home_airfield, "home airfield", (HomeFound, "letter"), on_tables, when=lambda game: not game.setup.home)

STEPS = {
    "nation": SequenceStep("AOV-SET-3"),
    "length": SequenceStep("AOV-SET-1"),
    "options": SequenceStep("AOV-OPT-1"),
    "choose-tier": SequenceStep("AOV-OPT-5"),
    "starting-tier": SequenceStep("AOV-SET-3", _starting_tier, True, FIRST_TIER.questions),
    "first-fighters": SequenceStep("AOV-SET-5", _first_fighters, True),
    "home": SequenceStep("AOV-SET-6", _home, True, FIRST_HOME.questions),
}
"""Before the first mission."""


class OptionRulings(Rulings):
    """What the source leaves open of the optional rules."""

    clouds_scope: Literal["flight", "both"] = ruling(
        "AOV-OPT-10", "On which checks do heavy clouds count?", "On F6.", "On F6 and C10."
    )
    arrival_cap: Literal["all-or-nothing", "up-to"] = ruling(
        "AOV-OPT-7", "A group would pass the limit: what then?", "It does not come.", "As many come as fit."
    )
    arrival_cap_counts: Literal["in-fight", "all"] = ruling(
        "AOV-OPT-7", "Whom does the limit count?", "Those in the fight.", "Also those that broke off or were destroyed."
    )
    raid_scope: Literal["defensive", "patrols"] = ruling(
        "AOV-OPT-8", "On which missions does a raid not fought cost a point?", "On Defensive Patrols.", "On all patrols."
    )
    extended_scope: Literal["off", "free"] = ruling(
        "AOV-OPT-6",
        "Without Extended Patrolling, what does a flight do after trying?",
        "It flies home by a shortest way.",
        "What it likes.",
    )
