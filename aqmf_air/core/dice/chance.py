"""Exact odds of a rule: the rule itself, run once for each way that it can go.

The dice here answer every draw in every way and add up the weights, as whole numbers. Ways that end alike are merged
wherever a rule uses ``call``, ``each`` or ``fold``. What is too big to enumerate is refused, or estimated: an
:class:`Estimate` is a type of its own, and can never be shown as :class:`Odds`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from threading import local
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, cast

from aqmf_air.core.dice import weights as whole
from aqmf_air.core.dice.dice import Dice, DiceTray, Die, Draw, Fold, added
from aqmf_air.core.dice.sources import seeded
from aqmf_air.errors import EnumerationLimitError

T = TypeVar("T")
S = TypeVar("S")
P = ParamSpec("P")

MAX_RUNS = 200_000
"""How often :func:`chances` runs a rule before it gives up: a second or two."""

MAX_ROLLS = 400
"""How many rolls one way through a rule may ask for: a rule that can roll on for ever would not come back."""

MAX_WORK = 40
"""How many times as often rules may be run that a rule calls, all together; steps of a fold count, too."""

MAX_DEPTH = 100
"""How deep rules may call each other."""

MOST_NESTED = 32
"""Runs of a fold that are worked out within one another."""


class Odds(Mapping[T, Fraction]):
    """Exact chances of outcomes. Weights are whole numbers over one total; read-only.

    >>> Odds({"heads": 1, "tails": 1}, 2)["heads"]
    Fraction(1, 2)
    """

    __slots__ = ("_items", "total", "weights")

    def __init__(self, weights: Mapping[T, int], total: int) -> None:
        self.weights = weights
        self.total = total
        self._items = tuple(weights.items())

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self.weights[outcome], self.total)

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __repr__(self) -> str:
        return f"Odds({ {outcome: str(p) for outcome, p in self.items()} })"

    @property
    def missing(self) -> Fraction:
        """The share of the chances that was cut off (``min_path``): 0 unless a roll can go on for ever."""
        return 1 - Fraction(sum(self.weights.values()), self.total)

    def of(self, outcome: T) -> Fraction:
        """The chance of ``outcome``, 0 if it cannot happen."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def where(self, holds: Callable[[T], bool]) -> Fraction:
        """The chance that ``holds`` is true of the outcome."""
        return Fraction(sum(weight for outcome, weight in self._items if holds(outcome)), self.total)

    def map(self, view: Callable[[T], S]) -> Odds[S]:
        """The chances of a coarser view of the outcomes."""
        merged: Counter[S] = Counter()
        for outcome, weight in self._items:
            merged[view(outcome)] += weight
        return Odds(dict(merged), self.total)  # a counter says that it holds whatever it is asked for

    def unless(self, again: Callable[[T], bool]) -> Odds[T]:
        """The chances when outcomes for which ``again`` is true are rolled again until another one comes up."""
        kept = {outcome: weight for outcome, weight in self._items if not again(outcome)}
        return Odds(kept, self.total - sum(self.weights.values()) + sum(kept.values()))

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """The expected ``value`` of the outcome (what is missing counts as 0)."""
        whole = sum((weight * value(outcome) for outcome, weight in self._items), start=Fraction(0))
        return Fraction(whole, 1) / self.total


def chances(
    rule: Callable[Concatenate[Dice, P], T], *args: Any, max_runs: int = MAX_RUNS, min_path: Fraction = Fraction(0)
) -> Odds[T]:
    """The exact chances of every outcome of ``rule(dice, *args)``: it is run once for each way that it can go.

    Args:
        rule: the rule; its arguments and outcomes must be hashable.
        args: its facts.
        max_runs: how many ways to follow at most.
        min_path: ways less likely than this are cut off and reported as ``missing``; needed only by rules that can roll
            on for ever.

    Raises EnumerationLimitError: more ways than ``max_runs`` (``MAX_WORK`` times that with those that it calls), a way of
    more than ``MAX_ROLLS`` rolls, rules that call each other more than ``MAX_DEPTH`` deep.
    """
    if not _work.depth:
        _work.spent = 0
    try:
        return cast("Odds[T]", _chances(rule, args, max_runs, min_path or 0))  # a plain 0 is hashed faster
    except RecursionError:
        raise _endless(f"a rule calls itself more than {MAX_DEPTH} deep") from None


