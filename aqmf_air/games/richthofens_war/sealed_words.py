"""How several choices of a side stand in one sealed order: ``camel-1|fokker-2;camel-2|fokker-2``."""

from __future__ import annotations

from collections.abc import Iterable

NOTHING = "nothing"
"""The word for no choice at all: who has sealed an order is no secret, whether there is anything in it is one."""


def sealed_word(parts: Iterable[Iterable[str]]) -> str:
    """Choices as one word, always the same for the same choices."""
    return ";".join(sorted("|".join(part) for part in parts)) or NOTHING


def parts_of(order: str) -> tuple[tuple[str, ...], ...]:
    """The choices in a sealed order."""
    return () if order == NOTHING else tuple(tuple(part.split("|")) for part in order.split(";"))
