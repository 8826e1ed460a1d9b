"""Damage on ground units (6.5.5): dice less cover, what is left of a unit, its Combat strength test; bomb templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import dist
from typing import Literal, NamedTuple

from aqmf_air import api
from aqmf_air.api.ui import Burst, Loss, Mark, Word
from aqmf_air.games.clouds_of_glory.api import Check, CloudsGame, CloudsSteps, Events, due, tested, then
from aqmf_air.games.clouds_of_glory_expanded.chapter import At, OwnRulings

from aqmf_air.games.clouds_of_glory_expanded.ground import (  # isort: skip
    GroundUnit, named, row_of, strength_of, unit_of, units_of, with_unit,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.tables import tables_of

D6 = api.numbered(6)
AIR_TO_GROUND = "air-to-ground"
"""The table of numbers."""
MOST_LOST = 99
TOUCHES = 1e-9
"""MU by which a base that touches a ring may be off."""


class GroundDamageRulings(OwnRulings):
    """What the source leaves open of damage on the ground."""

    bomb_overlap: Literal["each-bomb-apart", "highest-only", "sum-then-one-save"] = api.ruling(
        "ICOGX-6.5.5.e",
        "What happens to a unit under the templates of several bombs?",
        "Each bomb has its dice and its test, in the order in which they fall.",
        "The bomb with the most dice counts alone.",
        "The dice of all bombs are added up, for one test.",
        standing="stated",
    )
    template_friends: Literal["hit", "enemies-only"] = api.ruling(
        "ICOGX-6.5.5.d", "Do bombs hit units of their own side?", "Yes.", "No."
    )
    cover_stack: Literal["best-one", "sum"] = api.ruling(
        "ICOGX-6.5.5.a",
        "What is taken off where a unit has several kinds of cover?",
        "The best of them, and 1 for only taking cover.",
        "All of them together.",
        standing="stated",
    )
    armour: Literal["house-table", "none"] = api.ruling(
        "ICOGX-6.5.5.3", "What does armour take off?", "What our table says, beside cover.", "Nothing."
    )


# -- rules -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GroundTarget:
    """A ground unit as damage finds it."""

    strength: int
    reduction: int = 0
    side: str = ""
    name: str = ""
    strict: bool = False
    """Whether the die of its test has to be lower. Core ruling ``equal_succeeds``."""


class GroundOutcome(NamedTuple):
    """What came of a hit."""

    lost: int
    """Combat strength; 0: it was no hit."""
    eliminated: bool


def roll_damage(dice: api.Dice, count: int, reduction: int, by: str = "") -> int:
    """The Combat strength that so many dice cost. ICOGX-6.5.5.1, ICOGX-6.5.5.3."""
    about = f"{reduction} off each die" if reduction else "each die counts"
    return dice.draw(api.scored("damage", count, D6, lambda face: max(0, face - reduction), by=by, about=about))


def combat_test(target: GroundTarget, left: int) -> Check:
    """The test of a unit against what is left of it: nobody's re-rolls are spent on it. ICOGX-6.5.5.1."""
    words = ("it holds out", "eliminated")
    need = api.TargetNumber("combat strength", left, "what is left of it", "ICOGX-6.5.5.1", words=words)
    return Check("combat strength", need, target.side, target.name, strict=target.strict)


def hit_ground(dice: api.Dice, target: GroundTarget, count: int) -> GroundOutcome:
    """A hit and the test after it. ICOGX-6.5.5.1, ICOGX-6.5.5.3, ICOGX-6.5.5.b."""
    lost = roll_damage(dice, count, target.reduction)
    left = target.strength - lost
    return GroundOutcome(lost, lost > 0 and (left <= 0 or not tested(dice, combat_test(target, left)).passed))


def target_of(game: CloudsGame, unit: GroundUnit) -> GroundTarget:
    """A unit as damage finds it. ICOGX-6.5.5.3, ICOGX-6.5.5.a, ``cover_stack``, ``armour``."""
    tables, rulings = tables_of(game), GroundDamageRulings.of(game)
    covers = [tables.covers[name].reduction for name in unit.cover]
    off = sum(covers) if rulings.cover_stack == "sum" else max(covers, default=0)
    off += unit.takes_cover * int(tables.number(AIR_TO_GROUND, "taking-cover"))
    off += row_of(game, unit).armour if rulings.armour == "house-table" else 0
    return GroundTarget(strength_of(game, unit), off, unit.side, unit.name, game.rulings.equal_succeeds == "no")


# -- bomb templates ----------------------------------------------------------------------------------------------------


def ring_dice(rings: Iterable[tuple[float, int]], distance: float, radius: float) -> int:
    """The dice of the innermost ring that a base so many MU off touches; 0: none. ICOGX-6.5.5.2, ICOGX-6.5.5.d."""
    return next((count for ring, count in rings if distance - radius - TOUCHES <= ring), 0)


def under_template(game: CloudsGame, bomb: str, at: tuple[float, float]) -> tuple[tuple[GroundUnit, int], ...]:
    """The units under a bomb's template, whosever they are, with the dice of each. ICOGX-6.5.5.2, ICOGX-6.5.5.d."""
    rings = tables_of(game).bomb(bomb).rings
    dice = ((unit, ring_dice(rings, dist(unit.at, at), row_of(game, unit).radius)) for unit in units_of(game))
    return tuple((unit, count) for unit, count in dice if count)


