"""The index of the plugins that come with the package: what they contribute, told without importing one.

``python -m aqmf_air.plugins.index`` writes it from their manifests; a test holds that it is what they give. A plugin of the
index is imported with the first question that the index has no answer to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from importlib import import_module
from itertools import chain
from os.path import dirname, join
from typing import TYPE_CHECKING, Any

from aqmf_air.core.play.contributions import Contribution, MadeAhead, Pages, Print, RulesetSource, Sample, ScenarioSource

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Ruleset

GAMES = "aqmf_air.games"
"""Its ``PLUGINS`` are the modules of the plugins, by their names; an extension comes after what it extends."""
FILE = join(dirname(dirname(__file__)), "games", "index.json")  # noqa: PTH118, PTH120 - pathlib takes long to import
SCENARIOS = "data/scenarios"


@cache
def index() -> Mapping[str, Any]:
    """The index: of each plugin its module, the version of its rules, and its hooks: what they return by ruleset, or, of
    those that take the plugin itself, the names of their arguments.
    """
    with open(FILE, encoding="utf-8") as file:  # noqa: PTH123
        listed: dict[str, Any] = json.load(file)
    return listed


def indexed(hook: str, ruleset: str = "") -> dict[str, Contribution]:
    """What the plugins of the package contribute through a hook, by name: the same as from a registry of these alone."""
    return {
        contribution.name: contribution
        for plugin, about in index().items()
        for hooks in about["modules"].values()
        for contribution in _contributions(hook, hooks.get(hook, {}).get(ruleset, ()), plugin)
    }


def indexed_games() -> dict[str, str]:
    """The titles of the package's games that have scenarios to begin, by the ids of their rulesets."""
    hooks = [each for about in index().values() for each in about["modules"].values()]
    playable = {ruleset for each in hooks for ruleset in each.get("aqmf_register_scenarios", ())}
    rows = (row for each in hooks for row in each.get("aqmf_register_rulesets", {}).get("", ()))
    return {id_: title for id_, title, _ in rows if id_ in playable}


def _contributions(hook: str, rows: Sequence[Mapping[str, Any]], plugin: str = "") -> Iterator[Any]:
    for row in rows:
        if hook == "aqmf_register_pages":
            samples = ((title, about, link, tuple(map(tuple, sent))) for title, about, link, sent in row.get("samples", ()))
            shown = {"samples": tuple(Sample(*sample) for sample in samples), "door": tuple(row.get("door", ())) or None}
            yield Pages(**{**row, **shown}, plugin=plugin)
        else:
            kind = {"aqmf_register_prints": Print, "aqmf_register_made_ahead": MadeAhead}.get(hook, Contribution)
            yield kind(**{**row, **({"needs": tuple(row["needs"])} if "needs" in row else {})}, plugin=plugin)


class IndexedPlugin:
    """A plugin by what the index says of it, with its hooks as attributes."""

    def __init__(self, name: str, about: Mapping[str, Any]) -> None:
        from aqmf_air import hookimpl

        self.RULES_VERSION = about["rules"]
        modules = [_IndexedModule(name, module, hooks) for module, hooks in about["modules"].items()]
        for hook in {hook: None for module in modules for hook in module.hooks}:
            setattr(self, hook, hookimpl(_answering(hook, [module for module in modules if hook in module.hooks])))


def _answering(hook: str, modules: Sequence[_IndexedModule]) -> Callable[..., Iterable[Any]]:
    first, *others = modules

    def answer(**arguments: Any) -> Iterable[Any]:
        answers = first.answers(hook, arguments)  # one module is usual, and it is asked again and again
        return chain(answers, *(other.answers(hook, arguments) for other in others)) if others else answers

    takes = {name: None for module in modules for name in module.takes(hook)}
    answer.argnames = tuple(takes)  # type: ignore[attr-defined]
    return answer


class _IndexedModule:
    """A module of a plugin, which is imported when it is asked about a ruleset of its own."""

    def __init__(self, plugin: str, module: str, hooks: Mapping[str, Any]) -> None:
        self._plugin, self._module, self.hooks = plugin, module, hooks
        own = (row[0] for row in hooks.get("aqmf_register_rulesets", {}).get("", ()))
        self._rulesets = frozenset((*own, *hooks.get("aqmf_extends", {}).get("", ())))

    def takes(self, hook: str) -> Sequence[str]:
        """The names of the arguments of a hook."""
        returned = self.hooks[hook]
        return returned if isinstance(returned, list) else () if "" in returned else ("ruleset",)

    def answers(self, hook: str, arguments: Mapping[str, Any]) -> Iterable[Any]:
        """What a hook returns."""
        returned, ruleset = self.hooks[hook], arguments.get("ruleset", "")
        if isinstance(returned, list):
            if ruleset not in self._rulesets:
                return ()
            theirs = arguments if len(arguments) == len(returned) else {name: arguments[name] for name in returned}
            answers: Iterable[Any] = getattr(self._imported, hook)(**theirs)
            return answers
        rows = returned.get(ruleset, returned.get("", ()))
        if hook == "aqmf_register_rulesets":
            return (RulesetSource(id_, title, partial(self._built, id_), tuple(bases)) for id_, title, bases in rows)
        if hook == "aqmf_register_scenarios":
            from aqmf_air.core.data.tables import package_file

            return (each for row in rows for each in ScenarioSource.all_in(package_file(row[0], SCENARIOS), row[1]))
        if hook == "aqmf_watched":
            from aqmf_air.core.data.files import own_folder

            return (own_folder() / name for name in rows)
        return rows if rows and isinstance(rows[0], str) else _contributions(hook, rows)

    @cached_property
    def _imported(self) -> Any:  # asked at every order: what answers for manifests is made once
        from aqmf_air.plugins.game import as_plugin

        return as_plugin(self._plugin, import_module(self._module))

    def _built(self, id_: str, registry: Any) -> Ruleset[Any]:
        sources: Sequence[RulesetSource] = self._imported.aqmf_register_rulesets()
        return next(source for source in sources if source.id == id_).build(registry)
