"""Rulings on movement."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.play.rulings import Rulings, ruling


class MovingRulings(Rulings):
    """What the source leaves open of movement."""

    stacking: Literal["forbidden", "allowed", "collision"] = ruling(
        "RW-MOVE-2",
        "May a move end in the hex and at the height of an aircraft that has moved?",
        "No.",
        "Yes.",
        "Yes; each rolls a die, and is lost on a 1.",
    )
    shallow_speed: Literal["current-speed", "speed-at-dive"] = ruling(
        "RW-DIVE-1", "Which speed makes a dive shallower?", "The speed of this move.", "The speed of the last move."
    )
    shallow_and_overdive: Literal["no", "yes"] = ruling(
        "RW-DIVE-3",
        "May one move be a shallow dive and an overdive?",
        "No.",
        "Yes: an overdive may be deeper by what a shallow dive at its speed may be.",
    )
    turn_cost_reading: Literal["each-hexside", "running-total"] = ruling(
        "RW-CONT-8",
        "Is the price of the third hexside its own, or that of all three?",
        "Its own: three hexsides of schedule B cost 1 + 2 + 3.",
        "That of all three: they cost 3.",
    )
    continued_movement: Literal["on", "off"] = ruling(
        "RW-CONT-1", "Do moves go on from the last one?", "Yes.", "No: a move begins with a hex straight ahead."
    )
    continued_last_mp: Literal["last-forward-or-turn", "climb-breaks"] = ruling(
        "RW-CONT-2",
        "Was the last point spent straight ahead if it paid for climbing?",
        "Points for climbing do not count: the step before them decides.",
        "No.",
    )
    continued_after_maneuver: Literal["straight-first", "as-straight"] = ruling(
        "RW-CONT-2",
        "How does a move go on after a complex maneuver?",
        "With a hex straight ahead.",
        "As if the last point was spent straight ahead.",
    )
    special_maneuvers: Literal["off", "house-chart"] = ruling(
        "RW-MAN-1", "Are complex maneuvers flown?", "No.", "Yes, by the table of maneuvers in force."
    )
    wind: Literal["off", "house"] = ruling(
        "RW-BASE-4", "Does the wind move aircraft and balloons?", "No.", "Yes, by the table of wind in force."
    )
    first_move: Literal["straight", "none"] = ruling(
        "RW-CONT-2",
        "What was the last move in turn 1?",
        "Straight ahead, without a dive.",
        "None: the first move begins with a hex straight ahead.",
    )
    height_where: Literal["one-way", "both"] = ruling("RW-DIVE-1", "May a move both climb and dive?", "No.", "Yes.")
    forced_slow: Literal["at-maximum", "slow-by-2"] = ruling(
        "RW-CRIT-2",
        "Damage puts the maximum speed below the speed: what is the next one?",
        "The new maximum.",
        "As slow as speed may change in a turn, down to the maximum.",
    )
    must_move: Literal["no", "yes"] = ruling(
        "RW-MOVE-2", "May a move end in the hex and at the height in which it began?", "No.", "Yes."
    )
    map_edge: Literal["leaves", "no-exit"] = ruling(
        "RW-BASE-1",
        "What comes of a step off the map?",
        "The aircraft is out of the game, not lost, and nobody's victory.",
        "It cannot be made.",
    )
    ground_level: Literal["illegal", "crash"] = ruling(
        "RW-BASE-1", "May an aircraft under power fly at 0 m?", "No, 50 m is the least.", "It crashes."
    )
    overdive_moment: Literal["after-move", "with-combat"] = ruling(
        "RW-DIVE-3",
        "When does an overdive do its damage?",
        "At the end of the move, before targets are declared.",
        "With the damage of combat.",
    )
    loaded_drop_moment: Literal["next-move", "at-once"] = ruling(
        "RW-BOMB-1",
        "Bombs fall in mid-move: when does the aircraft fly as one without?",
        "From the next move on.",
        "At once: the move in which they fall is flown without them.",
    )
    lost_mp: Literal["for-good", "this-turn-then-max"] = ruling(
        "RW-CRIT-2",
        "What does an engine hit lower?",
        "The maximum speed, for good, adding up.",
        "The speed of the next move, then the maximum.",
    )
    engine_at_zero: Literal["glides", "lost"] = ruling(
        "RW-CRIT-2", "What if the maximum speed falls below the minimum?", "The aircraft glides.", "It is lost."
    )
