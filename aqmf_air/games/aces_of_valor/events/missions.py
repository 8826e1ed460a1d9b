"""Events before a flight: the mission, its card, objective and weather, who flies. PRE."""

from __future__ import annotations

from typing import ClassVar

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.text import plural
from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.counters import Aircraft, Place
from aqmf_air.games.aces_of_valor.events.aircraft import changed, in_mission
from aqmf_air.games.aces_of_valor.state import Campaign, Mission
from aqmf_air.games.aces_of_valor.table_rows import MissionCard, Weather
from aqmf_air.games.aces_of_valor.table_words import card_name

WEATHER: dict[Weather, str] = {"clear": "clear", "light-clouds": "light clouds", "heavy-clouds": "heavy clouds"}

UNTIL_USED = "EV-9"
"""The event that is in force until an enemy is met in the air, in whatever mission that is."""


class MissionBegan(Event[Campaign], type="valor.mission_began"):
    """A mission begins; points that an event won count in it. PRE-1, ``event_mp``."""

    number: int

    def apply(self, state: Campaign) -> Campaign:
        now = self.number
        waiting = tuple((card, now if card == UNTIL_USED else of) for card, of in state.effects)
        effects = tuple((card, of) for card, of in waiting if of >= now)
        mission = Mission(ledger=state.carried)
        return replace(state, number=now, mission=mission, purse=None, carried=(), skip=0, effects=effects)

    def tell(self, state: Campaign) -> str:
        return f"mission {self.number} of {state.missions} begins"


class MissionSkipped(Event[Campaign], type="valor.mission_skipped"):
    """A mission is not flown. SCR-16, PST-7."""

    number: int

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, number=self.number, mission=None, purse=None, skip=max(state.skip - 1, 0))

    def tell(self, state: Campaign) -> str:
        return f"mission {self.number} of {state.missions} is skipped"


class DeckReshuffled(Event[Campaign], type="valor.deck_reshuffled"):
    """The discards become the mission deck. ``mission_deck_empty``."""

    wording: ClassVar[str] = "no mission card is left: the discards become the deck"

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, played=())


class CardDrawn(Event[Campaign], type="valor.card_drawn"):
    """A mission card is drawn. PRE-2."""

    card: str

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, card=self.card)

    def tell(self, state: Campaign) -> str:
        row = state.tables.of.of("missions", MissionCard).at(self.card)
        lent = [(row.two_seaters, "2-seater"), (row.bombers, "bomber")]
        flown = [f"{row.fighters} fighters", *(f"{n} {kind}{'s' if n > 1 else ''}" for n, kind in lent if n)]
        return f"mission: {card_name(self.card)}, {' and '.join(flown)}"


class CardDiscarded(Event[Campaign], type="valor.card_discarded"):
    """A card is drawn for a skipped mission and discarded. ``skip_card``."""

    card: str

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, played=(*state.played, self.card))

    def tell(self, state: Campaign) -> str:
        return f"the card of the skipped mission is discarded: {card_name(self.card)}"


class ObjectiveFound(Event[Campaign], type="valor.objective_found"):
    """The objective is marked on the map. PRE-2."""

    letter: str
    sectors: tuple[Place, ...]

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, letter=self.letter, objective=self.sectors)

    def tell(self, state: Campaign) -> str:
        return f"objective: {', '.join(sectors.name(at, state.tables) for at in self.sectors)}"


class WeatherFound(Event[Campaign], type="valor.weather_found"):
    """The weather of the mission. PRE-4; OR-8 changes it."""

    weather: Weather

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, weather=self.weather)

    def tell(self, state: Campaign) -> str:
        return f"weather: {WEATHER[self.weather]}"


class FightersCounted(Event[Campaign], type="valor.fighters_counted"):
    """A die says how many fighters the card asks for. PRE-2."""

    wording: ClassVar[str] = "the card asks for {fighters} fighters"
    fighters: int

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, fighters=self.fighters)


class FightersChosen(Event[Campaign], type="valor.fighters_chosen"):
    """Fighters go to Current Flight. PRE-5, PRE-6."""

    aircraft: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        for id_ in self.aircraft:
            state = changed(state, id_, box="flight")
        return in_mission(state, flight=(*state.flown.flight, *self.aircraft))

    def tell(self, state: Campaign) -> str:
        return f"in the flight: {', '.join(state.called(id_) for id_ in self.aircraft) or 'no fighter'}"


class OrdnanceLoaded(Event[Campaign], type="valor.ordnance_loaded"):
    """A fighter is loaded. PRE-7, ORD-4."""

    aircraft: str
    bombs: int = 0
    rockets: int = 0

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, bombs=self.bombs, rockets=self.rockets)

    def tell(self, state: Campaign) -> str:
        load = [plural(n, what) for n, what in ((self.bombs, "bomb"), (self.rockets, "rocket")) if n]
        return f"{state.called(self.aircraft)} carries {' and '.join(load) or 'nothing'}"


class CrewsLent(Event[Campaign], type="valor.crews_lent"):
    """2-seaters or bombers are drawn for the mission and join the flight. PRE-6, AC-11, AC-12."""

    aircraft: tuple[Aircraft, ...]

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        ids = tuple(one.id for one in self.aircraft)
        return in_mission(state, lent=(*mission.lent, *self.aircraft), flight=(*mission.flight, *ids))

    def tell(self, state: Campaign) -> str:
        crews = (f"{one.name} ({one.air}/{one.ground})" for one in self.aircraft)
        return f"lent for the mission: {', '.join(crews) or 'none is there'}"


class TookOff(Event[Campaign], type="valor.took_off"):
    """The flight is over the home airfield, and has fuel for so many turns. PRE-8, PRE-9, ORD-6."""

    at: Place
    turns: int

    def apply(self, state: Campaign) -> Campaign:
        laden = any(one.kind == "fighter" and one.loaded for one in state.flight)
        flight = state.flown.flight
        return in_mission(state, at=self.at, path=(self.at,), length=self.turns, took_off=flight, laden=laden)

    def tell(self, state: Campaign) -> str:
        return f"the flight takes off from airfield {state.home} with fuel for {self.turns} turns"


class NobodyFlies(Event[Campaign], type="valor.nobody_flies"):
    """No aircraft can fly: the mission is lost for no points. ``no_fighters``."""

    wording: ClassVar[str] = "no aircraft can fly: the mission is lost"

    def apply(self, state: Campaign) -> Campaign:
        return state


class CampaignEnded(Event[Campaign], type="valor.campaign_ended"):
    """The last mission is over. VIC-1, VIC-3."""

    level: str

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, winner=self.level)

    def tell(self, state: Campaign) -> str:
        return f"the campaign is over with {state.vp} victory points: {self.level}"
