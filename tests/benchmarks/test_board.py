"""The board under a finger: what a frame of dragging costs in Chromium slowed down four times, and what the page weighs.

A screen of 60 frames a second leaves 16.7 ms for each. Where other work keeps the machine busy the frames come late whatever
they cost; the work of the page's own thread says what it can hold.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.web.board.conftest import app_address, new_table  # noqa: F401
from tests.web.board.hands import pixel, sit_down
from tests.web.conftest import LAPTOP, SMALL_PHONE

SLOWER = 4
FRAME_MS = 1000 / 60
MOVES = 60

COUNT = """() => {
  window.frames_ = [];
  const note = (now) => { window.frames_.push(now); window.counting = requestAnimationFrame(note); };
  window.counting = requestAnimationFrame(note);
}"""
COUNTED = "() => { cancelAnimationFrame(window.counting); return window.frames_; }"


@pytest.fixture(params=["phone", "laptop"])
def board(request: pytest.FixtureRequest, chromium: Any, new_table: Callable[..., str]) -> Iterator[Callable[[str], Any]]:  # noqa: F811
    """A page at a table of a scenario, slowed down."""
    context = chromium.new_context(**(SMALL_PHONE if request.param == "phone" else LAPTOP))

    def opened(scenario: str, martian: str = "automatic") -> Any:
        page = context.new_page()
        sit_down(page, new_table(scenario, martian=martian))
        return page

    yield opened
    context.close()


def slowed(page: Any) -> Any:
    wire = page.context.new_cdp_session(page)
    wire.send("Performance.enable", {"timeDomain": "threadTicks"})
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return wire


def work(wire: Any) -> float:
    """Seconds of a processor that the page's own thread has used so far, however long it had to wait for one."""
    metrics = wire.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def dragged(page: Any, start: tuple[float, float], ends: list[tuple[float, float]], what: str) -> None:
    """Drag from place to place, and print what it cost."""
    wire = slowed(page)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], start[1] - 15)
    page.evaluate(COUNT)
    before = work(wire)
    for x, y in ends:
        page.mouse.move(x, y)
    busy = work(wire) - before
    frames = page.evaluate(COUNTED)
    page.mouse.up()
    gaps = sorted(b - a for a, b in pairwise(frames))
    per_frame = busy * 1000 / max(1, len(gaps))
    print(
        f"\n{what}: {per_frame:.1f} ms of work a frame, {per_frame / FRAME_MS:.2f} of a frame, at {SLOWER} x slower; "
        f"frames every {statistics.median(gaps):.1f} ms (95%: {gaps[int(len(gaps) * 0.95)]:.1f})"
    )


def way(page: Any, around: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    turns = [n / MOVES * 2 * math.pi for n in range(MOVES)]
    return [pixel(page, (around[0] + radius * math.sin(a), around[1] + radius * math.cos(a))) for a in turns]


def test_dragging_a_path(board: Callable[..., Any], benchmark: Any) -> None:
    page = board("first-flight")
    page.locator(".units button", has_text="flight").click()
    page.locator(".doings button").first.click()
    page.locator("#spent").wait_for()
    path = way(page, (24, 20), 4)
    benchmark.pedantic(lambda: dragged(page, pixel(page, (24, 15)), path, "a flight path"), rounds=1)


def test_dragging_a_unit_and_the_table(board: Callable[..., Any], benchmark: Any) -> None:
    page = board("hold-the-line", martian="here")
    table = way(page, (36, 24), 5)
    benchmark.pedantic(lambda: dragged(page, pixel(page, (36, 36)), table, "the table, 4,000 points on it"), rounds=1)
    page.locator(".units button", has_text="us-infantry-1").first.click()
    page.locator(".doings button").first.click()
    page.locator("#foot .give:enabled").wait_for()
    dragged(page, pixel(page, (9.75, 13.25)), way(page, (12, 11), 1.5), "a unit, 4,000 points on the table")


def test_what_the_page_weighs(board: Callable[..., Any], benchmark: Any) -> None:
    page = board("hold-the-line", martian="here")
    entries = page.evaluate(
        "() => performance.getEntries().filter((one) => one.transferSize).map((one) => one.transferSize)"
    )
    benchmark.pedantic(lambda: None, rounds=1)
    print(f"\nthe board of 4,000 points, everything it fetches: {sum(entries) / 1024:.0f} KiB in {len(entries)} answers")
