"""The sheet of a table: everything that a seat is given to see, as one document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aqmf_air.core.dice.modifiers import Needed, TargetNumber
from aqmf_air.core.odds.summary import distribution
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.core.play.seat_settings import AUTOMATIC, OPENER
from aqmf_air.core.play.undoing import Step
from aqmf_air.errors import EnumerationLimitError
from aqmf_air.web.live.requests import sides_of
from aqmf_air.web.live.tables import Seated


def sheet_of(seated: Seated, seats: tuple[str, ...], side: str, since: int) -> dict[str, Any]:
    """The table as it stands, for a seat, without what its position takes longer to tell.

    ``since`` is the first entry of the log that is wanted.
    """
    table = seated.table
    session, sides = table.session, sides_of(seats)
    stage = session.ruleset.stage(session.state)
    scenario, title = session.header.named
    everything = bool(table.over) or set(sides) == set(table.sides)
    asked, own, there = table.open_proposal, sides or ("",), seated.listeners.seats
    sheet = {
        "game": table.name,
        "ruleset": session.ruleset.id,
        "title": title or session.ruleset.title,
        "scenario": scenario,
        "entries": table.entries,
        "state": session.digest if everything else None,
        "you": sides,
        "opener": OPENER in seats,
        "as": side,
        "sides": session.ruleset.sides(session.state),
        "active": stage.active,
        "turn": stage.turn,
        "when": stage.when,
        "phase": stage.id,
        "phase_title": stage.title,
        "over": table.over,
        "typed": table.setting.typed,
        "since": since,
        "log": table.chronicle.of(side, since),
        "undone": table.chronicle.undone,
        "undo": _step_document(table.step_of(own, "undo")),
        "redo": _step_document(table.step_of(own, "redo")) if sides else None,
        "asked": asked.document(table, seats, side) if asked else None,
        "waiting": table.waiting_document(seated.waiting) if seated.waiting and sides else None,
        "fault": seated.fault,
        "seats": [
            {"side": one.side, "who": one.who, "name": one.name, "here": one.who == AUTOMATIC or one.side in there}
            for one in table.setting.seats
        ],
        "clock": seated.clock.document(),
        "commitment": table.promise,
        "shares": table.setting.shares,
    }
    if table.over and table.promise:
        sheet |= {"seed": str(session.header.seed), "salt": table.setting.salt, "promised": str(table.promised)}
    return sheet


def _step_document(step: Step) -> dict[str, Any] | None:
    """Whose orders an undo or a redo is about, and who has to agree; None: there is none."""
    if step.order is None:
        return None
    return {"by": step.order.by, "whose": [one.by for one in step.orders], "agree": list(step.agree)}


def questions_document(ruleset: Ruleset[Any], questions: Sequence[Question]) -> list[dict[str, Any]]:
    """What would be rolled for: target numbers with their reasons, and the exact odds of the rule itself."""
    return [
        {
            "title": question.title,
            "odds": _odds(question),
            "targets": [target_document(ruleset, target) for target in question.targets],
        }
        for question in questions
    ]


def _odds(question: Question) -> dict[str, Any] | None:
    """The exact odds; None where there are too many ways to count."""
    try:
        return distribution(question.odds())
    except EnumerationLimitError:
        return None


def target_document(ruleset: Ruleset[Any], target: TargetNumber) -> dict[str, Any]:
    """A target number with everything that made it."""
    verdict = target.verdict
    base = {"value": target.base, "reason": target.base_reason, "rule": target.source}
    changes = [{"value": one.value, "reason": one.reason, "rule": one.source} for one in target.modifiers]
    return {
        "what": target.what,
        "need": ruleset.spell(target),
        "number": verdict.number if isinstance(verdict, Needed) else None,
        "reasons": [base, *changes],
    }
