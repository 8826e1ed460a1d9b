"""Scenarios: what a file of one holds, what is wrong with it, where it is kept, and how it becomes the set-up of a game."""
