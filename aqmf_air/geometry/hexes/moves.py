"""Where a move over hexes can end that pays for steps ahead and for hexsides turned, and by what steps.

A move is a string: ``F`` a hex ahead, ``L`` and ``R`` a turn by one hexside. Hexsides turned in one hex are counted, and the
first, second and third of them have prices of their own; the count begins anew in each hex that is entered. A hex can be
turned in to one side only, and never by more hexsides than there are prices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from aqmf_air.geometry.hexes.grid import ORIGIN, Hex, placed, stepped

AHEAD, LEFT, RIGHT = "F", "L", "R"
Prices = tuple[int, ...]
"""What the first, second and third hexside turned in one hex cost. No more can be turned than are in it."""


class HexPose(NamedTuple):
    """Where a piece is and how it stands."""

    at: Hex
    facing: int
    turned: int = 0
    """Hexsides turned in this hex: to the right, or to the left if negative."""


class End(NamedTuple):
    """A way to end a move."""

    pose: HexPose
    before: HexPose
    """The pose when all but the last point were spent; the end itself, where the last step cost more than one."""


class Course(NamedTuple):
    """How an end is reached."""

    entered: int
    """The hexes entered on the way, each time counted."""
    path: str


def step_price(pose: HexPose, step: str, prices: Prices) -> int | None:
    """What a step costs; None: it cannot be made."""
    if step == AHEAD:
        return 1
    already = pose.turned if step == RIGHT else -pose.turned
    return prices[already] if 0 <= already < len(prices) else None


def after_step(pose: HexPose, step: str) -> HexPose:
    """The pose after a step that can be made."""
    if step == AHEAD:
        return HexPose(stepped(pose.at, pose.facing), pose.facing)
    side = 1 if step == RIGHT else -1
    return HexPose(pose.at, (pose.facing + side) % 6, pose.turned + side)


def ends(start: HexPose, points: int, prices: Prices, *, straight_first: bool = False) -> Iterator[tuple[End, Course]]:
    """Every way to end a move that spends exactly so many points, with the course to it that enters most hexes.
    Of ``start``, what was turned in its hex counts, and with 0 points it is the only end; ``prices`` are those of hexsides;
    ``straight_first``: the first step has to be one ahead.
    """
    items_view = _from_origin(start.turned, points, prices, straight_first).items()
    if (start.at, start.facing) == (ORIGIN, 0):
        yield from items_view
        return
    for end, course in items_view:
        yield End(_moved(start, end.pose), _moved(start, end.before)), course


def _moved(start: HexPose, pose: HexPose) -> HexPose:
    return HexPose(placed(start.at, start.facing, pose.at), (start.facing + pose.facing) % 6, pose.turned)


@lru_cache(maxsize=512)
def _from_origin(turned: int, points: int, prices: Prices, straight_first: bool) -> Mapping[End, Course]:
    """The ends of moves from the origin with facing 0: those of all others are moved and turned from these."""
    opening = HexPose(ORIGIN, 0, turned)
    spent: list[dict[HexPose, Course]] = [{opening: Course(0, "")}]
    courses: dict[End, Course] = {}
    if not points:
        return {End(opening, opening): Course(0, "")}
    for total in range(1, points + 1):
        reached: dict[HexPose, Course] = {}
        for price in sorted({1, *prices}):
            for pose, course in spent[total - price].items() if price <= total else ():
                for step in (AHEAD, LEFT, RIGHT):
                    if step_price(pose, step, prices) != price or (straight_first and not course.path and step != AHEAD):
                        continue
                    then = after_step(pose, step)
                    way = Course(course.entered + (step == AHEAD), course.path + step)
                    if then not in reached or way.entered > reached[then].entered:
                        reached[then] = way
                    if total == points:
                        end = End(then, pose if price == 1 else then)
                        if end not in courses or way.entered > courses[end].entered:
                            courses[end] = way
        spent.append(reached)
    return courses


def forget_ends() -> None:
    """Drop what is remembered of moves (benchmarks start cold)."""
    _from_origin.cache_clear()
