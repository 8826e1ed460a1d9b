"""How units may hurt others: with what, from how far, and what is expected to come of it.

A kind says it by the procedure of the step ``threats``: ``(ruleset, game, unit)`` gives its ways to hurt others, each a
:class:`Threat`. The procedure of the kind "" speaks for all that move on the ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import hypot
from operator import itemgetter
from typing import NamedTuple

from aqmf_air.core.data.memo import cached_by_identity
from aqmf_air.core.data.model import replace
from aqmf_air.core.play.search.replies import Harm
from aqmf_air.games.martian_front.automatic.harm import NOTHING, Stake, template_harm, volley_harm
from aqmf_air.games.martian_front.orders.artillery import Barrage, laid, otherwise_loaded
from aqmf_air.games.martian_front.orders.firing import aimed, bearing, working
from aqmf_air.games.martian_front.orders.moving import reach_of
from aqmf_air.games.martian_front.orders.rays import sweep_strip, sweeps
from aqmf_air.games.martian_front.possible_orders import UnitKind, never_fires
from aqmf_air.games.martian_front.profiles import Mount, UnitType
from aqmf_air.games.martian_front.rules.barrage import joint_rating, template_sizes
from aqmf_air.games.martian_front.rules.measuring import cover_of_unit, covered, reaches, screens, sees
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.state import STUNNED, Element, Game, StateMark, Terrain, Unit
from aqmf_air.geometry.plane.pose import unit as unit_vector
from aqmf_air.geometry.plane.template import Base, Disc, Template

STEP = "threats"
"""The step at which a kind of unit says how it may hurt others next."""


class ThreatenedUnit(NamedTuple):
    """A unit that may be hurt, where it stands."""

    unit: Unit
    kind: UnitType
    cover: str
    stake: Stake
    shape: Shape


class Threat(NamedTuple):
    """A way in which a unit may hurt another in its next combat."""

    weapon: str
    reach: float
    """Inches from edge to edge that it hurts at after one move."""
    stride: float
    """Inches of a further move; 0: it makes none."""
    harm: Callable[[ThreatenedUnit], Harm]
    """What all of it is expected to do to a unit in reach."""
    move: float = 0.0
    """Inches of the move that is part of its reach."""
    blind: bool = False
    """Whether it needs no line of sight."""


def threats_of(ruleset: AllQuiet, game: Game, unit: Unit) -> Sequence[Threat]:
    """How a unit may hurt others in its next combat: none that runs or is stunned. Step ``threats``."""
    if unit.has("routed") or unit.has(STUNNED):
        return ()
    found: Sequence[Threat] = ruleset.rules.procedure(STEP, game.type_of(unit).kind)(ruleset, game, unit)
    return found


def from_the_ground(ruleset: AllQuiet, game: Game, unit: Unit) -> Sequence[Threat]:
    """Those of what moves on the ground: a move, then its weapons; guns move or shoot. HOST-MOVE-4."""
    stride = reach_of(game, unit)
    return guns_of(ruleset, game, unit, 0.0 if game.type_of(unit).kind == "artillery" else stride, stride)


def guns_of(ruleset: AllQuiet, game: Game, unit: Unit, move: float, stride: float) -> tuple[Threat, ...]:
    """Those of weapons with a range, after a move of so many inches."""
    return tuple(
        Threat(
            mount.weapon.name,
            move + mount.weapon.range,
            stride,
            _harm_of(ruleset, game, unit, mount, pieces),
            move,
            mount.weapon.kind == "indirect",
        )
        for mount in game.type_of(unit).weapons
        if mount.weapon.range and (pieces := sum(working(mount, one) for one in unit.present))
    )


def _harm_of(ruleset: AllQuiet, game: Game, unit: Unit, mount: Mount, pieces: int) -> Callable[[ThreatenedUnit], Harm]:
    return lambda target: mount_harm(ruleset, game, unit, mount, target, pieces)


def mount_harm(
    ruleset: AllQuiet, game: Game, unit: Unit, mount: Mount, target: ThreatenedUnit, pieces: int, guns: int | None = None
) -> Harm:
    """The most that so many pieces of a weapon are expected to do to a unit: by a volley, a sweep or a template.

    ``guns``: how many of them lay a template together; None: all.
    """
    weapon, own, base = mount.weapon, game.type_of(unit), target.kind.base_diameter
    best = NOTHING
    if aimed(weapon) and pieces and may_hit(ruleset, own, own_marks(unit), weapon.name, target.kind, own_marks(target.unit)):
        shots = weapon.shots * pieces
        best = volley_harm(ruleset.rules, own, weapon, target.unit, target.kind, target.cover, shots, target.stake)
    if sweeps(weapon) and pieces and reaches(game, ruleset.rules, "in sweep", target.unit, unit):
        best = max(best, _template(ruleset, game, own, mount, target, swept_at_most(target.shape, base), pieces), key=sum)
    if laid(weapon) and guns != 0 and reaches(game, ruleset.rules, "under barrage", target.unit, unit):
        diameter = template_sizes()[joint_rating(weapon.barrage or 1, guns or pieces)]
        under = under_at_most(target.shape, base, diameter)
        best = max(best, _template(ruleset, game, own, mount, target, under, 1), key=sum)
    return best


def _template(
    ruleset: AllQuiet, game: Game, own: UnitType, mount: Mount, target: ThreatenedUnit, under: int, attacks: int
) -> Harm:
    if not under:
        return NOTHING
    return template_harm(
        ruleset.rules, own, mount.weapon, target.unit, target.kind, target.cover, under, attacks, target.stake
    )


def fire_from(ruleset: AllQuiet, game: Game, unit: Unit, targets: Iterable[ThreatenedUnit]) -> list[tuple[str, str, Harm]]:
    """What each weapon of a unit of ``game`` may do to whom from where it stands: weapon, target, harm; by exact bearing."""
    found = []
    rules, kind = ruleset.rules, game.type_of(unit)
    at = [(gap_between(unit, kind, target.unit, target.kind), target) for target in targets]
    for mount in kind.weapons:
        reach = mount.weapon.range
        if reach is None or any(True for _ in otherwise_loaded(game, unit, mount.weapon.name)):
            continue
        for gap, target in at:
            if gap > reach + kind.base_diameter:
                continue
            firing = bearing(game, rules, unit, mount, target.unit)
            pieces = sum([working(mount, one) for one, _ in firing])
            guns = 0
            if laid(mount.weapon) and reaches(game, rules, "under barrage", target.unit, unit):
                guns = Barrage(unit=unit.id, weapon=mount.weapon.name, target=target.unit.id).firing(game, rules)[0]
            if pieces or guns:
                harm = mount_harm(ruleset, game, unit, mount, target, pieces, guns)
                if harm is not NOTHING:
                    found.append((mount.weapon.name, target.unit.id, harm))
    return found


# -- facts ----------------------------------------------------------------------------------------------------------------


def vantages(game: Game, unit: Unit, stride: float) -> tuple[Element, ...]:
    """From where a unit may look before it fires: where its first element is, and where that may be after a move."""
    first = unit.present[0]
    ways = range(0, 360, 45) if stride else ()
    moved = [(first.x + stride * ux, first.y + stride * uy) for ux, uy in map(unit_vector, ways)]
    on_table = [(x, y) for x, y in moved if 0 <= x <= game.table.width and 0 <= y <= game.table.depth]
    return (first, *(replace(first, x=x, y=y) for x, y in on_table))


Sight = Callable[[float, float, float, float, float, float], bool]
"""Whether a base sees another: where each is, and the diameters, in inches."""


@cached_by_identity(16)
def sight_over(terrain: Sequence[Terrain], over: bool) -> Sight | None:
    """Sight across terrain, its answers kept; None: nothing stops it. HOST-LOS-1. ``over``: as in :func:`sees`."""
    if not (found := screens(terrain, over)):
        return None

    @lru_cache(maxsize=4096)
    def seen(x: float, y: float, at_x: float, at_y: float, size: float, other: float) -> bool:
        return sees(found, Base(x, y, size), Base(at_x, at_y, other), over)

    return seen


def seen_from(places: Sequence[Element], size: float, sight: Sight, target: ThreatenedUnit, reach: float) -> bool:
    """Whether the nearest element of a target is in sight of a base at one of some places, and in reach of it.

    ``size``: of the base, in inches.
    """
    other = target.kind.base_diameter
    reach += (size + other) / 2
    for place in places:
        gap, at = min([(hypot(one.x - place.x, one.y - place.y), one) for one in target.unit.present], key=itemgetter(0))
        if gap <= reach and sight(place.x, place.y, at.x, at.y, size, other):
            return True
    return False


@cached_by_identity(2048)
def may_hit(
    ruleset: AllQuiet,
    own: UnitType,
    marks: tuple[StateMark, ...],
    weapon: str,
    other: UnitType,
    theirs: tuple[StateMark, ...],
) -> bool:
    """Whether any rule lets units of a type fire a weapon at another."""
    return not never_fires(ruleset, UnitKind(own, marks), weapon, UnitKind(other, theirs), ruleset.rulings(), "a", "b")


def own_marks(unit: Unit) -> tuple[StateMark, ...]:
    """The marks that a plugin has put on a unit; equal ones are the same object."""
    return _kept_marks(tuple([mark for mark in unit.marks if "." in mark.name])) if unit.marks else ()


@lru_cache(maxsize=512)
def _kept_marks(marks: tuple[StateMark, ...]) -> tuple[StateMark, ...]:
    return marks


def gap_between(unit: Unit, kind: UnitType, other: Unit, their_kind: UnitType) -> float:
    """Inches between the nearest edges of two units."""
    least = min([hypot(one.x - at.x, one.y - at.y) for one in unit.elements for at in other.elements])
    return max(0.0, least - (kind.base_diameter + their_kind.base_diameter) / 2)


Shape = tuple[tuple[float, float], ...]
"""Where the elements of a unit are, as seen from the first."""


def shape_of(unit: Unit) -> Shape:
    """How a unit stands: units that keep their formation are alike wherever they go."""
    present = unit.present
    if len(present) < 2:
        return ((0.0, 0.0),) * len(present)
    x, y = present[0].x, present[0].y
    return tuple([(round(one.x - x, 2), round(one.y - y, 2)) for one in present])


@lru_cache(maxsize=2048)
def under_at_most(shape: Shape, base_diameter: float, diameter: float) -> int:
    """How many elements a round template covers that is centred on one of them."""
    return _most_under(shape, base_diameter, tuple(Disc(x, y, diameter) for x, y in shape))


@lru_cache(maxsize=2048)
def swept_at_most(shape: Shape, base_diameter: float) -> int:
    """How many elements a sweep covers that is laid along or across over one of them."""
    return _most_under(shape, base_diameter, tuple(sweep_strip(x, y, way) for x, y in shape for way in (0, 90)))


def _most_under(shape: Shape, base_diameter: float, templates: Sequence[Template]) -> int:
    standing = [(at, Base(*at, base_diameter)) for at in shape]
    return max((len(covered(one, standing)) for one in templates), default=0)


def target_of(ruleset: AllQuiet, game: Game, unit: Unit, stake: Stake) -> ThreatenedUnit:
    """A unit of ``game`` as it may be hurt where it stands."""
    return ThreatenedUnit(unit, game.type_of(unit), cover_of_unit(game, ruleset.rules, unit), stake, shape_of(unit))
