"""``aqmf lab play``, ``compare``: many whole games between automatic sides."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from aqmf_air.cli.lab.common import TaskCommand, place_options
from aqmf_air.cli.opened import SCENARIOS, open_registry
from aqmf_air.cli.render import Amount, WholeNumber, examples, json_option, ruling_option
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.core.play.ruleset import Duels, Gauged, Lists, Scenario
from aqmf_air.errors import DataError
from aqmf_air.lab.comparison import CompareTask
from aqmf_air.lab.many_games import LEAST_FOR_LUCK, GamesTask, duel_of, policy_of, set_up
from aqmf_air.lab.statistics import SequentialTest
from aqmf_air.plugins import kinds
from aqmf_air.plugins.rules_in_force import RulesInForce, rules_named

MOST_GAMES, MOST_SEEDS = 1_000_000, 100_000


def opened(ruleset: str, scenario: str, *, chosen: Mapping[str, Any]) -> tuple[RulesInForce, str, Scenario[Any]]:
    """The rules of a scenario's game, its name and its set-up. Raises AqmfError: as of ``aqmf play``."""
    from aqmf_air.cli.play.table import load_scenario

    registry = open_registry()
    game, named, ready = load_scenario(registry, scenario, None if ruleset == DEFAULT_RULESET else ruleset, chosen)
    return rules_named(game.id, registry), named, ready


def opened_lists(ruleset: str, *lists: str, chosen: Mapping[str, Any]) -> tuple[RulesInForce, str, Scenario[Any]]:
    """The rules of a game, a name for the meeting of two lists of forces in files, or of two types, and its set-up.
    Raises DataError: the game has neither, or a file is no list of it; UnknownNameError: there is no such type.
    """
    rules = rules_named(ruleset, open_registry())
    if isinstance(rules.ruleset, Duels):
        return rules, *duel_of(rules.ruleset, *lists, chosen=chosen)
    if not isinstance(rules.ruleset, Lists):
        raise DataError(f"{rules.ruleset.title} has no lists of forces: expected one scenario", path=ruleset)
    return rules, " against ".join(Path(path).stem for path in lists), rules.ruleset.meeting(lists, chosen)


@click.command(cls=TaskCommand, epilog=examples("lab play {scenario} --games 100"))
@click.argument("what", nargs=-1, required=True, metavar="SCENARIO | LIST LIST | TYPE TYPE", shell_complete=SCENARIOS)
@click.option("--games", type=WholeNumber(1, MOST_GAMES), default=100, show_default=True, metavar="N", help="How many.")
@click.option(
    "--seed", type=WholeNumber(0, 2**62), default=1, show_default=True, help="The seed of the first; the rest follow."
)
@click.option("--luck", is_flag=True, help="Even the luck of the dice out: slower, and surer with as many games; see above.")
@click.option("--policy", nargs=2, metavar="A B", help="The automatic players of the two sides, in their order.")
@place_options
@ruling_option
@click.option("--csv", "as_csv", is_flag=True, help="A row for each game as comma-separated values, nothing else.")
@json_option
@click.pass_context
def play(
    ctx: click.Context,
    what: tuple[str, ...],
    games: int,
    seed: int,
    luck: bool,
    policy: tuple[str, str] | None,
    chosen: dict[str, Any],
) -> GamesTask:
    """Play SCENARIO many times by itself, or have two lists of forces meet, or two types, and count who wins.

    Games are known by their seeds and kept: asked for again, or for more, only new ones are played, and what was cut off
    goes on where it was. Under other rules or with other automatic players nothing old is counted.

    With --luck the dice are spread evenly over the games, and fair in each: every second game has the dice of the one before
    mirrored (1 for 10, 2 for 9), and in every 30 games each die of the first throw shows each face equally often. So these
    are not the games that 'aqmf play' gives for the same seeds. What each throw was worth is then taken off the result. That
    is learned from the games: it takes 40 or more.
    """
    if len(what) > 2:
        raise click.UsageError(f"expected a scenario or two lists of forces, or two types, got {len(what)} arguments")
    rules, named, scenario = (opened if len(what) == 1 else opened_lists)(ctx.obj, *what, chosen=chosen)
    sides = rules.ruleset.players()
    if policy and len(sides) != 2:
        raise click.UsageError(f"--policy: {rules.ruleset.title} has not two sides but {len(sides)}")
    if luck and not isinstance(rules.ruleset, Gauged):
        raise click.UsageError(f"--luck: {rules.ruleset.title} does not say what its luck is measured by")
    if luck and games < LEAST_FOR_LUCK:
        raise click.UsageError(f"--luck: expected --games {LEAST_FOR_LUCK} or more to learn from, got {games}")
    given = dict(zip(sides, policy, strict=True)) if policy else dict.fromkeys(sides, "")
    of = set_up(rules, scenario, named, given)
    duel = what if len(what) == 2 and isinstance(rules.ruleset, Duels) else ()
    return GamesTask(of, games, seed, luck, rules.ruleset, named, scenario.title, duel)


