"""Who has won a game and why, as every front end says it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from aqmf_air.core.play.ruleset import Ruleset


@dataclass(frozen=True)
class GameResult:
    """The end of a game in words."""

    winner: str
    """The id of the side, or ``draw``."""
    headline: str
    """``Red wins``, ``A draw``; of a game for one ``The game is won`` or ``The game is lost``; or as the game says."""
    why: str
    """What decided it, in a clause; empty where the game does not say."""
    scored: tuple[tuple[str, str], ...]
    """What counted, with how it stands at the end."""

    def document(self) -> dict[str, Any]:
        """As data: ``{"winner", "headline", "why", "scored": [[what, stands], ..]}``."""
        return {**asdict(self), "scored": [list(row) for row in self.scored]}

    def __str__(self) -> str:
        return f"{self.headline}: {self.why}." if self.why else f"{self.headline}."


def verdict_of(ruleset: Ruleset[Any], state: Any, left_to: str = "", why: str = "") -> GameResult | None:
    """The verdict on a game, None while it goes on. Nothing is hidden then.

    ``left_to``: the side that has won because the other one has lost by what the players have agreed on, and ``why``.
    """
    winner = left_to or ruleset.over(state)
    if not winner:
        return None
    several = len(ruleset.players(state)) > 1
    headline = f"It is over: {winner}"
    if winner in ruleset.players(state):
        name = ruleset.name_of(winner)
        headline = f"{name} {'win' if name.endswith('s') else 'wins'}" if several else "The game is won"
    elif winner == "draw":
        headline = "A draw" if several else "The game is lost"
    if left_to:
        return GameResult(winner, headline, why, ())
    return GameResult(winner, ruleset.headline(state) or headline, ruleset.why(state), tuple(ruleset.scored(state)))
