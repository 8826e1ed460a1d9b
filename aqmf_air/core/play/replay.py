"""Playing a log again: with the dice that it holds, and insisting that the rules still lead where it says.

What was played under older versions of the rules is shown from its events: the rules of today decide nothing about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic

from aqmf_air.core.dice.dice import DiceTray, Draw, Faces, Roll, Source
from aqmf_air.core.dice.sources import replayed, seeded
from aqmf_air.core.play.chapters import ChapterStart, Entries
from aqmf_air.core.play.events import Entry, Header, canonical, decided_with
from aqmf_air.core.play.ruleset import Ruleset, State
from aqmf_air.core.play.session import Session
from aqmf_air.errors import ReplayMismatchError


@dataclass(frozen=True)
class ReplayStep(Generic[State]):
    """An entry of a log with the state before it and the rolls that it holds, each with what was asked."""

    state: State
    entry: Entry
    rolls: tuple[Roll, ...]
    """None of an entry that was not decided again."""
    again: bool
    """Whether the rules were asked again; if not, it was played under older ones."""
    after: tuple[int, ...] = ()
    """How many of the rolls each event comes after."""


def steps(session: Session[State], entries: Iterable[Entry]) -> Iterator[ReplayStep[State]]:
    """Play entries on from ``session``, with the dice that they hold, and insist on the same events.

    Entries that were written under older versions of the rules are folded, no more: their checksums are their proof.

    Raises ReplayMismatchError: the rules now ask for other dice, or decide otherwise; names the entry.
    """
    for entry in entries:
        state = session.state
        again = not session.older_rules
        rolls, after = decided_again(session, entry) if again else ((), ())
        session.fold(entry)
        yield ReplayStep(state, entry, rolls, again, after)


def decided_again(session: Session[State], entry: Entry) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    """The rolls of the next entry of a session, each with what was asked, and how many of them each event comes after: the
    rules decide its order again.

    Raises ReplayMismatchError: they ask for other dice now, or decide otherwise.
    """
    command = entry.command
    if command is None:
        return (), ()
    dice = DiceTray(_checked(session.header.seed, entry))
    try:
        events, after = decided_with(lambda: session.ruleset.decide(session.state, command, dice), dice.log)
    except ReplayMismatchError as bad:
        raise ReplayMismatchError(f"entry {entry.position}: {bad}", **{**bad.facts, "position": entry.position}) from None
    if len(dice.log) != len(entry.rolls) or events != entry.events:
        fault = f"entry {entry.position}: {command.type} now leads elsewhere"
        raise ReplayMismatchError(fault, position=entry.position, expected=entry.events, got=events)
    return tuple(dice.log), after


def _checked(seed: int, entry: Entry) -> Source:
    """The faces of an entry; those that it says the seed rolled must be the seed's."""
    from_log = replayed([roll.answered for roll in entry.rolls])
    from_seed = seeded(seed, entry.position)

    def source(ask: Draw[Any]) -> Faces:
        answer = from_log(ask)
        if answer.by == "seed" and (own := from_seed(ask)) != answer:
            fault = f"{ask.label}: the log has {answer.faces} where the seed gives {own.faces}"
            raise ReplayMismatchError(fault, position=entry.position, expected=own.faces, got=answer.faces)
        return answer

    return source


def from_chapters(session: Session[State]) -> Iterator[tuple[int, Session[State]]]:
    """A game folded again from each of its chapters, with the number of entries before it.

    The state that the chapter began with is written down and read back, as a snapshot is.
    """
    starts: list[ChapterStart] = []
    ruleset, header = session.ruleset, session.header
    Session(ruleset, header, list(session.entries), at_chapter=starts.append)
    for start in starts:
        state = ruleset.state_from(canonical(start.state.model_dump(mode="json")), header.setup)
        later = session.entries[start.entries :]
        yield start.entries, Session(ruleset, header, Entries(later, start=replace(start, state=state)))


def replay(ruleset: Ruleset[State], header: Header, entries: Iterable[Entry]) -> Session[State]:
    """Play a log again, command by command, and insist on the same events.
    Raises ReplayMismatchError: see :func:`steps`.
    Raises RulesetVersionError: see :class:`aqmf_air.core.play.session.Session`.
    """
    session = Session(ruleset, header)
    for _ in steps(session, entries):
        pass
    return session
