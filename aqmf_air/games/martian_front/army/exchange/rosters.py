"""Rosters of BattleScribe and New Recruit, ours or others', as XML, zipped, or as New Recruit's JSON.

Only names, numbers, choices and notes are taken. Points and profiles follow from our own rules, and rules texts are never
read, but for what a list of ours has attached. They have no document type, so no entities, and there are bounds to their
depth and size.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any
from xml.etree import ElementTree as Xml
from xml.parsers import expat

from aqmf_air.api import DataError, clipped, parse_json
from aqmf_air.games.martian_front.army.exchange.battlescribe import ATTACHED, FORCES, HIDDEN, uid
from aqmf_air.games.martian_front.army.exchange.text import read_settled
from aqmf_air.games.martian_front.army.plugged_in import Imported, Importer

ENCRYPTED = 1
"""The bit of a file in a zip that says so."""
MAX_ROSTER_BYTES = 5_000_000
MAX_MEMBERS = 64
MAX_ELEMENTS = 60_000
MAX_DEPTH = 64


def _lists_of(root: Xml.Element, where: str) -> Imported:
    """The list in a roster, or the lists: one for each side that has a force in it."""
    if root.tag != "roster":
        raise DataError(f"{where}: expected a BattleScribe roster, got {root.tag[:40]!r}", path=where)
    forces = [element for element in root.iter("force") if element is not root]
    if not forces:
        raise DataError(f"{where}: a roster without a force: expected <forces> with the units of a list in it", path=where)
    by_side: dict[str | None, list[Xml.Element]] = {}
    for force in forces:
        by_side.setdefault(_side(force), []).append(force)
    strangers = by_side.pop(None, [])
    if not by_side:
        return _list_of(root, None, strangers)
    first, *others = [_list_of(root, side, own) for side, own in by_side.items()]
    if strangers and others:
        lost = [f"the force {force.get('name', '')[:60]!r}, of neither side" for force in strangers]
        return Imported(first.army, (*first.losses, *lost), tuple(others))
    if strangers:
        (side,) = by_side
        return _list_of(root, side, forces)
    return Imported(first.army, first.losses, tuple(others))


def _side(force: Xml.Element) -> str | None:
    name, catalogue = force.get("name"), force.get("catalogueId")
    return next((side for side, own in FORCES.items() if uid("catalogue", side) == catalogue or own == name), None)


def _list_of(root: Xml.Element, side: str | None, forces: Sequence[Xml.Element]) -> Imported:
    losses: list[str] = []
    document: dict[str, Any] = {
        "name": root.get("name", ""),
        "side": side,
        "limit": _limit(root, losses),
        "notes": root.findtext("customNotes") or "",
        "special": [],
        "rulings": [],
        "units": [],
        "attached": [],
    }
    if root.get("gameSystemId") != uid("game system"):
        losses.append(f"rules of another game system: {root.get('gameSystemName', '')[:60] or 'one without a name'}")
    tags = [tag.get("name", "") for tag in root.findall("tags/tag")]
    losses += [f"the tag {tag[:60]!r}" for tag in tags if not read_settled(tag, document)]
    for force in forces:
        for unit in force.findall("selections/selection"):
            document["units"].append(_entry(unit, losses))
            document["attached"] += _attached(unit)
    return Imported(document, tuple(losses))


def _limit(root: Xml.Element, losses: list[str]) -> int | None:
    for limit in root.findall("costLimits/costLimit"):
        if limit.get("typeId") == uid("cost", "pts") or limit.get("name", "").strip() == "pts":
            match = re.fullmatch(r"\s*(-?\d{1,9})(?:\.0*)?\s*", limit.get("value", ""))
            if match is None:
                losses.append(f"the limit: {limit.get('value', '')[:40]!r} are no whole points")
            elif int(match[1]) >= 0:  # BattleScribe writes -1 for no limit
                return int(match[1])
    return None


def _entry(unit: Xml.Element, losses: list[str]) -> dict[str, Any]:
    name, count = unit.get("name", ""), _number(unit, losses)
    entry: dict[str, Any] = {
        "unit": name,
        "count": count,
        "name": unit.get("customName", ""),
        "notes": unit.findtext("customNotes") or "",
        "options": [],
    }
    models = 0
    for part in unit.findall("selections/selection"):
        called = part.get("name", "")
        option, colon, value = called.partition(": ")
        if part.get("type") == "model":
            models += _number(part, losses)
        elif called == HIDDEN:
            entry["hidden"] = True
        elif colon and _number(part, losses) in (1, count):
            entry["options"].append((option, value))
        else:
            losses.append(f"{name[:60]}: the choice {_counted(part)!r}")
        losses += [f"{name[:60]}: {loss}" for loss in _below(part)]
    if models:
        entry["elements"] = models // count if count > 0 and models % count == 0 else models
    return entry


def _below(part: Xml.Element) -> Iterator[str]:
    """What stands below a model or a choice, and has no place in a list: choices, names and notes. Weapons of our own units
    do not: they follow from the unit.
    """
    own, weapon = part.get("name", "")[:60], uid("category", "Weapon")
    for attribute, text in (("name", part.get("customName")), ("notes", part.findtext("customNotes"))):
        if text and text.strip():
            yield f"the {attribute} of {own!r}, {clipped(text.strip())}"
    for inner in part.findall("selections/selection"):
        if all(category.get("entryId") != weapon for category in inner.findall("categories/category")):
            yield f"the choice {_counted(inner)!r} of {own!r}"
        yield from _below(inner)


def _counted(part: Xml.Element) -> str:
    number = part.get("number") or "1"
    return f"{'' if number == '1' else f'{number[:9]} x '}{part.get('name', '')[:60]}"


def _number(selection: Xml.Element, losses: list[str]) -> int:
    """How many there are; one where the number makes no sense, which is told."""
    number = selection.get("number") or "1"
    if re.fullmatch(r"-?[0-9]{1,6}", number):
        return int(number)
    losses.append(f"{selection.get('name', '')[:60]}: the number {number[:40]!r}")
    return 1


def _attached(unit: Xml.Element) -> Iterator[dict[str, str]]:
    for rule in unit.findall("rules/rule"):
        title = rule.get("name", "")
        if title.startswith(ATTACHED) and (content := rule.findtext("description")) is not None:
            yield {"kind": title.removeprefix(ATTACHED), "name": unit.get("name", ""), "content": content}


class _Bounded(Xml.TreeBuilder):
    """Builds elements by their names without namespaces, and refuses what no list needs."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where, self.elements, self.depth = where, 0, 0

    def doctype(self, *_: object) -> None:
        raise DataError(f"{self.where}: it has a document type (DOCTYPE), which no list needs: refused", path=self.where)

    def start(self, tag: str, attrs: dict[str, str], /) -> Xml.Element:
        self.elements, self.depth = self.elements + 1, self.depth + 1
        if self.elements > MAX_ELEMENTS:
            raise DataError(f"{self.where}: more than {MAX_ELEMENTS:,} elements", path=self.where)
        if self.depth > MAX_DEPTH:
            raise DataError(f"{self.where}: elements nested more than {MAX_DEPTH} deep", path=self.where)
        return super().start(tag.rpartition("}")[2], attrs)

    def end(self, tag: str, /) -> Xml.Element:
        self.depth -= 1
        return super().end(tag.rpartition("}")[2])


