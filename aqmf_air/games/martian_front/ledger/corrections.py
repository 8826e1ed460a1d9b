"""Corrections by hand: what players write of a unit because the table says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from pydantic import Field

from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.martian_front.base_order import HIDDEN, Event, RulesInForce
from aqmf_air.games.martian_front.ledger.claims import LAMED, ROUTED, Claim
from aqmf_air.games.martian_front.orders.turn import LOST
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.state import STUNNED, Element, Game, Unit, marked, unmarked, with_unit

BY_HAND = (ROUTED, STUNNED, LAMED, HIDDEN)
"""What a hand may write of a unit, or strike out."""


class Supply(Frozen):
    """How many of a weapon that is used up are left to one element."""

    element: str
    weapon: str
    left: int = Field(ge=0, le=99)


class Correct(Claim):
    """Write by hand how a unit stands, because the table says otherwise. Nothing is rolled; the log says so."""

    do, deed, rank = "correct", "Correct by hand", 80
    form = ("by hand",)
    type: Literal["ledger.correct"] = "ledger.correct"
    unit: str
    elements: int | None = Field(default=None, ge=0, le=99)
    """Elements left; 0 puts the unit out of the game."""
    armor: int | None = Field(default=None, ge=0, le=99)
    """Armor left of a machine with one element; 0 puts it out of the game."""
    supplies: tuple[Supply, ...] = Field(default=(), max_length=60)
    marks: tuple[str, ...] | None = None
    """Which of ``BY_HAND`` hold; None: unchanged."""

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """No more than the unit ever had."""
        known = {one.id: one for one in (*game.units, *game.fallen)}
        unit = known.get(self.unit)
        if unit is None or unit.side != player:
            yield Objection("HOST-TURN-1", f"{self.unit[:60]} is not a unit of the {player} side")
            return
        kind = game.type_of(unit)
        if self.elements is not None and self.elements > kind.elements:
            yield Objection(
                "HOST-LEDGER-1", f"{self.unit} never had more than {kind.elements} elements, not {self.elements}"
            )
        if self.armor is not None and kind.elements > 1:
            yield Objection("HOST-LEDGER-1", f"Armor points of {self.unit} are not counted: it has {kind.elements} elements")
        elif self.armor is not None and self.armor > kind.armor:
            yield Objection("HOST-LEDGER-1", f"{self.unit} never had more than {kind.armor} Armor, not {self.armor}")
        for mark in self.marks or ():
            if mark not in BY_HAND:
                yield Objection("HOST-LEDGER-1", f"{mark[:40]!r} is nothing that is written by hand: {', '.join(BY_HAND)}")
        yield from self._supply_objections(game, unit)

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        """No dice."""
        fields = {name: getattr(self, name) for name in Corrected.model_fields if name != "type"}
        return (Corrected(**fields),)

    def _supply_objections(self, game: Game, unit: Unit) -> Iterator[Objection]:
        names = element_names(unit.id, game.type_of(unit).elements)
        for one in self.supplies:
            mount = game.type_of(unit).mount(one.weapon)
            if one.element not in names or mount is None or mount.weapon.range is not None:
                yield Objection("HOST-LEDGER-1", f"{one.element[:60]} carries no {one.weapon[:40]} that is counted")
            elif one.left > mount.count:
                yield Objection("HOST-LEDGER-1", f"{one.element} never had more than {mount.count} {one.weapon}")


class Corrected(Event):
    """The state of a unit was written by hand."""

    type: Literal["ledger.corrected"] = "ledger.corrected"
    unit: str
    elements: int | None = None
    armor: int | None = None
    supplies: tuple[Supply, ...] = ()
    marks: tuple[str, ...] | None = None

    def apply(self, game: Game) -> Game:
        """The unit is as written: in the game if anything is left of it, out of it if not."""
        unit = game.unit(self.unit)
        kind = game.type_of(unit)
        changed = self._marked(unit)
        changed = replace(changed, elements=self._counted(game, changed, kind.elements))
        if self.armor is not None:
            worn = tuple(replace(one, armor_lost=max(0, kind.armor - self.armor)) for one in changed.elements)
            changed = replace(changed, elements=worn)
        changed = replace(changed, elements=tuple(self._supplied(kind, one) for one in changed.elements))
        changed = replace(changed, lost=0)  # what the hand writes is how the unit stands: no test is due for it
        units = tuple(one for one in game.units if one.id != self.unit)
        fallen = tuple(one for one in game.fallen if one.id != self.unit)
        gone = self.elements == 0 or self.armor == 0
        if gone:
            out = replace(changed, elements=(), marks=marked(changed.marks, "destroyed", str(game.turn)))
            return replace(game, units=units, fallen=(*fallen, out))
        if not game.in_play(self.unit):
            back = changed.marks
            for how in LOST:
                back = unmarked(back, how)
            return replace(game, units=(*units, replace(changed, marks=back)), fallen=fallen)
        return with_unit(game, changed)

    def tell(self, game: Game) -> str:
        said = [f"{self.elements} element{'' if self.elements == 1 else 's'} left"] if self.elements is not None else []
        said += [f"{self.armor} Armor left"] if self.armor is not None else []
        said += [f"{one.element} has {one.left} {one.weapon}{'' if one.left == 1 else 's'}" for one in self.supplies]
        said += [", ".join(self.marks) or "nothing ails it"] if self.marks is not None else []
        return f"by hand: {self.unit}: {'; '.join(said) or 'unchanged'}"

    def _marked(self, unit: Unit) -> Unit:
        if self.marks is None:
            return unit
        marks = unit.marks
        for name in BY_HAND:
            marks = unmarked(marks, name) if name not in self.marks else marked(marks, name, unit.mark(name) or "")
        return replace(unit, marks=marks)

    def _counted(self, game: Game, unit: Unit, most: int) -> tuple[Element, ...]:
        """The first ones stay; those that come back are as new."""
        there = {one.id: one for one in unit.elements}
        left = self.elements if self.elements is not None else max(1, len(there))
        names = element_names(unit.id, most)
        missing = [name for name in names if name not in there]
        wanted = sorted((*list(there)[:left], *missing[: max(0, left - len(there))]), key=names.index)
        place = unit.elements[0].x if unit.elements else free_place(game.units)
        return tuple(there.get(name) or Element(id=name, x=place, y=0) for name in wanted)

    def _supplied(self, kind: UnitType, element: Element) -> Element:
        used = element.used
        for one in self.supplies:
            mount = kind.mount(one.weapon)
            if one.element == element.id and mount is not None:
                gone = mount.count - one.left
                used = marked(used, mount.weapon.name, str(gone)) if gone else unmarked(used, mount.weapon.name)
        return replace(element, used=used)


# -- what is what ---------------------------------------------------------------------------------------------------------


def element_names(unit: str, count: int) -> list[str]:
    """What the elements of a unit are called in a ledger."""
    return [f"{unit} {number}" for number in range(1, count + 1)]


APART = 1000.0
"""Inches between units: nothing in a ledger is near anything."""


def free_place(units: Iterable[Unit]) -> float:
    """An x at which no unit stands, nor near it."""
    return max((element.x for unit in units for element in unit.elements), default=0.0) + APART
