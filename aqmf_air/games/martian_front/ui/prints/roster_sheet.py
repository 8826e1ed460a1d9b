"""The roster: a list with its points and problems, then its cards without duplicates, then the rules that it uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from aqmf_air.core.data.text import TYPESET, quoted
from aqmf_air.core.play.rulings import Rulings, describe
from aqmf_air.games.martian_front.army.exchange.token import code_of, holds, shared
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.ui.prints.cards import Card, Condition, card_of
from aqmf_air.games.martian_front.ui.prints.deck import card_leaves
from aqmf_air.games.martian_front.ui.prints.faces import DAGGERS, KEY, NOTHING, TIMES
from aqmf_air.games.martian_front.ui.prints.instruments import inches
from aqmf_air.games.martian_front.ui.prints.reference import reference_leaves
from aqmf_air.printing.drawing import BOLD, DARK, FAINT, HAIR, POINT, RULE, Label, Line, Outline, Shape
from aqmf_air.printing.fonts import fitted, shortened, small_caps, wrapped
from aqmf_air.printing.paper import Area, Leaf, Paper, area_of

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army_formats import Finding

ROW, TEXT, SMALL = 7.6, 10.0, 7.5
"""A row of the list, its text, and what stands below it."""
MODULE = 0.45
"""Millimetres of a module of the QR code; phones read 0.4 and more. The largest code is 80 mm wide."""

NO_PAGE = ("This code holds the whole list, as a token:", "scan it, and paste it under Army lists.")
"""What stands beside a code that leads to no page."""


def roster_leaves(
    ruleset: AllQuiet, muster: ResolvedList, rulings: Rulings, per_page: int, paper: Paper, page: str = ""
) -> tuple[Leaf, ...]:
    """All pages of a mustered list; its problems are printed and keep nothing from being printed.

    The code on them leads to ``page``, which opens share links; without one that others can reach, the list itself is in it.
    """
    types = tuple({line.type.name: line.type for line in muster.lines if line.type is not None}.values())
    return (
        *_list_leaves(muster, rulings, paper, page),
        *card_leaves(cards_of(ruleset, muster, rulings), per_page, paper),
        *reference_leaves(types, ruleset.register, paper),
    )


def cards_of(ruleset: AllQuiet, muster: ResolvedList, rulings: Rulings) -> tuple[Card, ...]:
    """A card for each name, type and strength of unit in the list, in its order; those that are alike share it."""
    cards: dict[tuple[str, str, int], Card] = {}
    for line in muster.lines:
        if line.type is None:
            continue
        key = (line.entry.name, line.type.name, line.elements)
        if key in cards:
            cards[key] = replace(cards[key], copies=cards[key].copies + line.count)
            continue
        fresh = card_of(ruleset, line.type, rulings)
        elements = tuple(Condition(number) for number in range(1, line.elements + 1))
        cards[key] = replace(fresh, name=line.entry.name, copies=line.count, elements=elements)
    return tuple(cards.values())


# -- the list -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Band:
    """A band across the page: its height, and its shapes from the top left corner downwards."""

    height: float
    shapes: tuple[Shape, ...]


def _list_leaves(muster: ResolvedList, rulings: Rulings, paper: Paper, page: str) -> tuple[Leaf, ...]:
    area = area_of(paper)
    army = muster.army
    of = f" of {army.limit}" if army.limit is not None else ""
    about = f"{army.side.capitalize()} · {muster.points}{of} points"
    pages: list[list[Shape]] = [[]]
    top, low = area.y + area.height, area.y
    y = top
    for band in _bands(muster, rulings, area, page):
        if y - band.height < low:
            pages.append([])
            y = top
        pages[-1] += (shape.moved(area.x, y) for shape in band.shapes)
        y -= band.height
    return tuple(
        Leaf(army.name if number == 1 else f"{army.name}, continued", about, tuple(shapes))
        for number, shapes in enumerate(pages, 1)
    )


def _bands(muster: ResolvedList, rulings: Rulings, area: Area, page: str) -> Iterable[_Band]:
    columns = _Columns(area.width)
    yield columns.head()
    for line in muster.lines:
        yield columns.row(line)
    if not muster.lines:
        yield _paragraph("No units yet.", "italic", TEXT, area.width, DARK)
    yield columns.total(muster)
    if any(line.type is not None and DAGGERS[line.type.standing] for line in muster.lines):
        yield _paragraph(KEY, "italic", SMALL, area.width, DARK)
    for title, findings in (("Problems", muster.problems), ("Warnings", muster.warnings)):
        if findings:
            yield _title(title, area.width)
            yield from (_by_rule(one.rule, _said(one), area.width) for one in findings)
    if not muster.problems:
        yield _title("In order", area.width)
        yield _paragraph("The list keeps to every rule that is checked.", "serif", SMALL, area.width, DARK)
    yield from _remarks(muster, rulings, area, page)


def _remarks(muster: ResolvedList, rulings: Rulings, area: Area, page: str) -> Iterable[_Band]:
    """Rulings that are not the default, notes, and the code to scan."""
    settled = [one for one in describe(rulings) if one.value != one.default]
    if settled:
        yield _title("Rulings", area.width)
    for one in settled:
        chosen = next(text for value, text in one.choices if value == one.value)
        yield _by_rule(one.rule, f"{one.question} {chosen}", area.width)
    if muster.army.notes:
        yield _title("Notes", area.width)
        yield from (_paragraph(text, "serif", SMALL, area.width) for text in muster.army.notes.splitlines())
    yield _code(shared(muster.army, page), area.width, page)


class _Columns:
    """The columns of the list: units, profile, elements, points each, points."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.names = width - 96
        self.places = {
            name: width - back
            for name, back in (("speed", 88), ("defense", 74), ("armor", 60), ("elements", 44), ("each", 22), ("points", 1))
        }

    def head(self) -> _Band:
        """The heads of the columns."""
        labels = [small_caps(0, -5, "Units", 6, grey=DARK)]
        labels += [small_caps(x, -5, name, 6, anchor="end", grey=DARK) for name, x in self.places.items()]
        return _Band(7.2, (*labels, Line(0, -7, self.width, -7, RULE)))

    def row(self, line: ResolvedUnit) -> _Band:
        """One entry: its units, with what the player calls them and has noted about them below."""
        kind = line.type
        dagger = DAGGERS[kind.standing] if kind is not None else " (unknown unit)"
        name = (f"{line.count} {TIMES} " if line.count > 1 else "") + line.unit + dagger
        size, (text, *_) = fitted(name, "serif-bold", (TEXT, TEXT * 0.9, TEXT * 0.8), self.names)
        shapes: list[Shape] = [Label(0, -5, text, "serif-bold", size)]
        values = {"elements": str(line.elements or NOTHING), "each": str(line.each), "points": str(line.points)}
        if kind is not None:
            values |= {"speed": inches(kind.speed), "defense": str(kind.defense), "armor": str(kind.armor)}
        for column, value in values.items():
            face = "serif-bold" if column == "points" else "serif"
            shapes.append(Label(self.places[column], -5, value, face, TEXT, "end"))
        height = ROW
        entry = line.entry
        about = [entry.name and quoted(entry.name, TYPESET), "hidden" if entry.hidden else ""]
        about += [f"{option}: {value}" for option, value in entry.options.items()]
        about += [" ".join(entry.notes.split())]
        below = " · ".join(filter(None, about))
        for text in wrapped(below, "italic", SMALL, self.width - 4, 3) if below else ():
            shapes.append(Label(3, -height - 0.9, text, "italic", SMALL, grey=DARK))
            height += SMALL * POINT * 1.25
        height += 0.8 if below else 0
        return _Band(height, (*shapes, Line(0, -height, self.width, -height, FAINT)))

    def total(self, muster: ResolvedList) -> _Band:
        """The sum, and what is left of the limit."""
        limit = muster.army.limit
        shapes: list[Shape] = [
            Line(0, -0.6, self.width, -0.6, BOLD),
            small_caps(0, -6.4, "Total", 7.5),
            Label(self.places["points"], -6.8, str(muster.points), "serif-bold", 14, "end"),
        ]
        if limit is not None:
            left = limit - muster.points
            said = f"{left} left of {limit}" if left >= 0 else f"{-left} over {limit}"
            shapes.append(Label(self.places["points"] - 22, -6.6, said, "italic", TEXT * 0.9, "end", DARK))
        return _Band(11, tuple(shapes))


