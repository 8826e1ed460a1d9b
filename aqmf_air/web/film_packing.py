"""The facts of a film as few bytes: what a page holds, and ``film.js`` unpacks.

Pieces of drawings differ mostly in their numbers. Each is kept as a form, which is its text without them, and its numbers
as letters: how far each is, in tenths, from the one at its place in the piece before. A picture is kept by what is not as in
the one before it.
"""

from __future__ import annotations

import json
import re
from base64 import b85encode
from collections.abc import Mapping, Sequence
from itertools import groupby, takewhile
from typing import Any
from zlib import compress

GAP = "\0"
"""Where a number is in a form: a letter that no drawing has."""
NUMBER = re.compile(r'(?<=[ ",(ML])(?!-0[ ",)])-?(?:0|[1-9]\d{0,4})(?:\.[1-9])?(?=[ ",)])')
"""A number in an attribute with up to one digit behind the point, as :func:`~aqmf_air.drawing.svg.coord` writes it."""
FIRST_LETTER, SURROGATES, MANY = ord(" "), 0xD800, 0x800
"""The letter of no change, and what is left out of the letters: halves of others."""


def form_of(piece: str) -> str:
    """A piece without its numbers: like ones are packed together."""
    return NUMBER.sub(GAP, piece)


def packed(facts: Mapping[str, Any]) -> str:
    """The facts of a film as text for a page; its pieces stand by their forms. It has no ``<`` in it."""
    small = {**facts, "pieces": _in_letters(facts["pieces"]), "frames": _changes(facts["frames"])}
    text = json.dumps(small, ensure_ascii=False, separators=(",", ":"))
    return b85encode(compress(text.encode(), 9)).decode().replace("<", ",")


def _in_letters(pieces: Sequence[str]) -> dict[str, Any]:
    """Forms, how many pieces in a row have each, and the numbers of all."""
    forms, counts = list[str](), list[int]()
    letters = list[str]()
    for form, group in groupby(pieces, form_of):
        like = list(group)
        before = [0] * form.count(GAP)
        for piece in like:
            tenths = [round(10 * float(number)) for number in NUMBER.findall(piece)]
            letters += map(_letter, tenths, before)
            before = tenths
        forms.append(form)
        counts.append(len(like))
    return {"forms": forms, "counts": counts, "letters": "".join(letters)}


def _letter(number: int, before: int) -> str:
    step = number - before
    code = FIRST_LETTER + (2 * step if step >= 0 else -2 * step - 1)
    return chr(code if code < SURROGATES else code + MANY)


def _changes(frames: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Frames, each picture by how many parts stay at its start and at its end, and the parts between. Lines are left out
    where they are what is told of the events.
    """
    before: list[int] = []

    def changed(drawn: Mapping[str, Any]) -> dict[str, Any]:
        nonlocal before
        if "parts" not in drawn:
            return dict(drawn)
        parts: list[int] = drawn["parts"]
        front = _alike(before, parts)
        back = _alike(before[front:][::-1], parts[front:][::-1])
        before = parts
        return {**drawn, "parts": [front, back, *parts[front : len(parts) - back]]}

    small = []
    for frame in frames:
        beats = {"beats": list(map(changed, frame["beats"]))} if "beats" in frame else {}
        small.append(changed({**frame, **beats}))
        if frame.get("lines") == [line for beat in frame.get("beats", ()) for line in beat["says"].split("\n") if line]:
            del small[-1]["lines"]
    return small


def _alike(parts: Sequence[int], others: Sequence[int]) -> int:
    """How many parts of two pictures are the same before the first that differs."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(parts, others, strict=False)))
