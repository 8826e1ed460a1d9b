"""Hidden markers, dealt anew for each game: which unit stands at which marker, and which letter it has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.core.dice.sources import seeded
from aqmf_air.games.martian_front.base_order import HIDDEN
from aqmf_air.games.martian_front.orders.deployment import in_zone, overlap
from aqmf_air.games.martian_front.profiles import SIDES, UnitType
from aqmf_air.games.martian_front.rules.hiding import PLACED
from aqmf_air.games.martian_front.rules.measuring import under_foot
from aqmf_air.games.martian_front.scenario.model import Setup, letters
from aqmf_air.games.martian_front.state import Unit
from aqmf_air.geometry.plane.template import Base

TRIES = 50
"""How often places are dealt before the units stay where they are: some may be too large for every place but their own."""
DIGITS = 6

C = TypeVar("C")
Place = tuple[float, float]


def dealt(setup: Setup, seed: int) -> Setup:
    """The set-up with the hidden units of each side dealt to the places of its markers, and letters to all of them.

    It depends on the seed, the places and the units alone, and not on how they were dealt before: dealt again from another
    seed, it is as if it had been dealt from that one only. HOST-HIDE-3.
    """
    hidden = sorted((unit for unit in setup.units if unit.has(HIDDEN)), key=lambda unit: unit.id)
    if not hidden:
        return setup
    dice = DiceTray(seeded(seed, "markers"))
    now = {unit.id: unit for unit in setup.units}
    for side in SIDES:
        loose = [unit for unit in hidden if unit.side == side and not (unit.has(PLACED) or unit.has("cover"))]
        now.update((unit.id, unit) for unit in _to_places(setup, loose, dice))
    names = _shuffled([letters(number) for number in range(len(hidden))], dice)
    for unit, name in zip(hidden, names, strict=True):
        now[unit.id] = now[unit.id].marked(HIDDEN, name)
    return replace(setup, units=tuple(now[unit.id] for unit in setup.units))


def _to_places(setup: Setup, loose: Sequence[Unit], dice: DiceTray) -> Sequence[Unit]:
    """These units, each at the place of one of them: where its first element was, with the others as they were beside it."""
    places = sorted((unit.elements[0].x, unit.elements[0].y) for unit in loose)
    moving = {unit.id for unit in loose}
    others = [base for unit in setup.units if unit.id not in moving for base in _bases(setup, unit)]
    largest_first = sorted(loose, key=lambda unit: (-len(unit.elements), unit.id))
    for _ in range(TRIES if len(loose) > 1 else 0):
        left, taken, done = _shuffled(places, dice), list(others), list[Unit]()
        for unit in largest_first:
            moved = next((one for at in left if _fits(setup, one := _at(unit, at), taken)), None)
            if moved is None:
                break
            done.append(moved)
            left.remove((moved.elements[0].x, moved.elements[0].y))
            taken += _bases(setup, moved)
        else:
            return done
    return loose


def _at(unit: Unit, place: Place) -> Unit:
    x, y = place
    first = unit.elements[0]
    elements = (
        replace(one, x=round(x + one.x - first.x, DIGITS), y=round(y + one.y - first.y, DIGITS)) for one in unit.elements[1:]
    )
    return replace(unit, elements=(replace(first, x=x, y=y), *elements))


def _fits(setup: Setup, unit: Unit, taken: Sequence[Base]) -> bool:
    """Whether a unit could be set up so: on the table, in its side's zone, on nobody's base, not in impassable terrain."""
    bases = _bases(setup, unit)
    zones = [zone for zone in setup.zones if zone.side == unit.side]
    strides = _kind(setup, unit).kind == "tripod"
    return all(
        0 <= one.x <= setup.table.width
        and 0 <= one.y <= setup.table.depth
        and (not zones or any(in_zone(zone, one) for zone in zones))
        and not any(overlap(one, other) for other in taken)
        and (strides or not any(ground.impassable for ground in under_foot(setup.terrain, one.x, one.y)))
        for one in bases
    )


def _bases(setup: Setup, unit: Unit) -> list[Base]:
    diameter = _kind(setup, unit).base_diameter
    return [Base(one.x, one.y, diameter) for one in unit.elements]


def _kind(setup: Setup, unit: Unit) -> UnitType:
    return next(kind for kind in setup.types if kind.name == unit.type)


def _shuffled(cards: Sequence[C], dice: DiceTray) -> list[C]:
    """The cards drawn one after the other, each from all that are left."""
    left, drawn = list(cards), []
    while left:
        drawn.append(left.pop(dice.draw(total("card", 1, numbered(len(left)))) - 1))
    return drawn
