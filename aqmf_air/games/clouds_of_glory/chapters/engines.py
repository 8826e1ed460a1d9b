"""Engines (5.5.19, 5.7.5): flight on one's back that stops them, engines switched off, and their restart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from aqmf_air.api import Dice, GameStep, Objection, Offer, Question, TargetNumber, capitalised, replace

from aqmf_air.games.clouds_of_glory.chapters.checks import (  # isort: skip
    Check, CheckFacts, check_of, flying_check, question_of, roll_test, spend, tested,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.chapters.fire import EngineStopped, stops
from aqmf_air.games.clouds_of_glory.chapters.moving import MoveOrder
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, due, then
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CraftEvent
from aqmf_air.games.clouds_of_glory.tables import Tables

# -- rules -------------------------------------------------------------------------------------------------------------


def restart(dice: Dice, tries: int, tables: Tables) -> bool:
    """Whether an engine starts within so many tries. ICOG-5.7.5.3."""
    targets = [target for number in range(1, tries + 1) if (target := tables.restart_target(number))]
    checks = (Check("restart", TargetNumber("restart", target, "restart", "ICOG-5.7.5.3"), "") for target in targets)
    return any(tested(dice, check).passed for check in checks)


def restart_check(game: CloudsGame, rules: CloudsSteps, craft: Craft) -> Check:
    """The next try. ICOG-5.7.5.3."""
    number = craft.restarts + 1
    base = (game.tables.restart_target(number) or 0, f"try {number}", "ICOG-5.7.5.3")
    return check_of(rules, CheckFacts(game, craft, PILOT), "restart", base)


def restartable(craft: Craft) -> int | None:
    """The first engine that stands still and may be started, by its place."""
    return next((place for place, state in enumerate(craft.engines) if state in ("off", "stopped")), None)


# -- events ------------------------------------------------------------------------------------------------------------


class EngineTried(CraftEvent, type="clouds.engine_tried"):
    """A try to start an engine. ICOG-5.7.5.3."""

    engine: int
    need: int
    outcome: bool
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        restarts, busy = 0 if self.outcome else craft.restarts + 1, game.tables.manoeuvre("restart").actions
        tried = replace(craft, restarts=restarts, busy=busy)
        return spend(game.with_craft(tried.with_engine(self.engine, "runs") if self.outcome else tried), self.spent)

    def tell(self, game: CloudsGame) -> str:
        result = "it runs" if self.outcome else "it does not start"
        return f"{self.subject(game)}: restart, {self.need} or less: {result}"


# -- steps -------------------------------------------------------------------------------------------------------------


def try_restart(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """A try to start an engine; after the last one it is dead. ICOG-5.7.5.3, ``forced_home_tests``."""
    craft, engine = game.of(step.of), int(step.facts[0])
    check = restart_check(game, rules, craft)
    came = tested(dice, check)
    yield EngineTried(craft=craft.id, engine=engine, need=check.most, outcome=came.passed, spent=check.rerolls[: came.spent])
    if not came.passed and game.tables.restart_target(craft.restarts + 2) is None:
        yield EngineStopped(craft=craft.id, engine=engine, state="dead", why="will not start any more")
        if craft.engines[engine] == "off" and game.rulings.forced_home_tests == "involuntary":
            yield then(due("nerve", craft.id, PILOT))


def on_its_back(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """Whether the engines go on running though it flies on its back. ICOG-5.5.19.2."""
    craft = game.of(step.of)
    if craft.inverted < game.tables.number("flight", "inverted-turns") or not craft.powered:
        return
    if not (yield from roll_test(dice, craft, flying_check(rules, CheckFacts(game, craft, PILOT), "on its back"))):
        for engine, state in enumerate(craft.engines):
            if state == "runs":
                yield from stops(game, craft, engine, "stops: it is upside down", by_damage=False)


# -- orders ------------------------------------------------------------------------------------------------------------


class Restart(MoveOrder, type="clouds.restart"):
    """A try to start an engine, before anything else. ICOG-5.7.5.3."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} restarts|restart [its engine]",)

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[Offer]:
        if (craft := game.mover(player)) and restartable(craft) is not None:
            need = restart_check(game, rules, craft).most
            yield Offer(cls(craft=craft.id), f"{capitalised(craft.marking)} restarts its engine ({need} or less)", craft.id)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[Objection]:
        craft = game.of(self.craft)
        if restartable(craft) is None:
            # "a third failure ends it"
            yield Objection("ICOG-5.7.5.3", "none of its engines has stopped that may be started again")
        elif craft.busy or craft.blackout == game.turn:
            # "Each try is 2 actions"
            yield Objection("ICOG-5.7.5.3", "its pilot has no actions for it in this turn")

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[Question]:
        return (question_of(restart_check(game, rules, game.of(self.craft)), EngineTried),)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield then(due("restart", self.craft, restartable(game.of(self.craft)) or 0))


class SwitchOff(MoveOrder, type="clouds.switch_off"):
    """A pilot stops his engines; restarting them takes tries. ICOG-5.7.5.2."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} switches|switch off [its engine]",)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[Objection]:
        if not game.of(self.craft).powered:
            # "With a dead engine Engine out is lost"
            yield Objection("ICOG-5.7.5.2", "no engine of it runs")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        for engine, state in enumerate(game.of(self.craft).engines):
            if state == "runs":
                yield EngineStopped(craft=self.craft, engine=engine, state="off", why="is switched off")


STEPS = {"restart": try_restart, "inverted": on_its_back}
