"""The plugin manager: plugins with the hooks that they know, checked, and what they answer, in the order of their names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, TypeVar, cast

import pluggy

from aqmf_air import hookspecs
from aqmf_air.core.dice.dice import NeedDice
from aqmf_air.core.play.contributions import RulesetSource
from aqmf_air.core.play.rules_versions import FIRST
from aqmf_air.errors import DataError, PluginError, UnknownHookError
from aqmf_air.plugins.faults import of_plugin

T = TypeVar("T")


@dataclass(frozen=True)
class Loaded:
    """A plugin, and where it came from (``built in``, an installed package, or this program)."""

    name: str
    version: str
    origin: str
    fault: str = ""
    """Why it was left out, if it was."""
    rules: str = FIRST
    """The version of its rules: its ``RULES_VERSION``, a whole number that goes up when a rule is corrected."""

    def left_out(self, fault: BaseException) -> Loaded:
        kind = "" if isinstance(fault, PluginError) else f"{type(fault).__name__}: "
        return replace(self, fault=kind + (one_line(fault) or "no reason given"))


class Plugins(pluggy.PluginManager):
    """Plugins, and the modules of their hooks: the frame's and those of the games that have their own."""

    def __init__(self, specs: Iterable[Any] = (hookspecs,)) -> None:
        super().__init__("aqmf_air")
        self.specs: list[Any] = []
        self.loaded: tuple[Loaded, ...] = ()
        """The record of what was loaded, and of what could not be."""
        self._extended: dict[str, frozenset[str] | None] = {}
        self._asked: dict[tuple[str, str], tuple[pluggy.HookImpl, ...]] = {}
        for each in specs:
            self.add_hookspecs(each)

    def add_hookspecs(self, module_or_class: Any) -> None:
        for name in vars(module_or_class):
            declared = self.parse_hookspec_opts(module_or_class, name) is not None
            if declared and hasattr(self.hook, name) and getattr(self.hook, name).has_spec():
                raise PluginError(f"hook {name!r} is declared twice, the second time in {module_or_class.__name__}")
        super().add_hookspecs(module_or_class)
        self.specs.append(module_or_class)

    def only(self, loaded: Iterable[Loaded]) -> Plugins:
        """These plugins alone, with all hooks."""
        fewer = Plugins(self.specs)
        fewer.loaded = tuple(loaded)
        for plugin in fewer.loaded:
            fewer.register(self.get_plugin(plugin.name), plugin.name)
        return fewer

    def add(self, plugin: object, loaded: Loaded) -> Loaded:
        """Register a plugin, with the hooks that it declares; gives its record with the version of its rules.
        Raises UnknownHookError: it implements a hook that does not exist.
        Raises PluginError: there is one of this name; it is made for other hooks; the version of its rules is no whole
        number; it answers questions and does not say about which rulesets.
        """
        name, rules = loaded.name, str(getattr(plugin, "RULES_VERSION", FIRST))
        if not rules.isdecimal():
            raise PluginError(f"plugin {name!r}, RULES_VERSION: expected a whole number, got {rules[:40]!r}", plugin=name)
        if self.has_plugin(name):
            raise PluginError(f"two plugins are called {name!r}", plugin=name)
        api = getattr(plugin, "AQMF_API", hookspecs.API)
        if api not in hookspecs.ACCEPTED_APIS:
            accepted = " and ".join(map(str, hookspecs.ACCEPTED_APIS))
            raise PluginError(f"plugin {name!r} is made for hooks of API {api}, this has {accepted}", plugin=name)
        try:
            self.register(plugin, name)
            for specs in self.answers_of(name, object, self.hook.aqmf_register_hookspecs):
                self.add_hookspecs(import_module(specs) if isinstance(specs, str) else specs)
            self.check_pending()
            questions = [each.name for each in self.get_hookcallers(plugin) or () if "_register_" not in each.name]
            if self.extended(name) is None and questions:
                raise PluginError(f"plugin {name!r}, {questions[0]}: expected aqmf_extends beside it", plugin=name)
        except BaseException as fault:
            self.unregister(name=name)
            if isinstance(fault, pluggy.PluginValidationError):
                raise UnknownHookError(f"plugin {name!r}: {one_line(fault.args[-1])}", plugin=name) from None
            raise
        return replace(loaded, rules=rules)

    def extends(self, plugin: str, ruleset: str) -> bool:
        """Whether a plugin is asked about a ruleset: see :func:`aqmf_air.hookspecs.aqmf_extends`."""
        rulesets = self.extended(plugin)
        return not ruleset or rulesets is None or ruleset in rulesets

    def extended(self, plugin: str) -> frozenset[str] | None:
        """The rulesets that a plugin says it extends, and its own; None: it says none, and brings none."""
        if plugin not in self._extended:
            hook = self.hook.aqmf_extends
            own = frozenset(
                ruleset_source.id
                for ruleset_source in self.answers_of(plugin, RulesetSource, self.hook.aqmf_register_rulesets)
            )
            silent = not own and not any(get_hookimpl.plugin_name == plugin for get_hookimpl in hook.get_hookimpls())
            self._extended[plugin] = None if silent else own.union(self.answers_of(plugin, str, hook))
        return self._extended[plugin]

    def ask(self, kind: type[T], hook: str, ruleset: str = "", /, **arguments: Any) -> list[tuple[str, T]]:
        """Every answer to a hook, with the name of the plugin that gives it, in the order of those names.

        ``arguments`` are the hook's own, whatever they are called.

        Raises DataError: a plugin found fault with a file or a game.
        Raises PluginError: a plugin raised anything else, or returned something that is not what the hook asks for.
        """
        ruleset = arguments.setdefault("ruleset", ruleset)
        return [
            (hook_impl.plugin_name, answer)
            for hook_impl in self._implementations(hook, ruleset)
            for answer in _answers(hook_impl, kind, hook, arguments)
        ]

    def _implementations(self, hook: str, ruleset: str) -> tuple[pluggy.HookImpl, ...]:
        """Who is asked by a hook about a ruleset, in order; looked up once for all questions."""
        hook_impls = self._asked.get((hook, ruleset))
        if hook_impls is None:
            all_of_it = sorted(
                getattr(self.hook, hook).get_hookimpls(), key=lambda implementation: implementation.plugin_name
            )
            hook_impls = self._asked[hook, ruleset] = tuple(
                implementation for implementation in all_of_it if self.extends(implementation.plugin_name, ruleset)
            )
        return hook_impls

    def register(self, plugin: object, name: str | None = None) -> str | None:
        self._asked.clear()
        return super().register(plugin, name)

    def unregister(self, plugin: object = None, name: str | None = None) -> object:
        self._asked.clear()
        return super().unregister(plugin, name)

    def answers_of(self, name: str, kind: type[T], hook: Any, /, **arguments: Any) -> tuple[T, ...]:
        """The answers of one plugin to one hook; none if it does not implement it. What it raises is as of :meth:`ask`."""
        implementation = next(
            (get_hookimpl for get_hookimpl in hook.get_hookimpls() if get_hookimpl.plugin_name == name), None
        )
        return () if implementation is None else _answers(implementation, kind, hook.name, arguments)


def _answers(hook_impl: pluggy.HookImpl, kind: type[T], hook: str, arguments: dict[str, Any]) -> tuple[T, ...]:
    """The answers of one plugin, each of the kind that the hook asks for. What it raises is as of :meth:`Plugins.ask`."""
    name = hook_impl.plugin_name
    function = cast("Any", hook_impl.function)
    takes: Iterable[str] = getattr(function, "argnames", hook_impl.argnames)  # one of the index has them from there
    try:
        offered: tuple[Any, ...] = tuple(function(**{key: arguments[key] for key in takes}))
    except (DataError, NeedDice, KeyboardInterrupt, GeneratorExit):
        raise  # it names the file or the place itself; or is no fault of the plugin's
    except BaseException as fault:
        raise of_plugin(name, hook, fault) from fault
    for answer in offered:
        if not isinstance(answer, kind):
            wrong = f"expected {kind.__name__}, got {type(answer).__name__}"
            raise PluginError(f"plugin {name!r}, {hook}: {wrong}", plugin=name)
    return offered


def one_line(fault: object) -> str:
    """What it says, without line breaks."""
    return " ".join(str(fault).split())