def bombs_fall(
    game: CloudsGame, bombs: Iterable[tuple[str, tuple[float, float]]], side: str, of: str = ""
) -> tuple[api.GameStep, ...]:
    """What bombs (class, place) do; ``of``: who dropped them. ICOGX-6.5.5.e, ``bomb_overlap``, ``template_friends``."""
    rulings = GroundDamageRulings.of(game)
    under = (hit for bomb, at in bombs for hit in under_template(game, bomb, at))
    hits = [(unit.id, count) for unit, count in under if unit.side != side or rulings.template_friends == "hit"]
    if rulings.bomb_overlap != "each-bomb-apart":
        counts: dict[str, list[int]] = {}
        for id_, count in hits:
            counts.setdefault(id_, []).append(count)
        hits = [(id_, max(own) if rulings.bomb_overlap == "highest-only" else sum(own)) for id_, own in counts.items()]
    return tuple(hit_unit(id_, count, side, of) for id_, count in hits)


# -- events ------------------------------------------------------------------------------------------------------------


def loss(game: CloudsGame, at: At, unit: GroundUnit) -> Iterator[Mark]:
    """How it is drawn that a unit is eliminated."""
    radius = row_of(game, unit).radius
    for point in at(unit.place):
        yield Burst(point, radius, by=unit.id, passes=True)
        yield Loss(unit.id, point, radius, passes=True)


class GroundHit(api.Event[CloudsGame], type="clouds.ground_hit"):
    """A ground unit loses Combat strength, for the rest of the fight. ICOGX-6.5.5.1, ICOGX-6.5.5.c."""

    craft: str = ""
    unit: str
    dice: int
    lost: int
    left: int

    @property
    def gone(self) -> bool:
        return self.left <= 0

    def apply(self, game: CloudsGame) -> CloudsGame:
        lost = min(named(game, self.unit).lost + self.lost, MOST_LOST)
        return with_unit(game, self.unit, lost=lost, eliminated=self.gone)

    def tell(self, game: CloudsGame) -> str:
        name = api.capitalised(named(game, self.unit).name)
        if not self.lost:
            return f"{name}: its cover takes all of {self.dice}d6, it is no hit"
        left = "it is eliminated" if self.gone else f"{self.left} left"
        return f"{name} loses {self.lost} of its Combat strength: {left}"

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        yield Word(self.unit, f"{self.lost} lost" if self.lost else "no hit")
        yield from loss(game, at, named(game, self.unit)) if self.gone else ()


class GroundTested(api.Event[CloudsGame], type="clouds.ground_tested"):
    """A unit tests what is left of its Combat strength, or is eliminated. ICOGX-6.5.5.1."""

    craft: str = ""
    unit: str
    need: int
    outcome: bool

    @property
    def gone(self) -> bool:
        return not self.outcome

    def apply(self, game: CloudsGame) -> CloudsGame:
        return with_unit(game, self.unit, eliminated=self.gone)

    def tell(self, game: CloudsGame) -> str:
        name, result = named(game, self.unit).name, "it holds out" if self.outcome else "it is eliminated"
        return f"{api.capitalised(name)}, {self.need} or less: {result}"

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        holds = (Word(self.unit, "holds out", good=True),)
        return iter(holds) if self.outcome else loss(game, at, named(game, self.unit))


def is_eliminated(unit: str, events: Sequence[api.PlainEvent]) -> bool:
    """Whether a unit is eliminated, by events."""
    after = (event for event in events if isinstance(event, GroundHit | GroundTested))
    return any(event.unit == unit and event.gone for event in after)


# -- steps -------------------------------------------------------------------------------------------------------------


def hit_unit(unit_id: str, dice: int, side: str, of: str = "", *, tests: bool = True) -> api.GameStep:
    """A step that rolls so many d6 of damage on a unit, if it is still there, takes cover off, and tests what is left at
    once, unless :func:`later_test` does; ``side`` rolls them, ``of`` is the aircraft that did it. ICOGX-6.5.5.1.
    """
    return due("ground hit", of, unit_id, dice, side, tests)


def later_test(unit_id: str, lost: int, of: str = "") -> api.GameStep:
    """A step that tests a unit, if it has lost more than ``lost`` and is still there. ICOGX-6.5.5.1, ICOGX-6.5.5.b."""
    return due("ground test", of, unit_id, lost)


def ground_hit(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """See :func:`hit_unit`."""
    id_, count, side, tests = step.facts
    if not (unit := unit_of(game, str(id_))):
        return
    target = target_of(game, unit)
    lost = roll_damage(api.labelled(dice, unit.id), int(count), target.reduction, str(side))
    yield GroundHit(craft=step.of, unit=unit.id, dice=int(count), lost=lost, left=target.strength - lost)
    if tests:
        yield then(later_test(unit.id, unit.lost, step.of))


def ground_test(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """See :func:`later_test`."""
    id_, lost = step.facts
    unit = unit_of(game, str(id_))
    if unit and unit.lost > int(lost):
        target = target_of(game, unit)
        check = combat_test(target, target.strength)
        came = tested(api.labelled(dice, unit.id), check)
        yield GroundTested(craft=step.of, unit=unit.id, need=check.most, outcome=came.passed)


STEPS = {"ground hit": ground_hit, "ground test": ground_test}
