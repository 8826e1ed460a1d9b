"""How units of an extension are ordered on the board of the game, and what its questions about them are answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from aqmf_air.core.play.events import Command
from aqmf_air.errors import UnknownNameError
from aqmf_air.games.martian_front.base_order import HIDDEN, RULESET, FrontRules
from aqmf_air.games.martian_front.hook_answers import ON_BOARD
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.state import Game, PhasePart, Unit
from aqmf_air.plugins.registry import Registry
from aqmf_air.web.board.board import Preview, Seat
from aqmf_air.web.board.marks import Mark, Moment


class GameSeat(Seat):
    """A position of this game, and the side that looks at it."""

    @property
    def game(self) -> Game:
        """The state. Not everything in it is for the seat to see."""
        found: Game = self.position.state
        return found

    @property
    def ruleset(self) -> AllQuiet:
        """The rules in force."""
        found: AllQuiet = self.position.ruleset
        return found

    @property
    def rules(self) -> FrontRules:
        """The same for orders."""
        return self.ruleset.rules

    def sees(self, unit: Unit) -> bool:
        """Whether the seat sees what a unit is."""
        return unit.side == self.side or not unit.has(HIDDEN)

    def unit(self, name: str) -> Unit:
        """The unit of this id.

        Raises UnknownNameError: there is none that the seat sees.
        """
        there = self.game.in_play(name) and name not in self.position.hidden(self.side)
        if not (there and self.sees(unit := self.game.unit(name))):
            raise UnknownNameError(f"no unit {name[:60]!r} is to be seen on this table", what="unit", name=name, near=())
        return unit


class UnitsOnBoard:
    """Units of a kind on the game's board; named by the hook ``aqmf_register_units_on_board``."""

    kind: ClassVar[str]
    """Of which kind the units are, as their types have it."""
    editors: ClassVar[Mapping[str, str]] = {}
    """Scripts that draw orders, by the type of the order: see :class:`aqmf_air.web.board.board.PlainBoard`."""

    def hint(self, part: PhasePart) -> str:
        """What a player with such units does in a phase, in a line; empty: what everybody does."""
        return ""

    def reach(self, seat: GameSeat, unit: Unit, body: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Where a unit can go, as data for the editor; None: as on the ground."""
        return None

    def preview(self, seat: GameSeat, order: Command) -> Preview | None:
        """What an order does; None for an order of another kind."""
        return None

    def marks(self, moment: Moment, rules: FrontRules) -> Iterable[Mark]:
        """What is drawn of an event of the extension's own while it happens; nothing of any other."""
        return ()

    def answer(self, seat: GameSeat, question: str, unit: Unit) -> Mapping[str, Any]:
        """The answer to a question of an editor about a unit.

        Raises:
            UnknownNameError: nobody asks that.
            DataError: it cannot be asked about this unit.
        """
        raise UnknownNameError(f"no question {question[:60]!r} about {unit.id}", what="question", name=question, near=())


NONE = UnitsOnBoard()
"""For units of a kind that no extension shows."""


def units_on_board(registry: Registry) -> Mapping[str, UnitsOnBoard]:
    """What extensions show of their units, by the kind of the units."""
    made = [one.load(UnitsOnBoard)() for _, one in registry.contributed(ON_BOARD, RULESET)]
    return {one.kind: one for one in made}
