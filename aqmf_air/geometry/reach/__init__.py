"""Reach: every point that a track may end at, or pass."""
