"""A typed text that is read word by word, with what was expected at the farthest place that was not understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any, NoReturn
from unicodedata import normalize

from aqmf_air.core.data.model import clipped
from aqmf_air.errors import NotUnderstoodError

THE_END = "the end"
COLON = "':'"
MOST_NAMED = 8
"""Names in one message."""
MOST_EXPECTED = 9
"""Things that a message says were expected."""
MOST_TEXT = 2_000
"""Characters of an order: no player types as many."""
MOST_LOOKS = 20_000
"""Looks at words of one text: many times what any order takes."""
MOST_MISSPELT = 4
"""Words that may be one misspelt name."""
ALIKE = 0.6
"""How alike, of 1, a word has to be to the one that was meant."""
MOST_PLACES = 20
"""Places of a number behind the point."""
_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(
    r"[-+]?(?:(?P<whole>\d{1,4}\s+)?(?P<over>\d{1,2})/(?P<under>[1-9]\d?)(?!\d)"
    rf"|\d{{1,9}}(?:\.\d{{0,{MOST_PLACES}}})?|\.\d{{1,{MOST_PLACES}}})"
)
ARTICLE = re.compile(r"the\b", re.IGNORECASE)
TOKEN = re.compile(r"[\w'.°\"-]+|\S")


def unaccented(text: str) -> str:
    """A text of the same length without accents: ``Zoe`` is typed for ``Zoë``."""
    return text if text.isascii() else "".join(normalize("NFD", letter)[0] for letter in text)


class Reading:
    """A text that is being read; ``shortened``: names may be read by their beginnings."""

    def __init__(self, text: str, shortened: bool = True) -> None:
        self.text, self.shortened = text, shortened
        self.plain = unaccented(text)
        self.far = 0
        self.kind: Any = None
        """The kind of order that the text is being read as."""
        self.wanted: set[Any] = set()
        """The kinds of orders that were read as far as to the farthest place, by a word of theirs."""
        self._worded: set[Any] = set()
        self._expected: dict[str, tuple[str, ...]] = {}
        self._looks = 0

    def begin(self, kind: Any) -> None:
        """Read the text as a kind of order from here on."""
        self.kind = kind
        self._worded.discard(kind)

    def worded(self) -> None:
        """Note that a word of the kind's own was read."""
        self._worded.add(self.kind)

    def start(self, at: int) -> int:
        """The place of the next word."""
        space = _SPACE.match(self.text, at)
        return space.end() if space else at

    def miss(self, at: int, expected: str, names: Iterable[str] = (), *, worded: bool = False) -> None:
        """Note what was expected at a place; ``names``: words that could have stood there; ``worded``: a word of the kind's
        own was read before.
        """
        at = self.start(at)
        if worded:
            self.worded()
        if at > self.far:
            self.far, self._expected, self.wanted = at, {}, set()
        if at == self.far:
            self.wanted |= {self.kind} & self._worded
            self._expected[expected] = tuple(dict.fromkeys((*self._expected.get(expected, ()), *names)))

    def match(self, at: int, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What a pattern finds at the next word. Raises NotUnderstoodError: far too much was looked for."""
        self._looks += 1
        if self._looks > MOST_LOOKS:
            raise no_order("this has too many parts to be read as one order", self.text)
        return pattern.match(self.plain, self.start(at))

    def word(self, at: int, words: Sequence[str], expected: str | None = None) -> int | None:
        """The place behind the longest of ``words``, if one comes next.

        If none does, ``expected`` is noted, or the first of them; nothing, if it is empty.
        """
        best: int | None = None
        for word in words:
            match = self.match(at, pattern_of(word))
            if match and (best is None or match.end() > best):
                best = match.end()
        if best is None and expected != "":
            self.miss(at, expected or repr(words[0]), words)
        return best

    def number(self, at: int, expected: str, unit: Sequence[str] = ()) -> tuple[float, int] | None:
        """The number that comes next (3.5, or 3 1/2), and the place behind it and a word for its ``unit``."""
        number = self.match(at, _NUMBER)
        if number is None:
            self.miss(at, expected)
            return None
        end = number.end()
        for unit_name in unit:
            if (behind := self.match(end, pattern_of(unit_name))) is not None:
                end = behind.end()
                break
        if number["over"]:
            return int(number["whole"] or 0) + int(number["over"]) / int(number["under"]), end
        return float(number[0]), end

    def ended(self, at: int) -> bool:
        """Whether nothing comes any more; noted as expected, if something does."""
        if self.start(at) == len(self.text):
            return True
        self.miss(at, THE_END)
        return False

    def refuse(self) -> NoReturn:
        """Say which word was not understood, and what was expected there.
        Raises NotUnderstoodError: always; ``mended`` is the text with the word that may have been meant, if there is one.
        """
        token = TOKEN.match(self.text, self.far)
        word = token[0] if token else ""
        expected = tuple(self._listed()) or ("an order",)
        meant, end = self._misspelt()
        hint = f"; did you mean {meant}?" if meant else ""
        message = f"expected {either(expected)}, got {clipped(word) if word else 'nothing more'}{hint}"
        mended = f"{self.text[: self.far]}{meant}{self.text[end:]}" if meant else ""
        facts = {"expected": expected, "text": self.text, "mended": mended, "wanted": tuple(self.wanted)}
        raise NotUnderstoodError(message, at=self.far, word=word, **facts)

    def _misspelt(self) -> tuple[str, int]:
        """What could have stood at the farthest place and is most like what stands there, and where that ends."""
        names_by_spelling = {unaccented(name).casefold(): name for names in self._expected.values() for name in names}
        best, meant, behind = ALIKE, "", self.far
        for token in islice(TOKEN.finditer(self.plain, self.far), MOST_MISSPELT):
            typed = SequenceMatcher(b=self.plain[self.far : token.end()].casefold())
            for spelt, name in names_by_spelling.items():
                typed.set_seq1(spelt)
                if typed.real_quick_ratio() > best and typed.quick_ratio() > best and typed.ratio() > best:
                    best, meant, behind = typed.ratio(), name, token.end()
        return meant, behind

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
        kept = [text for text in kept if text != COLON] or kept  # which is never all that may stand there
        kept.sort(key=lambda text: (text == THE_END, text[0] in "'\"", len(named[text]) == 0))
        others = len(kept) - MOST_EXPECTED + 1
        return kept if others < 2 else [*kept[: MOST_EXPECTED - 1], f"{others} others"]


def no_order(fault: str, text: str, **facts: Any) -> NotUnderstoodError:
    """What is said of a text that is no order as a whole, at no place in particular."""
    return NotUnderstoodError(fault, at=0, word="", expected=(), text=text, **facts)


def either(words: Sequence[str]) -> str:
    """``a, b or c``."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


@lru_cache(maxsize=4096)
def pattern_of(name: str) -> re.Pattern[str]:
    """Finds a name however it is spelt: case, blanks and punctuation between its letters do not matter."""
    name = unaccented(name)
    runs = re.findall(r"[^\W_]+", name)
    if not runs:
        return re.compile(re.escape(name))
    between = rf"[\s\-_.'\u2019/(){',' if ',' in name else ''}]"
    pattern = re.escape(runs[0])
    for before, run in pairwise(runs):
        pattern += f"{between}{'+' if before[-1].isdigit() and run[0].isdigit() else '*'}{re.escape(run)}"
    closing = r"\)?" if name.endswith(")") else ""
    goes_on = r"[^\W_]|[.,/]\d" if runs[-1][-1].isdigit() else r"[^\W_]"  # ``Gun 1`` is not in ``Gun 1.5 up``
    return re.compile(f"{pattern}{closing}(?!{goes_on})", re.IGNORECASE)
