"""Why an automatic player gave an order of a log: worked out anew when somebody asks, and told to those who may know.

The reasons are worked out from the state before the order, by the player that gave it: whenever they are asked for, they are
the same. They are that player's thoughts, and may be about what its enemy does not see. So they are told at once only where
nothing was hidden from anybody before the order, and nothing that it brought is hidden still; else when the game is over.
A table may also keep all of them until then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from aqmf_air.core.play.contributions import Policy
from aqmf_air.core.play.events import Entry
from aqmf_air.core.play.ruleset import OpenView, Ruleset
from aqmf_air.core.play.search.reasons import Reasons
from aqmf_air.core.play.session import Session
from aqmf_air.errors import DataError

AT_ONCE, AFTER = "at once", "after"
WHEN = {AT_ONCE: "where nothing is hidden", AFTER: "when the game is over"}
"""When reasons are told, as a table may have it."""


class Why(NamedTuple):
    """Why an order was given, as far as the automatic player that gave it can say."""

    entry: int
    """The order's place in the log."""
    by: str
    """The side."""
    player: str
    """What the automatic player is called."""
    reasons: Reasons | None
    said: str = ""
    """Why there are none, in a line."""

    def document(self) -> dict[str, Any]:
        """It as plain data."""
        reasons = self.reasons.document() if self.reasons is not None else None
        return {"entry": self.entry, "by": self.by, "player": self.player, "reasons": reasons, "said": self.said}


def called(policies: Mapping[str, Policy], name: str) -> str:
    """What lists call an automatic player; its name, if it is not there."""
    policy = policies.get(name)
    return (policy.label if policy is not None else "") or name


class Given(NamedTuple):
    """An order of a log."""

    before: Any
    """The state before it."""
    entry: Entry
    after: Any


def given_at(session: Session[Any], position: int) -> Given:
    """The order at an entry of the log. Raises DataError: no order of those since the session's start counts there."""
    given = session.past.order(position)
    if given is None:
        there = 0 <= position < len(session.entries)
        fault = "is none that counts, or is of an earlier chapter" if there else "is not there"
        raise DataError(f"no reasons: entry {position} of the log {fault}", key="entry")
    return Given(*given)


def why(ruleset: Ruleset[Any], given: Given, policies: Mapping[str, Policy], name: str) -> Why:
    """Why the automatic player of this name gave an order."""
    before, entry, _ = given
    assert entry.command is not None  # it is an order
    label, policy, remark = called(policies, name), policies.get(name), ""
    reasons = None
    if not name:
        remark = "a person gave this order"
    elif policy is None:
        remark = f"the automatic player {name!r} is not there any more"
    elif policy.explain is None:
        remark = f"{label} gives no reasons for its orders"
    elif (reasons := policy.explain(ruleset, before, entry.by, entry.command)) is None:
        remark = f"{label} would not think of this order today: its way to play has changed since, or somebody else gave it"
    return Why(entry.position, entry.by, label, reasons, remark)


def kept_back(ruleset: Ruleset[Any], given: Given, now: Any, readers: Collection[str] = (), when: str = AT_ONCE) -> str:
    """Why those who play the sides ``readers`` are not told yet why an order was given, in a line; empty: they may be told.

    ``now`` is the present state, ``when`` what the table has of :data:`WHEN`.
    """
    before, entry, after = given
    if entry.by in readers or ruleset.over(now):
        return ""
    if when == AFTER:
        return "at this table the reasons are told when the game is over"
    if is_open(ruleset, before) and (is_open(ruleset, after) or is_open(ruleset, now)):
        return ""
    return "the reasons are told when the game is over: something was hidden then"


def is_open(ruleset: Ruleset[Any], state: Any) -> bool:
    """Whether nothing in a state is hidden from anybody: those who only look on see all of it."""
    seen = ruleset.observe(state, "")
    return bool(seen == (ruleset.open_view(state) if isinstance(ruleset, OpenView) else state))
