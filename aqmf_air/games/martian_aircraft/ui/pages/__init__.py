"""Pages of the game: the hangar and the design calculator."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.api import Pages, Sample
from aqmf_air.api.ui import posted
from aqmf_air.games.martian_aircraft.ui.pages import design_calculator, hangar

ROUTES = (
    Route("/hangar", hangar.listed),
    Route("/hangar/design/{name:path}", hangar.show),
    Route("/hangar/card/{name:path}", hangar.card_printed),
    Route("/hangar/fair/{name:path}", hangar.fair),
    Route("/hangar/compare", hangar.compare),
    Route("/hangar/compare.svg", hangar.comparison_drawn),
    Route("/hangar/reach.svg", hangar.reach_drawn),
    Route("/hangar/shape/{name:path}", hangar.plan_drawn),
    Route("/hangar/to-scale.svg", hangar.to_scale_drawn),
    Route("/hangar/wall.svg", hangar.wall_drawn),
    Route("/hangar/worth", hangar.worth),
    Route("/hangar/worth.svg", hangar.worth_drawn),
    Route("/hangar/invent", design_calculator.invent),
    Route("/hangar/invent.svg", design_calculator.drawn),
    Route("/hangar/save", posted(design_calculator.save), methods=["POST"]),
    Route("/hangar/new", design_calculator.new),
    Route("/hangar/price", design_calculator.price),
    Route("/hangar/keep", design_calculator.keep, methods=["POST"]),
)
SAMPLE = Sample(
    "Roll an attack",
    "Three Burgess-Dunnes bomb a Scout Tripod: your dice or ours.",
    "/odds/attack?attacker=Burgess-Dunne+D8&target=Scout+Tripod#dice",
)
PAGES = (
    Pages(
        "hangar",
        "Every aircraft: price, profile, and what it does to a tripod.",
        link="/hangar",
        group="Aircraft",
        samples=(SAMPLE,),
    ),
    Pages(
        "design-calculator",
        "Points as you type, line by line.",
        link="/hangar/new",
        group="Aircraft",
        door=("Design calculator", "Points of an aircraft as you type."),
    ),
    Pages("side-by-side", "Up to six designs, in numbers and in a picture.", link="/hangar/compare", group="Aircraft"),
    Pages(
        "worth-its-points", "What each design does to a Martian, for what it costs.", link="/hangar/worth", group="Aircraft"
    ),
)
