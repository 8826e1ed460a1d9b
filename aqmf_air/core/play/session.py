"""A game that is being played: the only object here that changes.

It takes commands, asks for dice that it does not have, keeps the log, and takes back. Front ends hold one and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray, Draw, Face, Faces, NeedDice, Roll, Source
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.chapters import ChapterStart, Entries, Past, that_count
from aqmf_air.core.play.events import (
    SCHEMA,
    Command,
    EarlyEnd,
    Entry,
    Header,
    HowEnded,
    PlainEvent,
    PluginVersion,
    RollRecord,
    checksum_of_header,
    decided_with,
    digest,
    line_of,
    sealed,
)
from aqmf_air.core.play.rules_versions import Versions, other_rules, require_none_newer, versions_of
from aqmf_air.core.play.ruleset import Dealing, Question, Ruleset, State
from aqmf_air.core.play.verdict import GameResult, verdict_of
from aqmf_air.errors import IllegalCommandError, InvalidCommandError, ReplayMismatchError, RulesetVersionError

WhoRolls = Callable[[Draw[Any]], str | None]
"""Tells whose dice answer a draw: a player's name, or None for the seed."""
OVER = "the game is over"
MOST_AHEAD = 12
"""Rolls that are looked for ahead."""


@dataclass(frozen=True)
class Waiting:
    """The command needs these dice; the state has not changed."""

    ask: Draw[Any]
    given: tuple[Roll, ...]
    """The rolls of this command so far; any may still be taken back."""
    happened: tuple[PlainEvent, ...] = ()
    """What it has led to by then, where its ruleset says so; nothing of it counts yet."""


@dataclass(frozen=True)
class Ready:
    """All dice are there. Nothing has happened yet: take back a roll, or :meth:`Session.commit`."""

    rolls: tuple[Roll, ...]
    events: tuple[PlainEvent, ...]
    after: tuple[int, ...] = ()
    """How many of the rolls each event comes after."""


@dataclass(frozen=True)
class Resolved:
    """The command is done and logged."""

    entry: Entry
    rolls: tuple[Roll, ...]
    events: tuple[PlainEvent, ...]
    after: tuple[int, ...] = ()
    """How many of the rolls each event comes after."""


@dataclass(frozen=True)
class _Open:
    """A command that is not done yet: what players have rolled for it, and what comes of it once no dice are missing."""

    command: Command
    by: str
    typed: tuple[Faces, ...] = ()
    ready: Ready | None = None


