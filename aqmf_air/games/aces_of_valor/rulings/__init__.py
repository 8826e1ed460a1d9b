"""What the source leaves open, each with a default and alternatives, by the part of the game."""

from __future__ import annotations

from typing import Literal

from aqmf_air.api import Rulings, ruling

# -- the campaign and the post-mission phase ---------------------------------------------------------------------------


class CampaignRulings(Rulings):
    """What the source leaves open of the campaign and of what follows a mission."""

    first_marker: Literal["campaign", "turn"] = ruling(
        "AOV-SET-2", "What does the marker that is set up on the campaign track count?", "Missions.", "Mission turns."
    )
    skip_card: Literal["none", "discard"] = ruling(
        "AOV-SCR-16",
        "Does a skipped mission use up a mission card?",
        "No card is drawn.",
        "One card is drawn and discarded.",
    )
    skip_fourth: Literal[True, False] = ruling(
        "AOV-HOM-1", "A fourth mission is skipped: is the home airfield rolled for?", "Yes.", "No."
    )
    skip_stacking: Literal["add", "once"] = ruling(
        "AOV-PST-7",
        "The airfield is destroyed and the player skips a mission as well: how many are skipped?",
        "Two.",
        "One.",
    )
    skip_last: Literal["end", "fly"] = ruling(
        "AOV-SCR-16", "What does a skip past the last mission do?", "The campaign ends.", "The last mission is flown."
    )
    skip_repairs: Literal["option2-only", "both"] = ruling(
        "AOV-SCR-16",
        "Does the skip after a destroyed airfield repair aircraft?",
        "No, only a skip that the player chose does.",
        "Yes.",
    )
    option2_fly: Literal["recovered-ready", "repair-after-skip"] = ruling(
        "AOV-PST-7",
        "The player skips a mission: when do repairs and replacements count?",
        "At once: all are repaired, then up to 2 are replaced.",
        "After the skipped mission.",
    )
    negative_mp: Literal["zero", "lose-vp"] = ruling(
        "AOV-PST-6",
        "What do mission points below zero cost?",
        "Nothing; there is nothing to spend.",
        "A victory point each.",
    )
    option1_use: Literal["repair-replace", "anything"] = ruling(
        "AOV-PST-6", "What may be bought with victory points given up?", "Repairs and replacements.", "Anything."
    )
    option1_base: Literal["zero", "sum"] = ruling(
        "AOV-PST-6",
        "From where are points counted that were had for victory points?",
        "From zero.",
        "From the negative total.",
    )
    options_exclusive: Literal[True, False] = ruling(
        "AOV-PST-7", "May victory points be given up and a mission be skipped?", "Only one of the two.", "Both."
    )
    vp_price: Literal["squares", "plus-three", "steps"] = ruling(
        "AOV-PST-4", "What do 3 and 4 victory points cost in one mission?", "9 and 16.", "7 and 10.", "8 and 13."
    )
    upgrade_lock: Literal["flag", "lowest-first"] = ruling(
        "AOV-PST-12",
        "When may an upgraded aircraft be upgraded again?",
        "When all have been of one tier since.",
        "When it is of the lowest tier.",
    )
    upgrade_limit: Literal["mp", "one"] = ruling(
        "AOV-PST-11", "How many upgrades may be bought after a mission?", "As many as points allow.", "One."
    )
    old_counter: Literal["aside", "pool"] = ruling(
        "AOV-PST-11",
        "Where does the counter of the lower tier go after an upgrade?",
        "Out of the game.",
        "Back to its pool.",
    )
    same_pilot_pool: Literal["skip", "allow"] = ruling(
        "AOV-PST-9", "A pilot is drawn who already serves in another tier: what then?", "Draw again.", "He serves twice."
    )
    replacement_tier_empty: Literal["start", "one"] = ruling(
        "AOV-PST-9", "No aircraft is left: of which tier are replacements?", "The starting tier.", "Tier 1."
    )
    recycle_what: Literal["tier", "all"] = ruling(
        "AOV-PST-10",
        "The pool is too small: what goes back from the Lost box?",
        "The counters of that tier, without markers.",
        "All counters.",
    )
    recycled_tier: Literal["own", "first"] = ruling(
        "AOV-PST-10", "At which tier do lost pilots come back?", "At the one they were lost in.", "At tier 1."
    )
    same_airfield: Literal["stays", "reroll"] = ruling(
        "AOV-HOM-1", "The roll names the present home airfield: what then?", "The squadron stays.", "Roll again."
    )
    home_last: Literal[False, True] = ruling(
        "AOV-HOM-1", "Is the home airfield rolled for after the last mission?", "No.", "Yes."
    )
    start_tier: Literal["roll", "choose"] = ruling(
        "AOV-SET-3", "How is the starting tier found?", "By a roll on S1.", "The player chooses."
    )
    mission_deck_empty: Literal["reshuffle", "end"] = ruling(
        "AOV-SET-7", "No mission card is left to draw: what then?", "The discards become the deck.", "The campaign ends."
    )
    event_mp: Literal["next", "now"] = ruling(
        "AOV-PST-13",
        "When do mission points from an event card count?",
        "In the next mission.",
        "At once; they may be spent.",
    )