def chances_once(rule: Callable[[Dice], T], max_runs: int = MAX_RUNS) -> Odds[T]:
    """The same of a rule that nobody will ask about again, such as one about a whole state: it is not remembered.
    Raises EnumerationLimitError: as of :func:`chances`.
    """
    if not _work.depth:
        _work.spent = 0
    return cast("Odds[T]", _followed(rule, (), max_runs, 0))


class _Work(local):
    """How deep the rules are nested whose odds are being worked out, and how much was done for the outermost one."""

    depth = 0
    spent = 0

    def spend(self, work: int, max_runs: int) -> None:
        """Refuse to go on after too much work. Raises EnumerationLimitError: it is too much."""
        self.spent += work
        if self.spent > MAX_WORK * max_runs:
            limit = f"exact odds need more than {MAX_WORK * max_runs:,} steps"
            raise EnumerationLimitError(limit, runs=self.spent, covered=0.0)


_work = _Work()


def _endless(what: str) -> EnumerationLimitError:
    return EnumerationLimitError(f"{what}: say how unlikely a way may get (min_path)", runs=0, covered=0.0)


def odds_of(ask: Draw[T]) -> Odds[T]:
    """The exact chances of each value of one draw."""
    return cast("Odds[T]", _odds_of_draw(ask.n, ask.die, ask.fold))


class _CutOff(BaseException):
    """This way has become less likely than ``min_path``. No rule may swallow it."""


def forget_odds() -> None:
    """Drop every remembered distribution (benchmarks start cold)."""
    for cache in (_chances, _odds_of_draw, _odds_of_each, _odds_of_fold, _odds_until):
        cache.cache_clear()