def _read_roster(raw: bytes, where: str) -> Imported:
    try:
        return _lists_of(Xml.fromstring(raw, Xml.XMLParser(target=_Bounded(where))), where)
    except Xml.ParseError as bad:
        line, column = bad.position
        reason = f"{expat.ErrorString(bad.code)} (line {line}, column {column + 1})"
        raise DataError(f"{where}: not XML: {reason}", path=where) from None
    except (LookupError, ValueError) as bad:
        if isinstance(bad, DataError):
            raise
        raise DataError(f"{where}: not XML: it names an encoding that cannot be read", path=where) from None


_XML = re.compile(rb"\s*<(?:[?!]|(?!https?:)[A-Za-z_][\w.:-]*(?:[\s/>]|$))")


def _is_xml(raw: bytes) -> bool:
    head = raw[:200]
    return _XML.match(head.removeprefix(b"\xef\xbb\xbf")) is not None or head.startswith((b"\xff\xfe<", b"\xfe\xff\x00<"))


# -- zips -----------------------------------------------------------------------------------------------------------------


def _read_zipped(raw: bytes, where: str) -> Imported:
    """The roster in a zip, or the rosters."""
    first, *others = [_read_roster(plain, where) for plain in _unzipped(raw, where)]
    further = [imported for other in others for imported in (other, *other.others)]
    return Imported(first.army, first.losses, (*first.others, *further))


