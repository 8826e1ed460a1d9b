"""A position of a game: what each side sees and may order in it. Frozen like the state; worked out once, by any thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.contributions import Policy
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.secrecy import blindfolded, unmasked
from aqmf_air.errors import InvalidCommandError
from aqmf_air.web.board.board import PlainBoard, Seat


class Position:
    """A state of a game after so many entries of its log; ``hidden`` are the names that nobody of an audience may know."""

    def __init__(
        self, board: PlainBoard, state: Any, entries: int, sides: tuple[str, ...], hidden: Mapping[str, frozenset[str]]
    ) -> None:
        self.board, self.ruleset = board, board.ruleset
        self.state, self.entries, self.sides = state, entries, sides
        self._hidden = hidden
        self._views: dict[str, Frozen] = {}
        self._shown: dict[str, dict[str, Any]] = {}
        self._offers: dict[str, tuple[Offer, ...]] = {}
        self._choices: dict[tuple[str, str], Command | None] = {}

    def view(self, side: str) -> Frozen:
        """What a side sees; spectators see what all do."""
        if side not in self._views:
            self._views[side] = self.ruleset.observe(self.state, side)
        return self._views[side]

    def document(self, side: str, with_offers: bool = True) -> dict[str, Any]:
        """The view, in lines, and as pieces of the board; what a player does in this stage, and may order now."""
        if side not in self._shown:
            view, seat = self.view(side), Seat(self, side)
            acts = side in self.ruleset.stage(self.state).active and not self.ruleset.over(self.state)
            ending = self.ruleset.ending(self.state, side) if acts else None
            self._shown[side] = {
                "view": view.model_dump(mode="json"),
                "summary": list(self.ruleset.summary(view)),
                "pieces": self.board.pieces(view),
                "hint": self.board.hint(seat) if acts else "",
                "obstacles": seat.objections(ending) if ending else (),
            }
        return {**self._shown[side], "offers": self.offers(side) if with_offers else None}

    def offers(self, side: str) -> tuple[Offer, ...]:
        """What a side may order now."""
        if side not in self._offers:
            self._offers[side] = tuple(self.ruleset.legal(self.state, side)) if side in self.sides else ()
        return self._offers[side]

    def choosing(self) -> tuple[str, ...]:
        """The sides that have something to choose; where there is much, that takes a while to find out."""
        return () if self.ruleset.over(self.state) else tuple(side for side in self.sides if self.offers(side))

    def hidden(self, side: str) -> frozenset[str]:
        """The names of what a side may not know of."""
        return self._hidden[side if side in self._hidden else ""]

    def choice(self, policy: Policy, side: str) -> Command | None:
        """What an automatic player would order for a side."""
        if (policy.name, side) not in self._choices:
            self._choices[policy.name, side] = policy.choose(self.ruleset, self.state, side)
        return self._choices[policy.name, side]

    def command(self, document: Any, side: str) -> Command:
        """A command that a side has written. What it cannot see goes by no name that it may use.

        Raises:
            InvalidCommandError: it is none.
        """
        try:
            command: Command = self.ruleset.codec.command(blindfolded(document, self.hidden(side)), "order")
        except InvalidCommandError as bad:
            raise InvalidCommandError(unmasked(str(bad)).removeprefix("order: ")) from None
        return command

    def objections(self, command: Command, side: str) -> tuple[Objection, ...]:
        """Why a side may not give this order now."""
        found = self.ruleset.objections(self.state, command, side)
        return tuple(Objection(one.rule, unmasked(one.reason)) for one in found)
