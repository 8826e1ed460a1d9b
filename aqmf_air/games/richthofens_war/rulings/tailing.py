"""Rulings on tailing."""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class TailingRulings(Rulings):
    """What the source leaves open of tailing."""

    tail_row: Annotated[
        Literal["straight-row", "rear-60-degrees"],
        Ruling("RW-TAIL-1", "What is the row of hexes behind?"),
        "The straight line through the rear hexside.",
        "All hexes within 60 degrees of it.",
    ] = "straight-row"
    tail_range: Annotated[
        Literal["sum", "larger-of-both", "map-only"],
        Ruling("RW-TAIL-1", "How does height count in the 8 hexes?"),
        "Hexes and one for each 50 m.",
        "The larger of hexes and steps of 50 m.",
        "Not at all.",
    ] = "sum"
    tail_same_hex: Annotated[
        Literal["no", "yes-if-50m"],
        Ruling("RW-TAIL-1", "May one tail from the same hex at another height?"),
        "No.",
        "Yes, within 50 m.",
    ] = "no"
    tail_announcing: Annotated[
        Literal["sealed", "lower-side-first", "open-alternating"],
        Ruling("RW-TAIL-2", "In what order are tries announced?"),
        "All at once, sealed; nobody takes one back.",
        "Openly, the side with the lowest aircraft first.",
        "Openly, the sides begin in turn: the Germans in turn 1.",
    ] = "sealed"
    tail_when_rolled: Annotated[
        Literal["at-announcement", "after-group-roll"],
        Ruling("RW-TAIL-14", "When is the try rolled?"),
        "Before the dice for initiative.",
        "After them.",
    ] = "at-announcement"
    tail_group_roll: Annotated[
        Literal["target-and-successful", "target-and-all-who-tried"],
        Ruling("RW-TAIL-13", "Who is in the one roll for initiative of a group?"),
        "The target and those whose try succeeded.",
        "The target and all who tried.",
    ] = "target-and-successful"
    tail_chain: Annotated[
        Literal["one-block", "forbidden"],
        Ruling("RW-TAIL-13", "May one tail an aircraft that itself tails?"),
        "Yes: they move as one block, front to back, with the modifiers of the foremost.",
        "No.",
    ] = "one-block"
    tail_two_order: Annotated[
        Literal["nearest-first", "owner", "die"],
        Ruling("RW-TMOVE-1", "In what order do two tailers of one target move?"),
        "The nearer first, else as their owner likes.",
        "As their owner likes.",
        "By a die.",
    ] = "nearest-first"
    tail_whose_status: Annotated[
        Literal["both", "tailer-only"],
        Ruling("RW-TAIL-9", "Do ace, novice and silhouette of the target shift the row, too?"),
        "Yes.",
        "No, only the tailer's.",
    ] = "both"
    tail_same_schedule: Annotated[
        Literal["whole-group", "pair"],
        Ruling("RW-TAIL-11", "Who has to share the schedule for silhouettes to shift the row?"),
        "The target and all who try to tail it.",
        "Tailer and target.",
    ] = "whole-group"
    tail_schedule_used: Annotated[
        Literal["in-force", "printed"],
        Ruling("RW-TAIL-7", "Which schedule counts in tailing?"),
        "The one in force: loaded, damaged, flown by an observer.",
        "The one on the sheet.",
    ] = "in-force"
    tail_plus_two: Annotated[
        Literal["one-row", "two-rows", "none"],
        Ruling("RW-TAIL-11", "How far does a silhouette of +2 shift the row?"),
        "One row.",
        "Two rows.",
        "Not at all.",
    ] = "one-row"
    tail_g: Annotated[
        Literal["as-a", "never"],
        Ruling("RW-TAIL-6", "May a heavy bomber be tailed?"),
        "Yes, as if its schedule were A; it never tails.",
        "No.",
    ] = "as-a"
    tail_glider: Annotated[
        Literal["moves-with-it", "never"],
        Ruling("RW-TAIL-13", "May an aircraft be tailed that moves early: a glider, a heavy bomber?"),
        "Yes; the tailer moves right after it.",
        "No.",
    ] = "moves-with-it"
    tail_dual_controls: Annotated[
        Literal["yes", "no"],
        Ruling("RW-SPEC-24", "Is an observer at the controls a novice in tailing, too?"),
        "Yes.",
        "No.",
    ] = "yes"
    tail_shift_sum: Annotated[
        Literal["sum-then-clamp", "clamp-each"],
        Ruling("RW-TAIL-7", "How are several shifts of the row added?"),
        "First added, then held within -4 and +4.",
        "Held within -4 and +4 after each.",
    ] = "sum-then-clamp"
    tail_fire_position: Annotated[
        Literal["full", "height-only"],
        Ruling("RW-TMOVE-2", "What must a tailer keep to fire at its target with one movement point?"),
        "Row, facing, 8 hexes and good position.",
        "Good position by height.",
    ] = "full"
    tail_other_attack: Annotated[
        Literal["any-other-except-head-on", "only-if-tailed-was-eligible"],
        Ruling("RW-TMOVE-3", "When does a tailer fire with -1 at somebody else?"),
        "At anybody but a head-on attacker.",
        "Only if it could have fired at its target.",
    ] = "any-other-except-head-on"