# -- the pre-mission phase, missions and the map -----------------------------------------------------------------------


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


# -- combat ------------------------------------------------------------------------------------------------------------


class CombatRulings(Rulings):
    """What the source leaves open of combat in the air."""

    c3_two_seater: Literal["once", "each"] = ruling(
        "AOV-DET-3", "How often do several 2-seaters of a side count on C3?", "Once.", "Each."
    )
    c3_bomber: Literal["same", "none"] = ruling("AOV-DET-3", "Do bombers count as 2-seaters on C3?", "Yes.", "No.")
    c3_evade_at_objective: Literal["as-listed", "all"] = ruling(
        "AOV-DET-5", "What may be done at the objective after evading?", "Bombing, spotting and photo recon.", "Everything."
    )
    fight_when_weaker: Literal["player", "gone"] = ruling(
        "AOV-DET-4", "The enemy is too weak to force a fight: who decides?", "The player.", "Nobody; there is no combat."
    )
    combat_while_task: Literal["open", "strict"] = ruling(
        "AOV-RND-8", "Does combat go on for an attempt or bombs, with no enemy left?", "Yes.", "No."
    )
    c10_when: Literal["continuing", "always"] = ruling(
        "AOV-RND-7", "When is the combat event check rolled?", "Only if combat goes on.", "After every round 1 and 2."
    )
    c10_departs: Literal["all", "unbroken"] = ruling(
        "AOV-RND-7", "Who leaves when all enemies leave?", "Also those that broke off.", "Those that did not break off."
    )
    c10_arrivals: Literal["fighters", "any"] = ruling(
        "AOV-RND-7",
        'What arrives, and what does "leave" do without enemies?',
        'Fighters; "leave" does nothing.',
        "Fighters and, in a raid, its 2-seaters.",
    )
    arrivals_tier: Literal["new", "same"] = ruling(
        "AOV-RND-7", "Of which tier are enemies that arrive?", "C2 is rolled for each group.", "Of the tier already there."
    )
    friendly_order: Literal["free", "same-priority"] = ruling(
        "AOV-RND-6",
        "May the player order his own aircraft in a space?",
        "All of them that go before the next enemy there.",
        "Only equal ones.",
    )
    tie_die: Literal["odd-enemy", "d2"] = ruling(
        "AOV-IN-6",
        "How is a tie between friend and enemy decided?",
        "One die: odd, the enemy is first.",
        "A D2: 1, the enemy is first.",
    )
    many_targets: Literal["reroll", "chit"] = ruling(
        "AOV-TGT-4",
        "How is a target found among five and more?",
        "By die, with faces rolled again; from seven on a first die for the half.",
        "Drawn blind.",
    )
    target_order: Literal["squadron", "player"] = ruling(
        "AOV-TGT-4",
        "In which order do targets stand for that die?",
        "Fighters in the order of the squadron, then 2-seaters, then bombers.",
        "As the player lays them.",
    )
    type_rank: Literal["fighter-first", "slowest-first"] = ruling(
        "AOV-IN-6", "Which kind goes first in a space?", "Fighters, 2-seaters, bombers.", "Bombers, 2-seaters, fighters."
    )
    ground_lower: Literal[True, False] = ruling(
        "AOV-GND-1", "Must a ground target be lower on the track than its attacker?", "Yes.", "No."
    )
    must_act: Literal["attack-or-break", "pass"] = ruling("AOV-ACT-1", "May an aircraft with a target pass?", "No.", "Yes.")
    enemy_no_target: Literal["stay", "break-off"] = ruling(
        "AOV-ACT-2", "What does an enemy without a target do?", "It waits in Action Taken.", "It breaks off."
    )
    enemy_ground: Literal["never", "airfield"] = ruling(
        "AOV-ACT-3", "Do enemy fighters strafe?", "No.", "In a scramble they may."
    )
    bomb_round_missed: Literal["lost", "later"] = ruling(
        "AOV-RND-2", "A bomber misses its round: may it bomb later?", "No.", "Yes."
    )
    bomb_round_where: Literal["objective", "any"] = ruling(
        "AOV-RND-2", "Where do bombers roll for their round?", "In the objective sector.", "In any combat."
    )
    bomb_other_target: Literal["objective", "any"] = ruling(
        "AOV-GND-3", "What may bombers bomb?", "The counter of the objective.", "Any ground target present."
    )
    bomber_attacks_air: Literal[False, True] = ruling(
        "AOV-DEF-1", "May bombers attack aircraft?", "No, they have no forward gun.", "Yes."
    )
    dead_reply: Literal["before", "after"] = ruling(
        "AOV-DEF-2",
        "With which values does an aircraft reply that was just hit?",
        "Those from before the attack.",
        "Those from after it.",
    )
    defensive_skill: Literal[True, False] = ruling(
        "AOV-DEF-1", "Is the crew's air skill added to defensive fire?", "Yes.", "No."
    )
    heavy_guns: Literal["two-attacks", "pooled"] = ruling(
        "AOV-AC-7", "How do both guns of a heavy bomber count?", "As two attacks.", "As one."
    )
    natural_six: Literal["none", "hit"] = ruling("AOV-ATK-2", "Does a natural 6 always hit?", "No.", "Yes.")
    c9_scope: Literal["fire", "air-combat"] = ruling(
        "AOV-DMG-2",
        "Which destroyed fighters roll on C9?",
        "All destroyed by fire, AA included.",
        "Those destroyed in combat in the air.",
    )
    downed_skill: Literal["total", "printed"] = ruling(
        "AOV-PTS-2", "Which air skill counts for points and on C3?", "Printed and marker.", "Printed."
    )
    in_limits: Literal["clamp", "off-track"] = ruling(
        "AOV-GEN-8", "What of initiative beyond the track?", "The last space counts.", "It stands beyond."
    )
    performance_floor: Literal[0, 1] = ruling("AOV-AC-8", "What is the least performance?", "0.", "1.")
    ordnance_on_damaged: Literal["cumulative", "side-only"] = ruling(
        "AOV-ORD-5", "Does a load slow a damaged bomber, too?", "Yes.", "No."
    )
    photo_continue_damaged: Literal[True, False] = ruling(
        "AOV-PHO-6", "May a damaged 2-seater make further attempts?", "Yes.", "No."
    )
    attempt_skip: Literal["allowed", "consecutive"] = ruling(
        "AOV-PHO-6", "May the first attempt be in round 2 or 3?", "Yes, with the drm of that round.", "No."
    )
    two_observers: Literal["each", "shared"] = ruling(
        "AOV-PHO-6", "How many attempts do two 2-seaters have?", "Three each.", "Three in all."
    )
    photo_marker: Literal["photo-only", "both"] = ruling(
        "AOV-PHO-8", "Which points wait for the crew to come back?", "Those of photo recon.", "Those of spotting as well."
    )
    task_fuel: Literal[True, False] = ruling("AOV-PHO-9", "Do three rounds without an enemy cost a turn?", "Yes.", "No.")
    skill_threshold: Literal["six-or-more", "exactly-six"] = ruling(
        "AOV-SKL-2", "Which net roll improves a pilot?", "6 or more.", "6 exactly."
    )
    skill_once: Literal[False, True] = ruling(
        "AOV-SKL-1", "How often may a pilot improve in a mission?", "With each kill.", "Once."
    )
    skill_enemy_bonus: Literal["printed", "none"] = ruling(
        "AOV-SKL-1",
        "What does a destroyed aircraft add?",
        "The air skill on its counter.",
        "That of a fighter; a 2-seater adds nothing.",
    )
    ace_bonus: Literal["total", "added"] = ruling("AOV-SKL-2", "What does an Ace add?", "+2.", "+1 and +2.")
    rating_word: Literal["initiative", "destruction"] = ruling(
        "AOV-GTD-1", "What is the Difficulty Rating of a ground target?", "Its Initiative Rating.", "Its Destruction Rating."
    )


