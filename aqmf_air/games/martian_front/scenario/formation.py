"""Units lined up in their side's zone, rank behind rank, as a scenario has them that says no more."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.orders.moving import Place
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.state import Tabletop, Zone

BETWEEN_ELEMENTS, BETWEEN_UNITS, BETWEEN_RANKS = 0.5, 2.0, 1.5
"""Inches left free between the bases of a unit, between units, and between ranks."""


def lined_up(kinds: Sequence[UnitType], zone: Zone, table: Tabletop, where: str) -> tuple[tuple[Place, ...], ...]:
    """Places for the elements of each unit, in order: the first ones in the front rank, each rank in the middle of the zone.

    Raises:
        DataError: the zone is too small for them.
    """
    facing = 0.0 if zone.near + zone.far <= table.depth else 180.0
    ranks: list[list[int]] = []
    room = 0.0
    for number, kind in enumerate(kinds):
        wide = _width(kind)
        if not ranks or wide > room:
            ranks.append([])
            room = zone.right - zone.left
        if wide > room:
            raise _too_small(zone, where)
        ranks[-1].append(number)
        room -= wide + BETWEEN_UNITS
    placed: dict[int, tuple[Place, ...]] = {}
    front, step = (zone.far, -1) if facing == 0 else (zone.near, 1)
    for rank in ranks:
        deep = max(kinds[number].base_diameter for number in rank)
        y = front + step * deep / 2
        if not zone.near <= y <= zone.far:
            raise _too_small(zone, where)
        whole = sum(_width(kinds[number]) for number in rank) + BETWEEN_UNITS * (len(rank) - 1)
        x = (zone.left + zone.right - whole) / 2
        for number in rank:
            kind = kinds[number]
            size = kind.base_diameter
            spots = (x + size / 2 + index * (size + BETWEEN_ELEMENTS) for index in range(kind.elements))
            placed[number] = tuple(Place.rounded(spot, y, facing) for spot in spots)
            x += _width(kind) + BETWEEN_UNITS
        front += step * (deep + BETWEEN_RANKS)
    return tuple(placed[number] for number in range(len(kinds)))


def _width(kind: UnitType) -> float:
    return kind.elements * kind.base_diameter + (kind.elements - 1) * BETWEEN_ELEMENTS


def _too_small(zone: Zone, where: str) -> DataError:
    return DataError(f"{where}: the zone of the {zone.side} side is too small for its units", path=where, key="zones")
