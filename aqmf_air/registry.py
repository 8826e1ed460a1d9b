"""What the loaded plugins contributed: asked for once, checked for clashes, then handed around as one frozen value.

There is no manager and no registry at module level. A front end makes one (:func:`load_registry`), a test makes its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pluggy

from aqmf_air import __version__, hookspecs
from aqmf_air.builtin import BUILTIN, BUILTIN_RULESETS
from aqmf_air.core.answers import Answers
from aqmf_air.core.contributions import Contribution, Pages, Policy, Procedure, RulesetSource, ScenarioSource
from aqmf_air.core.events import Command, Document, Event, PluginVersion
from aqmf_air.core.model import Frozen
from aqmf_air.core.modifiers import Modifier, in_order
from aqmf_air.core.register import Rule
from aqmf_air.core.roster import Attachment, Exporter, Finding, Importer, SpecialRule, UnitOption
from aqmf_air.core.rulings import Rulings, joined
from aqmf_air.core.spelling import by_name
from aqmf_air.core.upcasting import FIRST
from aqmf_air.errors import PluginError, RulesetVersionError, UnknownHookError

if TYPE_CHECKING:
    from aqmf_air.core.ruleset import Objection, Ruleset
    from aqmf_air.core.upcasting import Upcaster

__all__ = [
    "Contribution",
    "Loaded",
    "Pages",
    "Plugins",
    "Policy",
    "Procedure",
    "Registry",
    "RulesetSource",
    "ScenarioSource",
    "create_plugin_manager",
    "load_registry",
]

T = TypeVar("T")
Surface = TypeVar("Surface", bound=Contribution)
Named = Callable[[T], str]


@dataclass(frozen=True)
class Loaded:
    """A plugin, and where it came from (``built in``, an installed package, or this program)."""

    name: str
    version: str
    origin: str
    fault: str = ""  # why it was left out, if it was
    rules: str = FIRST
    """The version of its rules: its ``RULES_VERSION``, a whole number that goes up when a rule is corrected."""


class Manager(pluggy.PluginManager):
    """Knows the modules of its hooks: the frame's and those of the games that have their own."""

    def __init__(self, specs: Iterable[Any] = (hookspecs,)) -> None:
        super().__init__("aqmf_air")
        self.specs: list[Any] = []
        for each in specs:
            self.add_hookspecs(each)

    def add_hookspecs(self, module_or_class: Any) -> None:
        super().add_hookspecs(module_or_class)
        self.specs.append(module_or_class)


@dataclass(frozen=True)
class Plugins:
    """A plugin manager with the record of what was loaded, and of what could not be."""

    manager: Manager
    loaded: tuple[Loaded, ...]


def create_plugin_manager(
    *,
    builtin: bool = True,
    entry_points: bool = True,
    extra: Iterable[tuple[str, object]] = (),
    without: Sequence[str] = (),
) -> Plugins:
    """A new plugin manager.

    Args:
        builtin: load the plugins of the package.
        entry_points: load what installed packages offer in the entry-point group ``aqmf_air``. One that fails is left
            out and named, with the reason.
        extra: further plugins, by name.
        without: names of plugins to leave out.

    Raises:
        UnknownHookError: a plugin implements a hook that does not exist (built-in and extra ones).
        PluginError: two of the same name.
    """
    manager = Manager()
    loaded: list[Loaded] = []
    if builtin:
        for name, module in BUILTIN.items():
            if name not in without:
                built_in = import_module(module)
                _register(manager, built_in, name)
                loaded.append(Loaded(name, __version__, "built in", rules=_rules_version(built_in, name)))
    if entry_points:
        loaded += _load_installed(manager, [point for point in _installed() if point.name not in without])
    for name, plugin in sorted(extra, key=lambda each: not _has_hooks_of_its_own(each[1])):
        _register(manager, plugin, name)
        version = str(getattr(plugin, "__version__", "0"))
        loaded.append(Loaded(name, version, "this program", rules=_rules_version(plugin, name)))
    return Plugins(manager, tuple(loaded))


def _installed() -> list[Any]:
    return sorted(metadata.entry_points(group="aqmf_air"), key=lambda point: point.name)


