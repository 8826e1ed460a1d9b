"""The flight of an aircraft: the gauge it turns with, what a move may spend, and the table's edge. AIR-MOVE."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, get_args

from aqmf_air.api import Objection, geometry
from aqmf_air.games.martian_aircraft.state import figures
from aqmf_air.games.martian_aircraft.tables import AircraftRulings

Edge = Literal["lost", "forbidden", "return"]

FULL_CIRCLE = 360
DIGITS = 9
"""Decimal places of inches in documents: enough to hide that 3 times 0.1 is not 0.3."""


def gauge_of(base_diameter: float, rulings: AircraftRulings) -> geometry.Gauge:
    """How an aircraft on a base of ``base_diameter`` inches turns (rulings ``turn_geometry``, ``turn_cost``). AIR-MOVE-4.

    Raises ValueError: the diameter is negative, or not a finite number.
    """
    return _gauge(geometry.not_negative("base_diameter", base_diameter), rulings.turn_geometry, rulings.turn_cost)


@lru_cache(maxsize=256)
def _gauge(base_diameter: float, lies: str, cost: str) -> geometry.Gauge:
    radius = figures()["turning gauge"] / 2
    charged = figures()["full circle"] / FULL_CIRCLE if cost == "source-table" else None
    if lies == "gauge-under-centre":
        return geometry.Gauge.under(radius, charged)
    return geometry.Gauge.beside(radius, base_diameter / 2, charged)


class Allowance(NamedTuple):
    """Inches of movement that one move spends, at least and at most."""

    minimum: float
    maximum: float


def allowance(speed: float) -> Allowance:
    """Two thirds of Speed at least, all of it at most. AIR-MOVE-2.

    Raises ValueError: the speed is not above 0, or not a finite number.
    """
    whole = geometry.positive("speed", speed)
    return Allowance(whole * figures()["least move"] / figures()["parts of a move"], whole)


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a path leaves the table, after how many inches spent, and what comes of it (ruling ``table_edge``)."""

    spent: float
    at: geometry.Pose
    then: Edge
    returns: geometry.Pose
    """Where it is put back if it returns: on the edge that it left by, facing in."""


