"""A position of a game: what each side sees and may order in it. Frozen like the state; worked out once, by any thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.secrecy import blindfolded, unmasked
from aqmf_air.errors import InvalidCommandError
from aqmf_air.registry import Policy
from aqmf_air.web.live.seat_log import spectators_view


class Position:
    """A state of a game after so many entries of its log; ``hidden`` are the names that nobody of an audience may know."""

    def __init__(
        self, ruleset: Any, state: Any, entries: int, sides: tuple[str, ...], hidden: Mapping[str, frozenset[str]]
    ) -> None:
        self.ruleset, self.state, self.entries, self.sides = ruleset, state, entries, sides
        self._hidden = hidden
        self._views: dict[str, dict[str, Any]] = {}
        self._offers: dict[str, tuple[Offer, ...]] = {}
        self._choices: dict[tuple[str, str], Command | None] = {}

    def view(self, side: str) -> dict[str, Any]:
        """What a side sees, as plain data; spectators see what all do, and nothing in a game that is not made for them."""
        if side not in self._views:
            view = (
                self.ruleset.observe(self.state, side) if side in self.sides else spectators_view(self.ruleset, self.state)
            )
            self._views[side] = {} if view is None else view.model_dump(mode="json")
        return self._views[side]

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