# -- ground attack, ordnance and the scramble --------------------------------------------------------------------------


class GroundRulings(Rulings):
    """What the source leaves open of attacks on the ground and on the home airfield."""

    ground_skill_scope: Literal["all", "balloons"] = ruling(
        "AOV-GND-5", "Where does ground skill count?", "In every ground attack.", "In bombing, and in strafing of balloons."
    )
    aa_before_bombs: Literal[True, False] = ruling(
        "AOV-GND-2", "Does AA fire take effect before the attack?", "Yes.", "No, at the same time."
    )
    fighter_bombs: Literal["all", "any"] = ruling(
        "AOV-ORD-10", "How many bombs does a fighter drop in one attack?", "All.", "As many as it likes."
    )
    fighter_bombs_cap: Literal[True, False] = ruling(
        "AOV-GTD-5", "Do bombs of fighters destroy bombing targets?", "No.", "Yes."
    )
    mixed_load: Literal[False, True] = ruling(
        "AOV-ORD-3", "May a fighter carry rockets and bombs?", "One or the other.", "Both."
    )
    kill_pilot: Literal["last", "most"] = ruling(
        "AOV-SKL-1", "Who is credited with a ground target?", "Whose damage reaches the rating.", "Who did most of it."
    )
    scramble_fewer: Literal["all-ready", "none"] = ruling(
        "AOV-SCR-4", "Fewer aircraft are ready than D3+2: what then?", "All of them may go.", "None goes."
    )
    scramble_choice: Literal["up-to", "exactly"] = ruling(
        "AOV-SCR-4", "How many aircraft go up in round 1?", "Up to D3+2.", "Exactly D3+2."
    )
    scramble_tier: Literal["first-wave", "squadron"] = ruling(
        "AOV-SCR-5", "By which aircraft is the enemy's tier rolled?", "By those of round 1.", "By the squadron."
    )
    scramble_field_aa: Literal[True, False] = ruling("AOV-SCR-8", "Does the airfield's AA fire at bombers?", "Yes.", "No.")
    scramble_nobody: Literal["bombs", "end"] = ruling(
        "AOV-SCR-13", "No friend is in the air: what then?", "Bombers bomb in their rounds, unopposed.", "The combat ends."
    )
    scramble_break_off: Literal["action", "start"] = ruling(
        "AOV-SCR-12",
        "When do enemies break off that have bombed?",
        "Each in its turn on the track.",
        "At the start of the round.",
    )
    scramble_damaged_enemy: Literal["fighters-c5", "all-stay"] = ruling(
        "AOV-SCR-11", "What do damaged enemies do?", "Fighters roll on C5; bombers stay until they have bombed.", "All stay."
    )
    scramble_landing: Literal["f4", "recovery"] = ruling(
        "AOV-SCR-13", "How do damaged friends land?", "By F4.", "They go to Recovery."
    )
    scramble_weather: Literal["no-effect", "aa"] = ruling(
        "AOV-SCR-2", "What does weather do in a scramble?", "Nothing, unless a rule asks.", "It changes AA."
    )


