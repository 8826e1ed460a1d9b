"""Faces as players write them: a number, or that of an option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aqmf_air.core.dice.dice import Draw, Face
from aqmf_air.errors import DiceError


def options_of(draw: Draw[Any]) -> str:
    """Numbered options where the faces are not numbers."""
    if all(isinstance(face, int) for face in draw.die.faces):
        return ""
    return ", ".join(f"{number} = {face}" for number, face in enumerate(draw.die.faces, 1))


def face_of(word: str, draw: Draw[Any]) -> Face:
    """The face that a word stands for: a number (0 for 10, as dice of ten print it), or that of an option.

    Raises:
        DiceError: the die has no such face; says which it has.
    """
    faces: Sequence[Face] = draw.die.faces
    low, high = (faces[0], faces[-1]) if not options_of(draw) else (1, len(faces))
    zero = "; 0 means 10" if high == 10 else ""
    wrong = DiceError(f"{draw.label}: expected {draw.die} ({low} to {high}{zero}), got {word}", ask=draw, faces=())
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise wrong
    number = int(word)
    if number == 0 and high == 10:
        number = 10
    if options_of(draw):
        if not 1 <= number <= len(faces):
            raise wrong
        return faces[number - 1]
    if number not in faces:
        raise wrong
    return number
