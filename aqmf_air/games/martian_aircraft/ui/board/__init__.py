"""Aircraft on the base game's board."""
