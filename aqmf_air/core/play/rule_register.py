"""The register of rules: every id, in our own words, with its standing, its source, and whether the tests proved it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from pydantic import Field, model_validator

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.model import Frozen, read, replace
from aqmf_air.core.data.tables import Sourced, load_rows, package_file
from aqmf_air.core.data.text import RULE_ID
from aqmf_air.core.play.rule_words import SameMeaning, read_rule_words
from aqmf_air.errors import DataError

PROVED = "data/proved.toml"
"""Beside a register: the ids that a run of the tests proved. The run itself writes it (:mod:`aqmf_air.testing`)."""


class Rule(Sourced):
    """A line of the register. ``planned`` says why a rule is not there yet; ``proved``: a test that names it has passed."""

    id: str = Field(pattern=f"^{RULE_ID}$")
    text: str = Field(min_length=1)
    note: str = ""
    planned: str = ""
    proved: bool = False
    under: tuple[str, ...] = ()
    """The titles that it stands under, the widest first."""
    asked: tuple[str, ...] = ()
    """What players ask that it answers, in words that its text has not: ``("who moves first",)``. It is found by them."""
    same_meaning: SameMeaning = ()
    """Words that mean the same in its game: :func:`read_register` reads them from ``data/rule_words.toml``."""
    special: bool | None = None
    """Whether it holds for one type alone, and is found behind the general ones unless its type is named; None: as the
    titles in ``data/rule_words.toml`` say.
    """

    @property
    def status(self) -> Literal["tested", "planned"]:
        """Whether a run of the tests proved it, or that is still to come."""
        return "tested" if self.proved and not self.planned else "planned"

    @model_validator(mode="after")
    def _one_line(self) -> Rule:
        if "\n" in self.text:
            raise ValueError("text must be one line")
        return self


class _Proved(Frozen):
    proved: tuple[str, ...]


def read_register(package: str) -> tuple[Rule, ...]:
    """The rules in ``data/rules.toml`` of a package; those that ``data/proved.toml`` names, if it is there, are proved.

    ``data/rule_titles.toml`` may say what the parts of an id stand for: ``KITE = "Kites"``, ``KITE-WIND = "Wind"``,
    ``"KITE-5.7" = "Gusts"``. ``data/rule_words.toml`` may say what means the same to players of this game, so that a rule
    is found by either: ``same = [["gust", "squall", "rough air"]]``; and the titles of rules for one type alone:
    ``special = ["Special kites"]``.

    Raises DataError: a row is wrong, an id stands there twice, or a row calls itself proved.
    """
    rules = load_rows(package_file(package, "data/rules.toml"), Rule, "rule", lambda rule: rule.id)
    proved = proved_ids(package)
    for rule in rules:
        if rule.proved:
            where = f"rules.toml, rule {rule.id}"
            raise DataError(f"{where}: proved is for {PROVED} to say, which a test run writes", key="proved")
    path = package_file(package, "data/rule_titles.toml")
    titles = load_toml(path) if path.is_file() else {}
    words = read_rule_words(package_file(package, "data/rule_words.toml"))

    def read_whole(rule: Rule) -> Rule:
        under = _under(rule.id, titles)
        special = not words.special.isdisjoint(under) if rule.special is None else rule.special
        return replace(rule, proved=rule.id in proved, under=under, same_meaning=words.same, special=special)

    return tuple(map(read_whole, rules))


def _under(id_: str, titles: Mapping[str, object]) -> tuple[str, ...]:
    """The titles of the parts of an id but the last; what has none stands for itself. A part with points in it, ``5.7.1``,
    stands under those of ``5`` and ``5.7`` as well, and gives nothing where it has no title.
    """
    under = []
    for mark in re.finditer(r"[-.]", id_):
        whole = id_[: mark.start()]
        part = whole.rpartition("-")[2]
        if (title := titles.get(whole)) or (mark[0] == "-" and "." not in part):
            under.append(str(title or part))
    return tuple(under)


def proved_ids(package: str) -> frozenset[str]:
    """The ids in ``data/proved.toml`` of a package; none, if it has no such file. Raises DataError: the file is damaged."""
    path = package_file(package, PROVED)
    if not path.is_file():
        return frozenset()
    return frozenset(read(_Proved, load_toml(path), "proved.toml", DataError).proved)
