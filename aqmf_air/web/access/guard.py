"""What every request has to pass (whose host, whose page, how much), and what every answer says a page may do."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aqmf_air.web.access.admission import Admission, cookie
from aqmf_air.web.pages import trouble

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names under which this machine may be called."""
MAX_BODY, MAX_ADDRESS = 64 * 1024, 8 * 1024
"""The most bytes that a form, and an address with its query, may have."""

DOOR = "/enter"
"""The page that asks for the code."""
OPEN_TO_ALL = (DOOR, "/static/", "/join/")
"""Where an app that serves other machines may be read without its code: what the links to a seat need, and the door."""
TABLES, SITTING_DOWN = "/game/", "/join"
"""Tables look at the seats that a browser holds, or at the token that it sits down with, themselves."""
SEAT = "aqmf-seat"
"""The cookie with the tokens of seats."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
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
    """A body went past ``MAX_BODY`` while it was read."""


class _Sealing:
    """Sends an answer, with our headers on it."""

    def __init__(self, send: Send) -> None:
        self.send, self.started, self.status = send, False, 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started, self.status = True, message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await self.send(message)


class _Measuring:
    """Reads a body, as far as any form could go."""

    def __init__(self, receive: Receive) -> None:
        self.receive, self.read = receive, 0

    async def __call__(self) -> Message:
        message = await self.receive()
        self.read += len(message.get("body", b""))
        if self.read > MAX_BODY:
            raise TooLargeError
        return message


class Guard:
    """Refuses a request for another host, a change asked for by another site, and anything too large; seals the answers.

    With an ``admission``, other machines are served: then nothing but the door is, until the code or a seat was shown, and
    too many requests, or too many wrong ones, have to wait.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = LOOPBACK, admission: Admission | None = None) -> None:
        self.app, self.hosts, self.admission = app, frozenset(host.lower() for host in hosts), admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sealing = _Sealing(send)
        refused = self._refusal(scope)
        turned_away = self._elsewhere(scope) or (trouble(Request(scope), *refused) if refused else self._outside(scope))
        if turned_away is None:
            try:
                await self.app(scope, _Measuring(receive), sealing)
                self._remember(scope, sealing.status)
                return
            except TooLargeError:
                if sealing.started:
                    raise
                turned_away = trouble(Request(scope), *_TOO_LARGE)
        await turned_away(scope, receive, sealing)

    def _elsewhere(self, scope: Scope) -> Response | None:
        """What is answered under another host's name: plain words, since the look of a page would not be sent there."""
        host = Headers(scope=scope).get("host", "")
        if _without_port(host).lower() in self.hosts:
            return None
        said = f"This app does not answer to the host {host[:60]!r}. Open it at the address that its terminal shows."
        return PlainTextResponse(said, 400)

    def _outside(self, scope: Scope) -> Response | None:
        """What is answered to somebody who has not been let in, or asks too often; None for all others."""
        if self.admission is None:
            return None
        address, path, cookies = _address(scope), scope["path"], Headers(scope=scope).get("cookie", "")
        if not self.admission.requests.take(address):
            return _later(scope, "That was too much at once. Wait a few seconds.")
        if self.admission.passes(cookies):
            return None
        tries = path.startswith(TABLES) and (bool(cookie(cookies, SEAT)) or path.endswith(SITTING_DOWN))
        if not tries and not path.startswith(OPEN_TO_ALL):
            if scope["method"] in ("GET", "HEAD"):
                return RedirectResponse(f"{DOOR}?to={quote(path)}", 303)
            return trouble(Request(scope), 403, "The code of this table room is asked for first.")
        if self.admission.bars(address) and not path.startswith("/static/"):
            return _later(scope, "Too many tries that were wrong. Wait a minute, then try again.")
        return None

    def _remember(self, scope: Scope, status: int) -> None:
        """Count what was wrong: a code, a link, a seat."""
        if self.admission is not None and status == 403:
            self.admission.failed(_address(scope))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is turned away before anything looks at it: a status, and one line."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if len(scope["path"]) + len(scope["query_string"]) > MAX_ADDRESS:
            return 414, "The address is too long."
        if scope["method"] not in ("GET", "HEAD"):
            if not _same_origin(headers, host):
                return 403, "Another site asked for this change, so nothing was done. Use the app's own page."
            length = headers.get("content-length", "0")
            if not (length.isascii() and length.isdigit()):
                return 400, "The request does not say how long it is."
            if len(length) > 9 or int(length) > MAX_BODY:
                return _TOO_LARGE
        return None


_TOO_LARGE = (413, f"That is too much to read at once: at most {MAX_BODY // 1024} KiB.")


def _later(scope: Scope, message: str) -> Response:
    answer = trouble(Request(scope), 429, message)
    answer.headers["retry-after"] = "10"
    return answer


def _address(scope: Scope) -> str:
    return str((scope.get("client") or ("",))[0])


def _without_port(host: str) -> str:
    return host if host.endswith("]") else host.rpartition(":")[0] or host


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
