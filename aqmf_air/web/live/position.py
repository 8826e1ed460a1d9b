"""What each seat is given to see: a position with what it may order there, and the log as it may read it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar, cast

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.dice.dice import Roll
from aqmf_air.core.odds.documents import roll_document
from aqmf_air.core.play import secrecy
from aqmf_air.core.play.contributions import Policy
from aqmf_air.core.play.events import Command, Entry, History, RollRecord
from aqmf_air.core.play.replay import decided_again
from aqmf_air.core.play.ruleset import Objection, Offer, Ruleset
from aqmf_air.core.play.session import Session
from aqmf_air.core.play.undoing import reveals
from aqmf_air.core.play.verdict import early_end_in_words
from aqmf_air.errors import InvalidCommandError, ReplayMismatchError
from aqmf_air.web.board.board import Board, PlainBoard, Seat
from aqmf_air.web.board.marks import Mark, Moment, beat, moments_of

_LOG = logging.getLogger(__name__)
T = TypeVar("T")


def rolls_asked(session: Session[Any], entry: Entry) -> tuple[Sequence[Roll | None], tuple[int, ...]]:
    """What was asked for in the rolls of the next entry of a session, and how many of them each event comes after; None and
    nothing where the rules of today do not lead to it.
    """
    if entry.command is not None and entry.rolls and not session.older_rules:
        with suppress(ReplayMismatchError):
            return decided_again(session, entry)
    return [None] * len(entry.rolls), ()


class TablePosition:
    """A state of a game after so many entries of its log; ``hidden`` are the names that nobody of an audience may know.

    ``ended``: its players have ended the game, so that nobody orders anything more.
    """

    def __init__(
        self,
        board: PlainBoard,
        state: Any,
        entries: int,
        sides: tuple[str, ...],
        hidden: Mapping[str, frozenset[str]],
        ended: bool = False,
    ) -> None:
        self.board, self.ruleset = board, board.ruleset
        self.state, self.entries, self.sides = state, entries, sides
        self._hidden, self.ended = hidden, ended
        self._known: dict[tuple[str, str], Any] = {}

    def _once(self, what: str, side: str, make: Callable[[], T]) -> T:
        """What was worked out for a side before, or is now."""
        if (what, side) not in self._known:
            self._known[what, side] = make()
        return cast("T", self._known[what, side])

    def view(self, side: str) -> Frozen:
        """What a side sees; spectators see what all do."""
        seen: Frozen = self._once("view", side, lambda: self.ruleset.observe(self.state, side))
        return seen

    def document(self, side: str, with_offers: bool = True) -> dict[str, Any]:
        """The view, in lines, and as pieces of the board; what a player does in this stage, and may order now."""
        shown = self._once("document", side, lambda: self._document(side))
        return {**shown, "offers": self.offers(side) if with_offers else None}

    def _document(self, side: str) -> dict[str, Any]:
        view, seat = self.view(side), Seat(self, side)
        acts = side in self.ruleset.stage(self.state).active and not (self.ended or self.ruleset.over(self.state))
        ending = self.ruleset.ending(self.state, side) if acts else None
        return {
            "view": view.model_dump(mode="json"),
            "names": dict(self.ruleset.names(view)),
            "summary": list(self.ruleset.summary(view)),
            "figures": self.board.figures(view),
            "pieces": self.board.pieces(view),
            "hint": self.board.hint(seat) if acts else "",
            "opens": self.board.opens(seat) if acts else None,
            "obstacles": seat.objections(ending) if ending else (),
        }

    def in_short(self, side: str) -> dict[str, Any]:
        """The figures, what each piece is, and what is written beside it on the map, as a browser shows them once it has
        played the order that led here.
        """
        return self._once("in short", side, lambda: self._in_short(self.view(side)))

    def _in_short(self, view: Frozen) -> dict[str, Any]:
        lettering = self.board.picture(view).lettering if isinstance(self.board, Board) else None
        return {
            "figures": self.board.figures(view),
            "titles": {piece.id: piece.title for piece in self.board.pieces(view)},
            "labels": {
                caption.group["data_piece"]: caption.lines
                for caption in (lettering.captions if lettering else ())
                if "data_piece" in caption.group
            },
        }

    def offers(self, side: str) -> tuple[Offer, ...]:
        """What a side may order now."""
        orders = side in self.sides and not self.ended
        return self._once("offers", side, lambda: tuple(self.ruleset.legal(self.state, side)) if orders else ())

    def choosing(self) -> tuple[str, ...]:
        """The sides that the stage waits for; where there is much to choose, that takes a while to find out.

        Where all that several sides can do is to end it, any of them may, and it waits for none.
        """
        if self.ruleset.over(self.state):
            return ()
        able = tuple(side for side in self.sides if self.offers(side))
        return able if len(able) == 1 or any(not offer.ends_stage for side in able for offer in self.offers(side)) else ()

    def hidden(self, side: str) -> frozenset[str]:
        """The names of what a side may not know of."""
        return self._hidden[side if side in self._hidden else ""]

    def choice(self, policy: Policy, side: str) -> Command | None:
        """What an automatic player would order for a side."""
        return self._once(f"choice of {policy.name}", side, lambda: policy.choose(self.ruleset, self.state, side))

    def command(self, document: Any, side: str) -> Command:
        """A command that a side has written. What it cannot see goes by no name that it may use."""
        try:
            command: Command = self.ruleset.codec.command(document, "order")
        except InvalidCommandError as bad:
            raise InvalidCommandError(str(bad).removeprefix("order: ")) from None
        return secrecy.blindfolded(command, self.hidden(side), secrecy.naming_of(self.state))

    def objections(self, command: Command, side: str) -> tuple[Objection, ...]:
        """Why a side may not give this order now."""
        objections = self.ruleset.objections(self.state, command, side)
        return tuple(Objection(objection.rule, secrecy.unmasked(objection.reason)) for objection in objections)


class Chronicle:
    """What has been told at a table so far, to each player and to spectators (the audience ``""``).

    ``marks`` is what a board draws of an event. ``open_to_all`` is for a game in which nothing is to be hidden any more:
    everybody reads all. It begins ``since`` so many entries of the log, which it does not tell of.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        audiences: Sequence[str],
        *,
        marks: Callable[[Moment], Iterable[Mark]] = lambda moment: (),
        open_to_all: bool = False,
        since: int = 0,
    ) -> None:
        self.ruleset = ruleset
        self._marks = marks
        self.open_to_all = open_to_all
        self.since = since
        self.audiences = (*audiences, "")
        self._told: dict[str, list[dict[str, Any]]] = {audience: [] for audience in self.audiences}
        self._moments: dict[str, list[list[int]]] = {audience: [] for audience in self.audiences}
        self._revealing: set[int] = set()
        self._known: tuple[Any, frozenset[str], dict[str, frozenset[str]]] | None = None
        self._history: History[int] = History()

    def fold(self, session: Session[Any], entries: Iterable[Entry]) -> None:
        """Fold entries of a log into a session, and tell everybody of each."""
        for entry in entries:
            before, (rolls, _) = session.state, rolls_asked(session, entry)
            session.fold(entry)
            self.note(before, entry, session.state, rolls)

    def note(self, before: Any, entry: Entry, after: Any, asked_rolls: Sequence[Roll | None] = ()) -> None:
        """Tell everybody of an entry, which took the game from ``before`` to ``after``; ``asked``: its rolls, if known."""
        self._history.note(entry.kind, entry.position)
        (all_before, seen_before), (all_after, seen_after) = self._names(before), self._names(after)
        if reveals(entry, seen_before, seen_after):
            self._revealing.add(entry.position)
        stage = self.ruleset.stage(before)
        facts = {"entry": entry.position, "kind": entry.kind, "by": entry.by, "when": stage.when, "phase": stage.title}
        facts["chapter"] = self.ruleset.chapter(after)
        moments = moments_of(self.ruleset, entry, before)
        drawn = [self._drawn(moment) for moment in moments]
        asked_rolls = asked_rolls or [None] * len(entry.rolls)
        for audience in self.audiences:
            names = (all_before - seen_before[audience]) & (all_after - seen_after[audience])
            lines = self._entry_lines(before, entry, None if self.open_to_all else audience, names)
            called = self._called(before, after, audience, names) if entry.rolls else {}
            naming = secrecy.naming_of(before)
            secret = (
                names if any(secrecy.refers(part, names, naming) for part in (entry.command, *entry.events)) else frozenset()
            )
            rolls = [self._roll(entry.by, *both, called, secret) for both in zip(entry.rolls, asked_rolls, strict=True)]
            reader = None if self.open_to_all else audience
            beats = [self._beat(*pair, reader, names) for pair in zip(moments, drawn, strict=True)]
            numbers = [n for n, item in enumerate(beats) if item["says"] or item["marks"]]
            shown = [beats[n] for n in numbers]
            self._moments[audience].append(numbers)
            exact = [
                secrecy.kept_back(moment.event, self.ruleset.exactly(moment.event, moment.state, reader), names, naming)
                for moment in moments
            ]
            places = list(filter(None, exact))
            self._told[audience].append({**facts, "lines": lines, "rolls": rolls, "beats": shown, "places": places})

    @property
    def entries(self) -> int:
        """How many entries the log has that it tells of."""
        return self.since + len(self._told[""])

    def revealed(self, entry: Entry) -> bool:
        """Whether an order of this log revealed something to any side."""
        return entry.position in self._revealing

    def of(self, audience: str, since: int = 0) -> list[dict[str, Any]]:
        """The entries from number ``since`` of the log on, as this audience may read them."""
        counting = set(self._history.done)
        entries = self._told[audience if audience in self._told else ""][max(0, since - self.since) :]
        return [{**entry, "undone": entry["kind"] == "command" and entry["entry"] not in counting} for entry in entries]

    def moments(self, audience: str, entry: int) -> list[int]:
        """Which events of an entry the beats are of that this audience is told, by their places in it."""
        return self._moments[audience if audience in self._moments else ""][entry - self.since]

    @property
    def undone(self) -> list[int]:
        """The commands that were taken back."""
        return [entry["entry"] for entry in self.of("") if entry["undone"]]

    def _drawn(self, moment: Moment) -> tuple[Mark, ...]:
        """What the board draws of an event; a fault in it, which conformance finds, is no reason to stop a game."""
        try:
            return tuple(self._marks(moment))
        except Exception:  # a guest's code
            _LOG.exception("nothing is drawn of %s", moment.event.type)
            return ()

    def _beat(self, moment: Moment, marks: Sequence[Mark], reader: str | None, names: frozenset[str]) -> dict[str, Any]:
        """What a reader is told of an event and is shown of it: nothing is shown where something is kept from them."""
        says = self.ruleset.tell(moment.event, moment.state, reader)
        kept = not says and reader is not None and self.ruleset.tell(moment.event, moment.state)
        naming = secrecy.naming_of(moment.state)
        shown = (
            mark
            for mark in marks
            if secrecy.kept_back(moment.event, getattr(mark, "text", ""), names, naming) != secrecy.UNSEEN
        )
        return beat(secrecy.kept_back(moment.event, says, names, naming), () if kept else shown, names)

    def _called(self, before: Any, after: Any, audience: str, hidden: frozenset[str]) -> Mapping[str, str]:
        """What an audience calls things while an order is carried out: what it reveals, as they are called from then on."""
        if self.open_to_all:
            return self.ruleset.names(before)
        return secrecy.called_by(self.ruleset, hidden, *(self.ruleset.observe(state, audience) for state in (after, before)))

    def _entry_lines(self, state: Any, entry: Entry, audience: str | None, hidden: frozenset[str]) -> list[str]:
        if entry.kind == "rules":
            return ["from here on under the rules of today"]
        if entry.end is not None:
            return [early_end_in_words(self.ruleset, state, entry.end)]
        if entry.kind != "command":
            return [f"{self.ruleset.name_of(entry.by)}: an order is {'taken' if entry.kind == 'undo' else 'brought'} back"]
        return secrecy.lines_of(self.ruleset, entry.events, state, audience, hidden)

    def hidden(self, state: Any) -> dict[str, frozenset[str]]:
        """The names of what each audience may not know of in a state."""
        everything, seen = self._names(state)
        return {audience: everything - names for audience, names in seen.items()}

    def _names(self, state: Any) -> tuple[frozenset[str], dict[str, frozenset[str]]]:
        """The names of everything in a state, and of what each audience sees of it."""
        if self.open_to_all:
            return frozenset(), dict.fromkeys(self.audiences, frozenset())
        if self._known is None or self._known[0] is not state:
            everything = secrecy.all_names(self.ruleset, state)
            seen = {
                audience: secrecy.all_names(self.ruleset, self.ruleset.observe(state, audience))
                for audience in self.audiences
            }
            seen[""] = frozenset.intersection(*seen.values())
            self._known = state, everything, seen
        return self._known[1:]

    def _roll(
        self, by: str, roll: RollRecord, made: Roll | None, called: Mapping[str, str], hidden: frozenset[str]
    ) -> dict[str, Any]:
        """A roll as a reader may know it: what it needed, on whom it was made, which of its dice were a success.

        ``by`` gave the order; the side that rolls is told where it is another one, and the label does not say it. ``hidden``
        are names that an order has to do with, of what its reader does not know.
        """
        label = secrecy.UNSEEN if secrecy.mentions(roll.label, hidden) else roll.label
        if made is None or roll.secret:
            return {"label": label, "die": roll.die, "faces": [] if roll.secret else list(roll.faces), "by": roll.by}
        look_up = self.ruleset.looked_up(made)
        seen = None if look_up is None or secrecy.mentions(str(look_up), hidden) else look_up
        document = roll_document(made, self.ruleset.spell, called, look_up=seen) | {"label": label}
        for part in ("need", "on"):
            if secrecy.OUT_OF_SIGHT in document[part] or secrecy.mentions(document[part], hidden):
                document[part] = ""
        if any(secrecy.mentions(face, hidden) for face in made.shown):
            document["faces"] = list(roll.faces)
        side = made.ask.by or by
        return document | {"side": "" if side == by or side in roll.label else self.ruleset.name_of(side)}
