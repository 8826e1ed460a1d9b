"""The kinds of things that plugins contribute, in one list: the registry asks by it, and tries a plugin out by it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.rule_tables import TableSource
from aqmf_air.core.play.contributions import Contribution, Pages, Policy, Print, Procedure, RulesetSource, ScenarioSource
from aqmf_air.core.play.events import Command, PlainEvent, Typed
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rules_versions import Upcaster
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.errors import PluginError

T = TypeVar("T")


class ContributionKind(NamedTuple):
    """A kind of thing that plugins contribute through a hook."""

    what: str
    """What messages call it."""
    hook: str
    of: type[Any]
    """What the hook is to return: of these, or of its subclasses the ``classes`` themselves."""
    names: Callable[[Any], Iterable[Hashable]] = lambda one: (one.name,)
    """The names that one of them takes: no other plugin may."""
    classes: bool = False
    everywhere: bool = False
    """It belongs to no ruleset."""
    replaces: bool = False
    """One of an extension takes the place of the game's own of the same name."""


def _type_name(typed_type: type[Typed]) -> tuple[str]:
    return (typed_type.type_name(),)


RULESETS = ContributionKind("ruleset", "aqmf_register_rulesets", RulesetSource, lambda one: (one.id,), everywhere=True)
UNIT_TYPES = ContributionKind("unit type", "aqmf_register_unit_types", Frozen, lambda one: (getattr(one, "name", one),))
COMMANDS = ContributionKind("order", "aqmf_register_commands", Command, _type_name, classes=True)
EVENTS = ContributionKind("event", "aqmf_register_events", PlainEvent, _type_name, classes=True)
PROCEDURES = ContributionKind("procedure", "aqmf_register_procedures", Procedure, lambda one: ((one.step, one.kind),))
RULES = ContributionKind("rule", "aqmf_register_rules", Rule, lambda one: (one.id,))
RULINGS = ContributionKind("ruling", "aqmf_register_rulings", Rulings, lambda one: one.model_fields, classes=True)
SCENARIOS = ContributionKind("scenario", "aqmf_register_scenarios", ScenarioSource)
TABLES = ContributionKind("table", "aqmf_register_tables", TableSource, lambda one: (one.id,))
POLICIES = ContributionKind("policy", "aqmf_register_policies", Policy)
ADVISORS = ContributionKind("advisor", "aqmf_register_advisors", Contribution)
LABORATORIES = ContributionKind("laboratory", "aqmf_register_laboratories", Contribution)
UPCASTERS = ContributionKind("upcaster", "aqmf_register_upcasters", Upcaster, lambda one: ((one.what, one.before),))
QUERIES = ContributionKind("query", "aqmf_register_queries", Contribution, replaces=True)
PRINTS = ContributionKind("print", "aqmf_register_prints", Print)
BOARDS = ContributionKind("board", "aqmf_register_boards", Contribution)
PAGES = ContributionKind("page", "aqmf_register_pages", Pages, everywhere=True)
CLI = ContributionKind("command", "aqmf_register_cli", Contribution, everywhere=True)
FOLDERS = ContributionKind("folder", "aqmf_register_folders", str, lambda one: (one,), everywhere=True)
WATCHED = ContributionKind("watched file", "aqmf_watched", Path, lambda one: ())
KINDS = (
    *(RULESETS, UNIT_TYPES, COMMANDS, EVENTS, PROCEDURES, RULES, RULINGS, SCENARIOS, TABLES, POLICIES, ADVISORS),
    *(LABORATORIES, UPCASTERS, QUERIES, PRINTS, BOARDS, PAGES, CLI, FOLDERS, WATCHED),
)
"""All that plugins contribute through hooks of the frame: what a plugin is tried out with when it is loaded."""


def said_by(plugin: str, one: T) -> T:
    """A contribution with who contributes it, where it has room for that."""
    if isinstance(one, Contribution):
        return replace(one, plugin=plugin)
    if isinstance(one, RulesetSource | TableSource):
        return cast("T", one._replace(plugin=plugin))
    return one


def require_there(kind: ContributionKind, plugin: str, one: Any) -> None:
    """Raises PluginError: what a contribution names is not there."""
    if isinstance(one, Contribution):
        one.require_there()
    elif isinstance(one, ScenarioSource | TableSource) and not one.path.is_file():
        raise PluginError(
            f"plugin {plugin!r}, {kind.what} {next(iter(kind.names(one)))!r}: no file {one.path}", plugin=plugin
        )
