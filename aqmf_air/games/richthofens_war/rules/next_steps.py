"""What may come next on a path that is being drawn, what it costs, and why not: for hands that draw a move step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.richthofens_war.rules.moving import (
    CLIMB,
    DIVE,
    Performance,
    Start,
    Walked,
    WalkError,
    beyond_limits,
    steps_of,
    walked,
)
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import Tables
from aqmf_air.geometry.hexes.grid import Hex
from aqmf_air.geometry.hexes.moves import AHEAD, LEFT, RIGHT, HexPose, after_step, step_price


class NextStep(NamedTuple):
    """A step, or several, that may be added to a path."""

    steps: str
    cost: int = 0
    """Movement points; 0 where it cannot be made."""
    against: tuple[Objection, ...] = ()
    """Why it cannot; empty: it can."""


class Draft(NamedTuple):
    """The facts of a move that is being drawn."""

    start: Start
    speed: int
    now: Performance
    tables: Tables
    rulings: RichthofenRulings

    def walked(self, path: str) -> Walked:
        """A path flown as far as it goes. Raises WalkError: a step cannot be made, or no further step could mend it."""
        way = walked(self.start, path, self.now, self.tables, self.rulings)
        for one in beyond_limits(way, self.speed, self.now, self.tables, self.rulings):
            raise WalkError(one.rule, one.reason)
        return way


def longest(draft: Draft, path: str) -> str:
    """The longest beginning of a path that can be flown."""
    steps = steps_of(path)
    for number in range(len(steps), 0, -1):
        try:
            draft.walked("".join(steps[:number]))
        except WalkError:
            continue
        return "".join(steps[:number])
    return ""


def next_steps(draft: Draft, path: str) -> tuple[NextStep, ...]:
    """Each kind of step after a path that can be flown: ahead, the turns, climb and dive, and maneuvers where there are."""
    spent = draft.walked(path).spent
    kinds = [AHEAD, LEFT, RIGHT, CLIMB, DIVE]
    if draft.rulings.special_maneuvers != "off":
        for row in draft.tables.maneuvers:
            sides = ("-left", "-right") if row.slip else ("",)
            kinds += [f"{{{row.name}{side}}}" for side in sides]
    return tuple(_tried(draft, path, step, spent) for step in kinds)


def _tried(draft: Draft, path: str, step: str, spent: int) -> NextStep:
    try:
        return NextStep(step, draft.walked(path + step).spent - spent)
    except WalkError as bad:
        if spent == draft.speed and step != DIVE:
            return NextStep(step, 0, (Objection("RW-BASE-1", "all movement points are spent"),))
        return NextStep(step, 0, (bad.objection,))


def hexes_ahead(draft: Draft, path: str) -> Mapping[Hex, NextStep]:
    """The hexes that can be entered after a path, with the steps over the map that cost least."""
    way = draft.walked(path)
    first_ahead = draft.start.straight_first and not path
    found: dict[Hex, NextStep] = {}
    seen: set[HexPose] = {way.end.pose}
    waves: list[list[tuple[HexPose, str]]] = [[] for _ in range(draft.speed - way.spent + 1)]
    waves[0].append((way.end.pose, ""))
    for spent, wave in enumerate(waves):
        for pose, steps in sorted(wave, key=lambda one: len(one[1])):
            for step in (AHEAD, LEFT, RIGHT):
                price = step_price(pose, step, draft.now.prices)
                if price is None or spent + price >= len(waves) or (first_ahead and not steps and step != AHEAD):
                    continue
                then = after_step(pose, step)
                if then in seen:
                    continue
                waves[spent + price].append((then, steps + step))
                if step == AHEAD and then.at not in found and then.at != way.end.pose.at:
                    found[then.at] = NextStep(steps + step, spent + price)
        seen |= {pose for pose, _ in wave}
    return found
