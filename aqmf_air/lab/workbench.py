"""The laboratory at work: the forces of a game under its rules, results that are kept, and processes that work them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from os import cpu_count
from typing import Any, NamedTuple, cast

from aqmf_air import __version__
from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.core.play.ruleset import Duels
from aqmf_air.core.play.rulings import settle
from aqmf_air.errors import DataError, QuestionError, WorkerError
from aqmf_air.lab.force_swap import ForceSwap
from aqmf_air.lab.laboratory import Force, Gauntlet, Laboratory, Lineup, Terms, values_of
from aqmf_air.lab.many_games import played_by
from aqmf_air.lab.prices import Price, Toll, foes_of, priced, variations
from aqmf_air.lab.progress import InTurn, TellDone
from aqmf_air.lab.report import Judged, MeetingEnd, Report, WholeGames, best_first
from aqmf_air.lab.results import Results, digest, rules_key
from aqmf_air.lab.solving import chain_of, read_lineup, solved, tried, untold
from aqmf_air.lab.workers import Where, uncollected
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry
from aqmf_air.plugins.rules_in_force import rules_named

DUEL, EXACT, TRIAL = "duel", "duel, exact", "trial"
"""Kinds of results."""

Pair = tuple[Lineup, Lineup]
Key = tuple[str, str]
"""The kind of a result, and by what it is kept."""


@dataclass(frozen=True)
class Task:
    """Something to be worked out: its kind of result, two line-ups, and the words of the terms."""

    kind: str
    one: Lineup
    other: Lineup
    terms: tuple[tuple[str, str], ...] = ()


class Workbench:
    """The laboratory of a game, by its id. ``chosen`` are rulings by name, the rest are as by default; ``results`` has what
    was worked out before, None: nothing is kept.

    Raises UnknownNameError: there is no such game.
    Raises DataError: it has no laboratory, or a ruling does not exist.
    """

    def __init__(
        self, registry: Registry, ruleset: str, chosen: Mapping[str, Any] | None = None, results: Results | None = None
    ) -> None:
        self.registry, self.results, self.chosen = registry, results, dict(chosen or {})
        self.ruleset = registry.ruleset(ruleset)
        rulings = settle(self.ruleset.rulings, self.chosen, "--ruling")
        contributed = registry.of(kinds.LABORATORIES, self.ruleset.id)
        if not contributed:
            titles = ", ".join(other for other in registry.rulesets if registry.of(kinds.LABORATORIES, other))
            if isinstance(self.ruleset, Duels):
                raise DataError(f"{self.ruleset.title} has no exact duels: 'aqmf lab play TYPE TYPE' plays whole ones")
            raise DataError(f"{self.ruleset.title} has no laboratory; those that have one: {titles or 'none'}")
        kind: type[Laboratory] = contributed[min(contributed)].load(Laboratory)
        self.laboratory = kind(self.ruleset, rulings)
        self.rules = rules_key(
            self.ruleset.id,
            played_by(rules_named(self.ruleset.id, registry)),
            [(plugin.name, plugin.version) for plugin in registry.rules_versions(self.ruleset.id)],
            rulings.model_dump(mode="json"),
            self.laboratory.tables(),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Workbench) and (self.rules, self.forces) == (other.rules, other.forces)

    def __hash__(self) -> int:
        return hash(self.rules)

    def keeping(self, results: Results | None) -> Workbench:
        """The same with these results."""
        bench = copy(self)
        bench.results = results
        return bench

    @cached_property
    def forces(self) -> Mapping[str, Force]:
        """Every force, by name."""
        return self.laboratory.forces()

    def lineup(self, text: str, *, visitors: bool = True) -> Lineup:
        """A line-up from words. Raises UnknownNameError, QuestionError: as :func:`read_lineup`."""
        return read_lineup(text, self.laboratory, visitors=visitors)

    def terms(self, words: Mapping[str, str]) -> Terms:
        """The terms that words make. Raises QuestionError: a word is no value of its option."""
        return self.laboratory.terms.read(words)

    def task(self, kind: str, own: Lineup, other: Lineup, terms: Terms) -> Task:
        """What is to be worked out. Raises QuestionError: the two do not meet."""
        mine, theirs = self.forces[own[0][0]], self.forces[other[0][0]]
        for force in (mine, theirs):
            if why := self.laboratory.kept_away(force, terms):
                raise QuestionError(f"{force.name} meets nobody: {why}")
        if not self.laboratory.opposed(mine, theirs):
            raise QuestionError(f"{mine.name} and {theirs.name} are on one side")
        return Task(kind, own, other, terms.words())

    def key(self, task: Task) -> str:
        """By which its result is kept: it is the same for what differs in name alone."""
        return digest(self.laboratory.facts(task.one, task.other, self.terms(dict(task.terms))))

    @uncollected()
    def work_out(self, task: Task, progress: TellDone = untold) -> dict[str, Any]:
        """The result of a task, worked out anew. Raises EnumerationLimitError: it has too many states."""
        terms = self.terms(dict(task.terms))
        if task.kind == TRIAL:
            trial = self.laboratory.trial(task.one[0][0], task.other[0][0], terms)
            return tried(trial, chain_of(trial, progress))
        meeting = self.laboratory.meeting(task.one, task.other, terms)
        chain = chain_of(meeting, progress)
        if task.kind == EXACT:
            exact = solved(meeting, chain, exactly=True)
            return {part: {name: str(value) for name, value in values.items()} for part, values in exact.items()}
        return solved(meeting, chain)

    def result(self, task: Task, progress: TellDone = untold) -> dict[str, Any]:
        """The same, from what is kept if it is there; it is kept from now on."""
        key = self.key(task)
        result: dict[str, Any] | None = self.results.get(self.rules, task.kind, key) if self.results else None
        if result is None:
            result = self.work_out(task, progress)
            if self.results:
                self.results.put(self.rules, task.kind, {key: result})
        return result

    @uncollected()
    def all_results(self, tasks: Sequence[Task], there: Where = None, progress: TellDone = untold) -> list[dict[str, Any]]:
        """The results of tasks, in their order; what is not kept is worked out ``there``, or here (None).

        Each is kept as soon as it is there, so that nothing of it is lost when the rest is interrupted.
        """
        keys = [self._kept_as(task) for task in tasks]
        results = self._kept(tasks)
        missing = {key: task for key, task in zip(keys, tasks, strict=True) if key not in results}
        progress(0, len(missing))
        for done, ((kind, key), result) in enumerate(self._worked_out(missing, there), 1):
            results[kind, key] = result
            if self.results:
                self.results.put(self.rules, kind, {key: result})
            progress(done, len(missing))
        return [results[key] for key in keys]

    def _kept_as(self, task: Task) -> Key:
        return task.kind, self.key(task)

    def _kept(self, tasks: Sequence[Task]) -> dict[Key, dict[str, Any]]:
        """What is kept of the kinds of some tasks."""
        kinds = {task.kind for task in tasks} if self.results else set()
        results = {kind: cast("Results", self.results).all(self.rules, kind) for kind in kinds}
        return {(kind, key): row for kind, rows in results.items() for key, row in rows.items()}

    def _worked_out(self, missing: Mapping[Key, Task], there: Where) -> Iterator[tuple[Key, dict[str, Any]]]:
        batches: dict[Pair, dict[Key, Task]] = {}
        for key, task in missing.items():  # what two line-ups meet for shares much of its work
            batches.setdefault((task.one, task.other), {})[key] = task
        for_workers: list[Batch] = []
        for batch in batches.values():
            names = {name for task in batch.values() for name, _ in (*task.one, *task.other)}
            if there is None or not names.isdisjoint(self.laboratory.visitors):  # forces that workers do not have
                yield from ((key, self.work_out(task)) for key, task in batch.items())
            else:
                for_workers.append(Batch(self.ruleset.id, tuple(self.chosen.items()), self.rules, tuple(batch.items())))
        if there is None or not for_workers:
            return
        with there() as workers:
            for _, answers in workers.done(results_of, for_workers):
                yield from answers.items()

    def to_be_priced(self, names: Iterable[str]) -> list[Force]:
        """The forces of these names, or all that there is a price for.
        Raises UnknownNameError: there is none of a name; with near ones.
        Raises QuestionError: there is no price for one.
        """
        named = self.named(names)
        for force in named:
            if force.idle:
                raise QuestionError(f"{force.name} has no price here: {force.idle}")
            if self.laboratory.gauntlet(force.side) is None:
                raise QuestionError(f"{force.name} has no price here: {self.laboratory.unpriced(force.side)}")
        able = [each for each in self.forces.values() if not each.idle and self.laboratory.gauntlet(each.side) is not None]
        if not (named or able):
            raise QuestionError(f"{self.ruleset.title} has no prices to be judged")
        return named or able

    def command(self, name: str) -> str:
        """How a command of the laboratory is called for this game at a terminal."""
        game = "" if self.ruleset.id == DEFAULT_RULESET else f" --ruleset {self.ruleset.id}"
        return f"aqmf lab{game} {name}"

    def gauntlet_for(self, forces: Sequence[Force]) -> Gauntlet:
        """By what forces are priced; of one side."""
        gauntlet = self.laboratory.gauntlet(forces[0].side)
        assert gauntlet is not None  # to_be_priced comes first
        return gauntlet

    def prices(self, forces: Sequence[Force], terms: Terms, there: Where = None, progress: TellDone = untold) -> list[Price]:
        """What forces of one side are worth, by every mix and variation of their gauntlet."""
        trials = self._trials(forces, terms)
        return self._priced(forces, terms, trials, self.all_results(list(trials.values()), there, progress))

    def kept_price(self, force: Force, terms: Terms) -> Price | None:
        """What a force is worth, if all that this takes is kept."""
        tasks = list(self._trials([force], terms).values())
        missing = {self._kept_as(task) for task in tasks} - self._kept(tasks).keys()
        return None if missing else self.prices([force], terms)[0]

    def _trials(self, forces: Sequence[Force], terms: Terms) -> dict[tuple[str, str, Terms], Task]:
        """The trials that forces of one side are priced by: by force, foe and terms."""
        gauntlet = self.gauntlet_for(forces)
        under = variations(terms, gauntlet)
        for name in (*(force.name for force in forces), gauntlet.anchor, *foes_of(gauntlet)):
            if why := self.laboratory.kept_away(self.forces[name], terms):
                whose = "" if any(name == force.name for force in forces) else ", by which prices are measured,"
                raise QuestionError(f"no price on these terms: {name}{whose} meets nobody: {why}")
        names = dict.fromkeys((gauntlet.anchor, *(force.name for force in forces)))
        keys = [(name, foe, varied) for name in names for foe in foes_of(gauntlet) for varied in under]
        return {key: self.task(TRIAL, ((key[0], 1),), ((key[1], 1),), key[2]) for key in keys}

    def _priced(
        self, forces: Sequence[Force], terms: Terms, trials: Iterable[tuple[str, str, Terms]], results: Iterable[Any]
    ) -> list[Price]:
        """The prices of forces by the results of their trials, in the same order; further results are not looked at."""
        tolls = {key: Toll(result["gained"], result["lost"]) for key, result in zip(trials, results, strict=False)}
        gauntlet, unjudged = self.gauntlet_for(forces), self.laboratory.cannot_judge
        under = variations(terms, gauntlet)
        prices = [priced(force.name, force.points, gauntlet, tolls, under) for force in forces]
        return [replace(price, unjudged=unjudged(price.force)) for price in prices]

    def report(
        self, terms: Terms, there: Where = None, progress: TellDone = untold, names: Iterable[str] = (), games: int = 0
    ) -> Report:
        """Every force, or those of these names, with prices and pairings. What is kept is not worked out again.

        Args:
            terms: those of prices and pairings.
            there: where it is worked out; None: here.
            progress: told of the prices and the pairings, then of the games, as one count.
            names: none: every force.
            games: how many whole games stand beside the prices of each force that the game has for that.

        Raises as :meth:`to_be_priced`.
        """
        able = self.to_be_priced(names)
        foes = self.laboratory.yardsticks(able)
        pairs = [(mine, foe) for mine in able for foe in foes]
        tasks = [self.task(DUEL, ((mine.name, 1),), ((foe.name, 1),), terms) for mine, foe in pairs]
        trials = self._trials(able, terms)
        staged = self.laboratory.staged() if games else None
        forces = [name for name in staged.forces if name in {force.name for force in able}] if staged else []
        rules = rules_named(self.ruleset.id, self.registry) if forces else None
        stage = ForceSwap(rules, staged, forces, games) if rules and staged else None
        count = InTurn(progress, [0, stage.missing(self.results) if stage else 0])
        every = self.all_results([*trials.values(), *tasks], there, count.part(0))
        prices, ends_found = self._priced(able, terms, trials, every), every[len(trials) :]
        met: dict[str, dict[str, MeetingEnd]] = {}
        for (mine, foe), result in zip(pairs, ends_found, strict=True):
            ends, lost = result["ends"], result["lost"]
            met.setdefault(mine.name, {})[foe.name] = MeetingEnd(ends["a"], ends["b"], lost["a"], lost["b"])
        by_force = {price.force: price for price in prices}
        whole = stage.played(self.results, there, count.part(1), by_force) if stage else None
        shown = self.named(names) or list(self.forces.values())
        return self._report(terms, shown, able, by_force, met, whole)

    def shipped_report(self) -> Report | None:
        """The report on the usual terms that comes with the game, of the forces that it is about and of those that have no
        price; None: there is none, or not under these rulings. Its ``basis`` has the digest of the rules that it is of.
        """
        from aqmf_air.lab.shipped_report import figures_of, shipped_report

        file = self.laboratory.report_file() if self.laboratory.as_it_comes() else None
        if file is None or not file.is_file():
            return None
        terms, able = self.terms({}), self.to_be_priced(())
        shipped = shipped_report(
            file, self.gauntlet_for(able), terms, {name: force.points for name, force in self.forces.items()}
        )
        unjudged = self.laboratory.cannot_judge
        prices = {name: replace(price, unjudged=unjudged(name)) for name, price in shipped.prices.items()}
        left_out = {force.name for force in able} - prices.keys()
        shown = [force for force in self.forces.values() if force.name not in left_out]
        report = self._report(terms, shown, able, prices, shipped.met, shipped.whole)
        as_today = figures_of(self.laboratory, sorted(shipped.prices)) == shipped.figures
        return replace(report, basis={**report.basis, "rules": shipped.rules}, aged=not as_today, further=len(left_out))

    def _report(
        self,
        terms: Terms,
        shown: Sequence[Force],
        able: Sequence[Force],
        prices: Mapping[str, Price],
        met: Mapping[str, Mapping[str, MeetingEnd]],
        whole: WholeGames | None,
    ) -> Report:
        """A report of what was worked out, with all that the laboratory says of the forces."""
        laboratory, gauntlet = self.laboratory, self.gauntlet_for(able)
        judged = [
            Judged(
                force,
                laboratory.figures(force.name),
                laboratory.features(force.name),
                prices.get(force.name),
                "" if force.name in prices and prices[force.name].fair is not None else self._no_price(force),
                met.get(force.name, {}),
                laboratory.note(force.name),
                laboratory.played_out(force.name),
                laboratory.games_of(force.name),
            )
            for force in shown
        ]
        return Report(
            self.ruleset.title,
            laboratory.noun,
            best_first(judged),
            tuple(foe.name for foe in laboratory.yardsticks(able)),
            gauntlet,
            tuple(laboratory.rules),
            tuple(laboratory.unjudged),
            {
                "program": __version__,
                "asked": laboratory.asked,
                "ruleset": self.ruleset.id,
                "version": self.ruleset.version,
                "plugins": {each.name: each.version for each in self.registry.rules_versions(self.ruleset.id)},
                "rulings": dict(self.chosen),
                "terms": values_of(terms),
                "varied": {name: list(values) for name, values in gauntlet.varied.items()},
                "rules": self.rules[:16],
            },
            whole,
            laboratory.how_played(),
            how_sure=laboratory.how_sure(),
        )

    def _no_price(self, force: Force) -> str:
        """Why a force has no price, in a player's words."""
        if force.idle:
            return force.idle
        if self.laboratory.gauntlet(force.side) is None:
            return self.laboratory.unpriced(force.side)
        return "it loses too little for any price"

    def named(self, names: Iterable[str]) -> list[Force]:
        """Forces by name, or in files.
        Raises UnknownNameError: there is none of a name; with near ones. Raises DataError: a file is wrong.
        """
        given = [self.laboratory.brought(name, files=True) or self.laboratory.short_for(name) for name in names]
        return [by_name(self.forces, name, self.laboratory.noun, self.laboratory.near) for name in given]


