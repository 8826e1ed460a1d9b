"""The search of the registers: rules, rulings and rows of tables by words of their text, in several games, the best first.

It forgives: words stand in any order and form (``stalls``, ``stalled``, ``head on`` and ``head-on``), idle ones (``the``,
``when``) do not count, other words for the same are found (``win``, ``victory``), a word that no game has is read as the
nearest one that is there. What has all of the words need not be the best: verbs and prepositions of any sentence (``go``,
``over``) weigh little, and a rule with the rare word of a question is before one that has the others by chance.

What counts how much is BM25F (Robertson and Zaragoza, *The Probabilistic Relevance Framework*, 2009): rare words more, a
title or an id more than a text, and words in a short text more than in a long one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import log
from typing import Any, Generic, NamedTuple, TypeVar

from aqmf_air.core.data.rule_tables import RuleTable
from aqmf_air.core.data.search import parts_of, slips_between
from aqmf_air.core.data.tables import SOURCE_FIELDS, NamedNumber
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rule_words import SameMeaning, plain_english
from aqmf_air.core.play.rulings import Described

LONGEST_QUERY = 200
SLIP_FROM, TWO_SLIPS_FROM = 4, 8
"""Letters of a word from which on one slip in it is forgiven, and two: no word is read as one that only resembles it."""
ENOUGH = 12
"""Rules of a game with all words, from which on those with some of them are left out; up to as many are filled in."""
SHARE = 0.3
"""What part of the weight of the words of its game such a rule has at least: rare ones weigh more."""
NEAR, MOST_NEAR = 0.5, 10
"""What part of the score of the best is near to it, and how many such rules of a game are shown, until all are asked for."""
FEW_NEAR = 3
"""The same, where a game lacks a word of the search altogether."""
ALL_SHOWN = 5
"""Up to how many rules of a game are near, however far below the best: so few are not worth a second look."""
FAR_BELOW = 0.3
"""What part of the score of the best of its game a rule has at least, where several words are looked for."""
EQUAL = 1
"""Places of a score, as a part of the best, that count: rules that are equal in them stand in the order of the book."""

_SAME = 0.7
"""What another word of the same meaning counts, of 1."""
_ENDINGS = ("ment", "ation", "ion", "ing", "ed", "er", "es", "s")
_PLURALS = ("ers", "ings", "ions", "ments")
_ENDINGS_OF_Y = ("ies", "ied", "ier")
_WHOLE, _FORM, _LOOSE = 1.0, 0.9, 0.35
"""What a word counts that a text has; has in another form; or, where no text of any game has it so, inside another."""
_PLACES = (2.5, 1.0, 0.4, 2.0, 0.7)
"""What a title or an id, a text, what is beside it, what is asked, and what means the same in its game count."""
_SATURATION, _BY_LENGTH, _USUAL = 1.2, 0.3, (5, 20, 15, 5, 5)
"""The constants k1 and b of BM25F, and the words of a usual text in each place."""
_FIRST = 0.15
"""How much more the first rule under a title counts, which says the general; the second half of that, the third a third."""
_SPECIAL = 0.7
"""What a rule of one type counts, of what it would, where a search names nothing of it by its name."""
_LIGHT = 0.5
"""What a light word weighs, of what it would by being rare."""
_COVER = 0.5
"""The power of the share of the words, by weight, with which a score goes down."""
_TOGETHER, _AS_ASKED = 1.25, 2.0
"""How much more a rule counts that has the words as they stand together, and one of which just that is asked."""

FEW = 2
"""Rules of a game with all words, from which on no rows of its tables stand beside them."""
MOST_TABLES, LONGEST_ROW, SENTENCE = 3, 240, 4

NO_RULINGS: Mapping[str, Sequence[Described]] = {}
NO_TABLES: Mapping[str, Iterable[RuleTable[Any]]] = {}

T = TypeVar("T", Rule, Described)

Marked = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it is what is looked for."""


class TableRow(NamedTuple):
    """A row of a table, or a card, in words: the best of its table, of ``rows`` that have the words of a search."""

    table: str
    title: str
    text: str
    rows: int = 1


