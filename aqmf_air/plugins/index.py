"""``python -m aqmf_air.plugins.index`` writes the index of the plugins that come with the package, from their manifests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

from aqmf_air.core.data.files import own_folder
from aqmf_air.core.play.contributions import Contribution, RulesetSource, ScenarioSource
from aqmf_air.plugins.game import as_plugin
from aqmf_air.plugins.indexed import FILE
from aqmf_air.plugins.registry import Registry, load_registry

WIDTH = 125


def written() -> str:
    """The index as its file has it, from the manifests."""
    plugins: Mapping[str, Sequence[str]] = import_module("aqmf_air.games").PLUGINS
    modules = [(module, as_plugin(plugin, import_module(module))) for plugin, own in plugins.items() for module in own]
    registry = load_registry(builtin=False, entry_points=False, extra=modules)
    rules = {loaded.name: loaded.rules for loaded in registry.plugins.loaded}
    document = {
        plugin: {"rules": rules[own[0]], "modules": {module: _hooks(registry, module) for module in own}}
        for plugin, own in plugins.items()
    }
    return f"{_text(document)}\n"


def _hooks(registry: Registry, module: str) -> dict[str, Any]:
    """The hooks of a module by their names: what they return by ruleset, or the names of their arguments."""
    plugins, every = registry.plugins, {kind.hook: kind for kind in registry.every_kind()}
    static = {"aqmf_extends", "aqmf_register_hookspecs", "aqmf_register_rulesets", "aqmf_register_scenarios", "aqmf_watched"}
    static |= {hook for hook, kind in every.items() if issubclass(kind.of, Contribution | str)}
    hooks: dict[str, Any] = {}
    for caller in plugins.get_hookcallers(plugins.get_plugin(module)) or ():
        (takes,) = (own.argnames for own in caller.get_hookimpls() if own.plugin_name == module)
        rulesets = sorted(plugins.extended(module) or ()) if "ruleset" in takes else [""]
        if caller.name in every or caller.name in static:
            answers = {each: plugins.answers_of(module, object, caller, ruleset=each) for each in rulesets}
            package = module.rpartition(".")[0]
            rows = {ruleset: _rows(own, package) for ruleset, own in answers.items() if own}
            if rows:
                hooks[caller.name] = rows if caller.name in static else list(takes)
        else:
            hooks[caller.name] = list(takes)
    return dict(sorted(hooks.items()))


def _rows(answers: Sequence[Any], package: str) -> list[Any]:
    """Answers as plain data."""
    if answers and isinstance(answers[0], ScenarioSource):
        return [(package, next((source.name for source in answers if source.first), ""))]
    rows: list[Any] = []
    for answer in answers:
        if isinstance(answer, Contribution):
            plain = {field.name: getattr(answer, field.name) for field in fields(answer)}
            unsaid = {"title": Contribution(answer.name, "").title}
            rows.append({name: value for name, value in plain.items() if value and value != unsaid.get(name)})
        elif isinstance(answer, RulesetSource):
            rows.append((answer.id, answer.title, answer.bases))
        elif isinstance(answer, Path):
            rows.append(answer.relative_to(own_folder()).as_posix())
        else:
            rows.append(getattr(answer, "__name__", answer))
    return rows


def _text(value: Any, indent: str = "") -> str:
    """JSON with a contribution, or what is short, in a line."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, list | dict) or len(indent + flat) <= WIDTH or "help" in value:
        return flat
    ends, inner = ("{}", "[]")[isinstance(value, list)], f"{indent} "
    names = [f"{json.dumps(name)}: " for name in value] if isinstance(value, dict) else [""] * len(value)
    parts = (
        f"{inner}{name}{_text(each, inner)}"
        for name, each in zip(names, value.values() if isinstance(value, dict) else value, strict=True)
    )
    return "\n".join((ends[0], ",\n".join(parts), f"{indent}{ends[1]}"))


if __name__ == "__main__":
    Path(FILE).write_text(written(), encoding="utf-8")