class _Way:
    """Dice that follow one way through a rule, and note down the side ways at each fork.

    What was seen before is answered from ``seen`` at once: only new ground asks for odds.
    """

    __slots__ = ("at", "max_runs", "min_path", "seen", "side_ways", "total", "weight")

    def __init__(self, side_ways: _SideWays, max_runs: int, min_path: Fraction | int) -> None:
        self.side_ways, self.max_runs, self.min_path = side_ways, max_runs, min_path

    def follow(self, seen: tuple[Any, ...], weight: int, total: int) -> None:
        """Start again, along a way that was noted down."""
        self.seen, self.weight, self.total, self.at = seen, weight, total, 0

    def _fork(self, odds: Odds[Any]) -> Any:
        items = odds._items
        if not items:
            raise _CutOff
        if len(self.seen) == MAX_ROLLS:
            raise _endless(f"one way through a rule asks for more than {MAX_ROLLS:,} rolls")
        value, weight = items[0]
        seen, so_far, total = self.seen, self.weight, self.total * odds.total
        self.side_ways += [((*seen, other), so_far * ways, total) for other, ways in items[1:]]
        self.seen, self.weight, self.total = (*seen, value), so_far * weight, total
        if self.min_path and self.weight < self.min_path * total:
            raise _CutOff
        return value

    def labelled(self, *facts: object) -> Self:
        """Nobody is told of these rolls."""
        return self

    def draw(self, ask: Draw[T]) -> T:
        at = self.at
        self.at = at + 1
        if at < len(self.seen):
            return cast("T", self.seen[at])
        return cast("T", self._fork(_odds_of_draw(ask.n, ask.die, ask.fold)))

    def call(self, rule: Callable[Concatenate[Dice, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        at = self.at
        self.at = at + 1
        if at < len(self.seen):
            return cast("T", self.seen[at])
        return cast("T", self._fork(_chances(_bound(rule, kwargs), args, self.max_runs, self.min_path)))

    def each(self, n: int, start: T, rule: Callable[Concatenate[Dice, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self._enumerate(_odds_of_each, n, start, _bound(rule, kwargs), args) if n else start

    def fold(self, n: int, start: S, rule: Callable[Concatenate[Dice, S, P], S], *args: P.args, **kwargs: P.kwargs) -> S:
        return self._enumerate(_odds_of_fold, n, start, _bound(rule, kwargs), args) if n else start

    def until(
        self, rule: Callable[Concatenate[Dice, P], T], again: Callable[[T], bool], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return cast("T", self._enumerate(_odds_until, _bound(rule, kwargs), again, args))

    def _enumerate(self, odds: Callable[..., Odds[Any]], *facts: Any) -> Any:
        at = self.at
        self.at = at + 1
        return self.seen[at] if at < len(self.seen) else self._fork(odds(*facts, self.max_runs, self.min_path))


_SideWays = list[tuple[tuple[Any, ...], int, int]]


@lru_cache(maxsize=8192)
def _chances(rule: Callable[..., Any], args: tuple[Any, ...], max_runs: int, min_path: Fraction | int) -> Odds[Any]:
    if _work.depth == MAX_DEPTH:
        raise _endless(f"rules call each other more than {MAX_DEPTH} deep")
    _work.depth += 1
    try:
        return _followed(rule, args, max_runs, min_path)
    finally:
        _work.depth -= 1


def _followed(rule: Callable[..., Any], args: tuple[Any, ...], max_runs: int, min_path: Fraction | int) -> Odds[Any]:
    by_total: dict[int, dict[Any, int]] = {}  # by total weight, so that no fraction is reduced on the way
    side_ways: _SideWays = [((), 1, 1)]
    way = _Way(side_ways, max_runs, min_path)
    runs = 0
    while side_ways:
        seen, weight, total = side_ways.pop()
        if min_path and weight < min_path * total:
            continue
        if runs == max_runs:
            covered = float(sum(Fraction(sum(ways.values()), of) for of, ways in by_total.items()))
            raise EnumerationLimitError(
                f"exact odds need more than {max_runs:,} ways to be followed ({covered:.1%} of the chances covered)",
                runs=runs,
                covered=covered,
            )
        runs += 1
        way.follow(seen, weight, total)
        try:
            outcome = rule(way, *args)
        except _CutOff:
            continue
        bucket = by_total.setdefault(way.total, {})
        bucket[outcome] = bucket.get(outcome, 0) + way.weight
    _work.spend(runs, max_runs)
    return _merged(by_total)


@lru_cache(maxsize=8192)
def _odds_until(
    rule: Callable[..., Any], again: Callable[[Any], bool], args: tuple[Any, ...], max_runs: int, min_path: Fraction | int
) -> Odds[Any]:
    odds = _chances(rule, args, max_runs, min_path)
    if odds and all(map(again, odds)):
        raise EnumerationLimitError("every outcome of a rule is rolled again: it would never end", runs=0, covered=0.0)
    return odds.unless(again)


@lru_cache(maxsize=8192)
def _odds_of_draw(n: int, die: Die, fold: Fold[Any]) -> Odds[Any]:
    if n == 1:  # what one die shows is what the rule sees: nothing to add up
        part, join, start, finish = fold.part, fold.join, fold.start, fold.finish
        shown: dict[Any, int] = {}
        for face in die.faces:
            seen = finish(join(start, part(face)))
            shown[seen] = shown.get(seen, 0) + 1
        return _smallest(shown, len(die.faces))
    parts = whole.reduced(Counter([fold.part(face) for face in die.faces]))
    ways = whole.power(parts, n) if fold.adds else whole.folded(parts, n, fold.start, fold.join)
    finished: dict[Any, int] = {}
    for value, weight in ways.items():
        seen = fold.finish(fold.join(fold.start, value) if fold.adds else value)
        finished[seen] = finished.get(seen, 0) + weight
    return Odds(finished, sum(parts.values()) ** n)


@lru_cache(maxsize=8192)
def _odds_of_each(
    n: int, start: Any, rule: Callable[..., Any], args: tuple[Any, ...], max_runs: int, min_path: Fraction | int
) -> Odds[Any]:
    odds = _chances(rule, args, max_runs, min_path)
    if not odds:
        return odds  # every way was cut off
    raised: Callable[..., dict[Any, int]] = whole.power_of_tuples if isinstance(start, tuple) else whole.power
    weights = raised(odds.weights, n)
    if any(start) if isinstance(start, tuple) else start:
        weights = {added(start, outcome): ways for outcome, ways in weights.items()}
    return Odds(weights, odds.total**n)


@lru_cache(maxsize=8192)
def _odds_of_fold(
    n: int, start: Any, rule: Callable[..., Any], args: tuple[Any, ...], max_runs: int, min_path: Fraction | int
) -> Odds[Any]:
    """Those of one run more on those of all before it, which are remembered: 3 hits and 4 hits share the first 3."""
    for runs in range(MOST_NESTED, n, MOST_NESTED):
        _odds_of_fold(runs, start, rule, args, max_runs, min_path)  # so that no long fold is worked out in one nest
    now = _odds_of_fold(n - 1, start, rule, args, max_runs, min_path) if n > 1 else Odds({start: 1}, 1)
    _work.spend(len(now) * (20 + now.total.bit_length() // 4096), max_runs)
    wider: dict[int, dict[Any, int]] = {}
    for state, weight in now.weights.items():
        step = _chances(rule, (state, *args), max_runs, min_path)
        bucket = wider.setdefault(now.total * step.total, {})
        for after, step_weight in step.weights.items():
            bucket[after] = bucket.get(after, 0) + weight * step_weight
    return _merged(wider)


def _merged(by_total: Mapping[int, dict[Any, int]]) -> Odds[Any]:
    """One distribution over one total from ways that were counted over several."""
    if len(by_total) == 1:
        ((total, weights),) = by_total.items()
    else:
        total = lcm(*by_total)
        weights = {}
        for of, ways in by_total.items():
            scale = total // of
            for outcome, weight in ways.items():
                weights[outcome] = weights.get(outcome, 0) + weight * scale
    if sum(weights.values()) == total:  # nothing cut off: the proportions say it all
        return _smallest(weights, total)
    return Odds(weights, total)


def _smallest(weights: dict[Any, int], total: int) -> Odds[Any]:
    """The same odds in the smallest whole numbers; ``total`` is the sum of the weights."""
    divisor = gcd(*weights.values())
    if divisor == 1:
        return Odds(weights, total)
    return Odds({outcome: weight // divisor for outcome, weight in weights.items()}, total // divisor)


@dataclass(frozen=True, slots=True)
class _Bound:
    """A rule with its keyword arguments, hashable like the rule itself."""

    rule: Callable[..., Any]
    kwargs: tuple[tuple[str, Any], ...]

    def __call__(self, *args: Any) -> Any:
        return self.rule(*args, **dict(self.kwargs))


def _bound(rule: Callable[..., Any], kwargs: Mapping[str, Any]) -> Callable[..., Any]:
    return _Bound(rule, tuple(sorted(kwargs.items()))) if kwargs else rule


@dataclass(frozen=True)
class Estimate(Generic[T]):
    """What ``n`` plays of a rule gave: not the chances, but close to them. It can never be shown as :class:`Odds`."""

    counts: Mapping[T, int]
    n: int
    seed: int | str

    def share(self, outcome: T) -> float:
        """How often ``outcome`` came up, of 1."""
        return self.counts.get(outcome, 0) / self.n

    def error_of(self, share: float) -> float:
        """The standard error of a share that these plays gave; never 0, as a rare outcome may just not have come up."""
        near = min(max(share, 1 / self.n), 1 - 1 / self.n) if self.n > 1 else 0.5
        return float((near * (1 - near) / self.n) ** 0.5)


def estimate(rule: Callable[Concatenate[Dice, P], T], *args: Any, n: int, seed: int | str) -> Estimate[T]:
    """Play ``rule(dice, *args)`` ``n`` times from ``seed`` and count the outcomes."""
    play = cast("Callable[..., T]", rule)
    return Estimate(Counter(play(DiceTray(seeded(seed, number)), *args) for number in range(n)), n, seed)
