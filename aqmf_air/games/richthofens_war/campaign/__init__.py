"""Campaigns: squadrons whose airmen live from mission to mission, each a chapter of one game."""
