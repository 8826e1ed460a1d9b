"""The face of a card: how what it says is laid out, in two sizes. Millimetres; text in points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from aqmf_air.core.data.text import percent
from aqmf_air.games.martian_front.scenario.model import letters
from aqmf_air.games.martian_front.ui.prints.boxes import BoxLine, box_lines, dealt
from aqmf_air.games.martian_front.ui.prints.cards import Card, Fire
from aqmf_air.games.martian_front.ui.prints.instruments import inches, middle_of
from aqmf_air.games.martian_front.ui.prints.rolls import Roll
from aqmf_air.printing.drawing import (
    BLACK,
    BOLD,
    CUT,
    DARK,
    FAINT,
    FINE,
    HAIR,
    PALE,
    POINT,
    RULE,
    Circle,
    Curve,
    Drawing,
    Label,
    Line,
    Pen,
    Shape,
    rectangle,
)
from aqmf_air.printing.fonts import fitted, shortened, small_caps, width, width_of

DAGGERS = {"stated": "", "inferred": " ‡", "house": " †"}
"""What stands after a name whose numbers no source states."""

KEY = "† our own default · ‡ worked out"
"""What the daggers say."""
LEGEND = f"one element in the open, at least one damaging hit · 10·10: a 10, then another · {KEY}"
"""What the pages of cards say about the numbers."""

TIMES, NOTHING = "\N{MULTIPLICATION SIGN}", "\N{EN DASH}"

WIDTH, PADDING = 92.0, 3.6
NOTE_LINE = 6.5


@dataclass(frozen=True, slots=True)
class Style:
    """The measures of one size of card."""

    per_page: int
    height: float
    title: tuple[float, ...]
    value: float
    label: float
    text: float
    small: float
    profile: float
    row: float
    weapon: float
    """How wide the column of weapons is."""
    answers: bool
    """Whether there is room for what is fired at the unit."""


STYLES = {
    4: Style(4, 118, (16, 14, 12, 10), 16, 5.4, 8.8, 7, 13, 9, 34, answers=True),
    8: Style(8, 59, (12, 10.5, 9, 8), 10.5, 4.6, 6.8, 5.6, 8.6, 5.5, 34, answers=False),
}
"""By cards on a page."""


def card_drawings(card: Card, per_page: int) -> tuple[Drawing, ...]:
    """The card, and as many more as its weapons and its copies' boxes need."""
    style, room, most = STYLES[per_page], WIDTH - 2 * PADDING, 3 if per_page == 4 else 2
    return tuple(face for one in dealt(card, room, most) for face in _parts(one, style, box_lines(one, room, most)))


def _parts(card: Card, style: Style, boxes: Sequence[BoxLine]) -> Iterable[Drawing]:
    """The card, and as many more as its weapons need. Only the first has the boxes: of two to tick, one would be wrong."""
    per_card = max(1, int(_room_for_fires(style, card, boxes) / style.row))
    parts = [card.fires[at : at + per_card] for at in range(0, len(card.fires), per_card)] or [()]
    for number, fires in enumerate(parts, 1):
        part = replace(card, fires=tuple(fires), part=(number, len(parts)))
        yield _face(part, style, boxes if number == 1 else ())


def _heading_height(style: Style) -> float:
    return style.title[0] * POINT + style.text * POINT + 4.3


def _foot_height(style: Style) -> float:
    return style.small * POINT + 2.6


def _table_head(style: Style) -> float:
    return style.label * POINT + 1.9


def _room_for_fires(style: Style, card: Card, boxes: Sequence[BoxLine]) -> float:
    used = PADDING + _heading_height(style) + style.profile + _table_head(style) + _foot_height(style) + PADDING
    used += sum(line.height for line in boxes) + 1.5
    if style.answers:
        used += _answers_height(style) + (_tests_height(style) if card.tests else 0)
    return style.height - used


def _answers_height(style: Style) -> float:
    return style.row + 5.6


def _tests_height(style: Style) -> float:
    return style.row


def _face(card: Card, style: Style, boxes: Sequence[BoxLine]) -> Drawing:
    left, right, top = PADDING, WIDTH - PADDING, style.height - PADDING
    shapes: list[Shape] = [rectangle(0, 0, WIDTH, style.height, CUT, layer="cut")]
    shapes += _heading(card, style, left, right, top)
    y = top - _heading_height(style)
    shapes += _profile(card, style, left, right, y)
    y -= style.profile
    body, y = _fires(card, style, left, right, y)
    shapes += body
    foot = PADDING + _foot_height(style)
    for line in reversed(boxes):
        shapes += (shape.moved(left, foot) for shape in line.shapes)
        foot += line.height
    if style.answers:
        shapes += _notes(left, right, y - 4, foot + 3)
    shapes += _foot(card, style, left, right)
    name = card.name or card.type.name
    return Drawing(name, WIDTH, style.height, tuple(shapes))


