"""Old logs under new rules: whoever changes a rule may say how a log that was written before it is to be read.

An upcaster brings plain data from one version of a ruleset or a plugin to the next. Without one, an old log is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from aqmf_air.core.events import Header, PluginVersion, canonical
from aqmf_air.core.saved import Lines
from aqmf_air.errors import RulesetVersionError

Document = dict[str, Any]


def as_it_is(document: Document) -> Document:
    """Nothing changes."""
    return document


@dataclass(frozen=True)
class Upcaster:
    """How logs of version ``before`` of ``what``, a ruleset or a plugin, become logs of version ``after``."""

    what: str
    before: str
    after: str
    header: Callable[[Document], Document] = as_it_is
    entry: Callable[[Document], Document] = as_it_is


def require_same_plugins(header: Header, loaded: Sequence[PluginVersion]) -> None:
    """Refuse a game that other plugins had a say in.

    Raises:
        RulesetVersionError: names each plugin that is missing, new, or of another version.
    """
    then = {plugin.name: plugin.version for plugin in header.plugins}
    now = {plugin.name: plugin.version for plugin in loaded}
    if then == now:
        return
    differences = [
        f"{name} {now[name]} is loaded now" if name not in then
        else f"{name} {then[name]} is not loaded" if name not in now
        else f"{name} was {then[name]}, is {now[name]}"
        for name in sorted({*then, *now})
        if then.get(name) != now.get(name)
    ]  # fmt: skip
    raise RulesetVersionError(
        f"game {header.game!r} was played with other plugins: {'; '.join(differences)}", saved=then, loaded=now
    )


def up_to_date(upcasters: Sequence[Upcaster], wanted: Sequence[PluginVersion]) -> Lines:
    """What brings the lines of a log to the ``wanted`` versions, of the ruleset (by its id) and of plugins.

    A line that is damaged stays as it is, and so does everything if no upcaster knows the way: reading it will tell.
    """
    return lambda lines: _brought_up(lines, upcasters, wanted)


def _brought_up(lines: Iterable[str], upcasters: Sequence[Upcaster], wanted: Sequence[PluginVersion]) -> Iterator[str]:
    left = iter(lines)
    first = next(left, None)
    if first is None:
        return
    header = _document(first)
    steps = _steps(header, upcasters, wanted) if header else ()
    if header is None or not steps:
        yield first
        yield from left
        return
    old, document = _sum(canonical(header)), header
    for step in steps:
        document = _stamped(step.header(document), step)
    yield canonical(document)
    new = _sum(canonical(document))
    for line in left:
        entry = _document(line)
        if entry is None or entry.pop("check", None) != (check := _sum(f"{old}\n{canonical(entry)}")):
            yield line
            yield from left
            return
        old = check
        for step in steps:
            entry = step.entry(entry)
        new = _sum(f"{new}\n{canonical(entry)}")
        yield canonical({**entry, "check": new})


def _steps(header: Document, upcasters: Sequence[Upcaster], wanted: Sequence[PluginVersion]) -> tuple[Upcaster, ...]:
    """The upcasters from where a log stands to where it should, in order; ``()`` if there is nothing to do or no way."""
    known = {(one.what, one.before): one for one in upcasters}
    steps: list[Upcaster] = []
    for goal in wanted:
        at = _version(header, goal.name)
        passed = {at}
        while at is not None and at != goal.version:
            step = known.get((goal.name, at))
            if step is None or step.after in passed:
                return ()
            steps.append(step)
            at = step.after
            passed.add(at)
    return tuple(steps)


def _version(header: Document, what: str) -> str | None:
    if header.get("ruleset") == what:
        return str(header.get("version"))
    named = [one for one in header.get("plugins", ()) if isinstance(one, dict) and one.get("name") == what]
    return str(named[0].get("version")) if named else None


def _stamped(header: Document, step: Upcaster) -> Document:
    if header.get("ruleset") == step.what:
        return {**header, "version": step.after}
    plugins = [{**one, "version": step.after} if one["name"] == step.what else one for one in header["plugins"]]
    return {**header, "plugins": plugins}


def _document(line: str) -> Document | None:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def _sum(text: str) -> str:
    return sha256(text.encode()).hexdigest()
