"""Rulings on jams, damage and crews."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.play.rulings import Rulings, ruling


class DamageRulings(Rulings):
    """What the source leaves open of jams, damage and crews."""

    jam_dice_twin: Literal["two", "one"] = ruling(
        "RW-JAM-1", "How many dice are rolled for a jam of twin guns?", "One for each gun.", "One."
    )
    jam_height: Literal["firer", "target"] = ruling(
        "RW-JAM-2", "Whose height counts for a jam?", "That of who fires.", "That of the target."
    )
    clear_dice: Literal["one-die-each", "one-die"] = ruling(
        "RW-JAM-4", "Several guns are jammed: how many dice clear them?", "One for each.", "One for all."
    )
    clear_turned: Literal["this-move-only", "counted"] = ruling(
        "RW-JAM-5", "Do hexsides count that were turned before a continued turn?", "No.", "Yes."
    )
    drum_change_when: Literal["any-later-turn", "next-turn"] = ruling(
        "RW-SPEC-8",
        "When is an empty drum changed?",
        "In any later turn; until then the gun is silent.",
        "In the next turn.",
    )
    drum_and_clear: Literal["no", "yes"] = ruling(
        "RW-SPEC-22", "May a drum be changed and the same gun be cleared in one turn?", "No.", "Yes."
    )
    b_one_jammed: Literal["other-fires-on-C", "none"] = ruling(
        "RW-SPEC-5", "One gun of a column B aircraft is jammed: does the other fire?", "Yes, on column C.", "No."
    )
    fuel_reading: Literal["two-or-less", "exactly-two"] = ruling(
        "RW-CRIT-4", "When is the fuel gone?", "On a 2 or less, after subtracting.", "On a 2 exactly."
    )
    fuel_twice: Literal["first-clock-runs-on", "second-clock-too"] = ruling(
        "RW-CRIT-5", "What does a second hit of the tank do?", "Nothing.", "It begins a count of its own."
    )
    fuel_gone: Literal["next-turn", "at-once"] = ruling(
        "RW-CRIT-4", "When does an aircraft without fuel glide?", "From the next turn on.", "At once."
    )
    pilot_killed: Literal["aircraft-lost", "glides-one-turn"] = ruling(
        "RW-CRIT-1",
        "A pilot is killed whom nobody can replace: what of the aircraft?",
        "It is lost.",
        "It glides for one turn, then it is lost.",
    )
    dual_who: Literal["killed-or-seriously-wounded", "killed"] = ruling(
        "RW-SPEC-23",
        "When does an observer take the controls?",
        "When the pilot is killed or seriously wounded.",
        "When he is killed.",
    )
    dual_when: Literal["next-turn", "at-once"] = ruling(
        "RW-SPEC-23", "From when on does he have them?", "From the next turn on.", "At once."
    )
    badly_wounded: Literal["seriously-wounded", "any-hit"] = ruling(
        "RW-PARA-3", "Who is badly wounded?", "Who is seriously wounded.", "Who was hit at all."
    )
    parachute_dead: Literal["no", "yes"] = ruling("RW-PARA-2", "Is there a die for the dead?", "No.", "Yes.")
    capture_wind: Literal["no-roll", "die-for-direction"] = ruling(
        "RW-PARA-6", "Where does the wind blow if none is in play?", "Nowhere: nobody is captured by it.", "A die tells."
    )
    capture_elsewhere: Literal["captured", "roll"] = ruling(
        "RW-PARA-6",
        "What of somebody who comes down behind the enemy's lines?",
        "He is captured.",
        "A die tells: on a 1 he is.",
    )
    novice_by_share: Literal["yes", "whole-only"] = ruling(
        "RW-NOV-6", "Does a shared victory make a novice a regular?", "Yes.", "No, only a whole one."
    )
    novice_balloons: Literal["no", "yes"] = ruling(
        "RW-NOV-6",
        "Does a balloon make a novice a regular?",
        "No, his first enemy aircraft does.",
        "Yes.",
        standing="stated",
    )
    novice_crew: Literal["whole-crew", "the-man"] = ruling(
        "RW-NOV-6",
        "Who has to come back in one piece for a mission to count?",
        "The aircraft and all of its crew.",
        "The aircraft and the man himself.",
        standing="stated",
    )
    first_roster: Literal["no-novices", "as-replacements"] = ruling(
        "RW-BA-1",
        "Are those rolled for with whom a squadron begins a campaign?",
        "No, only replacements who arrive.",
        "Yes, as replacements are.",
        standing="stated",
    )
    novice_german_observer: Literal["never", "as-german-pilot"] = ruling(
        "RW-BA-1", "Is a German observer who joins a novice?", "Never.", "As a German pilot."
    )
    lesser_type: Literal["campaign-data", "owner"] = ruling(
        "RW-BA-2",
        "Which of two types is the lesser one?",
        "The one that the campaign says, else the one with the worse schedule, then the slower one.",
        "The one that its owner says.",
    )
    observer_wounds: Literal["off", "on"] = ruling(
        "RW-BASE-4", "Are observers wounded or killed, as pilots are?", "No, a hit puts them out.", "Yes."
    )
    casualty_pilot_hit: Literal["rolled", "seriously-wounded"] = ruling(
        "RW-CAS-1", "What is a pilot hit from the ground?", "Rolled for as in the air.", "Seriously wounded."
    )
    critical_moment: Literal["with-the-shot", "after-all-fire"] = ruling(
        "RW-FIRE-1", "When is a critical hit rolled?", "With the shot; it works with the damage.", "After all fire."
    )
    crit5_mount: Literal["other-fires-on-C", "mount-out"] = ruling(
        "RW-BASE-1",
        "A critical hit puts one of twin guns out: what of the other?",
        "It fires on column C.",
        "It is out, too.",
    )
    clear_and_fire: Literal["yes", "no"] = ruling(
        "RW-JAM-4", "May another gun fire in the turn of a try to clear one?", "Yes, but not the other of twin guns.", "No."
    )
    forced_down: Literal["whose-fire", "always", "never"] = ruling(
        "RW-VIC-2",
        "A glider lands: whose victory is it?",
        "Theirs who caused it, unless it lands on its own side.",
        "Theirs who caused it, wherever it lands.",
        "Nobody's.",
    )
    critical_six_single: Literal["no-effect", "reroll"] = ruling(
        "RW-CAS-2", "What is a hit of the observer in a single-seater?", "Nothing.", "Rolled again."
    )