def _title(text: str, width: float) -> _Band:
    return _Band(9.4, (small_caps(0, -7, text, 7.5, face="serif-bold"), Line(0, -8.4, width, -8.4, HAIR)))


def _said(finding: Finding) -> str:
    text = "; ".join(filter(None, (finding.message, finding.fix)))
    return text[:1].upper() + text[1:]


def _by_rule(rule: str, text: str, width: float) -> _Band:
    """A text with the rule that it is about before it."""
    lines = wrapped(text, "serif", TEXT * 0.88, width - 34)
    step = TEXT * 0.88 * POINT * 1.25
    shapes: list[Shape] = [
        Label(0, -step, shortened(rule, "sans-bold", SMALL * 0.9, 31), "sans-bold", SMALL * 0.9, grey=DARK)
    ]
    shapes += (Label(34, -step * number, line, "serif", TEXT * 0.88) for number, line in enumerate(lines, 1))
    return _Band(step * len(lines) + 1.6, tuple(shapes))


def _paragraph(text: str, face: str, size: float, width: float, grey: float = 0.0) -> _Band:
    step = size * POINT * 1.3
    lines = wrapped(text, face, size, width)
    labels = tuple(Label(0, -step * number, line, face, size, grey=grey) for number, line in enumerate(lines, 1))
    return _Band(step * len(lines) + 1.4, labels)


# -- the code -------------------------------------------------------------------------------------------------------------


def _code(text: str, width: float, page: str) -> _Band:
    """The QR code of the list, with what it is for; or a line that says that no code holds it."""
    if not holds(text):
        return _paragraph("This list is too long for a QR code: share it as a file.", "italic", SMALL, width, DARK)
    code = code_of(text)
    rows: Sequence[Sequence[int]] = code.matrix
    side = len(rows) * MODULE
    shapes = [
        Outline(_run(width - side + first * MODULE, -6 - (at + 1) * MODULE, count * MODULE), None, 0.0)
        for at, row in enumerate(rows)
        for first, count in _dark_runs(row)
    ]
    notes = (f"Scan to open this list at {page}.",) if page else NO_PAGE
    labels = [
        Label(width - side - 4, -6 - side + (len(notes) - number) * SMALL * POINT * 1.3, note, "italic", SMALL, "end", DARK)
        for number, note in enumerate(notes, 1)
    ]
    return _Band(side + 8, (*shapes, *labels))


def _dark_runs(row: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Where dark modules begin, and how many follow each other."""
    first = None
    for at, dark in enumerate((*row, 0)):
        if dark and first is None:
            first = at
        elif not dark and first is not None:
            yield first, at - first
            first = None


def _run(x: float, y: float, length: float) -> tuple[tuple[float, float], ...]:
    return (x, y), (x + length, y), (x + length, y + MODULE), (x, y + MODULE)
