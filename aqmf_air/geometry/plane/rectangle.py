"""The table as a rectangle along the axes."""

from __future__ import annotations

from dataclasses import dataclass

from aqmf_air.geometry.plane.contour import around
from aqmf_air.geometry.plane.outline import Outline, Outlined
from aqmf_air.geometry.plane.pose import TOLERANCE, finite, positive


@dataclass(frozen=True, slots=True)
class Rectangle(Outlined):
    """A rectangle along the axes; all four figures are inches.
    Raises ValueError: a figure is not finite, or the rectangle is empty.
    """

    left: float
    near: float
    right: float
    far: float

    def __post_init__(self) -> None:
        for name in ("left", "near", "right", "far"):
            object.__setattr__(self, name, finite(name, getattr(self, name)))
        if self.right <= self.left:
            raise ValueError(f"right: expected more than left ({self.left!r}), got {self.right!r}")
        if self.far <= self.near:
            raise ValueError(f"far: expected more than near ({self.near!r}), got {self.far!r}")

    @classmethod
    def sized(cls, width: float, depth: float) -> Rectangle:
        """A table ``width`` by ``depth`` inches with its near left corner at the origin."""
        return cls(0.0, 0.0, positive("width", width), positive("depth", depth))

    @property
    def outline(self) -> Outline:
        corners = ((self.left, self.near), (self.left, self.far), (self.right, self.far), (self.right, self.near))
        return Outline((around(corners),))

    def overshoot(self, x: float, y: float) -> float:
        """How many inches a point lies beyond the nearest side; negative inside."""
        return max(self.left - x, x - self.right, self.near - y, y - self.far)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is on the table; one on its edge is."""
        return self.overshoot(x, y) <= TOLERANCE
