"""One look-up on a table of a game, as players see it: the row that a roll led to, among the others, and why that one."""

from __future__ import annotations

from dataclasses import dataclass

from aqmf_air.core.data.tables import Standing
from aqmf_air.core.dice.modifiers import Modifier


@dataclass(frozen=True)
class TableLine:
    """A row of a table: for which rolls it stands (``5..7``), what it says, and whose word that is."""

    rolls: str
    result: str
    standing: Standing


@dataclass(frozen=True)
class LookUp:
    """What a ruleset tells of a roll on a table: :meth:`aqmf_air.core.play.ruleset.Ruleset.looked_up`."""

    table: str
    """What the table is called: ``F7 Event outcome, trenches``."""
    rolled: int
    """What the dice came to."""
    changes: tuple[Modifier, ...]
    """What was added, each with its reason."""
    lines: tuple[TableLine, ...]
    """All rows of the table, or of its column."""
    row: int
    """The place of the row that counts."""

    @property
    def net(self) -> int:
        """The roll with all that was added."""
        return self.rolled + sum(change.value for change in self.changes)

    def __str__(self) -> str:
        added = "".join(f" {change.value:+d} ({change.reason})" for change in self.changes)
        total = f" = {self.net}" if self.changes else ""
        return f"{self.table}: {self.rolled}{added}{total}: {self.lines[self.row].result}"
