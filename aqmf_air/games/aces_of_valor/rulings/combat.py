"""Rulings on combat."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.play.rulings import Rulings, ruling


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
