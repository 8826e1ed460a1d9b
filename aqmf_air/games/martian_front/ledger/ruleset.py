"""The ledger as a ruleset: the same units, numbers and procedures as the game's own, with claims in place of orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Objection, Question, Ruleset
from aqmf_air.games.martian_front.base_order import Order
from aqmf_air.games.martian_front.base_ruleset import BaseRuleset
from aqmf_air.games.martian_front.ledger.claims import LEDGER, Claim
from aqmf_air.games.martian_front.ledger.setup import LedgerSetup
from aqmf_air.games.martian_front.state import Game


class Ledger(BaseRuleset):
    """A game that is played on a real table.

    Claims, and what plugins add to them, are registered for ``aqmf-ledger``; units, procedures, modifiers, rules and rulings
    are those of the game itself.
    """

    id = LEDGER
    title = "A ledger of a game on a real table"
    setup = LedgerSetup
    set_up = Ruleset.set_up  # no scenario: it begins with the forces on a table

    def untimely(self, state: Game, command: Command) -> tuple[Objection, ...]:
        """What the phase has against a claim, whether or not the players have overruled it."""
        return tuple(command.untimely(state)) if isinstance(command, Claim) else ()

    def against(self, state: Game, command: Command, player: str) -> Iterator[Objection]:
        yield from super().against(state, command, player)
        if not (isinstance(command, Claim) and command.overruled):
            yield from self.untimely(state, command)

    def questions(self, state: Game, command: Command) -> Sequence[Question]:
        return cast("Order", command).questions(state, self.rules)  # also of what players may yet overrule

    def observe(self, state: Game, player: str) -> Game:
        return state  # one sheet for both: nothing in it is hidden
