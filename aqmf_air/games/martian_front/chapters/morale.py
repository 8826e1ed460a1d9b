"""Morale: tests, routs, units that are caught, rallies. HOST-MORALE."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from aqmf_air.api import Ask, Dice, Modifier, Tally, TargetNumber, banded, modifier
from aqmf_air.api.geometry import TOLERANCE
from aqmf_air.games.martian_front.chapters.measuring import distance
from aqmf_air.games.martian_front.chapters.orders import FrontEvent, FrontRules, FrontTiming, UnitEvent, perhaps_in_reach
from aqmf_air.games.martian_front.chapters.to_hit import D10
from aqmf_air.games.martian_front.state import HIDDEN, Game, PhasePart, Unit, with_mark, with_unit, without_unit
from aqmf_air.games.martian_front.tables import figures

# -- the test ----------------------------------------------------------------------------------------------------------


PASS, FAIL = "pass", "fail"


@dataclass(frozen=True, slots=True)
class Nerve:
    """The facts of a morale test: the unit's type and kind, how many elements it lost and has left."""

    unit: str
    kind: str
    lost: int
    left: int
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NaturalFaces:
    """The band of a morale roll: some natural faces mean something of their own, the rest is measured by the need."""

    need: int
    special: tuple[tuple[int, str], ...] = ()

    def __call__(self, face: int) -> str:
        return dict(self.special).get(face) or (PASS if face >= self.need else FAIL)


def to_pass(nerve: Nerve, more: Iterable[Modifier] = ()) -> TargetNumber:
    """The number to pass: one harder for each element lost in the phase. HOST-MORALE-1."""
    base = TargetNumber("morale", figures()["morale"], "to stand", "HOST-MORALE-1", words=("stands", "fails"))
    losses = "element lost" if nerve.lost == 1 else "elements lost"  # the figure stands before it
    own = (modifier(nerve.lost, losses, "HOST-MORALE-1"),) if nerve.lost else ()
    return base.with_modifiers((*own, *more))


def no_natural_faces(nerve: Nerve) -> tuple[tuple[int, str], ...]:
    """Every face is measured by the need alone."""
    return ()


def morale_test(
    dice: Dice, target: TargetNumber, reroll: bool = False, special: tuple[tuple[int, str], ...] = (), by: str = ""
) -> str:
    """Test: ``"pass"``, ``"fail"``, or what a natural face in ``special`` stands for.

    ``reroll``: a command squad is near, and a failed test is rolled once more. HOST-MORALE-1, HOST-MORALE-3.
    """
    band = NaturalFaces(target.total, special)
    result = dice.draw(banded("morale", D10, band, by=by, about=target))
    if result == FAIL and reroll:
        return dice.draw(banded("morale, rolled again", D10, band, by=by, about=target))
    return result


def morale_tests(
    dice: Dice, units: int, target: TargetNumber, reroll: bool, special: tuple[tuple[int, str], ...], by: str = ""
) -> tuple[str, ...]:
    """The same test of several units: what came of each, in no order. HOST-MORALE-1."""
    return dice.fold(units, (), _next_test, target, reroll, special, by)


def _next_test(
    dice: Dice,
    results: tuple[str, ...],
    target: TargetNumber,
    reroll: bool,
    special: tuple[tuple[int, str], ...],
    by: str,
) -> tuple[str, ...]:
    return tuple(sorted((*results, dice.call(morale_test, target, reroll, special, by))))


def how_many_pass(results: tuple[str, ...]) -> int:
    """Of the results of tests."""
    return results.count(PASS)


# -- morale in a game --------------------------------------------------------------------------------------------------


COMMAND = "Command"
"""The trait of a command squad."""
STANDS, FAILS = "stands", "fails"
"""What is told of a morale test."""


class MoraleTested(UnitEvent, type="host.morale_tested"):
    """A unit tested its morale."""

    wording: ClassVar[str] = "{unit} tests morale: {result}"
    result: str


class UnitRouted(UnitEvent, type="host.unit_routed"):
    """A unit fled."""

    wording: ClassVar[str] = "{unit} routs"

    def apply(self, game: Game) -> Game:
        return with_mark(game, self.unit, "routed")


class UnitLeft(UnitEvent, type="host.unit_left"):
    """A unit left the table for good."""

    wording: ClassVar[str] = "{unit} leaves the table"

    def apply(self, game: Game) -> Game:
        return without_unit(game, self.unit, "left")


class Caught(UnitEvent, type="host.caught"):
    """A routed unit let an enemy come too near."""

    wording: ClassVar[str] = "{unit} is routed, has an enemy close by, and is out of the game"

    def apply(self, game: Game) -> Game:
        """It is out of the game. HOST-MORALE-2."""
        return without_unit(game, self.unit, "caught")


