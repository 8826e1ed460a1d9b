"""Attacks on balloons (6.5.2)."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

CHAPTER = Chapter(name="balloons", title="Balloons", rule="ICOGX-6.5.2.1")
