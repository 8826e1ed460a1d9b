"""Pages of the game: the hangar and the design calculator."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.api.ui import posted
from aqmf_air.games.martian_aircraft.ui.pages import design_calculator, hangar

ROUTES = (
    Route("/hangar", hangar.listed),
    Route("/hangar/design/{name:path}", hangar.show),
    Route("/hangar/fair/{name:path}", hangar.fair),
    Route("/hangar/compare", hangar.compare),
    Route("/hangar/compare.svg", hangar.comparison_drawn),
    Route("/hangar/shape/{name:path}", hangar.plan_drawn),
    Route("/hangar/to-scale.svg", hangar.to_scale_drawn),
    Route("/hangar/worth", hangar.worth),
    Route("/hangar/worth.svg", hangar.worth_drawn),
    Route("/hangar/invent", design_calculator.invent),
    Route("/hangar/invent.svg", design_calculator.drawn),
    Route("/hangar/save", posted(design_calculator.save), methods=["POST"]),
    Route("/hangar/new", design_calculator.new),
    Route("/hangar/price", design_calculator.price),
    Route("/hangar/keep", design_calculator.keep, methods=["POST"]),
)
