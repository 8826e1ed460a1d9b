"""Orders that name several of some things, which a player ticks off in a list: who goes, what is taken along.

A board whose :attr:`editors` names :data:`SEVERAL_EDITOR` for a kind of order gives its :class:`Doing` a :class:`Several` as
facts. The page puts the ids that are ticked into the order, and has it judged with each tick.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from aqmf_air.core.play.events import Command

SEVERAL_EDITOR = "/static/board/several.js"
"""The script with the list."""


@dataclass(frozen=True)
class Item:
    """One of the things that may be named."""

    id: str
    title: str
    note: str = ""
    """What one chooses it by."""


@dataclass(frozen=True)
class Several:
    """What may be named, and how many of them."""

    items: tuple[Item, ...]
    least: int
    most: int
    command: Command
    """The order with those that are ticked at first."""
    field: str
    """Where the order has the ids."""

    def facts(self) -> Mapping[str, Any]:
        """As a :class:`aqmf_air.web.board.board.Doing` has it."""
        return {
            "items": [asdict(item) for item in self.items],
            "least": self.least,
            "most": self.most,
            "command": self.command.model_dump(mode="json"),
            "field": self.field,
        }
