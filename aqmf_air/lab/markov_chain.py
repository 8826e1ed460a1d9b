"""A rule as a Markov chain: its states found breadth first by exact odds, then solved, exactly or in floats.

``step(dice, state)`` is any rule that takes a state and gives the next one. Everything that follows is worked out from the
chances of its steps alone, so that no rule is written a second time. What is the same for every state, such as a limit of
turns, does not belong into the state: apply the kernel so many times (:meth:`Kernel.after`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from aqmf_air.core.dice.chance import MAX_RUNS, Odds, chances
from aqmf_air.core.dice.dice import Dice
from aqmf_air.errors import EnumerationLimitError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

S = TypeVar("S", bound=Hashable)
Number = TypeVar("Number", Fraction, float)
Start = Any
"""A state, or a mapping from states to the chances (fractions that add up to 1) to begin in them."""

MAX_STATES = 50_000


class Transition(NamedTuple):
    """Where a state leads in one step: the places of the next states, and their weights out of ``total``."""

    next: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Rolled(Generic[S]):
    """A step whose dice depend on a little of the state: they are enumerated once for all states that have that in common.

    It is a step like any other: ``step(dice, state)`` rolls, and takes what comes of it to the state.
    """

    asks: Callable[[S], tuple[Any, ...]]
    """What is rolled for in a state: a rule, then its facts. Where these are equal, so are the chances."""
    after: Callable[[S, Any], S]
    """The next state, by the outcome of the rule. No dice are asked."""

    def __call__(self, dice: Dice, state: S) -> S:
        rule, *facts = self.asks(state)
        return self.after(state, dice.call(rule, *facts))

    def ways(self, state: S, odds_of: dict[Any, Odds[Any]], max_runs: int) -> tuple[dict[S, int], int]:
        """The next states of a state, and their weights out of a total. ``known``: the chances of what was asked before."""
        question = self.asks(state)
        odds = odds_of.get(question)
        if odds is None:
            odds = odds_of[question] = chances(*question, max_runs=max_runs)
        onwards: dict[S, int] = {}
        for outcome, ways in odds.weights.items():
            onward = self.after(state, outcome)
            onwards[onward] = onwards.get(onward, 0) + ways
        divisor = gcd(odds.total, *onwards.values())
        return {onward: ways // divisor for onward, ways in onwards.items()}, odds.total // divisor


def never_over(state: Any) -> bool:
    """No state is an end but those that lead to themselves alone."""
    return False


def kernel(
    step: Callable[[Dice, S], S],
    *starts: S,
    over: Callable[[S], bool] = never_over,
    max_states: int = MAX_STATES,
    max_runs: int = MAX_RUNS,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Kernel[S]:
    """The chain of a rule: every state that can be reached from the starts, with the exact chances of each step.

    Args:
        step: the rule; its states are hashable, and the fewer of them differ that go on alike, the better. Where the dice
            depend on a little of a state, a :class:`Rolled` one is found several times as fast.
        starts: where it may begin.
        over: which states are ends: they are not stepped from.
        max_states: how many states there may be.
        max_runs: as for :func:`aqmf_air.core.dice.chance.chances`, of each step.
        progress: told how many states are done and how many were found, again and again.

    Raises EnumerationLimitError: there are more states, or a step has too many ways to follow.
    """
    place: dict[S, int] = {}
    states: list[S] = []
    rows: list[Transition] = []
    odds_of: dict[Any, Odds[Any]] = {}

    def at(state: S) -> int:
        number = place.get(state)
        if number is None:
            if len(states) == max_states:
                raise EnumerationLimitError(f"more than {max_states:,} states", runs=len(rows), covered=0.0)
            number = place[state] = len(states)
            states.append(state)
        return number

    for start in starts:
        at(start)
    progress(0, len(states))  # the first step is often the longest
    while len(rows) < len(states):
        state = states[len(rows)]
        if over(state):
            rows.append(Transition((len(rows),), (1,), 1))
        else:
            if isinstance(step, Rolled):
                ways, total = step.ways(state, odds_of, max_runs)
            else:
                odds = chances(step, state, max_runs=max_runs)
                ways, total = cast("dict[S, int]", odds.weights), odds.total
            rows.append(Transition(tuple(map(at, ways)), tuple(ways.values()), total))
        progress(len(rows), len(states))
    return Kernel(tuple(states), tuple(rows), place)


class Kernel(Generic[S]):
    """A chain of states, found by :func:`kernel`. A state that leads to itself alone is an end."""

    def __init__(self, states: tuple[S, ...], rows: tuple[Transition, ...], place: Mapping[S, int]) -> None:
        self.states, self.rows, self._place = states, rows, place
        self._components: tuple[tuple[int, ...], ...] | None = None

    def __len__(self) -> int:
        return len(self.states)

    @property
    def transitions(self) -> int:
        """How many pairs of a state and a next one there are."""
        return sum(len(row.next) for row in self.rows)

    def at(self, state: S) -> int:
        """The place of a state in ``states``. Raises KeyError: it cannot be reached."""
        return self._place[state]

    def ends(self, at: int) -> bool:
        """Whether the state at this place is an end."""
        return self.rows[at].next == (at,)

    def after(self, steps: int, start: Start) -> Odds[S]:
        """The exact chances of each state after so many steps."""
        first = {self.at(state): chance for state, chance in self._begun(start).items()}
        total = lcm(*(chance.denominator for chance in first.values()))
        weights = {at: int(chance * total) for at, chance in first.items()}
        for _ in range(steps):
            if all(map(self.ends, weights)):
                break
            scale = lcm(*(self.rows[at].total for at in weights))
            moved: Counter[int] = Counter()
            for at, weight in weights.items():
                row = self.rows[at]
                share = weight * (scale // row.total)
                for onward, ways in zip(row.next, row.weights, strict=True):
                    moved[onward] += share * ways
            total *= scale
            divisor = gcd(total, *moved.values())
            weights, total = {at: weight // divisor for at, weight in moved.items()}, total // divisor
        return Odds({self.states[at]: weight for at, weight in sorted(weights.items())}, total)

    def after_floats(self, steps: int, start: Start) -> dict[S, float]:
        """The same in floats: within 1e-12, and much faster."""
        *_, now = self.along_floats(steps, start)
        return {self.states[at]: chance for at, chance in enumerate(now.tolist()) if chance}

    def along_floats(self, steps: int, start: Start) -> Iterator[NDArray[np.float64]]:
        """The same in floats after no step, after one, and so on up to so many: the chance of each place in ``states``."""
        import numpy as np

        before, after, shares = self._moves
        now: NDArray[np.float64] = np.zeros(len(self))
        for state, chance in self._begun(start).items():
            now[self.at(state)] = float(chance)
        yield now
        for _ in range(steps):
            now = np.bincount(after, weights=now[before] * shares, minlength=len(self)).astype(np.float64, copy=False)
            yield now

    @cached_property
    def _moves(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Every pair of a state and a next one: the places of both, and the chance of that move."""
        import numpy as np

        before = np.repeat(np.arange(len(self)), [len(row.next) for row in self.rows])
        after = np.fromiter((at for row in self.rows for at in row.next), np.int64, len(before))
        shares = (ways / row.total for row in self.rows for ways in row.weights)
        return before, after, np.fromiter(shares, np.float64, len(before))

    def _begun(self, start: Start) -> Mapping[S, Fraction]:
        return start if isinstance(start, Mapping) else {cast("S", start): Fraction(1)}

    def values(
        self,
        final: Callable[[S], Fraction | int],
        reward: Callable[[S], Fraction | int] | None = None,
        *,
        never: Fraction | int = 0,
    ) -> dict[S, Fraction]:
        """The value of every state: the expected ``final`` of the end that is reached, and the ``reward`` of each state
        that is left on the way. ``never`` is the value of going round for ever.

        Exact: each strongly connected part is solved by elimination, the last ones first.
        Raises EnumerationLimitError: a state that is left again and again for ever has a reward.
        """
        return self._solved(final, reward, Fraction(never), Fraction, _eliminated)

    def values_in_floats(
        self, final: Callable[[S], float], reward: Callable[[S], float] | None = None, *, never: float = 0.0
    ) -> dict[S, float]:
        """The same in floats, within 1e-12 where rewards are few."""
        return self._solved(final, reward, never, float, _eliminated_in_floats)

    def values_within(
        self, steps: int, final: Callable[[S], float], reward: Callable[[S], float] | None = None
    ) -> dict[S, float]:
        """The value of every state when ``steps`` more are made: the expected ``final`` of the state that is reached then,
        and the ``reward`` of each state that is left on the way.
        """
        gain = [0.0 if reward is None or self.ends(at) else reward(state) for at, state in enumerate(self.states)]
        value = list(map(final, self.states))
        for _ in range(steps):
            value = [
                gain[at] + sum(ways * value[onward] for onward, ways in zip(row.next, row.weights, strict=True)) / row.total
                for at, row in enumerate(self.rows)
            ]
        return dict(zip(self.states, value, strict=True))

    def chance_of(self, wanted: Callable[[S], bool]) -> dict[S, Fraction]:
        """The exact chance, from every state, to end in one that is wanted."""
        return self.values(lambda state: int(wanted(state)))

    def absorption(self, start: Start) -> dict[S, Fraction]:
        """The exact chance of each end; what they lack to 1 is the chance to go round for ever."""
        return self._absorbed(start, Fraction, _eliminated)

    def absorption_in_floats(self, start: Start) -> dict[S, float]:
        """The same in floats."""
        return self._absorbed(start, float, _eliminated_in_floats)

    def _absorbed(
        self, start: Start, number: Callable[..., Number], solve: Callable[[list[list[Any]], list[Any]], list[Any]]
    ) -> dict[S, Number]:
        """How often each state is come to, part by part from the start on: the ends are come to once or never."""
        inflow: dict[int, Any] = {self.at(state): number(chance) for state, chance in self._begun(start).items()}
        absorbed: dict[S, Number] = {}
        for part in reversed(self.components()):
            if not any(at in inflow for at in part):
                continue
            if len(part) == 1 and self.ends(part[0]):
                absorbed[self.states[part[0]]] = inflow[part[0]]
            elif not self._closed(part):
                inside = [list(column) for column in zip(*self._equations(part, number), strict=True)]
                visits = solve(inside, [inflow.get(at, number(0)) for at in part])  # each over its row's total
                for at, visited in zip(part, visits, strict=True):
                    for onward, ways in self._out_of(at, set(part)):
                        inflow[onward] = inflow.get(onward, number(0)) + visited * ways
        return absorbed

    def _equations(self, part: Sequence[int], number: Callable[..., Any]) -> list[list[Any]]:
        """Of each state of a part the total of its row, less the weights of the steps within the part."""
        place = {at: number_in_part for number_in_part, at in enumerate(part)}
        equations = [[number(0)] * len(part) for _ in part]
        for at, equation in zip(part, equations, strict=True):
            row = self.rows[at]
            equation[place[at]] += row.total
            for onward, ways in zip(row.next, row.weights, strict=True):
                if onward in place:
                    equation[place[onward]] -= ways
        return equations

    def _out_of(self, at: int, inside: Container[int]) -> list[tuple[int, int]]:
        """The steps that lead from a state out of its part, each with its weight."""
        row = self.rows[at]
        return [(onward, ways) for onward, ways in zip(row.next, row.weights, strict=True) if onward not in inside]

    def _closed(self, part: Sequence[int]) -> bool:
        """Whether nothing leads out of a part."""
        inside = set(part)
        return all(onward in inside for at in part for onward in self.rows[at].next)

    def stuck(self) -> tuple[int, ...]:
        """The places of states in parts that nothing leads out of: ends, and where a chain goes round for ever."""
        return tuple(at for part in self.components() if self._closed(part) for at in part)

    def _solved(
        self,
        final: Callable[[S], Any],
        reward: Callable[[S], Any] | None,
        never: Number,
        number: Callable[..., Number],
        solve: Callable[[list[list[Any]], list[Any]], list[Any]],
    ) -> dict[S, Number]:
        value: list[Any] = [None] * len(self.states)
        for part in self.components():
            if len(part) == 1 and self.ends(part[0]):
                value[part[0]] = number(final(self.states[part[0]]))
                continue
            gains = [number(reward(self.states[at])) if reward else number(0) for at in part]
            if self._closed(part):
                if any(gains):
                    raise EnumerationLimitError("a reward is counted again and again for ever", runs=0, covered=0.0)
                for at in part:
                    value[at] = never
                continue
            constants = [
                gain * self.rows[at].total + sum(ways * value[onward] for onward, ways in self._out_of(at, set(part)))
                for at, gain in zip(part, gains, strict=True)
            ]
            for at, worth in zip(part, solve(self._equations(part, number), constants), strict=True):
                value[at] = worth
        return dict(zip(self.states, value, strict=True))

    def components(self) -> tuple[tuple[int, ...], ...]:
        """The strongly connected parts, by places: each after all that it leads to."""
        if self._components is None:
            self._components = tuple(_components([row.next for row in self.rows]))
        return self._components


