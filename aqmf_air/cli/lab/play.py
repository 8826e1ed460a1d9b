"""``aqmf lab play``: many games between automatic sides, and how they ended."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.lab.common import cluster_option, workers_option
from aqmf_air.cli.lab.working import opened, opened_lists, play_all
from aqmf_air.cli.opened import SCENARIOS
from aqmf_air.cli.render import Whole, json_option, percent, print_json, ruling_option, say, table

if TYPE_CHECKING:
    from aqmf_air.core.lab.statistics import Estimate
    from aqmf_air.core.play.ruleset import Ruleset
    from aqmf_air.whole_games import Table

MOST_GAMES = 1_000_000
LEAST_FOR_LUCK = 40
"""Games from which it can be learned what a throw is worth."""


@click.command()
@click.argument("what", nargs=-1, required=True, metavar="SCENARIO | LIST LIST", shell_complete=SCENARIOS)
@click.option("--games", type=Whole(1, MOST_GAMES), default=100, show_default=True, metavar="N", help="How many.")
@click.option("--seed", type=Whole(0, 2**62), default=1, show_default=True, help="The seed of the first; the rest follow.")
@click.option("--luck", is_flag=True, help="Take the luck of the dice out: slower, and surer with as many games.")
@click.option("--policy", nargs=2, metavar="A B", help="How the two sides play, in their order.")
@workers_option
@cluster_option
@ruling_option
@json_option
@click.pass_context
def play(
    ctx: click.Context,
    what: tuple[str, ...],
    games: int,
    seed: int,
    luck: bool,
    policy: tuple[str, str] | None,
    workers: int | None,
    cluster: str | None,
    chosen: dict[str, Any],
    as_json: bool,
) -> None:
    """Play SCENARIO many times by itself, or have two lists of forces meet, and count who wins.

    Games are known by their seeds and kept: asked for again, or for more, only new ones are played, and what was cut off
    goes on where it was. Under other rules or with other automatic players nothing old is counted.
    """
    from aqmf_air.core.play.ruleset import Gauged
    from aqmf_air.whole_games import Wanted, set_up

    if len(what) > 2:
        raise click.UsageError(f"expected a scenario or two lists of forces, got {len(what)} arguments")
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
    found = play_all([Wanted(of, number, luck) for number in range(seed, seed + games)], workers, cluster)
    document = document_of(rules.ruleset, named, dict(of.policies), found)
    if luck:
        document |= {"luck": without_luck(rules.ruleset, found)}
    if as_json:
        print_json(document)
        return
    say(f"{scenario.title}: {games:,} games by themselves, seeds {seed} to {seed + games - 1}.")
    print_ends(rules.ruleset, dict(of.policies), found)
    if luck:
        _tell_luck(rules.ruleset, document["luck"])


def document_of(ruleset: Ruleset[Any], named: str, policies: dict[str, str], found: Table) -> dict[str, Any]:
    """How games ended, as data."""
    from aqmf_air.core.lab.statistics import mean
    from aqmf_air.whole_games import table_digest

    ends = shares(ruleset, found)
    return {
        "ruleset": ruleset.id,
        "scenario": named,
        "policies": policies,
        "games": len(found),
        "ends": {end: {"games": count, "share": p.value, "interval": [p.low, p.high]} for end, (count, p) in ends.items()},
        "turns": mean([row.turns for row in found.values()]).value,
        "commands": mean([row.commands for row in found.values()]).value,
        "table": table_digest(found),
    }


def shares(ruleset: Ruleset[Any], found: Table) -> dict[str, tuple[int, Estimate]]:
    """How often each side won, how often nobody did, and how many games were given up, with the share of all games."""
    from aqmf_air.core.lab.statistics import share

    count = Counter(row.winner or "given up" for row in found.values())
    ends = [*ruleset.players(), "draw", *(("given up",) if count["given up"] else ())]
    return {end: (count[end], share(count[end], len(found))) for end in ends}


def print_ends(ruleset: Ruleset[Any], policies: dict[str, str], found: Table) -> None:
    """The same for people."""
    from aqmf_air.core.lab.statistics import mean

    rows = []
    for end, (count, p) in shares(ruleset, found).items():
        name = ruleset.name_of(end) if end in policies else {"draw": "nobody"}.get(end, end)
        rows.append((name, policies.get(end, ""), f"{count:,}", percent(p.value), f"{percent(p.low)} to {percent(p.high)}"))
    table(("won by", "plays by", "games", "share", "95%"), rows, right=(2, 3))
    turns = mean([row.turns for row in found.values()])
    commands = mean([row.commands for row in found.values()])
    say(f"A game lasts {turns.value:.1f} turns and {commands.value:.0f} orders on average.")


def without_luck(ruleset: Ruleset[Any], found: Table) -> dict[str, Any]:
    """The first side's share of the points with the luck of the dice taken out, as data."""
    from aqmf_air.core.lab.luck import adjusted

    first, *others = ruleset.players()
    points = [1.0 if row.winner == first else 0.0 if row.winner in others else 0.5 for row in found.values()]
    luck = adjusted(points, [row.throws for row in found.values()])
    return {
        "side": first,
        "points": {"value": luck.share.value, "interval": [luck.share.low, luck.share.high]},
        "mean_luck": {"value": luck.luck.value, "interval": [luck.luck.low, luck.luck.high]},
        "variance_down": luck.less_variance,
    }


def _tell_luck(ruleset: Ruleset[Any], found: dict[str, Any]) -> None:
    side, points, luck = ruleset.name_of(found["side"]), found["points"], found["mean_luck"]
    low, high = map(percent, points["interval"])
    say(f"Without the luck of the dice: {side} {percent(points['value'])} of the points ({low} to {high}).")
    low, high = (f"{one:+.3f}" for one in luck["interval"])
    said = f"luck of a game on average {luck['value']:+.3f} ({low} to {high})"
    say(f"The variance is down {found['variance_down']:.1f} times; {said}.")
