"""The addresses of the hangar and of the design calculator."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.games.martian_aircraft.ui.pages.hangar import calculator, designs

ROUTES = (
    Route("/hangar", designs.listed),
    Route("/hangar/design/{name:path}", designs.show),
    Route("/hangar/compare", designs.compare),
    Route("/hangar/compare.svg", designs.comparison_drawn),
    Route("/hangar/worth", designs.worth),
    Route("/hangar/worth.svg", designs.worth_drawn),
    Route("/hangar/new", calculator.new),
    Route("/hangar/price", calculator.price),
    Route("/hangar/keep", calculator.keep, methods=["POST"]),
)
