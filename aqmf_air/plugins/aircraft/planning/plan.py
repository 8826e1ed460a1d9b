"""A plan as a whole: the runs of all aircraft as they are written down, what they are worth by the rules, and the bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
from aqmf_air.plugins.aircraft.planning.flyer import DIGITS, Flyer, Run
from aqmf_air.plugins.aircraft.planning.ground import Ground
from aqmf_air.plugins.aircraft.planning.joint import best_plans
from aqmf_air.plugins.aircraft.planning.scene import PlanScene
from aqmf_air.plugins.aircraft.rulings import AircraftRulings
from aqmf_air.plugins.aircraft.scenes import Dropped, PathPiece

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
    runner_ups: tuple[BombRun, ...] = field(default=())

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
    worths = {one.id: scene.worth_of(one) for one in scene.elements}
    return float(sum((Fraction(worths[name]) * odds.of(1) for name, odds in run.chance_of.items()), Fraction(0)))


def plan(scene: PlanScene, rulings: AircraftRulings, more: Modifiers = no_modifiers) -> Plan:
    """The best run that is found, with a bound on all.

    Raises:
        NoPlanError: no bombs, nobody to bomb, no legal move, or nothing worth bombing in reach.
    """
    ground = Ground(scene, rulings, more)
    _refuse_hopeless(ground)
    flyers = [Flyer(one, ground, one.speed) for one in scene.aircraft]
    bombers = [flyer for flyer in flyers if flyer.bombs]
    runs = [
        resolved(ground, flyers, dict(zip([flyer.sortie.id for flyer in bombers], found, strict=True)))
        for found in best_plans(ground, bombers)[: MOST_RUNNER_UPS + 1]
    ]
    sound = sorted((run for run in runs if run is not None), key=lambda run: -value_of(scene, run))
    if not sound or value_of(scene, sound[0]) <= 0:
        raise NoPlanError(why_not(flyers))
    chances = sound[0].chance_of
    planned = np.array([float(chances[name].of(1)) for name in ground.ids])
    return Plan(scene, sound[0], upper_bound(ground, bombers, planned), tuple(sound[1:]))


def resolved(ground: Ground, flyers: Sequence[Flyer], runs: Mapping[str, Run | None]) -> BombRun | None:
    """The runs, by the ids of the aircraft, as bombing runs are resolved; those without one just fly. ``None``: not all
    are legal.
    """
    paths, drops = {}, {}
    for flyer in flyers:
        name = flyer.sortie.id
        run = runs.get(name)
        if run is None:
            track = flyer.whole(())
            if track is None:
                return None
            run = Run(track, ())
        run = flyer.rounded(run)
        paths[name] = path_of(run.track)
        drops[name] = [Dropped(at=at, bombs=dict(load)) for at, load in run.drops]  # type: ignore[arg-type]
    done = BombRun(ground.scene.flown(paths, drops), ground.rulings, ground.more)
    return done if done.legal and all(move.departure is None for move in done.moves) else None


def path_of(track: Track) -> list[PathPiece]:
    """A track as documents write it."""
    return [
        PathPiece(straight=piece.length) if isinstance(piece, Straight) else PathPiece(turn=piece.degrees, side=piece.side)
        for piece in track
    ]


def _refuse_hopeless(ground: Ground) -> None:
    if not any(number for one in ground.scene.aircraft for number in one.bombs.values()):
        raise NoPlanError("no bombs, as none of the aircraft carries any")
    if not ground.wanted.any():
        raise NoPlanError("no targets, as nothing on the ground is worth bombing")


def why_not(flyers: Sequence[Flyer]) -> str:
    """Why there is no plan."""
    walled = [flyer.sortie.id for flyer in flyers if flyer.whole(()) is None]
    if walled:
        least, _ = allowance(next(flyer.sortie.speed for flyer in flyers if flyer.sortie.id == walled[0]))
        return (
            f"no legal run, as every move of {walled[0]}, "
            f'which has to spend {least:g}" at least, was found to leave the table'
        )
    return "nothing in reach, as no legal run drops a bomb where it does more good than harm"
