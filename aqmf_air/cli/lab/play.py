"""``aqmf lab play``: many games between automatic sides, and how they ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.lab.common import cluster_option, opened, opened_lists, play_all, workers_option
from aqmf_air.cli.opened import SCENARIOS
from aqmf_air.cli.render import WholeNumber, json_option, percent, print_json, ruling_option, say, table

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Ruleset
    from aqmf_air.lab.many_games import Table

MOST_GAMES = 1_000_000


@click.command()
@click.argument("what", nargs=-1, required=True, metavar="SCENARIO | LIST LIST", shell_complete=SCENARIOS)
@click.option("--games", type=WholeNumber(1, MOST_GAMES), default=100, show_default=True, metavar="N", help="How many.")
@click.option(
    "--seed", type=WholeNumber(0, 2**62), default=1, show_default=True, help="The seed of the first; the rest follow."
)
@click.option("--luck", is_flag=True, help="Take the luck of the dice out: slower, and surer with as many games; see above.")
@click.option("--policy", nargs=2, metavar="A B", help="The automatic players of the two sides, in their order.")
@workers_option
@cluster_option
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
    workers: int | None,
    cluster: str | None,
    chosen: dict[str, Any],
    as_csv: bool,
    as_json: bool,
) -> None:
    """Play SCENARIO many times by itself, or have two lists of forces meet, and count who wins.

    Games are known by their seeds and kept: asked for again, or for more, only new ones are played, and what was cut off
    goes on where it was. Under other rules or with other automatic players nothing old is counted.

    With --luck the dice are spread evenly over the games, and fair in each: every second game has the dice of the one before
    mirrored (1 for 10, 2 for 9), and in every 30 games each die of the first throw shows each face equally often. So these
    are not the games that 'aqmf play' gives for the same seeds. What each throw was worth is then taken off the result. That
    is learned from the games: it takes 40 or more.
    """
    from aqmf_air.core.play.ruleset import Gauged
    from aqmf_air.lab.many_games import LEAST_FOR_LUCK, GameKey, as_rows, document_of, set_up, without_luck

    if as_csv and as_json:
        raise click.UsageError("--csv and --json cannot both be given")
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
    played = play_all([GameKey(of, number, luck) for number in range(seed, seed + games)], workers, cluster)
    if as_csv:
        click.echo(as_rows(named, played), nl=False)
        return
    document = document_of(rules.ruleset, named, played)
    if luck:
        document |= {"luck": without_luck(rules.ruleset, played)}
    if as_json:
        print_json(document)
        return
    say(f"{scenario.title}: {games:,} games by themselves, seeds {seed} to {seed + games - 1}.")
    print_ends(rules.ruleset, dict(of.policies), played)
    if luck:
        _tell_luck(rules.ruleset, document["luck"])


def print_ends(ruleset: Ruleset[Any], policies: dict[str, str], played: Table) -> None:
    """How games ended, for people."""
    from aqmf_air.lab.many_games import winner_of
    from aqmf_air.lab.statistics import outcome_counts, typical_length

    rows = []
    for outcome_count in outcome_counts(played.values(), ruleset.players()):
        p, plays = outcome_count.share, policies.get(outcome_count.by, "")
        shown = (f"{outcome_count.games:,}", percent(p.value), f"{percent(p.low)} to {percent(p.high)}")
        rows.append((winner_of(ruleset, outcome_count.by), plays, *shown))
    first = "won by" if len(ruleset.players()) > 1 else "ends"
    table((first, "plays by", "games", "share", "95%"), rows, right=(2, 3))
    length = typical_length(list(played.values()))
    say(f"A game lasts {length.turns.value:.1f} turns and {length.commands.value:.0f} orders on average.")


def _tell_luck(ruleset: Ruleset[Any], document: dict[str, Any]) -> None:
    from aqmf_air.lab.many_games import kinds_of_throws

    side, points, luck = ruleset.name_of(document["side"]), document["points"], document["mean_luck"]
    low, high = map(percent, points["interval"])
    say(f"Without the luck of the dice: {side} {percent(points['value'])} of the points ({low} to {high}).")
    low, high = (f"{bound:+.3f}" for bound in luck["interval"])
    text = f"luck of a game on average {luck['value']:+.3f} ({low} to {high})"
    say(f"The variance is down {document['variance_down']:.1f} times; {text}.")
    rows = [(order, f"{a_game:.1f}", percent(part)) for order, a_game, part in kinds_of_throws(document)]
    if rows:
        rows.append(("not accounted for", "", percent(document["unexplained"])))
        table(("dice of", "a game", "decide"), rows, right=(1, 2))
