"""A list as a share token, and as the QR code of one, or of the link that opens it.

A token is exact both ways, and short, because names that everybody has are numbers in it.

The numbers are places in ``data/words.toml``, which only ever grows at its end. Whatever is not in it is spelled out. A list
of units alone has the same bytes on every machine; one with long texts is deflated, which zlibs do in different ways.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import Exporter, ExportOptions, Imported, Importer
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.tables import SIDES

SEAL = api.Seal("aqa", 1, "an army", max_token=60_000, max_bytes=200_000)

MOST_TOKENS = 100
"""In one text."""

_LIMIT, _NOTES, _SPECIAL, _RULINGS, _ATTACHED = (1 << bit for bit in range(5))
_NAME, _HIDDEN, _ELEMENTS, _OPTIONS, _ENTRY_NOTES = (1 << bit for bit in range(5))


def _bits(*there: object) -> int:
    """A bit for each thing, from the lowest, which says whether it is there."""
    return sum(1 << bit for bit, thing in enumerate(there) if thing)


class _Words(api.Frozen):
    word: tuple[str, ...] = Field(min_length=1)


@cache
def words() -> tuple[str, ...]:
    """What both ends know by number: units that ship, options, rulings, special rules."""
    path = api.package_file("aqmf_air.games.martian_front.army", "data/words.toml")
    return api.read(_Words, api.load_toml(path), "words.toml", api.DataError).word


@cache
def _places() -> dict[str, int]:
    return {word: place for place, word in enumerate(words(), 1)}


def token_of(army: Army) -> str:
    """The token of a list."""
    out = api.Writer()
    flags = _bits(army.limit is not None, army.notes, army.special, army.rulings, army.attached)
    out.number(SIDES.index(army.side) | flags << 1)
    out.text(army.name)
    if army.limit is not None:
        out.number(army.limit)
    if army.notes:
        out.text(army.notes)
    if army.special:
        out.each(army.special, lambda rule: _word(out, rule))
    if army.rulings:
        out.each(army.rulings.items(), lambda ruling: _ruling(out, *ruling))
    out.each(army.units, lambda entry: _entry(out, entry))
    if army.attached:
        for attachment in army.attached:
            _word(out, attachment.kind)
            out.text(attachment.name)
            out.text(attachment.content)
        _word(out, "")
    return SEAL.close(bytes(out.bytes))


def army_from(token: str) -> Army:
    """The list that a token stands for; a link or a message with one will do as well.

    Raises DataError: it is no token, is cut short, was changed on its way, or comes from a newer version.
    """
    given = api.Reader(SEAL.open(token))
    document = _read_army(given)
    given.end()
    return api.read(Army, document, "token", api.DataError)


def _word(out: api.Writer, word: str) -> None:
    """Its place in the list of words, or 0 and the word."""
    place = _places().get(word, 0)
    out.number(place)
    if not place:
        out.text(word)


def _ruling(out: api.Writer, name: str, value: bool | int | str) -> None:
    """The name; 0 no, 1 yes, 2 a word, 3 a number, 4 a number below 0."""
    _word(out, name)
    if isinstance(value, bool):
        out.number(value)
    elif isinstance(value, int):
        out.number(3 if value >= 0 else 4)
        out.text(str(abs(value)))
    else:
        out.number(2)
        _word(out, value)


def _entry(out: api.Writer, entry: ArmyEntry) -> None:
    """The unit; the count doubled, and 1 more where there is more to say of it."""
    _word(out, entry.unit)
    flags = _bits(entry.name, entry.hidden, entry.elements is not None, entry.options, entry.notes)
    out.number(entry.count * 2 + bool(flags))
    if not flags:
        return
    out.number(flags)
    if entry.name:
        out.text(entry.name)
    if entry.elements is not None:
        out.number(entry.elements)
    for name, value in entry.options.items():
        _word(out, name)
        _word(out, value)
    if entry.options:
        _word(out, "")
    if entry.notes:
        out.text(entry.notes)


def _read_army(given: api.Reader) -> dict[str, Any]:
    first = given.number()
    flags = first >> 1
    document: dict[str, Any] = {"side": SIDES[first & 1], "name": given.text()}
    if flags & _LIMIT:
        document["limit"] = given.number()
    if flags & _NOTES:
        document["notes"] = given.text()
    if flags & _SPECIAL:
        document["special"] = given.each(lambda: _read_word(given))
    if flags & _RULINGS:
        document["rulings"] = dict(given.each(lambda: _read_ruling(given)))
    document["units"] = given.each(lambda: _read_entry(given))
    if flags & _ATTACHED:
        attached = document["attached"] = []
        while kind := _read_word(given):
            attached.append({"kind": kind, "name": given.text(), "content": given.text()})
    return document


def _read_word(given: api.Reader) -> str:
    place = given.number()
    if not place:
        return given.text()
    if place > len(words()):
        raise api.bad_token("it has a word that this program does not know: update the program")
    return words()[place - 1]


def _read_ruling(given: api.Reader) -> tuple[str, bool | int | str]:
    name, kind = _read_word(given), given.number()
    if kind <= 1:
        return name, bool(kind)
    if kind == 2:
        return name, _read_word(given)
    digits = given.text()
    if not re.fullmatch(r"\d{1,30}", digits, re.ASCII):
        raise api.bad_token("a number in it cannot be read")
    return name, int(digits) if kind == 3 else -int(digits)


def _read_entry(given: api.Reader) -> Mapping[str, Any]:
    entry: dict[str, Any] = {"unit": _read_word(given)}
    count = given.number()
    entry["count"] = count >> 1
    if not count & 1:
        return entry
    flags = given.number()
    if flags & _NAME:
        entry["name"] = given.text()
    entry["hidden"] = bool(flags & _HIDDEN)
    if flags & _ELEMENTS:
        entry["elements"] = given.number()
    if flags & _OPTIONS:
        options = entry["options"] = {}
        while name := _read_word(given):
            options[name] = _read_word(given)
    if flags & _ENTRY_NOTES:
        entry["notes"] = given.text()
    return entry


# -- as a format ----------------------------------------------------------------------------------------------------------

_IN_A_LINE = re.compile(rb"(?:https?://\S*#|^)\s*aqa\d{1,4}-")


def _write(muster: ResolvedList, options: ExportOptions) -> bytes:
    return f"{options.page + '#' if options.page else ''}{token_of(muster.army)}\n".encode()


def _recognises(raw: bytes) -> bool:
    return _IN_A_LINE.match(raw.lstrip()[:500]) is not None


def is_in(raw: bytes) -> bool:
    """Whether there is a token somewhere in a file."""
    return re.search(rb"aqa\d{1,4}-", raw) is not None


def read_tokens(text: str) -> tuple[list[Army], list[str]]:
    """The lists whose tokens are in a text, each once, and what is wrong with the others.
    Raises DataError: there are tokens, and none can be read.
    """
    lists: dict[str, Army] = {}
    faults: dict[str, api.DataError] = {}
    for place in SEAL.places(text)[:MOST_TOKENS]:
        token = text[place : place + 2 * SEAL.max_token]
        try:
            army = army_from(token)
        except api.DataError as bad:
            faults.setdefault(str(bad), bad)
        else:
            lists.setdefault(token_of(army), army)
    if faults and not lists:
        raise next(iter(faults.values()))
    return list(lists.values()), list(faults)


def _read(raw: bytes, where: str) -> Imported:
    text = api.text_of(raw, where)
    lists, faults = read_tokens(text)
    if not lists:
        army_from(text)  # says what was expected
    return Imported(lists[0], tuple(f"another token: {fault}" for fault in faults), tuple(map(Imported, lists[1:])))


EXPORTER = Exporter("token", "share token, for a message or a link", ".txt", _write, label="Token")
IMPORTER = Importer("token", "share token, or a link with one", _recognises, _read)


def shared(army: Army, page: str = "") -> str:
    """What is given away to share a list: a link to ``page`` that opens it, with the token as its fragment, which no server
    ever gets to see; without a page that others can reach, the token itself, which any copy of this program takes.
    """
    return f"{page}#{token_of(army)}" if page else token_of(army)


def _write_code(muster: ResolvedList, options: ExportOptions) -> bytes:
    text, suffix = shared(muster.army, options.page), options.suffix.casefold()
    if suffix in ("", ".txt"):
        return f"{api.blocks_of(text)}\n{text}\n".encode()
    if suffix not in (".svg", ".png"):
        raise api.DataError(f"qr: expected a file name that ends in .svg, .png or .txt, got {options.suffix!r}", path="qr")
    drawn = io.BytesIO()
    api.code_of(text).save(drawn, kind=suffix[1:], scale=api.SCALE, border=api.BORDER)
    return drawn.getvalue()


CODE_EXPORTER = Exporter(
    "qr", "QR code of the list, or of its link: .svg, .png, or for the terminal", ".svg", _write_code, label="QR code"
)
