"""How far long work is, and the time that is left of it: at a terminal and in the app."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import monotonic

MINUTE, HOUR = 60, 3600


@dataclass
class Progress:
    """Work that tells how much of it is done."""

    growing: bool = False
    """Whether all that there is to do is not known before it is done."""
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
        """Seconds that are left if it goes on like this, of ``growing`` work at least; None: nothing is done yet."""
        return (monotonic() - self.since) * (self.of - self.done) / self.done if self.done and self.of else None

    @property
    def left(self) -> str:
        """The same for people: ``about 40 s left``; empty: it cannot be told."""
        if (seconds := self.seconds_left) is None:
            return ""
        said = f"{seconds:.0f} s" if seconds < 1.5 * MINUTE else f"{seconds / MINUTE:.0f} min"
        if seconds >= 1.5 * HOUR:
            said = f"{seconds / HOUR:.0f} h"
        return f"{'at least' if self.growing else 'about'} {said} left"


class InTurn:
    """One count for parts of a work that are done one after the other.

    Args:
        progress: told how much of all of it is done, and how much there is.
        sizes: how much each part is, as far as that is known.
    """

    def __init__(self, progress: Callable[[int, int], None], sizes: Iterable[int]) -> None:
        self._progress, self._sizes = progress, list(sizes)

    def part(self, at: int) -> Callable[[int, int], None]:
        """To be told how much of one part is done."""

        def told(done: int, of: int) -> None:
            self._sizes[at] = of
            self._progress(sum(self._sizes[:at]) + done, sum(self._sizes))

        return told
