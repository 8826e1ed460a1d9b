"""The registry of all plugins that the pages share, and the rulesets built from it.

It is made once, and anew when files have changed that a game is built from.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from aqmf_air.core.data.packages import left_out
from aqmf_air.core.play.contributions import DEFAULT_RULESET, Pages, Policy
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.core.store.game_list import Kept
from aqmf_air.errors import StoreError
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry
from aqmf_air.plugins.rules_in_force import RulesInForce, rules_named, rules_of

if TYPE_CHECKING:
    from aqmf_air.lab.workbench import Workbench

Stamp = tuple[tuple[str, int, int], ...]


def registry() -> Registry:
    """Everything that is plugged in."""
    first = _shared(())
    watched = {path for name in first.rulesets for path in first.of(kinds.WATCHED, name)}
    stamp = _stamp(watched)
    return _shared(stamp) if stamp else first


def ruleset(name: str = DEFAULT_RULESET) -> Ruleset[Any]:
    """The game of this id (UnknownNameError: there is none; with near names)."""
    return registry().ruleset(name)


def rules(name: str) -> RulesInForce:
    """The rules of new games of this id (UnknownNameError: there is none)."""
    return _rules(name, registry())


def workbench(name: str) -> Workbench:
    """The laboratory of the game of this id, that keeps nothing (UnknownNameError: there is no such game; DataError: it has
    no laboratory).
    """
    return _workbench(registry(), name)


def players(own: Registry, name: str) -> dict[str, Policy]:
    """The automatic players of a game, but for those that need a package that is left out."""
    gone = {*left_out()}
    return {policy: player for policy, player in own.of(kinds.POLICIES, name).items() if gone.isdisjoint(player.needs)}


def rules_of_kept(kept: Kept) -> RulesInForce:
    """The rules of a kept game, from its header (StoreError: that is damaged; RulesetVersionError: they are not there)."""
    if not kept.header:
        raise StoreError(kept.fault, game=kept.name)
    return rules_of(kept.header, registry())


def games() -> Mapping[str, str]:
    """The titles of the games that can be begun, by their ids, the default one first."""
    return registry().games


def game_with_rule(id_: str) -> Ruleset[Any] | None:
    """The first game in whose register a rule of this id is, the default game before others; None: it is in none."""
    there = registry()
    in_order = map(there.ruleset, sorted(there.rulesets, key=lambda name: name != DEFAULT_RULESET))
    return next((game for game in in_order if id_ in _rule_ids(game)), None)


def pages() -> tuple[Pages, ...]:
    """The pages that plugins add to the app."""
    return tuple(_shared(()).of(kinds.PAGES).values())


def pages_of(ruleset: str) -> tuple[Pages, ...]:
    """The pages that plugins add for a game, and its laboratory, where it has prices or plays by itself."""
    own = _shared(())
    plays = bool(own.of(kinds.LABORATORIES, ruleset)) or bool(own.of(kinds.POLICIES, ruleset))
    laboratory = (Pages("lab", "Who wins, and at what price.", link=f"/lab/{ruleset}"),) if plays else ()
    return (*(added for added in own.of(kinds.PAGES).values() if added.ruleset == ruleset), *laboratory)


def board_packages() -> tuple[str, ...]:
    """The packages with files for browsers of the boards that plugins bring: those that a board's module is in."""
    registry = _shared(())
    modules = {
        board.where.partition(":")[0] for name in registry.rulesets for board in registry.of(kinds.BOARDS, name).values()
    }
    above = {module.rsplit(".", n)[0] for module in modules for n in range(1, module.count(".") + 1)}
    return tuple(sorted(package for package in above if (files(package) / "static").is_dir()))


def _shared(stamp: Stamp) -> Registry:
    with _loading:
        return _registry(stamp)


_loading = Lock()
"""Held while plugins are loaded: the first page opens the engine while another request may need it."""
_registry = lru_cache(maxsize=2)(lambda stamp: load_registry())
_rules = lru_cache(maxsize=16)(rules_named)
_rule_ids = lru_cache(maxsize=16)(lambda game: frozenset(rule.id for rule in game.register))


@lru_cache(maxsize=4)
def _workbench(registry: Registry, name: str) -> Workbench:
    from aqmf_air.lab.workbench import Workbench  # the first page is there before it

    return Workbench(registry, name)


def _stamp(watched: set[Path]) -> Stamp:
    """The files at these paths and below them, with what tells one state of them from another."""
    files = {file for path in watched for file in (path.glob("**/*") if path.is_dir() else (path,)) if file.is_file()}
    states = ((str(file), file.stat()) for file in sorted(files))
    return tuple((path, about.st_mtime_ns, about.st_size) for path, about in states)
