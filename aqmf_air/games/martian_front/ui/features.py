"""A position as features of GeoJSON: the table, what stands on it, and where weapons bear."""

from __future__ import annotations

from collections.abc import Iterator

from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.rules.hiding import dummies
from aqmf_air.games.martian_front.state import Element, Unit
from aqmf_air.games.martian_front.view import View
from aqmf_air.geometry.plane.arc import ARCS
from aqmf_air.geometry.plane.geojson import Feature, feature
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.sector import fire_arc
from aqmf_air.geometry.plane.template import Base, Disc


def position_features(view: View) -> Iterator[Feature]:
    """Everything that a view shows."""
    yield feature(Rectangle.sized(view.table.width, view.table.depth), "table")
    for piece in view.terrain:
        yield feature(piece.area, "terrain", name=piece.name, kind=piece.kind)
    for place in view.objectives:
        yield feature(Disc(place.x, place.y, 2 * place.radius), "objective", name=place.name, worth=place.worth)
    types = {kind.name: kind for kind in view.types}
    for unit in (*view.own, *view.enemies):
        for element in unit.present:
            yield element_feature(unit, element, types[unit.type], view.names.get(element.id, element.id))
            yield from _arcs(element, types[unit.type])
    for marker in view.markers:
        size = dummies()[marker.side].base_diameter
        yield feature(Base(marker.x, marker.y, size), "marker", name=marker.name, side=marker.side)


def element_feature(unit: Unit, element: Element, kind: UnitType, name: str) -> Feature:
    """The base of an element."""
    base = Base(element.x, element.y, kind.base_diameter)
    who = {"id": element.id, "name": name, "unit": unit.id, "side": unit.side, "type": kind.name}
    return feature(base, "element", **who, facing=element.facing)


def _arcs(element: Element, kind: UnitType) -> Iterator[Feature]:
    """Where the weapons of an element bear that do not bear all round."""
    pose = Pose(element.x, element.y, element.facing)
    for mount in kind.weapons:
        if reach := mount.weapon.range:
            for arc in ARCS:
                if arc in mount.arcs:
                    yield feature(
                        fire_arc(pose, arc, reach), "arc", id=element.id, weapon=mount.weapon.name, arc=arc, range=reach
                    )
