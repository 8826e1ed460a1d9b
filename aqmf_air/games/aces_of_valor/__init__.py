"""Aces of Valor: a fighter squadron on the Western Front, a campaign for one player."""

TITLE = "Aces of Valor"
RULES_VERSION = 3
"""Goes up when a rule of the game is corrected, so that kept games go on under the rules that they began with."""
