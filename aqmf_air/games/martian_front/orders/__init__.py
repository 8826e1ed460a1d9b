"""Orders on the ground, each kind with its events."""
