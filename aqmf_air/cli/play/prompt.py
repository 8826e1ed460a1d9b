"""Orders asked for at the terminal: what may be done is offered, the tab key completes it, and what may not says why."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import click

from aqmf_air.cli.play.typed import Stopped, leaves, line_from
from aqmf_air.cli.render import percent
from aqmf_air.errors import AqmfError, EnumerationLimitError

if TYPE_CHECKING:
    from aqmf_air.core.events import Command, Entry
    from aqmf_air.core.ruleset import Offer
    from aqmf_air.core.session import Session
    from aqmf_air.host.ruleset import AllQuiet
    from aqmf_air.host.state import Game

SHOWN = 30
"""Offers that are listed at once."""
HELP = """\
  words or a number   the order that they name: 'gunners at scout', '3'; with several, they are listed
  ? words             list what may be ordered now, or what of it has all these words
  odds words          what that order would roll for, with the exact chances
  units               both sides, as you see them
  undo, redo          take back the last order of a player here, or bring it back
  {"type": ...}       any order as JSON, for moves that are not offered
  end                 end the phase
  quit, q             leave the table; the game is kept\
"""


class Prompt:
    """Asks the player of one side for orders."""

    def __init__(self, ruleset: AllQuiet, side: str, automatic: Collection[str] = ()) -> None:
        self.ruleset = ruleset
        self.side = side
        self.automatic = automatic
        self._listed: Sequence[Offer] = ()
        """What was listed last: numbers mean these."""

    def __call__(self, session: Session[Game]) -> Command | None:
        """The next order of the side; None if it may give none, or if something was taken back.

        Raises:
            Stopped: the player leaves.
        """
        offers = self.ruleset.legal(session.state, self.side)
        if not offers:
            return None
        complete_with([offer.title for offer in offers])
        self._listed = offers
        entries = len(session.entries)
        while True:
            line = _line(f"{self.side}> ")
            command = self._answered(session, offers, line) if line else None
            if command is not None or len(session.entries) != entries:
                return command

    def _answered(self, session: Session[Game], offers: Sequence[Offer], line: str) -> Command | None:
        """What a line asks for: the order that it names, if it names one; else it is answered here."""
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "help":
                click.echo(HELP)
            case word if leaves(word):
                raise Stopped
            case "units":
                self._units(session)
            case "undo" | "redo" as step:
                self._step(session, step)
            case "?":
                self._listed = _having(offers, rest)
                _list(self._listed)
            case "odds":
                if offer := self._only(offers, rest):
                    self._odds(session, offer)
            case "end" if not rest:
                return self._end(session)
            case _ if line.startswith("{"):
                return self._typed(session, line)
            case _:
                offer = self._only(offers, line)
                return offer.command if offer else None
        return None

    def _found(self, offers: Sequence[Offer], line: str) -> Sequence[Offer]:
        """The offers that a number in the last list, or some words, name."""
        if line.isdigit():
            return self._listed[int(line) - 1 : int(line)] if int(line) else ()
        found = _having(offers, line)
        exact = [offer for offer in found if offer.title.casefold() == line.casefold()]
        return exact or found

    def _only(self, offers: Sequence[Offer], line: str) -> Offer | None:
        """The offer that a line names, if it is one and only one; else they are listed, or it is said that there is none."""
        found = self._found(offers, line)
        if len(found) == 1:
            return found[0]
        if found:
            click.echo(f"  {len(found)} orders are called that; which one?" if line else "  which one?")
            self._listed = found
            _list(found)
        else:
            click.echo(f"  nothing that may be ordered now is called {line!r} ('?' lists all, 'help' helps)")
        return None

    def _end(self, session: Session[Game]) -> Command | None:
        """The end of the phase, or why it cannot end yet."""
        from aqmf_air.host.turn import EndPhase

        return self._unless_objected(session, EndPhase())

    def _typed(self, session: Session[Game], line: str) -> Command | None:
        try:
            command = self.ruleset.codec.command(json.loads(line), "order")
        except ValueError as bad:
            click.echo(f"  not JSON: {bad}")
            return None
        except AqmfError as bad:
            click.echo(f"  {bad}")
            return None
        return self._unless_objected(session, command)

    def _unless_objected(self, session: Session[Game], command: Command) -> Command | None:
        objections = self.ruleset.objections(session.state, command, self.side)
        for objection in objections:
            click.echo(f"  {objection}")
        return None if objections else command

    def _step(self, session: Session[Game], kind: str) -> None:
        """Take back the last order of the players here, with what automatic sides did since, or bring it back; and tell."""
        from aqmf_air.core.undoing import redo_of, undo_of

        here = [side for side in self.ruleset.players(session.state) if side not in self.automatic]
        step = (undo_of if kind == "undo" else redo_of)(session, here, automatic=self.automatic)
        if step.order is None:
            click.echo(f"  there is nothing to {kind}")
            return
        before = session.state
        try:
            entries = [session.undo(self.side) if kind == "undo" else session.redo(self.side) for _ in step.orders]
        except AqmfError as bad:
            click.echo(f"  {bad}")
            return
        if kind == "undo":
            told = f"taken back: {self._told(step.order, session.state, before)}; 'redo' brings it back"
        else:
            told = f"brought back: {self._told(step.order, before, session.state)}"
        since = f"; with it the {len(entries) - 1} orders given since" if len(entries) > 1 else ""
        click.echo(f"  {told}{since} (entry {entries[-1].position} of the log)")

    def _told(self, entry: Entry, before: Game, after: Game) -> str:
        """Who ordered what in an entry, in the words of its offer or of the log, as far as this side may know it."""
        from aqmf_air.core.secrecy import hidden_from, lines_of, masked

        offers = self.ruleset.legal(before, entry.by)
        title = next((offer.title for offer in offers if offer.command == entry.command), "")
        hidden = hidden_from(self.ruleset, before, self.side) & hidden_from(self.ruleset, after, self.side)
        told = masked([title] if title else lines_of(self.ruleset, entry.events, before), hidden)
        return f"{entry.by}: {'; '.join(told) or 'an order'}"

    def _odds(self, session: Session[Game], offer: Offer) -> None:
        click.echo(f"  {offer.title}")
        questions = session.questions(offer.command)
        for question in questions:
            try:
                odds = question.odds()
            except EnumerationLimitError as limit:
                click.echo(f"    {question.title}: {limit}")
                continue
            shown = ", ".join(f"{outcome}: {percent(chance)}" for outcome, chance in sorted(odds.items(), key=str))
            click.echo(f"    {question.title}: {shown}")
        if not questions:
            click.echo("    no dice")

    def _units(self, session: Session[Game]) -> None:
        view = self.ruleset.observe(session.state, self.side)
        for title, units in (("yours", view.own), ("theirs", view.enemies)):
            click.echo(f"  {title}:")
            for unit in units:
                at = unit.elements[0]
                marks = ", ".join(mark.name for mark in unit.marks)
                click.echo(
                    f"    {unit.id}: {unit.type}, {len(unit.elements)}, at ({at.x:.1f}, {at.y:.1f}) facing {at.facing:.0f}"
                    + (f"; {marks}" if marks else "")
                )
        for marker in view.markers:
            click.echo(f"    marker {marker.name} at ({marker.x:.1f}, {marker.y:.1f})")
        for reserve in view.reserves:
            click.echo(f"    to come from turn {reserve.turn}: {reserve.unit.id} ({reserve.unit.type}), {reserve.where}")
        for one in view.expected:
            where = one.where or f"near ({one.x:.1f}, {one.y:.1f})"
            click.echo(f"    theirs, to come {'in' if one.sure else 'from'} turn {one.turn}: {where}")


def complete_with(titles: Sequence[str]) -> None:
    """Let the tab key complete these, where the terminal can."""
    try:
        import readline
    except ImportError:
        return
    words = (*titles, "help", "units", "undo", "redo", "odds", "end", "quit")

    def complete(text: str, state: int) -> str | None:
        matches = [word for word in words if word.casefold().startswith(text.casefold())]
        return matches[state] if state < len(matches) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")


def _line(ask: str) -> str:
    """What the player types; the end of the input is leaving."""
    try:
        if sys.stdin.isatty():
            return input(ask).strip()
        click.echo(ask, nl=False)
        line = line_from(sys.stdin)
    except EOFError:
        raise Stopped from None
    if not line:
        raise Stopped
    return line.strip()


def _having(offers: Sequence[Offer], text: str) -> Sequence[Offer]:
    """The offers whose titles have all words of a text."""
    words = text.casefold().split()
    return [offer for offer in offers if all(word in offer.title.casefold() for word in words)]


def _list(offers: Sequence[Offer]) -> None:
    for number, offer in enumerate(offers[:SHOWN], 1):
        click.echo(f"  {number:>3}  {offer.title}")
    if len(offers) > SHOWN:
        click.echo(f"       and {len(offers) - SHOWN} more: name a unit to see fewer")
