from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from starlette.routing import BaseRoute, Route
from starlette.testclient import TestClient

from aqmf_air.web.app import OWN_PAGES, create_app, guests, router_of

OURS = {"origin": "http://127.0.0.1"}
"""What a browser says of where a form was."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 412, "height": 839},
    "device_scale_factor": 2.625,
    "is_mobile": True,
    "has_touch": True,
}
SMALL_PHONE: dict[str, Any] = {**PHONE, "viewport": {"width": 360, "height": 740}}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SCREENS = {"phone": PHONE, "small phone": SMALL_PHONE, "laptop": LAPTOP}


def every_route() -> list[Route]:
    """The routes of all pages, those of plugins among them."""
    listed: list[list[BaseRoute]] = [create_app().routes, *(router_of(one).routes for one in (*OWN_PAGES, *guests()))]
    return list({id(route): route for routes in listed for route in routes if isinstance(route, Route)}.values())


def refused_in(answer: Any) -> str:
    """Why an answer says that something was refused, for the page to tell beside the control; nothing if it was done."""
    said = answer.headers.get("x-refused")
    return json.loads(unquote(said))["fault"] if said else ""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def client(home: Path) -> Iterator[TestClient]:
    with TestClient(create_app(), base_url="http://127.0.0.1", headers=OURS, follow_redirects=False) as opened:
        yield opened


@contextmanager
def running(app: Any) -> Iterator[str]:
    """Where an app really listens, in this process."""
    from aqmf_air.web.server import Server

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        server = Server(app)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(30)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the app listens."""
    with running(create_app()) as listening:
        yield listening
