"""Every unit of the catalogue seen from above, in one file: pages show each by its name, in the colour of their words."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.ui.unit_looks import looks_of, top_id
from aqmf_air.games.martian_front.ui.web_ruleset import ruleset

ADDRESS = "/army/top-views.svg"


def top_view(kind: UnitType) -> str:
    """What a page's ``<use>`` refers to for a unit of the catalogue."""
    return f"{ADDRESS}#{top_id(kind.name)}"


def show(request: Request) -> Response:
    """``/army/top-views.svg``: a symbol for each unit. It is asked for anew, and sent only where it has changed."""
    drawn, mark = _drawn(ruleset())
    headers = {"etag": mark, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@lru_cache(maxsize=1)
def _drawn(game: AllQuiet) -> tuple[str, str]:
    """The file, and what tells it from an earlier one."""
    looks = looks_of(game.registry)
    symbols = [
        f'<symbol id="{top_id(kind.name)}" viewBox="-1.05 -1.05 2.1 2.1">{looks.top_view(kind)}</symbol>'
        for kind in game.catalogue.values()
    ]
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'
    return drawn, f'"{sha256(drawn.encode()).hexdigest()[:24]}"'
