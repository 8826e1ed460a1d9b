"""What post-mission events bring. PST-13, OPT-4."""

from __future__ import annotations

from typing import ClassVar

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor.counters import Place, SquadronMember
from aqmf_air.games.aces_of_valor.events.aircraft import changed, in_mission
from aqmf_air.games.aces_of_valor.state import Campaign, PointsEntry, Purse
from aqmf_air.games.aces_of_valor.table_rows import EventCard


def called(state: Campaign, ids: tuple[str, ...]) -> str:
    """The names of aircraft, with commas."""
    return ", ".join(map(state.called, ids))


class EventDrawn(Event[Campaign], type="valor.event_drawn"):
    """A post-mission event is drawn; it leaves the game. PST-13."""

    card: str

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, events_drawn=(*state.events_drawn, self.card))

    def tell(self, state: Campaign) -> str:
        row = state.tables.of.of("events", EventCard).at(self.card)
        return f"event {self.card}, {row.title}: {row.effect}{f' Condition: {row.condition}' if row.condition else ''}"


class EventVoid(Event[Campaign], type="valor.event_void"):
    """An event has no effect: nobody meets its condition. PST-13."""

    wording: ClassVar[str] = "the event has no effect"

    def apply(self, state: Campaign) -> Campaign:
        return state


class EffectBegan(Event[Campaign], type="valor.effect_began"):
    """An event is in force in the next mission. PST-13."""

    wording: ClassVar[str] = "this counts in mission {number}"
    card: str
    number: int

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, effects=(*state.effects, (self.card, self.number)))


class FightersAbsent(Event[Campaign], type="valor.fighters_absent"):
    """Fighters miss the next mission. EV-5, EV-6."""

    aircraft: tuple[str, ...]
    number: int

    def apply(self, state: Campaign) -> Campaign:
        for id_ in self.aircraft:
            state = changed(state, id_, absent=self.number)
        return state

    def tell(self, state: Campaign) -> str:
        verb = "misses" if len(self.aircraft) == 1 else "miss"
        return f"{called(state, self.aircraft)} {verb} mission {self.number}"


class PilotPosted(Event[Campaign], type="valor.pilot_posted"):
    """A pilot leaves for another squadron. EV-12."""

    wording: ClassVar[str] = "{aircraft} is posted to another squadron"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, box="posted", fate="posted to another squadron")


class FighterBombed(Event[Campaign], type="valor.fighter_bombed"):
    """A fighter is damaged on the ground and goes to Recovery. EV-15."""

    wording: ClassVar[str] = "the fighter of {aircraft} is damaged on the ground"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, box="recovery", side="back")


class PilotWalkedIn(Event[Campaign], type="valor.pilot_walked_in"):
    """A pilot who was lost comes back and goes to Recovery, with his markers. EV-16."""

    wording: ClassVar[str] = "{aircraft} walks in from the lines"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, box="recovery", lost=0, fate="")


class GiantMet(Event[Campaign], type="valor.giant_met"):
    """Fighters take off against a heavy bomber. EV-1."""

    aircraft: tuple[str, ...]
    at: Place

    def apply(self, state: Campaign) -> Campaign:
        for id_ in self.aircraft:
            state = changed(state, id_, box="flight")
        return in_mission(state, flight=self.aircraft, at=self.at, event="none", targets=())

    def tell(self, state: Campaign) -> str:
        return f"{called(state, self.aircraft)} take{'s' if len(self.aircraft) == 1 else ''} off against the giant"


class GiantOver(Event[Campaign], type="valor.giant_over"):
    """The combat with a heavy bomber is over: its points count in the next mission, or now. EV-1, ``event_mp``."""

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        won = mission.ledger[mission.counted :]
        after = in_mission(state, ledger=mission.ledger[: mission.counted], flight=())
        squadron = tuple(self._landed(one) for one in after.squadron)
        after = replace(after, squadron=squadron)
        if state.rulings.event_mp == "next":
            return replace(after, carried=(*state.carried, *won))
        total = sum(one.points for one in won)
        return replace(after, purse=Purse(points=max(total, 0), total=total, after_event=True))

    def _landed(self, one: SquadronMember) -> SquadronMember:
        box = ("recovery" if one.damaged else "ready") if one.box == "flight" else one.box
        return replace(one, box=box, attacks=0, jammed=False)

    def tell(self, state: Campaign) -> str:
        won: tuple[PointsEntry, ...] = state.flown.ledger[state.flown.counted :]
        when = "for the next mission" if state.rulings.event_mp == "next" else "to be spent now"
        return f"the fighters have landed: {sum(one.points for one in won)} MP {when}"
