"""Between a service worker and the app: each request as an ASGI scope, each part of an answer as it comes.

A service worker reads and sets no cookies, so that the bridge keeps those of the one browser that it serves.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from starlette.types import ASGIApp, Message

FOLDER = "browser"
"""The folder, in the player's own, with what the browser would keep elsewhere."""
NOT_PASSED_ON = ("accept-encoding", "content-length", "cookie", "host")
"""Headers that the bridge says itself, or that mean nothing here: nothing is sent, so nothing is packed."""

Headers = Iterable[tuple[str, str]]


class CookieJar:
    """The cookies of the one browser, kept in a file; a cookie is known by its name and its path."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: dict[str, dict[str, Any]] = {}
        with suppress(OSError, ValueError):
            self._kept = json.loads(path.read_bytes())

    def header(self, path: str) -> str:
        """What a request for this path says of cookies."""
        now = time.time()
        fitting = [cookie for cookie in self._kept.values() if _is_below(path, cookie["path"]) and cookie["until"] > now]
        longest_first = sorted(fitting, key=lambda cookie: -len(cookie["path"]))
        return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in longest_first)

    def take(self, line: str) -> None:
        """Keep what a ``Set-Cookie`` says. One without an end is kept for a year: there is no session that could end."""
        with suppress(CookieError):
            for name, morsel in SimpleCookie(line).items():
                path, age = morsel["path"] or "/", morsel["max-age"]
                until = time.time() + (int(age) if age else 31_536_000)
                self._kept[f"{name} {path}"] = {"name": name, "value": morsel.coded_value, "path": path, "until": until}
        now = time.time()
        self._kept = {key: cookie for key, cookie in self._kept.items() if cookie["until"] > now}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(self._kept), encoding="utf-8")


def _is_below(path: str, above: str) -> bool:
    return path == above or path.startswith(above if above.endswith("/") else f"{above}/")


class Bridge:
    """Answers the requests of one browser, whose pages are at ``origin``, from an app."""

    def __init__(self, app: ASGIApp, origin: str, home: Path) -> None:
        self._app = app
        self._url = urlsplit(origin)
        self._jar = CookieJar(home / FOLDER / "cookies.json")
        self._left: dict[int, asyncio.Event] = {}

    async def answer(
        self,
        number: int,
        method: str,
        target: str,
        headers: Headers,
        body: bytes,
        start: Callable[[int, list[tuple[str, str]]], None],
        chunk: Callable[[bytes], None],
    ) -> None:
        """Have the app answer a request: ``start`` is told the status and the headers once, ``chunk`` each part.

        Args:
            number: by which :meth:`leave` knows the request.
            method: ``GET``, ``POST``.
            target: the path with its query, as it is in an address.
            headers: as the browser sent them.
            body: what was sent with it.
            start: hears how the answer begins.
            chunk: hears each part of it.
        """
        left = self._left[number] = asyncio.Event()
        unread = [body]

        async def receive() -> Message:
            if unread:
                return {"type": "http.request", "body": unread.pop(), "more_body": False}
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in message["headers"]]
                for name, value in said:
                    if name == "set-cookie":
                        self._jar.take(value)
                start(message["status"], [(name, value) for name, value in said if name != "set-cookie"])
            elif message.get("body") and not left.is_set():
                chunk(message["body"])

        try:
            await self._app(self._scope(method, target, headers, body), receive, send)
        finally:
            del self._left[number]

    def leave(self, number: int) -> None:
        """Nobody waits for the answer to a request any more: the app hears that the browser has gone."""
        if number in self._left:
            self._left[number].set()

    def _scope(self, method: str, target: str, headers: Headers, body: bytes) -> dict[str, Any]:
        parts = urlsplit(target)
        passed = [(name.lower(), value) for name, value in headers if name.lower() not in NOT_PASSED_ON]
        passed.append(("host", self._url.netloc))
        if method not in ("GET", "HEAD"):
            passed.append(("content-length", str(len(body))))
        if cookies := self._jar.header(parts.path):
            passed.append(("cookie", cookies))
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": self._url.scheme,
            "path": unquote(parts.path),
            "raw_path": parts.path.encode("ascii"),
            "query_string": parts.query.encode("ascii"),
            "root_path": "",
            "headers": [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in passed],
            "client": ("127.0.0.1", 1),
            "server": (self._url.hostname, self._url.port),
            "state": {},
        }
