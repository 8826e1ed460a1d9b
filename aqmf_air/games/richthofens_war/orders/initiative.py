"""Orders about who moves when: the dice of the first turn, and the choice of an owner whose aircraft tie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import Event, Order, Timing, after
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.words import Slot
from aqmf_air.games.richthofens_war.events.order_of_moves import TiedChosen
from aqmf_air.games.richthofens_war.initiative import rolls
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.turn import onward
from aqmf_air.games.richthofens_war.words import own_aircraft
from aqmf_air.plugins.registry import Registry


class RollInitiative(Order[Game, Registry], type="richthofen.roll_initiative"):
    """Either side rolls for the order of moves; from the second turn on that needs no order. INIT-1."""

    anybodys: ClassVar[bool] = True
    timing: ClassVar[Timing] = Timing(("initiative",), "rolling for the order of moves", "RW-INIT-1")
    phrases: ClassVar[tuple[str, ...]] = ("roll [for] [the] [initiative|order_of_moves]",)

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if cls.timing.fits(game):
            yield Offer(cls(), "roll for the order of moves")

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        return self.timing.objections(game)

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        events = rolls(game, (), dice)
        return (*events, *onward(after(game, events)))


class ChooseTied(Order[Game, Registry], type="richthofen.choose_tied"):
    """Which of an owner's tied aircraft goes first. INIT-12."""

    timing: ClassVar[Timing] = Timing(("ties",), "ordering tied aircraft", "RW-INIT-12")
    phrases: ClassVar[tuple[str, ...]] = ("{first} moves|goes first",)
    first: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        for id_ in game.tied[0] if cls.timing.fits(game) else ():
            yield Offer(cls(first=id_), f"{game.called(id_)} moves first", id_)

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        return {"first": own_aircraft(game, player)}

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        if late := self.timing.objections(game):
            yield from late
        elif self.first not in game.tied[0]:
            yield Objection("RW-INIT-12", f"{game.called(self.first)} is none of those who tie")
        elif game.of(game.tied[0][0]).side != player:
            yield Objection("RW-INIT-12", "the owner of those who tie orders them")

    def decide(self, game: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        chosen = TiedChosen(first=self.first)
        return (chosen, *onward(after(game, (chosen,))))
