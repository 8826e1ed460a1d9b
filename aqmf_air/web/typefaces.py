"""The house's own letters on its pages: the typefaces of its paper, from the packages that carry them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from aqmf_air.core.data.packages import is_here
from aqmf_air.drawing.style import TYPEFACES

AT = "/static/typefaces"
CUTS = {"Regular": ("400", "normal"), "It": ("400", "italic"), "Semibold": ("600 700", "normal")}
"""The cuts that pages take, by the last part of their files' names: weights and style."""
ON_EVERY_PAGE = ("SourceSansPro-Regular", "SourceSansPro-Semibold", "SourceSerifPro-Semibold")
"""What a browser fetches before it reads the styles, so that letters seldom change on a page that is there."""
KEPT = {"cache-control": "public, max-age=31536000, immutable"}
"""A typeface does not change: a browser asks for it once."""


def packages() -> dict[str, str]:
    """The typefaces that are there, and the packages that carry them: an app without paper lacks them, and has others."""
    return {family: package for family, package in TYPEFACES.items() if is_here(package)}


def preloaded() -> list[str]:
    """The links to what is :data:`ON_EVERY_PAGE`."""
    there = [family.replace(" ", "") for family in packages()]
    return [f"{AT}/{name}.otf" for name in ON_EVERY_PAGE if name.partition("-")[0] in there]


def faces(request: Request) -> Response:
    """``/static/typefaces.css``: the faces that are there. A page waits 0.1 seconds for one, and takes it within three."""
    rules = [
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; font-display: fallback; '
        f'src: url("{AT}/{family.replace(" ", "")}-{cut}.otf") format("opentype"); }}\n'
        for family in packages()
        for cut, (weight, style) in CUTS.items()
    ]
    return Response("".join(rules), media_type="text/css")


def face(request: Request) -> Response:
    """``/static/typefaces/FAMILY-CUT.otf``: one cut of a typeface."""
    family, _, cut = request.path_params["name"].partition("-")
    carried = {title.replace(" ", ""): package for title, package in packages().items()}
    if family not in carried or cut not in CUTS:
        raise HTTPException(404)
    file = Path(str(files(carried[family]))) / "files" / f"{family}-{cut}.otf"
    return FileResponse(file, media_type="font/otf", headers=KEPT)


ROUTES = (Route(f"{AT}.css", faces), Route(f"{AT}/{{name}}.otf", face))
