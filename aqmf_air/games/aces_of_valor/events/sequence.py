"""Events of the sequence itself."""

from __future__ import annotations

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.games.aces_of_valor.setup import Pace
from aqmf_air.games.aces_of_valor.state import Campaign


class StepReached(Event[Campaign], type="valor.step_reached"):
    """The sequence has come to a step."""

    step: str

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, step=self.step)


class PaceChosen(Event[Campaign], type="valor.pace_chosen"):
    """The player says how far a choice is followed."""

    pace: Pace

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, pace=self.pace)

    def tell(self, state: Campaign) -> str:
        return "from roll to roll" if self.pace == "step" else "from choice to choice"
