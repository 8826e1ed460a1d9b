"""Sealed orders: chosen in secret, opened when every side that acts in the stage has chosen, and carried out together."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Self, TypeVar

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import Event, GameState, Order
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.core.play.words import Said


class SealedState(GameState):
    """The base of the state of a game with sealed orders."""

    sealed: tuple[tuple[str, str], ...] = ()
    """The sides that have sealed an order, each with it: a secret of the side's until all are opened."""

    @property
    @abstractmethod
    def acting(self) -> tuple[str, ...]:
        """The sides that seal an order in this stage."""

    @property
    def waited_for(self) -> tuple[str, ...]:
        """Those of them that have not sealed one yet: who is active in the stage."""
        return tuple(side for side in self.acting if side not in dict(self.sealed))

    def side_name(self, side: str) -> str:
        """What people call a side, in the singular; where a game does not say it, its id."""
        return side

    def title_of(self, side: str, order: str) -> str:
        """What people call an order that a side may seal in this stage; where a game does not say it, the word for it."""
        return order


S = TypeVar("S", bound=SealedState)
R = TypeVar("R")


def masked(state: S, side: str) -> S:
    """The state with the sealed orders of all but ``side`` empty: who has sealed one is no secret, which one is."""
    return replace(state, sealed=tuple((owner, order if owner == side else "") for owner, order in state.sealed))


class OrderSealed(Event[Any], type="orders.sealed"):
    """A side has chosen."""

    side: str
    order: str

    def apply(self, state: Any) -> Any:
        return replace(state, sealed=(*state.sealed, (self.side, self.order)))

    def tell(self, state: Any) -> str:
        return f"{state.side_name(self.side)} seals an order: {state.title_of(self.side, self.order)}"

    def tell_to(self, state: Any, player: str) -> str:
        return self.tell(state) if player == self.side else f"{state.side_name(self.side)} seals an order"


class OrdersOpened(Event[Any], type="orders.opened"):
    """Everybody knows what was sealed."""

    reveals: ClassVar[bool] = True
    orders: tuple[tuple[str, str], ...]
    """Sides and their orders, sorted."""

    def apply(self, state: Any) -> Any:
        return replace(state, sealed=())

    def tell(self, state: Any) -> str:
        opened = (f"{state.side_name(side)}: {state.title_of(side, order)}" for side, order in self.orders)
        return f"the orders are opened: {'; '.join(opened)}"


class SealedOrder(Order[S, R]):
    """An order that is sealed. A ruleset with such orders registers :class:`OrderSealed` and :class:`OrdersOpened`, too."""

    side: str
    order: str
    """What is sealed: a word of the game's for it."""
    rule: ClassVar[str]
    """The id of the rule that orders are sealed."""

    @classmethod
    def from_words(cls, state: S, player: str, rules: R, values: Said) -> Iterable[Self]:
        return (cls(side=player, **values),)

    def preconditions(self, state: S, player: str, rules: R) -> Iterable[Objection]:
        """A side seals for itself, in a stage in which it acts, once."""
        own = state.side_name(player)
        if self.side != player:
            yield Objection(self.rule, f"{own} does not order for {state.side_name(self.side)}")
        elif not self.timing.fits(state) or player not in state.acting:
            yield Objection(self.rule, f"{own} has no such order to seal in this stage ({state.stage.title.lower()})")
        elif player not in state.waited_for:
            yield Objection(self.rule, f"{own} has sealed an order")

    def waits(self, state: S) -> bool:
        """Whether another side has still to seal, so that nothing is opened yet. Questions about dice are ``later`` then."""
        return len(state.waited_for) > 1

    def decide(self, state: S, rules: R, dice: Dice) -> tuple[Event[S], ...]:
        chosen = OrderSealed(side=self.side, order=self.order)
        if self.waits(state):
            return (chosen,)
        opened = OrdersOpened(orders=tuple(sorted((*state.sealed, (self.side, self.order)))))
        return (chosen, opened, *self.carried_out(state, opened.orders, rules, dice))

    @classmethod
    @abstractmethod
    def carried_out(cls, state: S, orders: tuple[tuple[str, str], ...], rules: R, dice: Dice) -> Iterable[Event[S]]:
        """What the orders, of all sides, lead to from the state in which the last one was sealed."""
