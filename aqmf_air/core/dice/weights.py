"""Whole-number weights of independent repetitions: the exact arithmetic under the odds.

A distribution is a mapping from outcome to a whole-number weight. Adding ``n`` independent copies of one is raising its
generating polynomial to the ``n``-th power. With few outcomes that is the multinomial theorem, term by term. Otherwise the
polynomial is packed into one big integer, wide enough that no coefficient spills into the next (Kronecker substitution),
so the convolution is a single integer power.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from math import comb, gcd, prod
from operator import add
from typing import Any, TypeVar, cast

from aqmf_air.errors import EnumerationLimitError

K = TypeVar("K", bound=Hashable)

MAX_BITS = 1 << 25
"""The largest answer worth the work, in bits of its weights: a few seconds."""
MAX_JOINS = 1 << 20
"""How often part-results are joined at most: a second or two."""
MAX_TERMS = 1 << 15
"""Up to this many terms the multinomial theorem is the shorter way for tuples, which a packed polynomial spreads thin."""


def reduced(weights: Mapping[K, int]) -> dict[K, int]:
    """The same proportions in the smallest whole numbers; outcomes of weight 0 are dropped."""
    divisor = gcd(*weights.values())
    return {outcome: weight // divisor for outcome, weight in weights.items() if weight}


def folded(weights: Mapping[K, int], n: int, start: K, join: Callable[[K, K], K]) -> dict[K, int]:
    """Weights of ``n`` independent copies joined by ``join``, merging equal part-results after each.
    Raises EnumerationLimitError: it would take more than ``MAX_JOINS`` joins.
    """
    ways: dict[K, int] = {start: 1}
    joins = 0
    for done in range(n):
        joins += len(ways) * len(weights) * (1 + done // 1024)  # numbers get longer, too
        if joins > MAX_JOINS:
            _refuse(n)
        wider: Counter[K] = Counter()
        for value, ways_so_far in ways.items():
            for part, weight in weights.items():
                wider[join(value, part)] += ways_so_far * weight
        ways = wider
    return ways


def power(weights: Mapping[int, int], n: int) -> dict[int, int]:
    """Weights of the sum of ``n`` independent copies of a whole-number outcome.
    Raises EnumerationLimitError: the exact answer would need more than ``MAX_BITS`` bits.  >>> power({0: 1, 1: 1}, 3) {0: 1,
    1: 3, 2: 3, 3: 1}
    """
    if n == 0 or not weights:
        return {0: 1}
    if n == 1:
        return dict(sorted(weights.items()))
    least = min(weights)
    span = max(weights) - least
    width = (sum(weights.values()) ** n).bit_length() // 8 + 1  # bytes that hold any coefficient
    _refuse_beyond((span * n + 1) * width * 8, n)
    if len(weights) == 2:
        (low, often), (high, seldom) = sorted(weights.items())
        step, lows, highs = high - low, _powers(often, n), _powers(seldom, n)
        return {n * low + k * step: comb(n, k) * lows[n - k] * highs[k] for k in range(n + 1)}
    packed = sum(weight << (8 * width * (value - least)) for value, weight in weights.items())
    raised = (packed**n).to_bytes((span * n + 1) * width, "little")
    digits = (int.from_bytes(raised[at : at + width], "little") for at in range(0, len(raised), width))
    return {least * n + value: ways for value, ways in enumerate(digits) if ways}


def power_of_tuples(weights: Mapping[tuple[int, ...], int], n: int) -> dict[tuple[int, ...], int]:
    """Weights of the component-wise sum of ``n`` independent copies of a tuple of whole numbers.

    The result keeps the type of the tuples (a ``NamedTuple`` stays one).

    Raises EnumerationLimitError: the exact answer would need more than ``MAX_BITS`` bits.  >>> power_of_tuples({(0, 0): 1,
    (1, 1): 1}, 2) {(0, 0): 1, (1, 1): 2, (2, 2): 1}
    """
    kind = type(next(iter(weights)))
    make: Callable[[Any], Any] = getattr(kind, "_make", kind)
    terms = comb(n + len(weights) - 1, n)
    if terms <= MAX_TERMS:
        _refuse_beyond(terms * (sum(weights.values()) ** n).bit_length(), n)
        return {make(outcome): ways for outcome, ways in _terms(weights, n).items()}
    # too many terms: number the tuples in a mixed radix wide enough for n of them, so that one power does it
    columns = list(zip(*weights, strict=True))
    least = [min(column) for column in columns]
    radix = [n * (max(column) - low) + 1 for column, low in zip(columns, least, strict=True)]
    strides = [prod(radix[:place]) for place in range(len(radix))]
    coded: Counter[int] = Counter()
    for outcome, weight in weights.items():
        parts = zip(outcome, least, strides, strict=True)
        coded[sum((value - low) * stride for value, low, stride in parts)] += weight
    places = list(zip(radix, strides, least, strict=True))
    return {
        cast("tuple[int, ...]", make([code // s % r + n * low for r, s, low in places])): ways
        for code, ways in power(coded, n).items()
    }


def _terms(weights: Mapping[tuple[int, ...], int], n: int) -> dict[tuple[int, ...], int]:
    """The multinomial theorem: how the ``n`` copies share out among the outcomes, one outcome after the other."""
    *others, (last, last_weight) = weights.items()
    shares: list[tuple[int, tuple[int, ...], int]] = [(n, tuple(0 for _ in last), 1)]
    for outcome, weight in others:
        steps = list(zip(_multiples(outcome, n), _powers(weight, n), strict=True))
        shares = [
            (left - k, tuple(map(add, so_far, step)), ways * comb(left, k) * power)
            for left, so_far, ways in shares
            for k, (step, power) in enumerate(steps[: left + 1])
        ]
    rest = list(zip(_multiples(last, n), _powers(last_weight, n), strict=True))
    summed: dict[tuple[int, ...], int] = {}
    for left, so_far, ways in shares:
        step, power = rest[left]
        whole = tuple(map(add, so_far, step))
        summed[whole] = summed.get(whole, 0) + ways * power
    return summed


def _multiples(outcome: tuple[int, ...], n: int) -> list[tuple[int, ...]]:
    return [tuple([k * part for part in outcome]) for k in range(n + 1)]


def _powers(weight: int, n: int) -> list[int]:
    powers = [1]
    for _ in range(n):
        powers.append(powers[-1] * weight)
    return powers


def _refuse_beyond(bits: int, n: int) -> None:
    if bits > MAX_BITS:
        _refuse(n)


def _refuse(n: int) -> None:
    raise EnumerationLimitError(f"{n:,} repetitions are too many for exact odds", runs=n, covered=0)
