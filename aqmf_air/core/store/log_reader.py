"""Games as they were read from a log: as far as it is sound, and what is wrong with it after that."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from aqmf_air.core.data.model import clipped, first_problem, replace
from aqmf_air.core.play.chapters import ChapterStart, Entries
from aqmf_air.core.play.events import Codec, Document, Entry, Header, canonical, checksum, line_of
from aqmf_air.core.play.rules_versions import Lines, Step, unchanged
from aqmf_air.errors import DataError, StoreError

P = TypeVar("P", Header, Entry)
FORMAT, END_FORMAT = "aqmf-air log", "aqmf-air log end"
NO_END = "no end line: this is an export of an older version, or it was cut off at the end of a line"


@dataclass(frozen=True)
class Saved:
    """A game as read: everything up to ``fault``, which says what is wrong after that, if anything is."""

    name: str
    header: Header
    entries: Sequence[Entry]
    fault: str = ""
    ended: bool = False
    """Whether it has an end line."""


def read_lines(
    lines: Iterable[str], codec: Codec, where: str, name: str | None = None, up_to_date: Lines = unchanged
) -> Saved:
    """The game in the lines of a log, as far as it is sound; ``name`` is the one it goes by, if not that in its header.
    Raises DataError: not even its header can be read.
    """
    try:
        header, entries, ended = _read(lines, codec, where, up_to_date)
    except (DataError, StoreError) as bad:
        sound: Header | None = bad.facts.get("header")
        if sound is None:
            raise
        entries = bad.facts["entries"]
        return Saved(name or sound.game, sound, entries, f"{bad}; the {len(entries)} entries before that are sound")
    return Saved(name or header.game, header, entries, ended=ended)


def from_lines(lines: Iterable[str], codec: Codec, where: str) -> tuple[Header, tuple[Entry, ...]]:
    """The log in these lines.
    Raises DataError: names the line, and says what is wrong with it. Its ``header`` and ``entries`` are what could be read
    before it.
    """
    return _read(lines, codec, where, unchanged)[:2]


def _read(lines: Iterable[str], codec: Codec, where: str, up_to_date: Lines) -> tuple[Header, tuple[Entry, ...], bool]:
    log = CheckedLog(lines, where)
    checked, bring = iter(log), up_to_date()
    place, line, document = next(checked)
    header = _as_written(codec.header(_brought(bring, document, place), place), line)
    entries: list[Entry] = []
    try:
        entries.extend(_entries(checked, codec, bring))
    except (DataError, StoreError) as bad:
        facts = {"path": where, "line": log.number, "header": header, "entries": tuple(entries)}
        raise type(bad)(str(bad), **facts) from None
    return header, tuple(entries), log.ended


def read_chapter(lines: Sequence[str], codec: Codec, where: str, up_to_date: Lines, start: ChapterStart) -> Entries:
    """The entries of a log that was checked before as far as to the start of a chapter: those after it alone are parsed.
    Raises DataError: one of these cannot be read, or does not follow.
    """
    bring, before = up_to_date(), start.entries + 1
    _brought(bring, parsed(lines[0], where), where)
    if len(start.versions) > 1:
        rules = [{"name": what, "version": version} for what, version in start.versions[-1][1].items()]
        _brought(bring, {"kind": "rules", "rules": rules}, where)
    later = _entries(CheckedLog(lines[before:], where, before, start.check), codec, bring)

    def earlier() -> Sequence[Entry]:
        return _read(lines[:before], codec, where, up_to_date)[1]

    return Entries(later, start=start, lines=lines[1:before], read=earlier)


def _entries(checked: Iterable[tuple[str, str, Document]], codec: Codec, bring: Step) -> Iterator[Entry]:
    for place, line, document in checked:
        yield _as_written(codec.entry(_brought(bring, document, place), place), line)


def _brought(bring: Step, document: Document, place: str) -> Document:
    try:
        return bring(document)
    except (LookupError, TypeError, ValueError, AttributeError) as bad:
        why = f"{type(bad).__name__}: {bad}"
        raise DataError(f"{place}: cannot be brought to the form of today ({why})", path=place) from bad


def _as_written(part: P, line: str) -> P:
    """What was read from a line, with the line if another one would be written today."""
    return part if line_of(part) == line else replace(part, written=line)


class CheckedLog:
    """The lines of a log with their documents, each checked against those before it: the header, then the entries.

    An end line is checked, and is not one of them. It needs no game: what the documents say is not looked at. ``before``
    says how many lines of the log come before these, ``check`` the checksum of the last of those.
    """

    def __init__(self, lines: Iterable[str], where: str, before: int = 0, check: str = "") -> None:
        self._lines = lines
        self._where = where
        self._check = check
        self.number = before
        """How many lines were looked at."""
        self.ended = False
        """Whether there was an end line."""

    def __iter__(self) -> Iterator[tuple[str, str, Document]]:
        """The place of each line for messages, the line, and its document.
        Raises DataError: the next line is damaged, or is not the next.
        """
        check, sealed_so_far = self._check, ""
        for line in self._lines:
            self.number += 1
            place = f"{self._where}, line {self.number}"
            if self.ended:
                raise DataError(f"{place}: expected nothing after the end line", path=place)
            document = parsed(line, place)
            if self.number == 1:
                check = checked_header(document, place)
            elif isinstance(document, dict) and document.get("format") == END_FORMAT:
                self._require_end(document, self.number - 2, sealed_so_far, place)
                self.ended = True
                continue
            else:
                check = _checked_entry(document, self.number - 2, check, place)
            sealed_so_far = seal(line, sealed_so_far)
            yield place, line, document
        if not self.number:
            raise DataError(f"{self._where}: empty, expected the header of an aqmf-air log", path=self._where)

    @staticmethod
    def _require_end(document: Document, entries: int, sealed_so_far: str, place: str) -> None:
        if document.get("entries") != entries:
            fault = f"{place}: the log ended with {clipped(document.get('entries'))} entries, and {entries} are here"
            raise DataError(fault, path=place)
        if document != _end(entries, sealed_so_far):
            raise DataError(f"{place}: the seal does not fit: the log was damaged or changed before its end", path=place)


def parsed(line: str, place: str) -> Any:
    """The document in a line of a log. Raises DataError: it is not a whole line of JSON."""
    try:
        return json.loads(line, parse_constant=int)  # NaN and infinities are none
    except (ValueError, RecursionError):
        raise DataError(f"{place}: not a whole line of JSON (cut off?)", path=place) from None


def checked_header(document: Any, place: str) -> str:
    """The checksum of a header that says what every header says: the game, its rules by name and version, a seed, a set-up.
    Raises DataError: it does not.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise DataError(f"{place}: not the header of an aqmf-air log", path=place, key="format")
    _require_form(_HeaderLine, document, place)
    return _sum(document, "", place)


