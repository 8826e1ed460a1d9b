"""How far long work is, and the time that is left of it: at a terminal and in the app."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import monotonic

MINUTE, HOUR = 60, 3600

TellDone = Callable[[int, int], None]
"""Is told how much is done, and of how much."""


@dataclass
class Progress:
    """Work that tells how much of it is done."""

    growing: bool = False
    """Whether all that there is to do is not known before it is done: nobody can tell then how long it takes."""
    done: int = 0
    of: int = 0
    """All that there is to do; 0: nobody knows yet."""
    since: float = field(default_factory=monotonic)

    def __call__(self, done: int, of: int) -> None:
        self.done, self.of = done, of

    @property
    def percent(self) -> int:
        """How much is done, rounded down."""
        return 100 * self.done // self.of if self.of else 0

    @property
    def seconds_left(self) -> float | None:
        """Seconds that are left if it goes on like this; None: nothing is done yet, or it is ``growing``."""
        measurable = self.done and self.of and not self.growing
        return (monotonic() - self.since) * (self.of - self.done) / self.done if measurable else None

    @property
    def left(self) -> str:
        """The same for people: ``about 40 s left``; of ``growing`` work how long it took: ``40 s so far``; empty: it cannot
        be told.
        """
        if self.growing:
            return f"{_lasting(monotonic() - self.since)} so far" if self.of else ""
        seconds = self.seconds_left
        return "" if seconds is None else f"about {_lasting(seconds)} left"


def _lasting(seconds: float) -> str:
    """A time for people: ``40 s``, ``5 min``, ``3 h``."""
    if seconds >= 1.5 * HOUR:
        return f"{seconds / HOUR:.0f} h"
    return f"{seconds:.0f} s" if seconds < 1.5 * MINUTE else f"{seconds / MINUTE:.0f} min"


class InTurn:
    """One count for parts of a work that are done one after the other.
    ``progress`` is told how much of all is done and how much there is; ``sizes``: how much each part is, as far as is known.
    """

    def __init__(self, progress: TellDone, sizes: Iterable[int]) -> None:
        self._progress, self._sizes = progress, list(sizes)

    def part(self, at: int) -> TellDone:
        """To be told how much of one part is done."""

        def report(done: int, of: int) -> None:
            self._sizes[at] = of
            self._progress(sum(self._sizes[:at]) + done, sum(self._sizes))

        return report
