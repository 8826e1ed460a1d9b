"""What keeps a game fair: a clock for each side, and dice that can be checked and that nobody alone has chosen.

A clock runs while its side has something to choose. What follows at zero, players settle.

The server promises a number before the first roll: SHA-256 of the text ``salt:number``; the colon keeps one promise from
fitting two numbers. A player who joins by link has seen the promise, and adds a share: letters and figures that the server
could not know when it promised. The dice are rolled from the seed that both make: the first 15 hexadecimal digits of
SHA-256 of ``salt:number:share``, with a share more for everybody who added one; without any, the number is the seed.

After the end all of it is shown. Who has it can work out the promise, the seed, and from the seed every roll of the game:
roll ``k`` of entry ``p`` has its faces from SHA-256 of ``seed/p/k/block``; of its secret rolls, ``seed/p/secret/k/block``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import randbits, token_hex
from time import monotonic
from typing import Any

from aqmf_air.core.data.text import plural
from aqmf_air.errors import DataError
from aqmf_air.web.seat_settings import Setting

ZERO = {
    "counted": ("it is said, and play goes on", "Play goes on, and the time beyond is counted."),
    "hurry": ("the late side has to hurry", "As you agreed, it ends each phase as soon as it can."),
    "claim": ("the other side may claim the game", "As you agreed, the other side may claim the game."),
}
"""What may follow when a side's time is over: a choice, and what is said at the table. Nobody loses by the clock alone."""

MAY_CLAIM = "You may claim the game, as you agreed."
"""What is said to who may."""

MINUS = "\N{MINUS SIGN}"


@dataclass
class Clock:
    """The time that each side has left, in seconds, and what it gained besides; without ``left`` there is no clock."""

    left: dict[str, float] = field(default_factory=dict)
    running: tuple[str, ...] = ()
    since: float = 0.0
    now: Callable[[], float] = monotonic
    zero: str = ""
    """What is said to follow when a side has no time left."""
    both: str = ""
    """And when no side has."""
    increment: int = 0
    """Seconds that a side gains with an order."""
    gains: Mapping[str, int] = field(default_factory=dict)
    """How many orders that count each side gave while its clock ran."""

    @classmethod
    def of(
        cls,
        setting: Setting,
        sides: Sequence[str],
        now: Callable[[], float] = monotonic,
        gains: Mapping[str, int] | None = None,
    ) -> Clock:
        """The kept clock of a table: it stands until the next order, so that nobody pays for a break."""
        if setting.minutes is None:
            return cls()
        used = dict(setting.used)
        left = {side: setting.minutes * 60 - used.get(side, 0.0) for side in sides}
        zero = ZERO[setting.zero][1]
        both = "Neither side may claim the game." if setting.zero == "claim" else zero
        return cls(left, now=now, zero=zero, both=both, increment=setting.increment, gains=gains or {})

    def goes_for(self, sides: Sequence[str]) -> None:
        """From now on it runs for these sides alone."""
        if self.left:
            self.left = self._without_gains()
            self.running, self.since = tuple(side for side in sides if side in self.left), self.now()

    def ordered_by(self, side: str) -> bool:
        """A side has given an order: all clocks stand. Whether its own ran, so that it gains the increment."""
        ran = side in self.running
        self.goes_for(())
        return ran

    def _without_gains(self) -> dict[str, float]:
        gone = self.now() - self.since if self.running else 0.0
        return {side: left - gone if side in self.running else left for side, left in self.left.items()}

    @property
    def shown(self) -> dict[str, float]:
        """What each side has left just now; below 0: it is late by so much."""
        return {side: left + self.increment * self.gains.get(side, 0) for side, left in self._without_gains().items()}

    def used(self, minutes: float) -> tuple[tuple[str, float], ...]:
        """What each side has used of its time, to be kept."""
        return tuple((side, minutes * 60 - left) for side, left in self._without_gains().items())

    def document(self) -> dict[str, Any] | None:
        """The clock as data, None if there is none."""
        if not self.left:
            return None
        left = {side: round(left, 1) for side, left in self.shown.items()}
        return {"left": left, "running": list(self.running), "zero": self.zero, "both": self.both}

    @property
    def figures(self) -> dict[str, str]:
        """What each side has left, as a clock shows it: ``4:59``, with a minus where it is late."""
        minutes = {side: (left, *divmod(round(abs(left)), 60)) for side, left in self.shown.items()}
        return {side: f"{MINUS if left < -0.5 else ''}{whole}:{rest:02}" for side, (left, whole, rest) in minutes.items()}

    def late(self, name_of: Callable[[str], str], claims: bool = False) -> str:
        """Whose time is over, and what follows; empty: nobody's. ``name_of`` gives a side's name; the reader ``claims``."""
        late = [f"{name_of(side)}: the time is over." for side, left in self.shown.items() if left <= 0]
        follows = MAY_CLAIM if claims else self.both if len(late) > 1 else self.zero
        return " ".join([*late, follows]) if late else ""


PRESETS = ("", "5+0", "10+5", "30+10", "60+0")
"""Clocks that are offered: minutes a side, and seconds more with each order; empty: none."""
MOST_MINUTES, MOST_INCREMENT = 600, 600


def clock_in_words(minutes: float | None, increment: int, zero: str) -> str:
    """``10 minutes a side, 5 seconds more with each order; at zero the other side may claim the game``; ``no clock``."""
    if minutes is None:
        return "no clock"
    gained = f", {plural(increment, 'second')} more with each order" if increment else ""
    return f"{minutes:g} minute{'' if minutes == 1 else 's'} a side{gained}; at zero {ZERO[zero][0]}"


def clock_of(written: str) -> tuple[int | None, int]:
    """Minutes a side (None: no clock) and seconds with each order, as in ``10+5``, or minutes alone.

    DataError: it is written in another way, or is out of bounds.
    """
    minutes, _, increment = written.replace(" ", "").partition("+")
    numbers = [
        int(part) if part.isascii() and part.isdigit() and len(part) < 5 else -1
        for part in (minutes or "0", increment or "0")
    ]
    if not (0 <= numbers[0] <= MOST_MINUTES and 0 <= numbers[1] <= MOST_INCREMENT):
        expected = f"minutes up to {MOST_MINUTES}, and seconds up to {MOST_INCREMENT}, as in 10+5"
        raise DataError(f"minutes: expected {expected}, got {written[:40]!r}", key="minutes")
    return numbers[0] or None, numbers[1] if numbers[0] else 0


MOST_SHARE = 64
"""Letters and figures of a share."""


def new_seed() -> int:
    """A number that nobody can guess."""
    return randbits(63)


def new_salt() -> str:
    """What keeps anybody from finding the seed by trying."""
    return token_hex(16)


def commitment(salt: str, number: int) -> str:
    """The promise of a number, in hexadecimal; empty where there is no salt, and so no promise was made."""
    return sha256(f"{salt}:{number}".encode()).hexdigest() if salt else ""


def share_of(written: str) -> str:
    """What counts of a share as somebody wrote it: its letters and figures, so that any hash tool takes it as it stands."""
    return "".join(letter for letter in written if letter.isascii() and letter.isalnum())[:MOST_SHARE]


def seed_of(salt: str, number: int, shares: Sequence[str]) -> int:
    """The seed that the promised number and the players' shares make."""
    if not shares:
        return number
    return int(sha256(":".join((salt, str(number), *shares)).encode()).hexdigest()[:15], 16)
