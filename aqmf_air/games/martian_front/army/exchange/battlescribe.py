"""BattleScribe 2.03: the game system, the catalogue of a side with what is attached to a list, and rosters, out and in.

In a roster each unit is a selection with its full profile; below it are its models, and below them their weapons. Ids are
made from names (UUIDs of version 5), so that the same list gives the same files, and a roster finds its catalogue.

Of rosters that are read, ours or New Recruit's, plain or zipped, only names, numbers, choices and notes are taken. Points
and profiles follow from our own rules, and rules texts are never read, but for what a list of ours has attached. They have
no document type, so no entities, and there are bounds to their depth and size.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any
from uuid import UUID, uuid5
from xml.etree import ElementTree as Xml
from xml.parsers import expat

from aqmf_air.core.data.model import read
from aqmf_air.core.data.tables import package_file
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.exchange import plain_text
from aqmf_air.games.martian_front.army.exchange.text import inches, read_settled, settled
from aqmf_air.games.martian_front.army.model import Army
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.army_formats import Exporter, ExportOptions, Imported, Importer
from aqmf_air.games.martian_front.profiles import Side, UnitType

FORCES: Mapping[Side, str] = {"human": "Human Force", "martian": "Martian Force"}
PROFILES = {
    "Unit": ("Elements", "Speed", "Defense", "Armor", "Base", "Traits"),
    "Weapon": ("Range", "Shots", "Power", "Barrage", "Arcs", "Traits"),
}
COMMAND, OTHER = "Command", "Other"
"""Categories beside the kinds of units: command squads, and what is not known."""
HIDDEN = "hidden"
ATTACHED = "Attached: "
"""What the name of a rule begins with that holds something attached."""

_OURS = UUID("6f0f9c1e-3c5b-5a53-9d0b-5d2f6f1f7a10")
ENCRYPTED = 1
"""The bit of a file in a zip that says so."""
MAX_ROSTER_BYTES = 5_000_000
MAX_MEMBERS = 16
MAX_TAGS = 200
MAX_LOSSES = 40
MAX_ELEMENTS = 60_000
MAX_DEPTH = 64


@lru_cache(maxsize=30_000)
def uid(*parts: str) -> str:
    """The id of something, from what it is called."""
    return str(uuid5(_OURS, "\n".join(parts)))


def _categories(context: ListContext, side: Side | None = None) -> tuple[str, ...]:
    """Categories of units, of one side or of both."""
    own = [one for one in context.catalogue.values() if side in (None, one.side)]
    command = (COMMAND,) if any(one.has(COMMAND) for one in own) else ()
    return (*command, *sorted({one.kind.title() for one in own}), OTHER)


def _category(context: ListContext, unit: UnitType | None) -> str:
    """The primary category of a unit: command squads have one of their own, the rest go by their kind."""
    if unit is None or unit.has(COMMAND):
        return COMMAND if unit else OTHER
    return unit.kind.title() if unit.kind.title() in _categories(context) else OTHER


def _units(muster: ResolvedList) -> list[UnitType]:
    """The units in the catalogue of a list: those of its side, and whatever else it has."""
    own = {name: one for name, one in muster.catalogue.items() if one.side == muster.army.side}
    own.update((line.type.name, line.type) for line in muster.lines if line.type)
    return [own[name] for name in sorted(own)]


def _choices(line: ResolvedUnit, context: ListContext) -> Iterator[tuple[str, str, str]]:
    """What was chosen for a unit: its name, its id in the catalogue, and that of its group (empty: none)."""
    unmatched = uid("entry", "unmatched")
    if line.entry.hidden:
        yield HIDDEN, uid("choice", line.unit, HIDDEN) if line.type else unmatched, ""
    values = {one.name: dict(one.values) for one in context.options_of(line.type)}
    for name, value in line.entry.options.items():
        chosen, known = f"{name}: {value}", value in values.get(name, ())
        yield (
            chosen,
            uid("choice", line.unit, chosen) if known else unmatched,
            uid("option", line.unit, name) if known else "",
        )


# -- writing -------------------------------------------------------------------------------------------------------------


@cache
def _template() -> Any:
    from jinja2 import Environment, StrictUndefined

    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, auto_reload=False)
    made.globals.update(uid=uid, inches=inches, profiles=PROFILES, forces=FORCES, mark=ATTACHED)
    return made.from_string(package_file("aqmf_air.games.martian_front.army", "data/battlescribe.xml").read_text("utf-8"))


def _written(kind: str, muster: ResolvedList) -> bytes:
    army, context = muster.army, muster.context
    text: str = _template().render(
        kind=kind,
        system_name="All Quiet on the Martian Front with aircraft",
        army=army,
        points=muster.points,
        settled=settled(muster),
        units=_units(muster),
        fielded=[line for line in muster.lines for _ in range(line.count)],
        categories=lambda side=None: _categories(context, side),
        category_of=lambda unit: _category(context, unit),
        attached=lambda name: [one for one in army.attached if one.name.casefold() == name.casefold()],
        options_of=context.options_of,
        choices_of=lambda line: _choices(line, context),
    )
    return (re.sub(r">\n+<", ">\n<", text) + "\n").encode()


def _game_system(muster: ResolvedList, options: ExportOptions) -> bytes:
    return _written("gameSystem", muster)


def _catalogue(muster: ResolvedList, options: ExportOptions) -> bytes:
    return _written("catalogue", muster)


def _roster(muster: ResolvedList, options: ExportOptions) -> bytes:
    return _written("roster", muster)


def _zipped(muster: ResolvedList, options: ExportOptions) -> bytes:
    """The same list gives the same bytes: one file, at the zip format's first day."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        inside = zipfile.ZipInfo("army.ros", date_time=(1980, 1, 1, 0, 0, 0))
        inside.compress_type = zipfile.ZIP_DEFLATED
        inside.create_system, inside.external_attr = 3, 0o644 << 16
        archive.writestr(inside, _roster(muster, options), compresslevel=9)
    return packed.getvalue()


