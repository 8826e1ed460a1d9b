"""Versions of the rules that a game is played under, compared.

Rules have versions of their own, whole numbers: that of the ruleset, and ``RULES_VERSION`` of each plugin that extends it.
"""

from __future__ import annotations

from collections.abc import Iterable

from aqmf_air.core.play.events import Document, PluginVersion
from aqmf_air.errors import RulesetVersionError

Versions = dict[str, str]
"""The ruleset and the plugins of a game, each with the version of its rules."""

FIRST = "1"
"""The version of rules that state none, and of those in logs from before rules had versions: there stands a release."""


def versions_of(ruleset: str, version: str, plugins: Iterable[PluginVersion]) -> Versions:
    """The versions that a header names, or those of what is loaded."""
    return {ruleset: version, **{one.name: _counted(one.version) for one in plugins}}


def versions_in(header: Document) -> Versions:
    """The versions that a checked header names, from plain data."""
    plugins = (PluginVersion(name=one["name"], version=one["version"]) for one in header.get("plugins", ()))
    return versions_of(header["ruleset"], header["version"], plugins)


def _counted(version: str) -> str:
    return version if version.isdecimal() else FIRST


def other_rules(then: Versions, now: Versions) -> Versions:
    """What was of another version then than now, with the version then. What no version is known of is not compared."""
    return {name: version for name, version in then.items() if name in now and now[name] != version}


def require_none_newer(game: str, then: Versions, now: Versions) -> None:
    """Refuse a game of newer rules than those that are loaded: what happened in it may not be known here.

    Raises:
        RulesetVersionError: names each part of the rules that is newer.
    """
    newer = {name: version for name, version in other_rules(then, now).items() if _later(version, now[name])}
    if newer:
        said = "; ".join(f"{name} {version} (loaded is {now[name]})" for name, version in newer.items())
        raise RulesetVersionError(f"game {game!r} was played under newer rules: {said}", saved=then, loaded=now)


def _later(one: str, other: str) -> bool:
    return one.isdecimal() and other.isdecimal() and int(one) > int(other)


def said_versions(versions: Versions) -> str:
    """Versions in a player's words: ``cards 1, jokers 2``."""
    return ", ".join(f"{name} {version}" for name, version in versions.items())
