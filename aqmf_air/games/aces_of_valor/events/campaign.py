"""Events of the campaign: how it is set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.text import with_article
from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor.counters import NATIONS, SquadronMember
from aqmf_air.games.aces_of_valor.setup import Length, OptionalRules
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Airfield, FighterType, Nation, OptionCard


class Switch(NamedTuple):
    """An optional rule without a card."""

    title: str
    effect: str
    """What it changes, in a line."""
    rule: str


OPTIONS: Mapping[str, Switch] = {
    "events": Switch(
        "post-mission events", "a card is drawn after each mission but the last; some help, some hurt", "AOV-OPT-4"
    ),
    "extended_patrols": Switch(
        "extended patrolling",
        "fighters alone may stay up after their task, while fuel takes them to an airfield",
        "AOV-OPT-6",
    ),
    "arrival_limit": Switch(
        "limit of enemy aircraft",
        "no enemies join a combat in which they would be more than three to one, or 12",
        "AOV-OPT-7",
    ),
    "raids_cost": Switch(
        "penalty for raids not engaged", "on a Defensive Patrol each raid met and not fought costs 1 MP", "AOV-OPT-8"
    ),
    "fuel_by_rounds": Switch(
        "fuel for each combat round", "each round costs a turn of fuel, in place of one turn for three rounds", "AOV-OPT-9"
    ),
    "clouds_on_events": Switch(
        "heavy clouds on event checks", "in heavy clouds event checks are at -1: fewer meetings", "AOV-OPT-10"
    ),
    "choose_tier": Switch(
        "choice of the first tier", "you choose the tier of the first fighters and do not roll on S1", "AOV-OPT-5"
    ),
}
"""Optional rules without a card, by their switch."""


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
        on = (one.title for name, one in OPTIONS.items() if getattr(self.options, name))
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
        one = self.member
        return f"{one.name} ({one.air}/{one.ground}) joins with {with_article(one.type)}"


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
