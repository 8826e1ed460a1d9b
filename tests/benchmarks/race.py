"""A race: ours against a named rival, side by side in the same run, told as a ratio."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

ROUNDS = 15


@dataclass(frozen=True)
class Race:
    """Medians, in seconds."""

    what: str
    ours: float
    rivals: dict[str, float]

    def __str__(self) -> str:
        told = [
            f"{name} {time * 1e3:.3f} ms, ours takes {self.ours / time:.2f} of that" for name, time in self.rivals.items()
        ]
        return f"{self.what}: ours {self.ours * 1e3:.3f} ms; {'; '.join(told)}"


def run(
    what: str,
    ours: Callable[[], object],
    rivals: dict[str, Callable[[], object]],
    before: Callable[[], object] = lambda: None,
    rounds: int = ROUNDS,
) -> Race:
    """Run all in turns, ``rounds`` times; ``before`` runs before each, untimed (to start cold)."""
    times: dict[str, list[float]] = {name: [] for name in ("ours", *rivals)}
    for _ in range(rounds):
        for name, act in (("ours", ours), *rivals.items()):
            before()
            start = perf_counter()
            act()
            times[name].append(perf_counter() - start)
    return Race(what, median(times["ours"]), {name: median(times[name]) for name in rivals})


def tell(race: Race, benchmark: Any, capsys: Any) -> None:
    """Print the ratio, and keep it with the benchmark's own figures."""
    for name, time in race.rivals.items():
        benchmark.extra_info[f"ratio to {name}"] = round(race.ours / time, 3)
    with capsys.disabled():
        print(f"\n  {race}")
