"""Played prices against plain counting: games of scenarios by lot with a force in them, and without it.

Nothing is fitted but a straight line: how the share of games that a side wins rises with the points of its other forces, at
three sums of points without the force. A force is worth the points at which the line reaches the share of the games with it,
less those of the others there. No luck is taken out, no price is known before. The error is by leaving out each scenario
in turn (the jackknife). ``python -m tests.nightly.test_counted_worths ROUNDS FORCE...`` counts more games, and keeps them in
``AQMF_HOME``: in a round four games of each force and of each sum of points, in each of the 48 scenarios.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from statistics import fmean, variance
from typing import Any, NamedTuple

import pytest

from aqmf_air.api import DiceTray, seeded
from aqmf_air.games.martian_front.lab.lots import FrontLots
from aqmf_air.lab.many_games import KIND, GameKey, Table, played, set_up
from aqmf_air.lab.results import Results
from aqmf_air.lab.statistics import IntervalEstimate, Z
from aqmf_air.lab.workbench import Workbench
from aqmf_air.lab.workers import Where, here
from aqmf_air.plugins.registry import load_registry
from aqmf_air.plugins.rules_in_force import rules_named

SUMS = (360, 450, 540)
"""Points of the human side without the force."""
COPIES = 2


class Arm(NamedTuple):
    """Games that are counted together, of one scenario."""

    games: list[GameKey]
    others: list[int]
    """The points of the other forces, of each four games."""


class Counted(NamedTuple):
    """Shares of games and mean points of other forces: without the force by sum, and with each force."""

    without: Mapping[int, tuple[float, float]]
    by_force: Mapping[str, tuple[float, float]]

    def worth(self, force: str) -> float:
        """Of one of the force."""
        points, shares = ([each[at] for each in self.without.values()] for at in (0, 1))
        middle, usual = fmean(points), fmean(shares)
        over = sum((at - middle) ** 2 for at in points)
        slope = sum((at - middle) * (share - usual) for at, share in zip(points, shares, strict=True)) / over
        others, share = self.by_force[force]
        return (middle + (share - usual) / slope - others) / COPIES


class Counting:
    """Games with and without some forces in the scenarios by lot of Martian Front."""

    def __init__(self, forces: Sequence[str]) -> None:
        bench = Workbench(load_registry(), "aqmf")
        laboratory: Any = bench.laboratory
        lots = laboratory.lots()
        self.forces = [force.name for force in bench.named(forces)]
        self.policies, self.number = lots.policies, lots.number
        self.rules = rules_named("aqmf", bench.registry)
        self.points = {name: kind.points for name, kind in laboratory.catalogue.items()}
        self.drawn: Any = FrontLots(laboratory.ruleset, laboratory.catalogue, {})

    def arms(self, lots: Sequence[int], rounds: int) -> dict[tuple[int, int | str], Arm]:
        """By scenario, and by sum of points or force."""
        arms: dict[tuple[int, int | str], Arm] = {}
        every: list[int | str] = [*SUMS, *self.forces]
        for number, lot, what in product(range(rounds), lots, every):
            tried, left = ({what: COPIES}, 450 - COPIES * self.points[what]) if isinstance(what, str) else ({}, what)
            drawn = self.drawn._drawn(lot, tried, DiceTray(seeded("counted", lot, number)), left)
            human = drawn.forces[0]
            arm = arms.setdefault((lot, what), Arm([], []))
            arm.others.append(sum(self.points[name] * many for name, many in human.items() if name != what))
            pair = 2 * (lot + self.number * number)
            for policy in self.policies:
                of = set_up(self.rules, drawn.scenario, drawn.scenario.title, dict.fromkeys(("human", "martian"), policy))
                arm.games.extend(GameKey(of, 9_000_000 + pair + mirrored, KIND) for mirrored in (0, 1))
        return arms

    def counted(self, arms: Mapping[tuple[int, int | str], Arm], table: Table, without: int = -1) -> Counted:
        """The games of all scenarios ``without`` one."""
        won = {"human": 1.0, "draw": 0.5, "martian": 0.0}

        def share_of(what: int | str) -> tuple[float, float]:
            own = [arm for (lot, kind), arm in arms.items() if kind == what and lot != without]
            others = fmean(points for arm in own for points in arm.others)
            return others, fmean(won[table[game].winner] for arm in own for game in arm.games)

        return Counted({sum_: share_of(sum_) for sum_ in SUMS}, {force: share_of(force) for force in self.forces})

    def played(self, arms: Mapping[tuple[int, int | str], Arm], results: Results, there: Where = None) -> Table:
        """The games, round by round, so that where it is cut off all have as many."""
        rounds = max(len(arm.others) for arm in arms.values())
        in_turn = [arm.games[at : at + 4] for at in range(0, 4 * rounds, 4) for arm in arms.values()]
        return played(results, [game for four in in_turn for game in four], there)

    def found(
        self, arms: Mapping[tuple[int, int | str], Arm], lots: Sequence[int], table: Table
    ) -> dict[str, IntervalEstimate]:
        """The same of games that were played."""
        every, estimates = self.counted(arms, table), {}
        less = [self.counted(arms, table, lot) for lot in lots]
        for force in self.forces:
            worth, n = every.worth(force), len(lots)
            half = Z * (variance(part.worth(force) for part in less) * (n - 1) ** 2 / n) ** 0.5
            estimates[force] = IntervalEstimate(worth, worth - half, worth + half)
        return estimates


def test_a_line_through_shares_says_what_a_force_is_worth() -> None:
    """At 450 points half of the games are won, a tenth more for each 45 points: two of a force beside 300 win 60%."""
    counted = Counted({0: (360.0, 0.3), 1: (450.0, 0.5), 2: (540.0, 0.7)}, {"it": (300.0, 0.6)})
    assert counted.worth("it") == pytest.approx((495 - 300) / 2)


def test_games_that_are_counted_go_by_the_prices_in_games(tmp_path: Path) -> None:
    """Of a good and a poor design the good one wins more, and both more than as many points without aircraft."""
    counting = Counting(("Sopwith Camel", "Junkers J.I"))
    laboratory = Workbench(load_registry(), "aqmf").laboratory
    good, poor = (laboratory.played_out(name) for name in counting.forces)
    assert good is not None
    assert poor is not None
    assert good.value > poor.value
    arms = counting.arms(range(counting.number), 1)
    with Results(tmp_path / "counted") as results:
        counted = counting.counted(arms, counting.played(arms, results, partial(here, 2)))
    (_, of_good), (_, of_poor) = (counted.by_force[name] for name in counting.forces)
    assert of_good > of_poor > counted.without[450][1]


if __name__ == "__main__":
    rounds, *names = sys.argv[1:]
    many = Counting(names)
    with Results() as kept_games:
        every = many.arms(range(many.number), int(rounds))
        ends = many.played(every, kept_games, partial(here, 2))
    print(many.counted(every, ends))
    for name, estimate in many.found(every, range(many.number), ends).items():
        print(f"{name}: {estimate.value:.0f} ({estimate.low:.0f} to {estimate.high:.0f})")
