"""The addresses of the scenario editor."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.web.scenario import pages

ROUTES = (
    Route("/scenario", pages.shelf),
    Route("/scenario/new", pages.shelf, methods=["GET"]),
    Route("/scenario/new", pages.begin, methods=["POST"]),
    Route("/scenario/copy", pages.copy, methods=["POST"]),
    Route("/scenario/load", pages.load, methods=["POST"]),
    Route("/scenario/restore", pages.restore, methods=["POST"]),
    Route("/scenario/{scenario}", pages.edit),
    Route("/scenario/{scenario}/table.svg", pages.drawn),
    Route("/scenario/{scenario}/file.toml", pages.toml_file),
    Route("/scenario/{scenario}/discard", pages.discard, methods=["POST"]),
    Route("/scenario/{scenario}/{change}", pages.change, methods=["POST"]),
)
