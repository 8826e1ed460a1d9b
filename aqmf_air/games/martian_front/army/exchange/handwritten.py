"""Lists as players write them: a line for each unit, with or without a title, counts and points.

``2 x Scout Tripod``, ``1 Dominator Tripod 200``, ``Field Gun Battery x2 [180 pts]``; lines as ``compact`` writes them, too.
What a line says beside count, name, choices and points is told, and so is each line that is no unit. Points are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from aqmf_air.api import DataError, find, same_name
from aqmf_air.games.martian_front.army.exchange import text as texts
from aqmf_air.games.martian_front.army.plugged_in import Imported, Importer
from aqmf_air.games.martian_front.tables import UnitType

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.resolved_list import ListContext

FORMAT = "handwritten"
ALIKE = 0.8
"""How alike a line without a count and the name of a unit are if that is meant."""
FEW = 12
"""Up to this number it may be a count or points."""

_RULE = re.compile(r"[-=_*~#\s]+")
_BULLET = re.compile(r"(?:[-*•·–—+>]\s+|\d{1,3}[.)]\s+)+")  # noqa: RUF001 - players write them
_POINTS = r"(?:points?|pts?\.?|p)"
_COMPACT = re.compile(rf"(.+) \((human|martian), (?:\d+ of (\d{{1,7}})|\d+) {_POINTS}\)")
_SIDE = re.compile(
    r"(?:(?:side|force|army|faction)\s*[:=]\s*)?(human|martian)s?(?:\s+(?:side|force|army))?\W*", re.IGNORECASE
)
_TOTAL = re.compile(
    rf"(?:in all|total|points|limit|cost|sum)?\W*(\d{{1,7}})?\s*(?:(?:of|/)\s*(\d{{1,7}}))?\s*{_POINTS}?\W*", re.IGNORECASE
)
_TITLE_POINTS = re.compile(rf"[\s,:;(\[–—-]+(?:(\d{{1,7}})\s*(?:of|/)\s*)?(\d{{1,7}})\s*{_POINTS}\s*[)\]]?$", re.IGNORECASE)  # noqa: RUF001
_COUNTED = (
    re.compile(r"(?P<count>\d{1,4})(?:\s*[x×*]\s*|\s+)(?P<unit>\D.*|\d\D.*)", re.IGNORECASE),  # noqa: RUF001
    re.compile(r"[x×]\s*(?P<count>\d{1,4})\s+(?P<unit>.+)", re.IGNORECASE),  # noqa: RUF001
)
_COUNT_AFTER = re.compile(r"(?P<unit>.+?)[\s,:(]+(?:[x×]\s*(?P<count>\d{1,4})|(?P<times>\d{1,4})\s*[x×])\)?", re.IGNORECASE)  # noqa: RUF001
_IN_BRACKETS = re.compile(r"(.+?)\s*(?:\[([^\[\]]*)\]|\(([^()]*)\))\W?")
_PRICE = re.compile(rf"(.+?)[\s,:;.=–—-]+(\d{{1,5}})(\s*{_POINTS})?(?:\s+each)?", re.IGNORECASE)  # noqa: RUF001
_ONLY_PRICE = re.compile(rf"\d{{1,5}}(?:\s*{_POINTS})?(?:\s+each)?", re.IGNORECASE)
_ELEMENTS = re.compile(r"(\d{1,3}): S[\d.]+ D.*|" + texts.UNKNOWN)
_FOOTER = re.compile(r"\d+ problems?: see the full list")


def importer(context: ListContext, expected: str) -> Importer:
    """What reads any text that is nothing else; a list is in it if one of its lines is a unit of the catalogue. ``expected``
    is said of any other.
    """

    def read(raw: bytes, where: str) -> Imported:
        return _read(context, raw, where, expected)

    return Importer(FORMAT, "a line for each unit, as players write it", _is_compact, read)


def _is_compact(raw: bytes) -> bool:
    """Whether a file is one of ours with a line for each unit, by its first line."""
    first = raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:400].split(b"\n")[0]
    return _COMPACT.fullmatch(first.decode("utf-8", "ignore").strip()) is not None


@dataclass
class _Reading:
    """A list while its lines are read."""

    context: ListContext
    document: dict[str, Any] = field(default_factory=lambda: {**texts.blank(), "notes": ""})
    losses: list[str] = field(default_factory=list)
    read_as: list[str] = field(default_factory=list)

    def named(self, name: str) -> UnitType | None:
        return find(self.context.catalogue, name)


def _read(context: ListContext, raw: bytes, where: str, expected: str) -> Imported:
    reading = _Reading(context)
    for line in texts.lines_of(raw, where):
        if not _RULE.fullmatch(line) and line.strip():
            _read_line(reading, line.rstrip())
    units = reading.document["units"]
    for entry in units:
        entry["notes"] = "\n".join(entry["notes"])
    reading.document.setdefault("name", "")
    if not any(reading.named(entry["unit"]) for entry in units):
        hint = f"; no unit is called {units[0]['unit'][:40]!r}{_near(context, units[0]['unit'])}" if units else ""
        raise DataError(f"{where}: not a list that can be read; {expected}{hint}", path=where)
    return Imported(reading.document, tuple(reading.losses), told=tuple(reading.read_as))


def _near(context: ListContext, name: str) -> str:
    near = context.index_of(context.catalogue).near(name)
    return f" (near: {', '.join(near[:3])})" if near else ""


def _read_line(reading: _Reading, line: str) -> None:
    document, text = reading.document, line.strip()
    if texts.read_settled(text, document) or texts.read_summary(text, document) or _FOOTER.fullmatch(text):
        return
    if compact := _COMPACT.fullmatch(text):
        document |= {"name": compact[1], "side": compact[2], "limit": int(compact[3]) if compact[3] else None}
        return
    if side := _SIDE.fullmatch(text):
        document["side"] = side[1].casefold()
        return
    if total := _TOTAL.fullmatch(text):
        document["limit"] = int(total[2]) if total[2] else document.get("limit")
        return
    bare = _BULLET.sub("", text, count=1) if _BULLET.match(text) else text
    counted = next((match for pattern in _COUNTED if (match := pattern.fullmatch(bare))), None)
    if (unit := _unit(reading, bare, counted)) is not None:
        document["units"].append(unit)
    elif line[:1].isspace() and document["units"] and texts.read_detail(text, document["units"][-1]):
        return
    elif "name" not in document and not document["units"]:
        title = bare.strip("#*_ ")
        if points := _TITLE_POINTS.search(title):  # of which only ``480 of 500`` says which are the limit
            document["limit"] = int(points[2]) if points[1] else None
        document["name"] = title[: points.start()] if points else title
    else:
        reading.losses.append(f"a line that is no unit: {text[:80]}")


def _unit(reading: _Reading, line: str, counted: re.Match[str] | None) -> dict[str, Any] | None:
    """The entry in a line; None: it is no unit. With a count it is one, known or not."""
    if reading.named(line):
        counted = None
    head = counted["unit"] if counted else line
    entry: dict[str, Any] = {"count": int(counted["count"]) if counted else 0, "options": [], "notes": [], "name": ""}
    losses: list[str] = []
    name = head.strip()
    for stripped in _stripped(reading, name, entry, losses):
        name = stripped
    named = texts.read_head(name)
    entry |= {"name": named["name"] or entry["name"], "unit": named["unit"].strip(" ,;:.-")}
    exactly = reading.named(entry["unit"])
    if exactly is None and not entry["count"] and not _is_like_a_unit(reading, entry["unit"]):
        return None
    entry["count"] = entry["count"] or 1
    catalogue = reading.context.catalogue
    if exactly is None and len(alike := reading.context.index_of(catalogue).found(entry["unit"])) == 1:
        exactly = alike[0].type
        reading.read_as.append(f"{entry['unit']} is read as {exactly.name}")
    entry["unit"] = exactly.name if exactly else entry["unit"]
    reading.losses += [f"{entry['unit'][:60]}: {loss}" for loss in losses]
    return entry


def _is_like_a_unit(reading: _Reading, name: str) -> bool:
    return bool(get_close_matches(same_name(name[:60]), map(same_name, reading.context.catalogue), n=1, cutoff=ALIKE))


def _stripped(reading: _Reading, name: str, entry: dict[str, Any], losses: list[str]) -> Iterator[str]:
    """What is left of a line, once more for each thing behind the name: brackets, a count, points."""
    while reading.named(name) is None:
        if not entry["count"] and (after := _COUNT_AFTER.fullmatch(name)):
            entry["count"] = int(after["count"] or after["times"])
            name = after["unit"]
        elif brackets := _IN_BRACKETS.fullmatch(name):
            name = brackets[1]
            _read_brackets(brackets[2] or brackets[3] or "", entry, losses)
        elif price := _PRICE.fullmatch(name):
            name = price[1]
            kind = reading.named(name)
            if not (price[3] or entry["count"] or int(price[2]) > FEW or (kind and kind.points == int(price[2]))):
                losses.append(f"the number {price[2]}: a count is written {price[2]} x")
        else:
            return
        yield name


def _read_brackets(inside: str, entry: dict[str, Any], losses: list[str]) -> None:
    """What stands in brackets behind a unit: choices; points and profiles follow from the rules."""
    if elements := _ELEMENTS.fullmatch(inside):
        entry["elements"] = int(elements[1]) if elements[1] else None
        return
    for part in filter(None, map(str.strip, inside.split(","))):
        name, colon, value = part.partition(":")
        if part.casefold() == "hidden":
            entry["hidden"] = True
        elif colon and value.strip():
            entry["options"].append((name.strip(), value.strip()))
        elif not _ONLY_PRICE.fullmatch(part):
            losses.append(f"the choice {part[:60]!r}")
