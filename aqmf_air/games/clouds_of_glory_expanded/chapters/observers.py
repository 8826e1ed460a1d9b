"""Observers: what they find, photograph, report, and the artillery they direct (6.6)."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

CHAPTER = Chapter(name="observers", title="Observers", rule="ICOGX-6.6.1.1", needs=("ground-damage",))
