"""What a game says of itself, once: its :class:`GameManifest`; what adds to another's game: its :class:`Extension`.

A plugin's module holds them by any names, and beside them its hooks that answer questions. Most of what they contribute is
found by its place in the package:

- orders, events and rulings: those that the ``chapters`` define;
- rules, scenarios, kept rulings: ``data/rules.toml``, ``data/scenarios``, ``data/kept_rulings.toml``; beside the rules
  ``data/rule_titles.toml`` and ``data/rule_words.toml``; by a ``judge`` ``data/styles.toml``;
- queries, boards, prints, pages, commands, laboratories: classes with a name (:class:`~aqmf_air.core.play.contributions.\
NamedClass`), functions that are ``printed``, ``PAGES`` beside their ``ROUTES``, and click's commands, in modules of ``ui``
  and ``lab``. A command with the options of a page is that of the print of its name.

A ``_register_`` hook that the module implements itself adds to that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pkgutil import walk_packages
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from aqmf_air import hookimpl
from aqmf_air.core.data.tables import package_file
from aqmf_air.core.play.contributions import (
    Contribution,
    Pages,
    Policy,
    Print,
    RulesetSource,
    ScenarioSource,
    contributed_by,
)
from aqmf_air.core.play.events import Command, PlainEvent
from aqmf_air.core.play.orders import defined_in, kinds_in
from aqmf_air.core.play.rule_register import read_register
from aqmf_air.core.play.rules_versions import read_kept_rulings, rulings_kept
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.core.play.slices import Slice
from aqmf_air.plugins import kinds
from aqmf_air.plugins.kinds import ContributionKind

if TYPE_CHECKING:
    from aqmf_air.core.play.search.judge import Judge


@dataclass(frozen=True, kw_only=True)
class Extension:
    """What a plugin adds to the ruleset of this ``id``, which may be another's."""

    id: str
    package: str = ""
    """Where the rest is found by its place; empty: nothing is."""
    chapters: Sequence[ModuleType] = ()
    """In the order in which their orders are offered."""
    rulings: Sequence[type[Rulings]] = ()
    """Those that no chapter defines; empty: the chapters' are all."""
    slices: Sequence[Slice[Any]] = ()
    """What it keeps in set-up and state: see :mod:`aqmf_air.core.play.slices`."""
    first: str = ""
    """The scenario to begin with."""
    judge: type[Judge[Any]] | None = None
    """Of the automatic players that go by ``data/styles.toml``, one for each style."""
    policies: Sequence[Policy] = ()
    """Further automatic players."""
    also: Mapping[ContributionKind[Any], Iterable[Any] | Callable[[], Iterable[Any]]] = field(default_factory=dict)
    """What is not found by its place, by kind: procedures, tables, folders, unit types; or what gives it."""

    def of(self, kind: ContributionKind[Any], plugin: str) -> Iterator[Any]:
        """All of a kind; ``plugin`` is what the plugin is called."""
        yield from self.slices if kind is kinds.SLICES else self._by_place(kind, plugin)
        further = self.also.get(kind, ())
        for thing in further() if callable(further) else further:
            named = contributed_by(thing)
            yield named[1] if named else thing

    def _by_place(self, kind: ContributionKind[Any], plugin: str) -> Iterable[Any]:
        def there(name: str) -> Any:
            path = package_file(self.package, name) if self.package else None
            return path if path and (path.is_file() or path.is_dir()) else None

        if kind is kinds.COMMANDS:
            return kinds_in(Command, *self.chapters)
        if kind is kinds.EVENTS:
            orders = self.of(kinds.COMMANDS, plugin) if isinstance(self, GameManifest) else ()
            brought = dict.fromkeys(event for order in orders for event in getattr(order, "seals_with", ()))
            return (*brought, *kinds_in(PlainEvent, *self.chapters))
        if kind is kinds.RULINGS:
            return self.rulings or defined_in(Rulings, *self.chapters)
        if kind is kinds.RULES:
            return read_register(self.package) if there("data/rules.toml") else ()
        if kind is kinds.SCENARIOS:
            return ScenarioSource.all_in(folder, self.first) if (folder := there("data/scenarios")) else ()
        if kind is kinds.POLICIES:
            if not self.judge:
                return self.policies
            from aqmf_air.core.play.search.judge import policies_of, weights_of
            from aqmf_air.core.play.search.styles import read_styles

            styles = read_styles(there("data/styles.toml"), weights_of(self.judge))
            return (*policies_of(self.judge, styles), *self.policies)
        if kind is kinds.UPCASTERS:
            return rulings_kept(plugin, read_kept_rulings(path)) if (path := there("data/kept_rulings.toml")) else ()
        shown = _shown(self.package).get(kind.hook, ()) if self.package and issubclass(kind.of, Contribution) else ()
        return (replace(each, ruleset=self.id) if isinstance(each, Pages) else each for each in shown)


@dataclass(frozen=True, kw_only=True)
class _Game(Extension):
    id: str = field(init=False)
    package: str = field(init=False)
    bases: Sequence[str] = ()
    """The ids of rulesets whose contributions it uses, too: what extends those extends it."""


