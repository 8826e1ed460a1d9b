"""A plan as a whole: the runs of all aircraft as they are written down, what they are worth by the rules, and the bound."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from aqmf_air.games.martian_aircraft.chapters.bombing import reached_by_bombs
from aqmf_air.games.martian_aircraft.chapters.movement import allowance, move_document
from aqmf_air.games.martian_aircraft.chapters.scenes import BombRun, DropDocument
from aqmf_air.games.martian_aircraft.planning.bound import gun_bound, upper_bound
from aqmf_air.games.martian_aircraft.planning.climb import MARGIN, Ending, Goal, Run
from aqmf_air.games.martian_aircraft.planning.flyer import Flyer
from aqmf_air.games.martian_aircraft.planning.ground import GroundTargets, Load
from aqmf_air.games.martian_aircraft.planning.guns import BestShot, Gunner
from aqmf_air.games.martian_aircraft.planning.scene import DIGITS, NoPlanError, PlanScene, Wishes, path_of, rounded_up
from aqmf_air.games.martian_aircraft.planning.search import best_plans, spared_by
from aqmf_air.games.martian_aircraft.planning.tidy import grid_of, on_grid, tidied
from aqmf_air.games.martian_aircraft.planning.ways import Floats
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.api import Modifiers, no_modifiers

SHARES, FEWER_SHARES = 6, 4
"""Shares of Speed that are tried for the shortest moves, of all aircraft alike and of one of several."""
MOST_ROUNDED = 8  # plans that are put on a grid
MOST_RUNNER_UPS = 4  # other plans that are kept for comparison


@dataclass(frozen=True)
class Plan:
    """A plan: how the aircraft fly and what they drop, resolved by the rules, and a bound on every plan."""

    scene: PlanScene
    run: BombRun
    value: float
    """The expected worth damaged, exactly as the run is resolved."""
    upper_bound: float
    others: Callable[[], Iterable[BombRun | None]]
    """Resolves the plans that were not taken; ``None`` for one that is not legal."""
    shots: tuple[BestShot, ...] = ()
    """The best shot of each aircraft from where it ends, if guns are a goal."""
    weight: float = 0.0
    """How much these count beside the bombs."""
    shots_bound: float = 0.0
    """What no shots of all aircraft together are worth more than."""

    @cached_property
    def runner_ups(self) -> tuple[BombRun, ...]:
        """Other plans, for comparison; resolved only when somebody asks."""
        return tuple(run for run in self.others() if run is not None)

    @property
    def leaving(self) -> tuple[str, ...]:
        """The ids of the aircraft that leave the table, as every move of them does. AIR-MOVE-3."""
        flown = zip(self.run.scene.aircraft, self.run.moves, strict=True)
        return tuple(bomber.id for bomber, move in flown if move.departure is not None)

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
                    "id": bomber.id,
                    "path": [piece.model_dump(exclude_none=True) for piece in bomber.path],
                    "drops": [{"at": dropped.at, "bombs": dict(dropped.bombs)} for dropped in bomber.drops],
                    **({"leaves": move_document(move)["leaves"]} if move.departure is not None else {}),
                }
                for bomber, move in zip(self.run.scene.aircraft, self.run.moves, strict=True)
            ],
            **({"guns": [shot.document() for shot in self.shots]} if self.shots else {}),
            **({"with_guns": {"value": goal, "upper_bound": rounded_up(goal_bound)}} if self.weight else {}),
        }


def value_of(scene: PlanScene, run: BombRun) -> float:
    """The expected worth that a resolved run damages: for each element its worth times the chance of a damaging hit."""
    attacked = run.attacks
    odds = ((element, run.chance_of[element.id]) for element in scene.elements if element.id in attacked)
    return float(
        sum((Fraction(scene.worth_of(template_target)) * chance.of(1) for template_target, chance in odds), Fraction(0))
    )


def plan(
    scene: PlanScene,
    rulings: AircraftRulings,
    more: Modifiers = no_modifiers,
    wishes: Wishes = Wishes(),  # noqa: B008
) -> Plan:
    """The best run that is found, with a bound on all.

    Raises NoPlanError: no bombs, nobody to bomb, no legal move, nothing worth bombing in reach, or not what is wished.
    """
    _refuse_hopeless(scene, wishes)
    ground = GroundTargets(scene, rulings, more)
    leaving = _leaving(ground)
    best = _Planning(ground, wishes, [1.0] * len(scene.aircraft), leaving).best()
    if wishes.at_least is None:
        return best
    if best.value < wishes.at_least - MARGIN:
        raise NoPlanError(
            f"nothing that does at least {wishes.at_least:g}: the best run found does {best.value:.4g}", best.upper_bound
        )
    return _shortest(ground, wishes, leaving, wishes.at_least, best)


def _leaving(ground: GroundTargets) -> frozenset[str]:
    """The ids of the aircraft that leave the table whatever they do, where ruling ``table_edge`` lets them. AIR-MOVE-3."""
    if ground.rulings.table_edge == "forbidden":
        return frozenset()
    return frozenset(
        aircraft.id for aircraft in ground.scene.aircraft if Flyer(aircraft, ground, aircraft.speed).idle is None
    )


def _shortest(ground: GroundTargets, wishes: Wishes, leaving: Collection[str], at_least: float, best: Plan) -> Plan:
    """The plan that does enough on the smallest shares of Speed: of all aircraft alike, and then of each alone in turn."""
    least, _ = allowance(1.0)
    everyone = range(len(ground.scene.aircraft))
    shares = [1.0 for _ in everyone]
    for some in dict.fromkeys((tuple(everyone), *((index,) for index in everyone))):
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
            if shorter is not None and shorter.value >= at_least - MARGIN:
                best = replace(shorter, upper_bound=best.upper_bound, shots_bound=best.shots_bound)
                shares, high = tried, share
            else:
                low = share
            share = (low + high) / 2
    return best


class _Planning:
    """The search for one plan: every aircraft may spend its share of its Speed, and those ``leaving`` leave the table."""

    def __init__(self, ground: GroundTargets, wishes: Wishes, shares: Sequence[float], leaving: Collection[str]) -> None:
        self.ground, self.wishes = ground, wishes
        self.gunners = [Gunner(ground.scene, aircraft, ground.rulings, ground.more) for aircraft in ground.scene.aircraft]
        self.flyers = [
            Flyer(
                sortie,
                ground,
                sortie.speed * share,
                None if sortie.id in leaving else self._ending(gunner),
                sortie.id in leaving,
            )
            for sortie, gunner, share in zip(ground.scene.aircraft, self.gunners, shares, strict=True)
        ]
        self.busy = [flyer for flyer in self.flyers if flyer.bombs or flyer.ending is not None]
        """Those with something to do."""

    def _ending(self, gunner: Gunner) -> Ending | None:
        weight = self.wishes.guns
        return (lambda laid: weight * gunner.shots(laid)) if weight and gunner.sortie.guns else None

    def best(self) -> Plan:
        """The best plan found."""
        ground = self.ground
        plans = best_plans(ground, self.busy)
        tried = [self._tidy(plans[0]), *plans] if self.wishes.step is None else []
        if self.wishes.step is not None and (on := self._on_grid(plans, self.wishes.step)) is not None:
            tried = [on]
        for runs in tried:
            if (run := self._resolved(runs)) is None:
                continue
            shots, value = self._shots(run), value_of(ground.scene, run)
            if value > 0 or shots:
                break
        else:
            raise NoPlanError(self._why_not(), upper_bound(ground, self.flyers, np.zeros(len(ground.ids))))
        planned = np.array([float(run.chance_of[name].of(1)) if name in run.attacks else 0.0 for name in ground.ids])
        bound = upper_bound(ground, [flyer for flyer in self.flyers if flyer.bombs], planned)
        pairs = zip(self.flyers, self.gunners, strict=True)
        return Plan(
            ground.scene,
            run,
            value,
            bound,
            lambda: map(self._resolved, plans[1 : MOST_RUNNER_UPS + 1]),
            shots,
            self.wishes.guns,
            sum(gun_bound(flyer, gunner) for flyer, gunner in pairs) if self.wishes.guns else 0.0,
        )

    def _resolved(self, runs: Sequence[Run | None]) -> BombRun | None:
        """The runs of the busy aircraft as bombing runs are resolved; the others just fly. ``None``: not all are legal."""
        ground, paths, drops = self.ground, {}, {}
        named = {flyer.sortie.id: run for flyer, run in zip(self.busy, runs, strict=True)}
        for flyer in self.flyers:
            name = flyer.sortie.id
            run = named.get(name)
            spent = flyer.idle if run is None else run.spent
            if spent is None or (spent := flyer.flown_on(spent)) is None:
                return None
            paths[name] = path_of(flyer.moves.track(spent))
            dropped = run.drops if run else ()
            drops[name] = [DropDocument(at=round(at, DIGITS), bombs=dict(load)) for at, load in dropped]  # type: ignore[arg-type]
        done = BombRun(ground.scene.flown(paths, drops), ground.rulings, ground.more)
        stay = (move.departure is None or flyer.leaves for flyer, move in zip(self.flyers, done.moves, strict=True))
        return done if done.legal and all(stay) else None

    def _shots(self, run: BombRun) -> tuple[BestShot, ...]:
        if not self.wishes.guns:
            return ()
        ends = ((gunner, move.end) for gunner, move in zip(self.gunners, run.moves, strict=True) if move.departure is None)
        return tuple(shot for gunner, end in ends if (shot := gunner.best_shot(end)) is not None)

    def _left_by_others(self, at: int, runs: Sequence[Run | None]) -> Floats:
        """What each element is worth beside the runs of all but one aircraft."""
        left: Floats = np.delete(spared_by(self.busy, runs), at, axis=0).prod(axis=0) * self.ground.worth
        return left

    def _tidy(self, runs: Sequence[Run | None]) -> list[Run | None]:
        """The runs, each made as simple and round as it can be for what it adds to the others."""
        neat = list(runs)
        for at, flyer in enumerate(self.busy):
            if (run := neat[at]) is not None and (run.drops or flyer.ending is not None):
                goal = flyer.goal(tuple(load for _, load in run.drops), self._left_by_others(at, neat))
                neat[at] = tidied(goal, run)
        return neat

    def _on_grid(self, plans: Sequence[Sequence[Run | None]], step: float) -> list[Run | None] | None:
        """The best plan whose moves and drops lie on a grid, aircraft after aircraft; ``None``: one has no such move."""
        plan = self._tidy(plans[0])
        for at, flyer in enumerate(self.busy):
            worth = self._left_by_others(at, plan)
            by_loads: dict[tuple[Load, ...], list[Run]] = {}
            for runs in [plan, *plans[:MOST_ROUNDED]]:
                if (run := runs[at]) is not None:
                    by_loads.setdefault(tuple(load for _, load in run.drops), []).append(run)
            options = [_in_steps(flyer, flyer.goal(loads, worth), runs, step) for loads, runs in by_loads.items()]
            best = max((option for option in options if option is not None), key=lambda option: option.value, default=None)
            if best is None or best.value <= 0:  # it just flies
                if flyer.idle is None:
                    return None
                best = _in_steps(flyer, flyer.goal((), self.ground.worth), [Run(flyer.idle, (), 0.0)], step)
                if best is None:
                    return None
            plan[at] = best
        return plan

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


def _in_steps(flyer: Flyer, goal: Goal, runs: Sequence[Run], step: float) -> Run | None:
    """The best run in whole steps near to one of these, flown to its end; ``None``: none of them is legal."""
    run = on_grid(goal, runs, grid_of(step))
    if run is None or (whole := flyer.flown_on(run.spent, step)) is None:
        return None
    return run._replace(spent=whole)


def _refuse_hopeless(scene: PlanScene, wishes: Wishes) -> None:
    if not any(number for aircraft in scene.aircraft for number in aircraft.bombs.values()) and not wishes.guns:
        raise NoPlanError("no bombs, as none of the aircraft carries any")
    if not any(scene.worth_of(element) > 0 and reached_by_bombs(element.kind) for element in scene.elements):
        raise NoPlanError("no targets, as nothing on the ground is worth bombing")
