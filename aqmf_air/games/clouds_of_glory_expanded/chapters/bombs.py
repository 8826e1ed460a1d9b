"""Bombs, level and in a dive (6.5.4)."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

CHAPTER = Chapter(name="bombs", title="Bombs", rule="ICOGX-6.5.4.1", needs=("ground-damage",))
