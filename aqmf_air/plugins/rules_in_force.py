"""The rules that a game is played and read under: its ruleset, the plugins that its header names, and their versions."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aqmf_air import __version__
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.chapters import ChapterStart, Entries, from_last_chapter
from aqmf_air.core.play.events import Document, Header, PluginVersion
from aqmf_air.core.play.rules_versions import FIRST, Lines, said_versions, up_to_date, versions_of
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.core.play.session import Session
from aqmf_air.core.store.log_reader import Saved, checked_header, parsed, read_lines
from aqmf_air.core.store.snapshots import MOST_ENTRIES
from aqmf_air.errors import AqmfError, DataError, RulesetVersionError
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry

if TYPE_CHECKING:
    from aqmf_air.core.store.store import Store


@dataclass(frozen=True)
class RulesInForce:
    """A ruleset, the registry that it was built from, and what brings its old logs up to date."""

    ruleset: Any
    registry: Registry
    plugins: tuple[PluginVersion, ...]
    """What extends the ruleset, each by the version of its rules."""
    lines: Lines

    @cached_property
    def made_by(self) -> dict[str, str]:
        """On what it depends what a log comes to: versions of the software and of the rules, and the files of the game.

        The files are looked at for those who are writing a game and change it without a new version.
        """
        there = {plugin.name for plugin in self.plugins}
        plugins = {
            loaded.name: f"{loaded.version}, rules {loaded.rules}"
            for loaded in self.registry.plugins.loaded
            if loaded.name in there
        }
        return {"aqmf-air": __version__, "rules": self.ruleset.version, "files": _files_of(type(self.ruleset)), **plugins}

    def kept(self, store: Store, name: str, before: int = MOST_ENTRIES) -> Saved:
        """A kept game, as far as it is sound; of one with chapters the last alone is parsed, where a snapshot fits.

        ``before``: how many entries are wanted at most; then it is the last chapter of these.

        Raises UnknownNameError: there is none of this name.
        Raises DataError: not even its header can be read.
        """
        if type(self.ruleset).chapter is Ruleset.chapter and before == MOST_ENTRIES:
            return store.read(name, self.ruleset.codec, self.lines)
        return store.read_chapter(name, self.ruleset, self.made_by, self.lines, before)

    def keep_snapshot(self, store: Store, name: str, setup: Frozen, start: ChapterStart) -> None:
        """Keep where a chapter of a kept game begins, for :meth:`kept`; ``setup`` is that of the game."""
        store.keep_snapshot(name, start, self.ruleset, setup, self.made_by)

    def last_chapter(self, saved: Saved, at_chapter: Callable[[ChapterStart], None]) -> Saved:
        """A kept game to be told from its last chapter on, if it has any: one of which no snapshot fits is folded for that.

        ``at_chapter`` is told where its chapters begin. Raises as :meth:`session` does.
        """
        if isinstance(saved.entries, Entries) or type(self.ruleset).chapter is Ruleset.chapter:
            return saved
        starts: list[ChapterStart] = []
        self.session(saved, at_chapter=starts.append)
        for start in starts:
            at_chapter(start)
        return replace(saved, entries=from_last_chapter(saved.entries, starts))

    def session(self, saved: Saved, **options: Any) -> Session[Any]:
        """A kept game as far as it went; ``options`` are those of :class:`Session`.
        Raises RulesetVersionError: it was played under newer rules.
        Raises ReplayMismatchError: the entries do not make a log.
        Raises DataError: its set-up makes no game.
        """
        try:
            return Session(self.ruleset, saved.header, saved.entries, plugins=self.plugins, **options)
        except AqmfError:
            raise
        except Exception as bad:  # a set-up that nothing vouches for may be anything
            message = f"game {saved.name!r}: its log makes no game ({type(bad).__name__}: {bad})"
            raise DataError(message, path=saved.name) from bad


def _files_of(game: type) -> str:
    """What tells one state of the files of a game's package from another: their sizes, and when they were changed."""
    path = getattr(sys.modules[game.__module__], "__file__", None)
    if path is None:
        return ""
    files = Path(path).parent.rglob("*.*") if "." in game.__module__ else [Path(path)]
    stats = {str(file): file.stat() for file in files if file.suffix != ".pyc"}
    return sha256(repr(sorted((name, at.st_size, at.st_mtime_ns) for name, at in stats.items())).encode()).hexdigest()


