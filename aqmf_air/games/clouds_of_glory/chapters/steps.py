"""What the steps of the game look things up in: the registry, and what extensions add, looked up once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from aqmf_air.api import Dice, Event, GameStep, Registry
from aqmf_air.games.clouds_of_glory.chapters.checks import CheckFacts
from aqmf_air.games.clouds_of_glory.state import CloudsGame

StepRun = Callable[[CloudsGame, "CloudsSteps", Dice, GameStep], Iterable[Event[CloudsGame]]]


class CloudsSteps:
    """The rules of steps: see :class:`aqmf_air.api.StepRules`.

    Args:
        registry: what is plugged in.
        steps: what each step does, by its name.
        closing: what follows when no step is left.
    """

    def __init__(
        self,
        registry: Registry,
        steps: Mapping[str, StepRun],
        closing: Callable[[CloudsGame, CloudsSteps], Iterable[Event[CloudsGame]]],
    ) -> None:
        self.registry = registry
        self._steps, self._closing = steps, closing

    def run(self, state: CloudsGame, step: GameStep, dice: Dice) -> Iterable[Event[CloudsGame]]:
        """What a step does."""
        return self._steps[step.name](state, self, dice, step)

    def following(self, state: CloudsGame) -> Iterable[Event[CloudsGame]]:
        """What follows when no step is left."""
        return self._closing(state, self)

    def rerolls(self, check: str, facts: CheckFacts) -> tuple[str, ...]:
        """Re-rolls that extensions give for a check."""
        return ()
