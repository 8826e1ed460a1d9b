"""What plugins answer to hooks: asked for in the order of their names, checked, and refused by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

from aqmf_air.core.contributions import RulesetSource
from aqmf_air.core.model import Frozen
from aqmf_air.errors import DataError, DuplicateContributionError, PluginError

if TYPE_CHECKING:
    import pluggy

T = TypeVar("T")


class Answers(ABC):
    """The answers of the plugins of one manager."""

    @property
    @abstractmethod
    def manager(self) -> pluggy.PluginManager:
        """Who is asked."""

    def extends(self, plugin: str, ruleset: str) -> bool:
        """Whether a plugin is asked about a ruleset: see :func:`aqmf_air.hookspecs.aqmf_extends`."""
        if not ruleset:
            return True
        if (plugin, ruleset) not in self._reach:
            said: tuple[str, ...] = self._of(plugin, str, self._hook.aqmf_extends)
            own: tuple[str, ...] = ()
            if ruleset not in said:
                own = tuple(one.id for one in self._of(plugin, RulesetSource, self._hook.aqmf_register_rulesets))
            silent = not any(one.plugin_name == plugin for one in self._hook.aqmf_extends.get_hookimpls())
            self._reach[plugin, ruleset] = ruleset in said or ruleset in own or (silent and not own)
        return self._reach[plugin, ruleset]

    @cached_property
    def _reach(self) -> dict[tuple[str, str], bool]:
        return {}

    @property
    def _hook(self) -> Any:
        return self.manager.hook

    def ask(self, kind: type[T], hook: str, **arguments: Any) -> list[tuple[str, T]]:
        """Every contribution of a game's own hook, with the name of its plugin, in the order of those names."""
        return self._ask(kind, getattr(self._hook, hook), **arguments)

    def _ask(self, kind: type[T], hook: Any, **arguments: Any) -> list[tuple[str, T]]:
        """Every contribution of one hook with the name of its plugin, in the order of those names.

        Raises:
            DataError: a plugin found fault with a file or a game.
            PluginError: a plugin raised anything else, or returned something that is not what the hook asks for.
        """
        asked = arguments.get("ruleset", "")
        names = sorted(cast("str", one.plugin_name) for one in hook.get_hookimpls())
        return [
            (name, one) for name in names if self.extends(name, asked) for one in self._of(name, kind, hook, **arguments)
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

    def _ask_types(self, kind: type[Frozen], hook: Any, ruleset: str) -> list[tuple[str, Any]]:
        answers = self._ask(type, hook, ruleset=ruleset)
        for name, one in answers:
            if not issubclass(one, kind):
                raise PluginError(
                    f"plugin {name!r}, {hook.name}: expected a kind of {kind.__name__}, got {one.__name__}", plugin=name
                )
        return answers

    @staticmethod
    def _unique(what: str, offered: Sequence[tuple[str, T]], key: Callable[[T], Any]) -> dict[Any, T]:
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
    from aqmf_air.core.dice import NeedDice

    return isinstance(raised, (NeedDice, KeyboardInterrupt, GeneratorExit))
