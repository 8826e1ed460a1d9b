"""The kinds of things that plugins contribute, in one list: the registry asks by it, and tries a plugin out by it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

from aqmf_air.core.data.files import FOLDER_NAME, LOCKS
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.rule_tables import TableSource
from aqmf_air.core.play.contributions import (
    Contribution,
    MadeAhead,
    Pages,
    Policy,
    Print,
    Procedure,
    RulesetSource,
    ScenarioSource,
)
from aqmf_air.core.play.events import Command, PlainEvent, Typed
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rules_versions import Upcaster
from aqmf_air.core.play.rulings import Rulings, joined
from aqmf_air.core.play.slices import Slice, Slices, joined_slices
from aqmf_air.errors import PluginError

T = TypeVar("T")
R_co = TypeVar("R_co", covariant=True)
Offered = Sequence[tuple[str, Any]]
"""Contributions, each with the plugin that makes it."""
NamesOf = Callable[[Any], Iterable[Hashable]]
Named: TypeAlias = "ContributionKind[dict[str, T]]"
Listed: TypeAlias = "ContributionKind[tuple[T, ...]]"


def _name(contribution: Any) -> tuple[str]:
    return (contribution.name,)


class ContributionKind(NamedTuple, Generic[R_co]):
    """A kind of thing that plugins contribute through a hook; ``Registry.of`` gives all of one kind as an ``R_co``."""

    what: str
    """What messages call it."""
    hook: str
    of: type[Any]
    """What the hook is to return: of these, or of its subclasses the ``classes`` themselves."""
    names: NamesOf = _name
    """The names that one of them takes: no other plugin may."""
    classes: bool = False
    everywhere: bool = False
    """It belongs to no ruleset."""
    replaces: bool = False
    """One of an extension takes the place of the game's own of the same name."""
    gathered: Callable[[Offered], Any] | None = None
    """Makes one value of them; without it they go by their names."""


def named(
    what: str, hook: str, of: type[T], names: NamesOf = _name, *, everywhere: bool = False, replaces: bool = False
) -> Named[T]:
    """A kind that goes by name."""
    return ContributionKind(what, hook, of, names, everywhere=everywhere, replaces=replaces)


def listed(what: str, hook: str, of: type[T], names: NamesOf) -> Listed[T]:
    """A kind that is asked for as a whole, in the order of the plugins' names."""
    return ContributionKind(what, hook, of, names, gathered=in_order)


def in_order(offered: Offered) -> tuple[Any, ...]:
    """Contributions without who makes them."""
    return tuple(contribution for _, contribution in offered)


