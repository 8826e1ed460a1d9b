"""Corrections by hand: what players write of a unit because the table says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from pydantic import Field

from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import HIDDEN, Event, RulesInForce
from aqmf_air.games.martian_front.ledger.claims import LAMED, ROUTED, UnitClaim
from aqmf_air.games.martian_front.orders.turn import LOST
from aqmf_air.games.martian_front.profiles import Mount, UnitType
from aqmf_air.games.martian_front.state import STUNNED, Element, Game, Unit, marked, unmarked

BY_HAND = (ROUTED, STUNNED, LAMED, HIDDEN)
"""What a hand may write of a unit, or strike out."""
APART = 1000.0
"""Inches between units: nothing in a ledger is near anything."""


class Supply(Frozen):
    """How many of a weapon that is used up are left to one element."""

    element: str
    weapon: str
    left: int = Field(ge=0, le=99)


class Written(Frozen):
    """How a unit stands, as a hand writes it; None: unchanged."""

    unit: str
    elements: int | None = Field(default=None, ge=0, le=99)
    """Elements left; 0 puts the unit out of the game."""
    armor: int | None = Field(default=None, ge=0, le=99)
    """Armor left of a machine with one element; 0 puts it out of the game."""
    supplies: tuple[Supply, ...] = Field(default=(), max_length=60)
    marks: tuple[str, ...] | None = None
    """Which of ``BY_HAND`` hold."""


class Correct(Written, UnitClaim):
    """Write by hand how a unit stands, because the table says otherwise. Nothing is rolled; the log says so."""

    do, deed, rank = "correct", "Correct by hand", 80
    type: Literal["ledger.correct"] = "ledger.correct"

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: RulesInForce) -> Iterable[Mount | None]:
        return ()

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterator[Objection]:
        """No more than the unit ever had."""
        unit = next((one for one in (*game.units, *game.fallen) if one.id == self.unit), None)
        if unit is None or unit.side != player:
            yield Objection("HOST-TURN-1", f"{self.unit[:60]} is not a unit of the {player} side")
            return
        for said in self._never_had(game.type_of(unit)):
            yield Objection("HOST-LEDGER-1", said)

    def _never_had(self, kind: UnitType) -> Iterator[str]:
        if (self.elements or 0) > kind.elements:
            yield f"{self.unit} never had more than {kind.elements} elements, not {self.elements}"
        if self.armor is not None and kind.elements > 1:
            yield f"Armor points of {self.unit} are not counted: it has {kind.elements} elements"
        elif (self.armor or 0) > kind.armor:
            yield f"{self.unit} never had more than {kind.armor} Armor, not {self.armor}"
        for mark in self.marks or ():
            if mark not in BY_HAND:
                yield f"{mark[:40]!r} is nothing that is written by hand: {', '.join(BY_HAND)}"
        for one in self.supplies:
            mount = kind.mount(one.weapon)
            if one.element not in element_names(self.unit, kind.elements) or mount is None or mount.weapon.range is not None:
                yield f"{one.element[:60]} carries no {one.weapon[:40]} that is counted"
            elif one.left > mount.count:
                yield f"{one.element} never had more than {mount.count} {one.weapon}"

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        return (Corrected(**{name: getattr(self, name) for name in Written.model_fields}),)


class Corrected(Written, Event):
    """The state of a unit was written by hand."""

    type: Literal["ledger.corrected"] = "ledger.corrected"

    def apply(self, game: Game) -> Game:
        """The unit is as written: in the game if anything is left of it, out of it if not."""
        unit = game.unit(self.unit)
        kind = game.type_of(unit)
        elements = tuple(self._element(kind, one) for one in self._left(game, unit, kind.elements))
        marks = unit.marks
        for name in BY_HAND if self.marks is not None else ():
            marks = marked(marks, name, unit.mark(name) or "") if name in (self.marks or ()) else unmarked(marks, name)
        fallen = tuple(one for one in game.fallen if one.id != self.unit)
        if self.elements == 0 or self.armor == 0:
            elements, marks = (), marked(marks, "destroyed", str(game.turn))
        elif not game.in_play(self.unit):
            marks = tuple(mark for mark in marks if mark.name not in LOST)
        # no test is due: what the hand writes is how the unit stands
        changed = replace(unit, elements=elements, marks=marks, lost=0)
        if not elements:
            return replace(game, units=tuple(one for one in game.units if one.id != self.unit), fallen=(*fallen, changed))
        if not game.in_play(self.unit):
            return replace(game, units=(*game.units, changed), fallen=fallen)
        return replace(game, units=tuple(changed if one.id == self.unit else one for one in game.units))

    def tell(self, game: Game) -> str:
        said = [f"{self.elements} element{'' if self.elements == 1 else 's'} left"] if self.elements is not None else []
        said += [f"{self.armor} Armor left"] if self.armor is not None else []
        said += [f"{one.element} has {one.left} {one.weapon}{'' if one.left == 1 else 's'}" for one in self.supplies]
        said += [", ".join(self.marks) or "nothing ails it"] if self.marks is not None else []
        return f"by hand: {self.unit}: {'; '.join(said) or 'unchanged'}"

    def _left(self, game: Game, unit: Unit, most: int) -> Iterator[Element]:
        """The first ones stay; those that come back are as new."""
        there = {one.id: one for one in unit.elements}
        left = self.elements if self.elements is not None else max(1, len(there))
        names = element_names(unit.id, most)
        missing = [name for name in names if name not in there]
        wanted = sorted((*list(there)[:left], *missing[: max(0, left - len(there))]), key=names.index)
        place = unit.elements[0].x if unit.elements else free_place(game.units)
        return (there.get(name) or Element(id=name, x=place, y=0) for name in wanted)

    def _element(self, kind: UnitType, element: Element) -> Element:
        lost = element.armor_lost if self.armor is None else max(0, kind.armor - self.armor)
        used = element.used
        for one in self.supplies:
            if one.element == element.id and (mount := kind.mount(one.weapon)) is not None:
                gone = mount.count - one.left
                used = marked(used, mount.weapon.name, str(gone)) if gone else unmarked(used, mount.weapon.name)
        return replace(element, armor_lost=lost, used=used)


def supplies_of(game: Game, unit: Unit) -> Iterator[tuple[str, str, int, int]]:
    """What is counted of a unit's loads: element, weapon, how many are left, how many it began with."""
    for mount in game.type_of(unit).weapons:
        for element in unit.elements if mount.weapon.range is None else ():
            used = next((int(mark.value) for mark in element.used if mark.name == mount.weapon.name), 0)
            yield element.id, mount.weapon.name, mount.count - used, mount.count


def element_names(unit: str, count: int) -> list[str]:
    """What the elements of a unit are called in a ledger."""
    return [f"{unit} {number}" for number in range(1, count + 1)]


def free_place(units: Iterable[Unit]) -> float:
    """An x at which no unit stands, nor near it."""
    return max((element.x for unit in units for element in unit.elements), default=0.0) + APART
