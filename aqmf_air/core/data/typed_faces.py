"""Faces as people write them: the numbers of dice, and what stands on cards and counters."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from aqmf_air.core.data.names import meant
from aqmf_air.core.data.text import in_a_row
from aqmf_air.core.dice.dice import Die, Draw, Face
from aqmf_air.errors import DiceError

MOST_SHOWN = 60
"""Characters of what was typed that a message shows."""
MOST_MEANT = 4
"""Names that are told to choose from, where it is not clear which is meant."""


def named_faces(die: Die) -> tuple[Face, ...]:
    """The faces of a die that are not numbers, in order, equal ones once; none, if all are numbers."""
    return () if all(isinstance(face, int) for face in die.faces) else tuple(dict.fromkeys(die.faces))


def numbers_of(die: Die) -> dict[int, Face]:
    """The faces by the numbers that are typed for them anywhere: one that is no number by its place, equal ones once."""
    return dict(enumerate(named_faces(die), 1)) or {face: face for face in die.faces if isinstance(face, int)}


def options_of(draw: Draw[Any]) -> str:
    """Numbered options where the faces are not numbers."""
    numbered = numbers_of(draw.die).items() if named_faces(draw.die) else ()
    return ", ".join(f"{number} = {draw.die.name_of(face)}" for number, face in numbered)


def face_of(word: str, draw: Draw[Any]) -> Face:
    """The face that a word stands for: a number (0 for 10, as dice of ten print it), or that of an option, or its name, of
    several words and spelt as people do (see :func:`.meant`).
    Raises DiceError: the die has no such face, or several may be meant; says which.
    """
    named, numbers = named_faces(draw.die), numbers_of(draw.die)
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else None
    if number == 0 and max(numbers) == 10:
        number = 10
    if number in numbers:
        return numbers[number]
    names = {str(face): draw.die.name_of(face) for face in named}
    ids = meant(names, word)
    if len(ids) == 1:
        return next(face for face in named if str(face) == ids[0])
    zero = "; 0 means 10" if max(numbers) == 10 else ""
    or_name = " or its name" if named else ""
    fault = f"expected {draw.die} ({min(numbers)} to {max(numbers)}{zero}{or_name}), got {word[:MOST_SHOWN]}"
    if few := [names[id_] for id_ in ids][:MOST_MEANT] or get_close_matches(word, names.values(), n=MOST_MEANT):
        fault = f"{fault}; did you mean {in_a_row(few, 'or')}?"
    raise DiceError(f"{draw.label}: {fault}", ask=draw, faces=())
