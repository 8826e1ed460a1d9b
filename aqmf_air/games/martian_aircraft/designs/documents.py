"""Designs and their prices as JSON documents: what ``aqmf design --json`` prints, and whatever else reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aqmf_air.games.martian_aircraft.designs.design import Design
from aqmf_air.games.martian_aircraft.designs.design_warnings import warnings_of
from aqmf_air.games.martian_aircraft.designs.pricing import Cost

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.designs.attack_odds import Prospect


def cost_document(design: Design, cost: Cost) -> dict[str, Any]:
    """The price of a design, with its profile and warnings."""
    return {
        "name": cost.name,
        "role": cost.role,
        "unit_size": cost.unit_size,
        "points": cost.points,
        "speed": cost.speed,
        "defense": cost.defense,
        "armor": cost.armor,
        "breakdown": [{"what": line.what, "points": line.points, "rule": line.rule} for line in cost.breakdown],
        "warnings": list(warnings_of(design)),
    }


def design_document(design: Design, cost: Cost) -> dict[str, Any]:
    """The same with what the design is."""
    return {
        **cost_document(design, cost),
        "nation": design.nation,
        "year": design.year,
        "max_speed_mph": design.max_speed_mph,
        "skin": design.skin,
        "radio": design.radio,
        "guns": [list(gun.arcs) for gun in design.guns],
        "bombs": {load.kind: design.bomb_count(load.kind) for load in design.bombs if load.count},
        "source": None if design.source is None else design.source.model_dump(),
        "historic": None if design.historic is None else design.historic.model_dump(mode="json"),
    }


def prospect_document(one: Prospect) -> dict[str, Any]:
    """What one pass does to a target."""
    from aqmf_air.core.data.documents import distribution

    return {
        "target": one.target,
        "counted": one.counted,
        "toll": distribution(one.toll),
        "destroyed": {"p": float(one.destroyed), "exact": str(one.destroyed)},
    }
