"""Army lists: forces made of the host's units, checked, kept, and shared."""
