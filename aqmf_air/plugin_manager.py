"""Plugins as they are loaded: a manager that knows the hooks of games, too, and refuses what does not fit them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pluggy

from aqmf_air import hookspecs
from aqmf_air.core.play.answers import Answers
from aqmf_air.core.play.rules_versions import FIRST
from aqmf_air.errors import PluginError, UnknownHookError


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
    """The version of a plugin's rules.

    Raises:
        PluginError: it is not a whole number.
    """
    version = str(getattr(plugin, "RULES_VERSION", FIRST))
    if not version.isdecimal():
        raise PluginError(f"plugin {name!r}, RULES_VERSION: expected a whole number, got {version[:40]!r}", plugin=name)
    return version


def one_line(fault: object) -> str:
    """What it says, without line breaks."""
    return " ".join(str(fault).split())
