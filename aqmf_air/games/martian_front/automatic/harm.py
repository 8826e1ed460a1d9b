"""What attacks are expected to take off a unit, and how units may hurt others: by the rules' own functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from math import hypot
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from aqmf_air.api import EnumerationLimitError, Harm, Odds, cached_by_identity, chances, replace
from aqmf_air.api.geometry import Base, Disc, Template
from aqmf_air.api.geometry import unit as unit_vector
from aqmf_air.games.martian_front.chapters.artillery import Barrage, laid, otherwise_loaded
from aqmf_air.games.martian_front.chapters.damage import Tripod, damage_tripod_repeatedly
from aqmf_air.games.martian_front.chapters.heat_rays import sweep_strip, sweeps
from aqmf_air.games.martian_front.chapters.measuring import cover_of_unit, covered, reaches, screens, sees
from aqmf_air.games.martian_front.chapters.morale import FAIL, Nerve, morale_test, tests, to_pass
from aqmf_air.games.martian_front.chapters.moving import reach_of
from aqmf_air.games.martian_front.chapters.orders import FrontRules, Prospect
from aqmf_air.games.martian_front.chapters.possible_orders import UnitKind, never_fires
from aqmf_air.games.martian_front.chapters.shooting import aimed, attack_by, bearing, working
from aqmf_air.games.martian_front.chapters.templates import joint_rating, number_struck, template_sizes, tripod_under
from aqmf_air.games.martian_front.chapters.to_hit import damaging_shots, numbers_of
from aqmf_air.games.martian_front.state import STUNNED, Element, Game, StateMark, Terrain, Unit
from aqmf_air.games.martian_front.tables import Mount, UnitType, Weapon, covers

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.sequence import AllQuiet


# -- harm --------------------------------------------------------------------------------------------------------------


NO_HARM = Harm()
MOST_HITS = 12
"""Damaging hits on one tripod beyond which more are not told apart."""


class Stake(NamedTuple):
    """What there is to lose of a unit."""

    points: int
    """Of the whole unit."""
    prize: int
    """What it is worth besides that it is destroyed."""
    elements: int
    """Of the whole unit."""
    left: int
    tripod: Tripod | None
    """In plain figures; None: it is none."""
    shaken: tuple[float, ...] = ()
    """By the elements that it loses now, the share of it that is lost besides: who has losses may run."""

    def lost(self, outcome: int | Tripod) -> Harm:
        """What an outcome takes off it: so many damaging hits, or what is left of a tripod."""
        whole = self.points + self.prize
        if isinstance(outcome, Tripod):
            before = self.tripod.armor if self.tripod else outcome.armor
            points = self.points * (before - max(0, outcome.armor)) / before if before else self.points
            return Harm(points, whole * outcome.destroyed)
        if not outcome or not self.left:
            return NO_HARM
        if self.tripod is not None:
            share, wrecked = _after_hits(min(outcome, MOST_HITS), self.tripod)
            return Harm(self.points * share, whole * wrecked)
        gone = min(outcome, self.left)
        ended = 1.0 if gone == self.left else self.shaken[gone] if self.shaken else 0.0
        return Harm(gone * self.points / self.elements, whole * ended)

    def expected(self, odds: Odds[Any]) -> Harm:
        """The same on average."""
        points = destroyed = 0.0
        for outcome, weight in odds.weights.items():
            harm = self.lost(outcome)
            points += weight * harm.points
            destroyed += weight * harm.destroyed
        return Harm(points / odds.total, destroyed / odds.total)


def stake_of(rules: FrontRules, kind: UnitType, unit: Unit, prize: int = 0, running: float = 0.0) -> Stake:
    """What there is to lose of a unit; equal ones are the same object.

    ``prize``: points that it is worth besides; ``running``: the share of it that is lost when it fails its morale test.
    """
    tripod = kind.kind == "tripod" and bool(unit.elements)
    armor = kind.armor - unit.elements[0].armor_lost if tripod else None
    left = len(unit.elements)
    shaken = _shaken(rules, kind, left, unit.lost, running) if running and left > 1 and tests(unit) else ()
    return _stake(kind.points, prize, kind.elements, left, armor, unit.has("immobile"), shaken)


@lru_cache(maxsize=4096)
def _stake(
    points: int, prize: int, elements: int, left: int, armor: int | None, immobile: bool, shaken: tuple[float, ...]
) -> Stake:
    tripod = None if armor is None else Tripod(armor, (), immobile=immobile)
    return Stake(points, prize, elements, left, tripod, shaken)


@cached_by_identity(1024)
def _shaken(rules: FrontRules, kind: UnitType, left: int, lost: int, running: float) -> tuple[float, ...]:
    """By the elements that a unit loses now, what its morale test costs it more than it does already."""

    def fails(gone: int) -> float:
        if not lost + gone:
            return 0.0
        nerve = Nerve(kind.name, kind.kind, lost + gone, left - gone)
        need, special = to_pass(nerve, rules.modifiers("morale", nerve)), rules.procedure("natural faces", kind.kind)(nerve)
        return float(chances(morale_test, need, False, special).of(FAIL))

    return tuple(running * (fails(gone) - fails(0)) for gone in range(left))


@lru_cache(maxsize=4096)
def _after_hits(hits: int, tripod: Tripod) -> tuple[float, float]:
    """The expected share of a tripod's Armor that hits take, and the chance that they destroy it."""
    odds = chances(damage_tripod_repeatedly, hits, tripod)
    if tripod.armor <= 0:
        return 1.0, 1.0
    share = odds.mean(lambda after: tripod.armor - max(0, after.armor)) / tripod.armor
    return float(share), float(odds.where(lambda after: after.destroyed))


