"""The game on its board."""