def _components(onward: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Kosaraju's algorithm: those that are left last, walked backwards, each part before the ones that lead to it."""
    backward: list[list[int]] = [[] for _ in onward]
    for at, others in enumerate(onward):
        for other in others:
            backward[other].append(at)
    seen = [False] * len(onward)
    left = [at for root in range(len(onward)) for at in _walked(onward, root, seen)]
    seen = [False] * len(onward)
    parts = [part for root in reversed(left) if (part := tuple(_walked(backward, root, seen)))]
    return parts[::-1]


def _walked(onward: Sequence[Sequence[int]], root: int, seen: list[bool]) -> list[int]:
    """What is reached from a root and not ``seen`` yet, depth first, in the order in which it is left."""
    left: list[int] = []
    path = [] if seen[root] else [(root, iter(onward[root]))]
    seen[root] = True
    while path:
        following = next((other for other in path[-1][1] if not seen[other]), None)
        if following is None:
            left.append(path.pop()[0])
        else:
            seen[following] = True
            path.append((following, iter(onward[following])))
    return left


def _eliminated(equations: list[list[Any]], constants: list[Any]) -> list[Any]:
    """The solution of linear equations, by Gauss: of a chain that can be left, so that no pivot is 0."""
    size = len(constants)
    for at in range(size):
        pivot = equations[at][at]
        for below in range(at + 1, size):
            if factor := equations[below][at]:
                factor = factor / pivot
                for column in range(at, size):
                    if equations[at][column]:
                        equations[below][column] -= factor * equations[at][column]
                constants[below] -= factor * constants[at]
    for at in reversed(range(size)):
        rest = sum((equations[at][column] * constants[column] for column in range(at + 1, size)), start=constants[at] * 0)
        constants[at] = (constants[at] - rest) / equations[at][at]
    return constants


SMALL = 8
"""Equations that are solved sooner than NumPy is asked."""


def _eliminated_in_floats(equations: list[list[Any]], constants: list[Any]) -> list[Any]:
    if len(constants) <= SMALL:
        return _eliminated(equations, constants)
    import numpy as np

    return cast("list[Any]", np.linalg.solve(np.array(equations, dtype=float), np.array(constants, dtype=float)).tolist())
