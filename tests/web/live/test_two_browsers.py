"""Two browsers play a game to its end against each other, one on a bad line; every byte that the other got is looked at."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.session import new_header
from aqmf_air.core.store.store import Store
from aqmf_air.web.app import create_app
from aqmf_air.web.live.fair_play import commitment, seed_of
from aqmf_air.web.seat_settings import SeatSetting, Setting, SettingsStore, hashed
from aqmf_air.web.shared_registry import rules
from tests.web.conftest import LAPTOP, PHONE, running
from tests.web.live.playing import SIDES, host, named, setup_of
from tests.web.live.test_secrecy import undiscovered

GAME = "two-browsers"
SALT = "salt"
RECORDED = "recorded"
"""The name by which the browser whose traffic is kept goes."""

ACT = """async ({game, key, cut}) => {
  const sheet = await (await fetch(`/game/${game}/sheet.json`)).json();
  if (sheet.over || !sheet.offers.length) return {over: sheet.over, acted: false};
  const wanted = ['host.roll_initiative', 'host.go_first', 'aircraft.search', 'host.shoot', 'host.call_reserves'];
  if (sheet.entries % 4 === 0) wanted.push('host.move');
  wanted.push('host.end_phase');
  const offer = wanted.map(type => sheet.offers.find(one => one.command.type === type)).find(one => one) ?? sheet.offers[0];
  const body = JSON.stringify({as: sheet.as, entries: sheet.entries, command: offer.command, dice: [], key});
  const send = signal => fetch(`/game/${game}/order`,
    {method: 'POST', headers: {'content-type': 'application/json'}, body, signal});
  if (cut) {
    const control = new AbortController();
    const lost = send(control.signal).catch(() => null);
    setTimeout(() => control.abort(), cut - 1);
    await lost;
  }
  const answer = await send();
  return {status: answer.status, acted: true, over: null};
}"""
SHEET = "async game => (await fetch(`/game/${game}/sheet.json`)).json()"


class Recorder:
    """An app that keeps every byte which it sends to one browser, beside what was secret when it was sent."""

    def __init__(self, app: Any) -> None:
        self.app: ASGIApp = app
        self.state = app.state
        self.bytes = 0
        self.kinds: set[str] = set()
        self.betrayed: list[str] = []
        self.secret: set[str] = set()
        self.secret_at_first: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or dict(scope["headers"]).get(b"user-agent", b"").decode() != RECORDED:
            await self.app(scope, receive, send)
            return
        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]

        async def sending(message: Message) -> None:
            self._keep(scope["path"], message.get("body", b""))
            await send(message)

        await self.app({**scope, "headers": plain}, receive, sending)

    def _keep(self, path: str, body: bytes) -> None:
        if self.state.live_tables is None or GAME not in self.state.live_tables.tables:
            return
        now = {unit.id for unit in undiscovered(self.state.live_tables.tables[GAME].session.state)}
        self.secret_at_first = self.secret_at_first or now
        self.secret = self.secret & now if self.kinds else now  # what was ever discovered is known
        self.bytes += len(body)
        self.kinds.add(path.rpartition("/")[2])
        self.betrayed += [f"{name} in {path}" for name in self.secret if named(body, name)]


def set_up(turns: int) -> None:
    """The table, with a link to each side."""
    game = rules("aqmf")
    setup = setup_of("eyes-above", renamed="zq", turns=turns)
    seats = tuple(SeatSetting(side=side, who="friend", link=hashed(f"{side}-link")) for side in SIDES)
    with Store() as store:
        store.create(new_header(game.ruleset, setup, seed=11, game=GAME, plugins=game.plugins))
    cabinet = SettingsStore()
    cabinet.keep(GAME, Setting(seats=seats, opener=hashed("opener"), salt=SALT, promised=11))
    cabinet.close()


def sit_down(page: Any, address: str, side: str) -> None:
    page.set_default_timeout(30_000)
    page.goto(f"{address}/join/{GAME}/{side}-link")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(f"**/game/{GAME}")


@pytest.mark.further
def test_two_browsers_play_to_the_end_and_one_of_them_learns_nothing_too_early(home: Path, chromium: Any) -> None:
    set_up(turns=1)
    recorder = Recorder(create_app())
    luck = random.Random(1917)
    with running(recorder) as address:
        human_room = chromium.new_context(**LAPTOP, user_agent=RECORDED)
        martian_room = chromium.new_context(**PHONE)
        human, martian = human_room.new_page(), martian_room.new_page()
        sit_down(human, address, "human")
        sit_down(martian, address, "martian")
        for number in range(400):
            key = {"game": GAME, "key": str(number), "cut": 0}
            one = human.evaluate(ACT, key)
            trouble = luck.choice(["", "", "reload", "offline", "cut"])
            if trouble == "reload":
                martian.reload()
            elif trouble == "offline":
                martian_room.set_offline(True)
                assert martian.evaluate("() => fetch('/').then(() => 'there', () => 'gone')") == "gone"
                martian_room.set_offline(False)
            other = martian.evaluate(ACT, {**key, "cut": luck.randint(1, 20) if trouble == "cut" else 0})
            assert one.get("status", 200) in (200, 409), one
            assert other.get("status", 200) in (200, 409), other
            if one["over"] or other["over"]:
                break
        ends = [page.evaluate(SHEET, GAME) for page in (human, martian)]
        human_room.close()
        martian_room.close()
    assert ends[0]["over"] == ends[1]["over"]
    assert ends[0]["over"] in ("human", "martian", "draw")
    assert ends[0]["state"] == ends[1]["state"]
    assert [one["you"] for one in ends] == [["human"], ["martian"]]
    with Store() as store:
        saved = store.read(GAME, host().codec)
    assert replay(host(), saved.header, saved.entries).digest == ends[0]["state"]
    keys = [entry.position for entry in saved.entries]
    assert keys == list(range(ends[0]["entries"]))
    assert commitment(SALT, 11) == ends[0]["commitment"]
    assert ends[0]["promised"] == "11"
    human_share, martian_share = ends[0]["shares"]  # each browser added one of its own
    assert human_share != martian_share
    assert seed_of(SALT, 11, ends[0]["shares"]) == int(ends[0]["seed"]) == saved.header.seed
    assert len(recorder.secret_at_first) == 7  # six markers, and the reinforcement
    assert recorder.betrayed == []
    assert recorder.bytes > 50_000
    assert {"sheet.json", "order", "stream"} <= recorder.kinds
