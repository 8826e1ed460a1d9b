"""GeoJSON of things on the table: plane coordinates in inches, x to the right and y away from the viewer; no degrees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from aqmf_air.geometry.plane.outline import DEVIATION, Outlined, known_deviation, shape_of
from aqmf_air.geometry.plane.pose import QUANTUM_DIGITS, Pose

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


class Feature(NamedTuple):
    """A thing on the table, or the place of one, and what it is."""

    thing: Outlined | Pose | BaseGeometry
    properties: Mapping[str, Any]


def feature(thing: Outlined | Pose | BaseGeometry, what: str, **properties: Any) -> Feature:
    """A thing, ``what`` it is, in a word, and more of that."""
    return Feature(thing, {"what": what, **properties})


def feature_collection(features: Iterable[Feature], deviation: float = DEVIATION) -> dict[str, Any]:
    """The features as one GeoJSON document, with chords for arcs that are off by at most ``deviation`` inches.

    ``crs`` is null: the coordinates are none of the earth's.

    Raises ValueError: the deviation is not a finite number of at least 1e-6.
    """
    return {
        "type": "FeatureCollection",
        "units": "inch",
        "deviation": known_deviation(deviation),
        "crs": None,
        "features": [
            {"type": "Feature", "properties": dict(properties), "geometry": _geometry(thing, deviation)}
            for thing, properties in features
        ],
    }


def _geometry(thing: Outlined | Pose | BaseGeometry, deviation: float) -> dict[str, Any]:
    import shapely

    from aqmf_air.geometry.plane.measure import geojson

    if isinstance(thing, Pose):
        return {"type": "Point", "coordinates": [round(thing.x, QUANTUM_DIGITS), round(thing.y, QUANTUM_DIGITS)]}
    shape = shape_of(thing, deviation) if isinstance(thing, Outlined) else thing
    return geojson(shapely.orient_polygons(shapely.set_precision(shape, 10.0**-QUANTUM_DIGITS)))
