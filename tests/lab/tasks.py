"""What workers are given in tests."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event

from aqmf_air.errors import WorkerError


def halve(number: int) -> float:
    return 1 / number


def square_at_the_second_try(task: tuple[str, int]) -> int:
    """The first worker that is given 3 dies of it."""
    folder, number = task
    if number == 3 and not (died := Path(folder) / "died").exists():
        died.touch()
        os._exit(9)
    return number * number


def die(number: int) -> int:
    os._exit(9)


def wait_for_ever(sign: str) -> None:
    Path(sign).touch()
    Event().wait()


def refuse(number: int) -> int:
    raise WorkerError("other rules")
