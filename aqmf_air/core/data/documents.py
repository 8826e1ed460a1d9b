"""Documents in JSON and TOML: read within bounds, with what is wrong with them in one line, and written as TOML."""

from __future__ import annotations

import codecs
import json
import re
import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from aqmf_air.core.data.files import read_at_most
from aqmf_air.errors import DataError

if TYPE_CHECKING:  # documents are read before any model is there
    from pydantic import BaseModel

MAX_BYTES = 2_000_000
"""No table or design comes near this; a file that does is a mistake or an attack."""
MAX_DEPTH = 64
"""How deep tables and lists may lie in each other, and parts a dotted key may have."""
MAX_SIGNS = 100_000
"""Keys, tables and values of a TOML document: the parser takes some 100 microseconds and a kilobyte for each."""
LONG = 1e15
"""From here on a number is written with its exponent."""


def load_toml(path: Traversable | Path) -> dict[str, Any]:
    """The document in a TOML file.
    Raises DataError: it cannot be read, is too large, is not UTF-8, or is not TOML (with the line).
    """
    return parse_toml(read_at_most(path, MAX_BYTES), str(path))


def parse_toml(raw: bytes, where: str) -> dict[str, Any]:
    """The TOML document in these bytes; ``where`` names them in messages.
    Raises DataError: too large, not UTF-8, or not TOML (with the line).
    """
    return cast("dict[str, Any]", _parsed(raw, where, MAX_BYTES, "TOML"))


def parse_json(raw: bytes, where: str, most: int = MAX_BYTES) -> Any:
    """The JSON document in these bytes, ``most`` of them; ``where`` names them in messages.
    Raises DataError: too large, empty, not UTF-8, not JSON (with the line), a key twice in one object, or NaN or an
    infinity.
    """
    return _parsed(raw, where, most, "JSON")


def text_of(raw: bytes, where: str) -> str:
    """The text in these bytes: UTF-8, or UTF-16 where its mark says so, as PowerShell writes it; without the mark.
    Raises DataError: it is neither.
    """
    coding = "UTF-16" if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "UTF-8"
    try:
        return raw.decode("utf-8-sig" if coding == "UTF-8" else coding)  # some editors begin a file with a mark
    except UnicodeDecodeError as bad:
        raise DataError(f"{where}: not {coding} text (byte {bad.start})", path=where) from None


def _parsed(raw: bytes, where: str, most: int, kind: str) -> Any:
    if len(raw) > most:
        raise DataError(f"{where}: larger than {most:,} bytes", path=where)
    text = text_of(raw, where)
    try:
        document = _parsed_toml(text, where) if kind == "TOML" else _parsed_json(text, where)
        _require_shallow(document, where)
    except json.JSONDecodeError as bad:
        why = f"not JSON: {bad.msg} (line {bad.lineno}, column {bad.colno})"
    except tomllib.TOMLDecodeError as bad:
        why = f"not TOML: {bad}"
    except ValueError:  # what Python itself refuses to read as a whole number
        why = f"not {kind}: a number in it has thousands of digits"
    except RecursionError:
        why = TOO_DEEP
    else:
        return document
    raise DataError(f"{where}: {why}", path=where)


TOO_DEEP = f"nested more than {MAX_DEPTH} deep"


def _require_shallow(document: Any, where: str) -> None:
    """Refuse what is nested so deep that reading it on would come to an end of its own. Raises DataError: it is."""
    level, depth = [document], 0
    while level:
        if depth > MAX_DEPTH:
            raise DataError(f"{where}: {TOO_DEEP}", path=where)
        tables = [value for value in level if isinstance(value, dict | list)]
        level, depth = [inner for held in tables for inner in (held.values() if isinstance(held, dict) else held)], depth + 1


_OPAQUE = re.compile(
    r""""{3}(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\Z)|'{3}(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"""
    r"""|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*'|#[^\n]*""",
    re.DOTALL,
)
"""Strings and comments of TOML, in which no sign means anything."""
_DOTTED = re.compile(rf"(?:[\w-]+[ \t]*\.[ \t]*){{{MAX_DEPTH}}}")


def _parsed_toml(text: str, where: str) -> dict[str, Any]:
    """The document in a text, which is looked through first: the parser takes the square of the parts of a dotted key."""
    plain = _OPAQUE.sub(lambda string: "" if string[0].startswith("#") else "_", text)
    if sum(map(plain.count, "=[{,.")) > MAX_SIGNS:
        raise DataError(f"{where}: more than {MAX_SIGNS:,} keys and values", path=where)
    if _DOTTED.search(plain):
        raise DataError(f"{where}: {TOO_DEEP}", path=where)
    return tomllib.loads(text)


def _parsed_json(text: str, where: str) -> Any:
    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        document = dict(pairs)
        if len(document) < len(pairs):
            before: set[str] = set()
            twice = next(key for key, _ in pairs if key in before or before.add(key))  # type: ignore[func-returns-value]
            raise DataError(f"{where}: key {twice[:60]!r} stands there twice", path=where, key=twice)
        return document

    def constant(name: str) -> Any:
        raise DataError(f"{where}: expected finite numbers, got {name}", path=where, value=name)

    if not text.strip():
        raise DataError(f"{where}: empty, expected a JSON document", path=where)
    return json.loads(text, object_pairs_hook=members, parse_constant=constant)


def toml_of(value: Any) -> str:
    """A value in one line of TOML, but for text of several lines, which stays as it is.

    >>> toml_of({"x": 2.0, "marks": ("soft",), "sure": True})
    '{ x = 2, marks = ["soft"], sure = true }'
    """
    if isinstance(value, Mapping):
        inner = ", ".join(f"{toml_key(name)} = {toml_of(member)}" for name, member in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_of, value))}]"
    if isinstance(value, float):
        return str(int(value)) if abs(value) < LONG and value.is_integer() else repr(value)
    if isinstance(value, str):
        bare = all(letter in "\n\t" or " " <= letter != "\x7f" for letter in value)
        whole = "\n" in value and bare and "'''" not in value and not value.endswith("'")
        return f"'''\n{value}'''" if whole else json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value.isoformat()) if hasattr(value, "isoformat") else json.dumps(value)


def toml_fields(model: BaseModel, *names: str) -> list[str]:
    """These fields of a model as lines of TOML, without those that have their default."""
    defaults = type(model).model_fields
    kept = [(name, getattr(model, name)) for name in names]
    return [f"{name} = {toml_of(value)}" for name, value in kept if value != defaults[name].default]


def toml_key(name: str) -> str:
    """A key, in quotes where it needs them."""
    plain = name and all(letter.isascii() and (letter.isalnum() or letter in "-_") for letter in name)
    return name if plain else json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")
