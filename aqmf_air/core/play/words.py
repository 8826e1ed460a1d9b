"""Orders in a player's words: phrases with slots, by which what is typed is read and an order is told.

A phrase is written as it is said: ``"{unit} fire|fires|shoots [{weapon}] at {target}"``. Case does not matter; of
several with ``|`` between them any is read, and the first is told. What stands in square brackets may be left out, and is
told where its slots have something to say. A slot in braces is read and told by the :class:`Slot` of this name.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.reading import ARTICLE, MOST_NAMED, MOST_PLACES, TOKEN, Reading, pattern_of, unaccented
from aqmf_air.core.play.ruleset import Offer

Said = Mapping[str, Any]
"""What was read so far, by the names of the slots."""
Readings = Iterator[tuple[Any, int]]
"""What a text may mean from a place on, each with the place behind it."""
NOTHING_SAID = (None, "", ())
"""Values of a slot that are not told."""
PLURAL = re.compile(r"[a-z]{2}s$")
"""The end of a word that is one more letter than that of what is called by it."""
PART = re.compile(r"[a-z]{3}")
"""The beginning of what may be a part of a name."""
MOST_LISTED = 64
"""Things in one list of an order."""
LONG = 70
"""Characters of an example that is no longer easy to read."""


class Slot(ABC):
    """A place in a phrase where something of the game is named."""

    about: str = ""
    """What may stand there, for the help."""

    @abstractmethod
    def read(self, reading: Reading, at: int, values: Said) -> Readings:
        """What may be meant from a place on; where it is nothing, what was expected is noted in ``reading``."""

    @abstractmethod
    def tell(self, value: Any, values: Said) -> str:
        """A value in words that :meth:`read` reads as it."""


class Names(Slot):
    """One of several things by name.

    Args:
        what: what they are, with an article: ``one of your units``.
        named: the things by their names, or what gives these from what was read before; a thing may have several names,
            of which the first is told.
        about: what may stand there, for the help; if not given, ``what``.
        pieces: whether they are pieces, which may be called by their last word, as ``Fokker`` for ``white Fokker``: of what
            a player decides that would be a guess.
    """

    def __init__(
        self,
        what: str,
        named: Mapping[str, Any] | Callable[[Said], Mapping[str, Any]],
        about: str = "",
        pieces: bool = False,
    ) -> None:
        self.what, self.about = what, about or what
        self._named, self._pieces = named, pieces

    def named(self, values: Said) -> Mapping[str, Any]:
        """The things that may be named here."""
        return self._named(values) if callable(self._named) else self._named

    def read(self, reading: Reading, at: int, values: Said) -> Readings:
        """By a name, or if names may be shortened by as much of its beginning as no other has, or, of a piece, by its last
        word; the longest first.
        """
        named = self.named(values)
        names = [(match.end(), name) for name in named if (match := reading.match(at, pattern_of(name)))]
        if not names and (article := reading.match(at, ARTICLE)):
            at = article.end()
            names = [(match.end(), name) for name in named if (match := reading.match(at, pattern_of(name)))]
        if not names:
            bare = ((name, _bare(name)) for name in named)
            names = [
                (match.end(), name) for name, rest in bare if rest != name and (match := reading.match(at, pattern_of(rest)))
            ]
        token = reading.match(at, TOKEN) if reading.shortened else None
        begun = list(self._begun(reading, named, token)) if token and token[0][0].isalnum() else []
        longest = max((end for end, _ in names), default=0)
        # ``scout tri``, where another one is called ``scout``
        read = [(value, end) for value, end in reversed(begun) if end > longest]
        read += [(named[name], end) for end, name in sorted(names, reverse=True)]
        yield from dict.fromkeys(read)
        if not read and named:
            first = {value: name for name, value in reversed(list(named.items()))}
            reading.miss(at, self._expected([name for name in named if first[named[name]] == name]), named)

    def _begun(self, reading: Reading, named: Mapping[str, Any], token: re.Match[str]) -> Readings:
        """What the next words begin the name of, where it is one thing alone: ``field gun``; the fewest words first."""
        start, step = token.start(), token
        while True:
            begins = " ".join(reading.plain[start : step.end()].casefold().split())
            spelt = ((spelling, value) for name, value in named.items() for spelling in dict.fromkeys((name, _bare(name))))
            folded = [(unaccented(spelling).casefold(), value) for spelling, value in spelt]
            meant = [value for name, value in folded if _begins(name, begins)]
            if not meant and self._pieces:
                meant = _of_pieces(begins, folded)
            if meant and all(value == meant[0] for value in meant):
                yield meant[0], step.end()
            after = reading.match(step.end(), TOKEN)
            if not meant or after is None:
                return
            step = after

    def _expected(self, every: Sequence[str]) -> str:
        names = [name for name in every if not any(name.startswith(f"{whole}, ") for whole in every)]  # no part beside it
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return f"{self.what} ({', '.join(names[:MOST_NAMED])}{more})"

    def tell(self, value: Any, values: Said) -> str:
        for name, held in self.named(values).items():
            if held == value:
                return name
        raise LookupError(f"{self.what}: {value!r}")


def _of_pieces(begins: str, folded: Sequence[tuple[str, Any]]) -> list[Any]:
    """The pieces that are called so: by their last word (``fokker``, of what is ``white Fokker``), or as several (``field
    guns``, of what is one battery).
    """
    if PART.match(begins) and (meant := [value for name, value in folded if _begins(name.rpartition(" ")[2], begins)]):
        return meant
    if PLURAL.search(begins) and all(name != begins[:-1] for name, _ in folded):
        return [value for name, value in folded if name.startswith(f"{begins[:-1]} ")]
    return []


def _bare(name: str) -> str:
    """A name without its article: ``gun`` is typed for ``the gun``."""
    article = ARTICLE.match(name)
    return name[article.end() :].lstrip() if article else name


def _begins(name: str, begins: str) -> bool:
    """Whether a name begins so; the first figures of a number are another number."""
    cut = begins[-1:].isdigit() and name[len(begins) : len(begins) + 1].isdigit()
    return name.startswith(begins) and not cut


def several(
    reading: Reading,
    at: int,
    each: Callable[[int, tuple[Any, ...]], Readings],
    comma: Callable[[int], int | None],
    most: int = MOST_LISTED,
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """The first, the first two ... of several things, ``most`` at most, one after the other: each way in which they can be
    read. ``each``: what may come next, from its place and those before it; ``comma``: the place behind what stands between
    two, if that comes next.
    """
    ways, listed = [each(at, ())], list[Any]()
    while ways:
        del listed[len(ways) - 1 :]
        if (way := next(ways[-1], None)) is None:
            ways.pop()
            continue
        listed.append(way[0])
        yield tuple(listed), way[1]
        if (further := comma(way[1])) is None:
            continue
        if len(listed) < most:
            ways.append(each(further, tuple(listed)))
        else:
            reading.miss(further, f"no more than {most}")


@dataclass(frozen=True)
class _Word:
    words: tuple[str, ...]


@dataclass(frozen=True)
class _Place:
    name: str


@dataclass(frozen=True)
class _Option:
    parts: tuple[_Part, ...]


_Part = _Word | _Place | _Option


@lru_cache(maxsize=1024)
def _parts_of(phrase: str) -> tuple[_Part, ...]:
    levels: list[list[_Part]] = [[]]
    for token in re.findall(r"\[|\]|\{\w+\}|[^\s\[\]{}]+", phrase):
        if token == "[":
            levels.append([])
        elif token == "]":
            inner = tuple(levels.pop())
            levels[-1].append(_Option(inner))
        elif token.startswith("{"):
            levels[-1].append(_Place(token[1:-1]))
        else:
            levels[-1].append(_Word(tuple(word.replace("_", " ") for word in token.split("|"))))
    return tuple(levels[0])


def verb_of(phrase: str, idle: Collection[str]) -> frozenset[str]:
    """The first word of a phrase that is not idle, in all its forms: what is done in the order."""
    tokens = re.findall(r"[^\s\[\]]+", re.sub(r"\{\w+\}", " ", phrase.casefold()))
    verbs = (frozenset(word.partition("_")[0] for word in token.split("|")) for token in tokens)
    return next((verb for verb in verbs if verb.isdisjoint(idle)), frozenset())


def read_phrase(phrase: str, slots: Mapping[str, Slot], reading: Reading) -> Iterator[dict[str, Any]]:
    """What a whole text says in this phrase, by the names of its slots: each way in which it can be read."""
    return _read(_parts_of(phrase), slots, reading, 0, {})


def _read(
    parts: tuple[_Part, ...], slots: Mapping[str, Slot], reading: Reading, at: int, values: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    if not parts:
        if reading.ended(at):
            yield values
        return
    first, rest = parts[0], parts[1:]
    if isinstance(first, _Word):
        if (end := reading.word(at, first.words)) is not None:
            reading.worded()
            yield from _read(rest, slots, reading, end, values)
    elif isinstance(first, _Option):
        yield from _read((*first.parts, *rest), slots, reading, at, values)
        yield from _read(rest, slots, reading, at, values)
    else:
        for value, end in slots[first.name].read(reading, at, values):
            yield from _read(rest, slots, reading, end, {**values, first.name: value})


def tell_phrase(phrase: str, slots: Mapping[str, Slot], values: Said) -> str | None:
    """The phrase with what its slots have to say; None where one has nothing and may not be left out."""
    words = _tell_parts(_parts_of(phrase), slots, values)
    return None if words is None else re.sub(r" (?=[:,;])", "", " ".join(filter(None, words)))


def _tell_parts(parts: tuple[_Part, ...], slots: Mapping[str, Slot], values: Said) -> list[str] | None:
    words: list[str] = []
    for part in parts:
        if isinstance(part, _Word):
            words.append(part.words[0])
        elif isinstance(part, _Option):
            if any(isinstance(inner, _Place) for inner in part.parts):
                words += _tell_parts(part.parts, slots, values) or []
        elif values.get(part.name) in NOTHING_SAID:
            return None
        else:
            words.append(slots[part.name].tell(values[part.name], values))
    return words


def form_of(phrase: str) -> str:
    """A phrase as the help shows it: ``UNIT fire [WEAPON] at TARGET``."""
    return re.sub(r" (?=[:,;])", "", " ".join(_shown(_parts_of(phrase))))


def _shown(parts: tuple[_Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, _Word):
            yield part.words[0]
        elif isinstance(part, _Place):
            yield part.name.upper()
        else:
            yield f"[{' '.join(_shown(part.parts))}]"


def places_of(phrase: str) -> tuple[str, ...]:
    """The names of the slots of a phrase, in order."""
    return tuple(re.findall(r"\{(\w+)\}", phrase))


@dataclass(frozen=True)
class Saying:
    """A kind of order in a player's words."""

    forms: tuple[str, ...]
    """How it is said: ``UNIT fire [WEAPON] at TARGET``."""
    places: tuple[tuple[str, str], ...]
    """What stands in the places of the forms: ``("TARGET", "an enemy")``."""
    example: str
    """An order that may be given now; empty where there is none of this kind."""


