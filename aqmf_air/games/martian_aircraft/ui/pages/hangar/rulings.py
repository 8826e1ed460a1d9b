"""The rulings that a price hangs on, chosen for a look: fields of a form, carried on in every address of the hangar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from aqmf_air.core.play.rulings import Described, describe
from aqmf_air.games.martian_aircraft.designs.pricing import PRICING_RULINGS
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.web.pages import Fields, text

MARK = "ruling."
"""Before the name of a ruling, as fields and addresses have it."""


def pricing() -> tuple[Described, ...]:
    """The rulings that a price hangs on, at their defaults."""
    return tuple(one for one in describe(AircraftRulings()) if one.name in PRICING_RULINGS)


def chosen(fields: Fields | QueryParams) -> dict[str, Any]:
    """What is ruled in a form; what is left open is as each design's own file has it.

    Raises:
        DataError: a value that the ruling does not have.
    """
    given = {one.name: (one, text(fields, f"{MARK}{one.name}")) for one in pricing()}
    return {name: one.chosen(value) for name, (one, value) in given.items() if value}


def under(own: AircraftRulings, ruled: Mapping[str, Any]) -> AircraftRulings:
    """A design's own rulings, with those that were chosen in their place."""
    return AircraftRulings.model_validate({**own.model_dump(), **ruled}) if ruled else own


def offered(ruled: Mapping[str, Any]) -> dict[str, Any]:
    """What a page needs to offer them, and to carry them on."""
    query = urlencode({f"{MARK}{name}": value for name, value in ruled.items()})
    return {"pricing": pricing(), "ruled": ruled, "carried": query}