def cores() -> int:
    """How many processes work at once, unless told otherwise."""
    return cpu_count() or 1


class Batch(NamedTuple):
    """Tasks that a worker does one after the other, each by the key of its result, and the rules that it has to have."""

    ruleset: str
    chosen: tuple[tuple[str, Any], ...]
    rules: str
    tasks: tuple[tuple[Key, Task], ...]


@uncollected()
def results_of(batch: Batch) -> dict[Key, dict[str, Any]]:
    """The results of a batch, by key, as a worker gives them. Raises WorkerError: it has other rules."""
    bench = _bench_of(batch.ruleset, batch.chosen)
    named = {name for _, task in batch.tasks for name, _ in (*task.one, *task.other)}
    same = bench.rules == batch.rules and named <= bench.forces.keys()
    if not (same and all(bench._kept_as(task) == key for key, task in batch.tasks)):
        wanted = "install the same version, plugins and designs there"
        raise WorkerError(f"a worker has other rules of {batch.ruleset}: {wanted}")
    return {key: bench.work_out(task) for key, task in batch.tasks}


@lru_cache(maxsize=2)
def _bench_of(ruleset: str, chosen: tuple[tuple[str, Any], ...]) -> Workbench:
    return Workbench(load_registry(), ruleset, dict(chosen))
