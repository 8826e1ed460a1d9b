"""Rules of the game, a section of the source a module."""
