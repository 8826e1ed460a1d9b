"""Rulings on the pre-mission phase, missions and the map."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.play.rulings import Rulings, ruling


class FlightRulings(Rulings):
    """What the source leaves open of missions before and outside combat."""

    fighters_exact: Literal["card", "up-to"] = ruling(
        "AOV-PRE-5", "How many fighters fly?", "The number of the card, if so many are ready.", "Up to that number."
    )
    no_fighters: Literal["alone", "skip"] = ruling(
        "AOV-PRE-5",
        "No fighter is ready: what happens?",
        "Lent aircraft fly alone; without any, the mission is lost for 0 MP.",
        "The mission is skipped.",
    )
    short_pool: Literal["take-all", "reduce"] = ruling(
        "AOV-PRE-6",
        "The cup has too few 2-seaters or bombers: what then?",
        "All that are there fly.",
        "The mission is reduced.",
    )
    terminate_fuel: Literal["any-airfield", "home"] = ruling(
        "AOV-MIS-2",
        "To which airfield must fuel no longer suffice before the mission may be given up?",
        "Any friendly one, by the shortest way.",
        "The home airfield.",
    )
    terminate_after_loss: Literal["for-good", "while-damaged"] = ruling(
        "AOV-MIS-2",
        "How long may a mission be given up after a hit?",
        "For the rest of the mission.",
        "While a damaged aircraft flies.",
    )
    terminated_mp: Literal["keep", "lose"] = ruling(
        "AOV-MIS-2", "Are points kept that were won before a mission was given up?", "Yes.", "No."
    )
    other_field_penalty: Literal["mission", "aircraft"] = ruling(
        "AOV-MIS-3", "What does landing elsewhere than at home cost?", "1 MP in all.", "1 MP for each aircraft."
    )
    aircraft_from_other_field: Literal["home-next", "stay"] = ruling(
        "AOV-MIS-3",
        "Where are aircraft in the next mission that landed elsewhere?",
        "At the home airfield.",
        "Where they landed.",
    )
    patrol_combat: Literal["detection", "never-forced"] = ruling(
        "AOV-MIS-7", "Can a patrol be forced to fight?", "Yes, by C3.", "No."
    )
    patrol_losses: Literal["forfeit", "survivors"] = ruling(
        "AOV-MIS-11",
        "Does a lost aircraft forfeit the points of a patrol?",
        "Yes.",
        "No, if all others land safely at home.",
    )
    loop_order: Literal["any", "card"] = ruling(
        "AOV-MIS-12", "In which order are the sectors of a Defensive Patrol flown?", "In any.", "In that of the card."
    )
    target_roll: Literal["first-entry", "each-entry"] = ruling(
        "AOV-MIS-4", "When are a mission's ground targets rolled for?", "Once, on first arrival.", "On every arrival."
    )
    balloon_column: Literal["rear", "trenches"] = ruling(
        "AOV-EVT-1", "In which column are balloon sectors on F6 and F7?", "In that of the rear.", "In that of the trenches."
    )
    fuel_22: Literal["takeoff", "restored"] = ruling(
        "AOV-ORD-6", "Does a mission have 24 turns again after ordnance was jettisoned?", "No.", "Yes."
    )
    fuel_reduction: Literal["total", "current"] = ruling(
        "AOV-RND-10", "How is a lost turn shown?", "The end marker moves down.", "The turn marker moves up."
    )
    fuel_zero: Literal["step-7", "at-once"] = ruling(
        "AOV-FLT-8", "Is landing on the last turn in time?", "Yes; fuel is looked at in step 7.", "No."
    )
    self_return_field: Literal["home", "nearest"] = ruling(
        "AOV-FLT-3",
        "Where does a damaged aircraft land that goes home by itself?",
        "At the home airfield, free of charge.",
        "At the nearest friendly one.",
    )
    self_return_when: Literal["after-step-1", "same-turn"] = ruling(
        "AOV-FLT-3",
        "When may a damaged aircraft go home by itself?",
        "After step 1 of any turn.",
        "In the turn in which it was damaged, too.",
    )
    event_on_home: Literal[True, False] = ruling(
        "AOV-END-1", "Is there an event check on the turn of landing?", "Yes.", "No."
    )
    event_time: Literal["step-4", "turn-start"] = ruling(
        "AOV-EVT-1", "When is the event check?", "In step 4, after moving and AA.", "At the start of a turn."
    )
    opportunity_fight: Literal["choice", "forced"] = ruling(
        "AOV-EVT-5", "Must ground targets of an event be fought?", "No.", "Yes."
    )
    aa_one_attack: Literal["aircraft", "die"] = ruling(
        "AOV-AA-4", "Several AA dice hit an aircraft: how many attacks are they?", "One.", "One each."
    )
    weather_on_c14: Literal["none", "heavy-minus-one"] = ruling(
        "AOV-PHO-3", "Does weather change the AA fire at photo recon and spotting?", "No.", "Heavy clouds are -1 on C14."
    )
    skip_void_rolls: Literal[True, False] = ruling(
        "AOV-ATK-4", "Is a damage roll asked for that can do nothing?", "No.", "Yes."
    )
    escort_ground_event: Literal["none", "allowed"] = ruling(
        "AOV-MIS-16",
        "What does a Ground Target event bring to an escort mission?",
        "Nothing.",
        "Targets that the escort may attack.",
    )
    must_try: Literal["reachable", "free"] = ruling(
        "AOV-MIS-1",
        "How is the flight held to its objective?",
        "It keeps the objective and a friendly field in reach, and the mission ends only after trying.",
        "It is not.",
    )
    task_tried: Literal["by-mission", "first-entry"] = ruling(
        "AOV-OPT-6",
        "When has a mission been tried?",
        "After its combat; patrols and target missions when the player says so, the latter after a turn there.",
        "On reaching the objective.",
    )
    evade_then_strafe: Literal["next-turn", "same-turn"] = ruling(
        "AOV-DET-5",
        "The enemy was evaded at the objective: when may ground targets be strafed?",
        "Next turn; the same targets stand.",
        "In the same turn.",
    )
    ground_ignore: Literal["whole-stay", "entry"] = ruling(
        "AOV-MIS-5",
        "How long are Ground Target events ignored in an objective sector?",
        "During the whole stay.",
        "On entering it.",
    )
    place_map: Literal["rear", "trench"] = ruling(
        "AOV-GEN-6",
        "What is the column of an enemy airfield and of balloon sectors?",
        "Rear for both; balloon sectors are trench for F8.",
        "Trench for balloon sectors, rear for airfields.",
    )
    lost_costs: Literal["all", "combat"] = ruling(
        "AOV-PTS-1",
        "Do aircraft lost to accidents, landings and AA cost points?",
        "Yes, each once.",
        "Only those lost in combat.",
    )
    f4_wrecked_lent: Literal["c9", "lost"] = ruling(
        "AOV-END-3",
        "A lent aircraft is wrecked in landing: what of its crew?",
        "C9 decides, friendly rear; if it fails, the aircraft counts as destroyed.",
        "The aircraft counts as destroyed.",
    )
    patrol_safe: Literal["safe", "back"] = ruling(
        "AOV-MIS-11",
        "Which landings of damaged aircraft are safe for a patrol?",
        "Those that F4 calls safe.",
        "All from which the pilot comes back.",
    )
    f2_f4_away: Literal["at-once", "forced"] = ruling(
        "AOV-FLT-2",
        "F2 orders a difficult landing away from an airfield: what then?",
        "F4 is rolled at once and the aircraft is at home.",
        "F3, unless over an airfield.",
    )
    empty_flight: Literal["ends", "turns"] = ruling(
        "AOV-PST-1",
        "The last aircraft leaves the flight: what then?",
        "The mission ends, and those that wait roll F4.",
        "Turns go on until the fuel is used up.",
    )
    engine_none: Literal["nothing", "lent"] = ruling(
        "AOV-EVT-1", "Engine trouble in a flight without fighters: what then?", "Nothing.", "A lent aircraft goes home."
    )