def foreseen_harm(prospect: Prospect, stake: Stake) -> Harm:
    """What an order is expected to take off one unit: by its own odds."""
    try:
        return _expected(stake, prospect.question.odds())
    except EnumerationLimitError:
        return NO_HARM


@cached_by_identity(4096)
def _expected(stake: Stake, odds: Odds[Any]) -> Harm:
    return stake.expected(odds)


@cached_by_identity(8192)
def _volley_harm(
    rules: FrontRules,
    own: UnitType,
    weapon: Weapon,
    other: UnitType,
    cover: str,
    armor_lost: int,
    marks: tuple[str, ...],
    shots: int,
    stake: Stake,
) -> Harm:
    """What so many shots are expected to take off a unit."""
    attack = attack_by(own, weapon, other, cover, armor_lost, marks)
    hit, damage = numbers_of(attack, covers()[cover], rules.modifiers)
    return stake.expected(chances(damaging_shots, shots, hit, damage, own.side))


def template_harm(
    rules: FrontRules,
    own: UnitType,
    weapon: Weapon,
    target: Unit,
    other: UnitType,
    cover: str,
    under: int,
    attacks: int,
    stake: Stake,
) -> Harm:
    """What templates are expected to take off a unit: ``attacks`` of them over each of ``under`` elements."""
    armor_lost, marks = _facts(target)
    return _template(rules, own, weapon, other, cover, armor_lost, marks, under, attacks, stake)


@cached_by_identity(8192)
def _template(
    rules: FrontRules,
    own: UnitType,
    weapon: Weapon,
    other: UnitType,
    cover: str,
    armor_lost: int,
    marks: tuple[str, ...],
    under: int,
    attacks: int,
    stake: Stake,
) -> Harm:
    attack = attack_by(own, weapon, other, cover, armor_lost, marks)
    struck = numbers_of(attack, covers()[cover], rules.modifiers)
    if stake.tripod is not None:
        return stake.expected(chances(tripod_under, stake.tripod, ((struck,) * attacks,), own.side))
    return stake.expected(chances(number_struck, ((struck,) * attacks,) * under, own.side))


def _facts(target: Unit) -> tuple[int, tuple[str, ...]]:
    """The Armor that a unit has lost, and its marks; equal ones are the same object."""
    lost = max((element.armor_lost for element in target.elements), default=0)
    return lost, _marks(tuple([mark.name for mark in target.marks])) if target.marks else ()


@lru_cache(maxsize=512)
def _marks(names: tuple[str, ...]) -> tuple[str, ...]:
    return names


def added(harms: Iterable[Harm]) -> Harm:
    """The harm of several attacks on one unit."""
    points = destroyed = 0.0
    for harm in harms:
        points += harm.points
        destroyed += harm.destroyed
    return Harm(points, destroyed)


# -- threats -----------------------------------------------------------------------------------------------------------


STEP = "threats"
"""The step at which a kind of unit says how it may hurt others next."""


Shape = tuple[tuple[float, float], ...]
"""Where the elements of a unit are, as seen from the first."""


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
    threats: Sequence[Threat] = ruleset.rules.procedure(STEP, game.type_of(unit).kind)(ruleset, game, unit)
    return threats


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
            partial(mount_harm, ruleset, game, unit, mount, pieces=pieces),
            move,
            mount.weapon.kind == "indirect",
        )
        for mount in game.type_of(unit).weapons
        if mount.weapon.range and (pieces := sum(working(mount, element) for element in unit.present))
    )


