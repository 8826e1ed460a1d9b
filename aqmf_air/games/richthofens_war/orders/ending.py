"""The end of a turn: guns are cleared, drums changed. JAM-4 to JAM-7, SPEC-8, SPEC-22."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, cast

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.orders import Event, Order, Timing, after
from aqmf_air.core.play.question import Question, Tally
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Slot
from aqmf_air.games.richthofens_war import tending
from aqmf_air.games.richthofens_war.events.fire import DrumChanged, JamCleared, JamStayed, SideDone
from aqmf_air.games.richthofens_war.pieces import SIDES, SideId
from aqmf_air.games.richthofens_war.rules.fire import cleared
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tending import GunTask, to_tend
from aqmf_air.games.richthofens_war.turn import next_step, onward, rolls_next
from aqmf_air.games.richthofens_war.words import guns, own_aircraft
from aqmf_air.plugins.registry import Registry

TIMING = Timing(("end",), "tending guns", "RW-JAM-4")


def was_cleared(events: Sequence[Any]) -> bool:
    """Whether the gun that was tried is clear."""
    return any(isinstance(event, JamCleared) for event in events)


class _OfAGun(Order[Game, Registry]):
    """Something that is done to a gun."""

    timing: ClassVar[Timing] = TIMING
    what: ClassVar[tending.What]
    said: ClassVar[str]
    aircraft: str
    gun: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        for task in to_tend(game, player) if cls.timing.fits(game) else ():
            if task.what == cls.what:
                title = f"{game.called(task.aircraft)}: {cls.said.format(task.gun)}"
                yield Offer(cast("Any", cls)(aircraft=task.aircraft, gun=task.gun), title, task.aircraft)

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        of_all = guns(game, player, lambda one: [gun.name for gun in one.guns])
        return {"aircraft": own_aircraft(game, player), "gun": of_all}

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        if late := self.timing.objections(game):
            yield from late
        elif not game.has(self.aircraft) or game.of(self.aircraft).side != player:
            yield Objection("RW-JAM-4", f"{game.called(self.aircraft)[:60]} is none of your aircraft in the air")
        elif player not in game.waited_for:
            yield Objection("RW-JAM-4", "you are done with the turn")
        else:
            yield from tending.against(game, GunTask(self.what, self.aircraft, self.gun))


def closing(game: Game) -> tuple[Event[Game], ...]:
    """Sides that have nothing left to tend are done; when all are, the turn ends."""
    done = tuple(
        SideDone(side=side) for side in SIDES if side in game.choosing and side not in game.done and not to_tend(game, side)
    )
    return (*done, *onward(after(game, done)))


class Clear(_OfAGun, type="richthofen.clear"):
    """A try to clear a jammed gun. JAM-4."""

    what: ClassVar[tending.What] = "clear"
    said: ClassVar[str] = "clear the {}"
    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} clears|clear [the] {gun}",)

    def _need(self, game: Game) -> int:
        one = game.of(self.aircraft)
        return tending.clear_need(game, one, next(gun for gun in one.guns if gun.name == self.gun))

    def questions(self, game: Game, rules: Registry) -> Sequence[Question]:
        need = self._need(game)
        target = TargetNumber("clear", need, "one die", "RW-JAM-4")
        return (
            Question(f"the {self.gun} is clear", cleared, (need,), (target,), of=was_cleared, luck=Tally("jams cleared")),
        )

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        one = game.of(self.aircraft)
        clear = cleared(
            labelled(dice, f"the {self.gun} of {game.called(one.id)}", relation="for"), self._need(game), one.side
        )
        names = [self.gun]
        if game.rulings.clear_dice == "one-die":
            by = tending.worked_by(game, one, next(gun for gun in one.guns if gun.name == self.gun))
            names += [
                task.gun
                for task in to_tend(game, one.side)
                if task.what == "clear"
                and (task.aircraft, task.gun) != (one.id, self.gun)
                and task.aircraft == one.id
                and tending.worked_by(game, one, next(gun for gun in one.guns if gun.name == task.gun)) == by
            ]
        kind = JamCleared if clear else JamStayed
        events = tuple(kind(aircraft=one.id, gun=name) for name in names)
        return (*events, *closing(after(game, events)))


class ChangeDrum(_OfAGun, type="richthofen.change_drum"):
    """A gun gets its next drum; that took the turn. SPEC-8, SPEC-22."""

    what: ClassVar[tending.What] = "drum"
    said: ClassVar[str] = "change the drum of the {}"
    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} changes|change the drum of [the] {gun}",)

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        events = (DrumChanged(aircraft=self.aircraft, gun=self.gun),)
        return (*events, *closing(after(game, events)))


class DoneWithTurn(Order[Game, Registry], type="richthofen.done_with_turn"):
    """A side leaves its guns as they are."""

    timing: ClassVar[Timing] = Timing(("end",), "ending the turn", "RW-TURN-1")
    phrases: ClassVar[tuple[str, ...]] = ("done [with the turn]",)
    side: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if cls.timing.fits(game):
            yield Offer(cls(side=player), "done with the turn", player, ends_stage=True)

    @classmethod
    def from_words(cls, game: Game, player: str, rules: Registry, said: Mapping[str, str]) -> Iterable[DoneWithTurn]:
        yield cls(side=player)

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        if late := self.timing.objections(game):
            yield from late
        elif self.side != player:
            yield Objection(
                "RW-TURN-1", f"{game.side_name(player)} does not end the turn of {game.side_name(self.side[:40])}"
            )
        elif player not in game.waited_for:
            yield Objection("RW-TURN-1", "you are done with the turn")
        elif game.rulings.drum_change_when == "next-turn":
            drums = [task for task in to_tend(game, player) if task.what == "drum"]
            if drums:
                said = f"{game.called(drums[0].aircraft)} changes the drum of the {drums[0].gun} now"
                yield Objection("RW-SPEC-8", said)

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        done = SideDone(side=cast("SideId", self.side))
        return (done, *onward(after(game, (done,))))


class GoOn(Order[Game, Registry], type="richthofen.go_on"):
    """The turn goes on with dice that hang on nobody's choice: it follows by itself. RW-TURN-1."""

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if rolls_next(game):
            yield Offer(cls(), "go on")

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        if not rolls_next(game):
            yield Objection("RW-TURN-1", "somebody has a choice before the turn goes on")

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        events = next_step(game, dice)
        return (*events, *onward(after(game, events)))
