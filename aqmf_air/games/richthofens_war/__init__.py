"""Richthofen's War with the adjustments of Pat McCormick and Kirk Hoffman: dogfights of 1915 to 1918 on hexes."""

TITLE = "Richthofen's War, adjusted"
RULES_VERSION = 2
"""Goes up when a rule of the game is corrected, so that kept games go on under the rules that they began with."""