# -- heading --------------------------------------------------------------------------------------------------------------


def _heading(card: Card, style: Style, left: float, right: float, top: float) -> tuple[Shape, ...]:
    kind = card.type
    points = str(kind.points)
    size = style.title[0]
    base = top - size * POINT * 0.78
    points_width = max(width(points, "serif-bold", size), width("POINTS", "serif", style.label, style.label * 0.11))
    title = (card.name or kind.name) + DAGGERS[kind.standing]
    title_size, (line, *_) = fitted(title, "serif-bold", style.title, right - left - points_width - 4)
    what = " · ".join(filter(None, (kind.name if card.name else "", _what(card))))
    low = base - style.text * POINT - 1.1
    room = right - left - points_width - 4
    what_size, (what_line, *_) = fitted(what, "italic", (style.text, style.text * 0.9, style.small), room)
    shapes: list[Shape] = [
        Label(left, base, line, "serif-bold", title_size),
        Label(left, low, what_line, "italic", what_size, grey=DARK),
        Label(right - points_width / 2, base, points, "serif-bold", size, "middle"),
        small_caps(right - points_width / 2, low, "points", style.label, anchor="middle", grey=DARK),
    ]
    rule = low - 1.7
    return (*shapes, Line(left, rule, right, rule, BOLD), Line(left, rule - 0.8, right, rule - 0.8, HAIR))


def _what(card: Card) -> str:
    kind = card.type
    words = [f"{kind.side.capitalize()} {kind.kind}", "single" if kind.elements == 1 else f"unit of {kind.elements}"]
    if card.copies > 1:
        first, last = letters(card.units[0]), letters(card.units[-1])
        span = first if first == last else f"{first} to {last}"
        words.append(f"{span} of {card.copies} in the list")
    if card.part[1] > 1:
        words.append(f"card {card.part[0]} of {card.part[1]}")
    return ", ".join(words)


def _profile(card: Card, style: Style, left: float, right: float, top: float) -> tuple[Shape, ...]:
    kind = card.type
    cells = [("Speed", inches(kind.speed))]
    if card.least_move is not None:
        cells.append(("At least", inches(card.least_move)))
    cells += [("Defense", str(kind.defense)), ("Armor", str(kind.armor)), ("Base", inches(kind.base_diameter))]
    if kind.coherency:
        cells.append(("Coherency", inches(kind.coherency)))
    shapes: list[Shape] = []
    step = (right - left) / len(cells)
    base = top - style.value * POINT * 0.75 - 1.5
    middles = [left + (number + 0.5) * step for number in range(len(cells))]
    shapes += _heads([name for name, _ in cells], middles, base - style.label * POINT - 1.1, style.label, step - 1.2)
    for number, (_, value) in enumerate(cells):
        shapes.append(Label(middles[number], base, value, "serif-bold", style.value, "middle"))
        if number:
            shapes.append(Line(left + number * step, top - 0.9, left + number * step, top - style.profile + 1.6, FAINT))
    return (*shapes, Line(left, top - style.profile, right, top - style.profile, FINE))


# -- fire -----------------------------------------------------------------------------------------------------------------


def _fires(card: Card, style: Style, left: float, right: float, top: float) -> tuple[tuple[Shape, ...], float]:
    """The table of weapons and rolls from ``top`` down, and where it ends."""
    shapes: list[Shape] = []
    columns = _columns(card, style, left, right)
    base = top - style.label * POINT - 0.9
    shapes.append(small_caps(left, base, "Weapon", style.label, grey=DARK))
    shapes += _heads(card.targets, columns, base, style.label, _between(columns) - 1.0)
    y = top - _table_head(style)
    shapes.append(Line(left, y, right, y, HAIR))
    for fire in card.fires:
        shapes += _fire(fire, style, left, columns, y, _out(card, fire))
        y -= style.row
        shapes.append(Line(left, y, right, y, FAINT))
    if not card.type.weapons:
        shapes.append(Label(left, y - style.row * 0.62, "Unarmed.", "italic", style.text, grey=DARK))
        y -= style.row
    if style.answers and card.part[0] == card.part[1]:
        if card.tests:
            shapes += _tests(card, style, left, columns, y)
            y -= _tests_height(style)
            shapes.append(Line(left, y, right, y, FAINT))
        if any(roll.hit for _, roll in card.received):
            shapes += _answers(card, style, left, columns, y)
            y -= _answers_height(style)
            shapes.append(Line(left, y, right, y, FAINT))
    return tuple(shapes), y


