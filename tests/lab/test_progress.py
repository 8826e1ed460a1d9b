from __future__ import annotations

import pytest

from aqmf_air.lab import progress
from aqmf_air.lab.progress import InTurn, Progress


@pytest.mark.parametrize(
    ("growing", "done", "seconds", "left"),
    [
        (False, 0, 5.0, ""),
        (False, 25, 5.0, "about 15 s left"),
        (False, 1, 5.0, "about 8 min left"),
        (False, 1, 120.0, "about 3 h left"),
        (True, 0, 5.0, "5 s so far"),
        (True, 50, 120.0, "2 min so far"),
    ],
)
def test_the_time_left_follows_from_what_is_done(
    growing: bool, done: int, seconds: float, left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "monotonic", lambda: 1000.0 + seconds)
    work = Progress(growing, since=1000.0)
    assert (work.left, work.percent) == ("", 0)
    work(done, 100)
    assert (work.left, work.percent) == (left, done)


def test_parts_that_are_done_in_turn_are_one_count() -> None:
    told: list[tuple[int, int]] = []
    count = InTurn(lambda done, of: told.append((done, of)), [0, 10, 5])
    count.part(0)(1, 4)
    count.part(1)(2, 12)
    count.part(2)(5, 5)
    assert told == [(1, 19), (6, 21), (21, 21)]
