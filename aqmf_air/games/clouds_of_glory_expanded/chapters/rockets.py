"""Le Prieur rockets (6.5.3)."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

CHAPTER = Chapter(name="rockets", title="Rockets", rule="ICOGX-6.5.3.1", needs=("balloons",))
