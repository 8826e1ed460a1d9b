"""The words with which rules are asked for: those of plain English are in ``rule_words.toml`` beside this module, a game has
its own in ``data/rule_words.toml`` beside its rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from typing import NamedTuple

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.model import Frozen, read
from aqmf_air.core.data.tables import package_file
from aqmf_air.errors import DataError

SameMeaning = tuple[tuple[str, ...], ...]
"""Groups of words, and of what is said in several words, that mean the same."""


class RuleWords(Frozen):
    """What a game has: words that mean the same, and titles under which rules for one type alone stand."""

    same: SameMeaning = ()
    special: frozenset[str] = frozenset()


class _PlainEnglishFile(Frozen):
    same: SameMeaning
    idle: str
    light: str
    asks: dict[str, tuple[str, ...]]


class PlainEnglish(NamedTuple):
    """Words that say nothing about what is looked for; what means the same in any game of the air; and words that say little
    beside others: verbs and prepositions of any sentence.
    """

    idle: frozenset[str]
    same: SameMeaning
    light: frozenset[str]
    asks: Mapping[str, tuple[str, ...]]
    """What is said in questions, with what their answers say."""


def read_rule_words(path: Traversable) -> RuleWords:
    """The words of a game: ``same = [["woods", "rough ground"]]``. Nothing where there is no such file.

    Raises DataError: the file is damaged, or has another key.
    """
    return read(RuleWords, load_toml(path), "rule_words.toml", DataError) if path.is_file() else RuleWords()


@cache
def plain_english() -> PlainEnglish:
    """What holds in any game of the air."""
    words = read(_PlainEnglishFile, load_toml(package_file(__package__, "rule_words.toml")), "rule_words.toml", DataError)
    return PlainEnglish(frozenset(words.idle.split()), words.same, frozenset(words.light.split()), words.asks)
