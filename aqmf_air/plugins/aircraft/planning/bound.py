"""What no legal run can exceed.

One drop. Every point that can be flown over lies in an area (``Ways.area``; on a table, what of it is on the table). What
a template there is worth changes only across the circles about the elements. So its greatest value over the area lies on
a corner of what the circles cut the area into: a crossing of two circles, of a circle and the area's outline, a corner of
the outline, or any point of a circle or an outline that is crossed by nothing. All those are looked at. Circles are taken
too large by ``SLACK`` for enemies and too small for friends, which covers the tolerance of touching and the rounding of
marks. So the bound holds, and it is reached unless something lies between the area and what can truly be flown over.

Several drops. Write y for the sum of -ln(1 - p) over the templates on an element: it is damaged with the chance 1 - exp(-y),
which is concave, so for any y0 it is at most 1 - exp(-y0) (1 + y0) + exp(-y0) y: a constant and a sum over the templates.
Each drop then has a greatest share of its own, wherever the others fall, as above; the shares of an aircraft are added up
over the best way to share out its bombs. That holds for every y0, and a few steps against the slope look for a good one.
Of what friends lose, the worst drop takes at least the part 1 / number of drops of the sum of all drops, so each drop is
charged that part.

Guns. A run that is looked for with its guns in mind is worth what its bombs damage and, by weight, its shots. Each of these
is at most its own bound, so their sum is at most the sum of the bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.geometry.pose import unit
from aqmf_air.plugins.aircraft.planning.candidates import PULL, Floats, corners, rims
from aqmf_air.plugins.aircraft.planning.flyer import Flyer
from aqmf_air.plugins.aircraft.planning.ground import Ground, Load, loads_of, seen_from
from aqmf_air.plugins.aircraft.planning.guns import Gunner

SLACK = 5e-5
"""Inches: far more than the tolerance of touching and the rounding of a mark together."""
GROWN = 2e-6
"""Inches by which the circles themselves are grown before they are crossed."""
STEPS = 80
"""Steps against the slope, at most."""
WORTHWHILE, PATIENCE = 1e-4, 20
"""Part by which a step has to lower the bound, and how many may fail to."""
MOST_BOMBS = 6
"""Bombs of a kind at one point that matter: no joint rating is higher."""
CERTAIN = 1 - 1e-12
"""The greatest chance that has a logarithm."""
SURE = 1e-9
"""Share of the bound that is added for rounding."""


def upper_bound(ground: Ground, flyers: Sequence[Flyer], planned: Floats) -> float:
    """A value that no legal run of all the aircraft together exceeds; ``planned``: the chance that a good plan damages
    each, ``(E,)``.
    """
    drops = sum(sum(flyer.bombs.values()) for flyer in flyers)
    if not drops or not len(ground.elements):
        return 0.0
    tables = [{load: limits(flyer, load).table for load in loads_of(flyer.bombs, MOST_BOMBS)} for flyer in flyers]
    gain = np.where(ground.wanted, ground.worth, 0.0)
    loss = np.where(ground.wanted, 0.0, ground.worth) / drops
    best = _shared_out(flyers, [{load: _most(p @ (gain + loss)) for load, p in table.items()} for table in tables])
    if drops > 1:
        best = min(best, _descended(flyers, tables, gain, loss, planned))
    return max(0.0, best) * (1 + SURE)


def _descended(
    flyers: Sequence[Flyer], tables: Sequence[Mapping[Load, Floats]], gain: Floats, loss: Floats, planned: Floats
) -> float:
    """The least bound found over the y0 of the elements, from that of the plan."""
    charges = [{load: p @ loss for load, p in table.items()} for table in tables]
    hit = np.any([table.any(axis=0) for each in tables for table in each.values()], axis=0) & (gain > 0)
    gain = gain[hit]
    logs = [{load: -np.log1p(-np.minimum(p[:, hit], CERTAIN)) for load, p in table.items()} for table in tables]
    best = np.inf
    y = -np.log1p(-np.minimum(planned[hit], CERTAIN))
    since = 0
    for step in range(STEPS):
        share = gain * np.exp(-y)
        bound = float((gain - share * (1 + y)).sum())
        taken = np.zeros(len(gain))
        for flyer, log, charge in zip(flyers, logs, charges, strict=True):
            tops: dict[Load, float] = {}
            at: dict[Load, int] = {}
            for load, each in log.items():
                if len(each):
                    scores = each @ share + charge[load]
                    at[load] = int(scores.argmax())
                    tops[load] = max(0.0, float(scores[at[load]]))
            most, shared = _sharing(flyer.bombs, tops)
            bound += most
            for load in shared:
                taken += log[load][at[load]]
        since = 0 if bound < best * (1 - WORTHWHILE) else since + 1
        best = min(best, bound)
        if since > PATIENCE:
            break
        # the slope in y0 is gain exp(-y0) (y0 - sum of -ln(1 - p)): go towards what the drops do
        y = np.maximum(0.0, y + (taken - y) * 0.6 / (1 + step / 4))
    return best


def _most(scores: Floats) -> float:
    return max(0.0, float(scores.max())) if len(scores) else 0.0


def _shared_out(flyers: Sequence[Flyer], most: Sequence[Mapping[Load, float]]) -> float:
    return sum(_sharing(flyer.bombs, each)[0] for flyer, each in zip(flyers, most, strict=True))


def _sharing(bombs: Mapping[str, int], most: Mapping[Load, float]) -> tuple[float, list[Load]]:
    """The greatest sum over all ways to share the bombs out among loads, with those loads."""
    kinds = sorted(bombs)
    best: dict[tuple[int, ...], tuple[float, list[Load]]] = {}
    for left in np.ndindex(*(bombs[kind] + 1 for kind in kinds)):
        value: tuple[float, list[Load]] = (0.0, [])
        for load, worth in most.items():
            gone = dict(load)
            rest = tuple(number - gone.get(kind, 0) for kind, number in zip(kinds, left, strict=True))
            if min(rest) >= 0 and worth + best[rest][0] > value[0]:
                value = (worth + best[rest][0], [load, *best[rest][1]])
        best[left] = value
    return best[tuple(bombs[kind] for kind in kinds)]


def gun_bound(flyer: Flyer, gunner: Gunner) -> float:
    """A worth that no shot from the end of a legal move exceeds.

    A move ends in what can be flown over. So no shot is worth more than the best of all that some point of that area has in
    range, whatever the arc.
    """
    import shapely

    if not gunner.targets:
        return 0.0
    places = seen_from(flyer.start, np.array([(one.x, one.y) for one in gunner.targets]))
    gaps = shapely.distance(outline_of(flyer).grown, shapely.points(places)) - gunner.edges
    shots = zip(gunner.sortie.guns, gunner.gains, strict=True)
    return max((float(gains[gaps <= gun.reach + SLACK].max(initial=0.0)) for gun, gains in shots), default=0.0)


# -- what one drop can do -------------------------------------------------------------------------------------------------


class Limits(NamedTuple):
    """What one load can do: the chances on every point that has to be looked at, ``table`` ``(R, E)``, doubles left out.

    ``spots``, ``(C, 2)``, are the points among them where circles cross, and on circles, moved a hair to the better side;
    ``rows``, ``(C,)``, say what can be done there at most.
    """

    table: Floats
    spots: Floats
    rows: NDArray[np.intp]


def limits(flyer: Flyer, load: Load) -> Limits:
    """What a load can do at most, wherever it falls."""
    if load not in flyer.limits:
        flyer.limits[load] = _looked_at(flyer, load)
    return flyer.limits[load]


def _looked_at(flyer: Flyer, load: Load) -> Limits:
    import shapely

    wanted = flyer.ground.wanted
    reached = flyer.near((load,))
    area = outline_of(flyer)
    on_circles, better, on_sides = [], [], [area.corners]
    for effect in flyer.ground.effects(load):
        near = reached & (effect.chance > 0)
        radii = (effect.radii + np.where(wanted, GROWN, -GROWN))[near]
        centres = flyer.centres[near]
        crossed, pulled = corners(centres, radii, wanted[near])
        on_circles += [crossed, rims(centres, radii)]
        better += [pulled, rims(centres, radii + np.where(wanted[near], -PULL, PULL))]
        on_sides.append(area.crossed(centres, radii))
    every = np.concatenate([*on_circles, *on_sides])
    inside = shapely.intersects_xy(area.grown, every[:, 0], every[:, 1])
    slack = np.where(wanted, SLACK, -SLACK)
    found = flyer.ground.damage(load, every[inside], flyer.centres, slack, reached)
    _, first, rows = np.unique(found @ _TELLING[: found.shape[1]], return_index=True, return_inverse=True)
    table = np.zeros((len(first), len(wanted)))
    table[:, reached] = found[first]
    spots = np.concatenate([np.zeros((0, 2)), *better])
    there = inside[: len(spots)]
    return Limits(table, spots[there], rows[: int(there.sum())])


_TELLING = np.sqrt(np.arange(2.0, 2_002.0)) + np.pi / np.arange(1.0, 2_001.0)
"""Weights that tell sets of chances apart."""


def outline_of(flyer: Flyer) -> Outline:
    """The outline of a flyer, worked out once."""
    if flyer.outline is None:
        flyer.outline = Outline(flyer)
    return flyer.outline


class Outline:
    """Where the drops of a flyer can fall, as seen from its start: its ``corners``, and the area ``grown`` a hair."""

    def __init__(self, flyer: Flyer) -> None:
        import shapely

        area = flyer.ways.coarse
        if (table := flyer.table) is not None:
            ux, uy = unit(flyer.start.facing)
            box = shapely.box(table.left, table.near, table.right, table.far).buffer(GROWN, join_style="mitre")
            seen = shapely.transform(box, lambda p: (p - (flyer.start.x, flyer.start.y)) @ np.array([(uy, ux), (-ux, uy)]))
            area = area.intersection(seen)
        self.corners: Floats = np.array(shapely.get_coordinates(area)).reshape(-1, 2)
        rings = [
            np.array(ring.coords)
            for part in shapely.get_parts(area)
            if part.geom_type == "Polygon"
            for ring in (part.exterior, *part.interiors)
        ]
        start = np.concatenate([np.zeros((0, 2)), *(ring[:-1] for ring in rings)])
        side = np.concatenate([np.zeros((0, 2)), *(np.diff(ring, axis=0) for ring in rings)])
        length = np.hypot(side[:, 0], side[:, 1])
        self.start, self.length = start[length > 0], length[length > 0]
        self.ahead = side[length > 0] / self.length[:, None]
        self.grown = area.buffer(GROWN) if flyer.table is not None else flyer.ways.coarse_grown
        shapely.prepare(self.grown)

    def crossed(self, centres: Floats, radii: Floats) -> Floats:
        """Where circles cross the sides."""
        right = np.stack([self.ahead[:, 1], -self.ahead[:, 0]], axis=1)
        across = right @ centres.T - (right * self.start).sum(axis=1)[:, None]
        at, circle = np.nonzero(np.abs(across) <= radii + 1e-9)
        along = (self.ahead[at] * (centres[circle] - self.start[at])).sum(axis=1)
        half = np.sqrt(np.maximum(0.0, radii[circle] ** 2 - across[at, circle] ** 2))
        found = []
        for way in (along + half, along - half):
            on = (way >= -1e-9) & (way <= self.length[at] + 1e-9)
            found.append(self.start[at[on]] + way[on, None] * self.ahead[at[on]])
        return np.concatenate(found)
