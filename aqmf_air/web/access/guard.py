"""What every request has to pass (whose host, whose page, how much), the door of an app that serves other machines, and what
every answer says a page may do.
"""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aqmf_air.web.access.admission import LOOPBACK, PASS, PASS_SECONDS, Admission
from aqmf_air.web.pages import field_text, form_of, page, trouble

MAX_BODY, MAX_SENT, MAX_ADDRESS = 64 * 1024, 2_000_000, 8 * 1024
"""The most bytes that a form, one that sends files, and an address with its query, may have."""
MAX_RESTORED = 200_000_000
"""The most bytes of a form that sends files where the app runs in the browser that sends it, as a backup is."""

DOOR = "/enter"
"""The page that asks for the code."""
ANSWERS = "/answers"
"""Whoever asks it learns that the app answers, and no cache of a browser."""
OPEN_TO_ALL = (DOOR, ANSWERS, "/static/", "/join/")
"""Where an app that serves other machines may be read without its code: what the links to a seat need, and the door."""
TABLES, SITTING_DOWN = "/game/", "/join"
"""Tables look at the seats that a browser holds, or at the token that it sits down with, themselves."""
SEAT = "aqmf-seat"
"""The cookie with the tokens of seats."""
SITS_AT = "aqmf-tables"
"""The cookie with the names of the tables at which a browser holds something: which games a list shows as its own."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
FRAMED_POLICY = PAGE_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""The same where the app's own shell shows it in a frame."""
HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
"""What every answer says, unless it says otherwise. A browser asks after what it keeps: no update meets old scripts."""


class TooLargeError(Exception):
    """A body went past what it may have while it was read."""


class Guard:
    """Refuses a request for another host, a change asked for by another site, and anything too large; seals the answers.

    With an ``admission``, other machines are served: then nothing but the door is, until the code or a seat was shown, and
    too many requests, or too many wrong ones, have to wait.
    """

    def __init__(
        self, app: ASGIApp, hosts: Collection[str] = LOOPBACK, admission: Admission | None = None, framed: bool = False
    ) -> None:
        self.app, self.hosts, self.admission = app, frozenset(host.lower() for host in hosts), admission
        self._headers = {**HEADERS, "content-security-policy": FRAMED_POLICY} if framed else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 0

        async def sealing(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope)
        turned_away = self._turned_away(request)
        if turned_away is None:
            try:
                await self.app(scope, _measured(receive, _most(request)), sealing)
            except TooLargeError:
                if status:
                    raise
                turned_away = trouble(request, *_too_large(request))
            else:
                if self.admission is not None and status == 403:  # a wrong code, link or seat is counted
                    self.admission.failed(_address(request))
                return
        await turned_away(scope, receive, sealing)

    def _turned_away(self, request: Request) -> Response | None:
        """What is answered to a request that nothing else looks at; None: it goes on."""
        host = request.headers.get("host", "")
        name = host if host.endswith("]") else host.rpartition(":")[0] or host  # without its port
        if name.lower() not in self.hosts:  # in plain words: the look of a page would not be sent there
            text = f"This app does not answer to the host {host[:60]!r}. Open it at the address that its terminal shows."
            return PlainTextResponse(text, 400)
        if refused := _refusal(request, host):
            return trouble(request, *refused)
        return None if self.admission is None else self._outside(request, self.admission)

    def _outside(self, request: Request, admission: Admission) -> Response | None:
        """What is answered to somebody who has not been let in, or asks too often; None for all others."""
        address, path = _address(request), request.scope["path"]
        if not admission.requests.take(address):
            return _later(request, "That was too much at once. Wait a few seconds.")
        if admission.passes(request.cookies.get(PASS, "")):
            return None
        tries = path.startswith(TABLES) and (bool(request.cookies.get(SEAT)) or path.endswith(SITTING_DOWN))
        if not tries and not path.startswith(OPEN_TO_ALL):
            if request.method in ("GET", "HEAD"):
                return RedirectResponse(f"{DOOR}?to={quote(path)}", 303)
            return trouble(request, 403, "The code of this table room is asked for first.")
        if admission.bars(address) and not path.startswith(("/static/", ANSWERS)):
            return _later(request, "Too many tries that were wrong. Wait a minute, then try again.")
        return None


def _most(request: Request) -> int:
    """The most bytes that the body of a request may have."""
    most_sent = MAX_RESTORED if request.app.state.framed else MAX_SENT
    return most_sent if request.headers.get("content-type", "").startswith("multipart/form-data") else MAX_BODY


def _too_large(request: Request) -> tuple[int, str]:
    most = _most(request)
    shown = f"{most // 1024} KiB" if most < 1_000_000 else f"{most // 1_000_000} MB"
    return 413, f"That is too much to read at once: at most {shown}."


def _measured(receive: Receive, most: int) -> Receive:
    """Reads a body, as far as its form could go."""
    read = 0

    async def measuring() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise TooLargeError
        return message

    return measuring


def _refusal(request: Request, host: str) -> tuple[int, str] | None:
    """Why a request is turned away before anything looks at it: a status, and one line."""
    if len(request.scope["path"]) + len(request.scope["query_string"]) > MAX_ADDRESS:
        return 414, "The address is too long."
    if request.method not in ("GET", "HEAD"):
        if not _same_origin(request.headers, host):
            return 403, "Another site asked for this change, so nothing was done. Use the app's own page."
        length = request.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return 400, "The request does not say how long it is."
        if len(length) > 9 or int(length) > _most(request):
            return _too_large(request)
    return None


def _later(request: Request, message: str) -> Response:
    answer = trouble(request, 429, message)
    answer.headers["retry-after"] = "10"
    return answer


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _same_origin(headers: Headers, host: str) -> bool:
    """Whether a change comes from a page of this app: by its ``Origin``, or its ``Referer`` where it has no origin.

    Every browser sends one of them with a form or a script of ours, for our pages say ``referrer-policy: same-origin``. What
    sends neither is no page of ours.
    """
    came_from = headers.get("origin", headers.get("referer", ""))
    try:
        ours = bool(host) and urlsplit(came_from).netloc == host
    except ValueError:
        return False
    return ours and headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def show(request: Request) -> Response:
    """``GET /enter?code=&to=``: the page that asks for the code."""
    code, to = field_text(request.query_params, "code"), field_text(request.query_params, "to")
    return page(request, "enter.html", code=code[:40], to=_inside(to))


async def enter(request: Request) -> Response:
    """``POST /enter``: the code opens the door, and leads to where one wanted to go."""
    form = await form_of(request)
    admission: Admission | None = request.app.state.admission
    code, to = field_text(form, "code"), field_text(form, "to")
    if admission is not None and not admission.opens(code):
        return trouble(request, 403, "That is not the code. It is on the terminal where the app was started.", key="code")
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


def _inside(path: str) -> str:
    """A path of this app; the first page for anything else that one may be sent to."""
    plain = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if plain else "/"


ROUTES = (Route(DOOR, show, methods=["GET"]), Route(DOOR, enter, methods=["POST"]))
