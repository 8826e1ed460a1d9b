"""The course of a move (5.5.6, 5.5.7, 5.5.14, 5.7): which tests a plan asks for, how it is flown, what energy it costs.

A course depends on a plan and what came of its tests alone: preview, odds, automatic pilots and the move itself share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import ceil
from typing import Literal, NamedTuple

from aqmf_air.api import Rulings, ruling
from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.games.clouds_of_glory.chapters.arcs import TOWARDS, own_edge
from aqmf_air.games.clouds_of_glory.chapters.panels import Cockpit

from aqmf_air.games.clouds_of_glory.chapters.plans import (  # isort: skip
    LANDING, WIDE, Handling, Plan, PlanPiece, PlanRulings, actions_of, completed, flown, to_first_contact, way_of,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.state import CloudsGame, Craft

TURN_STALL = "stall in a turn"


class EnergyRulings(Rulings):
    """What the source leaves open of energy."""

    failed_third_action: Literal["straight", "carry-on"] = ruling(
        "ICOG-5.5.1.2",
        "How does an aircraft fly on after a third action that failed?",
        "Straight on.",
        "The manoeuvre that it is in goes on.",
    )
    stall_in_turn_course: Literal["heading-there", "heading-at-start"] = ruling(
        "ICOG-5.5.14.1",
        "Which way is straight ahead after a stall in a turn?",
        "As it flew half-way through the turn.",
        "As it flew before the move.",
    )
    stall_in_turn_energy: Literal["4-plus-1", "4-plus-table", "4-only"] = ruling(
        "ICOG-5.5.14.2",
        "What does a turn cost in which an aircraft stalls?",
        "4 EU and the 1 of a turn.",
        "4 EU and those of the template that was tried.",
        "4 EU in all.",
    )
    altitude_measure: Literal["net", "path"] = ruling(
        "ICOG-5.7.3.1",
        "Between which heights is climb measured?",
        "The start and the end of the move.",
        "Piece by piece: what is climbed and what is dived count on their own.",
        standing="stated",
    )
    altitude_tolerance: Literal["0.05", "0"] = ruling(
        "ICOG-5.7.3.1", "How much height is not counted as a further MU?", "Up to 0.05 MU.", "None."
    )
    acceleration_limit: Literal["top", "maximum"] = ruling(
        "ICOG-5.7.4.1", "Up to which speed does the engine speed an aircraft up?", "Below Top.", "Below Maximum."
    )
    acceleration_clean: Literal["no-other-change", "no-manoeuvre"] = ruling(
        "ICOG-5.7.4.1",
        "When does the engine speed an aircraft up?",
        "When nothing else is lost or gained.",
        "Without manoeuvre, climb or dive.",
    )


class CourseRulings(PlanRulings, EnergyRulings):
    """The rulings that a course reads."""


class EnergyItem(NamedTuple):
    """Energy units of a move, by what they are for; gains above 0."""

    reason: str
    eu: int
    rule: str


class FlownCourse(NamedTuple):
    """A move as it is flown."""

    plan: Plan
    """The pieces that were flown."""
    end: SpacePose
    items: tuple[EnergyItem, ...]
    speed: int
    below: int
    """EU by which it goes below S."""
    lowest: float
    """Of the way: its height."""

    @property
    def net(self) -> int:
        """EU in all. ICOG-5.7.1.1."""
        return sum(item.eu for item in self.items)


def handling_of(game: CloudsGame, craft: Craft) -> Handling:
    """What an aircraft can do at its speed; damage makes templates wider, and rolls longer. ICOG-5.5.6.1, T:damage."""
    cockpit, tables = game.cockpit(craft), game.tables
    turns = cockpit.tighter(craft.speed, craft.wider)
    letters = (cockpit.safe(craft.speed, craft.wider), *(turn.letter for turn in turns))
    saved = craft.tight_energy if cockpit.test_kind(craft.speed) == "flying" else 0
    costs = (tables.manoeuvre("turn").energy, *(max(0, turn.energy + saved) for turn in turns))
    actions = max(0, tables.number("flight", "actions") - craft.busy)
    return Handling(
        craft.speed,
        max(0.0, cockpit.panel.roll + craft.roll_more) * 2**craft.stiff,
        letters,
        tuple(map(tables.radius, letters)),
        costs,
        tables,
        actions,
        wide=craft.begins_with,
        straight=craft.blackout == game.turn,
        home=TOWARDS[own_edge(game, craft.side)] if craft.leaves else None,
    )


class PlanTest(NamedTuple):
    """A test that a plan asks for."""

    piece: int
    """The place of the piece that it is for; -1: for the third action."""
    kind: Literal["third action", "flying", "strength"]
    modifier: int = 0


def tests_of(plan: Plan, handling: Handling, kind: Literal["flying", "strength"]) -> tuple[PlanTest, ...]:
    """The tests of a plan, those of too tight turns by ``kind``, in the order of rolling. ICOG-5.5.1.1, ICOG-5.5.6.1."""
    third = (PlanTest(-1, "third action"),) if actions_of(plan) > handling.actions else ()
    modifier = handling.tables.tighter_modifier
    tight = [(at, piece.tighter) for at, piece in enumerate(plan) if piece.turns and piece.tighter not in (0, WIDE)]
    return (*third, *(PlanTest(at, kind, modifier(tighter)) for at, tighter in tight))


def without_third_action(plan: Plan, handling: Handling, rulings: EnergyRulings) -> Plan:
    """The plan of a pilot whose third action failed. ICOG-5.5.1.2, ``failed_third_action``."""
    last = [at for at, piece in enumerate(plan) if piece.action][handling.actions]
    before, bank = plan[:last], tuple(piece for piece in plan[last:] if piece.kind == "B")
    if rulings.failed_third_action == "carry-on" and before and before[-1].turns:
        left = handling.reach - sum(piece.length_at(handling) for piece in before)
        return (*before[:-1], before[-1]._replace(length=before[-1].length + left), *bank)
    return (*before, *bank)


def height_energy(heights: Sequence[float], rulings: EnergyRulings) -> int:
    """EU of the heights along a move: above 0 gained by diving, below 0 lost by climbing. ICOG-5.7.3.1."""
    tolerance = float(rulings.altitude_tolerance)
    legs = [heights[0], heights[-1]] if rulings.altitude_measure == "net" else heights
    up = sum(max(0.0, after - before) for before, after in pairwise(legs))
    down = sum(max(0.0, before - after) for before, after in pairwise(legs))
    gained, lost = (max(0, ceil(round(way - tolerance, 6))) for way in (down, up))
    return gained - lost


class Move(NamedTuple):
    """What a move depends on besides its plan."""

    start: SpacePose
    handling: Handling
    cockpit: Cockpit
    rulings: CourseRulings
    throttle: int = 0
    """EU that the pilot sheds. ICOG-5.7.5.1."""
    damage: int = 0
    """EU that damage costs in this turn. ICOG-5.7.7-a."""
    engines_out: int = 0
    powered: bool = True


def energy_of(move: Move, plan: Plan, heights: Sequence[float], stalled: PlanPiece | None = None) -> tuple[EnergyItem, ...]:
    """The energy of a move, item by item: of the pieces flown whole, with the heights after each, and the turn in which
    it stalled. ICOG-5.7.
    """
    handling, cockpit, rulings = move.handling, move.cockpit, move.rulings
    names = {"R": "roll", "T": "turn", "V": "vertical dive", "P": "side slip", "L": "landing"}
    items = [EnergyItem(names[piece.kind], -piece.energy_at(handling), "ICOG-5.7.2-a") for piece in plan if piece.action]
    if stalled:
        more = {"4-plus-1": handling.costs[0], "4-plus-table": stalled.energy_at(handling), "4-only": 0}
        lost = handling.number("turn-stall") + more[rulings.stall_in_turn_energy]
        items.append(EnergyItem(TURN_STALL, -lost, "ICOG-5.5.14.2"))
    height = height_energy(heights, rulings)
    items.append(EnergyItem("dive" if height > 0 else "climb", height, "ICOG-5.7.3.1"))
    flown_clean = not any(item.eu for item in items)
    items += [
        EnergyItem("throttle", -move.throttle, "ICOG-5.7.5.1"),
        EnergyItem("engine out", -cockpit.panel.engine_loss(move.engines_out), "ICOG-5.7.5.2"),
        EnergyItem("wind drag", -cockpit.drag(handling.speed), "ICOG-5.7.8.1"),
        EnergyItem("damage", -move.damage, "ICOG-5.7.7-a"),
    ]
    limit = cockpit.top if rulings.acceleration_limit == "top" else cockpit.panel.maximum
    clean = flown_clean if rulings.acceleration_clean == "no-manoeuvre" else not any(item.eu for item in items)
    if move.powered and clean and handling.speed < limit:
        items.append(EnergyItem("engine", handling.number("acceleration"), "ICOG-5.7.4.1"))
    return tuple(item for item in items if item.eu)


def course_of(move: Move, plan: Plan, stalls: int | None = None) -> FlownCourse:
    """A move, flown, with its energy: what is left of the MU is flown straight; ``stalls``: the place in the plan of the
    turn in which it stalls. ICOG-5.5, ICOG-5.5.14.1, ICOG-5.7.
    """
    start, handling, rulings = move.start, move.handling, move.rulings
    turn = None if stalls is None else plan[stalls]
    flown_plan = completed(plan, handling)
    if rulings.touchdown == "first-contact" and flown_plan[-1:] == (LANDING,):
        flown_plan = to_first_contact(start, flown_plan, handling, rulings)
    if turn:
        flown_plan = (*plan[:stalls], turn._replace(length=turn.length / 2))
    way = way_of(start, flown_plan, handling, rulings)
    ends = accumulate(flown_plan, lambda pose, piece: flown(pose, piece, handling, rulings), initial=start)
    heights, end = [pose.place[2] for pose in ends], way[-1]
    if turn:
        left = handling.reach - sum(piece.length_at(handling) for piece in flown_plan)
        heading = end.heading if rulings.stall_in_turn_course == "heading-there" else start.heading
        nose = -handling.number("stall-degrees")
        end = space.straight(SpacePose.level(*end.place, heading, nose), max(0.0, left))
        heights.append(end.place[2])
    items = energy_of(move, plan[:stalls] if turn else flown_plan, heights, turn)
    speed, below = move.cockpit.after(handling.speed, sum(item.eu for item in items))
    if turn and (below or speed < move.cockpit.stall):  # never under S. ICOG-5.5.14.2
        speed, below = move.cockpit.stall, 0
    lowest = min(end.place[2], *(pose.place[2] for pose in way))
    return FlownCourse(flown_plan, end, items, speed, below, lowest)
