"""What a laboratory is asked: how line-ups fare, what forces are worth, a report of all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Any, TypeVar

from aqmf_air.core.data.text import percent, plural
from aqmf_air.errors import QuestionError
from aqmf_air.lab.force_swap import GAMES
from aqmf_air.lab.laboratory import Force, Gauntlet, Lineup, Terms, values_of
from aqmf_air.lab.long_task import CsvTask, Headline, LongTask, Part, ResultTable
from aqmf_air.lab.prices import CANNOT, JUDGED, Price
from aqmf_air.lab.progress import TellDone
from aqmf_air.lab.report import Report
from aqmf_air.lab.results import Results
from aqmf_air.lab.solving import points_of, said_lineup
from aqmf_air.lab.statistics import IntervalEstimate
from aqmf_air.lab.verdicts import Verdict, Yardstick, verdict
from aqmf_air.lab.workbench import DUEL, EXACT, Task, Workbench
from aqmf_air.lab.workers import Where

R = TypeVar("R")
LEFT = {"a": "is left alone", "b": "is left alone", "both": "both are destroyed or gone", "undecided": "undecided"}
"""How a duel ends, in words."""
DUEL_HEADS = ("a", "b", "points_a", "points_b", "a_left", "b_left", "both_gone", "undecided", "lost_a", "lost_b")
"""The columns of duels as comma-separated values; those of terms come before them."""
MOST_SENTENCES = 3
"""Units at most whose verdicts are told in sentences below the table."""
PRICE_HEADS = (
    "name", "points", "fair", "low", "high", "destroys", "loses", "by_duels", "in_games", "in_games_low", "in_games_high",
    "games", "verdict", "because",
)  # fmt: skip
"""The columns of prices as comma-separated values, as those of :data:`aqmf_air.lab.report.HEADS`."""


@dataclass(frozen=True)
class BenchTask(LongTask[R]):
    """What the laboratory of a game is asked, on some terms."""

    bench: Workbench
    terms: Terms

    def basis(self, **more: Any) -> dict[str, Any]:
        """What results rest on: the terms, the rulings and the rules."""
        bench = self.bench
        rulings, rules = dict(bench.chosen), bench.rules[:16]
        return {"ruleset": bench.ruleset.id, "terms": values_of(self.terms), "rulings": rulings, "rules": rules, **more}


@dataclass(frozen=True)
class DuelTask(BenchTask[tuple[dict[str, Any], ...]]):
    """How two line-ups fare against each other. The result is that of :data:`DUEL`, and that of :data:`EXACT`.
    Raises QuestionError: the two do not meet.
    """

    lineups: tuple[Lineup, Lineup]
    in_fractions: bool = True

    counts = "states"
    growing = True

    def __post_init__(self) -> None:
        assert self.tasks  # what does not meet is refused here

    @cached_property
    def tasks(self) -> list[Task]:
        """What is worked out."""
        return [self.bench.task(kind, *self.lineups, self.terms) for kind in (DUEL, EXACT)[: 1 + self.in_fractions]]

    @property
    def sides(self) -> list[tuple[str, str, int]]:
        """Each side: ``a`` and ``b``, the line-up in words, its points."""
        forces = self.bench.forces
        return [(side, said_lineup(own), points_of(own, forces)) for side, own in zip("ab", self.lineups, strict=True)]

    def run(self, results: Results | None, there: Where, progress: TellDone) -> tuple[dict[str, Any], ...]:
        bench = self.bench.keeping(results)
        return tuple(bench.result(task, progress) for task in self.tasks)

    def document(self, result: tuple[dict[str, Any], ...]) -> dict[str, Any]:
        duel, exact = result
        ends = duel["ends"]
        return {
            **{side: name for side, name, _ in self.sides},
            "win": {"a": ends["a"], "b": ends["b"], "neither": ends["both"] + ends["undecided"]},
            "exact": True,
            "ends": ends,
            "lost": duel["lost"],
            "points": {side: points for side, _, points in self.sides},
            "fractions": {"ends": exact["ends"], "lost": exact["lost"]},
            "basis": self.basis(states=duel["states"], transitions=duel["transitions"]),
        }

    def parts(self, result: tuple[dict[str, Any], ...]) -> Iterator[Part]:
        duel, names = result[0], {side: name for side, name, _ in self.sides}
        yield Headline(" against ".join(f"{name} ({points} points)" for _, name, points in self.sides))
        ends = [(f"{names[end]} {how}" if end in names else how, float(duel["ends"][end])) for end, how in LEFT.items()]
        yield ResultTable(("how it ends", "chance", ""), [(end, percent(chance), chance) for end, chance in ends], (1,))
        shares = [(name, duel["lost"][side], points) for side, name, points in self.sides]
        lost = [(name, f"{100 * share:.1f}%", f"{share * points:.0f} points") for name, share, points in shares]
        yield ResultTable(("lost on average", "", ""), lost, (1, 2))
        yield f"Exact, from {duel['states']:,} states ({_terms_in_words(self.terms, ', ')})."
        yield from self.bench.laboratory.rules


@dataclass(frozen=True)
class MatrixTask(BenchTask[list[dict[str, Any]]], CsvTask[list[dict[str, Any]]]):
    """Forces against their foes, one of each. The result is that of each of the :attr:`cases`."""

    row_forces: tuple[Force, ...]
    column_forces: tuple[Force, ...]
    under: tuple[Terms, ...]

    counts = "duel"
    line_end = "\r\n"

    @classmethod
    def of(
        cls, bench: Workbench, terms: Terms, names: Sequence[str], foes: Sequence[str] = (), *, every: bool = False
    ) -> MatrixTask:
        """Forces of these names, or all of the first side; against these foes, or all that there are.

        ``every``: under each combination of values that options of few values have, not on these terms alone.

        Raises QuestionError: none of them meet.
        Raises UnknownNameError: there is none of a name; with near ones.
        """
        few = {option.field: values for option in terms.options() if (values := option.kind.every(_no_names)) is not None}
        changes = [dict(zip(few, values, strict=True)) for values in product(*few.values())] if every else [{}]
        under = tuple(replace(terms, **changed) for changed in changes)
        rows, columns = _sides_of(bench, names, foes, terms)
        task = cls(bench, terms, tuple(rows), tuple(columns), under)
        assert task.tasks  # what does not meet is refused here
        return task

    @cached_property
    def pairs(self) -> list[tuple[Force, Force]]:
        """Those who meet."""
        pairs = product(self.row_forces, self.column_forces)
        return [pair for pair in pairs if self.bench.laboratory.opposed(*pair)]

    @cached_property
    def tasks(self) -> list[Task]:
        """What is worked out."""
        lineups = [(case, ((row.name, 1),), ((column.name, 1),)) for case, (row, column) in product(self.under, self.pairs)]
        return [self.bench.task(DUEL, own, other, case) for case, own, other in lineups]

    def run(self, results: Results | None, there: Where, progress: TellDone) -> list[dict[str, Any]]:
        cases = product(self.under, self.pairs)
        outcomes = self.bench.keeping(results).all_results(self.tasks, there, progress)
        return [
            {"a": a.name, "b": b.name, "points": {"a": a.points, "b": b.points}, "terms": values_of(case), **outcome}
            for (case, (a, b)), outcome in zip(cases, outcomes, strict=True)
        ]

    def document(self, result: list[dict[str, Any]]) -> dict[str, Any]:
        return {"duels": result, "basis": self.basis()}

    def rows(self, result: list[dict[str, Any]]) -> Iterator[Sequence[Any]]:
        yield [*values_of(self.terms), *DUEL_HEADS]
        for duel in result:
            ends, lost = duel["ends"], duel["lost"]
            chances = [ends["a"], ends["b"], ends["both"], ends["undecided"], lost["a"], lost["b"]]
            yield [*duel["terms"].values(), duel["a"], duel["b"], *duel["points"].values(), *chances]

    def parts(self, result: list[dict[str, Any]]) -> Iterator[Part]:
        rows, columns = self.row_forces, self.column_forces
        for number, case in enumerate(self.under):
            yield Headline(_terms_in_words(case, "; "))
            duels = result[number * len(self.pairs) : (number + 1) * len(self.pairs)]
            shares = {(duel["a"], duel["b"]): f"{100 * duel['ends']['a']:.0f}%" for duel in duels}
            if len(rows) == 1:
                foes = [(foe.name, foe.points, shares.get((rows[0].name, foe.name), "-")) for foe in _listed(columns)]
                yield ResultTable(("against", "points", rows[0].name), foes, (1, 2))
                continue
            names = [foe.name for foe in columns]
            lines: list[tuple[str | int, ...]] = [
                (row.name, row.points, *(shares.get((row.name, name), "-") for name in names)) for row in _listed(rows)
            ]
            yield ResultTable(("", "points", *names), lines, range(1, len(names) + 2))
        yield f"Percent: how often {rows[0].name if len(rows) == 1 else 'it'} is left alone. A dash: the two do not meet."


def _sides_of(bench: Workbench, names: Sequence[str], foes: Sequence[str], terms: Terms) -> tuple[list[Force], list[Force]]:
    """The forces of the rows and of the columns. Raises as :meth:`MatrixTask.of`."""
    kept_away = bench.laboratory.kept_away
    able = [force for force in bench.forces.values() if not kept_away(force, terms)]
    sides = list(dict.fromkeys(force.side for force in able))
    rows = bench.named(names) or [force for force in able if force.side == sides[0]]
    for force in rows:
        if why := kept_away(force, terms):
            raise QuestionError(f"{force.name} meets nobody: {why}")
    columns = bench.named(foes) or [yardstick for yardstick in bench.laboratory.yardsticks(rows) if yardstick in able]
    if not any(bench.laboratory.opposed(row, column) for row in rows for column in columns):
        raise QuestionError(f"{rows[0].name} and {columns[0].name} do not meet" if columns else "nobody is there to meet")
    return rows, columns


def _terms_in_words(terms: Terms, between: str) -> str:
    return between.join(f"{name} {value}" for name, value in values_of(terms).items() if value is not None)


def _no_names() -> Any:
    raise AssertionError("terms name nothing")


def _listed(forces: Sequence[Force]) -> list[Force]:
    return sorted(forces, key=lambda force: (force.kind, force.points, force.name))


@dataclass(frozen=True)
class PriceTask(BenchTask[list[Price]], CsvTask[list[Price]]):
    """What forces of one side are worth, beside the one whose price is taken as right."""

    forces: tuple[Force, ...]
    alone: bool
    """Whether the document is that of the only one."""
    explained: bool = False
    """Whether people are told how the figures come about."""

    counts = "trial"

    def run(self, results: Results | None, there: Where, progress: TellDone) -> list[Price]:
        return self.bench.keeping(results).prices(self.forces, self.terms, there, progress)

    def document(self, result: list[Price]) -> Any:
        gauntlet = self.bench.gauntlet_for(self.forces)
        mixes, varied = gauntlet.mixes, {name: list(values) for name, values in gauntlet.varied.items()}
        more = {"anchor": gauntlet.anchor, "anchor_points": gauntlet.points, "mix": next(iter(mixes)), "mixes": mixes}
        basis = self.basis(**more, varied=varied)
        worths = self._in_games(result)
        documents = [
            {
                **price.document(),
                "in_games": worths[price.force].document("played") if price.force in worths else None,
                "games": self.bench.laboratory.games_of(price.force),
                "verdict": (end := self._verdict(price)).word,
                "because": end.because,
                "basis": basis,
            }
            for price in result
        ]
        return documents[0] if self.alone else documents

    def _in_games(self, prices: Sequence[Price]) -> dict[str, IntervalEstimate]:
        """What forces were worth in games that were played when the game was made, of those of which that was measured."""
        played_out = self.bench.laboratory.played_out
        return {price.force: worth for price in prices if (worth := played_out(price.force)) is not None}

    def _verdict(self, price: Price) -> Verdict:
        gauntlet = self.bench.gauntlet_for(self.forces)
        asks = len({gauntlet.points, *(force.points for force in self.bench.to_be_priced(()))}) > 1
        worth, fair = self.bench.laboratory.played_out(price.force), None if price.unjudged else price.fair
        return verdict(price.force, price.points, fair, worth, Yardstick(gauntlet.anchor, gauntlet.points, asks))

    def rows(self, result: list[Price]) -> Iterator[Sequence[Any]]:
        yield PRICE_HEADS
        worths = self._in_games(result)
        for price in result:
            by_duels, none = "" if price.fair is None else price.unjudged or JUDGED, (None, None, None)
            exact = price.force, price.points, price.fair, *(price.interval or (None, None)), *price.toll, by_duels
            games = self.bench.laboratory.games_of(price.force)
            yield *exact, *worths.get(price.force, none), games, *self._verdict(price)[1:]

    def parts(self, result: list[Price]) -> Iterator[Part]:
        worths, gauntlet = self._in_games(result), self.bench.gauntlet_for(self.forces)
        verdicts = {price.force: self._verdict(price) for price in result} if worths else {}
        yield from price_parts(result, gauntlet, worths, verdicts, explained=self.explained)
        if self.explained and worths:
            yield f"In games: {self.bench.laboratory.how_played()}"
        further = "" if self.explained else "--explain says how the figures were found; "
        yield f"Next: {further}'{self.bench.command('report')} -o report.html' has all of them in pictures."


def price_parts(
    prices: Sequence[Price],
    gauntlet: Gauntlet,
    in_games: Mapping[str, IntervalEstimate] = MappingProxyType({}),
    verdicts: Mapping[str, Verdict] = MappingProxyType({}),
    *,
    explained: bool = True,
) -> Iterator[Part]:
    """Prices for people, the best first: by what forces were worth in games for what is asked, where that was measured of
    any, with a verdict on each; those of which it was not behind these, by exact duels.
    """
    mix = next(iter(gauntlet.mixes.values()))
    if in_games:
        yield Headline(f"What {plural(len(prices), 'unit')} may be worth: {gauntlet.anchor} is at {gauntlet.points} points")
        best_first = sorted(prices, key=lambda price: _rank(price, in_games.get(price.force)))
        yield _played_rows(best_first, in_games, verdicts)
        if len(prices) <= MOST_SENTENCES:
            yield from (f"{price.force}: {verdicts[price.force].sentence}." for price in best_first)
    if explained or not in_games:
        yield Headline(f"Fair by exact duels, where {gauntlet.anchor} is at {gauntlet.points} points")
        yield _duel_rows(prices)
    unjudged: dict[str, list[str]] = {}
    if in_games and not explained:
        if any(price.unjudged for price in prices):
            yield "By duels -: they cannot judge it; --explain says why."
        return
    for price in prices:
        unjudged.setdefault(price.unjudged, []).append(price.force)
    for why, names in unjudged.items():
        if why:
            yield f"{CANNOT.capitalize()} {', '.join(names)}: {why}"
    if not explained:
        return
    foes = ", ".join(f"{weight} {foe}" for foe, weight in mix.items())
    varied = "; ".join(f"{name} {', '.join(map(str, values))}" for name, values in gauntlet.varied.items())
    yield f"Fair: against {foes}; a foe that is destroyed is replaced at once. Destroys: points of foes; loses: of itself."
    yield f"Range: over the mixes {', '.join(gauntlet.mixes)} and {varied}. It is no interval of confidence."


def _rank(price: Price, worth: IntervalEstimate | None) -> tuple[bool, float, str]:
    """The best for its points first, by games; those that were not tried there last, by duels."""
    return worth is None, -(worth.value if worth else price.fair or 0) / max(1, price.points), price.force


def _played_rows(
    prices: Sequence[Price], in_games: Mapping[str, IntervalEstimate], verdicts: Mapping[str, Verdict]
) -> ResultTable:
    rows = []
    for price in prices:
        played = in_games[price.force].in_words if price.force in in_games else "-"
        duels = "-" if price.unjudged else f"{price.fair:.0f}" if price.fair is not None else "no price"
        rows.append((price.force, price.points, played, duels, verdicts[price.force].cell))
    return ResultTable(("", "asked", "in games (95%)", "by duels", "verdict"), rows, (1, 2, 3))


def _duel_rows(prices: Sequence[Price]) -> ResultTable:
    rows = []
    for price in sorted(prices, key=lambda price: (-(price.fair or 0) / max(1, price.points), price.force)):
        fair = f"{price.fair:.0f}" if price.fair is not None else "no price"
        more = f"{100 * (price.fair / price.points - 1):+.0f}%" if price.fair is not None and price.points else ""
        toll = f"{price.toll.gained:.0f}", f"{100 * price.toll.lost:.0f}%"
        rows.append((price.force, price.points, fair, CANNOT if price.unjudged else more, price.span or "-", *toll))
    heads = ("", "asked", "fair", "by duels", "range", "destroys", "loses")
    return ResultTable(heads, rows, range(1, len(heads)))


@dataclass(frozen=True)
class ReportTask(BenchTask[Report], CsvTask[Report]):
    """Every force, or those of these names: prices, pairings, what drives them, and whole games beside them."""

    names: tuple[str, ...] = ()
    games: int = GAMES
    """Whole games of each force that the game has for that."""

    counts = "result"

    def shipped(self) -> Report | None:
        """The report that came with the game, if it is the one that is asked for: of every force on the usual terms, while
        the figures that its prices hang on are the same.
        """
        if self.names or self.games != GAMES or self.terms != self.bench.terms({}):
            return None
        report = self.bench.shipped_report()
        return None if report is None or report.aged or report.further else report

    def run(self, results: Results | None, there: Where, progress: TellDone) -> Report:
        return self.bench.keeping(results).report(self.terms, there, progress, names=self.names, games=self.games)

    def document(self, result: Report) -> dict[str, Any]:
        return result.document()

    def rows(self, result: Report) -> list[list[Any]]:
        return result.table()

    def parts(self, result: Report) -> Iterator[Part]:
        counted = ", ".join(f"{many} {word}" for _, word, many in result.counted)
        yield f"{len(result.priced)} prices of {len(result.judged)} {result.noun}s: {counted}"
