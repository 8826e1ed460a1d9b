"""A seeded fuzz of every route: addresses, fields and bodies of all kinds, from the forms themselves and from nowhere.

By hand, as many requests as one likes: ``python -m tests.web.fuzzing 10000 7``.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from starlette.routing import Route
from starlette.testclient import TestClient

from aqmf_air.core.play.scenarios import SCENARIOS
from aqmf_air.games.martian_front.army.lists import LISTS
from aqmf_air.games.martian_front.ui.pages.scenario.changes import CHANGES as SCENARIO_CHANGES
from aqmf_air.web.app import create_app
from tests.web.army.test_army import TOKEN
from tests.web.conftest import OURS, every_route

ENDLESS = ("stream",)
"""Last parts of addresses that answer for as long as one listens; asked only of what is not there."""
WORDS = (
    *(
        "",
        "0",
        "1",
        "3",
        "-1",
        "7.5",
        "1e400",
        "nan",
        "9" * 40,
        "²",
        "٣",
        "yes",
        "no",
        "on",
        "true",
        "null",
        "human",
        "martian",
    ),
    *(
        "US Infantry",
        "Scout Tripod",
        "Sopwith Camel",
        "SPAD XIII",
        "Burgess-Dunne D8",
        "hard",
        "combat",
        "fabric",
        "aluminium",
    ),
    *("wing", "first-flight", "AIR-MOVE-4", "json", "toml", "rosz", "qr", "roster", "cards", "a4", "letter", "shoot", "add"),
    *("undo", "x +1", "aqd1-IgAJ", "aqa1-AAAA", TOKEN, TOKEN[:40], "../../etc/passwd", "..", "/", "\\", "~root", "C:\\x"),
    *("%2e%2e%2f", "\x00", "a\nb", "\r\nSet-Cookie: a=b", "<script>alert(1)</script>", "{{7*7}}", "' OR 1=1 --"),
    *(
        "飛行機",
        "\u202e",
        "x" * 5000,
        "[" * 900,
        "{",
        '{"command": {}}',
        "name = 1",
        "format = 1",
        '{"format": 1}',
        "#aqa1-",
    ),
    *("6 7 8 1 1", "r 9", "0 0", "3 4, 9 4, 5 9", "1e9 0, 2 2, 3 3", "us-infantry-1", "wood", "remove", "0", "12.5"),
)
BODIES: tuple[tuple[str, bytes], ...] = (
    ("application/json", b"{"),
    ("application/json", b"[" * 2000),
    ("application/json", b'{"command": {"type": "EndPhase"}, "path": [{"straight": 4}], "at": -1}'),
    ("application/json", b"null"),
    ("application/json", b'"\xff"'),
    ("application/x-www-form-urlencoded", b"%ff=%00&=&&a=%"),
    ("multipart/form-data", b"no boundary"),
    (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="../../x"\r\n\r\na\r\n',
    ),
    ("multipart/form-data; boundary=x", b"--x--"),
    ("text/plain; charset=utf-16", b"\x00\xd8"),
    ("", b"\x00" * 70_000),
)
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {},
    {"hx-request": "true"},
    {"accept-encoding": "identity"},
    {"last-event-id": "x"},
    {"cookie": "a=%ff; seat=x"},
)


def routes() -> list[Route]:
    """Every route of the app that is no mount."""
    return every_route()


def field_names(client: TestClient) -> list[str]:
    """Every field of the forms of the app, as its pages have them."""
    paths = [one.path for one in routes() if "{" not in one.path and "GET" in (one.methods or ())]
    paths += [f"/odds/{name}?compare=yes" for name in ("shoot", "attack", "spot", "scout", "initiative", "run")]
    paths += [f"/army/list/{path.stem}/" for path in LISTS.kept()[:1]]
    paths += [f"/scenario/{path.stem}" for path in SCENARIOS.kept()[:1]]
    text = "\n".join(client.get(path).text for path in paths)
    names = set(re.findall(r'\bname="([a-z][\w.-]*)"', text)) - {"viewport"}
    return sorted(names | {"q", "design", "list", "roll", "compare", "mend", "step", "file", "command", "path", "left"})


@dataclass
class Fuzz:
    """Random requests to the whole app; what it answers is counted, what it must not do is raised."""

    client: TestClient
    random: Random
    known: dict[str, Sequence[str]] = field(default_factory=dict)
    """Values of parts of addresses that there are."""
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.known = begun(self.client)
        self.routes, self.names = routes(), field_names(self.client)

    def some(self) -> str:
        """A value for anything."""
        kind = self.random.random()
        if kind < 0.7:
            return self.random.choice(WORDS)
        if kind < 0.85:
            return str(self.random.randint(-5, 400))
        return "".join(chr(self.random.randint(1, 0xD7FF)) for _ in range(self.random.randint(1, 30)))

    def address(self, route: Route) -> str:
        """The address of a route, with its parts filled in."""
        endless = route.path.endswith(ENDLESS)

        def part(found: re.Match[str]) -> str:
            there = self.known.get(found[1])
            if endless:
                return "nobody"
            if there and self.random.random() < 0.6:
                return quote(self.random.choice(there), safe="")
            return quote(self.some()[:300], safe="")

        return re.sub(r"\{(\w+)[^}]*\}", part, route.path)

    def once(self) -> None:
        """One request."""
        route = self.random.choice(self.routes)
        path, method = self.address(route), "POST" if "POST" in (route.methods or ()) else "GET"
        if self.random.random() < 0.08:
            method = self.random.choice(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE"])
        fields = {self.random.choice(self.names): self.some() for _ in range(self.random.randint(0, 6))}
        asked: dict[str, Any] = {"headers": dict(self.random.choice(HEADERS))}
        if method == "POST" and self.random.random() < 0.2:
            kind, content = self.random.choice(BODIES)
            asked["content"] = content
            asked["headers"] |= {"content-type": kind} if kind else {}
        elif method == "POST" and self.random.random() < 0.2:
            asked["content"] = json.dumps({**fields, "deep": [fields]})
            asked["headers"]["content-type"] = "application/json"
        elif method == "POST" and self.random.random() < 0.2:
            asked["files"] = {"file": (self.some()[:60] or "x", self.some().encode("utf-8", "replace"))}
            asked["data"] = fields
        elif method == "POST":
            asked["data"] = fields
        else:
            asked["params"] = fields
        answer = self.client.request(method, path, **asked)
        self.statuses[(route.path, answer.status_code)] += 1
        assert answer.status_code < 500, (method, path, asked, answer.text[:500])
        assert "Traceback" not in answer.text, (method, path, asked)


def begun(client: TestClient) -> dict[str, Sequence[str]]:
    """Lists and a game to do things to, and what else parts of addresses may be that is there."""
    for name in ("Wing", "Third Wing"):
        made = client.post("/army/new", data={"name": name, "side": "human"}).headers["location"]
        client.post(f"{made}add", data={"unit": "US Infantry"})
    for change, fields in (("new", {"title": "Mill"}), ("mill/terrain", {"kind": "wood", "corners": "1 1, 9 1, 4 6"})):
        client.post(f"/scenario/{change}", data=fields)
    for path, fields in (("/games/new", {"scenario": "first-flight"}), ("/ledger/new", {"name": "Duel"})):
        client.post(path, data=fields)
    return {
        "key": [path.stem for path in LISTS.kept()],
        "game": there(client, "/games", "game"),
        "name": ["SPAD XIII", "Junkers D.I", "first-flight", *there(client, "/ledger", "ledger")],
        "id": ["AIR-MOVE-4", "HOST-HIT-1"],
        "format": ["json", "rosz", "qr", "toml", "sheet"],
        "sheet": ["cards", "roster"],
        "question": ["shoot", "attack", "morale", "run", "spot", "reach", "plan"],
        "change": ["add", "step", "count", "entry", "about", "rulings", "mend", "undo", "redo", *SCENARIO_CHANGES],
        "scenario": [path.stem for path in SCENARIOS.kept()],
    }


def there(client: TestClient, page: str, part: str) -> list[str]:
    """The names that a page links to."""
    return sorted(set(re.findall(rf'href="/{part}/([^/"?#]+)', client.get(page).text)) - {"new"})


def fuzz(count: int, seed: int, folder: Path, told: Callable[[str], object] = lambda _: None) -> Counter[tuple[str, int]]:
    """So many requests; nothing may be written but inside the player's own folder, which ``AQMF_HOME`` says."""
    beside = folder / "beside"
    beside.mkdir()
    was = Path.cwd()
    os.chdir(beside)
    try:
        with TestClient(create_app(), base_url="http://127.0.0.1", headers=OURS, follow_redirects=False) as client:
            random = Fuzz(client, Random(seed))
            for number in range(count):
                if number % 100 == 99:  # what was there may have been discarded
                    random.known = begun(client)
                random.once()
                if number % 1000 == 999:
                    told(f"{number + 1} requests")
    finally:
        os.chdir(was)
    assert not list(beside.iterdir())
    assert {path.name for path in folder.iterdir()} <= {"beside", "home"}
    return random.statuses


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        os.environ["AQMF_HOME"] = str(Path(place) / "home")
        counted = fuzz(int(sys.argv[1]), int(sys.argv[2]), Path(place), print)
        for (path, status), number in sorted(counted.items()):
            print(f"{number:6} {status} {path}")
