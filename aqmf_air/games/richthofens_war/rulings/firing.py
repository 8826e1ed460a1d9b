"""Rulings on targets and fire."""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class FiringRulings(Rulings):
    """What the source leaves open of targets and fire."""

    unmoved_target: Annotated[
        Literal["must-still-bear", "as-declared", "moved-only"],
        Ruling("RW-DECL-1", "A target is declared, then moves away: what of the shot?"),
        "It must still be in the field of fire when combat begins, else the shot is lost and costs nothing.",
        "Range and angle of the declaration stand.",
        "Only enemies that have moved may be declared.",
    ] = "must-still-bear"
    declined_target: Annotated[
        Literal["may-acquire-later", "lost"],
        Ruling("RW-DECL-4", "Who could declare a target and did not: may he take one later?"),
        "Yes.",
        "No.",
    ] = "may-acquire-later"
    sights: Annotated[
        Literal["field-of-fire", "straight-row"],
        Ruling("RW-DECL-4", "What are an aircraft's sights?"),
        "Its field of fire.",
        "The straight row of hexes ahead.",
    ] = "field-of-fire"
    observer_eligibility: Annotated[
        Literal["in-field-at-end", "two-mp"],
        Ruling("RW-DECL-2", "What has an observer's target to do?"),
        "To be in his field of fire when all have moved.",
        "To have been in it for the last two movement points.",
    ] = "in-field-at-end"
    observer_order: Annotated[
        Literal["sealed", "initiative"],
        Ruling("RW-DECL-2", "In what order do observers declare?"),
        "All at once, sealed.",
        "In the order of moves.",
    ] = "sealed"
    fe2b_front_gun: Annotated[
        Literal["yes", "no"],
        Ruling("RW-DECL-5", "Is the observer's front gun one of the two that may fire at one target?"),
        "Yes.",
        "No.",
    ] = "yes"
    limit_priority: Annotated[
        Literal["first-declared", "owner"],
        Ruling("RW-DECL-5", "More than two want to fire at one target: who does?"),
        "Those who declared first.",
        "Those whom the owner chooses.",
    ] = "first-declared"
    limit_and_head_on: Annotated[
        Literal["limit-holds", "head-on-exempt"],
        Ruling("RW-DECL-7", "May a switch to a head-on attacker go over the limit of two?"),
        "No.",
        "Yes.",
    ] = "limit-holds"
    limit_freed: Annotated[
        Literal["not-refilled", "next-who-asked"],
        Ruling("RW-DECL-5", "A switch frees one of the two places at a target: is it filled?"),
        "No.",
        "By the next who wanted to.",
    ] = "not-refilled"
    one_target: Annotated[
        Literal["one-enemy-on-board", "one-eligible-for-anyone"],
        Ruling("RW-DECL-6", "When is there just one possible target?"),
        "One enemy is on the board, balloons counted.",
        "One enemy can be fired at by anybody.",
    ] = "one-enemy-on-board"
    head_on: Annotated[
        Literal["opposite-facing-in-front-row", "attacker-in-front-field"],
        Ruling("RW-DECL-7", "What is attacked head-on?"),
        "The attacker faces the other way, in the row of hexes ahead, and has declared.",
        "The attacker is in the field of fire ahead, and has declared.",
    ] = "opposite-facing-in-front-row"
    head_on_eligibility: Annotated[
        Literal["field-of-fire-only", "two-mp"],
        Ruling("RW-DECL-7", "Must a head-on attacker have been in the sights for two movement points?"),
        "No, the field of fire is enough.",
        "Yes.",
    ] = "field-of-fire-only"
    head_on_again: Annotated[
        Literal["may-switch-again", "first-switch-only"],
        Ruling("RW-DECL-7", "A second head-on attacker comes after a switch: may one switch again?"),
        "Yes.",
        "No.",
    ] = "may-switch-again"
    pilot_and_observer: Annotated[
        Literal["both", "one-target"],
        Ruling("RW-DECL-2", "May pilot and observer fire in one turn?"),
        "Yes, at the same target or at different ones.",
        "Only at the same target.",
    ] = "both"
    ace_choice: Annotated[
        Literal["sealed", "each-attack"],
        Ruling("RW-ACE-2", "When does an ace choose attack or defence?"),
        "Sealed, before any dice of combat.",
        "As shots are fired: it goes to the first that he has a part in.",
    ] = "sealed"
    ace_defends_against: Annotated[
        Literal["all", "one"],
        Ruling("RW-ACE-2", "Against how many attackers does an ace defend?"),
        "Against all.",
        "Against the first who fires at him.",
    ] = "all"
    ace_and_ground: Annotated[
        Literal["same-choice", "separate"],
        Ruling("RW-ACE-2", "Is defence against fire from the ground part of the ace's choice?"),
        "Yes.",
        "No, he always defends against it.",
    ] = "same-choice"
    double_ace_tdt: Annotated[
        Literal["2", "1"],
        Ruling("RW-ACE-3", "What does a double ace add to his fire?"),
        "2.",
        "1.",
    ] = "2"
    ace_observer_gun: Annotated[
        Literal["no", "front-guns-only", "yes"],
        Ruling("RW-ACE-3", "Does a pilot's skill help an observer's gun?"),
        "No.",
        "Only a gun in front.",
        "Yes.",
    ] = "no"
    tdt_ends: Annotated[
        Literal["clamp", "miss-below"],
        Ruling("RW-FIRE-1", "A total is below 2 or above 12: what then?"),
        "It counts as 2 or 12.",
        "Below 2 it misses; above 12 it is 12.",
    ] = "clamp"
    shared_scope: Annotated[
        Literal["all-who-fired-at-it-that-turn", "all-who-damaged-it-that-turn"],
        Ruling("RW-VIC-1", "Who shares a victory?"),
        "All who fired at the aircraft in that turn.",
        "All who damaged it in that turn.",
    ] = "all-who-fired-at-it-that-turn"
    shared_with_ground: Annotated[
        Literal["aircraft-alone", "no-credit"],
        Ruling("RW-VIC-1", "Fire from the ground had a part in it: whose victory is it?"),
        "That of the aircraft alone.",
        "Nobody's.",
    ] = "aircraft-alone"
    two_mp: Annotated[
        Literal["after-each", "last-two-steps", "last-mp"],
        Ruling("RW-DECL-4", "What are the last two movement points in somebody's sights?"),
        "The positions after the last but one and after the last.",
        "Those after the last two steps.",
        "The last one.",
    ] = "after-each"
    field_geometry: Annotated[
        Literal["closed", "open"],
        Ruling("RW-DECL-1", "Do the rows at exactly 60 degrees belong to a field of fire?"),
        "Yes.",
        "No.",
    ] = "closed"
    deflection_scope: Annotated[
        Literal["all-guns", "front-guns-only"],
        Ruling("RW-DEFL-1", "Which fire has deflection?"),
        "That of pilots and observers at aircraft.",
        "That of pilots.",
    ] = "all-guns"
    declared_shot: Annotated[
        Literal["may-hold", "must-fire"],
        Ruling("RW-FIRE-1", "Must a shot that was declared be fired?"),
        "No; held, it costs nothing.",
        "Yes.",
    ] = "may-hold"
    switch_moment: Annotated[
        Literal["at-once", "before-combat"],
        Ruling("RW-DECL-7", "When is a switch to a head-on attacker made?"),
        "At once after he has declared.",
        "Before combat.",
    ] = "at-once"
    head_on_return: Annotated[
        Literal["field-is-enough", "two-mp"],
        Ruling("RW-DECL-7", "Who has moved and declared nothing is attacked head-on: may he fire back?"),
        "Yes, if the attacker is in his field of fire.",
        "Only after two movement points in his sights.",
    ] = "field-is-enough"
    hang_position: Annotated[
        Literal["straight-ahead", "in-field"],
        Ruling("RW-SPEC-19", "Where is the target of a Fokker D-VII that hangs on its propeller?"),
        "In the hex straight ahead, then above it.",
        "Anywhere in its field of fire, then above it.",
    ] = "straight-ahead"
    hang_range: Annotated[
        Literal["none", "by-height"],
        Ruling("RW-SPEC-17", "At what range does it fire?"),
        "0 hexes.",
        "One hex for each 50 m.",
    ] = "none"
    hannover_eleven: Annotated[
        Literal["unmodified", "modified"],
        Ruling("RW-SPEC-3", "Which 11 damages a Hannover's own tail?"),
        "The 11 of the dice.",
        "An 11 after all modifiers but the -1.",
    ] = "unmodified"
    roland_front: Annotated[
        Literal["adjacent", "front-field"],
        Ruling("RW-SPEC-25", "Which are the three hexes in front of a Roland C-II?"),
        "The three next to it.",
        "All within 60 degrees ahead.",
    ] = "adjacent"
    silhouette_schedules: Annotated[
        Literal["in-force", "printed"],
        Ruling("RW-SIL-6", "Which schedules are compared for silhouettes?"),
        "Those in force.",
        "Those on the sheets.",
    ] = "in-force"
    schedule_rank_fg: Annotated[
        Literal["below-a", "equal-to-A"],
        Ruling("RW-SIL-6", "How do the schedules F and G compare?"),
        "G below F below A.",
        "As A.",
    ] = "below-a"
    fokker_d: Annotated[
        Literal["no", "yes"],
        Ruling("RW-SPEC-11", "Is the Dr-I one of the Fokker D types?"),
        "No.",
        "Yes.",
    ] = "no"
    fe2b_rear_gun: Annotated[
        Literal["off", "on"],
        Ruling("RW-BASE-4", "Does the FE-2b have a rear gun?"),
        "No.",
        "Yes.",
    ] = "off"
    lewis_fronts: Annotated[
        Literal["all-lewis", "se5a-only"],
        Ruling("RW-SPEC-8", "Which front guns have drums?"),
        "Those of Nieuport 11, DH-2, FB-5, FE-2b, Voisin, Gotha, Handley-Page, and the wing gun of the SE-5a.",
        "The wing gun of the SE-5a.",
    ] = "all-lewis"
    observer_front_guns: Annotated[
        Literal["as-the-fe2b", "as-a-pilots"],
        Ruling("RW-DECL-3", "How do front guns of Voisin, Gotha and Handley-Page count?"),
        "As an observer's, like that of the FE-2b.",
        "As a pilot's.",
    ] = "as-the-fe2b"
