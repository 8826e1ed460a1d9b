"""Versions of the rules that a game is played under: compared, and old logs brought to the forms of today.

Rules have versions of their own, whole numbers: that of the ruleset, and ``RULES_VERSION`` of each plugin that extends it.
An upcaster brings the data of one version of the rules to the form of the next. A log is read whatever the versions; where
there is no upcaster the form has not changed. What was decided under older rules stays as decided. See
:class:`aqmf_air.core.play.session.Session` for how such a game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.model import Frozen, read
from aqmf_air.core.play.events import Document, PluginVersion
from aqmf_air.errors import DataError, RulesetVersionError

Versions = dict[str, str]
"""The ruleset and the plugins of a game, each with the version of its rules."""

FIRST = "1"
"""The version of rules that state none, and of those in logs from before rules had versions: there stands a release."""


def versions_of(ruleset: str, version: str, plugins: Iterable[PluginVersion]) -> Versions:
    """The versions that a header names, or those of what is loaded."""
    return {ruleset: version, **{plugin.name: _counted(plugin.version) for plugin in plugins}}


def _counted(version: str) -> str:
    return version if version.isdecimal() else FIRST


def other_rules(then: Versions, now: Versions) -> Versions:
    """What was of another version then than now, with the version then. What no version is known of is not compared."""
    return {name: version for name, version in then.items() if name in now and now[name] != version}


def require_none_newer(game: str, then: Versions, now: Versions) -> None:
    """Refuse a game of newer rules than those that are loaded: what happened in it may not be known here.
    Raises RulesetVersionError: names each part of the rules that is newer.
    """
    pairs = [(name, version, now[name]) for name, version in other_rules(then, now).items()]
    newer = [pair for pair in pairs if pair[1].isdecimal() and pair[2].isdecimal() and int(pair[1]) > int(pair[2])]
    if newer:
        versions = "; ".join(f"{name} {version} (loaded is {loaded})" for name, version, loaded in newer)
        raise RulesetVersionError(f"game {game!r} was played under newer rules: {versions}", saved=then, loaded=now)


def said_versions(versions: Versions) -> str:
    """Versions in a player's words: ``cards 1, jokers 2``."""
    return ", ".join(f"{name} {version}" for name, version in versions.items())


Step = Callable[[Document], Document]
Lines = Callable[[], Step]
"""What brings the lines of an old log up to date, the header and then each entry, checked: a new one for each log."""


def keep_document(document: Document) -> Document:
    """Nothing changes."""
    return document


def unchanged() -> Step:
    """Lines as they are."""
    return keep_document


@dataclass(frozen=True)
class Upcaster:
    """How logs of version ``before`` of ``what``, a ruleset or a plugin, become logs of version ``after``."""

    what: str
    before: str
    after: str
    header: Step = keep_document
    entry: Step = keep_document


def up_to_date(upcasters: Sequence[Upcaster], wanted: Versions) -> Lines:
    """What brings the documents of logs to the ``wanted`` versions, of the ruleset (by its id) and of plugins."""
    by_start = {(upcaster.what, upcaster.before): upcaster for upcaster in upcasters}

    def steps_from(at: Versions) -> Iterable[Upcaster]:
        """From where a log stands towards where it should, in order, as far as they are known."""
        for what, goal in wanted.items():
            version, passed = at.get(what, goal), set[str]()
            while version != goal and version not in passed and (step := by_start.get((what, version))) is not None:
                yield step
                passed.add(version)
                version = step.after

    def one_log() -> Step:
        steps: list[Upcaster] = []

        def brought(document: Document) -> Document:
            if "format" in document:
                plugins = {entry["name"]: _counted(entry["version"]) for entry in document.get("plugins", ())}
                steps.extend(steps_from({document["ruleset"]: document["version"], **plugins}))
                for step in steps:
                    document = step.header(document)
            elif document.get("kind") == "rules":  # what comes after it is of the forms that it names
                steps[:] = steps_from({entry["name"]: entry["version"] for entry in document.get("rules", ())})
            else:
                for step in steps:
                    document = step.entry(document)
            return document

        return brought

    return one_log


class KeptRuling(Frozen):
    """What rules of a version did that is a ruling since the next one: games that were begun under them go on so."""

    rules: int
    ruling: str
    value: Any
    note: str


class _KeptRulings(Frozen):
    kept: tuple[KeptRuling, ...]


def read_kept_rulings(path: Traversable) -> tuple[KeptRuling, ...]:
    """The rulings in a file. Raises DataError: names the file and the key."""
    return read(_KeptRulings, load_toml(path), Path(str(path)).name, DataError).kept


def rulings_kept(what: str, kept: Iterable[KeptRuling]) -> tuple[Upcaster, ...]:
    """The upcasters of a plugin's logs for them."""
    versions: dict[int, dict[str, Any]] = {}
    for kept_ruling in kept:
        versions.setdefault(kept_ruling.rules, {})[kept_ruling.ruling] = kept_ruling.value
    return tuple(settled_as_before(what, str(before), str(before + 1), values) for before, values in versions.items())


def settled_as_before(what: str, before: str, after: str, values: Mapping[str, Any]) -> Upcaster:
    """The upcaster of rules that have become rulings: older games keep these alternatives, which they were played under."""

    def header(document: Document) -> Document:
        setup = document["setup"]
        return {**document, "setup": {**setup, "rulings": {**values, **setup.get("rulings", {})}}}

    return Upcaster(what, before, after, header=header)
