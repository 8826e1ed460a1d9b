"""The addresses of the pages on army lists."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.games.martian_front.ui.pages import top_views
from aqmf_air.games.martian_front.ui.pages.army import builder, catalogue, lists
from aqmf_air.web.pages import posted

ROUTES = (
    Route("/army", lists.show),
    Route(top_views.ADDRESS, top_views.show),
    Route("/army/units", catalogue.show),
    Route("/army/new", posted(lists.begin), methods=["POST"]),
    Route("/army/open", lists.open_given, methods=["POST"]),
    Route("/army/keep", lists.keep_given, methods=["POST"]),
    Route("/army/restore", posted(lists.restore), methods=["POST"]),
    Route("/army/export/{format}", lists.export),
    Route("/army/code.svg", lists.code),
    Route("/army/print/{sheet}", lists.printed),
    Route("/army/list/{key}/", builder.build),
    Route("/army/list/{key}/units", builder.units),
    Route("/army/list/{key}/fill", builder.fill, methods=["GET"]),
    Route("/army/list/{key}/compare", builder.compare),
    Route("/army/list/{key}/code.svg", lists.code),
    Route("/army/list/{key}/export/{format}", lists.export),
    Route("/army/list/{key}/print/{sheet}", lists.printed),
    Route("/army/list/{key}/copy", posted(builder.copy), methods=["POST"]),
    Route("/army/list/{key}/discard", posted(builder.discard), methods=["POST"]),
    Route("/army/list/{key}/{change}", posted(builder.change), methods=["POST"]),
)
