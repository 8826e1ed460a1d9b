"""Events of a flight: turns, moves, fuel, what it meets, the task. FLT, AA, EVT, MIS."""

from __future__ import annotations

from typing import ClassVar

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.counters import GroundTarget, Place
from aqmf_air.games.aces_of_valor.events.aircraft import in_mission
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Effect, GroundKind
from aqmf_air.games.aces_of_valor.table_rows import Event as Brings

KINDS: dict[GroundKind, str] = {
    "aa-battery": "AA battery",
    "town-ace": "town",
    "town-bdf": "town",
    "rail-yard": "rail yard",
    "hq": "headquarters",
    "trench": "trench line",
    "convoy": "convoy",
    "artillery": "artillery",
    "infantry": "infantry",
    "train": "train",
    "balloon": "balloon",
    "airfield": "airfield",
    "depot": "depot",
}
"""What people call ground targets."""
BRINGS: dict[Brings, str] = {
    "none": "nothing",
    "engine": "engine trouble",
    "ground": "ground targets",
    "raid": "an enemy raid",
    "two-seaters": "enemy 2-seaters",
    "fighters-d3": "enemy fighters",
    "fighters-d6": "enemy fighters",
    "ambush": "an ambush of enemy fighters",
}
COLUMNS = {"friendly-rear": "friendly rear", "trench": "trenches", "enemy-rear": "enemy rear"}


class TurnBegan(Event[Campaign], type="valor.turn_began"):
    """A mission turn begins. FLT-7."""

    turn: int

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        first = not mission.path
        laden = any(one.kind == "fighter" and one.loaded for one in state.flight) if first else mission.laden
        return in_mission(
            state,
            turn=self.turn,
            path=(mission.at,) if first else mission.path,
            laden=laden,
            checked=(),
            rounds=(),
            fought=False,
            evaded=False,
            event="none",
            numbers=(),
            gunfire=0,
            moved=False,
        )

    def tell(self, state: Campaign) -> str:
        return f"turn {self.turn} of {state.flown.length}"


class DamagedChecked(Event[Campaign], type="valor.damaged_checked"):
    """A damaged aircraft was looked at, by F1. FLT-1."""

    aircraft: str
    trouble: bool

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        due = ((self.aircraft, "F2"), *mission.due) if self.trouble else mission.due
        return in_mission(state, checked=(*mission.checked, self.aircraft), due=due)

    def tell(self, state: Campaign) -> str:
        return f"F1: {state.called(self.aircraft)} {'is in trouble' if self.trouble else 'flies on'}"


class FlightMoved(Event[Campaign], type="valor.flight_moved"):
    """The flight has flown to the next sector, or stayed. FLT-5; ground targets that it leaves are removed: FLT-6."""

    to: Place
    blown: bool = False
    """Whether the west wind held it. OR-7."""

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        visited = mission.visited
        if self.to in mission.objective and self.to not in visited and _in_turn(state, self.to):
            visited = (*visited, self.to)
        if self.to == mission.at:
            return in_mission(state, visited=visited, moved=True)
        targets = tuple(replace(one, gone=True) if one.at == mission.at else one for one in mission.targets)
        leaves = mission.at in mission.objective and state.rulings.target_roll == "each-entry"
        return in_mission(
            state,
            at=self.to,
            path=(*mission.path, self.to),
            visited=visited,
            moved=True,
            targets=targets,
            arrived=mission.arrived and not leaves,
            fought=False,
            evaded=False,
        )

    def tell(self, state: Campaign) -> str:
        here = sectors.name(self.to, state.tables)
        if self.blown:
            return f"the west wind holds the flight over {here}"
        return f"the flight stays over {here}" if self.to == state.flown.at else f"the flight goes to {here}"


def _in_turn(state: Campaign, to: Place) -> bool:
    """Whether a sector of the objective counts as flown over now. ``loop_order``."""
    mission = state.flown
    return state.rulings.loop_order == "any" or mission.objective.index(to) == len(mission.visited)


class TurnedForHome(Event[Campaign], type="valor.turned_for_home"):
    """The task has been tried, or the mission is given up: the flight goes home. MIS-2, OPT-6."""

    given_up: bool = False

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        tried = mission.tried or not self.given_up
        return in_mission(state, tried=tried, given_up=self.given_up, homeward=max(len(mission.path) - 1, 0))

    def tell(self, state: Campaign) -> str:
        return "the mission is given up" if self.given_up else "the task has been tried"


class EnoughDone(Event[Campaign], type="valor.enough_done"):
    """The player may call the task tried from now on. ``task_tried``."""

    wording: ClassVar[str] = "the flight may go home"

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, enough=True)


