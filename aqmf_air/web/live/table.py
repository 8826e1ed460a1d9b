"""A live table: a game of the store that is played, with its log as each seat reads it, and what its players agree on.

A table is used by one thread at a time.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.names import by_name
from aqmf_air.core.data.typed_faces import numbers_of
from aqmf_air.core.dice.dice import Faces, Roll
from aqmf_air.core.odds.documents import draw_document, roll_document
from aqmf_air.core.play.chapters import ChapterStart, Entries
from aqmf_air.core.play.contributions import Policy
from aqmf_air.core.play.events import Command, EarlyEnd, Entry, Header, HowEnded, PluginVersion
from aqmf_air.core.play.ruleset import NOBODY
from aqmf_air.core.play.secrecy import mentions, naming_of, refers
from aqmf_air.core.play.session import OVER, Ready, Resolved, Session, Waiting
from aqmf_air.core.play.undoing import TakenOut, UndoStep, dice_of, step_of
from aqmf_air.core.play.verdict import GameResult
from aqmf_air.errors import DataError, IllegalCommandError, InvalidCommandError
from aqmf_air.web.board.board import Board, PlainBoard
from aqmf_air.web.live.fair_play import commitment
from aqmf_air.web.live.position import Chronicle, TablePosition
from aqmf_air.web.seat_settings import AUTOMATIC, FRIEND, OPENER, GameStanding, SeatSetting, Setting, noted, taken_over

if TYPE_CHECKING:
    from aqmf_air.core.play.advice import Advisor
    from aqmf_air.web.live.live_tables import LiveTables, OpenTable

DRAW, REMATCH = "draw", "rematch"
ANSWERS = AGREE, DECLINE, WITHDRAW = "agree", "decline", "withdraw"


@dataclass(frozen=True)
class TableProposal:
    """Something that a player asks for, at one entry of the log; it is void when the log moves on."""

    what: str
    """``undo``, ``redo``, ``draw``, ``rematch``; or who is to have the seat ``side``: ``here``, ``automatic``."""
    by: str
    """The side that asks, or :data:`OPENER`."""
    entries: int
    open: tuple[str, ...]
    """The sides that have not answered yet."""
    side: str = ""
    policy: str = ""
    """The automatic player that is to have it."""
    step: UndoStep = dataclasses.field(default_factory=UndoStep)
    declined: str = ""
    """The side that has declined."""
    id: str = dataclasses.field(default_factory=lambda: token_hex(6))

    def document(self, table: LiveTable, seats: tuple[str, ...], side: str) -> dict[str, Any]:
        """The proposal as data for a seat: in the words of the log as that seat reads it."""
        order = self.step.order
        later: dict[str, int] = {}
        for entry in self.step.orders[:-1]:
            later[entry.by] = later.get(entry.by, 0) + 1
        return {
            "id": self.id,
            "what": self.what,
            "by": "" if self.by == OPENER else self.by,
            "side": self.side,
            "lines": table.chronicle.of(side, order.position)[0]["lines"] if order else [],
            "later": later,
            "mine": self.by in seats,
            "yours": bool(set(self.open) & set(seats)),
            "declined": self.declined,
            "words": self._offer_in_words(table, seats) if self.what in (DRAW, REMATCH) else "",
        }

    def _offer_in_words(self, table: LiveTable, seats: tuple[str, ...]) -> str:
        """What the offer of a draw, or of a rematch, says to who has made it, and to who has it."""
        name_of = table.session.ruleset.name_of
        if self.what == REMATCH:
            if self.by not in seats:
                named = next((seat.name for seat in table.setting.seats if seat.side == self.by), "")
                return f"{named or f'The player of {name_of(self.by)}'} would like a rematch."
            return (
                "The rematch was declined."
                if self.declined
                else "You have asked for a rematch. The other player has yet to answer."
            )
        if self.declined:
            return f"{name_of(self.declined)} declined the draw."
        if self.by in seats:
            return "You have offered a draw. Wait for the answer, or play on: the next order takes the offer back."
        name = name_of(self.by)
        return f"{name} {'offer' if name.endswith('s') else 'offers'} a draw."


MOST_KEYS = 64
"""Answers that are kept for orders that may come twice."""
MOST_STEPS = 60
"""Positions that are kept, for browsers that show one order after the other; and of those before, as many."""
MOST_TURNS = 100
"""Turns after which automatic sides that cannot beat each other are stopped."""
MOST_LISTS = 400
"""Lists of dice in one order."""


class MovedOnError(Exception):
    """The table is not where the player thinks it is; ``entries`` is where it is."""

    def __init__(self, entries: int) -> None:
        super().__init__(f"the table has moved on: it is at entry {entries} of its log")
        self.entries = entries


class LiveTable:
    """One game at a live table, shown by ``board``. Without a ``setting`` everybody who comes plays every side.

    ``keep`` writes an entry down for good before it counts; ``policies`` are automatic players by name, ``plugins`` what
    extends the rules now, each by the version of its rules; ``at_chapter`` is told where chapters begin; ``advisor`` says
    what orders are worth.
    """

    def __init__(
        self,
        name: str,
        board: PlainBoard,
        header: Header,
        entries: Sequence[Entry],
        setting: Setting | None,
        keep: Callable[[Entry], None],
        policies: dict[str, Policy],
        plugins: Sequence[PluginVersion] = (),
        at_chapter: Callable[[ChapterStart], None] = lambda start: None,
        advisor: Advisor[Any] | None = None,
    ) -> None:
        self.name, self.board, self.policies, self.advisor = name, board, policies, advisor
        self._plugins, self._keep, self._at_chapter = plugins, keep, at_chapter
        log = entries if isinstance(entries, Entries) else Entries(entries)
        self.session: Session[Any] = self._begun(header, log.before_start())
        self.sides: tuple[str, ...] = tuple(board.ruleset.players(self.session.state))
        self.setting = setting or Setting(seats=tuple(SeatSetting(side=side) for side in self.sides))
        self.chronicle = Chronicle(board.ruleset, self.sides, marks=board.marks, since=self.entries)
        self.chronicle.fold(self.session, log.later)
        if (ceded := self.setting.ceded) is not None and self.session.early_end is None:
            (winner,) = (side for side in self.sides if side != ceded.side)
            self.session.early_end = EarlyEnd(how="claimed" if ceded.claimed else "resigned", winner=winner)
        self.proposal: TableProposal | None = None
        """What one player asks the others to agree to, or what was declined last."""
        self._position: TablePosition | None = None
        self._steps: deque[TablePosition] = deque(maxlen=MOST_STEPS)
        self._earlier: dict[int, Any] = {}  # states that the log was folded to last, by its entries
        self._rolling: Command | None = None
        self._answers: OrderedDict[tuple[str, str], tuple[str, Any]] = OrderedDict()

    def _begun(self, header: Header, entries: Entries) -> Session[Any]:
        return Session(
            self.board.ruleset,
            header,
            entries,
            plugins=self._plugins,
            who_rolls=lambda draw: self.setting.who_rolls(draw.by or ""),
            keep=self._keep,
            at_chapter=self._at_chapter,
        )

    @property
    def title(self) -> str:
        """What its game is called: the scenario's title, or the ruleset's."""
        return self.session.header.named[1] or self.session.ruleset.title

    @property
    def entries(self) -> int:
        """How many entries the log has."""
        return len(self.session.entries)

    @property
    def over(self) -> str | None:
        """Who has won, None while the game goes on."""
        return self.session.over

    @property
    def against_early_end(self) -> str:
        """Why its players may not end it now, in a clause; empty: they may."""
        return OVER if self.over else self.session.ruleset.against_early_end(self.session.state)

    def against_draw(self, side: str) -> str:
        """Why a side may not offer a draw now, in a clause; empty: it may."""
        if why := self.against_early_end:
            return why
        (other,) = (seat for seat in self.setting.seats if seat.side != side)
        name = self.session.ruleset.name_of(other.side)
        if other.who == AUTOMATIC:
            return f"the app plays {name}, and agrees on no draw"
        return f"nobody sits at the seat of {name} yet" if other.who == FRIEND and not other.token else ""

    @property
    def verdict(self) -> GameResult | None:
        """Who has won and why, None while the game goes on."""
        return self.session.verdict

    @property
    def standing(self) -> GameStanding:
        """Where it stands, as lists of games tell it."""
        return GameStanding(
            entries=self.entries,
            when=self.session.ruleset.stage(self.session.state).when,
            over=self.over,
            headline=end.headline if (end := self.verdict) else "",
            active=self.active,
            names=tuple((side, self.session.ruleset.name_of(side)) for side in self.sides),
            drawn=isinstance(self.board, Board),
        )

    @property
    def active(self) -> tuple[str, ...]:
        """The sides that act now."""
        return () if self.session.early_end else self.session.ruleset.stage(self.session.state).active

    @property
    def open_proposal(self) -> TableProposal | None:
        """What is proposed at this entry of the log, if anything is."""
        there = self.proposal
        return there if there is not None and there.entries == self.entries else None

    @property
    def promised(self) -> int:
        """The number that was promised; the seed is made of it and of what players added."""
        number = self.setting.promised
        return self.session.header.seed if number is None else number

    @property
    def promise(self) -> str:
        """What was promised about that number."""
        return commitment(self.setting.salt, self.promised)

    @property
    def position(self) -> TablePosition:
        """The present position, with what has been worked out about it."""
        ended = self.session.early_end is not None
        if self._position is None or (self._position.entries, self._position.ended) != (self.entries, ended):
            state = self.session.state
            hidden = self.chronicle.hidden(state)
            self._position = TablePosition(self.board, state, self.entries, self.sides, hidden, ended)
        return self._position

    def steps_since(self, entries: int) -> list[TablePosition]:
        """The positions after the entries of the log from this one on, but the last: as far as they are kept."""
        return [step for step in self._steps if entries < step.entries < self.entries]

    def position_at(self, entries: int) -> TablePosition:
        """The position after so many entries of the log, as far as it tells of them; else the present one.

        Where it is not kept the log is folded up to it, and what comes before it is kept: who steps back asks for that next.
        """
        if not self.chronicle.since <= entries < self.entries:
            return self.position
        if (kept := next((step for step in self._steps if step.entries == entries), None)) is not None:
            return kept
        if entries not in self._earlier:
            log = self.session.entries
            session: Session[Any] = Session(
                self.board.ruleset, self.session.header, log.before_start(), plugins=self._plugins
            )
            states = deque([(len(session.entries), session.state)], maxlen=MOST_STEPS)
            for entry in log.later[: entries - self.chronicle.since]:
                session.fold(entry)
                states.append((len(session.entries), session.state))
            self._earlier = dict(states)
        state = self._earlier[entries]
        return TablePosition(self.board, state, entries, self.sides, self.chronicle.hidden(state), ended=True)

    def begun_since(self, entries: int) -> TablePosition | None:
        """The position as the last chapter began, if it did after the entries of the log from this one on."""
        start = self.session.past.chapter
        if start is None or start.entries <= entries:
            return None
        return TablePosition(self.board, start.state, start.entries, self.sides, self.chronicle.hidden(start.state))

    def log_for(self, side: str, since: int) -> list[dict[str, Any]]:
        """The log from an entry on as a side may read it; ``reasoned``: its automatic player can say why it gave it."""
        at, explains = self.setting.player_at, {name for name, policy in self.policies.items() if policy.explain is not None}
        return [
            {**entry, "reasoned": entry["kind"] == "command" and at(entry["by"], entry["entry"]) in explains}
            for entry in self.chronicle.of(side, since)
        ]

    def told_before(self, chapter: Entries, done: Callable[[int], None]) -> Chronicle:
        """What was told in an earlier chapter; ``done`` is told how many of its entries are read."""
        before = chapter.before_start()
        session: Session[Any] = Session(self.board.ruleset, self.session.header, before, plugins=self._plugins)
        chronicle = Chronicle(self.board.ruleset, self.sides, since=len(before))
        for number, entry in enumerate(chapter.later, 1):
            chronicle.fold(session, (entry,))
            done(number)
        return chronicle

    def set_up_anew(self, header: Header, setting: Setting) -> None:
        """Begin from another header, before anything was ordered."""
        self.session, self.setting, self._position = self._begun(header, Entries()), setting, None

    def order(self, side: str, entries: int, document: Any, dice: Sequence[Sequence[Any]], key: str) -> dict[str, Any]:
        """Carry out an order, with the dice that were typed for it; or say which are needed next.

        The same ``key`` of the same side twice is carried out once. Without a command, the order is the one of an automatic
        side that waits for dice of players.

        Nothing is done if the table is not at ``entries`` (MovedOnError), the order cannot be read (InvalidCommandError) or
        given now (IllegalCommandError), the last dice do not fit (DiceError), or it could not be kept (StoreError).
        """
        earlier = self._answers.get((side, key)) if key else None
        wanted = repr((document, dice))
        if earlier and earlier[0] == wanted:
            return dict(earlier[1])
        if self.session.early_end:
            raise InvalidCommandError(OVER)
        self.require_at(entries)
        if document is not None:
            by, command = side, self.position.command(document, side)
            if objections := self.position.objections(command, side):
                raise IllegalCommandError("not allowed", command=command, objections=objections)
        elif (waiting := self.automatic_order()) is None:
            raise InvalidCommandError("no automatic side waits for dice")
        else:
            by, command = waiting
        step = self.carry_out(by, command, dice)
        if isinstance(step, Waiting):
            return {"need": self.waiting_document(step)}
        (last,) = self.chronicle.of(side, self.entries - 1)
        answer = {"done": True, "entries": self.entries, "told": last["lines"], "rolls": last["rolls"]}
        if key:
            self._answers[side, key] = (wanted, answer)
            while len(self._answers) > MOST_KEYS:
                self._answers.popitem(last=False)
        return answer

    def require_at(self, entries: int) -> None:
        """Refuse what was meant for another position (MovedOnError: the table is not at ``entries``)."""
        if entries != self.entries:
            raise MovedOnError(self.entries)

    def automatic_order(self) -> tuple[str, Command] | None:
        """The next order that follows by itself or of a side that plays so, and whose it is; None if there is none.

        Raises UnknownNameError: its automatic player is not there.
        """
        if self.over or self.session.ruleset.stage(self.session.state).turn > MOST_TURNS:
            return None
        if (follows := self.session.ruleset.follows(self.session.state)) is not None:
            return NOBODY, follows
        for side in dict.fromkeys((*self.active, *self.sides)):
            if name := self.setting.policy_of(side):
                command = self.position.choice(by_name(self.policies, name, "automatic player"), side)
                if command is not None:
                    return side, command
        return None

    def play_automatically(self) -> Waiting | Resolved | None:
        """Carry out the next order of a side that plays by itself; it may wait for dice that players roll."""
        return None if (chosen := self.automatic_order()) is None else self.carry_out(*chosen, ())

    def step_of(self, own: Collection[str], kind: str) -> UndoStep:
        """What an undo or a redo by the player of the sides ``own`` takes back or brings back, and who has to agree."""
        if self.session.early_end:
            return UndoStep(why=OVER)
        return step_of(kind, self.session, own, automatic=self.setting.automatic, revealed=self.chronicle.revealed)

    def take(self, side: str, kind: str, step: UndoStep) -> None:
        """Take back (``undo``) or bring back (``redo``) what a step says, in the name of a side."""
        if not step.orders:
            raise InvalidCommandError(step.why)
        for _ in step.orders:
            before = self.session.state
            (self.session.undo if kind == "undo" else self.session.redo)(side)
            self._note(before)
        self.proposal = None

    def end(self, side: str, how: HowEnded) -> None:
        """End the game for its players, in the log; see :meth:`aqmf_air.core.play.session.Session.end`."""
        before = self.session.state
        self.session.end(side, how)
        self._note(before)
        self.proposal = None

    @property
    def gains(self) -> Mapping[str, int]:
        """With how many orders that count each side gained time."""
        gained = {*self.setting.gained}
        return Counter(entry.by for entry in self.session.history if entry.position in gained) if gained else {}

    def take_out(self, by: str, out: TakenOut) -> None:
        """Take one order out: everything since it is taken back, and what stays is written down again with its dice."""
        self.take(by, "undo", UndoStep((out.order, *(stay.entry for stay in out.stay), *out.fall)))
        for stays in out.stay:
            self.carry_out_again(stays.entry)

    def carry_out_again(self, entry: Entry) -> Waiting | Resolved:
        """Carry out an order of the log once more, with the dice that it had."""
        assert entry.command is not None  # it is an order
        step = self.carry_out(entry.by, entry.command, dice_of(entry))
        if entry.position in self.setting.gained:
            self.setting = replace(self.setting, gained=(*self.setting.gained, self.session.entries[-1].position))
        return step

    def carry_out(self, by: str, command: Command, dice: Sequence[Sequence[Any] | Faces]) -> Waiting | Resolved:
        """Carry out an order with dice, given as faces or with who rolled them; or say which are needed next."""
        if len(dice) > MOST_LISTS:
            raise InvalidCommandError(f"expected at most {MOST_LISTS} lists of dice, got {len(dice)}")
        before, self._rolling = self.session.state, command
        step: Waiting | Ready | Resolved
        try:
            step = self.session.submit(command, by, hold=True)
            for number, faces in enumerate(dice, 1):
                if not isinstance(step, Waiting):
                    raise InvalidCommandError(f"expected {number - 1} lists of dice, got {len(dice)}")
                rolled = faces if isinstance(faces, Faces) else Faces(tuple(faces), "")
                step = self.session.answer(rolled.faces, by=rolled.by, hold=True)
            if isinstance(step, Waiting):
                return step
            done = self.session.commit()
        finally:
            self.session.cancel()
        self._note(before, done.rolls)
        self.proposal = None
        return done

    def _note(self, before: Any, rolls: Sequence[Roll] = ()) -> None:
        """Tell of the entries since the last: of an order, and of the rules before it, if it goes on under newer ones."""
        *rules, last = self.session.entries[self.chronicle.entries :]
        for entry in rules:
            self.chronicle.note(before, entry, before)
        self.chronicle.note(before, last, self.session.state, rolls)
        self._steps.append(self.position)

    def waiting_document(self, waiting: Waiting) -> dict[str, Any]:
        """Which dice are asked for, and which were given."""
        ask, ruleset = waiting.ask, self.session.ruleset
        names, numbers = ruleset.names(self.session.state), numbers_of(ask.die)
        numbered = tuple(numbers) == tuple(numbers.values()) == tuple(range(1, len(ask.die.faces) + 1))
        return {
            **draw_document(ask, ruleset.spell, names, self._openly),
            "count": ask.size,
            "further": ask.further if ask.repeats else 0,
            "sides": len(ask.die.faces),
            "numbers": [] if numbered else [(number, face, ask.die.name_of(face)) for number, face in numbers.items()],
            "by": ask.by,
            "given": [roll_document(roll, ruleset.spell, names, self._openly) for roll in waiting.given],
        }

    def _openly(self, name: str) -> bool:
        """Whether there is such a name, and all may know it: no id of a hidden thing, nor a text on one that is ordered."""
        hidden = frozenset[str]().union(*(self.position.hidden(side) for side in self.sides))
        secret = mentions(name, hidden) and refers(self._rolling, hidden, naming_of(self.session.state))
        return bool(name) and not secret and hidden.isdisjoint(name.split(", "))


def propose(seated: OpenTable, proposal: TableProposal) -> None:
    """Ask the others, and tell everybody (DataError: something else waits for an answer, or the same was declined)."""
    there = seated.table.open_proposal
    if there and there.declined and (there.what, there.by, there.side) == (proposal.what, proposal.by, proposal.side):
        who = "who opened the table" if there.declined == OPENER else seated.table.session.ruleset.name_of(there.declined)
        raise DataError(f"{who} declined that already", key="what")
    if there and not there.declined and there.by != proposal.by:
        raise DataError("another request waits for an answer first", key="what")
    seated.table.proposal = proposal
    seated.listeners.tell("asked", {"id": proposal.id})


async def offer_draw(live_tables: LiveTables, seated: OpenTable, seats: tuple[str, ...], side: str) -> None:
    """Offer a draw; the game ends with it where the other side has offered one, or is the same browser's.

    DataError: it cannot be offered now. The table is locked for the caller.
    """
    table = seated.table
    if why := table.against_draw(side):
        raise DataError(why)
    (other,) = (player for player in table.sides if player != side)
    there = table.open_proposal
    if other in seats or (there is not None and (there.what, there.by, there.declined) == (DRAW, other, "")):
        await live_tables.end(seated, side, "drawn")
    else:
        propose(seated, TableProposal(DRAW, side, table.entries, (other,)))


def ask_for_rematch(seated: OpenTable, seats: tuple[str, ...], side: str) -> None:
    """Ask who opened the table for a rematch, which they begin (DataError: there is no cause to ask them)."""
    table = seated.table
    if not table.over:
        raise DataError("the game is not over yet")
    if OPENER in seats or table.setting.rematch:
        raise DataError("the rematch is begun already" if table.setting.rematch else "you opened the table: begin it")
    propose(seated, TableProposal(REMATCH, side, table.entries, (OPENER,)))


async def settle(live_tables: LiveTables, seated: OpenTable, seats: tuple[str, ...], name: str, answer: str) -> None:
    """Answer a proposal, and carry it out if everybody has agreed. The table is locked for the caller.

    DataError: there is no such proposal, or no such answer; HTTPException 403: the answer is not the browser's to give.
    """
    table = seated.table
    there = table.open_proposal
    if there is None or there.id != name or (there.declined and answer != WITHDRAW):
        raise DataError("that request is not open any more", key="id")
    mine = tuple(side for side in there.open if side in seats)
    if answer not in ANSWERS:
        raise DataError(f"answer: expected one of {', '.join(ANSWERS)}", key="answer")
    if not (there.by in seats if answer == WITHDRAW else mine):
        raise HTTPException(403, "This request is for somebody else to answer.")
    left = tuple(side for side in there.open if side not in mine)
    if there.what == REMATCH and answer == AGREE:
        raise DataError("a rematch is agreed to by beginning it", key="answer")
    if answer == AGREE and not left and there.side:
        player = "who opened the table" if there.what == "here" else "the automatic player"
        setting, side = (
            taken_over(table.setting, there.side, there.what, there.policy),
            table.session.ruleset.name_of(there.side),
        )
        await live_tables.reset(seated, noted(setting, f"The seat of {side} went to {player}, with its player's agreement."))
        live_tables.play_on(seated)
    elif answer == AGREE and not left and there.what == DRAW:
        await live_tables.end(seated, there.by, "drawn")
    elif answer == AGREE and not left:
        await live_tables.change(seated, table.take, there.by, there.what, there.step)
    else:
        declined = dataclasses.replace(there, open=(), declined=mine[0] if mine else "")
        table.proposal = {WITHDRAW: None, DECLINE: declined}.get(answer, dataclasses.replace(there, open=left))
        seated.listeners.tell("asked", {"id": there.id, "answer": answer})
