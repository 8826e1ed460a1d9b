"""What the steps of the game look things up in: the registry, and what extensions add, looked up once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.chapters.checks import CheckFacts
from aqmf_air.games.clouds_of_glory.state import CloudsGame, Craft, CraftEvent, CrewMember, Goal, Phase, Setup, SkyBody
from aqmf_air.games.clouds_of_glory.tables import RULESET

Events = Iterable[api.Event[CloudsGame]]
StepRun = Callable[[CloudsGame, "CloudsSteps", api.Dice, api.GameStep], Events]


class Spared(NamedTuple):
    """What a ``Procedure("death", trait, run)`` gives."""

    fortitude: int
    """That is left to the man; 0: he dies."""
    spent: tuple[str, ...] = ()
    """Sources of re-rolls."""


SpareRun = Callable[["CloudsSteps", api.Dice, CheckFacts], Spared]


def due(name: str, of: str, *facts: bool | int | str) -> api.GameStep:
    """A step that happens to an aircraft."""
    return api.GameStep(name=name, of=of, facts=facts)


def decided(
    dice: api.Dice, of: Craft | str, kind: str, says: str, options: Mapping[str, str], *facts: bool | int | str
) -> str:
    """What a side, or that of an aircraft, decides, of options by what players call them."""
    names, titles, by = tuple(options), tuple(options.values()), of if isinstance(of, str) else of.side
    return api.choose(dice, api.Decision(kind=kind, by=by, options=names, titles=titles, says=says, facts=facts))


def then(*steps: api.GameStep) -> api.StepsAdded:
    """What follows next."""
    return api.StepsAdded(steps=steps)


def no_step(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Raises PluginError: nobody says what a step does."""
    raise api.PluginError(f"nobody says what the step {step.name!r} does", plugin="")


PROCEDURES = tuple(api.Procedure(step, "", no_step) for step in ("step", "damage row", "death", "face"))
"""Those without a name, which are never run."""


class CloudsSteps:
    """The rules of steps: see :class:`aqmf_air.api.StepRules`."""

    def __init__(
        self,
        registry: api.Registry,
        steps: Mapping[str, StepRun],
        closing: Callable[[CloudsGame, CloudsSteps], Events],
        passing: Callable[[CloudsGame, CloudsSteps, Events], Events] = lambda game, rules, events: events,
    ) -> None:
        self.registry, self._closing, self._passing = registry, closing, passing
        runs: dict[str, dict[str, Any]] = {"step": dict(steps), "damage row": {}, "death": {}, "face": {}}
        for (step, name), run in registry.of(api.kinds.PROCEDURES, RULESET).items():
            runs[step] |= {name: run} if name else {}
        self._steps, self.shifts, self._spares, self._faces = runs.values()

    def run(self, state: CloudsGame, step: api.GameStep, dice: api.Dice) -> Events:
        """What a step does; its rolls are told with the aircraft that they are for."""
        events = self._steps.get(step.name, no_step)(state, self, api.labelled(dice, step.of, relation="for"), step)
        return events if step.name == "death" or not self._spares else self._passing(state, self, events)

    def following(self, state: CloudsGame) -> Events:
        """What follows when no step is left."""
        return self._closing(state, self)

    def spares(self, man: CrewMember) -> SpareRun | None:
        """What may save a man who would die, by the first of his traits that may."""
        return next((self._spares[trait] for trait in man.traits if trait in self._spares), None)

    def faced(self, man: CrewMember) -> Callable[[Craft, int], Iterable[CraftEvent]] | None:
        """What follows of the face of a Flying test of a man, by the first of his traits that has it."""
        return next((self._faces[trait] for trait in man.traits if trait in self._faces), None)

    def modifiers(self, check: str, facts: object) -> tuple[api.Modifier, ...]:
        """What extensions add to a test."""
        return self.registry.modifiers(RULESET, check, facts)

    def added(self, check: str, facts: CheckFacts) -> int:
        """What extensions add to a roll that is no test."""
        return sum(change.value for change in self.modifiers(check, facts))

    def faces(self, check: str, facts: CheckFacts, die: int) -> tuple[int, ...]:
        """As what each face of a table's die counts; extensions get the face as the ``test`` of the facts."""
        shifts = (self.added(check, replace(facts, test=str(face))) for face in range(1, die + 1))
        return tuple(min(max(face + more, 1), die) for face, more in enumerate(shifts, 1))

    def rerolls(self, check: str, facts: CheckFacts) -> tuple[str, ...]:
        """Re-rolls that extensions give for a check."""
        return tuple(own for _, own in self.registry.ask(str, "clouds_rerolls", RULESET, check=check, facts=facts))

    def halves(self, facts: object, halves: int, *, hit: bool) -> int:
        """Half boxes that a burst takes: the least that the rules or an extension say."""
        own = self.registry.ask(int, "clouds_ammunition", RULESET, facts=facts, halves=halves, hit=hit)
        return min((halves, *(fewer for _, fewer in own)))

    def first_steps(self, game: CloudsGame, phase: Phase) -> tuple[api.GameStep, ...]:
        """What extensions do as a phase begins."""
        return tuple(
            step for _, step in self.registry.ask(api.GameStep, "clouds_phase_steps", RULESET, game=game, phase=phase)
        )

    def briefing(self, setup: Setup) -> tuple[str, ...]:
        """What extensions say before a mission."""
        return tuple(line for _, line in self.registry.ask(str, "clouds_briefing", RULESET, setup=setup))

    def goals(self, game: CloudsGame, craft: Craft) -> tuple[Goal, ...]:
        """Where extensions have an aircraft come to."""
        return tuple(goal for _, goal in self.registry.ask(Goal, "clouds_goals", RULESET, game=game, craft=craft))

    def bodies(self, view: CloudsGame) -> tuple[SkyBody, ...]:
        """The things in the sky and on the ground: balloons, and those of extensions."""
        further = self.registry.ask(SkyBody, "clouds_bodies", RULESET, view=view)
        return (*(balloon.body for balloon in view.balloons), *(body for _, body in further))
