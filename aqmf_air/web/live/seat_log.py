"""The log of a live table as each seat may read it: what was told, and which dice were rolled, entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aqmf_air.core.play.events import Entry, History, RollRecord
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.core.play.secrecy import UNSEEN, lines_of, masked, mentions, names_in
from aqmf_air.core.play.undoing import reveals


class Chronicle:
    """What has been told at a table so far, to each player and to spectators (the audience ``""``).

    ``open_to_all`` is for a game in which nothing is to be hidden any more: everybody reads all.
    """

    def __init__(self, ruleset: Ruleset[Any], audiences: Sequence[str], *, open_to_all: bool = False) -> None:
        self.ruleset = ruleset
        self.open_to_all = open_to_all
        self.audiences = (*audiences, "")
        self._told: dict[str, list[dict[str, Any]]] = {audience: [] for audience in self.audiences}
        self._revealing: set[int] = set()
        self._known: tuple[Any, frozenset[str], dict[str, frozenset[str]]] | None = None
        self._history: History[int] = History()

    def note(self, before: Any, entry: Entry, after: Any) -> None:
        """Tell everybody of an entry, which took the game from ``before`` to ``after``."""
        self._history.note(entry.kind, entry.position)
        (all_before, seen_before), (all_after, seen_after) = self._names(before), self._names(after)
        if reveals(entry, seen_before, seen_after):
            self._revealing.add(entry.position)
        stage = self.ruleset.stage(before)
        told = {"entry": entry.position, "kind": entry.kind, "by": entry.by, "turn": stage.turn, "phase": stage.title}
        for audience in self.audiences:
            names = (all_before - seen_before[audience]) & (all_after - seen_after[audience])
            lines = list(masked(self._said(before, entry, None if self.open_to_all else audience), names))
            self._told[audience].append({**told, "lines": lines, "rolls": [self._roll(roll, names) for roll in entry.rolls]})

    @property
    def entries(self) -> int:
        """How many entries it has told of."""
        return len(self._told[""])

    def revealed(self, entry: Entry) -> bool:
        """Whether an order of this log revealed something to any side."""
        return entry.position in self._revealing

    def of(self, audience: str, since: int = 0) -> list[dict[str, Any]]:
        """The entries from number ``since`` on, as this audience may read them."""
        counting = set(self._history.done)
        told = self._told[audience if audience in self._told else ""][since:]
        return [{**one, "undone": one["kind"] == "command" and one["entry"] not in counting} for one in told]

    @property
    def undone(self) -> list[int]:
        """The commands that were taken back."""
        return [told["entry"] for told in self.of("") if told["undone"]]

    def _said(self, state: Any, entry: Entry, audience: str | None) -> list[str]:
        if entry.kind == "rules":
            return ["from here on under the rules of today"]
        if entry.kind != "command":
            return [f"{self.ruleset.name_of(entry.by)}: an order is {'taken' if entry.kind == 'undo' else 'brought'} back"]
        return lines_of(self.ruleset, entry.events, state, audience)

    def hidden(self, state: Any) -> dict[str, frozenset[str]]:
        """The names of what each audience may not know of in a state."""
        everything, seen = self._names(state)
        return {audience: everything - names for audience, names in seen.items()}

    def _names(self, state: Any) -> tuple[frozenset[str], dict[str, frozenset[str]]]:
        """The names of everything in a state, and of what each audience sees of it."""
        if self.open_to_all:
            return frozenset(), dict.fromkeys(self.audiences, frozenset())
        if self._known is None or self._known[0] is not state:
            everything = names_in(state)
            seen = {one: names_in(self.ruleset.observe(state, one)) for one in self.audiences if one}
            seen[""] = frozenset.intersection(*seen.values()) & names_in(self.ruleset.observe(state, ""))
            self._known = state, everything, seen
        return self._known[1:]

    def _roll(self, roll: RollRecord, names: frozenset[str]) -> dict[str, Any]:
        label = UNSEEN if mentions(roll.label, names) else roll.label
        faces = [] if roll.secret else list(roll.faces)
        return {"label": label, "die": roll.die, "faces": faces, "by": roll.by}
