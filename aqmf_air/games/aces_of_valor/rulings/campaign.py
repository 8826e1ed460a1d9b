"""Rulings on the campaign and the post-mission phase."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.play.rulings import Rulings, ruling


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
