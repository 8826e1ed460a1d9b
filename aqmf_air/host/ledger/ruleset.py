"""The ledger as a ruleset: the same units, numbers and procedures as the game's own, with claims in place of orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pydantic import create_model

from aqmf_air.core.dice import Dice
from aqmf_air.core.events import Codec, Command, Event
from aqmf_air.core.model import Frozen
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.register import Rule
from aqmf_air.core.ruleset import Objection, Offer, Question
from aqmf_air.core.rulings import Rulings
from aqmf_air.host.dice import spelled
from aqmf_air.host.ledger.claims import LEDGER, Claim
from aqmf_air.host.ledger.setup import LedgerSetup
from aqmf_air.host.orders import RULESET, Book, Happening, nobody_orders, offered
from aqmf_air.host.profiles import SIDES
from aqmf_air.host.state import Game
from aqmf_air.registry import Registry


class Ledger:
    """A game that is played on a real table. See :class:`aqmf_air.core.ruleset.Ruleset` for what its methods do.

    Claims, and what plugins add to them, are registered for ``aqmf-ledger``; units, procedures, modifiers, rules and rulings
    are those of the game itself.
    """

    id = LEDGER
    title = "A ledger of a game on a real table"
    version = "1"

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.book = Book(registry)
        self.rulings: type[Rulings] = registry.rulings(RULESET)
        self.register: tuple[Rule, ...] = registry.rules(RULESET)
        self.claims = cast("tuple[type[Claim], ...]", registry.commands(LEDGER))
        self.setup_model: type[LedgerSetup] = create_model(
            "LedgerSetupInForce", __base__=LedgerSetup, rulings=(self.rulings, ...)
        )
        self.codec = Codec(self.claims, registry.events(LEDGER), self.setup_model)

    def initial(self, setup: Frozen) -> Game:
        return cast("LedgerSetup", setup).opening()

    def players(self, state: Game) -> tuple[str, ...]:
        return SIDES

    def legal(self, state: Game, player: str) -> Sequence[Offer]:
        return offered(self.claims, state, player, self.book, self.objections)

    def objections(self, state: Game, command: Command, player: str) -> Sequence[Objection]:
        if refused := nobody_orders(state, player):
            return refused
        own = tuple(cast("Claim", command).objections(state, player, self.book))
        return own or self.registry.objections(LEDGER, state, command)

    def questions(self, state: Game, command: Command) -> Sequence[Question]:
        return cast("Claim", command).questions(state, self.book)

    def decide(self, state: Game, command: Command, dice: Dice) -> tuple[Event, ...]:
        return cast("Claim", command).decide(state, self.book, dice)

    def evolve(self, state: Game, event: Event) -> Game:
        return cast("Happening", event).apply(state)

    def observe(self, state: Game, player: str) -> Game:
        return state  # one sheet for both: nothing in it is hidden

    def over(self, state: Game) -> str | None:
        return state.winner or None

    def tell(self, event: Event, state: Game) -> str:
        return cast("Happening", event).tell(state)

    def spell(self, target: TargetNumber) -> str:
        return spelled(target)
