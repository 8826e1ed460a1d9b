"""Targets that pilots declare in the open while aircraft move. DECL-1, DECL-4 to DECL-8."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import Event, Order, Timing, after
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Slot
from aqmf_air.games.richthofens_war import targets
from aqmf_air.games.richthofens_war.asking import asked_head_on, may_declare
from aqmf_air.games.richthofens_war.events.declarations import TargetDeclared, TargetPassed, TargetsAsked, TargetSwitched
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.targets import Aim, By, declaration
from aqmf_air.games.richthofens_war.turn import onward
from aqmf_air.games.richthofens_war.words import enemies, own_aircraft
from aqmf_air.plugins.registry import Registry

TIMING = Timing(("declaring",), "declaring a target", "RW-DECL-1")


def against(game: Game, id_: str, player: str) -> Iterable[Objection]:
    """What is said against anything that a pilot declares now."""
    if late := TIMING.objections(game):
        yield from late
    elif not game.has(id_):
        yield Objection("RW-DECL-1", f"{game.called(id_)} is not in the air")
    elif game.of(id_).side != player:
        yield Objection("RW-DECL-1", f"{game.called(id_)} is the enemy's")
    elif game.asked[0].aircraft != id_:
        yield Objection("RW-DECL-1", f"{game.called(game.asked[0].aircraft)} is asked for its target now")


def aim_of(game: Game, target: str) -> Aim:
    """The shot at a target that is asked about now, with what is said against it."""
    asked = game.asked[0]
    by: By = "observer" if asked.why == "observer" else "pilot"
    return targets.aim(game, asked.aircraft, by, target, asked.why)


class Declare(Order[Game, Registry], type="richthofen.declare"):
    """A pilot declares fire on an enemy: after his move, when one crosses his sights, or when one attacks him head-on."""

    timing: ClassVar[Timing] = TIMING
    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} aims|aim at {target}", "aim at {target}")
    aircraft: str
    target: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if not cls.timing.fits(game):
            return
        asked = game.asked[0]
        for aim in may_declare(game, asked):
            how = f"{aim.range} hex{'es' * (aim.range != 1)}, {aim.change:+d} to the dice"
            made = game.declared(aim.shooter) if asked.why == "head-on" else None
            dropped = f", dropping {game.called(made.target)}" if made else ""
            title = f"{game.called(aim.shooter)} aims at {game.called(aim.target)}{dropped} ({how})"
            yield Offer(cls(aircraft=aim.shooter, target=aim.target), title, aim.shooter)

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        return {"aircraft": own_aircraft(game, player), "target": enemies(game, player)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: Registry, said: Mapping[str, str]) -> Iterable[Declare]:
        asked = game.asked[0].aircraft if game.asked else ""
        yield cls(aircraft=said.get("aircraft", asked), target=said["target"])

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        if first := tuple(against(game, self.aircraft, player)):
            yield from first
        elif not game.is_up(self.target) or game.target(self.target).side == player:
            yield Objection("RW-DECL-1", f"{game.called(self.target)} is no enemy in the air")
        elif self.target not in game.asked[0].targets and game.asked[0].why != "moved":
            yield Objection("RW-DECL-4", f"{game.called(game.asked[0].targets[0])} is the only target now")
        else:
            yield from aim_of(game, self.target).against

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        asked = game.asked[0]
        shot = declaration(aim_of(game, self.target), game, asked.why)
        made = game.declared(self.aircraft) if shot.by == "pilot" else None
        declared: Event[Game] = (
            TargetSwitched(declaration=shot, dropped=made.target) if made else TargetDeclared(declaration=shot)
        )
        events: tuple[Event[Game], ...] = (declared,)
        game = after(game, events)
        if game.rulings.switch_moment == "at-once" and (turned := asked_head_on(game, shot)):
            more = TargetsAsked(asked=(*turned, *game.asked))
            events, game = (*events, more), after(game, (more,))
        return (*events, *onward(game))


class TakeNoTarget(Order[Game, Registry], type="richthofen.take_no_target"):
    """A pilot who is asked declares nobody, or keeps the target that he has."""

    timing: ClassVar[Timing] = TIMING
    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} takes|take no target", "[take] no target")
    aircraft: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if cls.timing.fits(game):
            asked = game.asked[0]
            made = game.declared(asked.aircraft) if asked.why == "head-on" else None
            said = f"keeps to {game.called(made.target)}" if made else "takes no target"
            yield Offer(cls(aircraft=asked.aircraft), f"{game.called(asked.aircraft)} {said}", asked.aircraft)

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        return {"aircraft": own_aircraft(game, player)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: Registry, said: Mapping[str, str]) -> Iterable[TakeNoTarget]:
        yield cls(aircraft=said.get("aircraft", game.asked[0].aircraft if game.asked else ""))

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        return against(game, self.aircraft, player)

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        passed = TargetPassed(aircraft=self.aircraft)
        return (passed, *onward(after(game, (passed,))))
