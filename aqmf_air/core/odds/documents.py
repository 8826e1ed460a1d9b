"""An answer as a document: everything about it, in plain data."""

from __future__ import annotations

from typing import Any

from aqmf_air.core.dice.modifiers import Needed
from aqmf_air.core.odds.answer import Answer, Need
from aqmf_air.core.odds.summary import (
    attribution,
    chance_document,
    distribution_document,
    summary_document,
    worth_document,
)


def document_of(asked: Answer) -> dict[str, Any]:
    """Everything about a question: its distributions by key, and beside them what they come to."""
    chance = asked.chance
    return {
        "title": asked.title,
        **dict(asked.facts),
        **{line.key: distribution_document(line.odds) for line in asked.lines},
        "headline": {"what": asked.headline, **chance_document(chance), "one_in": float(1 / chance) if chance else None},
        "summary": {line.key: summary_document(line.odds) for line in asked.lines if line.of_numbers},
        "targets": [need_document(need) for need in asked.targets],
        "funnel": [{"stage": name, "mean": float(mean), "exact": str(mean)} for name, mean in asked.means],
        "attribution": [worth_document(worth) for worth in attribution(asked.line(asked.main).question, asked.holds)],
        "without": [
            {"what": what, **chance_document(question.odds().where(asked.holds))} for what, question in asked.switches
        ],
        "also": {also.name: chance_document(also.chance) for also in asked.also},
    }  # fmt: skip


def need_document(need: Need) -> dict[str, Any]:
    """A number to roll, with its reasons."""
    target, verdict = need.target, need.target.verdict
    return {
        "what": need.name,
        "number": verdict.number if isinstance(verdict, Needed) else None,
        "roll": need.said,
        "base": target.base,
        "reason": target.base_reason,
        "rule": target.source,
        "modifiers": [
            {"value": one.value, "reason": one.reason, "rule": one.source} for one in target.modifiers if one.value
        ],
    }
