"""Parachutes (5.5.21)."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

CHAPTER = Chapter(name="parachutes", title="Parachutes", rule="ICOGX-5.5.21.1")