def _unzipped(raw: bytes, where: str) -> list[bytes]:
    """The rosters in a zip, together unpacked no further than a roster can be long."""
    plain: list[bytes] = []
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            inside = [info for info in archive.infolist() if not info.is_dir() and not _is_the_finders(info.filename)]
            rosters = [info for info in inside if info.filename.casefold().endswith((".ros", ".xml"))]
            if not rosters or len(inside) > MAX_MEMBERS:
                got = f"{len(rosters)} in {len(inside)} files"
                raise DataError(f"{where}: expected a .ros in the zip, got {got}", path=where)
            if any(info.flag_bits & ENCRYPTED for info in rosters):
                raise DataError(f"{where}: the zip is locked with a password: expected one that is open", path=where)
            for roster in rosters:
                with archive.open(roster) as packed:
                    plain.append(packed.read(MAX_ROSTER_BYTES + 1))
                if sum(map(len, plain)) > MAX_ROSTER_BYTES:
                    raise DataError(f"{where}: unpacks to more than {MAX_ROSTER_BYTES:,} bytes: refused", path=where)
    # a foreign zip may be torn, packed in a way that is not known here, or locked: zipfile has an error of its own for each
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as bad:
        reason = " ".join(str(bad).split())[:80] or type(bad).__name__
        raise DataError(f"{where}: the zip cannot be unpacked ({reason})", path=where) from None
    return plain


def _is_the_finders(name: str) -> bool:
    """Whether a file in a zip is what the Finder of a Mac puts beside each of them."""
    path = PurePosixPath(name)
    return "__MACOSX" in path.parts or path.name.startswith("._") or path.name == ".DS_Store"


def _is_zip(raw: bytes) -> bool:
    return raw.startswith((b"PK\x03\x04", b"PK\x05\x06"))


_TEXTS = ("customNotes", "description")
"""What is text within an element in XML, and a value like the others in JSON."""
_SINGULAR = {"categories": "category"}
_ROSTER = re.compile(rb'"roster"\s*:\s*\{')
_FORCES = re.compile(rb'"forces"\s*:\s*\[')


def is_json_roster(raw: bytes) -> bool:
    """Whether a file is a roster as New Recruit writes it in JSON: the names of the XML, lists for what has several."""
    return raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" and bool(_ROSTER.search(raw) and _FORCES.search(raw))


def _read_json(raw: bytes, where: str) -> Imported:
    document = parse_json(raw, where, MAX_ROSTER_BYTES)
    roster = document.get("roster") if isinstance(document, dict) else None
    if not isinstance(roster, dict):
        raise DataError(f"{where}: expected a roster under 'roster', as New Recruit writes it", path=where, key="roster")
    return _lists_of(_element("roster", roster), where)


def _element(tag: str, about: dict[str, Any]) -> Xml.Element:
    """The element that an object stands for."""
    made = Xml.Element(tag)
    for name, value in about.items():
        if isinstance(value, list):
            made.append(Xml.Element(name))
            inner = _SINGULAR.get(name, name.removesuffix("s"))
            made[-1].extend([_element(inner, item) for item in value if isinstance(item, dict)])
        elif name in _TEXTS:
            made.append(Xml.Element(name))
            made[-1].text = _text(value)
        elif not isinstance(value, dict):
            made.set(name, _text(value))
    return made


def _text(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


IMPORTERS = (
    Importer("ros", "BattleScribe or New Recruit roster", _is_xml, _read_roster),
    Importer("rosz", "BattleScribe or New Recruit roster, zipped", _is_zip, _read_zipped),
    Importer("newrecruit", "New Recruit roster as JSON", is_json_roster, _read_json),
)
