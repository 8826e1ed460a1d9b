"""Old logs under new rules: an upcaster brings the data of one version of the rules to the form of the next.

A log is read whatever the versions; where there is no upcaster the form has not changed. What was decided under older rules
stays as decided. See :class:`aqmf_air.core.play.session.Session` for how such a game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.model import Frozen, read
from aqmf_air.core.play.events import Document
from aqmf_air.core.play.rules_versions import Versions, versions_in
from aqmf_air.core.store.log_reader import Lines
from aqmf_air.errors import DataError


def as_it_is(document: Document) -> Document:
    """Nothing changes."""
    return document


@dataclass(frozen=True)
class Upcaster:
    """How logs of version ``before`` of ``what``, a ruleset or a plugin, become logs of version ``after``."""

    what: str
    before: str
    after: str
    header: Callable[[Document], Document] = as_it_is
    entry: Callable[[Document], Document] = as_it_is


class KeptRuling(Frozen):
    """What rules of a version did that is a ruling since the next one: games that were begun under them go on so."""

    rules: int
    ruling: str
    value: Any
    note: str


class _KeptRulings(Frozen):
    kept: tuple[KeptRuling, ...]


def read_kept_rulings(path: Traversable) -> tuple[KeptRuling, ...]:
    """The rulings in a file.

    Raises:
        DataError: names the file and the key.
    """
    return read(_KeptRulings, load_toml(path), Path(str(path)).name, DataError).kept


def rulings_kept(what: str, kept: Iterable[KeptRuling]) -> tuple[Upcaster, ...]:
    """The upcasters of a plugin's logs for them."""
    versions: dict[int, dict[str, Any]] = {}
    for one in kept:
        versions.setdefault(one.rules, {})[one.ruling] = one.value
    return tuple(settled_as_before(what, str(before), str(before + 1), values) for before, values in versions.items())


def settled_as_before(what: str, before: str, after: str, values: Mapping[str, Any]) -> Upcaster:
    """The upcaster of rules that have become rulings: older games keep these alternatives, which they were played under."""

    def header(document: Document) -> Document:
        setup = document["setup"]
        return {**document, "setup": {**setup, "rulings": {**values, **setup.get("rulings", {})}}}

    return Upcaster(what, before, after, header=header)


def up_to_date(upcasters: Sequence[Upcaster], wanted: Versions) -> Lines:
    """What brings the documents of logs to the ``wanted`` versions, of the ruleset (by its id) and of plugins."""
    return lambda: _ToVersions(upcasters, wanted)


class _ToVersions:
    """Brings one log, line by line, from the versions that it names to those that are wanted."""

    def __init__(self, upcasters: Sequence[Upcaster], wanted: Versions) -> None:
        self._known = {(one.what, one.before): one for one in upcasters}
        self._wanted = wanted
        self._steps: tuple[Upcaster, ...] = ()

    def header(self, document: Document) -> Document:
        self._steps = self._from(versions_in(document))
        for step in self._steps:
            document = step.header(document)
        return document

    def entry(self, document: Document) -> Document:
        if document.get("kind") == "rules":  # what comes after it is of the forms that it names
            self._steps = self._from({one["name"]: one["version"] for one in document.get("rules", ())})
            return document
        for step in self._steps:
            document = step.entry(document)
        return document

    def _from(self, at: Versions) -> tuple[Upcaster, ...]:
        """The upcasters from where a log stands towards where it should, in order, as far as they are known."""
        steps: list[Upcaster] = []
        for what, goal in self._wanted.items():
            version = at.get(what, goal)
            passed: set[str] = set()
            while version != goal and version not in passed and (step := self._known.get((what, version))) is not None:
                steps.append(step)
                passed.add(version)
                version = step.after
        return tuple(steps)
