"""Damage on ground units (6.5.5)."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

CHAPTER = Chapter(name="ground-damage", title="Damage on the ground", rule="ICOGX-6.5.5.1")
