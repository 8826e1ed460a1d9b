"""Answers that are kept: of pure functions that are asked again about the very same frozen things.

A state is large, and to hash it takes longer than most questions about it; that it is the same object is seen at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


class _TheVery:
    """Arguments that equal others only if they are the same objects; they live on as long as they are kept."""

    __slots__ = ("code", "things")

    def __init__(self, things: tuple[object, ...]) -> None:
        self.things = things
        self.code = hash(tuple(map(id, things)))

    def __hash__(self) -> int:
        return self.code

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _TheVery) or len(self.things) != len(other.things):
            return False
        return all(mine is theirs for mine, theirs in zip(self.things, other.things, strict=True))


def kept(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the ``most`` last answers of a pure function whose arguments never change, for the same arguments.

    The arguments are given by place, and are known by identity: equal ones are asked about anew.
    """

    def keeping(asked: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=most)
        def answer(about: _TheVery) -> T:
            return cast("Callable[..., T]", asked)(*about.things)

        @wraps(asked)
        def known(*things: P.args, **named: P.kwargs) -> T:
            return asked(*things, **named) if named else answer(_TheVery(things))

        return known

    return keeping
