"""How things are found by what somebody types: one search for pages, terminals and messages.

It forgives: Roman numerals are Arabic ones, ``D.VII`` is ``d7``, words stand in any order and may only be begun, and where
nothing else fits each of them may have one slip. Numbers have none: ``SPAD 12`` is not ``SPAD XIII``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import NamedTuple

LONGEST = 80
"""Letters of what is looked for."""
NEAR = 5
"""Names that may be meant."""
SLIP_FROM, BEGUN_FROM = 4, 5
"""Letters of a word that may have a slip, and of one that may be begun with a slip."""
ALIKE = 0.5
"""How like one another two spellings with more than one slip are at least, from 0 to 1."""

_PLAIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9}
_ROMAN |= {f"{'x' * tens}{units}": 10 * tens + number for tens in (1, 2, 3) for units, number in {"": 0, **_ROMAN}.items()}

Parts = tuple[str, ...]


def unaccented(text: str) -> str:
    """A text without case and accents, in plain letters as far as there are some."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_PLAIN_LETTERS)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()


@lru_cache(maxsize=4096)
def parts_of(text: str) -> Parts:
    """The runs of letters and of digits in a text, without case, accents and punctuation.

    >>> parts_of("Blériot D.VII")
    ('bleriot', 'd', 'vii')
    """
    return tuple(re.findall(r"[^\W\d_]+|\d+", unaccented(text)))


@lru_cache(maxsize=4096)
def folded(text: str) -> Parts:
    """The same, with Arabic numerals for Roman ones.

    >>> folded("SPAD XIII") == folded("spad-13")
    True
    """
    return tuple(str(_ROMAN.get(part, part)) for part in parts_of(text))


@dataclass(frozen=True)
class Searched:
    """Something that can be found by its name, by what it is called as well, and by what else holds for it."""

    name: str
    called: tuple[str, ...] = ()
    """What it is: ``("light carrier", "ship")``."""
    about: tuple[str, ...] = ()
    """What else one may know of it: ``("France", "1917")``."""

    @cached_property
    def kinds(self) -> frozenset[str]:
        """What it is, in letters and digits alone."""
        return frozenset("".join(parts_of(kind)) for kind in self.called)

    @cached_property
    def notes(self) -> Parts:
        """What else holds for it, in letters and digits alone."""
        return tuple("".join(parts_of(note)) for note in self.about)


class _Fit(NamedTuple):
    """How well a word fits; less is better."""

    forgiven: int
    """1: a number is only begun; 2: a slip."""
    rank: int
    """0: the thing is that; 1: its name has it; 2: what it is begins so; 3: something else about it has it."""
    loose: int = 2
    """0: whole parts of its name are that; 1: they are, with the numerals of the other kind; 2: none is."""


def search(typed: str, things: Iterable[Searched]) -> list[Searched]:
    """The things that all words fit: by what they are before what they are called, then as given; all of them for no word.

    A thing for which less has to be forgiven keeps out those for which more has.
    """
    ranked = _ranked(typed, things)
    return [thing for order, thing in ranked if order[0] == ranked[0][0][0]]


def meant(typed: str, things: Iterable[Searched]) -> str:
    """The name of the only thing that all words fit, or of the only one that has them whole; empty: it is not clear.

    Words with a slip are never clear.
    """
    exact = [(order, thing.name) for order, thing in _ranked(typed, things) if not order[0]] if _words(typed) else []
    whole = [(order, name) for order, name in exact if not order[-1]]
    return next((only[0][1] for only in (exact, whole) if len(only) == 1), "")


def _ranked(typed: str, things: Iterable[Searched]) -> list[tuple[tuple[int, ...], Searched]]:
    """The things that all words fit, the best first; of each first what was forgiven, last how loosely its name has them."""
    words = _words(typed)
    phrase = "".join(words)
    ranked = []
    for thing in things:
        fits = [_Fit(0, 0)] if words and is_called(phrase, thing) else [_fit(word, thing) for word in words]
        if None not in fits:
            matched = [fit for fit in fits if fit is not None]
            unnamed = any(_in_name(word, thing.name) is None for word in words)
            ranks, loose = sum(fit.rank for fit in matched), sum(fit.loose for fit in matched)
            ranked.append(((max((fit.forgiven for fit in matched), default=0), ranks, unnamed, loose), thing))
    return sorted(ranked, key=lambda pair: pair[0])


