"""The structure of an aircraft (5.5.6.3, 5.7.6, 6.3.12): strength lost, strength tests, what gives way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from aqmf_air.api import Dice, GameStep, Rulings, expression, ruling
from aqmf_air.games.clouds_of_glory.chapters.checks import Check, CheckFacts, roll_test, strength_check, tested
from aqmf_air.games.clouds_of_glory.chapters.leaving import destroyed
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, due, then
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CraftEvent
from aqmf_air.games.clouds_of_glory.tables import Tables


class StructureRulings(Rulings):
    """What the source leaves open of strength."""

    reduction_scope: Literal["each-result", "hits-only"] = ruling(
        "ICOG-6.3.12-a",
        "What does a large aircraft take its fixed figure off?",
        "Each loss of strength: fire, landings and what gives way, too.",
        "What hits do.",
    )


# -- rules -------------------------------------------------------------------------------------------------------------


def strength_lost(points: int, reduction: int) -> int:
    """Strength that is lost of so much damage. ICOG-6.3.12-a."""
    return max(0, points - reduction)


class Failure(NamedTuple):
    """What gave way."""

    text: str
    points: int
    """Strength lost, before the reduction."""
    destroyed: bool


def give_way(dice: Dice, tables: Tables, by: str = "", counts: Sequence[int] = range(1, 7)) -> Failure:
    """What gives way; ``counts``: as what each face does. ICOG-5.5.6.3, ICOG-6.3.12-c, T:structural_failure."""
    face = dice.draw(expression("structural failure", "1d6", by=by, about="by its table"))
    row = tables.failure_row(counts[face - 1])
    lost = row.effect.strength
    points = dice.draw(expression("strength lost", lost, by=by, about="off the panel")) if lost else 0
    return Failure(row.text, points, row.effect.destroyed)


def structure_test(
    dice: Dice, check: Check, strength: int, reduction: int, tables: Tables
) -> Literal["holds", "damaged", "lost"]:
    """What a strength test comes to: it ``holds`` if it is passed, or nothing gives way. ICOG-6.3.12-b, ICOG-6.3.12-c."""
    if tested(dice, check).passed:
        return "holds"
    failure = give_way(dice, tables, check.by)
    lost = strength_lost(failure.points, reduction)
    if failure.destroyed or lost >= strength:
        return "lost"
    return "damaged" if failure.points else "holds"


# -- events ------------------------------------------------------------------------------------------------------------


class Weakened(CraftEvent, type="clouds.weakened"):
    """An aircraft loses strength, or bends and holds. ICOG-6.3.12-a."""

    what: str
    lost: int = 0

    def apply(self, game: CloudsGame) -> CloudsGame:
        return game.changed(self.craft, strength=max(0, game.of(self.craft).strength - self.lost))

    def tell(self, game: CloudsGame) -> str:
        lost = f"{self.lost} strength lost, {max(0, game.of(self.craft).strength - self.lost)} left"
        parts = [self.what] * bool(self.what) + [lost] * bool(self.lost or not self.what)
        return f"{self.subject(game)}: {'; '.join(parts)}"


def weakened(game: CloudsGame, craft: Craft, what: str, points: int, *, hit: bool = False) -> Events:
    """An aircraft takes damage, or without strength falls apart. ICOG-6.3.12-a, ICOG-6.3.12-b, ``reduction_scope``."""
    reduced = hit or game.rulings.reduction_scope == "each-result"
    lost = strength_lost(points, game.cockpit(craft).panel.reduction if reduced else 0)
    yield Weakened(craft=craft.id, what=what, lost=lost)
    if lost >= craft.strength:
        yield from destroyed(game, craft, "falls apart")


# -- steps -------------------------------------------------------------------------------------------------------------


def holds(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """A strength test against what is left. ICOG-6.3.12-c, ICOG-5.7.6.1."""
    craft = game.of(step.of)
    if not (yield from roll_test(dice, craft, strength_check(rules, CheckFacts(game, craft, PILOT), "strength"))):
        yield then(due("structure", craft.id))


def structure(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """Something gives way. ICOG-5.5.6.3, ICOG-6.3.12-c."""
    craft = game.of(step.of)
    counts = rules.faces("structural-failure", CheckFacts(game, craft, PILOT), 6)
    failure = give_way(dice, game.tables, craft.side, counts)
    if failure.destroyed:
        yield Weakened(craft=craft.id, what=failure.text)
        yield from destroyed(game, craft, "breaks up")
    else:
        yield from weakened(game, craft, failure.text, failure.points)


STEPS = {"holds": holds, "stress": holds, "structure": structure}
