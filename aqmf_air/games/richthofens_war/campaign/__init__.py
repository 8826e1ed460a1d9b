"""Campaigns: squadrons whose airmen live from mission to mission, each mission a game."""
