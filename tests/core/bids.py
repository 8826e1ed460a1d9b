"""A game of sealed bids without dice or hidden names: both sides seal a number, the second one opens both, three times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import Event, GameState, Order, RulesetOfOrders, Timing
from aqmf_air.core.play.ruleset import Objection, Offer, Side, Stage

SIDES = ("east", "west")


class Bids(GameState):
    sealed: tuple[tuple[str, int], ...] = ()
    opened: tuple[tuple[str, int], ...] = ()
    turn: int = 1

    @property
    def stage(self) -> Stage:
        return Stage(self.turn, "bids", "Bids", SIDES)


class Sealed(Event[Bids]):
    type: Literal["bids.sealed"] = "bids.sealed"
    side: str
    number: int

    def apply(self, state: Bids) -> Bids:
        return replace(state, sealed=(*state.sealed, (self.side, self.number)))

    def tell(self, state: Bids) -> str:
        return f"{self.side} seals {self.number}"

    def tell_to(self, state: Bids, player: str) -> str:
        return self.tell(state) if player == self.side else f"{self.side} seals a bid"


class Opened(Event[Bids]):
    reveals: ClassVar[bool] = True
    type: Literal["bids.opened"] = "bids.opened"

    def apply(self, state: Bids) -> Bids:
        opened = (*state.opened, *state.sealed)
        return Bids(opened=opened, winner="draw" if len(opened) > 5 else "")

    def tell(self, state: Bids) -> str:
        return "the bids are opened"


class Seal(Order[Bids, None]):
    timing: ClassVar[Timing] = Timing(("bids",), "sealing", "BIDS-2")
    type: Literal["bids.seal"] = "bids.seal"
    side: str
    number: int

    @classmethod
    def offers(cls, state: Bids, player: str, rules: None) -> Iterable[Offer]:
        return [Offer(cls(side=player, number=number), f"bid {number}") for number in (1, 2)]

    def objections(self, state: Bids, player: str, rules: None) -> Iterable[Objection]:
        yield from self.timing.objections(state)
        if player != self.side:
            yield Objection("BIDS-1", "is the other side's bid")
        if player in dict(state.sealed):
            yield Objection("BIDS-1", "has sealed a bid")

    def decide(self, state: Bids, rules: None, dice: Dice) -> tuple[Event[Bids], ...]:
        sealed = Sealed(side=self.side, number=self.number)
        return (sealed, Opened()) if state.sealed else (sealed,)


class Auction(RulesetOfOrders[Bids, None]):
    """The ruleset."""

    id = "bids"
    version = "1"
    title = "Sealed bids"
    no_order = "BIDS-3"

    def __init__(self) -> None:
        super().__init__((Seal,), (Sealed, Opened), Frozen, None)

    def sides(self, state: Bids | None = None) -> tuple[Side, ...]:
        return tuple(Side(side, side.title(), "black") for side in SIDES)

    def initial(self, setup: Frozen) -> Bids:
        return Bids()

    def observe(self, state: Bids, player: str) -> Bids:
        return replace(state, sealed=tuple(bid for bid in state.sealed if bid[0] == player))

    def summary(self, view: Bids) -> tuple[str, ...]:
        return tuple(f"{side} has bid {number}" for side, number in view.opened)
