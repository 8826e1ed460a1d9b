"""Strafing of ground targets (6.5.1)."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

CHAPTER = Chapter(name="strafing", title="Strafing", rule="ICOGX-6.5.1.1", needs=("ground-damage",))