EXPORTERS = (
    Exporter("gst", "BattleScribe 2.03 game system, which the catalogue and the roster need", ".gst", _game_system),
    Exporter("cat", "BattleScribe 2.03 catalogue of the list's side", ".cat", _catalogue),
    Exporter("ros", "BattleScribe 2.03 roster", ".ros", _roster),
    Exporter("rosz", "BattleScribe 2.03 roster, zipped", ".rosz", _zipped, text=False),
)


# -- reading -------------------------------------------------------------------------------------------------------------


def _army_of(root: Xml.Element, where: str) -> Imported:
    if root.tag != "roster":
        raise DataError(f"{where}: expected a BattleScribe roster, got {root.tag[:40]!r}", path=where)
    losses: list[str] = []
    document: dict[str, Any] = {
        "name": root.get("name") or "Imported list",
        "limit": _limit(root, where),
        "notes": root.findtext("customNotes") or "",
        "special": [],
        "rulings": {},
        "units": [],
        "attached": [],
    }
    if root.get("gameSystemId") != uid("game system"):
        losses.append(f"made for another game system, {root.get('gameSystemName', '')[:60] or 'without a name'}")
    tags = [tag.get("name", "") for tag in root.findall("tags/tag")]
    if len(tags) > MAX_TAGS:
        raise DataError(f"{where}: more than {MAX_TAGS} tags", path=where)
    losses += [f"the tag {tag[:60]!r} is not kept" for tag in tags if not read_settled(tag, document)]
    forces = [one for one in root.iter("force") if one is not root]
    if not forces:
        raise DataError(f"{where}: a roster without a force: expected <forces> with the units of a list in it", path=where)
    document["side"] = _side(forces)
    for force in forces:
        for unit in force.findall("selections/selection"):
            document["units"].append(_entry(unit, where, losses))
            document["attached"] += _attached(unit)
    shown = (*losses[:MAX_LOSSES], *((f"and {len(losses) - MAX_LOSSES} more",) if len(losses) > MAX_LOSSES else ()))
    return Imported(read(Army, document, where, DataError), shown)


def _side(forces: Sequence[Xml.Element]) -> Side:
    """The side of the first force that says so; without one, human."""
    for force in forces:
        for side, name in FORCES.items():
            if uid("catalogue", side) == force.get("catalogueId") or force.get("name") == name:
                return side
    return "human"


def _limit(root: Xml.Element, where: str) -> int | None:
    for limit in root.findall("costLimits/costLimit"):
        if limit.get("typeId") == uid("cost", "pts") or limit.get("name", "").strip() == "pts":
            found = re.fullmatch(r"\s*(-?\d{1,9})(?:\.0*)?\s*", limit.get("value", ""))
            if found is None:
                shown = limit.get("value", "")[:40]
                raise DataError(f"{where}: 'costLimit': expected whole points, got {shown!r}", path=where, key="costLimit")
            return int(found[1]) if int(found[1]) >= 0 else None  # BattleScribe writes -1 for no limit
    return None


