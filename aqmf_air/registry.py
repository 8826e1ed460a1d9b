"""What the loaded plugins contributed: asked for once, checked for clashes, then handed around as one frozen value.

There is no manager and no registry at module level. A front end makes one (:func:`load_registry`), a test makes its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from aqmf_air import __version__
from aqmf_air.builtin_plugins import BUILTIN
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.names import by_name
from aqmf_air.core.dice.modifiers import Modifier, in_order
from aqmf_air.core.play.contributions import Contribution, Pages, Policy, Procedure, RulesetSource, ScenarioSource
from aqmf_air.core.play.events import Command, Document, Event, PluginVersion
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rulings import Rulings, joined
from aqmf_air.errors import AqmfError, PluginError, RulesetVersionError
from aqmf_air.plugin_manager import Answers, Loaded, Manager, Plugins, one_line, rules_version

if TYPE_CHECKING:
    from aqmf_air.core.play.rules_versions import Upcaster
    from aqmf_air.core.play.ruleset import Objection, Ruleset

T = TypeVar("T")
Surface = TypeVar("Surface", bound=Contribution)


def load_registry(
    *,
    builtin: bool = True,
    entry_points: bool = True,
    extra: Iterable[tuple[str, object]] = (),
    without: Sequence[str] = (),
) -> Registry:
    """A registry of plugins that are loaded anew.

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
                manager.add(built_in, name)
                loaded.append(Loaded(name, __version__, "built in", rules=rules_version(built_in, name)))
    for name, plugin in sorted(extra, key=lambda each: not _has_hooks_of_its_own(each[1])):
        manager.add(plugin, name)
        version = str(getattr(plugin, "__version__", "0"))
        loaded.append(Loaded(name, version, "this program", rules=rules_version(plugin, name)))
    points = [point for point in _installed() if point.name not in without] if entry_points else []
    return _with_installed(manager, loaded, points) if points else Registry(Plugins(manager, tuple(loaded)))


def _installed() -> list[Any]:
    return sorted(metadata.entry_points(group="aqmf_air"), key=lambda point: point.name)


