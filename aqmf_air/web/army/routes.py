"""The addresses of the pages on army lists."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.web.army import builder, pages

ROUTES = (
    Route("/army", pages.show),
    Route("/army/new", pages.begin, methods=["POST"]),
    Route("/army/keep", pages.keep_given, methods=["POST"]),
    Route("/army/restore", pages.restore, methods=["POST"]),
    Route("/army/export/{format}", pages.export),
    Route("/army/code.svg", pages.code),
    Route("/army/print/{sheet}", pages.printed),
    Route("/army/list/{key}/", builder.build),
    Route("/army/list/{key}/units", builder.units),
    Route("/army/list/{key}/compare", builder.compare),
    Route("/army/list/{key}/code.svg", pages.code),
    Route("/army/list/{key}/export/{format}", pages.export),
    Route("/army/list/{key}/print/{sheet}", pages.printed),
    Route("/army/list/{key}/copy", builder.copy, methods=["POST"]),
    Route("/army/list/{key}/discard", builder.discard, methods=["POST"]),
    Route("/army/list/{key}/{change}", builder.change, methods=["POST"]),
)