def _entry(unit: Xml.Element, where: str, losses: list[str]) -> dict[str, Any]:
    name = unit.get("name", "")
    count = _number(unit, where)
    entry: dict[str, Any] = {
        "unit": name,
        "count": count,
        "name": unit.get("customName", ""),
        "notes": unit.findtext("customNotes") or "",
        "options": {},
    }
    models = 0
    for part in unit.findall("selections/selection"):
        option, colon, value = part.get("name", "").partition(": ")
        if part.get("type") == "model":
            models += _number(part, where)
        elif part.get("name") == HIDDEN:
            entry["hidden"] = True
        elif colon:
            entry["options"][option] = value
        else:
            losses.append(f"{name[:60]}: the choice {part.get('name', '')[:60]!r} is not kept")
    if models:
        entry["elements"] = models // count if count > 0 and models % count == 0 else models
    return entry


def _number(selection: Xml.Element, where: str) -> int:
    number = selection.get("number") or "1"
    if not re.fullmatch(r"[0-9]{1,6}", number) or not int(number):
        key = f"{selection.get('name', '')[:60]}: number"
        raise DataError(f"{where}: {key!r}: expected a whole number from 1, got {number[:40]!r}", path=where, key="number")
    return int(number)


def _attached(unit: Xml.Element) -> Iterator[dict[str, str]]:
    for rule in unit.findall("rules/rule"):
        title = rule.get("name", "")
        if title.startswith(ATTACHED) and (content := rule.findtext("description")) is not None:
            yield {"kind": title.removeprefix(ATTACHED), "name": unit.get("name", ""), "content": content}


# -- files ----------------------------------------------------------------------------------------------------------------


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
        return _army_of(Xml.fromstring(raw, Xml.XMLParser(target=_Bounded(where))), where)
    except Xml.ParseError as bad:
        line, column = bad.position
        reason = f"{expat.ErrorString(bad.code)} (line {line}, column {column + 1})"
        raise DataError(f"{where}: not XML: {reason}", path=where) from None
    except (LookupError, ValueError) as bad:
        if isinstance(bad, DataError):
            raise
        raise DataError(f"{where}: not XML: it names an encoding that cannot be read", path=where) from None


def _read_zipped(raw: bytes, where: str) -> Imported:
    return _read_roster(_unzipped(raw, where), where)


def _unzipped(raw: bytes, where: str) -> bytes:
    """The one roster in a zip, unpacked no further than a roster can be long."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            inside = archive.infolist()
            rosters = [one for one in inside if one.filename.casefold().endswith((".ros", ".xml"))]
            if len(inside) > MAX_MEMBERS or len(rosters) != 1:
                raise DataError(
                    f"{where}: expected one .ros in the zip, got {len(rosters)} in {len(inside)} files", path=where
                )
            if rosters[0].flag_bits & ENCRYPTED:
                raise DataError(f"{where}: the zip is locked with a password: expected one that is open", path=where)
            with archive.open(rosters[0]) as packed:
                plain = packed.read(MAX_ROSTER_BYTES + 1)
    # a foreign zip may be torn, packed in a way that is not known here, or locked: zipfile has an error of its own for each
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as bad:
        reason = " ".join(str(bad).split())[:80] or type(bad).__name__
        raise DataError(f"{where}: the zip cannot be unpacked ({reason})", path=where) from None
    if len(plain) > MAX_ROSTER_BYTES:
        raise DataError(f"{where}: unpacks to more than {MAX_ROSTER_BYTES:,} bytes: refused", path=where)
    return plain


def _is_xml(raw: bytes) -> bool:
    if plain_text.recognises(raw):  # of a list whose name begins like a tag
        return False
    head = raw[:200]
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") or head.startswith((b"\xff\xfe<", b"\xfe\xff\x00<"))


def _is_zip(raw: bytes) -> bool:
    return raw.startswith((b"PK\x03\x04", b"PK\x05\x06"))


IMPORTERS = (
    Importer("ros", "BattleScribe or New Recruit roster", _is_xml, _read_roster),
    Importer("rosz", "BattleScribe or New Recruit roster, zipped", _is_zip, _read_zipped),
)
