"""Lists read from what somebody sent: of any format, several in one file, with what of it is not kept and whose they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aqmf_air.core.data.documents import text_of
from aqmf_air.core.data.model import read, replace
from aqmf_air.core.data.names import by_name, find
from aqmf_air.core.play.rulings import settle
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.games.martian_front.army.exchange import handwritten, own_file, token
from aqmf_air.games.martian_front.army.fitting import fitted, told
from aqmf_air.games.martian_front.army.model import Army
from aqmf_air.games.martian_front.army_formats import Imported, Importer
from aqmf_air.games.martian_front.profiles import SIDES, UnitType

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.resolved_list import ListContext

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
    lists, faults = [], []
    for one in (first, *first.others):
        try:
            lists.append(_settled(context, one, where, side))
        except AqmfError as bad:
            faults.append(bad)
    if not lists:
        raise faults[0]
    lost = [f"another list in it: {bad}" for bad in faults if bad.facts.get("key") != OTHER_SIDE]
    return tuple(_with(one, (*one.losses, *lost)) for one in lists)


def read_one(lists: Sequence[Imported], number: int | None, where: str) -> Imported:
    """The list of this number among several, the first if none is given, which is told with what the others are.
    Raises DataError: there are not so many.
    """
    if not 1 <= (number or 1) <= len(lists):
        raise DataError(f"{where}: expected a list from 1 to {len(lists)}, got {number}", path=where, key="list")
    chosen = lists[(number or 1) - 1]
    others = [f"list {place} in it, {titled(one.army)}" for place, one in enumerate(lists, 1) if one is not chosen]
    return _with(chosen, (*chosen.losses, *(others if number is None else ())))


def titled(army: Army) -> str:
    """A list in a few words: what it is called, and whose it is."""
    return f"{army.name!r} ({army.side})"


def _with(one: Imported, losses: Sequence[str]) -> Imported:
    return Imported(one.army, told(losses), told=one.told)


def _recognised(context: ListContext, raw: bytes, where: str) -> Importer:
    """The format of a file: the first that knows it, else a text with a token in it, or with lines."""
    for importer in importers_of(context).values():
        if importer.recognises(raw):
            return importer
    if raw.strip() and b"\0" not in raw:
        like = own_file.IMPORTER if own_file.is_like(raw) else token.IMPORTER if token.is_in(raw) else None
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
    document = imported.army.model_dump() if isinstance(imported.army, Army) else dict(imported.army)
    document[SIDE] = _side(context, document, where, side)
    fit = fitted(document, losses)
    fit["rulings"] = {name: value for name, value in fit["rulings"].items() if _is_ruling(context, name, value, losses)}
    army = context.tidy(read(Army, fit, where, DataError))  # a text names the player's own designs, and does not have them
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
    said = document.get(SIDE)
    kinds = [kind for entry in document["units"] if (kind := _kind(context, entry))]
    own = {kind.side for kind in kinds}
    known = said or (own.pop() if len(own) == 1 else side)
    if known is None:
        message = f"{where}: does not say whose list it is, nor do its units: --side human or --side martian does"
        raise DataError(message, path=where, key=SIDE)
    if side is not None and known in SIDES and side != known:
        raise DataError(f"{where}: is a {known} list, expected a {side} one", path=where, key=OTHER_SIDE)
    return known


def _kind(context: ListContext, entry: Mapping[str, Any]) -> UnitType | None:
    return find(context.catalogue, entry["unit"]) if isinstance(entry.get("unit"), str) else None
