"""What no request gets past."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

FORM = {"name": "Mine", "role": "combat", "mph": "90", "skin": "fabric", "gun-f": "1"}


@pytest.mark.parametrize("path", ["/", "/nope", "/static/room.css", "/hangar/worth.svg"])
def test_every_answer_says_what_a_page_may_do(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"  # what a change is known by has to be sent


def test_what_a_browser_keeps_it_asks_after_and_is_sent_nothing_twice(client: TestClient) -> None:
    first = client.get("/static/room.css")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/room.css", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert not again.content


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1.example.org", "", "example.org:80", "[::2]"])
def test_another_host_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 400
    assert "does not answer to the host" in answer.text


@pytest.mark.parametrize("host", ["127.0.0.1:8711", "localhost", "localhost:1", "[::1]:8711"])
def test_this_machine_by_any_of_its_names_is_served(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9"},
        {"origin": "http://[::"},
        {"origin": "http://127.0.0.1", "sec-fetch-site": "cross-site"},
        {"origin": "http://127.0.0.1", "sec-fetch-site": "same-site"},
        {"origin": "http://evil.example", "referer": "http://127.0.0.1/hangar"},
        {"referer": "http://evil.example/"},
        {"referer": "http://evil.example/http://127.0.0.1/"},
        {"referer": "http://127.0.0.1@evil.example/"},
        {"referer": "http://127.0.0.1:9/"},
        {"referer": ""},
        {"sec-fetch-site": "same-origin"},
        {},
    ],
)
def test_another_sites_page_changes_nothing(client: TestClient, home: Path, headers: dict[str, str]) -> None:
    del client.headers["origin"]
    answer = client.post("/hangar/keep", data=FORM, headers=headers)
    assert answer.status_code == 403
    assert "nothing was done" in answer.text
    assert not list(home.rglob("*.toml"))


@pytest.mark.parametrize(
    "own",
    [
        {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"},
        {"origin": "http://127.0.0.1"},
        {"referer": "http://127.0.0.1/hangar/new?q=1"},
    ],
)
def test_our_own_page_may(client: TestClient, home: Path, own: dict[str, str]) -> None:
    del client.headers["origin"]
    assert client.post("/hangar/keep", data=FORM, headers=own).status_code == 303
    assert [path.name for path in home.rglob("*.toml")] == ["mine.toml"]


def test_too_much_is_turned_away(client: TestClient) -> None:
    assert client.get("/rules", params={"q": "x" * 9000}).status_code == 414
    assert client.post("/hangar/keep", content=b"x" * 70_000).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(70):
            yield b"a=b&" * 256

    form = {"content-type": "application/x-www-form-urlencoded"}
    answer = client.post("/hangar/keep", content=endless(), headers=form)
    assert answer.status_code == 413
    assert "at most 64 KiB" in answer.text
    assert client.post("/hangar/keep", content=b"", headers={"content-length": "9" * 30}).status_code == 413


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/"])
def test_nothing_outside_the_static_folder_is_given_out(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404
