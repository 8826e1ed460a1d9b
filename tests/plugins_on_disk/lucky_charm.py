"""An extension of In Clouds of Glory: a charm that gives re-rolls, sparing men, fire from the ground."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aqmf_air import api, hookimpl
from aqmf_air.api import Dice, Event, GameStep, kinds
from aqmf_air.games.clouds_of_glory.api import RULESET, CheckFacts, CloudsGame, CloudsSteps, Phase, ShotFacts


class Charms(api.Frozen):
    entente: int = 0
    heard: int = 0


CHARMS = api.Slice("charms", Charms)


class GunsHeard(Event[CloudsGame], type="charm.guns_heard"):
    wording = "guns are heard from the ground, {face}"
    face: int

    def apply(self, game: CloudsGame) -> CloudsGame:
        return CHARMS.changed(game, heard=CHARMS.of(game).heard + self.face)


def ground_fire(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Iterable[Event[CloudsGame]]:
    yield GunsHeard(face=dice.draw(api.total("guns heard", 1, api.numbered(6))))


EXTENSION = api.Extension(
    id=RULESET,
    slices=(CHARMS,),
    also={kinds.EVENTS: (GunsHeard,), kinds.PROCEDURES: (api.Procedure("step", "guns heard", ground_fire),)},
)


@hookimpl
def clouds_phase_steps(ruleset: str, game: CloudsGame, phase: Phase) -> Sequence[GameStep]:
    return (GameStep(name="guns heard"),) if phase == "movement" else ()


@hookimpl
def clouds_rerolls(ruleset: str, check: str, facts: CheckFacts) -> Sequence[str]:
    return ("charm",) * (CHARMS.of(facts.game).entente if facts.craft.side == "entente" else 0)


@hookimpl
def clouds_ammunition(ruleset: str, facts: ShotFacts, halves: int) -> Sequence[int]:
    saves = facts.check and "sparing" in facts.check.craft.man(facts.check.station).traits
    return (halves - 1,) if saves and halves > 1 else ()


@hookimpl
def clouds_traits(ruleset: str) -> Sequence[str]:
    return ("sparing",)
