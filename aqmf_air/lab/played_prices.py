"""Prices by whole games: a force is put into scenarios by lot, for as many points of other forces of its side, and games say
at how many points its side would keep its share.

What a game offers is :class:`aqmf_air.lab.laboratory.Lots`; what games say of worths, :mod:`aqmf_air.lab.worth_in_games`.
Games are known by scenario, players and seed, and kept one by one. Which are played depends on the seed and on what those
before came to, not on who plays them or how fast: forces of which less is known are tried more often, by rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from aqmf_air.core.data.text import in_a_row, plural
from aqmf_air.errors import DataError, QuestionError
from aqmf_air.lab.bench_tasks import MOST_SENTENCES, BenchTask
from aqmf_air.lab.laboratory import Drawn, Force, Lots, Terms
from aqmf_air.lab.long_task import CsvTask, Headline, Part, ResultTable
from aqmf_air.lab.many_games import WITH_LUCK, AutomaticSides, GameKey, Table, played, policy_of, table_digest
from aqmf_air.lab.progress import InTurn, TellDone
from aqmf_air.lab.results import FILE, Results
from aqmf_air.lab.statistics import IntervalEstimate, apart, held_in_words, went_with
from aqmf_air.lab.verdicts import Verdict, Yardstick, verdict
from aqmf_air.lab.workbench import Workbench
from aqmf_air.lab.workers import Where
from aqmf_air.plugins.rules_in_force import RulesInForce, rules_named

if TYPE_CHECKING:
    from aqmf_air.lab.worth_in_games import Agreement, Gains, Held, Observation, Prior, Worths

GAMES, MOST_GAMES = 320, 100_000
"""How many games each force is tried in on average, unless told otherwise, and at most."""
LEAST_GAMES = 40
"""Games of a force below which no price is given: its interval would be that of what was known before."""
EACH = 4
"""Games of a force in a scenario: two of mirrored dice by each of two automatic players."""
ROUNDS = 4
"""After the first, of half of all games: in each, forces have games by how little is known of them."""
PROOF_SCENARIOS, PROOF_PART = 10, 3 / 32
"""In how many scenarios prices are proved at least, and the part of the games of a force that makes their number: how much a
point counts differs from one to another by more than chance in the games of one."""
LEAST_RATED = 3
"""Forces with an exact price, from which on its rank correlation is told."""
HEADS = ("name", "points", "exact", "played", "low", "high", "games", "disagree", "verdict")
"""The columns of played prices as comma-separated values; those of the two policies follow."""


@dataclass(frozen=True)
class PlayedPrice:
    """What a force was worth in whole games."""

    force: Force
    alike: tuple[str, ...]
    """Other forces of which all is the same but the name."""
    exact: float | None
    games: int
    worth: IntervalEstimate | None
    """None: there are too few games for an interval."""
    by_policy: Mapping[str, IntervalEstimate]
    """By the games of each automatic player alone."""

    @property
    def missing(self) -> int:
        """How many more games it takes until there is a price."""
        return max(0, LEAST_GAMES - self.games)

    @property
    def disagree(self) -> bool:
        """Whether the two automatic players make more of a difference than chance explains."""
        own = list(self.by_policy.values())
        return len(own) == 2 and apart(*own)

    def document(self) -> dict[str, Any]:
        """The price as JSON."""
        return {
            "unit": self.force.name,
            "alike": list(self.alike),
            "source": self.force.points,
            "exact": self.exact,
            "games": self.games,
            "missing": self.missing,
            **(self.worth.document("played") if self.worth else {"played": None, "interval": None}),
            "by_policy": {name: worth.document() for name, worth in self.by_policy.items()},
            "disagree": self.disagree,
        }


class ExactBeside(NamedTuple):
    """How prices of forces that have an exact price go with what these did in games of a proof."""

    forces: int
    exact: Agreement
    played: Agreement
    asked: Agreement

    def document(self) -> dict[str, Any]:
        """It as JSON."""
        own = {"exact": self.exact, "played": self.played, "asked": self.asked}
        return {"forces": self.forces, **{name: figure._asdict() for name, figure in own.items()}}


@dataclass(frozen=True)
class Proof:
    """How prices do in scenarios by lot that nothing was fitted on."""

    scenarios: int
    games: int
    played: Agreement
    """Of played prices and what forces did in these games."""
    asked: Agreement
    """Of the points asked and the same."""
    rated: ExactBeside | None
    """The same of forces that have an exact price; None: fewer than three have one."""
    held: Held
    """How far the 95% intervals of prices hold in these games."""

    def document(self) -> dict[str, Any]:
        """The proof as JSON."""
        return {
            "scenarios": self.scenarios,
            "games": self.games,
            "played": self.played._asdict(),
            "asked": self.asked._asdict(),
            "rated": self.rated.document() if self.rated else None,
            "held": self.held._asdict(),
        }


@dataclass(frozen=True)
class PlayedPrices:
    """Prices by games, and what they rest on."""

    prices: tuple[PlayedPrice, ...]
    games: int
    scenarios: int
    digest: str
    """Of how the games ended."""
    proof: Proof | None = None


class _Draw(NamedTuple):
    """A force in a scenario, with the games of it by each automatic player, in their order."""

    force: str
    lot: int
    variation: int
    forces: tuple[Mapping[str, int], Mapping[str, int]]
    """How many of each force, by its representative, either side has."""
    games: tuple[tuple[GameKey, GameKey], ...]


class _Stage:
    """The scenarios by lot of a game, with games to be played in them."""

    def __init__(self, rules: RulesInForce, lots: Lots, policies: Sequence[str], seed: int, like: Mapping[str, str]) -> None:
        self.rules, self.lots, self.policies, self.seed, self.like = rules, lots, policies, seed, like
        players = rules.ruleset.players()
        self._sides = [AutomaticSides(rules, dict.fromkeys(players, policy)) for policy in policies]

    def drawn(self, force: str, at: int, offset: int) -> _Draw:
        """The ``at``-th try of a force. Raises QuestionError: the scenario cannot hold it."""
        lot = (at + offset) % self.lots.number
        return self._draw(force, lot, at, self.lots.drawn(lot, force, at), f"{force}/{at}")

    def added(self, force: str, number: int) -> _Draw:
        """A force beside others that are the same whatever it is, in a scenario of the proof."""
        lot = (self.lots.proof or self.lots.number) + number
        return self._draw(force, lot, 0, self.lots.added(lot, force, 0), f"proof {force}/{lot}/0")

    def _draw(self, force: str, lot: int, variation: int, drawn: Drawn, called: str) -> _Draw:
        forces = Counter[str](), Counter[str]()
        for counts, side in zip(forces, drawn.forces, strict=True):
            for name, count in side.items():
                counts[self.like.get(name, name)] += count
        pair = int.from_bytes(sha256(f"{self.seed}/{called}".encode()).digest()[:5]) + 1
        games = tuple(
            (GameKey(of, 2 * pair - 1, WITH_LUCK), GameKey(of, 2 * pair, WITH_LUCK))
            for of in (sides.set_up(drawn.scenario, drawn.scenario.title) for sides in self._sides)
        )
        return _Draw(force, lot, variation, forces, games)

    def observations(self, draws: Iterable[_Draw], table: Table) -> dict[str, list[Observation]]:
        """What games of some draws say, by automatic player.

        Raises DataError: an automatic player could not play one to its end.
        """
        from aqmf_air.lab.worth_in_games import Observation

        first, *_ = self.rules.ruleset.players()
        share = dict.fromkeys(self.rules.ruleset.players(), 0.0) | {first: 1.0, "draw": 0.5}
        observed: dict[str, list[Observation]] = {policy: [] for policy in self.policies}
        for draw in draws:
            for policy, pair in zip(self.policies, draw.games, strict=True):
                games = [table[game] for game in pair]
                if any(game.winner not in share for game in games):
                    raise DataError(f"{policy} cannot play lot {draw.lot} with {draw.force} to its end", key=policy)
                figures = zip(*(game.luck[: self.lots.figures] for game in games), strict=True)
                won = sum(share[game.winner] for game in games) / len(games)
                group = (draw.lot, policy)
                luck = tuple(map(sum, figures))
                observed[policy].append(Observation(group, (draw.lot, draw.force), *draw.forces, won, luck))
        return observed


@dataclass(frozen=True)
class PlayedTask(BenchTask[PlayedPrices], CsvTask[PlayedPrices]):
    """What forces of a game are worth by whole games in scenarios by lot."""

    forces: tuple[Force, ...]
    """Those that differ in more than the name."""
    games: int
    """Of each force, on average."""
    seed: int
    policies: tuple[str, str]
    proof: bool = False
    """Whether games of further scenarios are played, by which the prices are proved."""

    counts = "game"

    @property
    def lots(self) -> Lots:
        """The scenarios by lot."""
        lots = self.bench.laboratory.lots()
        assert lots is not None  # to_be_played comes first
        return lots

    @cached_property
    def like(self) -> dict[str, str]:
        """Of each force that can be tried, the one of these that differs in name alone."""
        alike, own = (
            self.bench.laboratory.alike,
            {self.bench.laboratory.alike(force.name): force.name for force in self.forces},
        )
        return {name: own.get(alike(name), name) for name in self.lots.forces}

    @property
    def most_workers(self) -> int:
        return self._tries * len(self.forces)

    @property
    def _tries(self) -> int:
        """Of each force, on average."""
        return ceil(self.games / EACH)

    @property
    def _proof_scenarios(self) -> int:
        return max(PROOF_SCENARIOS, int(self.games * PROOF_PART))

    def run(self, results: Results | None, there: Where, progress: TellDone) -> PlayedPrices:
        with ExitStack() as left:
            if results is None:
                results = left.enter_context(Results(Path(left.enter_context(TemporaryDirectory())) / FILE))
            return self._run(results, there, progress)

    def _run(self, results: Results, there: Where, progress: TellDone) -> PlayedPrices:
        lots, forces = self.lots, sorted(force.name for force in self.forces)
        stage = _Stage(rules_named(self.bench.ruleset.id, self.bench.registry), lots, self.policies, self.seed, self.like)
        rounds = self._rounds(len(forces))
        count = InTurn(progress, [0, 0, *(EACH * tries for tries in rounds[1:]), 0])
        exact = self._exact(results, there, count.part(0))
        priors = self._priors(exact)
        proved = _set_up(self._proving(stage, forces), count.part(len(rounds) + 1)) if self.proof else []
        draws: list[_Draw] = []
        table: Table = {}
        tried = Counter[str]()
        for number, tries in enumerate(rounds, 1):
            shares = self._shares(stage, draws, table, priors) if draws else {}
            progress_of_drawing = (lambda done, of: None) if draws else count.part(number)
            new = _set_up(self._next(stage, tried, shares, tries), progress_of_drawing)
            draws += new
            table |= self._played(results, new, there, count.part(number))
        proof_table = self._played(results, proved, there, count.part(len(rounds) + 1)) if proved else {}
        observed = stage.observations(draws, table)
        priced = [name for name in forces if EACH * tried[name] >= LEAST_GAMES]
        learned = self._worths([each for own in observed.values() for each in own], priors) if priced else None
        alone = {policy: self._worths(own, priors) for policy, own in observed.items()} if priced else {}
        proof = None
        if proved and learned:
            shown = stage.observations(proved, proof_table)
            proof = self._proof(learned, exact, [each for own in shown.values() for each in own], len(proof_table))
        prices = [
            PlayedPrice(
                force,
                tuple(name for name, rep in self.like.items() if rep == force.name != name),
                exact.get(force.name),
                EACH * tried[force.name],
                learned.interval(force.name) if learned and force.name in priced else None,
                {policy: own.interval(force.name) for policy, own in alone.items()} if force.name in priced else {},
            )
            for force in self.forces
        ]
        scenarios = len({draw.lot for draw in draws})
        return PlayedPrices(tuple(prices), len(table), scenarios, table_digest({**table, **proof_table})[:16], proof)

    def _rounds(self, forces: int) -> list[int]:
        """How many tries there are in each round; one round, where there are too few games for prices."""
        every = self._tries * forces
        if EACH * (self._tries // 2) < LEAST_GAMES or forces == 1:
            return [every]
        first = (self._tries - self._tries // 2) * forces
        each, more = divmod(every - first, ROUNDS)
        return [first, *(each + (number < more) for number in range(ROUNDS))]

    def _exact(self, results: Results, there: Where, progress: TellDone) -> dict[str, float]:
        """Exact prices of forces that have one that is a verdict."""
        laboratory = self.bench.laboratory
        able = [force for force in self.forces if not force.idle and laboratory.gauntlet(force.side) is not None]
        prices = self.bench.keeping(results).prices(able, self.terms, there, progress) if able else []
        return {price.force: price.fair for price in prices if price.fair is not None and not price.unjudged}

    def _priors(self, exact: Mapping[str, float]) -> dict[str, Prior]:
        """What is known before, of every force that games may have: one that is out of the fight is worth nothing."""
        from aqmf_air.lab.worth_in_games import Prior

        tried = {force.name for force in self.forces}
        return {
            name: Prior(force.points, exact.get(name), name in tried, bool(force.idle) and name in tried)
            for name, force in self.bench.forces.items()
            if self.like.get(name, name) == name
        }

    def _proving(self, stage: _Stage, forces: Sequence[str]) -> Iterator[_Draw]:
        """The games by which prices are proved: with each force in turn."""
        for number in range(self._proof_scenarios):
            yield from (stage.added(name, number) for name in forces)

    def _next(self, stage: _Stage, tried: Counter[str], shares: Mapping[str, float], tries: int) -> Iterator[_Draw]:
        """The next tries of all forces: as many of each, or by their shares."""
        names = sorted(force.name for force in self.forces)
        exactly = {name: tries * shares.get(name, 1 / len(names)) for name in names}
        whole = {name: int(exactly[name]) for name in names}
        by_rest = sorted(names, key=lambda name: (whole[name] - exactly[name], name))
        for name in by_rest[: tries - sum(whole.values())]:
            whole[name] += 1
        for at, name in enumerate(names):
            offset = at * stage.lots.number // len(names)
            yield from (stage.drawn(name, number, offset) for number in range(tried[name], tried[name] + whole[name]))
            tried[name] += whole[name]

    def _shares(self, stage: _Stage, draws: Sequence[_Draw], table: Table, priors: Mapping[str, Prior]) -> dict[str, float]:
        """The part of the next games that each force has: by how little is known of it beside the others."""
        observed = stage.observations(draws, table)
        learned = self._worths([each for own in observed.values() for each in own], priors, plain=True)
        errors = dict(zip(learned.names, learned.gain_error.diagonal().tolist(), strict=True))
        return {name: error / sum(errors.values()) for name, error in errors.items()}

    @property
    def _anchor(self) -> str:
        """The force that is worth its points by definition, where it is one of those that are tried; else none."""
        anchor = self.like.get(self.lots.anchor, self.lots.anchor)
        return anchor if anchor in {force.name for force in self.forces} else ""

    def _worths(self, observations: Sequence[Observation], priors: Mapping[str, Prior], *, plain: bool = False) -> Worths:
        """What forces are worth. Plain: which games come next hangs neither on the scale nor on what is known of forces that
        are out of the fight or of how much less one more of them does; games that are kept stay those that are played.
        """
        from aqmf_air.lab.worth_in_games import CURVES, worths

        there = {name for each in observations for name in (*each.counts, *each.against)}
        priors_there = {name: prior for name, prior in priors.items() if name in there}
        if plain:
            no_idle = {name: prior._replace(idle=False) for name, prior in priors_there.items()}
            return worths(observations, no_idle, self.lots.points, self.lots.copies)
        curves = CURVES if self.lots.numbers_vary else (1.0,)
        return worths(observations, priors_there, self.lots.points, self.lots.copies, self._anchor, curves)

    def _played(self, results: Results, draws: Sequence[_Draw], there: Where, progress: TellDone) -> Table:
        """The games of some draws, the forces in turn: where it is cut off, as much is known of each."""
        in_turn = sorted(draws, key=lambda draw: draw.variation)
        return played(results, [game for draw in in_turn for pair in draw.games for game in pair], there, progress)

    def _proof(self, learned: Worths, exact: Mapping[str, float], observations: Sequence[Observation], games: int) -> Proof:
        from aqmf_air.lab.worth_in_games import agreement, gains, held

        shown: Gains = gains(observations, learned.names)
        asked = {force.name: float(force.points) for force in self.forces}
        rated = [name for name in shown.names if name in exact]
        among = shown.among(rated) if len(rated) >= LEAST_RATED else None
        return Proof(
            self._proof_scenarios,
            games,
            agreement(learned.mean, shown),
            agreement(asked, shown),
            ExactBeside(len(rated), *(agreement(figure, among) for figure in (exact, learned.mean, asked)))
            if among
            else None,
            held(learned, shown),
        )

    def document(self, result: PlayedPrices) -> dict[str, Any]:
        basis = self.basis(
            version=self.bench.ruleset.version,
            seed=self.seed,
            games=result.games,
            scenarios=result.scenarios,
            policies=list(self.policies),
            anchor={"name": self._anchor, "points": self.bench.forces[self._anchor].points} if self._anchor else None,
            table=result.digest,
        )
        proof = result.proof.document() if result.proof else None
        return {"prices": [price.document() for price in result.prices], "proof": proof, "basis": basis}

    def _verdict(self, price: PlayedPrice) -> Verdict:
        anchor = self.bench.forces.get(self.lots.anchor)
        asks = len({self.bench.forces[name].points for name in self.lots.forces}) > 1
        yardstick = Yardstick(anchor.name if anchor else "", anchor.points if anchor else 0, asks)
        return verdict(price.force.name, price.force.points, price.exact, price.worth, yardstick)

    def rows(self, result: PlayedPrices) -> Iterator[Sequence[Any]]:
        yield [*HEADS, *(f"by_{policy}" for policy in self.policies)]
        for price in _best_first(result.prices):
            own = [price.by_policy[policy].value if policy in price.by_policy else None for policy in self.policies]
            worth = price.worth or (None, None, None)
            verdict = self._verdict(price).word
            yield [price.force.name, price.force.points, price.exact, *worth, price.games, price.disagree, verdict, *own]

    def parts(self, result: PlayedPrices) -> Iterator[Part]:
        yield Headline(f"Worth in whole games: {result.games:,} of them, in {plural(result.scenarios, 'scenario')} by lot")
        rows: list[tuple[str | int, ...]] = []
        for price in _best_first(result.prices):
            exact = f"{price.exact:.0f}" if price.exact is not None else "-"
            own = [price.by_policy[policy].points if policy in price.by_policy else "-" for policy in self.policies]
            shown = price.worth.in_words if price.worth else "no price"
            rows.append((price.force.name, price.force.points, shown, exact, *own, self._verdict(price).cell))
        heads = ("", "asked", "in games (95%)", "by duels", *(f"by {policy}" for policy in self.policies), "verdict")
        yield ResultTable(heads, rows, range(1, len(heads) - 1))
        few = [price for price in _best_first(result.prices) if price.worth][: MOST_SENTENCES + 1]
        if len(few) <= MOST_SENTENCES:
            yield from (f"{price.force.name}: {self._verdict(price).sentence}." for price in few)
        for price in result.prices:
            if price.missing:
                games = plural(price.games, "game")
                yield f"{price.force.name}: no price by {games}: an interval takes {price.missing} more."
        unlike = [price.force.name for price in result.prices if price.disagree]
        both = " and ".join(self.policies)
        if unlike:
            yield f"{both} disagree by more than chance explains on {in_a_row(unlike)}."
        elif any(price.by_policy for price in result.prices):
            yield f"{both} disagree on none by more than chance explains."
        scale = f", where {self._anchor} is at {self.bench.forces[self._anchor].points}" if self._anchor else ""
        yield f"In games: the points of others of its side for which the side would keep its share of the games{scale}."
        yield from (f"{price.force.name} stands for {in_a_row(price.alike)}, too." for price in result.prices if price.alike)
        if result.proof:
            yield from _proof_parts(result.proof)


def _set_up(draws: Iterable[_Draw], progress: TellDone) -> list[_Draw]:
    """Draws, each set up when its turn comes; how many games there are to play is told as it gets known."""
    ready: list[_Draw] = []
    for draw in draws:
        ready.append(draw)
        progress(0, EACH * len(ready))
    return ready


def _proof_parts(proof: Proof) -> Iterator[Part]:
    yield Headline(f"Proof: {proof.games:,} games in {proof.scenarios} scenarios that nothing was fitted on")
    figures = [("the price by games", proof.played), ("the points asked", proof.asked)]
    if rated := proof.rated:
        among = f"of the {rated.forces} with an exact price, "
        figures += [(f"{among}that", rated.exact), (f"{among}the price by games", rated.played)]
        figures += [(f"{among}the points asked", rated.asked)]
    yield went_with(proof.scenarios, proof.games, proof.played.corrected, proof.asked.corrected)
    rows = [(what, f"{figure.ranks:.2f}", f"{figure.corrected:.2f}") for what, figure in figures]
    yield ResultTable(("rank correlation with these games of", "as it is", "without chance"), rows, (1, 2))
    yield f"{held_in_words(proof.held._asdict())}."


def _best_first(prices: Sequence[PlayedPrice]) -> list[PlayedPrice]:
    """Those with most worth for their points first, those without a price last."""
    return sorted(
        prices, key=lambda price: (-(price.worth.value if price.worth else 0) / max(1, price.force.points), price.force)
    )


def to_be_played(
    bench: Workbench,
    terms: Terms,
    names: Sequence[str],
    games: int,
    seed: int,
    policies: Sequence[str] = (),
    *,
    proof: bool = False,
) -> PlayedTask:
    """What is asked of forces of these names, or of all that can be tried; ``policies`` in place of the game's own two.

    Raises:
        UnknownNameError: there is no such force or automatic player, with near names.
        QuestionError: the game has no scenarios by lot, they cannot hold a force, or the two automatic players are one.
    """
    named = bench.named(names)
    lots = bench.laboratory.lots()
    if lots is None:
        raise QuestionError(f"{bench.ruleset.title} has no played prices: it offers no scenarios by lot")
    for force in named:
        if force.name not in lots.forces:
            raise QuestionError(f"{force.name} has no played price: no scenario by lot can hold it")
        lots.drawn(0, force.name, 0)
    alike = {bench.laboratory.alike(name): name for name in reversed([force.name for force in named] or lots.forces)}
    rules = rules_named(bench.ruleset.id, bench.registry)
    first, other = (policy_of(rules, policy) for policy in (policies or lots.policies))
    if first == other:
        raise QuestionError(f"expected two automatic players to be compared, got {first} twice")
    forces = tuple(bench.forces[name] for name in sorted(alike.values()))
    return PlayedTask(bench, terms, forces, games, seed, (first, other), proof)
