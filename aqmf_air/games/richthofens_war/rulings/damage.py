"""Rulings on jams, damage and crews."""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class DamageRulings(Rulings):
    """What the source leaves open of jams, damage and crews."""

    jam_dice_twin: Annotated[
        Literal["two", "one"],
        Ruling("RW-JAM-1", "How many dice are rolled for a jam of twin guns?"),
        "One for each gun.",
        "One.",
    ] = "two"
    jam_height: Annotated[
        Literal["firer", "target"],
        Ruling("RW-JAM-2", "Whose height counts for a jam?"),
        "That of who fires.",
        "That of the target.",
    ] = "firer"
    clear_dice: Annotated[
        Literal["one-die-each", "one-die"],
        Ruling("RW-JAM-4", "Several guns are jammed: how many dice clear them?"),
        "One for each.",
        "One for all.",
    ] = "one-die-each"
    clear_turned: Annotated[
        Literal["this-move-only", "counted"],
        Ruling("RW-JAM-5", "Do hexsides count that were turned before a continued turn?"),
        "No.",
        "Yes.",
    ] = "this-move-only"
    drum_change_when: Annotated[
        Literal["any-later-turn", "next-turn"],
        Ruling("RW-SPEC-8", "When is an empty drum changed?"),
        "In any later turn; until then the gun is silent.",
        "In the next turn.",
    ] = "any-later-turn"
    drum_and_clear: Annotated[
        Literal["no", "yes"],
        Ruling("RW-SPEC-22", "May a drum be changed and the same gun be cleared in one turn?"),
        "No.",
        "Yes.",
    ] = "no"
    b_one_jammed: Annotated[
        Literal["other-fires-on-C", "none"],
        Ruling("RW-SPEC-5", "One gun of a column B aircraft is jammed: does the other fire?"),
        "Yes, on column C.",
        "No.",
    ] = "other-fires-on-C"
    fuel_reading: Annotated[
        Literal["two-or-less", "exactly-two"],
        Ruling("RW-CRIT-4", "When is the fuel gone?"),
        "On a 2 or less, after subtracting.",
        "On a 2 exactly.",
    ] = "two-or-less"
    fuel_twice: Annotated[
        Literal["first-clock-runs-on", "second-clock-too"],
        Ruling("RW-CRIT-5", "What does a second hit of the tank do?"),
        "Nothing.",
        "It begins a count of its own.",
    ] = "first-clock-runs-on"
    fuel_gone: Annotated[
        Literal["next-turn", "at-once"],
        Ruling("RW-CRIT-4", "When does an aircraft without fuel glide?"),
        "From the next turn on.",
        "At once.",
    ] = "next-turn"
    pilot_killed: Annotated[
        Literal["aircraft-lost", "glides-one-turn"],
        Ruling("RW-CRIT-1", "A pilot is killed whom nobody can replace: what of the aircraft?"),
        "It is lost.",
        "It glides for one turn, then it is lost.",
    ] = "aircraft-lost"
    dual_who: Annotated[
        Literal["killed-or-seriously-wounded", "killed"],
        Ruling("RW-SPEC-23", "When does an observer take the controls?"),
        "When the pilot is killed or seriously wounded.",
        "When he is killed.",
    ] = "killed-or-seriously-wounded"
    dual_when: Annotated[
        Literal["next-turn", "at-once"],
        Ruling("RW-SPEC-23", "From when on does he have them?"),
        "From the next turn on.",
        "At once.",
    ] = "next-turn"
    badly_wounded: Annotated[
        Literal["seriously-wounded", "any-hit"],
        Ruling("RW-PARA-3", "Who is badly wounded?"),
        "Who is seriously wounded.",
        "Who was hit at all.",
    ] = "seriously-wounded"
    parachute_dead: Annotated[
        Literal["no", "yes"],
        Ruling("RW-PARA-2", "Is there a die for the dead?"),
        "No.",
        "Yes.",
    ] = "no"
    capture_wind: Annotated[
        Literal["no-roll", "die-for-direction"],
        Ruling("RW-PARA-6", "Where does the wind blow if none is in play?"),
        "Nowhere: nobody is captured by it.",
        "A die tells.",
    ] = "no-roll"
    capture_elsewhere: Annotated[
        Literal["captured", "roll"],
        Ruling("RW-PARA-6", "What of somebody who comes down behind the enemy's lines?"),
        "He is captured.",
        "A die tells: on a 1 he is.",
    ] = "captured"
    novice_by_share: Annotated[
        Literal["yes", "whole-only"],
        Ruling("RW-NOV-6", "Does a shared victory make a novice a regular?"),
        "Yes.",
        "No, only a whole one.",
    ] = "yes"
    novice_german_observer: Annotated[
        Literal["never", "as-german-pilot"],
        Ruling("RW-BA-1", "Is a German observer who joins a novice?"),
        "Never.",
        "As a German pilot.",
    ] = "never"
    lesser_type: Annotated[
        Literal["campaign-data", "owner"],
        Ruling("RW-BA-2", "Which of two types is the lesser one?"),
        "The one that the campaign says, else the one with the worse schedule, then the slower one.",
        "The one that its owner says.",
    ] = "campaign-data"
    observer_wounds: Annotated[
        Literal["off", "on"],
        Ruling("RW-BASE-4", "Are observers wounded or killed, as pilots are?"),
        "No, a hit puts them out.",
        "Yes.",
    ] = "off"
    casualty_pilot_hit: Annotated[
        Literal["rolled", "seriously-wounded"],
        Ruling("RW-CAS-1", "What is a pilot hit from the ground?"),
        "Rolled for as in the air.",
        "Seriously wounded.",
    ] = "rolled"
    critical_moment: Annotated[
        Literal["with-the-shot", "after-all-fire"],
        Ruling("RW-FIRE-1", "When is a critical hit rolled?"),
        "With the shot; it works with the damage.",
        "After all fire.",
    ] = "with-the-shot"
    crit5_mount: Annotated[
        Literal["other-fires-on-C", "mount-out"],
        Ruling("RW-BASE-1", "A critical hit puts one of twin guns out: what of the other?"),
        "It fires on column C.",
        "It is out, too.",
    ] = "other-fires-on-C"
    clear_and_fire: Annotated[
        Literal["yes", "no"],
        Ruling("RW-JAM-4", "May another gun fire in the turn of a try to clear one?"),
        "Yes, but not the other of twin guns.",
        "No.",
    ] = "yes"
    forced_down: Annotated[
        Literal["whose-fire", "always", "never"],
        Ruling("RW-VIC-2", "A glider lands: whose victory is it?"),
        "Theirs who caused it, unless it lands on its own side.",
        "Theirs who caused it, wherever it lands.",
        "Nobody's.",
    ] = "whose-fire"
    critical_six_single: Annotated[
        Literal["no-effect", "reroll"],
        Ruling("RW-CAS-2", "What is a hit of the observer in a single-seater?"),
        "Nothing.",
        "Rolled again.",
    ] = "no-effect"
