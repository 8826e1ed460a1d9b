"""Who sees whom: a straight line from base to base, and the terrain that stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import RulesInForce
from aqmf_air.games.martian_front.profiles import figures
from aqmf_air.games.martian_front.rules.terrain import ground_of, perhaps_on_the_way, terrain_kinds
from aqmf_air.games.martian_front.rulings import host_rulings
from aqmf_air.games.martian_front.state import Element, Game, Terrain, Unit
from aqmf_air.geometry.plane.pose import within
from aqmf_air.geometry.plane.template import Base


@dataclass(frozen=True, slots=True)
class Eyes:
    """What terrain does to a line of sight: nothing at all (``clear``), or only hills stop it (``over``)."""

    over: bool = False
    clear: bool = False


GROUND, TALL, ALOFT = Eyes(), Eyes(over=True), Eyes(over=True, clear=True)


def screening(terrain: Sequence[Terrain], viewer: Base, target: Base, over: bool = False) -> float:
    """Inches of area terrain on the line of sight; where pieces overlap, once. HOST-LOS-1.

    The line joins the nearest edges of the two bases, as range does, so the ground under either base does not count.
    ``over``: the viewer sees over all terrain but hills.
    """
    blocking = [piece for piece in terrain if (kind := terrain_kinds()[piece.kind]).blocks and (kind.high or not over)]
    between = viewer.distance(target)
    if not blocking or not between:
        return 0.0
    dx, dy = target.x - viewer.x, target.y - viewer.y
    whole = between + viewer.radius + target.radius
    near, far = viewer.radius / whole, 1 - target.radius / whole
    line = (viewer.x + near * dx, viewer.y + near * dy, viewer.x + far * dx, viewer.y + far * dy)
    on_it = tuple(piece.corners for piece in blocking if perhaps_on_the_way(piece, *line))
    if not on_it:
        return 0.0
    from aqmf_air.geometry.plane.measure import depth

    return depth(*line, ground_of(on_it))


def sees(terrain: Sequence[Terrain], viewer: Base, target: Base, over: bool = False) -> bool:
    """Whether no more area terrain stands between two bases than sight can pierce, the exact figure included. HOST-LOS-1."""
    return within(screening(terrain, viewer, target, over), figures()["sight depth"])


# -- in a game ------------------------------------------------------------------------------------------------------------


def eyes_on_the_ground(rulings: Rulings) -> Eyes:
    """Area terrain and hills stop the sight of what stands on the ground. HOST-LOS-1."""
    return GROUND


def eyes_of_a_tripod(rulings: Rulings) -> Eyes:
    """Only hills do. HOST-LOS-1."""
    return TALL


def eyes_upon_a_tripod(rulings: Rulings) -> Eyes:
    """What hides a tripod is a ruling: area terrain, or only hills. HOST-LOS-1."""
    return TALL if host_rulings(rulings).tripods_over_woods == "seen" else GROUND


def in_sight(game: Game, rules: RulesInForce, unit: Unit, element: Element, target: Unit, at: Element) -> bool:
    """Whether ``element`` of ``unit`` sees the element ``at`` of ``target``.

    The kind of either unit may see, or be seen, in its own way (steps ``sight from`` and ``sight to``).
    """
    own, other = game.type_of(unit), game.type_of(target)
    viewer: Eyes = rules.procedure("sight from", own.kind)(game.rulings)
    seen: Eyes = rules.procedure("sight to", other.kind)(game.rulings)
    if viewer.clear or seen.clear:
        return True
    here, there = Base(element.x, element.y, own.base_diameter), Base(at.x, at.y, other.base_diameter)
    return sees(game.terrain, here, there, viewer.over or seen.over)
