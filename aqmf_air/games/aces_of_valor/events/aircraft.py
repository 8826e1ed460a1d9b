"""Events that befall aircraft and their pilots in any phase, and points."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor.counters import RANKS, Aircraft, Box, SquadronMember
from aqmf_air.games.aces_of_valor.state import Campaign, Kill, PointsEntry
from aqmf_air.games.aces_of_valor.table_rows import Capacity
from aqmf_air.games.aces_of_valor.tables import Tables

Cause = Literal["aa", "air", "ground-fire", "crash", "forced-landing", "landing", "fuel"]
CAUSES: dict[Cause, str] = {
    "aa": "by anti-aircraft fire",
    "air": "in the air",
    "ground-fire": "by fire from the ground",
    "crash": "in a crash",
    "forced-landing": "in a forced landing",
    "landing": "in landing",
    "fuel": "out of fuel",
}


def changed(state: Campaign, id_: str, **changes: Any) -> Campaign:
    """A state in which an aircraft, of either side, is changed."""
    one = state.aircraft(id_)
    new = replace(one, **changes)
    if isinstance(one, SquadronMember):
        return replace(state, squadron=tuple(new if other.id == id_ else other for other in state.squadron))
    mission = state.flown
    if any(other.id == id_ for other in mission.lent):
        lent = tuple(new if other.id == id_ else other for other in mission.lent)
        return replace(state, mission=replace(mission, lent=lent))
    enemies = tuple(new if other.id == id_ else other for other in state.fought.enemies)
    return in_combat(state, enemies=enemies)


def in_mission(state: Campaign, **changes: Any) -> Campaign:
    """A state whose mission is changed."""
    return replace(state, mission=replace(state.flown, **changes))


def in_combat(state: Campaign, **changes: Any) -> Campaign:
    """A state whose combat is changed."""
    return in_mission(state, combat=replace(state.fought, **changes))


def is_friend(state: Campaign, id_: str) -> bool:
    """Whether an aircraft is the player's."""
    return isinstance(state.aircraft(id_), SquadronMember) or any(one.id == id_ for one in state.flown.lent)


def without(ids: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """Ids without some."""
    return tuple(one for one in ids if one not in gone)


def capacity(one: Aircraft, tables: Tables, *, damaged: bool) -> tuple[int, int]:
    """How many bombs, and how many rockets, an aircraft can carry. M2, ORD-4."""
    kind = {"two-seater": "2-seater", "heavy-bomber": "bomber"}.get(one.kind, one.kind)
    table = tables.of.of("m2", Capacity)
    if one.kind == "fighter":
        nation = "german" if one.type.startswith(("Albatros", "Fokker")) else "entente"
        kind = one.type if (one.type, "bombs") in table.rows else f"{nation}-fighter"
    return table.at(kind, "bombs").most[damaged], table.at(kind, "rockets").most[damaged]


class AircraftDamaged(Event[Campaign], type="valor.aircraft_damaged"):
    """An aircraft is damaged; what it can no longer carry is jettisoned. DMG-1, AC-3, ORD-4, ORD-7."""

    aircraft: str
    cause: Cause

    def apply(self, state: Campaign) -> Campaign:
        one = state.aircraft(self.aircraft)
        bombs, rockets = capacity(one, state.tables, damaged=True)
        after = changed(state, one.id, side="back", bombs=min(one.bombs, bombs), rockets=min(one.rockets, rockets))
        return in_mission(after, hurt=True) if is_friend(state, one.id) else after

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} is damaged {CAUSES[self.cause]}"


