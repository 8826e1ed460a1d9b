"""What plugins give army lists: findings, attachments, options of units, and formats to share lists in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.text import in_a_line, is_seen

Weight = Literal["problem", "warning", "advice"]
WEIGHTS: tuple[Weight, ...] = ("problem", "warning", "advice")
"""A problem makes a list invalid, a warning does not; advice is about what a list can and cannot do."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know about a list: what, by which rule, about which unit, and one way to mend it. It never blocks."""

    code: str
    """Names the kind of finding, for programs: ``over-limit``."""
    rule: str
    """An id of the rule register."""
    message: str
    """One line for people, with the numbers in it."""
    unit: str = ""
    """The unit that it is about; empty for the list as a whole."""
    fix: str = ""
    """One thing to do about it, in a player's words."""
    numbers: tuple[tuple[str, int | str], ...] = ()
    """The numbers, by name, for programs."""
    weight: Weight = "problem"

    def document(self) -> dict[str, Any]:
        """It as plain data for JSON."""
        facts = {name: getattr(self, name) for name in ("rule", "unit", "message", "code", "fix")}
        return {**facts, "numbers": dict(self.numbers)}


def finding(
    code: str, rule: str, message: str, fix: str, unit: str = "", weight: Weight = "problem", **numbers: int | str
) -> Finding:
    """A finding with its numbers by name."""
    return Finding(code, rule, message, unit, fix, tuple(numbers.items()), weight)


class Attachment(Frozen):
    """Something that travels with a list because others may not have it, such as a player's own design.

    ``kind`` says which plugin reads it, ``name`` is the unit that it stands for, ``content`` is the plugin's own text.
    """

    kind: str = Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")
    name: str = Field(min_length=1, max_length=60)
    content: str = Field(min_length=1, max_length=8_000)

    @field_validator("name", "content")
    @classmethod
    def _readable(cls, text: str, info: ValidationInfo) -> str:
        if info.field_name == "name":
            return in_a_line(text)
        if not is_seen(text.replace("\n", "")):
            raise ValueError("expected printable characters")
        return text.strip("\n")


@dataclass(frozen=True, slots=True)
class UnitOption:
    """A choice that is made for a unit before the game and costs nothing."""

    name: str
    """One or two words, as a player says it, without punctuation: ``altitude``."""
    rule: str
    kinds: tuple[str, ...]
    """The kinds of units that have it."""
    values: tuple[tuple[str, str], ...]
    """Each value, and what it means."""
    mark: str
    """The mark that the unit bears in a game."""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What an export may be told: the suffix of the file that it is for (with its point; empty for none), and the address
    of the page that opens share links (empty: there is none that others can reach).
    """

    suffix: str = ""
    page: str = ""
    against: Any = None
    """The mustered list of the other side, for formats that hold both."""


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format that lists are written in. ``write`` gets the mustered list and the options, and gives the file's bytes.

    ``text``: the bytes are UTF-8 text, fit for a terminal.
    """

    format: str
    title: str
    suffix: str
    write: Callable[[Any, ExportOptions], bytes]
    text: bool = True
    against: bool = False
    """Whether it can hold the list of the other side too."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A list that was read: an ``Army``, or its plain data, which is made to fit. What its file has that a list has no place
    for is named in ``losses``, one line each.
    """

    army: Any
    """As plain data it may have its rulings, and the options of a unit, as pairs. If it has no side, its units say it."""
    losses: tuple[str, ...] = ()
    others: tuple[Imported, ...] = ()
    """Further lists in the same file."""
    told: tuple[str, ...] = ()
    """How names were understood, one line each."""


@dataclass(frozen=True, slots=True)
class Importer:
    """A format that lists are read from: ``recognises`` tells it by its bytes, ``read`` reads it, and names it in errors.

    ``read`` raises :class:`~aqmf_air.errors.DataError`, in one line, and never takes points or rules text from a file.
    """

    format: str
    title: str
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes, str], Imported]
