"""What a side may not learn: the names of what it cannot see, kept out of every line, and of every answer to a question.

What a seat is shown is the ruleset's own view of its side. This is the second fence, for everything that is not a view:
lines of the log, labels of rolls, objections. A name that is in the state and not in the view is treated as if nothing
went by it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.events import Event
from aqmf_air.core.play.ruleset import Ruleset

UNSEEN = "something out of sight"
OUT_OF_SIGHT = "\ua78e\ua78e"
"""What a game may call, while it tells a line, what the reader does not see: letters that nothing goes by. A line that has
them is told as :data:`UNSEEN`: by what it refers to, whatever else it says.
"""

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


def lines_of(
    ruleset: Ruleset[Any],
    events: Iterable[Event],
    state: Any,
    player: str | None = None,
    unseen: frozenset[str] = frozenset(),
) -> list[str]:
    """What is told of events, which began at ``state``, to a player; see :meth:`Ruleset.tell`, :func:`kept_back`."""
    lines = []
    for event in events:
        if line := ruleset.tell(event, state, player):
            lines.append(kept_back(event, line, unseen))
        state = ruleset.evolve(state, event)
    return lines


def kept_back(event: Event, line: str, unseen: frozenset[str]) -> str:
    """A line that is told of an event; :data:`UNSEEN` where the event refers to what goes by one of these names and the line
    names it. A word of a line that is by chance the name of something else says nothing about that.
    """
    return UNSEEN if unseen and not unseen.isdisjoint(_texts(event.model_dump())) and mentions(line, unseen) else line


def _texts(document: Any) -> Iterator[str]:
    """All texts in plain data, but for keys."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, Mapping):
        for value in document.values():
            yield from _texts(value)
    elif isinstance(document, list | tuple | set | frozenset):
        for one in document:
            yield from _texts(one)


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
