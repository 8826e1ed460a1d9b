"""The sheet of a table: everything that a seat is given to see, as one document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aqmf_air.core.dice.modifiers import Needed, TargetNumber
from aqmf_air.core.odds.summary import distribution_document
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.ruleset import Offer, Ruleset
from aqmf_air.core.play.seat_settings import OPENER
from aqmf_air.core.play.undoing import Step
from aqmf_air.errors import EnumerationLimitError
from aqmf_air.web.live.position import Position
from aqmf_air.web.live.requests import sides_of
from aqmf_air.web.live.tables import Seated


@dataclass(frozen=True)
class Snapshot:
    """A table at one moment, for one seat: what is quick to take, and the position from which the rest is worked out."""

    position: Position
    side: str
    quick: dict[str, Any]

    def document(self, with_offers: bool = True) -> dict[str, Any]:
        """The sheet. Offers take the longest; without them they are None."""
        return {
            **self.quick,
            **self.position.shown(self.side),
            "offers": offers_document(self.position.offers(self.side)) if with_offers else None,
        }


def snapshot(seated: Seated, seats: tuple[str, ...], side: str, since: int) -> Snapshot:
    """The table as it stands, for a seat; ``since`` is the first entry of the log that is wanted."""
    table = seated.table
    session, sides, position = table.session, sides_of(seats), table.position
    stage = session.ruleset.stage(session.state)
    scenario, title = session.header.named
    whole = bool(table.over) or set(sides) == set(table.sides)
    waiting = table.waiting_document(seated.waiting) if seated.waiting and sides else None
    asked, own = table.open_proposal, sides or ("",)
    quick = {
        "game": table.name,
        "ruleset": session.ruleset.id,
        "title": title or session.ruleset.title,
        "scenario": scenario,
        "entries": position.entries,
        "state": session.digest if whole else None,
        "you": list(sides),
        "opener": OPENER in seats,
        "as": side,
        "sides": [vars(one) for one in session.ruleset.sides(session.state)],
        "active": list(stage.active),
        "turn": stage.turn,
        "when": stage.when,
        "phase": stage.id,
        "phase_title": stage.title,
        "over": table.over,
        "typed": table.setting.typed,
        "since": since,
        "log": table.chronicle.of(side, since),
        "undone": table.chronicle.undone,
        "undo": step_document(table.step_of(own, "undo")),
        "redo": step_document(table.step_of(own, "redo")) if sides else None,
        "asked": asked.document(table, seats, side) if asked else None,
        "waiting": waiting,
        "fault": seated.fault,
        "seats": seats_document(seated),
        "clock": seated.clock.document(),
        "commitment": table.promise,
        "shares": list(table.setting.shares),
    }
    if table.over and table.promise:
        quick |= {"seed": str(session.header.seed), "salt": table.setting.salt, "promised": str(table.promised)}
    return Snapshot(position, side, quick)


def step_document(step: Step) -> dict[str, Any] | None:
    """Whose orders an undo or a redo is about, and who has to agree; None: there is none."""
    if step.order is None:
        return None
    return {"by": step.order.by, "whose": [one.by for one in step.orders], "agree": list(step.agree)}


def seats_document(seated: Seated) -> list[dict[str, Any]]:
    """Who plays which side, and whether they are there just now."""
    there = seated.listeners.seats
    return [
        {"side": seat.side, "who": seat.who, "name": seat.name, "here": seat.who == "automatic" or seat.side in there}
        for seat in seated.table.setting.seats
    ]


def offers_document(offers: Sequence[Offer]) -> list[dict[str, Any]]:
    """What may be ordered, numbered."""
    return [
        {
            "n": number,
            "title": offer.title,
            "type": offer.command.type,
            "subject": offer.subject,
            "ends_stage": offer.ends_stage,
            "command": offer.command.model_dump(mode="json"),
        }
        for number, offer in enumerate(offers, 1)
    ]


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
        return distribution_document(question.odds())
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