@dataclass(frozen=True)
class RuleSearch:
    """What a search has come to: rules and rulings by game, the best first, in the order in which the games were given.

    ``words`` are those that count, ``read_as`` those among them that nothing has, with what they are read as, and
    ``missing`` those that are read as nothing. ``complete``: of each game, how many rules have all
    words; ``complete_rulings``: how many rulings. ``near``: how many of its rules, the first, are near to the best of them;
    ``lacking``: the words that none of its rules has, though those of another game may.
    """

    words: tuple[str, ...]
    read_as: Mapping[str, str]
    missing: tuple[str, ...]
    rules: Mapping[str, tuple[Rule, ...]]
    rulings: Mapping[str, tuple[Described, ...]]
    complete: Mapping[str, int]
    complete_rulings: Mapping[str, int]
    near: Mapping[str, int] = field(default_factory=dict)
    lacking: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    meant: tuple[tuple[str, ...], ...] = ()
    """Each of the words as it is read, and behind it what means the same."""
    tables: Mapping[str, tuple[TableRow, ...]] = field(default_factory=dict)
    """Of games in which few rules have all words: rows of tables that have."""

    def shown(self, rule: Rule) -> tuple[Marked, Marked]:
        """The text of a rule in pieces; and a question that it answers, where its text has no such word."""
        text = self.marked(rule.text, rule.same_meaning)
        if any(is_sought for _, is_sought in text):
            return text, ()
        questions = [self.marked(question) for question in rule.asked]
        return text, next((each for each in questions if any(is_sought for _, is_sought in each)), ())

    def marked(self, text: str, same_meaning: SameMeaning = ()) -> Marked:
        """A text in pieces, each with whether it is what is looked for; ``same_meaning``: as the rule has it."""
        sought = [each for words in self.meant for each in words]
        also = [some for some in same_meaning if any(alike_words(each, word) for each in some for word in sought)]
        sought += [each for some in also for each in some]
        spans = [
            found.span() for found in _WORD.finditer(text) if any(alike_words(found[0].casefold(), each) for each in sought)
        ]
        for phrase in (each for each in sought if " " in each):
            spans += [found.span() for found in re.finditer(rf"\b{_spaced(phrase)}\b", text, re.IGNORECASE)]
        pieces, end = [], 0
        for start, stop in sorted(spans):
            if start >= end:
                pieces += [(text[end:start], False), (text[start:stop], True)]
                end = stop
        return tuple(piece for piece in (*pieces, (text[end:], False)) if piece[0])


class _Best(NamedTuple, Generic[T]):
    """What a game has for a search, the best first: how many with all words, how many near to the best, and the words that
    nothing of it has.
    """

    things: tuple[T, ...]
    whole: int
    near: int
    lacking: tuple[str, ...]


class _Text(NamedTuple):
    plain: str
    parts: frozenset[str]
    forms: frozenset[str]
    length: float
    """Beside that of a usual one: words in a short text count more."""


_Texts = tuple[_Text, ...]


class _Meant(NamedTuple):
    """A word of a query, and others that mean the same."""

    word: str
    others: tuple[str, ...]
    loose: bool
    """Whether it may be begun, or be inside another word, as no text has it otherwise."""
    light: bool = False
    """Whether it says little beside the others of the query: ``go``, ``over``."""
    exact: bool = False
    """Whether it counts as it is and in the plural alone: ``flyer`` where flyers are told of is not ``flies``."""


def search_words(query: str) -> tuple[str, ...]:
    """The words of a query that count, in lower case, what is said in several as one; idle ones too, where there are no
    others.
    """
    plain = re.sub(r"['\u2019](?:d|ll|m|re|s|t|ve)\b", "", query[:LONGEST_QUERY].casefold())
    text = " ".join(word for each in plain.split() if (word := each.strip("?!.,;:\"'")))
    idle, same, _, asks = plain_english()
    phrases = []
    for phrase in sorted((each for some in (*same, asks) for each in some if " " in each), key=len, reverse=True):
        text, times = re.subn(_apart(phrase), " ", text)
        if times:
            phrases.append(phrase)
    single = tuple(dict.fromkeys(word.replace("-", " ").strip() for word in text.split()))
    counting = tuple(word for word in single if word not in idle)
    return (*phrases, *counting) or single


def telling_words(text: str) -> tuple[str, ...]:
    """The words of a text that say what it is about, in lower case: no idle ones, no numbers."""
    idle, *_ = plain_english()
    return tuple(word for word in parts_of(text[:LONGEST_QUERY]) if word not in idle and not word.isdigit())


