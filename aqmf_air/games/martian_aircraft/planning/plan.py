"""A plan as a whole: the runs of all aircraft as they are written down, what they are worth by the rules, and the bound."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from aqmf_air.games.martian_aircraft.planning.bound import gun_bound, upper_bound
from aqmf_air.games.martian_aircraft.planning.flyer import Flyer, Run
from aqmf_air.games.martian_aircraft.planning.ground import Ground, Load
from aqmf_air.games.martian_aircraft.planning.guns import Gunner, Shot
from aqmf_air.games.martian_aircraft.planning.hill_climbing import Goal
from aqmf_air.games.martian_aircraft.planning.joint import best_plans, damage_of
from aqmf_air.games.martian_aircraft.planning.plan_format import DIGITS, NoPlanError, path_of, rounded_up
from aqmf_air.games.martian_aircraft.planning.pool import Ending
from aqmf_air.games.martian_aircraft.planning.scene import PlanScene, Wishes
from aqmf_air.games.martian_aircraft.planning.single_drop import Found
from aqmf_air.games.martian_aircraft.planning.tidy import ENOUGH, grid_of, on_grid, tidied
from aqmf_air.games.martian_aircraft.rules.bomb_run import BombRun
from aqmf_air.games.martian_aircraft.rules.bombing import reached_by_bombs
from aqmf_air.games.martian_aircraft.rules.movement import allowance, move_document
from aqmf_air.games.martian_aircraft.rules.scenes import Dropped
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.rules.shooting import Modifiers, no_modifiers

SHARES, FEWER_SHARES = 6, 4
"""Shares of Speed that are tried for the shortest moves, of all aircraft alike and of one of several."""
MOST_ROUNDED = 8
"""Plans that are put on a grid."""
MOST_RUNNER_UPS = 4
"""Other plans that are kept for comparison."""


@dataclass(frozen=True)
class Plan:
    """A plan: how the aircraft fly and what they drop, resolved by the rules, and a bound on every plan."""

    scene: PlanScene
    run: BombRun
    value: float
    """The expected worth damaged, exactly as the run is resolved."""
    upper_bound: float
    others: _Others
    shots: tuple[Shot, ...] = ()
    """The best shot of each aircraft from where it ends, if guns are a goal."""
    weight: float = 0.0
    """How much these count beside the bombs."""
    shots_bound: float = 0.0
    """What no shots of all aircraft together are worth more than."""

    @cached_property
    def runner_ups(self) -> tuple[BombRun, ...]:
        """Other plans, for comparison."""
        return self.others.resolved()

    @property
    def leaving(self) -> tuple[str, ...]:
        """The ids of the aircraft that leave the table, as every move of them does. AIR-MOVE-3."""
        flown = zip(self.run.scene.aircraft, self.run.moves, strict=True)
        return tuple(one.id for one, move in flown if move.departure is not None)

    @property
    def gap(self) -> float:
        """How much more than this plan any other could be worth at most."""
        return max(0.0, self.upper_bound - self.value)

    @property
    def with_guns(self) -> tuple[float, float]:
        """What was looked for, bombs and by weight guns, and a bound that holds for both together."""
        return (
            self.value + self.weight * sum(shot.worth for shot in self.shots),
            self.upper_bound + self.weight * self.shots_bound,
        )

    def document(self) -> dict[str, Any]:
        """The plan as JSON."""
        goal, goal_bound = self.with_guns
        bound = max(self.value, rounded_up(self.upper_bound))
        return {
            "value": self.value,
            "upper_bound": bound,
            "gap": round(bound - self.value, DIGITS),
            "aircraft": [
                {
                    "id": one.id,
                    "path": [piece.model_dump(exclude_none=True) for piece in one.path],
                    "drops": [{"at": dropped.at, "bombs": dict(dropped.bombs)} for dropped in one.drops],
                    **({"leaves": move_document(move)["leaves"]} if move.departure is not None else {}),
                }
                for one, move in zip(self.run.scene.aircraft, self.run.moves, strict=True)
            ],
            **({"guns": [shot.document() for shot in self.shots]} if self.shots else {}),
            **({"with_guns": {"value": goal, "upper_bound": rounded_up(goal_bound)}} if self.weight else {}),
        }


def value_of(scene: PlanScene, run: BombRun) -> float:
    """The expected worth that a resolved run damages: for each element its worth times the chance of a damaging hit."""
    attacked = run.attacks
    odds = ((one, run.chance_of[one.id]) for one in scene.elements if one.id in attacked)
    return float(sum((Fraction(scene.worth_of(one)) * chance.of(1) for one, chance in odds), Fraction(0)))


def plan(
    scene: PlanScene,
    rulings: AircraftRulings,
    more: Modifiers = no_modifiers,
    wishes: Wishes = Wishes(),  # noqa: B008
) -> Plan:
    """The best run that is found, with a bound on all.

    Raises:
        NoPlanError: no bombs, nobody to bomb, no legal move, nothing worth bombing in reach, or not what is wished.
    """
    _refuse_hopeless(scene, wishes)
    ground = Ground(scene, rulings, more)
    leaving = _leaving(ground)
    best = _Planning(ground, wishes, [1.0] * len(scene.aircraft), leaving).best()
    if wishes.at_least is None:
        return best
    if best.value < wishes.at_least - ENOUGH:
        raise NoPlanError(
            f"nothing that does at least {wishes.at_least:g}: the best run found does {best.value:.4g}", best.upper_bound
        )
    return _shortest(ground, wishes, leaving, wishes.at_least, best)


def _leaving(ground: Ground) -> frozenset[str]:
    """The ids of the aircraft that leave the table whatever they do, where ruling ``table_edge`` lets them. AIR-MOVE-3."""
    if ground.rulings.table_edge == "forbidden":
        return frozenset()
    return frozenset(one.id for one in ground.scene.aircraft if Flyer(one, ground, one.speed).idle is None)


def _shortest(ground: Ground, wishes: Wishes, leaving: Collection[str], at_least: float, best: Plan) -> Plan:
    """The plan that does enough on the smallest shares of Speed: of all aircraft alike, and then of each alone in turn."""
    least, _ = allowance(1.0)
    everyone = range(len(ground.scene.aircraft))
    shares = [1.0 for _ in everyone]
    for some in dict.fromkeys((tuple(everyone), *((one,) for one in everyone))):
        low, high = least, shares[some[0]]
        share = low
        for _ in range(SHARES if len(some) == len(shares) else FEWER_SHARES):
            if high - low < 1e-9:
                break
            tried = [share if at in some else own for at, own in enumerate(shares)]
            try:
                shorter = _Planning(ground, wishes, tried, leaving).best()
            except NoPlanError:
                shorter = None
            if shorter is not None and shorter.value >= at_least - ENOUGH:
                best = replace(shorter, upper_bound=best.upper_bound, shots_bound=best.shots_bound)
                shares, high = tried, share
            else:
                low = share
            share = (low + high) / 2
    return best


class _Planning:
    """The search for one plan: every aircraft may spend its share of its Speed, and those ``leaving`` leave the table."""

    def __init__(self, ground: Ground, wishes: Wishes, shares: Sequence[float], leaving: Collection[str]) -> None:
        self.ground, self.wishes = ground, wishes
        self.gunners = [Gunner(ground.scene, one, ground.rulings, ground.more) for one in ground.scene.aircraft]
        self.flyers = [
            Flyer(one, ground, one.speed * share, None if one.id in leaving else self._ending(gunner), one.id in leaving)
            for one, gunner, share in zip(ground.scene.aircraft, self.gunners, shares, strict=True)
        ]
        self.busy = [flyer for flyer in self.flyers if flyer.bombs or flyer.ending is not None]
        """Those with something to do."""

    def _ending(self, gunner: Gunner) -> Ending | None:
        weight = self.wishes.guns
        return (lambda laid: weight * gunner.shots(laid)) if weight and gunner.sortie.guns else None

    def best(self) -> Plan:
        """The best plan found."""
        ground = self.ground
        found = best_plans(ground, self.busy)
        tried = [tidy(ground, self.busy, found[0]), *found] if self.wishes.step is None else []
        if self.wishes.step is not None and (on := self._on_grid(found, self.wishes.step)) is not None:
            tried = [on]
        for runs in tried:
            run = resolved(ground, self.flyers, self._named(runs))
            if run is None:
                continue
            shots = self._shots(run)
            value = value_of(ground.scene, run)
            if value > 0 or shots:
                break
        else:
            raise NoPlanError(self._why_not(), upper_bound(ground, self.flyers, np.zeros(len(ground.ids))))
        planned = np.array([float(run.chance_of[name].of(1)) if name in run.attacks else 0.0 for name in ground.ids])
        others = [self._named(runs) for runs in found[1 : MOST_RUNNER_UPS + 1]]
        bound = upper_bound(ground, [flyer for flyer in self.flyers if flyer.bombs], planned)
        runner_ups = _Others(ground, self.flyers, others)
        return Plan(ground.scene, run, value, bound, runner_ups, shots, self.wishes.guns, self._shots_bound())

    def _named(self, runs: Sequence[Run | None]) -> dict[str, Run | None]:
        return {flyer.sortie.id: run for flyer, run in zip(self.busy, runs, strict=True)}

    def _shots(self, run: BombRun) -> tuple[Shot, ...]:
        if not self.wishes.guns:
            return ()
        ends = ((gunner, move.end) for gunner, move in zip(self.gunners, run.moves, strict=True) if move.departure is None)
        return tuple(shot for gunner, end in ends if (shot := gunner.best_shot(end)) is not None)

    def _shots_bound(self) -> float:
        if not self.wishes.guns:
            return 0.0
        return sum(gun_bound(flyer, gunner) for flyer, gunner in zip(self.flyers, self.gunners, strict=True))

    def _on_grid(self, found: Sequence[Sequence[Run | None]], step: float) -> list[Run | None] | None:
        """The best plan whose moves and drops lie on a grid, aircraft after aircraft; ``None``: one has no such move."""
        ground = self.ground
        plan = tidy(ground, self.busy, found[0])
        for at, flyer in enumerate(self.busy):
            worth = ground.worth.copy()
            for other, run in zip(self.busy, plan, strict=True):
                if other is not flyer and run is not None:
                    worth *= 1.0 - damage_of(other, run)
            by_loads: dict[tuple[Load, ...], list[Run]] = {}
            for runs in [plan, *found[:MOST_ROUNDED]]:
                if (run := runs[at]) is not None:
                    by_loads.setdefault(tuple(load for _, load in run.drops), []).append(run)
            options = [_in_steps(flyer, flyer.goal(loads, worth), runs, step) for loads, runs in by_loads.items()]
            best = max((one for one in options if one is not None), key=lambda one: one[0], default=None)
            if best is None or best[0] <= 0:
                best = self._just_flown(flyer, step)
                if best is None:
                    return None
            plan[at] = best[1]
        return plan

    def _just_flown(self, flyer: Flyer, step: float) -> Found | None:
        move = flyer.idle
        return None if move is None else _in_steps(flyer, flyer.goal((), flyer.ground.worth), [Run(move, ())], step)

    def _why_not(self) -> str:
        walled = [flyer for flyer in self.flyers if flyer.idle is None]
        if walled:
            least, _ = allowance(walled[0].sortie.speed)
            return (
                f"no legal run, as every move of {walled[0].sortie.id}, "
                f'which has to spend {least:g}" at least, was found to leave the table'
            )
        if self.wishes.step is not None:
            return f'no run in steps of {self.wishes.step:g}" was found that does more good than harm'
        may_leave = self.ground.rulings.table_edge != "forbidden"
        spared = may_leave and any(flyer.table is not None and not flyer.leaves for flyer in self.flyers)
        run = "legal run that stays on the table" if spared else "legal run"
        return f"nothing in reach, as no {run} drops a bomb where it does more good than harm"


def _in_steps(flyer: Flyer, goal: Goal, runs: Sequence[Run], step: float) -> Found | None:
    """The best run in whole steps near to one of these, flown to its end; ``None``: none of them is legal."""
    found = on_grid(goal, runs, grid_of(step))
    if found is None or (whole := flyer.flown_on(found[1].spent, step)) is None:
        return None
    return found[0], Run(whole, found[1].drops)


def tidy(ground: Ground, flyers: Sequence[Flyer], runs: Sequence[Run | None]) -> list[Run | None]:
    """The runs, each made as simple and round as it can be for what it adds to the others."""
    neat = list(runs)
    for at, flyer in enumerate(flyers):
        if (run := neat[at]) is not None and (run.drops or flyer.ending is not None):
            spared = np.ones(len(ground.elements))
            for other, another in zip(flyers, neat, strict=True):
                if other is not flyer and another is not None:
                    spared *= 1.0 - damage_of(other, another)
            neat[at] = tidied(flyer.goal(tuple(load for _, load in run.drops), ground.worth * spared), run)
    return neat


@dataclass(frozen=True, eq=False)
class _Others:
    """Plans that were not taken, resolved only when somebody asks."""

    ground: Ground
    flyers: Sequence[Flyer]
    runs: Sequence[Mapping[str, Run | None]]

    def resolved(self) -> tuple[BombRun, ...]:
        """They, as bombing runs."""
        runs = (resolved(self.ground, self.flyers, runs) for runs in self.runs)
        return tuple(run for run in runs if run is not None)


def resolved(ground: Ground, flyers: Sequence[Flyer], runs: Mapping[str, Run | None]) -> BombRun | None:
    """The runs, by the ids of the aircraft, as bombing runs are resolved; those without one just fly. ``None``: not all
    are legal.
    """
    paths, drops = {}, {}
    for flyer in flyers:
        name = flyer.sortie.id
        run = runs.get(name)
        spent, dropped = (flyer.idle, ()) if run is None else run
        if spent is None or (spent := flyer.flown_on(spent)) is None:
            return None
        paths[name] = path_of(flyer.moves.track(spent))
        drops[name] = [Dropped(at=round(at, DIGITS), bombs=dict(load)) for at, load in dropped]  # type: ignore[arg-type]
    done = BombRun(ground.scene.flown(paths, drops), ground.rulings, ground.more)
    stay = (move.departure is None or flyer.leaves for flyer, move in zip(flyers, done.moves, strict=True))
    return done if done.legal and all(stay) else None


def _refuse_hopeless(scene: PlanScene, wishes: Wishes) -> None:
    if not any(number for one in scene.aircraft for number in one.bombs.values()) and not wishes.guns:
        raise NoPlanError("no bombs, as none of the aircraft carries any")
    if not any(scene.worth_of(one) > 0 and reached_by_bombs(one.kind) for one in scene.elements):
        raise NoPlanError("no targets, as nothing on the ground is worth bombing")
