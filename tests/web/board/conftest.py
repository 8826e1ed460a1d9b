"""A live table for each test, on an app that really listens, and a browser at it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from aqmf_air.web.access.guard import SEAT
from aqmf_air.web.app import create_app
from tests.web.board.hands import Address

Tables = Callable[..., Address]


@pytest.fixture(scope="session")
def app_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where an app listens that keeps its games in a folder of its own."""
    import uvicorn

    with pytest.MonkeyPatch.context() as patch, socket.socket() as listening:
        patch.setenv("AQMF_HOME", str(tmp_path_factory.mktemp("home")))
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        server = uvicorn.Server(uvicorn.Config(create_app(), log_level="warning", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        httpx2.get(f"{address}/games", timeout=60)  # the store is opened here, in this home
        yield address
        server.should_exit = True
        thread.join(10)


@pytest.fixture
def new_table(app_address: str) -> Tables:
    """Opens a table, and says where it is."""

    def opened(
        scenario: str = "first-flight", human: str = "here", martian: str = "automatic", dice: str = "rolled", **more: str
    ) -> Address:
        form = {"scenario": scenario, "human": human, "martian": martian, "dice": dice, **more}
        answer = httpx2.post(f"{app_address}/games/new", data=form, headers={"origin": app_address}, timeout=60)
        assert answer.status_code == 303
        return Address(app_address + answer.headers["location"].removesuffix("/seats"), answer.cookies[SEAT])

    return opened


@pytest.fixture
def asked(new_table: Tables) -> Callable[..., Any]:
    """Asks a table of its own something: its answer as data."""
    tables: dict[str, Address] = {}

    def ask(what: str, body: dict[str, Any], scenario: str = "first-flight", **seats: str) -> Any:
        if scenario not in tables:
            tables[scenario] = new_table(scenario, **seats)
        answer = tables[scenario].post(what, body)
        return answer.json() | {"status": answer.status_code}

    return ask
