"""Rulings on movement."""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class MovingRulings(Rulings):
    """What the source leaves open of movement."""

    stacking: Annotated[
        Literal["forbidden", "allowed", "collision"],
        Ruling("RW-MOVE-2", "May a move end in the hex and at the height of an aircraft that has moved?"),
        "No.",
        "Yes.",
        "Yes; each rolls a die, and is lost on a 1.",
    ] = "forbidden"
    shallow_speed: Annotated[
        Literal["current-speed", "speed-at-dive"],
        Ruling("RW-DIVE-1", "Which speed makes a dive shallower?"),
        "The speed of this move.",
        "The speed of the last move.",
    ] = "current-speed"
    shallow_and_overdive: Annotated[
        Literal["no", "yes"],
        Ruling("RW-DIVE-3", "May one move be a shallow dive and an overdive?"),
        "No.",
        "Yes: an overdive may be deeper by what a shallow dive at its speed may be.",
    ] = "no"
    turn_cost_reading: Annotated[
        Literal["each-hexside", "running-total"],
        Ruling("RW-CONT-8", "Is the price of the third hexside its own, or that of all three?"),
        "Its own: three hexsides of schedule B cost 1 + 2 + 3.",
        "That of all three: they cost 3.",
    ] = "each-hexside"
    continued_movement: Annotated[
        Literal["on", "off"],
        Ruling("RW-CONT-1", "Do moves go on from the last one?"),
        "Yes.",
        "No: a move begins with a hex straight ahead.",
    ] = "on"
    continued_last_mp: Annotated[
        Literal["last-forward-or-turn", "climb-breaks"],
        Ruling("RW-CONT-2", "Was the last point spent straight ahead if it paid for climbing?"),
        "Points for climbing do not count: the step before them decides.",
        "No.",
    ] = "last-forward-or-turn"
    continued_after_maneuver: Annotated[
        Literal["straight-first", "as-straight"],
        Ruling("RW-CONT-2", "How does a move go on after a complex maneuver?"),
        "With a hex straight ahead.",
        "As if the last point was spent straight ahead.",
    ] = "straight-first"
    special_maneuvers: Annotated[
        Literal["off", "house-chart"],
        Ruling("RW-MAN-1", "Are complex maneuvers flown?"),
        "No.",
        "Yes, by the table of maneuvers in force.",
    ] = "off"
    wind: Annotated[
        Literal["off", "house"],
        Ruling("RW-BASE-4", "Does the wind move aircraft and balloons?"),
        "No.",
        "Yes, by the table of wind in force.",
    ] = "off"
    first_move: Annotated[
        Literal["straight", "none"],
        Ruling("RW-CONT-2", "What was the last move in turn 1?"),
        "Straight ahead, without a dive.",
        "None: the first move begins with a hex straight ahead.",
    ] = "straight"
    height_where: Annotated[
        Literal["one-way", "both"],
        Ruling("RW-DIVE-1", "May a move both climb and dive?"),
        "No.",
        "Yes.",
    ] = "one-way"
    forced_slow: Annotated[
        Literal["at-maximum", "slow-by-2"],
        Ruling("RW-CRIT-2", "Damage puts the maximum speed below the speed: what is the next one?"),
        "The new maximum.",
        "As slow as speed may change in a turn, down to the maximum.",
    ] = "at-maximum"
    must_move: Annotated[
        Literal["no", "yes"],
        Ruling("RW-MOVE-2", "May a move end in the hex and at the height in which it began?"),
        "No.",
        "Yes.",
    ] = "no"
    map_edge: Annotated[
        Literal["leaves", "no-exit"],
        Ruling("RW-BASE-1", "What comes of a step off the map?"),
        "The aircraft is out of the game, not lost, and nobody's victory.",
        "It cannot be made.",
    ] = "leaves"
    ground_level: Annotated[
        Literal["illegal", "crash"],
        Ruling("RW-BASE-1", "May an aircraft under power fly at 0 m?"),
        "No, 50 m is the least.",
        "It crashes.",
    ] = "illegal"
    overdive_moment: Annotated[
        Literal["after-move", "with-combat"],
        Ruling("RW-DIVE-3", "When does an overdive do its damage?"),
        "At the end of the move, before targets are declared.",
        "With the damage of combat.",
    ] = "after-move"
    loaded_drop_moment: Annotated[
        Literal["next-move", "at-once"],
        Ruling("RW-BOMB-1", "Bombs fall in mid-move: when does the aircraft fly as one without?"),
        "From the next move on.",
        "At once: the move in which they fall is flown without them.",
    ] = "next-move"
    lost_mp: Annotated[
        Literal["for-good", "this-turn-then-max"],
        Ruling("RW-CRIT-2", "What does an engine hit lower?"),
        "The maximum speed, for good, adding up.",
        "The speed of the next move, then the maximum.",
    ] = "for-good"
    engine_at_zero: Annotated[
        Literal["glides", "lost"],
        Ruling("RW-CRIT-2", "What if the maximum speed falls below the minimum?"),
        "The aircraft glides.",
        "It is lost.",
    ] = "glides"
