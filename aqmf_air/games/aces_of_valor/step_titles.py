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
    # the flight
    # combat
    # after a mission
}
"""By the id of the step, in the order of a campaign."""
