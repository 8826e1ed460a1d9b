"""What plugins contribute that is of no other module: games, procedures, scenarios, automatic players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from aqmf_air.core.events import Command
from aqmf_air.core.ruleset import Ruleset


@dataclass(frozen=True)
class RulesetSource:
    """A game that can be built from a registry."""

    id: str
    title: str
    build: Callable[[Any], Ruleset[Any]]
    """Makes it from a registry."""
    bases: tuple[str, ...] = ()
    """The ids of rulesets whose contributions it uses, too: what extends those extends it."""


@dataclass(frozen=True)
class Procedure:
    """What happens at ``step`` for units of ``kind``; the ruleset documents the arguments of each step."""

    step: str
    kind: str
    run: Callable[..., Any]


@dataclass(frozen=True)
class ScenarioSource:
    """A scenario file: where it is, under the name it goes by."""

    name: str
    path: Traversable | Path


@dataclass(frozen=True)
class Policy:
    """An automatic player. ``choose(ruleset, state, player)`` gives its next command, None if it has none to give.

    The choice depends on its arguments alone, so that a game that is resumed goes on as it would have.
    """

    name: str
    title: str
    choose: Callable[[Any, Any, str], Command | None]
