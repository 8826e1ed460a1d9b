"""Outlines: lines and areas of the plane as points and arcs in plain numbers, drawn as they are, and their shapely form.

Pictures, prints and films draw the arcs themselves. Shapely knows none: chords stand for an arc, so many that they are off
by no more than a stated deviation. No rule asks a polygon who is touched: ``template``, ``arc`` and ``track`` answer that in
closed form.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aqmf_air.geometry.plane.contour import Contour, Segment
from aqmf_air.geometry.plane.pose import TOLERANCE, positive

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

DEVIATION = 0.001
"""Inches that chords may be off the true curve, unless another figure is asked for."""


class Outlined:
    """What has an outline: a line, or an area. Shapely, geopandas and tools that plot take it as it is."""

    __slots__ = ()

    @property
    @abstractmethod
    def outline(self) -> Outline:
        """Its lines and arcs."""

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        """The geometry with chords for arcs, off by at most :data:`DEVIATION`, as GeoJSON has it."""
        form: dict[str, Any] = shape_of(self).__geo_interface__
        return form


@dataclass(frozen=True, slots=True)
class Outline(Outlined):
    """Contours. Where areas overlap they are one, and so is an area that a contour goes round twice."""

    contours: tuple[Contour, ...]

    @property
    def outline(self) -> Outline:
        return self


def together(things: Iterable[Outlined]) -> Outline:
    """Several things as one: the templates of a run as one area.
    Raises ValueError: there are none.
    """
    contours = tuple(contour for thing in things for contour in thing.outline.contours)
    if not contours:
        raise ValueError("together: expected one thing or more, got none")
    return Outline(contours)


def shape_of(thing: Outlined, deviation: float = DEVIATION, circumscribed: bool = False) -> BaseGeometry:
    """The shapely geometry of a thing, in inches: a line, a polygon, or several with holes.

    No point of it is farther than ``deviation`` from the true curve. An area holds no point that is not truly in it; a
    ``circumscribed`` one lacks none that is.

    Raises ValueError: the deviation is not a finite number of at least 1e-6, or a line has no length.
    """
    inches, contours = known_deviation(deviation), thing.outline.contours
    if any(not contour.closed and all(edge == Segment(contour.start) for edge in contour.edges) for contour in contours):
        raise ValueError("path: expected more than 0 inches, got 0")
    from aqmf_air.geometry.plane.chords import form  # shapely is heavy

    return form(contours, inches, circumscribed)


def known_deviation(deviation: float) -> float:
    """The deviation itself. Raises ValueError: it is not a finite number of at least 1e-6."""
    if positive("deviation", deviation) < TOLERANCE:
        raise ValueError(f"deviation: expected at least {TOLERANCE:g}, got {deviation!r}")
    return deviation
