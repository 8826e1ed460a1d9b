"""Shapes for games: see :mod:`aqmf_air.api`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aqmf_air.core.data.lazy_names import on_first_use

if TYPE_CHECKING:
    """The plane: poses, tracks, templates, arcs."""

    from aqmf_air.geometry.plane.arc import ARC_WIDTH, ARCS, Arc, arcs_of, bearing, in_arc, range_to
    from aqmf_air.geometry.plane.contour import Bend, Contour, Segment
    from aqmf_air.geometry.plane.gauge import Gauge
    from aqmf_air.geometry.plane.geojson import Feature, feature, feature_collection
    from aqmf_air.geometry.plane.measure import depth, geojson, polygon, union
    from aqmf_air.geometry.plane.outline import Outline, Outlined, shape_of, together
    from aqmf_air.geometry.plane.pose import QUANTUM_DIGITS, TOLERANCE, Pose, not_negative, positive, quantise, unit, within
    from aqmf_air.geometry.plane.rectangle import Rectangle
    from aqmf_air.geometry.plane.sector import Sector, fire_arc
    from aqmf_air.geometry.plane.template import Base, Disc, Strip, Template, Under, reach_of, where_under
    from aqmf_air.geometry.plane.track import Leg, Path, Straight, Turn, advance, fly, gauge_centre, split
    from aqmf_air.geometry.plane.track import Piece as TrackPiece
    from aqmf_air.geometry.plane.track import Side as TurnSide
    from aqmf_air.geometry.plane.track import Track as FlownTrack
    from aqmf_air.geometry.plane.under import under

if TYPE_CHECKING:
    """Hexes: places, headings, moves."""

    from aqmf_air.geometry.hexes.grid import (
        ORIGIN,
        Hex,
        centre,
        distance,
        from_map,
        in_cone,
        in_row,
        placed,
        seen_from,
        stepped,
        to_map,
        turned,
    )
    from aqmf_air.geometry.hexes.grid import bearing as hex_bearing
    from aqmf_air.geometry.hexes.grid import disc as hex_disc
    from aqmf_air.geometry.hexes.moves import AHEAD, LEFT, RIGHT, HexPose, Prices, after_step, ends, step_price

if TYPE_CHECKING:
    """Space: poses with an attitude, the pieces of a flight (``space``), vectors, many poses at once."""

    from aqmf_air.geometry.space import pose as space
    from aqmf_air.geometry.space import vectors
    from aqmf_air.geometry.space.many import SpacePoses
    from aqmf_air.geometry.space.pose import AimedTurn, SpaceArc, SpacePose
    from aqmf_air.geometry.space.vectors import Vector

if TYPE_CHECKING:
    """Reach: where a move may end."""

    from aqmf_air.geometry.reach.critical import critical_curves
    from aqmf_air.geometry.reach.reach import drop_reach, reach
    from aqmf_air.geometry.reach.trace import traceable
    from aqmf_air.geometry.reach.weave import Weave, weave

__all__ = [
    "AHEAD", "ARCS", "ARC_WIDTH", "LEFT", "ORIGIN", "QUANTUM_DIGITS", "RIGHT", "TOLERANCE", "AimedTurn", "Arc",
    "Base", "Bend", "Contour", "Disc", "Feature", "FlownTrack", "Gauge", "Hex", "HexPose", "Leg", "Outline",
    "Outlined", "Path", "Pose", "Prices", "Rectangle", "Sector", "Segment", "SpaceArc", "SpacePose", "SpacePoses",
    "Straight", "Strip", "Template", "TrackPiece", "Turn", "TurnSide", "Under", "Vector", "Weave", "advance",
    "after_step", "arcs_of", "bearing", "centre", "critical_curves", "depth", "distance", "drop_reach", "ends",
    "feature", "feature_collection", "fire_arc", "fly", "from_map", "gauge_centre", "geojson", "hex_bearing",
    "hex_disc", "in_arc", "in_cone", "in_row", "not_negative", "placed", "polygon", "positive", "quantise",
    "range_to", "reach", "reach_of", "seen_from", "shape_of", "space", "split", "step_price", "stepped", "to_map",
    "together", "traceable", "turned", "under", "union", "unit", "vectors", "weave", "where_under", "within",
]  # fmt: skip

if not TYPE_CHECKING:  # so that type checkers know a name that is not there
    __getattr__ = on_first_use(__file__)