class InWords(ABC):
    """A ruleset whose orders may be typed in words: at the terminal, and in the box of a live table."""

    @property
    def speaks(self) -> bool:
        """Whether there are words for any order."""
        return True

    @abstractmethod
    def order_from_words(self, state: Any, text: str, player: str) -> Command:
        """The order of ``player`` that a text means; it need not be allowed.
        Raises NotUnderstoodError: it means none, or several that are allowed.
        """

    @abstractmethod
    def order_in_words(self, state: Any, command: Command, player: str) -> str:
        """An order of ``player`` in words that :meth:`order_from_words` reads as it; empty where there are none for it."""

    def not_now(self, state: Any, text: str, offers: Sequence[Offer]) -> str:
        """Why a text orders nothing now, where its verb is that of orders of another part of the game, and of which; empty
        where it is not. ``offers``: what may be ordered now.
        """
        return ""

    @abstractmethod
    def sayings(self, state: Any, player: str, offers: Sequence[Offer]) -> tuple[Saying, ...]:
        """How orders may be said now, each kind with an example; ``offers``: what ``player`` may order now."""


def plainest(texts: Iterable[str]) -> str:
    """Of several orders in words the one that shows most of how they are said, in a line; empty of none.

    A number with more than two decimals is no example of how a player says it.
    """
    return min(
        (text for text in texts if not re.search(r"\.\d{3}", text)),
        key=lambda text: (len(text) > 70, text.count(";"), -len(set(re.findall(r"[^\W\d_]+", text))), len(text)),
        default="",
    )


def figure(number: float) -> str:
    """A number as it is typed: without idle zeros, to as many places as it takes to read it as this very number."""
    shown = "0"
    for places in (6, 9, 12, 15, MOST_PLACES):
        shown = f"{number:.{places}f}".rstrip("0").rstrip(".")
        if float(shown) == number:
            break
    return "0" if shown == "-0" else shown
