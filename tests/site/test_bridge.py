"""The bridge between a service worker and the app: requests, cookies, streams, and who leaves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from starlette.types import Receive, Scope, Send

from aqmf_air.site.bridge import Bridge
from aqmf_air.site.engine import begin
from aqmf_air.site.one_thread import work_in_one_thread

ORIGIN = "https://games.example:8443"
OURS = [("origin", ORIGIN)]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Answered:
    """What a service worker hears of an answer."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.chunks: list[bytes] = []

    def start(self, status: int, headers: list[tuple[str, str]]) -> None:
        assert self.status == 0
        self.status, self.headers = status, dict(headers)

    @property
    def text(self) -> str:
        return b"".join(self.chunks).decode()


async def asked(bridge: Bridge, method: str, target: str, body: bytes = b"", headers: Any = OURS) -> Answered:
    answered = Answered()
    await bridge.answer(1, method, target, headers, body, answered.start, answered.chunks.append)
    return answered


def ask(bridge: Bridge, *request: Any) -> Answered:
    return asyncio.run(asked(bridge, *request))


@pytest.fixture
def bridge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bridge]:
    """The app as a site begins it."""
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    undo = work_in_one_thread()
    yield begin(ORIGIN, str(tmp_path))
    undo()


def test_a_request_is_passed_on_as_a_server_would(tmp_path: Path) -> None:
    scopes: list[Scope] = []
    bodies: list[bytes] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scopes.append(dict(scope))
        bodies.append((await receive())["body"])
        await send({"type": "http.response.start", "status": 201, "headers": [(b"X-Kind", b"letter")]})
        await send({"type": "http.response.body", "body": b"a", "more_body": True})
        await send({"type": "http.response.body", "body": b"b"})

    headers = [
        ("Accept", "*/*"),
        ("cookie", "theirs=1"),
        ("accept-encoding", "gzip"),
        ("last-event-id", "7"),
        ("host", "else"),
    ]
    answered = ask(Bridge(app, ORIGIN, tmp_path), "POST", "/game/d%C3%A9j%C3%A0?a=b%20c", b"x=1", headers)
    assert (answered.status, answered.headers, answered.chunks) == (201, {"x-kind": "letter"}, [b"a", b"b"])
    assert bodies == [b"x=1"]
    scope = scopes[0]
    assert (scope["method"], scope["path"], scope["raw_path"]) == ("POST", "/game/déjà", b"/game/d%C3%A9j%C3%A0")
    assert (scope["query_string"], scope["scheme"], scope["server"]) == (b"a=b%20c", "https", ("games.example", 8443))
    assert dict(scope["headers"]) == {
        b"accept": b"*/*",
        b"last-event-id": b"7",
        b"host": b"games.example:8443",
        b"content-length": b"3",
    }


def test_cookies_are_kept_by_path_and_across_starts(tmp_path: Path) -> None:
    given = iter(
        ["seat=one; Path=/game/a; Max-Age=600", "seat=two; Path=/game/ab", "seat=gone; Path=/game/a; Max-Age=0", ""]
    )
    shown: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        shown.append(dict(scope["headers"]).get(b"cookie", b"").decode())
        line = next(given, "")
        headers = [(b"set-cookie", line.encode())] if line else []
        await send({"type": "http.response.start", "status": 204, "headers": headers})

    bridge = Bridge(app, ORIGIN, tmp_path)
    assert "set-cookie" not in ask(bridge, "GET", "/").headers
    ask(bridge, "GET", "/game/a/seats")
    bridge = Bridge(app, ORIGIN, tmp_path)
    for path in ("/game/ab", "/game/a", "/game/abc"):
        ask(bridge, "GET", path)
    assert shown == ["", "seat=one", "seat=two", "", ""]


def test_who_leaves_a_stream_is_heard(tmp_path: Path) -> None:
    heard: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"news", "more_body": True})
        heard.append((await receive())["type"])
        await send({"type": "http.response.body", "body": b"too late"})

    async def visit() -> Answered:
        bridge, answered = Bridge(app, ORIGIN, tmp_path), Answered()
        going = asyncio.create_task(bridge.answer(7, "GET", "/stream", [], b"", answered.start, answered.chunks.append))
        await asyncio.sleep(0)
        bridge.leave(7)
        bridge.leave(8)
        await going
        return answered

    assert asyncio.run(visit()).chunks == [b"news"]
    assert heard == ["http.disconnect"]


