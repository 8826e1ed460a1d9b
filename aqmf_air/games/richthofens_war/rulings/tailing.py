"""Rulings on tailing."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.play.rulings import Rulings, ruling


class TailingRulings(Rulings):
    """What the source leaves open of tailing."""

    tail_row: Literal["straight-row", "rear-60-degrees"] = ruling(
        "RW-TAIL-1",
        "What is the row of hexes behind?",
        "The straight line through the rear hexside.",
        "All hexes within 60 degrees of it.",
    )
    tail_range: Literal["sum", "larger-of-both", "map-only"] = ruling(
        "RW-TAIL-1",
        "How does height count in the 8 hexes?",
        "Hexes and one for each 50 m.",
        "The larger of hexes and steps of 50 m.",
        "Not at all.",
    )
    tail_same_hex: Literal["no", "yes-if-50m"] = ruling(
        "RW-TAIL-1", "May one tail from the same hex at another height?", "No.", "Yes, within 50 m."
    )
    tail_announcing: Literal["sealed", "lower-side-first", "open-alternating"] = ruling(
        "RW-TAIL-2",
        "In what order are tries announced?",
        "All at once, sealed; nobody takes one back.",
        "Openly, the side with the lowest aircraft first.",
        "Openly, the sides begin in turn: the Germans in turn 1.",
    )
    tail_when_rolled: Literal["at-announcement", "after-group-roll"] = ruling(
        "RW-TAIL-14", "When is the try rolled?", "Before the dice for initiative.", "After them."
    )
    tail_group_roll: Literal["target-and-successful", "target-and-all-who-tried"] = ruling(
        "RW-TAIL-13",
        "Who is in the one roll for initiative of a group?",
        "The target and those whose try succeeded.",
        "The target and all who tried.",
    )
    tail_chain: Literal["one-block", "forbidden"] = ruling(
        "RW-TAIL-13",
        "May one tail an aircraft that itself tails?",
        "Yes: they move as one block, front to back, with the modifiers of the foremost.",
        "No.",
    )
    tail_two_order: Literal["nearest-first", "owner", "die"] = ruling(
        "RW-TMOVE-1",
        "In what order do two tailers of one target move?",
        "The nearer first, else as their owner likes.",
        "As their owner likes.",
        "By a die.",
    )
    tail_whose_status: Literal["both", "tailer-only"] = ruling(
        "RW-TAIL-9", "Do ace, novice and silhouette of the target shift the row, too?", "Yes.", "No, only the tailer's."
    )
    tail_same_schedule: Literal["whole-group", "pair"] = ruling(
        "RW-TAIL-11",
        "Who has to share the schedule for silhouettes to shift the row?",
        "The target and all who try to tail it.",
        "Tailer and target.",
    )
    tail_schedule_used: Literal["in-force", "printed"] = ruling(
        "RW-TAIL-7",
        "Which schedule counts in tailing?",
        "The one in force: loaded, damaged, flown by an observer.",
        "The one on the sheet.",
    )
    tail_plus_two: Literal["one-row", "two-rows", "none"] = ruling(
        "RW-TAIL-11", "How far does a silhouette of +2 shift the row?", "One row.", "Two rows.", "Not at all."
    )
    tail_g: Literal["as-a", "never"] = ruling(
        "RW-TAIL-6", "May a heavy bomber be tailed?", "Yes, as if its schedule were A; it never tails.", "No."
    )
    tail_glider: Literal["moves-with-it", "never"] = ruling(
        "RW-TAIL-13",
        "May an aircraft be tailed that moves early: a glider, a heavy bomber?",
        "Yes; the tailer moves right after it.",
        "No.",
    )
    tail_dual_controls: Literal["yes", "no"] = ruling(
        "RW-SPEC-24", "Is an observer at the controls a novice in tailing, too?", "Yes.", "No."
    )
    tail_shift_sum: Literal["sum-then-clamp", "clamp-each"] = ruling(
        "RW-TAIL-7",
        "How are several shifts of the row added?",
        "First added, then held within -4 and +4.",
        "Held within -4 and +4 after each.",
    )
    tail_fire_position: Literal["full", "height-only"] = ruling(
        "RW-TMOVE-2",
        "What must a tailer keep to fire at its target with one movement point?",
        "Row, facing, 8 hexes and good position.",
        "Good position by height.",
    )
    tail_other_attack: Literal["any-other-except-head-on", "only-if-tailed-was-eligible"] = ruling(
        "RW-TMOVE-3",
        "When does a tailer fire with -1 at somebody else?",
        "At anybody but a head-on attacker.",
        "Only if it could have fired at its target.",
    )
