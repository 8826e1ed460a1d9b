"""Where the elements of a unit go."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.games.martian_front.state import Element, Unit
from aqmf_air.geometry.plane.pose import QUANTUM_DIGITS


class Placing(Frozen):
    """Where an element goes: the centre of its base in inches, and how it faces, in degrees clockwise from +y."""

    x: float
    y: float
    facing: float = Field(default=0, ge=-360, le=360)

    @classmethod
    def rounded(cls, x: float, y: float, facing: float) -> Placing:
        """The place at x, y, facing as it is stored, compared and logged: to a millionth of an inch and of a degree."""
        x, y, facing = round(x, QUANTUM_DIGITS), round(y, QUANTUM_DIGITS), round(facing, QUANTUM_DIGITS)
        return cls(x=x + 0.0, y=y + 0.0, facing=facing + 0.0)  # + 0.0 turns -0.0 into 0.0


def places_of(unit: Unit) -> tuple[Placing, ...]:
    """Where the elements of a unit are."""
    return tuple(Placing(x=one.x, y=one.y, facing=one.facing) for one in unit.elements)


def as_kept(places: Sequence[Placing]) -> tuple[Placing, ...]:
    """Places as they are logged."""
    return tuple([Placing.rounded(one.x, one.y, one.facing) for one in places])


def moved_to(unit: Unit, places: Sequence[Placing]) -> Unit:
    """The unit with its elements in their new places."""
    return replace(unit, elements=elements_at(unit, places))


def elements_at(unit: Unit, places: Sequence[Placing]) -> tuple[Element, ...]:
    """The elements of a unit in their new places."""
    pairs = zip(unit.elements, places, strict=True)
    return tuple([replace(one, x=to.x, y=to.y, facing=to.facing) for one, to in pairs])
