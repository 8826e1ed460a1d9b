"""Rulings on the pre-mission phase, missions and the map."""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class FlightRulings(Rulings):
    """What the source leaves open of missions before and outside combat."""

    fighters_exact: Annotated[
        Literal["card", "up-to"],
        Ruling("AOV-PRE-5", "How many fighters fly?"),
        "The number of the card, if so many are ready.",
        "Up to that number.",
    ] = "card"
    no_fighters: Annotated[
        Literal["alone", "skip"],
        Ruling("AOV-PRE-5", "No fighter is ready: what happens?"),
        "Lent aircraft fly alone; without any, the mission is lost for 0 MP.",
        "The mission is skipped.",
    ] = "alone"
    short_pool: Annotated[
        Literal["take-all", "reduce"],
        Ruling("AOV-PRE-6", "The cup has too few 2-seaters or bombers: what then?"),
        "All that are there fly.",
        "The mission is reduced.",
    ] = "take-all"
    terminate_fuel: Annotated[
        Literal["any-airfield", "home"],
        Ruling("AOV-MIS-2", "To which airfield must fuel no longer suffice before the mission may be given up?"),
        "Any friendly one, by the shortest way.",
        "The home airfield.",
    ] = "any-airfield"
    terminate_after_loss: Annotated[
        Literal["for-good", "while-damaged"],
        Ruling("AOV-MIS-2", "How long may a mission be given up after a hit?"),
        "For the rest of the mission.",
        "While a damaged aircraft flies.",
    ] = "for-good"
    terminated_mp: Annotated[
        Literal["keep", "lose"],
        Ruling("AOV-MIS-2", "Are points kept that were won before a mission was given up?"),
        "Yes.",
        "No.",
    ] = "keep"
    other_field_penalty: Annotated[
        Literal["mission", "aircraft"],
        Ruling("AOV-MIS-3", "What does landing elsewhere than at home cost?"),
        "1 MP in all.",
        "1 MP for each aircraft.",
    ] = "mission"
    aircraft_from_other_field: Annotated[
        Literal["home-next", "stay"],
        Ruling("AOV-MIS-3", "Where are aircraft in the next mission that landed elsewhere?"),
        "At the home airfield.",
        "Where they landed.",
    ] = "home-next"
    patrol_combat: Annotated[
        Literal["detection", "never-forced"],
        Ruling("AOV-MIS-7", "Can a patrol be forced to fight?"),
        "Yes, by C3.",
        "No.",
    ] = "detection"
    patrol_losses: Annotated[
        Literal["forfeit", "survivors"],
        Ruling("AOV-MIS-11", "Does a lost aircraft forfeit the points of a patrol?"),
        "Yes.",
        "No, if all others land safely at home.",
    ] = "forfeit"
    loop_order: Annotated[
        Literal["any", "card"],
        Ruling("AOV-MIS-12", "In which order are the sectors of a Defensive Patrol flown?"),
        "In any.",
        "In that of the card.",
    ] = "any"
    target_roll: Annotated[
        Literal["first-entry", "each-entry"],
        Ruling("AOV-MIS-4", "When are a mission's ground targets rolled for?"),
        "Once, on first arrival.",
        "On every arrival.",
    ] = "first-entry"
    balloon_column: Annotated[
        Literal["rear", "trenches"],
        Ruling("AOV-EVT-1", "In which column are balloon sectors on F6 and F7?"),
        "In that of the rear.",
        "In that of the trenches.",
    ] = "rear"
    fuel_22: Annotated[
        Literal["takeoff", "restored"],
        Ruling("AOV-ORD-6", "Does a mission have 24 turns again after ordnance was jettisoned?"),
        "No.",
        "Yes.",
    ] = "takeoff"
    fuel_reduction: Annotated[
        Literal["total", "current"],
        Ruling("AOV-RND-10", "How is a lost turn shown?"),
        "The end marker moves down.",
        "The turn marker moves up.",
    ] = "total"
    fuel_zero: Annotated[
        Literal["step-7", "at-once"],
        Ruling("AOV-FLT-8", "Is landing on the last turn in time?"),
        "Yes; fuel is looked at in step 7.",
        "No.",
    ] = "step-7"
    self_return_field: Annotated[
        Literal["home", "nearest"],
        Ruling("AOV-FLT-3", "Where does a damaged aircraft land that goes home by itself?"),
        "At the home airfield, free of charge.",
        "At the nearest friendly one.",
    ] = "home"
    self_return_when: Annotated[
        Literal["after-step-1", "same-turn"],
        Ruling("AOV-FLT-3", "When may a damaged aircraft go home by itself?"),
        "After step 1 of any turn.",
        "In the turn in which it was damaged, too.",
    ] = "after-step-1"
    event_on_home: Annotated[
        Literal[True, False],
        Ruling("AOV-END-1", "Is there an event check on the turn of landing?"),
        "Yes.",
        "No.",
    ] = True
    event_time: Annotated[
        Literal["step-4", "turn-start"],
        Ruling("AOV-EVT-1", "When is the event check?"),
        "In step 4, after moving and AA.",
        "At the start of a turn.",
    ] = "step-4"
    opportunity_fight: Annotated[
        Literal["choice", "forced"],
        Ruling("AOV-EVT-5", "Must ground targets of an event be fought?"),
        "No.",
        "Yes.",
    ] = "choice"
    aa_one_attack: Annotated[
        Literal["aircraft", "die"],
        Ruling("AOV-AA-4", "Several AA dice hit an aircraft: how many attacks are they?"),
        "One.",
        "One each.",
    ] = "aircraft"
    weather_on_c14: Annotated[
        Literal["none", "heavy-minus-one"],
        Ruling("AOV-PHO-3", "Does weather change the AA fire at photo recon and spotting?"),
        "No.",
        "Heavy clouds are -1 on C14.",
    ] = "none"
    skip_void_rolls: Annotated[
        Literal[True, False],
        Ruling("AOV-ATK-4", "Is a damage roll asked for that can do nothing?"),
        "No.",
        "Yes.",
    ] = True
    escort_ground_event: Annotated[
        Literal["none", "allowed"],
        Ruling("AOV-MIS-16", "What does a Ground Target event bring to an escort mission?"),
        "Nothing.",
        "Targets that the escort may attack.",
    ] = "none"
    must_try: Annotated[
        Literal["reachable", "free"],
        Ruling("AOV-MIS-1", "How is the flight held to its objective?"),
        "It keeps the objective and a friendly field in reach, and the mission ends only after trying.",
        "It is not.",
    ] = "reachable"
    task_tried: Annotated[
        Literal["by-mission", "first-entry"],
        Ruling("AOV-OPT-6", "When has a mission been tried?"),
        "After its combat; patrols and target missions when the player says so, the latter after a turn there.",
        "On reaching the objective.",
    ] = "by-mission"
    evade_then_strafe: Annotated[
        Literal["next-turn", "same-turn"],
        Ruling("AOV-DET-5", "The enemy was evaded at the objective: when may ground targets be strafed?"),
        "Next turn; the same targets stand.",
        "In the same turn.",
    ] = "next-turn"
    ground_ignore: Annotated[
        Literal["whole-stay", "entry"],
        Ruling("AOV-MIS-5", "How long are Ground Target events ignored in an objective sector?"),
        "During the whole stay.",
        "On entering it.",
    ] = "whole-stay"
    place_map: Annotated[
        Literal["rear", "trench"],
        Ruling("AOV-GEN-6", "What is the column of an enemy airfield and of balloon sectors?"),
        "Rear for both; balloon sectors are trench for F8.",
        "Trench for balloon sectors, rear for airfields.",
    ] = "rear"
    lost_costs: Annotated[
        Literal["all", "combat"],
        Ruling("AOV-PTS-1", "Do aircraft lost to accidents, landings and AA cost points?"),
        "Yes, each once.",
        "Only those lost in combat.",
    ] = "all"
    f4_wrecked_lent: Annotated[
        Literal["c9", "lost"],
        Ruling("AOV-END-3", "A lent aircraft is wrecked in landing: what of its crew?"),
        "C9 decides, friendly rear; if it fails, the aircraft counts as destroyed.",
        "The aircraft counts as destroyed.",
    ] = "c9"
    patrol_safe: Annotated[
        Literal["safe", "back"],
        Ruling("AOV-MIS-11", "Which landings of damaged aircraft are safe for a patrol?"),
        "Those that F4 calls safe.",
        "All from which the pilot comes back.",
    ] = "safe"
    f2_f4_away: Annotated[
        Literal["at-once", "forced"],
        Ruling("AOV-FLT-2", "F2 orders a difficult landing away from an airfield: what then?"),
        "F4 is rolled at once and the aircraft is at home.",
        "F3, unless over an airfield.",
    ] = "at-once"
    empty_flight: Annotated[
        Literal["ends", "turns"],
        Ruling("AOV-PST-1", "The last aircraft leaves the flight: what then?"),
        "The mission ends, and those that wait roll F4.",
        "Turns go on until the fuel is used up.",
    ] = "ends"
    engine_none: Annotated[
        Literal["nothing", "lent"],
        Ruling("AOV-EVT-1", "Engine trouble in a flight without fighters: what then?"),
        "Nothing.",
        "A lent aircraft goes home.",
    ] = "nothing"
