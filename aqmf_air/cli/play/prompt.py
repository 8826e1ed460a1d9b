"""Orders asked for at the terminal: what may be done is offered, the tab key completes it, and what may not says why."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.play.telling import Teller, named
from aqmf_air.cli.play.typed_dice import Stopped, leaves, line_from
from aqmf_air.cli.render import percent
from aqmf_air.errors import AqmfError, EnumerationLimitError

if TYPE_CHECKING:
    from aqmf_air.core.play.events import Command, Entry
    from aqmf_air.core.play.ruleset import Offer
    from aqmf_air.core.play.session import Session

SHOWN = 30
"""Offers that are listed at once."""
SHORT = 6
"""Lines of a summary that is shown unasked when it is another one than before."""
HELP = """\
  words or a number   the order that they name; with several, they are listed
  ? words             list what may be ordered now, or what of it has all these words
  odds words          what that order would roll for, with the exact chances
  state               the game, as your side sees it
  undo, redo          take back the last order of a player here, or bring it back
  {"type": ...}       any order as JSON, for moves that are not offered
  end                 be done with this part of the turn
  quit, q             leave the table; the game is kept\
"""


class Prompt:
    """Asks the player of one side for orders."""

    def __init__(self, side: str, here: Sequence[str], teller: Teller) -> None:
        self.side = side
        self.here = here
        """The sides that are played at this terminal."""
        self.teller = teller
        self.ruleset = teller.ruleset
        self._listed: Sequence[Offer] = ()
        """What was listed last: numbers mean these."""
        self._shown: Sequence[str] = ()
        """The summary that was shown last."""

    def __call__(self, session: Session[Any]) -> Command | None:
        """The next order of the side; None if it may give none, or if something was taken back.
        Raises Stopped: the player leaves.
        """
        offers = self.ruleset.legal(session.state, self.side)
        if not offers:
            return None
        if self.teller.sits_down(self.side, session.state):
            self._covered()
        if len(summary := self._summary(session)) <= SHORT and summary != self._shown:
            self._shown = summary
            click.echo("\n".join(summary))
        complete_with([offer.title for offer in offers])
        self._listed = offers
        entries = len(session.entries)
        while True:
            line = _line(f"{self.side}> ")
            command = self._answered(session, offers, line) if line else None
            if command is not None or len(session.entries) != entries:
                return command

    def _answered(self, session: Session[Any], offers: Sequence[Offer], line: str) -> Command | None:
        """What a line asks for: the order that it names, if it names one; else it is answered here."""
        word, _, rest = line.partition(" ")
        match word.casefold():
            case word if leaves(word):
                raise Stopped
            case "help" | "state" as wanted:
                click.echo(HELP if wanted == "help" else "\n".join(self._summary(session)))
            case "undo" | "redo" as step:
                self._step(session, step)
            case "?":
                self._listed = _having(offers, rest)
                _list(self._listed)
            case "odds":
                if offer := self._only(offers, rest):
                    self._odds(session, offer)
            case "end" if not rest:
                return self._end(session, offers)
            case _ if line.startswith("{"):
                return self._typed(session, line)
            case _:
                offer = self._only(offers, line)
                return offer.command if offer else None
        return None

    def _summary(self, session: Session[Any]) -> list[str]:
        """The game as the side sees it, in lines."""
        return [f"  {told}" for told in self.ruleset.summary(self.ruleset.observe(session.state, self.side))]

    def _only(self, offers: Sequence[Offer], line: str) -> Offer | None:
        """The offer that a line names, if it is one and only one; else they are listed, or it is said that there is none."""
        found = _having(offers, line)
        if line.isdigit():  # one of those that were listed last
            found = self._listed[int(line) - 1 : int(line)] if int(line) else ()
        if len(found) == 1:
            return found[0]
        if found:
            click.echo(f"  {len(found)} orders are called that; which one?" if line else "  which one?")
            self._listed = found
            _list(found)
        else:
            click.echo(f"  nothing that may be ordered now is called {line!r} ('?' lists all, 'help' helps)")
        return None

    def _end(self, session: Session[Any], offers: Sequence[Offer]) -> Command | None:
        """The order that ends the stage for the side, if there is one, or why it cannot end yet."""
        if ending := self.ruleset.ending(session.state, self.side):
            return self._unless_objected(session, ending)
        ends = [offer for offer in offers if offer.ends_stage]
        if not ends:
            click.echo("  no order ends this now ('?' lists what may be ordered)")
        offer = self._only(ends, "") if ends else None
        return offer.command if offer else None

    def _typed(self, session: Session[Any], line: str) -> Command | None:
        try:
            return self._unless_objected(session, self.ruleset.codec.command(json.loads(line), "order"))
        except (ValueError, AqmfError) as bad:
            click.echo(f"  {'' if isinstance(bad, AqmfError) else 'not JSON: '}{bad}")
        return None

    def _unless_objected(self, session: Session[Any], command: Command) -> Command | None:
        objections = self.ruleset.objections(session.state, command, self.side)
        for objection in objections:
            click.echo(f"  {objection}")
        return None if objections else command

    def _step(self, session: Session[Any], kind: str) -> None:
        """Take back the last order of the players here, with what automatic sides did since, or bring it back; and tell."""
        from aqmf_air.core.play.undoing import step_of

        step = step_of(kind, session, self.here)
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
        more = len(entries) - 1
        since = f"; with it the {f'{more} orders' if more > 1 else 'order'} given since" if more else ""
        click.echo(f"  {told}{since} (entry {entries[-1].position} of the log)")

    def _told(self, entry: Entry, before: Any, after: Any) -> str:
        """Who ordered what in an entry, in the words of its offer or of the log, as far as this side may know it."""
        from aqmf_air.core.play.secrecy import hidden_from, lines_of, masked

        told = lines_of(self.ruleset, entry.events, before, self.side)
        if told == lines_of(self.ruleset, entry.events, before):  # nothing of it is secret
            offers = self.ruleset.legal(before, entry.by)
            told = [offer.title for offer in offers if offer.command == entry.command] or told
        hidden = hidden_from(self.ruleset, before, self.side) & hidden_from(self.ruleset, after, self.side)
        told = list(masked(told, hidden))
        return f"{entry.by}: {'; '.join(told) or 'an order'}"

    def _odds(self, session: Session[Any], offer: Offer) -> None:
        click.echo(f"  {offer.title}")
        questions = session.questions(offer.command)
        for question in questions:
            try:
                odds = question.odds()
            except EnumerationLimitError as limit:
                click.echo(f"    {question.title}: {limit}")
                continue
            shown = ", ".join(f"{named(outcome)}: {percent(chance)}" for outcome, chance in sorted(odds.items(), key=str))
            click.echo(f"    {question.title}: {shown}")
        if not questions:
            click.echo("    no dice")

    def _covered(self) -> None:
        """Take what another side may not know off the screen, and wait until this side is there."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            click.echo("\033[3J", nl=False)  # with what has scrolled away
            click.clear()
            _line(f"The {self.side} side is to order. Return shows what it may know: ")
        else:
            click.echo(f"  -- {self.side} --")
        self.teller.since()


def complete_with(titles: Sequence[str]) -> None:
    """Let the tab key complete these, where the terminal can."""
    try:
        import readline
    except ImportError:
        return
    words = (*titles, "help", "state", "undo", "redo", "odds", "end", "quit")

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
    """The offers whose titles have all words of a text, each from the start of a word; one that is the text wins."""
    sought = [re.compile(rf"(?<!\w){re.escape(word)}") for word in text.casefold().split()]
    exact = [offer for offer in offers if text and offer.title.casefold() == text.casefold()]
    return exact or [offer for offer in offers if all(one.search(offer.title.casefold()) for one in sought)]


def _list(offers: Sequence[Offer]) -> None:
    for number, offer in enumerate(offers[:SHOWN], 1):
        click.echo(f"  {number:>3}  {offer.title}")
    if len(offers) > SHOWN:
        click.echo(f"       and {len(offers) - SHOWN} more: '?' and words list fewer")
