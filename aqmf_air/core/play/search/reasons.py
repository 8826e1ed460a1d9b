"""Why an automatic player gives an order: what it expects of it, what it fears, and what else it thought of."""

from __future__ import annotations

from typing import Any, NamedTuple

from aqmf_air.core.play.events import Command


class Reason(NamedTuple):
    """One thing that speaks for an order, or against it."""

    words: str
    """In a player's words: ``fire from there``."""
    points: float
    """What it adds to the order's worth; below 0 it is feared."""
    about: str = ""
    """Whom it concerns most, by name; empty where nobody in particular."""


class Thought(NamedTuple):
    """An order that was thought of, or none at all, and what it is worth."""

    title: str
    points: float
    reasons: tuple[Reason, ...] = ()
    """What the points are made of, the largest first."""
    command: Command | None = None
    """None: to do nothing with the piece."""

    @property
    def expected(self) -> tuple[Reason, ...]:
        """What speaks for it."""
        return tuple(reason for reason in self.reasons if reason.points > 0)

    @property
    def feared(self) -> tuple[Reason, ...]:
        """What speaks against it."""
        return tuple(reason for reason in self.reasons if reason.points < 0)

    def document(self) -> dict[str, Any]:
        """It as plain data."""
        reasons = [{"words": words, "points": round(points, 2), "about": about} for words, points, about in self.reasons]
        command = self.command.model_dump(mode="json") if self.command is not None else None
        return {"title": self.title, "points": round(self.points, 2), "reasons": reasons, "command": command}


class Reasons(NamedTuple):
    """Why an order was given."""

    given: Thought
    others: tuple[Thought, ...] = ()
    """The best of those that were not, the best first; to do nothing is among them."""
    said: str = ""
    """In a line, where points do not say it: that nothing else was allowed."""
    unit: str = "points"
    """In what orders are valued."""

    def document(self) -> dict[str, Any]:
        """They as plain data."""
        others = [thought.document() for thought in self.others]
        return {"given": self.given.document(), "others": others, "said": self.said, "unit": self.unit}