def search_registers(
    query: str,
    registers: Mapping[str, Sequence[Rule]],
    rulings: Mapping[str, Sequence[Described]] = NO_RULINGS,
    tables: Mapping[str, Iterable[RuleTable[Any]]] = NO_TABLES,
) -> RuleSearch:
    """The rules, and the rulings, that have all words of a query; behind them, where a game has few, those that have the
    rarest of the words. Words that nothing has do not count. Where few rules have all words, rows of tables stand beside
    them.
    """
    words = search_words(query)
    texts = [_texts(thing) for things in (*registers.values(), *rulings.values()) for thing in things]
    rows = {game: [(row, _row_texts(row)) for table in some for row in _rows(table)] for game, some in tables.items()}
    read_as, missing = _read_as(words, texts, [of_row for some in rows.values() for _, of_row in some])
    meant = _weighed([_meant(read_as.get(word, word), texts) for word in words if word not in missing])
    together = " ".join(words) if len(words) > 1 else None
    named = {part for word in words for part in parts_of(word)}

    def best(things: Sequence[T], enough: int) -> _Best[T]:
        """Things of a game, the best first and equal ones in the order of the book."""
        own = [_as_this_game_says(word, things) for word in meant]
        counts = [[_count(word, _texts(thing)) for word in own] for thing in things]
        having = [sum(map(bool, of_word)) for of_word in zip(*counts, strict=True)]
        weights = [
            _weight(some, len(things)) * (_LIGHT if word.light else 1.0) if some else 0.0
            for word, some in zip(meant, having, strict=False)
        ]
        there = [word for word, some in zip(meant, having, strict=False) if some]
        ranked: list[tuple[bool, float, T]] = []
        under: Counter[tuple[str, ...]] = Counter()
        shares = [sum(weight for weight, count in zip(weights, each, strict=True) if count) for each in counts]
        whole_weight = sum(weights)
        enough_share = min(SHARE * whole_weight, max(shares, default=0.0))
        for thing, of_thing, share in zip(things, counts, shares, strict=True):
            score = sum(weight * count / (_SATURATION + count) for weight, count in zip(weights, of_thing, strict=True))
            if isinstance(thing, Rule):
                under[thing.under] += 1
                score *= 1 + _FIRST / under[thing.under]
                if thing.special and named.isdisjoint(_names(thing.text)):
                    score *= _SPECIAL
            if (share and share >= enough_share) or not words:
                if together is not None and any(together in text.plain for text in _texts(thing)):
                    score *= _TOGETHER
                score *= 1 + (_AS_ASKED - 1) * _as_asked(there, thing)
                if share:
                    score *= (share / whole_weight) ** _COVER
                incomplete = any(not count and not word.light for word, count in zip(meant, of_thing, strict=False))
                ranked.append((incomplete, score, thing))
        top = max((score for _, score, _ in ranked), default=0.0)
        if len(words) > 1:
            ranked = [each for each in ranked if each[1] >= FAR_BELOW * top]
        lacking = tuple(word.word for word, some in zip(meant, having, strict=False) if not some and not word.light)
        if lacking and all(word.light for word in there):
            ranked = []
        ranked.sort(key=lambda each: -round(each[1] / (top or 1.0), EQUAL))
        whole = sum(1 for incomplete, _, _ in ranked if not incomplete)
        most = FEW_NEAR if lacking else MOST_NEAR
        near = max(sum(1 for _, score, _ in ranked[:most] if score >= NEAR * top), min(whole, FEW_NEAR))
        kept = tuple(thing for _, _, thing in ranked[: max(whole, enough)])
        return _Best(kept, whole, len(kept) if len(kept) <= ALL_SHOWN else near, lacking)

    rules = {game: best(things, ENOUGH) for game, things in registers.items()}
    on_them = {game: best(things, ENOUGH // 4) for game, things in rulings.items()}
    return RuleSearch(
        words,
        read_as,
        missing,
        {game: some.things for game, some in rules.items()},
        {game: some.things for game, some in on_them.items()},
        {game: some.whole for game, some in rules.items()},
        {game: some.whole for game, some in on_them.items()},
        {game: some.near for game, some in rules.items()},
        {game: some.lacking for game, some in rules.items()},
        tuple((each.word, *each.others) for each in meant),
        {game: _best_rows(meant, rows.get(game, ())) if some.whole < FEW else () for game, some in rules.items()},
    )


def _rows(table: RuleTable[Any]) -> Iterator[TableRow]:
    """The rows of a table in words: what they say, without their numbers and sources."""
    for row in table:
        if isinstance(row, NamedNumber):  # in its unit, as on paper
            said = [f"{row.on_paper('what') or row.what} {row.on_paper('value')}"]
        else:
            values = (getattr(row, name) for name in type(row).model_fields if name not in SOURCE_FIELDS)
            texts = [value for value in values if isinstance(value, str) and value]
            said = [text for text in texts if not _KEY.fullmatch(text)] or texts  # in words, not by what it is stored under
        yield TableRow(table.id, table.title, ": ".join({each.casefold(): each for each in said}.values()))


@lru_cache(maxsize=8192)
def _row_texts(row: TableRow) -> _Texts:
    return (_text(row.title, _USUAL[0]), _text(row.text, _USUAL[1]))


def _best_rows(meant: Sequence[_Meant], rows: Iterable[tuple[TableRow, _Texts]]) -> tuple[TableRow, ...]:
    """Of each table the best of its rows that have all words, without any guess; first what says most. Where one says it in
    a sentence, mere names are left out: ``James`` of ``jam``.
    """
    found: dict[str, list[tuple[float, TableRow]]] = {}
    for row, texts in rows:
        counts = [_count(word._replace(loose=False), texts) for word in meant]
        if counts and all(counts):
            found.setdefault(row.table, []).append((sum(counts), row))
    best = [max(some, key=lambda each: each[0])[1]._replace(rows=len(some)) for some in found.values()]
    best.sort(key=lambda row: -len(row.text))
    said = [row for row in best if row.text.count(" ") >= SENTENCE] or best
    return tuple(row._replace(text=row.text[:LONGEST_ROW]) for row in said[:MOST_TABLES])


def _read_as(
    words: Iterable[str], texts: Sequence[_Texts], rows: Sequence[_Texts]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """The words that no text and no row has, with the nearest that a text has; and those that are like none."""
    meant = [_meant(word, texts) for word in words]
    strange = [each.word for each in meant if not any(_count(each, of_thing) for of_thing in (*texts, *rows))]
    if not strange:
        return {}, ()
    there = sorted({part for each in texts for text in each for part in text.parts if len(part) >= SLIP_FROM})
    read_as = {}
    for word in strange:
        most = (len(word) >= SLIP_FROM) + (len(word) >= TWO_SLIPS_FROM)
        slips, near = min(((slips_between(word, other, most), other) for other in there), default=(1, ""))
        if slips <= most:
            read_as[word] = near
    return read_as, tuple(word for word in strange if word not in read_as)


def _meant(word: str, texts: Sequence[_Texts]) -> _Meant:
    strict = _Meant(word, same_words(word), loose=False)
    return strict if any(_count(strict, each) for each in texts) else strict._replace(loose=True)


def _weight(having: int, things: int) -> float:
    """What a word weighs that so many of the things of a game have: the fewer, the more."""
    return log(1 + (things - having + 0.5) / (having + 0.5))


def _count(meant: _Meant, texts: _Texts) -> float:
    """How much texts have of a word, or of another that means the same; 0: nothing."""
    own, *same = (
        sum(
            place
            * _how(word, text, loose=meant.loose and word == meant.word, exact=meant.exact and word == meant.word)
            / text.length
            for place, text in zip(_PLACES, texts, strict=False)
        )
        for word in (meant.word, *meant.others)
    )
    return max(own, _SAME * max(same, default=0.0))


def _as_asked(meant: Sequence[_Meant], thing: Rule | Described) -> float:
    """How much of a question that a rule answers is asked, from 0 to 1: ``tail`` is half of ``shake off a tail``. A question
    that has not all of the words is another one.
    """
    if not meant or not isinstance(thing, Rule):
        return 0.0
    counts = [words for text, words in map(_question, thing.asked) if all(_has(word, text) for word in meant)]
    return min(1.0, len(meant) / min(counts)) if counts else 0.0


@lru_cache(maxsize=4096)
def _question(question: str) -> tuple[_Text, int]:
    """A question, and how many words of it count."""
    return _text(question, 1), len(search_words(question))


def _weighed(meant: list[_Meant]) -> list[_Meant]:
    """The words of a query, those that say little marked, unless all do."""
    light = _light_words()
    marked = [word._replace(light=word.word in light) for word in meant]
    return meant if all(word.light for word in marked) else marked


@cache
def _light_words() -> frozenset[str]:
    english = plain_english()
    return english.light.union(each for each in english.asks if each.startswith("how ") or each.endswith(" of"))


def _has(meant: _Meant, text: _Text) -> bool:
    return any(_how(word, text, loose=False) for word in (meant.word, *meant.others))


def _as_this_game_says(meant: _Meant, things: Iterable[Rule | Described]) -> _Meant:
    """Who does something is not the thing, where a game tells of him: another form counts where it does not."""
    doer = meant.word.removesuffix("s")
    if not doer.endswith("er") or " " in doer:
        return meant
    return meant._replace(exact=any({doer, f"{doer}s"} & text.parts for thing in things for text in _texts(thing)[:2]))


def _names(text: str) -> frozenset[str]:
    """The words of a text that are names: with a capital or a figure, and their parts."""
    return frozenset(part for word in _NAME.findall(text) for part in parts_of(word))


def _how(word: str, text: _Text, *, loose: bool, exact: bool = False) -> float:
    """How a text has a word: as it is, or in another form; several words as they stand; ``loose``: begun, or in another;
    ``exact``: in no form but the plural.
    """
    if word in text.parts or (" " in word and word in text.plain):
        return _WHOLE
    if exact:
        return _FORM if {word.removesuffix("s"), f"{word}s"} & text.parts else 0.0
    if not text.forms.isdisjoint(_forms(word)):
        return _FORM
    return _LOOSE if loose and word in text.plain else 0.0


_WORD = re.compile(r"[^\W\d_]+|\d+")
_NAME = re.compile(r"[\w-]*[A-Z0-9][\w-]*")
_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")


def alike_words(word: str, other: str) -> bool:
    """Whether two words may be forms of one: ``stalled``, ``stalls``."""
    return not _forms(word).isdisjoint(_forms(other))


def _apart(phrase: str) -> str:
    return rf"(?<!\S){_spaced(phrase)}(?!\S)"


def _spaced(phrase: str) -> str:
    """What finds a phrase with spaces or hyphens between its words."""
    return re.escape(phrase).replace("\\ ", "[ -]")


@lru_cache(maxsize=16384)
def _forms(word: str) -> frozenset[str]:
    """A word, and what it may be a form of: ``stalled`` of ``stall``, ``spinning`` of ``spin``, ``diving`` of ``dive``,
    ``carries`` of ``carry``.
    """
    singular = word[:-1] if word.endswith(_PLURALS) else word
    bases = [
        each.removesuffix(ending)
        for each in dict.fromkeys((word, singular))
        for ending in _ENDINGS
        if each.endswith(ending) and len(each) - len(ending) >= 3
    ]
    undoubled = [base[:-1] for base in bases if base[-2] == base[-1]]
    in_y = [f"{word[:-3]}y" for ending in _ENDINGS_OF_Y if word.endswith(ending) and len(word) > len(ending) + 1]
    return frozenset((word, *bases, *(f"{base}e" for base in bases), *undoubled, *in_y))


@lru_cache(maxsize=1024)
def same_words(word: str) -> tuple[str, ...]:
    """Other words that mean the same as this one, in whichever form it is, with a hyphen or without."""
    english = plain_english()
    forms = _forms(word) | {word.replace(" ", "")}
    groups = (some for some in english.same if any(not forms.isdisjoint(_forms(each)) for each in some))
    said = (*(each for some in groups for each in some if each != word), *english.asks.get(word, ()))
    return tuple(dict.fromkeys(said))


@lru_cache(maxsize=4096)
def _texts(thing: Rule | Described) -> _Texts:
    """What is searched of a rule or a ruling, in the order of the places."""
    same: SameMeaning = ()
    if isinstance(thing, Rule):
        title = " ".join(thing.under[-1:])
        texts = [
            f"{thing.id} {title}",
            thing.text,
            " ".join((*_beside(thing), thing.note)),
            "; ".join(thing.asked),
        ]
        same = thing.same_meaning
    else:
        meanings = " ".join(text for _, text in thing.choices)
        texts = [f"{thing.name} {thing.name.replace('_', ' ')} {thing.rule}", thing.question, meanings, ""]
    places = [_text(text, usual) for text, usual in zip(texts, _USUAL, strict=False)]
    others = (
        word for some in same if any(_how(each, text, loose=False) for each in some for text in places[:2]) for word in some
    )
    return (*places, _text("; ".join(others), _USUAL[-1]))


def _beside(rule: Rule) -> Iterator[str]:
    """The titles of a rule, and the numbers of its source. A title that the source has too is that of the book: ``ace`` is
    not in all of *Aces of Valor*.
    """
    yield from (title for title in rule.under if title not in rule.source)
    yield from re.findall(r"\S*\d\S*", rule.source)


def _text(text: str, usual: int) -> _Text:
    parts = frozenset(parts_of(text))
    length = 1 - _BY_LENGTH + _BY_LENGTH * max(len(parts), 1) / usual
    return _Text(text.casefold().replace("-", " "), parts, frozenset().union(*map(_forms, parts)), length)
