"""A table in this process, and players at it who talk to it as a browser does and remember all that they were sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.testclient import TestClient

from aqmf_air.games.martian_front.scenario.model import ScenarioFile
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.web.access.guard import SEAT
from aqmf_air.web.app import create_app
from aqmf_air.web.live.live_tables import LiveTables, OpenTable
from aqmf_air.web.live.table import LiveTable
from aqmf_air.web.seat_settings import SeatSetting, Setting, hashed
from aqmf_air.web.shared_registry import rules
from tests.web.conftest import OURS
from tests.web.looking import facts_of

HERE = "http://127.0.0.1"
SIDES = ("human", "martian")


@dataclass
class Player:
    """A browser at a table."""

    client: TestClient
    game: str
    received: list[bytes] = field(default_factory=list)

    def get(self, path: str, **query: Any) -> Any:
        """What the table answers to a question."""
        return self._heard(self.client.get(f"/game/{self.game}{path}", params=query))

    def post(self, path: str, **body: Any) -> Any:
        """What the table answers to a request for a change."""
        return self._heard(self.client.post(f"/game/{self.game}{path}", json=body))

    def sheet(self, **query: Any) -> dict[str, Any]:
        """The sheet."""
        answer = self.get("/sheet.json", **query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def _heard(self, answer: Any) -> Any:
        self.received += [answer.content, facts_of(answer.text).encode()]  # of a film also what is packed in it
        return answer


@dataclass
class Club:
    """An app with its live tables."""

    app: Any
    client: TestClient

    @property
    def live_tables(self) -> LiveTables:
        """Its live_tables, opened."""
        if self.app.state.live_tables is None:
            self.app.state.live_tables = LiveTables()
        live_tables: LiveTables = self.app.state.live_tables
        return live_tables

    def table(self, player: Player) -> LiveTable:
        """The table that a player sits at, from behind the curtain."""
        return self.live_tables.tables[player.game]

    def seated(self, player: Player) -> OpenTable:
        """The same, with all that the live_tables keeps about it."""
        assert self.client.portal is not None
        found: OpenTable = self.client.portal.call(self.live_tables.seated, player.game)
        return found

    def visitor(self, game: str, token: str = "") -> Player:
        """Another browser, which holds the seat of the token."""
        client = TestClient(self.app, base_url=HERE, headers=OURS, follow_redirects=False)
        client.portal = self.client.portal  # the loop in which the tables live
        if token:
            client.cookies.set(SEAT, token, domain="127.0.0.1", path=f"/game/{game}")
        return Player(client, game)

    def by_link(self, game: str, link: str) -> Player:
        """Another browser, which has sat down by the link with this token."""
        player = self.visitor(game)
        assert player.client.post(f"/game/{game}/join", data={"token": link}).status_code == 303
        return player

    def begin(self, setup: Any, setting: Setting) -> str:
        """A new game."""
        assert self.client.portal is not None
        return str(self.client.portal.call(self.live_tables.begin, rules("aqmf"), setup, setup.scenario, setting))

    def apart(self, setup: Any, **more: Any) -> tuple[Player, Player]:
        """A new game of two players who each hold one side; each has made a link to move to another device."""
        seats = tuple(
            SeatSetting(side=side, who="friend", token=hashed(f"{side}-token"), link=hashed(f"{side}-link"))
            for side in SIDES
        )
        game = self.begin(setup, Setting(seats=seats, opener=hashed("opener"), policy="exact-odds", **more))
        human, martian = (self.visitor(game, f"{side}-token") for side in SIDES)
        return human, martian


@contextmanager
def opened(**how: Any) -> Iterator[Club]:
    """An app, while it runs."""
    app = create_app(**how)
    with TestClient(app, base_url=HERE, headers=OURS, follow_redirects=False) as client:
        yield Club(app, client)


def host() -> AllQuiet:
    """The game."""
    found = rules("aqmf").ruleset
    assert isinstance(found, AllQuiet)
    return found


def setup_of(scenario: str, renamed: str = "", **changes: Any) -> Any:
    """The start of a bundled scenario; the Martian units renamed, so that their names are found wherever they are told."""
    document = {**host().bundled(scenario).model_dump(), **changes}
    for number, unit in enumerate(document["units"]):
        if renamed and unit["side"] == "martian":
            unit["id"] = f"{renamed}{number}"
    document["orders"] = ()
    return host().scenario(ScenarioFile.model_validate(document), {}).setup


def next_order(table: LiveTable) -> tuple[str, dict[str, Any]] | None:
    """Who orders next, and what, if both sides play by the odds."""
    if table.over:
        return None
    choose = table.policies["exact-odds"].choose
    for side in dict.fromkeys((*table.active, *table.sides)):
        command = choose(table.session.ruleset, table.session.state, side)
        if command is not None:
            return side, command.model_dump(mode="json")
    return None


def named(text: bytes, name: str) -> bool:
    """Whether a name stands somewhere by itself."""
    return re.search(rb"(?<![\w-])" + re.escape(name.encode()) + rb"(?![\w-])", text) is not None


def begun(club: Club, scenario: str = "first-flight", **form: str) -> Player:
    """A new game, by the form of the page, at the browser that opened it."""
    answer = club.client.post("/games/new", data={"scenario": scenario, **form})
    assert answer.status_code == 303, answer.text
    return Player(club.client, answer.headers["location"].split("/")[2])


def settled(club: Club, player: Player) -> None:
    """Wait until the automatic side has done what it has to do."""

    async def done() -> None:
        seated = await club.live_tables.seated(player.game)
        if seated.playing is not None:
            await seated.playing

    assert club.client.portal is not None
    club.client.portal.call(done)


def link_in(answer: Any) -> str:
    """The path of the link on a page of seats."""
    found = re.search(r">http://127\.0\.0\.1(/join/[\w/-]+)<", answer.text)
    assert found is not None, answer.text
    return found.group(1)
