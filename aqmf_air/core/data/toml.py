"""Values as TOML has them, so that what was read from a file can be written again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

LONG = 1e15
"""From here on a number is written with its exponent."""


def written(value: Any) -> str:
    """A value in one line of TOML, but for text of several lines, which stays as it is.

    >>> written({"x": 2.0, "marks": ("soft",), "sure": True})
    '{ x = 2, marks = ["soft"], sure = true }'
    """
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key(name)} = {written(one)}" for name, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(written(one) for one in value)}]"
    if isinstance(value, float):
        return str(int(value)) if abs(value) < LONG and value.is_integer() else repr(value)
    if isinstance(value, str):
        whole = "\n" in value and "'''" not in value and not value.endswith("'") and "\r" not in value
        return f"'''\n{value}'''" if whole else json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    return json.dumps(value)


def key(name: str) -> str:
    """A key, in quotes where it needs them."""
    plain = name and all(letter.isascii() and (letter.isalnum() or letter in "-_") for letter in name)
    return name if plain else json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")