@dataclass(frozen=True)
class GameManifest(_Game):
    """A game: its ruleset, which says its id and title, its chapters, and what is not found by its place. Where no chapters
    are named, the module of the ruleset is the only one.
    """

    ruleset: type[Ruleset[Any]]

    def __post_init__(self) -> None:
        module = sys.modules[self.ruleset.__module__]
        defaults = {"id": self.ruleset.id, "package": module.__package__ or "", "chapters": self.chapters or (module,)}
        for name, value in defaults.items():
            object.__setattr__(self, name, value)


# -- what is found in ``ui`` and ``lab`` -------------------------------------------------------------------------------


@cache
def _shown(package: str) -> Mapping[str, Sequence[Contribution]]:
    """What the modules of ``ui`` and ``lab`` of a package contribute, by hook: pages as they come, others by their names."""
    from click import Command, Group

    shown: dict[str, list[Contribution]] = {}
    commands: dict[str, Command] = {}
    for module in _modules_shown(package):
        for name, thing in vars(module).items():
            if isinstance(thing, Command):
                if getattr(thing.callback, "__module__", "") == module.__name__:
                    commands[f"{module.__name__}:{name}"] = thing
            elif getattr(thing, "__module__", "") == module.__name__ and (named := contributed_by(thing)):
                shown.setdefault(named[0], []).append(named[1])
        if pages := vars(module).get("PAGES"):
            folder = {name: f"{package}.ui" for name in ("templates", "static") if (files(f"{package}.ui") / name).is_dir()}
            listed = (pages,) if isinstance(pages, Pages) else pages
            own = (replace(each, where=f"{module.__name__}:ROUTES", **cast("Any", folder)) for each in listed)
            shown.setdefault(kinds.PAGES.hook, []).extend(own)
    within = {id(own) for group in commands.values() if isinstance(group, Group) for own in group.commands.values()}
    prints = {own.name: own for own in shown.get(kinds.PRINTS.hook, ())}
    for where, command in commands.items():
        name, about = command.name or "", command.get_short_help_str(1000)
        if hasattr(command.callback, "takes_paper"):
            prints[name] = replace(cast("Print", prints.get(name, Print(name, about))), command=where)
        elif id(command) not in within:
            shown.setdefault(kinds.CLI.hook, []).append(
                Contribution(name, about, where, group=getattr(command, "heading", ""))
            )
    shown[kinds.PRINTS.hook] = list(prints.values())
    in_order = (kinds.PAGES.hook,)
    return {hook: own if hook in in_order else sorted(own, key=lambda each: each.name) for hook, own in shown.items()}


def _modules_shown(package: str) -> Iterator[ModuleType]:
    for folder in (f"{package}.ui", f"{package}.lab"):
        if find_spec(folder):
            yield (module := import_module(folder))
            for info in walk_packages(getattr(module, "__path__", ()), f"{folder}."):
                yield import_module(info.name)


# -- as pluggy has it --------------------------------------------------------------------------------------------------


class ManifestPlugin:
    """The hooks of a plugin whose module holds manifests, or which is one itself: theirs, and the module's own beside."""

    def __init__(self, name: str, module: object, manifests: Sequence[Extension]) -> None:
        vars(self).update(vars(module))
        every = {kind.hook: kind for kind in (*kinds.KINDS, *(kind for manifest in manifests for kind in manifest.also))}
        for hook, kind in every.items():
            setattr(self, hook, hookimpl(_answering(name, kind, manifests, getattr(module, hook, None))))
        extended = tuple(manifest.id for manifest in manifests if not isinstance(manifest, GameManifest))
        own = getattr(module, "aqmf_extends", tuple)
        self.aqmf_extends = hookimpl(lambda: (*extended, *own()))


def as_plugin(name: str, plugin: object) -> object:
    """What a plugin is registered as: itself, or, where it holds manifests or is one, what answers for them."""
    held = [plugin] if isinstance(plugin, Extension) else getattr(plugin, "__dict__", {}).values()
    manifests = tuple(value for value in held if isinstance(value, Extension))
    return ManifestPlugin(name, plugin, manifests) if manifests and not isinstance(plugin, ManifestPlugin) else plugin


def _answering(
    plugin: str, kind: ContributionKind[Any], manifests: Sequence[Extension], own: Callable[..., Sequence[Any]] | None
) -> Callable[..., Sequence[Any]]:
    """The implementation of the hook of a kind: what the manifests have, then what the module's ``own`` returns."""

    def of(ruleset: str) -> Iterator[Any]:
        for manifest in manifests:
            if kind is kinds.RULESETS and isinstance(manifest, GameManifest):
                yield RulesetSource(manifest.id, manifest.ruleset.title, manifest.ruleset, tuple(manifest.bases))
            elif kind.everywhere or manifest.id == ruleset:
                yield from manifest.of(kind, plugin)

    def everywhere() -> Sequence[Any]:
        return (*of(""), *(own() if own else ()))

    def to_a_ruleset(ruleset: str) -> Sequence[Any]:
        takes = own.__code__.co_argcount if own else 0
        return (*of(ruleset), *((own(ruleset) if takes else own()) if own else ()))

    return everywhere if kind.everywhere else to_a_ruleset