@dataclass(frozen=True)
class Move:
    """A judged move: its path, what it may spend, where it leaves the table, and all that is wrong with it."""

    path: geometry.Path
    allowed: Allowance
    departure: Departure | None
    problems: tuple[Objection, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.problems

    @cached_property
    def end(self) -> geometry.Pose:
        """Where the path ends, as it is stored."""
        return geometry.quantise(self.path.end)

    @property
    def flown(self) -> float:
        """Inches of movement spent on the table: all of them, unless the path leaves it."""
        return self.path.spent if self.departure is None else self.departure.spent


def judge_move(
    start: geometry.Pose,
    track: Sequence[geometry.TrackPiece],
    speed: float,
    base_diameter: float,
    rulings: AircraftRulings,
    table: geometry.Rectangle | None = None,
) -> Move:
    """Lay a move and judge it: AIR-MOVE-1 to AIR-MOVE-4, and the edge of ``table``, if there is one.

    ``speed`` and ``base_diameter`` are inches. The start is to be on the table.

    Raises ValueError: the speed or the diameter is not a number that fits.
    """
    path = geometry.fly(start, track, gauge_of(base_diameter, rulings))
    allowed = allowance(speed)
    departure: Departure | None = None
    if table is not None and (spent := path.leaves(table)) is not None:
        at = path.at_spent(spent)
        departure = Departure(spent, geometry.quantise(at), rulings.table_edge, returning(at, table))
    return Move(path, allowed, departure, tuple(_problems(path, allowed, departure)))


def _problems(path: geometry.Path, allowed: Allowance, departure: Departure | None) -> Iterator[Objection]:
    if not path.spent:  # "Aircraft cannot stand still: each one moves in the first and again in the second movement phase"
        yield Objection("AIR-MOVE-1", "an aircraft always moves: this path spends nothing")
    if not geometry.within(allowed.minimum, path.spent):
        spent, least = told_apart(path.spent, allowed.minimum)
        # "no less than two thirds of Speed and no more than all of it"
        yield Objection("AIR-MOVE-2", f"the move spends {spent}, and must spend at least {least}")
    if not geometry.within(path.spent, allowed.maximum):
        spent, most = told_apart(path.spent, allowed.maximum)
        # "no less than two thirds of Speed and no more than all of it"
        yield Objection("AIR-MOVE-2", f"the move spends {spent}, and may spend at most {most}")
    if departure is not None and departure.then == "forbidden":
        where = f"({departure.at.x:.2f}, {departure.at.y:.2f})"
        # "under the ruling “table edge” its move is illegal instead"
        yield Objection("AIR-MOVE-7", f"the path leaves the table at {where}, after {inches(departure.spent)}")


def returning(left: geometry.Pose, table: geometry.Rectangle) -> geometry.Pose:
    """Where an aircraft that left the table at ``left`` is put back: on the edge it left by, facing straight in.

    In a corner it comes back over the edge that it flew across more squarely. Ruling ``table_edge``, AIR-MOVE-7.
    """
    ux, uy = geometry.unit(left.facing)
    out_and_facing_in = (
        (left.x - table.left, -ux, 90.0),
        (table.right - left.x, ux, 270.0),
        (left.y - table.near, -uy, 0.0),
        (table.far - left.y, uy, 180.0),
    )
    _, _, facing = min(out_and_facing_in, key=lambda edge: (edge[0] > geometry.TOLERANCE, -edge[1]))
    x = min(max(left.x, table.left), table.right)
    y = min(max(left.y, table.near), table.far)
    return geometry.quantise(geometry.Pose(x, y, facing))


def inches(length: float) -> str:
    """A length for people, to a hundredth: ``10.5"``."""
    return f'{_plain(length, 2)}"'


def told_apart(length: float, other: float) -> tuple[str, str]:
    """Two lengths for people, with enough digits to tell them apart."""
    digits = next((n for n in range(2, DIGITS) if _plain(length, n) != _plain(other, n)), DIGITS)
    return f'{_plain(length, digits)}"', f'{_plain(other, digits)}"'


def _plain(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".")


def move_document(move: Move) -> dict[str, Any]:
    """A judged move as JSON."""
    document = {
        "legal": move.legal,
        "spent": round(move.path.spent, DIGITS),
        "minimum": round(move.allowed.minimum, DIGITS),
        "maximum": round(move.allowed.maximum, DIGITS),
        "length": round(move.path.length, DIGITS),
        "end": _place(move.end),
        "problems": [{"rule": problem.rule, "message": problem.reason} for problem in move.problems],
    }
    if (departure := move.departure) is not None:
        document["leaves"] = {
            "spent": round(departure.spent, DIGITS),
            "at": _place(departure.at),
            "then": departure.then,
            **({"returns": _place(departure.returns)} if departure.then == "return" else {}),
        }
    return document


def _place(pose: geometry.Pose) -> dict[str, float]:
    return {"x": pose.x, "y": pose.y, "facing": pose.facing}


@dataclass(frozen=True, slots=True)
class WeavingWay:
    """One pair of rulings: the gauge that they make, and the best weave for each number of turns from 0."""

    turn_geometry: str
    turn_cost: str
    gauge: geometry.Gauge
    weaves: tuple[geometry.Weave, ...]
    limit: float
    """Inches ahead that no number of turns exceeds."""


def weaving_ways(speed: float, base_diameter: float, turns: int) -> tuple[WeavingWay, ...]:
    """The farthest that ``speed`` inches lead ahead with 0 to ``turns`` turns, under each pair of rulings. AIR-MOVE-4.

    Raises ValueError: a number is negative, or not finite.
    """
    ways = []
    fields = AircraftRulings.model_fields
    for lies in get_args(fields["turn_geometry"].annotation):
        for cost in get_args(fields["turn_cost"].annotation):
            gauge = gauge_of(base_diameter, AircraftRulings(turn_geometry=lies, turn_cost=cost))
            weaves = tuple(geometry.weave(gauge, speed, number) for number in range(turns + 1))
            limit = speed * max(1.0, gauge.radius / gauge.inches_per_radian)
            ways.append(WeavingWay(lies, cost, gauge, weaves, limit))
    return tuple(ways)
