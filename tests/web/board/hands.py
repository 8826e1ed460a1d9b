"""A player's hands at the board: they touch, drag and read, and wait for what they see."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import httpx2

from aqmf_air.web.access.guard import SEAT

WAIT = 30_000
"""Milliseconds that anything may take on a loaded machine."""
PLACE = """([x, y]) => {
  const picture = document.querySelector('#position svg');
  const box = picture.getBoundingClientRect();
  const { scale, left, top } = picture.dataset;
  const k = box.width / picture.viewBox.baseVal.width * scale;
  return [box.left + (x - left) * k, box.top + (top - y) * k];
}"""
WAYS_END = """paths => {
  const picture = document.querySelector('#position svg');
  const box = picture.getBoundingClientRect();
  const { scale, left, top } = picture.dataset;
  const k = box.width / picture.viewBox.baseVal.width * scale;
  return paths.map((path) => {
    const end = path.getPointAtLength(path.getTotalLength()).matrixTransform(path.getScreenCTM());
    return [Number(left) + (end.x - box.left) / k, Number(top) - (end.y - box.top) / k];
  });
}"""
"""Where drawn lines end, in inches on the table."""


class Address(str):
    """Where a table is, with the token of who opened it."""

    token: str

    def __new__(cls, address: str, token: str) -> Address:
        made = super().__new__(cls, address)
        made.token = token
        return made

    def post(self, path: str, body: Any) -> httpx2.Response:
        """What the table answers to a script in the opener's browser."""
        return httpx2.post(f"{self}/{path}", json=body, headers=self._headers(), timeout=60)

    def get(self, path: str, **query: str) -> httpx2.Response:
        """The same for a question that changes nothing."""
        return httpx2.get(f"{self}/{path}", params=query, headers=self._headers(), timeout=60)

    def _headers(self) -> dict[str, str]:
        return {"origin": self.partition("/game/")[0], "cookie": f"{SEAT}={self.token}"}


def sit_down(page: Any, table: str) -> None:
    """Open a table, and wait until it is drawn; at an :class:`Address` as who opened it."""
    page.set_default_timeout(WAIT)
    if isinstance(table, Address):
        hold_seat(page, table)
    page.goto(table)
    page.locator("#board[data-ready=yes]").wait_for()


def hold_seat(page: Any, table: Address) -> None:
    """Have the browser hold the seat of who opened a table."""
    page.context.add_cookies([{"name": SEAT, "value": table.token, "url": table, "sameSite": "Strict", "httpOnly": True}])


def pixel(page: Any, point: Sequence[float]) -> tuple[float, float]:
    """Where a point of the table (inches) is on the screen."""
    page.evaluate("() => new Promise((laid) => requestAnimationFrame(() => requestAnimationFrame(laid)))")
    x, y = page.evaluate(PLACE, list(point))
    return x, y


def touch_drag(page: Any, *points: Sequence[float]) -> None:
    """One finger, from the first point of the table through the others, and up."""
    wire = page.context.new_cdp_session(page)
    stops = [pixel(page, point) for point in points]
    way = [stops[0]]
    for (ax, ay), (bx, by) in pairwise(stops):
        way += [(ax + (bx - ax) * n / 6, ay + (by - ay) * n / 6) for n in range(1, 7)]
    for n, (x, y) in enumerate(way):
        kind = "touchMove" if n else "touchStart"
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wire.detach()


def touch(page: Any, point: Sequence[float]) -> None:
    """A tap on the table."""
    page.touchscreen.tap(*pixel(page, point))


def place_kept(table: Address, side: str, part: str) -> list[float]:
    """Where the game itself has an element of a side, and which way it faces."""
    own = table.get("sheet.json", **{"as": side}).json()["view"]["own"]
    (found,) = [one for unit in own for one in unit["elements"] if one["id"] == part]
    return [found["x"], found["y"], found["facing"]]


def place_drawn(page: Any, part: str) -> list[float]:
    """Where the board draws it."""
    drawn = page.locator(f"#table [data-part={part}]").first
    return [float(drawn.get_attribute(f"data-{name}")) for name in ("x", "y", "facing")]


def mouse_drag(page: Any, *points: Sequence[float]) -> None:
    """The same with a mouse."""
    (x, y), *rest = [pixel(page, point) for point in points]
    page.mouse.move(x, y)
    page.mouse.down()
    for x, y in rest:
        page.mouse.move(x, y, steps=6)
    page.mouse.up()


def allowed(page: Any) -> None:
    """Wait until the rules allow what is drafted."""
    page.locator("#foot [data-verdict=yes]").wait_for()
    page.locator("#foot .give:enabled").wait_for()


def give(page: Any, tap: bool = False) -> None:
    """Give the order, and wait until it is done."""
    before = entries(page)
    button = page.locator("#foot .give")
    button.tap() if tap else button.click()
    moved_on(page, before)


def moved_on(page: Any, before: str) -> None:
    """Wait until the log is longer than it was, and the table takes the next order."""
    page.locator(f"#board:not(.busy):not([data-entries='{before}'])").wait_for()


def entries(page: Any) -> str:
    """How many entries the log has that the page shows, once it takes the next order."""
    return str(page.locator("#board:not(.busy)").get_attribute("data-entries"))


def roll(page: Any, face: int, tap: bool = False) -> None:
    """Type the same face for every die, until no more are asked for."""
    board = page.locator("#board")
    before = board.get_attribute("data-entries")
    asking = page.locator("dialog.dice")
    asking.wait_for()
    while asking.count():
        label = asking.locator("label").inner_text()
        for _ in range(int(asking.locator("form").get_attribute("data-dice"))):
            key = asking.locator(f"[data-key='{face % 10}']")
            key.tap() if tap else key.click()
        # the next list, another question, or the order done
        page.wait_for_function(
            "([before, label]) => document.querySelector('#board').dataset.entries !== before"
            " || (document.querySelector('dialog.dice label')?.innerText ?? label) !== label"
            " || document.querySelector('dialog.dice .slots')?.textContent.replace(/·/g, '') === ''",
            arg=[before, label],
        )
        if board.get_attribute("data-entries") != before:
            return
