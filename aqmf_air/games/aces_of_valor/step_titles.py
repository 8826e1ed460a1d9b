"""What the steps of the sequence are called, for people."""

from __future__ import annotations

TITLES = {
    # before the first mission
    "nation": "Nation",
    "length": "Length of the campaign",
    "options": "Optional rules",
    "starting-tier": "Starting fighters, table S1",
    "first-fighters": "The squadron is drawn",
    "home": "Home airfield, table S2",
    # before a mission
    "next-mission": "Next mission",
    "mission-card": "Mission card",
    "objective": "Objective",
    "weather": "Weather, table M1",
    "fighters-asked": "Number of fighters",
    "muster": "Fighters are mustered",
    "fighters": "Fighters for the mission",
    "ordnance": "Ordnance of the fighters",
    "lent": "2-seaters and bombers are drawn",
    "take-off": "Take-off",
    "skipped-card": "Card of the skipped mission",
    # the flight
    # combat
    "nationality": "Nationality of the enemy, table C1",
    "enemy-tier": "Tier of the enemy, table C2",
    "enemy-drawn": "Enemies are drawn",
    "detection": "Detection, table C3",
    "engage": "Engage or evade",
    "round": "The next round of combat",
    "bomb-rounds": "Rounds in which bombers bomb",
    "jettison": "Ordnance",
    "initiative": "Initiative, table C4",
    "track": "Who acts next",
    "tie": "A tie in a space",
    "enemy-order": "Order of enemies in a space",
    "act": "Action",
    "enemy-check": "A damaged enemy, table C5",
    "enemy-target": "Target of the enemy",
    "enemy-attack": "The enemy attacks",
    "enemy-jam": "The enemy clears a jam",
    "enemy-bombs": "The enemy bombs the airfield",
    "enemy-strafes": "The enemy strafes the airfield",
    "round-end": "The end of the round",
    "combat-event": "Combat event check, table C10",
    "arrivals": "How many arrive",
    "combat-over": "The end of the combat",
    # a scramble
    "scramble": "Scramble: how many may go up",
    "launch": "Fighters that go up",
    "raiders": "The enemy's escort",
    "scramble-more": "How many more may go up",
    "scramble-over": "The end of the scramble",
    # after a mission
    "points": "Mission points",
    "spend": "Mission points are spent",
    "new-home": "New home airfield, table S2",
    "skipped": "A mission is skipped",
    "event-card": "Post-mission event",
    "card-effect": "What the event brings",
    "event-replacement": "A replacement is drawn",
    "night-shift": "An aircraft is repaired by night",
    "mention": "A pilot is mentioned in dispatches",
    "giant": "A giant over the lines",
    "event-over": "The giant has gone",
}
"""By the id of the step, in the order of a campaign."""
