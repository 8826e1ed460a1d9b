"""Special abilities of pilots, gunners and aces (1.4)."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

CHAPTER = Chapter(name="abilities", title="Special abilities", rule="ICOGX-1.4.1")
