"""A cache of pure functions, keyed by the identity of their arguments, which are frozen.

A state is large, and to hash it takes longer than most questions about it; that it is the same object is seen at once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def cached_by_identity(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the ``most`` newest answers of a pure function whose arguments never change, for the same arguments.

    The arguments are given by place, and are known by identity: equal ones are asked about anew. They live on as long as
    the answer about them is kept.
    """

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        answers: OrderedDict[tuple[int, ...], tuple[T, tuple[object, ...]]] = OrderedDict()

        @wraps(function)
        def cached(*arguments: P.args, **keywords: P.kwargs) -> T:
            if keywords:
                return function(*arguments, **keywords)
            key = tuple(map(id, arguments))  # an entry keeps its arguments alive, so that their ids are not used again
            if (entry := answers.get(key)) is not None:
                return entry[0]
            answer = function(*arguments, **keywords)
            answers[key] = answer, arguments
            if len(answers) > most:
                answers.popitem(last=False)
            return answer

        return cached

    return keeping
