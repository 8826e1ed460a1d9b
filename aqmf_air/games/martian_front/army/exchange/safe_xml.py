"""Reading XML that strangers wrote: no document type, so no entities; bounded in depth and size."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from aqmf_air.errors import DataError

MAX_ELEMENTS = 60_000
MAX_DEPTH = 64


@dataclass(slots=True)
class Node:
    """An element: its name without a namespace, attributes, children, and the text before the first child."""

    tag: str
    attributes: dict[str, str]
    children: list[Node] = field(default_factory=list)
    text: str = ""

    def all(self, tag: str) -> list[Node]:
        """The children of this name."""
        return [one for one in self.children if one.tag == tag]

    def inside(self, outer: str, inner: str) -> list[Node]:
        """The elements ``inner`` of the list ``outer``."""
        return [one for listed in self.all(outer) for one in listed.all(inner)]

    def get(self, name: str) -> str:
        """An attribute; empty if it is not there."""
        return self.attributes.get(name, "")


def read_xml(raw: bytes, where: str) -> Node:
    """The root of a document.

    Raises:
        DataError: it is not well formed, has a document type, or is too deep or too large.
    """
    reader = _Reader(where)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    try:
        parser.Parse(raw, True)
    except expat.ExpatError as bad:
        reason = f"{expat.ErrorString(bad.code)} (line {bad.lineno}, column {bad.offset + 1})"
        raise DataError(f"{where}: not XML: {reason}", path=where) from None
    except (LookupError, ValueError):
        raise DataError(f"{where}: not XML: it names an encoding that cannot be read", path=where) from None
    assert reader.root is not None  # expat refuses a document without one
    return reader.root


class _Reader:
    def __init__(self, where: str) -> None:
        self.where = where
        self.root: Node | None = None
        self.open: list[Node] = []
        self.parts: list[str] = []
        self.elements = 0

    def doctype(self, *_: object) -> None:
        raise DataError(f"{self.where}: it has a document type (DOCTYPE), which no list needs: refused", path=self.where)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise DataError(f"{self.where}: more than {MAX_ELEMENTS:,} elements", path=self.where)
        if len(self.open) >= MAX_DEPTH:
            raise DataError(f"{self.where}: elements nested more than {MAX_DEPTH} deep", path=self.where)
        self._settle()
        node = Node(name.rpartition(" ")[2], attributes)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def end(self, name: str) -> None:
        self._settle()
        self.open.pop()

    def _settle(self) -> None:
        """Give the text so far to the element that is open."""
        if self.parts:
            self.open[-1].text = "".join(self.parts)
            self.parts.clear()

    def characters(self, text: str) -> None:
        if not self.open[-1].children:
            self.parts.append(text)
