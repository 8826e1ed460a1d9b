"""Lists read from what somebody sent: of any format, several in one file; what does not fit is left out, and told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from aqmf_air.api import AqmfError, DataError, by_name, clipped, find, in_a_line, read, replace, settle, text_of
from aqmf_air.games.martian_front.army import lists
from aqmf_air.games.martian_front.army.exchange import handwritten, token
from aqmf_air.games.martian_front.army.plugged_in import Attachment, Imported, Importer
from aqmf_air.games.martian_front.tables import SIDES

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.resolved_list import ListContext


# -- made to fit -------------------------------------------------------------------------------------------------------


Losses = list[str]
"""What is not kept, one line each."""
UNNAMED = "Imported list"
MOST_POINTS = 1_000_000


def fitted(document: Mapping[str, Any], losses: Losses) -> dict[str, Any]:
    """The document of a list with everything in it that a list has room for. The options of its units and its rulings may
    be pairs, as files have them that name one twice.
    """
    army = dict(document)
    if isinstance(army.get("name"), str):
        army["name"] = _line(army["name"], "the name", losses) or UNNAMED
    limit = army.get("limit")
    if isinstance(limit, int) and not isinstance(limit, bool) and not 0 <= limit <= MOST_POINTS:
        losses.append(f"the limit of {clipped(limit)} points")
        army["limit"] = None
    army["notes"] = _notes(army.get("notes", ""), "the notes", losses)
    army["special"] = _first(_special(army.get("special", ()), losses), lists.MAX_SPECIAL, "the special rule {!r}", losses)
    army["rulings"] = _pairs(army.get("rulings", {}), lists.MAX_RULINGS, "the ruling", losses, _line)
    army["units"] = _units(army.get("units", ()), losses)
    army["attached"] = _attached(army, losses)
    return army


def _special(rules: Any, losses: Losses) -> Any:
    if not _are(str, rules):
        return rules
    return dict.fromkeys(rule for given in rules if (rule := _line(given, f"the special rule {given[:60]!r}", losses)))


def _units(entries: Any, losses: Losses) -> Any:
    """Units that have a name, as many as a list has room for."""
    if not _are(dict, entries):
        return entries
    kept, room = [], lists.MAX_UNITS
    for entry in entries:
        unit = _unit(dict(entry), losses)
        count = unit.get("count", 1)
        if not isinstance(count, int) or isinstance(count, bool):
            kept.append(unit)
            continue
        if not unit.get("unit") or count < 1:
            losses.append(f"{clipped(count)} of {unit.get('unit') or 'a unit without a name'}")
            continue
        if count > room:
            losses.append(f"{clipped(count - room)} {unit['unit']}: a list has at most {lists.MAX_UNITS} units")
        if room:
            kept.append({**unit, "count": min(count, room)})
        room -= min(count, room)
    return kept


def _unit(unit: dict[str, Any], losses: Losses) -> dict[str, Any]:
    if isinstance(unit.get("unit"), str):
        unit["unit"] = _line(unit["unit"], "the name of a unit", losses)
    called = str(unit.get("unit") or "a unit")[:60]
    if isinstance(unit.get("name", ""), str):
        unit["name"] = _line(unit.get("name", ""), f"{called}: what it is called", losses)
    unit["notes"] = _notes(unit.get("notes", ""), f"{called}: the notes", losses)
    unit["options"] = _pairs(unit.get("options", {}), lists.MAX_OPTIONS, f"{called}: the choice", losses, _line)
    elements = unit.get("elements")
    if isinstance(elements, int) and not isinstance(elements, bool) and not 1 <= elements <= lists.MAX_ELEMENTS:
        losses.append(f"{called}: its {clipped(elements)} elements, it has the usual number")
        unit["elements"] = None
    return unit


def _pairs(
    given: Any, most: int, what: str, losses: Losses, tidied: Callable[[Any, str, Losses], Any]
) -> dict[str, Any] | Any:
    """Names that can stand before a colon, each once, with their values, which are ``tidied``."""
    pairs = list(given.items()) if isinstance(given, Mapping) else given
    if not isinstance(pairs, list) or not all(isinstance(name, str) for name, _ in pairs):
        return given
    kept: dict[str, Any] = {}
    for name, value in pairs:
        about = f"{what} {f'{name}: {value}'[:80]!r}"
        name = in_a_line(name)
        if not lists.is_word(name) or len(name) > lists.LONGEST_WORD or value == "":
            losses.append(about)
        elif name in kept:
            if kept[name] != value:
                losses.append(f"{about}, beside {f'{name}: {kept[name]}'[:80]!r}")
        elif len(kept) == most:
            losses.append(f"{about}: there are {most} already")
        elif (fit := tidied(value, about, losses)) != "":
            kept[name] = fit
    return kept


def _line(text: Any, what: str, losses: Losses) -> Any:
    """A text in a line, no longer than a list has it; what is no text stays."""
    return _cut(in_a_line(text), lists.LONGEST_LINE, what, losses) if isinstance(text, str) else text


def _notes(text: Any, what: str, losses: Losses) -> Any:
    return _cut(lists.in_lines(text), lists.LONGEST_NOTES, what, losses) if isinstance(text, str) else text


def _cut(text: str, most: int, what: str, losses: Losses) -> str:
    if len(text) > most:
        losses.append(f"{what}: the end, {clipped(text[most:])}; {most} characters have room")
    return text[:most].rstrip()


def _first(values: Any, most: int, what: str, losses: Losses) -> Any:
    """The first of several things."""
    if not isinstance(values, list | tuple | dict):
        return values
    listed = list(values)
    losses += [what.format(clipped(value)) for value in listed[most:]]
    return listed[:most]


def _attached(army: Mapping[str, Any], losses: Losses) -> Any:
    """What is attached to units of the list, and can be."""
    given = army.get("attached", ())
    if not _are(dict, given):
        return given
    names = {str(unit.get("unit", "")).casefold() for unit in army["units"] if isinstance(unit, dict)}
    kept = []
    for entry in given:
        about = f"what is attached for {str(entry.get('name', ''))[:60]!r}"
        try:
            attachment = Attachment.model_validate(entry)
        except ValidationError as bad:
            if any(problem["type"] == "extra_forbidden" for problem in bad.errors(include_url=False)):
                kept.append(entry)
            else:
                losses.append(f"{about}: it cannot be read")
            continue
        if attachment.name.casefold() not in names:
            losses.append(f"{about}: there is no such unit")
        elif len(kept) == lists.MAX_ATTACHED:
            losses.append(f"{about}: there are {lists.MAX_ATTACHED} already")
        else:
            kept.append(entry)
    return kept


def _are(kind: type, values: Any) -> bool:
    return isinstance(values, list | tuple) and all(isinstance(value, kind) for value in values)


def told(losses: Iterable[str], most: int = 40) -> tuple[str, ...]:
    """The first of many lines, each once."""
    lines = list(dict.fromkeys(" ".join(loss.split()) for loss in losses))
    return (*lines[:most], *((f"and {len(lines) - most} more",) if len(lines) > most else ()))


# -- reading -----------------------------------------------------------------------------------------------------------


MAX_IMPORT_BYTES = 5_000_000
"""No list comes near this; a file that does is a mistake or an attack."""
SIDE = "side"
"""What an error names that asks whose list it is."""
OTHER_SIDE = "other side"
"""What an error names where a list is not whose it should be."""
_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
_ENCODING = re.compile(r"""^(\s*<\?xml[^>]{0,80}?)\s+encoding\s*=\s*["'][^"']{0,40}["']""")


def lists_in(
    context: ListContext, raw: bytes, where: str, format_name: str | None = None, side: str | None = None
) -> tuple[Imported, ...]:
    """The lists in a file of a format that is named, or else recognised; units are spelled as in the catalogue.

    Args:
        context: what lists are made of.
        raw: the bytes of the file.
        where: what to call it in messages.
        format_name: the format.
        side: whose list it is, where the file does not say and its units do not. Of several lists, those of this side count.

    Raises:
        UnknownNameError: there is no such format; with near names.
        DataError: no format, or more than the reader takes; in one line. Its ``key`` is ``SIDE``: it has to be asked.
    """
    if len(raw) > MAX_IMPORT_BYTES:
        raise DataError(f"{where}: larger than {MAX_IMPORT_BYTES:,} bytes", path=where)
    if raw.startswith(_MARKS):  # as editors and shells write it
        raw = _ENCODING.sub(r"\1", text_of(raw, where)).encode()
    if format_name is not None:
        importer = by_name(importers_of(context), format_name, "format")
    else:
        importer = _recognised(context, raw, where)
    first = importer.read(raw, where)
    imports, faults = [], []
    for imported in (first, *first.others):
        try:
            imports.append(_settled(context, imported, where, side))
        except AqmfError as bad:
            faults.append(bad)
    if not imports:
        raise faults[0]
    lost = [f"another list in it: {bad}" for bad in faults if bad.facts.get("key") != OTHER_SIDE]
    return tuple(_with(kept, (*kept.losses, *lost)) for kept in imports)


def read_one(imports: Sequence[Imported], number: int | None, where: str) -> Imported:
    """The list of this number among several, the first if none is given, which is told with what the others are.
    Raises DataError: there are not so many.
    """
    if not 1 <= (number or 1) <= len(imports):
        raise DataError(f"{where}: expected a list from 1 to {len(imports)}, got {number}", path=where, key="list")
    chosen = imports[(number or 1) - 1]
    others = [
        f"list {place} in it, {titled(imported.army)}" for place, imported in enumerate(imports, 1) if imported is not chosen
    ]
    return _with(chosen, (*chosen.losses, *(others if number is None else ())))


def titled(army: lists.Army) -> str:
    """A list in a few words: what it is called, and whose it is."""
    return f"{army.name!r} ({army.side})"


def _with(imported: Imported, losses: Sequence[str]) -> Imported:
    return Imported(imported.army, told(losses), told=imported.told)


def _recognised(context: ListContext, raw: bytes, where: str) -> Importer:
    """The format of a file: the first that knows it, else a text with a token in it, or with lines."""
    for importer in importers_of(context).values():
        if importer.recognises(raw):
            return importer
    if raw.strip() and b"\0" not in raw:
        like = lists.OWN_IMPORTER if lists.is_like_a_list(raw) else token.IMPORTER if token.is_in(raw) else None
        return like or importers_of(context)[handwritten.FORMAT]
    raise DataError(f"{where}: not a list that can be read; {_expected(context)}", path=where)


def importers_of(context: ListContext) -> dict[str, Importer]:
    """The formats that lists are read from, with the one that needs the catalogue to tell what a unit is."""
    by_hand = handwritten.importer(context, _expected(context))
    return {by_hand.format: by_hand, **context.importers}


def _expected(context: ListContext) -> str:
    return f"expected one of {', '.join(sorted((*context.importers, handwritten.FORMAT)))}"


def _settled(context: ListContext, imported: Imported, where: str, side: str | None) -> Imported:
    """The list that a reader found, in the one form that lists have."""
    losses = list(imported.losses)
    document = imported.army.model_dump() if isinstance(imported.army, lists.Army) else dict(imported.army)
    document[SIDE] = _side(context, document, where, side)
    fit = fitted(document, losses)
    fit["rulings"] = {name: value for name, value in fit["rulings"].items() if _is_ruling(context, name, value, losses)}
    army = context.tidy(
        read(lists.Army, fit, where, DataError)
    )  # a text names the player's own designs, and does not have them
    attached = context.attached(army, dict.fromkeys(entry.unit for entry in army.units))
    return Imported(replace(army, attached=attached), told(losses), told=imported.told)


def _is_ruling(context: ListContext, name: str, value: Any, losses: list[str]) -> bool:
    try:
        settle(context.rulings, {name: value}, "")
    except DataError as bad:
        losses.append(f"the ruling {name!r}{bad}"[:200])
        return False
    return True


def _side(context: ListContext, document: Mapping[str, Any], where: str, side: str | None) -> Any:
    """Whose list it is: as it says, else as its units are, else as one is told."""
    stated = document.get(SIDE)
    names = [entry["unit"] for entry in document["units"] if isinstance(entry.get("unit"), str)]
    own = {kind.side for name in names if (kind := find(context.catalogue, name))}
    whose = stated or (own.pop() if len(own) == 1 else side)
    if whose is None:
        message = f"{where}: does not say whose list it is, nor do its units: --side human or --side martian does"
        raise DataError(message, path=where, key=SIDE)
    if side is not None and whose in SIDES and side != whose:
        raise DataError(f"{where}: is a {whose} list, expected a {side} one", path=where, key=OTHER_SIDE)
    return whose
