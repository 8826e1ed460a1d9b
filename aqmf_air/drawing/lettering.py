"""Words on a map: noted while it is drawn, and written when all of it is there, each where :mod:`labels` finds room for it.

Each is a group with what it names (``data-of``: circles, in units of the drawing), so that a page can letter it anew at
another zoom: see ``web/static/board/names.js``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, product
from math import dist

from aqmf_air.drawing import style
from aqmf_air.drawing.labels import XY, Box, Circle, LabelPlace, LabelText, Segment, place, touches
from aqmf_air.drawing.svg import Fragment, Value, coord, line_to

LEAD = 1.18
"""From one line of words to the next, as a part of their size."""
RISE = 0.92
"""From the top of a line to its base line, as a part of its size."""
SMALLEST = 9.5
"""Pixels of letters that can be read on a page."""
BADGE: XY = (17.0, 15.0)
"""Pixels of a number that stands for words."""
FAR = 28.0
"""Pixels of the leader of a listed name beyond which less of it is written: first its name alone, then its number."""
CROWD = 40.0
"""Pixels from a piece up to which names of others are shortened with its own."""
HALO, CLOSEST = 3.2, 0.05
"""Of letters: how wide the paper is about them, and by how much of their size they stand closer at most."""
TIGHT = 0.85
"""How wide the house's own letters are, in parts of what :func:`em` allows for."""
_NARROW, _BROAD = frozenset("iljtfrI.,:;'|!()[] -\"°"), frozenset("mwMW@%—")


def em(text: str, bold: bool = False) -> float:
    """About how wide a line of words is, in parts of its size; rather too wide than too narrow."""
    wide = sum(0.38 if sign in _NARROW else 0.96 if sign in _BROAD else 0.7 if sign.isupper() else 0.62 for sign in text)
    return wide * (1.13 if bold else 1.0)


@dataclass(frozen=True)
class Caption:
    """Words, what they name, and where they would best stand (:class:`labels.LabelText`). Lines: words and a colour."""

    lines: tuple[tuple[str, str], ...]
    pieces: tuple[Circle, ...] = ()
    spots: tuple[XY, ...] = ()
    size: float = 12.0
    bold: bool = False
    serif: bool = False
    keyed: bool = True
    matters: int = 1
    stays: bool = False
    """On a page it stands at one of its spots, on nothing else, or not at all until there is room: the name of an area."""
    minor: bool = False
    """In a narrow view of a page it is its first line, right beside what it names, or not there until there is room."""
    rim: float = 0.0
    """How far from the middle of what it names a minor one stands in a narrow view, outside of a ring about it."""
    room: float = 0.0
    """How wide the area is that a page keeps it within, in smaller letters if it must; 0: it may be as wide as it is."""
    group: Mapping[str, Value] = field(default_factory=dict)
    """Attributes of the group that they are written in."""
    mark: int = 0
    """Its number in a list beside the drawing, which stands for it where the words have no room; 0: it is not listed."""
    numbers: str = ""
    """Of several that stand on one spot, in a list beside the drawing: written instead of words."""

    def name(self) -> LabelText:
        """As it is placed."""
        if self.numbers:
            return LabelText(*badge_size(self.numbers), self.pieces, self.spots, self.keyed, self.matters)
        own = [em(text, self.bold) * self.size for text, _ in self.lines]
        if self.mark:  # lines stand one below the other, after it
            own = [wide + BADGE[0] + 2 for wide in own]
        wide = max(own) + 3
        return LabelText(wide, LEAD * self.size * len(self.lines) + 1, self.pieces, self.spots, self.keyed, self.matters)