def _tests(card: Card, style: Style, left: float, columns: Sequence[float], top: float) -> tuple[Shape, ...]:
    """What morale needs after each number of losses."""
    first, second = _lines_of_row(style, top)
    shapes: list[Shape] = [
        Label(left, first, "Morale", "italic", style.text),
        Label(left, second, "elements lost in the phase", "sans", style.small * 0.9, grey=DARK),
    ]
    for middle, test in zip(columns, card.tests, strict=False):  # as many as there are columns
        shapes.append(Label(middle, first, f"{test.lost}:  {test.need}", "serif-bold", style.text * 0.95, "middle"))
        shapes.append(Label(middle, second, percent(test.passes), "sans", style.small, "middle", DARK))
    return tuple(shapes)


def _notes(left: float, right: float, top: float, bottom: float) -> tuple[Shape, ...]:
    """Lines to write on, where there is room for two or more."""
    count = int((top - bottom) / NOTE_LINE)
    if count < 2:
        return ()
    lines = (bottom + number * NOTE_LINE for number in range(count))
    title = small_caps(left, bottom + count * NOTE_LINE - 1.2, "Notes", 5, grey=DARK)
    return (title, *(Line(left, y, right, y, Pen(0.1, PALE)) for y in lines))


def _columns(card: Card, style: Style, left: float, right: float) -> tuple[float, ...]:
    start = left + style.weapon
    step = (right - start) / max(1, len(card.targets))
    return tuple(start + (number + 0.5) * step for number in range(len(card.targets)))


def _heads(texts: Sequence[str], middles: Sequence[float], base: float, size: float, room: float) -> Iterable[Label]:
    """Small capitals over columns ``room`` wide, all of one size; cut short where even the smallest is too large."""
    for smaller in (size, size * 0.9, size * 0.8):
        labels = [
            small_caps(x, base, text, smaller, anchor="middle", grey=DARK) for text, x in zip(texts, middles, strict=True)
        ]
        if all(width_of(label) <= room for label in labels):
            return labels
    return [replace(one, text=shortened(one.text, one.face, one.size, room, one.tracking)) for one in labels]


def _between(columns: Sequence[float]) -> float:
    """How wide a column of rolls is."""
    return columns[1] - columns[0] if len(columns) > 1 else 20.0


def _lines_of_row(style: Style, top: float) -> tuple[float, float]:
    """The baselines of the two lines of a row."""
    gap = (style.row - (style.text + style.small) * 0.72 * POINT) / 3
    first = top - gap - style.text * 0.72 * POINT
    return first, first - gap * 0.9 - style.small * 0.72 * POINT


def _out(card: Card, fire: Fire) -> tuple[int, int]:
    """How many of a weapon are out, of how many that the elements left carry."""
    alive = [one for one in card.elements if one.alive]
    return sum(one.weapons_out.count(fire.mount.weapon.name) for one in alive), len(alive) * fire.mount.count


def _fire(
    fire: Fire, style: Style, left: float, columns: Sequence[float], top: float, out: tuple[int, int]
) -> Iterable[Shape]:
    first, second = _lines_of_row(style, top)
    mount = fire.mount
    weapon = mount.weapon
    shapes: list[Shape] = []
    start = left
    if weapon.range is not None:
        shapes += _arc_sign(mount.arcs, left + 1.5, first + style.text * POINT * 0.25)
        start = left + 4.2
    room = style.weapon - (start - left) - 1
    name = _plain_name(fire) + (f" {TIMES}{mount.count}" if mount.count > 1 else "") + DAGGERS[weapon.standing]
    if 0 < out[0] < out[1]:
        name += f" ({out[0]} out)"
    size, (line, *_) = fitted(name, "serif-bold", (style.text, style.text * 0.9, style.text * 0.8), room)
    shapes.append(Label(start, first, line, "serif-bold", size))
    if 0 < out[1] <= out[0]:
        middle = first + size * POINT * 0.22
        shapes.append(Line(left, middle, left + style.weapon - 1, middle, RULE))
    size, (line, *_) = fitted(_what_it_does(fire), "sans", (style.small, style.small * 0.9, style.small * 0.8), room)
    shapes.append(Label(start, second, line, "sans", size, grey=DARK))
    for middle, roll in zip(columns, fire.rolls, strict=True):
        shapes += _roll(roll, style, middle, first, second, _between(columns) - 0.8)
    return shapes


