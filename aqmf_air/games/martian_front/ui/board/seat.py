"""A game as one seat has it: what the board's questions are asked about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, cast

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.errors import UnknownNameError
from aqmf_air.games.martian_front.rules_in_force import HIDDEN, Book
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.state import Game, Unit
from aqmf_air.web.live.position import Position


class Seat(NamedTuple):
    """A position, and the side that looks at it; ``""`` looks on."""

    position: Position
    side: str

    @property
    def game(self) -> Game:
        """The state. Not everything in it is for the seat's eyes."""
        return cast("Game", self.position.state)

    @property
    def ruleset(self) -> AllQuiet:
        """The rules in force."""
        return cast("AllQuiet", self.position.ruleset)

    @property
    def book(self) -> Book:
        """The same for orders."""
        return self.ruleset.book

    def objections(self, order: Command) -> tuple[Objection, ...]:
        """Why the seat's side may not give this order now."""
        return self.position.objections(order, self.side)

    def allows(self, order: Command) -> bool:
        """Whether the seat's side may give this order now."""
        return not self.objections(order)

    def sees(self, unit: Unit) -> bool:
        """Whether the seat sees what a unit is."""
        return unit.side == self.side or not unit.has(HIDDEN)

    def unit(self, name: str) -> Unit:
        """The unit of this id.

        Raises:
            UnknownNameError: there is none that the seat sees.
        """
        if (
            self.game.in_play(name)
            and self.sees(unit := self.game.unit(name))
            and name not in self.position.hidden(self.side)
        ):
            return unit
        raise UnknownNameError(f"no unit {name[:60]!r} is to be seen on this table", what="unit", name=name, near=())


def listed(objections: Iterable[Objection]) -> list[dict[str, Any]]:
    """Objections as JSON."""
    return [{"rule": one.rule, "reason": one.reason} for one in objections]
