"""In Clouds of Glory, expanded: abilities, flak, balloons, bombs, observers, careers; an extension of the core game."""

RULES_VERSION = 1
"""Goes up when a rule of it is corrected."""
