"""``aqmf lab compare``: two automatic players against each other, each seed twice with sides swapped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from aqmf_air.cli.lab.common import cluster_option, opened, play_all, workers_option
from aqmf_air.cli.opened import open_registry
from aqmf_air.cli.render import Amount, json_option, percent, print_json, ruling_option, say, table
from aqmf_air.core.data.text import plural
from aqmf_air.plugins import kinds

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Ruleset
    from aqmf_air.lab.many_games import GameKey, SetUp, Table
    from aqmf_air.lab.statistics import IntervalEstimate, SequentialTest

BLOCK = 16
"""Seeds that are played of a scenario before the next one has its turn."""
MOST_SEEDS = 100_000


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


class Pair(NamedTuple):
    """Two games of one seed, sides swapped: the first player has the first side, then the second."""

    scenario: str
    games: tuple[GameKey, GameKey]

    def scores(self, played: Table, sides: Sequence[str]) -> tuple[float, float] | None:
        """The first player's points in each; None while one is not played. A draw, or a game given up, is half a point."""
        if not all(game in played for game in self.games):
            return None
        winners = [played[game].winner for game in self.games]
        first, other = (1.0 if win == own else 0.0 if win in sides else 0.5 for win, own in zip(winners, sides, strict=True))
        return first, other


@click.command()
@click.argument("first", metavar="POLICY")
@click.argument("other", metavar="POLICY")
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
@workers_option
@cluster_option
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
    workers: int | None,
    cluster: str | None,
    chosen: dict[str, Any],
    as_json: bool,
) -> None:
    """Which of two automatic players is stronger, and by how much?

    Each seed is played twice, sides swapped, so that a player against itself scores exactly half. A sequential test
    ends it as soon as it is sure enough. The order is fixed: what is said does not depend on who played faster.
    """
    from aqmf_air.lab.many_games import policy_of, set_up
    from aqmf_air.lab.statistics import SequentialTest

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
    pairs = list(_pairs(both, seeds))
    test = SequentialTest(equal, stronger, errors, errors)

    def settled(played: Table) -> bool:
        return not every and test.ended(_scored(pairs, played, sides)) is not None

    games = dict.fromkeys(game for at in range(0, len(pairs), BLOCK) for game in _in_order(pairs[at : at + BLOCK]))
    played = play_all(list(games), workers, cluster, settled)
    end = None if every else test.ended(_scored(pairs, played, sides))
    counted = pairs[: end[0]] if end else pairs
    document = document_of(players, sides, counted, played, test)
    if as_json:
        print_json(document)
    else:
        _tell(rules.ruleset, players, document, test, len(pairs))


def _pairs(both: Sequence[tuple[str, SetUp, SetUp]], seeds: range) -> Iterator[Pair]:
    """Every pair, in the order in which they count: of each scenario a block of seeds, then the next block."""
    from aqmf_air.lab.many_games import GameKey

    for at in range(0, len(seeds), BLOCK):
        for (named, first, second), seed in product(both, seeds[at : at + BLOCK]):
            yield Pair(named, (GameKey(first, seed), GameKey(second, seed)))


def _in_order(pairs: Sequence[Pair]) -> Iterator[GameKey]:
    """Games of one set-up together, so that they make a task."""
    for which in (0, 1):
        yield from (pair.games[which] for pair in pairs)


def _scored(pairs: Sequence[Pair], played: Table, sides: Sequence[str]) -> Iterator[float]:
    """The share of the points that the first player won in each pair, up to the first that is not played."""
    for pair in pairs:
        scores = pair.scores(played, sides)
        if scores is None:
            return
        yield sum(scores) / 2


def document_of(
    players: tuple[str, str], sides: Sequence[str], pairs: Sequence[Pair], played: Table, test: SequentialTest
) -> dict[str, Any]:
    """A comparison, as data."""
    from aqmf_air.lab.statistics import IntervalEstimate, elo_of, share

    scored = [(pair, scores) for pair in pairs if (scores := pair.scores(played, sides)) is not None]
    each = [score for _, scores in scored for score in scores]
    end = test.ended(sum(scores) / 2 for _, scores in scored)

    def elo(which: Sequence[tuple[Pair, tuple[float, float]]]) -> IntervalEstimate:
        if players[0] == players[1]:  # half of each pair for certain, not by these games
            return IntervalEstimate(0.0, 0.0, 0.0)
        return elo_of([sum(scores) / 2 for _, scores in which])

    def of(which: Sequence[tuple[Pair, tuple[float, float]]]) -> dict[str, Any]:
        return {
            "pairs": len(which),
            "elo": _document(elo(which)),
            "share": {
                side: _document(share(sum(scores[at] for _, scores in which), len(which))) for at, side in enumerate(sides)
            },
        }

    return {
        "players": list(players),
        "pairs": len(scored),
        "games": len(each),
        "won": each.count(1.0),
        "drawn": each.count(0.5),
        "lost": each.count(0.0),
        **of(scored),
        "test": {
            "equal": test.equal,
            "stronger": test.stronger,
            "errors": [test.false_alarm, test.missed],
            "ratio": test.ratio([sum(scores) / 2 for _, scores in scored]),
            "bounds": list(test.bounds),
            "says": end[1] if end else None,
        },
        "scenarios": {
            name: of([entry for entry in scored if entry[0].scenario == name])
            for name in dict.fromkeys(pair.scenario for pair, _ in scored)
        },
    }


def _document(figure: IntervalEstimate) -> dict[str, Any]:
    return {"value": figure.value, "interval": [figure.low, figure.high]}


def _tell(ruleset: Ruleset[Any], players: tuple[str, str], figures: dict[str, Any], test: SequentialTest, most: int) -> None:
    first, other = players
    pairs = figures["pairs"]
    ends = f"won {figures['won']}, drawn {figures['drawn']}, lost {figures['lost']}"
    say(f"{first} against {other}: {plural(pairs, 'pair')} of games, sides swapped; {ends}.")
    low, high = figures["elo"]["interval"]
    say(f"Elo of {first} above {other}: {figures['elo']['value']:+.0f} (95%: {low:+.0f} to {high:+.0f}).")
    sides = list(figures["share"])
    rows = [
        (name, f"{row['pairs']:,}", _elo(row["elo"]), *(_share(row["share"][side]) for side in sides))
        for name, row in figures["scenarios"].items()
    ]
    table(("scenario", "pairs", "Elo", *(f"points as {ruleset.name_of(side)}" for side in sides)), rows, right=(1,))
    says = figures["test"]["says"]
    if says is None:
        verdict = f"cannot tell yet after {pairs:,} of {most:,} pairs: more --seeds, or a wider question"
    else:
        verdict = f"{first} is {'stronger' if says == 'stronger' else 'not stronger'}"
    question = f"{test.equal:g} Elo or {test.stronger:g}?"
    say(f"Sequential test ({question} wrong in {percent(test.false_alarm)} of cases at most, either way): {verdict}.")


def _elo(figure: dict[str, Any]) -> str:
    low, high = figure["interval"]
    return f"{figure['value']:+.0f} ({low:+.0f} to {high:+.0f})"


def _share(figure: dict[str, Any]) -> str:
    low, high = figure["interval"]
    return f"{percent(figure['value'])} ({percent(low)} to {percent(high)})"
