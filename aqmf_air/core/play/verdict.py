"""Who has won a game and why, as every front end says it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from aqmf_air.core.data.text import in_a_row
from aqmf_air.core.play.events import EarlyEnd
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


def verdict_of(ruleset: Ruleset[Any], state: Any, early_end: EarlyEnd | None = None) -> GameResult | None:
    """The verdict on a game, None while it goes on. Nothing is hidden then. ``early_end``: how its players have ended it."""
    winner = early_end.winner if early_end else ruleset.over(state)
    if not winner:
        return None
    several = len(ruleset.players(state)) > 1
    headline = f"It is over: {winner}"
    if winner in ruleset.players(state):
        name = ruleset.name_of(winner)
        headline = f"{name} {'win' if name.endswith('s') else 'wins'}" if several else "The game is won"
    elif winner == "draw":
        headline = "A draw" if several else "The game is lost"
    if early_end:
        return GameResult(winner, headline, early_end_in_words(ruleset, state, early_end), ())
    return GameResult(winner, ruleset.headline(state) or headline, ruleset.why(state), tuple(ruleset.scored(state)))


def early_end_in_words(ruleset: Ruleset[Any], state: Any, end: EarlyEnd) -> str:
    """How the players of a game of two have ended it, in a clause: ``Blue gives up in turn 4``."""
    turn = ruleset.stage(state).turn
    when, sides = f" in turn {turn}" if turn else "", [*ruleset.players(state)]
    if end.how == "drawn":
        return f"{in_a_row([ruleset.name_of(side) for side in sides])} agree on a draw{when}"
    winner = ruleset.name_of(end.winner)
    (loser,) = (ruleset.name_of(side) for side in sides if side != end.winner)
    if end.how == "resigned":
        return f"{loser} {'give' if loser.endswith('s') else 'gives'} up{when}"
    claims, whose = "claim" if winner.endswith("s") else "claims", "'" if loser.endswith("s") else "'s"
    return f"{winner} {claims} the game{when}: {loser}{whose} time is over"
