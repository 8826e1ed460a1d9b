"""What pages look like, for who builds some: every part by its name, on a light screen and on a dark one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from aqmf_air.web.pages import page

COLOURS = (
    "paper card shade ink faded rule brass deep on-main bar on-bar good warn calm focus under over sheet desk chosen aimed"
)
"""The colours that the page shows, as ``static/room.css`` calls them."""


def looks(request: Request) -> Response:
    """``/look``."""
    return page(request, "look.html", colours=COLOURS.split())


ROUTES = (Route("/look", looks),)
