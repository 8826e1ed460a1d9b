"""Undo: which orders an undo by a player takes back, or a redo brings back, and who has to agree to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from aqmf_air.core.play.events import Entry
from aqmf_air.core.play.session import Session


@dataclass(frozen=True)
class Step:
    """What an undo takes back or a redo brings back; without ``orders`` there is nothing to do."""

    orders: tuple[Entry, ...] = ()
    """The commands, in the order in which they are taken back or brought back."""
    agree: tuple[str, ...] = ()
    """The players who have to agree first."""

    @property
    def order(self) -> Entry | None:
        """The order that the step is about: the player's own of an undo."""
        return self.orders[-1] if self.orders else None


def step_of(
    kind: str,
    session: Session[Any],
    own: Collection[str],
    *,
    automatic: Collection[str] = (),
    revealed: Callable[[Entry], bool] = lambda entry: False,
) -> Step:
    """What an undo takes back: the last order of the sides in ``own``, and every order after it; or what a redo brings back:
    the order that was taken back last.

    Other players have to agree if one of these orders is theirs, rolled dice, or revealed something.

    Args:
        kind: ``undo`` or ``redo``.
        session: the game.
        own: the sides of the player who asks; several where they share a screen.
        automatic: the sides that play by themselves, and are not asked.
        revealed: whether an order revealed something to any side; see :func:`reveals`.
    """
    orders = session.undone[-1:]
    if kind == "undo":
        back = next((number for number, entry in enumerate(reversed(session.history), 1) if entry.by in own), 0)
        orders = session.history[len(session.history) - back :][::-1]
    others = tuple(one for one in session.ruleset.players(session.state) if one not in own and one not in automatic)
    asked = any(entry.rolls or entry.by in others or revealed(entry) for entry in orders)
    return Step(orders, others if asked else ())


def reveals(entry: Entry, before: Mapping[str, frozenset[str]], after: Mapping[str, frozenset[str]]) -> bool:
    """Whether an order revealed something: one of its events says so, or a side sees a name that it did not see before.

    Args:
        entry: the order.
        before: the names in each side's view before it.
        after: those in its view after it.
    """
    return any(event.reveals for event in entry.events) or any(names - before[side] for side, names in after.items() if side)