def near(typed: str, things: Iterable[Searched], most: int = NEAR) -> Parts:
    """The names that may be meant: of what fits; else of what is spelt much like it, then of what has one of its words."""
    things, words = tuple(things), _words(typed)
    if not words:
        return ()
    if fitting := search(typed, things):
        begun = "".join(folded(words[0]))
        fitting.sort(key=lambda thing: not "".join(folded(thing.name)).startswith(begun))
        return tuple(thing.name for thing in fitting[:most])
    spelt = {thing.name: "".join(folded(thing.name)) for thing in things}
    alike = get_close_matches("".join(folded(typed[:LONGEST])), spelt.values(), n=most, cutoff=ALIKE)
    close = sorted((name for name in spelt if spelt[name] in alike), key=lambda name: alike.index(spelt[name]))
    long = ["".join(parts_of(word)) for word in words if len(word) > 2]
    sharing = [name for name in spelt if any(word in "".join(parts_of(name)) for word in long)]
    return tuple(dict.fromkeys((*close, *sharing)))[:most]


def _words(typed: str) -> list[str]:
    return [word for word in typed[:LONGEST].split() if parts_of(word)]


def _spellings(word: str) -> Parts:
    """A word in letters and digits alone, and what it may be the plural of."""
    plain = "".join(parts_of(word))
    if len(plain) > 4 and plain.endswith("ies"):
        return plain, f"{plain[:-3]}y"
    return (plain, plain[:-1]) if len(plain) > 3 and plain.endswith("s") else (plain,)


def is_called(phrase: str, thing: Searched) -> bool:
    """Whether a phrase says what a thing is: in the singular or the plural, however it is written."""
    return any(spelling in thing.kinds for spelling in _spellings(phrase))


def _fit(word: str, thing: Searched) -> _Fit | None:
    """How well a word fits a thing; None: not at all."""
    if is_called(word, thing):
        return _Fit(0, 0)
    if named := _in_name(word, thing.name):
        return named
    plain = "".join(parts_of(word))
    if len(plain) > 2 and any(kind.startswith(plain) for kind in thing.kinds):
        return _Fit(0, 2)
    if any(plain in note for note in thing.notes):
        return _Fit(0, 3)
    slipped = [_slips(parts_of(word), parts_of(name)) for name in (thing.name, *thing.called)]
    return _Fit(2, 1 if slipped[0] else 2) if any(slipped) else None


def _in_name(word: str, name: str) -> _Fit | None:
    """How a word stands in a name: as whole parts of it, begun at one of them, or, if it is long, anywhere."""
    ways = ((folded(word), folded(name)), *((parts_of(spelling), parts_of(name)) for spelling in (word, *_spellings(word))))
    if whole := [at for at, (wanted, parts) in enumerate(ways) if wanted in _runs(parts, len(wanted))]:
        return _Fit(0, 1, loose=int(max(whole) == 0))
    rests = [("".join(wanted), "".join(parts[at:])) for wanted, parts in ways for at in range(len(parts))]
    if begun := [(wanted, rest[len(wanted) :]) for wanted, rest in rests if rest.startswith(wanted)]:
        return _Fit(int(all(wanted[-1].isdigit() and rest[:1].isdigit() for wanted, rest in begun)), 1)
    inside = any(len(spelling) > 2 and spelling in part for spelling in _spellings(word) for part in parts_of(name))
    return _Fit(0, 1) if inside else None


def _runs(parts: Sequence[str], size: int) -> list[Parts]:
    return [tuple(parts[at : at + size]) for at in range(len(parts) - size + 1)]


def _slips(word: Parts, parts: Parts) -> bool:
    """Whether the parts of a word are parts of a name, one of them with a slip: a letter is wrong, missing, too many or
    changed with its neighbour; a long part may only be begun, too.
    """
    for run in _runs(parts, len(word)):
        others = [pair for pair in zip(word, run, strict=True) if pair[0] != pair[1]]
        typed, meant = others[0] if len(others) == 1 else ("", "")
        if len(typed) >= SLIP_FROM and typed.isalpha() and meant.isalpha():
            begun = [meant[: len(typed) + more] for more in (-1, 0, 1)] if len(typed) >= BEGUN_FROM else []
            if any(one_edit(typed, other) for other in (meant, *begun)):
                return True
    return False


def one_edit(word: str, other: str) -> bool:
    """Whether two words differ by one letter at most, that is wrong, missing, too many or changed with its neighbour."""
    while word and other and word[0] == other[0]:
        word, other = word[1:], other[1:]
    return other in (word[1:], word[1:2] + word[:1] + word[2:]) or word == other[1:] or word[1:] == other[1:]


def slips_between(word: str, other: str, most: int) -> int:
    """How many slips lead from one word to another, each of one letter as in ``one_edit``; ``most`` + 1 for more than that.

    >>> slips_between("immelman", "immelmann", 2), slips_between("nosuchthing", "nothing", 2)
    (1, 3)
    """
    if abs(len(word) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(word):
        before, above, row = row, before, [at + 1]
        for place, there in enumerate(other):
            row.append(min(before[place] + (letter != there), before[place + 1] + 1, row[place] + 1))
            if at and place and (letter, there) == (other[place - 1], word[at - 1]):
                row[-1] = min(row[-1], above[place - 1] + 1)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