def rules_of(header: Document, registry: Registry) -> RulesInForce:
    """The rules of a game, from its checked header. Raises RulesetVersionError: its ruleset or a plugin is not there."""
    if header["ruleset"] not in registry.rulesets:
        message = f"game {header['game']!r} is one of {header['ruleset']!r}, which is not installed"
        raise RulesetVersionError(message, saved=header["ruleset"], loaded=tuple(registry.rulesets))
    return rules_named(header["ruleset"], registry.only(header))


def rules_named(name: str, registry: Registry) -> RulesInForce:
    """The rules of new games of this ruleset. Raises UnknownNameError: there is no such ruleset."""
    ruleset = registry.ruleset(name)
    plugins = registry.rules_versions(ruleset.id)
    wanted = versions_of(ruleset.id, ruleset.version, plugins)
    return RulesInForce(ruleset, registry, plugins, up_to_date(registry.of(kinds.UPCASTERS, ruleset.id), wanted))


def read_log(lines: Iterable[str], where: str, name: str | None, registry: Registry) -> tuple[RulesInForce, Saved]:
    """The game in the lines of a log, as far as it is sound, with its rules.
    Raises DataError: not even its header can be read.
    Raises RulesetVersionError: its ruleset or a plugin is not there.
    """
    left = iter(lines)
    first = next(left, None)
    if first is None:
        raise DataError(f"{where}: empty, expected the header of an aqmf-air log", path=where)
    rules = _rules_by(first, where, registry)
    return rules, read_lines(chain([first], left), rules.ruleset.codec, where, name, rules.lines)


def read_kept(store: Store, name: str, registry: Registry) -> tuple[RulesInForce, Saved]:
    """The same of a kept game, which its last chapter is enough of (:meth:`RulesInForce.kept`).
    Raises UnknownNameError: there is none of this name.
    """
    rules = _rules_by(next(store.lines(name)), f"game {name!r}", registry)
    return rules, rules.kept(store, name)


def _rules_by(first: str, where: str, registry: Registry) -> RulesInForce:
    """The rules of a game, from the first line of its log."""
    header = parsed(first, f"{where}, line 1")
    checked_header(header, f"{where}, line 1")
    return rules_of(header, registry)


def require_something(saved: Saved) -> None:
    """Refuse a damaged game of which no entry is sound: nothing vouches for its header then.
    Raises DataError: says what is wrong with it.
    """
    if saved.fault and not saved.entries:
        raise DataError(f"{saved.fault}, so nothing of it can be vouched for", path=saved.name)


def said_of_rules(session: Session[Any]) -> str:
    """Under which versions of its ruleset a game was played, in a player's words: ``1``, or ``1; 2 from entry 26``."""
    (_, first), *later = session.rules_from
    name = session.ruleset.id
    return "; ".join([first.get(name, FIRST), *(f"{rules.get(name, FIRST)} from entry {at}" for at, rules in later)])


def rulings_in(header: Header) -> dict[str, Any]:
    """The rulings of a game, by name: its set-up has them under ``rulings``, if it has any."""
    return dict(header.model_dump(mode="json")["setup"].get("rulings", {}))


def settled_since(header: Header) -> dict[str, Any]:
    """The rulings that a game goes on with and that there were not when it began, by name; see each game's upcasters."""
    if not header.written:
        return {}
    then = json.loads(header.written)["setup"].get("rulings", {})
    return {name: value for name, value in rulings_in(header).items() if name not in then}


def said_of_going_on(session: Session[Any]) -> str:
    """What a player is told who goes on with a game of older rules; ``""`` if it is not one."""
    older = session.older_rules
    now = {name: session.loaded[name] for name in older}
    note = f"played under older rules ({said_versions(older)}; now {said_versions(now)})"
    settled = ", ".join(f"{name} {value}" for name, value in settled_since(session.header).items())
    kept = f" (as it was played: {settled})" if settled else ""
    return f"{note}; it goes on under those of today{kept}, and its log says from where" if older else ""