def _load_installed(manager: Manager, points: Sequence[Any]) -> list[Loaded]:
    """Load installed plugins, games with hooks of their own before what may implement these.

    Whatever one raises is its own fault, and keeps only it out.
    """
    plugins: dict[int, object] = {}
    said: dict[int, Loaded] = {}
    for at, point in enumerate(points):
        release = point.dist.version if point.dist else "0"
        said[at] = Loaded(point.name, release, f"package {point.dist.name}" if point.dist else "entry point")
        try:
            plugins[at] = point.load()
        except BaseException as fault:  # also what would end the program
            said[at] = _left_out(said[at], fault)
    for at in sorted(plugins, key=lambda each: not _has_hooks_of_its_own(plugins[each])):
        name = said[at].name
        try:
            _try_out(manager, plugins[at], name)
            _register(manager, plugins[at], name)
            said[at] = replace(said[at], rules=_rules_version(plugins[at], name))
        except BaseException as fault:
            said[at] = _left_out(said[at], fault)
    return list(said.values())


def _left_out(one: Loaded, fault: BaseException) -> Loaded:
    kind = "" if isinstance(fault, PluginError) else f"{type(fault).__name__}: "
    return replace(one, fault=kind + (_one_line(fault) or "no reason given"))


def _has_hooks_of_its_own(plugin: object) -> bool:
    return hasattr(plugin, "aqmf_register_hookspecs")


def _try_out(manager: Manager, plugin: object, name: str) -> None:
    """Ask a stranger's plugin, by itself, for all that it contributes, so that a fault shows here and not in a game."""
    tried = Manager(manager.specs)
    _register(tried, plugin, name)
    _rules_version(plugin, name)
    alone = Registry(Plugins(tried, ()))
    alone.extends(name, "any")
    asked = (
        alone.commands, alone.events, alone.procedures, alone.rules, alone.rulings, alone.scenarios, alone.army_options,
        alone.exporters, alone.importers, alone.policies, alone.upcasters, alone.special_rules, alone.queries, alone.boards,
        alone.watched,
    )  # fmt: skip
    _ = alone.pages, alone.cli
    for ruleset in {*BUILTIN_RULESETS, *alone.rulesets}:
        alone.unit_types(ruleset, Frozen, lambda one: str(getattr(one, "name", one)))
        for contributions in asked:
            contributions(ruleset)


def _rules_version(plugin: object, name: str) -> str:
    version = str(getattr(plugin, "RULES_VERSION", FIRST))
    if not version.isdecimal():
        raise PluginError(f"plugin {name!r}, RULES_VERSION: expected a whole number, got {version[:40]!r}", plugin=name)
    return version


def _register(manager: Manager, plugin: object, name: str) -> None:
    if manager.has_plugin(name):
        raise PluginError(f"two plugins are called {name!r}", plugin=name)
    try:
        manager.register(plugin, name)
        for specs in Registry(Plugins(manager, ())).hookspecs_of(name):
            manager.add_hookspecs(import_module(specs) if isinstance(specs, str) else specs)
        manager.check_pending()
    except pluggy.PluginValidationError as fault:
        manager.unregister(name=name)
        raise UnknownHookError(f"plugin {name!r}: {_one_line(fault.args[-1])}", plugin=name) from None


def _one_line(fault: object) -> str:
    return " ".join(str(fault).split())


