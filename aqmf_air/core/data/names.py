"""How names are told apart, however they are spelt, and how the one that is meant is found."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeVar

from aqmf_air.errors import UnknownNameError

T = TypeVar("T")

MOST_LISTED = 16
"""Names in one message."""

_PLAIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})


@lru_cache(maxsize=1024)
def same_name(name: str) -> str:
    """What two spellings of one name have in common: letters and digits, without case, accents and punctuation.

    >>> same_name("Blériot XI") == same_name("bleriot-xi")
    True
    """
    apart = unicodedata.normalize("NFKD", name.casefold()).translate(_PLAIN_LETTERS)
    return "".join(letter for letter in apart if letter.isalnum()).casefold()


def find(named: Mapping[str, T], name: str) -> T | None:
    """The one of this name, found as by :func:`by_name`; None if there is none."""
    for plain in (str.casefold, same_name):
        if len(alike := [key for key in named if plain(key) == plain(name)]) == 1:
            return named[alike[0]]
    return None


def by_name(named: Mapping[str, T], name: str, what: str) -> T:
    """The one of this name; upper and lower case are alike, and so are spellings that no two names have in common.
    Raises UnknownNameError: there is none; with up to five near names, or with all where they are few.
    """
    if (found := find(named, name)) is not None:
        return found
    folded = {key.casefold(): key for key in named}
    near = [folded[one] for one in get_close_matches(name.casefold(), folded, n=5, cutoff=0.5)]
    few = ", ".join(named) if len(named) <= MOST_LISTED else ""
    known = f"expected one of {few}" if few else f"there are {len(named)}"
    hint = f"did you mean {', '.join(near)}?" if near else known
    raise UnknownNameError(f"unknown {what} {name!r}; {hint}", what=what, name=name, near=tuple(near))
