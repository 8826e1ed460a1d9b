"""The addresses of the hangar and of the design calculator."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.web.hangar import calculator, pages

ROUTES = (
    Route("/hangar", pages.listed),
    Route("/hangar/design/{name:path}", pages.show),
    Route("/hangar/compare", pages.compare),
    Route("/hangar/compare.svg", pages.comparison_drawn),
    Route("/hangar/worth", pages.worth),
    Route("/hangar/worth.svg", pages.worth_drawn),
    Route("/hangar/new", calculator.new),
    Route("/hangar/price", calculator.price),
    Route("/hangar/keep", calculator.keep, methods=["POST"]),
)
