"""Vectors of three floats: x east, y north, z up."""

from __future__ import annotations

from math import acos, degrees, sqrt
from typing import TypeAlias

Vector: TypeAlias = tuple[float, float, float]


def add(a: Vector, b: Vector, by: float = 1.0) -> Vector:
    """``a`` and ``by`` times ``b``."""
    return a[0] + by * b[0], a[1] + by * b[1], a[2] + by * b[2]


def scaled(a: Vector, by: float) -> Vector:
    """``by`` times ``a``."""
    return a[0] * by, a[1] * by, a[2] * by


def dot(a: Vector, b: Vector) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """The vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def size(a: Vector) -> float:
    """How long a vector is."""
    return sqrt(dot(a, a))


def unit(a: Vector) -> Vector:
    """The unit vector along ``a``. Raises ValueError: it has no direction."""
    if not (long := size(a)):
        raise ValueError("expected a vector with a direction, got (0, 0, 0)")
    return scaled(a, 1 / long)


def angle(a: Vector, b: Vector) -> float:
    """Degrees between two vectors, 0 to 180; 0 where one of them has no direction."""
    long = size(a) * size(b)
    return degrees(acos(max(-1.0, min(1.0, dot(a, b) / long)))) if long else 0.0


def apart(a: tuple[Vector, Vector], b: tuple[Vector, Vector]) -> float:
    """The distance between the nearest points of two segments, each given by its ends."""
    u, v, w = add(a[1], a[0], -1), add(b[1], b[0], -1), add(a[0], b[0], -1)
    uu, uv, vv, uw, vw = dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)
    skew = uu * vv - uv * uv
    along = max(0.0, min(1.0, (uv * vw - vv * uw) / skew)) if skew > 1e-12 * uu * vv else 0.0
    other = (uv * along + vw) / vv if vv else 0.0
    if not 0.0 <= other <= 1.0:  # past an end of the other: from that end back to the first
        other = max(0.0, min(1.0, other))
        along = max(0.0, min(1.0, (uv * other - uw) / uu)) if uu else 0.0
    elif not skew > 1e-12 * uu * vv and uu:
        along = max(0.0, min(1.0, (uv * other - uw) / uu))
    return size(add(add(a[0], u, along), add(b[0], v, other), -1))
