"""How names are told apart, however they are spelt, and how the one that is meant is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from aqmf_air.core.data import search
from aqmf_air.core.data.search import Searched, near, unaccented
from aqmf_air.errors import UnknownNameError

T = TypeVar("T")

MOST_LISTED = 16
"""Names in one message."""


@lru_cache(maxsize=1024)
def same_name(name: str) -> str:
    """What two spellings of one name have in common: letters and digits, without case, accents and punctuation.

    >>> same_name("Blériot XI") == same_name("bleriot-xi")
    True
    """
    return "".join(letter for letter in unaccented(name) if letter.isalnum())


def find(named: Mapping[str, T], name: str) -> T | None:
    """The one of this name, found as by :func:`by_name`; None if there is none."""
    if name in named:
        return named[name]
    for plain in (str.casefold, same_name):
        if len(alike := [key for key in named if plain(key) == plain(name)]) == 1:
            return named[alike[0]]
    return None


def by_name(named: Mapping[str, T], name: str, what: str, near_to: Callable[[str], Sequence[str]] | None = None) -> T:
    """The one of this name; upper and lower case are alike, and so are spellings that no two names have in common.
    Raises UnknownNameError: there is none; with up to five near names (those of ``near_to``, where what a thing is says more
    than how its name is spelt), or with all where they are few.
    """
    if (value := find(named, name)) is not None:
        return value
    meant = tuple(near(name, map(Searched, named)) if near_to is None else near_to(name))
    few = ", ".join(named) if len(named) <= MOST_LISTED else ""
    expected = f"expected one of {few}" if few else f"there are {len(named)}"
    hint = f"did you mean {', '.join(meant)}?" if meant else expected
    raise UnknownNameError(f"unknown {what} {name!r}; {hint}", what=what, name=name, near=meant)


def by_words(named: Mapping[str, T], name: str, what: str, near_to: Callable[[str], Sequence[str]] | None = None) -> T:
    """The one of this name, as :func:`by_name` finds it, or else the only one that these words fit: ``camel``.
    Raises UnknownNameError: there is none, or it is not clear; as there.
    """
    clear = find(named, name) is None and search.meant(name, map(Searched, named))
    return by_name(named, clear or name, what, near_to)


def meant(named: Mapping[str, str], typed: str) -> tuple[str, ...]:
    """The ids of what a player may mean: one where it is clear, none where nothing is called that, else all that fit.

    The whole of an id or of a name goes before the beginning of one, and that before words which begin with the words typed
    (``north 2`` for ``Great North Gun 2``); case, accents and punctuation do not matter.
    ``named``: names for people by id, as :meth:`aqmf_air.core.play.ruleset.Ruleset.names` has them.

    >>> meant({"n-1": "North Gun 1", "n-2": "North Gun 2", "s": "South Gun"}, "gun 2")
    ('n-2',)
    """
    wanted, words = same_name(typed), [same_name(word) for word in typed.replace("-", " ").split()]
    if not wanted:
        return ()
    if typed in named:
        return (typed,)
    spelt = {id_: (same_name(id_), same_name(name)) for id_, name in named.items()}
    for fits in (str.__eq__, str.startswith):
        if ids := tuple(id_ for id_, both in spelt.items() if any(fits(name, wanted) for name in both)):
            return ids
    split = {key: [part for word in name.split() for part in (word, *word.split("-"))] for key, name in named.items()}
    parts = {key: [same_name(part) for part in own] for key, own in split.items()}
    return tuple(key for key, own in parts.items() if all(any(part.startswith(word) for part in own) for word in words))
