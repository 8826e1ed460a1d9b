"""The game's board at live tables."""
