"""What attacks are expected to take off a unit, whatever the phase: the rules' own functions, asked once for like facts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from aqmf_air.core.data.memo import cached_by_identity
from aqmf_air.core.dice.chance import Odds, chances
from aqmf_air.core.play.search.replies import Harm
from aqmf_air.errors import EnumerationLimitError
from aqmf_air.games.martian_front.base_order import FrontRules, Prospect
from aqmf_air.games.martian_front.orders.firing import attack_by
from aqmf_air.games.martian_front.orders.morale_orders import tests
from aqmf_air.games.martian_front.profiles import UnitType, Weapon, covers
from aqmf_air.games.martian_front.rules.barrage import number_struck
from aqmf_air.games.martian_front.rules.morale import FAIL, Nerve, morale_test, to_pass
from aqmf_air.games.martian_front.rules.shooting import damaging_shots, numbers_of
from aqmf_air.games.martian_front.rules.templates import tripod_under
from aqmf_air.games.martian_front.rules.tripod import Tripod, damage_tripod_repeatedly
from aqmf_air.games.martian_front.state import Unit

NOTHING = Harm()
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
            return NOTHING
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
        return NOTHING


@cached_by_identity(4096)
def _expected(stake: Stake, odds: Odds[Any]) -> Harm:
    return stake.expected(odds)


def volley_harm(
    rules: FrontRules, own: UnitType, weapon: Weapon, target: Unit, other: UnitType, cover: str, shots: int, stake: Stake
) -> Harm:
    """What so many shots are expected to take off a unit."""
    armor_lost, marks = _facts(target)
    return _volley(rules, own, weapon, other, cover, armor_lost, marks, shots, stake)


@cached_by_identity(8192)
def _volley(
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
    lost = max((one.armor_lost for one in target.elements), default=0)
    return lost, _marks(tuple([mark.name for mark in target.marks])) if target.marks else ()


@lru_cache(maxsize=512)
def _marks(names: tuple[str, ...]) -> tuple[str, ...]:
    return names


def added(harms: Iterable[Harm]) -> Harm:
    """The harm of several attacks on one unit."""
    points = destroyed = 0.0
    for one in harms:
        points += one.points
        destroyed += one.destroyed
    return Harm(points, destroyed)
