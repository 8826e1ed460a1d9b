"""Events of a flight: where the aircraft are after it, and where their bombs burst."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.base_order import Event
from aqmf_air.games.martian_front.rules.templates import TemplatesFell
from aqmf_air.games.martian_front.state import (
    OFF_TABLE,
    Act,
    ActKind,
    Element,
    Game,
    Mark,
    having_done,
    marked,
    unmarked,
    with_unit,
    without_unit,
)


class Landed(Frozen):
    """How a flight ended: where the aircraft is, the bombs that it dropped, and whether it left the table, and for good."""

    element: str
    x: float
    y: float
    facing: float
    dropped: tuple[Mark, ...] = ()
    """Bombs by name, and how many of each."""
    left: Literal["", "lost", "return"] = ""


class Flown(Event):
    """Aircraft of a unit flew: all of them, or those up to the next that drops bombs (ruling ``bombs_resolve``)."""

    type: Literal["aircraft.flown"] = "aircraft.flown"
    unit: str
    flights: tuple[Landed, ...]

    def apply(self, game: Game) -> Game:
        """Its elements are where they went; who left the table for good is out of the game (ruling ``table_edge``).

        Whether that is a loss to test morale for is a ruling (``edge_losses``). AIR-MOVE-7, AIR-MORALE-3.
        """
        unit = game.unit(self.unit)
        flown = {flight.element: flight for flight in self.flights}
        elements = tuple(
            _after(element, flown[element.id]) if element.id in flown else element
            for element in unit.elements
            if element.id not in flown or flown[element.id].left != "lost"
        )
        tested = cast("AircraftRulings", game.rulings).edge_losses == "test"
        gone = len(unit.elements) - len(elements) if tested else 0
        flown_off = replace(unit, elements=elements, lost=unit.lost + gone)
        game = with_unit(having_done(game, Act(ActKind.FLY, self.unit)), flown_off)
        return game if elements else without_unit(game, self.unit, "left")

    def tell(self, game: Game) -> str:
        where = ", ".join(
            f"{one.element} leaves the table"
            if one.left
            else f"{one.element} to ({one.x:.1f}, {one.y:.1f}), facing {one.facing:.0f}"
            for one in self.flights
        )
        return f"{self.unit} flies: {where}"


class BombMark(Frozen):
    """A template on the ground, in inches, and the aircraft whose bombs made it."""

    x: float
    y: float
    diameter: float
    aircraft: str


class BombsBurst(TemplatesFell):
    """Bombs of a unit burst: one template, or all that are resolved at once (ruling ``bombs_resolve``)."""

    type: Literal["aircraft.bombs_burst"] = "aircraft.bombs_burst"
    unit: str
    marks: tuple[BombMark, ...]

    def apply(self, game: Game) -> Game:
        """What they did is told by what follows."""
        return game

    def tell(self, game: Game) -> str:
        where = ", ".join(f'({one.x:.1f}, {one.y:.1f}) {one.diameter:g}" across' for one in self.marks)
        return f"the bombs of {self.unit} burst at {where}; under them: {self.toll}"


def _after(element: Element, flight: Landed) -> Element:
    element = without_bombs(element, flight.dropped)
    marks = marked(element.marks, OFF_TABLE) if flight.left else unmarked(element.marks, OFF_TABLE)
    return replace(element, x=flight.x, y=flight.y, facing=flight.facing, marks=marks)


def without_bombs(element: Element, dropped: Iterable[Mark]) -> Element:
    """An aircraft after it dropped bombs: marks name them, and say how many of each. AIR-BOMB-5."""
    used = element.used
    for bomb in dropped:
        before = next((int(mark.value) for mark in used if mark.name == bomb.name), 0)
        used = marked(used, bomb.name, str(before + int(bomb.value)))
    return replace(element, used=used)