class FuelUsed(Event[Campaign], type="valor.fuel_used"):
    """Combat has used fuel for turns. RND-10, OPT-9; ``fuel_reduction``."""

    turns: int

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        if state.rulings.fuel_reduction == "current":
            return in_mission(state, turn=mission.turn + self.turns)
        return in_mission(state, length=mission.length - self.turns)

    def tell(self, state: Campaign) -> str:
        return f"the combat used fuel for {self.turns} turn{'' if self.turns == 1 else 's'}"


class FuelSaved(Event[Campaign], type="valor.fuel_saved"):
    """No fighter carries ordnance any more: the fuel lasts longer again. ``fuel_22``."""

    wording: ClassVar[str] = "without ordnance the fuel lasts {turns} turns longer"
    turns: int

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, length=state.flown.length + self.turns, laden=False)


class GunsFired(Event[Campaign], type="valor.guns_fired"):
    """Anti-aircraft guns fire at the flight, or do not, by F5. AA-1, AA-2."""

    dice: int

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, gunfire=self.dice, under_fire=state.flown.flight if self.dice else ())

    def tell(self, state: Campaign) -> str:
        if not self.dice:
            return "F5: the guns are silent"
        strength = {1: "light", 2: "moderate"}.get(self.dice, "heavy")
        return f"F5: {strength} fire, {self.dice} {'die' if self.dice == 1 else 'dice'} against each aircraft"


class ShotAt(Event[Campaign], type="valor.shot_at"):
    """What anti-aircraft guns did to an aircraft of the flight. AA-3, AA-4."""

    aircraft: str
    effect: Effect

    def apply(self, state: Campaign) -> Campaign:
        left = tuple(one for one in state.flown.under_fire if one != self.aircraft)
        return in_mission(state, under_fire=left)

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} comes through" if self.effect == "none" else ""


class EventChecked(Event[Campaign], type="valor.event_checked"):
    """Whether something happens in this sector, by F6. EVT-1."""

    happens: bool

    def apply(self, state: Campaign) -> Campaign:
        return state

    def tell(self, state: Campaign) -> str:
        return "F6: an event" if self.happens else "F6: no event"


class EventFound(Event[Campaign], type="valor.event_found"):
    """What happens, by F7. EVT-1."""

    event: Brings
    column: str

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, event=self.event)

    def tell(self, state: Campaign) -> str:
        return f"F7, {COLUMNS[self.column]}: {BRINGS[self.event]}"


class NoEffect(Event[Campaign], type="valor.no_effect"):
    """What F7 says counts for nothing here. MIS-5, MIS-16, ``engine_none``."""

    wording: ClassVar[str] = "no effect: {why}"
    why: str

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, event="none")


class NumbersFound(Event[Campaign], type="valor.numbers_found"):
    """How many aircraft or ground targets there are. EVT-2, EVT-5, MIS-4."""

    two_seaters: int = 0
    fighters: int = 0
    targets: int = 0
    objective: bool = False
    """Whether they are the targets of the card."""

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        numbers = (("two-seater", self.two_seaters), ("fighter", self.fighters), ("target", self.targets))
        arrived = mission.arrived or self.objective
        found = mission.numbers if self.objective else tuple((kind, n) for kind, n in numbers if n)
        return in_mission(state, numbers=found, awaited=self.targets, of_card=self.objective, arrived=arrived)

    def tell(self, state: Campaign) -> str:
        if not self.targets:
            return ""  # the beginning of the combat tells of aircraft
        return "there is 1 ground target" if self.targets == 1 else f"there are {self.targets} ground targets"


class TargetFound(Event[Campaign], type="valor.target_found"):
    """A ground target turns up in the sector of the flight. EVT-5, MIS-4."""

    kind: GroundKind
    objective: bool = False
    rolled: bool = True
    """Whether by F8."""

    def apply(self, state: Campaign) -> Campaign:
        mission = state.flown
        number = len(mission.targets) + 1
        new = GroundTarget(
            id=f"target-{number}",
            name=self._named(state),
            kind=self.kind,
            at=mission.at,
            objective=self.objective,
        )
        return in_mission(state, targets=(*mission.targets, new), awaited=max(mission.awaited - 1, 0))

    def _named(self, state: Campaign) -> str:
        same = sum(one.kind == self.kind for one in state.flown.targets) + 1
        return f"{KINDS[self.kind]} {same}"

    def tell(self, state: Campaign) -> str:
        return f"{'F8: ' if self.rolled else 'the target: '}{self._named(state)}"