def _with_installed(manager: Manager, others: Sequence[Loaded], points: Sequence[Any]) -> Registry:
    """The same with installed plugins, games with hooks of their own before what may implement these.

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
    added: list[int] = []
    for at in sorted(plugins, key=lambda each: not _has_hooks_of_its_own(plugins[each])):
        try:
            said[at] = replace(said[at], rules=rules_version(plugins[at], said[at].name))
            manager.add(plugins[at], said[at].name)
            added.append(at)
        except BaseException as fault:
            said[at] = _left_out(said[at], fault)
    registry = Registry(Plugins(manager, (*others, *said.values())))
    try:
        for at in added:
            registry.try_out(said[at].name)
        return registry
    except BaseException:  # whose fault it is shows when they come one after the other
        sound = manager.only([one.name for one in others])
    for at in added:
        sound.register(plugins[at], said[at].name)
        try:
            Registry(Plugins(sound, ())).try_out(said[at].name)
        except BaseException as fault:
            sound.unregister(name=said[at].name)
            said[at] = _left_out(said[at], fault)
    return Registry(Plugins(sound, (*others, *said.values())))


def _left_out(one: Loaded, fault: BaseException) -> Loaded:
    kind = "" if isinstance(fault, PluginError) else f"{type(fault).__name__}: "
    return replace(one, fault=kind + (one_line(fault) or "no reason given"))


def _has_hooks_of_its_own(plugin: object) -> bool:
    return hasattr(plugin, "aqmf_register_hookspecs")


class Registry(Answers):
    """Everything that the plugins of one manager contribute, with who contributed it."""

    def __init__(self, plugins: Plugins) -> None:
        super().__init__(plugins.manager)
        self.plugins = plugins

    # -- contributions -----------------------------------------------------------------------------------------------

    @cached_property
    def rulesets(self) -> Mapping[str, RulesetSource]:
        """Complete games, by id."""
        offered = self.ask(RulesetSource, "aqmf_register_rulesets")
        named = [(plugin, source._replace(plugin=plugin)) for plugin, source in offered]
        return dict(sorted(self.unique("ruleset", named, lambda source: source.id).items()))

    def ruleset(self, name: str) -> Ruleset[Any]:
        """The game of this id, built once from this registry: a game is a value.

        Raises:
            UnknownNameError: there is none; with near names.
        """
        source = by_name(self.rulesets, name, "ruleset")
        if source.id not in self._built:
            try:
                self._built[source.id] = source.build(self)
            except AqmfError:
                raise
            except Exception as fault:
                said = f"ruleset {source.id!r} cannot be built: {type(fault).__name__}: {one_line(fault)}"
                raise PluginError(said, plugin=source.id) from fault
        return self._built[source.id]

    @cached_property
    def _built(self) -> dict[str, Ruleset[Any]]:
        return {}

    def unit_types(self, ruleset: str, model: type[T], name: Callable[[T], str]) -> dict[str, T]:
        """Unit types added to ``ruleset``, which are to be ``model``s, by name."""
        offered = self.ask(model, "aqmf_register_unit_types", ruleset)
        return self.unique("unit type", offered, name)

    def commands(self, ruleset: str) -> tuple[type[Command], ...]:
        """Kinds of commands."""
        return self._ask_types(Command, "aqmf_register_commands", ruleset)

    def events(self, ruleset: str) -> tuple[type[Event], ...]:
        """Kinds of events."""
        return self._ask_types(Event, "aqmf_register_events", ruleset)

    def procedures(self, ruleset: str) -> dict[tuple[str, str], Callable[..., Any]]:
        """What happens, by step and kind of unit."""
        offered = self.ask(Procedure, "aqmf_register_procedures", ruleset)
        unique = self.unique("procedure", offered, lambda one: (one.step, one.kind))
        steps = {step: step for step, kind in unique if not kind}
        for plugin, one in offered:
            if one.step not in steps:
                near = get_close_matches(one.step, steps, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                said = f"plugin {plugin!r}, procedure {one.step!r} for {one.kind!r}: no default for this step{hint}"
                raise PluginError(said, plugin=plugin)
        return {key: one.run for key, one in unique.items()}

    def rules(self, ruleset: str) -> tuple[Rule, ...]:
        """The rule register."""
        offered = self.ask(Rule, "aqmf_register_rules", ruleset)
        return tuple(self.unique("rule", offered, lambda rule: rule.id).values())

    def rulings(self, ruleset: str) -> type[Rulings]:
        """One model with every ruling."""
        return joined(self._ask_types(Rulings, "aqmf_register_rulings", ruleset))

    def scenarios(self, ruleset: str) -> dict[str, ScenarioSource]:
        """Scenarios, by name."""
        offered = self.ask(ScenarioSource, "aqmf_register_scenarios", ruleset)
        return self.unique("scenario", offered, lambda one: one.name)

    def policies(self, ruleset: str) -> dict[str, Policy]:
        """Automatic players, by name."""
        offered = self.ask(Policy, "aqmf_register_policies", ruleset)
        return self.unique("policy", offered, lambda one: one.name)

    def upcasters(self, ruleset: str) -> tuple[Upcaster, ...]:
        """What brings old logs up to date."""
        from aqmf_air.core.play.rules_versions import Upcaster

        offered = self.ask(Upcaster, "aqmf_register_upcasters", ruleset)
        return tuple(self.unique("upcaster", offered, lambda one: (one.what, one.before)).values())

    def queries(self, ruleset: str) -> dict[str, Contribution]:
        """What may be asked of the dice, by name. An extension's takes the place of the game's own of the same name."""
        offered = self.ask(Contribution, "aqmf_register_queries", ruleset)
        own = self.rulesets[ruleset].plugin if ruleset in self.rulesets else ""
        added = {one.name for plugin, one in offered if plugin != own}
        return self._lazy("query", [(plugin, one) for plugin, one in offered if plugin != own or one.name not in added])

    def boards(self, ruleset: str) -> dict[str, Contribution]:
        """How live tables show it, by name."""
        return self._lazy("board", self.ask(Contribution, "aqmf_register_boards", ruleset))

    @cached_property
    def pages(self) -> Mapping[str, Pages]:
        """What plugins add to the web app, by name."""
        return self._lazy("page", self.ask(Pages, "aqmf_register_pages"))

    @cached_property
    def cli(self) -> Mapping[str, Contribution]:
        """The commands that plugins add to the command line, by name."""
        return self._lazy("command", self.ask(Contribution, "aqmf_register_cli"))

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """The folders in a player's data folder that plugins keep files in. Raises PluginError: one is no plain name."""
        offered = self.ask(str, "aqmf_register_folders")
        for plugin, name in offered:
            if not re.fullmatch("[a-z][a-z0-9-]{0,39}", name):
                raise PluginError(f"plugin {plugin!r}, folder {name!r:.60}: expected one word in lower case", plugin=plugin)
        return tuple(self.unique("folder", offered, str))

    def watched(self, ruleset: str) -> tuple[Path, ...]:
        """The files and folders that the ruleset is built from: it is built anew when they change."""
        return tuple(one for _, one in self.ask(Path, "aqmf_watched", ruleset))

    def _lazy(self, what: str, offered: Sequence[tuple[str, Surface]]) -> dict[str, Surface]:
        named = [(plugin, replace(one, plugin=plugin)) for plugin, one in offered]
        return self.unique(what, named, lambda one: one.name)

    # -- questions ---------------------------------------------------------------------------------------------------

    def modifiers(self, ruleset: str, check: str, facts: Any) -> tuple[Modifier, ...]:
        """All modifiers of a check, in order."""
        offered = self.ask(Modifier, "aqmf_modifiers", ruleset, check=check, facts=facts)
        return in_order(one for _, one in offered)

    def objections(self, ruleset: str, state: Any, command: Command) -> tuple[Objection, ...]:
        """All objections to a command, sorted, so that the order of plugins does not show."""
        from aqmf_air.core.play.ruleset import Objection

        offered = self.ask(Objection, "aqmf_objections", ruleset, state=state, command=command)
        return tuple(sorted((one for _, one in offered), key=lambda one: (one.rule, one.reason)))

    def try_out(self, plugin: str) -> None:
        """Ask for all that a plugin contributes, and build every ruleset that it has a say in, so that a fault shows now.

        Raises:
            AqmfError: a fault; also whatever else the plugin raises.
        """
        _ = self.pages, self.cli, self.folders
        asked = (self.procedures, self.scenarios, self.policies, self.upcasters, self.queries, self.boards, self.watched)
        for ruleset in self.rulesets:
            if self.extends(plugin, ruleset):
                self.ask(Frozen, "aqmf_register_unit_types", ruleset)
                for contributions in asked:
                    contributions(ruleset)
                for specs in self.plugins.manager.specs[1:]:
                    for hook in vars(specs):
                        if "_register_" in hook and hasattr(self._hook, hook):
                            self._of(plugin, object, getattr(self._hook, hook), ruleset=ruleset)
                self.ruleset(ruleset)

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
        own = {name for name, source in self.ask(RulesetSource, "aqmf_register_rulesets") if source.id == header["ruleset"]}
        return self._with(frozenset(named) | own)

    def _with(self, names: frozenset[str]) -> Registry:
        if names not in self._restricted:
            manager = self.plugins.manager.only(names)
            loaded = tuple(one for one in self.plugins.loaded if one.name in names)
            self._restricted[names] = Registry(Plugins(manager, loaded))
        return self._restricted[names]

    @cached_property
    def _restricted(self) -> dict[frozenset[str], Registry]:
        return {}
