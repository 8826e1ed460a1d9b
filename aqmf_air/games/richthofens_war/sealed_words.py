"""How several choices of a side stand in one sealed order: ``camel-1|fokker-2;camel-2|fokker-2``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
NOTHING = "nothing"
"""The word for no choice at all: who has sealed an order is no secret, whether there is anything in it is one."""


def sealed_word(parts: Iterable[Iterable[str]]) -> str:
    """Choices as one word, always the same for the same choices."""
    return ";".join(sorted("|".join(part) for part in parts)) or NOTHING


def parts_of(order: str) -> tuple[tuple[str, ...], ...]:
    """The choices in a sealed order."""
    return () if order == NOTHING else tuple(tuple(part.split("|")) for part in order.split(";"))


def selections(of: Sequence[Sequence[T]], fits: Callable[[tuple[T, ...]], bool], most: int) -> Iterator[tuple[T, ...]]:
    """Some of the ways to choose for each of several at most one thing, those with most choices first; the last has none.

    Args:
        of: what each may choose.
        fits: whether choices go together; what does not fit does not with more choices either.
        most: ways at most.
    """
    found = (chosen for chosen in _chosen(of, fits, ()) if chosen)
    yield from islice(found, most - 1)
    yield ()


def _chosen(
    of: Sequence[Sequence[T]], fits: Callable[[tuple[T, ...]], bool], chosen: tuple[T, ...]
) -> Iterator[tuple[T, ...]]:
    if not of:
        yield chosen
        return
    for one in of[0]:
        if fits((*chosen, one)):
            yield from _chosen(of[1:], fits, (*chosen, one))
    yield from _chosen(of[1:], fits, chosen)
