"""Fire from the ground: direct fire, and barrages of AA guns (6.4)."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

CHAPTER = Chapter(name="ground-fire", title="Fire from the ground", rule="ICOGX-6.4.1.1")
