"""The ledger as a ruleset: the same units, numbers and procedures as the game's own, with claims in place of orders."""

from __future__ import annotations

from aqmf_air.host.game_of_orders import GameOfOrders
from aqmf_air.host.ledger.claims import LEDGER
from aqmf_air.host.ledger.setup import LedgerSetup
from aqmf_air.host.state import Game


class Ledger(GameOfOrders):
    """A game that is played on a real table.

    Claims, and what plugins add to them, are registered for ``aqmf-ledger``; units, procedures, modifiers, rules and rulings
    are those of the game itself.
    """

    id = LEDGER
    title = "A ledger of a game on a real table"
    setup = LedgerSetup

    def observe(self, state: Game, player: str) -> Game:
        return state  # one sheet for both: nothing in it is hidden
