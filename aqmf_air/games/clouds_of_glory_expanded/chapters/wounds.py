"""Wounds after a mission, and men down behind the lines (1.5, 1.6)."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

CHAPTER = Chapter(name="wounds", title="Wounded men", rule="ICOGX-1.5.1")
