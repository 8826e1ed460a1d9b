"""Undo: which orders an undo takes back, or a redo brings back, who has to agree to it, and what rests on an order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from aqmf_air.core.dice.dice import DiceTray, Faces, NeedDice, recorded
from aqmf_air.core.play.events import Entry, PlainEvent
from aqmf_air.core.play.ruleset import NOBODY, Ruleset
from aqmf_air.core.play.session import Session
from aqmf_air.errors import AqmfError


@dataclass(frozen=True)
class UndoStep:
    """What an undo takes back or a redo brings back; without ``orders`` there is nothing to do."""

    orders: tuple[Entry, ...] = ()
    """The commands, in the order in which they are taken back or brought back."""
    agree: tuple[str, ...] = ()
    """The players who have to agree first."""
    why: str = ""
    """Why there is nothing to do."""

    @property
    def order(self) -> Entry | None:
        """The order that the step is about: the player's own of an undo, and none that followed by itself."""
        return next((entry for entry in reversed(self.orders) if entry.by != NOBODY), None)


def step_of(
    kind: str,
    session: Session[Any],
    own: Collection[str],
    *,
    automatic: Collection[str] = (),
    revealed: Callable[[Entry], bool] = lambda entry: False,
) -> UndoStep:
    """What an undo takes back: the last order of the sides in ``own``, and every order after it; or what a redo brings back:
    the order that was taken back last, with what followed it by itself or of a side that plays by itself. An undo stays in
    the chapter that is played.

    Other players have to agree if one of these orders is theirs, rolled dice, or revealed something.

    Args:
        kind: ``undo`` or ``redo``.
        session: the game.
        own: the sides of the player who asks; several where they share a screen.
        automatic: the sides that play by themselves, and are not asked.
        revealed: whether an order revealed something to any side; see :func:`reveals`.
    """
    undone = session.undone[::-1]
    orders = (*undone[:1], *takewhile(lambda entry: entry.by in {NOBODY, *automatic}, undone[1:]))
    if kind == "undo":
        done, sides = session.past.of_chapter, {*own} - {NOBODY}
        back = next((number for number, entry in enumerate(reversed(done), 1) if entry.by in sides), 0)
        orders = done[len(done) - back :][::-1]
    if not orders:
        others_only = kind == "undo" and bool(session.past.of_chapter)
        return UndoStep(why="there is no order of yours to undo" if others_only else session.past.nothing_to(kind))
    players = session.ruleset.players(session.state)
    others = tuple(player for player in players if player not in own and player not in automatic)
    open_to_others = any(entry.rolls or entry.by in others or revealed(entry) for entry in orders)
    return UndoStep(orders, others if open_to_others else ())


def reveals(entry: Entry, before: Mapping[str, frozenset[str]], after: Mapping[str, frozenset[str]]) -> bool:
    """Whether an order revealed something: one of its events says so, or a side sees a name that it did not see before.
    ``before`` and ``after``: the names in each side's view before it and after it.
    """
    return any(event.reveals for event in entry.events) or any(names - before[side] for side, names in after.items() if side)


@dataclass(frozen=True)
class Stays:
    """An order that can be given in another state than the one that it was given in, with the same dice."""

    entry: Entry
    before: Any
    """The state that it is given in then."""
    events: tuple[PlainEvent, ...]
    """What it comes to then."""


@dataclass(frozen=True)
class TakenOut:
    """What becomes of a game when one order is taken out of it."""

    order: Entry
    stay: tuple[Stays, ...] = ()
    """The later orders that are given all the same."""
    fall: tuple[Entry, ...] = ()
    """The later orders that rest on it: without it they could not be given, or would ask for other dice."""


def taken_out(session: Session[Any], position: int) -> TakenOut | None:
    """What an order leads to when it is taken out of a game, wherever it stands in its log; None where no order that counts
    stands at that position that is of the chapter that is played.
    """
    ruleset, state = session.ruleset, session.past.chapter_state
    order: Entry | None = None
    stay, fall = list[Stays](), list[Entry]()
    for entry in session.past.of_chapter:
        if entry.position == position:
            order = entry
        elif order is None:
            state = ruleset.after(state, entry.events)
        elif (stays := given_again(session.ruleset, state, entry)) is not None:
            state = ruleset.after(state, stays.events)
            stay.append(stays)
        else:
            fall.append(entry)
    return TakenOut(order, tuple(stay), tuple(fall)) if order else None


def given_again(ruleset: Ruleset[Any], state: Any, entry: Entry) -> Stays | None:
    """An order of a log given in this state, with its dice; None, if the rules object, or ask for other dice."""
    dice = DiceTray(recorded(dice_of(entry)))
    if entry.command is None or any(True for _ in ruleset.objections(state, entry.command, entry.by)):
        return None
    try:
        events = tuple(ruleset.decide(state, entry.command, dice))
    except (NeedDice, AqmfError):
        return None
    rolled = [(roll.ask.label, len(roll.faces)) for roll in dice.log]
    return Stays(entry, state, events) if rolled == [(roll.label, len(roll.faces)) for roll in entry.rolls] else None


def dice_of(entry: Entry) -> tuple[Faces, ...]:
    """The dice of an entry, to be given again."""
    return tuple(Faces(roll.faces, roll.by) for roll in entry.rolls)
