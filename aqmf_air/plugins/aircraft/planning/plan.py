"""A plan as a whole: the runs of all aircraft as they are written down, what they are worth by the rules, and the bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from aqmf_air.errors import AqmfError
from aqmf_air.geometry.track import Straight, Track
from aqmf_air.host.shooting import Modifiers, no_modifiers
from aqmf_air.plugins.aircraft.bomb_run import BombRun
from aqmf_air.plugins.aircraft.movement import allowance
from aqmf_air.plugins.aircraft.planning.bound import upper_bound
from aqmf_air.plugins.aircraft.planning.flyer import Flyer, Run
from aqmf_air.plugins.aircraft.planning.ground import Ground
from aqmf_air.plugins.aircraft.planning.joint import best_plans, damage_of
from aqmf_air.plugins.aircraft.planning.scene import PlanScene
from aqmf_air.plugins.aircraft.planning.tidy import tidied
from aqmf_air.plugins.aircraft.rulings import AircraftRulings
from aqmf_air.plugins.aircraft.scenes import Dropped, PathPiece
from aqmf_air.plugins.aircraft.units import KIND

DIGITS = 9
"""Decimal places of inches and degrees in a plan: far below the tolerance."""
MOST_RUNNER_UPS = 4
"""Other plans that are kept for comparison."""


class NoPlanError(AqmfError):
    """There is nothing to plan, or no legal run that helps: the message says which."""


@dataclass(frozen=True)
class Plan:
    """A plan: how the aircraft fly and what they drop, resolved by the rules, and a bound on every plan."""

    scene: PlanScene
    run: BombRun
    upper_bound: float
    others: _Others

    @cached_property
    def runner_ups(self) -> tuple[BombRun, ...]:
        """Other plans, for comparison."""
        return self.others.resolved()

    @cached_property
    def value(self) -> float:
        """The expected worth damaged, exactly as the run is resolved."""
        return value_of(self.scene, self.run)

    @property
    def gap(self) -> float:
        """How much more than this plan any other could be worth at most."""
        return max(0.0, self.upper_bound - self.value)

    def document(self) -> dict[str, Any]:
        """The plan as JSON."""
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
                }
                for one in self.run.scene.aircraft
            ],
        }


def rounded_up(value: float) -> float:
    """A number with few enough places to read, and never below what it was: a bound stays one.

    >>> rounded_up(1 / 3), rounded_up(0.3)
    (0.333333334, 0.3)
    """
    return float(Decimal(repr(value)).quantize(Decimal(1).scaleb(-DIGITS), ROUND_CEILING))


def value_of(scene: PlanScene, run: BombRun) -> float:
    """The expected worth that a resolved run damages: for each element its worth times the chance of a damaging hit."""
    attacked = run.attacks
    odds = ((one, run.chance_of[one.id]) for one in scene.elements if one.id in attacked)
    return float(sum((Fraction(scene.worth_of(one)) * chance.of(1) for one, chance in odds), Fraction(0)))


def plan(scene: PlanScene, rulings: AircraftRulings, more: Modifiers = no_modifiers) -> Plan:
    """The best run that is found, with a bound on all.

    Raises:
        NoPlanError: no bombs, nobody to bomb, no legal move, or nothing worth bombing in reach.
    """
    _refuse_hopeless(scene)
    ground = Ground(scene, rulings, more)
    flyers = [Flyer(one, ground, one.speed) for one in scene.aircraft]
    bombers = [flyer for flyer in flyers if flyer.bombs]
    found = best_plans(ground, bombers)
    if found:
        found = [tidy(ground, bombers, found[0]), *found]
    for number, runs in enumerate(found):
        run = resolved(ground, flyers, dict(zip([flyer.sortie.id for flyer in bombers], runs, strict=True)))
        if run is not None and value_of(scene, run) > 0:
            break
    else:
        raise NoPlanError(why_not(flyers))
    planned = np.array([float(run.chance_of[name].of(1)) for name in ground.ids])
    others = [dict(zip([flyer.sortie.id for flyer in bombers], runs, strict=True)) for runs in found[number + 1 :]]
    return Plan(scene, run, upper_bound(ground, bombers, planned), _Others(ground, flyers, others[:MOST_RUNNER_UPS]))


def tidy(ground: Ground, flyers: Sequence[Flyer], runs: Sequence[Run | None]) -> list[Run | None]:
    """The runs, each made as simple and round as it can be for what it adds to the others."""
    neat = list(runs)
    for at, flyer in enumerate(flyers):
        if (run := neat[at]) is not None and run.drops:
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
        if run is None:
            move = flyer.whole(())
            if move is None:
                return None
            run = Run(move, ())
        paths[name] = path_of(flyer.moves.track(run.spent))
        drops[name] = [Dropped(at=round(at, DIGITS), bombs=dict(load)) for at, load in run.drops]  # type: ignore[arg-type]
    done = BombRun(ground.scene.flown(paths, drops), ground.rulings, ground.more)
    return done if done.legal and all(move.departure is None for move in done.moves) else None


def path_of(track: Track) -> list[PathPiece]:
    """A track as documents write it."""
    return [
        PathPiece(straight=round(piece.length, DIGITS))
        if isinstance(piece, Straight)
        else PathPiece(turn=round(piece.degrees, DIGITS), side=piece.side)
        for piece in track
    ]


def _refuse_hopeless(scene: PlanScene) -> None:
    if not any(number for one in scene.aircraft for number in one.bombs.values()):
        raise NoPlanError("no bombs, as none of the aircraft carries any")
    if not any(scene.worth_of(one) > 0 and one.kind != KIND for one in scene.elements):
        raise NoPlanError("no targets, as nothing on the ground is worth bombing")


def why_not(flyers: Sequence[Flyer]) -> str:
    """Why there is no plan."""
    walled = [flyer for flyer in flyers if flyer.whole(()) is None]
    if walled:
        least, _ = allowance(walled[0].sortie.speed)
        return (
            f"no legal run, as every move of {walled[0].sortie.id}, "
            f'which has to spend {least:g}" at least, was found to leave the table'
        )
    return "nothing in reach, as no legal run drops a bomb where it does more good than harm"
