"""Events of aircraft that leave the flight, land, or come down elsewhere. FLT-1 to FLT-4, FLT-8, END."""

from __future__ import annotations

from typing import ClassVar

from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.counters import Place
from aqmf_air.games.aces_of_valor.events.aircraft import changed, in_mission, without
from aqmf_air.games.aces_of_valor.rules.landing import Landing, Trouble
from aqmf_air.games.aces_of_valor.state import Campaign, Table


class RollsOrdered(Event[Campaign], type="valor.rolls_ordered"):
    """Aircraft have to roll on tables, one after the other; then the sequence goes on with a step."""

    due: tuple[tuple[str, Table], ...]
    then: str

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, due=self.due, then=self.then)


def rolled(state: Campaign, *more: tuple[str, Table]) -> Campaign:
    """A state in which the first of those rolls is done, and others follow from it."""
    return in_mission(state, due=(*more, *state.flown.due[1:]))


class TroubleFound(Event[Campaign], type="valor.trouble_found"):
    """What F2 says of a damaged aircraft. FLT-2; ``f2_f4_away``: ``result`` is the table that it comes to."""

    aircraft: str
    result: Trouble
    instead: bool = False
    """Whether a difficult landing has become a forced one, away from an airfield."""

    def apply(self, state: Campaign) -> Campaign:
        table: Table | None = "F3" if self.instead or self.result == "F3" else "F4" if self.result == "F4" else None
        return rolled(state, *(((self.aircraft, table),) if table else ()))

    def tell(self, state: Campaign) -> str:
        found = {"crash": "crashes", "F3": "has to make a forced landing", "F4": "faces a difficult landing"}
        result = "F3" if self.instead else self.result
        return f"F2: {state.called(self.aircraft)} {found.get(result, 'flies on')}"


class ForcedLandingRolled(Event[Campaign], type="valor.forced_landing_rolled"):
    """Whether an aircraft comes back from a forced landing, by F3. FLT-2, FLT-8."""

    aircraft: str
    back: bool

    def apply(self, state: Campaign) -> Campaign:
        return rolled(state)

    def tell(self, state: Campaign) -> str:
        return f"F3: {state.called(self.aircraft)} {'is down, and comes back' if self.back else 'does not come back'}"


class LandingRolled(Event[Campaign], type="valor.landing_rolled"):
    """A difficult landing, by F4; the pilot of a wreck rolls on C9. END-3, FLT-4; ``f4_wrecked_lent``."""

    aircraft: str
    result: Landing
    survival: bool = False
    """Whether C9 follows."""

    def apply(self, state: Campaign) -> Campaign:
        return rolled(state, *(((self.aircraft, "C9"),) if self.survival else ()))

    def tell(self, state: Campaign) -> str:
        found = {"safe": "lands safely", "wrecked": "is wrecked in landing", "crash": "crashes in landing"}
        return f"F4: {state.called(self.aircraft)} {found[self.result]}"


class WreckRolled(Event[Campaign], type="valor.wreck_rolled"):
    """Whether the crew of a wreck lives, by C9. END-3."""

    aircraft: str
    lives: bool

    def apply(self, state: Campaign) -> Campaign:
        wrecked = (*state.flown.wrecked, self.aircraft) if self.lives else state.flown.wrecked
        return rolled(in_mission(state, wrecked=wrecked))

    def tell(self, state: Campaign) -> str:
        return f"C9: {state.called(self.aircraft)} {'walks away' if self.lives else 'does not survive'}"


class Landed(Event[Campaign], type="valor.landed"):
    """An aircraft is down, its crew alive. END-1, END-2."""

    aircraft: str
    at: Place

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        return in_mission(
            state,
            flight=without(mission.flight, self.aircraft),
            waiting=tuple(pair for pair in mission.waiting if pair[0] != self.aircraft),
            landed=(*mission.landed, (self.aircraft, self.at)),
        )

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} is down at {sectors.name(self.at, state.tables)}"


class SentHome(Event[Campaign], type="valor.sent_home"):
    """An aircraft leaves the flight; it waits over an airfield, and rolls on F4 at the end of the mission. FLT-3."""

    aircraft: str
    to: Place

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        return in_mission(
            state,
            flight=without(mission.flight, self.aircraft),
            waiting=(*mission.waiting, (self.aircraft, self.to)),
        )

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} goes to {sectors.name(self.to, state.tables)} alone"


class TurnsPassed(Event[Campaign], type="valor.turns_passed"):
    """Nobody flies any more, and the turns of the mission pass. ``empty_flight``."""

    wording: ClassVar[str] = "nobody flies any more: the turns pass"

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, turn=max(state.flown.length, state.flown.turn))


class HeldElsewhere(Event[Campaign], type="valor.held_elsewhere"):
    """A fighter landed elsewhere and misses the next mission. ``aircraft_from_other_field``."""

    wording: ClassVar[str] = "{aircraft} is not back for the next mission"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, absent=state.number + 1)
