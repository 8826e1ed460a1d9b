"""Where faces come from: a seed, or a log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from itertools import count, islice
from typing import Any

from aqmf_air.core.dice.dice import Draw, Face, Faces, Source
from aqmf_air.errors import ReplayMismatchError


def seeded(seed: int | str, *place: int | str) -> Source:
    """Faces that depend on ``seed``, ``place`` (where in the log) and the number of the draw, on nothing else.

    They come from SHA-256 of ``seed/place/.../draw/block``, byte by byte; bytes that would favour low faces are passed
    over. Anyone can check them with a hash tool. Secret draws are counted apart, as ``seed/place/.../secret/draw/block``:
    the seed rolls them, no matter who rolls the others.
    """
    prefix = "/".join(map(str, (seed, *place)))
    drawn = {prefix: count(), f"{prefix}/secret": count()}

    def source(ask: Draw[Any]) -> Faces:
        kind = f"{prefix}/secret" if ask.secret else prefix
        faces = ask.die.faces
        return Faces(tuple([faces[at] for at in _below(len(faces), ask.size, f"{kind}/{next(drawn[kind])}")]), "seed")

    return source


def _below(sides: int, n: int, name: str) -> Sequence[int]:
    """``n`` even choices of 0 .. sides - 1: as many bytes each as it takes, drawn again where they would favour the low."""
    if sides <= 256:
        choices, passed_over = _bytes_for(sides)
        chosen = bytearray()
        for block in count():
            chosen += _block(name, block).translate(choices, passed_over)
            if len(chosen) >= n:
                return chosen[:n]
    size = ((sides - 1).bit_length() + 7) // 8
    limit = 256**size // sides * sides
    stream = (byte for block in count() for byte in _block(name, block))
    numbers = (int.from_bytes(bytes(islice(stream, size))) for _ in count())
    return list(islice((number % sides for number in numbers if number < limit), n))


@cache
def _bytes_for(sides: int) -> tuple[bytes, bytes]:
    """What each byte chooses of 0 .. sides - 1, and the bytes that would favour the low."""
    limit = 256 // sides * sides
    return bytes(byte % sides for byte in range(256)), bytes(range(limit, 256))


def _block(name: str, block: int) -> bytes:
    return sha256(f"{name}/{block}".encode()).digest()


def replayed(rolls: Iterable[tuple[str, int, str, tuple[Face, ...], str]]) -> Source:
    """A source that answers from a log, and insists that the same questions are asked.

    ``rolls`` are (label, n, name of the die, faces, by).

    Raises ReplayMismatchError: the rules now ask for something else than they did.
    """
    left = list(rolls)

    def source(ask: Draw[Any]) -> Faces:
        wanted = (ask.label, ask.size, ask.die.name)
        if not left or left[0][:3] != wanted:
            expected = "no further roll" if not left else "{!r} ({} of {})".format(*left[0][:3])
            got = "{!r} ({} of {})".format(*wanted)
            fault = f"the log has {expected} where the rules ask for {got}"
            raise ReplayMismatchError(fault, position=None, expected=expected, got=got)
        *_, faces, by = left.pop(0)
        return Faces(tuple(faces), by)

    return source