class OptionRulings(Rulings):
    """What the source leaves open of the optional rules."""

    clouds_scope: Literal["flight", "both"] = ruling(
        "AOV-OPT-10", "On which checks do heavy clouds count?", "On F6.", "On F6 and C10."
    )
    arrival_cap: Literal["all-or-nothing", "up-to"] = ruling(
        "AOV-OPT-7", "A group would pass the limit: what then?", "It does not come.", "As many come as fit."
    )
    arrival_cap_counts: Literal["in-fight", "all"] = ruling(
        "AOV-OPT-7", "Whom does the limit count?", "Those in the fight.", "Also those that broke off or were destroyed."
    )
    raid_scope: Literal["defensive", "patrols"] = ruling(
        "AOV-OPT-8", "On which missions does a raid not fought cost a point?", "On Defensive Patrols.", "On all patrols."
    )
    extended_scope: Literal["off", "free"] = ruling(
        "AOV-OPT-6",
        "Without Extended Patrolling, what does a flight do after trying?",
        "It flies home by a shortest way.",
        "What it likes.",
    )


class ValorRulings(CampaignRulings, FlightRulings, CombatRulings, GroundRulings, OptionRulings):
    """All rulings of the game."""


PARTS = (CampaignRulings, FlightRulings, CombatRulings, GroundRulings, OptionRulings)
