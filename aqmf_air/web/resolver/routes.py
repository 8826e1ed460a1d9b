"""The addresses of the resolver."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.web.resolver import kinds, pages

ROUTES = (
    Route("/resolve", pages.resolve),
    Route("/resolve/roll", pages.roll, methods=["POST"]),
    Route("/resolve/other", kinds.show),
    Route("/resolve/other/roll", kinds.roll, methods=["POST"]),
)
