"""Experience: what missions earn, and the skills that it buys (1.3)."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

CHAPTER = Chapter(name="experience", title="Experience", rule="ICOGX-1.3.1")
