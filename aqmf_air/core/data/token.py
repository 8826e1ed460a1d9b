"""Short texts that stand for something: a prefix with a version, then bytes in the URL-safe alphabet of base 64.

The bytes are the number of bytes that follow (a varint), a byte that says whether they are deflated, the content, and a
CRC-32. In the content numbers are varints (seven bits a byte, the lowest first), a text is its length and then UTF-8.
"""

from __future__ import annotations

import re
import struct
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from aqmf_air.errors import DataError

T = TypeVar("T")


def bad_token(why: str) -> DataError:
    """The error of everything that is wrong with a token."""
    return DataError(f"token: {why}", path="token")


@dataclass(frozen=True, slots=True)
class Seal:
    """How tokens of one kind are written: ``prefix`` and version (``aqd1-``), and how much they may hold."""

    prefix: str
    version: int
    what: str
    """What a token stands for, with its article: ``a design``."""
    max_token: int
    """Characters."""
    max_bytes: int
    """Bytes of the content."""

    def close(self, content: bytes) -> str:
        """The token of this content. Raises DataError: it is more than a token may hold."""
        deflated = zlib.compress(content, 9, wbits=-15)
        body = b"\x01" + deflated if len(deflated) < len(content) else b"\x00" + content
        body += struct.pack(">I", zlib.crc32(body))
        length = Writer()
        length.number(len(body))
        token = f"{self.prefix}{self.version}-{urlsafe_b64encode(bytes(length.bytes) + body).decode().rstrip('=')}"
        if len(token) > self.max_token or len(content) > self.max_bytes:
            size = f"{len(content):,} bytes, expected at most {self.max_bytes:,}"
            raise bad_token(f"{self.what} as long as this has none: {size}")
        return token

    def places(self, text: str) -> list[int]:
        """Where tokens of the kind begin in a text."""
        return [match.start() for match in re.finditer(rf"{self.prefix}\d{{1,4}}-", text)]

    def open(self, text: str) -> bytes:
        """The content of the first token in a text, such as a link, or a message about it. Blanks and line breaks that a
        message put into it do not matter, nor what stands after it: it says how long it is.
        Raises DataError: there is none, it is cut short, was changed on its way, or comes from a newer version.
        """
        form = re.search(rf"{self.prefix}(\d{{1,4}})-([A-Za-z0-9_\s-]{{0,{2 * self.max_token}}})", text)
        if form is None:
            begin = f"{self.prefix}{self.version}-"
            raise bad_token(f"expected {self.what} token, which begins with '{begin}', got {text[:20]!r}")
        if (given := int(form[1])) > self.version:
            raise bad_token(f"it is of version {given}, and this program reads version {self.version}: update the program")
        if given < self.version:
            raise bad_token(f"there is no version {given}")
        body = _checked("".join(form[2].split())[: self.max_token])
        if not body[0]:
            return body[1:-4]
        inflate = zlib.decompressobj(wbits=-15)
        try:
            plain = inflate.decompress(body[1:-4], self.max_bytes)
        except zlib.error:
            raise bad_token("it cannot be unpacked") from None
        if not inflate.eof or inflate.unused_data:
            raise bad_token("it cannot be unpacked, or unpacks to too much")
        return plain


def _checked(text: str) -> bytes:
    """The bytes behind the length, as many as it says, checked against their checksum."""
    whole = text[: len(text) // 4 * 4] if len(text) % 4 == 1 else text  # one letter alone stands for no byte
    reader = Reader(urlsafe_b64decode(whole + "=" * (-len(whole) % 4)))
    length = reader.number()
    body = reader.raw[reader.at :]
    if len(body) < length or length < 5:
        raise bad_token(f"it is cut short: {min(len(body), max(length, 5) - 1)} of {max(length, 5)} bytes are there")
    body = body[:length]
    if struct.pack(">I", zlib.crc32(body[:-4])) != body[-4:]:
        raise bad_token("it was changed on its way: the checksum does not fit")
    return body


class Writer:
    """Writes values one after the other into ``bytes``."""

    def __init__(self) -> None:
        self.bytes = bytearray()

    def number(self, value: int) -> None:
        while value > 0x7F:
            self.bytes.append(value & 0x7F | 0x80)
            value >>= 7
        self.bytes.append(value)

    def text(self, value: str) -> None:
        raw = value.encode()
        self.number(len(raw))
        self.bytes += raw

    def real(self, value: float) -> None:
        """Twice a whole number, or 1 and the eight bytes of any other."""
        if value.is_integer() and value >= 0:
            self.number(int(value) * 2)
        else:
            self.number(1)
            self.bytes += struct.pack(">d", value)

    def optional(self, value: T | None, write: Callable[[T], object]) -> None:
        """1 and the value, or 0 for None."""
        self.number(value is not None)
        if value is not None:
            write(value)

    def each(self, values: Iterable[T], write: Callable[[T], object]) -> None:
        """How many there are, and each of them."""
        listed = list(values)
        self.number(len(listed))
        for value in listed:
            write(value)


class Reader:
    """Reads back what a :class:`Writer` wrote; ``at`` is the place of the next byte.

    Every method raises a :class:`DataError` where the bytes are not what a writer leaves: see :func:`bad_token`.
    """

    def __init__(self, raw: bytes) -> None:
        self.raw, self.at = raw, 0

    def take(self, n: int) -> bytes:
        """The next ``n`` bytes."""
        if self.at + n > len(self.raw):
            raise bad_token("it is cut short")
        self.at += n
        return self.raw[self.at - n : self.at]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
            if shift > 28:
                raise bad_token("a number in it is too large")

    def text(self) -> str:
        try:
            return self.take(self.number()).decode()
        except UnicodeDecodeError:
            raise bad_token("a text in it is not UTF-8") from None

    def real(self) -> float:
        whole = self.number()
        if whole == 1:
            return float(struct.unpack(">d", self.take(8))[0])
        return whole / 2

    def optional(self, read_it: Callable[[], T]) -> T | None:
        return read_it() if self.number() else None

    def each(self, read_it: Callable[[], T]) -> list[T]:
        """Several values. Each is a byte at least, so a number that is too large soon comes to an end."""
        return [read_it() for _ in range(self.number())]

    def one_of(self, options: tuple[T, ...]) -> T:
        """One of ``options``, by its place."""
        place = self.number()
        if place >= len(options):
            raise bad_token("it holds a word that this version does not know")
        return options[place]

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to read."""
        return self.at == len(self.raw)

    def end(self) -> None:
        if not self.ended:
            raise bad_token("there is more in it than was expected")
