"""What no legal run can exceed.

One drop. Every point that can be flown over lies in an area (``Ways.area``; on a table, what of it is on the table). What
a template there is worth changes only across the circles about the elements. So its greatest value over the area lies on
a corner of what the circles cut the area into: a crossing of two circles, or of a circle and the area's outline; or it is
that of any point of a circle or an outline that is crossed by nothing. All those are looked at (``GroundTargets.limits``).
Circles are taken too large by ``SLACK`` for enemies and too small for friends, which covers the tolerance of touching and
the rounding of marks. So the bound holds, and it is reached unless something lies between the area and what can truly be
flown over.

Several drops. Write y for the sum of -ln(1 - p) over the templates on an element: it is damaged with the chance 1 - exp(-y),
which is concave, so for any y0 it is at most 1 - exp(-y0) (1 + y0) + exp(-y0) y: a constant and a sum over the templates.
Each drop then has a greatest share of its own, wherever the others fall, as above; the shares of an aircraft are added up
over the best way to share out its bombs. That holds for every y0; a few steps (Frank and Wolfe's) look for a good one.
Of what friends lose, the worst drop takes at least the part 1 / number of drops of the sum of all drops, so each drop is
charged that part.

Guns. A run that is looked for with its guns in mind is worth what its bombs damage and, by weight, its shots. Each of these
is at most its own bound, so their sum is at most the sum of the bounds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from aqmf_air.games.martian_aircraft.planning.flyer import Flyer
from aqmf_air.games.martian_aircraft.planning.ground import SLACK, GroundTargets, loads_of, seen_from
from aqmf_air.games.martian_aircraft.planning.guns import Gunner
from aqmf_air.games.martian_aircraft.planning.ways import Floats

STEPS, SEARCHED = 80, 4  # steps towards a better bound, at most, and how often each looks for its length
NEAR = 1e-4  # part by which the bound may be above the least one of its kind
MOST_BOMBS = 6  # bombs of a kind at one point that matter: no joint rating is higher
CERTAIN = 1 - 1e-12  # the greatest chance that has a logarithm
SURE = 1e-9  # share of the bound that is added for rounding


def upper_bound(ground: GroundTargets, flyers: Sequence[Flyer], planned: Floats) -> float:
    """A value that no legal run of all the aircraft together exceeds; ``planned``: the chance that a good plan damages
    each, ``(E,)``.
    """
    drops = sum(sum(flyer.bombs.values()) for flyer in flyers)
    if not drops or not len(ground.elements):
        return 0.0
    carriers = [_Carrier(flyer) for flyer in flyers]
    gain = np.where(ground.wanted, ground.worth, 0.0)
    loss = np.where(ground.wanted, 0.0, ground.worth) / drops
    best = sum(carrier.most([table @ (gain + loss) for table in carrier.tables])[0] for carrier in carriers)
    if drops > 1:
        best = min(best, _descended(carriers, gain, loss, planned))
    return best * (1 + SURE)


def _descended(carriers: Sequence[_Carrier], gain: Floats, loss: Floats, planned: Floats) -> float:
    """The least bound found over the y0 of the elements, from that of the plan."""
    charges = [[table @ loss for table in carrier.tables] for carrier in carriers]
    hit = np.any([table.any(axis=0) for carrier in carriers for table in carrier.tables], axis=0) & (gain > 0)
    gain = gain[hit]
    logs = [[-np.log1p(-np.minimum(table[:, hit], CERTAIN)) for table in carrier.tables] for carrier in carriers]
    best, y, cost = np.inf, -np.log1p(-np.minimum(planned[hit], CERTAIN)), 0.0
    for step in range(STEPS):
        share = gain * np.exp(-y)
        bound = float((gain - share * (1 + y)).sum())
        taken, charge = np.zeros(len(gain)), 0.0
        for carrier, log, charged in zip(carriers, logs, charges, strict=True):
            most, rows = carrier.most([each @ share + some for each, some in zip(log, charged, strict=True)])
            bound += most
            for load, row in rows:
                taken += log[load][row]
                charge += charged[load][row]
        best = min(best, bound)
        # y goes towards what the best drops do, as far as a mix of both is worth more and more
        part = 1.0
        for _ in range(SEARCHED if step else 0):
            left = gain * np.exp(-(y + part * (taken - y)))
            rise, bend = left @ (taken - y) + charge - cost, left @ (taken - y) ** 2
            part = min(1.0, max(0.0, part + float(rise / max(bend, 1e-12))))
        y, cost = y + part * (taken - y), cost + part * (charge - cost)
        if best - float((gain * (1 - np.exp(-y))).sum() + cost) <= NEAR * best:
            break  # no bound is less than what a mix is worth
    return best


class _Carrier:
    """What one aircraft can do at most: a table for each load, and all ways to share its bombs out among loads."""

    def __init__(self, flyer: Flyer) -> None:
        loads = loads_of(flyer.bombs, MOST_BOMBS)
        self.tables = [flyer.limits(load).table for load in loads]
        kinds = sorted(flyer.bombs)
        number = {left: i for i, left in enumerate(np.ndindex(*(flyer.bombs[kind] + 1 for kind in kinds)))}
        gone = [[dict(load).get(kind, 0) for kind in kinds] for load in loads]
        rests = [[tuple(a - b for a, b in zip(left, load, strict=True)) for load in gone] for left in number]
        self._ways = [[(load, number[rest]) for load, rest in enumerate(some) if rest in number] for some in rests]
        """For each number of bombs left, fewer before more, the loads that may fall, and what is left then."""

    def most(self, scores: Sequence[Floats]) -> tuple[float, list[tuple[int, int]]]:
        """The greatest sum of loads, one row of its ``scores`` for each, and which rows of which loads those are."""
        at = [int(each.argmax()) if len(each) else 0 for each in scores]
        tops = [float(each[row]) if len(each) else 0.0 for each, row in zip(scores, at, strict=True)]
        best: list[tuple[float, tuple[int, int] | None]] = []
        for ways in self._ways:
            value, chosen = 0.0, None
            for load, rest in ways:
                if tops[load] + best[rest][0] > value:
                    value, chosen = tops[load] + best[rest][0], (load, rest)
            best.append((value, chosen))
        most, chosen = best[-1]
        rows = []
        while chosen is not None:
            load, rest = chosen
            rows.append((load, at[load]))
            chosen = best[rest][1]
        return most, rows


def gun_bound(flyer: Flyer, gunner: Gunner) -> float:
    """A worth that no shot from the end of a legal move exceeds.

    A move ends in what can be flown over. So no shot is worth more than the best of all that some point of that area has in
    range, whatever the arc.
    """
    if not gunner.targets:
        return 0.0
    places = seen_from(flyer.start, np.array([(target.x, target.y) for target in gunner.targets]))
    gaps = shapely.distance(flyer.area.grown, shapely.points(places)) - gunner.edges
    shots = zip(gunner.sortie.guns, gunner.gains, strict=True)
    return max((float(gains[gaps <= gun.reach + SLACK].max(initial=0.0)) for gun, gains in shots), default=0.0)
