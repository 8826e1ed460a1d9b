"""What the steps of the game look things up in: the registry, and what extensions add, looked up once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from aqmf_air.api import Dice, Event, GameStep, PluginError, Registry, kinds
from aqmf_air.games.clouds_of_glory.chapters.checks import RULESET, CheckFacts
from aqmf_air.games.clouds_of_glory.state import CloudsGame, Phase

StepRun = Callable[[CloudsGame, "CloudsSteps", Dice, GameStep], Iterable[Event[CloudsGame]]]


def no_step(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Iterable[Event[CloudsGame]]:
    """Raises PluginError: nobody says what a step does."""
    raise PluginError(f"nobody says what the step {step.name!r} does", plugin="")


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
        procedures = registry.of(kinds.PROCEDURES, RULESET)
        self._steps = {**steps, **{name: run for (kind, name), run in procedures.items() if kind == "step" and name}}
        self._closing = closing

    def run(self, state: CloudsGame, step: GameStep, dice: Dice) -> Iterable[Event[CloudsGame]]:
        """What a step does."""
        return self._steps.get(step.name, no_step)(state, self, dice, step)

    def following(self, state: CloudsGame) -> Iterable[Event[CloudsGame]]:
        """What follows when no step is left."""
        return self._closing(state, self)

    def rerolls(self, check: str, facts: CheckFacts) -> tuple[str, ...]:
        """Re-rolls that extensions give for a check."""
        return tuple(own for _, own in self.registry.ask(str, "clouds_rerolls", RULESET, check=check, facts=facts))

    def halves(self, facts: object, halves: int) -> int:
        """Half boxes that a burst takes: the least that the rules or an extension say."""
        own = self.registry.ask(int, "clouds_ammunition", RULESET, facts=facts, halves=halves)
        return min((halves, *(fewer for _, fewer in own)))

    def first_steps(self, game: CloudsGame, phase: Phase) -> tuple[GameStep, ...]:
        """What extensions do as a phase begins."""
        return tuple(step for _, step in self.registry.ask(GameStep, "clouds_phase_steps", RULESET, game=game, phase=phase))
