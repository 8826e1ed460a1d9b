"""Rulings on the campaign and the post-mission phase."""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class CampaignRulings(Rulings):
    """What the source leaves open of the campaign and of what follows a mission."""

    first_marker: Annotated[
        Literal["campaign", "turn"],
        Ruling("AOV-SET-2", "What does the marker that is set up on the campaign track count?"),
        "Missions.",
        "Mission turns.",
    ] = "campaign"
    skip_card: Annotated[
        Literal["none", "discard"],
        Ruling("AOV-SCR-16", "Does a skipped mission use up a mission card?"),
        "No card is drawn.",
        "One card is drawn and discarded.",
    ] = "none"
    skip_fourth: Annotated[
        Literal[True, False],
        Ruling("AOV-HOM-1", "A fourth mission is skipped: is the home airfield rolled for?"),
        "Yes.",
        "No.",
    ] = True
    skip_stacking: Annotated[
        Literal["add", "once"],
        Ruling("AOV-PST-7", "The airfield is destroyed and the player skips a mission as well: how many are skipped?"),
        "Two.",
        "One.",
    ] = "add"
    skip_last: Annotated[
        Literal["end", "fly"],
        Ruling("AOV-SCR-16", "What does a skip past the last mission do?"),
        "The campaign ends.",
        "The last mission is flown.",
    ] = "end"
    skip_repairs: Annotated[
        Literal["option2-only", "both"],
        Ruling("AOV-SCR-16", "Does the skip after a destroyed airfield repair aircraft?"),
        "No, only a skip that the player chose does.",
        "Yes.",
    ] = "option2-only"
    option2_fly: Annotated[
        Literal["recovered-ready", "repair-after-skip"],
        Ruling("AOV-PST-7", "The player skips a mission: when do repairs and replacements count?"),
        "At once: all are repaired, then up to 2 are replaced.",
        "After the skipped mission.",
    ] = "recovered-ready"
    negative_mp: Annotated[
        Literal["zero", "lose-vp"],
        Ruling("AOV-PST-6", "What do mission points below zero cost?"),
        "Nothing; there is nothing to spend.",
        "A victory point each.",
    ] = "zero"
    option1_use: Annotated[
        Literal["repair-replace", "anything"],
        Ruling("AOV-PST-6", "What may be bought with victory points given up?"),
        "Repairs and replacements.",
        "Anything.",
    ] = "repair-replace"
    option1_base: Annotated[
        Literal["zero", "sum"],
        Ruling("AOV-PST-6", "From where are points counted that were had for victory points?"),
        "From zero.",
        "From the negative total.",
    ] = "zero"
    options_exclusive: Annotated[
        Literal[True, False],
        Ruling("AOV-PST-7", "May victory points be given up and a mission be skipped?"),
        "Only one of the two.",
        "Both.",
    ] = True
    vp_price: Annotated[
        Literal["squares", "plus-three", "steps"],
        Ruling("AOV-PST-4", "What do 3 and 4 victory points cost in one mission?"),
        "9 and 16.",
        "7 and 10.",
        "8 and 13.",
    ] = "squares"
    upgrade_lock: Annotated[
        Literal["flag", "lowest-first"],
        Ruling("AOV-PST-12", "When may an upgraded aircraft be upgraded again?"),
        "When all have been of one tier since.",
        "When it is of the lowest tier.",
    ] = "flag"
    upgrade_limit: Annotated[
        Literal["mp", "one"],
        Ruling("AOV-PST-11", "How many upgrades may be bought after a mission?"),
        "As many as points allow.",
        "One.",
    ] = "mp"
    old_counter: Annotated[
        Literal["aside", "pool"],
        Ruling("AOV-PST-11", "Where does the counter of the lower tier go after an upgrade?"),
        "Out of the game.",
        "Back to its pool.",
    ] = "aside"
    same_pilot_pool: Annotated[
        Literal["skip", "allow"],
        Ruling("AOV-PST-9", "A pilot is drawn who already serves in another tier: what then?"),
        "Draw again.",
        "He serves twice.",
    ] = "skip"
    replacement_tier_empty: Annotated[
        Literal["start", "one"],
        Ruling("AOV-PST-9", "No aircraft is left: of which tier are replacements?"),
        "The starting tier.",
        "Tier 1.",
    ] = "start"
    recycle_what: Annotated[
        Literal["tier", "all"],
        Ruling("AOV-PST-10", "The pool is too small: what goes back from the Lost box?"),
        "The counters of that tier, without markers.",
        "All counters.",
    ] = "tier"
    recycled_tier: Annotated[
        Literal["own", "first"],
        Ruling("AOV-PST-10", "At which tier do lost pilots come back?"),
        "At the one they were lost in.",
        "At tier 1.",
    ] = "own"
    same_airfield: Annotated[
        Literal["stays", "reroll"],
        Ruling("AOV-HOM-1", "The roll names the present home airfield: what then?"),
        "The squadron stays.",
        "Roll again.",
    ] = "stays"
    home_last: Annotated[
        Literal[False, True],
        Ruling("AOV-HOM-1", "Is the home airfield rolled for after the last mission?"),
        "No.",
        "Yes.",
    ] = False
    start_tier: Annotated[
        Literal["roll", "choose"],
        Ruling("AOV-SET-3", "How is the starting tier found?"),
        "By a roll on S1.",
        "The player chooses.",
    ] = "roll"
    mission_deck_empty: Annotated[
        Literal["reshuffle", "end"],
        Ruling("AOV-SET-7", "No mission card is left to draw: what then?"),
        "The discards become the deck.",
        "The campaign ends.",
    ] = "reshuffle"
    event_mp: Annotated[
        Literal["next", "now"],
        Ruling("AOV-PST-13", "When do mission points from an event card count?"),
        "In the next mission.",
        "At once; they may be spent.",
    ] = "next"