class Lettering:
    """The words of a map within ``frame``, and what they keep off."""

    def __init__(self, frame: Box, panes: Sequence[Box] = ()) -> None:
        self.frame, self.panes = frame, tuple(panes)
        """``panes``: views side by side, in each of which a thing has its name."""
        self.captions: list[Caption] = []
        self.pieces: list[Circle] = []
        self.borders: list[Segment] = []
        self.lines: list[Segment] = []
        self.taken = 0
        """Numbers up to this one stand for something else: they are marks of captions, or in a key already."""

    def write(self, body: Fragment, placed: bool = True) -> list[tuple[int, str]]:
        """Write all that was noted; what stands there as a number is told in the list.

        Finding a place for many words takes a while; those that are not ``placed`` are below what they name.
        """
        if placed and self.panes:
            for pane in self.panes:
                self.within(pane).write(body)
            return []
        names = [caption.name() for caption in self.captions]
        label_places = self._places(names) if placed else [_below(name) for name in names]
        further, numbered = count(self.taken + 1), list[int]()
        for caption, there in zip(self.captions, label_places, strict=True):
            number = there.number
            if number and self.taken:
                number = caption.mark or next(further)
            self._write(body, caption, replace(there, number=number))
            numbered.append(number)
        both = zip(self.captions, numbered, strict=True)
        return sorted((number, " ".join(text for text, _ in caption.lines))
                      for caption, number in both if number and not caption.mark)  # fmt: skip

    def _places(self, names: Sequence[LabelText]) -> list[LabelPlace]:
        """Where the words stand: first those of areas, each at one of its spots, then the others, which keep off them."""
        signs = [*self.pieces, *(piece for caption in self.captions if caption.stays for piece in caption.pieces)]
        settled: dict[int, LabelPlace] = {}
        for number, (caption, name) in enumerate(zip(self.captions, names, strict=True)):
            if caption.stays and name.spots:
                boxes = [there.box for there in settled.values()]
                settled[number] = LabelPlace(_standing(name, self.frame, signs, boxes))
        others = [number for number in range(len(names)) if number not in settled]
        named = (piece for caption in self.captions if caption.keyed and caption.matters for piece in caption.pieces)
        pieces = [*self.pieces, *named, *(circle for there in settled.values() for circle in _covered(there.box))]
        free = [names[number] for number in others]

        def placed() -> list[LabelPlace]:
            return place(free, pieces, self.frame, borders=self.borders, lines=self.lines, number=BADGE)

        found = placed()
        for number_alone in (False, True):  # the list has the rest
            of_list = [at for at, number in enumerate(others) if self.captions[number].mark]
            far = [at for at in of_list if _is_far(found[at])]
            far = [at for at in of_list if at in far or any(_by(free[at], free[other]) for other in far)]  # they share room
            for at in far:
                number = others[at]
                if number_alone:
                    free[at] = replace(free[at], wide=BADGE[0], high=BADGE[1])
                else:
                    caption = self.captions[number]
                    self.captions[number] = replace(caption, lines=tuple(
                        line for line in caption.lines if line[1] == caption.lines[0][1]))  # fmt: skip
                    free[at] = self.captions[number].name()
            if not far:
                break
            found = placed()
            if number_alone:
                found = [replace(there, number=1) if at in far else there for at, there in enumerate(found)]
        settled |= dict(zip(others, found, strict=True))
        return [settled[number] for number in range(len(names))]

    def within(
        self,
        part: Box,
        scale: float = 1.0,
        left: float | None = None,
        top: float | None = None,
        least: float = SMALLEST,
        least_area: float | None = None,
    ) -> Lettering:
        """The words of a part, for a drawing of it ``scale`` times as large with its upper left corner at ``left``, ``top``
        (if not given, where it is). Letters are smaller with it only as far as they can still be read, ``least`` pixels, or
        ``least_area`` where they are the name of an area.
        """
        x0, y0 = part.left if left is None else left, part.top if top is None else top

        def to(x: float, y: float) -> XY:
            return x0 + (x - part.left) * scale, y0 + (y - part.top) * scale

        def circles(given: Iterable[Circle]) -> tuple[Circle, ...]:
            inside = [(x, y, r) for x, y, r in given if part.left <= x <= part.right and part.top <= y <= part.bottom]
            return tuple((*to(x, y), r * scale) for x, y, r in inside)

        def segments(given: Iterable[Segment]) -> list[Segment]:
            return [(*to(a, b), *to(c, d)) for a, b, c, d in given]

        whole = self.frame
        inner = Box(max(part.left, whole.left), max(part.top, whole.top), min(part.right, whole.right),
                    min(part.bottom, whole.bottom))  # fmt: skip
        shown = Lettering(Box(*to(inner.left, inner.top), *to(inner.right, inner.bottom)))
        for caption in self.captions:
            if pieces := circles(caption.pieces):
                spots = tuple(to(*spot) for spot in caption.spots)
                smallest = least_area if caption.stays and least_area is not None else least
                size = max(min(caption.size, smallest), min(caption.size, caption.size * scale))
                shown.captions.append(replace(caption, pieces=pieces, spots=spots, size=size, room=caption.room * scale))
        shown.pieces, shown.taken = list(circles(self.pieces)), self.taken
        shown.borders, shown.lines = segments(self.borders), segments(self.lines)
        return shown

    def names(self, placed: bool) -> tuple[str, ...]:
        """The same as elements for :attr:`aqmf_air.drawing.svg.Picture.names`. There is no list: where a number would stand
        for words, the first line of each is all that is written.
        """
        written = Fragment()
        if self.write(written, placed):
            self.captions = [replace(caption, lines=caption.lines[:1]) for caption in self.captions]
            written = Fragment()
            self.write(written, placed)
        return tuple(written.pieces())

    def _write(self, body: Fragment, caption: Caption, there: LabelPlace) -> None:
        box = there.box
        middle = (box.left + box.right) / 2
        with body.group(**{"class_": "label"} | dict(caption.group), **_facts(caption)):
            if there.leader:
                x, y, to_x, to_y = there.leader
                path = line_to([(x, y), (to_x, to_y)])
                body.add("path", d=path, class_="leader", stroke=style.CARD, stroke_width=3)
                body.add("path", d=path, class_="leader", stroke=style.INK, stroke_width=0.9)
            if there.number or caption.numbers:
                badge(body, middle, (box.top + box.bottom) / 2, caption.numbers or there.number)
            for line, (text, colour) in enumerate(caption.lines):
                at, anchor = (middle, box.top + 0.5 + caption.size * (RISE + LEAD * line)), "middle"
                if caption.mark and not there.number:
                    long = max(em(words, caption.bold) for words, _ in caption.lines) * TIGHT * caption.size
                    at, anchor = (middle - (long - BADGE[0]) / 2 + 1, at[1]), "start"
                    if not line:
                        badge(body, at[0] - BADGE[0] / 2 - 3, at[1] - 0.34 * caption.size, caption.mark)
                over = em(text, caption.bold) * TIGHT * caption.size + HALO - caption.room if caption.room else 0.0
                closer = min(over / max(1, len(text)), CLOSEST * caption.size)  # rather than across the border of its area
                spacing = coord(-closer) if closer > 0 else None
                paper: dict[str, Value] = {"stroke": style.CARD, "stroke_width": HALO, "stroke_linejoin": "round"}
                if spacing:  # drawn letter by letter, so that the paper of one would cover the one before it
                    body.text(at, text, caption.size, style.CARD, anchor, caption.bold, caption.serif, **paper,
                              letter_spacing=spacing)  # fmt: skip
                    paper = {}
                body.text(at, text, caption.size, colour, anchor, caption.bold, caption.serif, **paper,
                          paint_order="stroke" if paper else None, letter_spacing=spacing,
                          data_em=round(em(text, caption.bold), 2), display="none" if there.number else None)  # fmt: skip


