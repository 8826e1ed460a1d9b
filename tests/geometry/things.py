"""Things of the plane to try shapes on: each kind with what is truly so of it, worked out by itself in this file.

``gap`` is how far points are from the edge of an area, less than 0 inside, or from a line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aqmf_air.geometry.plane.arc import ARCS
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.outline import Outlined, together
from aqmf_air.geometry.plane.pose import Pose, unit
from aqmf_air.geometry.plane.sector import Sector, fire_arc
from aqmf_air.geometry.plane.template import Base, Disc, Strip, where_under
from aqmf_air.geometry.plane.track import Path, Straight, Track, Turn, fly
from tests.geometry.mirrors import mirrored as mirror_track

Floats: TypeAlias = NDArray[np.float64]
Gap: TypeAlias = Callable[[Floats], Floats]


@dataclass(frozen=True)
class Thing:
    """A thing, its area (None: a line) and length round it or along it, if there is a formula, and what points lie on."""

    shown: Outlined
    area: float | None
    length: float | None
    gap: Gap
    edge: Floats
    turned: float
    """Radians that its edge turns by on arcs."""
    bounds: tuple[float, float, float, float]
    slack: float = 1e-9
    """Inches by which its edge may lie otherwise."""


def seen_from(pose: Pose, points: Floats) -> tuple[Floats, Floats]:
    """How far points are ahead of a pose, and to its right."""
    ux, uy = unit(pose.facing)
    dx, dy = points[:, 0] - pose.x, points[:, 1] - pose.y
    return dx * ux + dy * uy, dx * uy - dy * ux


def placed(pose: Pose, ahead: Floats, right: Floats) -> Floats:
    """The points that are so far ahead of a pose and to its right."""
    ux, uy = unit(pose.facing)
    return np.stack([pose.x + ahead * ux + right * uy, pose.y + ahead * uy - right * ux], axis=1)


def _bounds(points: Floats) -> tuple[float, float, float, float]:
    (left, near), (right, far) = points.min(axis=0), points.max(axis=0)
    return float(left), float(near), float(right), float(far)


def _of_box(half_length: float, half_width: float, margin: float, pose: Pose) -> Gap:
    def gap(points: Floats) -> Floats:
        ahead, right = seen_from(pose, points)
        a, b = abs(ahead) - half_length, abs(right) - half_width
        outside = np.hypot(np.maximum(a, 0), np.maximum(b, 0))
        return np.asarray(outside + np.minimum(np.maximum(a, b), 0) - margin)

    return gap


def round_thing(pose: Pose, radius: float, shown: Outlined) -> Thing:
    angles = np.linspace(0, 2 * math.pi, 721)
    edge = placed(pose, radius * np.cos(angles), radius * np.sin(angles))
    box = (pose.x - radius, pose.y - radius, pose.x + radius, pose.y + radius)
    return Thing(shown, math.pi * radius**2, math.tau * radius, _of_box(0, 0, radius, pose), edge, math.tau, box)


def strip(pose: Pose, length: float, width: float, margin: float, shown: Outlined) -> Thing:
    corners = [(a * length / 2, b * width / 2) for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    around = [(math.cos(t) * margin, math.sin(t) * margin) for t in np.linspace(0, math.tau, 361)]
    rim = np.array([(x + dx, y + dy) for x, y in corners for dx, dy in around])
    edge = placed(pose, rim[:, 0], rim[:, 1])
    points = edge[_of_box(length / 2, width / 2, margin, pose)(edge) > -1e-9]
    area = length * width + 2 * margin * (length + width) + math.pi * margin**2
    middles = np.array([placed(pose, np.array([x]), np.array([y]))[0] for x, y in corners])
    left, near, right, far = _bounds(middles)
    box = (left - margin, near - margin, right + margin, far + margin)
    return Thing(
        shown,
        area,
        2 * (length + width) + math.tau * margin,
        _of_box(length / 2, width / 2, margin, pose),
        points,
        math.tau,
        box,
    )


def slice_thing(pose: Pose, radius: float, width: float, shown: Outlined) -> Thing:
    """A slice of a disc about the middle of a pose, which faces along its middle."""
    half = math.radians(width / 2)

    def gap(points: Floats) -> Floats:
        ahead, right = seen_from(pose, points)
        away, angle = np.hypot(ahead, right), abs(np.arctan2(right, ahead))
        inside = (angle <= half) & (away <= radius)
        # to the nearer of its straight sides, to the rim where that is the nearest, or to its ends
        along = np.clip(away * np.cos(angle - half), 0, radius)
        side = np.hypot(away * np.cos(angle - half) - along, away * np.sin(angle - half))
        to_rim = np.where(angle <= half, abs(away - radius), np.inf)
        near = to_rim if width == 360 else np.minimum(side, to_rim)
        return np.asarray(np.where(inside, -near, near))

    angles = np.linspace(-half, half, 721)
    edge = placed(pose, radius * np.cos(angles), radius * np.sin(angles))
    quarters = [math.radians(90 * n - pose.facing) for n in range(4)]
    outermost = [(a + math.pi) % math.tau - math.pi for a in quarters]
    most = np.array([a for a in outermost if abs(a) <= half + 1e-12])
    extremes = placed(pose, radius * np.cos(most), radius * np.sin(most))
    tip = np.empty((0, 2)) if width == 360 else np.array([[pose.x, pose.y]])
    box = _bounds(np.concatenate([edge[[0, -1]], extremes, tip]))
    length = 2 * half * radius + (0 if width == 360 else 2 * radius)
    return Thing(shown, half * radius**2, length, gap, np.concatenate([edge, tip]), 2 * half, box)


def from_path(path: Path) -> Gap:
    """How far points are from a path: from each straight, and from each turn where they lie abreast of it."""

    def gap(points: Floats) -> Floats:
        nearest = np.hypot(points[:, 0] - path.start.x, points[:, 1] - path.start.y)
        for leg in path.legs:
            nearest = np.minimum(nearest, np.hypot(points[:, 0] - leg.end.x, points[:, 1] - leg.end.y))
            ahead, right = seen_from(leg.start, points)
            if isinstance(leg.piece, Straight):
                abreast, away = (ahead >= 0) & (ahead <= leg.piece.length), abs(right)
            else:
                aside = right if leg.piece.side == "right" else -right
                angle = np.arctan2(ahead, path.radius - aside) % math.tau
                abreast, away = (
                    angle <= math.radians(leg.piece.degrees),
                    abs(np.hypot(ahead, path.radius - aside) - path.radius),
                )
            nearest = np.where(abreast, np.minimum(nearest, away), nearest)
        return nearest

    return gap


def line(path: Path) -> Thing:
    edge = [leg.at(share, path.radius) for leg in path.legs for share in np.linspace(0, 1, 181)]
    turned = sum(math.radians(piece.degrees) for piece in path.track if isinstance(piece, Turn))
    points = np.array([(pose.x, pose.y) for pose in edge])
    return Thing(path, None, path.length, from_path(path), points, turned, path.bounds())


def band(path: Path, base: float) -> Thing:
    near = from_path(path)
    left, low, right, far = path.bounds()
    half = base / 2
    beside = [
        leg.at(share, path.radius).beside(side * half)
        for leg in path.legs
        for share in np.linspace(0, 1, 91)
        for side in (1, -1)
    ]
    edge = np.array(beside)
    on = near(edge) > half - 1e-9
    turned = math.tau + 2 * sum(math.radians(piece.degrees) for piece in path.track if isinstance(piece, Turn))
    box = (left - half, low - half, right + half, far + half)
    return Thing(path.swept(base), math.nan, None, lambda points: near(points) - half, edge[on], turned, box)


GAUGE = Gauge.beside(2, 0.5, 1 / 30)
Build: TypeAlias = Callable[[Pose, Sequence[float], bool], Thing]
"""Builds a thing at a pose from six figures from 0 to 1, and its mirror image at the mirrored pose."""


def _side(figure: float, mirrored: bool) -> Any:
    return "right" if (figure < 0.5) != mirrored else "left"


def _track(figures: Sequence[float], mirrored: bool) -> Track:
    """A track of up to five pieces."""
    track: list[Straight | Turn] = []
    for at, figure in enumerate(figures[: 1 + int(figures[5] * 4.99)]):
        track.append(Turn(1 + 359 * figure, "left" if at % 4 else "right") if at % 2 else Straight(0.2 + 5 * figure))
    return mirror_track(tuple(track)) if mirrored else tuple(track)


def _path(pose: Pose, figures: Sequence[float], mirrored: bool) -> Path:
    return fly(pose, _track(figures, mirrored), GAUGE)


def _disc(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    return round_thing(pose, 0.1 + 3 * f[0], Disc(pose.x, pose.y, 2 * (0.1 + 3 * f[0])))


def _base(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    return round_thing(pose, 0.1 + f[0], Base(pose.x, pose.y, 2 * (0.1 + f[0])))


def _disc_reached(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    radius, base = 0.1 + 3 * f[0], 0.1 + 2 * f[1]
    return round_thing(pose, radius + base / 2, where_under(Disc(pose.x, pose.y, 2 * radius), base))


def _strip(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    length, width = 0.1 + 9 * f[0], 0.1 + 3 * f[1]
    return strip(pose, length, width, 0, Strip(pose.x, pose.y, length, width, pose.facing))


def _strip_reached(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    length, width, base = 0.1 + 9 * f[0], 0.1 + 3 * f[1], 0.1 + 2 * f[2]
    return strip(pose, length, width, base / 2, where_under(Strip(pose.x, pose.y, length, width, pose.facing), base))


def _sector(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    radius, width = 0.1 + 20 * f[0], 360.0 if f[2] < 0.1 else 1 + 358 * f[1]
    return slice_thing(pose, radius, width, Sector(pose.x, pose.y, radius, pose.facing, width))


def _fire_arc(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    reach, number = 0.1 + 20 * f[0], int(f[1] * 3.99)
    if mirrored:
        number = -number % 4
    middle = Pose(pose.x, pose.y, pose.facing + 90 * number)
    shown = fire_arc(pose, ARCS[number], reach, "both" if f[2] < 0.5 else "fore-aft")
    return replace(slice_thing(middle, reach, 90, shown), slack=2e-6)  # its lines are as broad as the tolerance


def _cardboard(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    side, degrees = _side(f[0], mirrored), 1 + 358 * f[1]
    x, y = pose.beside(2.5 if side == "right" else -2.5)
    towards = pose.facing + (degrees / 2 - 90 if side == "right" else 90 - degrees / 2)
    return slice_thing(Pose(x, y, towards), 2, degrees, GAUGE.cardboard(pose, side, degrees))


def _gauge_arc(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    return line(GAUGE.arc(pose, _side(f[0], mirrored), 1 + 359 * f[1]))


def _line(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    return line(_path(pose, f, mirrored))


def _band(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    return band(_path(pose, f, mirrored), 0.2 + 2.5 * f[3])


def _wide_band(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    """Of a base that is wider than its turn: the inner rim of the band folds over."""
    return band(_path(pose, f, mirrored), 5.01 + 3 * f[3])


def _templates(pose: Pose, f: Sequence[float], mirrored: bool) -> Thing:
    """Four templates of a run."""
    path = fly(pose, mirror_track(TWO_TURNS) if mirrored else TWO_TURNS, GAUGE)
    discs = [(path.at_spent(figure * path.spent), 0.5 + 1.5 * f[at + 2]) for at, figure in enumerate(f[:4])]
    things = [round_thing(at, radius, Disc(at.x, at.y, 2 * radius)) for at, radius in discs]
    edge = np.concatenate([thing.edge for thing in things])

    def gap(points: Floats) -> Floats:
        return np.asarray(np.min([thing.gap(points) for thing in things], axis=0))

    boxes = np.array([thing.bounds for thing in things])
    box = (*boxes[:, :2].min(axis=0).tolist(), *boxes[:, 2:].max(axis=0).tolist())
    return Thing(together(thing.shown for thing in things), math.nan, None, gap, edge[gap(edge) > -1e-9], 4 * math.tau, box)


TWO_TURNS: Track = (Straight(4), Turn(120, "right"), Straight(2), Turn(90, "left"), Straight(3))
KINDS: dict[str, Build] = {
    "disc": _disc,
    "base": _base,
    "where a base is under a disc": _disc_reached,
    "strip": _strip,
    "where a base is under a strip": _strip_reached,
    "sector": _sector,
    "fire arc": _fire_arc,
    "cardboard of a gauge": _cardboard,
    "arc of a gauge": _gauge_arc,
    "path": _line,
    "band": _band,
    "band of a wide base": _wide_band,
    "templates of a run": _templates,
}