def _plain_name(fire: Fire) -> str:
    """The weapon's name without the arcs that tell it from another like it; they stand below it anyway."""
    return fire.mount.weapon.name.removesuffix(f" ({', '.join(fire.mount.arcs)})")


def _what_it_does(fire: Fire) -> str:
    weapon = fire.mount.weapon
    parts = [inches(weapon.range) if weapon.range is not None else ""]
    parts.append(f"{weapon.shots} shots" if weapon.shots > 1 else "")
    parts.append(f"Power {weapon.power:+d}")
    parts.append(f"Barrage {weapon.barrage}" if weapon.barrage else "")
    parts += [_arcs(fire.mount.arcs), *weapon.traits]
    return " · ".join(filter(None, parts))


def _arcs(arcs: Sequence[str]) -> str:
    """One arc in full, several by their initials; the sign beside them shows which."""
    return arcs[0] if len(arcs) == 1 else "/".join(arc[:1].upper() for arc in arcs)


def _arc_sign(arcs: Sequence[str], x: float, y: float) -> tuple[Shape, ...]:
    """A small disc on which the arcs that a gun bears on are black; all of it, where it bears all round."""
    radius = 1.5
    if not arcs:
        return (Circle(x, y, radius, HAIR), Circle(x, y, radius * 0.62, None, BLACK))
    from aqmf_air.geometry.plane.arc import ARCS

    wedges = (Curve(x, y, radius, middle_of(arc) - 45, 90, None, BLACK, wedge=True) for arc in ARCS if arc in arcs)
    return (Circle(x, y, radius, HAIR), *wedges)


def _roll(roll: Roll, style: Style, middle: float, first: float, second: float, room: float) -> tuple[Shape, ...]:
    if roll.barred:
        return (
            Label(middle, first, NOTHING, "serif", style.text, "middle", DARK),
            Label(middle, second, roll.barred, "sans", style.small * 0.72, "middle", DARK),
        )
    if not roll.hit:
        return (Label(middle, first, NOTHING, "serif", style.text, "middle", DARK),)
    text, chance = f"{roll.hit}  {roll.damage}", percent(roll.chance)
    size, _ = fitted(text, "serif-bold", (style.text * 0.95, style.text * 0.85, style.text * 0.75), room)
    small, _ = fitted(chance, "sans", (style.small, style.small * 0.85), room)
    return (
        Label(middle, first, text, "serif-bold", size, "middle"),
        Label(middle, second, chance, "sans", small, "middle", DARK),
    )


def _answers(card: Card, style: Style, left: float, columns: Sequence[float], top: float) -> tuple[Shape, ...]:
    """What the usual targets need to hit back, with their first weapon that may."""
    first, second = _lines_of_row(style, top)
    step = _between(columns)
    shapes: list[Shape] = [
        Label(left, first, "Fire on this unit", "italic", style.text),
        Label(left, second, "by one element of each", "sans", style.small * 0.9, grey=DARK),
    ]
    for middle, (name, roll) in zip(columns, card.received, strict=True):
        shapes += _roll(roll, style, middle, first, second, step - 0.8)
        size, lines = fitted(name, "italic", (style.small * 0.85, style.small * 0.7), step - 0.8, 2)
        for number, line in enumerate(lines, 1):
            shapes.append(Label(middle, second - number * size * POINT - 0.3, line, "italic", size, "middle", DARK))
    return tuple(shapes)


# -- foot -----------------------------------------------------------------------------------------------------------------


def _foot(card: Card, style: Style, left: float, right: float) -> tuple[Shape, ...]:
    base = PADDING + 0.4
    traits = " · ".join(card.type.traits)
    marks = " · ".join(card.marks)
    shapes: list[Shape] = [Line(left, base + style.small * POINT + 0.9, right, base + style.small * POINT + 0.9, RULE)]
    half = (right - left) / 2 - 1
    if traits:
        line = shortened(traits, "italic", style.small, half if marks else 2 * half)
        shapes.append(Label(left, base, line, "italic", style.small, grey=DARK))
    if marks:
        line = shortened(marks.upper(), "sans-bold", style.small, half)
        shapes.append(Label(right, base, line, "sans-bold", style.small, "end"))
    return tuple(shapes)
