"""The door of an app that serves other machines: its code is asked for once, and a browser that showed it has a pass."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.web.access.admission import PASS, PASS_SECONDS, Admission
from aqmf_air.web.access.guard import DOOR
from aqmf_air.web.pages import form_of, page, text

MOST_CODE = 40


def show(request: Request) -> Response:
    """``GET /enter?code=&to=``: the page that asks for the code."""
    return _page(request, text(request.query_params, "code"), text(request.query_params, "to"))


async def enter(request: Request) -> Response:
    """``POST /enter``: the code opens the door, and leads to where one wanted to go."""
    form = await form_of(request)
    admission: Admission | None = request.app.state.admission
    code, to = text(form, "code"), text(form, "to")
    if admission is not None and not admission.opens(code):
        return _page(request, code, to, 403, "That is not the code. It is on the terminal where the app was started.")
    answer = RedirectResponse(_inside(to), 303)
    admit(answer, request)
    return answer


def admit(answer: Response, request: Request) -> None:
    """Give a browser a pass, where passes are asked for."""
    admission: Admission | None = request.app.state.admission
    if admission is not None:
        safe = request.url.scheme == "https"
        answer.set_cookie(
            PASS, admission.new_pass(), max_age=PASS_SECONDS, path="/", httponly=True, samesite="strict", secure=safe
        )


def _page(request: Request, code: str, to: str, status: int = 200, fault: str = "") -> Response:
    return page(request, "enter.html", status, code=code[:MOST_CODE], to=_inside(to), fault=fault)


def _inside(path: str) -> str:
    """A path of this app; the first page for anything else that one may be sent to."""
    plain = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if plain else "/"


ROUTES = (
    Route(DOOR, show, methods=["GET"]),
    Route(DOOR, enter, methods=["POST"]),
)