def _standing(name: LabelText, frame: Box, signs: Sequence[Circle], taken: Sequence[Box]) -> Box:
    """The spot of the name of an area that covers least: other names rather not, then signs."""

    def covers(box: Box) -> tuple[float, int]:
        return sum(box.overlap(other) for other in taken), sum(touches(sign, box) for sign in signs)

    boxes = []
    for x, y in name.spots:
        left = max(frame.left, min(frame.right - name.wide, x - name.wide / 2))
        boxes.append(Box(left, y - name.high / 2, left + name.wide, y + name.high / 2))
    return min(boxes, key=covers)


def _covered(box: Box) -> list[Circle]:
    """Circles side by side over a box."""
    radius = (box.bottom - box.top) / 2
    count = max(1, round((box.right - box.left) / (2 * radius)))
    step = (box.right - box.left) / count
    return [(box.left + step * (at + 0.5), box.top + radius, radius) for at in range(count)]


def _is_far(there: LabelPlace) -> bool:
    """Whether a name stands where a reader would look for it no more."""
    if there.leader is None:
        return there.number > 0
    x, y, to_x, to_y = there.leader
    return there.number > 0 or dist((x, y), (to_x, to_y)) > FAR


def _by(name: LabelText, other: LabelText) -> bool:
    """Whether two names are of pieces side by side."""
    return any(dist(one[:2], two[:2]) < CROWD for one, two in product(name.pieces, other.pieces))


def _below(name: LabelText) -> LabelPlace:
    x, y, radius = name.pieces[0] if name.pieces else (*name.spots[0], -name.high / 2)
    return LabelPlace(Box(x - name.wide / 2, y + radius, x + name.wide / 2, y + radius + name.high))


def _facts(caption: Caption) -> dict[str, Value]:
    return {
        "data_of": listed(caption.pieces),
        "data_spots": listed(caption.spots) or None,
        "data_keyed": None if caption.keyed else "no",
        "data_stays": "yes" if caption.stays else None,
        "data_minor": "yes" if caption.minor else None,
        "data_rim": coord(caption.rim, 1) if caption.rim else None,
        "data_room": coord(caption.room, 1) if caption.room else None,
        "data_matters": str(caption.matters),
    }


def listed(points: Iterable[Sequence[float]]) -> str:
    """Points, or circles, as an attribute has them."""
    return ",".join(" ".join(coord(value, 1) for value in point) for point in points)


def badge(body: Fragment, x: float, y: float, number: int | str) -> None:
    """A number that stands for words, or several in one, about a point."""
    wide, high = badge_size(number)
    body.rect(x - wide / 2 + 0.5, y - high / 2 + 0.5, wide - 1, high - 1, style.INK, 3, class_="badge")
    body.text((x, y + 3.6), str(number), 10.5, style.CARD, "middle", bold=True, class_="badge")


def badge_size(number: int | str) -> XY:
    """How wide and how high it is."""
    return BADGE if isinstance(number, int) else (em(number, bold=True) * TIGHT * 10.5 + 8, BADGE[1])
