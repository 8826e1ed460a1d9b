"""The ledger as a ruleset: the same units, numbers and procedures as the game's own, with claims in place of orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from aqmf_air.core.play import events
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Objection, Question, Ruleset
from aqmf_air.games.martian_front.base_order import Order
from aqmf_air.games.martian_front.ledger import attacks, claims, corrections, upkeep
from aqmf_air.games.martian_front.ledger.claims import LEDGER, Claim
from aqmf_air.games.martian_front.ledger.setup import LedgerSetup
from aqmf_air.games.martian_front.orders import damaged_legs, damaged_weapons, firing, morale_orders, turn
from aqmf_air.games.martian_front.rules import damage, hiding
from aqmf_air.games.martian_front.ruleset import BaseRuleset
from aqmf_air.games.martian_front.state import Game

CLAIMS: tuple[type[Command], ...] = (
    attacks.Fire, attacks.Lay, attacks.Sweep, attacks.Explosion, upkeep.MoraleTest, upkeep.TryToRally, upkeep.RollOff,
    upkeep.RollScatter, upkeep.GoOn, corrections.Correct, upkeep.Finish,
)  # fmt: skip
EVENTS: tuple[type[events.Event], ...] = (
    firing.Fired, damaged_weapons.WentWild, damaged_weapons.WeaponRolledFor, damaged_legs.LegsRolled, claims.Covered,
    hiding.Revealed, damage.ElementsLost, damage.TripodDamaged, turn.GameWon, morale_orders.MoraleTested,
    morale_orders.UnitRouted, morale_orders.UnitLeft, morale_orders.Rallied, upkeep.Tested, upkeep.Done, upkeep.Scattered,
    upkeep.WentOn, corrections.Corrected,
)  # fmt: skip


class Ledger(BaseRuleset):
    """A game that is played on a real table.

    Claims, and what plugins add to them, are registered for ``aqmf-ledger``; units, procedures, modifiers, rules and rulings
    are those of the game itself.
    """

    id = LEDGER
    title = "A ledger of a game on a real table"
    setup = LedgerSetup
    set_up = Ruleset.set_up  # no scenario: it begins with the forces on a table

    def untimely(self, state: Game, command: Command) -> Iterable[Objection]:
        """What the phase has against a claim, whether or not the players have overruled it."""
        return command.untimely(state) if isinstance(command, Claim) else ()

    def against(self, state: Game, command: Command, player: str) -> Iterator[Objection]:
        yield from super().against(state, command, player)
        if not (isinstance(command, Claim) and command.overruled):
            yield from self.untimely(state, command)

    def questions(self, state: Game, command: Command) -> Sequence[Question]:
        return cast("Order", command).questions(state, self.rules)  # also of what players may yet overrule

    def observe(self, state: Game, player: str) -> Game:
        return state  # one sheet for both: nothing in it is hidden
