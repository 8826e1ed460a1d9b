"""The plugin manager: plugins with the hooks that they know, checked, and what they answer, in the order of their names."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, TypeVar, cast

import pluggy

from aqmf_air import hookspecs
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.contributions import RulesetSource
from aqmf_air.core.play.rules_versions import FIRST
from aqmf_air.errors import DataError, DuplicateContributionError, PluginError, UnknownHookError

T = TypeVar("T")


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
        for name in vars(module_or_class):
            declared = self.parse_hookspec_opts(module_or_class, name) is not None
            if declared and hasattr(self.hook, name) and getattr(self.hook, name).has_spec():
                raise PluginError(f"hook {name!r} is declared twice, the second time in {module_or_class.__name__}")
        super().add_hookspecs(module_or_class)
        self.specs.append(module_or_class)

    def only(self, names: Iterable[str]) -> Manager:
        """A manager of these plugins alone, with all hooks."""
        fewer = Manager(self.specs)
        for name in names:
            fewer.register(self.get_plugin(name), name)
        return fewer

    def add(self, plugin: object, name: str) -> None:
        """Register a plugin, with the hooks that it declares.

        Raises:
            UnknownHookError: it implements a hook that does not exist.
            PluginError: there is one of this name; it is made for other hooks; it answers questions and does not say about
                which rulesets.
        """
        if self.has_plugin(name):
            raise PluginError(f"two plugins are called {name!r}", plugin=name)
        api = getattr(plugin, "AQMF_API", hookspecs.API)
        if api != hookspecs.API:
            raise PluginError(f"plugin {name!r} is made for hooks of API {api}, this is {hookspecs.API}", plugin=name)
        try:
            self.register(plugin, name)
            answers = Answers(self)
            for specs in answers.hookspecs_of(name):
                self.add_hookspecs(import_module(specs) if isinstance(specs, str) else specs)
            self.check_pending()
            questions = [one.name for one in self.get_hookcallers(plugin) or () if "_register_" not in one.name]
            if answers.extended(name) is None and questions:
                raise PluginError(f"plugin {name!r}, {questions[0]}: expected aqmf_extends beside it", plugin=name)
        except pluggy.PluginValidationError as fault:
            self.unregister(name=name)
            raise UnknownHookError(f"plugin {name!r}: {one_line(fault.args[-1])}", plugin=name) from None
        except BaseException:
            self.unregister(name=name)
            raise


@dataclass(frozen=True)
class Plugins:
    """A plugin manager with the record of what was loaded, and of what could not be."""

    manager: Manager
    loaded: tuple[Loaded, ...]


def rules_version(plugin: object, name: str) -> str:
    """The version of a plugin's rules. Raises PluginError: it is not a whole number."""
    version = str(getattr(plugin, "RULES_VERSION", FIRST))
    if not version.isdecimal():
        raise PluginError(f"plugin {name!r}, RULES_VERSION: expected a whole number, got {version[:40]!r}", plugin=name)
    return version


def one_line(fault: object) -> str:
    """What it says, without line breaks."""
    return " ".join(str(fault).split())


class Answers:
    """The answers of the plugins of one manager."""

    def __init__(self, manager: pluggy.PluginManager) -> None:
        self.manager = manager

    def extends(self, plugin: str, ruleset: str) -> bool:
        """Whether a plugin is asked about a ruleset: see :func:`aqmf_air.hookspecs.aqmf_extends`."""
        said = self.extended(plugin)
        return not ruleset or said is None or ruleset in said

    def extended(self, plugin: str) -> frozenset[str] | None:
        """The rulesets that a plugin says it extends, and its own; None: it says none, and brings none."""
        if plugin not in self._extended:
            hook = self._hook.aqmf_extends
            own = frozenset(one.id for one in self._of(plugin, RulesetSource, self._hook.aqmf_register_rulesets))
            silent = not own and not any(one.plugin_name == plugin for one in hook.get_hookimpls())
            self._extended[plugin] = None if silent else own.union(self._of(plugin, str, hook))
        return self._extended[plugin]

    @cached_property
    def _extended(self) -> dict[str, frozenset[str] | None]:
        return {}

    @property
    def _hook(self) -> Any:
        return self.manager.hook

    def hookspecs_of(self, plugin: str) -> tuple[Any, ...]:
        """The modules, or their names, with the hooks that a plugin has of its own."""
        return self._of(plugin, object, self._hook.aqmf_register_hookspecs)

    def ask(self, kind: type[T], hook: str, ruleset: str = "", **arguments: Any) -> list[tuple[str, T]]:
        """Every answer to a hook, with the name of the plugin that gives it, in the order of those names.

        Raises:
            DataError: a plugin found fault with a file or a game.
            PluginError: a plugin raised anything else, or returned something that is not what the hook asks for.
        """
        caller = getattr(self._hook, hook)
        names = sorted(cast("str", one.plugin_name) for one in caller.get_hookimpls())
        return [
            (name, one)
            for name in names
            if self.extends(name, ruleset)
            for one in self._of(name, kind, caller, ruleset=ruleset, **arguments)
        ]

    def _of(self, name: str, kind: type[T], hook: Any, **arguments: Any) -> tuple[T, ...]:
        """The contributions of one plugin to one hook; none if it does not implement it."""
        implementation = next((one for one in hook.get_hookimpls() if one.plugin_name == name), None)
        if implementation is None:
            return ()
        try:
            offered = tuple(implementation.function(**{key: arguments[key] for key in implementation.argnames}))
        except DataError:
            raise  # it names the file or the place itself
        except BaseException as fault:
            if _is_no_fault(fault):
                raise
            raise PluginError(f"plugin {name!r}, {hook.name}: {type(fault).__name__}: {fault}", plugin=name) from fault
        for one in offered:
            if not isinstance(one, kind):
                raise PluginError(
                    f"plugin {name!r}, {hook.name}: expected {kind.__name__}, got {type(one).__name__}", plugin=name
                )
        return offered

    def _ask_types(self, kind: type[Frozen], hook: str, ruleset: str) -> tuple[Any, ...]:
        answers = self.ask(type, hook, ruleset)
        for name, one in answers:
            if not issubclass(one, kind):
                raise PluginError(
                    f"plugin {name!r}, {hook}: expected a kind of {kind.__name__}, got {one.__name__}", plugin=name
                )
        return tuple(one for _, one in answers)

    @staticmethod
    def unique(what: str, offered: Sequence[tuple[str, T]], key: Callable[[T], Any]) -> dict[Any, T]:
        """Answers by name. Raises DuplicateContributionError: two plugins claim one name."""
        owner: dict[Hashable, str] = {}
        unique: dict[Any, T] = {}
        for plugin, one in offered:
            name = key(one)
            if name in owner:
                raise DuplicateContributionError(
                    f"{what} {name!r} is claimed by {owner[name]!r} and {plugin!r}",
                    plugin=plugin,
                    what=what,
                    id=name,
                    plugins=(owner[name], plugin),
                )
            owner[name], unique[name] = plugin, one
        return unique


def _is_no_fault(raised: BaseException) -> bool:
    """Whether it goes through a plugin without being its own: Ctrl-C, or dice that are asked for."""
    from aqmf_air.core.dice.dice import NeedDice

    return isinstance(raised, (NeedDice, KeyboardInterrupt, GeneratorExit))
