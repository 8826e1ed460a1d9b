"""Draws without putting back: cards from a deck, counters from a cup.

A :class:`Cup` says what is in it, never in which order: nothing is shuffled and kept, so nothing can leak. What is drawn is
decided when it is drawn; that has the same chances as a shuffled order. Items that are equal are one item with a count, so
that odds fork once for each kind of item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from aqmf_air.core.dice.dice import Dice, Draw
from aqmf_air.core.dice.draws import pick
from aqmf_air.errors import DiceError

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True)
class Cup(Generic[T]):
    """What is in a cup or a deck: each item and how many there are of it, in an order that is for people alone."""

    counts: tuple[tuple[T, int], ...] = ()

    @classmethod
    def of(cls, items: Iterable[T]) -> Cup[T]:
        """A cup with these items, in the order in which they come first."""
        return cls(tuple(Counter(items).items()))

    def __len__(self) -> int:
        return sum(count for _, count in self.counts)

    @property
    def items(self) -> tuple[T, ...]:
        """All of them, equal ones side by side."""
        return tuple(item for item, count in self.counts for _ in range(count))

    def without(self, item: T) -> Cup[T]:
        """What is left when one such item was taken. Raises DiceError: there is none."""
        if not dict(self.counts).get(item):
            raise DiceError(f"there is no {item} to be taken", ask=None, faces=(item,))
        left = ((other, count - (other == item)) for other, count in self.counts)
        return Cup(tuple((other, count) for other, count in left if count))


@dataclass(frozen=True)
class Taken(Generic[T]):
    """What was drawn, in the order of the cup and not of the draws, and what is left."""

    drawn: tuple[T, ...]
    left: Cup[T]


def from_cup(
    label: str, cup: Cup[T], *, by: str = "", secret: bool = False, called: Callable[[T], str] | None = None
) -> Draw[T]:
    """One item of a cup, each counter or card of it equally likely; ``called``: what stands on it."""
    return pick(label, cup.items, by=by, secret=secret, called=called)


def take(
    dice: Dice,
    label: str,
    cup: Cup[T],
    k: int = 1,
    *,
    by: str = "",
    secret: bool = False,
    called: Callable[[T], str] | None = None,
) -> Taken[T]:
    """``k`` items of a cup, drawn one after the other without putting back; ``called`` (hashable): what stands on each.
    Raises DiceError: it has fewer, or ``k`` is below 0.
    """
    if not 0 <= k <= len(cup):
        raise DiceError(f"{label}: cannot take {k} of {len(cup)}", ask=None, faces=())
    left = dice.fold(k, cup, _one_less, label, by, secret, called)
    kept = dict(left.counts)
    return Taken(tuple(item for item, count in cup.counts for _ in range(count - kept.get(item, 0))), left)


def _one_less(dice: Dice, cup: Cup[T], label: str, by: str, secret: bool, called: Callable[[T], str] | None) -> Cup[T]:
    return cup.without(dice.draw(from_cup(label, cup, by=by, secret=secret, called=called)))
