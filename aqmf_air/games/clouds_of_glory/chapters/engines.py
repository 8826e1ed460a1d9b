"""Engines (5.5.19, 5.7.5): flight on one's back that stops them, engines switched off, and their restart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from aqmf_air.api import (
    Asked,
    Dice,
    Event,
    GameStep,
    Objection,
    Offer,
    Question,
    ReadFrom,
    Slot,
    SteppedOrder,
    StepsAdded,
    TargetNumber,
    capitalised,
)
from aqmf_air.games.clouds_of_glory.chapters.checks import Check, CheckFacts, check_of, flying_check, spend, tested
from aqmf_air.games.clouds_of_glory.chapters.fire import EngineStopped, stops
from aqmf_air.games.clouds_of_glory.chapters.moving import Events, has_passed, own_aircraft, tell_test
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft
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


class EngineTried(Event[CloudsGame], type="clouds.engine_tried"):
    """A try to start an engine. ICOG-5.7.5.3."""

    craft: str
    engine: int
    need: int
    outcome: bool
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        engines = (*craft.engines[: self.engine], "runs", *craft.engines[self.engine + 1 :])
        changes = {"engines": engines, "restarts": 0} if self.outcome else {"restarts": craft.restarts + 1}
        busy = game.tables.manoeuvre("restart").actions
        return spend(game.changed(self.craft, busy=busy, **changes), self.spent)

    def tell(self, game: CloudsGame) -> str:
        result = "it runs" if self.outcome else "it does not start"
        return f"{capitalised(game.called(self.craft))}: restart, {self.need} or less: {result}"


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
            yield StepsAdded(steps=(GameStep(name="nerve", of=craft.id, facts=(PILOT,)),))


def on_its_back(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """Whether the engines go on running though it flies on its back. ICOG-5.5.19.2."""
    craft = game.of(step.of)
    if craft.inverted < game.tables.number("flight", "inverted-turns") or not craft.powered:
        return
    check = flying_check(rules, CheckFacts(game, craft, PILOT), "on its back")
    came = tested(dice, check)
    yield tell_test(craft, PILOT, check, came)
    if not came.passed:
        for engine, state in enumerate(craft.engines):
            if state == "runs":
                yield from stops(game, craft, engine, "stops: it is upside down", by_damage=False)


# -- orders ------------------------------------------------------------------------------------------------------------


class EngineOrder(SteppedOrder[CloudsGame, CloudsSteps]):
    """What a pilot does to his engine before he flies."""

    craft: str

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, Slot]:
        return {"craft": own_aircraft(game, player)}

    def not_now(self, game: CloudsGame, player: str) -> Iterable[Objection]:
        """What stands against any such order."""
        craft = game.next
        if game.phase != "movement" or craft is None or craft.id != self.craft or craft.side != player:
            # "As a phase of moves opens"
            yield Objection("ICOG-5.7.5.3", "no such aircraft of yours is to move now")


class Restart(EngineOrder, type="clouds.restart"):
    """A try to start an engine, before anything else. ICOG-5.7.5.3."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} restarts|restart [its engine]",)

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[Offer]:
        craft = game.next
        if craft and not game.open and not any(True for _ in cls(craft=craft.id).against(game, player, rules)):
            need = restart_check(game, rules, craft).most
            yield Offer(cls(craft=craft.id), f"{capitalised(craft.marking)} restarts its engine ({need} or less)", craft.id)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[Objection]:
        if against := tuple(self.not_now(game, player)):
            yield from against
        elif restartable(game.of(self.craft)) is None:
            # "a third failure ends it"
            yield Objection("ICOG-5.7.5.3", "none of its engines has stopped that may be started again")
        elif game.of(self.craft).busy or game.of(self.craft).blackout == game.turn:
            # "Each try is 2 actions"
            yield Objection("ICOG-5.7.5.3", "its pilot has no actions for it in this turn")

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[Question]:
        check = restart_check(game, rules, game.of(self.craft))
        alone = check.after(len(check.rerolls))
        of = ReadFrom((Asked, EngineTried), "outcome")
        return (Question("restart", tested, (alone,), (check.need,), view=has_passed, of=of),)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        engine = restartable(game.of(self.craft))
        yield StepsAdded(steps=(GameStep(name="restart", of=self.craft, facts=(engine or 0,)),))


class SwitchOff(EngineOrder, type="clouds.switch_off"):
    """A pilot stops his engines; restarting them takes tries. ICOG-5.7.5.2."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} switches|switch off [its engine]",)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[Objection]:
        if against := tuple(self.not_now(game, player)):
            yield from against
        elif not game.of(self.craft).powered:
            # "With a dead engine Engine out is lost"
            yield Objection("ICOG-5.7.5.2", "no engine of it runs")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        for engine, state in enumerate(game.of(self.craft).engines):
            if state == "runs":
                yield EngineStopped(craft=self.craft, engine=engine, state="off", why="is switched off")


STEPS = {"restart": try_restart, "inverted": on_its_back}
