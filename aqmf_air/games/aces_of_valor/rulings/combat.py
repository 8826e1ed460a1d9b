"""Rulings on combat."""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class CombatRulings(Rulings):
    """What the source leaves open of combat in the air."""

    c3_two_seater: Annotated[
        Literal["once", "each"],
        Ruling("AOV-DET-3", "How often do several 2-seaters of a side count on C3?"),
        "Once.",
        "Each.",
    ] = "once"
    c3_bomber: Annotated[
        Literal["same", "none"],
        Ruling("AOV-DET-3", "Do bombers count as 2-seaters on C3?"),
        "Yes.",
        "No.",
    ] = "same"
    c3_evade_at_objective: Annotated[
        Literal["as-listed", "all"],
        Ruling("AOV-DET-5", "What may be done at the objective after evading?"),
        "Bombing, spotting and photo recon.",
        "Everything.",
    ] = "as-listed"
    fight_when_weaker: Annotated[
        Literal["player", "gone"],
        Ruling("AOV-DET-4", "The enemy is too weak to force a fight: who decides?"),
        "The player.",
        "Nobody; there is no combat.",
    ] = "player"
    combat_while_task: Annotated[
        Literal["open", "strict"],
        Ruling("AOV-RND-8", "Does combat go on for an attempt or bombs, with no enemy left?"),
        "Yes.",
        "No.",
    ] = "open"
    c10_when: Annotated[
        Literal["continuing", "always"],
        Ruling("AOV-RND-7", "When is the combat event check rolled?"),
        "Only if combat goes on.",
        "After every round 1 and 2.",
    ] = "continuing"
    c10_departs: Annotated[
        Literal["all", "unbroken"],
        Ruling("AOV-RND-7", "Who leaves when all enemies leave?"),
        "Also those that broke off.",
        "Those that did not break off.",
    ] = "all"
    c10_arrivals: Annotated[
        Literal["fighters", "any"],
        Ruling("AOV-RND-7", 'What arrives, and what does "leave" do without enemies?'),
        'Fighters; "leave" does nothing.',
        "Fighters and, in a raid, its 2-seaters.",
    ] = "fighters"
    arrivals_tier: Annotated[
        Literal["new", "same"],
        Ruling("AOV-RND-7", "Of which tier are enemies that arrive?"),
        "C2 is rolled for each group.",
        "Of the tier already there.",
    ] = "new"
    friendly_order: Annotated[
        Literal["same-priority", "free"],
        Ruling("AOV-RND-6", "May the player order his own aircraft in a space?"),
        "Only equal ones.",
        "All of them.",
    ] = "same-priority"
    tie_die: Annotated[
        Literal["odd-enemy", "d2"],
        Ruling("AOV-IN-6", "How is a tie between friend and enemy decided?"),
        "One die: odd, the enemy is first.",
        "A D2: 1, the enemy is first.",
    ] = "odd-enemy"
    many_targets: Annotated[
        Literal["reroll", "chit"],
        Ruling("AOV-TGT-4", "How is a target found among five and more?"),
        "By die, with faces rolled again; from seven on a first die for the half.",
        "Drawn blind.",
    ] = "reroll"
    target_order: Annotated[
        Literal["squadron", "player"],
        Ruling("AOV-TGT-4", "In which order do targets stand for that die?"),
        "Fighters in the order of the squadron, then 2-seaters, then bombers.",
        "As the player lays them.",
    ] = "squadron"
    type_rank: Annotated[
        Literal["fighter-first", "slowest-first"],
        Ruling("AOV-IN-6", "Which kind goes first in a space?"),
        "Fighters, 2-seaters, bombers.",
        "Bombers, 2-seaters, fighters.",
    ] = "fighter-first"
    ground_lower: Annotated[
        Literal[True, False],
        Ruling("AOV-GND-1", "Must a ground target be lower on the track than its attacker?"),
        "Yes.",
        "No.",
    ] = True
    must_act: Annotated[
        Literal["attack-or-break", "pass"],
        Ruling("AOV-ACT-1", "May an aircraft with a target pass?"),
        "No.",
        "Yes.",
    ] = "attack-or-break"
    enemy_no_target: Annotated[
        Literal["stay", "break-off"],
        Ruling("AOV-ACT-2", "What does an enemy without a target do?"),
        "It waits in Action Taken.",
        "It breaks off.",
    ] = "stay"
    enemy_ground: Annotated[
        Literal["never", "airfield"],
        Ruling("AOV-ACT-3", "Do enemy fighters strafe?"),
        "No.",
        "In a scramble they may.",
    ] = "never"
    bomb_round_missed: Annotated[
        Literal["lost", "later"],
        Ruling("AOV-RND-2", "A bomber misses its round: may it bomb later?"),
        "No.",
        "Yes.",
    ] = "lost"
    bomb_round_where: Annotated[
        Literal["objective", "any"],
        Ruling("AOV-RND-2", "Where do bombers roll for their round?"),
        "In the objective sector.",
        "In any combat.",
    ] = "objective"
    bomb_other_target: Annotated[
        Literal["objective", "any"],
        Ruling("AOV-GND-3", "What may bombers bomb?"),
        "The counter of the objective.",
        "Any ground target present.",
    ] = "objective"
    bomber_attacks_air: Annotated[
        Literal[False, True],
        Ruling("AOV-DEF-1", "May bombers attack aircraft?"),
        "No, they have no forward gun.",
        "Yes.",
    ] = False
    dead_reply: Annotated[
        Literal["before", "after"],
        Ruling("AOV-DEF-2", "With which values does an aircraft reply that was just hit?"),
        "Those from before the attack.",
        "Those from after it.",
    ] = "before"
    defensive_skill: Annotated[
        Literal[True, False],
        Ruling("AOV-DEF-1", "Is the crew's air skill added to defensive fire?"),
        "Yes.",
        "No.",
    ] = True
    heavy_guns: Annotated[
        Literal["two-attacks", "pooled"],
        Ruling("AOV-AC-7", "How do both guns of a heavy bomber count?"),
        "As two attacks.",
        "As one.",
    ] = "two-attacks"
    natural_six: Annotated[
        Literal["none", "hit"],
        Ruling("AOV-ATK-2", "Does a natural 6 always hit?"),
        "No.",
        "Yes.",
    ] = "none"
    c9_scope: Annotated[
        Literal["fire", "air-combat"],
        Ruling("AOV-DMG-2", "Which destroyed fighters roll on C9?"),
        "All destroyed by fire, AA included.",
        "Those destroyed in combat in the air.",
    ] = "fire"
    downed_skill: Annotated[
        Literal["total", "printed"],
        Ruling("AOV-PTS-2", "Which air skill counts for points and on C3?"),
        "Printed and marker.",
        "Printed.",
    ] = "total"
    in_limits: Annotated[
        Literal["clamp", "off-track"],
        Ruling("AOV-GEN-8", "What of initiative beyond the track?"),
        "The last space counts.",
        "It stands beyond.",
    ] = "clamp"
    performance_floor: Annotated[
        Literal[0, 1],
        Ruling("AOV-AC-8", "What is the least performance?"),
        "0.",
        "1.",
    ] = 0
    ordnance_on_damaged: Annotated[
        Literal["cumulative", "side-only"],
        Ruling("AOV-ORD-5", "Does a load slow a damaged bomber, too?"),
        "Yes.",
        "No.",
    ] = "cumulative"
    photo_continue_damaged: Annotated[
        Literal[True, False],
        Ruling("AOV-PHO-6", "May a damaged 2-seater make further attempts?"),
        "Yes.",
        "No.",
    ] = True
    attempt_skip: Annotated[
        Literal["allowed", "consecutive"],
        Ruling("AOV-PHO-6", "May the first attempt be in round 2 or 3?"),
        "Yes, with the drm of that round.",
        "No.",
    ] = "allowed"
    two_observers: Annotated[
        Literal["each", "shared"],
        Ruling("AOV-PHO-6", "How many attempts do two 2-seaters have?"),
        "Three each.",
        "Three in all.",
    ] = "each"
    photo_marker: Annotated[
        Literal["photo-only", "both"],
        Ruling("AOV-PHO-8", "Which points wait for the crew to come back?"),
        "Those of photo recon.",
        "Those of spotting as well.",
    ] = "photo-only"
    task_fuel: Annotated[
        Literal[True, False],
        Ruling("AOV-PHO-9", "Do three rounds without an enemy cost a turn?"),
        "Yes.",
        "No.",
    ] = True
    skill_threshold: Annotated[
        Literal["six-or-more", "exactly-six"],
        Ruling("AOV-SKL-2", "Which net roll improves a pilot?"),
        "6 or more.",
        "6 exactly.",
    ] = "six-or-more"
    skill_once: Annotated[
        Literal[False, True],
        Ruling("AOV-SKL-1", "How often may a pilot improve in a mission?"),
        "With each kill.",
        "Once.",
    ] = False
    skill_enemy_bonus: Annotated[
        Literal["printed", "none"],
        Ruling("AOV-SKL-1", "What does a destroyed aircraft add?"),
        "The air skill on its counter.",
        "That of a fighter; a 2-seater adds nothing.",
    ] = "printed"
    ace_bonus: Annotated[
        Literal["total", "added"],
        Ruling("AOV-SKL-2", "What does an Ace add?"),
        "+2.",
        "+1 and +2.",
    ] = "total"
    rating_word: Annotated[
        Literal["initiative", "destruction"],
        Ruling("AOV-GTD-1", "What is the Difficulty Rating of a ground target?"),
        "Its Initiative Rating.",
        "Its Destruction Rating.",
    ] = "initiative"
