"""A game of sealed bids without dice or hidden names: both sides seal a number, the second one opens both, three times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, cast

from aqmf_air.core.dice import Dice
from aqmf_air.core.events import Codec, Command, Event
from aqmf_air.core.model import Frozen, replace
from aqmf_air.core.ruleset import Objection, Offer, Ruleset, Side, Stage

SIDES = ("east", "west")


class Seal(Command):
    type: Literal["bids.seal"] = "bids.seal"
    number: int


class Sealed(Event):
    type: Literal["bids.sealed"] = "bids.sealed"
    side: str
    number: int


class Opened(Event):
    reveals: ClassVar[bool] = True
    type: Literal["bids.opened"] = "bids.opened"


class Bids(Frozen):
    sealed: tuple[tuple[str, int], ...] = ()
    opened: tuple[tuple[str, int], ...] = ()
    turn: int = 1
    active: tuple[str, ...] = SIDES


class Auction(Ruleset[Bids]):
    """The ruleset."""

    id = "bids"
    version = "1"
    title = "Sealed bids"
    codec = Codec((Seal,), (Sealed, Opened), Frozen)

    def initial(self, setup: Frozen) -> Bids:
        return Bids()

    def sides(self, state: Bids | None = None) -> tuple[Side, ...]:
        return tuple(Side(side, side.title(), "black") for side in SIDES)

    def stage(self, state: Bids) -> Stage:
        return Stage(state.turn, "bids", "Bids", state.active)

    def legal(self, state: Bids, player: str) -> Sequence[Offer]:
        free = player not in dict(state.sealed) and not self.over(state)
        return [Offer(Seal(number=number), f"bid {number}") for number in (1, 2)] if free else []

    def objections(self, state: Bids, command: Command, player: str) -> Sequence[Objection]:
        return () if self.legal(state, player) else (Objection("BIDS-1", "has sealed a bid"),)

    def decide(self, state: Bids, command: Command, dice: Dice) -> tuple[Event, ...]:
        taken = dict(state.sealed)
        side = next(one for one in SIDES if one not in taken)
        sealed = Sealed(side=side, number=cast("Seal", command).number)
        return (sealed, Opened()) if taken else (sealed,)

    def evolve(self, state: Bids, event: Event) -> Bids:
        if isinstance(event, Sealed):
            return replace(state, sealed=(*state.sealed, (event.side, event.number)))
        return Bids(opened=(*state.opened, *state.sealed))

    def observe(self, state: Bids, player: str) -> Bids:
        return replace(state, sealed=tuple(bid for bid in state.sealed if bid[0] == player))

    def over(self, state: Bids) -> str | None:
        return "draw" if len(state.opened) > 5 else None

    def summary(self, view: Bids) -> tuple[str, ...]:
        return tuple(f"{side} has bid {number}" for side, number in view.opened)

    def tell(self, event: Event, state: Bids, player: str | None = None) -> str:
        return "the bids are opened" if isinstance(event, Opened) else f"{cast('Sealed', event).side} seals a bid"
