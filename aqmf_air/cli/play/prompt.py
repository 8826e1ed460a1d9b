"""Orders asked for at the terminal: what may be done is offered, the tab key completes it, and what may not says why."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.play.looking import Lookout
from aqmf_air.cli.play.offers import FEW, OfferList
from aqmf_air.cli.play.telling import Teller, certain, worth_groups, worth_lines
from aqmf_air.cli.play.typed_dice import Earlier, Stopped, leaves, line_from
from aqmf_air.cli.render import percent, say, working
from aqmf_air.cli.wrapping import BAD, tinted, width
from aqmf_air.core.data.documents import parse_json
from aqmf_air.core.data.model import clipped
from aqmf_air.core.data.text import capitalised, in_a_row
from aqmf_air.core.odds.documents import outcome_name
from aqmf_air.core.play.deciding import SteppedState
from aqmf_air.core.play.ruleset import Foretells
from aqmf_air.core.play.typed_orders import Meant, Near, NotUnderstood, near_titles, order_typed
from aqmf_air.core.play.words import InWords
from aqmf_air.errors import AqmfError, EnumerationLimitError

if TYPE_CHECKING:
    from aqmf_air.core.play.events import Command, Entry
    from aqmf_air.core.play.question import Question
    from aqmf_air.core.play.ruleset import Offer
    from aqmf_air.core.play.session import Session
    from aqmf_air.core.play.words import Saying

MOST_TIMES = 64
"""How many times the usual work may be asked for."""
SURE = "!"
"""At the end of an order that was asked about: it is meant so."""
MOST_IDLE = 4
"""Pieces that may still act which are named."""
LINE = 120
"""Characters of a typed line that are shown above what was not understood in it."""
EXAMPLES = 3
"""Orders that are named as examples of what may be ordered."""
MOST_FIGURES = 7
"""Figures that no number has which a player means."""
SHORT = 6
"""Lines of a summary of which is shown unasked what is new in it."""
HELP = """\
  words               the order that they say; what is only near to one is listed, never carried out
  a number            that order of the list on the screen
  ? or ? words        list what may be ordered now, or what of it has all these words
  odds words          what that order would roll for, with the exact chances
  worth, worth 4      what each order is worth: played on many times, or 4 times as many
  why, why 2          why an automatic side gave its last order, or the one before that
  state, units        the game, as your side sees it
  briefing            what the game is about, where it says so
  map, map FILE       the table in letters, or drawn for a page: SVG, PDF, PNG
  undo, redo          take back the last order of a player here, or bring it back
  words!              that order, though it spends something on nothing
  {"type": ...}       any order as JSON
  end, end!           be done with this part of the turn; end! though something may still act
  quit, q             leave the table; the game is kept
  <                   correct the roll before, also while dice are asked for; there '?' says what else may be typed\
