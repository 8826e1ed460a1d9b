"""The Sweep of a heat ray: a strip in place of the shot, and one roll for everything that it touches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.martian_front.base_order import RulesInForce
from aqmf_air.games.martian_front.profiles import figures
from aqmf_air.games.martian_front.rules.measuring import under
from aqmf_air.games.martian_front.rules.sight import sees
from aqmf_air.games.martian_front.state import Element, Game, Terrain, Unit
from aqmf_air.geometry.plane.pose import TOLERANCE, within
from aqmf_air.geometry.plane.template import Base, Strip


def sweep_strip(x: float, y: float, direction: float) -> Strip:
    """The strip with its centre at ``(x, y)`` inches, laid along ``direction``, degrees clockwise from +y. HOST-RAY-3."""
    return Strip(x, y, figures()["sweep length"], figures()["sweep width"], direction)


def perhaps_in_range(x: float, y: float, base: Base, reach: float) -> bool:
    """Whether a strip with its centre there may be in range, whichever way it lies: a quick look before the exact one.

    Corners lie opposite each other, so that one is at least as far away as if all were square to the line to the centre.
    """
    half = hypot(figures()["sweep length"], figures()["sweep width"]) / 2
    return hypot(x - base.x, y - base.y, half) - base.radius <= reach + 2 * TOLERANCE


def farthest(strip: Strip, base: Base) -> float:
    """Inches from the edge of a base to the farthest point of the strip, which is one of its corners."""
    return max(hypot(x - base.x, y - base.y) for x, y in strip.corners()) - base.radius


def sweep_objections(
    strip: Strip, firer: Base, reach: float, terrain: Sequence[Terrain] = (), over: bool = False
) -> Iterator[Objection]:
    """Why the strip may not be laid there: all of it must be in range, and its centre in sight. HOST-RAY-3.

    ``reach`` is the weapon's range in inches, from the edge of the base; ``over``: the firer sees over all but hills.
    """
    if not within(gap := farthest(strip, firer), reach):
        yield Objection("HOST-RAY-3", f'the far end of the sweep is {gap:.2f}" away, beyond the range of {reach:g}"')
    if not sees(terrain, firer, Base(strip.x, strip.y, 0), over):
        yield Objection("HOST-LOS-1", "the centre of the sweep is out of sight")


def swept(
    game: Game, rules: RulesInForce, strip: Strip, unit: Unit, firer: Element
) -> tuple[tuple[Unit, tuple[Element, ...]], ...]:
    """Everything that a sweep by ``firer`` of ``unit`` touches, of either side, but for the firer: each is rolled for once.

    Kinds may be out of its reach (step ``in sweep``). HOST-RAY-3.
    """
    touched = under(game, rules, strip, "in sweep", unit)
    left = ((other, tuple(one for one in elements if one.id != firer.id)) for other, elements in touched)
    return tuple((other, elements) for other, elements in left if elements)
