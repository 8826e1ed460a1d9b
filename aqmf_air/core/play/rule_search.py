"""The search of the registers: rules and rulings by words of their text, in several games at once, the best first.

It forgives: words stand in any order and form (``stalls``, ``stalled``), idle ones (``the``, ``when``) do not count, a word
that no game has is read as the nearest one that is there, and where nothing has all of the words, what has the most of them
is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple, TypeVar

from aqmf_air.core.data.search import NEAR, one_edit, parts_of
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rulings import Described

LONGEST_QUERY = 200
NEAR_FROM, NEARNESS = 4, 0.75
"""Letters of a word that is read as another, and how like the other it is at least, from 0 to 1."""

_IDLE = frozenset(
    word
    for words in (
        "a an and any are at be by can do does for from happen happens has have how i if in is it many",
        "much my of on or that the there to what when where which who with",
    )
    for word in words.split()
)
_ENDINGS = ("ing", "ed", "es", "s")
_WHOLE, _BEGUN, _INSIDE = 0, 1, 2

NO_RULINGS: Mapping[str, Sequence[Described]] = {}

T = TypeVar("T", Rule, Described)
_Order = tuple[int, int]


@dataclass(frozen=True)
class RuleSearch:
    """What a search has come to: rules and rulings by game, the best first, in the order in which the games were given.

    ``words`` are those that count, ``read_as`` those among them that nothing has, with what they are read as. ``whole``: all
    that was found has all of the words; else the most of them.
    """

    words: tuple[str, ...]
    read_as: Mapping[str, str]
    rules: Mapping[str, tuple[Rule, ...]]
    rulings: Mapping[str, tuple[Described, ...]]
    whole: bool = True


class _Text(NamedTuple):
    plain: str
    parts: frozenset[str]
    forms: frozenset[str]


def search_words(query: str) -> tuple[str, ...]:
    """The words of a query that count, in lower case; idle ones too, where there are no others."""
    words = tuple(dict.fromkeys(word.strip("?!.,;:\"'") for word in query[:LONGEST_QUERY].casefold().split()))
    return tuple(word for word in words if word and word not in _IDLE) or tuple(filter(None, words))


def search_registers(
    query: str, registers: Mapping[str, Sequence[Rule]], rulings: Mapping[str, Sequence[Described]] = NO_RULINGS
) -> RuleSearch:
    """The rules, and the rulings, that have all words of a query; where nothing has, those that have the most, and at least
    half of them.
    """
    words = search_words(query)
    texts = [_texts(thing) for things in (*registers.values(), *rulings.values()) for thing in things]
    read_as = _read_as(words, texts)
    meant = [read_as.get(word, word) for word in words]
    ranked = {game: _ranked(meant, things) for game, things in registers.items()}
    ranked_rulings = {game: _ranked(meant, things) for game, things in rulings.items()}
    fewest = [min(order for order, _ in pairs) for pairs in ranked.values() if pairs]
    fewest += [min(order for order, _ in pairs) for pairs in ranked_rulings.values() if pairs]
    lacking = min(fewest, default=(0, 0))[0]
    return RuleSearch(words, read_as, _best(ranked, lacking), _best(ranked_rulings, lacking), whole=not lacking)


def _read_as(words: Iterable[str], texts: Sequence[Sequence[_Text]]) -> dict[str, str]:
    """The words that no text has, with the nearest that one has; a word that is like no other is left out."""
    strange = [word for word in words if len(word) >= NEAR_FROM and all(_fit(word, each) is None for each in texts)]
    if not strange:
        return {}
    there = sorted({part for each in texts for text in each for part in text.parts if len(part) >= NEAR_FROM})
    nearest = {word: get_close_matches(word, there, n=NEAR, cutoff=NEARNESS) for word in strange}
    return {word: max(near, key=lambda other: one_edit(word, other)) for word, near in nearest.items() if near}


def _best(ranked: Mapping[str, list[tuple[_Order, T]]], lacking: int) -> dict[str, tuple[T, ...]]:
    return {game: tuple(thing for order, thing in pairs if order[0] == lacking) for game, pairs in ranked.items()}


def _ranked(words: Sequence[str], things: Iterable[T]) -> list[tuple[_Order, T]]:
    """Things with how many words they lack, half of them at most, and how loosely they have the others; the best first."""
    ranked: list[tuple[_Order, T]] = []
    for thing in things:
        texts = _texts(thing)
        fits = [fit for word in words if (fit := _fit(word, texts)) is not None]
        if 2 * len(fits) >= len(words):
            together = len(words) > 1 and any(" ".join(words) in text.plain for text in texts)
            ranked.append(((len(words) - len(fits), sum(fits) - together), thing))
    return sorted(ranked, key=lambda pair: pair[0])


def _fit(word: str, texts: Sequence[_Text]) -> int | None:
    """How loosely one of the texts has a word: first how, then where; None: none has it."""
    fits = [len(texts) * how + place for place, text in enumerate(texts) if (how := _how(word, text)) is not None]
    return min(fits, default=None)


def _how(word: str, text: _Text) -> int | None:
    if word in text.parts:
        return _WHOLE
    if not text.forms.isdisjoint(_forms(word)) or any(part.startswith(word) for part in text.parts):
        return _BEGUN
    return _INSIDE if word in text.plain else None


@lru_cache(maxsize=16384)
def _forms(word: str) -> frozenset[str]:
    """A word, and what it may be a form of: ``stalled`` of ``stall``, ``spinning`` of ``spin``, ``diving`` of ``dive``."""
    bases = [word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending) and len(word) - len(ending) >= 3]
    undoubled = [base[:-1] for base in bases if base[-2] == base[-1]]
    return frozenset((word, *bases, *(f"{base}e" for base in bases), *undoubled))


@lru_cache(maxsize=4096)
def _texts(thing: Rule | Described) -> tuple[_Text, ...]:
    """What is searched of a rule or a ruling, the most telling first: what it is called, what it says, what is beside it."""
    if isinstance(thing, Rule):
        title = " ".join(thing.under[-1:])
        texts = (f"{thing.id} {title}", thing.text, " ".join((*thing.under, thing.note, thing.source)))
    else:
        meanings = " ".join(text for _, text in thing.choices)
        texts = (f"{thing.name} {thing.name.replace('_', ' ')} {thing.rule}", thing.question, meanings)
    words = [frozenset(parts_of(text)) for text in texts]
    return tuple(
        _Text(text.casefold(), parts, frozenset().union(*map(_forms, parts)))
        for text, parts in zip(texts, words, strict=True)
    )
