"""How units are drawn and described: their symbols, states and words for marks, with those that extensions add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from aqmf_air.core.data.names import same_name
from aqmf_air.core.data.text import NO_NAMES
from aqmf_air.drawing.svg import Fragment, Point, number
from aqmf_air.games.martian_front.base_order import RULESET
from aqmf_air.games.martian_front.hook_answers import LOOKS
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.state import Marked
from aqmf_air.games.martian_front.ui.drawing.pieces import OVERHANG, Symbol, stand_in
from aqmf_air.games.martian_front.unit_states import OWN, States, conditions
from aqmf_air.plugins.registry import Registry


@dataclass(frozen=True)
class Look(States):
    """What an extension adds: words for its marks and, for units of ``kind``, how they are drawn and described."""

    outline: Callable[[UnitType], str] | None = None
    """Such a unit seen from above: SVG path data, its front up, within a circle of radius 1 about 0, 0."""
    least_move: Callable[[UnitType], float | None] = lambda kind: None
    """Inches that it has to move at least."""
    results: Mapping[str, str] = field(default_factory=dict)
    """What it goes on to do after a result of its own, in words: ``suicide run``."""


PLAIN = Look()


class Looks:
    """The looks of the game and of its extensions together."""

    def __init__(self, *added: Look) -> None:
        self._all, self._added = (OWN, *added), added
        self._by_kind = {one.kind: one for one in added if one.kind}

    def of(self, kind: UnitType) -> Look:
        """How units of a kind look; the plain one, if nothing is added for them."""
        return self._by_kind.get(kind.kind, PLAIN)

    def definitions(self, kinds: Iterable[UnitType]) -> str:
        """The outlines of these kinds as SVG definitions, which :meth:`symbol` refers to."""
        drawn = ((self.of(kind).outline, kind) for kind in kinds)
        return "".join(f'<path id="{top_id(kind.name)}" d="{outline(kind)}"/>' for outline, kind in drawn if outline)

    def symbol(self, kind: UnitType) -> Symbol | None:
        """What stands on the bases of a kind that has an outline, see :meth:`definitions`."""
        return partial(_outlined, top_id(kind.name)) if self.of(kind).outline else None

    def top_view(self, kind: UnitType) -> str:
        """A unit of a kind from above, as SVG elements within a circle of radius 1 about 0, 0, in ``currentColor``."""
        if outline := self.of(kind).outline:
            return f'<path d="{outline(kind)}" fill="currentColor"/>'
        drawn = Fragment()
        with drawn.group(transform="scale(.05)"):  # its lines are as thick as those of a sign of 20 pixels
            stand_in(drawn, (0, 0), 20, "currentColor", kind.side, kind.kind)
        return str(drawn)

    def result(self, name: str) -> str:
        """The words for a result of a roll: those of its own kind of unit, if it has any."""
        return next((one.results[name] for one in self._added if name in one.results), name)

    def conditions(self, unit: Marked, turn: int, names: Mapping[str, str] = NO_NAMES) -> tuple[str, ...]:
        """What holds for a unit now: see :func:`~aqmf_air.games.martian_front.unit_states.conditions`."""
        return conditions(self._all, unit, turn, names)


def top_id(name: str) -> str:
    """What the outline of units of this name is called in a document."""
    return f"top-{same_name(name)}"


def _outlined(name: str, sheet: Fragment, centre: Point, radius: float, facing: float, colour: str) -> None:
    place = f"translate({number(centre[0])} {number(centre[1])}) rotate({number(facing)}) scale({number(radius * OVERHANG)})"
    sheet.add("use", href=f"#{name}", transform=place, fill=colour)


def looks_of(registry: Registry) -> Looks:
    """The looks in force."""
    return Looks(*(one.load(Look) for one in registry.named(LOOKS, RULESET).values()))
