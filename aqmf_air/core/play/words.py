"""Orders in a player's words: phrases with slots, by which what is typed is read and an order is told.

A phrase is written as it is said: ``"{unit} fire|fires|shoots [{weapon}] at {target}"``. Case does not matter; of
several with ``|`` between them any is read, and the first is told. What stands in square brackets may be left out, and is
told where its slots have something to say. A slot in braces is read and told by the :class:`Slot` of this name.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, NoReturn
from unicodedata import normalize

from aqmf_air.core.data.model import clipped
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Offer
from aqmf_air.errors import NotUnderstoodError

Said = Mapping[str, Any]
"""What was read so far, by the names of the slots."""
Readings = Iterator[tuple[Any, int]]
"""What a text may mean from a place on, each with the place behind it."""

THE_END = "the end"
MOST_NAMED = 8
"""Names in one message."""
MOST_EXPECTED = 9
"""Things that a message says were expected."""
LONG = 70
"""Characters of an example that is no longer easy to read."""
MOST_TEXT = 2_000
"""Characters of an order: no player types as many."""
_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(
    r"[-+]?(?:(?P<whole>\d{1,4}\s+)?(?P<over>\d{1,2})/(?P<under>[1-9]\d?)(?!\d)|\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})"
)
_ARTICLE = re.compile(r"the\b", re.IGNORECASE)
_TOKEN = re.compile(r"[\w'.°\"-]+|\S")


def unaccented(text: str) -> str:
    """A text of the same length without accents: ``Zoe`` is typed for ``Zoë``."""
    return text if text.isascii() else "".join(normalize("NFD", one)[0] for one in text)


class Reading:
    """A text that is being read, and what was expected at the farthest place that was not understood."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = unaccented(text)
        self.far = 0
        self._expected: dict[str, tuple[str, ...]] = {}

    def start(self, at: int) -> int:
        """The place of the next word."""
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def miss(self, at: int, expected: str, known: Iterable[str] = ()) -> None:
        """Note what was expected at a place; ``known``: words that could have stood there."""
        at = self.start(at)
        if at > self.far:
            self.far, self._expected = at, {}
        if at == self.far:
            self._expected.setdefault(expected, tuple(known))

    def match(self, at: int, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What a pattern finds at the next word."""
        return pattern.match(self.plain, self.start(at))

    def word(self, at: int, words: Sequence[str], expected: str | None = None) -> int | None:
        """The place behind the longest of ``words``, if one comes next.

        If none does, ``expected`` is noted, or the first of them; nothing, if it is empty.
        """
        best: int | None = None
        for word in words:
            found = self.match(at, _pattern(word))
            if found and (best is None or found.end() > best):
                best = found.end()
        if best is None and expected != "":
            self.miss(at, expected or repr(words[0]), words)
        return best

    def number(self, at: int, expected: str, unit: Sequence[str] = ()) -> tuple[float, int] | None:
        """The number that comes next (3.5, or 3 1/2), and the place behind it and a word for its ``unit``."""
        found = self.match(at, _NUMBER)
        if found is None:
            self.miss(at, expected)
            return None
        end = found.end()
        for one in unit:
            if (behind := self.match(end, _pattern(one))) is not None:
                end = behind.end()
                break
        if found["over"]:
            return int(found["whole"] or 0) + int(found["over"]) / int(found["under"]), end
        return float(found[0]), end

    def ended(self, at: int) -> bool:
        """Whether nothing comes any more; noted as expected, if something does."""
        if self.start(at) == len(self.text):
            return True
        self.miss(at, THE_END)
        return False

    def refuse(self) -> NoReturn:
        """Say which word was not understood, and what was expected there. Raises NotUnderstoodError."""
        found = _TOKEN.match(self.text, self.far)
        word = found[0] if found else ""
        expected = tuple(self._listed()) or ("an order",)
        known = [one for words in self._expected.values() for one in words]
        near = get_close_matches(word.casefold(), [one.casefold() for one in known], n=1, cutoff=0.6)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        got = f"got {clipped(word)}" if word else "got nothing more"
        said = f"expected {either(expected)}, {got}{hint}"
        raise NotUnderstoodError(said, at=self.far, word=word, expected=expected, text=self.text)

    def _listed(self) -> list[str]:
        """What was expected: names first, then words; nothing whose names are among another one's."""
        named = {text: set(words) for text, words in self._expected.items()}
        kept = [
            text
            for number, (text, words) in enumerate(named.items())
            if not any(
                words and words <= others and (words < others or number > place)
                for place, others in enumerate(named.values())
            )
        ]
        kept.sort(key=lambda text: (text == THE_END, text[0] in "'\"", len(named[text]) == 0))
        return (
            kept if len(kept) <= MOST_EXPECTED else [*kept[: MOST_EXPECTED - 1], f"{len(kept) - MOST_EXPECTED + 1} others"]
        )


def either(words: Sequence[str]) -> str:
    """``a, b or c``."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


@lru_cache(maxsize=4096)
def _pattern(name: str) -> re.Pattern[str]:
    """Finds a name however it is spelt: case, blanks and punctuation between its letters do not matter."""
    name = unaccented(name)
    runs = re.findall(r"[^\W_]+", name)
    if not runs:
        return re.compile(re.escape(name))
    between = rf"[\s\-_.'\u2019/(){',' if ',' in name else ''}]*"
    closing = r"\)?" if name.endswith(")") else ""
    return re.compile(between.join(map(re.escape, runs)) + closing + r"(?![^\W_])", re.IGNORECASE)


# -- what stands in a phrase ----------------------------------------------------------------------------------------------


class Slot(ABC):
    """A place in a phrase where something of the game is named."""

    about: str = ""
    """What may stand there, for the help."""

    @abstractmethod
    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        """What may be meant from a place on; where it is nothing, what was expected is noted in ``reading``."""

    @abstractmethod
    def tell(self, value: Any, said: Said) -> str:
        """A value in words that :meth:`read` reads as it."""


class Names(Slot):
    """One of several things by name.

    Args:
        what: what they are, with an article: ``one of your units``.
        named: the things by their names, or what gives these from what was read before; a thing may have several names,
            of which the first is told.
        about: what may stand there, for the help; if not given, ``what``.
    """

    def __init__(self, what: str, named: Mapping[str, Any] | Callable[[Said], Mapping[str, Any]], about: str = "") -> None:
        self.what, self.about = what, about or what
        self._named = named

    def named(self, said: Said) -> Mapping[str, Any]:
        """The things that may be named here."""
        return self._named(said) if callable(self._named) else self._named

    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        """By a name, or by as much of its beginning as no other has; the longest first."""
        named = self.named(said)
        found = [(one.end(), name) for name in named if (one := reading.match(at, _pattern(name)))]
        if not found and (article := reading.match(at, _ARTICLE)):
            at = article.end()
            found = [(one.end(), name) for name in named if (one := reading.match(at, _pattern(name)))]
        if found:
            read: list[tuple[Any, int]] = []
            if (token := reading.match(at, _TOKEN)) is not None:  # ``scout tri`` where another thing is called ``scout``
                longest = max(end for end, _ in found)
                read += [one for one in reversed(list(self._begun(reading, named, token))) if one[1] > longest]
            for end, name in sorted(found, reverse=True):
                if (named[name], end) not in read:
                    read.append((named[name], end))
            yield from read
            return
        token = reading.match(at, _TOKEN)
        begins = token[0].casefold() if token else ""
        if token and begins[0].isalnum():
            short = list(self._begun(reading, named, token))
            if short:
                yield from reversed(short)
                return
        if named:
            first = {value: name for name, value in reversed(list(named.items()))}
            reading.miss(at, self._expected([name for name in named if first[named[name]] == name]), named)

    def _begun(self, reading: Reading, named: Mapping[str, Any], token: re.Match[str]) -> Readings:
        """What the next words begin the name of, where it is one thing alone: ``field gun``; the fewest words first."""
        start, step = token.start(), token
        while True:
            begins = " ".join(reading.plain[start : step.end()].casefold().split())
            meant = [value for name, value in named.items() if unaccented(name).casefold().startswith(begins)]
            if meant and all(value == meant[0] for value in meant):
                yield meant[0], step.end()
            after = reading.match(step.end(), _TOKEN)
            if not meant or after is None:
                return
            step = after

    def _expected(self, names: Sequence[str]) -> str:
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return f"{self.what} ({', '.join(names[:MOST_NAMED])}{more})"

    def tell(self, value: Any, said: Said) -> str:
        for name, one in self.named(said).items():
            if one == value:
                return name
        raise LookupError(f"{self.what}: {value!r}")


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
    found: list[list[_Part]] = [[]]
    for token in re.findall(r"\[|\]|\{\w+\}|[^\s\[\]{}]+", phrase):
        if token == "[":
            found.append([])
        elif token == "]":
            inner = tuple(found.pop())
            found[-1].append(_Option(inner))
        elif token.startswith("{"):
            found[-1].append(_Place(token[1:-1]))
        else:
            found[-1].append(_Word(tuple(one.replace("_", " ") for one in token.split("|"))))
    return tuple(found[0])


def read_phrase(phrase: str, slots: Mapping[str, Slot], reading: Reading) -> Iterator[dict[str, Any]]:
    """What a whole text says in this phrase, by the names of its slots: each way in which it can be read."""
    return _read(_parts_of(phrase), slots, reading, 0, {})


def _read(
    parts: tuple[_Part, ...], slots: Mapping[str, Slot], reading: Reading, at: int, said: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    if not parts:
        if reading.ended(at):
            yield said
        return
    first, rest = parts[0], parts[1:]
    if isinstance(first, _Word):
        if (end := reading.word(at, first.words)) is not None:
            yield from _read(rest, slots, reading, end, said)
    elif isinstance(first, _Option):
        yield from _read((*first.parts, *rest), slots, reading, at, said)
        yield from _read(rest, slots, reading, at, said)
    else:
        for value, end in slots[first.name].read(reading, at, said):
            yield from _read(rest, slots, reading, end, {**said, first.name: value})


def tell_phrase(phrase: str, slots: Mapping[str, Slot], said: Said) -> str | None:
    """The phrase with what its slots have to say; None where one has nothing and may not be left out."""
    words = _told(_parts_of(phrase), slots, said)
    return None if words is None else re.sub(r" (?=[:,;])", "", " ".join(filter(None, words)))


def _told(parts: tuple[_Part, ...], slots: Mapping[str, Slot], said: Said) -> list[str] | None:
    words: list[str] = []
    for part in parts:
        if isinstance(part, _Word):
            words.append(part.words[0])
        elif isinstance(part, _Option):
            if any(isinstance(one, _Place) for one in part.parts):
                words += _told(part.parts, slots, said) or []
        elif said.get(part.name) in (None, "", ()):
            return None
        else:
            words.append(slots[part.name].tell(said[part.name], said))
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


# -- games that are ordered in words ----------------------------------------------------------------------------------------


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

    @abstractmethod
    def sayings(self, state: Any, player: str, offers: Sequence[Offer]) -> tuple[Saying, ...]:
        """How orders may be said now, each kind with an example; ``offers``: what ``player`` may order now."""


def plainest(told: Iterable[str]) -> str:
    """Of several orders in words the one that shows most of how they are said, in a line; empty of none.

    A number with more than two decimals is no example of how a player says it.
    """
    return min(
        (one for one in told if not re.search(r"\.\d{3}", one)),
        key=lambda one: (len(one) > 70, one.count(";"), -len(set(re.findall(r"[^\W\d_]+", one))), len(one)),
        default="",
    )


def figure(number: float) -> str:
    """A number as it is typed: to a millionth, without idle zeros."""
    shown = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown
