"""Commands, events, and the log that is the save.

A log is a header, entries and, in a file, an end, one JSON document a line. Each entry carries a checksum over itself and
all before it, and the end says how many there are, so that a line that was lost, cut or doctored is noticed, and everything
before it is still good. Checksums are over lines as they were written: what a model gains or renames later does not
break a log.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from hashlib import sha256
from inspect import get_annotations
from itertools import accumulate
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, cast

from pydantic import Field, SerializeAsAny, TypeAdapter, ValidationError

from aqmf_air.core.data.model import Frozen, first_problem
from aqmf_air.core.dice.dice import Roll
from aqmf_air.errors import DataError, DuplicateContributionError, InvalidCommandError, PluginError

K = TypeVar("K", bound="Typed")
Document = dict[str, Any]
"""Plain data, as JSON has it."""
SCHEMA = 1
"""The form of the log. It changes when an old log could not be read as it stands."""


class Typed(Frozen):
    """Something that a log tells apart by ``type``: ``class Shoot(Command, type="plugin.shoot")``.

    The same can be written as a field, ``type: Literal["plugin.shoot"] = "plugin.shoot"``.
    """

    type: str = ""

    def __init_subclass__(cls, *, type: str = "", **rest: Any) -> None:  # noqa: A002 - the field's name
        super().__init_subclass__(**rest)
        if type:
            cls.__annotations__ = {"type": Literal[type], **get_annotations(cls)}
            cls.type = type

    @classmethod
    def type_name(cls) -> str:
        """The name that this class goes by in a log."""
        return cast("str", cls.model_fields["type"].default)


class Command(Typed):
    """What a player orders. Imperative: ``Shoot``.

    What it leads to is decided from the command alone: where two players may give it at once, a field says whose it is.
    """

    anybodys: ClassVar[bool] = False
    """Whether it leads to the same whoever gives it, so that nothing in it says who does."""


class PlainEvent(Typed):
    """What happened. Past tense: ``ElementsLost``. Folding events gives the state."""

    reveals: ClassVar[bool] = False
    """Whether it opens something that a side could not know before: one side alone may not undo it."""

    @property
    def in_passing(self) -> str | None:
        """What is told of several such in a row, ``no event``, which say little each; empty: nothing; None: each is told."""
        return None

    def model_post_init(self, _context: Any) -> None:
        if (note := _MADE.get()) is not None:
            note(self)


_MADE: ContextVar[Callable[[PlainEvent], None] | None] = ContextVar("_MADE", default=None)
"""Who is told of each event that is made."""


def decided_with(
    decide: Callable[[], tuple[PlainEvent, ...]], rolls: Sequence[Roll]
) -> tuple[tuple[PlainEvent, ...], tuple[int, ...]]:
    """What an order leads to, and how many of its ``rolls``, to which deciding adds, each event comes after.

    An event comes after the rolls that were made when it was, and after those of the event before it.
    """
    made: dict[int, int] = {}
    token = _MADE.set(lambda event: made.__setitem__(id(event), len(rolls)))
    try:
        events = decide()
    finally:
        _MADE.reset(token)
    return events, tuple(accumulate((made.get(id(event), 0) for event in events), max))


class RollRecord(Frozen):
    """A roll as the log keeps it."""

    label: str
    n: int = Field(ge=1)
    die: str
    faces: tuple[int | str, ...]
    by: str
    secret: bool = Field(default=False, exclude_if=lambda secret: not secret)
    """Whether its faces are shown to nobody (see :attr:`aqmf_air.core.dice.dice.Draw.secret`)."""

    @classmethod
    def of(cls, roll: Roll) -> RollRecord:
        """The record of a roll that was made."""
        faces = cast("tuple[int | str, ...]", roll.faces)
        ask = roll.ask
        return cls(label=ask.label, n=ask.size, die=ask.die.name, faces=faces, by=roll.by, secret=ask.secret)

    @property
    def answered(self) -> tuple[str, int, str, tuple[int | str, ...], str]:
        """As :func:`aqmf_air.core.dice.sources.replayed` takes it."""
        return self.label, self.n, self.die, self.faces, self.by


class PluginVersion(Frozen):
    """A plugin that had a say in a game."""

    name: str
    version: str


class Header(Frozen):
    """The first line of a log: under which rules, with which seed, from which set-up the game was played."""

    format: Literal["aqmf-air log"] = "aqmf-air log"
    log_schema: int = SCHEMA
    game: str
    ruleset: str
    version: str
    plugins: tuple[PluginVersion, ...] = ()
    seed: int
    scenario: str = Field(default="", exclude_if=lambda name: not name)
    """The name of the scenario that it began with; see :attr:`named` for logs that do not have it here."""
    title: str = Field(default="", exclude_if=lambda title: not title)
    setup: SerializeAsAny[Frozen]
    written: str = Field(default="", exclude=True)
    """The line of the log that this was read from, where another one would be written today."""

    @property
    def named(self) -> tuple[str, str]:
        """The scenario's name and title, each empty where nobody gave one."""
        return (self.scenario, self.title) if self.title else scenario_in(self.model_dump(mode="json"))


def scenario_in(header: Document) -> tuple[str, str]:
    """The name and the title of the scenario in a checked header; older logs have them in the set-up."""
    has = header if header.get("title") else header["setup"]
    return str(has.get("scenario") or ""), str(has.get("title") or "")


HowEnded = Literal["resigned", "claimed", "drawn"]


class EarlyEnd(Frozen):
    """How players end a game that its rules have not ended."""

    how: HowEnded
    winner: str
    """The id of the side; of a draw ``draw``."""


class Entry(Frozen):
    """A line of the log.

    ``undo`` and ``redo`` are entries too: nothing is ever taken out of a log. They name no command; an undo takes back the
    last command that still counts, a redo brings back the last one taken back. ``rules`` says that the game goes on from
    here under other versions of its rules, which are named. ``end`` is the last entry of a game that its players end
    before the rules do: it says how.
    """

    position: int = Field(ge=0)
    kind: Literal["command", "undo", "redo", "rules", "end"]
    by: str
    command: SerializeAsAny[Command] | None = None
    rolls: tuple[RollRecord, ...] = ()
    events: tuple[SerializeAsAny[PlainEvent], ...] = ()
    rules: tuple[PluginVersion, ...] = Field(default=(), exclude_if=lambda rules: not rules)
    """Of an entry of that kind: the ruleset and the plugins, each by the version of its rules from here on."""
    end: EarlyEnd | None = Field(default=None, exclude_if=lambda end: end is None)
    """Of an entry of that kind: how the players have ended the game."""
    check: str = ""
    written: str = Field(default="", exclude=True)
    """The line of the log that this was read from, where another one would be written today."""


class Codec:
    """Reads and writes logs that hold the given kinds of commands and events."""

    def __init__(self, commands: Sequence[type[Command]], events: Sequence[type[PlainEvent]], setup: type[Frozen]) -> None:
        self.commands = _by_name(commands)
        self.events = _by_name(events)
        self._command: TypeAdapter[Command] = _union(commands)
        self._event: TypeAdapter[PlainEvent] = _union(events)
        self._setup = setup

    def require(self, ruleset: str, *written: Typed) -> None:
        """Refuse what a log could not be read back with: a command or an event of a class that is not among these kinds.
        Raises PluginError: names the class, and what a log would call it.
        """
        for typed in written:
            kinds: Mapping[str, type[Typed]] = self.commands if isinstance(typed, Command) else self.events
            if kinds.get(typed.type) is not type(typed):
                what = "an order" if isinstance(typed, Command) else "an event"
                named = f"{type(typed).__name__} (type {typed.type!r})"
                why = f"{named} is {what} that it does not register, so that no log could be read back"
                raise PluginError(f"ruleset {ruleset!r}: {why}", plugin=ruleset)

    def command(self, document: Any, where: str) -> Command:
        """A command from plain data. Raises InvalidCommandError: its type is unknown, or a field does not fit."""
        return _read(self._command, document, where, InvalidCommandError, sorted(self.commands))

    def header(self, document: Any, where: str) -> Header:
        """A header from plain data. Raises DataError: it is not one, or its set-up does not fit."""
        if not isinstance(document, dict) or document.get("format") != "aqmf-air log":
            raise DataError(f"{where}: not the header of an aqmf-air log", path=where, key="format")
        _refuse_written(document, where)
        setup = _read(TypeAdapter(self._setup), document.get("setup"), f"{where}, setup", DataError, ())
        return _read(TypeAdapter(Header), {**document, "setup": setup}, where, DataError, ())

    def entry(self, document: Any, where: str) -> Entry:
        """An entry from plain data. Raises DataError: it is not one."""
        if not isinstance(document, dict):
            raise DataError(f"{where}: expected an entry of the log, got {type(document).__name__}", path=where)
        _refuse_written(document, where)
        command, events = document.get("command"), document.get("events", [])
        if command is not None:
            command = _read(self._command, command, f"{where}, command", DataError, sorted(self.commands))
        if isinstance(events, list):
            names, numbered = sorted(self.events), enumerate(events, 1)
            events = tuple(_read(self._event, written, f"{where}, event {at}", DataError, names) for at, written in numbered)
        return _read(TypeAdapter(Entry), {**document, "command": command, "events": events}, where, DataError, ())


def canonical(document: Any) -> str:
    """Plain data as one line of JSON, always the same for the same data."""
    return _CANONICAL.encode(document)


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(model: Frozen) -> str:
    """SHA-256 of a model's canonical form: two states with the same digest are the same."""
    return sha256(canonical(model.model_dump(mode="json")).encode()).hexdigest()


def sealed(entry: Entry, before: str) -> Entry:
    """``entry`` with its checksum; ``before`` is that of the line before it."""
    check = checksum(entry.model_dump(mode="json"), before)
    return entry.model_copy(update={"check": check})  # a string computed here: nothing to validate


def checksum_of_header(header: Header) -> str:
    """What the first entry's checksum continues from."""
    return checksum(json.loads(header.written)) if header.written else checksum(header.model_dump(mode="json"))


def checksum(line: Document, before: str = "") -> str:
    """The checksum of a line of a log as written: of an entry, after the line with checksum ``before``, or a header.

    Over everything but who rolled: the same faces give the same log. That the seed's rolls are the
    seed's own is seen when the log is played again.

    Raises ValueError: it holds what is not canonical (NaN, half a character).
    """
    if not before:
        return sha256(canonical(line).encode()).hexdigest()
    body = {key: value for key, value in line.items() if key != "check"}
    if isinstance(rolls := body.get("rolls"), list):
        body["rolls"] = [
            {key: value for key, value in roll.items() if key != "by"} if isinstance(roll, dict) else roll for roll in rolls
        ]
    return sha256(f"{before}\n{canonical(body)}".encode()).hexdigest()


def line_of(part: Header | Entry) -> str:
    """A header or an entry as its line of the log: the one that it was read from, if it was."""
    return part.written or canonical(part.model_dump(mode="json"))


def to_lines(header: Header, entries: Iterable[Entry]) -> Iterator[str]:
    """A log as JSON Lines, without line ends and without an end; see :func:`aqmf_air.core.store.log_reader.with_end`."""
    yield line_of(header)
    for entry in entries:
        yield line_of(entry)


def under_header(header: Document, entries: Iterable[str]) -> Iterator[str]:
    """The lines of a log with another header: its entries, each sealed anew."""
    yield canonical(header)
    check = checksum(header)
    for line in entries:
        entry = json.loads(line)
        entry["check"] = check = checksum(entry, check)
        yield canonical(entry)


def _by_name(kinds: Sequence[type[K]]) -> dict[str, type[K]]:
    named: dict[str, type[K]] = {}
    for kind in kinds:
        other = named.setdefault(kind.type_name(), kind)
        if other is not kind:
            raise DuplicateContributionError.of("type", kind.type_name(), other.__module__, kind.__module__)
    return named


def _union(kinds: Sequence[type[K]]) -> TypeAdapter[K]:
    if len(kinds) == 1:
        return TypeAdapter(kinds[0])
    members: Any = kinds[0]
    for kind in kinds[1:]:
        members = members | kind
    return TypeAdapter(Annotated[members, Field(discriminator="type")])


def _refuse_written(document: Document, where: str) -> None:
    """Refuse a document that has the internal key ``written``."""
    if "written" in document:
        raise DataError(f"{where}: unknown key 'written'", path=where, key="written")


V = TypeVar("V")


def _read(adapter: TypeAdapter[V], document: Any, where: str, error: type[Exception], names: Sequence[str]) -> V:
    try:
        return adapter.validate_python(document)
    except ValidationError as bad:
        problem = bad.errors(include_url=False)[0]
        if problem["type"] == "union_tag_invalid":
            message = f"unknown type {problem['ctx']['tag']!r}, expected one of {', '.join(names)}"
        elif problem["type"] == "union_tag_not_found":
            message = f"key 'type' is missing, expected one of {', '.join(names)}"
        else:
            _, message, _ = first_problem(bad)
        raise error(f"{where}: {message}") from None


T = TypeVar("T")


class History(Generic[T]):
    """A log folded to what counts; ``T`` is whatever the caller keeps of a command."""

    def __init__(self) -> None:
        self.done: list[T] = []
        """What counts, in order."""
        self.undone: list[T] = []
        """What was taken back and can be brought back, the next one last."""

    def note(self, kind: str, command: T) -> T:
        """Fold an entry of this kind; gives what it is about: ``command``, or what an undo or a redo moved.
        Raises IndexError: there is nothing to undo or redo.
        """
        match kind:
            case "command":
                self.done.append(command)
                self.undone.clear()
            case "undo":
                self.undone.append(command := self.done.pop())
            case "redo":
                self.done.append(command := self.undone.pop())
        return command