@dataclass(frozen=True)
class Registry(Answers):
    """Everything that the plugins of one manager contribute, with who contributed it."""

    plugins: Plugins

    @property
    def manager(self) -> Manager:
        return self.plugins.manager

    # -- contributions -----------------------------------------------------------------------------------------------

    @cached_property
    def rulesets(self) -> Mapping[str, RulesetSource]:
        """Complete games, by id."""
        offered = self._ask(RulesetSource, self._hook.aqmf_register_rulesets)
        return self._unique("ruleset", offered, lambda source: source.id)

    def ruleset(self, name: str) -> Ruleset[Any]:
        """The game of this id, built once from this registry: a game is a value.

        Raises:
            UnknownNameError: there is none; with near names.
        """
        source = by_name(self.rulesets, name, "ruleset")
        if source.id not in self._built:
            self._built[source.id] = source.build(self)
        return self._built[source.id]

    @cached_property
    def _built(self) -> dict[str, Ruleset[Any]]:
        return {}

    def hookspecs_of(self, plugin: str) -> tuple[Any, ...]:
        """The modules, or their names, with the hooks that a plugin has of its own."""
        return self._of(plugin, object, self._hook.aqmf_register_hookspecs)

    def unit_types(self, ruleset: str, model: type[T], name: Callable[[T], str]) -> dict[str, T]:
        """Unit types added to ``ruleset``, which are to be ``model``s, by name."""
        offered = self._ask(model, self._hook.aqmf_register_unit_types, ruleset=ruleset)
        return self._unique("unit type", offered, name)

    def commands(self, ruleset: str) -> tuple[type[Command], ...]:
        """Kinds of commands."""
        return tuple(one for _, one in self._ask_types(Command, self._hook.aqmf_register_commands, ruleset))

    def events(self, ruleset: str) -> tuple[type[Event], ...]:
        """Kinds of events."""
        return tuple(one for _, one in self._ask_types(Event, self._hook.aqmf_register_events, ruleset))

    def procedures(self, ruleset: str) -> dict[tuple[str, str], Callable[..., Any]]:
        """What happens, by step and kind of unit."""
        offered = self._ask(Procedure, self._hook.aqmf_register_procedures, ruleset=ruleset)
        unique = self._unique("procedure", offered, lambda one: (one.step, one.kind))
        return {key: one.run for key, one in unique.items()}

    def rules(self, ruleset: str) -> tuple[Rule, ...]:
        """The rule register."""
        offered = self._ask(Rule, self._hook.aqmf_register_rules, ruleset=ruleset)
        return tuple(self._unique("rule", offered, lambda rule: rule.id).values())

    def rulings(self, ruleset: str) -> type[Rulings]:
        """One model with every ruling."""
        return joined([one for _, one in self._ask_types(Rulings, self._hook.aqmf_register_rulings, ruleset)])

    def scenarios(self, ruleset: str) -> dict[str, ScenarioSource]:
        """Scenarios, by name."""
        offered = self._ask(ScenarioSource, self._hook.aqmf_register_scenarios, ruleset=ruleset)
        return self._unique("scenario", offered, lambda one: one.name)

    def special_rules(self, ruleset: str) -> dict[str, SpecialRule]:
        """Special rules of scenarios, by name."""
        offered = self._ask(SpecialRule, self._hook.aqmf_register_special_rules, ruleset=ruleset)
        return self._unique("special rule", offered, lambda one: one.name.casefold())

    def army_options(self, ruleset: str) -> dict[str, UnitOption]:
        """Choices for units of a list, by name."""
        offered = self._ask(UnitOption, self._hook.aqmf_register_army_options, ruleset=ruleset)
        return self._unique("army option", offered, lambda one: one.name)

    def exporters(self, ruleset: str) -> dict[str, Exporter]:
        """Formats that lists are written in, by name."""
        offered = self._ask(Exporter, self._hook.aqmf_register_exporters, ruleset=ruleset)
        return self._unique("export format", offered, lambda one: one.format)

    def importers(self, ruleset: str) -> dict[str, Importer]:
        """Formats that lists are read from, by name."""
        offered = self._ask(Importer, self._hook.aqmf_register_importers, ruleset=ruleset)
        return self._unique("import format", offered, lambda one: one.format)

    def policies(self, ruleset: str) -> dict[str, Policy]:
        """Automatic players, by name."""
        offered = self._ask(Policy, self._hook.aqmf_register_policies, ruleset=ruleset)
        return self._unique("policy", offered, lambda one: one.name)

    def upcasters(self, ruleset: str) -> tuple[Upcaster, ...]:
        """What brings old logs up to date."""
        from aqmf_air.core.upcasting import Upcaster

        offered = self._ask(Upcaster, self._hook.aqmf_register_upcasters, ruleset=ruleset)
        return tuple(self._unique("upcaster", offered, lambda one: (one.what, one.before)).values())

    def queries(self, ruleset: str) -> dict[str, Contribution]:
        """What may be asked of the dice, by name."""
        return self._lazy("query", self._ask(Contribution, self._hook.aqmf_register_queries, ruleset=ruleset))

    def boards(self, ruleset: str) -> dict[str, Contribution]:
        """How live tables show it, by name."""
        return self._lazy("board", self._ask(Contribution, self._hook.aqmf_register_boards, ruleset=ruleset))

    @cached_property
    def pages(self) -> Mapping[str, Pages]:
        """What plugins add to the web app, by name."""
        return self._lazy("page", self._ask(Pages, self._hook.aqmf_register_pages))

    @cached_property
    def cli(self) -> Mapping[str, Contribution]:
        """The commands that plugins add to the command line, by name."""
        return self._lazy("command", self._ask(Contribution, self._hook.aqmf_register_cli))

    def watched(self, ruleset: str) -> tuple[Path, ...]:
        """The files and folders that the ruleset is built from: it is built anew when they change."""
        return tuple(one for _, one in self._ask(Path, self._hook.aqmf_watched, ruleset=ruleset))

    def _lazy(self, what: str, offered: Sequence[tuple[str, Surface]]) -> dict[str, Surface]:
        named = [(plugin, replace(one, plugin=plugin)) for plugin, one in offered]
        return self._unique(what, named, lambda one: one.name)

    # -- questions ---------------------------------------------------------------------------------------------------

    def modifiers(self, ruleset: str, check: str, facts: Any) -> tuple[Modifier, ...]:
        """All modifiers of a check, in order."""
        offered = self._ask(Modifier, self._hook.aqmf_modifiers, ruleset=ruleset, check=check, facts=facts)
        return in_order(one for _, one in offered)

    def objections(self, ruleset: str, state: Any, command: Command) -> tuple[Objection, ...]:
        """All objections to a command, sorted, so that the order of plugins does not show."""
        from aqmf_air.core.ruleset import Objection

        offered = self._ask(Objection, self._hook.aqmf_objections, ruleset=ruleset, state=state, command=command)
        return tuple(sorted((one for _, one in offered), key=lambda one: (one.rule, one.reason)))

    def army_attachments(self, ruleset: str, unit: str) -> tuple[Attachment, ...]:
        """What must travel with a list that has this unit."""
        return tuple(one for _, one in self._ask(Attachment, self._hook.aqmf_army_attachments, ruleset=ruleset, unit=unit))

    def army_unit_types(
        self, ruleset: str, model: type[T], name: Named[T], attached: Sequence[Attachment], rulings: Mapping[str, Any]
    ) -> dict[str, T]:
        """Unit types as a list has them, by name, in place of those of :meth:`unit_types`."""
        hook = self._hook.aqmf_army_unit_types
        offered = self._ask(model, hook, ruleset=ruleset, attached=attached, rulings=rulings)
        return self._unique("unit type", offered, name)

    def army_checks(self, ruleset: str, muster: Any) -> tuple[Finding, ...]:
        """All problems and warnings of a list."""
        return tuple(one for _, one in self._ask(Finding, self._hook.aqmf_army_checks, ruleset=ruleset, muster=muster))

    def army_advice(self, ruleset: str, muster: Any) -> tuple[Finding, ...]:
        """All advice on a list."""
        return tuple(one for _, one in self._ask(Finding, self._hook.aqmf_army_advice, ruleset=ruleset, muster=muster))

    # -- who has a say in which game ---------------------------------------------------------------------------------

    def rules_versions(self, ruleset: str) -> tuple[PluginVersion, ...]:
        """The plugins that have a say in a game of ``ruleset``, each by the version of its rules, as a header names them."""
        source = self.rulesets.get(ruleset)
        asked = (ruleset, *(source.bases if source else ()))
        return tuple(
            PluginVersion(name=one.name, version=one.rules)
            for one in self.plugins.loaded
            if not one.fault and any(self.extends(one.name, each) for each in asked)
        )

    def only(self, header: Document) -> Registry:
        """The registry that a kept game is built from: its ruleset and the extensions that its checked header names.

        Whatever else is plugged in changes nothing. A header that names no plugin gets all that extend its ruleset.

        Raises:
            RulesetVersionError: plugins are missing; names them.
        """
        named = {one["name"]: one["version"] for one in header.get("plugins", ())}
        faults = {one.name: one.fault for one in self.plugins.loaded}
        if missing := [name for name in named if faults.get(name, "not installed")]:
            said = ", ".join(f"{name} ({faults[name] or 'left out'})" if name in faults else name for name in missing)
            raise RulesetVersionError(
                f"game {header['game']!r} was played with plugins that are not there: {said}", saved=named, loaded=faults
            )
        there = {one.name for one in self.rules_versions(header["ruleset"])}
        if not named or there <= named.keys():
            return self
        own = {
            name
            for name, source in self._ask(RulesetSource, self._hook.aqmf_register_rulesets)
            if source.id == header["ruleset"]
        }
        return self._with(frozenset(named) | own)

    def _with(self, names: frozenset[str]) -> Registry:
        if names not in self._restricted:
            manager = Manager(self.plugins.manager.specs)
            for name in names:
                manager.register(self.plugins.manager.get_plugin(name), name)
            loaded = tuple(one for one in self.plugins.loaded if one.name in names)
            self._restricted[names] = Registry(Plugins(manager, loaded))
        return self._restricted[names]

    @cached_property
    def _restricted(self) -> dict[frozenset[str], Registry]:
        return {}


def load_registry(**options: Any) -> Registry:
    """A registry from a new plugin manager; ``options`` are those of :func:`create_plugin_manager`."""
    return Registry(create_plugin_manager(**options))