def _by_step_and_kind(offered: Offered) -> dict[tuple[str, str], Callable[..., Any]]:
    """What happens, by step and kind of unit. Raises PluginError: a step has no default."""
    steps = {procedure.step: procedure.step for _, procedure in offered if not procedure.kind}
    for plugin, procedure in offered:
        if procedure.step not in steps:
            near = get_close_matches(procedure.step, steps, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            what = f"procedure {procedure.step!r} for {procedure.kind!r}"
            raise PluginError(f"plugin {plugin!r}, {what}: no default for this step{hint}", plugin=plugin)
    return {(procedure.step, procedure.kind): procedure.run for _, procedure in offered}


def _plain_words(offered: Offered) -> tuple[str, ...]:
    """Names of folders. Raises PluginError: one is no plain name."""
    for plugin, name in offered:
        if not FOLDER_NAME.fullmatch(name) or name == LOCKS:
            raise PluginError(f"plugin {plugin!r}, folder {name!r:.60}: expected one word in lower case", plugin=plugin)
    return in_order(offered)


def _type_name(typed_type: type[Typed]) -> tuple[str]:
    return (typed_type.type_name(),)


def _id(source: Any) -> tuple[str]:
    return (source.id,)


RULESETS = named("ruleset", "aqmf_register_rulesets", RulesetSource, _id, everywhere=True)
UNIT_TYPES: Named[Any] = named("unit type", "aqmf_register_unit_types", Frozen, lambda unit: (getattr(unit, "name", unit),))
COMMANDS: Listed[type[Command]] = ContributionKind(
    "order", "aqmf_register_commands", Command, _type_name, classes=True, gathered=in_order
)
EVENTS: Listed[type[PlainEvent]] = ContributionKind(
    "event", "aqmf_register_events", PlainEvent, _type_name, classes=True, gathered=in_order
)
PROCEDURES: ContributionKind[dict[tuple[str, str], Callable[..., Any]]] = ContributionKind(
    "procedure",
    "aqmf_register_procedures",
    Procedure,
    lambda procedure: ((procedure.step, procedure.kind),),
    gathered=_by_step_and_kind,
)
RULES = listed("rule", "aqmf_register_rules", Rule, _id)
RULINGS: ContributionKind[type[Rulings]] = ContributionKind(
    "ruling",
    "aqmf_register_rulings",
    Rulings,
    lambda rulings: rulings.model_fields,
    classes=True,
    gathered=lambda offered: joined(in_order(offered)),
)
SLICES: ContributionKind[type[Slices]] = ContributionKind(
    "slice", "aqmf_register_slices", Slice, gathered=lambda offered: joined_slices(in_order(offered))
)
SCENARIOS = named("scenario", "aqmf_register_scenarios", ScenarioSource)
TABLES = listed("table", "aqmf_register_tables", TableSource, _id)
POLICIES = named("policy", "aqmf_register_policies", Policy)
ADVISORS = named("advisor", "aqmf_register_advisors", Contribution)
LABORATORIES = named("laboratory", "aqmf_register_laboratories", Contribution)
UPCASTERS = listed("upcaster", "aqmf_register_upcasters", Upcaster, lambda upcaster: ((upcaster.what, upcaster.before),))
QUERIES = named("query", "aqmf_register_queries", Contribution, replaces=True)
PRINTS = named("print", "aqmf_register_prints", Print)
BOARDS = named("board", "aqmf_register_boards", Contribution)
PAGES = named("page", "aqmf_register_pages", Pages, everywhere=True)
CLI = named("command", "aqmf_register_cli", Contribution, everywhere=True)
FOLDERS: Listed[str] = ContributionKind(
    "folder", "aqmf_register_folders", str, lambda name: (name,), everywhere=True, gathered=_plain_words
)
MADE_AHEAD = named("data made ahead", "aqmf_register_made_ahead", MadeAhead, everywhere=True)
WATCHED = listed("watched file", "aqmf_watched", Path, lambda path: ())
KINDS = (
    *(RULESETS, UNIT_TYPES, COMMANDS, EVENTS, PROCEDURES, RULES, RULINGS, SLICES, SCENARIOS, TABLES, POLICIES),
    *(ADVISORS, LABORATORIES, UPCASTERS, QUERIES, PRINTS, BOARDS, PAGES, CLI, FOLDERS, MADE_AHEAD, WATCHED),
)
"""All that plugins contribute through hooks of the frame: what a plugin is tried out with when it is loaded."""


def said_by(plugin: str, contribution: T) -> T:
    """A contribution with who contributes it, where it has room for that."""
    if isinstance(contribution, Contribution):
        return replace(contribution, plugin=plugin)
    if isinstance(contribution, RulesetSource | TableSource):
        return cast("T", contribution._replace(plugin=plugin))
    return contribution


def require_there(kind: ContributionKind[Any], plugin: str, contribution: Any) -> None:
    """Raises PluginError: what a contribution names is not there."""
    if isinstance(contribution, Contribution):
        contribution.require_there()
    elif isinstance(contribution, ScenarioSource | TableSource) and not contribution.path.is_file():
        raise PluginError(
            f"plugin {plugin!r}, {kind.what} {next(iter(kind.names(contribution)))!r}: no file {contribution.path}",
            plugin=plugin,
        )