class Seeds(click.ParamType[range]):
    """Seeds from one to another: ``1-200``."""

    name = "seeds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        if isinstance(value, range):
            return value
        match = re.fullmatch(r"(\d{1,18})-(\d{1,18})", str(value).strip())
        if match is None or int(match[1]) > int(match[2]):
            self.fail(f"expected seeds from one to another, such as 1-200, got {str(value)[:40]!r}", param, ctx)
        first, last = int(match[1]), int(match[2])
        if last - first >= MOST_SEEDS:
            self.fail(f"expected at most {MOST_SEEDS:,} seeds, got {last - first + 1:,}", param, ctx)
        return range(first, last + 1)


@click.command(cls=TaskCommand, epilog=examples("policies", "lab compare {policies} --scenarios {scenario}"))
@click.argument("first", metavar="PLAYER")
@click.argument("other", metavar="PLAYER")
@click.option("--scenarios", metavar="NAME[,NAME]...", help="On which; if not given, on every scenario that ships.")
@click.option(
    "--seeds", type=Seeds(), default="1-100", show_default=True, metavar="FROM-TO", help="Of the games, both included."
)
@click.option("--equal", type=Amount(-400, 400), default=0.0, show_default=True, help="Elo that is taken for equal.")
@click.option("--stronger", type=Amount(-400, 400), default=50.0, show_default=True, help="Elo that is taken for stronger.")
@click.option(
    "--errors", type=Amount(0.001, 0.4), default=0.05, show_default=True, help="How often either may be said wrongly."
)
@click.option("--all", "every", is_flag=True, help="Play all seeds, also when the test has ended.")
@place_options
@ruling_option
@json_option
@click.pass_context
def compare(
    ctx: click.Context,
    first: str,
    other: str,
    scenarios: str | None,
    seeds: range,
    equal: float,
    stronger: float,
    errors: float,
    every: bool,
    chosen: dict[str, Any],
) -> CompareTask:
    """Which of two automatic players is stronger, and by how much?

    Each seed is played twice, sides swapped, so that a player against itself scores exactly half. A sequential test
    ends it as soon as it is sure enough. The order is fixed: what is said does not depend on who played faster.
    """
    if equal >= stronger:
        raise click.UsageError(f"--stronger: expected more than --equal ({equal:g}), got {stronger:g}")
    names = (
        [name.strip() for name in scenarios.split(",")] if scenarios else list(open_registry().of(kinds.SCENARIOS, ctx.obj))
    )
    found_scenarios = [opened(ctx.obj, name, chosen=chosen) for name in dict.fromkeys(names)]
    rules = found_scenarios[0][0]
    sides = rules.ruleset.players()
    if len(sides) != 2:
        raise click.UsageError(f"expected a game of two sides, {rules.ruleset.title} has {len(sides)}")
    if any(other_rules.ruleset.id != rules.ruleset.id for other_rules, *_ in found_scenarios):
        raise click.UsageError("--scenarios: expected scenarios of one game")
    players = policy_of(rules, first), policy_of(rules, other)
    ways = [dict(zip(sides, order, strict=True)) for order in (players, players[::-1])]
    both = [
        (named, set_up(rules, scenario, named, ways[0]), set_up(rules, scenario, named, ways[1]))
        for _, named, scenario in found_scenarios
    ]
    return CompareTask(players, tuple(both), seeds, SequentialTest(equal, stronger, errors, errors), every, rules.ruleset)