class Session(Generic[State]):
    """One game under one ruleset.

    A game that was played under older versions of its rules stands as its events have it. Before the first entry that is
    written under other versions, an entry of kind ``rules`` says so, by itself.

    Args:
        ruleset: the rules.
        header: under which it is played; see :func:`new_header`.
        entries: the log so far, refolded without a single die; :class:`Entries` with a start are folded from there.
        plugins: what extends the rules now, each by the version of its rules; what is not named is not compared.
        who_rolls: whose dice answer a draw; the seed's, unless told otherwise. Nobody is asked for a secret draw.
        from_seed: gives the seed's dice for a place in the log, if not those of :func:`.seeded`.
        keep: called with every entry before it counts (a store writes it down for good); what it raises keeps the
            entry from counting.
        at_chapter: called with the start of every chapter that begins while the log is folded or the game is played.

    Raises RulesetVersionError: the log was written under another ruleset, or under newer rules.
    Raises ReplayMismatchError: the entries do not make a log.
    """

    def __init__(
        self,
        ruleset: Ruleset[State],
        header: Header,
        entries: Iterable[Entry] = (),
        *,
        plugins: Sequence[PluginVersion] = (),
        who_rolls: WhoRolls = lambda ask: None,
        from_seed: Callable[[int], Source] | None = None,
        keep: Callable[[Entry], None] = lambda entry: None,
        at_chapter: Callable[[ChapterStart], None] = lambda start: None,
    ) -> None:
        saved, loaded = (header.ruleset, header.log_schema), (ruleset.id, SCHEMA)
        if saved != loaded:
            under, now = (f"{ruleset_id} (log form {form})" for ruleset_id, form in (saved, loaded))
            fault = f"game {header.game!r} was played under {under}, loaded is {now}"
            raise RulesetVersionError(fault, saved=saved, loaded=loaded)
        log = entries if isinstance(entries, Entries) else Entries(entries)
        begun = log.start.versions if log.start else ((0, versions_of(header.ruleset, header.version, header.plugins)),)
        self.rules_from: list[tuple[int, Versions]] = list(begun)
        """From which entry on the log was written under which versions of the rules."""
        self.loaded = versions_of(ruleset.id, ruleset.version, plugins)
        """The versions of the rules that are in force now."""
        for _, versions in self.rules_from:
            require_none_newer(header.game, versions, self.loaded)
        self.ruleset, self.header = ruleset, header
        self.entries, self.who_rolls = log.before_start(), who_rolls
        self._from_seed = from_seed or (lambda place: seeded(header.seed, place))
        self._keep, self._at_chapter = keep, at_chapter
        self.past: Past[State] = Past(log.start.state if log.start else ruleset.initial(header.setup), log.start)
        self.early_end: EarlyEnd | None = None
        """How its players have ended it before the rules did."""
        self._open: _Open | None = None
        for entry in log.later:
            self.fold(entry)

    def keep_with(
        self, keep: Callable[[Entry], None], at_chapter: Callable[[ChapterStart], None] = lambda start: None
    ) -> None:
        """From now on, have every entry kept by ``keep`` before it counts, and ``at_chapter`` told of chapters."""
        self._keep, self._at_chapter = keep, at_chapter

    @property
    def state(self) -> State:
        return self.past.state

    @property
    def over(self) -> str | None:
        """Who has won (``"draw"`` if nobody did), or None while the game goes on."""
        return self.early_end.winner if self.early_end else self.ruleset.over(self.state)

    @property
    def verdict(self) -> GameResult | None:
        """Who has won and why, None while the game goes on."""
        return verdict_of(self.ruleset, self.state, self.early_end)

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical state."""
        return digest(self.state)

    @property
    def waiting(self) -> Command | None:
        """The command that waits for dice, if one does."""
        return self._open.command if self._open else None

    @property
    def older_rules(self) -> Versions:
        """What the last entries were written under that is of another version now; empty if all is the same."""
        return other_rules(self.rules_from[-1][1], self.loaded)

    @property
    def history(self) -> tuple[Entry, ...]:
        """The commands that count, in order: the log without what was taken back."""
        return (*that_count(self.entries.before_start()), *(entry for entry, _ in self.past.done))

    @property
    def undone(self) -> tuple[Entry, ...]:
        """The commands that were taken back and can be brought back, the next one to come back last."""
        return tuple(entry for entry, _ in self.past.undone)

    def lines(self) -> Iterator[str]:
        """The log so far as JSON Lines, its header first; see :func:`aqmf_air.core.store.log_reader.with_end`."""
        return chain([line_of(self.header)], self.entries.lines())

    def submit(self, command: Command, by: str, *, hold: bool = False) -> Waiting | Ready | Resolved:
        """Carry out ``command`` for player ``by``; to ``hold`` is to stop at :class:`Ready` when all dice are there, so that
        the last ones can still be corrected.
        Raises IllegalCommandError: with every objection; the state has not changed.
        Raises InvalidCommandError: another command waits for its dice, or the players have ended the game.
        Raises PluginError: the ruleset does not register it.
        """
        self._require_going_on()
        if self._open:
            raise InvalidCommandError(f"{self._open.command.type} still waits for its dice", command=self._open.command)
        self.ruleset.codec.require(self.ruleset.id, command)
        objections = tuple(self.ruleset.objections(self.state, command, by))
        if objections:
            against = f"{command.type}: {'; '.join(map(str, objections))}"
            raise IllegalCommandError(against, command=command, objections=objections)
        return self._advance(_Open(command, by), hold)

    def answer(self, faces: Sequence[Face], *, by: str = "", hold: bool = False) -> Waiting | Ready | Resolved:
        """Give the faces that were asked for. ``by`` names who rolled them, if not the one that :attr:`who_rolls` names.
        Raises DiceError: they do not fit; the same dice are still asked for.
        Raises InvalidCommandError: no dice are asked for.
        """
        open_ = self._require_open()
        if open_.ready is not None:
            raise InvalidCommandError(f"{open_.command.type} asks for no more dice", command=open_.command)
        return self._advance(_Open(open_.command, open_.by, (*open_.typed, Faces(tuple(faces), by))), hold)

    def take_back(self) -> Waiting:
        """Ask again for the last dice that a player gave for this command.
        Raises InvalidCommandError: no player has given any.
        """
        open_ = self._require_open()
        if not open_.typed:
            raise InvalidCommandError("there is no roll of this command to take back", command=open_.command)
        waiting = self._advance(_Open(open_.command, open_.by, open_.typed[:-1]), hold=True)
        assert isinstance(waiting, Waiting)  # a roll is missing again
        return waiting

    def ahead(self, most: int = MOST_AHEAD) -> tuple[Draw[Any], ...]:
        """The dice that players roll next for this command, as far as they do so whatever falls before them.

        The first are those that it waits for. The others come after dice that all show their first face, or their last, and
        after dice that differ. Raises InvalidCommandError: no command waits for dice.
        """
        open_ = self._require_open()
        sure: list[Draw[Any]] = []
        tried: tuple[tuple[Faces, ...], ...] = (open_.typed,) * 4
        while len(sure) < most:
            draw, *others = (self._asked_after(open_.command, typed) for typed in tried)
            if draw is None or any(other is None or (other, other.subject) != (draw, draw.subject) for other in others):
                break
            every, number = draw.die.faces, len(sure)
            faces = every[0], every[-1], every[number % len(every)], every[(2 - number) % len(every)]
            tried = tuple((*typed, Faces((face,) * draw.size, "")) for typed, face in zip(tried, faces, strict=True))
            sure.append(draw)
        return tuple(sure)

    def _asked_after(self, command: Command, typed: Sequence[Faces]) -> Draw[Any] | None:
        """The dice that a player is asked for after these; None if a command needs no more."""
        try:
            self.ruleset.decide(self.state, command, DiceTray(self._dice(typed)))
        except NeedDice as need:
            return need.ask
        return None

    def cancel(self) -> None:
        """Drop the command that waits for dice; nothing of it happened."""
        self._open = None

    def commit(self) -> Resolved:
        """Let the command that is ready take effect, and log it. Raises InvalidCommandError: none is ready."""
        open_ = self._require_open()
        if open_.ready is None:
            raise InvalidCommandError(f"{open_.command.type} still waits for its dice", command=open_.command)
        return self._commit(open_, open_.ready)

    def _commit(self, done: _Open, ready: Ready) -> Resolved:
        self._go_on()
        rolls, place = tuple(map(RollRecord.of, ready.rolls)), self._next
        kept = Entry(position=place, kind="command", by=done.by, command=done.command, rolls=rolls, events=ready.events)
        entry = self._write(kept)
        self._open = None
        return Resolved(entry, ready.rolls, ready.events, ready.after)

    def _advance(self, order: _Open, hold: bool) -> Waiting | Ready | Resolved:
        """Carry a command as far as its dice reach. It is open only after that: what raises changes nothing."""
        table = DiceTray(self._dice(order.typed))
        try:
            events, after = decided_with(lambda: self.ruleset.decide(self.state, order.command, table), table.log)
        except NeedDice as need:
            self._open = order
            return Waiting(need.ask, tuple(table.log), tuple(need.happened))
        self.ruleset.codec.require(self.ruleset.id, *events)
        ready = Ready(tuple(table.log), events, after)
        if not hold:
            return self._commit(order, ready)
        self._open = _Open(order.command, order.by, order.typed, ready)
        return ready

    def _dice(self, typed: Sequence[Faces]) -> Source:
        """The players' dice where they roll, the seed's elsewhere; the seed's depend on the place in the log alone."""
        from_seed = self._from_seed(self._next)
        left = list(typed)

        def source(ask: Draw[Any]) -> Faces:
            who = None if ask.secret else self.who_rolls(ask)
            if who is None:
                return from_seed(ask)
            if not left:
                raise NeedDice(ask)
            given = left.pop(0)
            return Faces(given.faces, given.by or who)

        return source

    def _require_open(self) -> _Open:
        if self._open is None:
            raise InvalidCommandError("no command waits for dice")
        return self._open

    def end(self, by: str, how: HowEnded) -> Entry:
        """End the game for its players: the side ``by`` gives up, claims it, or has the draw that it offered. It is the last
        entry of the log, and is not taken back.
        Raises InvalidCommandError: the game is over already, or does not end so.
        """
        if why := OVER if self.over else self.ruleset.against_early_end(self.state):
            raise InvalidCommandError(why)
        (other,) = (side for side in self.ruleset.players(self.state) if side != by)
        self._open = None
        self._go_on()
        end = EarlyEnd(how=how, winner={"resigned": other, "claimed": by, "drawn": "draw"}[how])
        return self._write(Entry(position=self._next, kind="end", by=by, end=end))

    def _require_going_on(self) -> None:
        if self.early_end:
            raise InvalidCommandError(OVER)

    def undo(self, by: str) -> Entry:
        """Take back the last command that counts. The log shows it.
        Raises InvalidCommandError: there is none, it ended a chapter, or the players have ended the game.
        """
        return self._step(by, "undo", len(self.past.done) > self.past.over)

    def redo(self, by: str) -> Entry:
        """Bring back the last command that was taken back. Raises InvalidCommandError: there is none."""
        return self._step(by, "redo", bool(self.past.undone))

    def _step(self, by: str, kind: Any, possible: bool) -> Entry:
        self._require_going_on()
        if not possible:
            raise InvalidCommandError(self.past.nothing_to(kind))
        self._open = None
        self._go_on()
        return self._write(Entry(position=self._next, kind=kind, by=by))

    def questions(self, command: Command) -> Sequence[Question]:
        """What ``command`` would roll for, each with its target numbers and exact odds."""
        return self.ruleset.questions(self.state, command)

    @property
    def _next(self) -> int:
        """Where the next command will stand in the log: after the entry that names the rules, if there has to be one."""
        return len(self.entries) + bool(self.older_rules)

    def _go_on(self) -> None:
        """Write down from where the game goes on under other versions of its rules."""
        if self.older_rules:
            rules = tuple(PluginVersion(name=name, version=version) for name, version in self.loaded.items())
            self._write(Entry(position=len(self.entries), kind="rules", by="", rules=rules))

    def _write(self, entry: Entry) -> Entry:
        """Seal an entry, keep it, and let it count."""
        entry = sealed(entry, self.entries.check or checksum_of_header(self.header))
        self._keep(entry)
        self.fold(entry)
        return entry

    def fold(self, entry: Entry) -> None:
        """Let an entry of a log count: it was checked when it was written, and is not written again.
        Raises ReplayMismatchError: it is not the next one, or takes back what is not there.
        """
        if entry.position != len(self.entries):
            expected, got = len(self.entries), entry.position
            fault = f"expected entry {expected} of the log, got {got}"
            raise ReplayMismatchError(fault, position=got, expected=expected, got=got)
        if self.early_end:
            fault = f"entry {entry.position} comes after the end of the game"
            raise ReplayMismatchError(fault, position=entry.position, expected="", got=entry.kind)
        before = self.state
        if entry.kind == "command":
            self.past.note(entry.kind, (entry, self.ruleset.after(self.state, entry.events)))
        elif entry.kind == "rules":
            rules = {rule.name: rule.version for rule in entry.rules}
            require_none_newer(self.header.game, rules, self.loaded)
            self.rules_from.append((entry.position, rules))
        elif entry.kind == "end":
            if entry.end is None or entry.end.winner not in (*self.ruleset.players(before), "draw"):
                fault = f"entry {entry.position} does not say who has won"
                raise ReplayMismatchError(fault, position=entry.position, expected="", got="")
            self.early_end = entry.end
        else:
            try:
                self.past.note(entry.kind, (entry, self.state))
            except IndexError:
                fault = f"entry {entry.position} has nothing to {entry.kind}"
                raise ReplayMismatchError(fault, position=entry.position, expected="", got="") from None
        self.entries.append(entry)
        if self.ruleset.chapter(self.state) > self.ruleset.chapter(before):
            start = ChapterStart(len(self.entries), self.entries.check, tuple(self.rules_from), self.state)
            self.past.begin(start)
            if not self.past.undone:  # else a redo may follow, of what comes before it
                self._at_chapter(start)


def new_header(
    ruleset: Ruleset[Any],
    setup: Any,
    *,
    seed: int,
    game: str,
    plugins: Sequence[PluginVersion] = (),
    scenario: str = "",
    title: str = "",
) -> Header:
    """The header of a new game of the scenario called ``scenario``, with what its ruleset deals from the seed dealt."""
    setup = ruleset.dealt(setup, seed) if isinstance(ruleset, Dealing) else setup
    return Header(
        game=game,
        ruleset=ruleset.id,
        version=ruleset.version,
        plugins=tuple(plugins),
        seed=seed,
        scenario=scenario,
        title=title,
        setup=setup,
    )


def with_seed(ruleset: Ruleset[Any], header: Header, seed: int) -> Header:
    """The header of a game that nobody has played yet, as if it had been new with this seed."""
    setup = ruleset.dealt(header.setup, seed) if isinstance(ruleset, Dealing) else header.setup
    return replace(header, seed=seed, setup=setup)
