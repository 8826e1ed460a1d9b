"""The addresses of the scenario editor."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.games.martian_front.ui.pages.scenario import own_scenarios

ROUTES = (
    Route("/scenario", own_scenarios.shelf),
    Route("/scenario/new", own_scenarios.shelf, methods=["GET"]),
    Route("/scenario/new", own_scenarios.begin, methods=["POST"]),
    Route("/scenario/copy", own_scenarios.copy, methods=["POST"]),
    Route("/scenario/load", own_scenarios.load, methods=["POST"]),
    Route("/scenario/restore", own_scenarios.restore, methods=["POST"]),
    Route("/scenario/{scenario}", own_scenarios.edit),
    Route("/scenario/{scenario}/table.svg", own_scenarios.drawn),
    Route("/scenario/{scenario}/file.toml", own_scenarios.toml_file),
    Route("/scenario/{scenario}/discard", own_scenarios.discard, methods=["POST"]),
    Route("/scenario/{scenario}/{change}", own_scenarios.change, methods=["POST"]),
)