"""


class Prompt:
    """Asks the player of one side for orders."""

    def __init__(self, side: str, here: Sequence[str], teller: Teller, lookout: Lookout) -> None:
        self.lookout = lookout
        self.side = side
        self.here = here
        """The sides that are played at this terminal."""
        self.teller = teller
        self.ruleset = teller.ruleset
        self._listed: OfferList | None = None
        """The orders of the state that was asked about last."""
        self.name = self.ruleset.name_of(side)
        self._sole: Offer | None = None
        """The order that an empty line gives."""
        self._asked_to_end: Any = None
        """The state in which the player was asked whether to end it."""
        self._setup: Any = None
        """What was played as an order was asked for last; None: none was."""

    def __call__(self, session: Session[Any]) -> Command | None:
        """The next order of the side; None if it may give none, or if something was taken back.
        Raises Stopped: the player leaves.
        Raises Earlier: the player corrects the last roll.
        """
        offers = self.ruleset.legal(session.state, self.side)
        if not offers:
            return None
        if self.teller.sits_down(self.side, session.state):
            # what another side may not know goes off the screen, until this side is there
            if sys.stdin.isatty() and sys.stdout.isatty():
                click.echo("\033[3J", nl=False)  # with what has scrolled away
                click.clear()
                _line(f"{self.name}: to order. Return shows what this side may know: ")
            else:
                say(f"  -- {self.name} --")
            self.teller.since()
        setup = getattr(session.state, "setup", None)
        if self._setup is not None and setup != self._setup:  # the next mission of a campaign
            say("\n".join(self.lookout.briefing(session.state)))
        self._setup = setup
        summary, shown = self.lookout.summary(session.state, self.side), self.teller.summary
        if changed := [line for line in summary if line not in shown]:
            self.teller.summary = summary
            if len(summary) <= SHORT:
                say("\n".join(self.lookout.tint(session.state, self.side, line) for line in changed))
        if self._listed is None or not self._listed.state is self.teller.asked is session.state:
            self._listed = self._listed_anew(session, offers)
        examples = (saying.example for saying in self._sayings(session, self._listed.offers))
        complete_with([*(offer.title for offer in offers), *examples])
        entries = len(session.entries)
        while True:
            line = _line(f"{self.name}> ")
            command = self._answered(session, self._listed, line)
            if command is not None or len(session.entries) != entries:
                return command

    def _sole_of(self, session: Session[Any], offers: Sequence[Offer]) -> Offer | None:
        """The order that is all there is to do, with nothing in it to choose; None: there is a choice."""
        open_ = any(saying.places for saying in self._sayings(session, offers))
        return None if open_ or len(offers) > 1 else offers[0]

    def _listed_anew(self, session: Session[Any], offers: Sequence[Offer]) -> OfferList:
        """Show what may be ordered in a state that the side is not asked about again; before it what that decides, if it is
        not what was told last.
        """
        self.teller.asked = session.state
        decision = session.state.decided_by(self.side) if isinstance(session.state, SteppedState) else None
        if decision and decision.says != self.teller.last:  # after a game was left, or an order taken back
            say(f"  {capitalised(decision.says)}")
        listed = OfferList(session, self.side, offers, self.ruleset.names(self.ruleset.observe(session.state, self.side)))
        if len(offers) <= FEW:
            listed.show(offers)
        else:
            listed.show_best()
        self._sole = self._sole_of(session, offers)
        if self._sole:
            say("       Return gives this order")
        return listed

    def _answered(self, session: Session[Any], offers: OfferList, line: str) -> Command | None:  # noqa: C901 - a case a word
        """What a line asks for: the order that it names, if it names one; else it is answered here."""
        word, _, rest = line.partition(" ")
        if word.startswith("?") and word != "?":
            word, rest = "?", f"{word[1:]} {rest}".strip()
        match word.casefold():
            case "" if self._sole:
                return self._unless_objected(session, self._sole.command)
            case "":
                say("  a number or an order is due; ? lists them")
            case word if leaves(word):
                raise Stopped
            case _ if self.lookout.answered(session.state, self.side, line):
                pass
            case "help" if not rest:
                lines = HELP.splitlines() if self.lookout.advisor else re.sub("\n  worth.*", "", HELP).splitlines()
                say("\n".join(lines), hang=20)
                self._say_how(self._sayings(session, offers.offers))
            case "?" | "help" | "list":
                self._list(session, offers, rest)
            case "undo" | "redo" as step:
                self._step(session, step)
            case "<" if not rest:
                raise Earlier
            case "cancel" if not rest:
                say("  no order is begun: 'undo' takes back the last one")
            case "odds":
                listed = offers.listed
                offer = self._meant(session, offers, rest, "Type 'odds' and its number")
                if offer and self._unless_objected(session, offer.command):
                    self._odds(session, offer)
                elif offers.listed is listed and self.lookout.asks_odds:
                    say(f"  'aqmf odds --ruleset {self.ruleset.id} --help' lists what may be asked at any time")
            case "worth" if not rest or _is_number(rest):
                self._worth(session, offers, int(rest or 1))
            case "why" if not rest or _is_number(rest):
                self._why(session, int(rest or 1))
            case "end" | "end!" if rest in ("", SURE):
                return self._unless_idle(session, offers, self._end(session, offers), line)
            case _ if line.startswith("{"):
                try:
                    document = parse_json(line.encode(), "order")
                    return self._unless_objected(session, self.ruleset.codec.command(document, "order"))
                except AqmfError as bad:
                    say(f"  {bad}")
            case _:
                offer = self._meant(session, offers, line.rstrip(f"{SURE} "))
                return self._unless_wasted(session, offers.offers, offer.command, line) if offer else None
        return None

    def _sayings(self, session: Session[Any], offers: Sequence[Offer]) -> Sequence[Saying]:
        """How orders may be said in words now."""
        if not isinstance(self.ruleset, InWords):
            return ()
        return self.ruleset.sayings(session.state, self.side, offers)

    def _list(self, session: Session[Any], offers: OfferList, words: str) -> None:
        """List what may be ordered; of words, what of it has them, and how it is said."""
        sayings = self._sayings(session, offers.offers)
        if not words:
            offers.show(offers.offers)
            if sayings:
                say("  or in words ('? words' and 'help' say more):")
                for saying in sayings:
                    say(f"       {saying.example}")
            return
        group = offers.group(words.casefold())
        whole, near = near_titles(words, offers.offers)
        listed = group or whole or near
        offers.show(listed, whole=len(listed) > 1)
        sought = words.casefold().split()
        fitting = [saying for saying in sayings if all(word in str(saying).casefold() for word in sought)]
        if sought == ["words"]:  # as the list itself says it
            fitting = fitting or list(sayings)
        if fitting and not group:
            self._say_how(fitting)
        elif not listed:
            say(f"  nothing that may be ordered now has {clipped(words)} ('?' lists all, 'help' helps)")

    def _say_how(self, sayings: Sequence[Saying]) -> None:
        """How orders are said, what stands in their places, and an order that may be given now."""
        for saying in sayings:
            say(f"  {saying.example}")
            for form in saying.forms:
                say(f"       {form}")
            for name, about in saying.places:
                say(f"       {name}: {about}")

    def _meant(self, session: Session[Any], offers: OfferList, line: str, how: str = "Type its number") -> Offer | None:
        """The order that a line means: a number of the list that stands on the screen, or exactly one order in words.

        What is near to it is listed, to be chosen by its number: ``how``; else it is said which word was not understood.
        """
        if _is_number(line):
            if 0 < int(line) <= len(offers.listed):
                return offers.listed[int(line) - 1]
            if offers.listed:
                say(f"  the list has 1 to {len(offers.listed)}: '?' lists what may be ordered")
            else:
                say("  numbers are those of this list:")
                offers.show(offers.offers)
            return None
        typed = order_typed(self.ruleset, session.state, self.side, line, offers.offers)
        if isinstance(typed, Meant):
            return typed.offer
        misread = typed if isinstance(typed, NotUnderstood) else typed.misread
        near = typed.offers if isinstance(typed, Near) else () if line else offers.offers
        if misread and line and not misread.at and not misread.expected:  # the whole of it, and why it is no order
            say(f"  {misread.message}")
            self._say_examples(session, offers.offers)
            return None
        if misread and misread.at:
            self._point_at(line, misread)
            wanted = [offer for offer in offers.offers if isinstance(offer.command, misread.wanted)]
            self._say_examples(session, () if near else wanted or offers.offers)
        elif misread and not near:
            say(f"  nothing that may be ordered now is called {clipped(line)}")
            if misread.mended:
                say(f"  did you mean {misread.mended!r}? ('?' lists all, 'help' helps)")
            else:
                self._say_examples(session, offers.offers)
        if near:
            say(f"  did you mean this? {how}" if len(near) == 1 else f"  which one? {how}")
            offers.show(near)
        return None

    def _point_at(self, line: str, misread: NotUnderstood) -> None:
        """Show a line, as much of it as there is room for, and below it what was not understood there."""
        room = min(LINE, (width() or LINE + 2) - 2)
        begin = max(0, min(misread.at - room // 2, len(line) - room))
        say(f"  {line[begin : begin + room]}")
        say(f"  {' ' * (misread.at - begin)}^ {misread.message}")

    def _say_examples(self, session: Session[Any], offers: Sequence[Offer]) -> None:
        """Some of what may be ordered now, in words or as it is listed; nothing of no offers."""
        if offers:
            examples = [saying.example for saying in self._sayings(session, offers)] or [offer.title for offer in offers]
            say(f"  now, for example: {'; '.join(examples[:EXAMPLES])} ('?' lists all, 'help' helps)")

    def _end(self, session: Session[Any], offers: OfferList) -> Command | None:
        """The order that ends the stage for the side, if there is one, or why it cannot end yet."""
        if ending := self.ruleset.ending(session.state, self.side):
            return self._unless_objected(session, ending)
        ends = [offer for offer in offers.offers if offer.ends_stage]
        if not ends:
            say("  no order ends this now ('?' lists what may be ordered)")
        elif len(ends) > 1:
            say("  which one?")
            offers.show(ends)
        return ends[0].command if len(ends) == 1 else None

    def _unless_idle(self, session: Session[Any], offers: OfferList, ending: Command | None, line: str) -> Command | None:
        """The order that ends a stage; a player in front of it who leaves pieces unmoved is asked once."""
        idle = offers.pieces if ending else ()
        if not idle or line.endswith(SURE) or self._asked_to_end is session.state or not _by_hand():
            return ending
        self._asked_to_end = session.state
        names = idle if len(idle) <= MOST_IDLE else [*idle[: MOST_IDLE - 1], f"{len(idle) - MOST_IDLE + 1} others"]
        say(tinted(f"  {capitalised(in_a_row(names))} may still act: not ended. 'end' again, or end{SURE}, ends it.", BAD))
        return None

    def _unless_objected(self, session: Session[Any], command: Command) -> Command | None:
        objections = self.ruleset.objections(session.state, command, self.side)
        for objection in objections:
            say(tinted(f"  {objection}", BAD))
        return None if objections else command

    def _unless_wasted(self, session: Session[Any], offers: Sequence[Offer], command: Command, line: str) -> Command | None:
        """An order that is allowed; one that spends something on nothing, if it is meant so. Where none of its kind is on
        offer, it is said what is.
        """
        if self._unless_objected(session, command) is None:
            if not any(isinstance(offer.command, type(command)) for offer in offers):
                self._say_examples(session, offers)
            return None
        if line.endswith(SURE) or not (wasted := self.ruleset.wasted(session.state, command)):
            return command
        say(tinted(f"  {capitalised(wasted)}: not carried out. The same with {SURE} at its end is.", BAD))
        return None

    def _step(self, session: Session[Any], kind: str) -> None:
        """Take back the last order of the players here, with what automatic sides did since, or bring it back; and tell."""
        from aqmf_air.core.play.ruleset import NOBODY
        from aqmf_air.core.play.undoing import step_of

        automatic = {*self.ruleset.players(session.state)} - {*self.here}
        step = step_of(kind, session, self.here, automatic=automatic)
        if step.order is None:
            say(f"  {step.why}")
            return
        before = session.state
        try:
            entries = [session.undo(self.side) if kind == "undo" else session.redo(self.side) for _ in step.orders]
        except AqmfError as bad:
            say(f"  {bad}")
            return
        if kind == "undo":
            text = f"taken back: {self._describe_entry(step.order, session.state, before)}; 'redo' brings it back"
            text += " with its dice" * any(order.rolls for order in step.orders)
        else:
            text = f"brought back: {self._describe_entry(step.order, before, session.state)}"
        more = sum(order.by != NOBODY for order in step.orders) - 1
        since = f"; with it the {f'{more} orders' if more > 1 else 'order'} given since" if more else ""
        say(f"  {text}{since} (entry {entries[-1].position} of the log)")
        self.teller.last = ""

    def _describe_entry(self, entry: Entry, before: Any, after: Any) -> str:
        """Who ordered what in an entry, in the words of its offer or of the log, as far as this side may know it."""
        from aqmf_air.core.play.secrecy import hidden_from, lines_of

        hidden = hidden_from(self.ruleset, before, self.side) & hidden_from(self.ruleset, after, self.side)
        lines = lines_of(self.ruleset, entry.events, before, self.side, hidden)
        if lines == lines_of(self.ruleset, entry.events, before):  # nothing of it is secret
            offers = self.ruleset.legal(before, entry.by)
            lines = [offer.title for offer in offers if offer.command == entry.command] or lines
        return f"{self.ruleset.name_of(entry.by)}: {'; '.join(lines) or 'an order'}"

    def _odds(self, session: Session[Any], offer: Offer) -> None:
        """What an order would roll for, each roll with its chances, the likeliest first where they are no numbers."""
        say(f"  {offer.title}")
        questions = session.questions(offer.command)
        ahead = self.ruleset.foretold(session.state, offer.command) if isinstance(self.ruleset, Foretells) else ()
        lines = [f"    {line}" for line in ahead]
        with working("the odds are worked out"):
            lines += [f"    {question.title}: {_chances(question)}" for question in questions]
        say("\n".join(lines or ["    no dice"]))

    def _worth(self, session: Session[Any], offers: OfferList, times: int) -> None:
        """What each order is worth, the best first, where the game has somebody who knows."""
        from aqmf_air.core.play.advice import ENOUGH, MOST_SECONDS, SECONDS, advise

        advisor = self.lookout.advisor
        if advisor is None:
            say("  this game cannot say what orders are worth ('odds WORDS' has the chances of one)")
            return
        if not 1 <= times <= MOST_TIMES:
            say(f"  worth: expected 1 to {MOST_TIMES} times the work, got {times}")
            return
        done, began = [0], monotonic()
        with working(lambda: f"the game is played on from each order: {done[0]} ends"):
            try:
                advice = advise(
                    self.ruleset,
                    advisor,
                    session.state,
                    self.side,
                    ends=ENOUGH,
                    more=lambda: monotonic() < began + SECONDS * times,
                    progress=lambda number: done.__setitem__(0, number),
                    wanted=lambda: monotonic() < began + MOST_SECONDS * times,
                )
            except AqmfError as bad:
                say(f"  {bad}")
                return
        if groups := worth_groups(advice):
            offers.listed = [order.offer for _, orders, _ in groups for order in orders]
        for line in worth_lines(advice, groups):
            say(line, hang=8)

    def _why(self, session: Session[Any], number: int) -> None:
        """Why an automatic side gave the order so many from its last, if the player may know that yet."""
        from aqmf_air.cli import why
        from aqmf_air.core.play.why import given_at, kept_back

        setting = self.lookout.setting
        try:
            entry = why.nth_last(why.automatic_orders(session, setting), number)
            given = given_at(session, entry.position)
            refusal = kept_back(self.ruleset, given, session.state, (self.side,), setting.reasons)
            if refusal and not session.over:
                say(f"  {refusal}")
                return
            explanation = why.explain_order(session, entry, self.lookout.policies, setting)
        except AqmfError as bad:
            say(f"  {bad}")
            return
        for line in why.explanation_lines(explanation, session):
            say(line, hang=4)


def complete_with(titles: Sequence[str]) -> None:
    """Let the tab key complete these, where the terminal can."""
    try:
        import readline
    except ImportError:
        return
    words = (*titles, "help", "state", "units", "briefing", "map", "undo", "redo", "odds", "worth", "why", "end", "quit")

    def complete(text: str, state: int) -> str | None:
        matches = [word for word in words if word.casefold().startswith(text.casefold())]
        return matches[state] if state < len(matches) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < MOST_FIGURES


def _by_hand() -> bool:
    """Whether somebody types: orders of a file are meant as they stand there."""
    return sys.stdin.isatty()


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


def _chances(question: Question) -> str:
    """The chances of each outcome, in a line."""
    try:
        odds = question.odds()
    except EnumerationLimitError as limit:
        return str(limit)
    if always := certain(odds):
        return always
    if all(isinstance(outcome, int) and not isinstance(outcome, bool) for outcome in odds):
        return ", ".join(f"{number}: {percent(odds[number])}" for number in sorted(odds))
    ranked = sorted(odds, key=lambda outcome: (-odds[outcome], str(outcome)))
    return ", ".join(f"{outcome_name(outcome)}: {percent(odds[outcome])}" for outcome in ranked)
