"""What a side may not learn: the names of what it cannot see, kept out of every line, and of every answer to a question.

What a seat is shown is the ruleset's own view of its side. This is the second fence, for everything that is not a view:
lines of the log, labels of rolls, objections. A name that is in the state and not in the view is treated as if nothing
went by it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.events import Event
from aqmf_air.core.play.ruleset import Ruleset

UNSEEN = "something out of sight"

_NAMED = re.compile(r'"(?:id|type)":("(?:[^"\\]|\\.)*")')
"""Under these keys of a document things have their names."""


def names_in(model: Frozen) -> frozenset[str]:
    """Every name in a state or a view."""
    found = set(_NAMED.findall(model.model_dump_json()))
    return frozenset(json.loads(f"[{','.join(found)}]"))


def hidden_from(ruleset: Ruleset[Any], state: Frozen, player: str) -> frozenset[str]:
    """The names in a state that a player's view of it does not have."""
    return all_names(ruleset, state) - all_names(ruleset, ruleset.observe(state, player))


def all_names(ruleset: Ruleset[Any], seen: Frozen) -> frozenset[str]:
    """Every name in a state or a view: those that are written in it, and what players call the things in it."""
    return names_in(seen) | frozenset(ruleset.names(seen).values())


def lines_of(ruleset: Ruleset[Any], events: Iterable[Event], state: Any, player: str | None = None) -> list[str]:
    """What is told of events, which began at ``state``, to a player; see :meth:`Ruleset.tell`."""
    lines = []
    for event in events:
        if line := ruleset.tell(event, state, player):
            lines.append(line)
        state = ruleset.evolve(state, event)
    return lines


def masked(lines: Iterable[str], names: frozenset[str]) -> tuple[str, ...]:
    """Lines, with those that mention a hidden name replaced."""
    return tuple(UNSEEN if mentions(line, names) else line for line in lines)


def mentions(text: str, names: frozenset[str]) -> bool:
    """Whether a line names one of these."""
    return bool(names) and _pattern(names).search(text) is not None


def blindfolded(document: Any, names: frozenset[str]) -> Any:
    """Plain data in which every text that is one of these names is one that nothing goes by."""
    if isinstance(document, str):
        return f"{document}{_MASK}" if document in names else document
    if isinstance(document, Mapping):
        return {key: value if key == "type" else blindfolded(value, names) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [blindfolded(one, names) for one in document]
    return document


def unmasked(text: str) -> str:
    """A line about blindfolded data with the names that were put in: those that the player wrote themselves."""
    return text.replace(_MASK, "")


_MASK = "\ua78f\ua78f"  # letters that are printed as they are, and that nobody's names end with


@lru_cache(maxsize=256)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])", re.IGNORECASE)
