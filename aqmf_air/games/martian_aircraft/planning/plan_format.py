"""The form of written plans: paths, bounds rounded to few digits, and the error where there is no plan."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal
from typing import Any

from aqmf_air.errors import AqmfError
from aqmf_air.games.martian_aircraft.rules.scenes import PathPiece
from aqmf_air.geometry.plane.track import Straight, Track

DIGITS = 9
"""Decimal places of inches and degrees in a plan: far below the tolerance."""


class NoPlanError(AqmfError):
    """There is nothing to plan, or no legal run that helps: the message says which; ``upper_bound`` holds all the same."""

    def __init__(self, message: str, upper_bound: float = 0.0) -> None:
        super().__init__(message)
        self.upper_bound = upper_bound

    def document(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {"value": 0, "upper_bound": rounded_up(self.upper_bound), "aircraft": [], "reason": str(self)}


def rounded_up(value: float) -> float:
    """A number with few enough places to read, and never below what it was: a bound stays one.

    >>> rounded_up(1 / 3), rounded_up(0.3)
    (0.333333334, 0.3)
    """
    return float(Decimal(repr(value)).quantize(Decimal(1).scaleb(-DIGITS), ROUND_CEILING))


def path_of(track: Track) -> list[PathPiece]:
    """A track as documents write it."""
    return [
        PathPiece(straight=round(piece.length, DIGITS))
        if isinstance(piece, Straight)
        else PathPiece(turn=round(piece.degrees, DIGITS), side=piece.side)
        for piece in track
    ]
