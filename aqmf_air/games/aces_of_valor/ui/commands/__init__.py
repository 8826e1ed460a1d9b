"""Commands of the game on the command line."""
