"""The automatic player: what each end of a move is worth by the exact odds of the rule functions, and what it orders."""

from __future__ import annotations

from typing import Any

from aqmf_air.core.play.events import Command


def choose(ruleset: Any, game: Any, player: str) -> Command | None:
    """The next order of a side. What it needs is imported when it is first asked."""
    from aqmf_air.games.richthofens_war.automatic.club_player import choose as chosen

    return chosen(ruleset, game, player)
