"""A list as Markdown, fit to be posted, and read back exactly as written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from aqmf_air.games.martian_front.army.exchange import text as texts
from aqmf_air.games.martian_front.army.exchange.text import TIMES
from aqmf_air.games.martian_front.army.plugged_in import Exporter, ExportOptions, Imported, Importer
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit

UNITS, PROBLEMS, NOTES, ATTACHED = "Units", "Problems", "Notes", "Attached"
CALLED, ELEMENTS, HIDDEN, OPTION, NOTE = "Called", "Elements", "Hidden", "Option", "Note"

_SIGNS = re.compile(r"([\\`*_\[\]<>~|&#])")


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _SIGNS.sub(r"\\\1", text)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _write(muster: ResolvedList, options: ExportOptions) -> bytes:
    return ("\n".join(_lines(muster)) + "\n").encode()


def _lines(muster: ResolvedList) -> Iterator[str]:
    army = muster.army
    yield from (f"# {escaped(army.name)}", "", f"**{texts.summary(muster)}**")
    if lines := texts.settled(muster):
        yield from ("", *(f"- {escaped(settled)}" for settled in lines))
    yield from ("", f"## {UNITS}", "")
    for line in muster.lines:
        yield from _unit(line)
    if problems := texts.problem_lines(muster):
        yield from ("", f"## {PROBLEMS}", "", *(f"- {escaped(problem)}" for problem in problems))
    if army.notes:
        yield from ("", f"## {NOTES}", "", *(f"> {escaped(splitline)}".rstrip() for splitline in army.notes.splitlines()))
    if army.attached:
        yield from ("", f"## {ATTACHED}")
    for attachment in army.attached:
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", attachment.content)), default=0))
        title = f"### {escaped(attachment.kind)}: {escaped(attachment.name)}"
        yield from ("", title, "", fence, *attachment.content.split("\n"), fence)


def _unit(line: ResolvedUnit) -> Iterator[str]:
    entry = line.entry
    yield f"- **{line.count} {TIMES} {escaped(line.unit)}**, {texts.worth(line)}"
    if entry.name:
        yield f"  - *{CALLED}*: {escaped(entry.name)}"
    yield from (f"  - {escaped(profile_line)}" for profile_line in texts.profile_lines(line))
    if entry.elements is not None:
        yield f"  - *{ELEMENTS}*: {entry.elements}"
    if entry.hidden:
        yield f"  - *{HIDDEN}*"
    yield from (f"  - *{OPTION}*: {escaped(name)} = {escaped(value)}" for name, value in entry.options.items())
    yield from (f"  - *{NOTE}*: {escaped(splitline)}".rstrip() for splitline in entry.notes.splitlines())


# -- reading --------------------------------------------------------------------------------------------------------------

_SUMMARY = re.compile(r"\*\*(.+)\*\*")
_UNIT = re.compile(rf"- \*\*(-?\d{{1,9}}) {TIMES} ((?:[^\\*]|\\.)+)\*\*, .*")
_ABOUT = re.compile(rf"  - \*({CALLED}|{ELEMENTS}|{HIDDEN}|{OPTION}|{NOTE})\*(?:: ?(.*))?")
_LINES_OF_HEAD = re.compile(r"# .+\n\*\*(?:Human|Martian) force, .*\*\*(?:\n.*)?")
_ATTACHED = re.compile(r"### (.+?): (.+)")


def _recognises(raw: bytes) -> bool:
    head = raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:2000]
    return head.startswith(b"# ") and re.search(rb"^\*\*(?:Human|Martian) force, ", head, re.MULTILINE) is not None


def _read(raw: bytes, where: str) -> Imported:
    return texts.each_list(texts.lines_of(raw, where), _is_head, lambda own: _read_list(own, where))


def _is_head(lines: Sequence[str]) -> bool:
    return _LINES_OF_HEAD.fullmatch("\n".join(filter(None, lines))) is not None


def _read_list(lines: Iterator[str], where: str) -> Imported:
    document = texts.blank()
    losses: list[str] = []
    section = ""
    for line in lines:
        if line.startswith("## "):
            section = line.removeprefix("## ").strip()
        elif section == ATTACHED and (titled := _ATTACHED.fullmatch(line)):
            content = "\n".join(_fenced(lines))
            document["attached"].append({"kind": _unescaped(titled[1]), "name": _unescaped(titled[2]), "content": content})
        elif section != PROBLEMS and line.strip() and not _read_line(line, section, document):
            losses.append(f"a line that is no part of a list: {_unescaped(line).strip()[:80]}")
    return texts.imported(document, where, losses)


def _read_line(line: str, section: str, document: dict[str, Any]) -> bool:
    """Put a line of a section into a list. Whether it has a place there."""
    if section == "":
        return _read_head(line, document)
    if section == UNITS:
        return _read_unit(line, document["units"])
    if section == NOTES and line.startswith(">"):
        document["notes"].append(_unescaped(line[1:].removeprefix(" ")))
        return True
    return False


def _read_head(line: str, document: dict[str, Any]) -> bool:
    if line.startswith("# ") and "name" not in document:
        document["name"] = _unescaped(line[2:])
        return True
    if match := _SUMMARY.fullmatch(line.strip()):
        return texts.read_summary(match[1], document)
    return line.startswith("- ") and texts.read_settled(_unescaped(line[2:]), document)


def _read_unit(line: str, units: list[dict[str, Any]]) -> bool:
    if match := _UNIT.fullmatch(line):
        units.append({"unit": _unescaped(match[2]), "count": int(match[1]), "options": [], "notes": []})
    elif (match := _ABOUT.fullmatch(line)) and units:
        entry, value = units[-1], _unescaped(match[2] or "")
        if match[1] == OPTION:
            name, _, chosen = value.partition(" = ")
            entry["options"].append((name, chosen))
        elif match[1] == NOTE:
            entry["notes"].append(value)
        elif match[1] == ELEMENTS:
            entry["elements"] = int(value) if re.fullmatch(r"-?\d{1,9}", value) else value
        else:
            entry |= {"name": value} if match[1] == CALLED else {"hidden": True}
    else:
        return bool(units) and line.startswith("  - ") and texts.is_profile(_unescaped(line[4:]))
    return True


def _fenced(rest: Iterable[str]) -> Iterator[str]:
    """The lines of the next code block."""
    fence = ""
    for line in rest:
        if not fence:
            fence = line if line.startswith("```") else ""
        elif line == fence:
            return
        else:
            yield line


EXPORTER = Exporter("markdown", "Markdown, for a post", ".md", _write, program="Text", label="Markdown")
IMPORTER = Importer("markdown", "Markdown as this program writes it", _recognises, _read)