class Rallied(UnitEvent, type="host.rallied"):
    """It was seen whether a routed unit comes back in hand."""

    rallied: bool

    def apply(self, game: Game) -> Game:
        unit = game.unit(self.unit)
        return with_unit(game, unit.unmarked("routed")) if self.rallied else game

    def tell(self, game: Game) -> str:
        return f"{game.called(self.unit)} {'rallies' if self.rallied else 'keeps running'}"


def caught(game: Game, rules: FrontRules) -> tuple[FrontEvent, ...]:
    """Routed units that have an enemy within 3 inches. HOST-MORALE-2."""
    reach = figures()["routed caught"]
    return tuple(
        Caught(unit=unit.id)
        for unit in game.units
        if unit.has("routed")
        and any(
            distance(game, rules, unit, element, enemy, at) <= reach + TOLERANCE
            for enemy in game.units
            if enemy.side != unit.side and not enemy.has(HIDDEN) and perhaps_in_reach(unit, enemy, reach)
            for element in unit.elements
            for at in enemy.elements
        )
    )


def routed(game: Game) -> tuple[Unit, ...]:
    """The units that run."""
    return tuple(unit for unit in game.units if unit.has("routed"))


# "In the end phase roll a D10 for each routed unit"
RALLYING = FrontTiming((PhasePart.END,), rule="HOST-MORALE-4", reason="routed units rally in the end phase")


def to_rally(whose: str = "") -> TargetNumber:
    """The number to rally. HOST-MORALE-4."""
    return TargetNumber(
        "rally", figures()["rally"], "to come back in hand", "HOST-MORALE-4", whose=whose, words=("rallies", "keeps running")
    )


# -- morale of ordinary human units ---------------------------------------------------------------------------------------


def must_test(game: Game) -> tuple[Unit, ...]:
    """Units that test at the end of this phase: human, with losses in it, and with somebody left. HOST-TRIPOD-5."""
    return tuple(unit for unit in game.units if unit.lost and tests(unit))


def tests(unit: Unit) -> bool:
    """Whether a unit tests its morale when it has lost elements. HOST-TRIPOD-5, HOST-MORALE-2."""
    return unit.side == "human" and not unit.has("routed")


def steadied(game: Game, rules: FrontRules, unit: Unit) -> bool:
    """Whether a command squad of its side, other than itself and not routed, is near enough to a unit. HOST-MORALE-3."""
    reach = figures()["command reach"]
    return any(
        distance(game, rules, squad, element, unit, at) <= reach + TOLERANCE
        for squad in game.units
        if squad.side == unit.side and squad.id != unit.id and game.type_of(squad).has(COMMAND) and not squad.has("routed")
        if perhaps_in_reach(squad, unit, reach)
        for element in squad.elements
        for at in unit.elements
    )


def nerve_of(game: Game, unit: Unit) -> Nerve:
    """The facts of a unit's morale test."""
    marks = tuple(mark.name for mark in unit.marks)
    return Nerve(unit.type, game.type_of(unit).kind, unit.lost, len(unit.elements), marks)


def morale_facts(
    game: Game, rules: FrontRules, unit: Unit, faces: tuple[tuple[int, str], ...] = ()
) -> tuple[TargetNumber, bool, tuple[tuple[int, str], ...], str]:
    """What a unit's test hangs on: its need, with everything plugged in heard, a command squad near, ``faces``, its side."""
    nerve = nerve_of(game, unit)
    need = replace(to_pass(nerve, rules.modifiers("morale", nerve)), whose=unit.id)
    return need, steadied(game, rules, unit), faces, unit.side


MORALE = Ask(
    morale_test,
    lambda game, rules, unit: f"{game.called(unit.id)}: morale",
    (MoraleTested, "result"),
    morale_facts,
    lambda game, rules, unit: Tally("morale tests passed", PASS.__eq__, side=unit.side),
    words=((STANDS, PASS), (FAILS, FAIL)),
    about=lambda game, rules, unit: ("unit", unit.id),
)
"""The test that a unit is about to make."""


def ordinary_morale(game: Game, rules: FrontRules, dice: Dice, unit: Unit) -> tuple[FrontEvent, ...]:
    """Pass, or rout. HOST-MORALE-1, HOST-MORALE-3."""
    result = MORALE.roll(dice, game, rules, unit)
    tested = MoraleTested(unit=unit.id, result=STANDS if result == PASS else FAILS)
    return (tested, UnitRouted(unit=unit.id)) if result == FAIL else (tested,)
