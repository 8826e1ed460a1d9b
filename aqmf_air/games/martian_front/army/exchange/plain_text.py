"""A list as plain text: all of it, read back as it was written; a line for each unit; and what the other side may see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from aqmf_air.api import plural
from aqmf_air.games.martian_front.army.exchange import text as texts
from aqmf_air.games.martian_front.army.plugged_in import Exporter, ExportOptions, Imported, Importer
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList

PROBLEMS, NOTES, ATTACHED = "Problems", "Notes", "Attached"
INDENT = " " * 4
SECRET = ", as the other side sees it"


def _whole(muster: ResolvedList, options: ExportOptions) -> bytes:
    army = muster.army
    lines = [army.name, "=" * len(army.name), texts.summary(muster), *texts.settled(muster), ""]
    for line in muster.lines:
        about = (*texts.profile_lines(line), *texts.details(line))
        lines += [f"{line.count} x {texts.head_of(line)}: {texts.worth(line)}", *_indented(about)]
    attached = [
        part
        for attachment in army.attached
        for part in (f"{attachment.kind}: {attachment.name}", *_indented(attachment.content.split("\n")))
    ]
    for title, block in ((PROBLEMS, texts.problem_lines(muster)), (NOTES, army.notes.splitlines()), (ATTACHED, attached)):
        lines += ["", title, *_indented(block)] if block else []
    return _file(lines)


def _secret(muster: ResolvedList, options: ExportOptions) -> bytes:
    """What the other side may know: no hidden units, and no points or notes that would give them away."""
    army = muster.army
    lines = [army.name, "=" * len(army.name), f"{texts.SIDES[army.side]} force{SECRET}", *texts.settled(muster), ""]
    for line in muster.lines:
        if not line.entry.hidden:
            lines += [f"{line.count} x {texts.head_of(line)}", *_indented(texts.profile_lines(line))]
    return _file(lines)


def _compact(muster: ResolvedList, options: ExportOptions) -> bytes:
    problems = len(muster.problems)
    warned = [f"{plural(problems, 'problem')}: see the full list"] if problems else []
    return _file((*texts.compact_lines(muster), *warned))


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"{INDENT}{line}".rstrip() for line in lines)


def _file(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines).rstrip("\n") + "\n").encode()


# -- reading --------------------------------------------------------------------------------------------------------------

_HEAD = re.compile(rb"[^\n]*\r?\n=+ *\r?\n(?:Human|Martian) force, ")
_LINES_OF_HEAD = re.compile(r"\S.*\n=+ *\n(?:Human|Martian) force, .*")
_UNIT = re.compile(r"(-?\d{1,9}) x (.+?)(?:: (?:\d+ points(?: \(\d+ each\))?|not known))?")


def recognises(raw: bytes) -> bool:
    """Whether a file is a list of ours as plain text."""
    return _HEAD.match(raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:2000]) is not None


def _read(raw: bytes, where: str) -> Imported:
    lines = texts.lines_of(raw.lstrip(b"\xef\xbb\xbf \t\r\n"), where)
    return texts.each_list(lines, _is_head, lambda own: _read_list(own, where))


def _is_head(lines: Sequence[str]) -> bool:
    return _LINES_OF_HEAD.fullmatch("\n".join(lines)) is not None


def _read_list(lines: Iterator[str], where: str) -> Imported:
    document = texts.blank()
    document["name"] = next(lines).strip()
    next(lines)
    secret = (first := next(lines).rstrip()).endswith(SECRET)
    texts.read_summary(first, document)
    losses = ["hidden units, choices, notes and limit, which a secret list has not"] if secret else []
    section, after_gap = "", False
    for line in map(str.rstrip, lines):
        if after_gap and line in (PROBLEMS, NOTES, ATTACHED):
            section = line
        elif section == NOTES:
            document["notes"].append(line.removeprefix(INDENT))
        elif section == ATTACHED:
            _read_attached(line, document["attached"])
        elif not section and line and not texts.read_settled(line, document):
            _read_unit(line, document["units"], losses)
        after_gap = not line
    return texts.imported(document, where, losses)


def _read_unit(line: str, units: list[dict[str, Any]], losses: list[str]) -> None:
    if line.startswith(INDENT):
        detail = line.removeprefix(INDENT)
        if not (units and texts.read_detail(detail, units[-1])) and not texts.is_profile(detail):
            losses.append(f"a line that says nothing of a unit: {detail[:80]}")
    elif match := _UNIT.fullmatch(line):
        units.append({**texts.read_head(match[2]), "count": int(match[1]), "options": [], "notes": []})
    else:
        losses.append(f"a line that is no unit: {line[:80]}")


def _read_attached(line: str, attached: list[dict[str, str]]) -> None:
    """A line after the title: ``kind: name``, and below it, further in, the lines of its content."""
    kind, colon, name = line.removeprefix(INDENT).partition(": ")
    if colon and line.startswith(INDENT) and not line.startswith(INDENT * 2):
        attached.append({"kind": kind, "name": name, "content": ""})
    elif attached:
        attached[-1]["content"] += f"{line.removeprefix(INDENT * 2)}\n"


EXPORTERS = (
    Exporter("text", "plain text, everything", ".txt", _whole, program="Text", label="Everything"),
    Exporter("compact", "plain text, one line for each unit", ".txt", _compact, program="Text", label="Short"),
    Exporter(
        "secret",
        "what the other side may see: no hidden units, no points",
        ".txt",
        _secret,
        program="Text",
        label="For the other side",
    ),
)
IMPORTER = Importer("text", "plain text as this program writes it", recognises, _read)
