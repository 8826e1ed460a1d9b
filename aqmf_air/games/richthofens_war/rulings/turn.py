"""Rulings on the order of a turn."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.play.rulings import Rulings, ruling


class TurnRulings(Rulings):
    """What the source leaves open of the order of a turn."""

    altitude_steps: Literal["full-steps", "nearest"] = ruling(
        "RW-INIT-3", "Is a part of 200 m worth anything?", "No, full steps count.", "It is rounded to the nearest step."
    )
    lowest_of: Literal["both-sides", "enemy-only"] = ruling(
        "RW-INIT-3",
        "Among whose aircraft is the lowest looked for?",
        "Among those of both sides.",
        "Among those of the enemy.",
    )
    first_turn_height: Literal["set-up", "no-modifier"] = ruling(
        "RW-INIT-14",
        "Which height counts in turn 1, when no turn was before?",
        "The one of the set-up.",
        "None: height gives nothing in turn 1.",
    )
    ace_levels: Literal["replace", "add"] = ruling(
        "RW-INIT-5", "Does a double ace have the ace's +1, too?", "No, +2 in all.", "Yes, +3 in all."
    )
    undated_scenario: Literal["no-exception", "exception"] = ruling(
        "RW-INIT-8", "Are Strutter and Nieuport 12 as good as fighters where a scenario has no date?", "No.", "Yes."
    )
    tie_mixed: Literal["each-rolls", "one-die-a-side"] = ruling(
        "RW-INIT-13",
        "Friends of one player and an enemy tie: who rolls?",
        "Each aircraft rolls a die; the owner orders friends who are still level.",
        "One die for each side.",
    )
    tie_again: Literal["only-those-still-level", "all-tied", "keep-last-turns-order"] = ruling(
        "RW-INIT-11",
        "The dice that break a tie tie: what then?",
        "Those who are still level roll again.",
        "All who were tied roll again.",
        "They move in the order of the last turn.",
    )
    tie_group_owner: Literal["target-owner", "tailer-owner"] = ruling(
        "RW-TAIL-13",
        "Who rolls or chooses for a tailing group?",
        "The owner of its target.",
        "The owner of its first tailer.",
    )
    end_order: Literal["fuel-first", "clearing-first"] = ruling(
        "RW-TURN-1", "In what order does a turn end?", "Fuel, clearing, wind.", "Clearing, fuel, wind."
    )
    balance_start: Literal["each-turn-anew", "carry-over"] = ruling(
        "RW-BAL-1", "Is a run of moves counted on from turn to turn?", "No, each turn begins anew.", "Yes."
    )
    balance_group: Literal["counts-as-one", "not-counted"] = ruling(
        "RW-BAL-5",
        "Does a tailing group count in the balance of moves?",
        "As one aircraft of its target's side.",
        "Not at all.",
    )
    balance_and_ties: Literal["balance-wins", "tied-stay-together"] = ruling(
        "RW-BAL-1",
        "Three friends tie: do all move before anything higher, or does the balance part them?",
        "The balance parts them.",
        "They move one after the other.",
    )
    early_order_die: Literal["one-die", "two-dice"] = ruling(
        "RW-MOVE-4",
        "How do gliders, or heavy bombers, settle their order?",
        "One die each, low first; those who tie roll again.",
        "Two dice each.",
    )
    early_balloons: Literal["sides-alternate", "one-die"] = ruling(
        "RW-MOVE-3",
        "In what order do balloons move? (They have no moves yet to order: nothing hangs on it.)",
        "Their owners choose, and the sides take turns.",
        "One die each, low first.",
    )
    gliding_g: Literal["glider", "g"] = ruling(
        "RW-MOVE-3", "With whom does a heavy bomber move that glides?", "With the gliders.", "With the heavy bombers."
    )
    gunbus_crew: Literal["yes", "no"] = ruling(
        "RW-INIT-6", "Do FB-5 and FE-2b have the two-seater's -1 on initiative?", "Yes.", "No."
    )
