"""Aircraft on the host's board."""