class AircraftDestroyed(Event[Campaign], type="valor.aircraft_destroyed"):
    """An aircraft is destroyed, or crashes; what becomes of its pilot is told by another event. DMG-1, FLT-2."""

    aircraft: str
    cause: Cause
    by: str = ""
    """The friend who shot an enemy down."""
    own_half: bool = False

    def apply(self, state: Campaign) -> Campaign:
        one, mission = state.aircraft(self.aircraft), state.flown
        friend = is_friend(state, one.id)
        after = changed(state, one.id, bombs=0, rockets=0)
        if state.combat and one.id in (*state.combat.friends, *(enemy.id for enemy in state.combat.enemies)):
            after = in_combat(
                after,
                destroyed=(*state.combat.destroyed, one.id),
                to_act=without(state.combat.to_act, one.id),
                acted=without(state.combat.acted, one.id),
                spaces=tuple((id_, space) for id_, space in state.combat.spaces if id_ != one.id),
            )
        if friend:
            waiting = tuple(pair for pair in mission.waiting if pair[0] != one.id)
            gone = (*mission.fallen, one.id)
            return in_mission(after, flight=without(mission.flight, one.id), waiting=waiting, fallen=gone, hurt=True)
        skill = one.air
        kill = Kill(by=self.by, what=_named(one), aircraft=True, air_skill=skill, own_half=self.own_half)
        after = in_mission(after, kills=(*mission.kills, kill))
        if self.by and isinstance(state.aircraft(self.by), SquadronMember):
            after = changed(after, self.by, victories=state.member(self.by).victories + 1)
        return after

    def tell(self, state: Campaign) -> str:
        by = f" by {state.called(self.by)}" if self.by else ""
        return f"{state.called(self.aircraft)} is destroyed {CAUSES[self.cause]}{by}"


def _named(one: Aircraft) -> str:
    return f"{one.name} ({one.type})" if one.type else one.name


class OrdnanceJettisoned(Event[Campaign], type="valor.ordnance_jettisoned"):
    """An aircraft has dropped all its ordnance, without effect below. ORD-8."""

    wording: ClassVar[str] = "{aircraft} jettisons its ordnance"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return changed(state, self.aircraft, bombs=0, rockets=0)


class OrdnanceKept(Event[Campaign], type="valor.ordnance_kept"):
    """Nobody jettisons now, nor in this combat unless more enemies come. ORD-8."""

    wording: ClassVar[str] = "the ordnance is kept"

    def apply(self, state: Campaign) -> Campaign:
        here = [one for one in state.fought.enemies if one.id not in state.fought.gone]
        return in_combat(state, kept=len(here))


class PilotFared(Event[Campaign], type="valor.pilot_fared"):
    """What became of a fighter's pilot and counter: which box they go to, and how. DMG-2, END-2, END-3, FLT-2."""

    aircraft: str
    box: Box
    how: str

    def apply(self, state: Campaign) -> Campaign:
        lost = state.number if self.box == "lost" else 0
        return changed(state, self.aircraft, box=self.box, lost=lost, fate=self.how if lost else "")

    def tell(self, state: Campaign) -> str:
        goes = {"ready": "is ready again", "recovery": "goes to Recovery", "lost": "is lost"}.get(self.box, self.box)
        return f"{state.called(self.aircraft)} {goes}: {self.how}"


class PointsScored(Event[Campaign], type="valor.points_scored"):
    """Mission points are won or lost. PTS-1, GEN-13."""

    wording: ClassVar[str] = "{points:+d} MP: {what}"
    what: str
    points: int
    rule: str

    def apply(self, state: Campaign) -> Campaign:
        line = PointsEntry(what=self.what, points=self.points, rule=self.rule)
        return in_mission(state, ledger=(*state.flown.ledger, line))


class PilotImproved(Event[Campaign], type="valor.pilot_improved"):
    """A die was rolled for a pilot's skill. SKL-1, SKL-2."""

    aircraft: str
    improved: bool

    def apply(self, state: Campaign) -> Campaign:
        if not self.improved:
            return state
        after = changed(state, self.aircraft, rank=min(state.member(self.aircraft).rank + 1, 2))
        return in_mission(after, improved=(*after.flown.improved, self.aircraft)) if after.mission else after

    def tell(self, state: Campaign) -> str:
        one = state.member(self.aircraft)
        return f"{one.name} is {RANKS[min(one.rank + 1, 2)]} now" if self.improved else f"{one.name} does not improve"
