"""A game of orders: what every ruleset of the host does with orders, whichever they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any, ClassVar, cast

from pydantic import create_model

from aqmf_air.core.dice import Dice
from aqmf_air.core.events import Codec, Command, Event
from aqmf_air.core.model import Frozen
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.ruleset import Objection, Offer, Question, Ruleset, Side, Stage
from aqmf_air.host.dice import spelled
from aqmf_air.host.orders import RULESET, Book, Happening, Order
from aqmf_air.host.plugin import RULES_VERSION
from aqmf_air.host.profiles import SIDES
from aqmf_air.host.state import Game
from aqmf_air.host.view import View, open_view_of, summary_of
from aqmf_air.registry import Registry

OPPONENTS = (Side("human", "Humans", "#23405a"), Side("martian", "Martians", "#7d1f1a"))


class GameOfOrders(Ruleset[Game]):
    """A ruleset whose commands are orders: the game itself, and the ledger of one on a real table.

    Orders and happenings are those registered for its ``id``; rules, rulings and procedures are the game's own in both. See
    :class:`aqmf_air.core.ruleset.Ruleset` for what the methods do.
    """

    version = str(RULES_VERSION)
    setup: ClassVar[type[Frozen]]
    """What a game starts from, under any rulings."""
    setup_model: type[Any]
    """The same, under just the rulings in force, so that a log is read back into the very models it was written from."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.book = Book(registry)
        self.rulings = registry.rulings(RULESET)
        self.register = registry.rules(RULESET)
        self.orders = cast("tuple[type[Order], ...]", registry.commands(self.id))
        self.setup_model = create_model(f"{self.setup.__name__}InForce", __base__=self.setup, rulings=(self.rulings, ...))
        self.codec = Codec(self.orders, registry.events(self.id), self.setup_model)

    def initial(self, setup: Frozen) -> Game:
        opened: Game = cast("Any", setup).opening()
        return opened

    def sides(self, state: Game | None = None) -> tuple[Side, ...]:
        return OPPONENTS

    def stage(self, state: Game) -> Stage:
        return Stage(state.turn, state.now.id, state.now.title, state.active)

    def legal(self, state: Game, player: str) -> Sequence[Offer]:
        if state.winner:
            return ()
        offers = (offer for kind in self.orders for offer in kind.offers(state, player, self.book))
        return tuple(offer for offer in offers if not self._refused(state, offer.command, player))

    def objections(self, state: Game, command: Command, player: str) -> Sequence[Objection]:
        return tuple(self._against(state, command, player))

    def _refused(self, state: Game, command: Command, player: str) -> bool:
        """Whether anything is said against an order: the first word is enough, and the rest is not looked for."""
        return any(True for _ in self._against(state, command, player))

    def _against(self, state: Game, command: Command, player: str) -> Iterator[Objection]:
        own = nobody_orders(state, player) or cast("Order", command).objections(state, player, self.book)
        said = False
        for one in own:
            said = True
            yield one
        if not said:
            yield from self.registry.objections(self.id, state, command)

    def questions(self, state: Game, command: Command) -> Sequence[Question]:
        return cast("Order", command).questions(state, self.book)

    def decide(self, state: Game, command: Command, dice: Dice) -> tuple[Event, ...]:
        return cast("Order", command).decide(state, self.book, dice)

    def evolve(self, state: Game, event: Event) -> Game:
        return cast("Happening", event).apply(state)

    def over(self, state: Game) -> str | None:
        return state.winner or None

    def summary(self, view: Any) -> tuple[str, ...]:
        return summary_of(view if isinstance(view, View) else open_view_of(view))

    def tell(self, event: Event, state: Game, player: str | None = None) -> str:
        return cast("Happening", event).tell(state)

    def spell(self, target: TargetNumber) -> str:
        return spelled(target)


def nobody_orders(game: Game, player: str) -> tuple[Objection, ...]:
    """Objections to any order of ``player``: the game is over, or there is no such side."""
    if game.winner:
        return (Objection("HOST-ORDER-1", "the game is over"),)
    if player not in SIDES:
        near = get_close_matches(player, SIDES, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        return (Objection("HOST-ORDER-1", f"no side {player!r}{hint}"),)
    return ()
