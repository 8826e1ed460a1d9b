"""Boxes on a card: one for each element, with what it has left of Armor points and bombs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aqmf_air.games.martian_front.profiles import Mount
from aqmf_air.games.martian_front.scenario.model import letters
from aqmf_air.games.martian_front.ui.prints.cards import Card, Condition
from aqmf_air.printing.drawing import BLACK, DARK, FINE, GREY, HAIR, PALE, RULE, Circle, Label, Line, Shape, rectangle
from aqmf_air.printing.fonts import small_caps, width

BOX, ROUND, POINT_BOX, SPACE, GROUP = 4.4, 3.2, 3.9, 0.9, 3.2
"""Sides of a box, a bomb and an Armor point, the space between them, and between elements. Millimetres."""
LINE = 5.8


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A line of boxes from the origin to the right."""

    height: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class _Group:
    """What belongs together and is not broken: an element with all that it carries."""

    width: float
    shapes: tuple[Shape, ...]


def box_lines(card: Card, room: float, most: int) -> tuple[BoxLine, ...]:
    """The boxes of a card's units in at most ``most`` lines of ``room`` mm; lines to write on, if they need more."""
    lines = _drawn(card, room, most)
    if lines is not None:
        return lines
    left = sum(one.alive for one in card.elements)
    value = f"{left}" if left < len(card.elements) else ""
    return tuple(
        _written(f"{_called(card, unit)} Elements left, of {len(card.elements)}".strip(), value, room) for unit in card.units
    )


def dealt(card: Card, room: float, most: int) -> tuple[Card, ...]:
    """The card once for as many of its copies as have room for their boxes, and again for the next."""
    fit = next((count for count in range(card.copies, 1, -1) if _drawn(_for(card, 0, count), room, most)), 1)
    if fit == 1 and _drawn(_for(card, 0, 1), room, most) is None:
        fit = most  # a line to write on for each
    return tuple(_for(card, first, min(first + fit, card.copies)) for first in range(0, card.copies, fit))


def _for(card: Card, first: int, after: int) -> Card:
    return replace(card, units=tuple(range(first, after)))


def _called(card: Card, unit: int) -> str:
    """What tells a unit from others like it: a letter."""
    return letters(unit) if card.copies > 1 else ""


def _drawn(card: Card, room: float, most: int) -> tuple[BoxLine, ...] | None:
    """The boxes of all units of a card; None where they need more lines than ``most``."""
    for bombs_written in (False, True) if _bombs(card) else (False,):
        one = [_group(card, element, bombs_written=bombs_written) for element in card.elements]
        units = [_of_unit(_called(card, unit), one) for unit in card.units]
        for whole in (True, False):  # a unit is not parted from its letter while there is room for that
            lines = _broken(units, room, whole=whole)
            if lines is not None and len(lines) <= most:
                return lines
    return None


def _of_unit(name: str, groups: Sequence[_Group]) -> Sequence[_Group]:
    """The boxes of a unit with its letter before the first of them."""
    if not name or not groups:
        return groups
    wide = width(name, "serif-bold", 8) + SPACE
    first = (Label(0, 1.1, name, "serif-bold", 8), *(shape.moved(wide, 0) for shape in groups[0].shapes))
    return (_Group(groups[0].width + wide, first), *groups[1:])


def _broken(units: Sequence[Sequence[_Group]], room: float, *, whole: bool) -> tuple[BoxLine, ...] | None:
    """The groups in lines; a unit that fits in a line is kept ``whole``. None if a group is wider than a line."""
    lines: list[tuple[Shape, ...]] = [()]
    x = 0.0
    for groups in units:
        length = sum(group.width + GROUP for group in groups) - GROUP
        for at, group in enumerate(groups):
            if group.width > room:
                return None
            together = length if whole and not at and length <= room else group.width
            if x and x + together > room:
                lines.append(())
                x = 0.0
            lines[-1] = (*lines[-1], *(shape.moved(x, 0) for shape in group.shapes))
            x += group.width + GROUP
    return tuple(BoxLine(LINE, shapes) for shapes in lines)


def _group(card: Card, one: Condition, *, bombs_written: bool = False) -> _Group:
    shapes: list[Shape] = [rectangle(0, 0, BOX, BOX, RULE)]
    shapes.append(Label(BOX / 2, 1.35, str(one.number), "serif", 7, "middle", GREY))
    if not one.alive:
        shapes += _crossed(0, 0, BOX)
    x = BOX + SPACE
    if card.counts_armor:
        for point in range(card.type.armor, 0, -1):
            lost = not one.alive or point > card.type.armor - one.armor_lost
            shapes.append(rectangle(x, 0.25, POINT_BOX, POINT_BOX, HAIR, PALE if lost else None))
            shapes.append(Label(x + POINT_BOX / 2, 1.35, str(point), "sans", 5.4, "middle", DARK))
            if lost:
                shapes.append(Line(x, 0.25, x + POINT_BOX, 0.25 + POINT_BOX, FINE))
            x += POINT_BOX
        x += SPACE
    for mount in _bombs(card):
        used = dict(one.used).get(mount.weapon.name, 0)
        letter = mount.weapon.name[0]
        if bombs_written:
            text = f"{mount.weapon.name}: {mount.count - used} of {mount.count}"
            shapes.append(Label(x, 1.3, text, "sans", 5.4, grey=DARK))
            x += width(text, "sans", 5.4) + SPACE
            shapes.append(Line(x, 0.6, x + 9, 0.6, HAIR))
            x += 9 + SPACE
            continue
        for number in range(mount.count):
            middle = x + ROUND / 2
            gone = number < used or not one.alive
            shapes.append(Circle(middle, BOX / 2, ROUND / 2, FINE, BLACK if gone else None))
            if not gone:
                shapes.append(Label(middle, BOX / 2 - 0.7, letter, "sans", 5, "middle", DARK))
            x += ROUND + SPACE
    return _Group(x - SPACE, tuple(shapes))


def _bombs(card: Card) -> tuple[Mount, ...]:
    """What is used up as it is used: bombs have no range of their own, and are counted."""
    return tuple(mount for mount in card.type.weapons if mount.weapon.kind == "bomb" and mount.weapon.range is None)


def _crossed(x: float, y: float, side: float) -> tuple[Line, Line]:
    return Line(x, y, x + side, y + side, RULE), Line(x, y + side, x + side, y, RULE)


def _written(text: str, value: str, room: float) -> BoxLine:
    label = small_caps(0, 1.3, text, 5.6, grey=DARK)
    start = width(text.upper(), "serif", 5.6, label.tracking) + 2
    number = (Label(start + 1, 1.3, value, "serif-bold", 9),) if value else ()
    return BoxLine(LINE, (label, Line(start, 0.6, min(room, start + 30), 0.6, HAIR), *number))
