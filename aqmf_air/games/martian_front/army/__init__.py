"""Army lists: forces made of the game's units, checked, kept, and shared."""
