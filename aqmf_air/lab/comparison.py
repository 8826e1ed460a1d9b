"""Two automatic players against each other, each seed twice with sides swapped: which is stronger, and by how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from aqmf_air.core.data.text import percent, plural
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.lab.long_task import LongTask, Part, ResultTable
from aqmf_air.lab.many_games import GameKey, SetUp, Table, played
from aqmf_air.lab.progress import TellDone
from aqmf_air.lab.results import Results
from aqmf_air.lab.statistics import IntervalEstimate, SequentialTest, elo_of, share
from aqmf_air.lab.workers import Where

BLOCK = 16
"""Seeds that are played of a scenario before the next one has its turn."""


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


@dataclass(frozen=True)
class CompareTask(LongTask[Table]):
    """Pairs of games until a test has ended. The order is fixed: the result does not depend on who played faster."""

    players: tuple[str, str]
    set_ups: tuple[tuple[str, SetUp, SetUp], ...]
    """The name of each scenario, and its set-up with the sides of the players either way."""
    seeds: range
    test: SequentialTest
    every: bool
    """Whether all are played, also when the test has ended."""
    ruleset: Ruleset[Any] = field(compare=False)

    counts = "game"

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every pair, in the order in which they count: of each scenario a block of seeds, then the next block."""
        blocks = (self.seeds[at : at + BLOCK] for at in range(0, len(self.seeds), BLOCK))
        each = (entry for block in blocks for entry in product(self.set_ups, block))
        return [Pair(named, (GameKey(first, seed), GameKey(second, seed))) for (named, first, second), seed in each]

    @cached_property
    def wanted(self) -> list[GameKey]:
        """The games: of a block of pairs those of one set-up together, so that they make a batch."""
        blocks = (self.pairs[at : at + BLOCK] for at in range(0, len(self.pairs), BLOCK))
        return list(dict.fromkeys(pair.games[which] for block in blocks for which in (0, 1) for pair in block))

    @property
    def most_workers(self) -> int:
        return len(self.wanted)

    def ended(self, result: Table) -> tuple[int, str] | None:
        """After how many pairs the test ends, and how; None: it goes on."""
        return None if self.every else self.test.ended(self._scored(result))

    def _scored(self, result: Table) -> Iterator[float]:
        """The share of the points that the first player won in each pair, up to the first that is not played."""
        for pair in self.pairs:
            scores = pair.scores(result, self.ruleset.players())
            if scores is None:
                return
            yield sum(scores) / 2

    def run(self, results: Results | None, there: Where, progress: TellDone) -> Table:
        assert results  # games are kept as they get done
        return played(results, self.wanted, there, progress, lambda result: self.ended(result) is not None)

    def document(self, result: Table) -> dict[str, Any]:
        counted = self.pairs[: end[0]] if (end := self.ended(result)) else self.pairs
        return document_of(self.players, self.ruleset.players(), counted, result, self.test)

    def parts(self, result: Table) -> Iterator[Part]:
        figures, test, (first, other) = self.document(result), self.test, self.players
        pairs, says = figures["pairs"], figures["test"]["says"]
        ends = f"won {figures['won']}, drawn {figures['drawn']}, lost {figures['lost']}"
        yield f"{first} against {other}: {plural(pairs, 'pair')} of games, sides swapped; {ends}."
        low, high = figures["elo"]["interval"]
        yield f"Elo of {first} above {other}: {figures['elo']['value']:+.0f} (95%: {low:+.0f} to {high:+.0f})."
        sides = list(figures["share"])
        rows = [
            (name, f"{row['pairs']:,}", _elo(row["elo"]), *(_share(row["share"][side]) for side in sides))
            for name, row in figures["scenarios"].items()
        ]
        heads = ("scenario", "pairs", "Elo", *(f"points as {self.ruleset.name_of(side)}" for side in sides))
        yield ResultTable(heads, rows, (1,))
        if says is None:
            verdict = f"cannot tell yet after {pairs:,} of {len(self.pairs):,} pairs: more --seeds, or a wider question"
        else:
            verdict = f"{first} is {'stronger' if says == 'stronger' else 'not stronger'}"
        question = f"{test.equal:g} Elo or {test.stronger:g}?"
        yield f"Sequential test ({question} wrong in {percent(test.false_alarm)} of cases at most, either way): {verdict}."


def document_of(
    players: tuple[str, str], sides: Sequence[str], pairs: Sequence[Pair], played: Table, test: SequentialTest
) -> dict[str, Any]:
    """A comparison, as data."""
    scored = [(pair, scores) for pair in pairs if (scores := pair.scores(played, sides)) is not None]
    each = [score for _, scores in scored for score in scores]
    end = test.ended(sum(scores) / 2 for _, scores in scored)

    def elo(which: Sequence[tuple[Pair, tuple[float, float]]]) -> IntervalEstimate:
        if players[0] == players[1]:  # half of each pair for certain, not by these games
            return IntervalEstimate(0.0, 0.0, 0.0)
        return elo_of([sum(scores) / 2 for _, scores in which])

    def of(which: Sequence[tuple[Pair, tuple[float, float]]]) -> dict[str, Any]:
        won = {side: sum(scores[at] for _, scores in which) for at, side in enumerate(sides)}
        shares = {side: share(points, len(which)).document() for side, points in won.items()}
        return {"pairs": len(which), "elo": elo(which).document(), "share": shares}

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


def _elo(figure: dict[str, Any]) -> str:
    low, high = figure["interval"]
    return f"{figure['value']:+.0f} ({low:+.0f} to {high:+.0f})"


def _share(figure: dict[str, Any]) -> str:
    low, high = figure["interval"]
    return f"{percent(figure['value'])} ({percent(low)} to {percent(high)})"
