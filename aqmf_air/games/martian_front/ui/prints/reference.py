"""The rules reference: what a list uses, in the register's words, each with its id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pydantic import Field

from aqmf_air.core.data.tables import Sourced, load_rows, package_file
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.ui.prints.faces import DAGGERS, KEY
from aqmf_air.printing.drawing import BLACK, DARK, FAINT, POINT, Label, Line, Shape
from aqmf_air.printing.fonts import small_caps, width, wrapped
from aqmf_air.printing.paper import Area, Leaf, Paper, area_of

SIZES = (9, 8.5, 8, 7.5, 7, 6.6, 6.2, 5.8, 5.4)
"""Points; the largest at which everything is on one page."""
COLUMNS, GUTTER = 2, 7.0


class Topic(Sourced):
    """Rules that belong together, and what makes a list use them."""

    title: str
    rules: tuple[str, ...] = Field(min_length=1)
    kinds: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()

    def used_by(self, type_: UnitType) -> bool:
        """Whether a unit gives a list something to do with it."""
        return (
            type_.kind in self.kinds
            or type_.side in self.sides
            or bool(set(type_.traits) & set(self.traits))
            or any(mount.weapon.kind in self.weapons for mount in type_.weapons)
        )

    @property
    def always(self) -> bool:
        """Whether every list uses it."""
        return not (self.kinds or self.weapons or self.traits or self.sides)


@cache
def topics() -> tuple[Topic, ...]:
    """All topics, in order."""
    return load_rows(package_file(__package__, "data/reference.toml"), Topic, "topic", lambda row: row.title)


def rules_used(types: Sequence[UnitType], register: Iterable[Rule]) -> tuple[tuple[str, tuple[Rule, ...]], ...]:
    """The rules of the register that units of these types use, by topic, each rule once."""
    left = {rule.id: rule for rule in register}
    used = []
    for topic in topics():
        if topic.always or any(topic.used_by(type_) for type_ in types):
            of_topic = [left.pop(name) for name in list(left) if any(_of(name, start) for start in topic.rules)]
            if of_topic:
                used.append((topic.title, tuple(of_topic)))
    return tuple(used)


def _of(name: str, start: str) -> bool:
    return name == start or name.startswith(f"{start}-")


def reference_leaves(types: Sequence[UnitType], register: Iterable[Rule], paper: Paper) -> tuple[Leaf, ...]:
    """One page, its text as large as that allows; or several, where not even the smallest text has room on one."""
    used = rules_used(types, register)
    area = area_of(paper)
    made = next((pages for size in SIZES if len(pages := _pages(used, size, area)) == 1), _pages(used, SIZES[-1], area))
    title = "The rules of this list"
    return tuple(
        Leaf(title if number == 1 else f"{title}, continued", f"in our own words · {KEY}", shapes)
        for number, shapes in enumerate(made, 1)
    )


@dataclass(frozen=True, slots=True)
class _Block:
    """What stays together in a column: a rule, with its topic's title if it is the first of it."""

    height: float
    shapes: tuple[Shape, ...]
    """From the top left corner, downwards."""


def _pages(used: Sequence[tuple[str, Sequence[Rule]]], size: float, area: Area) -> list[tuple[Shape, ...]]:
    """The topics in columns, page by page."""
    room = (area.width - GUTTER * (COLUMNS - 1)) / COLUMNS
    middle = area.x + room + GUTTER / 2
    between = Line(middle, area.y, middle, area.y + area.height, FAINT)
    pages: list[list[Shape]] = [[between]]
    column, y = 0, area.height
    for block in _blocks(used, size, room):
        if y - block.height < 0:
            column, y = column + 1, area.height
            if column == COLUMNS:
                column = 0
                pages.append([between])
        x = area.x + column * (room + GUTTER)
        pages[-1] += (shape.moved(x, area.y + y) for shape in block.shapes)
        y -= block.height
    return [tuple(shapes) for shapes in pages]


def _blocks(used: Sequence[tuple[str, Sequence[Rule]]], size: float, room: float) -> Iterable[_Block]:
    leading = size * POINT * 1.22
    indent = max((width(rule.id, "sans-bold", size * 0.72) for _, rules in used for rule in rules), default=0) + 2
    for title, rules in used:
        for number, rule in enumerate(rules):
            shapes: list[Shape] = []
            y = 0.0
            if number == 0:
                y -= leading * 1.35
                shapes.append(small_caps(0, y, title, size * 0.95, face="serif-bold"))
                shapes.append(Line(0, y - leading * 0.28, room, y - leading * 0.28, FAINT))
                y -= leading * 0.34
            shapes.append(Label(0, y - leading * 0.92, rule.id, "sans-bold", size * 0.72, grey=DARK))
            for line in wrapped(rule.text + DAGGERS[rule.standing].lstrip(), "serif", size, room - indent):
                y -= leading
                shapes.append(Label(indent, y + leading * 0.08, line, "serif", size, grey=BLACK))
            yield _Block(-y + leading * 0.25, tuple(shapes))