def test_a_table_is_set_up_played_and_saved_through_the_bridge(bridge: Bridge, tmp_path: Path) -> None:
    async def visit() -> None:
        assert "This browser" in (await asked(bridge, "GET", "/")).text
        begun = await asked(
            bridge,
            "POST",
            "/games/play",
            b"scenario=valor%3Acampaign",
            [*OURS, ("content-type", "application/x-www-form-urlencoded")],
        )
        assert (begun.status, begun.headers["location"]) == (303, "/game/campaign")
        sheet = json.loads((await asked(bridge, "GET", "/game/campaign/sheet.json")).text)
        order = {"as": "you", "entries": sheet["entries"], "command": sheet["offers"][0]["command"]}
        done = await asked(
            bridge, "POST", "/game/campaign/order", json.dumps(order).encode(), [*OURS, ("content-type", "application/json")]
        )
        assert done.status == 200
        saved = await asked(bridge, "GET", "/browser/everything.zip")
        assert saved.headers["content-disposition"].startswith("attachment; filename=")
        (tmp_path / "saved.zip").write_bytes(b"".join(saved.chunks))

    asyncio.run(visit())
    with ZipFile(tmp_path / "saved.zip") as archive:
        assert {"games.sqlite", "backup.json"} <= set(archive.namelist())


def test_what_another_site_asks_for_is_not_done(bridge: Bridge) -> None:
    assert ask(bridge, "POST", "/games/play", b"", [("origin", "https://elsewhere.example")]).status == 403
    assert ask(bridge, "POST", "/games/play", b"", []).status == 403
    assert ask(bridge, "POST", "/games/play", b"", [("referer", f"{ORIGIN}/games")]).status == 303


def multipart(raw: bytes, **fields: str) -> tuple[bytes, list[tuple[str, str]]]:
    head = "--x\r\ncontent-disposition: form-data; name="
    parts = [f'{head}"{name}"\r\n\r\n{value}\r\n'.encode() for name, value in fields.items()]
    file = f'{head}"file"; filename="mine.zip"\r\n\r\n'.encode() + raw + b"\r\n--x--\r\n"
    return b"".join([*parts, file]), [*OURS, ("content-type", "multipart/form-data; boundary=x")]


def test_a_saved_file_is_put_back_whole_or_not_at_all(bridge: Bridge) -> None:
    async def visit() -> None:
        form = [*OURS, ("content-type", "application/x-www-form-urlencoded")]
        play = ("POST", "/games/play", b"scenario=valor%3Acampaign", form)
        assert (await asked(bridge, *play)).status == 303
        assert "Never saved" in (await asked(bridge, "GET", "/browser")).text
        saved = b"".join((await asked(bridge, "GET", "/browser/everything.zip")).chunks)
        assert "Last saved" in (await asked(bridge, "GET", "/browser")).text
        second = (await asked(bridge, *play)).headers["location"]
        assert (await asked(bridge, "GET", second)).status == 200
        assert (await asked(bridge, "POST", "/browser/restore", *multipart(saved))).status == 400
        refused = await asked(bridge, "POST", "/browser/restore", *multipart(b"no backup", replace="yes"))
        assert refused.status == 400
        assert "mine.zip" in refused.text
        assert (await asked(bridge, "GET", second)).status == 200
        restored = await asked(bridge, "POST", "/browser/restore", *multipart(saved, replace="yes"))
        assert (restored.status, restored.headers["location"].partition("=")[0]) == (303, "/browser?restored")
        assert (await asked(bridge, "GET", second)).status == 404
        assert (await asked(bridge, "GET", "/game/campaign")).status == 200

    asyncio.run(visit())


def test_a_restored_table_is_this_browser_s_whoever_opened_it(bridge: Bridge, tmp_path: Path) -> None:
    async def visit() -> None:
        form = [*OURS, ("content-type", "application/x-www-form-urlencoded")]
        assert (await asked(bridge, "POST", "/games/play", b"scenario=valor%3Acampaign", form)).status == 303
        (tmp_path / "browser" / "cookies.json").unlink()
        again = begin(ORIGIN, str(tmp_path))
        sheet = await asked(again, "GET", "/game/campaign/sheet.json")
        assert sheet.status == 200
        assert json.loads(sheet.text)["offers"]
        assert (await asked(again, "GET", "/game/campaign/seats")).status == 200

    asyncio.run(visit())
