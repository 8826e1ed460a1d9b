"""The turning gauge as data: how wide a base turns and what a turn costs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from aqmf_air.geometry.plane.pose import TOLERANCE, Pose, not_negative, positive
from aqmf_air.geometry.plane.sector import Sector
from aqmf_air.geometry.plane.track import Path, Piece, Side, Straight, Turn, fly, slice_of_turn


@dataclass(frozen=True, slots=True)
class Gauge:
    """How a base turns.

    ``radius``: inches from the middle of the turn to the base's centre. ``inches_per_degree``: movement that a degree
    of turn costs, whatever length the centre travels. ``longest_turn``: degrees that one turn may have. ``rim``: inches from
    the middle to the rim of the cardboard; the centre runs on it, if not given.

    Raises ValueError: a field is not a finite number above 0, or ``longest_turn`` is above 360.
    """

    radius: float
    inches_per_degree: float
    longest_turn: float = 360.0
    rim: float | None = None

    def __post_init__(self) -> None:
        for name in ("radius", "inches_per_degree", "longest_turn", *(() if self.rim is None else ("rim",))):
            object.__setattr__(self, name, positive(name, getattr(self, name)))
        if self.longest_turn > 360:
            raise ValueError(f"longest_turn: expected at most 360, got {self.longest_turn!r}")

    @classmethod
    def beside(cls, gauge_radius: float, base_radius: float, inches_per_degree: float | None = None) -> Gauge:
        """A gauge laid against the base: the centre turns at the sum of both radii.

        Without ``inches_per_degree`` a turn costs the length of the centre's arc.
        """
        radius = positive("gauge_radius", gauge_radius) + not_negative("base_radius", base_radius)
        return cls._of(radius, inches_per_degree, gauge_radius)

    @classmethod
    def under(cls, gauge_radius: float, inches_per_degree: float | None = None) -> Gauge:
        """A gauge whose rim the base's centre itself follows.

        Without ``inches_per_degree`` a turn costs the length of the centre's arc.
        """
        return cls._of(positive("gauge_radius", gauge_radius), inches_per_degree)

    @classmethod
    def _of(cls, radius: float, inches_per_degree: float | None, rim: float | None = None) -> Gauge:
        return cls(radius, math.radians(radius) if inches_per_degree is None else inches_per_degree, rim=rim)

    @property
    def inches_per_radian(self) -> float:
        """What a turn of one radian costs."""
        return math.degrees(self.inches_per_degree)

    def measure(self, piece: Piece) -> tuple[float, float]:
        """Inches of movement that the piece spends, and inches that the base's centre travels on it."""
        if isinstance(piece, Straight):
            return piece.length, piece.length
        return piece.degrees * self.inches_per_degree, math.radians(piece.degrees) * self.radius

    def cost(self, piece: Piece) -> float:
        """Inches of movement that the piece spends."""
        return self.measure(piece)[0]

    def length(self, piece: Piece) -> float:
        """Inches that the base's centre travels on the piece."""
        return self.measure(piece)[1]

    def allows(self, piece: Piece) -> bool:
        """Whether the piece is one that the gauge can lay."""
        return isinstance(piece, Straight) or piece.degrees <= self.longest_turn + TOLERANCE

    def arc(self, start: Pose, side: Side, degrees: float | None = None) -> Path:
        """The line that the base's centre runs on from ``start`` in a turn; without ``degrees`` in the longest one.
        Raises ValueError: the angle is out of range, or the side is neither left nor right.
        """
        return fly(start, (Turn(self.longest_turn if degrees is None else degrees, side),), self)

    def cardboard(self, start: Pose, side: Side, degrees: float | None = None) -> Sector:
        """What the gauge covers of the table from its middle to the arc of a turn; without ``degrees`` of the longest one.
        Raises ValueError: the angle is out of range, or the side is neither left nor right.
        """
        turn = Turn(self.longest_turn if degrees is None else degrees, side)
        return slice_of_turn(start, turn, self.radius, self.radius if self.rim is None else self.rim)
