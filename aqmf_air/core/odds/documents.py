"""Target numbers, odds and rolls as plain data: the one form that ``--json``, pages and their scripts have of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from aqmf_air.core.data.text import NO_NAMES, need, on_whom
from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.dice.dice import Draw, Roll
from aqmf_air.core.dice.draws import passed
from aqmf_air.core.dice.modifiers import Modifier, Needed, TargetNumber
from aqmf_air.core.odds.summary import ModifierWorth, Summary
from aqmf_air.core.play.question import Question
from aqmf_air.errors import EnumerationLimitError

if TYPE_CHECKING:  # the odds of plain numbers start without models
    from aqmf_air.core.play.table_lookup import LookUp

PERCENTILES = (10, 50, 90)
"""Those that a summary has."""
PLAIN = ("yes", "no")
"""What comes of a roll where its target number has no words of its own."""


def modifier_document(modifier: Modifier) -> dict[str, Any]:
    """A modifier as data."""
    return {"value": modifier.value, "reason": modifier.reason, "rule": modifier.source}


def target_document(target: TargetNumber, spelled: str, what: str = "") -> dict[str, Any]:
    """A target number with its reasons; ``spelled``: what it asks of the dice (``3+``), ``what``: another name for it."""
    verdict = target.verdict
    return {
        "what": what or target.what,
        "number": verdict.number if isinstance(verdict, Needed) else None,
        "roll": spelled,
        "base": target.base,
        "reason": target.base_reason,
        "rule": target.source,
        "modifiers": list(map(modifier_document, target.modifiers)),
    }


def question_document(question: Question, spell: Callable[[TargetNumber], str]) -> dict[str, Any]:
    """What is rolled for: the numbers to roll, and the exact odds; None where there are too many ways to count."""
    try:
        odds = distribution(question.odds())
    except EnumerationLimitError:
        odds = None
    targets = [target_document(target, spell(target)) for target in question.targets]
    return {"title": question.title, "odds": odds, "targets": targets}


def draw_document(
    ask: Draw[Any],
    spell: Callable[[TargetNumber], str],
    names: Mapping[str, str] = NO_NAMES,
    tells: Callable[[str], bool] = bool,
) -> dict[str, str]:
    """Dice that are asked for: what they need, and on whom. ``names`` are what players call things; ids that ``tells``
    refuses are left out.
    """
    on = on_whom(ask, tells, names)
    return {"label": ask.label, "need": need(ask, spell, tells, names), "on": on, "die": ask.die.name}


def roll_document(
    roll: Roll,
    spell: Callable[[TargetNumber], str],
    names: Mapping[str, str] = NO_NAMES,
    tells: Callable[[str], bool] = bool,
    look_up: LookUp | None = None,
) -> dict[str, Any]:
    """A roll: what was asked for (:func:`draw_document`), its faces as players call them, and which were a success, where
    any could be. ``look_up``: where it led on a table.
    """
    ask, faces = roll.ask, list(roll.shown if roll.ask.die.called else roll.faces)
    document: dict[str, Any] = {**draw_document(ask, spell, names, tells), "faces": faces, "by": roll.by}
    if None not in (successes := passed(ask, roll.faces)):
        words = ask.about.words if isinstance(ask.about, TargetNumber) else PLAIN
        document |= {"won": successes} if words == PLAIN else {"won": successes, "words": words}
    return document if look_up is None else {**document, "looked_up": look_up_document(look_up)}


def look_up_document(look_up: LookUp) -> dict[str, Any]:
    """A look-up on a table."""
    return {
        "table": look_up.table,
        "said": str(look_up),
        "net": look_up.net,
        "changes": list(map(modifier_document, look_up.changes)),
        "lines": [[line.rolls, line.result, line.standing] for line in look_up.lines],
        "row": look_up.row,
    }


def exact(chance: Fraction) -> str:
    """A chance with all its digits, even if they are more than Python writes of a whole number at once.

    >>> exact(Fraction(3, 20))
    '3/20'
    """
    try:
        return str(chance)
    except ValueError:
        return f"{Decimal(chance.numerator):f}/{Decimal(chance.denominator):f}"


def chance_document(chance: Fraction) -> dict[str, Any]:
    """A chance as data: near enough as a float, and exactly as text."""
    return {"p": float(chance), "exact": exact(chance)}


def outcome_name(outcome: Any) -> str:
    """An outcome in a player's words: what comes about or not is ``yes`` or ``no``."""
    return ("no", "yes")[outcome] if isinstance(outcome, bool) else str(outcome)


def distribution(odds: Odds[Any]) -> dict[str, Any]:
    """A DIST: ``p`` and ``exact`` by outcome, ``mean`` where outcomes are numbers; what was cut off is ``missing``.

    >>> distribution(Odds({0: 3, 1: 1}, 4))
    {'p': {'0': 0.75, '1': 0.25}, 'exact': {'0': '3/4', '1': '1/4'}, 'mean': 0.25}
    """
    numbers = all(isinstance(outcome, int) for outcome in odds)  # from the lowest; names as they come
    outcomes = [outcome for outcome in (sorted(odds) if numbers else odds) if odds.weights[outcome]]
    document: dict[str, Any] = {
        "p": {outcome_name(outcome): float(odds[outcome]) for outcome in outcomes},
        "exact": {outcome_name(outcome): exact(odds[outcome]) for outcome in outcomes},
    }
    if all(isinstance(outcome, int | Fraction) for outcome in outcomes):
        document["mean"] = float(Summary(odds).mean)
    return {**document, "missing": exact(odds.missing)} if odds.missing else document


def summary_document(odds: Odds[int]) -> dict[str, Any]:
    """Everything else that is asked about numbers, exactly."""
    summary = Summary(odds)
    return {
        "mean": str(summary.mean),
        "median": summary.median,
        "percentiles": {str(percent): summary.percentile(percent) for percent in PERCENTILES},
        "at_least": {str(value): str(summary.at_least(value)) for value in summary.values},
        "at_most": {str(value): str(summary.at_most(value)) for value in summary.values},
    }


def worth_document(worth: ModifierWorth) -> dict[str, Any]:
    """What modifiers are worth, as data."""
    document: dict[str, Any] = {
        "modifiers": [{"check": part.check, **modifier_document(part.modifier)} for part in worth.parts],
        "without": chance_document(worth.without),
        "change": chance_document(worth.change),
    }
    if worth.mean_without is not None:
        document |= {"mean_without": str(worth.mean_without), "median_without": worth.median_without}
    return document
