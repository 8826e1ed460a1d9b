"""A list as messages for Discord, in its own Markdown, and read back from what was posted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from aqmf_air.games.martian_front.army.exchange import text as texts
from aqmf_air.games.martian_front.army.exchange.text import TIMES
from aqmf_air.games.martian_front.army.plugged_in import Exporter, ExportOptions, Imported, Importer
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList

MAX_MESSAGE = 2000
"""Characters that Discord takes in one message."""
CUT = "…"
PROBLEM, NOTE = "⚠", ">"
_SIGNS = re.compile(r"([\\*_~`|\[\]<@])")


def _escaped(text: str) -> str:
    """Text that Discord shows as it is: nothing in it formats, links or calls anyone."""
    return _SIGNS.sub(r"\\\1", text).replace("\\@", "@\u200b").replace("\n", " / ")


def _write(muster: ResolvedList, options: ExportOptions) -> bytes:
    """Messages with an empty line between two of them, and none inside."""
    messages = [""]
    for part in _parts(muster):
        clipped = part if len(part) <= MAX_MESSAGE else f"{part[: MAX_MESSAGE - 1].rstrip(chr(92))}{CUT}"
        if len(messages[-1]) + 1 + len(clipped) <= MAX_MESSAGE:
            messages[-1] = f"{messages[-1]}\n{clipped}".removeprefix("\n")
        else:
            messages.append(clipped)
    return ("\n\n".join(messages).rstrip("\n") + "\n").encode()


def _parts(muster: ResolvedList) -> Iterator[str]:
    yield f"**{_escaped(muster.army.name)}**\n{texts.summary(muster)}"
    yield from map(_escaped, texts.settled(muster))
    for line in muster.lines:
        points = line.points if line.type else texts.UNKNOWN
        profile = ""
        if kind := line.type:
            weapons = _escaped(texts.short_weapons(kind)) or "no weapons"
            profile = f"\n  {line.elements} el · S {kind.speed:g} D {kind.defense} A {kind.armor} · {weapons}"
        yield f"**{line.count}{TIMES} {_escaped(line.unit)}**{_escaped(line.called)} · {points}{profile}"
        yield from (f"  {_escaped(detail)}" for detail in texts.details(line))
    yield from (f"{PROBLEM} {_escaped(problem_line)}" for problem_line in texts.problem_lines(muster))
    yield from (f"{NOTE} {_escaped(splitline)}".rstrip() for splitline in muster.army.notes.splitlines())


# -- reading --------------------------------------------------------------------------------------------------------------

_TITLE = re.compile(r"\*\*((?:[^\\*]|\\.)+)\*\*")
_UNIT = re.compile(rf"\*\*(-?\d{{1,9}}){TIMES} ((?:[^\\*]|\\.)+)\*\*(.*) · (?:\d+|not known)")
_HEAD = re.compile(r"\*\*(?:[^\\*]|\\.)+\*\*\r?\n(?:Human|Martian) force, ")


_PROFILE = re.compile(r"  \d+ el · S .*")


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text.replace("@\u200b", "@"))


def _recognises(raw: bytes) -> bool:
    return _HEAD.match(raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:2000].decode("utf-8", "ignore")) is not None


def _read(raw: bytes, where: str) -> Imported:
    lines = texts.lines_of(raw.lstrip(b"\xef\xbb\xbf \t\r\n"), where)
    return texts.each_list(lines, _is_head, lambda own: _read_list(own, where))


def _is_head(lines: Sequence[str]) -> bool:
    return _HEAD.match("\n".join(lines)) is not None


def _read_list(lines: Iterator[str], where: str) -> Imported:
    document, losses = texts.blank(), list[str]()
    for line in map(str.rstrip, lines):
        if line.endswith(CUT):
            losses.append(f"the end of a line that was cut short: {_unescaped(line)[:80]}")
        if line and not _read_line(line, document):
            losses.append(f"a line that is no part of a list: {_unescaped(line)[:80]}")
    return texts.imported(document, where, losses)


def _read_line(line: str, document: dict[str, Any]) -> bool:
    """Put a line into a list. Whether it has a place there."""
    units = document["units"]
    if match := _UNIT.fullmatch(line):
        named = texts.read_head(f"{_unescaped(match[2])}{_unescaped(match[3])}")
        units.append({**named, "count": int(match[1]), "options": [], "notes": []})
    elif line.startswith("  ") and units:
        return texts.read_detail(_unescaped(line[2:]), units[-1]) or _PROFILE.fullmatch(line) is not None
    elif line.startswith(NOTE):
        document["notes"].append(_unescaped(line.removeprefix(NOTE).removeprefix(" ")))
    elif "name" not in document and (title := _TITLE.fullmatch(line)):
        document["name"] = _unescaped(title[1])
    else:
        read = texts.read_summary(line, document) or texts.read_settled(_unescaped(line), document)
        return read or line.startswith(PROBLEM)
    return True


EXPORTER = Exporter(
    "discord",
    "Discord messages of at most 2,000 characters, an empty line between them",
    ".txt",
    _write,
    program="Discord",
    label="Messages",
)
IMPORTER = Importer("discord", "Discord messages as this program writes them", _recognises, _read)
