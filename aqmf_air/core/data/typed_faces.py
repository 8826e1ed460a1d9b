"""Faces as people write them: the numbers of dice, and what stands on cards and counters."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from aqmf_air.core.data.names import meant
from aqmf_air.core.data.text import in_a_row
from aqmf_air.core.dice.dice import Die, Draw, Face
from aqmf_air.errors import DiceError

MOST_MEANT = 4
"""Names that are told to choose from, where it is not clear which is meant."""


def named_faces(die: Die) -> tuple[Face, ...]:
    """The faces of a die that are not numbers, in order, equal ones once; none, if all are numbers."""
    return () if all(isinstance(face, int) for face in die.faces) else tuple(dict.fromkeys(die.faces))


def options_of(draw: Draw[Any]) -> str:
    """Numbered options where the faces are not numbers."""
    return ", ".join(f"{number} = {draw.die.name_of(face)}" for number, face in enumerate(named_faces(draw.die), 1))


def face_of(word: str, draw: Draw[Any]) -> Face:
    """The face that a word stands for: a number (0 for 10, as dice of ten print it), or that of an option, or its name, of
    several words and spelt as people do (see :func:`.meant`).
    Raises DiceError: the die has no such face, or several may be meant; says which.
    """
    named = named_faces(draw.die)
    faces = named or draw.die.faces
    numbers: Sequence[Any] = range(1, len(faces) + 1) if named else faces
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else None
    if number == 0 and numbers[-1] == 10:
        number = 10
    if number is None or number not in numbers:
        names = {str(one): draw.die.name_of(one) for one in named}
        found = meant(names, word)
        if len(found) == 1:
            return next(one for one in named if str(one) == found[0])
        zero = "; 0 means 10" if numbers[-1] == 10 else ""
        or_name = " or its name" if named else ""
        said = f"expected {draw.die} ({numbers[0]} to {numbers[-1]}{zero}{or_name}), got {word}"
        if few := [names[one] for one in found][:MOST_MEANT] or get_close_matches(word, names.values(), n=MOST_MEANT):
            said = f"{said}; did you mean {in_a_row(few, 'or')}?"
        raise DiceError(f"{draw.label}: {said}", ask=draw, faces=())
    return faces[number - 1] if named else number
