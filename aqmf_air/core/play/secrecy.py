"""What a side may not learn: the names of what it cannot see, kept out of every line, and of every answer to a question.

What a seat is shown is the ruleset's own view of its side. This is the second fence, for everything that is not a view:
lines of the log, labels of rolls, objections. A name that is in the state and not in the view is treated as if nothing
went by it, where it stands for a thing: an ordinary word of a line is never kept back for its letters alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeVar, cast, get_origin

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.events import PlainEvent
from aqmf_air.core.play.ruleset import Ruleset

M = TypeVar("M", bound=Frozen)
UNSEEN = "something out of sight"
OUT_OF_SIGHT = "\ua78e\ua78e"
"""What a game may call, while it tells a line, what the reader does not see: letters that nothing goes by. A line that has
them is told as :data:`UNSEEN`: by what it refers to, whatever else it says.
"""

_NAMED = re.compile(r'"(?:id|type)":("(?:[^"\\]|\\.)*")')
"""Under these keys of a document things have their names."""


def names_in(model: Frozen) -> frozenset[str]:
    """Every name in a state or a view."""
    names = set(_NAMED.findall(model.model_dump_json()))
    return frozenset(json.loads(f"[{','.join(names)}]"))


def hidden_from(ruleset: Ruleset[Any], state: Frozen, player: str) -> frozenset[str]:
    """The names in a state that a player's view of it does not have."""
    return all_names(ruleset, state) - all_names(ruleset, ruleset.observe(state, player))


def all_names(ruleset: Ruleset[Any], seen: Frozen) -> frozenset[str]:
    """Every name in a state or a view: those that are written in it, and what players call the things in it."""
    return names_in(seen) | frozenset(ruleset.names(seen).values())


def called_by(ruleset: Ruleset[Any], hidden: Iterable[str], *views: Frozen) -> Mapping[str, str]:
    """What somebody calls things who sees these views, by the last that has them; ``hidden`` ones :data:`OUT_OF_SIGHT`."""
    named = [ruleset.names(view) for view in views]
    return {**dict.fromkeys(hidden, OUT_OF_SIGHT), **{id_: name for names in named for id_, name in names.items()}}


def lines_of(
    ruleset: Ruleset[Any],
    events: Iterable[PlainEvent],
    state: Any,
    player: str | None = None,
    unseen: frozenset[str] = frozenset(),
) -> list[str]:
    """What is told of events, which began at ``state``, to a player; see :meth:`Ruleset.tell`, :func:`kept_back`."""
    lines = []
    for event in events:
        if line := ruleset.tell(event, state, player):
            lines.append(kept_back(event, line, unseen, naming_of(state)))
        state = ruleset.evolve(state, event)
    return lines


def kept_back(event: PlainEvent, line: str, unseen: frozenset[str], naming: Sequence[str] = ()) -> str:
    """A line that is told of an event; :data:`UNSEEN` where the event refers to what goes by one of these names and the line
    names it. A word of a line that is by chance the name of something else says nothing about that.
    """
    return UNSEEN if mentions(line, unseen) and refers(event, unseen, naming) else line


def naming_of(state: Any) -> Sequence[str]:
    """The fields of orders and events that hold the id of a piece, where a state says so; empty: any may."""
    naming: Sequence[str] = getattr(state, "naming", ())
    return naming


def refers(typed: Frozen | None, names: frozenset[str], naming: Sequence[str] = ()) -> bool:
    """Whether an order or an event refers to what goes by one of these names: in a field that holds an id (``naming``; not
    said: in any whose words are not laid down), or in a list. What else is written in it are the game's own words.
    """
    return bool(names) and typed is not None and _refers(typed, names, naming)


def _refers(value: Any, names: frozenset[str], naming: Sequence[str]) -> bool:
    if isinstance(value, str):
        return value in names
    if isinstance(value, Frozen):
        return any(_refers(value.__dict__[field], names, naming) for field in _with_ids(type(value), tuple(naming)))
    if isinstance(value, Mapping):
        return any(_refers(part, names, naming) for pair in value.items() for part in pair)
    return isinstance(value, list | tuple | set | frozenset) and any(_refers(part, names, naming) for part in value)


@lru_cache(maxsize=1024)
def _with_ids(kind: type[Frozen], naming: tuple[str, ...]) -> tuple[str, ...]:
    """The fields of a model that may hold an id: none whose words are laid down, of those with one text those that do."""
    held = {name: field.annotation for name, field in kind.model_fields.items()}
    held = {name: kind for name, kind in held.items() if get_origin(kind) is not Literal}
    return tuple(name for name, type_ in held.items() if name in naming or not naming or type_ not in (str, str | None))


def mentions(text: str, names: frozenset[str]) -> bool:
    """Whether a line names one of these."""
    return bool(names) and _pattern(names).search(text) is not None


def blindfolded(order: M, names: frozenset[str], naming: Sequence[str] = ()) -> M:
    """An order in which every id that is one of these names is one that nothing goes by; ``naming`` as of :func:`refers`."""
    return cast("M", _blind(order, names, tuple(naming))) if names else order


def _blind(value: Any, names: frozenset[str], naming: tuple[str, ...]) -> Any:
    if isinstance(value, str):
        return f"{value}{_MASK}" if value in names else value
    if isinstance(value, Frozen):
        held = {name: value.__dict__[name] for name in _with_ids(type(value), naming)}
        blind = {name: _blind(part, names, naming) for name, part in held.items()}
        changed = {name: part for name, part in blind.items() if part != held[name]}
        # unchecked: an id that nothing goes by is longer than a field may allow
        return type(value).model_construct(**{**dict(value), **changed}) if changed else value
    if isinstance(value, Mapping):
        return {_blind(key, names, naming): _blind(part, names, naming) for key, part in value.items()}
    return tuple(_blind(part, names, naming) for part in value) if isinstance(value, list | tuple) else value


def unmasked(text: str) -> str:
    """A line about blindfolded orders with the names that were put in: those that the player wrote themselves."""
    return text.replace(_MASK, "")


_MASK = "\ua78f\ua78f"  # letters that are printed as they are, and that nobody's names end with


@lru_cache(maxsize=256)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])", re.IGNORECASE)