class _Version(BaseModel):
    name: str
    version: str


class _HeaderLine(BaseModel):
    """What every header says, whatever game it is of."""

    game: str
    ruleset: str
    version: str
    seed: int
    setup: dict[str, Any]
    plugins: list[_Version] = []


class _EntryLine(BaseModel):
    """What is looked at of an entry before its game is there."""

    rules: list[_Version] = []


def _require_form(kind: type[BaseModel], document: Any, place: str) -> None:
    try:
        kind.model_validate(document, strict=True)
    except ValidationError as bad:
        key, problem, _ = first_problem(bad)
        raise DataError(f"{place}: {problem}", path=place, key=key) from None


def _checked_entry(document: Any, position: int, before: str, place: str) -> str:
    if not isinstance(document, dict):
        raise DataError(f"{place}: expected an entry of the log, got {type(document).__name__}", path=place)
    if document.get("position") != position:
        got = clipped(document.get("position", "none"))
        raise DataError(f"{place}: expected entry {position}, got {got}", path=place)
    _require_form(_EntryLine, document, place)
    check = _sum(document, before, place)
    if document.get("check") != check:
        raise DataError(f"{place}: the checksum does not fit: the log was damaged or changed here", path=place)
    return check


def _sum(document: Document, before: str, place: str) -> str:
    try:
        return checksum(document, before)
    except (ValueError, RecursionError):
        raise DataError(f"{place}: holds what cannot be written as JSON", path=place) from None


def seal(line: str, before: str = "") -> str:
    """The seal of a line, as it stands, and of all before it; ``before`` is that of the line before it."""
    return sha256(f"{before}\n{line}".encode(errors="surrogatepass")).hexdigest()


def with_end(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a log as a file has them: with an end line, which says how many entries there are and seals them all."""
    entries, so_far = -1, ""
    for line in lines:
        entries += 1
        so_far = seal(line, so_far)
        yield line
    yield canonical(_end(entries, so_far))


def _end(entries: int, sealed_so_far: str) -> Document:
    return {"format": END_FORMAT, "entries": entries, "seal": sealed_so_far}


def log_text(lines: Iterable[str]) -> str:
    """The text of a file with these lines and their end."""
    return "".join(f"{line}\n" for line in with_end(lines))


def split_lines(text: str) -> list[str]:
    """The lines of a file. They end with a line feed and nothing else: a title may hold any other character."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines if lines[-1] else lines[:-1]