def mount_harm(
    ruleset: AllQuiet, game: Game, unit: Unit, mount: Mount, target: ThreatenedUnit, pieces: int, guns: int | None = None
) -> Harm:
    """The most that so many pieces of a weapon are expected to do to a unit: by a volley, a sweep or a template.

    ``guns``: how many of them lay a template together; None: all.
    """
    weapon, own, base = mount.weapon, game.type_of(unit), target.kind.base_diameter
    best = NO_HARM
    if aimed(weapon) and pieces and may_hit(ruleset, own, own_marks(unit), weapon.name, target.kind, own_marks(target.unit)):
        facts, shots = _facts(target.unit), weapon.shots * pieces
        best = _volley_harm(ruleset.rules, own, weapon, target.kind, target.cover, *facts, shots, target.stake)
    if sweeps(weapon) and pieces and reaches(game, ruleset.rules, "in sweep", target.unit, unit):
        under = swept_at_most(target.shape, base)
        best = max(best, _template_harm_of(ruleset, own, mount, target, under, pieces), key=sum)
    if laid(weapon) and guns != 0 and reaches(game, ruleset.rules, "under barrage", target.unit, unit):
        diameter = template_sizes()[joint_rating(weapon.barrage or 1, guns or pieces)]
        under = under_at_most(target.shape, base, diameter)
        best = max(best, _template_harm_of(ruleset, own, mount, target, under, 1), key=sum)
    return best


def _template_harm_of(
    ruleset: AllQuiet, own: UnitType, mount: Mount, target: ThreatenedUnit, under: int, attacks: int
) -> Harm:
    unit, kind, cover, stake, _ = target
    return template_harm(ruleset.rules, own, mount.weapon, unit, kind, cover, under, attacks, stake) if under else NO_HARM


def fire_from(ruleset: AllQuiet, game: Game, unit: Unit, targets: Iterable[ThreatenedUnit]) -> list[tuple[str, str, Harm]]:
    """What each weapon of a unit of ``game`` may do to whom from where it stands: weapon, target, harm; by exact bearing."""
    harms = []
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
            pieces = sum([working(mount, element) for element, _ in firing])
            guns = 0
            if laid(mount.weapon) and reaches(game, rules, "under barrage", target.unit, unit):
                guns = Barrage(unit=unit.id, weapon=mount.weapon.name, target=target.unit.id).firing(game, rules)[0]
            if pieces or guns:
                harm = mount_harm(ruleset, game, unit, mount, target, pieces, guns)
                if harm is not NO_HARM:
                    harms.append((mount.weapon.name, target.unit.id, harm))
    return harms


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
    if not (terrains := screens(terrain, over)):
        return None

    @lru_cache(maxsize=4096)
    def seen(x: float, y: float, at_x: float, at_y: float, size: float, other: float) -> bool:
        return sees(terrains, Base(x, y, size), Base(at_x, at_y, other), over)

    return seen


def seen_from(places: Sequence[Element], size: float, sight: Sight, target: ThreatenedUnit, reach: float) -> bool:
    """Whether the nearest element of a target is in sight of a base at one of some places, and in reach of it.

    ``size``: of the base, in inches.
    """
    other = target.kind.base_diameter
    reach += (size + other) / 2
    for place in places:
        gap, at = min(
            [(hypot(element.x - place.x, element.y - place.y), element) for element in target.unit.present],
            key=itemgetter(0),
        )
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
    least = min([hypot(element.x - at.x, element.y - at.y) for element in unit.elements for at in other.elements])
    return max(0.0, least - (kind.base_diameter + their_kind.base_diameter) / 2)


def shape_of(unit: Unit) -> Shape:
    """How a unit stands: units that keep their formation are alike wherever they go."""
    present = unit.present
    if len(present) < 2:
        return ((0.0, 0.0),) * len(present)
    x, y = present[0].x, present[0].y
    return tuple([(round(element.x - x, 2), round(element.y - y, 2)) for element in present])


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
    return max((len(covered(template, standing)) for template in templates), default=0)


def target_of(ruleset: AllQuiet, game: Game, unit: Unit, stake: Stake) -> ThreatenedUnit:
    """A unit of ``game`` as it may be hurt where it stands."""
    return ThreatenedUnit(unit, game.type_of(unit), cover_of_unit(game, ruleset.rules, unit), stake, shape_of(unit))
