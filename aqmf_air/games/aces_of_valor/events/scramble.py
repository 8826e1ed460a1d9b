"""What happens in a scramble besides its combat. SCR."""

from __future__ import annotations

from typing import ClassVar

from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor.counters import GroundTarget
from aqmf_air.games.aces_of_valor.events.aircraft import changed, in_combat, in_mission
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Kind


class FieldPlaced(Event[Campaign], type="valor.field_placed"):
    """The own airfield stands for what the enemy attacks. SCR-1, SCR-3."""

    field: GroundTarget

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, at=self.field.at, targets=(*state.flown.targets, self.field))

    def tell(self, state: Campaign) -> str:
        return f"the enemy comes for {self.field.name}"


class RaidersCounted(Event[Campaign], type="valor.raiders_counted"):
    """How many fighters come with the enemy's bombers. SCR-5."""

    wording: ClassVar[str] = "{bombers} bombers and {fighters} fighters attack"
    fighters: int
    bombers: int

    def apply(self, state: Campaign) -> Campaign:
        coming: tuple[tuple[Kind, int], ...] = (("fighter", self.fighters), ("bomber", self.bombers))
        return in_combat(state, coming=coming, against=True)


class FightersLaunched(Event[Campaign], type="valor.fighters_launched"):
    """Fighters go up in a scramble. SCR-4, SCR-9."""

    aircraft: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        after = state
        for id_ in self.aircraft:
            after = changed(after, id_, box="flight")
        mission, combat = after.flown, after.fought
        new = tuple((one, combat.round + 1) for one in self.aircraft) if combat.round else ()
        after = in_combat(after, friends=(*combat.friends, *self.aircraft), launching=0, joined=(*combat.joined, *new))
        return in_mission(after, flight=(*mission.flight, *self.aircraft), took_off=(*mission.took_off, *self.aircraft))

    def tell(self, state: Campaign) -> str:
        return f"up go {', '.join(state.called(one) for one in self.aircraft)}" if self.aircraft else "nobody goes up"


class LaunchLimitFound(Event[Campaign], type="valor.launch_limit_found"):
    """How many fighters may go up now. SCR-4, SCR-9."""

    n: int

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, launching=self.n)

    def tell(self, state: Campaign) -> str:
        return f"up to {self.n} fighter{'' if self.n == 1 else 's'} may go up"
