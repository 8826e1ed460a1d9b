"""An army list as its file has it: units by name, the points limit, rulings, notes, and what is attached.

A list has one form: two entries that differ in nothing but their count are one, and an attachment that no unit goes by is
left out. Nothing here knows whether a unit exists: that is for its
:class:`~aqmf_air.games.martian_front.army.resolved_list.ResolvedList` to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StrictBool, StrictInt, ValidationInfo, field_validator, model_validator

from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.data.text import in_a_line
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army_formats import Attachment
from aqmf_air.games.martian_front.profiles import Side

FORMAT = 1
"""The version of the file."""
MAX_UNITS = 300
"""In one list; no table has room for more."""
MAX_VALUES = 30_000
"""In one file, keys not counted."""


LONGEST_LINE, LONGEST_WORD, LONGEST_NOTES = 80, 40, 1000
MAX_ELEMENTS, MAX_OPTIONS, MAX_SPECIAL, MAX_RULINGS, MAX_ATTACHED = 99, 20, 20, 100, 30


def in_lines(text: str) -> str:
    """A text of several lines, each as :func:`in_a_line` has it."""
    return "\n".join(map(in_a_line, text.splitlines())).strip("\n")


def _no_longer(text: str, most: int) -> str:
    """The text, which may have become longer by being tidied."""
    if len(text) > most:
        raise ValueError(f"expected at most {most} characters")
    return text


def _line(text: str) -> str:
    return _no_longer(in_a_line(text), LONGEST_LINE)


def _filled(text: str) -> str:
    if not text:
        raise ValueError("expected at least one character")
    return text


def is_word(text: str) -> bool:
    """Whether an option or a ruling can be called that: it can stand before a colon."""
    return re.fullmatch(r"\w[\w -]*", text) is not None


def _word(text: str) -> str:
    text = _no_longer(in_a_line(text), LONGEST_WORD)
    if not is_word(text):
        raise ValueError("expected a word or two without punctuation")
    return text


Line = Annotated[str, Field(max_length=LONGEST_LINE), AfterValidator(_line)]
Name = Annotated[Line, AfterValidator(_filled)]
Word = Annotated[str, Field(max_length=LONGEST_WORD), AfterValidator(_word)]
"""What an option or a ruling goes by: see :func:`is_word`."""
Notes = Annotated[
    str, Field(max_length=LONGEST_NOTES), AfterValidator(lambda text: _no_longer(in_lines(text), LONGEST_NOTES))
]


class ArmyEntry(Frozen):
    """``count`` units of one name in a list."""

    unit: Name
    count: Annotated[int, Field(strict=True, ge=1, le=MAX_UNITS)] = 1
    elements: Annotated[int, Field(strict=True, ge=1, le=MAX_ELEMENTS)] | None = None
    """How many elements each has, where it is not the full number. The price stays that of the full unit."""
    name: Line = ""
    """What the player calls it."""
    hidden: StrictBool = False
    """Whether the other side is not to see it before it is found: it is left out of a secret list."""
    options: Mapping[Word, Name] = Field(default_factory=dict, max_length=MAX_OPTIONS)
    """Choices made before the game, such as ``altitude``."""
    notes: Notes = ""

    @property
    def alike(self) -> tuple[Any, ...]:
        """Everything but the count: entries that are alike are one."""
        options = tuple(sorted(self.options.items()))
        return self.unit.casefold(), self.elements, self.name, self.hidden, options, self.notes


def _joined(entries: tuple[ArmyEntry, ...]) -> tuple[ArmyEntry, ...]:
    joined: dict[tuple[Any, ...], ArmyEntry] = {}
    for one in entries:
        earlier = joined.get(one.alike)
        count = one.count + (earlier.count if earlier else 0)
        if count > MAX_UNITS:
            raise ValueError(f"expected at most {MAX_UNITS} units in a list, got {count} {one.unit}")
        joined[one.alike] = replace(earlier, count=count) if earlier else one
    return tuple(joined.values())


class Army(Frozen):
    """An army list. ``limit`` is in points; ``special`` are the special rules of the scenario that it is made for."""

    name: Name
    side: Side
    limit: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = None
    notes: Notes = ""
    special: tuple[Name, ...] = Field(default=(), max_length=MAX_SPECIAL)
    rulings: Mapping[Word, StrictBool | StrictInt | Name] = Field(default_factory=dict, max_length=MAX_RULINGS)
    units: Annotated[tuple[ArmyEntry, ...], AfterValidator(_joined)] = Field(default=(), max_length=MAX_UNITS)
    attached: tuple[Attachment, ...] = Field(default=(), max_length=MAX_ATTACHED)

    @field_validator("attached")
    @classmethod
    def _in_use(cls, attached: tuple[Attachment, ...], info: ValidationInfo) -> tuple[Attachment, ...]:
        names = {one.unit.casefold() for one in info.data.get("units", ())}
        return tuple({one.name.casefold(): one for one in attached if one.name.casefold() in names}.values())

    @model_validator(mode="after")
    def _room(self) -> Army:
        if self.size > MAX_UNITS:
            raise ValueError(f"expected at most {MAX_UNITS} units in a list, got {self.size}")
        if len(set(self.special)) != len(self.special):
            raise ValueError("a special rule stands there twice")
        return self

    @property
    def size(self) -> int:
        """How many units there are."""
        return sum(one.count for one in self.units)


def refuse_heaps(document: Any, where: str) -> None:
    """Refuse plain data with more values than any list has, before each of them is looked at.

    Raises DataError: there are too many.
    """
    todo, seen = [document], 0
    while todo:
        one = todo.pop()
        seen += 1
        todo += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        if seen > MAX_VALUES:
            raise DataError(f"{where}: more than {MAX_VALUES:,} values, and no list has so many", path=where)
