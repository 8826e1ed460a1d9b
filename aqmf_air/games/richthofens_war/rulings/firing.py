"""Rulings on targets and fire."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.play.rulings import Rulings, ruling


class FiringRulings(Rulings):
    """What the source leaves open of targets and fire."""

    unmoved_target: Literal["must-still-bear", "as-declared", "moved-only"] = ruling(
        "RW-DECL-1",
        "A target is declared, then moves away: what of the shot?",
        "It must still be in the field of fire when combat begins, else the shot is lost and costs nothing.",
        "Range and angle of the declaration stand.",
        "Only enemies that have moved may be declared.",
    )
    declined_target: Literal["lost", "may-acquire-later"] = ruling(
        "RW-DECL-4",
        "Who could declare a target and did not: may he take one later?",
        "No: he may who had no eligible target.",
        "Yes.",
        standing="inferred",
    )
    sights: Literal["field-of-fire", "straight-row"] = ruling(
        "RW-DECL-4", "What are an aircraft's sights?", "Its field of fire.", "The straight row of hexes ahead."
    )
    observer_eligibility: Literal["in-field-at-end", "two-mp"] = ruling(
        "RW-DECL-2",
        "What has an observer's target to do?",
        "To be in his field of fire when all have moved.",
        "To have been in it for the last two movement points.",
    )
    observer_order: Literal["sealed", "initiative"] = ruling(
        "RW-DECL-2", "In what order do observers declare?", "All at once, sealed.", "In the order of moves."
    )
    fe2b_front_gun: Literal["yes", "no"] = ruling(
        "RW-DECL-5", "Is the observer's front gun one of the two that may fire at one target?", "Yes.", "No."
    )
    limit_priority: Literal["first-declared", "owner"] = ruling(
        "RW-DECL-5",
        "More than two want to fire at one target: who does?",
        "Those who declared first.",
        "Those whom the owner chooses.",
    )
    limit_and_head_on: Literal["limit-holds", "head-on-exempt"] = ruling(
        "RW-DECL-7", "May a switch to a head-on attacker go over the limit of two?", "No.", "Yes."
    )
    limit_freed: Literal["not-refilled", "next-who-asked"] = ruling(
        "RW-DECL-5", "A switch frees one of the two places at a target: is it filled?", "No.", "By the next who wanted to."
    )
    one_target: Literal["one-enemy-on-board", "one-eligible-for-anyone"] = ruling(
        "RW-DECL-6",
        "When is there just one possible target?",
        "One enemy is on the board, balloons counted.",
        "One enemy can be fired at by anybody.",
    )
    head_on: Literal["opposite-facing-in-front-row", "attacker-in-front-field"] = ruling(
        "RW-DECL-7",
        "What is attacked head-on?",
        "The attacker faces the other way, in the row of hexes ahead, and has declared.",
        "The attacker is in the field of fire ahead, and has declared.",
    )
    head_on_eligibility: Literal["field-of-fire-only", "two-mp"] = ruling(
        "RW-DECL-7",
        "Must a head-on attacker have been in the sights for two movement points?",
        "No, the field of fire is enough.",
        "Yes.",
    )
    head_on_again: Literal["may-switch-again", "first-switch-only"] = ruling(
        "RW-DECL-7", "A second head-on attacker comes after a switch: may one switch again?", "Yes.", "No."
    )
    pilot_and_observer: Literal["both", "one-target"] = ruling(
        "RW-DECL-2",
        "May pilot and observer fire in one turn?",
        "Yes, at the same target or at different ones.",
        "Only at the same target.",
    )
    ace_choice: Literal["sealed", "each-attack"] = ruling(
        "RW-ACE-2",
        "When does an ace choose attack or defence?",
        "Sealed, before any dice of combat.",
        "As shots are fired: it goes to the first that he has a part in.",
    )
    ace_defends_against: Literal["all", "one"] = ruling(
        "RW-ACE-2", "Against how many attackers does an ace defend?", "Against all.", "Against the first who fires at him."
    )
    ace_and_ground: Literal["same-choice", "separate"] = ruling(
        "RW-ACE-2",
        "Is defence against fire from the ground part of the ace's choice?",
        "Yes.",
        "No, he always defends against it.",
    )
    double_ace_tdt: Literal["2", "1"] = ruling("RW-ACE-3", "What does a double ace add to his fire?", "2.", "1.")
    ace_observer_gun: Literal["no", "front-guns-only", "yes"] = ruling(
        "RW-ACE-3", "Does a pilot's skill help an observer's gun?", "No.", "Only a gun in front.", "Yes."
    )
    tdt_ends: Literal["clamp", "miss-below"] = ruling(
        "RW-FIRE-1",
        "A total is below 2 or above 12: what then?",
        "It counts as 2 or 12.",
        "Below 2 it misses; above 12 it is 12.",
    )
    shared_scope: Literal["all-who-fired-at-it-that-turn", "all-who-damaged-it-that-turn"] = ruling(
        "RW-VIC-1",
        "Who shares a victory?",
        "All who fired at the aircraft in that turn.",
        "All who damaged it in that turn.",
    )
    shared_with_ground: Literal["aircraft-alone", "no-credit"] = ruling(
        "RW-VIC-1", "Fire from the ground had a part in it: whose victory is it?", "That of the aircraft alone.", "Nobody's."
    )
    two_mp: Literal["after-each", "last-two-steps", "last-mp"] = ruling(
        "RW-DECL-4",
        "What are the last two movement points in somebody's sights?",
        "The positions after the last but one and after the last.",
        "Those after the last two steps.",
        "The last one.",
    )
    field_geometry: Literal["closed", "open"] = ruling(
        "RW-DECL-1", "Do the rows at exactly 60 degrees belong to a field of fire?", "Yes.", "No."
    )
    deflection_scope: Literal["all-guns", "front-guns-only"] = ruling(
        "RW-DEFL-1", "Which fire has deflection?", "That of pilots and observers at aircraft.", "That of pilots."
    )
    declared_shot: Literal["may-hold", "must-fire"] = ruling(
        "RW-FIRE-1", "Must a shot that was declared be fired?", "No; held, it costs nothing.", "Yes."
    )
    switch_moment: Literal["at-once", "before-combat"] = ruling(
        "RW-DECL-7", "When is a switch to a head-on attacker made?", "At once after he has declared.", "Before combat."
    )
    head_on_return: Literal["field-is-enough", "two-mp"] = ruling(
        "RW-DECL-7",
        "Who has moved and declared nothing is attacked head-on: may he fire back?",
        "Yes, if the attacker is in his field of fire.",
        "Only after two movement points in his sights.",
    )
    hang_position: Literal["straight-ahead", "in-field"] = ruling(
        "RW-SPEC-19",
        "Where is the target of a Fokker D-VII that hangs on its propeller?",
        "In the hex straight ahead, then above it.",
        "Anywhere in its field of fire, then above it.",
    )
    hang_range: Literal["none", "by-height"] = ruling(
        "RW-SPEC-17", "At what range does it fire?", "0 hexes.", "One hex for each 50 m."
    )
    hannover_eleven: Literal["unmodified", "modified"] = ruling(
        "RW-SPEC-3",
        "Which 11 damages a Hannover's own tail?",
        "The 11 of the dice.",
        "An 11 after all modifiers but the -1.",
    )
    roland_front: Literal["adjacent", "front-field"] = ruling(
        "RW-SPEC-25",
        "Which are the three hexes in front of a Roland C-II?",
        "The three next to it.",
        "All within 60 degrees ahead.",
    )
    silhouette_schedules: Literal["in-force", "printed"] = ruling(
        "RW-SIL-6", "Which schedules are compared for silhouettes?", "Those in force.", "Those on the sheets."
    )
    schedule_rank_fg: Literal["below-a", "equal-to-A"] = ruling(
        "RW-SIL-6", "How do the schedules F and G compare?", "G below F below A.", "As A."
    )
    fokker_d: Literal["no", "yes"] = ruling("RW-SPEC-11", "Is the Dr-I one of the Fokker D types?", "No.", "Yes.")
    fe2b_rear_gun: Literal["off", "on"] = ruling("RW-BASE-4", "Does the FE-2b have a rear gun?", "No.", "Yes.")
    lewis_fronts: Literal["all-lewis", "se5a-only"] = ruling(
        "RW-SPEC-8",
        "Which front guns have drums?",
        "Those of Nieuport 11, DH-2, FB-5, FE-2b, Voisin, Gotha, Handley-Page, and the wing gun of the SE-5a.",
        "The wing gun of the SE-5a.",
    )
    observer_front_guns: Literal["as-the-fe2b", "as-a-pilots"] = ruling(
        "RW-DECL-3",
        "How do front guns of Voisin, Gotha and Handley-Page count?",
        "As an observer's, like that of the FE-2b.",
        "As a pilot's.",
    )
