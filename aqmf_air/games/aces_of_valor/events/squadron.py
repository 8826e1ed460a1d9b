"""Events after a mission: points counted and spent, repairs, replacements, upgrades, missions to be skipped. PST."""

from __future__ import annotations

from typing import ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.text import with_article
from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor.counters import SquadronMember
from aqmf_air.games.aces_of_valor.events.aircraft import changed
from aqmf_air.games.aces_of_valor.spending import purse
from aqmf_air.games.aces_of_valor.squadron import after_recycling, of_one_tier
from aqmf_air.games.aces_of_valor.state import Campaign, Purse
from aqmf_air.games.aces_of_valor.table_rows import FighterType


def paid(state: Campaign, price: int) -> Campaign:
    """A state in which mission points were paid."""
    now = purse(state)
    return replace(state, purse=replace(now, points=now.points - price))


def for_price(price: int) -> str:
    """`` for 3 MP``; empty, if it is free."""
    return f" for {price} MP" if price else ""


class PointsCounted(Event[Campaign], type="valor.points_counted"):
    """The mission points are counted, the card is discarded, and the flight is no more. PST-2, END-4, ``option1_base``."""

    wording: ClassVar[str] = "the mission brought {points} mission points"
    points: int

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        kept = self.points if state.rulings.option1_base == "sum" else max(self.points, 0)
        squadron = tuple(self._after(one, state) for one in state.squadron)
        played = (*state.played, mission.card) if mission.card else state.played
        counted = replace(mission, counted=len(mission.ledger))
        new = Purse(points=kept, total=self.points)
        return replace(state, squadron=squadron, played=played, mission=counted, purse=new)

    def _after(self, one: SquadronMember, state: Campaign) -> SquadronMember:
        flown = (*one.flown, state.number) if one.id in state.flown.took_off else one.flown
        return replace(one, flown=flown, bombs=0, rockets=0, attacks=0, jammed=False)


class VictoryPointsLost(Event[Campaign], type="valor.victory_points_lost"):
    """Mission points below zero cost victory points. ``negative_mp``, VIC-2."""

    wording: ClassVar[str] = "{points} victory points are lost"
    points: int

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, vp=max(state.vp - self.points, 0))


class FieldDestroyed(Event[Campaign], type="valor.field_destroyed"):
    """The home airfield is destroyed: the next mission is skipped. SCR-16, ``skip_repairs``."""

    wording: ClassVar[str] = "the home airfield is destroyed: the next mission is skipped"

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, skip=state.skip + 1, repairs_due=state.rulings.skip_repairs == "both")


class PointsBought(Event[Campaign], type="valor.points_bought"):
    """Victory points are bought. PST-4."""

    points: int
    price: int

    def apply(self, state: Campaign) -> Campaign:
        after = paid(state, self.price)
        now = purse(after)
        return replace(after, vp=state.vp + self.points, purse=replace(now, bought=now.bought + self.points))

    def tell(self, state: Campaign) -> str:
        return f"{self.points} VP{for_price(self.price)}: {state.vp + self.points} in all"


class PointsGivenUp(Event[Campaign], type="valor.points_given_up"):
    """Victory points are given up for mission points. PST-6, ``option1_use``."""

    wording: ClassVar[str] = "{points} VP given up for {points} MP"
    points: int

    def apply(self, state: Campaign) -> Campaign:
        now = purse(state)
        only: Literal["", "repair-replace"] = "repair-replace" if state.rulings.option1_use == "repair-replace" else ""
        after = replace(now, points=now.points + self.points, given_up=now.given_up + self.points, only=only)
        return replace(state, vp=max(state.vp - self.points, 0), purse=after)


class AircraftRepaired(Event[Campaign], type="valor.aircraft_repaired"):
    """An aircraft goes from Recovery to Ready, undamaged. PST-8."""

    aircraft: str
    price: int = 0

    def apply(self, state: Campaign) -> Campaign:
        after = changed(state, self.aircraft, box="ready", side="front")
        return paid(after, self.price) if self.price else after

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} is repaired{for_price(self.price)}"


class PilotsRecycled(Event[Campaign], type="valor.pilots_recycled"):
    """Counters go back from the Lost box to their pools. PST-10."""

    aircraft: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        return after_recycling(state, tuple(state.member(id_) for id_ in self.aircraft))

    def tell(self, state: Campaign) -> str:
        return f"back from the Lost box to the pool: {', '.join(map(state.called, self.aircraft))}"


class ReplacementPaid(Event[Campaign], type="valor.replacement_paid"):
    """A replacement is asked for. PST-9, PST-7."""

    price: int

    def apply(self, state: Campaign) -> Campaign:
        after = paid(state, self.price)
        now = purse(after)
        return replace(after, purse=replace(now, free_replacements=max(now.free_replacements - 1, 0)))

    def tell(self, state: Campaign) -> str:
        return f"a replacement{for_price(self.price) or ', free'}"


class AircraftUpgraded(Event[Campaign], type="valor.aircraft_upgraded"):
    """A pilot gets the fighter of the next tier. PST-11, PST-12, SKL-3, ``old_counter``."""

    aircraft: str
    price: int

    def apply(self, state: Campaign) -> Campaign:
        after = paid(state, self.price)
        now, one = purse(after), state.member(self.aircraft)
        squadron = after.squadron
        if of_one_tier(state):
            squadron = tuple(replace(other, upgraded=False) for other in squadron)
        aside = (*state.set_aside, (one.name, one.tier)) if state.rulings.old_counter == "aside" else state.set_aside
        after = replace(after, squadron=squadron, set_aside=aside, purse=replace(now, upgrades=now.upgrades + 1))
        return changed(after, one.id, tier=one.tier + 1, type=self._type(state), upgraded=True)

    def _type(self, state: Campaign) -> str:
        one = state.member(self.aircraft)
        return state.tables.of.of("types", FighterType).at(state.nation, one.tier + 1).type

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} gets {with_article(self._type(state))}{for_price(self.price)}"


class MissionPassed(Event[Campaign], type="valor.mission_passed"):
    """The player skips the next mission; repairs and replacements follow. PST-7, ``skip_stacking``, ``option2_fly``."""

    wording: ClassVar[str] = "the next mission is skipped"

    def apply(self, state: Campaign) -> Campaign:
        skip = max(state.skip, 1) if state.rulings.skip_stacking == "once" else state.skip + 1
        free = state.tables.number("skip-replacements")
        now = replace(purse(state), skipped=True)
        if state.rulings.option2_fly == "recovered-ready":
            return replace(state, skip=skip, purse=replace(now, free_replacements=free))
        return replace(state, skip=skip, purse=now, repairs_due=True, replacements_due=free)


class SkipRestored(Event[Campaign], type="valor.skip_restored"):
    """What a skipped mission brings: repairs, and replacements that may be drawn. ``option2_fly``, ``skip_repairs``."""

    wording: ClassVar[str] = "the squadron is restored while a mission is skipped"

    def apply(self, state: Campaign) -> Campaign:
        due = state.replacements_due
        new = Purse(free_replacements=due, only="replace") if due else None
        return replace(state, repairs_due=False, replacements_due=0, purse=new)


class PurseClosed(Event[Campaign], type="valor.purse_closed"):
    """Spending is over; points that are left are lost. PST-5."""

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, purse=None)

    def tell(self, state: Campaign) -> str:
        left = purse(state).points
        return f"{left} MP not spent {'is' if left == 1 else 'are'} lost" if left > 0 else ""
