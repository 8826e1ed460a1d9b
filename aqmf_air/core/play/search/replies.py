"""What the enemy may do next: each enemy to each own piece, worked out once for a decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

Foe = TypeVar("Foe")


class Harm(NamedTuple):
    """What is expected to be taken off a piece, or off several."""

    points: float = 0.0
    """Points that are lost on average."""
    destroyed: float = 0.0
    """Points of the piece that are left, by the chance that it is destroyed."""

    def worth(self, finish: float) -> float:
        """Its worth to who destroys rather than wounds: a share ``finish`` counts with what is destroyed alone."""
        return (1 - finish) * self.points + finish * self.destroyed


class Replies(Generic[Foe]):
    """The harm that each enemy may do next to each own piece. An enemy harms one piece: the one that it harms most.
    ``harm``: the most that an enemy may do next to a piece, by its id, where it is; ``spread``: the share of all that an
    enemy may do that counts besides the most.
    """

    def __init__(
        self, foes: Sequence[Foe], pieces: Sequence[str], harm: Callable[[Foe, str], float], spread: float = 0.1
    ) -> None:
        self.foes, self._spread = foes, spread
        self._rows: list[Mapping[str, float]] = [{piece: harm(foe, piece) for piece in pieces} for foe in foes]
        self._others: dict[str, list[float]] = {}

    def adds(self, piece: str, column: Sequence[float]) -> float:
        """How much more the enemies may do because a piece is where each of them may do so much to it.
        ``column``: the most that each of :attr:`foes` may do to it there, in their order.
        """
        if piece not in self._others:  # the most that each enemy may do to any other piece
            others = [[harm for name, harm in row.items() if name != piece] for row in self._rows]
            self._others[piece] = [max(harms, default=0.0) for harms in others]
        both = zip(column, self._others[piece], strict=True)
        return sum(max(0.0, own - most) + self._spread * own for own, most in both)

    def now(self, piece: str) -> float:
        """The same where it is."""
        return self.adds(piece, [row[piece] for row in self._rows])
