"""In Clouds of Glory: miniatures at true heights and attitudes, tests against skills, and further rolls when it hurts."""

TITLE = "In Clouds of Glory"
RULES_VERSION = 1
"""Goes up when a rule of the game is corrected, so that kept games go on under the rules that they began with."""
