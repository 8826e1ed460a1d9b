"""Rulings on the order of a turn."""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class TurnRulings(Rulings):
    """What the source leaves open of the order of a turn."""

    altitude_steps: Annotated[
        Literal["full-steps", "nearest"],
        Ruling("RW-INIT-3", "Is a part of 200 m worth anything?"),
        "No, full steps count.",
        "It is rounded to the nearest step.",
    ] = "full-steps"
    lowest_of: Annotated[
        Literal["both-sides", "enemy-only"],
        Ruling("RW-INIT-3", "Among whose aircraft is the lowest looked for?"),
        "Among those of both sides.",
        "Among those of the enemy.",
    ] = "both-sides"
    first_turn_height: Annotated[
        Literal["set-up", "no-modifier"],
        Ruling("RW-INIT-14", "Which height counts in turn 1, when no turn was before?"),
        "The one of the set-up.",
        "None: height gives nothing in turn 1.",
    ] = "set-up"
    ace_levels: Annotated[
        Literal["replace", "add"],
        Ruling("RW-INIT-5", "Does a double ace have the ace's +1, too?"),
        "No, +2 in all.",
        "Yes, +3 in all.",
    ] = "replace"
    undated_scenario: Annotated[
        Literal["no-exception", "exception"],
        Ruling("RW-INIT-8", "Are Strutter and Nieuport 12 as good as fighters where a scenario has no date?"),
        "No.",
        "Yes.",
    ] = "no-exception"
    tie_mixed: Annotated[
        Literal["each-rolls", "one-die-a-side"],
        Ruling("RW-INIT-13", "Friends of one player and an enemy tie: who rolls?"),
        "Each aircraft rolls a die; the owner orders friends who are still level.",
        "One die for each side.",
    ] = "each-rolls"
    tie_again: Annotated[
        Literal["only-those-still-level", "all-tied", "keep-last-turns-order"],
        Ruling("RW-INIT-11", "The dice that break a tie tie: what then?"),
        "Those who are still level roll again.",
        "All who were tied roll again.",
        "They move in the order of the last turn.",
    ] = "only-those-still-level"
    tie_group_owner: Annotated[
        Literal["target-owner", "tailer-owner"],
        Ruling("RW-TAIL-13", "Who rolls or chooses for a tailing group?"),
        "The owner of its target.",
        "The owner of its first tailer.",
    ] = "target-owner"
    end_order: Annotated[
        Literal["fuel-first", "clearing-first"],
        Ruling("RW-TURN-1", "In what order does a turn end?"),
        "Fuel, clearing, wind.",
        "Clearing, fuel, wind.",
    ] = "fuel-first"
    balance_start: Annotated[
        Literal["each-turn-anew", "carry-over"],
        Ruling("RW-BAL-1", "Is a run of moves counted on from turn to turn?"),
        "No, each turn begins anew.",
        "Yes.",
    ] = "each-turn-anew"
    balance_group: Annotated[
        Literal["counts-as-one", "not-counted"],
        Ruling("RW-BAL-5", "Does a tailing group count in the balance of moves?"),
        "As one aircraft of its target's side.",
        "Not at all.",
    ] = "counts-as-one"
    balance_and_ties: Annotated[
        Literal["balance-wins", "tied-stay-together"],
        Ruling("RW-BAL-1", "Three friends tie: do all move before anything higher, or does the balance part them?"),
        "The balance parts them.",
        "They move one after the other.",
    ] = "balance-wins"
    early_order_die: Annotated[
        Literal["one-die", "two-dice"],
        Ruling("RW-MOVE-4", "How do gliders, or heavy bombers, settle their order?"),
        "One die each, low first; those who tie roll again.",
        "Two dice each.",
    ] = "one-die"
    early_balloons: Annotated[
        Literal["sides-alternate", "one-die"],
        Ruling("RW-MOVE-3", "In what order do balloons move? (They have no moves yet to order: nothing hangs on it.)"),
        "Their owners choose, and the sides take turns.",
        "One die each, low first.",
    ] = "sides-alternate"
    gliding_g: Annotated[
        Literal["glider", "g"],
        Ruling("RW-MOVE-3", "With whom does a heavy bomber move that glides?"),
        "With the gliders.",
        "With the heavy bombers.",
    ] = "glider"
    gunbus_crew: Annotated[
        Literal["yes", "no"],
        Ruling("RW-INIT-6", "Do FB-5 and FE-2b have the two-seater's -1 on initiative?"),
        "Yes.",
        "No.",
    ] = "yes"
